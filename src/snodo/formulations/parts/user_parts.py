"""The user's own forces and constraints, and the route by which they are evaluated.

`formula`   the function is one formula (given as text, or found by calling it with symbols): it is compiled, and a
            constraint is differentiated exactly by evaluating it with jets
`compiled`  a force function with branches or loops that numba can compile
`called`    anything else: Python is called back at every evaluation (slow), a constraint is differentiated with jets

Formulas and compiled functions keep the values that the function reads besides its arguments as they are when it is
bound (`math/captured.py`).  A function that does not return the same values when called again is refused
(`math/repeatable.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from snodo.errors import MechanismError, Problem
from snodo.formulations.arrays.compiled_laws import compiled_law
from snodo.math.captured import Captured, captured
from snodo.math.expression import Expression, program
from snodo.math.formula_reader import parse
from snodo.math.jet import Jet
from snodo.math.repeatable import REMEDY, Witness, flat_numbers, not_repeatable, points
from snodo.math.tracing import NotTraceable, trace
from snodo.mechanism.constraints import UserConstraint
from snodo.mechanism.forces import POSITION_WORDS, VELOCITY_WORDS, WRENCH_WORDS, UserForce
from snodo.mechanism.functions.python_function import guarded


@dataclass
class Written:
    """A prepared user's function: its route, number of outputs, and a program or an address."""

    route: str
    outputs: int
    program: np.ndarray | None = None
    address: int = 0
    keep_alive: Any = None
    failure: list[BaseException] = field(default_factory=list)
    function: Callable[..., Any] | None = None
    """The original Python function, to find out what went wrong, or whether the values it reads have changed,"""
    held: Captured | None = None
    """and the values it read when it was bound, if the formula or the compiled function keeps them."""
    why: str = ""
    """Why it has no better route."""
    witness: Witness | None = None
    """Calls of a run, to be repeated."""
    expressions: list[Expression] = field(default_factory=list)
    """The formulas of a constraint, in its inputs."""
    general: tuple[bool, ...] = ()
    """For each row on velocities, whether it is not linear in them."""

    @property
    def kind(self) -> str:
        """How the kernel evaluates it."""
        return "formula" if self.program is not None else "called"

    @property
    def scratch(self) -> int:
        """Size of its stack, in numbers."""
        return 0 if self.program is None else 3 * int(self.program[2])


def variables_of(bodies: Sequence[str], words: Sequence[str]) -> list[str]:
    """`crank.x`, `crank.y`, `crank.angle`, one body after the other."""
    return [f"{body}.{word}" for body in bodies for word in words]


# ---------------------------------------------------------------- forces
def force_of(part: UserForce, dimension: int = 2, curves: Mapping[str, Any] | None = None) -> Written:
    """Prepare a force law: the wrench on each body from (t, q, v), as described in `UserForce`."""
    places, speeds = (variables_of(part.bodies, words[dimension]) for words in (POSITION_WORDS, VELOCITY_WORDS))
    names, m, n = ["t", *places, *speeds], len(places), len(speeds)
    if part.formula is not None:
        return _checked(part, parsed(part, names, curves), names, n)
    function: Any = part.function

    def flat(t: Any, *x: Any) -> Any:
        return function(t, vector_of(x[:m]), vector_of(x[m:]))

    reads = captured(function)
    try:
        written = _checked(part, trace(flat, *names, of=function), names, n)
    except NotTraceable as error:
        must_repeat(part, lambda t, x: function(t, x[:m], x[m:]), m + n)
        compiled = compiled_law(function, m, n, reads)
        if isinstance(compiled, str):
            return _called_force(part, function, m, n, f"as a formula: {error}; by numba: {compiled}")
        written = Written("compiled", n, address=compiled.address, keep_alive=compiled, why=str(error))
    written.function, written.held = function, reads
    return written


def must_repeat(part: Any, call: Callable[[float, np.ndarray], Any], count: int) -> None:
    """Refuse a function that does not return the same values when called again; `count`: arguments besides t."""
    how = not_repeatable(call, points(count))
    if how:
        raise MechanismError(Problem(f"{part.title}: {how}", REMEDY, part.where))


def _called_force(part: UserForce, function: Callable[..., Any], m: int, n: int, why: str) -> Written:
    from snodo import _jit

    def answer(t: float, q: Any, v: Any) -> tuple[float, ...]:
        numbers = flat_numbers(function(t, np.array(q), np.array(v)))
        if len(numbers) != n:
            raise MechanismError(_wrong_count(part, len(numbers), n))
        return numbers

    witness = Witness(answer)
    written = Written("called", n, why=why, function=function, witness=witness)

    def call(t: float, q: Any, v: Any, out: Any) -> None:
        given = (t, q[:m], v[:n])
        numbers = answer(*given)
        for k in range(n):
            out[k] = numbers[k]
        witness.note(given, numbers)

    written.address, written.keep_alive = _jit.address_of_python(guarded(call, written.failure))
    return written


# ---------------------------------------------------------------- constraints
def constraint_of(part: UserConstraint, drawn: Sequence[float], dimension: int = 2) -> Written:
    """Prepare the user's rows Φ(t, q) of a Python function; `drawn`: the coordinates of their bodies as drawn."""
    names = ["t", *variables_of(part.bodies, POSITION_WORDS[dimension])]
    function: Any = part.function

    def flat(t: Any, *q: Any) -> Any:
        return function(t, vector_of(q))

    reads = captured(function)
    try:
        expressions = trace(flat, *names, of=function)
    except NotTraceable as error:
        return called_constraint(part, flat, drawn, str(error))
    return Written("formula", len(expressions), program(expressions, names), function=function, held=reads)


def called_constraint(part: Any, flat: Callable[..., Any], drawn: Sequence[float], why: str) -> Written:
    """Φ, Φ̇, Φ̈ along the motion, then ∂Φ/∂q, by calling Python with jets."""
    from snodo import _jit

    n = len(drawn)
    must_repeat(part, lambda t, x: _values(rows_of(part, flat, t, [*x + drawn], 1.0, [0.0] * n)), n)
    written = Written("called", _count(part, flat, drawn), why=why, function=part.function)

    def answer(t: float, q: list[float], v: list[float]) -> tuple[float, ...]:
        return _values(rows_of(part, flat, t, q, 1.0, v))

    witness = written.witness = Witness(answer)

    def call(t: float, q_at: Any, v_at: Any, out: Any) -> None:
        q, v = list(q_at[:n]), list(v_at[:n])
        along = rows_of(part, flat, t, q, 1.0, v)
        if len(along) != written.outputs:
            raise MechanismError(_other_count(part, len(along), written.outputs))
        witness.note((t, q, v), _values(along))
        gradient = [rows_of(part, flat, t, q, 0.0, [float(k == c) for k in range(n)]) for c in range(n)]
        numbers = [x for row in along for x in (row.value, row.first, row.second)]
        numbers += [gradient[c][m].first for m in range(len(along)) for c in range(n)]
        for k, x in enumerate(numbers):
            out[k] = x

    written.address, written.keep_alive = _jit.address_of_python(guarded(call, written.failure))
    return written


def _values(rows: Sequence[Jet]) -> tuple[float, ...]:
    return tuple(float(x) for row in rows for x in (row.value, row.first, row.second))


def _count(part: Any, flat: Callable[..., Any], drawn: Sequence[float]) -> int:
    """Number of rows that the function returns, found by calling it as drawn."""
    try:
        return len(rows_of(part, flat, 0.0, drawn, 1.0, [0.0] * len(drawn)))
    except MechanismError:
        raise
    except Exception as error:
        what = f"{part.title} raises {type(error).__name__} as drawn: {error}"
        taken = "(t, q)" if isinstance(part, UserConstraint) else "(t, q, v)"
        remedy = f"fix the function: it must take {taken} and return a number or a list of numbers"
        raise MechanismError(Problem(what, remedy, part.where)) from error


def rows_of(
    part: Any, flat: Callable[..., Any], t: float, q: Sequence[float], t_dot: float, q_dot: Sequence[float]
) -> list[Jet]:
    """The rows as jets along the direction (t_dot, q_dot)."""
    try:
        result = flat(Jet(t, t_dot), *[Jet(x, x_dot) for x, x_dot in zip(q, q_dot)])
    except MechanismError as error:
        raise MechanismError(
            [Problem(f"{part.title}: {p.what}", p.remedy, part.where) for p in error.problems]
        ) from None
    rows = list(result) if isinstance(result, list | tuple | np.ndarray) else [result]
    return [row if isinstance(row, Jet) else Jet(float(row), 0.0) for row in rows]


# ---------------------------------------------------------------- shared
def vector_of(values: Sequence[Any]) -> Any:
    """An array that the user can index and compute with, for any type of elements."""
    vector = np.empty(len(values), dtype=object)
    vector[:] = values
    return vector if any(not isinstance(x, float) for x in values) else vector.astype(float)


def parsed(part: Any, names: Sequence[str], curves: Mapping[str, Any] | None = None) -> list[Expression]:
    """The formulas of a part, with the numbers of their tables; raises all mistakes in them at once."""
    texts = [part.formula] if isinstance(part.formula, str | Expression) else list(part.formula)
    expressions, problems = [], []
    for text in texts:
        try:
            read = text if isinstance(text, Expression) else parse(str(text), names)
            expressions.append(read.with_curves(curves or {}))
        except MechanismError as error:
            problems += [Problem(f"{part.title}: {p.what}", p.remedy, part.where) for p in error.problems]
    if problems:
        raise MechanismError(problems)
    return expressions


def _checked(part: UserForce, expressions: list[Expression], names: list[str], n: int) -> Written:
    if len(expressions) != n:
        raise MechanismError(_wrong_count(part, len(expressions), n))
    return Written("formula", n, program(expressions, names))


def _wrong_count(part: UserForce, found: int, wanted: int) -> Problem:
    words = WRENCH_WORDS[2 if wanted == 3 * len(part.bodies) else 3]
    remedy = f"give {', '.join(words)} for each of {', '.join(part.bodies)}"
    return Problem(f"{part.title} returns {found} numbers instead of {wanted}", remedy, part.where)


def _other_count(part: Any, found: int, before: int) -> Problem:
    remedy = "return the same number of values for all positions"
    return Problem(f"{part.title} returns {found} values, but {before} as drawn", remedy, part.where)
