"""Wrenches of forces that are applied in joints: along a coordinate, the gradient of the coordinate times the force.

In space three torques may be applied in a joint that turns about all axes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.formulations.series.efforts import drives, effort
from snodo.formulations.series.measure_wrenches import gradient_wrenches
from snodo.mechanism.laws import Law

if TYPE_CHECKING:
    from snodo.formulations.parts.constraint_rows import RowBuilder
    from snodo.formulations.series.body_motion import BodyMotion

Array = np.ndarray


class _Placed:
    """The bodies in one row of a motion."""

    def __init__(self, motion: BodyMotion, q: Array) -> None:
        self.motion, self.q = motion, q

    def point(self, body: str, s: Array) -> Array:
        """A point of a body."""
        r, A = self.motion.placed(body, self.q)
        return np.asarray(r + A @ s)

    def direction(self, body: str, e: Array) -> Array:
        """A direction of a body."""
        return np.asarray(self.motion.placed(body, self.q)[1] @ e)


def applied_in_joint(motion: BodyMotion, joint: str, times: Array, q: Array, v: Array, moments: bool = True) -> Array:
    """Wrench (time, 6) of all laws in a joint on its child, at the joint's place there, in world axes.

    moments: also those of three torques in a joint that turns about all axes.
    """
    F: Any = motion._F
    part, total = F.mechanism.joints[joint], np.zeros((times.size, 6))
    for law in F.flat.forces:
        if getattr(law.part, "joint", "") != joint or not (moments or law.kind != "moment"):
            continue
        if part.coordinate:
            total += _about_axis(motion, law, times, q, v)
        else:
            total += applied_wrench(motion, law, times, q, v, part.child, F.builder.place_on_child(part))
    return total


def _about_axis(motion: BodyMotion, law: Law, times: Array, q: Array, v: Array) -> Array:
    """In a joint with one coordinate: along or about its axis."""
    F: Any = motion._F
    _, _, effort_, turns = F.effort_along(law.part.name, times, q, v)
    body, axis = F.builder.axis_of(F.mechanism.joints[law.joint])
    n = (motion.rotation(body, q) @ axis) * np.broadcast_to(effort_, times.shape)[:, None]
    return np.hstack([np.zeros_like(n), n] if turns else [n, np.zeros_like(n)])


def applied_wrench(motion: BodyMotion, law: Law, times: Array, q: Array, v: Array, body: str, at: Array) -> Array:
    """Force and torque (time, 6) of a law in a joint on one of its bodies about its point `at`, in world axes."""
    F: Any = motion._F
    if law.kind == "moment":
        T = drives(F, law, times, q, v)
        T = (motion.rotation(law.child, q) @ T[..., None])[..., 0] if law.body_axes else T
        return np.hstack([np.zeros_like(T), T if body == law.child else -T])
    joint = F.mechanism.joints[law.joint]
    word = law.coordinate or joint.coordinate
    quantity = F.builder.coordinate(joint, word)
    x, rate, _ = motion.along(quantity, q, v, v)
    force = np.broadcast_to(effort(F, law, times, q, v, x, rate), times.shape)[:, None]
    builder = free_builder(F)
    unit = np.array([_gradient(motion, builder, joint, word, row, body, at) for row in q])
    measure = builder.coordinate(joint, word).terms[0][1]
    if measure.kind == "middle":  # of three turns: where it is turned over, the angle falls as the tilt rises
        force = force * np.where(np.cos(x) < 0.0, -1.0, 1.0)[:, None]
    found: Array = unit * force
    return found


def free_builder(F: Any) -> RowBuilder:
    """Reads coordinates of all joints as measures between bodies."""
    from snodo.formulations.parts.constraint_rows import RowBuilder
    from snodo.formulations.parts.joint_frames import Framer

    built: RowBuilder = F.kept.setdefault(
        "free builder", RowBuilder(F.mechanism, F.geometry, Framer(F.mechanism, F.geometry))
    )
    return built


def _gradient(motion: BodyMotion, builder: RowBuilder, joint: Any, word: str, q: Array, body: str, at: Array) -> Array:
    """The gradient of a coordinate as a wrench on a body, about its point `at`."""
    placed, total = _Placed(motion, q), np.zeros(6)
    arm = placed.direction(body, at)
    for weight, measure in builder.coordinate(joint, word).terms:
        for name, force, torque in gradient_wrenches(placed, measure):
            if name == body:
                total += weight * np.concatenate([force, torque - np.cross(arm, force)])
    return total
