"""What a verdict says of events and friction, and which analyses work with them or refuse them in words."""

from __future__ import annotations

import numpy as np
import pytest

import snodo as sn
from snodo.switching.report import MOST_AT_ONCE, Log

G = 9.81


def ball() -> sn.Mechanism:
    m = sn.Mechanism("ball", gravity=(0, -G))
    m.body("block", mass=1.0, inertia=1.0)
    m.prismatic("P", "ground", "block", axis="y", at=(0, 0))
    m.limit("P", lower=0.0, restitution=0.5)
    return m


def rotor(c: float) -> sn.Mechanism:
    """An unbalanced rotor with ρ = c."""
    m = sn.Mechanism("rotor", gravity=(0, 0))
    m.body("rotor", mass=4.0, inertia=0.01, com=(0.05, 0))
    m.revolute("O", "ground", "rotor", at=(0, 0))
    m.friction("f", "O", mu=c * 0.1 / 0.06, radius=0.06)
    return m


def test_friction_that_nearly_feeds_on_itself_is_not_good():
    start = {"O.speed": 5.0}
    assert sn.simulate(rotor(0.5), 0.1, initial=start).quality().verdict == "good"
    quality = sn.simulate(rotor(0.95), 0.1, initial=start).quality()
    assert quality.verdict == "fair"
    assert "friction of f feeds on itself: ρ = 0.95 at" in str(quality)


def test_bouncing_that_is_left_out_is_told():
    result = sn.simulate(ball(), 2.0, initial={"P.displacement": 1.0})
    words = str(result.quality())
    assert "P.lower rests from 1.35457 s; at most" in words
    left = float(words.split("at most ")[1].split(" s")[0])
    rests = float(result.events.times("P.lower", "rests")[0])
    missing = 1.35457092295719 - rests
    assert 0.0 < missing <= left < 1e-5


def test_losses_and_heat_are_columns_that_add_up():
    m = ball()
    m.friction("f", "P", coulomb=0.5)
    result = sn.simulate(m, 2.0, initial={"P.displacement": 1.0})
    energy = result["energy.total"].values
    spent = float(result["impacts.work"][-1] + result["f.work"][-1])
    assert energy[-1] - energy[0] == pytest.approx(spent, abs=1e-8)
    assert -float(result["impacts.work"][-1]) == pytest.approx(sum(x.loss for x in result.events), rel=1e-9)
    assert float(np.abs(result["energy.balance"].values).max()) < 1e-8


def test_utilisation_says_how_near_friction_is_to_slipping():
    m = sn.Mechanism("block", gravity=(0, -G))
    m.body("block", mass=2.0, inertia=1.0)
    m.prismatic("P", "ground", "block", axis="x", at=(0, 0))
    m.joint_force("F", "5*t", joint="P")
    m.friction("f", "P", coulomb=3.924, static=5.886)
    result = sn.simulate(m, 2.0)
    sticks = result.time < 5.886 / 5
    used = result["f.utilisation"].values
    assert used[sticks] == pytest.approx(5 * result.time[sticks] / 5.886, abs=1e-9)
    assert (used[~sticks] == 1.0).all()
    assert np.abs(result["f.force"].values[sticks] + 5 * result.time[sticks]).max() < 1e-9


def test_events_that_cycle_are_an_error_with_their_names():
    log = Log()
    for _ in range(MOST_AT_ONCE + 1):
        assert log.cycles(2.0) is None
        log.note(2.0, "f", "slips")
        log.note(2.0, "f", "sticks")
    problem = log.cycles(2.0 + 1e-15)
    assert problem is not None
    assert "without any time between them: f slips, f sticks" in problem.what
    assert log.cycles(2.1) is None


def door() -> sn.Mechanism:
    m = sn.Mechanism("door", gravity=(0, -G))
    m.add_points(H=(0, 0), E=(0.9, 0))
    m.bar("door", "H", "E", mass=20)
    m.revolute("H", "ground", "door")
    return m


def switching(kind: str) -> sn.Mechanism:
    m = door()
    if kind == "stop":
        m.limit("H", lower=-0.5, upper=0.5, restitution=0.3)
    elif kind == "dry":
        m.friction("f", "H", coulomb=3.0)
    elif kind == "brake":
        m.clutch("c", "H", capacity=5.0)
    elif kind == "latch":
        m.fixed("latch", "ground", "door", at="H", closed=False)
        m.event("e", when="H.angle falls to -0.3 rad", do="close latch")
    elif kind == "event":
        m.event("e", when="H.angle falls to -0.3 rad", do="record")
    elif kind == "contact":
        m.point_contact("p", "E", "door", plane_point=(0.9, -0.4), restitution=0.5)
    return m


KINDS = ("stop", "dry", "brake", "latch", "event", "contact")


@pytest.mark.parametrize("kind", KINDS)
def test_implicit_integrators_reduced_methods_and_checkpoints_are_refused(kind, tmp_path):
    m = switching(kind)
    with pytest.raises(sn.UnsupportedError, match="cannot locate events"):
        sn.simulate(m, 0.3, integrator=sn.Radau())
    with pytest.raises(sn.UnsupportedError, match="cannot switch rows"):
        sn.simulate(m, 0.3, method="embedding")
    with pytest.raises(sn.UnsupportedError, match="checkpoints are not possible"):
        sn.simulate(m, 0.3, checkpoint=tmp_path / "run")


@pytest.mark.parametrize("kind", KINDS)
def test_a_run_in_two_halves_is_the_same_run(kind):
    """Also where an event has closed a latch in the first half."""
    m = switching(kind)
    whole = sn.simulate(m, 1.0, tolerance=1e-11)
    half = sn.simulate(m, 0.5, tolerance=1e-11)
    rest = sn.simulate(m, 0.5, tolerance=1e-11, start=half.state())
    assert float(rest.time[-1]) == pytest.approx(1.0)
    assert float(rest["H.angle"][-1]) == pytest.approx(float(whole["H.angle"][-1]), abs=1e-10)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("formulation", ["planar", "tree"])
def test_the_members_of_a_batch_are_single_runs(kind, formulation):
    m = switching(kind)
    batch = sn.simulate(m, 0.5, formulation=formulation, initial={"H.speed": [0.1, 0.2]})
    for k, speed in enumerate((0.1, 0.2)):
        single = sn.simulate(m, 0.5, formulation=formulation, initial={"H.speed": speed})
        assert (batch[k]["H.angle"].values == single["H.angle"].values).all()


@pytest.mark.parametrize("kind", ["dry", "brake"])
def test_equilibria_ask_what_is_to_become_of_what_sticks(kind):
    m = switching(kind)
    with pytest.raises(sn.UnsupportedError, match="there is no single equilibrium"):
        sn.equilibrium(m)


def test_an_equilibrium_beyond_a_stop_is_refused():
    with pytest.raises(sn.UnsupportedError, match=r"lies beyond the stop 'H\.lower', by 1\.071 rad"):
        sn.equilibrium(switching("stop"))


@pytest.mark.parametrize("kind", KINDS)
def test_reports_and_pictures_work(kind, tmp_path):
    result = sn.simulate(switching(kind), 0.3)
    sn.report(result, tmp_path / "report.html")
    for name in result.names():
        assert np.isfinite(np.asarray(result[name].values, float)).any() or result[name].size == 0
