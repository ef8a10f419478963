"""Where functions of time jump, kink, or have narrow features."""

from types import FunctionType

import numpy as np
import pytest

import snodo as sn
from snodo.mechanism.functions.functions import as_function


def breaks(function, end=1.0):
    return as_function(function).breaks(0.0, end)


def longest_step(found, t):
    """How far a step from t may go."""
    ends = [rows[np.searchsorted(rows[:, 0], t, side="right") - 1, 1] for rows in found.limits if len(rows)]
    return min(ends, default=np.inf) - t


@pytest.mark.parametrize(
    "smooth",
    [
        sn.Constant(3.0),
        sn.Ramp(0.0, 2.0),
        sn.Polynomial([1.0, 2.0, 3.0, 4.0]),
        sn.Harmonic(2.0, 100.0),
        "5",
        "3*t - 2*t**2",
        "2*sin(3*t)",
        "sin(5000*t)",
        "exp(-t)*cos(40*t)",
        lambda t: np.sin(7.0 * t),
    ],
    ids=lambda smooth: "a Python function" if isinstance(smooth, FunctionType) else str(smooth),
)
def test_what_is_smooth_or_equally_quick_everywhere_has_none(smooth):
    found = breaks(smooth)
    assert found.sharp == ()
    assert not any(len(rows) for rows in found.limits)


@pytest.mark.parametrize("rise", [sn.SmoothStep, sn.Cycloid])
def test_rises(rise):
    found = breaks(rise(0.0, 1.0, begin=0.2, duration=0.1))
    assert found.sharp == pytest.approx((0.2, 0.3))
    assert longest_step(found, 0.0) == pytest.approx(0.2)
    assert longest_step(found, 0.2) == pytest.approx(0.025)
    assert longest_step(found, 0.31) == np.inf
    assert breaks(rise(0.0, 1.0, begin=2.0, duration=0.1)).sharp == ()
    assert breaks(rise(1.0, 1.0, begin=0.2, duration=0.1)).sharp == ()


def test_knots_of_a_monotone_table_at_which_the_second_derivative_jumps():
    table = sn.Table([0.0, 0.1, 0.2, 0.5, 0.6, 0.8, 0.9, 1.0], [0, 0, 0, 1, 2, 2, 2, 2], monotone=True)
    assert breaks(table).sharp == pytest.approx((0.0, 0.2, 0.5, 0.6, 1.0))


def test_a_smooth_table_ends_no_steps_but_keeps_them_short():
    times = np.linspace(0.1, 0.9, 81)
    found = breaks(sn.Table(times, np.sin(times)))
    assert found.sharp == pytest.approx((0.1, 0.9))
    assert longest_step(found, 0.0) == pytest.approx(0.1)
    assert longest_step(found, 0.3001) == pytest.approx(0.08, abs=2e-3)
    assert longest_step(found, 0.95) == np.inf


def test_a_periodic_table_is_smooth_at_its_seams():
    found = breaks(sn.Table([0, 0.1, 0.2, 0.3], [0, 1, -1, 0], periodic=True), 3.0)
    assert found.sharp == ()
    assert longest_step(found, 1.001) == pytest.approx(0.8, abs=0.11)
    often = breaks(sn.Table([0, 1e-6, 2e-6, 3e-6], [0, 1, -1, 0], periodic=True), 100.0)
    assert not any(len(rows) for rows in often.limits)


def test_a_constant_table_has_none():
    assert breaks(sn.Table([0, 0.3, 1.0], [2, 2, 2])).sharp == ()


@pytest.mark.parametrize(
    ("formula", "at"),
    [
        ("abs(t - 0.3)", [0.3]),
        ("max(0, sin(10*t))", [0.0, np.pi / 10, 2 * np.pi / 10, 3 * np.pi / 10]),
        ("min(max((t - 0.2)/0.1, 0), 1)", [0.2, 0.3]),
        ("50*(sign(t - 0.30) - sign(t - 0.31))", [0.30, 0.31]),
        ("sign(t)*3", [0.0]),
        ("abs(t - 0.5)", [0.5]),
        ("atan2(sin(9*t), cos(9*t))", [np.pi / 9]),
    ],
)
def test_kinks_and_jumps_of_formulas(formula, at):
    found = breaks(formula)
    assert found.sharp == pytest.approx(at, rel=1e-13, abs=1e-16)
    assert breaks(formula) is found  # reused


@pytest.mark.parametrize(
    ("function", "at"),
    [
        (lambda t: 100.0 if 0.30 <= t < 0.31 else 0.0, [0.30, 0.31]),
        (lambda t: 5.0 * (t - 0.3) if t > 0.3 else 0.0 * t, [0.3]),
        (lambda t: 5.0 * (t - 0.5) if t > 0.5 else 0.0 * t, [0.5]),
        (lambda t: 1.0 if t < 0.7 else np.sin(3.0 * t), [0.7]),
    ],
)
def test_jumps_and_kinks_of_python_functions(function, at):
    assert breaks(function).sharp == pytest.approx(at, rel=2e-13)


@pytest.mark.parametrize("background", ["0", "1000", "10*sin(t)", "0.5*t**2"])
@pytest.mark.parametrize("width", [0.1, 0.01, 0.001])
def test_a_narrow_feature_has_a_stretch_of_its_own(background, width):
    found = breaks(f"{background} + 100*exp(-((t - 31.4)/{width})**2)", 60.0)
    ((begin, end),) = found.scan.stretches
    assert begin < 31.4 - 2 * width
    assert 31.4 + 2 * width < end
    assert longest_step(found, 0.0) <= begin
    for t in np.linspace(begin, end, 20, endpoint=False):
        assert longest_step(found, t) <= 0.2501 * (end - begin) + 1e-12
    assert longest_step(found, 31.4) <= 8 * width


def test_a_pulse_beside_a_jump():
    found = breaks("sign(t - 20) + exp(-((t - 31.4)/0.01)**2)", 60.0)
    assert found.sharp == pytest.approx((20.0,))
    assert len(found.scan.stretches) == 1


def test_a_function_that_fails_is_left_to_the_run():
    def fails(t):
        if t > 0.5:
            raise ValueError("no")
        return 1.0

    breaks(fails)
