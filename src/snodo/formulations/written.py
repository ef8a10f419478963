"""The user's own forces and constraints: by which route they run.

`formula`   the function is one formula (given as text, or found by calling it with symbols): it runs compiled, and a
            constraint is differentiated exactly by running it on jets
`compiled`  a force function with branches or loops that numba can compile
`called`    anything else: Python is called back at every evaluation (slow), a constraint is differentiated with jets
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from snodo.errors import MechanismError, Problem
from snodo.math.expression import Expression, program
from snodo.math.formula_reader import parse
from snodo.math.jet import Jet
from snodo.math.tracing import NotTraceable, trace
from snodo.mechanism.constraints import UserConstraint
from snodo.mechanism.forces import POSITION_WORDS, VELOCITY_WORDS, WRENCH_WORDS, UserForce
from snodo.mechanism.python_function import guarded


@dataclass
class Written:
    """A user's function made ready: its route, number of outputs, and a program or an address."""

    route: str
    outputs: int
    program: np.ndarray | None = None
    address: int = 0
    keep_alive: Any = None
    failure: list[BaseException] = field(default_factory=list)
    function: Callable[..., Any] | None = None
    """The Python function behind a compiled one, to ask it again what went wrong."""

    @property
    def kind(self) -> str:
        """What the kernel does with it."""
        return "formula" if self.program is not None else "called"

    @property
    def scratch(self) -> int:
        """Numbers of stack it needs."""
        return 0 if self.program is None else 3 * int(self.program[2])


def variables_of(bodies: Sequence[str], words: Sequence[str]) -> list[str]:
    """`crank.x`, `crank.y`, `crank.angle`, one body after the other."""
    return [f"{body}.{word}" for body in bodies for word in words]


# ---------------------------------------------------------------- forces
def force_of(part: UserForce, dimension: int = 2) -> Written:
    """Make a force law ready: the wrench on each body from (t, q, v), in the words of `UserForce`."""
    places, speeds = (variables_of(part.bodies, words[dimension]) for words in (POSITION_WORDS, VELOCITY_WORDS))
    names, m, n = ["t", *places, *speeds], len(places), len(speeds)
    if part.formula is not None:
        return _checked(part, parsed(part, names), names, n)
    function: Any = part.function

    def flat(t: Any, *x: Any) -> Any:
        return function(t, vector_of(x[:m]), vector_of(x[m:]))

    try:
        return _checked(part, trace(flat, *names), names, n)
    except NotTraceable:
        return _compiled(function, m, n) or _called_force(part, function, m, n)


def _compiled(function: Callable[..., Any], m: int, n: int) -> Written | None:
    """Through numba, or None if it cannot; m coordinates, n velocities and as many results."""
    from snodo import _jit

    try:
        user = _jit.jit_user(function)
    except TypeError:  # an object that can be called, but not a function
        return None
    carray = _jit.carray
    lines = [
        "def call(t, q_at, v_at, out_at):",
        "    try:",
        "        r = user(t, carray(q_at, m), carray(v_at, n))",
        "        if len(r) != n:",
        "            return 1",
        *[f"        out_at[{k}] = r[{k}]" for k in range(n)],
        "    except Exception:",
        "        return 1",
        "    return 0",
    ]
    scope: dict[str, Any] = {"user": user, "carray": carray, "m": m, "n": n}
    exec("\n".join(lines), scope)  # our own text: the results are unrolled so that a tuple of mixed numbers will do
    try:
        address, keep = _jit.address_of_compiled(scope["call"])
    except _jit.CompilationError:
        return None
    return Written("compiled", n, address=address, keep_alive=keep, function=function)


def _called_force(part: UserForce, function: Callable[..., Any], m: int, n: int) -> Written:
    from snodo import _jit

    written = Written("called", n)

    def call(t: float, q: Any, v: Any, out: Any) -> None:
        result = np.asarray(function(t, np.array(q[:m]), np.array(v[:n])), dtype=float).ravel()
        if result.size != n:
            raise MechanismError(_wrong_count(part, result.size, n))
        for k in range(n):
            out[k] = result[k]

    written.address, written.keep_alive = _jit.address_of_python(guarded(call, written.failure))
    return written


# ---------------------------------------------------------------- constraints
def constraint_of(part: UserConstraint, drawn: Sequence[float], dimension: int = 2) -> Written:
    """Make the user's rows Φ(t, q) ready; `drawn`: the coordinates of its bodies as drawn."""
    names = ["t", *variables_of(part.bodies, POSITION_WORDS[dimension])]
    if part.formula is not None:
        expressions = parsed(part, names)
        return Written("formula", len(expressions), program(expressions, names))
    function: Any = part.function

    def flat(t: Any, *q: Any) -> Any:
        return function(t, vector_of(q))

    try:
        expressions = trace(flat, *names)
    except NotTraceable:
        return called_constraint(part, flat, drawn)
    return Written("formula", len(expressions), program(expressions, names))


def called_constraint(part: Any, flat: Callable[..., Any], drawn: Sequence[float]) -> Written:
    """Φ, Φ̇, Φ̈ along the motion, then ∂Φ/∂q, by calling Python with jets."""
    from snodo import _jit

    n = len(drawn)
    written = Written("called", _count(part, flat, drawn))

    def call(t: float, q_at: Any, v_at: Any, out: Any) -> None:
        q, v = list(q_at[:n]), list(v_at[:n])
        along = rows_of(part, flat, t, q, 1.0, v)
        if len(along) != written.outputs:
            raise MechanismError(_other_count(part, len(along), written.outputs))
        gradient = [rows_of(part, flat, t, q, 0.0, [float(k == c) for k in range(n)]) for c in range(n)]
        numbers = [x for row in along for x in (row.value, row.first, row.second)]
        numbers += [gradient[c][m].first for m in range(len(along)) for c in range(n)]
        for k, x in enumerate(numbers):
            out[k] = x

    written.address, written.keep_alive = _jit.address_of_python(guarded(call, written.failure))
    return written


def _count(part: Any, flat: Callable[..., Any], drawn: Sequence[float]) -> int:
    """How many rows the function gives, found by calling it as drawn."""
    try:
        return len(rows_of(part, flat, 0.0, drawn, 1.0, [0.0] * len(drawn)))
    except MechanismError:
        raise
    except Exception as error:
        what = f"{part.title} raises {type(error).__name__} as drawn: {error}"
        taken = "(t, q)" if isinstance(part, UserConstraint) else "(t, q, v)"
        remedy = f"mend the function; it must take {taken} and return a number or a list of numbers"
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
    """An array the user can index and compute with, whatever its elements are."""
    vector = np.empty(len(values), dtype=object)
    vector[:] = values
    return vector if any(not isinstance(x, float) for x in values) else vector.astype(float)


def parsed(part: Any, names: Sequence[str]) -> list[Expression]:
    """The formulas of a part, with every mistake in them raised at once."""
    texts = [part.formula] if isinstance(part.formula, str | Expression) else list(part.formula)
    expressions, problems = [], []
    for text in texts:
        try:
            expressions.append(text if isinstance(text, Expression) else parse(str(text), names))
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
    return Problem(f"{part.title} gives {found} numbers where {wanted} are needed", remedy, part.where)


def _other_count(part: Any, found: int, before: int) -> Problem:
    remedy = "return the same number of values wherever the bodies are"
    return Problem(f"{part.title} gives {found} values where it gave {before} as drawn", remedy, part.where)
