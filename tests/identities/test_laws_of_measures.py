"""Forces and torques that depend on the motion by formulas: against parts of the library, and their derivatives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import snodo as sn
from snodo.formulations.bind import bind
from snodo.formulations.tangent import tangent
from snodo.math.differences import columns

Add = Callable[[sn.Mechanism, bool], None]
PLANE, SPACE = ["planar", "tree", "spatial"], ["tree", "spatial"]


def two_arms(dimension: int = 2) -> sn.Mechanism:
    """A double pendulum with a frame at its tip."""
    m = sn.Mechanism("arms", dimension=dimension, gravity=(0.0, -9.81, 0.0)[:dimension])
    more, axis = ((), {}) if dimension == 2 else ((0.0,), {"axis": "z"})
    for name, x in (("A", 0.0), ("B", 1.0), ("D", 1.8)):
        m.point(name, (x, 0.0, *more))
    m.point("C", (0.3, 1.2, *more))
    m.bar("arm", "A", "B", mass=2.0, width=0.05, thickness=0.03)
    m.bar("fore", "B", "D", mass=1.0, width=0.05, thickness=0.03)
    m.revolute("A", "ground", "arm", **axis)
    m.revolute("B", "arm", "fore", **axis)
    m.frame("tip", "fore", at="D")
    m.initial.update({"A.angle": 0.3, "B.angle": -0.5, "A.speed": 1.0})
    return m


def closed_chain() -> sn.Mechanism:
    """A four-bar whose last hinge closes the loop."""
    m = sn.Mechanism("four-bar", dimension=2, gravity=(0.0, -9.81))
    for name, place in {"A": (0.0, 0.0), "B": (0.1, 0.2), "C": (0.5, 0.3), "D": (0.6, 0.0)}.items():
        m.point(name, place)
    for name, ends in {"crank": "AB", "coupler": "BC", "rocker": "DC"}.items():
        m.bar(name, *ends, mass=1.0)
    m.revolute("A", "ground", "crank")
    m.revolute("B", "crank", "coupler")
    m.revolute("C", "coupler", "rocker")
    m.revolute("D", "ground", "rocker")
    return m


# ---------------------------------------------------------------- the same motion as with parts of the library
def torsional(m: sn.Mechanism, law: bool) -> None:
    if law:
        m.torque("k", "-20*(A.angle - 0.1) - 3*A.speed", joint="A")
    else:
        m.torsional_spring("k", "A", stiffness=20.0, damping=3.0, angle=0.1)


def spring(m: sn.Mechanism, law: bool) -> None:
    given = {"force": "-300*(s.length - 1) - 4*s.speed"} if law else {"stiffness": 300.0, "damping": 4.0, "length": 1.0}
    m.spring("s", "ground", "arm", "C", "B", **given)


def friction(m: sn.Mechanism, law: bool) -> None:
    if law:
        m.torque("rub", "-0.5*tanh(B.speed/0.2) - 0.1*B.speed", joint="B")
    else:
        m.friction("rub", "B", coulomb=0.5, viscous=0.1, smoothing=0.2)


def steady(m: sn.Mechanism, law: bool) -> None:
    """A force in time alone that happens to name a measure."""
    m.torque("T", "2*sin(3*t) + 0*B.angle" if law else "2*sin(3*t)", joint="A")


@pytest.mark.parametrize("add", [torsional, spring, friction, steady])
@pytest.mark.parametrize(("dimension", "formulation"), [*((2, f) for f in PLANE), *((3, f) for f in SPACE)])
def test_the_same_motion_as_with_parts(
    add: Callable[[sn.Mechanism, bool], None], dimension: int, formulation: str
) -> None:
    results = []
    for law in (True, False):
        m = two_arms(dimension)
        add(m, law)
        results.append(sn.simulate(m, 1.0, formulation=formulation))
    by_law, by_part = results
    for name in ("tip.x", "tip.y", "B.angle", "A.fx"):
        np.testing.assert_allclose(by_law[name], by_part[name], atol=1e-7)
    name = {torsional: "k", spring: "s", friction: "rub", steady: "T"}[add]
    np.testing.assert_allclose(by_law[f"{name}.force"], by_part[f"{name}.force"], atol=1e-6)
    assert abs(by_law["energy.balance"].values).max() < 1e-6


@pytest.mark.parametrize("formulation", SPACE)
def test_drag_in_space(formulation: str) -> None:
    """−c v at the centre of a ball in free flight, v = v₀ exp(−c t/m); −b ω in world axes, ω = ω₀ exp(−b t/I)."""
    m = sn.Mechanism("ball", dimension=3, gravity=(0.0, 0.0, 0.0))
    m.sphere("ball", 0.1, (0.0, 0.0, 0.0), mass=2.0)
    m.free("float", "ground", "ball", (0.0, 0.0, 0.0))
    m.point_force("drag", "ball", force=("-3*ball.vx", "-3*ball.vy", "-3*ball.vz"))
    m.torque("brake", ("-0.02*ball.wx", "-0.02*ball.wy", "-0.02*ball.wz"), body="ball")
    m.initial.update({"ball.vx": 1.0, "ball.vz": -2.0, "ball.wx": 4.0, "ball.wy": 1.0})
    result = sn.simulate(m, 1.0, formulation=formulation)
    inertia = 0.4 * 2.0 * 0.1**2
    slower, calmer = np.exp(-3.0 / 2.0), np.exp(-0.02 / inertia)
    wanted = {"vx": slower, "vy": 0.0, "vz": -2.0 * slower, "wx": 4.0 * calmer, "wy": calmer, "wz": 0.0}
    for word, value in wanted.items():
        assert result[f"ball.{word}"].values[-1] == pytest.approx(value, abs=1e-7)


@pytest.mark.parametrize("formulation", PLANE)
def test_a_joint_that_closes_a_loop(formulation: str) -> None:
    """A torque in one hinge by the angle of another, whichever of them the formulation cuts."""
    m = closed_chain()
    m.torque("T", "-2*(D.angle - 0.2) - 0.1*C.speed", joint="A")
    m.initial["A.speed"] = 2.0
    result = sn.simulate(m, 0.5, formulation=formulation)
    wanted = -2.0 * (result["D.angle"].values - 0.2) - 0.1 * result["C.speed"].values
    np.testing.assert_allclose(result["T.force"], wanted, atol=1e-12)
    assert abs(result["energy.balance"].values).max() < 1e-7
    reference = sn.simulate(m, 0.5, formulation="planar", integrator=sn.DOP853(rtol=1e-11))
    np.testing.assert_allclose(result["A.angle"], reference["A.angle"], atol=1e-6)


# ---------------------------------------------------------------- derivatives
def residuals(F: Any, q: np.ndarray, v: np.ndarray, t: float, a: np.ndarray, multipliers: np.ndarray) -> np.ndarray:
    J = F.jacobian(q, t, v=v)
    return np.asarray(F.mass_matrix(q) @ a + J.T @ multipliers - F.forces(q, v, t))


def with_all_kinds(dimension: int) -> sn.Mechanism:
    m = two_arms(dimension)
    push = ("-2*tip.vx*abs(tip.vx)", "sin(tip.y)", "3*tip.x*fore.vy")[:dimension]
    m.point_force("push", "fore", force=push, at="D", axes="body")
    m.spring("s", "ground", "fore", "C", "D", stiffness=50.0, force="-30*(s.length - 1)**3 - s.speed*A.angle")
    m.torque("cross", "-4*B.angle**2 - exp(-t)*arm.x - B.speed*A.speed", joint="A")
    if dimension == 3:
        m.torque("turn", "-arm.wz*arm.y", body="arm", axis=(0.3, 0.2, 0.9))
        m.torque("three", ("arm.wx", "-2*fore.wy", "tip.vx*tip.z"), body="fore", axes="body")
    else:
        m.torque("turn", "-arm.omega*fore.angle", body="arm")
    return m


@pytest.mark.parametrize(("dimension", "formulation"), [*((2, f) for f in PLANE), *((3, f) for f in SPACE)])
def test_derivatives_against_differences(dimension: int, formulation: str) -> None:
    """Differences of eighth order; in absolute coordinates also along motions that the joints do not allow."""
    F, rng = bind(with_all_kinds(dimension), formulation), np.random.default_rng(3)
    q = F.moved(F.reference()[0], 0.2 * rng.standard_normal(F.nv) * F.velocity_scale)
    v, a, multipliers = rng.standard_normal(F.nv), rng.standard_normal(F.nv), rng.standard_normal(F.nc)
    found = tangent(F, q, v, 0.3, a, multipliers)
    by_q = columns(lambda d: residuals(F, F.moved(q, d), v, 0.3, a, multipliers), F.velocity_scale)
    by_v = columns(lambda d: residuals(F, q, v + d, 0.3, a, multipliers), F.velocity_scale)
    for part, wanted in ((found.by_q.R, by_q), (found.by_v.R, by_v)):
        np.testing.assert_allclose(part, wanted, rtol=0.0, atol=1e-9 * np.abs(wanted).max())


@pytest.mark.parametrize("formulation", PLANE)
def test_stiff_laws_are_stepped_over(formulation: str) -> None:
    """Gains of 1e6: the own part of a law is a row, so that steps need not resolve the fast motion, as with springs."""
    results = []
    for law in (True, False):
        m = two_arms()
        if law:
            m.torque("a", "-1e6*(A.angle - 0.1*sin(t)) - 1e4*A.speed", joint="A")
            m.spring("s", "ground", "fore", "C", "D", force="1e6 - 1e6*s.length - s.speed*1e4 + 0*A.angle")
        else:
            m.torsional_spring("a", "A", stiffness=1e6, damping=1e4, angle=0.0)
            m.torque("drive", "1e5*sin(t)", joint="A")
            m.spring("s", "ground", "fore", "C", "D", stiffness=1e6, damping=1e4, length=1.0)
        m.initial.clear()
        results.append(sn.simulate(m, 1.0, formulation=formulation, integrator=sn.Radau(rtol=1e-7)))
    by_law, by_part = results
    assert by_law.info["steps"] == pytest.approx(by_part.info["steps"], rel=0.1)
    np.testing.assert_allclose(by_law["tip.x"], by_part["tip.x"], atol=2e-6)  # 20 rtol: other steps
    work = by_law["a.work"].values[-1] + by_law["s.work"].values[-1]
    elastic = by_part["energy.elastic"].values
    wanted = sum(by_part[f"{name}.work"].values[-1] for name in ("a", "s", "drive")) - (elastic[-1] - elastic[0])
    assert work == pytest.approx(wanted, rel=1e-3)


def test_linearisation_and_equilibrium() -> None:
    """A hinge with the torque −k sin(2 θ): the stiffness is 2 k cos(2 θ) beside gravity's."""
    m = sn.Mechanism("bar", dimension=2, gravity=(0.0, 0.0))
    m.bar("bar", (0.0, 0.0), (1.0, 0.0), mass=3.0)
    m.revolute("A", "ground", "bar", at=(0.0, 0.0))
    m.torque("k", "-5*sin(2*(A.angle - 0.2)) - 0.3*A.speed", joint="A")
    still = sn.equilibrium(m, initial={"A.angle": 0.4})
    assert float(still["A.angle"]) == pytest.approx(0.2, abs=1e-9)
    for formulation in PLANE:
        linear = sn.linearize(m, at=still, formulation=formulation)
        eigenvalues = np.linalg.eigvals(linear.A)
        expected = np.roots([1.0, 0.3 / 1.0, 10.0 / 1.0])  # I = m l²/3 = 1 kg m²
        np.testing.assert_allclose(np.sort_complex(eigenvalues), np.sort_complex(expected), atol=1e-8)
