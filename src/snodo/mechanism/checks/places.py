"""Checks of the positions at which parts are attached, made only if all names are valid."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import MechanismError, Problem
from snodo.mechanism import body as bodies
from snodo.mechanism import forces, joints
from snodo.mechanism.contacts import Contact, CurveContact, SpheresContact
from snodo.mechanism.curve_constraints import OnCurve
from snodo.mechanism.drivers import Driver
from snodo.mechanism.elements import Bushing, LinearActuator
from snodo.mechanism.frame import Frame
from snodo.mechanism.geometry import Geometry
from snodo.mechanism.profiles import misplaced
from snodo.mechanism.velocity_constraints import KnifeEdge, Rolling

if TYPE_CHECKING:
    from snodo.mechanism.mechanism import Mechanism


def places(m: Mechanism, geometry: Geometry) -> Iterator[Problem]:
    """Points that do not exist, ends that coincide, parts attached to a particle at a distance from it."""
    seen: dict[str, Driver] = {}
    for part in m.parts():
        try:
            yield from _place(part, m, geometry)
        except MechanismError as error:
            yield from error.problems
        if isinstance(part, Driver) and part.motion in ("joint", "body angle"):
            what = f"{part.joint}.{part.of}" if part.of else part.joint or part.body
            if what in seen:
                yield Problem(
                    f"{part.title} and {seen[what].title} both drive {what!r}", "keep one of them", part.where
                )
            seen[what] = part


def _place(part: Any, m: Mechanism, geometry: Geometry) -> Iterator[Problem]:
    for body, where in attachments(part, m):
        s = geometry.local(where, body, part)
        if isinstance(m.bodies.get(body), bodies.Particle) and np.linalg.norm(s) > 1e-9 * geometry.size():
            yield Problem(
                f"{part.title} is attached to particle {body!r} at {np.linalg.norm(s):.4g} m from it",
                "attach it at the particle itself, or make it a body with a moment of inertia",
                part.where,
            )
    holder = part.body if isinstance(part, forces.Torque) else getattr(part, "parent", "")
    if holder and getattr(part, "axis", None) is not None:
        geometry.direction(part.axis, holder, part)
    if isinstance(part, Contact) and "normal" not in part.without:
        part.plane(geometry, m)
    if isinstance(part, CurveContact | OnCurve):
        body = part.against if isinstance(part, CurveContact) else part.parent
        for what, remedy in misplaced(part, body, geometry, m):
            yield Problem(f"{part.title}: {what}", remedy, part.where)
    if isinstance(part, KnifeEdge | Rolling):
        yield from _touching(part, geometry)
    if isinstance(part, Rolling) and part.surface_radius and part.on is not None:
        yield from _at_centre(part, m, geometry)
    if isinstance(part, joints.Rod | forces.Spring | LinearActuator):
        ends = [geometry.pose(b).to_world(geometry.local(w, b, part)) for b, w in attachments(part, m)]
        if (isinstance(part, LinearActuator) or part.length is None) and not np.linalg.norm(
            ends[1] - ends[0]
        ) > 1e-12 * geometry.size():
            yield Problem(
                f"{part.title}: its ends coincide as drawn", "give two different points, or a length", part.where
            )


def _touching(part: KnifeEdge | Rolling, geometry: Geometry) -> Iterator[Problem]:
    """As drawn, an edge must not point out of its surface, and a wheel must not lie flat on it."""
    if part.normal is None or part.axis is None:
        return
    n = geometry.pose(part.parent).A @ geometry.direction(part.normal, part.parent, part)
    a = geometry.pose(part.child).A @ geometry.direction(part.axis, part.child, part)
    if np.linalg.norm(np.cross(n, a)) < 1e-6:
        wheel = isinstance(part, Rolling)
        what = "the wheel lies flat on its plane" if wheel else "the edge points out of its surface"
        remedy = "draw it upright or leaning" if wheel else "give an axis along the surface"
        what = f"{part.title}: {what} as drawn (axis · normal = {float(n @ a):.3g})"
        yield Problem(what, remedy, part.where)


def _at_centre(part: Rolling, m: Mechanism, geometry: Geometry) -> Iterator[Problem]:
    """A wheel or ball at the centre of its round surface has no contact point."""
    at, on = (geometry.pose(b).to_world(geometry.local(where, b, part)) for b, where in attachments(part, m))
    d = at - on
    if part.surface_axis is not None:
        k = geometry.pose(part.parent).A @ geometry.direction(part.surface_axis, part.parent, part)
        d = d - k * (k @ d)
    if np.linalg.norm(d) < 1e-6 * geometry.size():
        what = f"{part.title} is drawn at the centre of its round surface, {np.linalg.norm(d):.3g} m from it"
        yield Problem(what, "draw it in contact with the surface, at least roughly", part.where)


def attachments(part: Any, m: Mechanism) -> list[tuple[str, Any]]:
    """The bodies a part is attached to, and where."""
    if isinstance(part, joints.Joint | Bushing):
        at = part.name if part.at is None else part.at
        return [(part.parent, at), (part.child, at)]
    if isinstance(part, joints.Rod | forces.Spring | LinearActuator):
        return [(part.parent, part.start), (part.child, part.end)]
    if isinstance(part, Frame):
        return [(part.on, part.at)]
    if isinstance(part, KnifeEdge | Rolling):
        on = [(part.parent, part.on)] if isinstance(part, Rolling) and part.on is not None else []
        return [(part.child, part.name if part.at is None else part.at), *on]
    if isinstance(part, OnCurve):
        own = [(part.child, part.at)] if part.at is not None else []
        return [*own, *_of_curve(part, part.parent)]
    if isinstance(part, Contact):
        return _of_contact(part)
    if isinstance(part, forces.PointForce | Driver) and part.body and part.at is not None:
        return [(part.body, part.at)]
    return []


def _of_contact(part: Contact) -> list[tuple[str, Any]]:
    """The places of a contact: on its body, and the point of the plane or the second centre."""
    if isinstance(part, SpheresContact):
        return list(zip((part.body, part.against), part.centres or ()))
    own = [(part.body, part.at)] if part.at is not None else []
    if isinstance(part, CurveContact):
        return [*own, *_of_curve(part, part.against)]
    return [*own, (part.against, part.plane_point)] if part.plane_point is not None else own


def _of_curve(part: CurveContact | OnCurve, body: str) -> list[tuple[str, Any]]:
    """The centre and the points of a curve."""
    return [(body, where) for where in (part.centre, *part.points) if where is not None]
