"""A result in space as a motion: poses at any time, and paths of points as a camera sees them.

Places of bodies and the nine numbers of their rotations are interpolated as in `motion.py`, with ṙ and Ȧ = ω × A;
the result is replaced by the nearest rotation.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from snodo.mechanism.part import GROUND
from snodo.views.plane.motion import STEP, TURN, Array, Moving, between, refined, times_of
from snodo.views.space.camera import Camera
from snodo.views.space.sketch import PosesInSpace

CLOSE = 1e-13
"""Largest deviation of AᵀA from 1 of what counts as a rotation."""


def nearest_rotations(A: Array) -> Array:
    """The rotations next to matrices (…, 3, 3) that are nearly rotations.

    A ← A (3 − AᵀA) / 2 doubles the number of right digits (Björck and Bowie 1971); it is ten times faster than singular
    value decompositions, which are left for what is far from a rotation.
    """
    found = A.reshape(-1, 3, 3)
    for _ in range(4):
        deviation = np.swapaxes(found, 1, 2) @ found - np.eye(3)
        if np.abs(deviation).max(initial=0.0) < CLOSE:
            break
        found = found - found @ deviation / 2
    off = np.abs(np.swapaxes(found, 1, 2) @ found - np.eye(3)).max(axis=(1, 2), initial=0.0)
    far = ~(off < CLOSE) | (np.linalg.det(found) < 0.0)
    U, _, Vt = np.linalg.svd(A.reshape(-1, 3, 3)[far])
    U[:, :, 2] *= np.sign(np.linalg.det(U @ Vt))[:, None]  # a rotation, not a reflection (Kabsch 1976)
    found[far] = U @ Vt
    return found.reshape(A.shape)


class MovingInSpace(Moving):
    """The motion of a result in space; SnodoError if it is empty."""

    def __init__(self, result: Any, camera: Camera) -> None:
        self.time = times_of(result)
        self.F, self.q, self.v = result.formulation, result.q, result.v
        self.camera = camera
        self.poses = PosesInSpace.of(self.F, self.q)
        self.numbers = {name: k for k, name in enumerate((*self.F.body_names, GROUND))}

    def poses_at(self, times: Array) -> PosesInSpace:
        """Where all bodies are at some times [s]."""
        r, A, (r_dot, A_dot) = self.poses.r, self.poses.A, self._derivatives
        count, shape = len(self.time), (len(times), *r.shape[1:])
        r_at = between(self.time, r.reshape(count, -1), r_dot.reshape(count, -1), times).reshape(shape)
        A_at = between(self.time, A.reshape(count, -1), A_dot.reshape(count, -1), times).reshape(*shape, 3)
        return PosesInSpace(r_at, nearest_rotations(A_at))

    @cached_property
    def _derivatives(self) -> tuple[Array, Array]:
        """ṙ and Ȧ of all bodies."""
        r_dot, w = (self.rates(read) for read in (self.F.motion.velocity, self.F.motion.angular_velocity))
        return r_dot, np.cross(w[..., :, None], self.poses.A, axis=-2)

    def rates(self, read: Any) -> Array:
        """A vector of every body (time, bodies + 1, 3), the ground at rest."""
        found = [read(name, self.q, self.v) for name in self.F.body_names]
        return np.stack([*found, np.zeros((len(self.time), 3))], axis=1)

    def path(self, name: str, times: Array) -> Array:
        """Complex places in the picture of a body, frame or joint at some times [m]."""
        return self.camera.picture(self.places(name, times))

    def places(self, name: str, times: Array) -> Array:
        """Places in space of a body, frame or joint at some times (…, 3) [m]."""
        r, v = self.F.motion.position(name, self.q), self.F.motion.velocity(name, self.q, self.v)
        return between(self.time, r, v, times)

    def body_of(self, name: str) -> int:
        """Number of the body that a body, frame or joint belongs to."""
        m = self.F.mechanism
        if name in m.frames:
            return self.numbers[m.frames[name].on]
        return self.numbers[m.joints[name].child if name in m.joints else name.removesuffix(".com")]

    def fine_times(self) -> Array:
        """The times of the samples, and further times where bodies move so far that a path would have corners."""
        if self.time.size == 1:
            return self.time
        steps = np.abs(np.diff(self.poses.r, axis=0)).max(axis=(1, 2)) / (STEP * self.F.size)
        w = np.linalg.norm(self.rates(self.F.motion.angular_velocity), axis=-1).max(axis=1)
        turns = np.maximum(w[1:], w[:-1]) * np.diff(self.time) / TURN
        return refined(self.time, np.maximum(steps, turns))

    def _configurations(self, rows: Array) -> Array:
        """Places of masses and joints, relative to the mechanism (rows, …); rotations where no place moves."""
        m, q = self.F.mechanism, self.q[rows]
        names = [*(f"{name}.com" for name in self.F.body_names), *m.joints, *m.frames]
        Z = np.hstack([self.F.motion.position(name, q) for name in names]) / self.F.size
        return Z if np.ptp(Z, axis=0).max() > STEP else self.poses.A[rows].reshape(len(rows), -1)
