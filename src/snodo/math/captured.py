"""Values that a Python function reads in addition to its arguments, and whether it provably depends only on these.

The byte code says which globals, captured variables and attributes a function reads, what it calls and what it writes.
From there everything it can reach is visited: numbers and text by value, arrays and lists by their contents, helper
functions and methods by their own code.  The proof is one-sided: what is not understood counts as not proved.
"""

from __future__ import annotations

import builtins
import functools
import hashlib
import inspect
import numbers
import sys
import types
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from snodo.math.byte_code import Scan, scan


def _words(*lines: str) -> frozenset[str]:
    return frozenset(word for line in lines for word in line.split())


MOST = 400
"""Objects that are visited; a function that reaches more is not proved."""
TRUSTED = ("numpy", "math", "cmath", "operator", "_operator")
"""Modules whose functions depend on their arguments alone, but for those in `NOT_PURE`."""
FOREIGN = frozenset({*sys.stdlib_module_names, "scipy", "pandas", "xarray", "sympy", "jax", "torch", "snodo"})
"""Packages whose code is not read: what they compute is called."""
NOT_PURE = ("numpy.random", "numpy.ctypeslib", "numpy.testing")
BUILTINS = _words(
    "abs all any bool complex divmod enumerate float int isinstance len list map max min pow range reversed round",
    "sorted sum tuple zip True False None",
)
_OPERATORS = ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul")
IMPLICIT = _words(
    "__call__ __getitem__ __len__ __iter__ __next__ __contains__ __enter__ __exit__ __bool__ __float__ __int__",
    "__index__ __abs__ __neg__ __pos__ __array__ __array_ufunc__ __array_function__ __getattr__ __getattribute__",
    *(f"__{word}__ __r{word}__ __i{word}__" for word in _OPERATORS),
)
"""Methods that are called without being named."""
_MISSING = object()


@dataclass(frozen=True)
class Captured:
    """Values that a function reads in addition to its arguments, at one moment."""

    contents: tuple[tuple[str, Hashable], ...]
    """Names, such as `self.gain`, and contents that can be compared."""
    doubt: str = ""
    """Why it is not proved to depend on its arguments alone; empty if it is proved."""
    keeps: tuple[str, ...] = ()
    """Names that it both stores and reads: a state, or a counter."""

    @property
    def pure(self) -> bool:
        """Whether it is proved to depend on its arguments and these contents alone."""
        return not self.doubt

    def changed(self, now: Captured) -> list[str]:
        """Names of what is not the same now."""
        before, after = dict(self.contents), dict(now.contents)
        return [name for name in sorted({*before, *after}) if before.get(name, _MISSING) != after.get(name, _MISSING)]


def captured(function: Callable[..., Any]) -> Captured:
    """Visit everything that a function reads in addition to its arguments."""
    walk = _Walk()
    walk.visit(getattr(function, "__name__", "self"), function)
    walk.resolve_attributes()
    if walk.writes and walk.holders:
        walk.doubt(f"it writes into an array, list or table and reads {walk.holders[0]}, which might be the same")
    return Captured(tuple(sorted(walk.contents.items())), walk.doubts[0] if walk.doubts else "", tuple(walk.keeps))


class _Walk:
    """One visit of everything that can be reached."""

    def __init__(self) -> None:
        self.contents: dict[str, Hashable] = {}
        self.doubts: list[str] = []
        self.holders: list[str] = []
        """Names of what can be changed in place."""
        self.writes = False
        self.keeps: list[str] = []
        self._attributes: set[str] = set()
        self._owners: list[tuple[str, Any]] = []
        self._seen: dict[int, Any] = {}

    def doubt(self, why: str) -> None:
        self.doubts.append(why)

    def _record(self, name: str, key: Hashable) -> None:
        while self.contents.get(name, key) != key:
            name += "'"
        self.contents[name] = key

    # ---------------------------------------------------------------- values
    def visit(self, name: str, value: Any) -> None:
        """Record a value under its name, and go on to what can be reached from it."""
        key = _by_value(value)
        if key is not None:
            self._record(name, key)
            return
        if id(value) in self._seen:
            return
        self._seen[id(value)] = value
        if len(self._seen) > MOST:
            self.doubt(f"it reaches more than {MOST} objects")
            return
        for kinds, visit in _VISITORS:
            if isinstance(value, kinds):
                visit(self, name, value)
                return
        self._object(name, value)

    def _array(self, name: str, value: np.ndarray) -> None:
        self.holders.append(name)
        if value.dtype.hasobject:
            self._sequence(name, value.ravel().tolist())
            return
        digest = hashlib.blake2b(np.ascontiguousarray(value).tobytes(), digest_size=16).digest()
        self._record(name, (value.dtype.str, value.shape, digest))

    def _sequence(self, name: str, value: Any) -> None:
        if not isinstance(value, tuple):
            self.holders.append(name)
        keys = [_by_value(item) for item in value]
        if None not in keys:
            self._record(name, (type(value).__name__, tuple(keys)))
            return
        self._record(name, (type(value).__name__, len(value)))
        for k, item in enumerate(value):
            self.visit(f"{name}[{k}]", item)

    def _table(self, name: str, value: dict[Any, Any]) -> None:
        self.holders.append(name)
        self._record(name, ("dict", repr(list(value))))
        for key, item in value.items():
            self.visit(f"{name}[{key!r}]", item)

    # ---------------------------------------------------------------- code
    def _module(self, name: str, value: types.ModuleType) -> None:
        if value.__name__.startswith(NOT_PURE):
            self.doubt(f"it uses {value.__name__}")
        self._owners.append((name, value))

    def _builtin(self, name: str, value: Any) -> None:
        module = getattr(value, "__module__", None) or ""
        owner = getattr(value, "__self__", None)
        if module == "builtins" and value.__name__ in BUILTINS:
            return
        if _trusted(module) and (owner is None or isinstance(owner, types.ModuleType)):
            return
        self._opaque(name, value, f"it calls {name}")

    def _class(self, name: str, value: type) -> None:
        plain = value.__module__ == "builtins" and value.__name__ in BUILTINS
        if not (plain or (_trusted(value.__module__) and issubclass(value, np.generic | np.ndarray))):
            self._opaque(name, value, f"it makes objects of {value.__name__}")

    def _method(self, name: str, value: types.MethodType) -> None:
        self.visit("self", value.__self__)
        self.visit(name, value.__func__)

    def _partial(self, name: str, value: functools.partial[Any]) -> None:
        self.visit(name, value.func)
        self.visit(f"{name}.args", value.args)
        for word, item in value.keywords.items():
            self.visit(f"{name}.{word}", item)

    def _function(self, name: str, value: types.FunctionType) -> None:
        if _trusted(value.__module__ or ""):
            return
        if _foreign(value.__module__ or ""):
            self._opaque(name, value, f"it calls {name} of {value.__module__}")
            return
        self._owners.append((name, value))
        self._record(name, value.__code__)
        found = scan(value.__code__)
        self._take(found)
        for k, item in enumerate(value.__defaults__ or ()):
            self.visit(f"default {k + 1} of {name}", item)
        for word, item in (value.__kwdefaults__ or {}).items():
            self.visit(f"{word} of {name}", item)
        for word, cell in zip(value.__code__.co_freevars, value.__closure__ or ()):
            try:
                self.visit(word, cell.cell_contents)
            except ValueError:
                self.doubt(f"{word} has no value yet")
        for word in sorted(found.globals):
            self._global(word, value.__globals__)
        for module in sorted(found.imports):
            self._imported(module)

    def _take(self, found: Scan) -> None:
        self._attributes |= found.attributes
        self.writes = self.writes or found.writes
        self.doubts += found.doubts
        self.keeps += sorted(found.keeps - set(self.keeps))

    def _global(self, word: str, scope: dict[str, Any]) -> None:
        if word in scope:
            self.visit(word, scope[word])
        elif hasattr(builtins, word):
            if word not in BUILTINS:
                self.doubt(f"it calls {word}")
        else:
            self.doubt(f"{word} is not defined yet")

    def _imported(self, module: str) -> None:
        found = sys.modules.get(module)
        if found is None or not _trusted(module):
            self.doubt(f"it imports {module}")
        else:
            self.visit(module, found)

    # ---------------------------------------------------------------- objects
    def _object(self, name: str, value: Any) -> None:
        inner = getattr(value, "py_func", None)
        if isinstance(inner, types.FunctionType):  # compiled by numba already
            self.visit(name, inner)
        elif hasattr(type(value), "captured_key"):  # a table
            self._record(name, ("table", value.captured_key()))
        elif type(value).__module__.startswith("numpy.polynomial") or isinstance(value, np.poly1d):
            self.visit(f"{name}'s data", vars(value))
        elif callable(value) and _trusted(type(value).__module__) and _trusted(getattr(value, "__module__", "")):
            return  # a function of numpy that other libraries can take over
        elif _readable(type(value)):
            self._record(name, ("object of", type(value).__qualname__))
            self._owners.append((name, value))
            for word, item in _class_members(type(value)):
                if word in IMPLICIT and isinstance(item, types.FunctionType):
                    self.visit(f"{name}.{word}", item)
        else:
            self._opaque(name, value, f"it uses {name}, a {type(value).__name__}")

    def _opaque(self, name: str, value: Any, why: str) -> None:
        self._record(name, ("object at", id(value)))
        self.doubt(why)

    def _property(self, name: str, value: property) -> None:
        self.visit(name, value.fget)

    def _static(self, name: str, value: Any) -> None:
        self.visit(name, value.__func__)

    def resolve_attributes(self) -> None:
        """Visit every attribute that is named, on everything that has it, until nothing new is found."""
        found: set[str] = set()
        done: set[tuple[int, str]] = set()
        while True:
            waiting = [
                (k, word)
                for k in range(len(self._owners))
                for word in sorted(self._attributes)
                if (k, word) not in done
            ]
            if not waiting or len(self._seen) > MOST:
                break
            for k, word in waiting:
                done.add((k, word))
                if self._attribute(*self._owners[k], word):
                    found.add(word)
        for word in sorted(self._attributes - found - HARMLESS):
            self.doubt(f"it uses .{word}, which might change something")

    def _attribute(self, name: str, owner: Any, word: str) -> bool:
        item = inspect.getattr_static(owner, word, _MISSING)
        if item is _MISSING:
            return False
        if isinstance(item, types.MemberDescriptorType):  # __slots__
            item = getattr(owner, word, None)
        self.visit(f"{name}.{word}", item)
        return True


HARMLESS = _words(
    "T all any argmax argmin astype clip conj conjugate copy count cumprod cumsum diagonal dot dtype flatten get",
    "imag index item items keys max mean min ndim nonzero prod ravel real repeat reshape round searchsorted shape",
    "size squeeze std sum swapaxes take tolist trace transpose values var is_integer",
)
"""Attributes of arrays, lists and tables that change nothing."""
_HEAP = 1 << 9
_VISITORS: list[tuple[Any, Callable[..., None]]] = [
    (np.ndarray, _Walk._array),
    ((tuple, list, set, frozenset), _Walk._sequence),
    (dict, _Walk._table),
    (types.ModuleType, _Walk._module),
    (types.FunctionType, _Walk._function),
    (types.MethodType, _Walk._method),
    ((types.BuiltinFunctionType, types.MethodWrapperType), _Walk._builtin),
    (np.ufunc, lambda *_: None),
    (type, _Walk._class),
    (functools.partial, _Walk._partial),
    (property, _Walk._property),
    ((staticmethod, classmethod), _Walk._static),
]


def _by_value(value: Any) -> Hashable | None:
    """A key for an immutable value, or None."""
    if value is None or value is Ellipsis:
        return ("constant", repr(value))
    if isinstance(value, (bool, str, bytes, np.generic)) or type(value) in (int, float, complex):
        return (type(value).__name__, repr(value))
    return (type(value).__name__, repr(value)) if isinstance(value, numbers.Number) else None


def _trusted(module: str) -> bool:
    return module.split(".")[0] in TRUSTED and not module.startswith(NOT_PURE)


def _foreign(module: str) -> bool:
    return module.split(".")[0] in FOREIGN


def _readable(kind: type) -> bool:
    """Whether it is a class of the user's, written in Python."""
    known = _trusted(kind.__module__) or _foreign(kind.__module__)
    return bool(kind.__flags__ & _HEAP) and not known and not _strange(kind)


def _class_members(kind: type) -> Iterator[tuple[str, Any]]:
    for base in kind.__mro__[:-1]:
        yield from vars(base).items()


def _strange(kind: type) -> bool:
    """Whether its attributes are found by code of its own, or it is not written in Python all the way down."""
    names = {word for word, _ in _class_members(kind)}
    written = all(base.__flags__ & _HEAP for base in kind.__mro__[:-1])
    return not written or not names.isdisjoint({"__getattr__", "__getattribute__"})
