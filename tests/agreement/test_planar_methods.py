"""One motion, several ways: constraint methods, descriptions of the same pendulum, other programs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from benchmarks.mechanisms import slider_crank
from benchmarks.references import SLIDER_CRANK_ANGLE

import snodo as sn

TIGHT = sn.DOP853(rtol=1e-11)


def run(m: sn.Mechanism, duration: float, **choices: Any) -> sn.Result:
    return sn.simulate(m, duration, integrator=TIGHT, progress=False, **choices)


# ---------------------------------------------------------------- constraint methods
@pytest.mark.parametrize("method", ["projection", "baumgarte", "augmented", sn.Baumgarte(alpha=20, beta=20)])
def test_constraint_methods_agree(method: Any) -> None:
    wanted = run(slider_crank(), 1.0)
    found = run(slider_crank(), 1.0, method=method)
    np.testing.assert_allclose(found["A.angle"], wanted["A.angle"], atol=1e-7)
    for joint in ("A", "B", "C", "guide"):
        scale = float(np.abs(wanted.reaction(joint)).max())
        np.testing.assert_allclose(found.reaction(joint), wanted.reaction(joint), atol=1e-6 * scale)


def test_only_projection_keeps_the_joints_closed() -> None:
    rough = sn.DormandPrince(rtol=1e-4)
    drift = {
        method: sn.simulate(slider_crank(), 3.0, method=method, integrator=rough, progress=False).quality()
        for method in ("projection", "baumgarte", "augmented")
    }
    assert drift["projection"].position_drift < 1e-11
    assert drift["baumgarte"].position_drift < drift["augmented"].position_drift


# ---------------------------------------------------------------- the same pendulum, described in many ways
L, MASS, THETA, OMEGA = 0.7, 1.4, 0.4, 1.5


def with_gravity() -> sn.Mechanism:
    m = sn.Mechanism("pendulum", gravity=(0, -9.81))
    m.add_points(O=(0, 0), P=(L * np.cos(THETA), L * np.sin(THETA)))
    return m


def speeds(m: sn.Mechanism) -> sn.Mechanism:
    m.initial.update({"ball.vx": -L * OMEGA * np.sin(THETA), "ball.vy": L * OMEGA * np.cos(THETA)})
    return m


def particle_and_rod() -> sn.Mechanism:
    m = with_gravity()
    m.particle("ball", "P", mass=MASS)
    m.rod("tie", "ground", "ball", "O", "P")
    return speeds(m)


def particle_and_rod_the_other_way() -> sn.Mechanism:
    m = with_gravity()
    m.particle("ball", "P", mass=MASS)
    m.rod("tie", "ball", "ground", "P", "O")
    return speeds(m)


def particle_and_formula() -> sn.Mechanism:
    m = with_gravity()
    m.particle("ball", "P", mass=MASS)
    m.constraint("circle", "ball", formula=f"ball.x^2 + ball.y^2 - {L}^2")
    return speeds(m)


def particle_and_function() -> sn.Mechanism:
    def circle(t: Any, q: Any) -> Any:
        if q[0] > 1e3:
            return q[0] * 0
        return np.sqrt(q[0] ** 2 + q[1] ** 2) - L

    m = with_gravity()
    m.particle("ball", "P", mass=MASS)
    m.constraint("circle", "ball", function=circle)
    return speeds(m)


def bar() -> sn.Mechanism:
    """A uniform bar of length 3 L / 2 swings like the ball on a rod of length L."""
    m = with_gravity()
    m.bar("ball", "O", tuple(1.5 * np.array(m.points["P"])), mass=2 * MASS)
    m.revolute("O", "ground", "ball")
    m.initial["O.speed"] = OMEGA
    return m


def body_with_its_frame_elsewhere() -> sn.Mechanism:
    """The same bar by numbers: its frame off the centre of mass and turned, and the pin as child of the body."""
    m = with_gravity()
    m.body("ball", mass=2, inertia=2 * (1.5 * L) ** 2 / 12, com=(0.3, 0.75 * L), at=(2, 1), angle=-3.0)
    m.revolute("O", "ball", "ground", at={"ball": (0.3, 0), "ground": (0, 0)})
    m.initial.update({"ball.angle": THETA - np.pi / 2, "ball.omega": OMEGA})
    return m


PENDULUMS: list[Callable[[], sn.Mechanism]] = [
    particle_and_rod,
    particle_and_rod_the_other_way,
    particle_and_formula,
    particle_and_function,
    bar,
    body_with_its_frame_elsewhere,
]


@pytest.mark.parametrize("describe", PENDULUMS, ids=lambda f: f.__name__)
def test_the_same_pendulum(describe: Callable[[], sn.Mechanism]) -> None:
    from scipy.integrate import solve_ivp

    wanted = solve_ivp(
        lambda t, y: [y[1], -9.81 / L * np.cos(y[0])], (0, 2), [THETA, OMEGA], method="DOP853", rtol=1e-13, atol=1e-13
    ).y[0, -1]
    result = run(describe(), 2.0)
    place = result.position("ball.com").values[-1]
    np.testing.assert_allclose(place / np.linalg.norm(place), [np.cos(wanted), np.sin(wanted)], atol=2e-9)
    assert result.quality().verdict == "good"


def test_the_rods_force_is_its_multiplier() -> None:
    """λ of a rod is its tension or compression, whichever way it is described."""
    one, other = run(particle_and_rod(), 0.5), run(particle_and_rod_the_other_way(), 0.5)
    force = np.linalg.norm(one.reaction("tie").values[:, :2], axis=1)
    np.testing.assert_allclose(np.abs(one.multipliers[:, one.formulation.row_names.index("tie.length")]), force)
    np.testing.assert_allclose(one.reaction("tie").values[:, :2], -other.reaction("tie").values[:, :2], atol=1e-7)


# ---------------------------------------------------------------- other programs
def test_slider_crank_at_ten_seconds() -> None:
    """Against the quadrature of its energy (25 digits), and Exudyn where it is installed."""
    result = run(slider_crank(), 10.0, output=[0.0, 10.0])
    assert result["crank.angle"].values[-1] == pytest.approx(SLIDER_CRANK_ANGLE, abs=2e-8)


def test_slider_crank_against_exudyn() -> None:
    pytest.importorskip("exudyn")
    from benchmarks.peers.exudyn_planar import slider_crank as exudyn_slider_crank

    theirs = exudyn_slider_crank(1e-3, runs=1)["angles"]
    ours = run(slider_crank(), 10.0, output=[0.0, 10.0])
    for body in ("crank", "rod"):
        assert ours[f"{body}.angle"].values[-1] == pytest.approx(theirs[body], abs=5e-3)
