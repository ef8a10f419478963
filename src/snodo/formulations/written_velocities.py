"""The user's own rows on velocities, g(t, q, v) = A(q) v − b(t) = 0: by which route they run, and that they are linear.

With x = (q, v) they are differentiated as rows Φ(t, x) are (`written.py`): exactly, by jets.  Along the motion
ġ = g_t + g_q q̇ + A v̇, and along a velocity alone the second derivative of g must vanish.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from snodo.errors import MechanismError, Problem
from snodo.formulations.written import Written, called_constraint, parsed, rows_of, variables_of, vector_of
from snodo.math.expression import program
from snodo.math.jet import Jet
from snodo.math.tracing import NotTraceable, trace
from snodo.mechanism.forces import POSITION_WORDS, VELOCITY_WORDS
from snodo.mechanism.velocity_constraints import VelocityConstraint

SAMPLES = 5
"""Random states in which linearity is looked at."""
CURVED = 1e-9
"""Second derivative along a velocity, relative to the size of the row, from which on it is not linear."""


def velocity_constraint_of(part: VelocityConstraint, drawn: Sequence[float], dimension: int = 2) -> Written:
    """Make the user's rows ready; `drawn`: the coordinates of its bodies as drawn."""
    places, speeds = (variables_of(part.bodies, words[dimension]) for words in (POSITION_WORDS, VELOCITY_WORDS))
    names, at_rest = ["t", *places, *speeds], [*drawn, *[0.0] * len(speeds)]
    if part.formula is not None:
        expressions = parsed(part, names)
    else:
        flat = _flat(part, len(places))
        try:
            expressions = trace(flat, *names)
        except NotTraceable:
            written = called_constraint(part, flat, at_rest)
            _must_be_linear(part, flat, drawn, len(speeds))
            return written

    def evaluated(*x: Any) -> list[Any]:
        return [expression.evaluate(dict(zip(names, x))) for expression in expressions]

    _must_be_linear(part, evaluated, drawn, len(speeds))
    return Written("formula", len(expressions), program(expressions, names))


def _flat(part: VelocityConstraint, m: int) -> Callable[..., Any]:
    function: Any = part.function

    def flat(t: Any, *x: Any) -> Any:
        return function(t, vector_of(x[:m]), vector_of(x[m:]))

    return flat


def _must_be_linear(part: VelocityConstraint, flat: Callable[..., Any], drawn: Sequence[float], speeds: int) -> None:
    """Along a line in the velocities, at random ones, no row has a second derivative."""
    random = np.random.default_rng(0)
    for _ in range(SAMPLES):
        v, direction = random.standard_normal(speeds), random.standard_normal(speeds)
        rows = rows_of(part, flat, 0.0, [*drawn, *v], 0.0, [*[0.0] * len(drawn), *direction])
        for k, row in enumerate(rows, 1):
            if abs(row.second) > CURVED * (abs(row.first) + abs(row.value)):
                raise MechanismError(_not_linear(part, k, row))


def _not_linear(part: VelocityConstraint, k: int, row: Jet) -> Problem:
    what = f"{part.title}: row {k} is not linear in the velocities: its second derivative along one is {row.second:.3g}"
    return Problem(what, "write it as A(q) v − b(t) with A and b free of velocities", part.where)
