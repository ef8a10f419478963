"""Slip across the normal of a contact, as measures between bodies: the way of the material point that touches.

With the normal n and a direction t of the plane, both fixed in the body with the plane:

point, corner            s = t · (r − r₀)
disc in the plane        s = t · (c − r₀) + R (φ_j − φ_i)       t = (n_y, −n_x): a way, since the plane has one angle
sphere in space          ṡ = t · u(c − R n)                     a speed only; u: velocity of j against i there
edge of a cylinder       ṡ = t · u(lowest point)                t along its way, a × n, or towards its axis
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import Problem, UnsupportedError
from snodo.mechanism.contacts import CylinderContact, SpheresContact
from snodo.mechanism.measures import Combination, Measure
from snodo.mechanism.reader import directions_across

if TYPE_CHECKING:
    from snodo.formulations.parts.constraint_rows import RowBuilder

Array = np.ndarray


def contact_slips(builder: RowBuilder, contact: Any) -> dict[str, list[Combination]]:
    """The slip at each place of a contact, by name [m]: one in the plane, two in space."""
    if isinstance(contact, SpheresContact):
        what = f"{contact.title} has friction, mu: {contact.mu:g}, which two round bodies do not have"
        raise UnsupportedError(Problem(what, "omit mu, or let one of them be a plane", contact.where))
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


def is_speed(contact: Any, dimension: int) -> bool:
    """Whether the slip of a contact is a speed only."""
    return dimension == 3 and bool(contact.radius)


def _slip(builder: RowBuilder, contact: Any, point: Array, s: Array, normal: Array, way: Array) -> Combination:
    bodies = (contact.against, contact.body)
    if is_speed(contact, 2 if builder.plane else 3):
        return Combination([(1.0, Measure("ball", *bodies, s_j=s, g=normal, e=way, radius=contact.radius))])
    terms = [(1.0, Measure("along", *bodies, point, s, e=way))]
    if contact.radius:
        terms.append((float(contact.radius), Measure("heading", *bodies)))
    return Combination(terms)
