"""Dual numbers in kernels: every operation and function against its derivative by complex steps or closed form."""

from __future__ import annotations

import cmath
import math

import numpy as np
import pytest

from snodo import _jit
from snodo.math.kernels.algebra import Vec3, cross, dot
from snodo.math.kernels.duals import DIRECTIONS, change, still, value, with_change, zero_of
from snodo.math.kernels.elementary import atan2, inverse, sincos, sqrt, tanh

pytestmark = pytest.mark.skipif(bool(_jit.numba.config.DISABLE_JIT), reason="duals are compiled")


@_jit.numba.njit
def results(a: float, b: float, out: np.ndarray) -> None:  # pragma: no cover  # compiled
    """Functions of x = a + ε₁ + 2 ε₇ and y = b − 3 ε₇: value and the two derivatives, row after row."""
    x, y = still() + a, still() + b
    x = with_change(with_change(x, 1, 1.0), DIRECTIONS, 2.0)
    y = with_change(y, DIRECTIONS, -3.0)
    s, c = sincos(x)
    v = Vec3(x, y, s)
    found = (
        x + y,
        x - y,
        x * y,
        x / y,
        -x,
        2.0 + x,
        2.0 - x,
        x - 2.0,
        2.0 * x,
        x * 2.0,
        2.0 / x,
        x / 2.0,
        sqrt(x),
        inverse(x),
        tanh(x),
        s,
        c,
        atan2(y, x),
        dot(cross(v, Vec3(1.0, 2.0, 3.0)), Vec3(y, x, c)),
        zero_of(x),
    )
    for k in range(len(found)):
        out[k, 0] = value(found[k])
        out[k, 1], out[k, 2] = change(found[k], 1), change(found[k], DIRECTIONS)


def wanted(x: complex, y: complex) -> np.ndarray:
    """The same functions of complex numbers."""
    s, c = cmath.sin(x), cmath.cos(x)
    angle = math.atan2(y.real, x.real) + (x.real * y.imag - y.real * x.imag) / (x.real**2 + y.real**2) * 1j
    product = np.dot(np.cross([x, y, s], [1.0, 2.0, 3.0]), [y, x, c])
    one = [x + y, x - y, x * y, x / y, -x, 2 + x, 2 - x, x - 2, 2 * x, x * 2, 2 / x, x / 2]
    return np.array([*one, cmath.sqrt(x), 1 / x, cmath.tanh(x), s, c, angle, product, 0.0])


@pytest.mark.parametrize(("a", "b"), [(0.7, 1.3), (2.5, -0.4), (1e-3, 5.0)])
def test_against_complex_steps(a: float, b: float) -> None:
    out, h = np.zeros((20, 3)), 1e-30
    results(a, b, out)
    for place, (x, y) in enumerate([(1.0, 0.0), (2.0, -3.0)], 1):
        step = wanted(a + x * h * 1j, b + y * h * 1j)
        np.testing.assert_allclose(out[:, 0], step.real, rtol=4e-16, atol=4e-16)
        np.testing.assert_allclose(out[:, place], step.imag / h, rtol=2e-15, atol=2e-15)


def test_functions_without_slope_at_zero() -> None:
    @_jit.numba.njit
    def at_zero(out: np.ndarray) -> None:  # pragma: no cover  # compiled
        x = with_change(still(), 1, 1.0)
        for k, found in enumerate((sqrt(x), inverse(x), atan2(x, x))):
            out[k, 0], out[k, 1] = value(found), change(found, 1)

    out = np.full((3, 2), np.nan)
    at_zero(out)
    np.testing.assert_array_equal(out, 0.0)
