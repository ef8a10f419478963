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


def coil_direction(d: Array, n: Array, rho: float) -> tuple[Array, Array, Array]:
    """t and s of a coil, and its gradient f, from d and the axis n (…, 3) of the pulley."""
    z = _dot(n, d)
    q = d - n * z[..., None]
    square = _dot(q, q)
    t = np.sqrt(square - rho * rho)
    s = np.sqrt(t * t + z * z)
    e = (q * t[..., None] + rho * np.cross(n, q)) / square[..., None]
    return t, s, e + q * (1.0 / s - 1.0 / t)[..., None] + n * (z / s)[..., None]


def coil_series(track: Series, axis: Array, g: Array, rho: float, w: Array, alpha: Array) -> Series:
    """s + ρ (θ + atan2(ρ, t)); axis, g: those of the pulley in the world, w, alpha: of its body."""
    d, rate, second = track
    rate = rate - np.cross(w, d)
    second = second - np.cross(alpha, d) - 2.0 * np.cross(w, rate) - np.cross(w, np.cross(w, d))
    t, s, f = coil_direction(d, axis, rho)
    z, z_dot = _dot(axis, d), _dot(axis, rate)
    q, u = d - axis * z[..., None], rate - axis * z_dot[..., None]
    e = (q * t[..., None] + rho * np.cross(axis, q)) / _dot(q, q)[..., None]
    qu, uu, s_dot = _dot(q, u), _dot(u, u), (_dot(q, u) + z * z_dot) / s
    bent = (uu - _dot(e, u) ** 2) / t + uu * (1.0 / s - 1.0 / t) + qu * (qu / t**3 - s_dot / s**2)
    bent = bent + z_dot * (z_dot - z * s_dot / s) / s
    theta = np.arctan2(_dot(axis, np.cross(g, q)), _dot(g, q))
    return s + rho * (theta + np.arctan2(rho, t)), _dot(f, rate), _dot(f, second) + bent


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
