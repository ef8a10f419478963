"""Python functions f(t, x) → numbers, compiled by numba with one signature and called by their address.

Compiled functions are known by their code and by the values they read besides their arguments (`captured.py`), which
numba keeps inside the machine code: each is compiled once in a session.
"""

from __future__ import annotations

import builtins
import types
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import numpy as np

from snodo.errors import Problem
from snodo.math.byte_code import scan
from snodo.math.captured import Captured
from snodo.math.jet import NotDifferentiable, Operators
from snodo.math.repeatable import flat_numbers, points

KEPT = 64
"""Compiled functions, and functions that cannot be compiled, that are remembered."""
AGREE = 1e-10
"""Relative difference between compiled and called values that is allowed."""
_made: OrderedDict[Any, Any] = OrderedDict()


def compiled_outputs(function: Callable[..., Any], inputs: int, outputs: int, reads: Captured) -> Any:
    """Machine code of a function of t and some numbers, as (address, what keeps it alive); or why there is none."""
    if any(isinstance(kept, tuple) and kept[0] == "object at" for _, kept in reads.contents):
        return reads.doubt
    key = (reads.contents, inputs, outputs)
    if key not in _made:
        found = _compiled(function, inputs, outputs)
        if not isinstance(found, str):
            found = _differs(function, found, inputs, outputs) or found
        _made[key] = found
        while len(_made) > KEPT:
            _made.popitem(last=False)
    return _made[key]


def _compiled(function: Callable[..., Any], inputs: int, outputs: int) -> Any:
    from snodo import _jit

    if not isinstance(getattr(function, "py_func", function), types.FunctionType):
        return "it is a method or an object, not a function"
    results = [f"out_at[{k}] = r[{k}]" for k in range(outputs)]
    attempts = [["if len(r) != n:", "    return 1", *results]]
    if outputs == 1:
        attempts.insert(0, ["out_at[0] = r"])
    said = ""
    for taken in attempts:
        head = ["def call(t, x_at, _, out_at):", "    try:", "        r = user(t, carray(x_at, m))"]
        lines = [
            *head,
            *(f"        {line}" for line in taken),
            "    except Exception:",
            "        return 1",
            "    return 0",
        ]
        try:
            user = _jit.jit_user(detached(function)) if isinstance(function, types.FunctionType) else function
            scope: dict[str, Any] = {"user": user, "carray": _jit.carray, "m": inputs, "n": outputs}
            exec("\n".join(lines), scope)  # our own text: results are taken one by one, so that mixed numbers will do
            return _jit.address_of_compiled(scope["call"])
        except Exception as error:
            said = shortly(error)
    return said


def detached(function: types.FunctionType) -> types.FunctionType:
    """The same code with the same values, without a tie to the user's function and its module."""
    names = scan(function.__code__).globals
    scope = {word: function.__globals__[word] for word in names if word in function.__globals__}
    scope |= {"__builtins__": builtins, "__name__": function.__module__}
    cells = tuple(types.CellType(cell.cell_contents) for cell in function.__closure__ or ())
    copy = types.FunctionType(function.__code__, scope, function.__name__, function.__defaults__, cells)
    copy.__kwdefaults__ = function.__kwdefaults__
    return copy


def shortly(error: Exception) -> str:
    """The line of numba's message that says most."""
    lines = [line.strip() for line in str(error).splitlines()]
    said = [line for line in lines if line and not line.startswith(("Failed in", "File", "During", "^"))]
    return f"{type(error).__name__}: {said[0][:160]}" if said else type(error).__name__


def _differs(function: Callable[..., Any], made: tuple[int, Any], inputs: int, outputs: int) -> str:
    """Where the machine code does not give what Python gives; empty if it does."""
    import ctypes

    pointer = ctypes.POINTER(ctypes.c_double)
    for t, x in points(inputs):
        out = np.zeros(outputs)
        try:
            with np.errstate(all="ignore"):
                there = np.array(flat_numbers(function(t, x.copy())))
        except Exception:
            continue
        status = made[1].ctypes(t, *(a.ctypes.data_as(pointer) for a in (x, x, out)))
        if there.size == outputs and np.isfinite(there).all() and (status or not np.allclose(out, there, AGREE, AGREE)):
            return f"compiled it gives {out.tolist()} at t = {t:g} s, but called in Python {there.tolist()}"
    return ""


class CompiledOutput:
    """One of the numbers that a compiled function gives, as an operation of a formula with the arguments t, x₁ … xₙ."""

    code = "CALLED"

    def __init__(
        self, name: str, function: Callable[..., Any], made: tuple[int, Any], sizes: tuple[int, int, int]
    ) -> None:
        """Name for messages, the Python function, its machine code; inputs, outputs and which output is meant."""
        self.name, self.function, self.made, self.sizes = name, function, made, sizes
        self.arguments = sizes[0] + 1

    @property
    def key(self) -> tuple[Any, ...]:
        """Equal for the same output of the same machine code."""
        return (self.made[0], self.sizes)

    @property
    def pack(self) -> np.ndarray:
        """The numbers for the kernel (`kernels/called.py`)."""
        inputs, outputs, which = self.sizes
        numbers = np.zeros(4 + inputs + outputs)
        numbers.view(np.int64)[0] = self.made[0]
        numbers[1:4] = inputs, outputs, which
        return numbers

    def __call__(self, t: Any, *x: Any) -> Any:
        """Its value, by calling Python; NaN where that fails."""
        if any(isinstance(a, Operators) for a in (t, *x)):
            raise NotDifferentiable(Problem(f"{self.name} is compiled and has no exact derivatives", "use a formula"))
        arrays = np.broadcast_arrays(t, *x)
        flat = [self._one(*row) for row in zip(*(np.asarray(a, float).ravel().tolist() for a in arrays))]
        return np.array(flat).reshape(arrays[0].shape)[()]

    def _one(self, t: float, *x: float) -> float:
        try:
            with np.errstate(all="ignore"):
                return float(flat_numbers(self.function(t, np.array(x)))[self.sizes[2]])
        except (ArithmeticError, ValueError, IndexError):
            return float("nan")
