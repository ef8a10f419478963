"""The gaps of contacts as measures between bodies.

point, sphere, corner against a plane     g = n · (r − r₀) − R
edge of a cylinder                        g = n · (c − r₀) − R √(1 − (n · a)²),   a: its axis, c: the centre of the edge
two spheres                               g = |d| − R₁ − R₂
point or roller against a curve           g = φ − R,   φ: the distance from the curve
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from snodo.mechanism.contacts import CurveContact, CylinderContact, SpheresContact
from snodo.mechanism.measures import Combination, Measure
from snodo.mechanism.profiles import distance_from

if TYPE_CHECKING:
    from snodo.formulations.parts.constraint_rows import RowBuilder


def contact_gaps(builder: RowBuilder, contact: Any) -> dict[str, Combination]:
    """The gap at each place of a contact, by name [m]."""
    geometry, m = builder.geometry, builder.mechanism
    places = contact.places(geometry)
    bodies = (contact.against, contact.body)
    if isinstance(contact, SpheresContact):
        ((name, s),) = places.items()
        distance = Measure("span", *bodies, contact.second_centre(geometry), s)
        return {name: Combination([(1.0, distance)], -float(sum(contact.radii)))}
    if isinstance(contact, CurveContact):
        ((name, s),) = places.items()
        return {name: Combination([(1.0, distance_from(contact, bodies, s, geometry, m))], -contact.radius)}
    point, normal = contact.plane(geometry, m)
    heights = {name: Measure("along", *bodies, point, s, e=normal) for name, s in places.items()}
    if isinstance(contact, CylinderContact):
        rim = Measure("rim", *bodies, e=normal, f=contact.along(geometry))
        return {name: Combination([(1.0, height), (-contact.radius, rim)]) for name, height in heights.items()}
    return {name: Combination([(1.0, height)], -contact.radius) for name, height in heights.items()}
