"""Dry friction, clutches and freewheels: words, units, files, scripts, and every mistake with its line and remedy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import snodo as sn
from snodo.mechanism.forces import Clutch, Freewheel, Friction

HEAD = """points: {A: [0, 0], B: [1, 0], C: [2, 0]}
bodies:
  rotor: {disc: 0.1, at: A, mass: 1 kg}
  wheel: {disc: 0.1, at: B, mass: 1 kg}
  gear: {disc: 0.1, at: A, mass: 1 kg}
  cart: {box: [0.1, 0.1, 0.1], at: C, mass: 1 kg}
joints:
  A: {revolute: [ground, rotor]}
  B: {revolute: [ground, wheel]}
  C: {prismatic: [ground, cart], axis: x}
  G: {revolute: [rotor, gear], at: A}
"""
LINE = HEAD.count("\n") + 2
THREE = """forces:
  clutch: {clutch: [A, B], capacity: 12 N m, static: 15 N m, engaged: no}
  brake: {clutch: C, capacity: 2 kN}
  one_way: {freewheel: G, turns: backward}
  rub: {friction: A, coulomb: 0.2 N m, static: 0.3 N m}
events:
  on: {when: t = 1 s, do: close clutch}
"""


@pytest.fixture
def m() -> sn.Mechanism:
    return sn.loads(HEAD + THREE)


def test_files_make_them_in_si_units(m: sn.Mechanism) -> None:
    clutch, brake, one_way, rub = m.forces.values()
    assert clutch == Clutch(name="clutch", joints=("A", "B"), capacity=12.0, static=15.0, engaged=False)
    assert brake == Clutch(name="brake", joints=("C",), capacity=2000.0)
    assert one_way == Freewheel(name="one_way", joint="G", turns="backward")
    assert rub == Friction(name="rub", joint="A", coulomb=0.2, static=0.3)


def test_methods_make_the_same(m: sn.Mechanism) -> None:
    other = sn.loads(HEAD)
    other.clutch("clutch", "A", "B", capacity="12 N m", static="15 N m", engaged=False)
    other.clutch("brake", "C", capacity="2 kN")
    other.freewheel("one_way", "G", "backward")
    other.friction("rub", "A", coulomb="0.2 N m", static="0.3 N m")
    other.event("on", when="t = 1 s", do="close clutch")
    other.check()
    assert other.forces == m.forces


def test_they_are_written_and_read_back(m: sn.Mechanism) -> None:
    assert sn.loads(sn.to_yaml(m)).forces == m.forces
    scope: dict[str, Any] = {}
    exec(sn.to_python(m), scope)
    assert scope["m"].forces == m.forces
    assert 'm.clutch("clutch", "A", second="B"' in sn.to_python(m)


def test_friction_is_dry_unless_it_is_smoothed() -> None:
    assert Friction(name="f", joint="A", coulomb=0.2).dry
    assert not Friction(name="f", joint="A", coulomb=0.2, smoothing=0.1).dry
    assert not Friction(name="f", joint="A", viscous=0.2).dry


def test_dry_friction_reverses_over_a_small_speed_where_sticking_is_not_computed() -> None:
    m = sn.loads(HEAD)
    m.friction("dry", "A", coulomb=0.2)
    m.friction("smooth", "B", coulomb=0.2, smoothing=0.01)
    F = sn.Planar(m)
    q, v = F.reference()
    v[2], v[5] = 0.003, 0.003
    Q = F.forces(q, v, 0.0)
    assert Q[2] == pytest.approx(-0.2 * np.tanh(0.3), rel=1e-12)
    assert Q[2] == Q[5]


@pytest.mark.parametrize("formulation", ["planar", "tree", "spatial"])
def test_what_holds_and_lets_go_has_no_law(formulation: str) -> None:
    """Formulations, explanations and series leave it out, and the doctor tells that it switches."""
    m = sn.loads(HEAD)
    m.torque("motor", 2.0, joint="A")
    bare = _in_space() if formulation == "spatial" else m
    full = bare.copy()
    full.clutch("clutch", "A", "B", capacity=12.0)
    full.freewheel("one_way", "C")
    one, other = ({"planar": sn.Planar, "tree": sn.Tree, "spatial": sn.Spatial}[formulation](x) for x in (bare, full))
    q, v = one.reference()
    assert np.array_equal(one.forces(q, v, 0.0), other.forces(q, v, 0.0))
    assert one.work_names == other.work_names
    assert "clutch" not in str(sn.explain(full))
    assert sn.mobility(full).degrees_of_freedom == sn.mobility(bare).degrees_of_freedom
    one, other = sn.doctor(bare), sn.doctor(full)
    assert other.motions[0].words == one.motions[0].words
    assert [line.split()[0] for line in other.switches] == ["one_way", "clutch"]


def _in_space() -> sn.Mechanism:
    other = sn.Mechanism("space", dimension=3)
    for k, (name, parent) in enumerate({"A": "ground", "B": "ground", "G": "rotor"}.items()):
        body = {"A": "rotor", "B": "wheel", "G": "gear"}[name]
        other.box(body, (0.1, 0.2, 0.1), (k, 0, 0), mass=1.0)
        other.revolute(name, parent, body, at=(k, 0, 0), axis="z")
    other.box("cart", (0.1, 0.1, 0.1), (5, 0, 0), mass=1.0)
    other.prismatic("C", "ground", "cart", axis="x", at=(5, 0, 0))
    other.torque("motor", 2.0, joint="A")
    return other


def test_results_leave_them_out() -> None:
    m = sn.loads(HEAD)
    m.clutch("clutch", "A", "B", capacity=12.0)
    m.driver("motor", joint="A", speed=1.0)
    for joint in ("B", "C", "G"):
        m.driver(f"held_{joint}", joint=joint, **{"displacement" if joint == "C" else "angle": 0.0})
    result = sn.kinematics(m, 0.1, output=0.05)
    with pytest.raises(sn.UnsupportedError, match="clutch 'clutch' has no force law: it holds and lets go"):
        result.wrench("clutch")
    assert not [name for name in result.names() if name.startswith("clutch.")]
    assert "clutch" not in str(result.loads_on("rotor", 0.05))


MISTAKES = [
    ("friction: A, coulomb: 2, static: 1", "static 1 is less than coulomb 2", "static >= coulomb"),
    ("friction: A, static: 1", "static is 1, but coulomb is zero", "give coulomb"),
    ("friction: A, coulomb: 1, static: 2, smoothing: 0.1", "smooth friction never rests", "omit one"),
    ("friction: A, coulomb: 1, smoothing: 0", "smoothing is 0", "dry friction"),
    ("friction: A, coulomb: 1, static: 2 N", "static: '2 N' is a force where a torque", "N*m"),
    ("clutch: [A, B]", "capacity is missing", "give capacity"),
    ("clutch: [A, B, G], capacity: 1", "its joints are A, B, G", "clutch: [A, B]"),
    ("clutch: [A, A], capacity: 1", "its joints are A, A", "two different ones"),
    ("clutch: [A, C], capacity: 1", "do not both turn or both slide", "one kind"),
    ("clutch: [A, G], capacity: 1", "different parents (ground, rotor)", "clutch: A"),
    ("clutch: [A, Q], capacity: 1", "there is no joint 'Q'", ""),
    ("clutch: [A, B], capacity: 0", "capacity is 0", "engaged: no"),
    ("clutch: [A, B], capacity: 2, static: 1", "static 1 is less than capacity 2", "omit it"),
    ("clutch: [A, B], capacity: 2 N", "capacity: '2 N' is a force where a torque", "N*m"),
    ("clutch: C, capacity: 2 N m", "capacity: '2 N m' is", "N"),
    ("clutch: [A, B], capacity: 2, engaged: no", "is open at the start, and nothing closes it", "close f"),
    ("clutch: [A, B], capacity: 2, engaged: maybe", "'maybe' is not true or false", ""),
    ("freewheel: Q", "there is no joint 'Q'", ""),
    ("freewheel: A, turns: clockwise", "'clockwise' is not one of forward, backward", ""),
]


@pytest.mark.parametrize(("fields", "what", "remedy"), MISTAKES)
def test_mistakes_are_told_with_their_line(fields: str, what: str, remedy: str) -> None:
    with pytest.raises(sn.FileError) as caught:
        sn.loads(f"{HEAD}forces:\n  f: {{{fields}}}")
    (problem,) = caught.value.problems
    assert "'f'" in problem.what
    assert what in problem.what
    assert remedy in problem.remedy
    assert problem.where == f"<text>:{LINE}"


def test_a_freewheel_in_a_driven_joint_and_two_in_one_joint(m: sn.Mechanism) -> None:
    m.driver("motor", joint="G", speed=1.0)
    with pytest.raises(sn.MechanismError, match="driver 'motor' imposes the motion of its joint"):
        m.check()
    del m.drivers["motor"]
    m.freewheel("other", "G", "forward")
    with pytest.raises(sn.MechanismError, match="is in the same joint, and both together lock it"):
        m.check()


def test_a_clutch_that_is_engaged_for_ever_is_not_engaged_again(m: sn.Mechanism) -> None:
    m.event("again", when="t = 2 s", do="close brake")
    with pytest.raises(sn.MechanismError, match="clutch 'brake' is closed at the start, and no event opens it"):
        m.check()


def test_the_capacity_of_a_clutch_can_be_set(m: sn.Mechanism) -> None:
    m.event("weaker", when="t = 2 s", do="set clutch.capacity to 3 N m")
    m.check()
