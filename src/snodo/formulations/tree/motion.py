"""Reading a motion of a tree: joint coordinates, reactions, and the motion of its links from the kernels."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import NameNotFound, Problem, RunError
from snodo.formulations.series import reactions
from snodo.formulations.series.body_motion import Along, BodyMotion
from snodo.formulations.series.joint_laws import applied_in_joint
from snodo.mechanism.measures import Combination, Measure

if TYPE_CHECKING:
    from snodo.formulations.tree.in_time import Running

Array = np.ndarray
WORDS = ("acceleration", "multiplier", "load", "rub", "in_mode")
"""What the wrenches in joints follow from, of what is found in the states of a motion."""


class Motion(BodyMotion):
    """The kinematics of a bound tree along many states."""

    def __init__(self, tree: Running) -> None:
        super().__init__(tree)
        self._tree = tree

    def centres(self, q: Array) -> Array:
        """World coordinates (bodies, dimension) [m] of every body's centre of mass in one state."""
        tree = self._tree
        with tree.lock:
            tree._follow(q, tree._rest, tree._rest)
            p, R = tree.flat.work("p").copy(), tree.flat.work("R").reshape(-1, 3, 3).copy()  # R by columns
        places = [self.place(f"{body}.com") for body in tree.body_names]
        return np.array([p[link] + s @ R[link] for link, s in places])[:, : self._dimension]

    def places(self, names: Iterable[str], q: Array) -> dict[str, Array]:
        """World coordinates (dimension) [m] of many bodies, frames or joints in one state, from one recursion."""
        found = self._tree.poses(q, names)
        return dict(zip(found.names, found.r[:, : self._dimension]))

    def all_axes(self, q: Array) -> Array:
        """A (links, 3, 3) of all links in one state, the ground first."""
        self._tree._follow(q, self._tree._rest, self._tree._rest)
        return np.swapaxes(self._tree.flat.work("R").reshape(-1, 3, 3), 1, 2)

    def turn(self, body: str, q: Array, v: Array, a: Array) -> tuple[Array, Array, Array]:
        """In the plane: angle of a body with all its turns [rad], its speed and its acceleration."""
        tree = self._tree
        gradient = tree.flat.turning(tree.flat.bodies[body][0])
        drawn = tree.builder.angles[body]
        return (q - tree._drawn) @ gradient + drawn, v @ gradient, a @ gradient

    def joint(self, name: str, q: Array, v: Array, a: Array) -> tuple[Array, Array, Array]:
        """Coordinate, speed and acceleration of a joint with one coordinate."""
        if name in self._tree.cut_joints:
            return self.along(self._tree.builder.coordinate(self._mechanism.joints[name]), q, v, a)
        place = self._tree.joint_place(name)
        if not place.branch.joint.coordinate:
            raise NameNotFound(
                Problem(f"joint {name!r} has several coordinates, or none", "name one of its coordinates")
            )
        k, j = place.q.start, place.v.start
        return q[..., k], v[..., j], a[..., j]

    def own(self, m: Measure, q: Array, v: Array, a: Array) -> tuple[Array, Array, Array]:
        """A coordinate of a joint."""
        place = self._tree.joint_place(m.joint)
        k, j = place.q.start + m.index, place.v.start + m.index
        return q[..., k], v[..., j], a[..., j]

    def own_gradient(self, m: Measure, q: Array) -> Array:
        """Its gradient (nv)."""
        return self._tree.coordinate_gradient(q, self._tree.joint_place(m.joint).q.start + m.index)

    def coordinate(self, x: Combination, q: Array, v: Array) -> tuple[Array, Array, Array, Array]:
        """In one state: a quantity, its gradient (nv), its rate, and the part of its acceleration from velocity."""
        value, rate, second = self.along(x, q, v, np.zeros(self._tree.nv))
        return value, self.gradient(x, q), rate, second

    # ---------------------------------------------------------------- reactions
    def on_child(self, name: str, along: reactions.Evaluated) -> Array:
        """Wrench (time, 6; in the plane 3) of a joint on its child at its frame there, in world axes."""
        if name in self._tree.cut_joints:
            return super().on_child(name, along)
        place = self._tree.joint_place(name)
        rows = self._wrenches(place.links, along)
        several = self._laws_in_several_links(name)
        wrench = rows[:, :6] - (0.0 if several else rows[:, 6:12])
        if place.branch.backward:  # the kernels know the wrench on the joint's parent, at the parent's joint frame
            wrench = -reactions.moved(wrench, rows[:, 12:15])
        if several:
            q, v = along.states[:, : self.nq], along.states[:, self.nq : self.nq + self.nv]
            wrench = wrench - applied_in_joint(self, name, along.times, q, v, moments=False)
        return wrench[:, self._components]

    def _laws_in_several_links(self, joint: str) -> bool:
        """Whether forces act along coordinates of a joint that is made of several links."""
        links = self._tree.joint_place(joint).links
        return len(links) > 1 and any(law.joint == joint for law in self._tree.flat.forces)

    def on_children(self, names: Iterable[str], along: reactions.Evaluated) -> dict[str, Array]:
        """What `on_child` gives for each of many joints, by one recursion in each state instead of one for each joint.

        Joints that are cut, or walked from their child to their parent, are left out, and those with forces on one of
        several coordinates.
        """
        places = {name: self._tree.joint_places[name] for name in names if name in self._tree.joint_places}
        places = {name: place for name, place in places.items() if not place.branch.backward}
        places = {name: place for name, place in places.items() if not self._laws_in_several_links(name)}
        if not places:
            return {}
        out = self._on_links([place.links[-1] for place in places.values()], along)
        return {name: out[:, k, self._components] for k, name in enumerate(places)}

    def _on_links(self, last: list[int], along: reactions.Evaluated) -> Array:
        """What the joints of links exert on them (time, link, 6), without what is applied there."""
        from snodo.math.kernels.axes import SLIDE

        flat, head = self._tree.flat, self._tree.flat.header
        owner, own = self._freedoms_of(last)
        out = np.zeros((along.times.size, len(last), 6))
        for k in range(along.times.size):
            row = slice(k, k + 1)
            found = {word: along.found[word][row] for word in WORDS if word in along.found}
            here = reactions.Evaluated(along.times[row], along.states[row], found)
            with self._tree.lock:
                self._wrenches(range(last[0], last[0] + 1), here)  # the scratch has those of all links
                out[k] = flat.work("f")[last]
                S, tau = flat.freedoms("S")[own], flat.model[head.tau_at + own]
            applied, slides = S[:, :3] * tau[:, None], S[:, 3].copy().view(np.int64) == SLIDE
            np.subtract.at(out[k, :, :3], owner[slides], applied[slides])
            np.subtract.at(out[k, :, 3:], owner[~slides], applied[~slides])
        return out

    def _freedoms_of(self, links: list[int]) -> tuple[Array, Array]:
        """Freedoms of links: the place of the link in the list, and the number of the freedom."""
        from snodo.formulations.tree.kernels.layout import Link
        from snodo.math.kernels.record_layout import PythonTable

        flat, head = self._tree.flat, self._tree.flat.header
        rows = [PythonTable(Link, flat.model, head.link_at)[link] for link in links]
        owned = [(k, j) for k, row in enumerate(rows) for j in range(row.iv, row.iv + row.dofs)]
        owner, own = np.array(owned, int).reshape(-1, 2).T
        return owner, own

    def _wrenches(self, links: range, along: reactions.Evaluated) -> Array:
        """What passes through links, each row of the motion in its mode: the model is in the last one."""
        writer, modes = self._tree.kept.get("mode writer"), along.found.get("in_mode")
        if writer is None or modes is None:
            return self._wrenches_in_one_mode(links, along)
        out = np.empty((along.times.size, 33))
        kinds, kind = np.unique(modes, axis=0, return_inverse=True)
        with self._tree.lock, writer.forces_as_they_are():
            for k, mode in enumerate(kinds):
                own = np.ravel(kind) == k
                found = {word: along.found[word][own] for word in WORDS if word in along.found}
                writer.put_acting(mode)
                out[own] = self._wrenches_in_one_mode(
                    links, reactions.Evaluated(along.times[own], along.states[own], found)
                )
        return out

    def _wrenches_in_one_mode(self, links: range, along: reactions.Evaluated) -> Array:
        from snodo.formulations.kernels.statuses import USER_FAILED

        tree, times, states = self._tree, along.times, self._tree.with_numbers(along.states)
        if "load" in along.found:
            tree.connect()
        multipliers = along.found["multiplier"] + along.found.get("rub", 0.0)
        places = 0 if tree.load_numbers is None else len(tree.load_numbers.loads)
        loads = along.found.get("load", np.zeros((times.size, places)))
        given = (times, states, along.found["acceleration"], multipliers, loads)
        out, tau = np.empty((times.size, 33)), np.empty(tree.nv)
        rows = [np.array(x, order="C") for x in given]
        with tree.lock:
            failed = tree.entries.wrenches(*rows, tree.model, links[0], links[-1], tau, out)
            if failed:
                raise RunError(tree.failure(USER_FAILED, float(times[failed - 1])))
        return out

    # ---------------------------------------------------------------- from the kernels
    def _along(self, link: int, q: Any, v: Any = None, a: Any = None) -> Along:
        tree = self._tree
        q = np.asarray(q, dtype=float)
        shape = q.shape[:-1]
        rows = q.reshape(int(np.prod(shape)), tree.nq)
        given = [_rows(x, len(rows), tree.nv) for x in (v, a)]
        out = np.empty((len(rows), 24))
        with tree.lock:
            tree.entries.motions(np.array(rows, order="C"), *given, tree.model, link, out)
        return Along(out.reshape(*shape, 24))


def _rows(x: Any, count: int, nv: int) -> Array:
    return np.zeros((count, nv)) if x is None else np.array(x, dtype=float, order="C").reshape(count, nv)
