"""What is measured between two moving bodies against the product rule in world axes, term by term."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from snodo._jit import Floats, entry, i8
from snodo.math.kernels.algebra import Vec3
from snodo.math.kernels.measures import Moving, Reading, across, along, tilted, turn_rate, turned
from snodo.math.kernels.record_layout import size
from snodo.math.kernels.records import table

ROUNDING = 1e-13
"""Of sums of some ten products of numbers below ten; angles near their poles divide by 0.2 at the least."""


class Given(NamedTuple):
    i: Moving
    j: Moving
    s_i: Vec3
    s_j: Vec3
    e: Vec3
    g: Vec3
    f: Vec3


@entry(i8(Floats, Floats))
def read(given, out):
    x, found = table(Given, given, 0, 0.0)[0], table(Reading, out, 0, 0.0)
    readings = (
        along(x.i, x.j, x.s_i, x.s_j, x.e),
        across(x.i, x.j, x.e, x.f),
        turned(x.i, x.j, x.e, x.g, x.f),
        tilted(x.i, x.j, x.e, x.f),
    )
    for k in range(4):
        row, reading = found[k], readings[k]
        row.x, row.rate, row.second, row.F = reading.x, reading.rate, reading.second, reading.F
    found[4].rate = turn_rate(x.i, x.j, x.e, x.g, x.f)
    return 0


def turned_by(x: np.ndarray) -> np.ndarray:
    """The matrix of a rotation vector."""
    found: np.ndarray = Rotation.from_rotvec(x).as_matrix()
    return found


class Body:
    """R, p, v, ω, and the acceleration (a, α)."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.R = turned_by(rng.standard_normal(3))
        self.p, self.v, self.w, self.a, self.alpha = rng.standard_normal((5, 3))

    def numbers(self) -> np.ndarray:
        return np.concatenate([self.R.T.ravel(), self.p, self.v, self.w, self.a, self.alpha])

    def track(self, s: np.ndarray) -> np.ndarray:
        """A vector fixed in the body, with its derivatives."""
        u = self.R @ s
        return np.array([u, np.cross(self.w, u), np.cross(self.alpha, u) + np.cross(self.w, np.cross(self.w, u))])

    def place(self, s: np.ndarray) -> np.ndarray:
        return np.array([self.p, self.v, self.a]) + self.track(s)


def product(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """a · b with its derivatives."""
    return np.array([a[0] @ b[0], a[1] @ b[0] + a[0] @ b[1], a[2] @ b[0] + 2 * a[1] @ b[1] + a[0] @ b[2]])


def angle(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """atan2(b, a) with its derivatives."""
    n = a[0] ** 2 + b[0] ** 2
    rate = (a[0] * b[1] - b[0] * a[1]) / n
    second = (a[0] * b[2] - b[0] * a[2] - 2 * rate * (a[0] * a[1] + b[0] * b[1])) / n
    return np.array([np.arctan2(b[0], a[0]), rate, second])


def tilt(u: np.ndarray) -> np.ndarray:
    """asin u with its derivatives."""
    c = np.sqrt(1 - u[0] ** 2)
    rate = u[1] / c
    return np.array([np.arcsin(u[0]), rate, (u[2] + u[0] * rate**2) / c])


@pytest.mark.parametrize("seed", range(20))
def test_values_rates_and_second_derivatives(seed: int) -> None:
    rng = np.random.default_rng(seed)
    i, j = Body(rng), Body(rng)
    s_i, s_j = rng.standard_normal((2, 3))
    e, g, _ = turned_by(rng.standard_normal(3))
    f = turned_by(0.5 * rng.uniform(-1, 1, 3)) @ (e + 0.5 * g)
    f = j.R.T @ i.R @ f / np.linalg.norm(f)
    out = np.zeros(5 * size(Reading))
    read(np.concatenate([i.numbers(), j.numbers(), s_i, s_j, e, g, f]), out)
    found = out.reshape(5, -1)
    E, G, F = i.track(e), i.track(g), j.track(f)
    wanted = [
        product(E, j.place(s_j) - i.place(s_i)),
        product(E, F),
        angle(product(E, F), product(G, F)),
        tilt(product(E, F)),
    ]
    scale = np.maximum(1.0, np.abs(wanted))
    np.testing.assert_allclose(found[:4, :3] / scale, wanted / scale, rtol=0, atol=ROUNDING / 0.2**3)
    assert found[4, 1] == pytest.approx(found[2, 1], abs=ROUNDING)
    for row in found[:4]:  # the gradient is a wrench on j at its origin, the opposite on i
        force, moment = row[3:6], row[6:9]
        power = force @ (j.v - i.v - np.cross(i.w, j.p - i.p)) + moment @ (j.w - i.w)
        assert power == pytest.approx(row[1], abs=ROUNDING / 0.2**2)
