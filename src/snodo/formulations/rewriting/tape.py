"""A tape: arithmetic that is recorded once, with the numbers of the moment, and repeated with others by a kernel.

    x = tape.input(0.3)
    y = (2.0 * x + 1.0).sqrt()        y.value, and an instruction on the tape

Equal operations are recorded once.  A comparison is answered from the numbers of the moment and recorded as a guard:
where it would have another answer, the tape does not hold (`kernels/rewriting.py`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from snodo.formulations.kernels import rewriting as code
from snodo.math.expression import MEANING, Expression
from snodo.math.spread import spread_of

Array = np.ndarray
Value = Any
"""A number on a tape, or a plain one."""


class NotRecorded(Exception):
    """An operation that a tape does not have."""


class Tape:
    """The instructions, in order: (operation, a, b, …) with the indices of earlier numbers."""

    def __init__(self) -> None:
        self.steps: list[tuple[int, ...]] = []
        self.values: list[float] = []
        self.inputs: list[int] = []
        self.guards: dict[tuple[int, int], bool] = {}
        """Whether the first of two numbers is smaller than the second."""
        self.hidden: set[int] = set()
        """Numbers that only lead to others: no number of a model is one of them."""
        self._known: dict[tuple[int, ...], Recorded] = {}
        self._constants: dict[float, Recorded] = {}

    def input(self, value: float) -> Recorded:
        """A number that will be given."""
        found = self._append((code.INPUT, len(self.inputs), 0), value)
        self.inputs.append(found.index)
        return found

    def constant(self, value: Any) -> Recorded:
        """A plain number on the tape."""
        value = float(value)
        if value not in self._constants:
            self._constants[value] = self._append((code.CONSTANT, 0, 0), value)
        return self._constants[value]

    def operation(self, kind: int, a: Value, b: Value = 0.0) -> Recorded:
        """The result of an operation, recorded once."""
        first, second = (x if isinstance(x, Recorded) else self.constant(x) for x in (a, b))
        key = kind, first.index, second.index
        if key not in self._known:
            self._known[key] = self._append(key, _calculated(kind, first.value, second.value))
        return self._known[key]

    def spread(self, moments: Sequence[Value]) -> list[Recorded]:
        """λ, u, v_y and v_z of an inertia given by its moments xx, xy, xz, yy, yz, zz (`math/spread.py`)."""
        own = [x if isinstance(x, Recorded) else self.constant(x) for x in moments]
        key = (code.SPREAD, *(x.index for x in own))
        if key not in self._known:
            xx, xy, xz, yy, yz, zz = (x.value for x in own)
            found = spread_of(np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]))
            values = [found.round, *found.u, found.y, found.z]
            first = self._append(key, values[0])
            for k, value in enumerate(values[1:], 1):
                self._append((code.PART, first.index, k), value)
            self._known[key] = first
        at = self._known[key].index
        return [Recorded(self, at + k, self.values[at + k]) for k in range(6)]

    def guard(self, a: Value, b: Value) -> bool:
        """Whether a < b, now and wherever the tape holds."""
        first, second = (x if isinstance(x, Recorded) else self.constant(x) for x in (a, b))
        answer = first.value < second.value
        self.guards[first.index, second.index] = answer
        return answer

    def hide(self, *numbers: Value) -> None:
        """Say that no number of a model is one of these."""
        self.hidden |= {x.index for x in numbers if isinstance(x, Recorded)}

    def sizes(self) -> Array:
        """For each number the size of what it is a sum or difference of, to which its rounding is relative."""
        found: list[float] = []
        for (kind, *operands), value in zip(self.steps, self.values):
            own = abs(value)
            if kind in (code.ADD, code.SUBTRACT):
                own = max(own, *(found[k] for k in operands))
            elif kind in (code.MULTIPLY, code.DIVIDE):
                (p, q), (a, b) = (found[k] for k in operands), (abs(self.values[k]) for k in operands)
                own = max(own, p * b, q * a) if kind == code.MULTIPLY else max(own, p / b, q * a / (b * b))
            found.append(own)
        return np.array(found)

    def _append(self, step: tuple[int, ...], value: float) -> Recorded:
        if not math.isfinite(value):
            raise NotRecorded("the result is not finite")
        self.steps.append(step)
        self.values.append(float(value))
        return Recorded(self, len(self.steps) - 1, float(value))


def _calculated(kind: int, a: float, b: float) -> float:
    with np.errstate(all="ignore"):
        return float(_MEANING[kind](np.float64(a), np.float64(b)))


def _of_one(name: str) -> Callable[[Any, Any], Any]:
    return lambda a, _: MEANING[name](a)


_MEANING: dict[int, Callable[[Any, Any], Any]] = {
    code.ADD: lambda a, b: a + b,
    code.SUBTRACT: lambda a, b: a - b,
    code.MULTIPLY: lambda a, b: a * b,
    code.DIVIDE: lambda a, b: a / b,
    code.POWER: lambda a, b: a**b,
    code.ATAN2: np.arctan2,
    code.MINIMUM: np.minimum,
    code.MAXIMUM: np.maximum,
    **{getattr(code, name.upper()): _of_one(name) for name in code.OF_ONE},
}
_OF_FORMULAS = {"+": code.ADD, "-": code.SUBTRACT, "*": code.MULTIPLY, "/": code.DIVIDE, "**": code.POWER}
_OF_FORMULAS |= {"atan2": code.ATAN2, "min": code.MINIMUM, "max": code.MAXIMUM}
_OF_FORMULAS |= {name: getattr(code, name.upper()) for name in code.OF_ONE}


class Recorded:
    """A number on a tape; plain numbers that it meets become constants."""

    __slots__ = ("index", "tape", "value")

    def __init__(self, tape: Tape, index: int, value: float) -> None:
        self.tape, self.index, self.value = tape, index, value

    def __add__(self, other: Value) -> Recorded:
        return self if _is(other, 0.0) else self.tape.operation(code.ADD, self, other)

    def __radd__(self, other: Value) -> Recorded:
        return self if _is(other, 0.0) else self.tape.operation(code.ADD, other, self)

    def __sub__(self, other: Value) -> Recorded:
        return self if _is(other, 0.0) else self.tape.operation(code.SUBTRACT, self, other)

    def __rsub__(self, other: Value) -> Recorded:
        return self.tape.operation(code.SUBTRACT, other, self)

    def __mul__(self, other: Value) -> Value:
        if _is(other, 0.0) or _is(other, 1.0):
            return self if other else 0.0
        return self.tape.operation(code.MULTIPLY, self, other)

    __rmul__ = __mul__

    def __truediv__(self, other: Value) -> Recorded:
        return self if _is(other, 1.0) else self.tape.operation(code.DIVIDE, self, other)

    def __rtruediv__(self, other: Value) -> Value:
        return 0.0 if _is(other, 0.0) else self.tape.operation(code.DIVIDE, other, self)

    def __neg__(self) -> Recorded:
        return self.tape.operation(code.SUBTRACT, 0.0, self)

    def __lt__(self, other: Value) -> bool:
        return self.tape.guard(self, other)

    def __gt__(self, other: Value) -> bool:
        return self.tape.guard(other, self)

    def sqrt(self) -> Recorded:
        """Its square root."""
        return self.tape.operation(code.SQRT, self)

    def __bool__(self) -> bool:
        raise NotRecorded("whether a number is zero")

    def __float__(self) -> float:
        raise NotRecorded("a number on a tape as a plain one")


def _is(x: Value, value: float) -> bool:
    return not isinstance(x, Recorded) and float(x) == value


def number(x: Value) -> float:
    """The number of the moment."""
    return x.value if isinstance(x, Recorded) else float(x)


def applied(name: str, x: Value, *more: Value) -> Value:
    """A function or operation of formulas, by its name there."""
    tape = next((a.tape for a in (x, *more) if isinstance(a, Recorded)), None)
    if tape is None:
        with np.errstate(all="ignore"):
            return float(MEANING[name](*[np.float64(a) for a in (x, *more)]))
    if name not in _OF_FORMULAS:
        raise NotRecorded(name)
    return tape.operation(_OF_FORMULAS[name], x, *more)


def root(x: Value) -> Value:
    """The square root."""
    return applied("sqrt", x)


def formula(expression: Expression, known: dict[str, Value], see: Callable[[Value], None] | None = None) -> Value:
    """The value of a formula; `see` is shown the value of each of its parts that has one."""
    stack: list[Value] = []
    for node in expression.nodes():
        if node.operation == "constant":
            stack.append(node.value)
            continue
        if node.operation == "variable":
            stack.append(known.get(node.name))
            continue
        taken = stack[len(stack) - len(node.arguments) :]
        del stack[len(stack) - len(node.arguments) :]
        done = None if any(x is None for x in taken) else applied(node.operation, *taken)
        stack.append(done)
        if see is not None and done is not None:
            see(done)
    return stack.pop()
