"""Reading a motion of a tree: place, velocity and acceleration of anything, joint coordinates, reactions.

Arrays may have leading axes (time).  Vectors have as many components as the mechanism has dimensions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import NameNotFound, Problem, RunError, suggestion

if TYPE_CHECKING:
    from snodo.formulations.tree.running import Running

Array = np.ndarray
PLANE = [0, 1, 5]
"""fx, fy and the torque about z, of a wrench."""


class Motion:
    """The kinematics of a bound tree along many states."""

    def __init__(self, tree: Running) -> None:
        self._tree = tree
        self._mechanism = tree.mechanism
        self._dimension = tree.mechanism.dimension

    # ---------------------------------------------------------------- places
    def place(self, name: str) -> tuple[int, Array]:
        """Link and place in its axes of a body, frame, joint, or `body.com`."""
        link, s, _ = self._tree._where(name)
        return link, s

    def position(self, name: str, q: Array) -> Array:
        """World coordinates (…, dimension) [m]."""
        link, s = self.place(name)
        motion = self._along(link, q)
        return (motion.r + _turned(motion.R, s))[..., : self._dimension]

    def velocity(self, name: str, q: Array, v: Array) -> Array:
        """Velocity (…, dimension) [m/s]."""
        link, s = self.place(name)
        motion = self._along(link, q, v)
        return (motion.v + np.cross(motion.w, _turned(motion.R, s)))[..., : self._dimension]

    def acceleration(self, name: str, q: Array, v: Array, a: Array) -> Array:
        """Acceleration (…, dimension) [m/s²]."""
        link, s = self.place(name)
        motion = self._along(link, q, v, a)
        arm, w = _turned(motion.R, s), motion.w
        found: Array = motion.a + np.cross(motion.alpha, arm) + np.cross(w, np.cross(w, arm))
        return found[..., : self._dimension]

    def point(self, body: str, s: Array, q: Array, v: Array) -> tuple[Array, Array]:
        """Place and velocity (…, 3) of a point of a body, given in its axes."""
        link, placed = self._tree.flat.bodies[body]
        motion = self._along(link, q, v)
        arm = _turned(motion.R, placed.to_world(s))
        return motion.r + arm, motion.v + np.cross(motion.w, arm)

    # ---------------------------------------------------------------- turning
    def rotation(self, name: str, q: Array) -> Array:
        """A (…, 3, 3) of a body or frame, its axes to world axes."""
        link, _, A = self._tree._where(name)
        return self._along(link, q).R @ A

    def angular_velocity(self, name: str, q: Array, v: Array) -> Array:
        """ω (…, 3) of a body or frame in world axes [rad/s]."""
        return self._along(self.place(name)[0], q, v).w

    def angular_acceleration(self, name: str, q: Array, v: Array, a: Array) -> Array:
        """ω̇ (…, 3) of a body or frame in world axes [rad/s²]."""
        return self._along(self.place(name)[0], q, v, a).alpha

    def turn(self, body: str, q: Array, v: Array, a: Array) -> tuple[Array, Array, Array]:
        """In the plane: angle of a body with all its turns [rad], its speed and its acceleration."""
        tree = self._tree
        drawn, gradient = tree.geometry.pose(body).angle, tree.flat.turning(tree.flat.bodies[body][0])
        return (q - tree.reference()[0]) @ gradient + drawn, v @ gradient, a @ gradient

    def joint(self, name: str, q: Array, v: Array, a: Array) -> tuple[Array, Array, Array]:
        """The coordinate of a joint that has one, its speed, its acceleration."""
        place = self._tree._place(name)
        if not place.branch.joint.coordinate:
            raise NameNotFound(Problem(f"joint {name!r} has not one coordinate", "name one of its coordinates"))
        k, j = place.q.start, place.v.start
        return q[..., k], v[..., j], a[..., j]

    # ---------------------------------------------------------------- reactions
    def reaction(
        self, name: str, times: Array, states: Array, a: Array, axes: str = "world", applied: bool = False
    ) -> Array:
        """Wrench (time, 6) = (f, μ) that the joint's parent exerts on its child, at the child's joint frame.

        In the plane (time, 3) = (fx, fy, torque).  axes: world, parent or child.  applied: with the forces and torques
        that are applied in the joint.
        """
        if name not in self._mechanism.joints:
            problem = Problem(f"there is no joint {name!r}", suggestion(name, self._mechanism.joints))
            raise NameNotFound(problem)
        if axes not in ("world", "parent", "child"):
            raise NameNotFound(Problem(f"there are no axes {axes!r}", "use world, parent or child"))
        place = self._tree._place(name)
        rows = self._wrenches(place.links, times, states, a)
        wrench = rows[:, :6] if applied else rows[:, :6] - rows[:, 6:12]
        base, own = (np.swapaxes(rows[:, k : k + 9].reshape(-1, 3, 3), 1, 2) for k in (15, 24))
        if place.branch.backward:  # the kernels know the wrench on the joint's parent, at the parent's joint frame
            wrench = -np.hstack([wrench[:, :3], wrench[:, 3:] + np.cross(rows[:, 12:15], wrench[:, :3])])
            base, own = own, base
        if axes != "world":
            body = getattr(place.branch.joint, axes)
            A = (base if axes == "parent" else own) @ self._tree.flat.bodies[body][1].A
            wrench = np.hstack([_turned_back(A, wrench[:, :3]), _turned_back(A, wrench[:, 3:])])
        return wrench if self._dimension == 3 else wrench[:, PLANE]

    def _wrenches(self, links: range, times: Array, states: Array, a: Array) -> Array:
        tree = self._tree
        times, states, a = (np.array(x, order="C") for x in (times, states, a))
        out = np.empty((times.size, 33))
        tau = np.empty(tree.nv)
        failed = tree.entries.wrenches(times, states, a, tree.model, links[0], links[-1], tau, out)
        if failed:
            raise RunError(tree.failure(tree.kernels.layout.USER_FAILED, float(times[failed - 1])))
        return out

    # ---------------------------------------------------------------- from the kernels
    def _along(self, link: int, q: Any, v: Any = None, a: Any = None) -> _Along:
        tree = self._tree
        q = np.asarray(q, dtype=float)
        shape = q.shape[:-1]
        rows = q.reshape(int(np.prod(shape)), tree.nq)
        given = [_rows(x, len(rows), tree.nv) for x in (v, a)]
        out = np.empty((len(rows), 24))
        tree.entries.motions(np.array(rows, order="C"), *given, tree.model, link, out)
        return _Along(out.reshape(*shape, 24))


class _Along:
    """Place, axes, velocity, angular velocity, acceleration and angular acceleration of a link, with leading axes."""

    def __init__(self, rows: Array) -> None:
        self.r, self.v, self.w, self.a, self.alpha = (rows[..., k : k + 3] for k in (0, 12, 15, 18, 21))
        self.R = np.swapaxes(rows[..., 3:12].reshape(*rows.shape[:-1], 3, 3), -1, -2)


def _rows(x: Any, count: int, nv: int) -> Array:
    return np.zeros((count, nv)) if x is None else np.array(x, dtype=float, order="C").reshape(count, nv)


def _turned(R: Array, s: Array) -> Array:
    """R s"""
    return (R * s).sum(axis=-1)


def _turned_back(R: Array, x: Array) -> Array:
    """Rᵀ x for a row of x for each R."""
    return (R * x[..., :, None]).sum(axis=-2)
