"""Hints: what is allowed but rarely intended, such as a joint far from its body because a unit was forgotten.

    for hint in hints(mechanism):
        print(hint)

A hint is not an error: the mechanism runs as described.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from snodo.analyses.assembly.assemble import assemble, moves
from snodo.analyses.doctor.mobility import mobility
from snodo.errors import AssemblyError
from snodo.formulations.bind import bind
from snodo.mechanism import forces, joints
from snodo.mechanism.elements import LinearActuator
from snodo.mechanism.part import GROUND
from snodo.mechanism.shapes.round_shape import Cylinder, Sphere
from snodo.mechanism.shapes.shape import Block
from snodo.spelling import spelled
from snodo.types import MechanismLike

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

FAR = 3.0
"""There is a hint for a joint or spring end farther from its body's shape than this multiple of the extent,"""
UNEQUAL = 500.0
"""for a body this many times as large as another,"""
MOVED = 0.1
"""for a body that assembly moves by more than this fraction of the mechanism's size,"""
OPEN = 1e-3
"""if a joint has a gap of more than this fraction of it as drawn."""
MOST_ROWS = 300
"""Rows up to which the degrees of freedom are counted."""


@spelled
def hints(mechanism: MechanismLike, q: ArrayLike | None = None, v: ArrayLike | None = None) -> list[str]:
    """List what looks unintended in a mechanism.

    If the mechanism does not close, only its drawing is examined.

    Parameters
    ----------
    mechanism : Mechanism or formulation
        The mechanism to examine.
    q : array, optional
        Its initial coordinates [m, rad]; by default those of the assembled mechanism.
    v : array, optional
        Its initial velocities [m/s, rad/s]; needed with q if rows are not linear in them.

    Returns
    -------
    list of str
        One sentence for each hint; empty if there are none.

    Raises
    ------
    MechanismError
        If the description is wrong.

    Examples
    --------
    >>> sn.hints(pendulum)
    []
    """
    F = bind(mechanism)
    found = [*far_points(F), *unequal_sizes(F)]
    if q is None:
        try:
            start = assemble(F)
        except AssemblyError:
            return found
        q, v = start.q, start.v
    return [*found, *locked(F, q, v), *large_moves(F, q)]


# ---------------------------------------------------------------- the drawing
def far_points(F: Formulation) -> list[str]:
    """Joints and spring ends far away from the shape of their body."""
    found = []
    for part, body, place in _places(F):
        extent = size_of(F, body) / 2
        away = float(np.linalg.norm(place)) - extent
        if extent > 0 and away > FAR * extent:
            found.append(
                f"{part.title} holds {body!r} at a point {away:.3g} m away from its shape, which is only "
                f"{2 * extent:.3g} m large: is a unit missing, or is it another body?"
            )
    return found


def _places(F: Formulation) -> Iterator[tuple[Any, str, np.ndarray]]:
    """Part, body and place (from the body's origin, in its axes) of every joint and spring end."""
    ends = (joints.Rod, forces.Spring, LinearActuator)
    for part in (*F.mechanism.joints.values(), *F.mechanism.forces.values()):
        if isinstance(part, ends):
            wheres = ((part.parent, part.start), (part.child, part.end))
        elif isinstance(part, joints.Joint):
            at = part.name if part.at is None else part.at
            wheres = ((part.parent, at), (part.child, at))
        else:
            continue
        for body, where in wheres:
            if body != GROUND:
                yield part, body, F.geometry.local(where, body, part)[: F.mechanism.dimension]


def unequal_sizes(F: Formulation) -> list[str]:
    """The largest and the smallest body, if their sizes are implausibly different."""
    sizes = {name: size for name in F.body_names if (size := size_of(F, name)) > 0}
    if not sizes:
        return []
    large, small = max(sizes, key=sizes.__getitem__), min(sizes, key=sizes.__getitem__)
    ratio = sizes[large] / sizes[small]
    if ratio <= UNEQUAL:
        return []
    measures = f"{large!r} is {sizes[large]:.3g} m large, {small!r} {sizes[small]:.3g} m"
    return [f"body {measures}, {ratio:.0f} times less: is a unit missing (a number alone is in metres)?"]


def size_of(F: Formulation, body: str) -> float:
    """Largest dimension of a body's shape [m], in the plane in 2-D; zero without a shape."""
    if F.mechanism.dimension == 3:
        shape = F.geometry.bodies[body].shape
        return 0.0 if shape is None else 2 * shape.extent()
    return max(sides_of(F, body))


def sides_of(F: Formulation, body: str) -> tuple[float, ...]:
    """Sides of the box around a body's shape along its axes, in the plane two [m]; zeros without a shape."""
    shape = F.geometry.bodies[body].shape
    if shape is None:
        return 0.0, 0.0
    x, y = (float(side) for side in np.ptp(np.concatenate(shape.outline()), axis=0))
    return (x, y) if F.mechanism.dimension == 2 else (x, y, _height_of(shape))


def _height_of(shape: Any) -> float:
    """Size of a shape along z [m]; zero for a composite, of which only the silhouette is known."""
    if isinstance(shape, Block):
        return float(shape.edges()[2])
    round_one = isinstance(shape, Cylinder | Sphere)
    return 2 * shape.radius if round_one else float(getattr(shape, "thickness", None) or 0.0)


def beyond_limits(F: Formulation, q: np.ndarray) -> list[str]:
    """Joints that leave their limits in the rows q of a motion, if the limits do not act."""
    found = []
    for name, limits in F.mechanism.limits.items():
        joint = F.mechanism.joints.get(name)
        if joint is None or not joint.coordinate or limits.act:
            continue
        x = F.motion.joint(name, q, np.zeros((len(q), F.nv)), np.zeros((len(q), F.nv)))[0]
        low, high = (
            (-np.inf if limits.lower is None else limits.lower),
            (np.inf if limits.upper is None else limits.upper),
        )
        if x.min() < low or x.max() > high:
            unit = "rad" if joint.coordinate == "angle" else "m"
            moved = f"moves from {x.min():.3g} to {x.max():.3g} {unit}, beyond its limits {low:.3g} … {high:.3g}"
            found.append(f"joint {name!r} {moved}: limits are data only and do not stop the motion")
    return found


# ---------------------------------------------------------------- the assembled mechanism
def locked(F: Formulation, q: Any, v: Any) -> list[str]:
    """A hint if the mechanism cannot move although it has no driver, with its redundant rows."""
    if F.mechanism.drivers or F.nc > MOST_ROWS:
        return []
    found = mobility(F, q, v=v)
    if found.degrees_of_freedom > 0:
        return []
    rows = f"; redundant rows: {', '.join(found.redundant)}" if found.redundant else ""
    return [f"the mechanism is locked: it has no driver, but 0 degrees of freedom, so it cannot move{rows}"]


def large_moves(F: Formulation, q: Any) -> list[str]:
    """The body that assembly moved farthest, if joints are open as drawn (initial values and drivers may move it)."""
    drawn = F.reference()[0]
    moved = moves(F, np.asarray(q))
    body = max(moved, key=moved.__getitem__)
    part, gap = _widest_gap(F, drawn)
    if moved[body] <= MOVED * F.size or gap <= OPEN:
        return []
    share = 100 * moved[body] / F.size
    return [
        f"assembly moved {body!r} by {moved[body]:.3g} m, {share:.0f} % of the mechanism's size, to close its joints: "
        f"{part!r} is open as drawn; is the drawing correct?"
    ]


def _widest_gap(F: Formulation, q: Any) -> tuple[str, float]:
    """The part (except drivers) with the largest violation, and its gap, lengths relative to the mechanism's size."""
    scale = np.array([F.size if unit == "m" else 1.0 for unit in F.row_units])
    gaps = np.abs(F.constraints(q)) / scale
    gaps[[part in F.mechanism.drivers for part in F.row_parts]] = 0.0
    return (F.row_parts[int(gaps.argmax())], float(gaps.max())) if gaps.size else ("", 0.0)
