"""Displacements of the joints from the drawing, independent of the formulation's coordinates.

The changes x − x_drawn of the coordinates of all joints, also of those that close loops.  Spherical and free joints
have the rotation vector of the change, in the child's axes, and the displacement.  Bodies that no chain of joints
connects to the ground count with their own position and attitude: the first body of each connected group.
Joints that follow others by a coupler do not count: only the joints that they follow are to stay as drawn.
Lengths are divided by the size of the mechanism, angles are as they are; in space, where turns are not counted, by the
shorter way.

Everything is read from the places of the bodies (`pose`) and their Jacobians (`jacobian_of`), which every formulation
gives: with d from the parent's frame to the child's, in the parent's axes, and ω relative, in the child's,

    ḋ = A_iᵀ (ṗ_j − ṗ_i − ω_i × (p_j − p_i)),     ω = A_jᵀ (ω_j − ω_i)                                (1)

The gradient of a rotation vector φ is taken as ω itself, so that Σ x ∇x is exact: the derivative of |φ|²/2 is φ · ω.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.formulations.parts.joint_frames import JointFrames, axes_along
from snodo.formulations.series.joint_chains import chain_coordinates, chain_rates
from snodo.math.euler_parameters import extracted, logarithm, tilde
from snodo.math.labelled_rows import RANK
from snodo.mechanism import joints
from snodo.mechanism.constraints import Coupler
from snodo.mechanism.geometry import Pose
from snodo.mechanism.part import GROUND

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

Array = np.ndarray
Poses = dict[str, Pose]
_FIXED = Pose(np.zeros(3), np.eye(3))


class JointMoves:
    """The changes of all joint coordinates of a bound mechanism, and their gradients."""

    def __init__(self, F: Formulation) -> None:
        self.F = F

    @cached_property
    def _joints(self) -> list[_Moved]:
        return [_Moved(self.F, joint, frames) for joint, frames in _measured_joints(self.F)]

    @cached_property
    def _bodies(self) -> list[str]:
        return sorted({body for x in self._joints for body in (x.parent, x.child)} - {GROUND})

    def changes(self, q: Array) -> Array:
        """x − x_drawn of all joints, lengths over the size of the mechanism."""
        poses = self._poses(q)
        return np.concatenate([np.zeros(0), *[x.change(poses, q) for x in self._joints]])

    def gradients(self, q: Array) -> Array:
        """Their gradients (changes, nv)."""
        poses = self._poses(q)
        J = {body: self.F.jacobian_of(q, body) for body in self._bodies}
        J[GROUND] = np.zeros((6, self.F.nv))
        return np.vstack([np.zeros((0, self.F.nv)), *[x.gradient(poses, J) for x in self._joints]])

    def sparse_gradients(self, q: Array) -> Any:
        """`gradients` as a sparse array: a joint moves with the velocities of its own, or of its two bodies."""
        from scipy.sparse import coo_array

        poses, local = self._poses(q), {GROUND: (0, np.zeros((6, 0)))}
        local |= {body: self.F.local_jacobian(q, body) for body in self._bodies}
        rows, columns, values, first = [], [], [], 0
        for x in self._joints:
            at, J_i, J_j = self._columns(x, local)
            block = x.gradient(poses, {x.parent: J_i, x.child: J_j})
            rows.append(np.repeat(np.arange(first, first + len(block)), at.size))
            columns.append(np.tile(at, len(block)))
            values.append(block.ravel())
            first += len(block)
        none = [np.zeros(0, np.int64)]
        where = np.concatenate(none + rows), np.concatenate(none + columns)
        X = coo_array((np.concatenate([np.zeros(0), *values]), where), shape=(first, self.F.nv)).tocsr()
        X.eliminate_zeros()
        return X

    def _columns(self, x: _Moved, local: dict[str, tuple[int, Array]]) -> tuple[Array, Array, Array]:
        """The velocities with which a joint can move, and the columns of its two bodies there."""
        (first_i, J_i), (first_j, J_j) = local[x.parent], local[x.child]
        own = self.F.joint_places.get(x.name)
        if own is not None:  # of a tree: all others move both bodies together
            at = np.arange(own.v.start, own.v.stop)
            none = np.zeros((6, at.size))
            return at, J_i[:, at - first_i] if J_i.size else none, J_j[:, at - first_j] if J_j.size else none
        if J_i.shape[1] == J_j.shape[1] == self.F.nv:
            return np.arange(self.F.nv), J_i, J_j
        wide = J_i.shape[1], J_j.shape[1]
        at = np.concatenate([np.arange(first_i, first_i + wide[0]), np.arange(first_j, first_j + wide[1])])
        return at, np.hstack([J_i, np.zeros((6, wide[1]))]), np.hstack([np.zeros((6, wide[0])), J_j])

    def least(self, q: Array, step: Array, free: Array) -> Array:
        """The step (or velocities) that moves the joints least, of all that differ from it by the free directions."""
        if not free.shape[1]:
            return step
        X = self.gradients(q)
        less: Array = step - free @ np.linalg.lstsq(X @ free, X @ step, rcond=RANK)[0]
        return less

    def _poses(self, q: Array) -> Poses:
        return {GROUND: _FIXED, **self.F.poses(q, self._bodies)}


def _measured_joints(F: Formulation) -> Iterator[tuple[Any, JointFrames]]:
    """The joints that have coordinates, and a free joint for each body that floats, with their frames."""
    from snodo.formulations.tree.spanning import spanning_tree

    framer = F.builder.framer
    followers = {part.follower for part in F.mechanism.constraints.values() if isinstance(part, Coupler)}
    floating = [b.joint for b in spanning_tree(F.mechanism) if b.joint.name not in F.mechanism.joints]
    for joint in (*F.mechanism.joints.values(), *floating):
        if joint.name in followers:
            continue
        if isinstance(joint, joints.PinInSlot):
            yield joint, _slot_frames(F, joint)
        elif isinstance(joint, joints.Joint) and joint.carries and framer.frames(joint).coordinates:
            yield joint, framer.frames(joint)


def _slot_frames(F: Formulation, slot: joints.PinInSlot) -> JointFrames:
    """Frames whose z goes along the slot."""
    at = slot.name if slot.at is None else slot.at
    s_i, s_j = (F.geometry.local(at, body, slot) for body in (slot.parent, slot.child))
    along = axes_along(F.geometry.direction(slot.axis, slot.parent, slot))
    return JointFrames(Pose(s_i, along), Pose(s_j, np.eye(3)), "prismatic", (), (), ("m",), (), letters=("z",))


class Relative:
    """The frame of a joint on its child against that on its parent, and the rates of both, (1)."""

    def __init__(self, frames: JointFrames, parent: Pose, child: Pose) -> None:
        self.arms = parent.A @ frames.on_parent.r, child.A @ frames.on_child.r
        self.A_i, self.A_j = parent.A @ frames.on_parent.A, child.A @ frames.on_child.A
        self.apart = child.r + self.arms[1] - parent.r - self.arms[0]
        self.d, self.R = self.A_i.T @ self.apart, self.A_i.T @ self.A_j

    def sliding(self, J_i: Array, J_j: Array) -> Array:
        """ḋ = J v (3, nv), in the parent's axes."""
        on_child = J_j[:3] - tilde(self.arms[1]) @ J_j[3:]
        on_parent = J_i[:3] - tilde(self.arms[0] + self.apart) @ J_i[3:]
        slid: Array = self.A_i.T @ (on_child - on_parent)
        return slid

    def turning(self, J_i: Array, J_j: Array) -> Array:
        """ω = J v (3, nv), in the child's axes."""
        turned: Array = self.A_j.T @ (J_j[3:] - J_i[3:])
        return turned


class _Moved:
    """One joint, against how it was drawn."""

    def __init__(self, F: Formulation, joint: Any, frames: JointFrames) -> None:
        self.F, self.frames = F, frames
        self.name, self.parent, self.child = joint.name, joint.parent, joint.child
        self.chain = frames.kind not in ("spherical", "free")
        one_turn = frames.kind in ("revolute", "helical")
        self.letters = tuple(f"r{letter}" for letter in frames.letters) if one_turn else frames.letters
        units = frames.units if self.chain else frames.velocity_units
        self.weights = np.array([1.0 / F.size if unit == "m" else 1.0 for unit in units])
        self.drawn = Relative(frames, F.geometry.pose(joint.parent), F.geometry.pose(joint.child))
        self.x_drawn = chain_coordinates(self.letters, self.drawn.d, self.drawn.R) if self.chain else np.zeros(0)
        self.heading = self._heading(F.reference()[0]) if F.mechanism.dimension == 2 else 0.0

    def _heading(self, q: Array) -> float:
        """In the plane: the angle of the child against the parent, with all its turns."""
        rest = np.zeros(self.F.nv)
        child, parent = (
            0.0 if body == GROUND else float(self.F.motion.turn(body, q, rest, rest)[0])
            for body in (self.child, self.parent)
        )
        return child - parent

    def change(self, poses: Poses, q: Array) -> Array:
        """Weighted change of its coordinates."""
        now, drawn = Relative(self.frames, poses[self.parent], poses[self.child]), self.drawn
        if self.chain:
            x = chain_coordinates(self.letters, now.d, now.R)
            return self._turned(x - self.x_drawn, q) * self.weights
        turn = logarithm(extracted(drawn.R.T @ now.R))
        moved = turn if self.frames.kind == "spherical" else np.concatenate([now.d - drawn.d, turn])
        return moved * self.weights

    def _turned(self, change: Array, q: Array) -> Array:
        """Angles with their turns in the plane, by the shorter way in space; signs do not matter for the size."""
        turns = [letter.startswith("r") for letter in self.letters]
        if any(turns):
            plane = self.F.mechanism.dimension == 2
            counted = self._heading(q) - self.heading if plane else (change + np.pi) % (2 * np.pi) - np.pi
            change = np.where(turns, counted, change)
        return change

    def gradient(self, poses: Poses, J: dict[str, Array]) -> Array:
        """Weighted gradient of its coordinates."""
        now = Relative(self.frames, poses[self.parent], poses[self.child])
        pair = J[self.parent], J[self.child]
        if self.chain:
            x = chain_coordinates(self.letters, now.d, now.R)
            twist = np.vstack([now.sliding(*pair), now.R @ now.turning(*pair)])
            rows = chain_rates(self.letters, x) @ twist
        elif self.frames.kind == "spherical":
            rows = now.turning(*pair)
        else:
            rows = np.vstack([now.sliding(*pair), now.turning(*pair)])
        weighted: Array = rows * self.weights[:, None]
        return weighted
