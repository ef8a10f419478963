"""Linear models and equilibria of mechanisms with dry friction, whose modes are frozen: against closed forms."""

from __future__ import annotations

import math

import numpy as np
import pytest

import snodo as sn

G = 9.81
FORMULATIONS = ("planar", "tree", "spatial")


def double(**friction: float) -> sn.Mechanism:
    """A pendulum of two bars, with friction in the hinge between them."""
    m = sn.Mechanism("double", gravity=(0, -G))
    m.add_points(A=(0, 0), B=(0, -0.6), C=(0.3, -1.0))
    m.bar("one", "A", "B", mass=1.5)
    m.bar("two", "B", "C", mass=0.8)
    m.revolute("A", "ground", "one")
    m.revolute("B", "one", "two")
    m.friction("f", "B", **friction)
    return m


def block(force: float = 20.0) -> sn.Mechanism:
    m = sn.Mechanism("block", gravity=(0, -G))
    m.body("block", mass=2.0, inertia=1.0)
    m.prismatic("P", "ground", "block", axis="x", at=(0, 0))
    m.friction("f", "P", viscous=3.0, coulomb=5.0, static=6.0)
    m.joint_force("F", force, joint="P")
    return m


def shafts(engaged: bool = True) -> sn.Mechanism:
    m = sn.Mechanism("shafts", gravity=(0, 0))
    for name, joint, inertia in (("one", "A", 0.4), ("two", "B", 0.25)):
        m.body(name, mass=1.0, inertia=inertia)
        m.revolute(joint, "ground", name, at=(0, 0))
    m.torsional_spring("k", joint="A", stiffness=30.0)
    m.clutch("c", "A", "B", capacity=12.0, engaged=engaged)
    m.event("late", when="t rises to 5 s", do="open c" if engaged else "close c")
    return m


# ---------------------------------------------------------------- linear models
@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("words", [{"coulomb": 50.0}, {"mu": 2.0, "radius": 0.3}])
def test_a_hinge_that_sticks_makes_one_pendulum_of_two(words, formulation):
    """ω² = g |Σ m c| / I of both bars as one body, about the equilibrium in which friction holds the drawn angle."""
    m = double(**words)
    held = sn.equilibrium(m, friction="hold")
    centre = np.array([0.15, -0.8])
    inertia = 1.5 * 0.36 / 3 + 0.8 * (0.25 / 12 + centre @ centre)
    moment = 1.5 * np.array([0.0, -0.3]) + 0.8 * centre
    assert held["B.angle"] == 0.0
    assert held["A.angle"] == pytest.approx(-math.atan2(moment[0], -moment[1]), abs=1e-12)
    omega = math.sqrt(G * math.hypot(*moment) / inertia)
    values = sn.linearize(m, at=held, formulation=formulation).eigenvalues
    assert np.abs(values.imag) == pytest.approx([omega, omega], rel=1e-12)
    assert np.abs(values.real).max() < 1e-12
    assert sn.modes(m, at=held, formulation=formulation)[0].frequency * 2 * math.pi == pytest.approx(omega, rel=1e-12)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_block_that_slides_feels_its_viscous_friction(formulation):
    """ẍ = (20 − 5 − 3 ẋ)/2: eigenvalues −3/2 and 0."""
    found = sn.linearize(block(), at={"P.speed": 1.0}, inputs="P", formulation=formulation)
    assert sorted(found.eigenvalues.real) == pytest.approx([-1.5, 0.0], abs=1e-13)
    assert found.acceleration.array == pytest.approx([6.0], abs=1e-12)
    back = sn.linearize(block(), at={"P.speed": -1.0}, formulation=formulation)
    assert back.acceleration.array == pytest.approx([14.0], abs=1e-12)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_clutch_that_sticks_joins_two_inertias(formulation):
    sticks = sn.linearize(shafts(), at={"A.speed": 2.0, "B.speed": 2.0}, formulation=formulation)
    assert np.abs(sticks.eigenvalues.imag) == pytest.approx([math.sqrt(30.0 / 0.65)] * 2, rel=1e-12)
    slides = sn.linearize(shafts(), at={"A.speed": 9.0, "B.speed": 2.0}, formulation=formulation)
    assert np.abs(slides.eigenvalues.imag).max() == pytest.approx(math.sqrt(30.0 / 0.4), rel=1e-12)
    assert sorted(slides.acceleration.array) == pytest.approx([-30.0, 48.0], abs=1e-9)
    free = sn.linearize(shafts(engaged=False), formulation=formulation)
    assert np.abs(free.eigenvalues.imag).max() == pytest.approx(math.sqrt(30.0 / 0.4), rel=1e-12)


def test_a_model_at_a_time_of_a_run_agrees_with_differences_of_runs():
    """While a hinge sticks, two neighbouring runs part as the model says."""
    m = double(coulomb=50.0)
    start = {"A.angle": 0.4}
    model = sn.linearize(m, at=start, independent=["A"], formulation="tree")
    assert len(model.states) == 2
    runs = [
        sn.simulate(m, 0.02, formulation="tree", initial={"A.angle": 0.4 + d}, tolerance=1e-13) for d in (-1e-5, 1e-5)
    ]
    parts = float(runs[1]["A.angle"][-1] - runs[0]["A.angle"][-1]) / 2e-5
    slope = float(model.A.array[1, 0])
    assert parts == pytest.approx(1.0 + 0.5 * slope * 0.02**2, abs=2e-6)
    assert slope < -1.0


# ---------------------------------------------------------------- equilibria
def test_friction_may_be_ignored_or_hold():
    m = double(coulomb=50.0)
    free = sn.equilibrium(m, friction="ignore")
    plain = double(viscous=1.0)
    assert free["B.angle"] == pytest.approx(sn.equilibrium(plain)["B.angle"], abs=1e-9)
    assert abs(free["B.angle"]) > 0.1
    drawn = sn.equilibrium(block(5.0), friction="hold", initial={"P.displacement": 0.3})
    assert drawn["P.displacement"] == pytest.approx(0.3, abs=1e-15)
    assert abs(drawn["f.effort"]) == pytest.approx(5.0, abs=1e-12)


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: sn.equilibrium(block()), 'friction="ignore" or friction="hold"'),
        (lambda: sn.equilibrium(block(), friction="hold"), "cannot hold"),
        (lambda: sn.equilibrium(block(), friction="glue"), "friction = 'glue'"),
        (lambda: sn.equilibrium(block(), friction="hold", starts=3), "one start"),
        (lambda: sn.linearize(block()), "begins to slip"),
        (lambda: sn.linearize(double(mu=0.1, radius=0.1), at={"B.speed": 1.0}), "derivatives are not computed"),
        (lambda: sn.linearize(double(mu=0.1, radius=0.1, smoothing=0.1)), "derivatives are not computed"),
        (lambda: sn.derivatives(double(mu=0.1, radius=0.1)), "derivatives are not computed"),
    ],
)
def test_what_has_no_linear_model_or_equilibrium_says_so(call, told):
    with pytest.raises(sn.SnodoError, match=told):
        call()


def test_friction_of_rigid_contacts_is_not_frozen():
    m = block()
    m.point_contact("tip", (0, 0), "block", normal=(0, 1), mu=0.3)
    with pytest.raises(sn.UnsupportedError, match="rigid contacts are not frozen"):
        sn.linearize(m, at={"P.speed": 1.0})
