"""Rigid contacts with friction: sliding into rolling, blocks on slopes, Painlevé's rod, impacts (Routh)."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import solve_ivp

import snodo as sn
from snodo.errors import RunError
from snodo.switching.routh import impulses

R, G, MU = 0.1, 9.81, 0.2
START = 3.0
IN_PLANE = ("planar", "tree")
IN_SPACE = ("spatial", "tree")


# ---------------------------------------------------------------- a sphere slides into rolling
@pytest.mark.parametrize("formulation", IN_PLANE)
@pytest.mark.parametrize(("spin", "time", "speed"), [(0.0, 2 / 7, 5 / 7), (START / R, 4 / 7, 3 / 7)])
def test_a_ball_slides_into_rolling_in_the_plane(formulation, spin, time, speed):
    m = sn.Mechanism("ball", gravity=(0, -G))
    m.body("ball", mass=2.0, inertia=0.4 * 2.0 * R**2)
    m.sphere_contact("floor", "ball", R, mu=MU)
    initial = {"ball.y": R, "ball.vx": START, "ball.omega": spin}
    result = sn.simulate(m, 1.0, formulation=formulation, initial=initial, tolerance=1e-12, progress=False)
    expected = time * START / (MU * G)
    assert result.events.times("floor", "sticks") == pytest.approx([expected], abs=1e-11)
    assert result["ball.vx"].values[-1] == pytest.approx(speed * START, abs=1e-11)
    assert -result["ball.omega"].values[-1] * R == pytest.approx(speed * START, abs=1e-11)
    if not spin:
        way = 12 * START**2 / (49 * MU * G) + speed * START * (1.0 - expected)
        assert result["ball.x"].values[-1] == pytest.approx(way, abs=1e-11)
        lost = -result["floor.friction.work"].values[-1]
        assert lost == pytest.approx(2 / 7 * 0.5 * 2.0 * START**2, rel=1e-10)
    assert str(result.quality()).startswith("good")


@pytest.mark.parametrize("formulation", IN_SPACE)
def test_a_ball_slides_into_rolling_in_space_in_any_direction(formulation):
    """With side spin the centre follows a parabola, since the slip of a ball keeps its direction."""
    m = sn.Mechanism("ball", dimension=3, gravity=(0, 0, -G))
    m.body("ball", mass=2.0, inertia=[0.4 * 2.0 * R**2] * 3)
    m.sphere_contact("floor", "ball", R, mu=MU)
    velocity, spin = np.array([START, 0.0]), np.array([-8.0, 5.0])  # wx, wy
    slip = velocity + R * np.array([-spin[1], spin[0]])
    expected = 2 * np.linalg.norm(slip) / (7 * MU * G)
    initial = {"ball.z": R, "ball.vx": START, "ball.wx": spin[0], "ball.wy": spin[1]}
    result = sn.simulate(m, 1.0, formulation=formulation, initial=initial, tolerance=1e-12, progress=False)
    assert result.events.times("floor", "sticks") == pytest.approx([expected], abs=1e-11)
    way = slip / np.linalg.norm(slip)
    after = velocity - MU * G * expected * way
    place = velocity * expected - 0.5 * MU * G * expected**2 * way + after * (1.0 - expected)
    assert [result["ball.vx"].values[-1], result["ball.vy"].values[-1]] == pytest.approx(after, abs=1e-10)
    assert [result["ball.x"].values[-1], result["ball.y"].values[-1]] == pytest.approx(place, abs=1e-10)


# ---------------------------------------------------------------- blocks
def _on_slope(mu):
    angle = math.radians(20)
    n, up = (-math.sin(angle), math.cos(angle)), np.array([math.cos(angle), math.sin(angle)])
    m = sn.Mechanism("slope", gravity=(0, -G))
    m.body("block", mass=2.0, inertia=0.01)
    m.box_contact("feet", "block", (0.2, 0.1), mu=mu, normal=n)
    start = {"block.x": 0.05 * n[0], "block.y": 0.05 * n[1], "block.angle": angle}
    return m, up, start | {"block.vx": 3 * up[0], "block.vy": 3 * up[1]}


@pytest.mark.parametrize("formulation", IN_PLANE)
def test_a_block_thrown_up_a_slope_on_its_corners_comes_back(formulation):
    m, up, start = _on_slope(0.2)
    result = sn.simulate(m, 1.64722328832206, formulation=formulation, initial=start, tolerance=1e-12, progress=False)
    assert result.events.times("feet.1", "slips") == pytest.approx([0.577045751522524], abs=1e-11)
    way, speed = (result[f"block.{x}"].values[-1] * up[0] + result[f"block.{y}"].values[-1] * up[1] for x, y in XY)
    assert way == pytest.approx(0.0, abs=1e-11)
    assert speed == pytest.approx(-1.61761688602127, abs=1e-11)


XY = (("x", "y"), ("vx", "vy"))


def test_a_block_thrown_up_a_steep_slope_stays_where_it_stops():
    m, up, start = _on_slope(0.5)
    result = sn.simulate(m, 10.0, initial=start, tolerance=1e-12, progress=False)
    assert result.events.times("feet.2", "sticks") == pytest.approx([0.376675740391541], abs=1e-11)
    way = result["block.x"].values * up[0] + result["block.y"].values * up[1]
    assert way[-1] == pytest.approx(0.565013610587311, abs=1e-11)
    assert np.ptp(way[result.time > 0.4]) < 1e-12


def test_a_block_on_two_corners_breaks_away_when_their_friction_together_is_used_up():
    m = sn.Mechanism("block", gravity=(0, -G))
    m.body("block", mass=2.0, inertia=0.01)
    m.box_contact("feet", "block", (0.2, 0.1), mu=0.2, static=0.3)
    m.point_force("pull", "block", force=("5 * t", 0), at={"block": (0, -0.05)})
    result = sn.simulate(m, 2.0, initial={"block.y": 0.05}, tolerance=1e-12, progress=False)
    assert result.events.times("feet.1", "slips") == pytest.approx([1.1772], abs=1e-10)
    assert result["block.x"].values[-1] == pytest.approx(0.564166533333333, abs=1e-10)
    assert result["block.vx"].values[-1] == pytest.approx(1.6534166, abs=1e-10)


# ---------------------------------------------------------------- Painlevé
def _rod(mu, theta, vx, **more):
    m = sn.Mechanism("rod", gravity=(0, -G))
    m.body("rod", mass=1.0, inertia=1 / 12)
    m.point_contact("tip", {"rod": (-0.5, 0)}, "rod", mu=mu, **more)
    start = {"rod.x": 0.5 * math.cos(theta), "rod.y": 0.5 * math.sin(theta), "rod.angle": theta, "rod.vx": vx}
    return m, start


@pytest.mark.parametrize(("theta", "jams"), [(0.88, False), (0.89, True), (1.27, True), (1.28, False)])
def test_painleves_rod_is_an_error_that_names_the_contact(theta, jams):
    """1 + 3 cos θ (cos θ − µ sin θ) < 0 between 0.88386 and 1.27494 rad for µ = 1.5."""
    m, start = _rod(1.5, theta, -5.0)
    if not jams:
        sn.simulate(m, 1e-4, initial=start, progress=False)
        return
    with pytest.raises(RunError, match=r"tip.*allows no unique motion \(Painlevé\)[\s\S]*compliant"):
        sn.simulate(m, 1e-4, initial=start, progress=False)


def _slides(mu, theta, spin):
    """The rod slides, with its tip on the ground."""
    m, start = _rod(mu, theta, -5.0 - 0.5 * spin * math.sin(theta))
    return m, start | {"rod.omega": spin, "rod.vy": 0.5 * spin * math.cos(theta)}


@pytest.mark.parametrize("spin", [1.0, 3.0])
def test_painleves_rod_leaves_the_ground_before_its_region(spin):
    """With A = 1 + 3 cos θ (cos θ − µ sin θ) and N = (g − ½ ω² sin θ)/A both A and A N go to zero; A N is first.

    From 0.8 rad, µ = 1.5, it rises to 1e-5 and 3e-5 rad before A = 0.  Génot and Brogliato, New results on Painlevé
    paradoxes, European Journal of Mechanics A 18 (1999).  With dt = A ds nothing is singular.
    """
    mu = 1.5

    def rates(s, y):
        _, theta, omega = y
        sine, cosine = math.sin(theta), math.cos(theta)
        A, force = 1.0 + 3.0 * cosine * (cosine - mu * sine), G - 0.5 * sine * omega**2
        return [A, omega * A, 6.0 * (mu * sine - cosine) * force]

    def force(s, y):
        return G - 0.5 * math.sin(y[1]) * y[2] ** 2

    force.terminal = True
    expected = solve_ivp(rates, (0.0, 9.0), [0.0, 0.8, spin], events=force, method="DOP853", rtol=1e-12, atol=1e-14)
    m, start = _slides(mu, 0.8, spin)
    result = sn.simulate(m, 0.04, initial=start, progress=False)
    assert result.events.times("tip", "parts") == pytest.approx([expected.y[0, -1]], abs=1e-9)
    assert result["tip.gap"].values[-1] > 1e-6


@pytest.mark.parametrize(("mu", "theta", "edge"), [(2.0, 0.5, 0.6523581397843681), (1.8, 0.6, 0.7251182599733186)])
def test_painleves_rod_that_runs_into_its_region_is_named_with_the_state_until_there(mu, theta, edge):
    """With more friction A is zero first: the force grows without bound, as (t₀ − t)^(κ−1) with κ = 0.34 and 0.49."""
    m, start = _slides(mu, theta, 3.0)
    with pytest.raises(RunError, match=r"tip.*allows no unique motion \(Painlevé\)[\s\S]*compliant") as caught:
        sn.simulate(m, 0.5, initial=start, progress=False, output=0.001)
    until = caught.value.result
    assert until is not None
    assert until["rod.angle"].values[-1] == pytest.approx(edge, abs=5e-3)


# ---------------------------------------------------------------- impacts
@pytest.mark.parametrize(
    ("by", "mu", "friction", "normal", "spin"),
    [
        ("energy", 0.05, 0.022866101893, 0.867848453609, -2.484729610076),
        ("energy", 0.3, 0.218769765901, 0.993080374420, -1.842480074158),
        ("energy", 1.0, 0.337313202893, 1.074847537806, -1.471811796994),
        ("impulse", 0.3, 0.217642214910, 0.989321871117, -1.837063491061),
    ],
)
def test_a_rod_strikes_the_ground_with_friction(by, mu, friction, normal, spin):
    m, start = _rod(mu, math.radians(60), 0.3, restitution=0.5, restitution_by=by, normal="y")
    m.gravity = (0, 0)
    start |= {"rod.y": start["rod.y"] + 1e-3, "rod.vy": -1.0}
    result = sn.simulate(m, 2e-3, initial=start, tolerance=1e-12, progress=False)
    assert result["rod.omega"].values[-1] == pytest.approx(spin, abs=1e-9)
    assert result["rod.vx"].values[-1] - 0.3 == pytest.approx(friction, abs=1e-9)
    assert result["rod.vy"].values[-1] + 1.0 == pytest.approx(normal, abs=1e-9)
    (row,) = result.events.named("tip", "impact")
    assert row.impulse == pytest.approx(normal, abs=1e-9)
    assert row.friction == pytest.approx(friction, abs=1e-9)
    assert str(result.quality()).startswith("good")


def test_a_hinged_bar_that_strikes_with_friction_leaves_its_hinge_closed():
    m = sn.Mechanism("bar", gravity=(0, -G))
    m.add_points(A=(0, 1), B=(1, 1))
    m.bar("bar", "A", "B", mass=1.0)
    m.revolute("A", "ground", "bar")
    m.point_contact("tip", "B", "bar", plane_point=(0, 0.5), mu=0.4, restitution=0.6)
    result = sn.simulate(m, 1.0, tolerance=1e-10, progress=False)
    first = result.events.named("tip", "impact")[0]
    assert 0.0 < first.after < -0.6 * first.before  # one freedom: friction takes energy on the way out too
    assert first.loss > 0.5 * (1 - 0.6**2) * 0.5 * first.before**2 / 3  # more than without friction
    assert str(result.quality()).startswith("good")


inverse_masses = st.lists(st.floats(-1, 1), min_size=9, max_size=9)
speeds = st.lists(st.floats(-3, 3), min_size=3, max_size=3)


def _inverse_mass(numbers, n):
    A = np.array(numbers).reshape(3, 3)[:n, :n]
    return A @ A.T + 0.05 * np.eye(n)


@settings(max_examples=150, deadline=None)
@given(inverse_masses, speeds, st.floats(0.01, 2.0), st.floats(0, 1), st.sampled_from(["energy", "impulse"]))
def test_an_impact_with_friction_never_gains_energy_in_the_plane(numbers, before, mu, e, by):
    C, u = _inverse_mass(numbers, 2), np.array(before[:2])
    u[0] = -abs(u[0]) - 0.1
    p = impulses(C, u, mu, mu, e, by)
    after = u + C @ p
    assert after[0] >= -1e-9
    assert abs(p[1]) <= mu * p[0] * (1 + 1e-9)
    if by == "energy":
        assert p @ u + 0.5 * p @ C @ p <= 1e-9


@settings(max_examples=25, deadline=None)
@given(inverse_masses, speeds, st.floats(0.01, 1.5), st.floats(0, 1))
def test_an_impact_with_friction_never_gains_energy_in_space(numbers, before, mu, e):
    C, u = _inverse_mass(numbers, 3), np.array(before)
    u[0] = -abs(u[0]) - 0.1
    p = impulses(C, u, mu, mu, e)
    assert (u + C @ p)[0] >= -1e-9
    assert np.hypot(*p[1:]) <= mu * p[0] * (1 + 1e-9)
    assert p @ u + 0.5 * p @ C @ p <= 1e-9


def test_an_impact_in_space_agrees_with_small_steps_of_the_normal_impulse():
    C = _inverse_mass([0.9, 0.2, -0.4, 0.1, 0.8, 0.3, -0.2, 0.5, 0.7], 3)
    u, mu, e = np.array([-1.0, 0.8, -0.3]), 0.25, 0.5
    x, p, work, least, step = u.copy(), np.zeros(3), 0.0, 0.0, 1e-5
    while True:
        s = x[1:] / np.hypot(*x[1:])
        d = np.array([1.0, *(-mu * s)]) * step
        half = x + 0.5 * C @ d
        s = half[1:] / np.hypot(*half[1:])
        d = np.array([1.0, *(-mu * s)]) * step
        work += (x[0] + 0.5 * (C @ d)[0]) * step
        x, p = x + C @ d, p + d
        least = min(least, work)
        if x[0] > 0.0 and work >= (1 - e**2) * least:
            break
    assert impulses(C, u, mu, mu, e) == pytest.approx(p, abs=2.5e-5)  # the last step is not cut


def test_velocities_of_euler_parameters_are_refused():
    m = sn.Mechanism("ball", dimension=3, gravity=(0, 0, -G))
    m.body("ball", mass=2.0, inertia=[0.01] * 3)
    m.sphere_contact("floor", "ball", R, mu=0.5)
    with pytest.raises(sn.UnsupportedError, match=r"have no mass matrix[\s\S]*use formulation spatial"):
        sn.simulate(m, 0.1, initial={"ball.z": R}, formulation="spatial_euler", progress=False)


def test_two_feet_in_space_that_hold_a_body_together_are_refused():
    m = sn.Mechanism("block", dimension=3, gravity=(0, 0, -G))
    m.body("block", mass=2.0, inertia=(0.01, 0.01, 0.01))
    m.box_contact("feet", "block", (0.2, 0.1, 0.1), mu=0.5)
    with pytest.raises(RunError, match=r"share friction is not determined[\s\S]*make them compliant"):
        sn.simulate(m, 0.1, initial={"block.z": 0.05}, progress=False)


def test_a_touch_that_hardly_approaches_is_a_note():
    m = sn.Mechanism("slow", gravity=(0, 0))
    for name, x in (("slow", 0.0), ("fast", 5.0)):
        m.body(name, mass=1.0, inertia=0.01, at=(x, 1.0))
    m.sphere_contact("wall", "slow", 0.1, normal="y", plane_point=(0, 0.9 - 1e-8), restitution=0.5)
    result = sn.simulate(m, 1.0, initial={"slow.vy": -1e-7, "fast.vx": 10.0}, progress=False)
    assert "wall touches with 1.0e-07 m/s at 0.1 s" in str(result.quality())


def test_a_box_slides_in_space_on_four_rigid_corners_until_it_comes_to_rest():
    """v = 1 − µ g t; at rest, at 1/µg = 0.33979 s, it is refused with the state until there."""
    m = sn.Mechanism("box", dimension=3, gravity=(0, 0, -G))
    m.body("box", mass=2, inertia=[0.01, 0.02, 0.02], at=(0, 0, 0.05))
    m.box_contact("feet", "box", (0.4, 0.2, 0.1), mu=0.3)
    with pytest.raises(RunError, match=r"t = 0\.33978\d* s 'feet\.\d' and other rigid contacts come to rest") as caught:
        sn.simulate(m, 1.0, initial={"box.vx": 1.0}, progress=False)
    until = caught.value.result
    assert until["box.vx"].values == pytest.approx(1.0 - 0.3 * G * until.time, abs=1e-8)
