"""Contacts in space as pieces of their bodies: spheres, boxes, discs, points, profiles; and the level of the ground."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.mechanism.body import frame_along
from snodo.mechanism.contacts import BoxContact, Contact, CurveContact, CylinderContact, SpheresContact
from snodo.mechanism.part import GROUND
from snodo.mechanism.profiles import centre_of, profile_of
from snodo.views.space.forms import Form
from snodo.views.space.solids import Z_TO_X
from snodo.views.style import GREY

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

Array = np.ndarray
THIN = 0.02
"""Thickness of a slope or wall, relative to its side."""


def contact_forms(F: Formulation, body: str, h: float, bare: bool) -> Iterator[Form]:
    """The pieces of a body that touch, or are touched; a body that is not bare shows them in its own shape."""
    for contact in F.mechanism.contacts.values():
        if body == contact.body and bare:
            yield from _touching(F, contact, h)
        if body == contact.against and (bare or body == GROUND):
            yield from _touched(F, contact, h)


def _touching(F: Formulation, contact: Any, h: float) -> Iterator[Form]:
    geometry = F.geometry
    if isinstance(contact, BoxContact):
        yield Form("box", tuple(map(float, contact.size)), contact._at(geometry))
        return
    radius = contact.radii[0] if isinstance(contact, SpheresContact) else contact.radius
    for s in contact.places(geometry).values():
        if isinstance(contact, CylinderContact):
            turn = frame_along(contact.along(geometry)) @ Z_TO_X
            yield Form("cylinder", (float(radius), 0.3 * h), s, turn)
        else:
            yield Form("sphere", (float(radius) or 0.7 * h,), s)


def _touched(F: Formulation, contact: Any, h: float) -> Iterator[Form]:
    geometry = F.geometry
    if isinstance(contact, SpheresContact) and contact.radii[1]:
        yield Form("sphere", (float(contact.radii[1]),), contact.second_centre(geometry))
    if isinstance(contact, CurveContact) and contact.closed_curve:
        curve = profile_of(contact, contact.against, geometry, F.mechanism)
        points = curve.outline()[:-1]
        points = points if _area(points) > 0.0 else points[::-1]
        yield Form("prism", (3.0 * h,), centre_of(contact, contact.against, geometry), points=points)


def _area(p: Array) -> float:
    q = np.roll(p, -1, axis=0)
    return float((p[:, 0] * q[:, 1] - p[:, 1] * q[:, 0]).sum())


def slopes(F: Formulation, places: Array, up: Array, level: float) -> Iterator[Form]:
    """Planes of the ground that contacts touch and that are not level, as thin plates as wide as the motion."""
    seen: list[tuple[Array, Array]] = []
    for contact in F.mechanism.contacts.values():
        if contact.against != GROUND or "normal" in contact.without:
            continue
        point, n = contact.plane(F.geometry, F.mechanism)
        if float(n @ up) > level or any(abs(n @ (point - p)) < 1e-9 and n @ m > level for p, m in seen):
            continue
        seen.append((point, n))
        on = places - ((places - point) @ n)[:, None] * n
        side = 0.7 * float(np.linalg.norm(np.ptp(on, axis=0))) or 1.0
        turn = frame_along(n) @ Z_TO_X
        middle = (on.min(axis=0) + on.max(axis=0)) / 2
        middle = middle - ((middle - point) @ n) * n
        yield Form("box", (side, side, THIN * side), middle - 0.5 * THIN * side * n, turn, GREY)


def level_of(F: Formulation, up: Array, level: float) -> float | None:
    """Height of a level plane of the ground that something touches [m]."""
    for contact in F.mechanism.contacts.values():
        if isinstance(contact, Contact) and contact.against == GROUND and "normal" not in contact.without:
            point, n = contact.plane(F.geometry, F.mechanism)
            if float(n @ up) > level:
                return float(point @ up)
    return None
