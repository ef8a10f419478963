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
    if joint.coordinate and body == joint.child:
        owner, axis = F.builder.axis_of(joint)
        n = (motion.rotation(owner, q) @ axis) * force
        return np.hstack([np.zeros_like(n), n] if quantity.unit == "rad" else [n, np.zeros_like(n)])
    builder = free_builder(F)
    found: Array = np.array([_gradient(motion, builder, joint, word, row, body, at) for row in q]) * force
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
