"""Events that compiled code handles inside the loop, against the same events handled by Python."""

from __future__ import annotations

import math

import numpy as np
import pytest

import snodo as sn
from snodo.switching import compiled_modes
from snodo.switching.compiled_modes import CompiledModes
from snodo.switching.events import Modes

G = 9.81
ALL = ("planar", "tree", "spatial")
ROWS = ("planar", "spatial")


def ball() -> sn.Mechanism:
    m = sn.Mechanism("ball", gravity=(0, -G))
    m.body("ball", mass=1.5, inertia=1.0)
    m.prismatic("P", "ground", "ball", axis="y", at=(0, 0))
    return m


def bouncing():
    m = ball()
    m.limit("P", lower=0.0, restitution=0.8)
    return m, 3.0, {"P.displacement": 1.0}, ALL, 0


def dropped():
    """It lands without a rebound, is pulled up again and dropped: rests, parts, and no impact with restitution."""
    m = ball()
    m.limit("P", lower=0.0, restitution=0.0)
    m.joint_force("pull", "30 * sin(3*t)", joint="P")
    return m, 8.0, {"P.displacement": 0.2}, ALL, 0


def pendulum():
    m = sn.Mechanism("pendulum", gravity=(0, -G))
    m.add_points(A=(0, 0), B=(0, -1.0), C=(0.5, -1.2))
    m.bar("arm", "A", "B", mass=1.0)
    m.bar("hand", "B", "C", mass=0.4)
    m.revolute("A", "ground", "arm")
    m.revolute("B", "arm", "hand")
    m.limit("A", lower=0.0, restitution=0.6)
    return m, 3.0, {"A.angle": 1.2}, ALL, 0


def belt():
    m = sn.Mechanism("belt", gravity=(0, -G))
    m.body("belt", mass=1.0, inertia=1.0)
    m.prismatic("B", "ground", "belt", axis="x", at=(0, 0))
    m.driver("motor", joint="B", speed=0.1)
    m.body("block", mass=1.0, inertia=1.0)
    m.prismatic("C", "belt", "block", axis="x", at=(0, 0))
    m.spring("s", "ground", "block", start=(-10, 0), end=(0, 0), stiffness=100.0, length=10.0)
    m.friction("f", "C", coulomb=0.25 * G, static=0.4 * G)
    return m, 10.0, {"C.speed": 0.0}, ALL, 0


def shaken():
    """Friction that reverses without sticking, and that holds for a while."""
    m = ball()
    m.friction("f", "P", coulomb=6.0, static=8.0)
    m.joint_force("push", "14.715 + 12 * sin(5*t) + 5 * sin(17*t)", joint="P")
    return m, 6.0, {"P.speed": 0.5}, ALL, 0


def clutch():
    m = sn.Mechanism("shafts", gravity=(0, 0))
    for name, joint, inertia in (("one", "A", 0.4), ("two", "B", 0.25)):
        m.body(name, mass=1.0, inertia=inertia)
        m.revolute(joint, "ground", name, at=(0, 0))
    m.torque("load", "60*sin(4*t)", body="one")
    m.clutch("c", "A", "B", capacity="12 N m", static="15 N m")
    return m, 6.0, {"A.speed": 15.0, "B.speed": 2.0}, ALL, 0


def torn_loose():
    """A block that sticks to a slide is torn loose where the slide strikes; at last it rests, which Python finds."""
    m = sn.Mechanism("slide", gravity=(0, 0))
    for name, mass in (("slide", 2.0), ("block", 0.5)):
        m.body(name, mass=mass, inertia=1.0)
    m.prismatic("S", "ground", "slide", axis="x", at=(0, 0))
    m.prismatic("B", "slide", "block", axis="x", at=(0, 0))
    m.friction("f", "B", coulomb=3.0, static=4.0)
    m.limit("S", lower=0.0, restitution=0.5)
    m.joint_force("push", -4.0, joint="S")
    return m, 1.1, {"S.displacement": 0.3, "S.speed": -1.0}, ALL, 1


def crank():
    """Friction that follows reactions reverses in the extreme positions of its joints."""
    m = sn.Mechanism("slider crank", gravity=(0, -G))
    x, y = 0.1 * math.cos(0.3), 0.1 * math.sin(0.3)
    B = (x + math.sqrt(0.09 - y * y), 0.0)
    m.add_points(O=(0, 0), A=(x, y), B=B)
    m.bar("crank", "O", "A", mass=5.0)
    m.bar("rod", "A", "B", mass=0.8)
    m.body("slider", mass=0.6, inertia=1e-3, com=B)
    m.revolute("O", "ground", "crank")
    m.revolute("A", "crank", "rod")
    m.revolute("B", "rod", "slider")
    m.prismatic("S", "ground", "slider", axis="x", at="B")
    for joint in "OAB":
        m.friction(f"f{joint}", joint, mu=0.1, radius=0.02)
    m.friction("fS", "S", mu=0.1)
    return m, 0.6, {"O.speed": 60.0}, ROWS, 0


def compliant():
    m = ball()
    m.limit("P", lower=0.0, stiffness=2e4, damping=20.0)
    return m, 2.0, {"P.displacement": 0.5}, ALL, 0


def recorded():
    """Nothing but a record beside the impacts."""
    m = ball()
    m.limit("P", lower=0.0, restitution=0.8)
    m.event("half", when="P.displacement falls to 0.1 m", do="record")
    return m, 2.5, {"P.displacement": 1.0}, ALL, 0


CASES = (bouncing, dropped, pendulum, belt, shaken, clutch, torn_loose, crank, compliant, recorded)


def run(case, formulation, tolerance=1e-10):
    m, until, start, _, _ = case()
    return sn.simulate(
        m, until, formulation=formulation, initial=start, tolerance=tolerance, error_bars=False, output=until / 50
    )


def by_python(monkeypatch, case, formulation):
    with monkeypatch.context() as patch:
        patch.setattr(CompiledModes, "connect", lambda self, work: None)
        return run(case, formulation)


def counted(monkeypatch) -> list[float]:
    """Filled with the times of events that Python handles."""
    found: list[float] = []
    act = Modes.act

    def noted(self, work):
        found.append(float(work.clock[0]))
        return act(self, work)

    monkeypatch.setattr(Modes, "act", noted)
    return found


@pytest.mark.parametrize("formulation", ALL)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
def test_compiled_events_are_those_of_python(monkeypatch, case, formulation):
    """The same words; times and numbers differ by what the tolerance of the steps leaves open."""
    _, until, _, suits, left = case()
    if formulation not in suits:
        pytest.skip("not in this formulation")
    expected = by_python(monkeypatch, case, formulation)
    called = counted(monkeypatch)
    result = run(case, formulation)
    assert len(called) == left + 1  # Python does the first: until then rows that are off are not evaluated in steps
    assert len(expected.events) > 2
    assert [(x.name, x.what) for x in result.events] == [(x.name, x.what) for x in expected.events]
    for word in ("time", "before", "after", "impulse", "loss"):
        found, wanted = ([getattr(x, word) for x in r.events] for r in (result, expected))
        np.testing.assert_allclose(found, wanted, rtol=1e-6, atol=2e-8 * until, err_msg=word)
    for name in ("multiplier", "acceleration"):
        wide = np.abs(expected.found[name]).max()
        assert np.abs(result.found[name] - expected.found[name]).max() <= 1e-5 * wide
    assert np.abs(result.works[-1] - expected.works[-1]).max() < 1e-6 * (1.0 + np.abs(expected.works).max())


@pytest.mark.parametrize("case", [bouncing, belt, crank], ids=lambda case: case.__name__)
def test_two_runs_give_the_same_bits(case):
    first, second = run(case, "planar"), run(case, "planar")
    assert list(first.events) == list(second.events)
    assert np.array_equal(first.found["acceleration"], second.found["acceleration"])


def test_full_tables_are_read_and_the_run_goes_on(monkeypatch):
    expected = run(belt, "planar")
    monkeypatch.setattr(compiled_modes, "MOST", 4)
    called = counted(monkeypatch)
    result = run(belt, "planar")
    assert 0 < len(called) < len(expected.events)
    assert [(x.name, x.what) for x in result.events] == [(x.name, x.what) for x in expected.events]
    times = [[x.time for x in r.events] for r in (result, expected)]
    np.testing.assert_allclose(*times, rtol=1e-9)


def test_several_stops_at_once_are_left_to_python(monkeypatch):
    """Two balls on the same drop strike at the same instant."""
    m = sn.Mechanism("two", gravity=(0, -G))
    for name in ("one", "two"):
        m.body(name, mass=1.0, inertia=1.0)
        m.prismatic(f"P{name}", "ground", name, axis="y", at=(0, 0))
        m.limit(f"P{name}", lower=0.0, restitution=0.5)
    called = counted(monkeypatch)
    start = {"Pone.displacement": 1.0, "Ptwo.displacement": 1.0}
    result = sn.simulate(m, 1.0, formulation="tree", initial=start, tolerance=1e-10, error_bars=False)
    assert len(called) == 2
    assert len(result.events.times(what="impact")) == 4


def test_a_simulator_goes_back_to_a_state_before_compiled_events():
    m, _, start, _, _ = belt()
    sim = sn.Simulator(m, outputs=["C.speed"])
    sim.reset(initial=start)
    for _ in range(30):
        sim.step(0.01)
    state = sim.state
    first = [tuple(np.atleast_1d(sim.step(0.01)).tolist()) for _ in range(120)]
    sim.restore(state)
    second = [tuple(np.atleast_1d(sim.step(0.01)).tolist()) for _ in range(120)]
    assert first == second
