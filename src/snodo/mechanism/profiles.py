"""Curves on bodies that points and rollers touch or follow, from the words of a part.

A curve is a table of radii over the angle from x of the body, about a centre, or a spline through points.  In space it
is in the plane of x and y of the body, and the surface is straight along z.

A part with a curve has the fields `profile`, `points`, `closed_curve`, `side` and `centre`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import suggestion
from snodo.math.profile import TURN, Profile, signed_area
from snodo.mechanism.measures import Measure

if TYPE_CHECKING:
    from snodo.mechanism.geometry import Geometry
    from snodo.mechanism.mechanism import Mechanism

Array = np.ndarray
X, Y = np.array([1.0, 0.0, 0.0]), np.array([0.0, 1.0, 0.0])
_CURVES: dict[Any, Profile] = {}
"""Curves that were made, so that measures of one part share theirs."""
_KEPT = 64


def centre_of(part: Any, body: str, geometry: Geometry) -> Array:
    """The point about which a table of radii is meant, in the axes of the body with the curve [m]."""
    return np.zeros(3) if part.centre is None else geometry.local(part.centre, body, part)


def profile_of(part: Any, body: str, geometry: Geometry, mechanism: Mechanism) -> Profile:
    """The curve of a part, about its centre, in the axes of the body that has it."""
    if part.profile:
        radius = mechanism.tables[part.profile].curve
        key: Any = ("polar", radius.key, part.side)
        return _kept(key, lambda: Profile.polar(radius, -1.0 if part.side == "inside" else 1.0))
    points = np.array([geometry.local(where, body, part)[:2] for where in part.points])
    points = points - centre_of(part, body, geometry)[:2]
    key = ("path", points.tobytes(), part.closed_curve, part.side)
    return _kept(key, lambda: Profile.through(points, part.closed_curve, _side(part, points)))


def _kept(key: Any, make: Any) -> Profile:
    if key not in _CURVES:
        while len(_CURVES) >= _KEPT:
            del _CURVES[next(iter(_CURVES))]
        _CURVES[key] = make()
    return _CURVES[key]


def _side(part: Any, points: Array) -> float:
    """1 if the free side is on the right of the points in their order."""
    if not part.closed_curve:
        return 1.0 if part.side == "right" else -1.0
    outside = 1.0 if signed_area(points) > 0.0 else -1.0
    return -outside if part.side == "inside" else outside


def distance_from(part: Any, bodies: tuple[str, str], s: Array, geometry: Geometry, mechanism: Mechanism) -> Measure:
    """The distance of a point of the second body from the curve on the first one."""
    curve = profile_of(part, bodies[0], geometry, mechanism)
    return Measure("profile", *bodies, centre_of(part, bodies[0], geometry), s, e=X, g=Y, profile=curve)


# ---------------------------------------------------------------- mistakes
def mistakes(part: Any, mechanism: Mechanism) -> Iterator[tuple[str, str]]:
    """What is wrong with the words of a curve, and the remedy."""
    if bool(part.profile) == bool(part.points):
        what = "has a profile and points" if part.profile else "has no curve"
        yield what, "give profile: … (a table of radii over the angle), or points: [A, B, C, …]"
    elif part.profile:
        yield from _of_table(part, mechanism)
    else:
        yield from _of_points(part)
    if part.radius < 0.0:
        yield f"radius is {part.radius:g} m", "give the radius of the roller, or omit it for a point"


def _of_table(part: Any, mechanism: Mechanism) -> Iterator[tuple[str, str]]:
    table = mechanism.tables.get(part.profile)
    if table is None:
        near = suggestion(part.profile, mechanism.tables) if mechanism.tables else "add a section tables: …"
        yield f"there is no table {part.profile!r}", near
        return
    if table.arguments != 1:
        yield f"table {part.profile!r} has two arguments", "give radii [m] over one angle [rad]"
        return
    turn = table.x[-1] - table.x[0]
    if not table.periodic or abs(turn - TURN) > 1e-9:
        what = f"table {part.profile!r} covers {math.degrees(turn):.6g} deg and is {'' if table.periodic else 'not '}"
        yield f"{what}periodic", "give radii over a whole turn, x from 0 to 360 deg, and periodic: yes"
    if table.interpolation == "linear":
        yield f"table {part.profile!r} is linear: its curve has corners", "give kind: cubic or monotone"
    if not min(table.y) > 0.0:
        yield f"table {part.profile!r} has a radius of {min(table.y):g} m", "give positive radii [m], not lifts"
    if part.side not in ("", "outside", "inside"):
        yield f"side is {part.side}, but its curve is closed", "give outside or inside"
    if not part.closed_curve:
        yield "closed_curve is no, but a profile over the angle is closed", "omit closed_curve, or give points: …"


def _of_points(part: Any) -> Iterator[tuple[str, str]]:
    least = 3 if part.closed_curve else 2
    if len(part.points) < least:
        yield f"has {len(part.points)} points", f"give at least {least}"
    if part.closed_curve and part.side not in ("", "outside", "inside"):
        yield f"side is {part.side}, but its curve is closed", "give outside or inside, or closed_curve: no"
    if not part.closed_curve and part.side not in ("", "left", "right"):
        yield f"side is {part.side}, but its curve is open", "give left or right of the points in their order"


def misplaced(part: Any, body: str, geometry: Geometry, mechanism: Mechanism) -> Iterator[tuple[str, str]]:
    """Points that coincide, and hollows that a roller does not fit into."""
    if part.points:
        places = np.array([geometry.local(where, body, part)[:2] for where in part.points])
        ring = np.vstack([places, places[:1]]) if part.closed_curve else places
        steps = np.linalg.norm(np.diff(ring, axis=0), axis=1)
        if not steps.min() > 1e-12 * max(steps.max(), 1e-300):
            k = int(np.argmin(steps))
            yield f"points {k + 1} and {(k + 1) % len(places) + 1} coincide", "give different points; it closes itself"
            return
    curve = profile_of(part, body, geometry, mechanism)
    hollow = float(curve.curvature(curve.samples[:, 0]).min())
    if part.radius and hollow < 0.0 and -1.0 / hollow <= part.radius:
        size = f"{part.radius:.4g} m does not fit into a hollow of its curve, of {-1.0 / hollow:.4g} m"
        what = f"its roller of {size}"
        yield what, "give a smaller roller, or a curve that is less hollow"
