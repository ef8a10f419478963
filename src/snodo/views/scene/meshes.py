"""Meshes in a page: points as 16-bit integers in their box, triangles as 16-bit (or 32-bit) numbers of points."""

from __future__ import annotations

from typing import Any

import numpy as np

from snodo.views.scene.packing import FULL, Array, deflated, numbers


def packed_mesh(points: Array, faces: Array) -> dict[str, Any]:
    """Points (n, 3), joined where they coincide, and triangles (m, 3)."""
    low, high = points.min(axis=0), points.max(axis=0)
    span = np.where(high > low, high - low, 1.0)
    whole = np.rint((points - low) / span * FULL).astype(np.int64)
    unique, inverse = np.unique(whole, axis=0, return_inverse=True)
    tri = inverse.ravel()[faces]
    tri = _ordered(tri[(tri[:, 0] != tri[:, 1]) & (tri[:, 1] != tri[:, 2]) & (tri[:, 0] != tri[:, 2])])
    wide = len(unique) > FULL
    steps = np.diff(unique, axis=0, prepend=0).astype(np.uint16).T.copy()
    return {
        "low": numbers(low),
        "span": numbers(span),
        "p": deflated(steps),
        "i": deflated(tri.astype(np.uint32 if wide else np.uint16)),
        "wide": wide,
        "np": len(unique),
        "nt": len(tri),
    }


def _ordered(tri: Array) -> Array:
    """Triangles with their smallest point first, in the order of their points: they deflate better."""
    first = tri[np.arange(len(tri))[:, None], (tri.argmin(axis=1)[:, None] + np.arange(3)) % 3]
    return first[np.lexsort((first[:, 1], first[:, 0]))]
