"""Integrators that solve the constraints, at every index, against DOP853 with projection.

Steps of Radau are controlled to 1e-7 of coordinates and velocities; motions were measured within 2e-8 … 2e-6 of the
size, forces within 1e-7 … 6e-7 of the largest.  Generalised α with 400 steps: 2e-7 … 2e-3.  Bounds are five times that.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest
from tests.mechanisms import four_bar, pendulum
from twenty_mechanisms import BUILT, CASES, TIMES, mechanism

import snodo as sn
from snodo.analyses.compare.differences import (
    acceleration_difference,
    determined_joints,
    motion_difference,
    reaction_difference,
)

INDICES = (3, 2, 1, "stabilised")
SAMPLES = 6


# ---------------------------------------------------------------- further mechanisms
def brick() -> sn.Mechanism:
    """A brick that tumbles about its middle axis, freely: there are no rows."""
    m = sn.Mechanism("brick", dimension=3, gravity=(0, 0, 0))
    m.box("brick", (0.5, 0.3, 0.1), (0, 0, 0), mass=2)
    m.initial.update({"brick.wx": 0.1, "brick.wy": 5.0, "brick.wz": 0.2, "brick.vx": 1.0})
    return m


def top() -> sn.Mechanism:
    """A heavy top that spins at 150 rad/s."""
    m = sn.Mechanism("top", dimension=3, gravity=(0, 0, -9.81))
    m.body("top", mass=15.0, inertia=(0.234375, 0.46875, 0.234375), com=(0, 1, 0), at=(0, 0, 0))
    m.spherical("O", "ground", "top", at=(0, 0, 0))
    m.initial.update({"O.wy": 150.0, "O.wx": 0.0, "O.wz": -4.61538})
    return m


def constant_speed() -> sn.Mechanism:
    """A row that is not linear in the velocities, and does work."""
    m = sn.Mechanism("constant speed", gravity=(0, -9.81))
    m.body("P", mass=1.5, inertia=0.1)
    m.velocity_constraint("N", "P", formula="P.vx^2 + P.vy^2 - 2^2")
    m.initial.update({"P.vx": 1.2, "P.vy": 1.6})
    return m


def users_brake() -> sn.Mechanism:
    """A force written by the user."""
    m = four_bar()
    m.force("brake", "crank", function=lambda t, q, v: (0 * t, 0 * t, -2.0 * v[2] - v[2] ** 3))
    return m


def rubbing() -> sn.Mechanism:
    """Dry and viscous friction, springs and an elastic pin: rows that yield, at index 3."""
    m = sn.Mechanism("rubbing", gravity=(0, -9.81))
    m.add_points(A=(0, 0), B=(0.1, 0.15), C=(0.45, 0.3), D=(0.5, 0))
    for name, ends in (("crank", "AB"), ("coupler", "BC"), ("rocker", "CD")):
        m.bar(name, *ends, mass=1.0)
    m.revolute("A", "ground", "crank")
    m.revolute("B", "crank", "coupler", stiffness=1e4, damping=10.0)
    m.revolute("C", "coupler", "rocker")
    m.revolute("D", "ground", "rocker")
    m.torsional_spring("coil", "A", stiffness=5.0, damping=0.1, angle=0.2)
    m.friction("dry", "D", coulomb=0.5, viscous=0.05, smoothing=0.05)
    m.spring("tie", "ground", "rocker", (0.7, 0.2), "C", stiffness=300.0, damping=2.0, length=0.2)
    return m


FURTHER: dict[Callable[[], sn.Mechanism], float] = {
    brick: 1.0,
    top: 0.05,
    constant_speed: 0.5,
    users_brake: 0.2,
    rubbing: 0.1,
}
MORE = {build.__name__: build for build in FURTHER}
DURATIONS = TIMES | {build.__name__: t for build, t in FURTHER.items()}
SOME = {
    "andrews": ("planar", "tree", "spatial"),
    "slider_crank": ("planar", "tree"),
    "four_bar": ("planar", "tree", "spatial"),
    "fairbairn_driven": ("tree",),
    "double_pendulum": ("planar", "tree"),
    "bricard": ("tree", "spatial", "spatial_euler"),
    "door": ("tree", "spatial"),
    "parallelogram": ("planar",),
    "ball_chain": ("tree", "spatial", "spatial_euler"),
    "spatial_four_bar": ("tree", "spatial", "spatial_euler"),
    "shaken_pendulum": ("planar",),
    "chaplygin_sleigh": ("planar", "tree"),
    "rolling_disc": ("tree", "spatial"),
    "brick": ("tree", "spatial", "spatial_euler"),
    "top": ("tree", "spatial"),
    "constant_speed": ("planar", "tree"),
    "users_brake": ("planar", "tree"),
    "rubbing": ("planar", "tree", "spatial"),
}
RUNS = [(name, form) for name, forms in SOME.items() for form in forms]
ALL = [(name, form) for name, form in CASES if (name, form) not in RUNS]


def run(name: str, form: str, integrator: Any) -> sn.Result:
    m = MORE[name]() if name in MORE else mechanism(name)
    times = np.linspace(0.0, DURATIONS[name], SAMPLES)
    return sn.simulate(m, formulation=form, integrator=integrator, output=times, error_bars=False, progress=False)


@cache
def truth(name: str, form: str) -> sn.Result:
    return run(name, form, sn.DOP853(rtol=1e-11))


def agrees(result: sn.Result, name: str, form: str, motion: float, forces: float, works: float) -> None:
    """Motion, accelerations, determined reactions, works and energy."""
    wanted = truth(name, form)
    assert motion_difference(result, wanted) < motion
    assert acceleration_difference(result, wanted) < forces
    joints, _ = determined_joints(wanted.formulation, wanted.q[0], wanted.v[0])
    reactions = reaction_difference(result, wanted, joints)
    assert reactions is None or reactions < forces
    count = len(result.formulation.work_names)
    if count:
        done, expected = result.states[:, -count:], wanted.states[:, -count:]
        energy = max(np.abs(expected).max(), np.ptp(wanted["energy.kinetic"].values))
        np.testing.assert_allclose(done, expected, rtol=0, atol=works * energy)
    violation = result.quality()
    assert violation.position_drift < 1e-9
    assert violation.velocity_drift < 1e-8


@pytest.mark.parametrize("index", INDICES)
@pytest.mark.parametrize(("name", "form"), RUNS)
def test_radau_agrees(name: str, form: str, index: int | str) -> None:
    """Works of driven mechanisms are not controlled: their steps are long, and works were measured to 2e-5."""
    agrees(run(name, form, sn.Radau(rtol=1e-7, index=index)), name, form, 2e-6, 5e-6, 1e-4)


@pytest.mark.parametrize("index", [3, "stabilised"])
@pytest.mark.parametrize(("name", "form"), RUNS)
def test_generalized_alpha_agrees(name: str, form: str, index: int | str) -> None:
    """With 400 steps; the top turns by a third of a degree in each."""
    step = DURATIONS[name] / 400
    agrees(run(name, form, sn.GeneralizedAlpha(step=step, index=index)), name, form, 5e-3, 1e-2, 1e-2)


@pytest.mark.slow
@pytest.mark.parametrize("index", INDICES)
@pytest.mark.parametrize(("name", "form"), ALL)
def test_radau_agrees_on_all_others(name: str, form: str, index: int | str) -> None:
    """The cam is driven, in as few as four steps, and its spring is a row: its works are right to a hundredth only."""
    agrees(run(name, form, sn.Radau(rtol=1e-7, index=index)), name, form, 1e-5, 5e-6, 2e-2 if name == "cam" else 1e-3)


def test_all_kinds_are_there() -> None:
    assert set(BUILT) <= set(TIMES)
    assert {form for _, form in RUNS} == {"planar", "tree", "spatial", "spatial_euler"}


# ---------------------------------------------------------------- multipliers, and forces that jump
@pytest.mark.parametrize("index", INDICES)
@pytest.mark.parametrize("name", ["andrews", "slider_crank"])
def test_multipliers(name: str, index: int | str) -> None:
    found, wanted = run(name, "planar", sn.Radau(rtol=1e-8, index=index)).multipliers, truth(name, "planar").multipliers
    np.testing.assert_allclose(found, wanted, rtol=0, atol=1e-7 * np.abs(wanted).max())


@pytest.mark.parametrize("form", ["planar", "tree"])
@pytest.mark.parametrize(
    "integrator",
    [*(sn.Radau(rtol=1e-8, index=index) for index in INDICES), sn.AdaptiveAlpha(rtol=1e-9)],
    ids=lambda x: f"{x.name} {x.index}",
)
def test_steps_end_where_forces_jump(form: str, integrator: Any) -> None:
    """A torque that is switched on at 0.1 s and off at 0.2 s: a step across it would err by its impulse."""
    m = pendulum()
    m.torque("kick", "20*(sign(t - 0.1) - sign(t - 0.2))", body="arm")
    choices = {"formulation": form, "output": [0.0, 0.1, 0.15, 0.2, 0.4], "progress": False, "error_bars": False}
    found = sn.simulate(m, integrator=integrator, **choices)
    wanted = sn.simulate(m, integrator=sn.DOP853(rtol=1e-11), **choices)
    bound = 1e-7 if integrator.name == "radau" else 1e-3
    np.testing.assert_allclose(found["A.angle"].values, wanted["A.angle"].values, rtol=0, atol=bound)


@pytest.mark.parametrize("form", ["planar", "tree"])
@pytest.mark.parametrize("integrator", [sn.Radau(rtol=1e-7), sn.GeneralizedAlpha(step=1e-3)], ids=lambda x: x.name)
def test_dry_friction_that_slides(form: str, integrator: Any) -> None:
    m = pendulum()
    m.friction("dry", "A", coulomb=1.0, smoothing=0.05)
    choices = {"formulation": form, "output": 0.1, "progress": False, "error_bars": False}
    found = sn.simulate(m, 1.0, integrator=integrator, **choices)
    wanted = sn.simulate(m, 1.0, integrator=sn.DOP853(rtol=1e-10), **choices)
    np.testing.assert_allclose(found["A.angle"].values, wanted["A.angle"].values, rtol=0, atol=2e-4)


@pytest.mark.parametrize("form", ["planar", "tree"])
def test_a_spring_that_hardly_pulls(form: str) -> None:
    m = pendulum()
    m.spring("thread", "ground", "arm", (1, 1), (1, 0), stiffness=1e-12, length=0.3)
    choices = {"formulation": form, "output": 0.1, "progress": False, "error_bars": False}
    found = sn.simulate(m, 0.5, integrator=sn.Radau(rtol=1e-8), **choices)
    wanted = sn.simulate(m, 0.5, integrator=sn.DOP853(rtol=1e-10), **choices)
    np.testing.assert_allclose(found["A.angle"].values, wanted["A.angle"].values, rtol=0, atol=1e-6)
