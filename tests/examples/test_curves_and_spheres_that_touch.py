"""Points and rollers against curves, and friction between spheres, against closed forms and other ways."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.special import ellipk

import snodo as sn

G = 9.81
QUIET: dict[str, Any] = {"progress": False}
FORMULATIONS = ["planar", "tree", "spatial"]
ANGLES = np.linspace(0.0, 2.0 * np.pi, 73)
RADII = 0.02 + 0.002 * (1.0 - np.sin(ANGLES))
RADII[-1] = RADII[0]
DRAWN = 0.02
"""Radius of the cam at a quarter turn, its least, where the tappet stands above it."""


def cam(speed: float, how: str, radius: float = 0.0, height: float = DRAWN, **words: Any) -> sn.Mechanism:
    """A cam under a tappet with a point or a roller: as a contact, or tied to it."""
    m = sn.Mechanism("cam", gravity=(0, -G))
    m.table("lobe", x=ANGLES, y=RADII, periodic=True)
    m.body("cam", mass=0.4, inertia=8e-5)
    m.body("tappet", mass=0.15, inertia=4e-5, at=(0, height))
    m.revolute("K", "ground", "cam", at=(0, 0))
    m.prismatic("guide", "ground", "tappet", at=(0, height), axis="y")
    m.driver("motor", joint="K", speed=speed)
    m.joint_spring("spring", "guide", stiffness=12e3, displacement=-0.008)
    if how == "contact":
        m.curve_contact("tip", "tappet", against="cam", profile="lobe", radius=radius, **words)
    elif how == "tied":
        m.on_curve("tip", "cam", "tappet", profile="lobe", radius=radius)
    else:
        m.constraint("tip", formula=f"guide.displacement + {DRAWN!r} - table(lobe, {np.pi / 2!r} - K.angle)")
    return m


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_point_on_a_cam_carries_what_a_formula_says(formulation):
    """While the contact holds: the same motion and force as y = r(π/2 − φ), whose force is along y."""
    runs = {}
    for how in ("contact", "tied", "formula"):
        m = cam(60.0, how)
        runs[how] = sn.simulate(m, 0.2, formulation=formulation, tolerance=1e-11, progress=False)
    y = runs["formula"]["tappet.y"].values
    for how in ("contact", "tied"):
        np.testing.assert_allclose(runs[how]["tappet.y"].values, y, rtol=0, atol=1e-10)
    assert not runs["contact"].events.named("tip", "parts")
    r, r1, r2 = m.tables["lobe"].curve.derivatives(np.pi / 2 - 60.0 * runs["contact"].time)
    need = 0.15 * (G + 60.0**2 * r2) + 12e3 * (r - DRAWN + 0.008)  # upwards, of which the normal force has cos α
    force = runs["contact"]["tip.force"].values
    np.testing.assert_allclose(force / np.sqrt(1.0 + (r1 / r) ** 2), need, rtol=1e-9)
    side = runs["contact"].reaction("guide", body="tappet").values
    np.testing.assert_allclose(runs["tied"].reaction("guide", body="tappet").values, side, rtol=0, atol=1e-6)


@pytest.mark.parametrize("tolerance", [1e-12, 1e-11])
@pytest.mark.parametrize("speed", [700.0, 710.0, 720.0])
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_point_leaves_a_cam_where_the_force_ends(formulation, speed, tolerance):
    """It parts where m (g + ÿ) + k (y + c) = 0 with y = r(π/2 − ω t): found on the spline itself.

    The gap is then as projection left it, up to 1e-14 m below zero in about half of these runs: no impact.
    """
    m = cam(speed, "contact")
    result = sn.simulate(m, 0.02, formulation=formulation, tolerance=tolerance, progress=False)
    parted = result.events.times("tip", "parts")[0]
    curve = m.tables["lobe"].curve

    def force(t: float) -> float:
        r, _, r2 = (float(x) for x in curve.derivatives(np.pi / 2 - speed * t))
        return 0.15 * (G + speed**2 * r2) + 12e3 * (r - DRAWN + 0.008)

    low, high = parted - 1e-5, parted + 1e-5
    assert force(low) > 0.0 > force(high)
    for _ in range(80):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if force(middle) > 0.0 else (low, middle)
    assert parted == pytest.approx(low, abs=1e-10)
    assert [result.events.times("tip", word).size for word in ("parts", "impact")] == [2, 2]  # twice, in two turns
    assert result["tip.gap"].values.min() > -1e-9


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_roller_on_a_round_eccentric_cam_is_a_rod(formulation):
    """A circle about E, given as points: the centre of the roller stays R + ρ from E."""
    e, R, rho = 0.006, 0.03, 0.01
    around = np.linspace(0.0, 2.0 * np.pi, 97)[:-1]
    m = sn.Mechanism("eccentric", gravity=(0, -G))
    m.body("cam", mass=0.4, inertia=8e-5)
    m.body("tappet", mass=0.15, inertia=4e-5, at=(0, e + R + rho))
    m.revolute("K", "ground", "cam", at=(0, 0))
    m.prismatic("guide", "ground", "tappet", at=(0, e + R + rho), axis="y")
    m.driver("motor", joint="K", speed=30.0)
    points = np.column_stack([R * np.cos(around), e + R * np.sin(around)])
    m.curve_contact("tip", "tappet", against="cam", points=points, radius=rho)
    result = sn.simulate(m, 0.2, formulation=formulation, tolerance=1e-11, progress=False)
    t = result.time
    x, y = -e * np.sin(30.0 * t), e * np.cos(30.0 * t)
    height = y + np.sqrt((R + rho) ** 2 - x**2)
    np.testing.assert_allclose(result["tappet.y"].values, height, rtol=0, atol=2e-9)  # the spline is not quite round


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_roller_follows_the_offset_curve(formulation):
    """A roller on a cam moves as a point on the curve that is R outside, given by 720 points of it."""
    m = cam(30.0, "contact", radius=0.005, height=DRAWN + 0.005)
    result = sn.simulate(m, 0.22, formulation=formulation, tolerance=1e-11, progress=False)
    curve = m.tables["lobe"].curve
    s = np.linspace(0.0, 2.0 * np.pi, 721)[:-1]
    r, r1, _ = curve.derivatives(s)
    z = np.exp(1j * s)
    tangent = (r1 + 1j * r) * z
    offset = r * z - 1j * tangent / np.abs(tangent) * 0.005
    n = sn.Mechanism("offset", gravity=(0, -G))
    n.body("cam", mass=0.4, inertia=8e-5)
    n.body("tappet", mass=0.15, inertia=4e-5, at=(0, DRAWN + 0.005))
    n.revolute("K", "ground", "cam", at=(0, 0))
    n.prismatic("guide", "ground", "tappet", at=(0, DRAWN + 0.005), axis="y")
    n.driver("motor", joint="K", speed=30.0)
    n.joint_spring("spring", "guide", stiffness=12e3, displacement=-0.008)
    n.curve_contact("tip", "tappet", against="cam", points=np.column_stack([offset.real, offset.imag]))
    again = sn.simulate(n, 0.22, formulation=formulation, tolerance=1e-11, progress=False)
    late = result.time > 0.05
    np.testing.assert_allclose(result["tappet.y"].values[late], again["tappet.y"].values[late], rtol=0, atol=1e-8)
    force = result["tip.force"].values[late]
    np.testing.assert_allclose(force, again["tip.force"].values[late], rtol=0, atol=1e-3)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_compliant_point_in_a_bowl_swings_as_a_pendulum_does(formulation):
    """In a hollow circle of 1 m: the period of a pendulum of this length, by the elliptic integral."""
    s = np.linspace(-2.4, -0.7, 161)
    m = sn.Mechanism("bowl", gravity=(0, -G))
    m.body("bead", mass=1.0, inertia=0.01)
    points = np.column_stack([np.cos(s), np.sin(s)])
    m.curve_contact("track", "bead", against="ground", points=points, closed_curve=False)
    start = {"bead.x": np.sin(0.5), "bead.y": -np.cos(0.5)}
    result = sn.simulate(m, 2.5, initial=start, formulation=formulation, tolerance=1e-11, progress=False, output=0.001)
    period = 4.0 * ellipk(np.sin(0.25) ** 2) / np.sqrt(G)
    x = result["bead.x"].values
    k = int(np.flatnonzero((x[:-1] > 0) & (x[1:] <= 0))[0])
    quarter = result.time[k] + 0.001 * x[k] / (x[k] - x[k + 1])
    assert quarter == pytest.approx(period / 4.0, abs=2e-6)
    assert result["track.gap"].values == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_compliant_roller_rebounds_from_a_curve_with_the_restitution_asked_for(formulation):
    m = sn.Mechanism("rebound", gravity=(0, 0))
    m.body("ball", mass=1.0, inertia=0.01)
    points = [(x, 0.2 * x * x) for x in np.linspace(-1, 1, 41)]
    words = {"stiffness": 1e5, "restitution": 0.5, "at_speed": 1.0}
    m.curve_contact("floor", "ball", against="ground", points=points, closed_curve=False, radius=0.1, **words)
    start = {"ball.y": 0.101, "ball.vy": -1.0}
    result = sn.simulate(m, 0.05, initial=start, formulation=formulation, tolerance=1e-12, progress=False)
    assert result["ball.vy"].values[-1] == pytest.approx(0.5, abs=1e-9)


# ---------------------------------------------------------------- friction on curves and spheres
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_block_slides_down_an_open_curve_that_is_straight_as_on_a_plane(formulation):
    """On a slope of 30°, µ = 0.2: a = g (sin − µ cos)."""
    m = sn.Mechanism("slope", gravity=(0, -G))
    m.body("block", mass=2.0, inertia=0.01)
    c, s = np.cos(np.pi / 6), np.sin(np.pi / 6)
    points = [(c * x, -s * x) for x in (-1.0, 0.0, 1.0, 2.0)]
    m.curve_contact("under", "block", against="ground", points=points, closed_curve=False, mu=0.2)
    result = sn.simulate(m, 0.5, initial={}, formulation=formulation, tolerance=1e-11, progress=False)
    a = G * (s - 0.2 * c)
    assert result["block.x"].values[-1] == pytest.approx(0.5 * a * 0.25 * c, abs=1e-9)
    friction = 0.2 * 2.0 * G * c
    assert result["under.friction"].values[5] == pytest.approx([-friction * c, friction * s], abs=1e-8)


def leaving(dimension: int, formulation: str, mu: float, inertia: float, **words: Any) -> tuple[Any, float]:
    """A ball of radius 0.1 released near the top of a fixed sphere of radius 0.5; cos θ where it leaves."""
    start, R = 0.05, 0.6
    m = sn.Mechanism("dome", dimension=dimension, gravity=(0, -G, 0)[:dimension])
    m.body("ball", mass=1.0, inertia=inertia if dimension == 2 else [inertia] * 3, at=(0, R, 0)[:dimension])
    m.spheres_contact("dome", "ball", "ground", radii=(0.1, 0.5), mu=mu, **words)
    initial = {"ball.x": R * np.sin(start), "ball.y": R * np.cos(start)}
    result = sn.simulate(m, 2.0, initial=initial, formulation=formulation, tolerance=1e-11, output=0.002, **QUIET)
    parts = result.events.times("dome", "parts")[0]
    k = int(np.searchsorted(result.time, parts))
    x, y = result["ball.x"].values[k - 1 : k + 1], result["ball.y"].values[k - 1 : k + 1]
    angle = np.interp(parts, result.time[k - 1 : k + 1], np.arctan2(x, y))
    return result, float(np.cos(angle) / np.cos(start))


CASES = [(2, "planar"), (2, "tree"), (2, "spatial"), (3, "tree"), (3, "spatial")]


@pytest.mark.parametrize(("dimension", "formulation"), CASES)
def test_a_particle_leaves_a_dome_at_two_thirds(dimension, formulation):
    _, share = leaving(dimension, formulation, 0.0, 0.004)
    assert share == pytest.approx(2 / 3, abs=1e-5)


@pytest.mark.parametrize(("dimension", "formulation"), CASES)
def test_a_rolling_sphere_leaves_a_dome_at_ten_seventeenths(dimension, formulation):
    """It rolls while (2/7) m g sin θ ≤ µ N, then slides until N = 0; without that end cos θ = 10/17 cos θ₀."""
    result, share = leaving(dimension, formulation, 10.0, 0.4 * 0.01)
    assert share == pytest.approx(10 / 17, abs=2e-3)
    assert share == pytest.approx(left_after_sliding(10.0), abs=1e-5)
    assert np.abs(result["dome.slip"].values[:100]).max() < 1e-9


def left_after_sliding(mu: float) -> float:
    """cos θ where N = 0 on a dome of 0.6 m, by hand and one integral."""
    R, start = 0.6, 0.05

    def load(x: Any) -> float:
        return float(G * np.cos(x[0]) - R * x[1] ** 2)

    low, high = start, np.arccos(10 / 17 * np.cos(start))
    for _ in range(60):
        middle = 0.5 * (low + high)
        rate = np.sqrt(10 / 7 * G / R * (np.cos(start) - np.cos(middle)))
        holds = 2 / 7 * G * np.sin(middle) < mu * load((middle, rate))
        low, high = (middle, high) if holds else (low, middle)

    def ends(_: float, x: Any) -> float:
        return load(x)

    ends.terminal = True  # type: ignore[attr-defined]
    first = [low, np.sqrt(10 / 7 * G / R * (np.cos(start) - np.cos(low)))]
    found = solve_ivp(
        lambda _, x: [x[1], (G * np.sin(x[0]) - mu * load(x)) / R], (0, 1), first, events=ends, rtol=1e-11, atol=1e-12
    )
    return float(np.cos(found.y[0, -1]) / np.cos(start))


@pytest.mark.parametrize(("dimension", "formulation"), CASES)
def test_two_discs_that_strike_obliquely_stick_by_the_closed_form(dimension, formulation):
    """Equal solid discs or spheres, e = ½, µ large: the slip u ends, p_t = −u/(2 (1/m + r²/I))."""
    m = sn.Mechanism("strike", dimension=dimension, gravity=(0,) * dimension)
    inertia = 0.5 * 0.01
    for name, x in (("one", -0.1), ("two", 0.1)):
        at = (x, 0, 0)[:dimension]
        m.body(name, mass=1.0, inertia=inertia if dimension == 2 else [inertia] * 3, at=at)
    m.spheres_contact("click", "two", "one", radii=(0.1, 0.1), mu=5.0, restitution=0.5)
    start = {"one.x": -0.101, "two.x": 0.101, "one.vx": 1.0, "one.vy": 0.3}
    result = sn.simulate(m, 0.01, initial=start, formulation=formulation, tolerance=1e-11, progress=False)
    (struck,) = result.events.named("click", "impact")
    n = np.array([np.sqrt(1.0 - (0.3 * struck.time / 0.2) ** 2), -0.3 * struck.time / 0.2])
    across = np.array([n[1], -n[0]])
    u = -np.array([1.0, 0.3])
    p_n = 1.5 * -(n @ u) / 2.0
    p_t = -(across @ u) / (2.0 * (1.0 + 0.01 / inertia))
    after = p_n * n + p_t * across
    two = [result["two.vx"].values[-1], result["two.vy"].values[-1]]
    assert two == pytest.approx(after, abs=1e-9)


def test_bristles_hold_a_ball_that_rests_in_the_valley_of_two_others():
    """Compliant friction between discs: a disc on two fixed ones of the same size stands still under a torque."""
    m = sn.Mechanism("valley", gravity=(0, -G))
    m.body("disc", mass=1.0, inertia=0.005, at=(0, 0.17))
    words = {"stiffness": 1e5, "damping": 2.0, "mu": 0.6, "bristle": 1e-4}
    for k, x in enumerate((-0.1, 0.1)):
        m.spheres_contact(f"side_{k + 1}", "disc", "ground", radii=(0.1, 0.1), centres=((0, 0.17), (x, 0)), **words)
    m.torque("twist", 0.2, body="disc")
    result = sn.simulate(m, 1.5, progress=False)
    late = result.time > 1.0
    assert np.ptp(result["disc.angle"].values[late]) < 1e-3  # it still trembles
    friction = [result[f"side_{k}.friction"].values[late].mean(axis=0) for k in (1, 2)]
    arms = [0.1 * np.array([x, -np.sqrt(3) / 2]) for x in (-0.5, 0.5)]
    moment = sum(a[0] * f[1] - a[1] * f[0] for a, f in zip(arms, friction))
    assert moment == pytest.approx(-0.2, abs=2e-3)


# ---------------------------------------------------------------- several at once
@pytest.mark.parametrize(("dimension", "formulation"), [(2, "planar"), (3, "tree"), (3, "spatial")])
@pytest.mark.parametrize(("impacts", "expected"), [("in turn", (0.0, 0.0, 1.0)), ("together", (-1 / 3, 2 / 3, 2 / 3))])
def test_three_balls_hand_an_impact_on_or_share_it(dimension, formulation, impacts, expected):
    m = sn.Mechanism("balls", dimension=dimension, gravity=(0,) * dimension)
    for k, x in enumerate((-0.21, 0.0, 0.2)):
        m.body(f"ball{k}", mass=1.0, inertia=0.01 if dimension == 2 else [0.01] * 3, at=(x, 0, 0)[:dimension])
    for k in (0, 1):
        m.spheres_contact(f"c{k}", f"ball{k + 1}", f"ball{k}", radii=(0.1, 0.1), restitution=1.0, impacts=impacts)
    result = sn.simulate(m, 0.02, initial={"ball0.vx": 1.0}, formulation=formulation, progress=False)
    speeds = [result[f"ball{k}.vx"].values[-1] for k in range(3)]
    assert speeds == pytest.approx(expected, abs=1e-12)
    assert result.events.named("c0", "impact")[0].loss == pytest.approx(0.0, abs=1e-12)
    assert sum(s * s for s in speeds) == pytest.approx(1.0, abs=1e-12)


def test_balls_that_share_an_impact_lose_what_their_restitution_says():
    """e = ½: p from G p = (1 + e) u, by hand (1, ½) m/s kg, so (0, ½, ½)."""
    m = sn.Mechanism("balls", gravity=(0, 0))
    for k, x in enumerate((-0.21, 0.0, 0.2)):
        m.body(f"ball{k}", mass=1.0, inertia=0.01, at=(x, 0))
    for k in (0, 1):
        words = {"restitution": 0.5, "impacts": "together"}
        m.spheres_contact(f"c{k}", f"ball{k + 1}", f"ball{k}", radii=(0.1, 0.1), **words)
    result = sn.simulate(m, 0.02, initial={"ball0.vx": 1.0}, progress=False)
    assert [result[f"ball{k}.vx"].values[-1] for k in range(3)] == pytest.approx([0.0, 0.5, 0.5], abs=1e-12)
