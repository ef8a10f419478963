"""Vectors extrapolated in time are exact for polynomials through all the points."""

import numpy as np
import pytest

from snodo import _jit
from snodo.math.kernels.extrapolation import MOST, extrapolate


@_jit.entry(_jit.i8(_jit.Floats, _jit.i8, _jit.f8))
def call(model, n, t):
    extrapolate(model, 0, n, t, 1 + MOST + MOST * n)
    return 0


@pytest.mark.parametrize("points", range(1, MOST + 1))
def test_polynomials_are_exact(points: int) -> None:
    rng, n = np.random.default_rng(points), 3
    coefficients, times = rng.normal(size=(points, n)), np.sort(rng.uniform(0, 1, points))
    model = np.zeros(1 + MOST + (MOST + 1) * n)
    model[0], model[1 : 1 + points] = points, times
    vectors = np.polynomial.polynomial.polyval(times, coefficients).T
    model[1 + MOST : 1 + MOST + points * n] = vectors.ravel()
    call(model, n, 1.3)
    np.testing.assert_allclose(model[-n:], np.polynomial.polynomial.polyval(1.3, coefficients), rtol=1e-9, atol=1e-9)
