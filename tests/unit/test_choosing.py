"""The integrator that is chosen along a run."""

from __future__ import annotations

import numpy as np
import pytest

import snodo as sn
from snodo.integrators.stiffness import largest_rate
from snodo.simulation import choosing

QUIET = {"progress": False, "error_bars": False}


def pin(stiffness: float) -> sn.Mechanism:
    """A slider-crank whose pin between crank and rod is elastic."""
    m = sn.Mechanism("elastic pin", gravity=(0, -9.81))
    m.add_points(A=(0, 0), B=(0.0866025403784, 0.05), C=(0.4834717, 0.0))
    m.bar("crank", "A", "B", mass=1.0)
    m.bar("rod", "B", "C", mass=1.0)
    m.body("slider", mass=1.0, inertia=0.001, at="C")
    m.revolute("A", "ground", "crank")
    m.revolute("B", "crank", "rod", stiffness=stiffness, damping=0.1 * np.sqrt(0.2 * stiffness))
    m.revolute("C", "rod", "slider")
    m.prismatic("guide", "ground", "slider", axis="x", at="C")
    m.initial["crank.omega"] = 10.0
    return m


def test_a_stiff_run_goes_over_to_radau() -> None:
    m = pin(1e9)
    result = sn.simulate(m, 0.5, tolerance=1e-6, **QUIET)
    explicit = sn.simulate(m, 0.5, integrator=sn.DOP853(rtol=1e-8), **QUIET)
    assert result.info["chosen"].startswith("stiff at t =")
    assert result.info["integrator"].startswith("Radau(")
    assert "integrator chosen along the run: stiff" in str(result)
    assert result.info["steps"] < 0.2 * explicit.info["steps"]
    assert result.time.size == explicit.time.size
    assert np.all(np.diff(result.step_history[:, 0]) > 0)
    assert np.abs(result["A.angle"] - explicit["A.angle"]).max() < 1e-5  # measured 5e-7


def test_looks_do_not_change_a_bit_of_a_run_that_is_not_stiff(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choosing, "FIRST", 100)
    m = pin(1e4)
    result = sn.simulate(m, 1.0, **QUIET)
    explicit = sn.simulate(m, 1.0, integrator=sn.DOP853(), **QUIET)
    assert result.info["chosen"].startswith("not stiff")
    assert result.info["integrator"] == repr(sn.DOP853())
    assert np.array_equal(result.states, explicit.states)


def test_runs_return_to_explicit_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if every motion were stiff at first, and none were later."""
    monkeypatch.setattr(choosing, "FIRST", 2_000)
    monkeypatch.setattr(choosing, "LIMIT", 0.0)
    monkeypatch.setattr(choosing, "GAIN", 0.0)
    monkeypatch.setattr(choosing, "EASY", np.inf)
    monkeypatch.setattr(choosing, "SEGMENT", 50)
    m = pin(1e4)
    result = sn.simulate(m, 2.0, tolerance=1e-7, **QUIET)
    explicit = sn.simulate(m, 2.0, integrator=sn.DOP853(rtol=1e-11), **QUIET)
    assert "no longer stiff" in result.info["chosen"]
    assert result.info["status"] == "finished"
    assert np.array_equal(result.time, explicit.time)
    assert np.abs(result["A.angle"] - explicit["A.angle"]).max() < 1e-3  # of 20 rad, at 1e-7; measured 5e-6


def test_a_method_of_the_user_is_kept() -> None:
    result = sn.simulate(pin(1e9), 0.02, method="projection", tolerance=1e-4, **QUIET)
    assert result.info["method"].startswith("Projection")
    assert "chosen" not in result.info


@pytest.mark.parametrize("frequency", [3.0, 4e4])
def test_the_rate_of_a_vibration(frequency: float) -> None:
    """In (q, v) plain ratios of a power iteration alternate between 1 and ω²."""
    rate = largest_rate(lambda y: np.array([y[1], -(frequency**2) * y[0]]), np.array([0.3, 0.0]), np.ones(2))
    assert rate == pytest.approx(frequency, rel=0.2)


def test_the_rate_of_a_decay() -> None:
    rate = largest_rate(lambda y: np.array([-800.0 * y[0], -3.0 * y[1]]), np.ones(2), np.ones(2))
    assert rate == pytest.approx(800.0, rel=0.2)
