"""The one door to Numba: how a kernel is compiled, where its machine code is kept, how a user's function is called.

Only this file names numba, and only kernels (files in a folder called `kernels`) import this file, lazily: neither
`import snodo` nor `snodo --help` pays for it.

* `inline`   small helper, inlined into its callers (`INLINED`: the same as options of an overload)
* `kernel`   called from other kernels only
* `entry`    called from Python, or through a declared signature: compiled when it is first needed (`.compiled`), its
             machine code cached on disk
* `compiled` an entry by name: the one place that says to the user that something is compiled
* `verb`     what a formulation does for constraint methods, called by its address
* `monitor`  what watches over the steps of an integration, called by its address
* `RATE`     the seam between equations and time:  status = rate(t, y, ydot, model)
* `PROJECT`  the correction after a step:           status = project(t, y, model, tolerance)
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import hashlib
import importlib
import os
import pickle
import subprocess
import sys
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, cast

import llvmlite
import numba
import numpy as np
from numba import njit, types
from numba.core import ccallback, cgutils, codegen, compiler, lowering, serialize, sigutils
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import NativeLowering
from numba.extending import intrinsic

from snodo._cache_folder import digest_of, first_writable, forget_old_caches

_OPTIONS: dict[str, Any] = {"fastmath": {"contract", "nsz"}, "error_model": "numpy"}
_LEAN: dict[str, Any] = {**_OPTIONS, "_nrt": False}
"""Kernels allocate nothing, so nothing is counted: numba's atomic reference counts on array arguments more than double
the time of a short kernel (measured: 0.2–0.3 µs against 0.07 µs for one evaluation in the stepping loop)."""

f8 = types.float64
i8 = types.int64
Floats = types.float64[::1]
Table = types.float64[:, ::1]
RATE = i8(f8, Floats, Floats, Floats)
PROJECT = i8(f8, Floats, Floats, f8)
RATE_FUNCTION = types.FunctionType(RATE)
PROJECT_FUNCTION = types.FunctionType(PROJECT)


class _LevelLower(lowering.Lower):
    """Functions of SIMD lanes begin by aligning the stack to a cache line.

    Otherwise what does not fit into registers is kept across two lines in three processes of four, as the system
    happens to place the stack (measured: 0.57 µs a state against 0.6 … 0.77 for articulated bodies in lanes).
    """

    def setup_function(self, fndesc: Any) -> None:
        super().setup_function(fndesc)
        if any("f64x" in str(kind) for kind in fndesc.argtypes):
            self.function.attributes.add("nounwind")  # llvmlite writes the alignment only beside another attribute
            self.function.attributes.alignstack = 64


class _Ingredient(codegen.JITCodeLibrary):
    """The code of a function that only other functions of ours call: machine code is made of those alone."""

    def finalize(self) -> None:
        """Take in what this function calls."""
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """There is none."""
        self._ensure_finalized()
        return 0

    @property
    def codegen(self) -> Any:
        """Numba asks it to register the function's environment, which nobody will look for."""
        return self

    def set_env(self, name: str, environment: Any) -> None:
        """Nothing to do."""


@register_pass(mutates_CFG=True, analysis_only=False)
class _LevelLowering(NativeLowering):
    _name = "native_lowering_on_a_level_stack"
    lowering_class = _LevelLower

    def run_pass(self, state: Any) -> bool:
        """As numba does, into a library of ours."""
        if state.library is None:
            state.library = _Ingredient(state.targetctx.codegen(), state.func_id.func_qualname)
            state.library.enable_object_caching()
        return bool(super().run_pass(state))


_NOT_NEEDED = {
    *["inline_closure_likes", "inline_inlinables", "inline_overloads", "make_function_op_code_to_jit_function"],
    *["nopython_rewrites", "literal_unroll", "LiteralPropagation", "find_literally", "with_lifting"],
}
"""Passes for what kernels do not have: closures, comprehensions, expressions of arrays, with blocks."""


class _Level(compiler.CompilerBase):
    """Numba's passes as far as kernels need them (a twentieth of the time less), with the lowering above."""

    def define_pipelines(self) -> list[Any]:
        """As numba asks for them."""
        passes = compiler.DefaultPassBuilder.define_nopython_pipeline(self.state)
        needed = [(kind, what) for kind, what in passes.passes if kind.name() not in _NOT_NEEDED]
        passes.passes = [(_LevelLowering if kind is NativeLowering else kind, what) for kind, what in needed]
        passes.finalize()
        return [passes]


def _compare_flags_quickly() -> None:
    """Numba compares its compiler flags at every overload that it tries, field by field, defaults too.

    The same answers, sooner: only fields that are set can differ, and the hash, which is made of the names of the
    fields, is a constant (measured: a twentieth of the time of compiling).
    """
    flags, constant = compiler.Flags, hash(compiler.Flags())
    slowly = flags.__eq__

    def equal(self: Any, other: Any) -> Any:
        if type(other) is not flags:
            return slowly(self, other)
        return self is other or all(getattr(self, k) == getattr(other, k) for k in {**self._values, **other._values})

    def hashed(_: Any) -> int:
        return constant

    flags.__eq__, flags.__hash__ = equal, hashed


_compare_flags_quickly()
_INNER: dict[str, Any] = {"pipeline_class": _Level, "no_cpython_wrapper": True, "no_cfunc_wrapper": True, **_LEAN}
INLINED: dict[str, Any] = {"forceinline": True, **_INNER}
inline = njit(**INLINED)
kernel = njit(**_INNER)


CACHE_FOLDER = first_writable()
forget_old_caches(CACHE_FOLDER)


class _MachineCode:
    """What numba asks for as the cache of one function: a file for each signature, taken only if it is whole.

    Numba's own files have no checksum, their index names data that may not be there yet, and a torn one raises whatever
    pickle makes of it.  Here a file that is damaged, foreign, unreadable or cannot be written costs a compilation.
    """

    def __init__(self, function: Callable[..., Any], only_kept: bool = False) -> None:
        self._function = function
        self._only_kept = only_kept
        self.cache_path = str(CACHE_FOLDER)

    def load_overload(self, signature: Any, target: Any) -> Any:
        """The compiled function, or None (or _NotKept, if nothing is to be compiled)."""
        found = self._load(signature, target)
        if found is None and self._only_kept:
            raise _NotKept
        return found

    def _load(self, signature: Any, target: Any) -> Any:
        target.refresh()
        key = self._key(signature, target.codegen())
        try:
            data = self._path(key).read_bytes()
            if hashlib.sha256(data[32:]).digest() != data[:32]:
                return None
            kept, payload = pickle.loads(data[32:])
            return compiler.CompileResult._rebuild(target, *payload) if kept == key else None
        except Exception:  # whatever is wrong with the file, the function can be compiled
            return None

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """Keep a compiled function, if that can be done."""
        if compiled.lifted or compiled.library.has_dynamic_globals:
            return
        key = self._key(signature, compiled.codegen)
        data = serialize.dumps((key, compiled._reduce()))
        path = self._path(key)
        beside = path.with_name(f".{path.name}.{os.getpid()}-{threading.get_ident()}")
        with contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            try:
                beside.write_bytes(hashlib.sha256(data).digest() + data)
                os.replace(beside, path)
            finally:
                beside.unlink(missing_ok=True)

    def _key(self, signature: Any, codegen: Any) -> tuple[Any, ...]:
        """All that the machine code depends on besides the file that compiles, which names the folder."""
        f = self._function
        constants = repr([x for x in f.__code__.co_consts if not hasattr(x, "co_code")])
        code = hashlib.sha256(f.__code__.co_code + constants.encode()).hexdigest()
        closed = serialize.dumps(tuple(cell.cell_contents for cell in f.__closure__ or ()))
        place = (f.__module__, f.__qualname__, f.__code__.co_firstlineno)
        versions = (sys.implementation.cache_tag, numba.__version__, llvmlite.__version__)
        sources = digest_of(f.__module__)
        return signature, codegen.magic_tuple(), code, hashlib.sha256(closed).hexdigest(), place, versions, sources

    def _path(self, key: tuple[Any, ...]) -> Path:
        name = f"{self._function.__module__.rpartition('.')[2]}.{self._function.__name__}".replace("<lambda>", "lambda")
        return CACHE_FOLDER / f"{name}.{hashlib.sha256(repr(key).encode()).hexdigest()[:20]}.code"


_COMPILING = threading.RLock()


class _NotKept(Exception):
    """The machine code is not in the cache."""


class _Lazy(ABC):
    """A function that is compiled, or taken from the cache, when it is first needed; threads wait for one another."""

    def __init__(self, function: Callable[..., Any]) -> None:
        functools.update_wrapper(cast(Any, self), function)
        self._function = function
        self._made: Any = None

    @abstractmethod
    def _make(self, cache: _MachineCode) -> Any:
        """Compile it, or take it from the cache."""

    @property
    def compiled(self) -> Any:
        """What the layer above holds and calls: calling the entry itself takes half as long again."""
        if self._made is None:
            with _COMPILING:
                if self._made is None:
                    self._made = self._make(_MachineCode(self._function))
        return self._made

    def take(self) -> bool:
        """Take the machine code from the cache; whether it is there.  Nothing is compiled."""
        with _COMPILING:
            if self._made is None:
                with contextlib.suppress(_NotKept):
                    self._made = self._make(_MachineCode(self._function, only_kept=True))
        return self._made is not None


class Entry(_Lazy, types.WrapperAddressProtocol):
    """A function for one declared signature.  As an argument of compiled functions it goes by its address."""

    def __init__(self, function: Callable[..., Any], signature: Any, nogil: bool) -> None:
        super().__init__(function)
        self._signature, self._nogil = signature, nogil

    def _make(self, cache: _MachineCode) -> Any:
        by_address = self._signature in (RATE, PROJECT)
        made = njit(nogil=self._nogil, no_cfunc_wrapper=not by_address, **_LEAN)(self._function)
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


class CEntry(_Lazy):
    """`function(t, first*, second*, out*) -> status`, one of our kernels that is called by its address."""

    def _make(self, cache: _MachineCode) -> Any:
        options = dict(_OPTIONS)  # with reference counts, which carray needs
        made: Any = ccallback.CFunc(self._function, sigutils.normalize_signature(USER), {}, options)
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


# ---------------------------------------------------------------- entries by name, and what the user is told
def named(path: str) -> Any:
    """The entry "package.module.function"."""
    module, _, name = path.rpartition(".")
    return getattr(importlib.import_module(module), name)


def compile_named(paths: Sequence[str]) -> None:
    """Compile the entries, or take them from the cache."""
    for path in paths:
        _ = named(path).compiled


def compiled(what: str, path: str, together: Sequence[str] = (), beside: Sequence[str] = ()) -> Any:
    """The machine code of the entry `path`, from the cache; if it is not there the user is told, and it is compiled.

    Then `together`, which the same work needs, is compiled with it, and `beside` by a second process meanwhile.
    """
    found = named(path)
    if not isinstance(found, _Lazy):  # without the compiler
        return found
    with _COMPILING:
        if not found.take():
            print(f"snodo: compiling {what}, once on this machine ...", end="", file=sys.stderr, flush=True)
            start = time.perf_counter()
            wait = _compiling_beside([other for other in beside if not named(other).take()])
            compile_named([path, *together])
            wait()
            print(f" {time.perf_counter() - start:.1f} s", file=sys.stderr, flush=True)
    return found.compiled


def _compiling_beside(paths: Sequence[str]) -> Callable[[], None]:
    """Start a process that compiles the entries, if there is a second core; returns how to wait for it.

    Whatever goes wrong there does no harm: what it did not put into the cache is compiled when it is asked for.
    """
    if not paths or (os.cpu_count() or 1) < 2:
        return lambda: None
    command = [sys.executable, "-c", f"from snodo._jit import compile_named; compile_named({list(paths)})"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    try:
        process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    except OSError:
        return lambda: None

    def wait() -> None:
        process.wait()

    return wait


# ---------------------------------------------------------------- a user's function, by its address
USER = i8(f8, types.CPointer(f8), types.CPointer(f8), types.CPointer(f8))
_USER_C = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_double, *[ctypes.POINTER(ctypes.c_double)] * 3)


@intrinsic
def _call_address(typingctx, address, t, array, first_at, second_at, out_at):
    def codegen(context, builder, signature, args):
        address, t, array, *offsets = args
        ir_double = context.get_value_type(types.float64)
        ir_int = context.get_value_type(types.int64)
        data = cgutils.create_struct_proxy(signature.args[2])(context, builder, array).data
        pointers = [builder.gep(data, [offset]) for offset in offsets]
        from llvmlite import ir

        function_type = ir.FunctionType(ir_int, [ir_double, *[p.type for p in pointers]])
        function = builder.inttoptr(address, function_type.as_pointer())
        return builder.call(function, [t, *pointers])

    return types.int64(types.int64, f8, Floats, i8, i8, i8), codegen


if numba.config.DISABLE_JIT:

    def call_user(address, t, array, first_at, second_at, out_at):
        """As below, without the compiler."""
        base = array.ctypes.data
        pointers = [
            ctypes.cast(base + 8 * int(at), ctypes.POINTER(ctypes.c_double)) for at in (first_at, second_at, out_at)
        ]
        return _USER_C(int(address))(t, *pointers)

else:

    @inline
    def call_user(address, t, array, first_at, second_at, out_at):
        """status = f(t, &array[first_at], &array[second_at], &array[out_at]) for the C function at `address`."""
        return _call_address(address, t, array, first_at, second_at, out_at)


def address_of_python(function: Callable[[float, Any, Any, Any], int]) -> tuple[int, Any]:
    """Address of a C function that calls back into Python, and the object that keeps it alive."""
    callback = _USER_C(function)
    return ctypes.cast(callback, ctypes.c_void_p).value or 0, callback


def address_of_compiled(function: Callable[..., Any]) -> tuple[int, Any]:
    """Address of `function(t, first*, second*, out*) -> status` compiled by numba, and what keeps it alive."""
    compiled = numba.cfunc(USER, **_OPTIONS)(function)
    return compiled.address, compiled


def c_entry(function: Callable[..., Any]) -> CEntry:
    """One of our kernels as `function(t, first*, second*, out*) -> status`, cached, called by its address."""
    return CEntry(function)


def jit_user(function: Callable[..., Any]) -> Callable[..., Any]:
    """A user's plain function, for use inside `address_of_compiled`; raises numba's errors when it cannot compile."""
    dispatcher: Callable[..., Any] = njit(boundscheck=True, **_OPTIONS)(function)
    return dispatcher


# ---------------------------------------------------------------- verbs and monitors, by their address
NUMBERS = types.CPointer(f8)
VERB = i8(i8, f8, NUMBERS, NUMBERS, NUMBERS)
MONITOR = i8(i8, i8, f8, f8, NUMBERS, NUMBERS, NUMBERS, NUMBERS, NUMBERS)


@intrinsic
def _array_at(typingctx, place):
    """An array of numbers from a pointer or an address on, without a length that means anything."""
    by_address = isinstance(place, types.Integer)

    def codegen(context, builder, signature, args):
        from numba.np.arrayobj import populate_array

        array = context.make_array(Floats)(context, builder)
        data = builder.inttoptr(args[0], array.data.type) if by_address else args[0]
        length, width = (context.get_constant(types.intp, n) for n in (UNBOUNDED, 8))
        populate_array(array, data=data, shape=[length], strides=[width], itemsize=width, meminfo=None)
        return array._getvalue()

    return Floats(i8 if by_address else types.CPointer(f8)), codegen


@intrinsic
def _grid(typingctx, array, at, rows, columns):
    """Rows of numbers from array[at] on: what `reshape` does with the help of Python."""

    def codegen(context, builder, signature, args):
        from numba.np.arrayobj import populate_array

        data = builder.gep(cgutils.create_struct_proxy(Floats)(context, builder, args[0]).data, [args[1]])
        grid = context.make_array(Table)(context, builder)
        width = context.get_constant(types.intp, 8)
        strides = [builder.mul(args[3], width), width]
        populate_array(grid, data=data, shape=args[2:], strides=strides, itemsize=width, meminfo=None)
        return grid._getvalue()

    return Table(Floats, i8, i8, i8), codegen


def _call_by_address(context, builder, signature, args):
    """The function at the address that comes first, of the arguments behind it; arrays as pointers to their numbers."""
    from llvmlite import ir

    values = [
        cgutils.create_struct_proxy(Floats)(context, builder, x).data if kind == Floats else x
        for kind, x in zip(signature.args[1:], args[1:])
    ]
    function_type = ir.FunctionType(context.get_value_type(types.int64), [x.type for x in values])
    return builder.call(builder.inttoptr(args[0], function_type.as_pointer()), values)


@intrinsic
def _call_verb(typingctx, address, what, t, model, y, out):
    return i8(i8, i8, f8, *[Floats] * 3), _call_by_address


@intrinsic
def _call_monitor(typingctx, address, event, k, t, h, model, y, ydot, clock, notes):
    return i8(i8, i8, i8, f8, f8, *[Floats] * 5), _call_by_address


class ByAddress(_Lazy):
    """A function of numbers and pointers → status, compiled when its address is first asked for."""

    def __init__(self, function: Callable[..., Any], signature: Any) -> None:
        super().__init__(function)
        self._signature = signature

    def _make(self, cache: _MachineCode) -> Any:
        made: Any = ccallback.CFunc(self._function, sigutils.normalize_signature(self._signature), {}, dict(_LEAN))
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
        _NUMBERED.append(function)
        self.address = len(_NUMBERED)


_NUMBERED: list[Callable[..., Any]] = []
_AT: dict[int, Any] = {}
"""Our functions that are called by address, by their addresses."""


def verb(function: Callable[..., Any]) -> Any:
    """A function(what, t, model*, y*, out*) → status of a formulation (`formulations/kernels/verbs.py`)."""
    return _Numbered(function) if numba.config.DISABLE_JIT else ByAddress(function, VERB)


def monitor(function: Callable[..., Any]) -> Any:
    """A function(event, k, t, h, model*, y*, ydot*, clock*, notes*) → answer (`integrators/ode/kernels/monitor.py`)."""
    return _Numbered(function) if numba.config.DISABLE_JIT else ByAddress(function, MONITOR)


if numba.config.DISABLE_JIT:

    def array_at(place):
        """The array itself, or the numbers at an address."""
        if isinstance(place, np.ndarray):
            return place
        return np.frombuffer((ctypes.c_double * UNBOUNDED).from_address(int(place)))

    def call_verb(address, *arguments):
        """As below, without the compiler."""
        return _NUMBERED[address - 1](*arguments)

    call_monitor = call_verb

    def grid(array, at, rows, columns):
        """As below, without the compiler."""
        return array[at : at + rows * columns].reshape(rows, columns)

else:
    array_at, grid = _array_at, _grid
    """The numbers behind a pointer that a verb is given, or at an address that a model has.

    Not a function of ours: those cannot return arrays."""

    @inline
    def call_verb(address, what, t, model, y, out):
        """status = f(what, t, model*, y*, out*) for the verb at `address`."""
        return _call_verb(address, what, t, model, y, out)

    @inline
    def call_monitor(address, event, k, t, h, model, y, ydot, clock, notes):
        """answer = f(event, k, t, h, model*, y*, ydot*, clock*, notes*) for the monitor at `address`."""
        return _call_monitor(address, event, k, t, h, model, y, ydot, clock, notes)


# ---------------------------------------------------------------- rates and projections, by their address
def _function_at(kind: Any) -> Any:
    """Of an address, the function of a declared signature: as an argument from Python it costs 15 µs a call."""

    @intrinsic
    def at(typingctx, address):
        def codegen(context, builder, signature, args):
            from llvmlite import ir

            pointer = ir.IntType(8).as_pointer()
            function = cgutils.create_struct_proxy(kind)(context, builder)
            function.c_addr = builder.inttoptr(args[0], pointer)
            function.py_addr = function.jit_addr = ir.Constant(pointer, None)
            return function._getvalue()

        return kind(i8), codegen

    return at


if numba.config.DISABLE_JIT:

    def rate_at(address):
        """As below, without the compiler."""
        return _NUMBERED[address - 1]

    project_at = rate_at

    def address_of(function: Any) -> int:
        """As below, without the compiler."""
        if function not in _NUMBERED:
            _NUMBERED.append(function)
        return _NUMBERED.index(function) + 1

else:
    rate_at = _function_at(RATE_FUNCTION)
    """The rate at an address."""
    project_at = _function_at(PROJECT_FUNCTION)
    """The projection at an address."""

    def address_of(function: Any) -> int:
        """Address of a compiled rate or projection."""
        return int(ready(function).__wrapper_address__())


# ---------------------------------------------------------------- machine code for other programs
class MachineCode(NamedTuple):
    """A compiled function as an object file for a linker."""

    symbol: str
    data: bytes
    functions: list[str]
    """Names of functions that it needs,"""
    variables: list[str]
    """and of variables."""


def function_at(address: int) -> Any:
    """The function of ours at an address, or None."""
    return _AT.get(address)


def machine_code(function: Any, cpu: str) -> MachineCode:
    """A compiled function as an object file: an entry or a function by address; cpu "native" is this processor."""
    made: Any = getattr(function, "compiled", function)
    if hasattr(made, "_wrapper_name"):  # a CFunc
        symbol, library = made._wrapper_name, made._library
    else:
        found = made.overloads[made.signatures[0]]
        symbol, library = found.fndesc.llvm_cfunc_wrapper_name, found.library
    module, generator = library._get_module_for_linking(), library._codegen
    binding = llvmlite.binding
    native = cpu == "native"
    name = generator._get_host_cpu_name() if native else cpu
    features = generator._get_host_cpu_features() if native else ""
    target = binding.Target.from_triple(binding.get_process_triple())
    machine = target.create_target_machine(cpu=name, features=features, opt=3, reloc="pic", codemodel="default")
    needed = [[x.name for x in kind if x.is_declaration] for kind in (module.functions, module.global_variables)]
    functions = [name for name in needed[0] if not name.startswith("llvm.")]
    return MachineCode(symbol, machine.emit_object(module), functions, needed[1])


carray = numba.carray
UNBOUNDED = 1 << 40
"""Length given to an array made from a bare pointer: the offsets inside are known to be right."""
CompilationError = numba.core.errors.NumbaError
