"""The doctor tells what switches along a run."""

from pathlib import Path

import snodo as sn

EXAMPLES = Path(__file__).parents[3] / "examples"


def test_friction_that_holds_the_same_motion_is_told():
    found = sn.doctor(sn.load(EXAMPLES / "slider_crank_friction.yaml"))
    assert "in_A sticks at rest up to 0.1 times the load of A, and slides with 0.1" in found.switches
    assert "in_A, in_B, in_C, in_guide hold the same motion" in found.switches[-1]
    assert "Along a run these switch" in str(found)


def test_stops_contacts_clutches_and_latches_are_told_with_their_state():
    m = sn.Mechanism("door", gravity=(0, -9.81))
    m.add_points(H=(0, 0), E=(0.9, 0))
    m.bar("door", "H", "E", mass=20)
    m.revolute("H", "ground", "door")
    m.limit("H", upper="90 deg", restitution=0.3)
    m.point_contact("floor", "E", "door", plane_point=(0.9, 0), mu=0.4)
    m.friction("dry", "H", coulomb=2.0, static=3.0)
    m.clutch("brake", "H", capacity=5.0, engaged=False)
    m.fixed("latch", "ground", "door", at="H", closed=False)
    m.event("caught", when="H.angle rises to 80 deg", do=["close latch", "close brake"])
    words = sn.doctor(m).switches
    assert "H.upper is a rigid stop, 1.571 rad open at the start, restitution 0.3" in words
    assert "floor is a rigid contact, closed at the start, restitution 0, friction 0.4" in words
    assert "friction dry sticks at rest up to 3 N m, and slides with 2 N m" in words
    assert "clutch brake sticks at rest up to 5 N m, and slides with 5 N m; it is not engaged at the start" in words
    assert any("'latch' is open at the start; events open and close it: caught" in line for line in words)
    assert "event caught: when H.angle rises to 80 deg, close latch, close brake" in words


def test_a_mechanism_in_which_nothing_switches_has_no_such_lines():
    found = sn.doctor(sn.load(EXAMPLES / "four_bar.yaml"))
    assert found.switches == []
    assert "switch" not in str(found)
