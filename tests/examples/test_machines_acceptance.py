"""Events and friction against closed forms, other numbers than in `test_what_switches.py` (E3, E6, E9–E11)."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import ellipk

import snodo as sn

FORMULATIONS = ("planar", "tree", "spatial")
G = 9.81
few = settings(max_examples=6, deadline=None)


def slider(mass: float = 1.0, axis: str = "x", gravity: float = G) -> sn.Mechanism:
    m = sn.Mechanism("slider", gravity=(0, -gravity))
    m.body("block", mass=mass, inertia=1.0)
    m.prismatic("P", "ground", "block", axis=axis, at=(0, 0))
    return m


# ---------------------------------------------------------------- the same closed forms, other numbers
@few
@given(h=st.floats(0.05, 20.0), e=st.floats(0.1, 0.9), formulation=st.sampled_from(FORMULATIONS))
def test_bounces_of_any_height(h, e, formulation):
    m = slider(axis="y")
    m.limit("P", lower=0.0, restitution=e)
    first = math.sqrt(2 * h / G)
    expected = first * (1 + 2 * np.concatenate([[0], np.cumsum(e ** np.arange(1, 5))]))
    result = sn.simulate(
        m, 1.01 * expected[-1], formulation=formulation, initial={"P.displacement": h}, tolerance=1e-12
    )
    found = result.events.times("P.lower", "impact")[:5]
    assert np.abs(found - expected).max() < 1e-12 * expected[-1]


@few
@given(
    L=st.floats(0.1, 3.0), e=st.floats(0.3, 0.95), angle=st.floats(0.3, 2.6), formulation=st.sampled_from(FORMULATIONS)
)
def test_pendulums_of_any_length(L, e, angle, formulation):
    """A bar released at an angle from the vertical, against a stop at the bottom."""
    m = sn.Mechanism("pendulum", gravity=(0, -G))
    m.add_points(A=(0, 0), B=(0, -L))
    m.bar("arm", "A", "B", mass=1.0)
    m.revolute("A", "ground", "arm")
    m.limit("A", lower=0.0, restitution=e)
    omega, k = math.sqrt(1.5 * G / L), math.sin(angle / 2)
    times = [ellipk(k * k) / omega]
    for n in range(1, 4):
        times.append(times[-1] + 2 * ellipk((e**n * k) ** 2) / omega)
    result = sn.simulate(m, 1.01 * times[-1], formulation=formulation, initial={"A.angle": angle}, tolerance=1e-12)
    impacts = result.events.named("A.lower", "impact")[:4]
    assert np.abs([x.time for x in impacts] - np.array(times)).max() < 1e-10 * times[-1]
    assert np.abs([x.before for x in impacts] + 2 * omega * k * e ** np.arange(4)).max() < 1e-10 * omega


@few
@given(
    alpha=st.floats(0.1, 0.6),
    mu=st.floats(0.05, 1.0),
    v0=st.floats(0.2, 5.0),
    formulation=st.sampled_from(FORMULATIONS),
)
def test_inclines_of_any_slope(alpha, mu, v0, formulation):
    """Thrown up: comes back with v₀ √((sin − µ cos)/(sin + µ cos)), or stays where it stops, exactly."""
    m = sn.Mechanism("incline", gravity=(-G * math.sin(alpha), -G * math.cos(alpha)))
    m.body("block", mass=1.0, inertia=1.0)
    m.prismatic("P", "ground", "block", axis="x", at=(0, 0))
    m.friction("f", "P", coulomb=mu * G * math.cos(alpha))
    m.event("back", when="P.displacement falls to 0 m", do="stop")
    result = sn.simulate(m, 60.0, formulation=formulation, initial={"P.speed": v0}, tolerance=1e-11)
    up, down = (G * (math.sin(alpha) + s * mu * math.cos(alpha)) for s in (1, -1))
    top, t1 = v0**2 / (2 * up), v0 / up
    if down > 1e-6:
        assert float(result.info["reached"]) == pytest.approx(t1 + math.sqrt(2 * top / down), rel=1e-9)
        assert float(result["P.speed"][-1]) == pytest.approx(-v0 * math.sqrt(down / up), rel=1e-9)
    elif down < -1e-6:
        assert result.events.times("f", "sticks")[0] == pytest.approx(t1, rel=1e-11)
        x = result["P.displacement"].values
        assert x[-1] == pytest.approx(top, rel=1e-11)
        assert np.ptp(x[result.time > t1]) == 0.0


@few
@given(V=st.floats(0.02, 0.5), k=st.floats(20.0, 500.0), mu=st.floats(0.1, 0.3), more=st.floats(0.02, 0.3))
def test_stick_slip_on_any_belt(V, k, mu, more):
    m = sn.Mechanism("belt", gravity=(0, -G))
    m.body("belt", mass=1.0, inertia=1.0)
    m.prismatic("B", "ground", "belt", axis="x", at=(0, 0))
    m.driver("motor", joint="B", speed=V)
    m.body("block", mass=1.0, inertia=1.0)
    m.prismatic("C", "belt", "block", axis="x", at=(0, 0))
    m.spring("s", "ground", "block", start=(-10, 0), end=(0, 0), stiffness=k, length=10.0)
    m.friction("f", "C", coulomb=mu * G, static=(mu + more) * G)
    omega = math.sqrt(k)
    delta = more * G / omega**2
    slip, stick = (2 * math.pi - 2 * math.atan(omega * delta / V)) / omega, 2 * delta / V
    first = (mu + more) * G / k / V
    result = sn.simulate(m, first + 3 * (slip + stick), initial={"C.speed": 0.0}, tolerance=1e-12)
    slips, sticks = result.events.times("f", "slips"), result.events.times("f", "sticks")
    assert slips[0] == pytest.approx(first, rel=1e-11)
    assert np.abs(sticks[:3] - slips[:3] - slip).max() < 1e-10
    assert np.abs(np.diff(slips[:3]) - slip - stick).max() < 1e-10


@few
@given(
    inertias=st.tuples(st.floats(0.01, 2.0), st.floats(0.01, 2.0)),
    speeds=st.tuples(st.floats(-200, 200), st.floats(-200, 200)),
    capacity=st.floats(1.0, 50.0),
    formulation=st.sampled_from(("planar", "tree")),
)
def test_clutches_of_any_size(inertias, speeds, capacity, formulation):
    """They lock at Δω / (T (1/I₁ + 1/I₂)) with the common speed, after ½ I₁ I₂/(I₁ + I₂) Δω² of heat."""
    one, two = inertias
    difference = speeds[0] - speeds[1]
    if abs(difference) < 1.0:
        return
    m = sn.Mechanism("shafts", gravity=(0, 0))
    for name, joint, inertia in (("one", "A", one), ("two", "B", two)):
        m.body(name, mass=1.0, inertia=inertia)
        m.revolute(joint, "ground", name, at=(0, 0))
    m.clutch("c", "A", "B", capacity=capacity)
    locks = abs(difference) / (capacity * (1 / one + 1 / two))
    start = {"A.speed": speeds[0], "B.speed": speeds[1]}
    result = sn.simulate(m, 1.5 * locks, formulation=formulation, initial=start, tolerance=1e-11)
    assert result.events.times("c", "sticks") == pytest.approx([locks], rel=1e-11)
    common = (one * speeds[0] + two * speeds[1]) / (one + two)
    assert float(result["A.speed"][-1]) == pytest.approx(common, abs=1e-9 * max(map(abs, speeds)))
    heat = -sum(result.works[-1][result.work_names.index(f"c.{joint}")] for joint in "AB")
    assert heat == pytest.approx(0.5 * one * two / (one + two) * difference**2, rel=1e-9)


# ---------------------------------------------------------------- E3: impact in any mechanism
@few
@given(
    n=st.integers(2, 5),
    seed=st.integers(0, 10**6),
    e=st.floats(0.0, 1.0),
    formulation=st.sampled_from(FORMULATIONS),
)
def test_an_impact_in_any_chain_loses_what_the_formula_says(n, seed, e, formulation):
    """loss = ½ (1 − e²) (W v)² / (W A Wᵀ), with W A Wᵀ from the impulse p = (1 + e) |W v| / (W A Wᵀ)."""
    rng = np.random.default_rng(seed)
    m = sn.Mechanism("chain", gravity=(0, 0))
    points, names = [(0.0, 0.0)], []
    for _ in range(n):
        turn = rng.uniform(-1, 1)
        x, y = points[-1]
        points.append((x + math.cos(turn) * rng.uniform(0.3, 1.0), y + math.sin(turn) * rng.uniform(0.3, 1.0)))
    for k, point in enumerate(points):
        m.add_points(**{f"P{k}": point})
    for k in range(n):
        m.bar(f"b{k}", f"P{k}", f"P{k + 1}", mass=rng.uniform(0.2, 3.0))
        m.revolute(f"P{k}", "ground" if k == 0 else f"b{k - 1}", f"b{k}")
        names.append(f"P{k}")
    struck = names[rng.integers(n)]
    speeds = {f"{name}.speed": rng.uniform(-2, 2) for name in names}
    speeds[f"{struck}.speed"] = -rng.uniform(0.5, 2.0)
    m.limit(struck, lower=-0.01, restitution=e)
    result = sn.simulate(m, 0.05, formulation=formulation, initial=speeds, tolerance=1e-11, error_bars=False)
    impacts = result.events.named(struck + ".lower", "impact")
    if not impacts:
        return
    hit = impacts[0]
    assert hit.after == pytest.approx(-e * hit.before, abs=1e-12 * abs(hit.before) * 100)
    compliance = (1 + e) * abs(hit.before) / hit.impulse
    assert hit.loss == pytest.approx(0.5 * (1 - e * e) * hit.before**2 / compliance, rel=1e-10, abs=1e-12)
    assert float(np.abs(result.found["violation_rate"][-1]).max(initial=0.0)) < 1e-10
    energy = result["energy.total"].values
    assert energy[0] - energy[-1] == pytest.approx(sum(x.loss for x in impacts), rel=1e-8, abs=1e-12)


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("e", [0.0, 0.4, 1.0])
def test_an_impact_keeps_the_momentum_of_a_free_system(formulation, e):
    """Two bars, hinged and free, whose hinge strikes its stop."""
    m = sn.Mechanism("free", gravity=(0, 0))
    m.add_points(P=(0, 0), Q=(1, 0), R=(1.5, 0))
    m.bar("one", "P", "Q", mass=2.0)
    m.bar("two", "Q", "R", mass=0.7)
    m.revolute("Q", "one", "two")
    m.limit("Q", lower="-20 deg", upper="20 deg", restitution=e)
    start = {"one.vx": 0.3, "one.vy": -0.2, "one.omega": 1.0, "Q.speed": -3.0}
    result = sn.simulate(m, 0.4, formulation=formulation, initial=start, tolerance=1e-11)
    assert len(result.events.times(what="impact")) >= 1
    masses = {"one": 2.0, "two": 0.7}
    linear, angular = np.zeros((result.time.size, 2)), np.zeros(result.time.size)
    for name, mass in masses.items():
        v, x = result.velocity(name).values[:, :2], result.position(name).values[:, :2]
        length = 1.0 if name == "one" else 0.5
        linear += mass * v
        angular += mass * (x[:, 0] * v[:, 1] - x[:, 1] * v[:, 0])
        angular += mass * length**2 / 12 * result[f"{name}.omega"].values
    assert np.ptp(linear, axis=0).max() < 1e-10
    assert np.ptp(angular) < 1e-10


# ---------------------------------------------------------------- E6, E9
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_smooth_friction_creeps_and_the_verdict_says_so(formulation):
    """E6: 40 N smoothed over 0.01 m/s under 33.55 N: v = s atanh(F/F_c) = 0.01217 m/s."""
    alpha = math.radians(20)
    m = sn.Mechanism("incline", gravity=(-G * math.sin(alpha), -G * math.cos(alpha)))
    m.body("block", mass=10.0, inertia=1.0)
    m.prismatic("P", "ground", "block", axis="x", at=(0, 0))
    m.friction("f", "P", coulomb=40.0, smoothing=0.01)
    result = sn.simulate(m, 10.0, formulation=formulation)
    assert float(result["P.speed"][-1]) == pytest.approx(-0.0121712616627127, abs=1e-9)
    quality = result.quality()
    assert quality.verdict == "poor"
    assert "creeps by 0.12" in str(quality)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_the_heat_of_a_clutch_is_a_column_of_the_energy_balance(formulation):
    """E9: 1300 J until it locks; and the energy of a weld by an event."""
    m = sn.Mechanism("shafts", gravity=(0, 0))
    for name, joint, inertia in (("one", "A", 0.4), ("two", "B", 0.25)):
        m.body(name, mass=1.0, inertia=inertia)
        m.revolute(joint, "ground", name, at=(0, 0))
    m.clutch("c", "A", "B", capacity="12 N m", static="15 N m")
    start = {"A.speed": 150.0, "B.speed": 20.0}
    result = sn.simulate(m, 2.0, formulation=formulation, initial=start, tolerance=1e-11)
    heat = -sum(result.works[-1][result.work_names.index(f"c.{joint}")] for joint in "AB")
    assert heat == pytest.approx(1300.0, abs=1e-7)
    assert result.quality().verdict == "good"


# ---------------------------------------------------------------- E10: friction that follows the reaction
def rotor(mu_r: float = 0.006, eccentricity: float = 0.05, gravity: float = 0.0) -> sn.Mechanism:
    """4 kg on an eccentric axis, 0.02 kg m² about it."""
    m = sn.Mechanism("rotor", gravity=(0, -gravity))
    m.body("rotor", mass=4.0, inertia=0.02 - 4.0 * eccentricity**2, com=(eccentricity, 0))
    m.revolute("O", "ground", "rotor", at=(0, 0))
    m.friction("f", "O", mu=mu_r / 0.06, radius=0.06)
    return m


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_an_unbalanced_rotor_slows_down_by_the_closed_form(formulation):
    """ω̇ = −κ ω², κ = c/√(1 − c²), c = µ r m ε / I."""
    result = sn.simulate(rotor(), 1.0, formulation=formulation, initial={"O.speed": 50.0}, tolerance=1e-12)
    assert float(result["O.speed"][-1]) == pytest.approx(12.4831021742233, abs=1e-11)
    assert float(result["O.angle"][-1]) == pytest.approx(23.085784748271, abs=1e-11)
    assert result.quality().verdict == "good"


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_flywheel_stops_under_its_weight_and_stays(formulation):
    m = rotor(eccentricity=0.0, gravity=G)
    result = sn.simulate(m, 6.0, formulation=formulation, initial={"O.speed": 50.0}, tolerance=1e-11)
    assert result.events.times("f", "sticks") == pytest.approx([4.24736663268773], abs=1e-11)
    after = result.time > 4.25
    assert np.abs(result["O.speed"].values[after]).max() == 0.0
    assert np.ptp(result["O.angle"].values[after]) == 0.0


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_friction_that_feeds_on_itself_is_an_error(formulation):
    """c = 1.2: no unique motion (Painlevé)."""
    with pytest.raises(sn.RunError, match=r"friction 'f' allows no unique motion \(Painlevé\)") as found:
        sn.simulate(rotor(mu_r=0.12), 1.0, formulation=formulation, initial={"O.speed": 50.0})
    assert found.value.result is not None


# ---------------------------------------------------------------- E11: several places that follow reactions
def slider_crank(theta: float, gravity: float, masses: tuple[float, float, float], **guide: float) -> sn.Mechanism:
    """r = 0.1 m, l = 0.3 m, friction circles of 2 mm in three pins, µ = 0.1 in the guide."""
    m = sn.Mechanism("slider crank", gravity=(0, -gravity))
    x, y = 0.1 * math.cos(theta), 0.1 * math.sin(theta)
    B = (x + math.sqrt(0.09 - y * y), 0.0)
    m.add_points(O=(0, 0), A=(x, y), B=B)
    m.bar("crank", "O", "A", mass=masses[0])
    m.bar("rod", "A", "B", mass=masses[1])
    m.body("slider", mass=masses[2], inertia=1e-3, com=B)
    m.revolute("O", "ground", "crank")
    m.revolute("A", "crank", "rod")
    m.revolute("B", "rod", "slider")
    m.prismatic("S", "ground", "slider", axis="x", at="B")
    for joint in "OAB":
        m.friction(f"f{joint}", joint, mu=0.1, radius=0.02)
    m.friction("fS", "S", mu=0.1, **guide)
    return m


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_friction_circles_of_a_slider_crank(formulation):
    """The torque at the crank under 1000 N on the piston, without inertia: 92.4374799286936 N m."""
    m = slider_crank(1.0, 0.0, (1e-9, 1e-9, 1e-9))
    m.joint_force("gas", -1000.0, joint="S")
    m.driver("crank drive", joint="O", speed=1e-6)
    result = sn.simulate(m, 1e-6, formulation=formulation)
    assert float(result["crank drive.effort"][0]) == pytest.approx(-92.4374799286936, rel=1e-12)


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("arm", [0.1, 0.5, 0.66])
def test_a_drawer_pulled_beside_its_middle(formulation, arm):
    m = drawer(arm)
    result = sn.simulate(m, 0.5, formulation=formulation, initial={"P.speed": 0.0})
    assert float(result["P.acceleration"][1]) == pytest.approx(50 * (1 - 2 * 0.3 * arm / 0.4) / 5, abs=1e-12)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_drawer_jams_beyond_the_length_over_twice_the_friction(formulation):
    """a > ℓ/2µ = 0.6667 m: it does not move however hard it is pulled."""
    result = sn.simulate(drawer(0.667, 5000.0), 1.0, formulation=formulation)
    assert np.abs(result["P.displacement"].values).max() < 1e-12
    free = sn.simulate(drawer(0.666, 5000.0), 1.0, formulation=formulation)
    assert float(free["P.displacement"][-1]) > 0.1


def drawer(arm: float, pull: float = 50.0) -> sn.Mechanism:
    m = sn.Mechanism("drawer", gravity=(0, 0))
    m.body("drawer", mass=5.0, inertia=0.1)
    m.prismatic("P", "ground", "drawer", axis="x", at=(0, 0))
    m.friction("f", "P", mu=0.3, length=0.4)
    m.point_force("pull", "drawer", at=(0, arm), force=(pull, 0.0))
    return m


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_slider_crank_spins_down_and_sticks(formulation):
    """Regression: stands at 5.75677920096 s with θ = 11.1132597836 rad, all four places sticking [1e-9]."""
    m = slider_crank(0.3, G, (1.0, 0.8, 0.6), length=0.08)
    m.body("flywheel", mass=1e-9, inertia=0.02)
    m.fixed("hub", "crank", "flywheel", at="O")
    result = sn.simulate(m, 7.0, formulation=formulation, initial={"O.speed": 12.0}, tolerance=1e-11)
    for name in ("fO", "fA", "fB", "fS"):
        assert result.events.times(name, "sticks") == pytest.approx([5.75677920096], abs=1e-9)
    assert float(result["O.angle"][-1]) + 0.3 == pytest.approx(11.1132597836, abs=1e-9)
    assert np.ptp(result["O.angle"].values[result.time > 5.76]) < 1e-12
    assert result.quality().verdict == "good"


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_two_frictions_on_one_joint_hold_together(formulation):
    """2 N and 3 N hold up to 5 N, whichever of them carries first."""
    m = slider(gravity=0.0)
    m.friction("f1", "P", coulomb=2.0)
    m.friction("f2", "P", coulomb=3.0)
    m.joint_force("F", "2*t", joint="P")
    result = sn.simulate(m, 4.0, formulation=formulation, tolerance=1e-10)
    assert result.events.times("f1", "slips") == pytest.approx([2.5], abs=1e-12)
    assert result.events.times("f2", "slips") == pytest.approx([2.5], abs=1e-12)
    assert float(result["P.displacement"][-1]) == pytest.approx(2 * 1.5**3 / 6, abs=1e-11)
