"""Slip across the normal of a contact, as measures between bodies: the way of the material point that touches.

With the normal n and a direction t of the plane, both fixed in the body with the plane:

point, corner            s = t · (r − r₀)
disc in the plane        s = t · (c − r₀) + R (φ_j − φ_i)       t = (n_y, −n_x): a way, since the plane has one angle
sphere in space          ṡ = t · u(c − R n)                     a speed only; u: velocity of j against i there
edge of a cylinder       ṡ = t · u(lowest point)                t along its way, a × n, or towards its axis
curve, two spheres       ṡ = t · u(c − R n)                     n and t turn with the place (`math/kernels/grazing.py`)
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.math.profile import Profile
from snodo.mechanism.contacts import CurveContact, CylinderContact, SpheresContact
from snodo.mechanism.measures import Combination, Measure
from snodo.mechanism.profiles import X, Y, centre_of, profile_of
from snodo.mechanism.reader import directions_across

if TYPE_CHECKING:
    from snodo.formulations.parts.constraint_rows import RowBuilder

Array = np.ndarray


def contact_slips(builder: RowBuilder, contact: Any) -> dict[str, list[Combination]]:
    """The slip at each place of a contact, by name [m]: one in the plane, two in space."""
    if isinstance(contact, SpheresContact | CurveContact):
        ((name, s),) = contact.places(builder.geometry).items()
        return {name: [Combination([(1.0, m)]) for m in _on_round(builder, contact, s)]}
    point, normal = contact.plane(builder.geometry, builder.mechanism)
    if isinstance(contact, CylinderContact):
        a = contact.along(builder.geometry)
        return {
            name: [_of_edge(contact, s, normal, a, sideways) for sideways in (0, 1)]
            for name, s in contact.places(builder.geometry).items()
        }
    ways = [np.array([normal[1], -normal[0], 0.0])] if builder.plane else list(directions_across(normal))
    return {
        name: [_slip(builder, contact, point, s, normal, way) for way in ways]
        for name, s in contact.places(builder.geometry).items()
    }


def _of_edge(contact: Any, s: Array, normal: Array, a: Array, sideways: int) -> Combination:
    bodies = (contact.against, contact.body)
    edge = Measure("edge", *bodies, s_j=s, g=normal, f=a, radius=contact.radius, index=sideways)
    return Combination([(-1.0, edge)])


def _on_round(builder: RowBuilder, contact: Any, s: Array) -> list[Measure]:
    """The slips along a curve, or between two spheres."""
    bodies, geometry = (contact.against, contact.body), builder.geometry
    if isinstance(contact, SpheresContact) and not builder.plane:
        n, ways = normal_drawn(geometry, contact, s)
        centre, radius = contact.second_centre(geometry), float(contact.radii[0])
        return [Measure("brush", *bodies, centre, s, e=way, g=n, radius=radius) for way in ways]
    if isinstance(contact, SpheresContact):
        centre, radius = contact.second_centre(geometry), float(contact.radii[0])
        curve = _circle(float(contact.radii[1]))
    else:
        centre, radius = centre_of(contact, contact.against, geometry), contact.radius
        curve = profile_of(contact, contact.against, geometry, builder.mechanism)
    more: dict[str, Any] = {"e": X, "g": Y, "profile": curve, "radius": radius}
    return [Measure("graze", *bodies, centre, s, index=k, **more) for k in range(1 if builder.plane else 2)]


@cache
def _circle(radius: float) -> Profile:
    return Profile.circle(radius)


def normal_drawn(geometry: Any, contact: Any, s: Array) -> tuple[Array, list[Array]]:
    """The normal between two spheres as drawn and two directions across it, in the axes of the second body."""
    pose, centre = geometry.pose(contact.against), contact.second_centre(geometry)
    d = pose.to_local(geometry.pose(contact.body).to_world(s)) - centre
    size = float(np.linalg.norm(d))
    n = d / size if size > 0.0 else np.array([0.0, 0.0, 1.0])
    return n, list(directions_across(n))


def is_speed(contact: Any, dimension: int) -> bool:
    """Whether the slip of a contact is a speed only."""
    if isinstance(contact, SpheresContact | CurveContact):
        return True
    return dimension == 3 and bool(contact.radius)


def _slip(builder: RowBuilder, contact: Any, point: Array, s: Array, normal: Array, way: Array) -> Combination:
    bodies = (contact.against, contact.body)
    if is_speed(contact, 2 if builder.plane else 3):
        return Combination([(1.0, Measure("ball", *bodies, s_j=s, g=normal, e=way, radius=contact.radius))])
    terms = [(1.0, Measure("along", *bodies, point, s, e=way))]
    if contact.radius:
        terms.append((float(contact.radius), Measure("heading", *bodies)))
    return Combination(terms)
