"""Reading a motion of a tree: place, velocity and acceleration of anything, joint coordinates, reactions.

Arrays may have leading axes (time).  Vectors have as many components as the mechanism has dimensions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import NameNotFound, Problem, RunError, UnsupportedError, suggestion
from snodo.formulations.closures import Measure, Quantity
from snodo.mechanism import joints

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

    def centres(self, q: Array) -> Array:
        """World coordinates (bodies, dimension) [m] of every body's centre of mass in one state."""
        tree = self._tree
        tree._follow(q, tree._rest, tree._rest)
        p, R = tree.flat.work("p"), tree.flat.work("R").reshape(-1, 3, 3)  # R by columns
        places = [self.place(f"{body}.com") for body in tree.body_names]
        return np.array([p[link] + s @ R[link] for link, s in places])[:, : self._dimension]

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

    def track(self, body: str, s: Array, q: Array, v: Array, a: Array) -> tuple[Array, Array, Array]:
        """Place, velocity and acceleration (…, 3) of a point of a body, given in its axes."""
        link, placed = self._tree.flat.bodies[body]
        motion = self._along(link, q, v, a)
        arm, w = _turned(motion.R, placed.to_world(s)), motion.w
        spin = np.cross(w, arm)
        return motion.r + arm, motion.v + spin, motion.a + np.cross(motion.alpha, arm) + np.cross(w, spin)

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
        gradient = tree.flat.turning(tree.flat.bodies[body][0])
        drawn = tree.closer.angles[body]
        return (q - tree.reference()[0]) @ gradient + drawn, v @ gradient, a @ gradient

    def joint(self, name: str, q: Array, v: Array, a: Array) -> tuple[Array, Array, Array]:
        """The coordinate of a joint that has one, its speed, its acceleration."""
        if name in self._tree.cut_joints:
            return self.along(self._tree.closer.coordinate(self._mechanism.joints[name]), q, v, a)
        place = self._tree._place(name)
        if not place.branch.joint.coordinate:
            raise NameNotFound(Problem(f"joint {name!r} has not one coordinate", "name one of its coordinates"))
        k, j = place.q.start, place.v.start
        return q[..., k], v[..., j], a[..., j]

    # ---------------------------------------------------------------- quantities
    def along(self, x: Quantity, q: Array, v: Array, a: Array) -> tuple[Array, Array, Array]:
        """Value, speed and acceleration of a quantity."""
        from snodo.formulations.tree.quantities import along_motion

        return along_motion(self._tree, x, q, v, a)

    def measured(self, name: str) -> tuple[Quantity, bool]:
        """The quantity behind a name such as `A.angle`, `crank.x` or `A.speed`, and whether its speed is meant."""
        found, word, _ = self._mechanism.coordinate(name)
        part: Any = found
        if part.name not in self._mechanism.joints:
            return self._of_body(part.name, word)
        words = list(part.words(self._dimension))
        positions = words[: (len(words) + 1) // 2] if part.kind not in ("spherical", "free") else words[:-3]
        if part.kind == "free" and self._dimension == 3:
            positions = words[:7]
        if word in positions:
            return self._tree.closer.coordinate(part, word), False
        speed = words.index(word) - len(positions)
        if part.kind in ("spherical", "free") and self._dimension == 3:
            return self._own_speed(part, word, speed), True
        return self._tree.closer.coordinate(part, positions[speed]), True

    def _own_speed(self, joint: Any, word: str, index: int) -> Quantity:
        """A velocity of a spherical or free joint, which is not the rate of a coordinate."""
        if joint.name in self._tree.cut_joints:
            what = f"initial {joint.name}.{word}: {joint.title} closes a loop and has no velocities of its own"
            raise UnsupportedError(Problem(what, "let another joint be cut: sn.Tree(mechanism, cut=[…])", joint.where))
        return Quantity([(1.0, Measure("velocity", joint.parent, joint.child, joint=joint.name, index=index))])

    def _of_body(self, body: str, word: str) -> tuple[Quantity, bool]:
        words = {"x": "x", "y": "y", "z": "z", "vx": "x", "vy": "y", "vz": "z", "angle": "angle", "omega": "angle"}
        if word not in words:
            joint = self._tree.flat.places[0].branch.joint
            what = f"initial {body}.{word}: the attitude of a body is not set directly in a mechanism with loops"
            raise UnsupportedError(Problem(what, f"give the coordinates of its joint, as in {joint.name}.…"))
        return self._tree.closer.body_coordinate(body, words[word]), word.startswith(("v", "omega"))

    def coordinate(self, x: Quantity, q: Array, v: Array) -> tuple[Array, Array, Array, Array]:
        """In one state: a quantity, its gradient (nv), its rate, and the part of its acceleration from velocity."""
        from snodo.formulations.tree.quantities import gradient

        measure = x.terms[0][1]
        if measure.kind == "velocity":
            row = np.zeros(self._tree.nv)
            row[self._tree._place(measure.joint).v.start + measure.index] = 1.0
            return np.zeros(()), row, row @ v, np.zeros(())
        value, rate, second = self.along(x, q, v, np.zeros(self._tree.nv))
        return value, gradient(self._tree, x, q), rate, second

    # ---------------------------------------------------------------- reactions
    def reaction(
        self,
        name: str,
        times: Array,
        states: Array,
        found: Any,
        axes: str = "world",
        applied: bool = False,
        body: str | None = None,
    ) -> Array:
        """Wrench (time, 6) = (f, μ) that the joint's parent exerts on its child, at the child's joint frame.

        In the plane (time, 3) = (fx, fy, torque).  axes: world, parent or child.  applied: with the forces and torques
        that are applied in the joint.
        """
        if axes not in ("world", "parent", "child"):
            raise NameNotFound(Problem(f"there are no axes {axes!r}", "use world, parent or child"))
        if name in self._tree.row_parts:
            return self._of_rows(name, times, states, found["multiplier"], axes, applied, body)
        if name not in self._mechanism.joints:
            known = [*self._mechanism.joints, *self._tree.row_parts]
            raise NameNotFound(Problem(f"there is no joint, constraint or driver {name!r}", suggestion(name, known)))
        if body is not None:
            raise UnsupportedError(Problem("body goes with constraints, not with a joint", "leave it out"))
        place = self._tree._place(name)
        rows = self._wrenches(place.links, times, states, found)
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

    def _wrenches(self, links: range, times: Array, states: Array, found: Any) -> Array:
        tree = self._tree
        given = (times, states, found["acceleration"], found["multiplier"])
        out, y_dot, tau = np.empty((times.size, 33)), np.empty(states.shape[1]), np.empty(tree.nv)
        rows = [np.array(x, order="C") for x in given]
        failed = tree.entries.wrenches(tree.kernels.rate, *rows, tree.model, links[0], links[-1], y_dot, tau, out)
        if failed:
            raise RunError(tree.failure(tree.kernels.layout.USER_FAILED, float(times[failed - 1])))
        return out

    def _of_rows(
        self, name: str, times: Array, states: Array, multipliers: Array, axes: str, applied: bool, body: str | None
    ) -> Array:
        """The wrench of a cut joint on its child at its point there; of other rows on `body` at its origin."""
        tree, part = self._tree, self._mechanism[name]
        own = [k for k, owner in enumerate(tree.row_parts) if owner == name]
        joint = isinstance(part, joints.Joint | joints.Rod)
        on = body or (part.child if joint else self._driven_body(part))
        if on not in tree.flat.bodies:
            raise NameNotFound(Problem(f"there is no body {on!r}", suggestion(on, tree.flat.bodies)))
        link, placed = tree.flat.bodies[on]
        out, y_dot = np.empty((times.size, 18)), np.empty(states.shape[1])
        rows = [np.array(x, order="C") for x in (times, states, multipliers)]
        tree.entries.closure_wrenches(tree.kernels.rate, *rows, own[0], own[-1] + 1, link, tree.model, y_dot, out)
        R = np.swapaxes(out[:, 9:].reshape(-1, 3, 3), 1, 2)
        s = tree.closer.place_on_child(part) if joint and body is None else np.zeros(3)
        arm = _turned(R, placed.to_world(s))
        wrench = np.hstack([out[:, :3], out[:, 3:6] - np.cross(arm, out[:, :3])])
        if applied and joint:
            wrench = wrench + self._applied_in(name, times, states)
        if axes != "world":
            A = self.rotation(getattr(part, axes, on), states[:, : tree.nq])
            wrench = np.hstack([_turned_back(A, wrench[:, :3]), _turned_back(A, wrench[:, 3:])])
        return wrench if self._dimension == 3 else wrench[:, PLANE]

    def _driven_body(self, part: Any) -> str:
        """Whom a driver moves, or the last body that another constraint speaks of."""
        if getattr(part, "joint", ""):
            return str(self._mechanism.joints[part.joint].child)
        if getattr(part, "body", ""):
            return str(part.body)
        if hasattr(part, "terms"):
            return str(self._mechanism.joints[next(iter(part.terms()))].child)
        return str(part.bodies[0])

    def _applied_in(self, joint: str, times: Array, states: Array) -> Array:
        """Wrench (time, 6) on the child, in world axes, of what is applied in a cut joint that has one coordinate."""
        tree, total = self._tree, np.zeros((times.size, 6))
        q, v = states[:, : tree.nq], states[:, tree.nq : tree.nq + tree.nv]
        frames = tree.closer.framer.frames(self._mechanism.joints[joint])
        axis = frames.on_child.A @ np.eye(3)["xyz".index(frames.letters[0][-1])] * frames.sign
        for law in tree.flat.forces:
            if law.joint == joint:
                _, _, effort, turns = tree.effort_along(law.part.name, times, q, v)
                n = self.rotation(self._mechanism.joints[joint].child, q) @ axis
                total[:, 3:6] += n * effort[:, None] * turns
                total[:, :3] += n * effort[:, None] * (not turns)
        return total

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
