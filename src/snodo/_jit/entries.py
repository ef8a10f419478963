"""Functions that are compiled, or taken from the cache, when they are first needed."""

from __future__ import annotations

import contextlib
import functools
import gc
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from typing import Any, cast

import numba
from numba import njit, types
from numba.core import ccallback, sigutils
from numba.experimental import function_type  # noqa: F401  # the type of functions that go by their address

from snodo._jit.compiler import LEAN, MONITOR, OPTIONS, PROJECT, RATE, USER, VERB, Whole
from snodo._jit.machine_code import MachineCode, NotKept

COMPILING = threading.RLock()
_AT: dict[int, Any] = {}
"""Our functions that are called by address, by their addresses."""
NUMBERED: list[Callable[..., Any]] = []
"""The same without the compiler, by their numbers."""


@contextlib.contextmanager
def uncollected() -> Iterator[None]:
    """Without the garbage collector: compiling makes millions of objects that stay until it is done (a sixth less)."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


class Lazy(ABC):
    """A function that is compiled, or taken from the cache, when it is first needed; threads wait for one another."""

    def __init__(self, function: Callable[..., Any]) -> None:
        functools.update_wrapper(cast(Any, self), function)
        self._function = function
        self._made: Any = None

    @abstractmethod
    def _make(self, cache: MachineCode) -> Any:
        """Compile it, or take it from the cache."""

    @property
    def compiled(self) -> Any:
        """What the layer above holds and calls: calling the entry itself takes half as long again."""
        if self._made is None:
            with COMPILING:
                if self._made is None:
                    with uncollected():
                        self._made = self._make(MachineCode(self._function))
        return self._made

    def take(self) -> bool:
        """Take the machine code from the cache; whether it is there.  Nothing is compiled."""
        with COMPILING:
            if self._made is None:
                with contextlib.suppress(NotKept):
                    self._made = self._make(MachineCode(self._function, only_kept=True))
        return self._made is not None


class Entry(Lazy, types.WrapperAddressProtocol):
    """A function for one declared signature.  As an argument of compiled functions it goes by its address."""

    def __init__(self, function: Callable[..., Any], signature: Any, nogil: bool) -> None:
        super().__init__(function)
        self._signature, self._nogil = signature, nogil

    def _make(self, cache: MachineCode) -> Any:
        by_address = self._signature in (RATE, PROJECT)
        options = {"nogil": self._nogil, "no_cfunc_wrapper": not by_address, **LEAN}
        made = njit(pipeline_class=Whole, **options)(self._function)
        made._cache = cache
        made.compile(self._signature)
        made.disable_compile()
        return made

    def __call__(self, *arguments: Any) -> Any:
        return self.compiled(*arguments)

    def __wrapper_address__(self) -> int:
        return int(ready(self.compiled).__wrapper_address__())

    def signature(self) -> Any:
        """As declared."""
        return self._signature


def _c_function(function: Callable[..., Any], signature: Any, options: dict[str, Any]) -> Any:
    """Numba's object for a function that C can call."""
    return ccallback.CFunc(function, sigutils.normalize_signature(signature), {}, dict(options), Whole)


class CEntry(Lazy):
    """`function(t, first*, second*, out*) -> status`, one of our kernels that is called by its address."""

    def _make(self, cache: MachineCode) -> Any:
        made: Any = _c_function(self._function, USER, OPTIONS)  # with reference counts, which carray needs
        made._cache = cache
        made.compile()
        _AT[int(made.address)] = made
        return made

    @property
    def address(self) -> int:
        """Of the machine code."""
        return int(self.compiled.address)


def entry(signature: Any, nogil: bool = False) -> Callable[[Callable[..., Any]], Any]:
    """Compile for one declared signature when first needed, cached on disk; nogil: other threads run meanwhile."""

    def decorate(function: Callable[..., Any]) -> Any:
        return function if numba.config.DISABLE_JIT else Entry(function, signature, nogil)

    return decorate


class _Ready(types.WrapperAddressProtocol):
    """A compiled function by its address: as an argument it costs nothing, where a dispatcher is looked up."""

    def __init__(self, compiled: Any) -> None:
        found = compiled.overloads[compiled.signatures[0]]
        self._address = found.library.get_pointer_to_function(found.fndesc.llvm_cfunc_wrapper_name)
        self._signature = found.signature
        self._keep_alive = compiled

    def __wrapper_address__(self) -> int:
        return int(self._address)

    def signature(self) -> Any:
        """Of the function."""
        return self._signature


@functools.cache
def ready(compiled: Any) -> Any:
    """An entry made ready to be given to another as an argument (measured: 25 µs less a call)."""
    compiled = getattr(compiled, "compiled", compiled)
    return _Ready(compiled) if hasattr(compiled, "overloads") else compiled


def c_entry(function: Callable[..., Any]) -> CEntry:
    """One of our kernels as `function(t, first*, second*, out*) -> status`, cached, called by its address."""
    return CEntry(function)


class ByAddress(Lazy):
    """A function of numbers and pointers → status, compiled when its address is first asked for."""

    def __init__(self, function: Callable[..., Any], signature: Any) -> None:
        super().__init__(function)
        self._signature = signature

    def _make(self, cache: MachineCode) -> Any:
        made: Any = _c_function(self._function, self._signature, LEAN)
        made._cache = cache
        made.compile()
        _AT[int(made.address)] = made
        return made

    @property
    def address(self) -> int:
        """Of the machine code."""
        return int(self.compiled.address)


class _Numbered:
    """The same without the compiler: its address is its number."""

    def __init__(self, function: Callable[..., Any]) -> None:
        NUMBERED.append(function)
        self.address = len(NUMBERED)


def verb(function: Callable[..., Any]) -> Any:
    """A function(what, t, model*, y*, out*) → status of a formulation (`formulations/kernels/verbs.py`)."""
    return _Numbered(function) if numba.config.DISABLE_JIT else ByAddress(function, VERB)


def monitor(function: Callable[..., Any]) -> Any:
    """A function(event, k, t, h, model*, y*, ydot*, clock*, notes*) → answer (`integrators/ode/kernels/monitor.py`)."""
    return _Numbered(function) if numba.config.DISABLE_JIT else ByAddress(function, MONITOR)


def function_at(address: int) -> Any:
    """The function of ours at an address, or None."""
    return _AT.get(address)
