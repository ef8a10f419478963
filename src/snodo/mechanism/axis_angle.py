"""Axis and angle of a rotation matrix, through Euler parameters, for any angle up to 180°.

With A the rotation by θ about the unit vector u, and the Euler parameters e0 = cos θ/2, e = u sin θ/2,

    A = (2 e0² − 1) 1 + 2 (e eᵀ + e0 ẽ)                              (1)

the squares of all four stand in the trace and on the diagonal.  The largest of them, which is never below 1/4, is
taken from there, and the other three follow from it without a small divisor (source text `002`, 1.3).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np


def euler_parameters(A: np.ndarray) -> np.ndarray:
    """The Euler parameters (e0, e1, e2, e3) of a rotation matrix, e0 ≥ 0, of length one."""
    trace = A[0, 0] + A[1, 1] + A[2, 2]
    k = int(np.argmax([trace, A[0, 0], A[1, 1], A[2, 2]]))
    if k == 0:
        p = np.array([1 + trace, A[2, 1] - A[1, 2], A[0, 2] - A[2, 0], A[1, 0] - A[0, 1]])
    else:
        i = k - 1
        j, l = (i + 1) % 3, (i + 2) % 3  # noqa: E741
        p = np.empty(4)
        p[0] = A[l, j] - A[j, l]
        p[1 + i] = 1 + A[i, i] - A[j, j] - A[l, l]
        p[1 + j] = A[j, i] + A[i, j]
        p[1 + l] = A[l, i] + A[i, l]
    p /= np.linalg.norm(p)
    return -p if p[0] < 0 else p


def axis_angle(A: np.ndarray) -> tuple[tuple[float, ...] | None, float]:
    """The axis (a unit vector; None for no rotation) and the angle [rad, 0 … π] of a rotation matrix."""
    p = euler_parameters(np.asarray(A, dtype=float))
    size = float(np.linalg.norm(p[1:]))
    if size < 1e-16:  # below the rounding of the matrix
        return None, 0.0
    axis: Any = (p[1:] / size).tolist()
    return tuple(axis), 2 * math.atan2(size, float(p[0]))
