"""Events against closed forms: stops, friction that sticks, and events of the user (E1, E2, E4–E7, E18, E20)."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import ellipk

import snodo as sn

FORMULATIONS = ("planar", "tree", "spatial")
G = 9.81


def slider(mass: float = 1.0, axis: str = "x") -> sn.Mechanism:
    """A block on a straight guide."""
    m = sn.Mechanism("slider", gravity=(0, -G))
    m.body("block", mass=mass, inertia=1.0)
    m.prismatic("P", "ground", "block", axis=axis, at=(0, 0))
    return m


# ---------------------------------------------------------------- stops
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_bouncing_ball_meets_the_ground_at_the_times_of_the_geometric_series(formulation):
    h, e = 1.0, 0.5
    m = slider(axis="y")
    m.limit("P", lower=0.0, restitution=e)
    result = sn.simulate(m, 1.6, formulation=formulation, initial={"P.displacement": h}, tolerance=1e-12)
    first = np.sqrt(2 * h / G)
    n = 15
    expected = first * (1 + 2 * np.concatenate([[0], np.cumsum(e ** np.arange(1, n))]))
    found = result.events.times("P.lower", "impact")[:n]
    assert np.abs(found - expected).max() < 1e-12
    rest = result.events.times("P.lower", "rests")
    limit = first * (1 + e) / (1 - e)
    assert rest.size == 1
    assert 0 <= limit - rest[0] < 2e-6
    assert abs(float(result["P.displacement"][-1])) < 1e-14
    assert abs(float(result["P.speed"][-1])) < 1e-14


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_bar_pendulum_strikes_a_stop_at_the_times_of_elliptic_integrals(formulation):
    """Released horizontally; times and speeds of five impacts [1e-10]."""
    L, e = 1.0, 0.6
    m = sn.Mechanism("pendulum", gravity=(0, -G))
    m.add_points(A=(0, 0), B=(L, 0))
    m.bar("arm", "A", "B", mass=1.0)
    m.revolute("A", "ground", "arm")
    m.limit("A", lower="-90 deg", restitution=e)
    result = sn.simulate(m, 4.0, formulation=formulation, tolerance=1e-12)
    omega, k = np.sqrt(1.5 * G / L), np.sin(np.pi / 4)
    times = [ellipk(k * k) / omega]
    for n in range(1, 5):
        times.append(times[-1] + 2 * ellipk((e**n * k) ** 2) / omega)
    impacts = result.events.named("A.lower", "impact")
    assert np.abs([x.time for x in impacts] - np.array(times)).max() < 1e-12
    assert np.abs([x.before for x in impacts] + 2 * omega * k * e ** np.arange(5)).max() < 1e-11
    assert np.abs([x.after + e * x.before for x in impacts]).max() < 1e-12
    assert result.quality().verdict == "good"


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize(
    ("balls", "e", "expected"),
    [
        (3, 1.0, (0.0, 0.0, 1.0)),
        (5, 0.9, (0.04352508203125, 0.04537296484375, 0.047296640625, 0.0492990625, 0.81450625)),
    ],
)
def test_newtons_cradle_hands_the_impact_on(formulation, balls, e, expected):
    """Equal balls in a row, impacts in turn; each is joined to the one before by a guide with a stop."""
    m = sn.Mechanism("cradle", gravity=(0, 0))
    for k in range(balls):
        m.body(f"ball{k}", mass=1.0, inertia=1.0)
        m.prismatic(f"P{k}", "ground" if k == 0 else f"ball{k - 1}", f"ball{k}", axis="x", at=(0, 0))
        if k:
            m.limit(f"P{k}", lower=0.0, restitution=e)
    start = {"P0.speed": 1.0, "P0.displacement": 0.0, "P1.displacement": 0.1, "P1.speed": -1.0}
    start |= {f"P{k}.{word}": 0.0 for k in range(2, balls) for word in ("displacement", "speed")}
    result = sn.simulate(m, 0.1 + 1e-9, formulation=formulation, initial=start, tolerance=1e-10)
    speeds = [float(result.velocity(f"ball{k}")[-1, 0]) for k in range(balls)]
    assert np.abs(np.array(speeds) - expected).max() < 1e-13


# ---------------------------------------------------------------- dry friction
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_block_under_a_growing_force_slips_when_its_static_friction_is_used_up(formulation):
    c, mass, static, mu = 5.0, 2.0, 0.3, 0.2
    m = slider(mass)
    m.joint_force("F", f"{c}*t", joint="P")
    m.friction("f", "P", coulomb=mu * mass * G, static=static * mass * G)
    result = sn.simulate(m, 2.0, formulation=formulation, tolerance=1e-10)
    t = static * mass * G / c
    assert result.events.times("f", "slips") == pytest.approx([t], abs=1e-12)
    since = 2.0 - t
    x = c * since**3 / (6 * mass) + (c * t - mu * mass * G) * since**2 / (2 * mass)
    assert float(result["P.displacement"][-1]) == pytest.approx(x, abs=1e-12)
    assert float(result["P.speed"][-1]) == pytest.approx(1.6534166, abs=1e-12)
    before = result.time < t - 0.01
    assert (np.abs(result["P.displacement"].values[before]) < 1e-15).all()
    assert result.quality().verdict == "good"


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("mu", [0.2, 0.5])
def test_a_block_thrown_up_an_incline_comes_back_or_stays(formulation, mu):
    """20°, 3 m/s: with µ = 0.2 it comes back, with 0.5 it stops and stays for ever."""
    alpha, v0, mass = np.deg2rad(20), 3.0, 1.0
    m = sn.Mechanism("incline", gravity=(-G * np.sin(alpha), -G * np.cos(alpha)))
    m.body("block", mass=mass, inertia=1.0)
    m.prismatic("P", "ground", "block", axis="x", at=(0, 0))
    m.friction("f", "P", coulomb=mu * mass * G * np.cos(alpha))
    m.event("back", when="P.displacement falls to 0 m", do="stop")
    result = sn.simulate(m, 10.0, formulation=formulation, initial={"P.speed": v0}, tolerance=1e-11)
    a = G * (np.sin(alpha) + mu * np.cos(alpha))
    if mu == 0.2:
        assert result.events.times("f", "slips")[0] == pytest.approx(v0 / a, abs=1e-12)
        assert result.info["reached"] == pytest.approx(1.64722328832206, abs=1e-11)
        return
    assert result.events.times("f", "sticks")[0] == pytest.approx(0.376675740391541, abs=1e-12)
    x = result["P.displacement"].values
    assert x[-1] == pytest.approx(0.565013610587311, abs=1e-12)
    assert np.ptp(x[result.time > 0.4]) < 1e-15


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_stick_slip_on_a_belt_has_the_period_of_the_closed_form(formulation):
    V, k, static, mu = 0.1, 100.0, 0.4, 0.25
    m = sn.Mechanism("belt", gravity=(0, -G))
    m.body("belt", mass=1.0, inertia=1.0)
    m.prismatic("B", "ground", "belt", axis="x", at=(0, 0))
    m.driver("motor", joint="B", speed=V)
    m.body("block", mass=1.0, inertia=1.0)
    m.prismatic("C", "belt", "block", axis="x", at=(0, 0))
    m.spring("s", "ground", "block", start=(-10, 0), end=(0, 0), stiffness=k, length=10.0)
    m.friction("f", "C", coulomb=mu * G, static=static * G)
    result = sn.simulate(m, 20.0, formulation=formulation, initial={"C.speed": 0.0}, tolerance=1e-12)
    omega = np.sqrt(k)
    delta = (static - mu) * G / omega**2
    slip, stick = (2 * np.pi - 2 * np.arctan(omega * delta / V)) / omega, 2 * delta / V
    slips, sticks = result.events.times("f", "slips"), result.events.times("f", "sticks")
    assert slips[0] == pytest.approx(static * G / k / V, abs=1e-12)
    n = sticks.size
    assert np.abs(sticks - slips[:n] - slip).max() < 1e-10
    assert np.abs(slips - slips[0] - (slip + stick) * np.arange(slips.size)).max() < 1e-10


@pytest.mark.parametrize("tolerance", [1e-6, 1e-8, 1e-10])
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_stuck_block_under_a_shaken_load_breaks_away_whatever_the_tolerance(formulation, tolerance):
    """Nothing moves, and steps would grow to seconds: the force itself must be resolved."""
    m = slider(10.0)
    m.joint_force("F", "33.5521760602481 + 12*exp(-((t-5)/0.5)^2)*sin(60*pi*t)", joint="P")
    m.friction("f", "P", coulomb=40.0, static=44.0)
    result = sn.simulate(m, 6.0, formulation=formulation, tolerance=tolerance)
    assert result.events.times("f", "slips")[0] == pytest.approx(4.84024345356819, abs=1e-9)


# ---------------------------------------------------------------- events of the user
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_recording_changes_no_bit_of_the_run(formulation):
    plain, watched = slider(), slider()
    for m in (plain, watched):
        m.joint_spring("s", "P", stiffness=10.0, displacement=0.0)
    watched.event("up", when="P.displacement rises to 0.05 m", do="record")
    watched.event("fast", when="P.speed passes 0.1 m/s", do="record")
    start = {"P.displacement": 0.1}
    one, two = (sn.simulate(m, 10.0, formulation=formulation, initial=start) for m in (plain, watched))
    assert (
        one.states[:, : one.formulation.nq + one.formulation.nv] == two.states[:, : one.q.shape[1] + one.v.shape[1]]
    ).all()
    omega = np.sqrt(10.0)
    period = 2 * np.pi / omega
    expected = (2 * np.pi - np.arccos(0.5)) / omega + period * np.arange(5)
    found = two.events.times("up")
    assert np.abs(found - expected[: found.size]).max() < 1e-7
    assert found.size == 5


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_roots_inside_one_long_step_are_found(formulation):
    """x = t³ − 28 t + 48 has the roots −6, 2 and 4: here from t = 0; two of them inside one step."""
    m = slider()
    m.joint_force("F", "6*t", joint="P")
    m.event("zero", when="P.displacement passes 0 m", do="record")
    result = sn.simulate(
        m, 10.0, formulation=formulation, initial={"P.displacement": 48.0, "P.speed": -28.0}, tolerance=1e-10
    )
    assert result.events.times("zero") == pytest.approx([2.0, 4.0], abs=1e-10)


# ---------------------------------------------------------------- clutches, latches, freewheels
def shafts() -> sn.Mechanism:
    """Two flywheels of 0.4 and 0.25 kg m² on one axis."""
    m = sn.Mechanism("shafts", gravity=(0, 0))
    for name, inertia in (("one", 0.4), ("two", 0.25)):
        m.body(name, mass=1.0, inertia=inertia)
    m.revolute("A", "ground", "one", at=(0, 0))
    m.revolute("B", "ground", "two", at=(0, 0))
    return m


SPEEDS = {"A.speed": 150.0, "B.speed": 20.0}


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_clutch_locks_and_breaks_away_as_computed_by_hand(formulation):
    """E9: locks at 1.6667 s with 100 rad/s after 1300 J of heat, breaks away at 5.9 s under a growing torque."""
    m = shafts()
    m.clutch("c", "A", "B", capacity="12 N m", static="15 N m")
    m.torque("engine", "10*max(0, t - 2)", joint="A")
    result = sn.simulate(m, 8.0, formulation=formulation, initial=SPEEDS, tolerance=1e-11)
    locks = 130 / (12 * (1 / 0.4 + 1 / 0.25))
    assert result.events.times("c", "sticks") == pytest.approx([locks], abs=1e-11)
    assert result.events.times("c", "slips") == pytest.approx([5.9], abs=1e-11)
    assert float(result["A.speed"][-1]) == pytest.approx(413.875, abs=1e-9)
    assert float(result["B.speed"][-1]) == pytest.approx(317.8, abs=1e-9)
    between = (result.time > locks + 0.01) & (result.time < 2.0)
    assert np.abs(result["A.speed"].values[between] - 100.0).max() < 1e-10
    heat = -sum(result.works[-1][result.work_names.index(f"c.{joint}")] for joint in "AB")
    slipping = 12 * (413.875 - 317.8 - 0) * 0  # heat before it locks alone is known
    assert heat > 1300.0 + slipping


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_latch_that_closes_is_a_dead_impact(formulation):
    """E9: two shafts welded at 0.5 s under 10 and −3 N m turn with the mean speed, and the latch carries the rest."""
    m = shafts()
    m.coupler("weld", {"A": 1.0, "B": -1.0}, closed=False)
    m.torque("T1", 10.0, joint="A")
    m.torque("T2", -3.0, joint="B")
    m.event("lock", when="t = 0.5 s", do="close weld")
    with pytest.raises(sn.RunError, match=r"is told to close, but its row 'weld\.sum' is open by"):
        sn.simulate(m, 1.0, formulation=formulation, initial=SPEEDS)
    m = shafts()
    m.fixed("weld", "one", "two", at=(0, 0), closed=False)
    m.torque("T1", 10.0, joint="A")
    m.torque("T2", -3.0, joint="B")
    m.event("lock", when="t = 0.5 s", do="close weld")
    result = sn.simulate(m, 1.0, formulation=formulation, initial=SPEEDS, tolerance=1e-11)
    before = 150 + 10 / 0.4 * 0.5, 20 - 3 / 0.25 * 0.5
    common = (0.4 * before[0] + 0.25 * before[1]) / 0.65
    a = (10 - 3) / 0.65
    assert float(result["A.speed"][-1]) == pytest.approx(common + 0.5 * a, abs=1e-9)
    assert float(result["B.speed"][-1]) == pytest.approx(common + 0.5 * a, abs=1e-9)
    loss = 0.5 * 0.4 * 0.25 / 0.65 * (before[0] - before[1]) ** 2
    assert result.events.named("weld", "closes")[0].loss == pytest.approx(loss, rel=1e-10)
    torque = abs(float(result.reaction("weld")[-1, 2]))
    assert torque == pytest.approx(10 - 0.4 * a, abs=1e-9)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_freewheel_lets_a_shaft_turn_one_way(formulation):
    """A torque that changes its sign: the shaft turns while it can, and stands against the freewheel."""
    m = sn.Mechanism("wheel", gravity=(0, 0))
    m.body("one", mass=1.0, inertia=2.0)
    m.revolute("A", "ground", "one", at=(0, 0))
    m.torque("T", "4*cos(t)", joint="A")
    m.freewheel("f", "A")
    result = sn.simulate(m, 7.0, formulation=formulation, tolerance=1e-11)
    t = result.time
    expected = np.where(t < np.pi, 2 * np.sin(t), np.where(t < 1.5 * np.pi, 0.0, 2 * np.sin(t) + 2))
    assert np.abs(result["A.speed"].values - expected).max() < 1e-9
    assert result.events.times("f", "rests") == pytest.approx([np.pi], abs=1e-9)
    assert result.events.times("f", "parts") == pytest.approx([1.5 * np.pi], abs=1e-9)


# ---------------------------------------------------------------- contacts
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_ball_bounces_on_the_ground_by_contact(formulation):
    e, R = 0.5, 0.1
    m = sn.Mechanism("ball", gravity=(0, -G))
    m.body("ball", mass=1.0, inertia=0.01)
    m.sphere_contact("c", "ball", radius=R, restitution=e)
    result = sn.simulate(m, 1.3, formulation=formulation, initial={"ball.y": 1.0 + R}, tolerance=1e-12)
    first = np.sqrt(2 / G)
    found = result.events.times("c", "impact")[:4]
    assert found == pytest.approx(first * (1 + 2 * np.array([0, 0.5, 0.75, 0.875])), abs=1e-12)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_bar_strikes_a_block(formulation):
    """E3: the tip of a hinged bar (2 kg, 0.8 m, 3 rad/s) strikes a free block of 0.5 kg, e = 0.4."""
    L = 0.8
    m = sn.Mechanism("strike", gravity=(0, 0))
    m.add_points(A=(0, 0), B=(0, L), C=(0.2, L))
    m.bar("bar", "A", "B", mass=2.0)
    m.revolute("A", "ground", "bar")
    m.body("block", mass=0.5, inertia=1.0)
    m.prismatic("P", "ground", "block", axis="x", at="B")
    m.point_contact("hit", "B", "bar", against="block", plane_point="B", normal="-x", restitution=0.4)
    start = {"A.angle": "1 deg", "A.speed": -3.0, "P.displacement": 0.0}
    result = sn.simulate(m, 0.02, formulation=formulation, initial=start, tolerance=1e-12)
    impact = result.events.named("hit", "impact")[0]
    assert float(result["A.speed"][-1]) == pytest.approx(-1.2, abs=1e-9)
    assert float(result["P.speed"][-1]) == pytest.approx(1.92, abs=1e-9)
    assert impact.loss == pytest.approx(0.6912, abs=1e-9)


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("exponent", [1.0, 1.5, 2.0])
@pytest.mark.parametrize(("speed", "rebound"), [(1.0, 0.5), (0.5, 0.673402164724), (2.0, 0.318099774966)])
def test_hunt_and_crossley_rebounds_with_the_restitution_asked_for(formulation, exponent, speed, rebound):
    """E13: e = 0.5 at 1 m/s, and the exact values at half and twice the speed, for every exponent."""
    m = sn.Mechanism("ball", gravity=(0, 0))
    m.body("ball", mass=1.3, inertia=0.01)
    m.sphere_contact(
        "c", "ball", radius=0.1, normal="y", restitution=0.5, at_speed=1.0, stiffness=1e5, exponent=exponent
    )
    start = {"ball.y": 0.101, "ball.vy": -speed}
    result = sn.simulate(m, 0.2, formulation=formulation, initial=start, tolerance=1e-11)
    assert float(result.velocity("ball")[-1, 1]) / speed == pytest.approx(rebound, abs=1e-9)
    assert result.events.times("c", "touches").size == 1
