"""The user's own rows on velocities, c(t, q, v) = 0: how they are evaluated, and which are linear, A(q) v − b(t).

With x = (q, v) they are differentiated like rows Φ(t, x) (`user_parts.py`): exactly, by jets.  Along the motion
ċ = c_t + c_q q̇ + A v̇ with A = ∂c/∂v.  A row is linear if in any direction of velocities its second derivative
vanishes, and half-way between two velocities it is the mean of its values there, which excludes |v|.  All others are
general rows: their A depends on v.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np

from snodo.errors import MechanismError, Problem, SnodoError
from snodo.formulations.parts.user_parts import Written, called_constraint, parsed, rows_of, variables_of, vector_of
from snodo.math.captured import captured
from snodo.math.expression import program
from snodo.math.jet import Jet
from snodo.math.tracing import NotTraceable, trace
from snodo.mechanism.forces import POSITION_WORDS, VELOCITY_WORDS
from snodo.mechanism.velocity_constraints import VelocityConstraint

SAMPLES = 5
"""Number of random states in which linearity is checked."""
CURVED = 1e-9
"""Second derivative or deviation from the mean, relative to the size of the row, above which it is not linear."""


def velocity_constraint_of(
    part: VelocityConstraint, drawn: Sequence[float], dimension: int = 2, curves: Mapping[str, Any] | None = None
) -> Written:
    """Prepare the user's rows; `drawn`: the coordinates of their bodies as drawn."""
    places, speeds = (variables_of(part.bodies, words[dimension]) for words in (POSITION_WORDS, VELOCITY_WORDS))
    names, at_rest = ["t", *places, *speeds], [*drawn, *[0.0] * len(speeds)]
    if part.formula is not None:
        expressions = parsed(part, names, curves)
        _must_have_rows(part, len(expressions))
    else:
        flat = _flat(part, len(places))
        function: Any = part.function
        reads = captured(function)
        try:
            expressions = trace(flat, *names, of=function)
        except NotTraceable as error:
            written = called_constraint(part, flat, at_rest, str(error))
            _must_have_rows(part, written.outputs)
            _must_move(part, flat, drawn, len(speeds))
            written.general = _curved(part, flat, drawn, len(speeds), written.outputs)
            return written
        _must_have_rows(part, len(expressions))
    for k, expression in enumerate(expressions, 1):
        if expression.variables().isdisjoint(speeds):
            raise MechanismError(_without_velocity(part, k, f": {expression}", speeds))

    def evaluated(*x: Any) -> list[Any]:
        return [expression.evaluate(dict(zip(names, x))) for expression in expressions]

    written = Written("formula", len(expressions), program(expressions, names))
    written.general = _curved(part, evaluated, drawn, len(speeds), len(expressions))
    if part.function is not None:
        written.function, written.held = part.function, reads
    return written


def _flat(part: VelocityConstraint, m: int) -> Callable[..., Any]:
    function: Any = part.function

    def flat(t: Any, *x: Any) -> Any:
        return function(t, vector_of(x[:m]), vector_of(x[m:]))

    return flat


def _curved(
    part: VelocityConstraint, flat: Callable[..., Any], drawn: Sequence[float], speeds: int, rows: int
) -> tuple[bool, ...]:
    """For each row, whether it is curved between random velocities, small and large, of all signs.

    As drawn, and in random configurations at random times, where a row may have no value.  A row that has no value for
    some velocities as drawn is not linear either.  A row of straight pieces is refused: it has no derivatives where
    they meet.
    """
    random, found = np.random.default_rng(0), _Bent(np.zeros(rows, bool), np.zeros(rows))
    for k in range(SAMPLES):
        v, other = random.standard_normal(speeds) * 10.0 ** (k - 2), random.standard_normal(speeds)
        aside, t = np.asarray(drawn, float) + random.standard_normal(len(drawn)), float(random.uniform(0.1, 3.0))
        for w in (other, -2.0 * v):
            try:
                found.look(*(_along(part, flat, 0.0, drawn, x, w - v) for x in (v, w, 0.5 * (v + w))))
            except (SnodoError, ArithmeticError, ValueError):
                return (True,) * rows
            with suppress(SnodoError, ArithmeticError, ValueError):
                found.look(*(_along(part, flat, t, aside, x, w - v) for x in (v, w, 0.5 * (v + w))), elsewhere=True)
    for row in np.flatnonzero(~found.curved & (found.kinks != 0.0)).tolist():
        told = (
            f"half-way between two of them it deviates by {found.kinks[row]:.3g} from their mean, without being curved"
        )
        what = f"{part.title}: row {row + 1} has a kink or a jump in the velocities: {told}"
        raise MechanismError(
            Problem(what, "write a relation with derivatives, such as sqrt(v^2 + e^2) for |v|", part.where)
        )
    return tuple(found.curved.tolist())


@dataclass
class _Bent:
    """Rows that are curved, and the largest kinks of the others."""

    curved: np.ndarray
    kinks: np.ndarray

    def look(self, first: list[Jet], last: list[Jet], middle: list[Jet], *, elsewhere: bool = False) -> None:
        """Compare the rows at two velocities and half-way; elsewhere, numbers that are not finite tell nothing."""
        for row, (a, b, m) in enumerate(zip(first, last, middle)):
            with np.errstate(invalid="ignore", over="ignore"):
                size = abs(a.value) + abs(b.value) + abs(m.value) + abs(m.first)
                kink = m.value - 0.5 * (a.value + b.value)
            if elsewhere and not np.isfinite([size, kink, m.second]).all():
                continue
            self.curved[row] |= not abs(m.second) <= CURVED * size
            if not abs(kink) <= CURVED * size:
                self.kinks[row] = max(self.kinks[row], abs(kink))


def _along(
    part: VelocityConstraint, flat: Callable[..., Any], t: float, q: Sequence[float] | np.ndarray, v: Any, w: Any
) -> list[Jet]:
    """The rows in a configuration with the velocities v, along the direction w of velocities."""
    return rows_of(part, flat, t, [*q, *v], 0.0, [*[0.0] * len(q), *w])


def _must_have_rows(part: VelocityConstraint, count: int) -> None:
    if not count:
        remedy = "give a formula, or return one number or a list of them; or remove the constraint"
        raise MechanismError(Problem(f"{part.title} has no rows: its list is empty", remedy, part.where))


def _must_move(part: VelocityConstraint, flat: Callable[..., Any], drawn: Sequence[float], speeds: int) -> None:
    """Refuse a row of a Python function that does not depend on velocities."""
    v = np.random.default_rng(0).standard_normal(speeds)
    for k, row in enumerate(_along(part, flat, 0.0, drawn, v, v), 1):
        if row.first == 0.0 and row.value != 0.0:
            told = f" as drawn: it is {row.value:.3g} there for all of them"
            raise MechanismError(_without_velocity(part, k, told, ["v[0]"]))


def _without_velocity(part: VelocityConstraint, k: int, told: str, speeds: Sequence[str]) -> Problem:
    what = f"{part.title}: row {k} does not depend on velocities{told}"
    remedy = f"write a relation between velocities such as {speeds[0]}, or a constraint on positions: m.constraint(…)"
    return Problem(what, remedy, part.where)
