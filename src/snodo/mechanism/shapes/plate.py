"""The plate: a flat shape whose outline is any simple polygon."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from snodo.errors import Problem
from snodo.mechanism.shapes.inertia import Vector
from snodo.mechanism.shapes.polygon import Array, centroid, closed, edges, polygon_problems
from snodo.mechanism.shapes.shape import Shape, about, times


@dataclass(frozen=True)
class Plate(Shape):
    """A flat plate whose outline is any simple polygon, its points given in any frame and in either orientation.

    Area, centroid and second moments are sums over the edges (Green's theorem, the shoelace formulas) with
    c = x y₊ − x₊ y of the edge from (x, y) to (x₊, y₊).  The shape frame is parallel to the frame of the points.
    """

    density_needs = "a thickness"

    points: Sequence[Sequence[float]] = field(metadata=about("corners (x, y) in order [m]", "points"))
    thickness: float | None = field(default=None, metadata=about("thickness along z [m]; none for a lamina"))

    def content(self) -> tuple[float, int]:
        """Area ½ Σ c, or the volume."""
        return times((edges(self._centred())[2].sum() / 2, 2), self.thickness or 0.0)

    def centroid(self) -> Vector:
        """Centroid in the frame of the points [m]: ⟨x⟩ = Σ (x + x₊) c / 6A."""
        x, y = centroid(np.array(self.points))
        return (float(x), float(y), 0.0)

    def spread(self) -> Array:
        """⟨x²⟩ = Σ (x² + x x₊ + x₊²) c / 12A and ⟨xy⟩ = Σ (x y₊ + 2xy + 2x₊y₊ + x₊y) c / 24A about the centroid."""
        p, q, c = edges(self._centred())
        middle = p + q
        S = np.zeros((3, 3))
        S[:2, :2] = ((p.T * c).dot(p) + (q.T * c).dot(q) + (middle.T * c).dot(middle)) / (12 * c.sum())
        S[2, 2] = (self.thickness or 0.0) ** 2 / 12
        return S

    def outline(self) -> list[Array]:
        """The polygon about its centroid."""
        return [closed(self._centred())]

    def extent(self) -> float:
        """Distance of the farthest corner [m]."""
        return math.hypot(np.hypot(*self._centred().T).max(), (self.thickness or 0.0) / 2)

    def _centred(self) -> Array:
        points = np.array(self.points)
        return points - centroid(points)

    def _size_problems(self) -> list[Problem]:
        try:
            points = np.array(self.points, dtype=float)
        except (TypeError, ValueError):
            points = np.zeros(0)
        if points.shape[1:] != (2,) or len(points) == 0 or not np.isfinite(points).all():
            advice = "give a list of corners (x, y), finite numbers in m"
            return [*super()._size_problems(), Problem(f"points is {self.points!r}", advice)]
        if len(points) > 1 and (points[0] == points[-1]).all():
            points = points[:-1]
        anticlockwise = edges(points - points[0])[2].sum() > 0
        object.__setattr__(self, "points", tuple(map(tuple, points[:: 1 if anticlockwise else -1].tolist())))
        return super()._size_problems() + polygon_problems(points)
