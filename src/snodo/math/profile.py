"""Curves of the plane that points and rollers follow: packed for the kernel, and read along a motion with arrays.

The equations are in `kernels/profiles.py`; the foot is found here once more, for whole arrays of points.
"""

from __future__ import annotations

import math
from functools import cached_property
from typing import Any

import numpy as np

from snodo.math.curve import Curve, coefficients

Array = np.ndarray
CIRCLE, POLAR, PATH = 0, 1, 2
SAMPLES = 8
"""Samples on each piece, from which the search begins."""
LEAST = 96
"""The least number of samples."""
TURN = 2.0 * math.pi


class Profile:
    """A curve about the origin; `side` is 1 if the free side is on its right, −1 on its left."""

    def __init__(self, kind: int, side: float, knots: Any = (), pieces: Any = (), closed: bool = False) -> None:
        """Knots, and for each component the coefficients of each piece; of a circle, `knots` has its radius."""
        self.kind, self.side, self.closed = kind, float(side), closed
        self.knots = np.asarray(knots, float)
        self.pieces = [np.asarray(own, float) for own in pieces]

    @classmethod
    def circle(cls, radius: float) -> Profile:
        """A circle about the origin, free outside."""
        return cls(CIRCLE, 1.0, [radius])

    @classmethod
    def polar(cls, radius: Curve, side: float) -> Profile:
        """A radius over the angle, from 0 to a whole turn, counted against the clock."""
        return cls(POLAR, side, radius.knots, [radius.pieces], closed=True)

    @classmethod
    def through(cls, points: Array, closed: bool, side: float) -> Profile:
        """A cubic spline through points (n, 2), over the length of the straight lines between them."""
        if closed:
            points = np.vstack([points, points[:1]])
        s = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1))])
        ends = "periodic" if closed else "not-a-knot"
        return cls(PATH, side, s, [coefficients(s, x, "cubic", ends) for x in points.T], closed)

    @property
    def period(self) -> float:
        """Length of the parameter after which it is closed, or zero."""
        return float(self.knots[-1] - self.knots[0]) if self.closed else 0.0

    @cached_property
    def samples(self) -> Array:
        """s, x, y of equally spaced places, from which the search begins."""
        count = max(LEAST, SAMPLES * (self.knots.size - 1))
        s = np.linspace(self.knots[0], self.knots[-1], count + 1)[: count if self.closed else count + 1]
        return np.column_stack([s, self.at(s)[0]])

    @cached_property
    def pack(self) -> Array:
        """The numbers for the kernel."""
        if self.kind == CIRCLE:
            return np.array([CIRCLE, self.side, self.knots[0], 0.0, 0.0])
        header = [self.kind, self.side, len(self.samples), self.knots.size, self.period]
        return np.concatenate([header, self.samples.ravel(), self.knots, *(own.ravel() for own in self.pieces)])

    # ---------------------------------------------------------------- along the curve
    def at(self, s: Any) -> tuple[Array, Array, Array]:
        """C, C′, C″ (…, 2) at s."""
        s = np.asarray(s, float)
        first, last = self.knots[0], self.knots[-1]
        inside = s - self.period * np.floor((s - first) / self.period) if self.closed else s
        inside = np.clip(inside, first, last)
        k = np.clip(np.searchsorted(self.knots, inside, side="right") - 1, 0, self.knots.size - 2)
        u, beyond = inside - self.knots[k], 0.0 * s if self.closed else s - inside
        found = []
        for a in self.pieces:
            f = ((a[k, 3] * u + a[k, 2]) * u + a[k, 1]) * u + a[k, 0]
            f1 = (3 * a[k, 3] * u + 2 * a[k, 2]) * u + a[k, 1]
            found.append((f + f1 * beyond, f1, np.where(beyond == 0.0, 6 * a[k, 3] * u + 2 * a[k, 2], 0.0)))
        if self.kind == POLAR:
            r, z = found[0], np.exp(1j * inside)
            values = r[0] * z, (r[1] + 1j * r[0]) * z, (r[2] - r[0] + 2j * r[1]) * z
            return tuple(np.stack([x.real, x.imag], axis=-1) for x in values)  # type: ignore[return-value]
        return tuple(np.stack(x, axis=-1) for x in zip(*found))  # type: ignore[return-value]

    def curvature(self, s: Any) -> Array:
        """k at s, positive where it is convex towards its free side [1/m]."""
        _, c1, c2 = self.at(s)
        found: Array = self.side * _cross(c1, c2) / np.linalg.norm(c1, axis=-1) ** 3
        return found

    def foot(self, P: Array) -> tuple[Array, Array, Array]:
        """Places (…, 2) nearest to points, the normals there on the free side, and `bend` of `kernels/profiles.py`."""
        P = np.asarray(P, float)
        if self.kind == CIRCLE:
            bend = self.side / np.linalg.norm(P, axis=-1)
            n = P * bend[..., None]
            return n * self.side * self.knots[0], n, bend
        s = self.nearest(P)
        c, c1, _ = self.at(s)
        size = np.linalg.norm(c1, axis=-1)[..., None]
        n = self.side * np.stack([c1[..., 1], -c1[..., 0]], axis=-1) / size
        k = self.curvature(s)
        return c, n, k / (1.0 + k * _dot(P - c, n))

    def nearest(self, P: Array) -> Array:
        """s of the feet of points (…, 2)."""
        flat = np.asarray(P, float).reshape(-1, 2)
        around = self.samples
        best = np.array([int(np.argmin(((around[:, 1:] - p) ** 2).sum(axis=1))) for p in flat])
        s, step = around[best, 0], around[1, 0] - around[0, 0]
        low, high = s - step, s + step
        if not self.closed:
            low, high = np.where(best == 0, -np.inf, low), np.where(best == len(around) - 1, np.inf, high)
        for _ in range(60):
            c, c1, c2 = self.at(s)
            d = c - flat
            f, slope = _dot(d, c1), _dot(c1, c1) + _dot(d, c2)
            low, high = np.where(f > 0.0, low, np.maximum(low, s)), np.where(f > 0.0, np.minimum(high, s), high)
            new = np.where(slope > 0.0, s - f / np.where(slope > 0.0, slope, 1.0), np.inf)
            with np.errstate(invalid="ignore"):
                new = np.where((low <= new) & (new <= high), new, 0.5 * (low + high))
            new = np.where(np.isfinite(new), new, s)
            if np.abs(new - s).max(initial=0.0) <= 1e-15:
                break
            s = new
        found: Array = s.reshape(np.shape(P)[:-1])
        return found

    def outline(self) -> Array:
        """Points (n, 2) along the curve, for pictures."""
        if self.kind == CIRCLE:
            angle = np.linspace(0.0, TURN, 97)
            return np.asarray(self.knots[0] * np.column_stack([np.cos(angle), np.sin(angle)]))
        points: Array = self.samples[:, 1:]
        return np.vstack([points, points[:1]]) if self.closed else points


def signed_area(points: Array) -> float:
    """Of a closed polygon (n, 2): positive if it turns against the clock [m²]."""
    return 0.5 * float(_cross(points, np.roll(points, -1, axis=0)).sum())


def _dot(a: Array, b: Array) -> Array:
    found: Array = (a * b).sum(axis=-1)
    return found


def _cross(a: Array, b: Array) -> Array:
    found: Array = a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
    return found
