"""Wrong or contradictory events, limits, clutches and friction: a message with the user's line and a remedy."""

from __future__ import annotations

import pytest

import snodo as sn

BASE = """mechanism: door
gravity: [0, -9.81]
points: {H: [0, 0], E: [0.9, 0]}
bodies:
  door: {bar: [H, E], mass: 20 kg}
  other: {mass: 1 kg, inertia: 1 kg m^2}
joints:
  H: {revolute: [ground, door]}
  P: {prismatic: [ground, other], axis: x, at: [0, 0]}
"""

EVENTS = {
    "{when: H.angle rises to 90 m, do: record}": "'90 m' is a length where an angle",
    "{when: H.angel rises to 90 deg, do: record}": "did you mean 'H.angle'",
    "{when: H.angle > 3, do: record}": "write 'H.angle is above 3'",
    "{when: K.angle rises to 1 rad, do: record}": "there is no 'K'",
    "{when: H.reaction rises to 10 N, do: record}": "which no event can: reactions follow from forces",
    "{when: H.angle rises to 1 rad, do: close lach}": "there is no part 'lach'",
    "{when: H.angle rises to 1 rad, do: jump}": "'jump' is not an action",
    "{when: H.angle rises to 1 rad and t = 2 s, do: record}": "would have to reach their values at the same instant",
    "{when: t falls to 2 s, do: record}": "the time t only rises",
    "{when: H.angle rises to 1 rad, do: [stop, record]}": "'record' comes after stop",
    "{when: t = 1 s, do: set motor.torque to 3 N m}": "there is no force or input 'motor'",
}
LIMITS = {
    "H: {lower: 1 rad, upper: 0 rad, restitution: 0.5}": "give lower < upper",
    "H: {lower: 0 rad, restitution: 1.5}": "give a number from 0",
    "H: {restitution: 0.5}": "there is neither a lower nor an upper one",
    "K: {lower: 0, restitution: 0.5}": "there is no joint 'K'",
    "H: {lower: 0 rad, stiffness: 1000 N m/rad, restitution: 0.5}": "a stiffness makes it compliant",
    "H: {lower: 0 rad, stop_damping: 3 N m s/rad}": "no stiffness",
}
FORCES = {
    "{clutch: [H, P], capacity: 3 N m}": "do not both turn or both slide",
    "{clutch: [H], capacity: -3 N m}": "capacity is -3",
    "{clutch: [H, H], capacity: 3 N m}": "give two different ones",
    "{clutch: [H], capacity: 3 N m, static: 2 N m}": "static 2 is less than capacity 3",
    "{friction: H, coulomb: 3 N m, static: 2 N m}": "static 2 is less than coulomb 3",
    "{friction: H, coulomb: -3 N m}": "give them as positive numbers",
    "{friction: H, mu: 0.1}": "its pin has no radius",
    "{friction: H, mu: 0.1, radius: 8 mm, coulomb: 3 N m}": "has a coefficient mu and coulomb",
    "{friction: H, mu: 0.1, radius: -8 mm}": "radius is -0.008",
    "{friction: H, coulomb: 3 N m, smoothing: 0.01 rad/s, static: 4 N m}": "smooth friction never rests",
    "{freewheel: H, turns: left}": "'left' is not one of forward, backward",
}
MISTAKES = [("events", f"e: {text}", told) for text, told in EVENTS.items()]
MISTAKES += [("limits", text, told) for text, told in LIMITS.items()]
MISTAKES += [("forces", f"f: {text}", told) for text, told in FORCES.items()]


@pytest.mark.parametrize(("section", "line", "told"), MISTAKES)
def test_a_mistake_in_a_file_is_told_with_its_line(tmp_path, section, line, told):
    path = tmp_path / "door.yaml"
    path.write_text(f"{BASE}{section}:\n  {line}\n", encoding="utf-8")
    with pytest.raises(sn.SnodoError) as found:
        sn.simulate(sn.load(path), 0.1)
    assert told in str(found.value)
    assert "door.yaml:11" in str(found.value)
    assert "→" in str(found.value)


def door() -> sn.Mechanism:
    m = sn.Mechanism("door", gravity=(0, -9.81))
    m.add_points(H=(0, 0), E=(0.9, 0))
    m.bar("door", "H", "E", mass=20)
    m.revolute("H", "ground", "door")
    return m


def _event(m: sn.Mechanism) -> None:
    m.event("e", when="H.angle rises to 90 m", do="record")


def _limit(m: sn.Mechanism) -> None:
    m.limit("H", lower=1.0, upper=0.0, restitution=0.5)


def _clutch(m: sn.Mechanism) -> None:
    m.clutch("c", "H", capacity=-3.0)


def _friction(m: sn.Mechanism) -> None:
    m.friction("f", "H", coulomb=3.0, static=2.0)


def _stiffness(m: sn.Mechanism) -> None:
    m.torsional_spring("s", "H", stiffness=3.0)
    m.event("e", when="t = 1 s", do="set s.stiffness to 4 N m/rad")


def _compliant(m: sn.Mechanism) -> None:
    m.point_contact("p", "E", "door", plane_point=(0.9, -0.4), stiffness=1e4, restitution=0.5)
    m.event("e", when="t = 1 s", do="open p")


def _sealed(m: sn.Mechanism) -> None:
    m.event("e", when="t = 1 s", do="close H")


@pytest.mark.parametrize("wrong", [_event, _limit, _clutch, _friction, _stiffness, _compliant, _sealed])
def test_a_mistake_in_python_is_told_with_its_line(wrong):
    def build_and_run() -> None:
        m = door()
        wrong(m)
        sn.simulate(m, 0.1)

    with pytest.raises(sn.SnodoError) as found:
        build_and_run()
    first = wrong.__code__.co_firstlineno
    lines = [f"{__file__}:{k}" for k in range(first, first + 3)]
    assert any(line in str(found.value) or line.split("/")[-1] in str(found.value) for line in lines)
    assert "→" in str(found.value)


@pytest.mark.parametrize("formulation", ["planar", "tree", "spatial"])
def test_a_contact_that_an_event_opens_lets_through_and_closes_again(formulation):
    """The ball falls through the open plane, is thrown back up by a spring, and cannot fall through again."""
    m = sn.Mechanism("ball", gravity=(0, -9.81))
    m.body("ball", mass=1.0, inertia=0.01)
    m.sphere_contact("c", "ball", radius=0.1, restitution=0.5)
    m.event("gone", when="t = 0.2 s", do="open c")
    result = sn.simulate(m, 0.6, formulation=formulation, initial={"ball.y": 1.1})
    assert result.events.times("c").size == 0
    assert float(result["ball.y"][-1]) == pytest.approx(1.1 - 0.5 * 9.81 * 0.36, abs=1e-7)
    m.event("back", when="t = 0.5 s", do="close c")
    with pytest.raises(sn.RunError, match="starts beyond the stop 'c'"):
        sn.simulate(m, 0.6, formulation=formulation, initial={"ball.y": 1.1})


def test_conditions_joined_by_or_are_two_events():
    m = sn.Mechanism("m")
    with pytest.raises(sn.MechanismError, match=r"event 'e': when: .*joined by 'and' only[\s\S]*an event of each"):
        m.event("e", when="t = 1 s or t = 2 s", do="stop")


def test_a_missing_memory_is_named_with_what_to_write():
    m = sn.Mechanism("m")
    m.controller("c", every="1 ms", gives={"u": "1"}, then={"I": "2"})
    with pytest.raises(sn.MechanismError, match=r"there is no memory 'I'[\s\S]*give memory: \{I: 0\}"):
        m.check()
