"""Where a wheel or ball rolls: its centre, a point of the plane, and the plane's normal."""

from __future__ import annotations

import numpy as np

from snodo.mechanism.geometry import Geometry
from snodo.mechanism.velocity_constraints import Rolling

Array = np.ndarray


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
