"""Reading a motion in absolute coordinates: bodies, joint coordinates, reactions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.formulations.series.body_motion import Along, BodyMotion, Series
from snodo.formulations.spatial import attitudes
from snodo.mechanism.measures import Combination

if TYPE_CHECKING:
    from snodo.formulations.spatial.spatial import Spatial

Array = np.ndarray


class Motion(BodyMotion):
    """The kinematics of a mechanism bound in absolute coordinates, along many states."""

    def __init__(self, spatial: Spatial) -> None:
        super().__init__(spatial)
        self._spatial = spatial

    # ---------------------------------------------------------------- bodies
    def _along(self, number: int, q: Any, v: Any = None, a: Any = None) -> Along:
        """The motion of a body's centre of mass and axes."""
        q = np.asarray(q, dtype=float)
        rows = np.zeros((*q.shape[:-1], 24))
        rows[..., 3:12] = np.eye(3).ravel()
        if number:
            r, p = q[..., 7 * number - 7 : 7 * number - 4], q[..., 7 * number - 4 : 7 * number]
            R = attitudes.rotation(p)
            rows[..., :3], rows[..., 3:12] = r, np.swapaxes(R, -1, -2).reshape(*rows.shape[:-1], 9)
            for first, x in self._velocities(number, p, v, a):
                rows[..., first : first + 3] = x[..., :3]
                rows[..., first + 3 : first + 6] = (R @ x[..., 3:, None])[..., 0]
        return Along(rows)

    def _velocities(self, number: int, p: Array, v: Any, a: Any) -> list[tuple[int, Array]]:
        """(ṙ, ω′) and (r̈, ω̇′), as far as they are asked for, with their places."""
        columns = self._spatial.velocity_slice(number)
        given = [(first, np.asarray(x, float)[..., columns]) for first, x in ((12, v), (18, a)) if x is not None]
        if not self._spatial.euler:
            return given
        found = []
        for first, x in given:
            turning = attitudes.spin(p, x[..., 3:])
            if first == 18:
                turning = attitudes.spin_rate(p, given[0][1][..., 3:], x[..., 3:])
            found.append((first, np.concatenate([x[..., :3], turning], axis=-1)))
        return found

    def centres(self, q: Array) -> Array:
        """World coordinates (bodies, dimension) [m] of every body's centre of mass in one state."""
        bodies = q[: 7 * len(self._F.body_names)].reshape(-1, 7)
        return np.array(bodies[:, : self._dimension])

    def all_axes(self, q: Array) -> Array:
        """A (numbers, 3, 3) of all bodies in one state, the ground first."""
        return np.concatenate([np.eye(3)[None], attitudes.rotation(self._spatial.attitudes(np.asarray(q, float)))])

    def turn(self, body: str, q: Array, v: Array, a: Array) -> Series:
        """In the plane: angle of a body with all its turns [rad], its speed and its acceleration."""
        motion = self._along(self._F.flat.bodies[body][0], q, v, a)
        angle = np.arctan2(motion.R[..., 1, 0], motion.R[..., 0, 0])
        return self.counted(f"{body}.angle", angle, np.asarray(q)), motion.w[..., 2], motion.alpha[..., 2]

    # ---------------------------------------------------------------- coordinates
    def joint(self, name: str, q: Array, v: Array, a: Array) -> Series:
        """Coordinate, speed and acceleration of a joint with one coordinate."""
        return self.along(self._F.builder.coordinate(self._mechanism.joints[name]), q, v, a)

    def coordinate(self, x: Combination, q: Array, v: Array) -> tuple[Array, Array, Array, Array]:
        """In one state: a quantity, its gradient (nv), its rate, and the part of its acceleration from velocity."""
        value, rate, second = self.along(x, q, v, np.zeros(self.nv))
        return value, self.gradient(x, q), rate, second
