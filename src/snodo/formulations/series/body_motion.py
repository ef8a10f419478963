"""Reading a motion of bodies: place, velocity and acceleration of anything, quantities, in all states at once.

Arrays may have leading axes (time).  Vectors have as many components as the mechanism has dimensions.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.formulations.parts.named_measures import Named, read
from snodo.formulations.series.joint_laws import applied_in_joint
from snodo.mechanism.measures import Combination
from snodo.mechanism.part import GROUND

if TYPE_CHECKING:
    from snodo.formulations.measured_formulation import MeasuredFormulation
    from snodo.formulations.parts.constraint_rows import RowBuilder
    from snodo.formulations.series import reactions

Array = np.ndarray
Series = tuple[Array, Array, Array]
TURN = 2 * np.pi
PLANE = [0, 1, 5]
"""fx, fy and the torque about z, of a wrench."""
_RATE_OF = {"vx": "x", "vy": "y", "vz": "z", "omega": "angle"}
"""The coordinates of a body, by their speeds."""


class Along:
    """Place, axes, velocity, angular velocity, acceleration and angular acceleration of a link, with leading axes."""

    def __init__(self, rows: Array) -> None:
        self.r, self.v, self.w, self.a, self.alpha = (rows[..., k : k + 3] for k in (0, 12, 15, 18, 21))
        self.R = np.swapaxes(rows[..., 3:12].reshape(*rows.shape[:-1], 3, 3), -1, -2)


class BodyMotion(ABC):
    """The kinematics of a bound formulation along many states."""

    def __init__(self, formulation: MeasuredFormulation) -> None:
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

    @property
    def builder(self) -> RowBuilder:
        """What makes rows and quantities of the parts."""
        builder: RowBuilder = self._F.builder
        return builder

    # ---------------------------------------------------------------- defined by the formulation
    @abstractmethod
    def _along(self, number: int, q: Any, v: Any = None, a: Any = None) -> Along:
        """The motion of a body (in a tree, of a link), by its number."""

    @abstractmethod
    def centres(self, q: Array) -> Array:
        """World coordinates (bodies, dimension) [m] of every body's centre of mass in one state."""

    @abstractmethod
    def all_axes(self, q: Array) -> Array:
        """A (numbers, 3, 3) of all bodies (in a tree, of all links) in one state, the ground first."""

    @abstractmethod
    def turn(self, body: str, q: Array, v: Array, a: Array) -> Series:
        """In the plane: angle of a body with all its turns [rad], its speed and its acceleration."""

    @abstractmethod
    def joint(self, name: str, q: Array, v: Array, a: Array) -> Series:
        """Coordinate, speed and acceleration of a joint with one coordinate."""

    # ---------------------------------------------------------------- coordinates by name
    def measured(self, name: str) -> tuple[Combination, bool]:
        """The quantity behind a name such as `A.angle`, `crank.x` or `A.speed`, and whether its speed is meant.

        Of joints whose velocities are the rates of their coordinates: all but spherical and free ones.
        """
        part, word, _ = self._mechanism.coordinate(name)
        joint = self._mechanism.joints.get(part.name)
        if joint is None:
            return self._F.builder.body_coordinate(part.name, _RATE_OF.get(word, word)), word in _RATE_OF
        words = list(joint.words(self._dimension))
        half, index = len(words) // 2, words.index(word)
        return self._F.builder.coordinate(joint, words[index % half]), index >= half

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

    def places(self, names: Iterable[str], q: Array) -> dict[str, Array]:
        """World coordinates (dimension) [m] of many bodies, frames or joints in one state."""
        return {name: self.position(name, q) for name in names}

    def velocity(self, name: str, q: Array, v: Array) -> Array:
        """Velocity (…, dimension) [m/s]."""
        link, s = self.place(name)
        motion = self._along(link, q, v)
        return (motion.v + cross(motion.w, turned(motion.R, s)))[..., : self._dimension]

    def acceleration(self, name: str, q: Array, v: Array, a: Array) -> Array:
        """Acceleration (…, dimension) [m/s²]."""
        link, s = self.place(name)
        motion = self._along(link, q, v, a)
        arm, w = turned(motion.R, s), motion.w
        found: Array = motion.a + cross(motion.alpha, arm) + cross(w, cross(w, arm))
        return found[..., : self._dimension]

    def point(self, body: str, s: Array, q: Array, v: Array) -> tuple[Array, Array]:
        """Place and velocity (…, 3) of a point of a body, given in its axes."""
        link, placed = self._F.flat.bodies[body]
        motion = self._along(link, q, v)
        arm = turned(motion.R, placed.to_world(s))
        return motion.r + arm, motion.v + cross(motion.w, arm)

    def track(self, body: str, s: Array, q: Array, v: Array, a: Array) -> tuple[Array, Array, Array]:
        """Place, velocity and acceleration (…, 3) of a point of a body, given in its axes."""
        link, placed = self._F.flat.bodies[body]
        motion = self._along(link, q, v, a)
        arm, w = turned(motion.R, placed.to_world(s)), motion.w
        spin = cross(w, arm)
        return motion.r + arm, motion.v + spin, motion.a + cross(motion.alpha, arm) + cross(w, spin)

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

    # ---------------------------------------------------------------- one state
    def placed(self, body: str, q: Array) -> tuple[Array, Array]:
        """Place r (3) [m] of a body's origin and its axes A in one state."""
        if body == GROUND:
            return np.zeros(3), np.eye(3)
        pose = self._F.pose(q, body)
        return pose.r, pose.A

    def jacobian_of(self, body: str, q: Array) -> Array:
        """J (6 × nv) with (v, ω) = J v at the origin of a body, in world axes."""
        J: Array = self._F.jacobian_of(q, body)
        return J

    # ---------------------------------------------------------------- quantities
    def value(self, x: Combination, q: Array) -> float:
        """A quantity in one state, without its speed and acceleration."""
        from snodo.formulations.series.quantities import value

        return value(self, x, q)

    def gradient(self, x: Combination, q: Array) -> Array:
        """∂x/∂v (nv) in one state."""
        from snodo.formulations.series.quantities import gradient

        return gradient(self, x, q)

    def along(self, x: Combination, q: Array, v: Array, a: Array) -> tuple[Array, Array, Array]:
        """Value, speed and acceleration of a quantity."""
        from snodo.formulations.series.quantities import along_motion

        return along_motion(self, x, q, v, a)

    def read(self, x: Named, q: Array, v: Array) -> Array:
        """A measure by name, as laws of forces read it."""
        value, rate, _ = self.along(x.quantity, q, v, v)
        return read(x.what, value, rate)

    def counted(self, name: str, angle: Array, q: Array) -> Array:
        """An angle with the whole turns that the coordinate of this name counts; as measured if there is none."""
        k = self._F.flat.counters.get(name)
        if k is None:
            return angle
        turned: Array = angle + TURN * np.floor((q[..., k] - angle) / TURN + 0.5)
        return turned

    def turned_over(self, name: str, q: Array) -> Array:
        """Whether the middle one of three turns, counted by the coordinate of this name, is beyond a right angle."""
        k = self._F.flat.counters.get(name)
        over: Array = np.cos(0.0 * q[..., 0] if k is None else q[..., k]) < 0.0
        return over

    # ---------------------------------------------------------------- joints with several coordinates
    def freedoms(self, name: str, q: Array, v: Array, a: Array) -> dict[str, Array]:
        """Coordinates, velocities and accelerations of a joint that has several, by name."""
        from snodo.formulations.series.joint_series import freedoms

        return freedoms(self, self._mechanism.joints[name], q, v, a)

    def freedom_units(self, name: str) -> dict[str, str]:
        """Names of these series, with their units."""
        from snodo.formulations.series.joint_series import units

        return units(self.builder.framer, self._mechanism.joints[name])

    # ---------------------------------------------------------------- reactions from multipliers (`reactions.py`)
    def on_child(self, name: str, along: reactions.Evaluated) -> Array:
        """Wrench (time, 6; in the plane 3) of a joint on its child at its frame there, in world axes."""
        part = self._mechanism.joints[name]
        return self.of_rows(name, part.child, along, self.builder.place_on_child(part))

    def of_rows(self, name: str, on: str, along: reactions.Evaluated, at: Array | None = None) -> Array:
        """Wrench of a part's rows on one of its bodies at its origin, or at a place in its axes; in world axes."""
        F = self._F
        own = [k for k, owner in enumerate(F.row_parts) if owner == name]
        if not own:  # it leaves everything free
            return np.zeros((along.times.size, len(self._components)))
        link, placed = F.flat.bodies[on]
        out = np.empty((along.times.size, 18))
        rows = [np.array(x, order="C") for x in (along.times, along.states, along.found["multiplier"])]
        with F.lock:
            F.entries.closure_wrenches(*F._kind, *rows, own[0], own[-1] + 1, link, F.model, out)
        R = np.swapaxes(out[:, 9:].reshape(-1, 3, 3), 1, 2)
        arm = turned(R, placed.to_world(np.zeros(3) if at is None else at))
        wrench: Array = np.hstack([out[:, :3], out[:, 3:6] - cross(arm, out[:, :3])])
        return wrench[:, self._components]

    @property
    def _components(self) -> list[int]:
        """Of a wrench (f, μ), those that the mechanism has."""
        return list(range(6)) if self._dimension == 3 else PLANE

    def applied_in(self, joint: str, times: Array, states: Array) -> Array:
        """Wrench (time, 6; in the plane 3) on the child, in world axes, of what is applied in a joint."""
        q, v = states[:, : self.nq], states[:, self.nq : self.nq + self.nv]
        return applied_in_joint(self, joint, times, q, v)[:, self._components]


def turned(R: Array, s: Array) -> Array:
    """R s"""
    return (R * s).sum(axis=-1)


def cross(a: Array, b: Array) -> Array:
    """a × b along the last axis; np.cross takes ten times as long for few vectors."""
    x, y, z, i, j, k = a[..., 0], a[..., 1], a[..., 2], b[..., 0], b[..., 1], b[..., 2]
    out = np.empty(np.broadcast_shapes(a.shape, b.shape))
    out[..., 0], out[..., 1], out[..., 2] = y * k - z * j, z * i - x * k, x * j - y * i
    return out
