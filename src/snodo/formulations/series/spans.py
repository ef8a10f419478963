"""Spans, wraps and leans along a motion, with arrays; the equations are in `math/kernels/spanning.py`, `leaning.py`."""

from __future__ import annotations

import numpy as np

from snodo.math.euler_parameters import extracted, logarithm

Array = np.ndarray
Series = tuple[Array, Array, Array]


def span_series(d: Array, rate: Array, second: Array) -> Series:
    """|d|, its speed and acceleration, from the track of d (…, 3)."""
    x = np.linalg.norm(d, axis=-1)
    n = 1.0 / np.where(x > 0.0, x, np.inf)
    along = _dot(d, rate) * n
    return x, along, _dot(d, second) * n + (_dot(rate, rate) - along**2) * n


def wrap_direction(d: Array, rho: float) -> tuple[Array, Array]:
    """t, the straight part of a cable between two circles, and its direction e."""
    square = _dot(d, d)
    t = np.sqrt(square - rho * rho)
    left = np.stack([-d[..., 1], d[..., 0], 0.0 * d[..., 2]], axis=-1)
    return t, (d * t[..., None] + rho * left) / square[..., None]


def wrap_series(track: Series, g: Array, rho: float, w: Array, alpha: Array) -> Series:
    """t + ρ (θ + atan2(ρ, t)); g: the direction from which θ counts, w, alpha: of the parent about z."""
    d, rate, second = track
    t, e = wrap_direction(d, rho)
    along = _dot(e, rate)
    theta = np.arctan2(g[..., 0] * d[..., 1] - g[..., 1] * d[..., 0], g[..., 0] * d[..., 0] + g[..., 1] * d[..., 1])
    x = t + rho * (theta + np.arctan2(rho, t))
    return x, along - rho * w, _dot(e, second) + (_dot(rate, rate) - along**2) / t - rho * alpha


def rotation_vectors(A: Array, B: Array, turned: Array) -> Array:
    """θ from the frame with the axes A to that with the axes B, zero where B = A turnedᵀ; in world axes."""
    found: Array = logarithm(extracted(B @ turned @ np.swapaxes(A, -1, -2)))
    return found


def lean_gradient(theta: Array, a: Array) -> Array:
    """The torque g = a + ½ θ × a + β θ × (θ × a)."""
    once = np.cross(theta, a)
    found: Array = a + 0.5 * once + _beta(_dot(theta, theta))[..., None] * np.cross(theta, once)
    return found


def lean_rate(theta: Array, w: Array) -> Array:
    """θ̇ seen from the parent, for the angular velocity w of the child against it."""
    once = np.cross(theta, w)
    found: Array = w - 0.5 * once + _beta(_dot(theta, theta))[..., None] * np.cross(theta, once)
    return found


def _beta(c: Array) -> Array:
    """(1 − h cot h)/4h², h² = c/4."""
    h = 0.5 * np.sqrt(np.maximum(c, 1e-300))
    small = h < 0.05
    safe = np.where(small, 1.0, h)
    return np.where(small, 1 / 12 + c / 720 + c**2 / 30240 + c**3 / 1209600, (1 - safe / np.tan(safe)) / (4 * safe**2))


def _dot(a: Array, b: Array) -> Array:
    product: Array = (a * b).sum(axis=-1)
    return product
