"""What must hold of every run with events: repeatable to the bit, alike in all formulations, energy that adds up."""

from __future__ import annotations

import math

import numpy as np
import pytest

import snodo as sn
from snodo.formulations.bind import bind

FORMULATIONS = ("planar", "tree", "spatial")
G = 9.81


def four_bar(dimension: int = 2) -> sn.Mechanism:
    """A four-bar that swings under gravity."""
    z = (0.0,) * (dimension - 2)
    m = sn.Mechanism("four-bar", gravity=(0, -G, *z), dimension=dimension)
    m.add_points(A=(0, 0, *z), B=(0, 0.2, *z), C=(0.5, 0.35, *z), D=(0.4, 0, *z))
    axis = {} if dimension == 2 else {"axis": "z"}
    for name, (start, end), mass in (("ab", "AB", 1.0), ("bc", "BC", 1.5), ("cd", "DC", 1.2)):
        m.bar(name, start, end, mass=mass)
    for name, pair in (("A", ("ground", "ab")), ("B", ("ab", "bc")), ("C", ("bc", "cd")), ("D", ("ground", "cd"))):
        m.revolute(name, *pair, **axis)
    return m


def rattling(dimension: int = 2) -> sn.Mechanism:
    """The same with two stops and dry friction."""
    m = four_bar(dimension)
    m.limit("A", lower=-0.4, upper=0.5, restitution=0.5)
    m.friction("f", "D", coulomb=0.5)
    return m


START = {"A.speed": 2.0}


def moving(result: sn.Result) -> np.ndarray:
    return result.states[:, : result.formulation.nq + result.formulation.nv]


# ---------------------------------------------------------------- the same bits
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_two_runs_give_the_same_bits(formulation):
    one, two = (sn.simulate(rattling(), 1.5, formulation=formulation, initial=START) for _ in range(2))
    assert (one.states == two.states).all()
    assert list(one.events) == list(two.events)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_second_run_of_one_formulation_starts_as_the_first_did(formulation):
    """Modes, captured positions and numbers that events set are put back."""
    m = rattling()
    m.torque("T", 0.3, joint="A")
    m.event("off", when="t = 0.4 s", do="set T.torque to 0 N m")
    m.fixed("latch", "ground", "cd", at="D", closed=False)
    m.event("caught", when="t = 0.9 s", do="close latch")
    F = bind(m, formulation)
    one, two = (sn.simulate(F, 1.2, initial=START) for _ in range(2))
    assert (one.states == two.states).all()
    assert one.quality().accuracy.motion < 1e-6  # reactions of the welded mechanism are not unique


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_recording_changes_no_bit_of_a_run_with_other_events(formulation):
    plain, watched = rattling(), rattling()
    watched.event("top", when="B.angle passes -0.2 rad", do="record")
    watched.event("fast", when="D.speed is above 1 rad/s and A.angle is above 0.1 rad", do="record")
    one, two = (sn.simulate(m, 1.5, formulation=formulation, initial=START) for m in (plain, watched))
    assert (moving(one) == moving(two)).all()
    assert two.events.times("top").size > 0
    assert two.events.times("fast").size > 0
    kept = [row for row in two.events if row.what != "recorded"]
    assert kept == list(one.events)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_recorded_conditions_joined_by_and_all_hold(formulation):
    """x = t²/2, v = t: each event at the last time at which one of its conditions becomes true."""
    m = sn.Mechanism("slider", gravity=(0, 0))
    m.body("block", mass=1.0, inertia=1.0)
    m.prismatic("P", "ground", "block", axis="x", at=(0, 0))
    m.joint_force("F", 1.0, joint="P")
    m.event("never", when="P.displacement rises to 0.5 m and P.speed is above 2 m/s", do="record")
    m.event("then", when="P.displacement rises to 0.5 m and P.speed is above 0.9 m/s", do="record")
    m.event("late", when="P.displacement is above 0.5 m and P.speed is above 2 m/s", do="record")
    m.event("start", when="P.displacement is above -1 m and P.speed is below 0.1 m/s", do="record")
    m.event("not_start", when="P.displacement is above -1 m and P.speed is above 0.1 m/s", do="record")
    m.event("timed", when="t = 1.5 s and P.speed is above 1.4 m/s", do="record")
    m.event("untimed", when="t = 1.5 s and P.speed is above 1.6 m/s", do="record")
    m.event("end", when="P.displacement is above 2.2 m and P.speed is above 0.5 m/s", do="stop")
    events = sn.simulate(m, 5.0, formulation=formulation, tolerance=1e-10).events
    expected = {"then": 1.0, "late": 2.0, "start": 0.0, "not_start": 0.1, "timed": 1.5, "end": math.sqrt(4.4)}
    assert {row.name for row in events} == set(expected)
    for name, time in expected.items():
        assert events.times(name) == pytest.approx([time], abs=1e-9)


# ---------------------------------------------------------------- instants
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_events_at_the_start_and_at_the_end_happen(formulation):
    m = sn.Mechanism("slider", gravity=(0, 0))
    m.body("block", mass=1.0, inertia=1.0)
    m.prismatic("P", "ground", "block", axis="x", at=(0, 0))
    m.joint_force("F", 2.0, joint="P")
    m.event("first", when="t = 0 s", do="set F.force to -1 N")
    m.event("middle", when="t = 1 s", do="set F.force to 4 N")
    m.event("same", when="t = 1 s", do="record")
    m.event("last", when="t = 2 s", do="set F.force to 7 N")
    result = sn.simulate(m, 2.0, formulation=formulation, tolerance=1e-10)
    assert float(result["P.displacement"][-1]) == pytest.approx(-0.5 - 1.0 + 2.0, abs=1e-12)
    for name, time in (("first", 0.0), ("middle", 1.0), ("same", 1.0), ("last", 2.0)):
        assert result.events.times(name) == pytest.approx([time], abs=1e-12)


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize(("x", "v"), [(0.0, -1.0), (0.0, 0.0), (0.0, 1.0), (-1e-9, -1.0), (-1e-9, 0.0)])
def test_a_start_at_a_stop(formulation, x, v):
    m = ball()
    result = sn.simulate(m, 0.3, formulation=formulation, initial={"P.displacement": x, "P.speed": v})
    assert float(result["P.displacement"].min()) > -2e-9
    if v < 0:
        assert result.events[0].what == "impact"
        assert result.events[0].after == pytest.approx(-0.5 * v)
    if v == 0:
        assert [row.what for row in result.events] == ["rests"]
        assert float(result["P.lower.force"][-1]) == pytest.approx(G, rel=1e-12)
    assert result.quality().verdict == "good"


def test_a_start_beyond_a_stop_is_refused():
    with pytest.raises(sn.RunError, match=r"starts beyond the stop 'P\.lower', by 0\.1 m"):
        sn.simulate(ball(), 0.3, initial={"P.displacement": -0.1})


def ball() -> sn.Mechanism:
    m = sn.Mechanism("ball", gravity=(0, -G))
    m.body("block", mass=1.0, inertia=1.0)
    m.prismatic("P", "ground", "block", axis="y", at=(0, 0))
    m.limit("P", lower=0.0, restitution=0.5)
    return m


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_stops_that_are_hit_at_the_same_instant(formulation):
    m = sn.Mechanism("two", gravity=(0, -G))
    for k in "AB":
        m.body(f"body{k}", mass=1.0, inertia=1.0)
        m.prismatic(k, "ground", f"body{k}", axis="y", at=(0, 0))
        m.limit(k, lower=0.0, restitution=0.5)
    start = {"A.displacement": 1.0, "B.displacement": 1.0}
    result = sn.simulate(m, 1.3, formulation=formulation, initial=start, tolerance=1e-11)
    expected = math.sqrt(2 / G) * np.array([1, 2, 2.5, 2.75])
    for k in "AB":
        assert result.events.times(f"{k}.lower", "impact")[:4] == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_something_falls_on_what_rests(formulation):
    """The lower block rests on a dead stop; the upper one presses it down and then rests on it."""
    m = sn.Mechanism("stack", gravity=(0, -G))
    m.body("low", mass=1.0, inertia=1.0)
    m.body("high", mass=2.0, inertia=1.0)
    m.prismatic("P", "ground", "low", axis="y", at=(0, 0))
    m.prismatic("Q", "low", "high", axis="y", at=(0, 0))
    m.limit("P", lower=0.0, act=True)
    m.limit("Q", lower=0.0, restitution=0.5)
    result = sn.simulate(m, 2.0, formulation=formulation, initial={"Q.displacement": 1.0}, tolerance=1e-10)
    assert result.events.times("Q.lower", "impact")[0] == pytest.approx(math.sqrt(2 / G), abs=1e-12)
    assert float(result["P.lower.force"][-1]) == pytest.approx(3 * G, rel=1e-12)
    assert float(result["Q.lower.force"][-1]) == pytest.approx(2 * G, rel=1e-12)
    assert float(result["P.displacement"].min()) > -1e-12
    assert result.quality().verdict == "good"


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_clutch_that_closes_at_equal_speeds_sticks_at_once(formulation):
    m = sn.Mechanism("shafts", gravity=(0, 0))
    for name, joint, inertia in (("one", "A", 0.4), ("two", "B", 0.25)):
        m.body(name, mass=1.0, inertia=inertia)
        m.revolute(joint, "ground", name, at=(0, 0))
    m.clutch("c", "A", "B", capacity=12.0, engaged=False)
    m.torque("T", 5.0, joint="A")
    m.event("go", when="t = 1 s", do="close c")
    result = sn.simulate(m, 3.0, formulation=formulation, initial={"A.speed": 0.0, "B.speed": 12.5}, tolerance=1e-11)
    for joint in "AB":
        assert float(result[f"{joint}.speed"][-1]) == pytest.approx(12.5 + 10 / 0.65, abs=1e-9)
    assert result.events.times("c") == pytest.approx([1.0], abs=1e-12)
    assert result.events.times("go").size == 1


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_guard_that_only_comes_near_is_no_event(formulation):
    """x = cos t: it does not reach 1 + 1e-9, and reaches 1 − 1e-9 twice in every period."""
    for bound, impacts in ((1.0 + 1e-6, 0), (1.0 - 1e-6, 1)):
        m = sn.Mechanism("oscillator", gravity=(0, 0))
        m.body("block", mass=1.0, inertia=1.0)
        m.prismatic("P", "ground", "block", axis="x", at=(0, 0))
        m.joint_spring("s", "P", stiffness=1.0, displacement=0.0)
        m.limit("P", upper=bound, restitution=1.0)
        result = sn.simulate(m, 7.0, formulation=formulation, initial={"P.speed": 1.0}, tolerance=1e-11)
        assert result.events.times("P.upper", "impact").size == impacts
        if impacts:
            assert result.events.times("P.upper")[0] == pytest.approx(math.asin(bound), abs=1e-8)


# ---------------------------------------------------------------- modes many times, and both ends
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_ball_between_two_stops_loses_nothing(formulation):
    m = sn.Mechanism("ball", gravity=(0, 0))
    m.body("block", mass=1.0, inertia=1.0)
    m.prismatic("P", "ground", "block", axis="x", at=(0, 0))
    m.limit("P", lower=-1.0, upper=1.0, restitution=1.0)
    result = sn.simulate(m, 40.5, formulation=formulation, initial={"P.speed": 1.0})
    times = np.sort(result.events.times(what="impact"))
    assert times == pytest.approx(1.0 + 2.0 * np.arange(20), abs=1e-12)


def test_a_latch_opens_and_closes_many_times():
    m = sn.Mechanism("arm", gravity=(0, -G))
    m.add_points(A=(0, 0), B=(1, 0))
    m.bar("arm", "A", "B", mass=1.0)
    m.revolute("A", "ground", "arm")
    m.fixed("latch", "ground", "arm", at="A", closed=False)
    for k in range(20):
        m.event(f"close{k}", when=f"t = {0.1 + 0.2 * k} s", do="close latch")
        m.event(f"open{k}", when=f"t = {0.2 + 0.2 * k} s", do="open latch")
    found = [sn.simulate(m, 5.0, formulation=f, tolerance=1e-10) for f in FORMULATIONS]
    angles = [float(result["A.angle"][-1]) for result in found]
    assert np.ptp(angles) < 1e-8
    for result in found:
        assert result.events.times("latch", "closes").size == 20
        assert result.quality().verdict == "good"
        held = (result.time > 0.1) & (result.time < 0.2)
        assert np.ptp(result["A.angle"].values[held]) < 1e-12


# ---------------------------------------------------------------- loops, redundant rows, drivers
@pytest.mark.parametrize("joint", ["A", "B", "C", "D"])
def test_stops_and_friction_of_any_joint_of_a_loop(joint):
    """Also of the one at which the tree is cut: the formulations agree in the times of all events."""
    m = four_bar()
    m.limit(joint, lower=-0.4, upper=0.5, restitution=0.5)
    m.friction("f", joint, coulomb=0.2)
    runs = [sn.simulate(m, 1.5, formulation=f, initial=START, tolerance=1e-11) for f in FORMULATIONS]
    names = [[(row.name, row.what) for row in run.events] for run in runs]
    assert names[0]
    assert names[0] == names[1] == names[2]
    times = np.array([run.events.times() for run in runs])
    assert np.ptp(times, axis=0).max() < 1e-7
    assert all(run.quality().verdict == "good" for run in runs)
    angle = runs[0][f"{joint}.angle"].values
    assert angle.min() > -0.4 - 1e-9
    assert angle.max() < 0.5 + 1e-9


def test_a_plane_four_bar_in_space_has_redundant_rows_and_the_same_events():
    plane = sn.simulate(rattling(), 1.5, initial=START, tolerance=1e-11)
    space = sn.simulate(rattling(3), 1.5, initial=START, tolerance=1e-11)
    assert space.formulation.name == "tree"
    assert [(x.name, x.what) for x in plane.events] == [(x.name, x.what) for x in space.events]
    assert np.abs(plane.events.times() - space.events.times()).max() < 1e-9
    force = [run["A.upper.force"].values.max() for run in (plane, space)]
    assert force[0] == pytest.approx(force[1], rel=1e-6)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_driver_pays_for_friction(formulation):
    """Work of the driver = energy + heat; and the torque jumps where friction changes its direction."""
    m = four_bar()
    m.friction("f", "D", coulomb=0.7)
    m.driver("d", joint="A", speed=3.0)
    result = sn.simulate(m, 2.0, formulation=formulation, tolerance=1e-10)
    assert result.quality().verdict == "good"
    assert result.events.times("f", "slips").size == 2
    rubbed = np.trapezoid(np.abs(result["D.speed"].values), result.time) * 0.7
    assert -float(result["f.work"][-1]) == pytest.approx(rubbed, rel=1e-4)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_stop_against_a_driver_is_an_error(formulation):
    m = four_bar()
    m.limit("D", lower=-0.1, upper=0.1, act=True)
    m.driver("d", joint="A", speed=3.0)
    with pytest.raises(sn.RunError, match=r"stop 'D\.upper' is reached, but the joints and drivers impose the motion"):
        sn.simulate(m, 2.0, formulation=formulation)


# ---------------------------------------------------------------- integrators
def test_fixed_steps_locate_events_too():
    t = math.sqrt(2 / G)
    result = sn.simulate(ball(), 1.2, initial={"P.displacement": 1.0}, integrator=sn.RK4(step=0.01))
    assert result.events.times("P.lower", "impact")[:3] == pytest.approx(t * np.array([1, 2, 2.5]), abs=1e-12)
    m = rattling()
    exact = sn.simulate(m, 1.0, initial=START, tolerance=1e-11).events.times(what="impact")
    errors = []
    for h in (0.01, 0.005):
        found = sn.simulate(m, 1.0, initial=START, integrator=sn.RK4(step=h)).events.times(what="impact")
        errors.append(np.abs(found[:3] - exact[:3]).max())
    assert errors[0] < 1e-6
    assert errors[1] < errors[0] / 8


@pytest.mark.parametrize("integrator", [sn.DOP853, sn.DormandPrince, sn.BogackiShampine])
def test_loose_tolerances_find_the_same_events(integrator):
    m = rattling()
    exact = sn.simulate(m, 1.0, initial=START, tolerance=1e-11).events
    found = sn.simulate(m, 1.0, initial=START, integrator=integrator(rtol=1e-3))
    assert [(x.name, x.what) for x in found.events] == [(x.name, x.what) for x in exact]
    assert np.abs(found.events.times() - exact.times()).max() < 5e-3
    assert float(found["A.angle"].max()) < 0.5 + 1e-9


# ---------------------------------------------------------------- random chains
@pytest.mark.parametrize("seed", range(6))
def test_random_chains_with_stops_and_friction(seed):
    """Energy + works + impacts adds up, no stop is passed, and formulations agree in the times of the first events."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 4))
    m = sn.Mechanism("chain", gravity=(0, -G))
    points = [(0.0, 0.0)]
    for _ in range(n):
        turn, length = rng.uniform(-1, 1), rng.uniform(0.3, 1.0)
        points.append((points[-1][0] + math.cos(turn) * length, points[-1][1] + math.sin(turn) * length))
    for k, point in enumerate(points):
        m.add_points(**{f"P{k}": point})
    for k in range(n):
        m.bar(f"b{k}", f"P{k}", f"P{k + 1}", mass=rng.uniform(0.2, 3.0))
        m.revolute(f"P{k}", "ground" if k == 0 else f"b{k - 1}", f"b{k}")
        m.limit(f"P{k}", lower=-rng.uniform(0.3, 1.5), upper=rng.uniform(0.3, 1.5), restitution=rng.uniform(0, 0.8))
        if rng.random() < 0.7:
            coulomb = rng.uniform(0.1, 1.0)
            m.friction(f"f{k}", f"P{k}", coulomb=coulomb, static=coulomb * rng.uniform(1.0, 1.5))
    runs = [sn.simulate(m, 1.0, formulation=f, tolerance=1e-11) for f in FORMULATIONS]
    first = [run.events[:6] for run in runs]
    assert first[0]
    for other in first[1:]:
        assert sorted((x.name, x.what) for x in other) == sorted((x.name, x.what) for x in first[0])
        assert np.abs(other.times() - first[0].times()).max() < 1e-7
    for run in runs:
        assert float(np.abs(run["energy.balance"].values).max()) < 1e-7 * float(run["energy.kinetic"].max() + 1.0)
        for k in range(n):
            limits, angle = m.limits[f"P{k}"], run[f"P{k}.angle"].values
            assert angle.min() > limits.lower - 1e-8
            assert angle.max() < limits.upper + 1e-8


@pytest.mark.parametrize("formulation", [sn.Tree, sn.Spatial])
def test_a_run_may_begin_with_the_formulation_of_another_result(formulation: type[sn.Formulation]) -> None:
    """It has the rows of contacts in their last mode: what touches then must not be held in the new start."""
    m = sn.Mechanism("box", dimension=3, gravity=(0.0, 0.0, -9.81))
    m.body("box", mass=1.0, inertia=(0.01, 0.01, 0.01), at=(0.0, 0.0, 0.3))
    m.free("base", "ground", "box", at=(0.0, 0.0, 0.3))
    m.sphere_contact("floor", "box", 0.1, restitution=0.0, mu=0.5)
    start = {"base.z": 0.2, "base.vx": 0.3}
    choice = {"initial": start, "progress": False, "error_bars": False}
    first = sn.simulate(formulation(m), 0.6, **choice)
    second = sn.simulate(first.formulation, 0.6, **choice)
    assert str(first.events) == str(second.events)
    assert np.array_equal(first["base.x"].values, second["base.x"].values)
