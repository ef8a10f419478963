"""Derivatives of smooth functions of one number by central differences of eighth order.

    f′(0) ≈ Σ w_k (f(k h) − f(−k h)) / h,   k = 1 … 4

Steps are tried from the longest on, and the one is taken at which the orders eight and six differ least.  Where the
function is smooth over the step, about twelve digits remain.  Polynomials up to degree eight are exact except for
rounding: what is quadratic in the velocities has no truncation error at all.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from snodo.errors import RunError

Array = np.ndarray
EIGHTH = (4 / 5, -1 / 5, 4 / 105, -1 / 280)
"""Weights of f(h k) − f(−h k), k = 1 … 4, of the central difference of order eight;"""
SIXTH = (3 / 4, -3 / 20, 1 / 60, 0.0)
"""and of order six, from which it differs by its error or more."""
STEPS = (0.04, 0.013, 0.004, 0.0013, 0.0004, 0.00013)
"""Steps that are tried, in natural sizes: turns [rad], displacements relative to the size of the mechanism."""
ENOUGH = 1e-12
"""Difference between the two orders, relative to the values, at which no other step is tried."""


def derivative(f: Callable[[float], Array]) -> Array:
    """f′(0) of a function of one number in natural sizes; NaN where f has no value around zero."""
    best, least = np.full(np.shape(f(0.0)), np.nan), np.inf
    for h in STEPS:
        values = [(_value(f, k * h), _value(f, -k * h)) for k in range(1, 5)]
        ahead = [up - down for up, down in values]
        eighth, sixth = (sum(w * x for w, x in zip(weights, ahead)) / h for weights in (EIGHTH, SIXTH))
        error = float(np.abs(eighth - sixth).max(initial=0.0))
        if error < least:
            best, least = np.asarray(eighth), error
        size = float(np.abs(best).max(initial=0.0)) + max(
            float(np.abs(x).max(initial=0.0)) for pair in values for x in pair
        )
        if least <= ENOUGH * size:
            break
    return best


def _value(f: Callable[[float], Array], x: float) -> Array:
    """The value, or NaN where it cannot be computed."""
    try:
        return f(x)
    except RunError:
        return np.array(np.nan)


def columns(f: Callable[[Array], Array], scale: Array) -> Array:
    """Derivatives (…, n) of f(step) by each of the n components of step, with their natural sizes."""
    found = []
    for k, size in enumerate(scale):
        unit = np.zeros(scale.size)
        unit[k] = size
        found.append(derivative(lambda x, unit=unit: f(x * unit)) / size)  # type: ignore[misc]
    return np.stack(found, axis=-1) if found else np.zeros((*np.shape(f(np.zeros(0))), 0))
