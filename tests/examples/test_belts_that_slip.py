"""Belts with a coefficient of friction: they stick, and slip with 2 tanh(µφ/2) times their preload."""

from __future__ import annotations

import math

import numpy as np
import pytest

import snodo as sn

J1, J2, R1, R2, D, PRELOAD, MU = 0.02, 0.3, 0.05, 0.12, 0.5, 300.0, 0.25
ARC = math.pi - 2 * math.asin((R2 - R1) / D)
CAPACITY = 2 * math.tanh(MU * ARC / 2) * PRELOAD


def drive(torque: str, dimension: int = 2, **belt) -> sn.Mechanism:
    m = sn.Mechanism("drive", dimension=dimension, gravity=(0,) * dimension)
    for name, at, J in (("A", 0.0, J1), ("B", D, J2)):
        place = (at, 0.0) if dimension == 2 else (at, 0.0, 0.0)
        m.add_points(**{name: place})
        m.body(f"w{name}", mass=2.0, inertia=J if dimension == 2 else (J, J, J), at=place)
        m.revolute(name, "ground", f"w{name}", **({} if dimension == 2 else {"axis": "z"}))
    m.torque("motor", torque, joint="A")
    m.belt("b", "A", "B", radii=(R1, R2), preload=PRELOAD, **{"mu": MU, **belt})
    return m


CASES = [("planar", 2), ("tree", 2), ("tree", 3), ("spatial", 2), ("spatial", 3)]


@pytest.mark.parametrize(("formulation", "dimension"), CASES)
def test_a_belt_slips_with_the_capacity_of_its_smaller_arc(formulation, dimension):
    """θ̈₂ = F r₂/J₂, θ̈₁ = (M − F r₁)/J₁; the tensions are in the ratio e^(µφ)."""
    result = sn.simulate(drive("30 N m", dimension), 0.2, formulation=formulation, tolerance=1e-11)
    difference = result["b.tension_difference"].values
    assert np.abs(np.abs(difference[1:]) - CAPACITY).max() < 1e-10
    tight, loose = PRELOAD + CAPACITY / 2, PRELOAD - CAPACITY / 2
    assert tight / loose == pytest.approx(math.exp(MU * ARC), rel=1e-12)
    assert float(result["B.speed"][-1]) == pytest.approx(CAPACITY * R2 / J2 * 0.2, rel=1e-11)
    assert float(result["A.speed"][-1]) == pytest.approx((30.0 - CAPACITY * R1) / J1 * 0.2, rel=1e-11)
    heat = float(result["b.A.work"][-1] + result["b.B.work"][-1])
    slid = float(R1 * result["A.angle"][-1] - R2 * result["B.angle"][-1])
    assert heat == pytest.approx(-CAPACITY * slid, rel=1e-9)
    assert np.abs(result["energy.balance"].values).max() < 1e-8


@pytest.mark.parametrize(("formulation", "dimension"), CASES)
def test_below_it_moves_as_a_belt_that_does_not_slip_and_loads_its_bearings_alike(formulation, dimension):
    runs = [
        sn.simulate(drive("2*t", dimension, mu=mu), 0.5, formulation=formulation, tolerance=1e-11) for mu in (MU, None)
    ]
    for word in ("A.angle", "B.speed", "b.tension_difference"):
        assert np.abs(runs[0][word].values - runs[1][word].values).max() < 1e-9
    n = 2 if dimension == 2 else 3
    loads = [run.reaction("A").values[:, :n] for run in runs]
    assert np.abs(loads[0] - loads[1]).max() < 1e-7


def test_while_it_slips_the_bearings_carry_both_tensions():
    """Along the line of centres 2 T₀ cos γ; across it (T_u − T_l) sin γ."""
    result = sn.simulate(drive("30 N m"), 0.1, tolerance=1e-11)
    sine = (R2 - R1) / D
    force = result.reaction("A").values[-1][:2]
    assert abs(force[0]) == pytest.approx(2 * PRELOAD * math.sqrt(1 - sine**2), rel=1e-9)
    assert abs(force[1]) == pytest.approx(CAPACITY * sine, rel=1e-9)


def test_it_slips_while_the_motor_pushes_and_sticks_again():
    result = sn.simulate(drive("30*(0.5 + 0.5*sign(0.1 - t))"), 1.0, tolerance=1e-10)
    assert result.events.times("b", "sticks").size == 1
    sticks = float(result.events.times("b", "sticks")[0])
    w1, w2 = (30.0 - CAPACITY * R1) / J1 * 0.1, CAPACITY * R2 / J2 * 0.1
    # afterwards friction alone: R1 (w1 − F R1 t/J1) = R2 (w2 + F R2 t/J2)
    after = (R1 * w1 - R2 * w2) / (CAPACITY * (R1**2 / J1 + R2**2 / J2))
    assert sticks == pytest.approx(0.1 + after, abs=1e-8)


def test_mistakes_with_belts_that_slip_are_named():
    with pytest.raises(sn.MechanismError, match="no preload"):
        _without_preload().check()
    with pytest.raises(sn.MechanismError, match="mu is -1"):
        drive("1", mu=-1.0).check()
    assert any("belt b sticks at rest up to" in words for words in sn.doctor(drive("1")).switches)
    with pytest.raises(sn.SnodoError, match="omit its mu"):
        sn.linearize(drive("0"))


def _without_preload() -> sn.Mechanism:
    m = drive("1")
    m.constraints["b"].preload = 0.0
    return m
