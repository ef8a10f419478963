"""The gaps of contacts as measures between bodies.

point, sphere, corner against a plane     g = n · (r − r₀) − R
edge of a cylinder                        g = n · (c − r₀) − R √(1 − (n · a)²),   a: its axis, c: the centre of the edge
two spheres                               g = (d · d − L²)/2L,   L = R₁ + R₂,   which is d − L where they touch
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from snodo.mechanism.contacts import CylinderContact, SpheresContact
from snodo.mechanism.measures import Combination, Measure

if TYPE_CHECKING:
    from snodo.formulations.parts.constraint_rows import RowBuilder


def contact_gaps(builder: RowBuilder, contact: Any) -> dict[str, Combination]:
    """The gap at each place of a contact, by name [m]."""
    geometry, m = builder.geometry, builder.mechanism
    places = contact.places(geometry)
    if isinstance(contact, SpheresContact):
        ((name, s),) = places.items()
        reach = float(sum(contact.radii))
        square = Measure("square", contact.against, contact.body, contact.second_centre(geometry), s)
        return {name: Combination([(1.0 / reach, square)], -0.5 * reach)}
    point, normal = contact.plane(geometry, m)
    bodies = (contact.against, contact.body)
    heights = {name: Measure("along", *bodies, point, s, e=normal) for name, s in places.items()}
    if isinstance(contact, CylinderContact):
        rim = Measure("rim", *bodies, e=normal, f=contact.along(geometry))
        return {name: Combination([(1.0, height), (-contact.radius, rim)]) for name, height in heights.items()}
    return {name: Combination([(1.0, height)], -contact.radius) for name, height in heights.items()}
