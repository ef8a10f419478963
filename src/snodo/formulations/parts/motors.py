"""Inertia of motors behind a transmission: n² J on the diagonal of M, for the speed of the joint (armature).

A tree has the speed of a joint among its velocities, and adds n² J to its own inertia (`tree/kernels/aba.py`,
`crba.py`, `rnea.py`).  In absolute coordinates this is the same as a body with more inertia about the axis of a hinge
on the ground; elsewhere M would no longer be a matrix of single bodies, so that is refused.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import Problem, UnsupportedError
from snodo.mechanism.elements import MotorInertia
from snodo.mechanism.joints import Revolute
from snodo.mechanism.part import GROUND

if TYPE_CHECKING:
    from snodo.formulations.parts.joint_frames import Framer
    from snodo.mechanism.mechanism import Mechanism


def motors_of(mechanism: Mechanism) -> list[MotorInertia]:
    """The motors of a mechanism."""
    return [part for part in mechanism.forces.values() if isinstance(part, MotorInertia)]


def armature(mechanism: Mechanism, joint: str) -> float:
    """n² J of all motors on a joint [kg m², of a sliding joint kg]."""
    return sum(part.reflected for part in motors_of(mechanism) if part.joint == joint)


def refuse_cut(mechanism: Mechanism, carried: Any) -> None:
    """Raise UnsupportedError for a motor on a joint that has no coordinate in a tree."""
    wrong = [
        Problem(f"{part.title} is on joint {part.joint!r}, which closes a loop", "cut it at another joint", part.where)
        for part in motors_of(mechanism)
        if part.joint not in carried
    ]
    if wrong:
        raise UnsupportedError(wrong)


def added_inertia(mechanism: Mechanism, framer: Framer, body: str) -> np.ndarray:
    """What motors add to the inertia of a body about its centre of mass, in absolute coordinates [kg m²]."""
    found = np.zeros((3, 3))
    for part in motors_of(mechanism):
        joint = mechanism.joints[part.joint]
        if not isinstance(joint, Revolute) or joint.elastic or GROUND not in (joint.parent, joint.child):
            what = f"{part.title}: joint {joint.name!r} is not a hinge on the ground"
            raise UnsupportedError(Problem(what, "use formulation tree", part.where))
        moving = joint.child if joint.parent == GROUND else joint.parent
        if moving == body:
            frames = framer.frames(joint)
            A = frames.on_child.A if joint.child == body else frames.on_parent.A
            e = A[:, "xyz".index(frames.letters[0][-1])]
            found += part.reflected * np.outer(e, e)
    return found
