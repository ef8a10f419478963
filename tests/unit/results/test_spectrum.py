"""Spectra: amplitudes of known signals, natural frequencies, and orders of a shaft that changes its speed."""

from __future__ import annotations

import numpy as np
import pytest

import snodo as sn
from snodo.results.spectrum import WINDOWS, lines_over, lines_over_turns, peaks

T = 4.0
TIME = np.arange(1000) * (T / 1000)


def signal(t: np.ndarray) -> np.ndarray:
    return 0.7 + 3.0 * np.sin(2 * np.pi * 5.0 * t + 0.3) + 0.5 * np.cos(2 * np.pi * 40.0 * t)


def oscillator(stiffness: float = 800.0, mass: float = 2.0) -> sn.Mechanism:
    m = sn.Mechanism("oscillator")
    m.particle("p", (1.1, 0), mass=mass)
    m.prismatic("X", "ground", "p", axis="x", at=(1.1, 0))
    m.spring("s", "ground", "p", start=(0, 0), end=(1.1, 0), stiffness=stiffness, length=1.0)
    return m


# ---------------------------------------------------------------- known signals
@pytest.mark.parametrize("window", WINDOWS)
def test_a_sine_has_its_amplitude_whatever_the_window(window):
    lines = lines_over(TIME, signal(TIME), window)
    at = dict(zip(np.round(lines.places, 9), lines.amplitude))
    assert (at[0.0], at[5.0], at[40.0]) == (pytest.approx(0.7), pytest.approx(3.0), pytest.approx(0.5))
    assert at[20.0] < 1e-9
    assert lines.resolution == pytest.approx(1 / T)
    assert not lines.resampled


def test_parseval():
    rng = np.random.default_rng(3)
    x = rng.normal(size=1001)
    lines = lines_over(np.arange(1001.0), x, "rectangular")
    assert lines.amplitude[0] ** 2 + (lines.amplitude[1:] ** 2).sum() / 2 == pytest.approx((x**2).mean())


def test_the_width_is_the_noise_bandwidth_of_the_window():
    wide = {window: lines_over(TIME, signal(TIME), window).width * T for window in ("rectangular", "hann", "flattop")}
    assert wide == {
        "rectangular": pytest.approx(1.0),
        "hann": pytest.approx(1.5, rel=1e-3),
        "flattop": pytest.approx(3.77, rel=1e-3),
    }


def test_rows_at_unequal_steps_are_resampled():
    rng = np.random.default_rng(1)
    t = np.sort(np.concatenate([[0.0, T], T * rng.random(4000)]))
    lines = lines_over(t, signal(t), "flattop")
    assert lines.resampled
    for place, height in ((5.0, 3.0), (40.0, 0.5)):
        k = int(np.argmin(np.abs(lines.places - place)))
        assert lines.amplitude[k - 2 : k + 3].max() == pytest.approx(height, rel=2e-3)
    assert lines.places[-1] <= 0.5 / np.diff(t).max()


def test_a_shorter_last_step_is_left_out():
    t = np.append(TIME, TIME[-1] + 0.1 * TIME[1])
    lines = lines_over(t, signal(t), "hann")
    assert not lines.resampled
    np.testing.assert_allclose(lines.amplitude, lines_over(TIME, signal(TIME), "hann").amplitude)


def test_a_peak_between_two_lines_is_found():
    f = 5.0 + 0.4 / T
    lines = lines_over(TIME, np.sin(2 * np.pi * f * TIME), "hann")
    ((found, _), *_) = peaks(lines.places[1:], lines.amplitude[1:])
    assert found == pytest.approx(f, abs=0.03 / T)


# ---------------------------------------------------------------- of results
def test_the_peak_is_the_natural_frequency():
    m = oscillator()
    (mode,) = sn.modes(m, at=sn.equilibrium(m))
    result = sn.simulate(m, 20.0, output=0.01, progress=False, error_bars=False)
    lines = result.spectrum("p.x", units="mm")
    ((found, _), *_) = peaks(lines.frequency.values[1:], lines.values[1:])
    assert mode.frequency == pytest.approx(np.sqrt(800 / 2) / (2 * np.pi), rel=1e-9)
    assert found == pytest.approx(mode.frequency, abs=0.1 * lines.attrs["resolution"])
    assert lines.values[0] == pytest.approx(1000.0, rel=2e-3)
    flat = result.spectrum("p.x", window="flattop")
    assert flat.values[1:].max() == pytest.approx(0.1, rel=2e-3)
    assert flat.attrs["units"] == "m"
    assert flat.frequency.attrs["units"] == "Hz"


def accelerating() -> sn.Result:
    """A shaft from 2 to 14 rad/s with a pin on it."""
    m = sn.Mechanism("shaft", gravity=(0, -9.81))
    m.bar("arm", (0, 0), (0.3, 0), mass=1.0)
    m.revolute("A", "ground", "arm", at=(0, 0))
    m.frame("P", on="arm", at=(0.3, 0))
    m.driver("motor", joint="A", angle="2*t + 0.5*t^2")
    return sn.kinematics(m, 12.0, output=0.01)


@pytest.fixture(scope="module")
def shaft() -> sn.Result:
    return accelerating()


@pytest.mark.parametrize("name", ["A", "arm", "A.angle", "A.speed", "arm.omega"])
def test_orders_of_a_shaft_that_changes_its_speed(shaft, name):
    lines = shaft.orders("P.x", shaft=name)
    at = dict(zip(np.round(lines.order.values, 9), lines.values))
    assert at[1.0] == pytest.approx(0.3, rel=1e-5)
    assert at[2.0] < 1e-5
    assert lines.attrs["resolution"] == pytest.approx(1 / 15)  # 96 rad are 15.3 revolutions


def test_the_same_in_time_is_no_line(shaft):
    assert shaft.spectrum("P.x", window="rectangular").values[1:].max() < 0.1


def test_the_gravity_torque_is_of_order_one(shaft):
    lines = shaft.orders("motor.effort", shaft="A", units="N*mm")
    assert dict(zip(np.round(lines.order.values, 9), lines.values))[1.0] == pytest.approx(9.81 * 150, rel=1e-4)
    assert lines.attrs["units"] == "N mm"


def test_a_shaft_that_turns_backwards():
    angle = -np.linspace(0, 6 * np.pi, 601)
    lines = lines_over_turns(-angle, np.cos(3 * angle), "rectangular")
    assert dict(zip(np.round(lines.places, 9), lines.amplitude))[3.0] == pytest.approx(1.0, rel=1e-4)


def test_a_vector_has_a_column_for_each_component(shaft):
    lines = shaft.spectrum("A.reaction")
    assert lines.dims == ("frequency", "component")
    np.testing.assert_array_equal(lines.sel(component="fy").values, shaft.spectrum("A.fy").values)
    assert lines.attrs["units"] == "N, N m"


def test_a_part_of_the_run(shaft):
    lines = shaft.spectrum("A.speed", between=(2.0, "6 s"))
    assert lines.attrs["resolution"] == pytest.approx(1 / 4.01)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda r: r.spectrum("P.x", window="han"), "did you mean 'hann'"),
        (lambda r: r.spectrum("P.x", between=(0, 0.03)), "has 4 rows, and a spectrum needs 8"),
        (lambda r: r.spectrum("P.x", between=(3, 1)), "before its start"),
        (lambda r: r.spectrum("P.x", between=3), "give two times"),
        (lambda r: r.spectrum("P.x", units="deg"), "'deg' does not fit"),
        (lambda r: r.spectrum("P.q"), "no series 'P.q'"),
        (lambda r: r.orders("P.x", shaft="P.y"), "neither an angle nor an angular speed"),
        (lambda r: r.orders("P.x", shaft="A", between=(0, 1)), r"only 0\.398 of a revolution"),
    ],
)
def test_mistakes(shaft, call, words):
    with pytest.raises(sn.SnodoError, match=words):
        call(shaft)


def test_orders_need_a_shaft_that_turns_one_way():
    m = sn.Mechanism("pendulum", gravity=(0, -9.81))
    m.bar("arm", (0, 0), (1, 0), mass=1.0)
    m.revolute("A", "ground", "arm", at=(0, 0))
    result = sn.simulate(m, 3.0, output=0.05, progress=False, error_bars=False)
    with pytest.raises(sn.UnsupportedError, match="turns back at t"):
        result.orders("arm.x", shaft="A")


def test_gaps_are_not_invented():
    result = accelerating()
    result.found["multiplier"][100:120] = np.nan
    with pytest.raises(sn.UnsupportedError, match="not defined in 20 of 1201 rows, the first at t = 1 s"):
        result.spectrum("motor.effort")
    assert np.isfinite(result.spectrum("motor.effort", between=(2, 12)).values).all()
