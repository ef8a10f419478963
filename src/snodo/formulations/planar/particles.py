"""Particles that would have to turn: rigidly joined to a body that may turn, in a formulation where they do not."""

from __future__ import annotations

from collections.abc import Iterator

from snodo.errors import Problem
from snodo.mechanism import joints
from snodo.mechanism.body import Particle
from snodo.mechanism.mechanism import Mechanism
from snodo.mechanism.part import GROUND


def turned_particles(mechanism: Mechanism) -> Iterator[Problem]:
    """Joints without rotation between a particle and a body, neither of which is held by the ground."""
    still = _turning_together(mechanism, GROUND)
    for joint in _without_rotation(mechanism):
        ends = [mechanism.bodies.get(name) for name in (joint.parent, joint.child)]
        particles = [body for body in ends if isinstance(body, Particle)]
        if len(particles) == 1 and joint.parent not in still:
            what = f"{joint.title} turns particle {particles[0].name!r} with the body it is joined to"
            remedy = (
                "make it part of the body (a composite), or a body with a moment of inertia; or use formulation tree"
            )
            yield Problem(what, remedy, joint.where)


def _without_rotation(mechanism: Mechanism) -> list[joints.Joint]:
    return [joint for joint in mechanism.joints.values() if isinstance(joint, (joints.Fixed, joints.Prismatic))]


def _turning_together(mechanism: Mechanism, start: str) -> set[str]:
    """Everything that joints without rotation connect with a body."""
    found, before = {start}, 0
    while len(found) > before:
        before = len(found)
        for joint in _without_rotation(mechanism):
            if joint.parent in found or joint.child in found:
                found |= {joint.parent, joint.child}
    return found
