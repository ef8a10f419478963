"""Options and passes of the compiler, and the declared signatures of the seams."""

from __future__ import annotations

from typing import Any

import numba
from numba import njit, types
from numba.core import codegen, compiler, lowering
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import NativeLowering
from numba.extending import intrinsic as intrinsic  # for kernels

OPTIONS: dict[str, Any] = {"fastmath": {"contract", "nsz"}, "error_model": "numpy"}
LEAN: dict[str, Any] = {**OPTIONS, "_nrt": False}
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
USER = i8(f8, types.CPointer(f8), types.CPointer(f8), types.CPointer(f8))
NUMBERS = types.CPointer(f8)
VERB = i8(i8, f8, NUMBERS, NUMBERS, NUMBERS)
MONITOR = i8(i8, i8, f8, f8, NUMBERS, NUMBERS, NUMBERS, NUMBERS, NUMBERS)

carray = numba.carray
Machine = tuple[str, str, str]
"""Triple, processor and features, as numba names them."""
_WIDE = ("x86-64-v4", "skylake-avx512", "cascadelake", "icelake", "sapphirerapids", "znver4", "znver5")
_FOUR = ("x86-64-v3", "haswell", "broadwell", "skylake", "alderlake", "znver1", "znver2", "znver3")


def lanes_of(machine: Machine) -> int:
    """How many float64 a register of a processor holds: 8 with AVX-512, 4 with AVX, else 2.

    A processor that is chosen by its name alone (NUMBA_CPU_NAME) has no list of features.
    """
    _, name, features = machine
    if "+avx512f" in features or (not features and name.startswith(_WIDE)):
        return 8
    return 4 if "+avx" in features or (not features and name.startswith(_FOUR)) else 2


def target_machine() -> Machine:
    """What kernels are compiled for in this process."""
    found: Machine = numba.core.registry.cpu_target.target_context.codegen().magic_tuple()
    return found


class _Lower(lowering.Lower):
    """Errors without their place in the source, which would be one on the machine that has built a wheel."""

    def return_exception(self, exc_class: Any, exc_args: Any = None, loc: Any = None) -> None:
        super().return_exception(exc_class, exc_args)


class _LevelLower(_Lower):
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
class _Lowering(NativeLowering):
    _name = "native_lowering_without_places"
    lowering_class = _Lower


class Whole(compiler.CompilerBase):
    """Numba's passes, for entries."""

    def define_pipelines(self) -> list[Any]:
        """As numba asks for them."""
        passes = compiler.DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.passes = [(_Lowering if kind is NativeLowering else kind, what) for kind, what in passes.passes]
        passes.finalize()
        return [passes]


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
_INNER: dict[str, Any] = {"pipeline_class": _Level, "no_cpython_wrapper": True, "no_cfunc_wrapper": True, **LEAN}
INLINED: dict[str, Any] = {"forceinline": True, **_INNER}
inline = njit(**INLINED)
kernel = njit(**_INNER)
