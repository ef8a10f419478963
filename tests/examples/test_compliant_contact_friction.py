"""Compliant contacts with friction: bristles that vibrate, hold and slide; discs in the plane; verdicts and loads."""

from __future__ import annotations

import math

import numpy as np
import pytest

import snodo as sn

G = 9.81


@pytest.mark.parametrize("formulation", ["planar", "tree"])
def test_bristles_below_break_away_are_a_damped_oscillator(formulation):
    """E14: 10 kg, σ₀ = 4e6 N/m, ζ = 0.1: period 0.00998463688615552 s."""
    mu, weight = 0.4, 10.0 * G
    m = sn.Mechanism("block", gravity=(0, -G))
    m.body("block", mass=10.0, inertia=1.0)
    bristle = mu * weight / 4e6
    m.point_contact("foot", {"block": (0, 0)}, "block", stiffness=1e8, damping=0, mu=mu, bristle=bristle)
    start = {"block.y": -weight / 1e8, "block.vx": 5e-5}
    result = sn.simulate(m, 0.05, initial=start, formulation=formulation, tolerance=1e-11, progress=False)
    t, own = result.time, math.sqrt(4e5)
    damped = own * math.sqrt(1 - 0.1**2)
    assert 2 * math.pi / damped == pytest.approx(0.00998463688615552, rel=1e-12)
    expected = 5e-5 / damped * np.exp(-0.1 * own * t) * np.sin(damped * t)
    assert result["block.x"].values == pytest.approx(expected, abs=1e-7 * np.abs(expected).max())


@pytest.mark.parametrize("shaken", [0.0, 5.0])
def test_a_block_on_a_slope_does_not_drift(shaken):
    """84 % of its friction used, at rest and shaken: less than 1e-6 µm/s."""
    a = math.radians(20)
    n, up = (-math.sin(a), math.cos(a)), np.array([math.cos(a), math.sin(a)])
    mu = 40 / (10 * G * math.cos(a))
    m = sn.Mechanism("slope", gravity=(0, -G))
    m.body("block", mass=10.0, inertia=1.0)
    words = {"mu": mu, "static": 1.1 * mu, "stiffness": 1e7, "damping": 20.0}
    m.point_contact("left", {"block": (-0.1, -0.05)}, "block", normal=n, **words)
    m.point_contact("right", {"block": (0.1, -0.05)}, "block", normal=n, **words)
    if shaken:
        along = [f"{shaken * float(x)!r}*sin(60*{math.pi!r}*t)" for x in up]
        m.point_force("shaking", "block", force=tuple(along), at={"block": (0, -0.05)})
    start = {"block.x": 0.05 * n[0], "block.y": 0.05 * n[1], "block.angle": a}
    result = sn.simulate(m, 2.0, initial=start, tolerance=1e-10, output=1 / 1200, progress=False)
    way, t = result["block.x"].values * up[0] + result["block.y"].values * up[1], result.time
    periods = [way[(t > first - 1e-9) & (t < first + 0.5 - 1e-9)].mean() for first in (1.0, 1.5)]
    assert abs(periods[1] - periods[0]) / 0.5 < 1e-12


@pytest.mark.parametrize("formulation", ["spatial", "tree"])
def test_a_ball_on_a_compliant_floor_slides_into_rolling(formulation):
    m = sn.Mechanism("ball", dimension=3, gravity=(0, 0, -G))
    m.body("ball", mass=2.0, inertia=[0.008] * 3)
    m.sphere_contact("floor", "ball", 0.1, mu=0.2, stiffness=1e6, damping=5.0)
    start = {"ball.z": 0.1 - 2 * G / 1e6, "ball.vx": 3.0 * math.cos(0.3), "ball.vy": 3.0 * math.sin(0.3)}
    result = sn.simulate(m, 0.6, initial=start, formulation=formulation, tolerance=1e-8, progress=False)
    assert result["ball.vx"].values[-1] == pytest.approx(15 / 7 * math.cos(0.3), abs=1e-4)
    assert result["ball.vy"].values[-1] == pytest.approx(15 / 7 * math.sin(0.3), abs=1e-4)
    early = result.time < 0.4
    friction = result["floor.friction"].values[early][5:]
    assert np.linalg.norm(friction, axis=1) == pytest.approx(0.2 * 2 * G, rel=1e-3)
    for t in (float(result.time[5]), float(result.time[-1])):
        force, moment = result.loads_on("ball", t).unbalanced
        assert np.abs(force).max() < 1e-9
        assert np.abs(moment).max() < 1e-9


def test_two_compliant_discs_rebound_in_the_plane_as_two_spheres_do_in_space():
    rebounds = []
    for dimension, formulation in ((2, "planar"), (2, "tree"), (3, "spatial"), (3, "tree")):
        m = sn.Mechanism("discs", dimension=dimension, gravity=(0,) * dimension)
        for name in ("one", "two"):
            m.body(name, mass=1.0, inertia=0.01 if dimension == 2 else [0.01] * 3)
        words = {"stiffness": 1e5, "restitution": 0.5, "at_speed": 1.0}
        m.spheres_contact("click", "one", "two", radii=(0.1, 0.1), **words)
        start = {"one.x": -0.1005, "two.x": 0.1005, "one.vx": 0.5, "two.vx": -0.5}
        result = sn.simulate(m, 0.05, initial=start, formulation=formulation, tolerance=1e-12, progress=False)
        rebounds.append(result["two.vx"].values[-1])
        assert result["click.gap"].values[0] == pytest.approx(0.001, abs=1e-12)
    assert rebounds == pytest.approx(4 * [0.25], abs=1e-10)  # exactly the restitution that was asked for


def test_the_verdict_names_a_contact_that_is_pressed_in_or_struck_beyond_its_range():
    m = sn.Mechanism("ball", gravity=(0, -G))
    m.body("ball", mass=1.0, inertia=0.01)
    m.sphere_contact("floor", "ball", 0.1, depth="5 mm", restitution=0.5, at_speed=0.5)
    result = sn.simulate(m, 0.6, initial={"ball.y": 1.1}, progress=False)
    text = str(result.quality())
    assert text.startswith("fair")
    assert "contact 'floor' is pressed in by" in text
    assert "is struck at up to 4.4" in text
    gentle = sn.simulate(m, 0.3, initial={"ball.y": 0.11}, progress=False)
    assert str(gentle.quality()).startswith("good")


def test_the_impulse_on_the_ground_is_the_change_of_momentum():
    m = sn.Mechanism("ball", gravity=(0, -G))
    m.body("ball", mass=1.0, inertia=0.01)
    m.sphere_contact("floor", "ball", 0.1, depth="5 mm", restitution=0.5, at_speed=1.0, mu=0.3)
    start = {"ball.y": 0.2, "ball.vx": 1.0}
    result = sn.simulate(m, 0.3, initial=start, tolerance=1e-10, output=2e-5, progress=False)
    force, friction = result["floor.force"].values, result["floor.friction"].values
    change = result["ball.vy"].values[-1] + G * 0.3
    assert np.trapezoid(force, result.time) == pytest.approx(change, rel=1e-5)
    slower = result["ball.vx"].values[-1] - 1.0
    assert np.trapezoid(friction[:, 0], result.time) == pytest.approx(slower, rel=1e-4)
