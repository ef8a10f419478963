"""Impacts, heat of friction and work of control are columns with which the energy balance closes (E1, E5, E9, E15)."""

from __future__ import annotations

import numpy as np
import pytest

import snodo as sn

FORMULATIONS = ("planar", "tree", "spatial")
G = 9.81


def block(axis: str = "x") -> sn.Mechanism:
    m = sn.Mechanism("block", gravity=(0, -G))
    m.body("block", mass=2.0, inertia=1.0)
    m.prismatic("P", "ground", "block", axis=axis, at=(0, 0))
    return m


def closes(result: sn.Result, columns: dict[str, float]) -> None:
    """The columns have these values at the end, and are all that the energy changes by."""
    for name, value in columns.items():
        assert float(result[f"{name}.work"][-1]) == pytest.approx(value, rel=1e-9, abs=1e-12)
    energy = result["energy.total"].values
    scale = max(abs(x) for x in columns.values())
    assert energy[-1] - energy[0] == pytest.approx(sum(columns.values()), abs=1e-9 * scale)
    assert np.abs(result["energy.balance"].values).max() < 1e-9 * scale
    assert result.quality().verdict == "good"


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_bouncing_ball_loses_its_energy_in_impacts(formulation):
    m = block("y")
    m.limit("P", lower=0.0, restitution=0.5)
    result = sn.simulate(m, 2.0, formulation=formulation, initial={"P.displacement": 1.0})
    closes(result, {"impacts": -2.0 * G})


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_block_heats_its_guide(formulation):
    """Work of the force ∫ 5 t v dt, heat µ m g x, kinetic energy ½ m v²; x and v by E5."""
    m = block()
    m.friction("f", "P", mu=0.2, static=0.3)
    m.joint_force("F", "5*t", joint="P")
    result = sn.simulate(m, 2.0, formulation=formulation, tolerance=1e-11)
    heat = 0.2 * 2.0 * G * 0.564166533333333
    closes(result, {"f": -heat, "F": 1.6534166**2 + heat})


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_clutch_heats_by_what_is_lost(formulation):
    m = sn.Mechanism("shafts", gravity=(0, 0))
    for name, joint, inertia in (("one", "A", 0.4), ("two", "B", 0.25)):
        m.body(name, mass=1.0, inertia=inertia)
        m.revolute(joint, "ground", name, at=(0, 0))
    m.clutch("c", "A", "B", capacity=12.0)
    start = {"A.speed": 150.0, "B.speed": 20.0}
    result = sn.simulate(m, 2.0, formulation=formulation, initial=start, tolerance=1e-11)
    closes(result, {"c.A": -2500.0, "c.B": 1200.0})


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_sampled_motor_works_on_its_rotor(formulation):
    """½ J ω² with ω of E15."""
    m = sn.Mechanism("motor")
    m.body("rotor", mass=1.0, inertia=2e-4)
    m.revolute("A", "ground", "rotor", at=(0, 0))
    m.state("i", rate="(u - 1.2*i - 0.05*A.speed)/0.002", scale="1 A")
    m.torque("shaft", "0.05*i - 1e-5*A.speed", joint="A")
    gives, then = {"u": "0.4*(100 - A.speed) + 8*I"}, {"I": "I + 0.001*(100 - A.speed)"}
    m.controller("speed", every="1 ms", memory={"I": 0}, gives=gives, then=then)
    result = sn.simulate(m, 0.2, formulation=formulation, tolerance=1e-12)
    closes(result, {"shaft": 0.5 * 2e-4 * 100.21476163304**2})


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_runs_of_a_batch_with_friction_are_single_runs(formulation):
    """Friction that follows a reaction, also in trees: the same bits."""
    m = sn.Mechanism("pendulum", gravity=(0, -G))
    m.add_points(A=(0, 0), B=(1, 0))
    m.bar("arm", "A", "B", mass=2.0)
    m.revolute("A", "ground", "arm")
    m.friction("f", "A", mu=0.3, radius=0.1)
    speeds = [0.0, 1.0, 4.0]
    batch = sn.simulate(m, 1.0, formulation=formulation, initial={"A.speed": speeds})
    for k, speed in enumerate(speeds):
        single = sn.simulate(m, 1.0, formulation=formulation, initial={"A.speed": speed})
        for name in ("A.angle", "f.force", "f.utilisation", "A.fx"):
            assert np.array_equal(batch[k][name].values, single[name].values)
