"""Checks of drivers: what they drive, and how."""

from __future__ import annotations

from typing import TYPE_CHECKING

from snodo.errors import MechanismError, suggestion
from snodo.mechanism import body as bodies
from snodo.mechanism import joints
from snodo.mechanism.checks.joints import Found, exists, joint_with
from snodo.mechanism.drivers import Driver
from snodo.mechanism.part import convert
from snodo.mechanism.tables import curves_of

if TYPE_CHECKING:
    from snodo.mechanism.mechanism import Mechanism

_INTEGRATED = ("speed", "acceleration")
_BALL = ("rotation_vector", "cardan")
_MOTIONS = ("angle", "displacement", "path", *_INTEGRATED, *_BALL)


def _driver(part: Driver, m: Mechanism) -> Found:
    if bool(part.joint) == bool(part.body):
        yield "needs a joint or a body, and not both", "give joint: A, or body: crank"
        return
    given = [word for word in _MOTIONS if getattr(part, word) is not None]
    if len(given) != 1:
        yield f"needs one motion and has {', '.join(given) or 'none'}", f"give one of {', '.join(_MOTIONS)}"
        return
    yield from _driven_joint(part, given[0], m) if part.joint else _driven_body(part, given[0], m)


def _driven_joint(part: Driver, motion: str, m: Mechanism) -> Found:
    if motion in _BALL:
        yield from _ball_joint(part, motion, m)
        return
    if motion == "path" or part.along is not None or part.at is not None:
        yield "drives a joint, which takes no path, along or at", "drive a body's point instead: body: …, at: …"
        return
    if part.of:
        yield from _one_of_several(part, motion, m)
        return
    coordinate = m.joints[part.joint].coordinate if part.joint in m.joints else ""
    if coordinate and motion in ("angle", "displacement") and motion != coordinate:
        kind = m.joints[part.joint].kind.replace("_", " ")
        yield (
            f"joint {part.joint!r} is a {kind}, which has no {motion}",
            f"use {coordinate}, the coordinate of a {kind}",
        )
        return
    yield from joint_with(part, part.joint, m, "angle or displacement")
    if motion in _INTEGRATED and coordinate:
        yield from _integrated(part, motion, coordinate, m)


def _ball_joint(part: Driver, motion: str, m: Mechanism) -> Found:
    """All turns of a spherical joint."""
    joint = m.joints.get(part.joint)
    if joint is None:
        yield from exists(part.joint, m.joints, "joint")
    elif not isinstance(joint, joints.Spherical) or m.dimension == 2:
        kind = joint.kind.replace("_", " ")
        yield f"joint {part.joint!r} is a {kind}, which has no {motion}", "drive a spherical joint, or give angle: …"
    elif part.of or part.along is not None or part.at is not None:
        yield f"{motion} drives all turns of its joint", "leave out of, along and at"
    elif len(getattr(part, motion)) != 3:
        yield f"{motion} has {len(getattr(part, motion))} components", "give three"


def _one_of_several(part: Driver, motion: str, m: Mechanism) -> Found:
    """A driver of one of several coordinates of a joint."""
    if part.joint not in m.joints:
        yield f"there is no joint {part.joint!r}", suggestion(part.joint, m.joints)
        return
    joint = m.joints[part.joint]
    turning = isinstance(joint, joints.Spherical | joints.Free)  # their velocities are not the rates of coordinates
    words = list(joint.words(m.dimension)) if hasattr(joint, "words") and m.dimension == 3 and not turning else []
    if part.of not in words[: len(words) // 2]:
        known = ", ".join(words[: len(words) // 2]) or "none that can be driven"
        yield f"joint {part.joint!r} has no coordinate {part.of!r}", f"it has {known}"
        return
    coordinate = "angle" if joints.QUANTITY[part.of] == "angle" else "displacement"
    if motion in ("angle", "displacement") and motion != coordinate:
        yield f"{part.of!r} of joint {part.joint!r} is no {motion}", f"use {coordinate}"
    elif motion in _INTEGRATED:
        yield from _integrated(part, motion, coordinate, m)


def _driven_body(part: Driver, motion: str, m: Mechanism) -> Found:
    yield from exists(part.body, m.bodies, "body")
    if motion in _BALL:
        yield f"{motion} drives a spherical joint, not a body", "give joint: …"
        return
    if motion == "path" and len(part.path or ()) != m.dimension:
        yield f"path has {len(part.path or ())} components in a {m.dimension}-D mechanism", f"give {m.dimension}"
    if motion == "displacement" and part.along is None:
        yield "has a displacement but no direction", "give along: x, or a vector"
    if motion in ("angle", "path") and part.along is not None:
        yield f"has {motion} and along", "along applies to displacement, speed or acceleration"
    if part.motion == "body angle" and isinstance(m.bodies.get(part.body), bodies.Particle):
        yield f"drives the angle of particle {part.body!r}, which has no angle", "drive its position instead"
    if motion in _INTEGRATED:
        yield from _integrated(part, motion, "angle" if part.along is None else "displacement", m)


def _integrated(part: Driver, motion: str, coordinate: str, m: Mechanism) -> Found:
    """Convert a speed or acceleration with the unit of its coordinate, and check that it can be integrated."""
    kind = f"angular_{motion}" if coordinate == "angle" else motion
    try:
        part.read_further(motion, convert(getattr(part, motion), f"function:{kind}"))
        part.coordinate(0.0, 0.0, curves_of(m.tables))
    except MechanismError as error:
        yield from ((f"{motion}: {p.what}", p.remedy) for p in error.problems)


CHECKS = {Driver: _driver}
