"""Checks of contacts: bodies, planes, and numbers that contradict one another."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from snodo.math.units import UnitError, quantity
from snodo.mechanism.checks.joints import Found, exists, two_bodies
from snodo.mechanism.contacts import (
    BRISTLE,
    BoxContact,
    Contact,
    CurveContact,
    CylinderContact,
    SphereContact,
    SpheresContact,
    upward,
)
from snodo.mechanism.curve_constraints import OnCurve
from snodo.mechanism.part import GROUND
from snodo.mechanism.profiles import mistakes

if TYPE_CHECKING:
    from snodo.mechanism.mechanism import Mechanism

LEAST_RESTITUTION = 0.05
"""Below this, a compliant contact would need a damping that grows beyond bounds."""


MOST = 24
"""Rigid places of contact in one mechanism."""


def _not_too_many(part: Contact, m: Mechanism) -> Found:
    """Rigid contacts switch one by one, and which of them carry is found among all: piles are not possible."""
    rigid = [(contact, len(contact.names(m.dimension))) for contact in m.contacts.values() if contact.rigid]
    total = sum(places for _, places in rigid)
    if total > MOST and rigid[0][0] is part:
        what = (
            f"is one of {total} rigid places of contact, and at most {MOST} are possible: there are no piles of bodies"
        )
        yield what, "make them compliant: give stiffness: … or depth: … with at_speed: …"


def _contact(part: Contact, m: Mechanism) -> Found:
    yield from _not_too_many(part, m)
    yield from _bodies(part, m)
    yield from _plane(part, m)
    yield from _friction(part)
    if not 0.0 <= part.restitution <= 1.0:
        yield f"restitution is {part.restitution:g}", "give a number from 0 (no rebound) to 1 (no loss)"
    elif part.rigid:
        yield from _rigid(part)
    else:
        yield from _compliant(part)


def _bodies(part: Contact, m: Mechanism) -> Found:
    yield from exists(part.body, m.bodies, "body")
    if part.against != GROUND:
        yield from exists(part.against, m.bodies, "body")
    if part.against == part.body:
        yield f"body {part.body!r} would touch itself", "give another body, or ground"


def _plane(part: Contact, m: Mechanism) -> Found:
    n = m.dimension
    if "normal" in part.without:
        return
    if part.normal is None and upward(m.gravity) is None:
        way = "there is no gravity" if not any(m.gravity) else "gravity is not along an axis"
        yield f"has no normal, and {way}", "give normal: x, y, z or a vector, towards the side that is free"
    flat = isinstance(part.normal, tuple) and not isinstance(part.normal[0], str)
    if flat and n == 3 and len(part.normal) == 2:
        yield "normal has 2 components in a 3-D mechanism", "give 3, such as [0, 0, 1]"
    if flat and n == 2 and any(part.normal[2:]):
        yield f"its normal {part.normal} leaves the plane of a 2-D mechanism", "give two components"
    if isinstance(part.plane_point, tuple) and len(part.plane_point) != n:
        yield f"through has {len(part.plane_point)} coordinates in a {n}-D mechanism", f"give {n} coordinates"


def _friction(part: Contact) -> Found:
    if part.mu > 10:
        yield f"mu is {part.mu:g}", "give a coefficient, such as 0.5; percent are written 50 %"
    if part.mu < 0:
        yield f"mu is {part.mu:g}", "give zero or a positive number"
    if part.static is not None and part.static < part.mu:
        what = f"static {part.static:g} is less than mu {part.mu:g}: friction at rest is at least that of sliding"
        yield what, "give static >= mu, or omit it"
    elif part.static and not part.mu:
        yield f"static is {part.static:g}, but mu is zero", "give mu: … too"


def _rigid(part: Contact) -> Found:
    """Words that only a compliant contact has."""
    words: tuple[tuple[str, Any], ...] = (
        ("damping", None),
        ("at_speed", None),
        ("exponent", 1.0),
        ("bristle", BRISTLE),
    )
    if part.restitution_by != "energy" and not part.mu:
        what = f"restitution_by is {part.restitution_by}, but without friction all ways are the same"
        yield what, "give mu: …, or omit restitution_by"
    if part.impacts == "together" and part.mu:
        yield "impacts are together, but with friction they are taken in turn", "omit mu, or omit impacts"
    for word, usual in words:
        if getattr(part, word) != usual:
            what = f"{word} is given, but it is rigid"
            yield what, f"give stiffness: … or depth: … of a compliant contact, or omit {word}"


def _compliant(part: Contact) -> Found:
    yield from _stiffness(part)
    if part.impacts != "in turn":
        yield f"impacts is {part.impacts}, but it is compliant", "omit it: forces act at the same time anyway"
    if part.restitution_by != "energy":
        yield f"restitution_by is {part.restitution_by}, but it is compliant", "omit it: the force law decides"
    if part.mu and not part.bristle < 0.1 * (part.radius or 1.0):
        yield f"bristle is {part.bristle:g} m: a way before slipping, not a size", "give a small length, such as 10 µm"
    if not part.exponent >= 1:
        yield f"exponent is {part.exponent:g}", "give 1, or 1.5 for spheres"
    if not part.bristle > 0:
        yield f"bristle is {part.bristle:g} m", "give a positive length, such as 10 µm"
    if part.at_speed is not None and not part.at_speed > 0:
        yield f"at_speed is {part.at_speed:g} m/s", "give a positive speed"
    if part.depth is not None and part.at_speed is None:
        yield "depth is given, but not at which speed", "give at_speed: 1 m/s"
    yield from _losses(part)


def _stiffness(part: Contact) -> Found:
    """It has the unit N/mⁿ, which is N/m for n = 1, and else is given as a plain number."""
    if part.stiffness is not None and part.depth is not None:
        yield "stiffness and depth are both given", "give one of them: each follows from the other"
    if part.depth is not None and not part.depth > 0:
        yield f"depth is {part.depth:g} m", "give a positive length"
    if part.stiffness is None:
        return
    try:
        part.read_further("stiffness", quantity(part.stiffness, "stiffness" if part.exponent == 1 else "number"))
    except UnitError as error:
        p = error.problems[0]
        hint = f"with exponent {part.exponent:g} give a plain number, in N/m^{part.exponent:g}"
        yield f"stiffness: {p.what}", p.remedy if part.exponent == 1 else hint
        return
    if not part.stiffness > 0:
        yield f"stiffness is {part.stiffness:g}", "give a positive number, or omit it for a rigid contact"


def _losses(part: Contact) -> Found:
    """Restitution at a speed, or damping."""
    if part.damping is not None and part.damping < 0:
        yield f"damping is {part.damping:g} s/m", "give zero or more"
    if part.damping is not None and part.restitution:
        yield "restitution and damping are both given", "give one of them: each follows from the other"
    elif part.damping is None and part.restitution < LEAST_RESTITUTION:
        what = f"is compliant with restitution {part.restitution:g}, which no damping attains"
        yield what, "give restitution: 0.5 with at_speed: 1 m/s, or damping: … s/m (0: no loss), or make it rigid"
    elif part.damping is None and part.restitution < 1 and part.at_speed is None:
        what = (
            f"restitution of a compliant contact falls with speed, and it is not said where it is {part.restitution:g}"
        )
        yield what, "give at_speed: 1 m/s"


def _sphere(part: SphereContact, m: Mechanism) -> Found:
    if not part.radius > 0:
        yield f"radius is {part.radius:g} m", "give a positive radius; for a single point write point: P, body: …"


def _spheres(part: SpheresContact, m: Mechanism) -> Found:
    if len(part.radii) != 2 or not min(part.radii) >= 0 or not max(part.radii) > 0:
        yield f"radii are {', '.join(f'{r:g}' for r in part.radii)} m", "give two, not negative and not both zero"
    if part.centres is not None and len(part.centres) != 2:
        yield f"has {len(part.centres)} centres", "give two, one on each body"


def _curve(part: CurveContact | OnCurve, m: Mechanism) -> Found:
    if isinstance(part, OnCurve):
        yield from two_bodies(part, m)
    yield from mistakes(part, m)


def _box(part: BoxContact, m: Mechanism) -> Found:
    if len(part.size) != m.dimension or not min(part.size) > 0:
        size = ", ".join(f"{edge:g}" for edge in part.size)
        yield f"its edges are {size} m", f"give {m.dimension} positive lengths, along the axes of the body"


def _cylinder(part: CylinderContact, m: Mechanism) -> Found:
    if m.dimension == 2:
        yield "a cylinder touches with its edges only in space", "in the plane write sphere: … for a disc, or box: …"
    if not part.radius > 0:
        yield f"radius is {part.radius:g} m", "give a positive radius"
    if part.length < 0:
        yield f"length is {part.length:g} m", "give a positive length, or omit it for a thin disc"


CHECKS: dict[Any, Callable[[Any, Mechanism], Found]] = {
    Contact: _contact,
    SphereContact: _sphere,
    SpheresContact: _spheres,
    BoxContact: _box,
    CurveContact: _curve,
    OnCurve: _curve,
    CylinderContact: _cylinder,
}
