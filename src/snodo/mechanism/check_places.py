"""Where parts are attached, and what can be wrong with that; looked at only when all names are right."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import MechanismError, Problem
from snodo.mechanism import body as bodies
from snodo.mechanism import forces, joints
from snodo.mechanism.drivers import Driver
from snodo.mechanism.frame import Frame
from snodo.mechanism.geometry import Geometry

if TYPE_CHECKING:
    from snodo.mechanism.mechanism import Mechanism


def places(m: Mechanism, geometry: Geometry) -> Iterator[Problem]:
    """Points that do not exist, ends that coincide, things attached to a particle away from it."""
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
    if isinstance(part, joints.Rod | forces.Spring):
        ends = [geometry.pose(b).to_world(geometry.local(w, b, part)) for b, w in attachments(part, m)]
        if part.length is None and not np.linalg.norm(ends[1] - ends[0]) > 1e-12 * geometry.size():
            yield Problem(
                f"{part.title}: its ends coincide as drawn", "give two different points, or a length", part.where
            )


def attachments(part: Any, m: Mechanism) -> list[tuple[str, Any]]:
    """The bodies a part is attached to, and where."""
    if isinstance(part, joints.Joint):
        at = part.name if part.at is None else part.at
        return [(part.parent, at), (part.child, at)]
    if isinstance(part, joints.Rod | forces.Spring):
        return [(part.parent, part.start), (part.child, part.end)]
    if isinstance(part, Frame):
        return [(part.on, part.at)]
    if isinstance(part, forces.PointForce | Driver) and part.body and part.at is not None:
        return [(part.body, part.at)]
    return []
