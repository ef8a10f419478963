"""Polygons in the plane: the outlines of shapes, the sums over the edges, and whether an outline meets itself.

Points are arrays (n, 2) in m.  With c = x y₊ − x₊ y of the edge from (x, y) to (x₊, y₊), the area is ½ Σ c and the
centroid ⟨x⟩ = Σ (x + x₊) c / 6A (Green's theorem, the shoelace formulas).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from snodo.errors import Problem

Array = NDArray[np.float64]

CIRCLE = 64
"""Corners of a circle in an outline."""

FLAT = 1e-12
"""The area, in squares as wide as the polygon, below which its corners lie on one line."""


def circle(radius: float) -> Array:
    """A closed circle about the origin, of `CIRCLE` corners, counter-clockwise."""
    angle = np.linspace(0.0, 2 * math.pi, CIRCLE, endpoint=False)
    return closed(radius * np.column_stack([np.cos(angle), np.sin(angle)]))


def rectangle(length: float, width: float) -> Array:
    """A closed rectangle about the origin, or the two ends of a line if there is no width."""
    x, y = length / 2, width / 2
    return closed(np.array([[-x, -y], [x, -y], [x, y], [-x, y]])) if width else np.array([[-x, 0.0], [x, 0.0]])


def closed(points: Array) -> Array:
    """The points with the first one repeated at the end."""
    return np.vstack([points, points[:1]])


def edges(points: Array) -> tuple[Array, Array, Array]:
    """Start and end of every edge, and c = x y₊ − x₊ y."""
    following = np.roll(points, -1, axis=0)
    return points, following, _cross(points, following)


def _cross(u: Array, v: Array) -> Any:
    return u[..., 0] * v[..., 1] - u[..., 1] * v[..., 0]


def centroid(points: Array) -> Array:
    """Centroid of a polygon, summed about its first point so that a far origin costs no digits."""
    p, q, c = edges(points - points[0])
    return points[0] + c.dot(p + q) / (3 * c.sum())


def polygon_problems(points: Array) -> list[Problem]:
    """Problems of corners that do not enclose an area once."""
    if len(points) < 3:
        return [Problem(f"{len(points)} different points do not make a polygon", "give at least three corners (x, y)")]
    crossing = _first_crossing(points)
    if crossing is not None:
        a, b, c, d = (_xy(points[k % len(points)]) for i in crossing for k in (i, i + 1))
        what = f"the outline meets itself: the edge {a}–{b} and the edge {c}–{d}"
        remedy = "list every corner once, in order around the plate; holes belong in a Composite, Part(…, hole=True)"
        return [Problem(what, remedy)]
    area, size = abs(edges(points - points[0])[2].sum()) / 2, np.ptp(points, axis=0).max()
    if area > FLAT * size**2:
        return []
    return [
        Problem(f"the corners lie on one line: {size:g} m long, area {area:g} m²", "give corners that enclose an area")
    ]


def _first_crossing(points: Array) -> tuple[int, int] | None:
    """First two edges that have more in common than the corner of neighbours, or None for a simple polygon."""
    p = points - points.mean(axis=0)
    q = np.roll(p, -1, axis=0)
    n = len(p)
    for i in range(n):
        if _cross(q[i] - p[i], q[(i + 1) % n] - q[i]) == 0 and (q[i] - p[i]).dot(q[(i + 1) % n] - q[i]) <= 0:
            return i, (i + 1) % n
        others = np.arange(i + 2, n if i else n - 1)
        met = others[_meet(p[i], q[i], p[others], q[others])]
        if len(met):
            return i, int(met[0])
    return None


def _meet(a: Array, b: Array, p: Array, q: Array) -> NDArray[np.bool_]:
    """Whether the segment a–b and each of the segments p–q have a point in common."""
    straddled = np.sign(_cross(b - a, p - a)) * np.sign(_cross(b - a, q - a)) <= 0
    straddling = np.sign(_cross(q - p, a - p)) * np.sign(_cross(q - p, b - p)) <= 0
    boxes = (np.minimum(p, q) <= np.maximum(a, b)) & (np.maximum(p, q) >= np.minimum(a, b))
    return straddled & straddling & boxes.all(axis=1)


def _xy(point: Array) -> str:
    return f"({point[0]:g}, {point[1]:g})"
