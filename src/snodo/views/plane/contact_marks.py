"""Contacts in the plane: discs, rectangles, points and curves on their bodies, and hatched lines where planes are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.mechanism.contacts import BoxContact, Contact, CurveContact, SpheresContact
from snodo.mechanism.curve_constraints import OnCurve
from snodo.mechanism.profiles import centre_of, profile_of
from snodo.views.plane.marks import PINS, PLATES, AnyMark, Array, Look, Mark
from snodo.views.plane.rolling_marks import HATCH, LINE
from snodo.views.plane.symbols import circle, hatching
from snodo.views.style import GREY, INK, color_of, darker, lighter

if TYPE_CHECKING:
    from snodo.views.plane.sketch import Sketch

Ring = tuple[int, Array, bool]
"""Number of a body, a line from its centre of mass in its axes [m], and whether it is closed."""


def rings(sketch: Sketch) -> list[Ring]:
    """Discs, rectangles and curves of contacts, and the curves that points follow."""
    found: list[Ring] = []
    for contact in sketch.mechanism.contacts.values():
        found += _of_contact(sketch, contact)
    for part in sketch.mechanism.constraints.values():
        if isinstance(part, OnCurve):
            found += _curve(sketch, part, part.parent)
            found += _disc(sketch, part.child, part.place(sketch.F.geometry), part.radius)
    return found


def points(sketch: Sketch) -> list[tuple[int, complex]]:
    """Points of bodies that touch planes or curves."""
    found = []
    for contact in sketch.mechanism.contacts.values():
        if not contact.radius and not isinstance(contact, BoxContact | SpheresContact):
            found += [(sketch.F.describer.number(contact.body), s) for s in _arms(sketch, contact)]
    return found


def _arms(sketch: Sketch, contact: Contact) -> list[complex]:
    """The places of a contact, from the centre of mass of its body."""
    return [sketch.F.describer.arm(s, contact.body) for s in contact.places(sketch.F.geometry).values()]


def _of_contact(sketch: Sketch, contact: Any) -> Iterator[Ring]:
    geometry, number = sketch.F.geometry, sketch.F.describer.number(contact.body)
    if isinstance(contact, BoxContact):
        a, b, c, d = _arms(sketch, contact)
        yield number, np.array([a, b, d, c, a]), True
        return
    places = list(contact.places(geometry).values())
    if isinstance(contact, SpheresContact):
        yield from _disc(sketch, contact.body, places[0], contact.radii[0])
        yield from _disc(sketch, contact.against, contact.second_centre(geometry), contact.radii[1])
        return
    for s in places:
        yield from _disc(sketch, contact.body, s, contact.radius)
    if isinstance(contact, CurveContact):
        yield from _curve(sketch, contact, contact.against)


def _disc(sketch: Sketch, body: str, s: Array, radius: float) -> Iterator[Ring]:
    if radius:
        yield sketch.F.describer.number(body), circle(radius, sketch.F.describer.arm(s, body), 72), True


def _curve(sketch: Sketch, part: Any, body: str) -> Iterator[Ring]:
    F = sketch.F
    curve, centre = profile_of(part, body, F.geometry, F.mechanism), centre_of(part, body, F.geometry)
    line = curve.outline() @ np.array([1.0, 1j]) + F.describer.arm(centre, body)
    yield F.describer.number(body), line, bool(part.closed_curve)


# ---------------------------------------------------------------- planes
def planes(sketch: Sketch) -> list[tuple[int, complex, complex]]:
    """Body, start and end of the lines that contacts may touch, as long as what happens along them.

    The free side is on the left.
    """
    spans: dict[tuple[int, complex, float], list[float]] = {}
    for contact in sketch.mechanism.contacts.values():
        if "normal" in contact.without:
            continue
        F = sketch.F
        point, normal = contact.plane(F.geometry, F.mechanism)
        i, j = F.describer.number(contact.against), F.describer.number(contact.body)
        e = -1j * complex(normal[0], normal[1])
        s, room = F.describer.arm(point, contact.against), 1.5 * contact.radius + 2.0 * _size(sketch, contact)
        height = round((s * np.conj(1j * e)).real, 9)
        key = (i, complex(round(e.real, 9), round(e.imag, 9)), height)
        for arm in _arms(sketch, contact):
            d = (sketch.poses.point(j, arm) - sketch.poses.r[:, i]) * np.conj(sketch.poses.A[:, i])
            along = (d * np.conj(e)).real
            spans.setdefault(key, []).extend([along.min() - room, along.max() + room])
    return [
        (i, min(own) * e + 1j * e * height, max(own) * e + 1j * e * height) for (i, e, height), own in spans.items()
    ]


def _size(sketch: Sketch, contact: Any) -> float:
    """Room beside what touches [m]."""
    box = 0.25 * max(contact.size) if isinstance(contact, BoxContact) else 0.0
    return max(box, 0.0 if contact.radius else 0.02 * sketch.F.size)


def extent(sketch: Sketch) -> list[Array]:
    """Places of contacts over the whole motion [m]."""
    r, A, found = sketch.poses.r, sketch.poses.A, []
    for body, line, _ in rings(sketch):
        few = line[:: 1 if len(line) < 9 else 4]
        found.append((r[:, body, None] + A[:, body, None] * few).ravel())
    return found


# ---------------------------------------------------------------- marks
def contact_marks(sketch: Sketch) -> Iterator[AnyMark]:
    """The marks of all contacts, and of curves that points follow."""
    seen: list[Ring] = []
    for body, line, closed in rings(sketch):
        if any(body == b and len(line) == len(other) and np.allclose(line, other) for b, other, _ in seen):
            continue
        seen.append((body, line, closed))
        ground = body == sketch.ground
        color = GREY if ground else color_of(body)
        bare = closed and not ground and not sketch.outline(body)
        edge = INK if ground else darker(color, 0.25)
        fill, layer = (lighter(color, 0.45), PLATES - 0.3) if bare else (None, PLATES + 0.6)
        yield Mark(body, [line], Look(fill, edge, 1.4, layer))
        middle = complex(line[:-1].mean())
        reach = np.abs(line - middle)
        if bare and len(line) > 9 and np.ptp(reach) < 1e-6 * reach.max():  # a disc gets a spoke
            yield Mark(body, [np.array([middle, line[0]])], Look(None, edge, 1.2, PLATES - 0.2))
    for body, s in points(sketch):
        yield Mark(body, [circle(0.55 * sketch.h, s)], Look(INK, None, layer=PINS + 0.2))
    for body, start, end in planes(sketch):
        if abs(end - start) > 0.0:
            yield Mark(body, [np.array([start, end])], LINE, 0j)
            if body == sketch.ground:
                yield Mark(body, hatching(start, end, 1.1 * sketch.h), HATCH, 0j)
