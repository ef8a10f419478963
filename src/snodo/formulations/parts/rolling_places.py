"""Where a wheel or ball rolls: its centre, a point of the plane, and the plane's normal; wheels that fell over."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from snodo.errors import Problem
from snodo.mechanism.geometry import Geometry
from snodo.mechanism.velocity_constraints import Rolling

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

Array = np.ndarray
FLAT = 0.02
"""Sine of the angle between a wheel and its plane below which it counts as lying flat."""


def round_places(geometry: Geometry, part: Rolling) -> tuple[Array, Array, Array]:
    """Centre of the wheel (in the child's axes), centre and axis of its round surface (in the parent's axes)."""
    centre = geometry.local(part.name if part.at is None else part.at, part.child, part)
    along = (0.0, 0.0, 1.0) if part.surface_axis is None else part.surface_axis
    return centre, geometry.local(part.on, part.parent, part), geometry.direction(along, part.parent, part)


def rolling_places(geometry: Geometry, part: Rolling) -> tuple[Array, Array, Array]:
    """Centre (in the child's axes), a point of the plane and its normal (in the parent's axes).

    If the point is not given, the plane is where the wheel touches it as drawn: below its centre by R √(1 − (n·a)²).
    """
    centre = geometry.local(part.name if part.at is None else part.at, part.child, part)
    n = geometry.direction(part.normal, part.parent, part)
    if part.on is not None:
        return centre, geometry.local(part.on, part.parent, part), n
    drawn = geometry.pose(part.parent).to_local(geometry.pose(part.child).to_world(centre))
    return centre, drawn - part.radius * rim(geometry, part) * n, n


def rim(geometry: Geometry, part: Rolling) -> float:
    """√(1 − (n·a)²) as drawn, the height of a leaning wheel's centre in radii; 1 of a ball."""
    if part.axis is None:
        return 1.0
    a = geometry.pose(part.child).A @ geometry.direction(part.axis, part.child, part)
    n = geometry.pose(part.parent).A @ geometry.direction(part.normal, part.parent, part)
    return float(np.linalg.norm(np.cross(n, a)))


def lying_flat(F: Formulation, q: Array, t: float) -> Problem | None:
    """The first wheel that lies flat on its plane in q, where its point of contact is not defined, in words."""
    for part in F.mechanism.constraints.values():
        if isinstance(part, Rolling) and part.axis is not None:
            a = F.motion.rotation(part.child, q) @ F.geometry.direction(part.axis, part.child, part)
            n = F.motion.rotation(part.parent, q) @ F.geometry.direction(part.normal, part.parent, part)
            if np.linalg.norm(np.cross(n, a)) < FLAT:
                what = f"at t = {t:.6g} s {part.title}: the wheel has fallen flat (axis · normal = {float(n @ a):.6g})"
                return Problem(what, "stop before, or start it faster; how it comes to lie is contact, not rolling")
    return None
