"""A symmetric matrix as a multiple of the unit matrix and two squares."""

from __future__ import annotations

import numpy as np

from snodo.math.kernels.algebra import Spread, Vec3

ALIKE = 1e-9
"""Relative difference of eigenvalues that are alike."""
ROUNDING = 1e-15
"""What is left of a component that is zero; v_x is left out, so that this is an error."""


def spread_of(J: np.ndarray) -> Spread:
    """J = λ 1 + u uᵀ + v vᵀ, λ its smallest eigenvalue: of the pairs u, v that serve, the one with v_x = 0.

    The larger of v_y and v_z is positive.
    """
    values, vectors = np.linalg.eigh(J)
    a, b = (vectors[:, 1:] * np.sqrt(values[1:] - values[0])).T
    x, y = (a[0], b[0]) if np.hypot(a[0], b[0]) > ROUNDING * np.sqrt(values[2]) else (0.0, 0.0)
    if x == y == 0.0 and values[2] - values[1] <= ALIKE * values[2]:
        x, y = a[1], b[1]  # any pair across x serves: the one with v_y = 0
    length = np.hypot(x, y)
    c, s = (x / length, y / length) if length > 0.0 else (1.0, 0.0)
    u, v = c * a + s * b, c * b - s * a
    if v[1 + int(abs(v[2]) > abs(v[1]))] < 0.0:
        v = -v
    return Spread(values[0], Vec3._make(u), v[1], v[2])
