"""Events: conditions and actions read from text, files and scripts, and every mistake with its line and remedy."""

from __future__ import annotations

from math import pi
from typing import Any

import pytest

import snodo as sn
from snodo.mechanism.events import Action, Condition, Event
from snodo.mechanism.joints import Free

HEAD = """points: {A: [0, 0], B: [1, 0], C: [2, 0]}
bodies:
  arm: {bar: [A, B], mass: 1 kg}
  slider: {box: [0.1, 0.1, 0.1], at: C, mass: 1 kg}
frames:
  tip: {on: arm, at: B}
joints:
  A: {revolute: [ground, arm]}
  C: {prismatic: [ground, slider], axis: x}
  latch: {fixed: [ground, arm], at: A, closed: no}
constraints:
  belt: {coupler: {A: 1, C: -2}}
forces:
  motor: {torque: 3 N m, joint: A}
  push: {point_force: slider, force: [1, 0]}
  gust: {joint_force: "3*sin(t)", joint: C}
  back: {spring: [ground, slider], from: A, to: C, stiffness: 2 N/mm}
  rub: {friction: A, coulomb: 0.1}
drivers:
  sway: {body: slider, along: x, displacement: 0}
"""
CAUGHT = "events:\n  caught: {when: A.angle rises to 90 deg, do: close latch}\n"
LINE = HEAD.count("\n") + CAUGHT.count("\n") + 1


@pytest.mark.parametrize(
    ("text", "measure", "relation", "value"),
    [
        ("A.angle rises to 90 deg", "A.angle", "rises", pi / 2),
        ("A.speed falls to 60 rpm", "A.speed", "falls", 2 * pi),
        ("C.speed passes -2 m/s", "C.speed", "passes", -2.0),
        ("slider.x is above 40 cm", "slider.x", "above", 0.4),
        ("tip.vy is below 1e-3", "tip.vy", "below", 1e-3),
        ("back.length  rises   to 300 mm", "back.length", "rises", 0.3),
        ("t = 200 ms", "t", "rises", 0.2),
        ("t=2", "t", "rises", 2.0),
        ("t rises to 2 s", "t", "rises", 2.0),
    ],
)
def test_conditions(text: str, measure: str, relation: str, value: float) -> None:
    event = sn.loads(HEAD + CAUGHT + f'  e: {{when: "{text}", do: record}}').events["e"]
    assert event.conditions == (Condition(measure, relation, pytest.approx(value, rel=1e-15)),)


def test_conditions_are_joined_by_and() -> None:
    event = Event(name="e", when="A.angle rises to 1 rad and A.speed is above 2 rad/s", do="stop")
    assert event.conditions == (Condition("A.angle", "rises", 1.0), Condition("A.speed", "above", 2.0))


def test_actions() -> None:
    def note(*_: Any) -> None: ...

    event = Event(name="e", when="t = 1", do=["open latch", "set motor.torque to 3 kN m", "set u to 2", note, "stop"])
    assert event.actions == (
        Action("open", "latch"),
        Action("set", "motor", "torque", 3000.0),
        Action("set", "u", "", 2.0),
        Action("call", function=note),
        Action("stop"),
    )
    assert Event(name="e", when="t = 1", do="record").actions == (Action("record"),)


def test_fields_that_events_set() -> None:
    done = "[set motor.torque to 0, set back.stiffness to 3 N/mm, set rub.coulomb to 0.2 N m, set back.force to 1 N]"
    sn.loads(HEAD + CAUGHT + f"  e: {{when: t = 1, do: {done}}}")


def test_an_input_can_be_set() -> None:
    m = sn.loads(HEAD + CAUGHT)
    m.event("e", when="t = 1 s", do="set u to 3")
    with pytest.raises(sn.MechanismError, match="no force or input 'u'"):
        m.check()
    m.inputs = {"u": object()}  # type: ignore[attr-defined]
    m.check()


def test_the_method_makes_what_the_file_makes() -> None:
    m = sn.loads(HEAD + CAUGHT)
    del m.events["caught"]
    m.event("caught", when="A.angle rises to 90 deg", do="close latch")
    assert m.events == sn.loads(HEAD + CAUGHT).events
    assert m["caught"].where.startswith(__file__)
    assert m.copy().events == m.events
    m.copy().events["caught"].when = "t = 1"
    assert m.events["caught"].when == "A.angle rises to 90 deg"


def test_they_are_written_and_read_back() -> None:
    m = sn.loads(HEAD + CAUGHT)
    m.event("later", when="t = 2 s and C.speed is below 1 m/s", do=["open latch", "set motor.torque to 0"])
    assert sn.loads(sn.to_yaml(m)).events == m.events
    assert "do: close latch}" in sn.to_yaml(m)
    assert not sn.loads(sn.to_yaml(m)).joints["latch"].closed
    scope: dict[str, Any] = {}
    exec(sn.to_python(m), scope)
    assert scope["m"].events == m.events
    assert scope["m"].joints == m.joints


def test_a_python_function_is_not_written() -> None:
    m = sn.loads(HEAD + CAUGHT)
    m.event("later", when="t = 2 s", do=print)
    m.check()
    for written in (sn.to_yaml, sn.to_python):
        with pytest.raises(sn.FileError, match="event 'later': do: a Python function cannot be written"):
            written(m)


def test_they_are_printed() -> None:
    text = str(sn.loads(HEAD + CAUGHT))
    assert "when A.angle rises to 90 deg, do (close latch)" in text
    assert "closed False" in text


MISTAKES = [
    # conditions
    ("when: A.angel rises to 1, do: stop", "'A' has no 'angel'", "'A.angle'"),
    ("when: B.angle rises to 1, do: stop", "there is no 'B'", ""),
    ("when: A.angle rises to 1 m, do: stop", "'1 m' is a length where an angle", "deg"),
    ("when: C.speed passes 2 rad/s, do: stop", "is an angular speed where a speed", "m/s"),
    ("when: t = 2 m, do: stop", "'2 m' is a length where a time", "ms"),
    ("when: t falls to 2 s, do: stop", "the time t only rises", "t = 2 s"),
    ("when: time rises to 2 s, do: stop", "there is no measure 'time'", "called t"),
    ("when: A.angle > 90 deg, do: stop", "'A.angle > 90 deg' is not a condition", "A.angle is above 90 deg"),
    ("when: A.angle = 90 deg, do: stop", "is not a condition", "A.angle passes 90 deg"),
    ("when: A.angle reaches 90 deg, do: stop", "is not a condition", "rises to 90 deg"),
    ("when: A.angle rises to ninety, do: stop", "'ninety' does not begin with a number", "2 s"),
    ("when: A.angle rises to 3 degs, do: stop", "degs", ""),
    ("when: 3, do: stop", "3 is not a condition", "rises to"),
    ("when: A.reaction rises to 3, do: stop", "which no event can", "A.angle"),
    ("when: A.angle rises to 1 and C.speed falls to 0, do: stop", "at the same instant", "is above or is below"),
    ("do: stop", "when is missing", "rises to 90 deg"),
    # actions
    ("when: t = 1, do: halt", "'halt' is not an action", "stop"),
    ("when: t = 1, do: opne latch", "'opne latch' is not an action", "did you mean 'open'?"),
    ("when: t = 1, do: open", "'open' is not an action", "open latch"),
    ("when: t = 1, do: call f", "'call f' is not an action", "in Python, do=function"),
    ('when: t = 1, do: "open latch, stop"', "is not an action", "[open latch, open clutch]"),
    ("when: t = 1, do: []", "nothing is done", "record"),
    ("when: t = 1, do: [3]", "3 is not an action", "record"),
    ("when: t = 1, do: [stop, open latch]", "'open latch' comes after stop", "last action"),
    ("when: t = 1, do: [open latch, close latch]", "'latch' is changed twice", "two events"),
    ("when: t = 1, do: open lach", "there is no part 'lach'", "'latch'"),
    ("when: t = 1, do: close A", "revolute 'A' is closed at the start, and no event opens it", "closed: no"),
    ("when: t = 1, do: open sway", "a driver cannot open", "torque or force"),
    ("when: t = 1, do: open motor", "a torque cannot open", "set motor."),
    ("when: t = 1, do: open arm", "a bar cannot open", "joints, constraints"),
    ("when: t = 1, do: set motor.torque to 3 N", "is a force where a torque", "N*m"),
    ("when: t = 1, do: set motor.toque to 3", "has no field 'toque'", "'motor.torque'"),
    ("when: t = 1, do: set motor to 3", "which field of torque 'motor'", "motor.torque"),
    ("when: t = 1, do: set motr.torque to 3", "no force or input 'motr'", "'motor.torque'"),
    (
        "when: t = 1, do: set push.force to 3",
        "force of point force 'push' is not a single number",
        "events set numbers",
    ),
    ("when: t = 1, do: set gust.force to 3", "force of joint force 'gust' is not a single number", "numbers"),
    ("when: t = 1, do: set motor.torque = 3", "is not an action", "to 3 N m"),
    ("when: t = 1, do: stop, until: 3", "there is no field 'until'", ""),
]


@pytest.mark.parametrize(("fields", "what", "remedy"), MISTAKES)
def test_mistakes_are_told_with_their_line(fields: str, what: str, remedy: str) -> None:
    with pytest.raises(sn.FileError) as caught:
        sn.loads(HEAD + CAUGHT + f"  e: {{{fields}}}")
    (problem,) = caught.value.problems
    assert "event 'e'" in problem.what
    assert what in problem.what
    assert remedy in problem.remedy
    assert problem.where == f"<text>:{LINE}"


def test_mistakes_are_told_all_at_once() -> None:
    text = HEAD + CAUGHT + "  e: {when: A.angle rises to 1 m, do: open lach}\n  f: {when: q.x passes 3, do: stop}\n"
    with pytest.raises(sn.FileError) as caught:
        sn.loads(text)
    assert len(caught.value.problems) == 3


def test_what_opens_nothing_is_told_only_once() -> None:
    text = HEAD.replace("latch: {fixed:", "latch: {fixd:") + CAUGHT
    with pytest.raises(sn.FileError) as caught:
        sn.loads(text)
    assert ["'fixd' is not a kind" in problem.what for problem in caught.value.problems] == [True]


# ---------------------------------------------------------------- closed
@pytest.mark.parametrize("name", ["A", "belt"])
def test_a_part_that_nothing_closes(name: str) -> None:
    m = sn.loads(HEAD + CAUGHT)
    m[name].closed = False
    with pytest.raises(sn.MechanismError, match="is open at the start, and nothing closes it"):
        m.check()
    m.event("later", when="t = 1 s", do=f"close {name}")
    m.check()


def test_a_function_may_close_it() -> None:
    m = sn.loads(HEAD + CAUGHT)
    m.events["caught"].do = "record"
    with pytest.raises(sn.MechanismError, match="fixed 'latch': is open at the start, and nothing closes it"):
        m.check()
    m.event("call", when="t = 1 s", do=lambda *_: None)
    m.check()


def test_a_part_that_an_event_opens_can_be_closed_again() -> None:
    m = sn.loads(HEAD + CAUGHT)
    m.event("off", when="t = 1 s", do="open belt")
    m.event("on", when="t = 2 s", do="close belt")
    m.check()


def test_an_elastic_joint_is_not_opened() -> None:
    m = sn.loads(HEAD + CAUGHT)
    m.joints["A"].stiffness = "1 kN/m"
    m.event("off", when="t = 1 s", do="open A")
    with pytest.raises(sn.MechanismError, match="'A' is elastic, and has no constraint to open"):
        m.check()
    m.joints["A"].closed = False
    with pytest.raises(sn.MechanismError, match="is elastic, and cannot be open at the start"):
        m.check()


def test_a_free_joint_holds_nothing_that_could_be_opened() -> None:
    with pytest.raises(sn.MechanismError, match="a free has no field closed"):
        Free(name="F", parent="a", child="b", closed=False)


def test_what_follows_from_an_event_that_cannot_be_read_is_not_told() -> None:
    with pytest.raises(sn.FileError) as caught:
        sn.loads(HEAD + CAUGHT.replace("rises to", "riss to"))
    assert len(caught.value.problems) == 1


def test_methods_take_closed() -> None:
    m = sn.Mechanism("m")
    m.body("a", mass=1, inertia=1)
    m.body("b", mass=1, inertia=1)
    assert not m.fixed("F", "a", "b", at=(0, 0), closed=False).closed
    m.revolute("R", "ground", "a", at=(0, 0))
    m.revolute("S", "ground", "b", at=(0, 0))
    assert not m.gear("g", "R", "S", teeth=(1, 2), closed=False).closed
