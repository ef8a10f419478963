"""Triangles to samples of a picture, with a depth buffer: what is nearer hides what is behind, sample by sample.

All triangles are treated together, in numpy: first the rows that each covers, then the samples of each row between the
sides of the triangle.  A side with the ends p, q is the half plane

    e(x, y) = (q_x − p_x)(y − p_y) − (q_y − p_y)(x − p_x) ≥ 0                                    (1)

for an anticlockwise triangle, so that in one row every side limits x from the left or from the right (Pineda 1988).
Depth and light are linear in x and y, because the projection is parallel.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

Array = np.ndarray
NONE = -1
"""Number of the triangle where there is none."""
LEVEL = 1e-3
"""Height of a side up to which it counts as level [samples]."""
SEAM = 2e-3
"""By how much triangles are widened, so that neighbours leave no gap [samples]."""


@dataclass(frozen=True)
class Grid:
    """Width and height of a picture in samples."""

    width: int
    height: int


def rasterised(corners: Array, grid: Grid) -> tuple[Array, Array]:
    """Flat depth (larger is nearer) and number of the nearest triangle at every sample, row after row.

    corners: of triangles (n, 3, 3): x and y in samples from the upper left corner, and depth
    """
    count = grid.width * grid.height
    depth, owner = np.full(count, -np.inf, np.float32), np.full(count, NONE, np.int32)
    who, index, x, y = _samples(corners, grid)
    z0, zx, zy = (v.astype(np.float32) for v in plane_through(corners, corners[:, :, 2]))
    z = z0[who] + zx[who] * x + zy[who] * y
    np.maximum.at(depth, index, z)
    nearest = np.flatnonzero(z == depth[index])
    owner[index[nearest]] = who[nearest]
    return depth, owner


def covered(corners: Array, grid: Grid) -> Array:
    """Whether any triangle covers each sample (height, width)."""
    found = np.zeros(grid.width * grid.height, bool)
    found[_samples(corners, grid)[1]] = True
    return found.reshape(grid.height, grid.width)


def plane_through(corners: Array, values: Array) -> tuple[Array, Array, Array]:
    """v = v0 + vx x + vy y through the values (n, 3) at the corners of triangles; flat where they have no area."""
    a, b, c = (corners[:, k] for k in range(3))
    u, v = (b - a)[:, :2], (c - a)[:, :2]
    area = u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]
    per = np.where(area == 0.0, 0.0, 1.0 / np.where(area == 0.0, 1.0, area))
    du, dv = values[:, 1] - values[:, 0], values[:, 2] - values[:, 0]
    vx, vy = (du * v[:, 1] - dv * u[:, 1]) * per, (dv * u[:, 0] - du * v[:, 0]) * per
    return values[:, 0] - vx * a[:, 0] - vy * a[:, 1], vx, vy


# ---------------------------------------------------------------- from triangles to rows to samples
def _samples(corners: Array, grid: Grid) -> tuple[Array, Array, Array, Array]:
    """All samples of all triangles: number of the triangle, flat index, and x, y of the middle of the sample."""
    y = corners[:, :, 1]
    first = np.clip(np.ceil(y.min(axis=1) - 0.5), 0, grid.height).astype(np.int32)
    last = np.clip(np.floor(y.max(axis=1) - 0.5), -1, grid.height - 1).astype(np.int32)
    who, row = _expanded(first, last)
    left, right = _sides(corners, who, row.astype(np.float32) + np.float32(0.5))
    start = np.clip(np.ceil(left - np.float32(0.5 + SEAM)), 0, grid.width).astype(np.int32)
    end = np.clip(np.floor(right - np.float32(0.5 - SEAM)), -1, grid.width - 1).astype(np.int32)
    which, column = _expanded(start, end)
    row = row[which]
    half = np.float32(0.5)
    index = row.astype(np.int64) * grid.width + column
    return who[which], index, column.astype(np.float32) + half, row.astype(np.float32) + half


def _expanded(first: Array, last: Array) -> tuple[Array, Array]:
    """The whole numbers from first[k] to last[k] of all k, each with its k."""
    counts = np.maximum(last - first + 1, 0)
    k = np.repeat(np.arange(len(counts), dtype=np.int32), counts)
    starts = np.cumsum(counts, dtype=np.int32) - counts
    return k, np.arange(len(k), dtype=np.int32) + (first - starts)[k]


def _sides(corners: Array, who: Array, y: Array) -> tuple[Array, Array]:
    """Left and right end of each row of a triangle, by (1)."""
    a, b, c = (corners[:, k, :2] for k in range(3))
    area = (b - a)[:, 0] * (c - a)[:, 1] - (b - a)[:, 1] * (c - a)[:, 0]
    turn = np.where(area < 0.0, -1.0, 1.0)
    left, right = np.full(len(y), -np.inf, np.float32), np.full(len(y), np.inf, np.float32)
    for p, q in ((a, b), (b, c), (c, a)):
        slope, height = turn * (q - p)[:, 1], turn * (q - p)[:, 0]
        level = np.abs(slope) < LEVEL
        per = height / np.where(level, 1.0, slope)
        # e = height (y − p_y) − slope (x − p_x) ≥ 0
        at = (p[:, 0] - per * p[:, 1]).astype(np.float32)[who] + per.astype(np.float32)[who] * y
        rising, falling = (slope > 0.0) & ~level, (slope < 0.0) & ~level
        np.minimum(right, at, out=right, where=rising[who])
        np.maximum(left, at, out=left, where=falling[who])
    return left, right
