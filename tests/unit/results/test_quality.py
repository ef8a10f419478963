"""The advice of a verdict names what exists and what helps."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests import mechanisms

import snodo as sn

EXAMPLES = Path(__file__).parents[3] / "examples"


def swing() -> sn.Mechanism:
    return mechanisms.pendulum(mass=3.0, pin="O")


def quality(method: object, **choices: object) -> object:
    return sn.simulate(swing(), 1.0, formulation="planar", method=method, progress=False, **choices).quality()


def test_soft_constraints_are_to_be_stiffened_not_projected() -> None:
    """The factor that the advice gives closes the joints to what counts as good."""
    soft = quality(sn.Penalty(factor=1000))
    assert soft.verdict == "fair"
    told = str(soft)
    assert "projection" not in told
    times = float(re.search(r"a factor ([\d.e+]+) times", told)[1])
    assert times == pytest.approx((max(soft.position_drift, soft.velocity_drift) / 1e-6) ** 0.5, rel=0.1)
    better = quality(sn.Penalty(factor=1000 * 1.2 * times))
    assert max(better.position_drift, better.velocity_drift) <= 1e-6


def test_drifting_joints_are_to_be_projected() -> None:
    assert "method=projection" in str(quality("augmented", tolerance=1e-3))
    assert "projection=True" in str(quality(sn.Geometric(projection=False), tolerance=1e-3))
    assert "projection" not in str(quality("projection", tolerance=1e-3))


def test_a_fixed_step_has_no_tolerance() -> None:
    told = str(quality("projection", integrator=sn.RK4(step=0.02)))
    assert "smaller step" in told
    assert "tolerance" not in told


def test_what_is_held_still_is_not_judged_by_its_rounding() -> None:
    """Speeds of 1e-12 are rounding, and so are the violations of 1e-12 beside them."""
    held = sn.load(EXAMPLES / "excavator.yaml")
    result = sn.simulate(held, progress=False)
    assert abs(result.v).max() < 1e-10
    assert result.quality().verdict == "good"
    assert result.quality().velocity_drift < 1e-9
