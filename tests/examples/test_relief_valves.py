"""Cylinders with relief valves, and events that wait for forces, against closed forms and an integration by hand."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import snodo as sn

FORMULATIONS = ("planar", "tree", "spatial")
G = 9.81
EXAMPLES = Path(__file__).parents[2] / "examples"
LOAD, RELIEF = 20.0, 60.0


def boom(**ram) -> sn.Mechanism:
    """A boom on a hinge, held by a cylinder, with a torque that grows."""
    m = sn.Mechanism("boom", gravity=(0, -G))
    m.add_points(A=(0, 0), B=(1, 0.2), P=(0.4, -0.5), Q=(0.6, 0.1))
    m.bar("boom", "A", "B", mass=5.0)
    m.revolute("A", "ground", "boom")
    m.linear_actuator("ram", "ground", "boom", start="P", end="Q", **ram)
    m.torque("load", f"-{LOAD}*sin(4*t)", joint="A")
    return m


P, Q, L0 = np.array([0.4, -0.5]), np.array([0.6, 0.1]), float(np.hypot(0.2, 0.6))
ARM = float(np.cross([*Q, 0], [*(Q - P) / L0, 0])[2])


def by_hand(relief: float, given=lambda t: 0.0) -> tuple[float, float, float]:
    """Times of opening and closing and the length at the end, by the equation of the boom about its hinge."""
    J = 5.0 * (1 + 0.04) / 3
    opens = np.arcsin((relief * ARM - 5.0 * G * 0.5) / LOAD) / 4

    def place(phi):
        c, s = np.cos(phi), np.sin(phi)
        q, com = np.array([c * Q[0] - s * Q[1], s * Q[0] + c * Q[1]]), c * 0.5 - s * 0.1
        length = np.linalg.norm(q - P)
        return com, (q[0] * (q - P)[1] - q[1] * (q - P)[0]) / length, length

    def rate(t, y):
        com, arm, _ = place(y[0])
        return [y[1], (relief * arm - 5.0 * G * com - LOAD * np.sin(4 * t)) / J]

    def stands(t, y):
        return y[1] if t > opens + 1e-3 else -1.0

    stands.terminal, stands.direction = True, 1.0
    run = solve_ivp(rate, (opens, 3.0), [0.0, 0.0], method="DOP853", rtol=1e-12, atol=1e-13, events=stands)
    return opens, float(run.t_events[0][0]), place(run.y[0, -1])[2]


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_locked_cylinder_yields_at_its_relief_and_holds_again_where_it_stops(formulation):
    opens, closes, length = by_hand(RELIEF)
    result = sn.simulate(boom(locked=True, relief=RELIEF), 1.6, formulation=formulation, tolerance=1e-11)
    assert result.events.times("ram", "relief opens")[0] == pytest.approx(opens, abs=1e-11)
    assert result.events.times("ram", "relief closes") == pytest.approx([closes], abs=1e-8)
    assert float(result["ram.length"][-1]) == pytest.approx(length, abs=1e-8)
    force = result["ram.force"].values
    assert force.max() == pytest.approx(RELIEF, abs=1e-9)
    yields = (result.time > opens) & (result.time < closes)
    assert np.abs(force[yields] - RELIEF).max() < 1e-12
    # what the valve turned into heat: the relief force times the way
    assert float(result["ram.relief.work"][-1]) == pytest.approx(-RELIEF * (L0 - length), abs=1e-6)
    assert np.abs(result["energy.balance"].values).max() < 1e-7
    wrench = result.wrench("ram", body="boom").values
    assert np.abs(np.linalg.norm(wrench[yields, :2], axis=1) - RELIEF).max() < 1e-9
    assert result["ram.utilisation"].values[yields].min() == 1.0


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_the_same_by_events_on_its_force_and_speed(formulation):
    """A cylinder that pushes with the relief force is held besides: opened where what holds it has no force."""
    m = boom(locked=True, force=RELIEF)
    m.event("opens", when=f"ram.force rises to {RELIEF} N", do="open ram")
    m.event("closes", when="ram.speed rises to -1e-7 m/s", do="close ram")
    result = sn.simulate(m, 1.6, formulation=formulation, tolerance=1e-11)
    opens, closes, length = by_hand(RELIEF)
    assert result.events.times("opens") == pytest.approx([opens], abs=1e-11)
    assert result.events.times("ram", "closes") == pytest.approx([closes], abs=1e-6)
    assert float(result["ram.length"][-1]) == pytest.approx(length, abs=1e-8)
    assert result["ram.force"].values.max() == pytest.approx(RELIEF, abs=1e-9)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_driven_cylinder_yields_and_goes_on_with_its_given_speed(formulation):
    """Pushing and pulling have reliefs of their own; while it is held its speed is the given one."""
    m = boom(length=f"{L0!r} + 0.05*sin(3*t)", relief=(RELIEF, 5.0))
    result = sn.simulate(m, 1.6, formulation=formulation, tolerance=1e-11)
    opens, closes = (result.events.times("ram", f"relief {word}") for word in ("opens", "closes"))
    force, t = result["ram.force"].values, result.time
    held = (t < opens[0]) | ((t > closes[0]) & (t < 1.6))
    slip = result["ram.speed"].values - 0.15 * np.cos(3 * t)
    assert np.abs(slip[held]).max() < 1e-9
    assert force.max() == pytest.approx(RELIEF, abs=1e-9)
    assert np.abs(result["energy.balance"].values).max() < 1e-7
    # until it opens, its force is what inverse dynamics finds
    early = sn.simulate(boom(length=f"{L0!r} + 0.05*sin(3*t)"), float(opens[0]), formulation=formulation)
    assert float(early["ram.force"][-1]) == pytest.approx(RELIEF, abs=1e-6)
    pulled = sn.simulate(boom(length=f"{L0!r} - 0.1*t^2", relief=(300.0, 5.0)), 1.0, formulation=formulation)
    assert pulled["ram.force"].values.min() >= -5.0 - 1e-9


def test_a_relief_valve_can_be_opened_by_an_event_and_closed_again():
    m = boom(locked=True, relief=1000.0)
    m.event("free", when="t = 0.1 s", do="open ram")
    m.event("held", when="t = 0.2 s", do="close ram")
    result = sn.simulate(m, 0.4, tolerance=1e-11)
    free = (result.time > 0.1) & (result.time < 0.2)
    assert np.abs(result["ram.force"].values[free]).max() == 0.0
    # the speed of 0.1 s of free fall is more than the valve can stop at once: it yields first
    assert result["ram.force"].values.max() == pytest.approx(1000.0)
    assert result.events.times("ram", "relief closes").size == 1
    assert float(result["ram.speed"][-1]) == pytest.approx(0.0, abs=1e-12)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_events_wait_for_the_effort_of_a_driver_and_for_forces_at_the_start(formulation):
    """At constant speed the effort of the driver is the moment of the weight, m g x."""
    m = sn.Mechanism("arm", gravity=(0, -G))
    m.add_points(A=(0, 0), B=(1, 0))
    m.bar("arm", "A", "B", mass=4.0)
    m.revolute("A", "ground", "arm")
    m.driver("d", joint="A", speed="2 rad/s")
    m.event("light", when="d.effort falls to 10 N m", do="stop")
    m.event("heavy", when="d.effort is above 15 N m", do="record")
    result = sn.simulate(m, 1.6, formulation=formulation, tolerance=1e-11)
    assert result.events.times("heavy") == pytest.approx([0.0])
    assert result.events.times("light") == pytest.approx([np.arccos(10.0 / (4.0 * G * 0.5)) / 2], abs=1e-11)
    assert result.time[-1] == result.events.times("light")[0]


def test_a_pulse_of_load_on_a_mechanism_at_rest_is_not_missed():
    """Nothing moves until the pulse: steps are long, and the force is what limits them."""
    m = boom(locked=True)
    m.forces["load"].torque = sn.Formula("-30*exp(-((t - 5)/0.02)^2)")
    m.event("pulse", when="ram.force rises to 80 N", do="record")
    m.event("opens", when="ram.force rises to 90 N", do="stop")
    result = sn.simulate(m, 10.0, tolerance=1e-9)
    way = np.sqrt(-np.log((90.0 * ARM - 5.0 * G * 0.5) / 30.0)) * 0.02
    assert result.events.times("opens") == pytest.approx([5.0 - way], abs=1e-9)
    assert result.events.times("pulse")[0] < 5.0 - way


def test_mistakes_with_reliefs_and_forces_of_events_are_named():
    for words, told in (
        ({"relief": RELIEF}, "nothing holds it"),
        ({"relief": RELIEF, "force": 2.0}, "a force and a relief"),
        ({"relief": -1.0, "locked": True}, "relief is -1 N"),
        ({"relief": (1.0, 2.0, 3.0), "locked": True}, "give one positive force, or two"),
    ):
        with pytest.raises(sn.MechanismError, match=told):
            boom(**words).check()
    for ram, when, do, told in (
        ({"relief": RELIEF, "locked": True}, "ram.force rises to 50 N", "record", "bounded by its relief"),
        ({"force": "-3*ram.speed"}, "ram.force rises to 50 N", "record", "a law of its own"),
        ({"force": 3.0}, "ram.force rises to 50 N", "record", "nothing holds this cylinder"),
        ({"locked": True}, "ram.force rises to 50 m", "record", "is a length where a force"),
        ({"relief": (5.0, 6.0), "locked": True}, "t = 1 s", "open ram", "give one relief"),
    ):
        m = boom(**ram)
        m.event("e", when=when, do=do)
        with pytest.raises(sn.MechanismError, match=told):
            m.check()
    with pytest.raises(sn.SnodoError, match="omit its relief"):
        sn.linearize(boom(locked=True, relief=RELIEF))


def test_the_words_of_relief_valves_are_kept_in_files(tmp_path):
    m = boom(locked=True, relief=("60 N", "5 N"))
    sn.save(m, tmp_path / "boom.yaml")
    assert sn.load(tmp_path / "boom.yaml").forces["ram"].relief == (60.0, 5.0)


def test_the_boom_of_the_excavator_yields_at_its_relief_and_comes_to_rest():
    """All else is held: one body about the foot of the boom, whose equation is integrated by hand."""
    m = sn.load(EXAMPLES / "excavator_relief.yaml")
    result = sn.simulate(m, 3.0, progress=False, tolerance=1e-11)
    F = result.formulation
    foot, lug, tip = np.array([0.75, -0.55]), np.array([2.30, 2.15]), np.array([5.50, -0.85])
    weight, moment, J = 0.0, np.zeros(2), 0.0
    for b in m.bodies:
        own = F.geometry.bodies[b].inertia
        com = F.motion.position(f"{b}.com", result.q)[0, :2]
        about = float(np.asarray(own.tensor)[2, 2])
        weight, moment, J = weight + own.mass, moment + own.mass * com, J + about + own.mass * float(com @ com)
    com = moment / weight

    def turned(x, phi):
        return np.array([np.cos(phi) * x[0] - np.sin(phi) * x[1], np.sin(phi) * x[0] + np.cos(phi) * x[1]])

    def cylinder(phi):
        q = turned(lug, phi)
        length = np.linalg.norm(q - foot)
        return length, (q[0] * (q - foot)[1] - q[1] * (q - foot)[0]) / length

    def load(t):
        return 8000.0 * min(t, 1.0) - 16000.0 * max(0.0, min(t - 1.0, 0.5))

    def needed(t, phi):
        return weight * G * turned(com, phi)[0] + load(t) * turned(tip, phi)[0]

    opens = (180e3 * cylinder(0.0)[1] - weight * G * com[0]) / tip[0] / 8000.0
    assert result.events.times("raise", "relief opens") == pytest.approx([opens], abs=1e-9)
    assert opens == pytest.approx(0.664255304, abs=1e-8)

    def rate(t, y):
        return [y[1], (180e3 * cylinder(y[0])[1] - needed(t, y[0])) / J]

    def stands(t, y):
        return y[1]

    stands.terminal, stands.direction = True, 1.0
    first = solve_ivp(rate, (opens, 1.0), [0.0, 0.0], method="DOP853", rtol=1e-12, atol=1e-14)
    then = solve_ivp(rate, (1.0, 3.0), first.y[:, -1], method="DOP853", rtol=1e-12, atol=1e-14, events=stands)
    assert result.events.times("raise", "relief closes") == pytest.approx([then.t_events[0][0]], abs=1e-7)
    length = cylinder(then.y[0, -1])[0]
    assert float(result["raise.length"][-1]) == pytest.approx(length, abs=1e-9)
    assert result["raise.force"].values.max() == pytest.approx(180e3, rel=1e-12)
    assert float(result["raise.force"][-1]) == pytest.approx(
        needed(3.0, then.y[0, -1]) / cylinder(then.y[0, -1])[1], rel=1e-8
    )
    assert float(result["raise.relief.work"][-1]) == pytest.approx(-180e3 * (cylinder(0.0)[0] - length), rel=1e-7)
    assert np.abs(result["energy.balance"].values).max() < 1e-3


def test_the_doctor_says_how_far_a_cylinder_is_held():
    found = sn.doctor(boom(locked=True, relief=("60 N", "5 N"))).switches
    assert "cylinder ram is held with at most 60 N pushing and 5 N pulling, and yields with these forces" in found
