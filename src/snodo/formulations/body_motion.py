"""Reading a motion of bodies: place, velocity and acceleration of anything, quantities, in all states at once.

Arrays may have leading axes (time).  Vectors have as many components as the mechanism has dimensions.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import numpy as np

from snodo.errors import NameNotFound, Problem, suggestion
from snodo.formulations.measured import Quantity
from snodo.mechanism import joints
from snodo.mechanism.part import GROUND

Array = np.ndarray
Series = tuple[Array, Array, Array]
PLANE = [0, 1, 5]
"""fx, fy and the torque about z, of a wrench."""


class Along:
    """Place, axes, velocity, angular velocity, acceleration and angular acceleration of a link, with leading axes."""

    def __init__(self, rows: Array) -> None:
        self.r, self.v, self.w, self.a, self.alpha = (rows[..., k : k + 3] for k in (0, 12, 15, 18, 21))
        self.R = np.swapaxes(rows[..., 3:12].reshape(*rows.shape[:-1], 3, 3), -1, -2)


class BodyMotion(ABC):
    """The kinematics of a bound formulation along many states."""

    def __init__(self, formulation: Any) -> None:
        self._F = formulation
        self._mechanism = formulation.mechanism
        self._dimension = formulation.mechanism.dimension

    @property
    def nq(self) -> int:
        """Number of coordinates."""
        return int(self._F.nq)

    @property
    def nv(self) -> int:
        """Number of velocities."""
        return int(self._F.nv)

    # ---------------------------------------------------------------- what a formulation says
    @abstractmethod
    def _along(self, number: int, q: Any, v: Any = None, a: Any = None) -> Along:
        """The motion of a body (in a tree, of a link), by its number."""

    @abstractmethod
    def centres(self, q: Array) -> Array:
        """World coordinates (bodies, dimension) [m] of every body's centre of mass in one state."""

    @abstractmethod
    def turn(self, body: str, q: Array, v: Array, a: Array) -> Series:
        """In the plane: angle of a body with all its turns [rad], its speed and its acceleration."""

    @abstractmethod
    def joint(self, name: str, q: Array, v: Array, a: Array) -> Series:
        """The coordinate of a joint that has one, its speed, its acceleration."""

    # ---------------------------------------------------------------- places
    def place(self, name: str) -> tuple[int, Array]:
        """Link and place in its axes of a body, frame, joint, or `body.com`."""
        link, s, _ = self._F._where(name)
        return link, s

    def position(self, name: str, q: Array) -> Array:
        """World coordinates (…, dimension) [m]."""
        link, s = self.place(name)
        motion = self._along(link, q)
        return (motion.r + turned(motion.R, s))[..., : self._dimension]

    def velocity(self, name: str, q: Array, v: Array) -> Array:
        """Velocity (…, dimension) [m/s]."""
        link, s = self.place(name)
        motion = self._along(link, q, v)
        return (motion.v + np.cross(motion.w, turned(motion.R, s)))[..., : self._dimension]

    def acceleration(self, name: str, q: Array, v: Array, a: Array) -> Array:
        """Acceleration (…, dimension) [m/s²]."""
        link, s = self.place(name)
        motion = self._along(link, q, v, a)
        arm, w = turned(motion.R, s), motion.w
        found: Array = motion.a + np.cross(motion.alpha, arm) + np.cross(w, np.cross(w, arm))
        return found[..., : self._dimension]

    def point(self, body: str, s: Array, q: Array, v: Array) -> tuple[Array, Array]:
        """Place and velocity (…, 3) of a point of a body, given in its axes."""
        link, placed = self._F.flat.bodies[body]
        motion = self._along(link, q, v)
        arm = turned(motion.R, placed.to_world(s))
        return motion.r + arm, motion.v + np.cross(motion.w, arm)

    def track(self, body: str, s: Array, q: Array, v: Array, a: Array) -> tuple[Array, Array, Array]:
        """Place, velocity and acceleration (…, 3) of a point of a body, given in its axes."""
        link, placed = self._F.flat.bodies[body]
        motion = self._along(link, q, v, a)
        arm, w = turned(motion.R, placed.to_world(s)), motion.w
        spin = np.cross(w, arm)
        return motion.r + arm, motion.v + spin, motion.a + np.cross(motion.alpha, arm) + np.cross(w, spin)

    # ---------------------------------------------------------------- turning
    def rotation(self, name: str, q: Array) -> Array:
        """A (…, 3, 3) of a body or frame, its axes to world axes."""
        link, _, A = self._F._where(name)
        return self._along(link, q).R @ A

    def angular_velocity(self, name: str, q: Array, v: Array) -> Array:
        """ω (…, 3) of a body or frame in world axes [rad/s]."""
        return self._along(self.place(name)[0], q, v).w

    def angular_acceleration(self, name: str, q: Array, v: Array, a: Array) -> Array:
        """ω̇ (…, 3) of a body or frame in world axes [rad/s²]."""
        return self._along(self.place(name)[0], q, v, a).alpha

    # ---------------------------------------------------------------- quantities
    def along(self, x: Quantity, q: Array, v: Array, a: Array) -> tuple[Array, Array, Array]:
        """Value, speed and acceleration of a quantity."""
        from snodo.formulations.quantities import along_motion

        return along_motion(self, x, q, v, a)

    # ---------------------------------------------------------------- reactions from multipliers
    def _of_rows(
        self, name: str, times: Array, states: Array, multipliers: Array, axes: str, applied: bool, body: str | None
    ) -> Array:
        """The wrench of a joint's rows on its child at its point there; of other rows on `body` at its origin."""
        F, part = self._F, self._mechanism[name]
        own = [k for k, owner in enumerate(F.row_parts) if owner == name]
        joint = isinstance(part, joints.Joint | joints.Rod)
        on = body or (part.child if joint else self._driven_body(part))
        if on not in F.flat.bodies:
            raise NameNotFound(Problem(f"there is no body {on!r}", suggestion(on, F.flat.bodies)))
        link, placed = F.flat.bodies[on]
        out, y_dot = np.empty((times.size, 18)), np.empty(states.shape[1])
        rows = [np.array(x, order="C") for x in (times, states, multipliers)]
        F.entries.closure_wrenches(F.kernels.rate, *rows, own[0], own[-1] + 1, link, F.model, y_dot, out)
        R = np.swapaxes(out[:, 9:].reshape(-1, 3, 3), 1, 2)
        s = F.closer.place_on_child(part) if joint and body is None else np.zeros(3)
        arm = turned(R, placed.to_world(s))
        wrench = np.hstack([out[:, :3], out[:, 3:6] - np.cross(arm, out[:, :3])])
        if applied and joint:
            wrench = wrench + self._applied_in(name, times, states)
        if axes != "world":
            A = self.rotation(self._side(part, axes, on), states[:, : F.nq])
            wrench = np.hstack([turned_back(A, wrench[:, :3]), turned_back(A, wrench[:, 3:])])
        return wrench if self._dimension == 3 else wrench[:, PLANE]

    def _side(self, part: Any, axes: str, on: str) -> str:
        """The body whose axes are meant: of a joint, of the joint that a driver moves, else `on` against the ground."""
        part = self._mechanism.joints.get(getattr(part, "joint", ""), part)
        return str(getattr(part, axes, on if axes == "child" else GROUND))

    def _driven_body(self, part: Any) -> str:
        """Whom a driver moves, or the last body that another constraint speaks of."""
        if getattr(part, "joint", ""):
            return str(self._mechanism.joints[part.joint].child)
        if getattr(part, "body", ""):
            return str(part.body)
        if hasattr(part, "terms"):
            return str(self._mechanism.joints[next(iter(part.terms()))].child)
        if hasattr(part, "child"):
            return str(part.child)
        if hasattr(part, "factors"):
            first = next(iter(part.factors))
            return str(self._mechanism.joints[first].child if first in self._mechanism.joints else first.split(".")[0])
        return str(part.bodies[0])

    def _applied_in(self, joint: str, times: Array, states: Array) -> Array:
        """Wrench (time, 6) on the child, in world axes, of the forces and torques that are applied in a joint."""
        F, total = self._F, np.zeros((times.size, 6))
        q, v = states[:, : F.nq], states[:, F.nq : F.nq + F.nv]
        for law in F.flat.forces:
            if law.joint == joint:
                _, _, effort, turns = F.effort_along(law.part.name, times, q, v)
                body, axis = F.closer.axis_of(self._mechanism.joints[joint])
                n = self.rotation(body, q) @ axis
                total[:, 3:6] += n * effort[:, None] * turns
                total[:, :3] += n * effort[:, None] * (not turns)
        return total


def turned(R: Array, s: Array) -> Array:
    """R s"""
    return (R * s).sum(axis=-1)


def turned_back(R: Array, x: Array) -> Array:
    """Rᵀ x for a row of x for each R."""
    return (R * x[..., :, None]).sum(axis=-2)
