"""A result as a motion: positions at any time, smooth paths of points, and a selection of positions to show.

Between two samples at t₀ and t₁ = t₀ + h, cubic Hermite interpolation with the velocities, s = (t − t₀)/h:

    q = q₀ + s Δ + s (1 − s) ((1 − s) (h v₀ − Δ) − s (h v₁ − Δ)),    Δ = q₁ − q₀

If the samples are too far apart for their velocities to be useful (h v − Δ exceeds the range of the coordinate), the
interpolation is linear.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from snodo.errors import Problem, SnodoError
from snodo.views.plane.bodies import in_the_plane
from snodo.views.plane.marks import Array, Poses

TURN, STEP = 0.06, 0.02
"""Largest turn [rad] and largest displacement, relative to the mechanism, between two points of a smooth path."""
MOST_POINTS = 12_000
"""Largest number of points of a path."""
MOST_ROWS, MOST_BODIES = 1500, 12
"""Largest numbers of samples and bodies that are compared to find different positions."""
SAME = 0.02
"""Configurations closer to one another than this fraction of the whole motion count as the same."""


class Moving:
    """The motion of a planar result; raises SnodoError if it is empty."""

    def __init__(self, result: Any) -> None:
        self.time: Array = times_of(result)
        self.q: Array
        self.v: Array
        self.F, self.q, self.v = in_the_plane(result.formulation, result.q, result.v)

    # ---------------------------------------------------------------- at any time
    def at(self, times: Array, columns: Any = slice(None)) -> Array:
        """Coordinates (times, nq), or some of their columns, at times within the motion [s]."""
        return between(self.time, self.q[:, columns], self.v[:, columns], times)

    def path(self, name: str, times: Array) -> Array:
        """Complex positions of a body, frame or joint at some times [m]."""
        body, arm = self.F.motion.place(name)
        if body == len(self.F.body_names):
            return np.full(len(times), complex(arm))
        poses = Poses.of(self.at(times, slice(3 * body, 3 * body + 3)))
        return poses.point(0, arm)

    def body_of(self, name: str) -> int:
        """Number of the body that a body, frame or joint belongs to."""
        return int(self.F.motion.place(name)[0])

    def fine_times(self) -> Array:
        """The times of the samples, and further times where bodies move so far that a path would have corners."""
        if self.time.size == 1:
            return self.time
        steps = np.abs(np.diff(self.q, axis=0)).reshape(self.time.size - 1, -1, 3)
        largest = np.maximum(steps[..., :2].max((1, 2)) / (STEP * self.F.size), steps[..., 2].max(1) / TURN)
        return refined(self.time, largest)

    # ---------------------------------------------------------------- selected positions
    def spread(self, count: int) -> Array:
        """Samples of `count` positions, ending with the last one, equally spaced along the new parts of the motion.

        The spacing is the length of the path through the configurations, without parts that repeat earlier ones:
        positions of a periodic motion do not coincide.
        """
        rows = np.unique(np.linspace(0, self.time.size - 1, min(self.time.size, MOST_ROWS)).astype(int))
        if count < 2 or rows.size < 2:
            return rows[-1:]
        Z = self._configurations(rows)
        length = np.concatenate([[0.0], np.cumsum(_new_steps(Z))])
        if length[-1] == 0.0:
            return rows[-1:]
        chosen = _equally_far(length, count)
        if np.linalg.norm(Z[chosen[-1]] - Z[chosen[0]]) < length[-1] / count:  # a closed path: its end is its start
            chosen = _equally_far(length, count + 1)[:-1]
        nearest = np.argmin(np.abs(Z[chosen] - Z[-1]).max(axis=1))
        return np.append(rows[np.delete(chosen, nearest)], rows[-1])

    def _configurations(self, rows: Array) -> Array:
        """Positions, relative to the size, and directions of the bodies as complex numbers (samples, …)."""
        bodies = np.unique(np.linspace(0, self.q.shape[1] // 3 - 1, MOST_BODIES).astype(int))
        poses = Poses.of(self.q[rows])
        return np.concatenate([poses.r[:, bodies] / self.F.size, poses.A[:, bodies]], axis=1)


def times_of(result: Any) -> Array:
    """The times of a result; raises SnodoError if it is empty."""
    if result.time.size == 0:
        raise SnodoError(Problem("the result is empty: there is nothing to draw", "simulate some time first"))
    found: Array = result.time
    return found


def between(time: Array, q: Array, v: Array, times: Array) -> Array:
    """Cubic Hermite interpolation of samples q (time, n) with rates v at some times."""
    if time.size == 1:
        return np.repeat(q, len(times), axis=0)
    k = np.clip(np.searchsorted(time, times, side="right") - 1, 0, time.size - 2)
    h = (time[k + 1] - time[k])[:, None]
    s = (np.asarray(times) - time[k])[:, None] / h
    step = q[k + 1] - q[k]
    first, second = h * v[k] - step, h * v[k + 1] - step
    smooth = np.maximum(np.abs(first), np.abs(second)) <= np.ptp(q, axis=0)
    bulge: Array = np.where(smooth, s * (1 - s) * ((1 - s) * first - s * second), 0.0)
    return q[k] + s * step + bulge


def refined(time: Array, largest: Array) -> Array:
    """Times with each interval divided into `largest` pieces, or fewer if there would be too many."""
    counts = np.ceil(np.maximum(largest, 1.0))
    counts = np.maximum(1, np.floor(counts * min(1.0, MOST_POINTS / counts.sum()))).astype(int)
    starts, lengths = np.repeat(time[:-1], counts), np.repeat(np.diff(time) / counts, counts)
    within = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
    return np.append(starts + within * lengths, time[-1])


def _equally_far(length: Array, count: int) -> Array:
    """Samples at `count` equally spaced values of an increasing length."""
    return np.searchsorted(length, np.linspace(0.0, length[-1], count) * (1 - 1e-12))


def _new_steps(Z: Array) -> Array:
    """Lengths of the steps between configurations; zero for those that end on an earlier part of the path."""
    steps = np.linalg.norm(np.diff(Z, axis=0), axis=1)
    way = np.concatenate([[0.0], np.cumsum(steps)])
    near = max(SAME * float(np.linalg.norm(Z - Z[0], axis=1).max()), 0.75 * float(np.median(steps)))
    new = np.ones(len(steps), bool)
    for k in range(1, len(Z)):
        before = np.searchsorted(way, way[k] - 3 * near)
        if before and np.linalg.norm(Z[:before] - Z[k], axis=1).min() < near:
            new[k - 1] = False
    return np.where(new, steps, 0.0)
