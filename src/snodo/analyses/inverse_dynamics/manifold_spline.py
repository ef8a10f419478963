"""Velocities and accelerations of a sampled motion: quintic splines on the manifold of a tree's coordinates.

Angles and displacements have one quintic spline each.  Of Euler parameters, p and −p are the same rotation: the signs
are chosen to be continuous, a quintic spline x(t) is fitted to all four, and p = x/|x| is on the sphere.  With
the conjugate x̄, the angular velocity in the child's axes and its rate do not depend on the length of x:

    ω = 2 Im(x̄ ∘ ẋ) / |x|²                                                            (1)
    ω̇ = 2 (Im(x̄ ∘ ẍ) − (x·ẋ) ω) / |x|²                                                (2)

The spline through four numbers turns with the axes (x → a ∘ x ∘ b is linear), so that no frame is preferred, and may
turn any number of times.  A free joint has the spline r(t) of its place as well, and in the child's axes

    v = Aᵀ ṙ,    v̇ = Aᵀ r̈ − ω × v                                                     (3)

Samples a time h apart give velocities to h⁵ and accelerations to h⁴.  With noise of the standard deviation σ in the
samples the spline need not meet them: it has the fewest knots with Σ (x − x_k)² ≤ n σ² (Dierckx, Curve and Surface
Fitting with Splines, 1993).  Euler parameters, which are half angles, take σ/2.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

Array = np.ndarray
FEWEST = 6
"""Samples that a quintic spline needs."""


class Rates(NamedTuple):
    """Coordinates, velocities and accelerations, one row per time."""

    q: Array
    v: Array
    a: Array


def rates_of(place: Any, times: Array, q: Array, noise: float = 0.0) -> Rates:
    """Of one joint, by its place in the tree: coordinates on the spline, velocities and accelerations."""
    kind = place.frames.kind
    if kind == "spherical":
        return Rates(*turning_spline(times, q, noise))
    if kind == "free":
        return _free(times, q, noise)
    return Rates(*spline(times, q, noise))


def spline(times: Array, x: Array, noise: float = 0.0) -> tuple[Array, Array, Array]:
    """Quintic splines through the columns of x: values and the first two derivatives at the times."""
    from scipy.interpolate import UnivariateSpline, make_interp_spline

    if noise == 0.0:
        through = make_interp_spline(times, x, k=5)
        return x, through(times, 1), through(times, 2)
    smooth = [UnivariateSpline(times, column, k=5, s=times.size * noise**2) for column in x.T]
    values, first, second = (np.column_stack([f(times, nu) for f in smooth]) for nu in range(3))
    return values, first, second


def continuous(p: Array) -> Array:
    """Euler parameters with signs that are continuous from row to row."""
    flips = np.where((p[1:] * p[:-1]).sum(axis=1) < 0, -1.0, 1.0)
    return p * np.cumprod(np.concatenate([[1.0], flips]))[:, None]


def turning_spline(times: Array, p: Array, noise: float) -> tuple[Array, Array, Array]:
    """(1) and (2)."""
    x, x1, x2 = spline(times, continuous(p), noise / 2)
    square = (x * x).sum(axis=1, keepdims=True)
    omega = 2 * _imaginary(x, x1) / square
    alpha = 2 * (_imaginary(x, x2) - (x * x1).sum(axis=1, keepdims=True) * omega) / square
    return x / np.sqrt(square), omega, alpha


def _free(times: Array, q: Array, noise: float) -> Rates:
    """(3), with (1) and (2)."""
    r, r1, r2 = spline(times, q[:, :3], noise)
    p, omega, alpha = turning_spline(times, q[:, 3:], noise)
    v = _turned_back(p, r1)
    a = _turned_back(p, r2) - np.cross(omega, v)
    return Rates(np.hstack([r, p]), np.hstack([v, omega]), np.hstack([a, alpha]))


def _imaginary(x: Array, y: Array) -> Array:
    """Im(x̄ ∘ y), row by row."""
    found: Array = x[:, :1] * y[:, 1:] - y[:, :1] * x[:, 1:] - np.cross(x[:, 1:], y[:, 1:])
    return found


def _turned_back(p: Array, u: Array) -> Array:
    """A(p)ᵀ u, row by row."""
    found: Array = u + 2 * np.cross(p[:, 1:], np.cross(p[:, 1:], u) - p[:, :1] * u)
    return found
