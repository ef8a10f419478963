"""Reading a motion of a tree: joint coordinates, reactions, and the motion of its links from the kernels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import NameNotFound, Problem, RunError, UnsupportedError, suggestion
from snodo.formulations.body_motion import PLANE, Along, BodyMotion, turned_back
from snodo.formulations.measured import Measure, Quantity

if TYPE_CHECKING:
    from snodo.formulations.tree.running import Running

Array = np.ndarray


class Motion(BodyMotion):
    """The kinematics of a bound tree along many states."""

    def __init__(self, tree: Running) -> None:
        super().__init__(tree)
        self._tree = tree

    def centres(self, q: Array) -> Array:
        """World coordinates (bodies, dimension) [m] of every body's centre of mass in one state."""
        tree = self._tree
        tree._follow(q, tree._rest, tree._rest)
        p, R = tree.flat.work("p"), tree.flat.work("R").reshape(-1, 3, 3)  # R by columns
        places = [self.place(f"{body}.com") for body in tree.body_names]
        return np.array([p[link] + s @ R[link] for link, s in places])[:, : self._dimension]

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

    def own(self, m: Measure, q: Array, v: Array, a: Array) -> tuple[Array, Array, Array]:
        """A coordinate of a joint."""
        place = self._tree._place(m.joint)
        k, j = place.q.start + m.index, place.v.start + m.index
        return q[..., k], v[..., j], a[..., j]

    def own_gradient(self, m: Measure, q: Array) -> Array:
        """Its gradient (nv)."""
        return self._tree.coordinate_gradient(q, self._tree._place(m.joint).q.start + m.index)

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
        words = {"vx": "x", "vy": "y", "vz": "z", "omega": "angle"}
        speed = word.startswith(("v", "omega", "w"))
        return self._tree.closer.body_coordinate(body, words.get(word, word)), speed

    def coordinate(self, x: Quantity, q: Array, v: Array) -> tuple[Array, Array, Array, Array]:
        """In one state: a quantity, its gradient (nv), its rate, and the part of its acceleration from velocity."""
        from snodo.formulations.quantities import gradient

        measure = x.terms[0][1]
        if measure.kind == "velocity":
            row = np.zeros(self._tree.nv)
            row[self._tree._place(measure.joint).v.start + measure.index] = 1.0
            return np.zeros(()), row, row @ v, np.zeros(())
        value, rate, second = self.along(x, q, v, np.zeros(self._tree.nv))
        return value, gradient(self, x, q), rate, second

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
        wrench = rows[:, :6] - rows[:, 6:12]
        base, own = (np.swapaxes(rows[:, k : k + 9].reshape(-1, 3, 3), 1, 2) for k in (15, 24))
        if place.branch.backward:  # the kernels know the wrench on the joint's parent, at the parent's joint frame
            wrench = -np.hstack([wrench[:, :3], wrench[:, 3:] + np.cross(rows[:, 12:15], wrench[:, :3])])
            base, own = own, base
        if applied:
            wrench = wrench + self._applied_in(name, times, states)
        if axes != "world":
            body = getattr(place.branch.joint, axes)
            A = (base if axes == "parent" else own) @ self._tree.flat.bodies[body][1].A
            wrench = np.hstack([turned_back(A, wrench[:, :3]), turned_back(A, wrench[:, 3:])])
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

    # ---------------------------------------------------------------- from the kernels
    def _along(self, link: int, q: Any, v: Any = None, a: Any = None) -> Along:
        tree = self._tree
        q = np.asarray(q, dtype=float)
        shape = q.shape[:-1]
        rows = q.reshape(int(np.prod(shape)), tree.nq)
        given = [_rows(x, len(rows), tree.nv) for x in (v, a)]
        out = np.empty((len(rows), 24))
        tree.entries.motions(np.array(rows, order="C"), *given, tree.model, link, out)
        return Along(out.reshape(*shape, 24))


def _rows(x: Any, count: int, nv: int) -> Array:
    return np.zeros((count, nv)) if x is None else np.array(x, dtype=float, order="C").reshape(count, nv)
