"""The bodies of a mechanism in one configuration: where they are, how they move with the velocities.

    P = r + A s,     (ṙ, ω) = J_b v,     generalised forces of wrenches W at the origins:  Σ J_bᵀ W        (1)

Everything is in world axes and in three dimensions, in the plane too, whatever the formulation.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from snodo.mechanism.part import GROUND

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

Array = np.ndarray


class PlacedBodies:
    """A bound mechanism in the configuration q."""

    def __init__(self, F: Formulation, q: Array) -> None:
        self.F, self.q = F, q
        self.dimension = F.mechanism.dimension
        self._r, self._A = {GROUND: np.zeros(3)}, {GROUND: np.eye(3)}
        self._J = {GROUND: np.zeros((6, F.nv))}
        for body in F.body_names:
            pose = F.pose(q, body)
            self._r[body], self._A[body] = pose.r, pose.A

    def angle(self, body: str) -> float:
        """In the plane: the angle of a body with all its turns [rad]."""
        rest = np.zeros(self.F.nv)
        return 0.0 if body == GROUND else float(self.F.motion.turn(body, self.q, rest, rest)[0])

    def point(self, body: str, s: Array) -> Array:
        """World place of a point of a body, given in its axes [m]."""
        place: Array = self._r[body] + self._A[body] @ s
        return place

    def direction(self, body: str, e: Array) -> Array:
        """World direction of a direction fixed in a body."""
        turned: Array = self._A[body] @ e
        return turned

    def twists(self, v: Array) -> dict[str, tuple[Array, Array]]:
        """Velocity of the origin [m/s] and angular velocity [rad/s] of every body, world axes, at the velocities v."""
        motion, rest = self.F.motion, np.zeros(self.F.nv)
        found = {GROUND: (np.zeros(3), np.zeros(3))}
        for body in self.F.body_names:
            if self.dimension == 3:
                omega = motion.angular_velocity(body, self.q, v)
            else:
                omega = np.array([0.0, 0.0, float(motion.turn(body, self.q, v, rest)[1])])
            found[body] = _in_space(motion.velocity(body, self.q, v)), omega
        return found

    def all_twists(self, S: Array) -> list[dict[str, tuple[Array, Array]]]:
        """What `twists` gives for each column of S (nv, motions): one product for each body."""
        still = {GROUND: (np.zeros(3), np.zeros(3))}
        kept = np.array([1.0, 1.0, 0.0, 0.0, 0.0, 1.0] if self.dimension == 2 else [1.0] * 6)[:, None]
        moving = {body: kept * (self.jacobian(body) @ S) for body in self.F.body_names}
        return [still | {body: (x[:3, k], x[3:, k]) for body, x in moving.items()} for k in range(S.shape[1])]

    def jacobian(self, body: str) -> Array:
        """J_b (6, nv): velocity of a body's origin and angular velocity, per unit of each velocity."""
        if body not in self._J:
            self._J[body] = self.F.jacobian_of(self.q, body)
        return self._J[body]

    def generalised(self, wrenches: Iterable[tuple[str, Array, Array]]) -> Array:
        """(1): generalised forces (nv) of wrenches, each a body, a force [N] and a torque about its origin [N m]."""
        total = np.zeros(self.F.nv)
        for body, force, torque in wrenches:
            total += np.concatenate([force, torque]) @ self.jacobian(body)
        return total


def _in_space(x: Array) -> Array:
    return np.concatenate([x, np.zeros(3 - len(x))])
