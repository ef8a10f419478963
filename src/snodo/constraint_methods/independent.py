"""Independent velocities by name: from the names a user gives to the columns of v."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import NameNotFound, Problem, SnodoError, suggestion
from snodo.formulations.base import Array
from snodo.formulations.rank import independent_rows_of

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

UNIT = 1e-9
"""Largest difference of a gradient from ± a unit vector."""
LISTED = 12
"""Number of candidates that an error lists."""
ROTATING = (("omega", "wz", "w3"), ("wx", "w1"), ("wy", "w2"))
"""Words for one component of the angular velocity in the plane, in world axes and in those of the body."""


def independent_columns(F: Formulation, q: Any, names: Sequence[str], t: float = 0.0, v: Any = None) -> list[int]:
    """Columns of v for the names of independent velocities, in the given order.

    A name is a velocity ("crank.omega"), a coordinate whose rate is one velocity ("crank.angle"), or a joint or its
    coordinate ("A", "A.angle") with ∂x/∂v = ± a unit vector.  Raises SnodoError for names that are unknown, repeated or
    too many or too few: their number is that of the degrees of freedom in q at time t [s].
    """
    q = np.asarray(q, float)
    if isinstance(names, str):
        names = [names]
    if not isinstance(names, Sequence):
        raise SnodoError(Problem(f"independent is {names!r}", "give a name, or a list of names"))
    problems: list[Problem] = []
    found: dict[int, str] = {}
    for name in names:
        column = _column(F, q, name)
        if isinstance(column, Problem):
            problems.append(column)
        elif column in found:
            same = "it" if found[column] == name else f"the same velocity as {found[column]!r}"
            problems.append(Problem(f"independent: {name!r} repeats {same}", "name each velocity once"))
        else:
            found[column] = name
    if problems:
        raise (NameNotFound if any("there is no" in problem.what for problem in problems) else SnodoError)(problems)
    _refuse_number(F, q, t, list(names), v)
    return list(found)


def freedom(F: Formulation, q: Any, t: float = 0.0, v: Any = None) -> int:
    """Number of degrees of freedom: nv − rank Φ_v in q at time t [s]; general rows need v."""
    return F.nv - int(independent_rows_of(F, q, t, v).sum())


def _refuse_number(F: Formulation, q: Array, t: float, names: list[str], v: Any) -> None:
    needed = freedom(F, q, t, v)
    if len(names) == needed:
        return
    rows = f"{F.nv} velocities and {F.nv - needed} independent rows leave {needed}"
    what = f"independent: {len(names)} named, but {F.mechanism.name!r} has degrees of freedom: {needed} ({rows})"
    raise SnodoError(Problem(what, f"name {needed} of {_listed(F.velocity_names)}"))


def _column(F: Formulation, q: Array, name: Any) -> int | Problem:
    """The column of a name, or why it has none."""
    if not isinstance(name, str):
        return Problem(f"independent: {name!r} is not a name", f"give names such as {_listed(F.velocity_names, 3)}")
    if name in F.velocity_names:
        return F.velocity_names.index(name)
    if name in F.coordinate_names:
        column = _unit(_rate_of(F, q, F.coordinate_names.index(name)))
        if column is not None:
            return column
    return _of_joint(F, q, name)


def _rate_of(F: Formulation, q: Array, k: int) -> Array:
    """Row k of N(q), q̇ = N v, for a coordinate that changes linearly; otherwise something that is no unit vector."""
    return np.array([F.moved(q, step)[k] - q[k] for step in np.eye(F.nv)])


def _of_joint(F: Formulation, q: Array, name: str) -> int | Problem:
    joint = F.mechanism.joints.get(name.partition(".")[0])
    if joint is None:
        if name in F.coordinate_names:
            return _several(F, name, "its rate is no single velocity")
        return Problem(f"independent: there is no velocity {name!r}", _nearest(F, name))
    if name == joint.name and not joint.coordinate:
        return _several(F, name, f"{joint.title} has no single coordinate")
    try:
        x, _ = F.motion.measured(name if "." in name else f"{name}.{joint.coordinate}")
    except SnodoError as error:
        return error.problems[0]
    gradient = F.motion.coordinate(x, q, np.zeros(F.nv))[1]
    column = _unit(gradient)
    if column is None:
        on = [n for n, g in zip(F.velocity_names, gradient) if abs(g) > UNIT]
        return _several(F, name, f"its rate depends on {_listed(on, 6)}")
    return column


def _nearest(F: Formulation, name: str) -> str:
    """Remedy for an unknown velocity: the rate of a rotation has another name in every formulation."""
    body, _, word = name.partition(".")
    same = [f"{body}.{other}" for words in ROTATING if word in words for other in words]
    found = [other for other in same if other in F.velocity_names]
    if found:
        return f"did you mean {found[0]!r}?"
    return suggestion(name, (*F.velocity_names, *F.coordinate_names, *F.mechanism.joints))


def _several(F: Formulation, name: str, why: str) -> Problem:
    remedy = f"name a velocity of the formulation {F.name}: {_listed(F.velocity_names)}"
    return Problem(f"independent: {name!r} is not a velocity of its own: {why}", remedy)


def _unit(gradient: Array) -> int | None:
    """The index k if the vector is ± the unit vector k."""
    k = int(np.abs(gradient).argmax())
    rest = np.abs(gradient).sum() - abs(gradient[k])
    return k if abs(abs(gradient[k]) - 1.0) <= UNIT and rest <= UNIT else None


def _listed(names: Sequence[str], most: int = LISTED) -> str:
    return ", ".join(names[:most]) + (", …" if len(names) > most else "")
