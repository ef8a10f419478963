"""Limits that act: words, units, what implies what, printing, files and scripts, and every mistake with its remedy."""

from __future__ import annotations

from math import pi
from typing import Any

import pytest

import snodo as sn
from snodo.mechanism.limits import Limits

HEAD = """points: {A: [0, 0], B: [1, 0], C: [2, 0]}
bodies:
  door: {bar: [A, B], mass: 1 kg}
  piston: {box: [0.1, 0.1, 0.1], at: C, mass: 1 kg}
joints:
  A: {revolute: [ground, door]}
  C: {prismatic: [ground, piston], axis: x}
"""


@pytest.fixture
def m() -> sn.Mechanism:
    return sn.loads(HEAD)


@pytest.mark.parametrize(
    "words", [{"act": True}, {"restitution": 0.2}, {"stiffness": 10.0}, {"stop_damping": 1.0}, {"restitution": 0}]
)
def test_words_of_the_stops_imply_act(m: sn.Mechanism, words: dict[str, Any]) -> None:
    assert m.limit("A", lower=0.0, **words).act
    assert sn.loads(HEAD + "limits: {A: {lower: 0, restitution: 0}}").limits["A"].act


def test_limits_without_them_are_data(m: sn.Mechanism) -> None:
    assert not m.limit("A", lower="2 rad", upper="1 rad", damping=0.3, friction="2 N m").act
    m.check()
    assert "limits" not in str(m)


def test_units_are_those_of_the_coordinate() -> None:
    m = sn.loads(
        HEAD
        + """limits:
  A: {lower: -10 deg, upper: 90 deg, restitution: 0.2}
  C: {upper: 80 mm, act: yes, stiffness: 5 N/mm, stop_damping: 2 N*s/mm}
"""
    )
    assert m.limits["A"] == Limits(lower=-10 * pi / 180, upper=pi / 2, restitution=0.2)
    assert m.limits["C"] == Limits(upper=0.08, stiffness=5000.0, stop_damping=2000.0)
    assert m.limits["A"].rigid
    assert not m.limits["C"].rigid


def test_the_method_makes_what_the_file_makes(m: sn.Mechanism) -> None:
    m.limit("C", upper="80 mm", stiffness="5 N/mm", stop_damping="2 N s/mm")
    file = sn.loads(HEAD + "limits: {C: {upper: 80 mm, stiffness: 5 N/mm, stop_damping: 2 N*s/mm}}")
    assert m.limits == file.limits
    assert m.limit_lines["C"].startswith(__file__)


def test_the_method_keeps_what_was_there(m: sn.Mechanism) -> None:
    m.limits["A"] = Limits(lower=-1.0, upper=2.0, effort=30.0, damping=0.1)
    m.limit("A", upper=1.0, restitution=0.5)
    assert m.limits["A"] == Limits(lower=-1.0, upper=1.0, effort=30.0, damping=0.1, restitution=0.5)


@pytest.mark.parametrize("written", [sn.to_yaml, sn.to_python])
def test_they_are_written_and_read_back(m: sn.Mechanism, written: Any) -> None:
    m.limit("A", lower="-10 deg", upper="90 deg", restitution=0.2)
    m.limit("C", upper="80 mm", stiffness="5 N/mm")
    text = written(m)
    scope: dict[str, Any] = {}
    other = sn.loads(text) if written is sn.to_yaml else exec(text, scope) or scope["m"]
    assert other.limits == m.limits


def test_a_copy_has_its_own(m: sn.Mechanism) -> None:
    m.limit("A", lower=0.0, act=True)
    m.copy().limit("A", upper=1.0)
    assert m.limits["A"].upper is None


def test_they_are_printed(m: sn.Mechanism) -> None:
    m.limit("A", lower=-0.5, upper="1 rad", restitution=0.2)
    m.limit("C", upper="80 mm", stiffness="5 N/mm")
    assert "lower -0.5 rad, upper 1 rad, restitution 0.2" in str(m)
    assert "upper 0.08 m, stiffness 5000, stop_damping 0" in str(m)


MISTAKES = [
    ("A: {lower: 0, restitution: 1.2}", "restitution is 1.2", "from 0 (no rebound) to 1"),
    ("A: {lower: 0, restitution: -0.1}", "restitution is -0.1", "from 0"),
    ("A: {lower: 90 deg, upper: 0 deg, act: yes}", "1.5708 rad, is not below the upper one, 0 rad", "lower < upper"),
    ("A: {effort: 3 N*m, act: true}", "neither a lower nor an upper one", "give lower: …"),
    ("A: {upper: 1, act: no, restitution: 0.3}", "act is false, but restitution is given", "omit restitution"),
    ("A: {upper: 1, stiffness: -2}", "stiffness is -2", "positive"),
    ("A: {upper: 1, stiffness: 2, stop_damping: -2}", "stop_damping is -2", "zero or more"),
    ("A: {upper: 1, stop_damping: 2}", "stop_damping is given, but no stiffness", "give stiffness"),
    ("A: {upper: 1, stiffness: 2, restitution: 0.5}", "restitution 0.5 is of a rigid stop", "stop_damping"),
    ("A: {upper: 1, stiffness: 5 N/m}", "'5 N/m' is a stiffness where a torsional stiffness", "N*m/rad"),
    ("A: {upper: 1, act: maybe}", "'maybe' is not true or false", ""),
    ("A: {upper: 1, restitutoin: 0.5}", "there is no limit 'restitutoin'", "did you mean 'restitution'"),
]


@pytest.mark.parametrize(("line", "what", "remedy"), MISTAKES)
def test_mistakes_are_told_with_their_line(line: str, what: str, remedy: str) -> None:
    with pytest.raises(sn.FileError) as caught:
        sn.loads(f"{HEAD}limits:\n  {line}")
    (problem,) = caught.value.problems
    assert what in problem.what
    assert remedy in problem.remedy
    assert problem.where == "<text>:9"


def test_joints_with_several_coordinates_have_no_stops(m: sn.Mechanism) -> None:
    m.planar("P", "ground", "piston", at="C")
    m.limit("P", lower=0.0, act=True)
    with pytest.raises(sn.MechanismError, match="a planar has not exactly one coordinate"):
        m.check()


def test_a_driver_does_not_yield_to_a_rigid_stop(m: sn.Mechanism) -> None:
    m.driver("motor", joint="A", speed=1.0)
    m.limit("A", upper=1.0, act=True)
    with pytest.raises(sn.MechanismError, match="driver 'motor' imposes the motion of this joint"):
        m.check()
    m.limit("A", stiffness=100.0)
    m.check()


def test_the_method_tells_all_mistakes_at_once(m: sn.Mechanism) -> None:
    with pytest.raises(sn.MechanismError) as caught:
        m.limit("A", lower="3 kg", upper="1 m")
    assert [problem.what.split(" is ")[0] for problem in caught.value.problems] == [
        "limits of 'A': lower: '3 kg'",
        "limits of 'A': upper: '1 m'",
    ]
    with pytest.raises(sn.MechanismError, match="there is no joint 'a'"):
        m.limit("a", lower=0)
    with pytest.raises(sn.MechanismError, match="act is false, but restitution is given"):
        m.limit("A", lower=0, act=False, restitution=0.1)
