"""Lanes: eight float64 side by side do what each would do alone."""

from typing import NamedTuple

import mpmath
import numpy as np
import pytest

from snodo._jit import Floats, entry, i8, inline, numba
from snodo.math.kernels.algebra import Rigid, Vec3, cross
from snodo.math.kernels.elementary import inverse, larger, lowest, positive, sincos, sqrt, tanh
from snodo.math.kernels.lanes import LANES, with_lane, zeros
from snodo.math.kernels.record_layout import PythonTable, packed, size
from snodo.math.kernels.records import table, view, width
from snodo.math.kernels.spatial import from_quaternion, shift_rigid


class Row(NamedTuple):
    kind: int
    r: Vec3
    B: Rigid


@entry(i8(Floats, Floats, Floats, Floats))
def arithmetic(x, y, out, alone):
    like = zeros()
    a, b, c = view(x, 0, like), view(y, 0, like), view(out, 0, like)
    for k in range(x.size // LANES):
        c[k] = (a[k] + b[k] * 2.0 - 1.0 / b[k]) / (3.0 - a[k]) - (-b[k])
    for k in range(x.size):
        alone[k] = (x[k] + y[k] * 2.0 - 1.0 / y[k]) / (3.0 - x[k]) - (-y[k])
    return 0


@entry(i8(Floats, Floats, Floats))
def many_sincos(x, s, c):
    like = zeros()
    angles, sines, cosines = view(x, 0, like), view(s, 0, like), view(c, 0, like)
    for k in range(x.size // LANES):
        sines[k], cosines[k] = sincos(angles[k])
    return 0


@inline
def moved(rows, shared):
    for k in range(3):
        rows[k].B = Rigid(shared.B.mass, rows[k].r, shared.B.I)  # the same numbers in all lanes
        rows[k].B = shift_rigid(rows[k].B, cross(rows[k].r, shared.r))
        rows[k].kind = rows[k].kind + shared.kind
    return rows[2].kind


@entry(i8(Floats, Floats))
def move(array, shared):
    return moved(table(Row, array, 0, zeros()), table(Row, shared, 0, 0.0)[0])


@entry(i8(Floats, Floats))
def move_one(array, shared):
    return moved(table(Row, array, 0, 0.0), table(Row, shared, 0, 0.0)[0])


@entry(i8(Floats, Floats))
def rotate(p, R):
    like = zeros()
    e, out = view(p, 0, like), view(R, 0, like)
    A = from_quaternion(e[0], e[1], e[2], e[3])
    out[0], out[1], out[2] = A.x
    out[3], out[4], out[5] = A.y
    out[6], out[7], out[8] = A.z
    return 0


def exact(x):
    """sin x and cos x with 40 digits, and rounded."""
    with mpmath.workdps(40):
        return [(mpmath.sin(mpmath.mpf(float(a))), mpmath.cos(mpmath.mpf(float(a)))) for a in x]


def error(found, true):
    with mpmath.workdps(40):
        return max(abs(float(mpmath.mpf(float(a)) - b)) for a, b in zip(found, true))


def test_arithmetic_is_that_of_single_numbers():
    rng = np.random.default_rng(1)
    x, y = rng.standard_normal((2, 64))
    together, alone = np.empty(64), np.empty(64)
    arithmetic(x, y, together, alone)
    assert np.allclose(together, alone, rtol=1e-14)
    assert np.allclose(alone, (x + 2 * y - 1 / y) / (3 - x) + y, rtol=1e-12)


@pytest.mark.delicate
@pytest.mark.parametrize("largest", [1.0, 1e2, 1e5, 1e8])
def test_sine_and_cosine(largest):
    x = np.random.default_rng(2).uniform(-largest, largest, 2000)
    near = np.round(x[:200] / (np.pi / 4)) * (np.pi / 4)  # next to multiples of π/4, where the quadrant changes
    x[:200] = np.where(np.abs(near) <= largest, near, 0.0)
    s, c = np.empty_like(x), np.empty_like(x)
    many_sincos(x, s, c)
    true = exact(x)
    assert error(s, [t[0] for t in true]) <= 2.2e-16
    assert error(c, [t[1] for t in true]) <= 2.2e-16


def test_sine_of_what_is_not_a_number():
    x = np.array([0.0, np.nan, -0.0, 1e15, -1e15, np.pi, -np.pi, np.inf])
    s, c = np.empty(8), np.empty(8)
    many_sincos(x, s, c)
    assert np.isnan(s[[1, 7]]).all()
    assert np.isnan(c[[1, 7]]).all()
    assert np.all(np.abs(np.delete(s, [1, 7])) <= 1.0 + 1e-15)
    assert (s[0], s[2], c[0]) == (0.0, 0.0, 1.0)


def test_rows_of_lanes():
    rng = np.random.default_rng(3)
    shared = rng.standard_normal(size(Row))
    PythonTable(Row, shared, 0)[0].kind = 2
    wide = rng.standard_normal((3, size(Row), LANES))
    wide.view(np.int64)[:, 0, :] = 5
    alone = [np.ascontiguousarray(wide[:, :, lane]).reshape(-1) for lane in range(LANES)]
    assert move(wide.reshape(-1), shared) == 7
    for lane, array in enumerate(alone):
        assert move_one(array, shared) == 7
        assert np.allclose(wide[:, 1:, lane], array.reshape(3, -1)[:, 1:], rtol=1e-14, atol=1e-14)


def test_rotations():
    p = np.random.default_rng(4).standard_normal((4, LANES))
    R = np.empty((9, LANES))
    rotate(p.reshape(-1), R.reshape(-1))
    for lane in range(LANES):
        A, (e0, *e) = R[:, lane].reshape(3, 3).T, p[:, lane] / np.linalg.norm(p[:, lane])
        tilde = np.cross(np.eye(3), e)
        assert np.allclose(A, (2 * e0**2 - 1) * np.eye(3) + 2 * np.outer(e, e) + 2 * e0 * tilde, atol=1e-14)


def test_a_branch_on_lanes_does_not_compile():
    def branch(x, y):
        a = view(x, 0, zeros())
        return 1 if a[0] > 0.0 else 0

    with pytest.raises(numba.core.errors.TypingError):
        _ = entry(i8(Floats, Floats))(branch).compiled


@entry(i8(Floats, Floats))
def functions(x, out):
    n, like = x.size, zeros()
    a, roots = view(x, 0, like), view(out, 0, like)
    inverses, tangents = view(out, n, like), view(out, 2 * n, like)
    for k in range(n // LANES):
        roots[k], inverses[k], tangents[k] = sqrt(a[k]), inverse(a[k]), tanh(a[k])
    for k in range(n):
        out[3 * n + k], out[4 * n + k], out[5 * n + k] = sqrt(x[k]), inverse(x[k]), tanh(x[k])
    return width(like) + 100 * width(0.0)


@entry(i8(Floats, i8, Floats))
def replaced(x, lane, out):
    a, c = view(x, 0, zeros()), view(out, 0, zeros())
    c[0] = with_lane(a[0], lane, -1.0)
    return 0


def test_roots_inverses_and_hyperbolic_tangents():
    x = np.array([0.0, 1e-300, 2.0, 1e10, 3.5, 0.1, 700.0, 1.0] * 2)
    out = np.empty(6 * x.size)
    assert functions(x, out) == 100 + LANES
    with np.errstate(divide="ignore"):
        wanted = np.sqrt(x), np.where(x == 0, 0.0, 1 / x), np.tanh(x)
    for found in (out[: 3 * x.size], out[3 * x.size :]):
        for values, known in zip(found.reshape(3, -1), wanted):
            assert np.allclose(values, known, rtol=1e-15, atol=0)


def test_what_is_not_a_number_has_no_inverse():
    x = np.full(LANES, np.nan)
    out = np.empty(6 * LANES)
    functions(x, out)
    assert np.isnan(out).all()


def test_one_lane_replaced():
    x, out = np.arange(1.0, 1 + LANES), np.empty(LANES)
    replaced(x, LANES - 1, out)
    assert np.array_equal(out, [*x[:-1], -1.0])


@entry(i8(Floats, Floats, Floats))
def compared(x, y, out):
    like = zeros()
    a, b, c = view(x, 0, like), view(y, 0, like), view(out, 0, like)
    c[0] = larger(a[0], b[0])
    out[LANES], out[LANES + 1] = lowest(a[0]), lowest(x[0])
    out[LANES + 2] = larger(x[0], y[0])
    return int(positive(a[0])) + 2 * int(positive(x[0]))


def test_larger_ones_and_the_lowest():
    x, y = np.random.default_rng(5).uniform(0.5, 2.0, (2, LANES))
    y[-1] = np.nan
    out = np.empty(LANES + 3)
    assert compared(x, y, out) == 3
    assert np.array_equal(out[:LANES], np.fmax(x, y))
    assert np.array_equal(out[LANES:], [x.min(), x[0], np.fmax(x[0], y[0])])


@pytest.mark.parametrize("bad", [0.0, -1.0, np.inf, np.nan])
@pytest.mark.parametrize("lane", range(LANES))
def test_positive_in_all_lanes(bad, lane):
    x = np.ones(LANES)
    x[lane] = bad
    assert compared(x, x, np.empty(LANES + 3)) == 2 * (lane > 0)


@entry(i8(Floats, i8))
def whole_numbers(x, n):
    ints = view(x, 1, 0)
    total = 0
    for k in range(n):
        total += ints[k]
        ints[k] = -ints[k]
    return total


def test_whole_numbers_among_others():
    x = np.full(5, 0.5)
    x.view(np.int64)[1:4] = 7, -2, 2**60
    assert whole_numbers(x, 3) == 5 + 2**60
    assert x.view(np.int64)[1:4].tolist() == [-7, 2, -(2**60)]
    assert (x[0], x[4]) == (0.5, 0.5)


def test_rows_packed():
    rows = [Row(3, Vec3(1.0, 2.0, 3.0), None), Row(-4, Vec3(4.0, 5.0, 6.0), None)]
    shape = PythonTable(Row, np.arange(float(size(Row))), 0)[0].B
    array = packed(Row, [row._replace(B=shape) for row in rows])
    found = PythonTable(Row, array, 0)
    assert [(found[k].kind, found[k].r, found[k].B) for k in range(2)] == [(row.kind, row.r, shape) for row in rows]
