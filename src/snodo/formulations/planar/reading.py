"""Bodies and frames of a planar mechanism in one state, or in each of many: places, velocities, Jacobians.

With x, y, φ of the centre of mass of the body and the arm s in its axes, as complex numbers:

    r = x + i y + e^{iφ} s,     ṙ = ẋ + i ẏ + i φ̇ e^{iφ} s                    (1)

One state is a handful of numbers: they are taken as Python's own, for which NumPy needs several times as long.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np

from snodo.errors import NameNotFound, Problem, UnsupportedError, user_line
from snodo.formulations.base import Array
from snodo.formulations.in_time import InTime
from snodo.formulations.poses import Poses
from snodo.mechanism.geometry import Pose

Spot = tuple[int, float, float, float]
"""First coordinate of the body (−1: the ground), arm from its centre of mass, and the angle of a frame."""


class Reading(InTime, abstract=True):
    """The kinematics of a planar mechanism."""

    locking = frozenset({"pose", "poses", "velocity", "jacobian_of"})

    def pose(self, q: Any, name: str) -> Pose:
        """Position r [m] and rotation A of a body or frame.

        Coordinates (states, nq) give r (states, 3) and A (states, 3, 3).
        """
        spot, q = self._spot(name), self._coordinates(q)
        if q.ndim > 1:
            r, A = _many(q, [spot])
            return Pose(r[0], A[0])
        r, A = np.zeros(3), _UPRIGHT.copy()
        _put(q, spot, r, A)
        return Pose(r, A)

    def poses(self, q: Any, names: Iterable[str] | None = None) -> Poses:
        """Poses of many bodies and frames, by default all; of many states as `pose`."""
        named = list(dict.fromkeys((*self.mechanism.bodies, *self.mechanism.frames) if names is None else names))
        q, spots = self._coordinates(q), [self._spot(name) for name in named]
        if q.ndim > 1:
            r, A = _many(q, spots)
        else:
            r, A = np.zeros((len(named), 3)), np.tile(_UPRIGHT, (len(named), 1, 1))
            for spot, *places in zip(spots, r, A):
                _put(q, spot, *places)
        return Poses({name: k for k, name in enumerate(named)}, r, A)

    def velocity(self, q: Any, v: Any, name: str) -> Array:
        """(v, ω) (6) of a body or frame in world axes [m/s, rad/s]; of many states (states, 6)."""
        (k, a, b, _), q = self._spot(name), self._coordinates(q)
        v = self._coordinates(v, "v")
        if q.ndim == v.ndim == 1 and k >= 0:
            (c, s), (x, y, w) = _turn(q, k), v[k : k + 3].tolist()
            return np.array((x - w * (s * a + c * b), y + w * (c * a - s * b), 0.0, 0.0, 0.0, w))
        q, v = np.broadcast_arrays(q, v) if q.shape != v.shape else (q, v)
        twist = np.zeros((*q.shape[:-1], 6))
        if k >= 0:
            (c, s), w = _turn(q, k), v[..., k + 2]
            twist[..., 0] = v[..., k] - w * (s * a + c * b)
            twist[..., 1] = v[..., k + 1] + w * (c * a - s * b)
            twist[..., 5] = w
        return twist

    def jacobian_of(self, q: Any, name: str) -> Array:
        """J (6 × nv) with (v, ω) = J v at the origin of a body or frame; of many states (states, 6, nv)."""
        (k, a, b, _), q = self._spot(name), self._coordinates(q)
        J = np.zeros((*q.shape[:-1], 6, self.nv))
        if k >= 0:
            c, s = _turn(q, k)
            J[..., 0, k] = J[..., 1, k + 1] = J[..., 5, k + 2] = 1.0
            J[..., 0, k + 2], J[..., 1, k + 2] = -(s * a + c * b), c * a - s * b
        return J

    def local_jacobian(self, q: Any, name: str) -> tuple[int, Array]:
        """The columns of `jacobian_of` that belong to the body, and the number of the first."""
        k, a, b, _ = self._spot(name)
        if k < 0:
            return 0, np.zeros((6, 0))
        c, s = math.cos(q[k + 2]), math.sin(q[k + 2])
        J = np.zeros((6, 3))
        J[0, 0] = J[1, 1] = J[5, 2] = 1.0
        J[0, 2], J[1, 2] = -(s * a + c * b), c * a - s * b
        return k, J

    # ---------------------------------------------------------------- arguments
    def _coordinates(self, x: Any, word: str = "q") -> Array:
        """An array of coordinates or velocities of one state, or of many."""
        try:
            found = np.asarray(x, float)
        except (TypeError, ValueError):
            raise UnsupportedError(Problem(f"{word} is {x!r}", f"give {self.nq} numbers")) from None
        if found.ndim < 1 or found.shape[-1] != self.nq:
            what = f"{word} has shape {found.shape}, but needs {self.nq} numbers"
            names = self.coordinate_names if word == "q" else self.velocity_names
            listed = ", ".join(names[:8]) + (", …" if len(names) > 8 else "")
            raise UnsupportedError(Problem(what, f"one for each of {listed}"))
        return found

    def _spot(self, name: str) -> Spot:
        """A named place, looked up once."""
        try:
            found: Spot | None = self.motion.spots.get(name)
        except TypeError:
            what = f"a body or frame is wanted by its name, not as {type(name).__name__}"
            raise NameNotFound(Problem(what, 'coordinates come first: pose(q, "hand")', user_line())) from None
        if found is None:
            (number, s), frame = self.motion.place(name), self.mechanism.frames.get(name)
            k = 3 * number if number < len(self.body_names) else -1
            found = self.motion.spots[name] = k, s.real, s.imag, 0.0 if frame is None else float(frame.angle)
        return found


_UPRIGHT = np.eye(3)


def _turn(q: Array, k: int) -> tuple[Any, Any]:
    """Cosine and sine of the angle of a body."""
    phi = q[..., k + 2]
    return (math.cos(phi), math.sin(phi)) if q.ndim == 1 else (np.cos(phi), np.sin(phi))


def _put(q: Array, spot: Spot, r: Array, A: Array) -> None:
    """(1) in one state, into an array of zeros and a unit matrix."""
    k, a, b, angle = spot
    x, y, phi = q[k : k + 3].tolist() if k >= 0 else (0.0, 0.0, 0.0)
    c, s = math.cos(phi), math.sin(phi)
    r[0], r[1] = x + c * a - s * b, y + s * a + c * b
    if angle:
        c, s = math.cos(phi + angle), math.sin(phi + angle)
    A[0, 0] = A[1, 1] = c
    A[0, 1], A[1, 0] = -s, s


def _many(q: Array, spots: list[Spot]) -> tuple[Array, Array]:
    """(1) in many states: r (spots, …, 3) and A (spots, …, 3, 3)."""
    r, A = np.zeros((len(spots), *q.shape[:-1], 3)), np.zeros((len(spots), *q.shape[:-1], 3, 3))
    A[..., 2, 2] = 1.0
    for (k, a, b, angle), place, axes in zip(spots, r, A):
        phi = q[..., k + 2] if k >= 0 else np.zeros(q.shape[:-1])
        c, s = np.cos(phi), np.sin(phi)
        place[..., 0], place[..., 1] = c * a - s * b, s * a + c * b
        if k >= 0:
            place[..., :2] += q[..., k : k + 2]
        if angle:
            c, s = np.cos(phi + angle), np.sin(phi + angle)
        axes[..., 0, 0], axes[..., 0, 1], axes[..., 1, 0], axes[..., 1, 1] = c, -s, s, c
    return r, A
