"""Arrays with derivatives against difference quotients of the same numpy code on plain arrays."""

from __future__ import annotations

import numpy as np
import pytest

import snodo as sn
from snodo.math.differentiable import Differentiable

TIME = np.linspace(0.0, 1.0, 7)
P = np.array([0.3, 0.7, 1.2])
STEP = 1e-4
TRAPEZOID = getattr(np, "trapezoid" if hasattr(np, "trapezoid") else "trapz")


def series(p, derivatives=False):
    value = p[0] * np.sin(3 * p[1] * TIME) + p[2] * TIME**2
    if not derivatives:
        return value
    slopes = [np.sin(3 * p[1] * TIME), 3 * TIME * p[0] * np.cos(3 * p[1] * TIME), TIME**2]
    return Differentiable(value, np.stack(slopes, 1))


def differences(function):
    """Of fourth order."""
    columns = []
    for e in STEP * np.eye(3):
        near, far = (function(series(P + k * e)) - function(series(P - k * e)) for k in (1, 2))
        columns.append((8 * np.asarray(near) - np.asarray(far)) / (12 * STEP))
    return np.stack(columns, -1)


ONE = [
    "negative",
    "positive",
    "square",
    "sqrt",
    "exp",
    "expm1",
    "exp2",
    "log",
    "log1p",
    "log2",
    "log10",
    "sin",
    "cos",
    "tan",
    "arctan",
    "sinh",
    "cosh",
    "tanh",
    "absolute",
    "fabs",
    "cbrt",
    "reciprocal",
    "deg2rad",
    "radians",
    "rad2deg",
    "degrees",
]
TWO = [
    "add",
    "subtract",
    "multiply",
    "divide",
    "power",
    "float_power",
    "arctan2",
    "hypot",
    "maximum",
    "minimum",
    "fmax",
    "fmin",
    "copysign",
    "remainder",
]


@pytest.mark.parametrize("name", ONE)
def test_functions_of_one_number(name):
    function = getattr(np, name)
    found = function(series(P, True) + 0.4)
    assert np.allclose(found.slopes, differences(lambda y: function(y + 0.4)), rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("name", ["arcsin", "arccos"])
def test_inverse_functions(name):
    function = getattr(np, name)
    found = function(0.4 * series(P, True))
    assert np.allclose(found.slopes, differences(lambda y: function(0.4 * y)), rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("name", TWO)
@pytest.mark.parametrize("way", ["first", "second", "both"])
def test_functions_of_two_numbers(name, way):
    def written(y):
        a, b = 0.4 + y, 1.3 - 0.1 * y * y
        other = np.full(TIME.size, 0.77)
        pair = {"first": (a, other), "second": (other, b), "both": (a, b)}[way]
        return getattr(np, name)(*pair)

    found = written(series(P, True))
    assert np.allclose(found.slopes, differences(written), rtol=1e-9, atol=1e-9)


WHOLE = {
    "sum": lambda y: np.sum(y**2),
    "sum of rows": lambda y: np.stack([y, y**3]).sum(axis=0),
    "python's sum": lambda y: sum(y),
    "mean and scatter": lambda y: y.mean() + y.std() + np.var(y),
    "largest": lambda y: np.max(np.abs(y)) + y.min(),
    "largest of rows": lambda y: np.stack([y, -y]).max(axis=0),
    "range": np.ptp,
    "joined": lambda y: np.concatenate([y - 1, [2.0], np.sqrt(y[1:] ** 2 + 1)]),
    "columns": lambda y: np.column_stack([y, 2 * y])[:, 1],
    "side by side": lambda y: np.hstack([y, y[0]]),
    "rows": lambda y: np.vstack([y, y * y]),
    "length": np.linalg.norm,
    "interpolated": lambda y: np.interp([0.11, 0.5], TIME, y),
    "integral": lambda y: TRAPEZOID(y * y, TIME),
    "product": lambda y: np.hypot(y, 2) @ np.ones(7),
    "product of all": lambda y: np.prod(y[1:] + 1),
    "matrix": lambda y: np.stack([y, y]).T @ np.array([1.0, 2.0]),
    "matrix before": lambda y: np.ones((2, 7)) @ y,
    "dot": lambda y: np.dot(y, y),
    "either": lambda y: np.where(y > 0.5, y, 2 * y),
    "clipped": lambda y: np.clip(y, 0.1, 0.8),
    "slopes": lambda y: np.diff(y) / np.diff(TIME),
    "running sum": np.cumsum,
    "some": lambda y: y[[1, 3]],
    "masked": lambda y: y[TIME > 0.4],
    "last": lambda y: y[..., -1],
    "new axis": lambda y: y[None] * np.ones((3, 1)),
    "turns": lambda y: np.unwrap(20 * y),
    "powers": lambda y: (y + 0.2) ** 2.5 + 2**y + y**2,
}


@pytest.mark.parametrize("name", WHOLE)
def test_functions_of_whole_arrays(name):
    found = WHOLE[name](series(P, True))
    assert np.allclose(found.value, WHOLE[name](series(P)), rtol=1e-14)
    assert np.allclose(found.slopes, differences(WHOLE[name]), rtol=1e-8, atol=1e-8)  # step 1e-4: 1e-12, kinks apart


@pytest.mark.parametrize("name", WHOLE)
def test_without_parameters_it_is_a_plain_array(name):
    found = WHOLE[name](Differentiable(series(P), np.zeros((7, 0))))
    assert found.slopes.shape == (*np.shape(WHOLE[name](series(P))), 0)


REFUSED = {
    "float": float,
    "array": np.asarray,
    "fourier": np.fft.fft,
    "fit": lambda y: np.polyfit(TIME, y, 2),
    "spacing": np.spacing,
    "sorted": np.sort,
    "truth": lambda y: bool(y[0]),
    "index": lambda y: TIME[y],
    "place": lambda y: np.interp(y, TIME, TIME),
    "in place": lambda y: np.add(y, 1.0, out=np.zeros(7)),
    "spectral norm": lambda y: np.linalg.norm(y, 1),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_loses_derivatives_is_refused_with_a_remedy(name):
    with pytest.raises((sn.UnsupportedError, IndexError, TypeError)) as error:
        REFUSED[name](series(P, True))
    if isinstance(error.value, sn.UnsupportedError):
        assert error.value.problems[0].remedy


def test_questions_give_plain_arrays():
    y = series(P, True)
    assert (y > 0.5).dtype == bool
    assert np.isfinite(y).all()
    assert np.argmax(y) == np.argmax(series(P))
