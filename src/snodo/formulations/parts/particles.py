"""Particles that would have to rotate with a body they are fixed to, in formulations where particles do not rotate."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from snodo.errors import Problem
from snodo.mechanism.body import Particle
from snodo.mechanism.mechanism import Mechanism
from snodo.mechanism.part import GROUND


def leaves_rotation(joint: Any, body: str, dimension: int) -> bool:
    """Whether a joint leaves all rotations of a body free."""
    if dimension == 2:
        return not joint.keeps_attitude
    if "turns" in joint.holds(3):
        return False
    return getattr(joint, "axis", None) is None or bool(joint.child == body)  # its axis is fixed in the parent


def turned_particles(mechanism: Mechanism) -> Iterator[Problem]:
    """Joints that rotate a particle with another body, where neither is held by the ground."""
    still = _turning_together(mechanism, GROUND)
    for joint in mechanism.joints.values():
        particles = [name for name in (joint.parent, joint.child) if _is_turned(mechanism, joint, name)]
        dumbbell = len(particles) == 2 and mechanism.dimension == 2  # in the plane neither of them rotates
        if particles and not dumbbell and particles[0] not in still:
            what = f"{joint.title} rotates particle {particles[0]!r} with the body it is joined to"
            remedy = "make it part of the body (a composite), or a body with a moment of inertia"
            if joint.keeps_attitude:
                remedy += "; or use formulation tree"
            yield Problem(what, remedy, joint.where)


def _is_turned(mechanism: Mechanism, joint: Any, name: str) -> bool:
    particle = isinstance(mechanism.bodies.get(name), Particle)
    return particle and not leaves_rotation(joint, name, mechanism.dimension)


def _turning_together(mechanism: Mechanism, start: str) -> set[str]:
    """All bodies connected to a body by joints without rotation."""
    stiff = [joint for joint in mechanism.joints.values() if joint.keeps_attitude]
    found, before = {start}, 0
    while len(found) > before:
        before = len(found)
        for joint in stiff:
            if joint.parent in found or joint.child in found:
                found |= {joint.parent, joint.child}
    return found
