"""Frobenius' test on rows whose nature is known, and the count of freedoms in positions and velocities."""

from __future__ import annotations

from typing import Any

import pytest

import snodo as sn
from snodo.analyses.doctor.integrability import integrability

IN_PLANE = ("planar", "tree", "spatial")
IN_SPACE = ("tree", "spatial", "spatial_euler")


def body() -> sn.Mechanism:
    m = sn.Mechanism("plane")
    m.body("body", mass=1.0, inertia=0.5, com=(0.3, 0.1), at=(0, 0))
    return m


def edge(m: sn.Mechanism) -> None:
    m.knife_edge("part", "ground", "body", axis="x", at=(0.1, 0.2))


def circle(m: sn.Mechanism) -> None:
    """d/dt (x² + y²)/2."""
    m.velocity_constraint("part", "body", formula="body.x*body.vx + body.y*body.vy + body.vx")


def exact_with_a_factor(m: sn.Mechanism) -> None:
    """exp(x) times d(x y): integrable, though the form is not closed."""
    m.velocity_constraint("part", "body", formula="exp(body.x)*(body.y*body.vx + (body.x + 2)*body.vy)")


def twisted(m: sn.Mechanism) -> None:
    """dy − φ dx, the standard form that cannot be integrated."""
    m.velocity_constraint("part", "body", formula="body.vy - body.angle*body.vx")


def constant_speeds(m: sn.Mechanism) -> None:
    m.speed_coupler("part", {"body.vx": 1.0, "body.vy": -2.0, "body.omega": 0.3})


def own(formula: str) -> Any:
    def add(m: sn.Mechanism) -> None:
        m.velocity_constraint("part", "body", formula=formula)

    add.__name__ = formula
    return add


KNOWN = {
    edge: False,
    circle: True,
    exact_with_a_factor: True,
    twisted: False,
    constant_speeds: True,
    own("body.y*body.vx - body.x*body.vy"): True,  # the angle of the place, though the row vanishes at the start
    own("body.y*body.vx + body.x*body.vy"): True,  # d(x y), likewise
    own("(body.y + 1)*body.vx - body.x*body.vy - 1"): False,  # the angle again, at the rate 1/r²
    own("body.x*body.vx + body.y*body.vy + body.vx - t"): True,
    own("body.vx - body.y"): False,
    own("body.vx - body.x - 1"): True,  # x = c exp(t) − 1
    own("body.vx - t*body.vy"): False,
    own("body.vx - body.omega*t"): False,
    own("t*body.vx + body.x - sin(t)"): True,  # d(t x + cos(t))
}


@pytest.mark.parametrize("formulation", IN_PLANE)
@pytest.mark.parametrize("add", KNOWN, ids=lambda f: f.__name__)
def test_known_forms(add: Any, formulation: str) -> None:
    m = body()
    add(m)
    (found,) = integrability(m, formulation)
    assert found.integrable is KNOWN[add], found.defect
    assert ("a position constraint would do the same" in str(found)) is KNOWN[add]


@pytest.mark.parametrize("formulation", IN_SPACE)
def test_a_disc_and_a_ball_on_a_plane_are_nonholonomic(formulation: str) -> None:
    for axis in ("y", None):
        m = sn.Mechanism("space", dimension=3)
        m.sphere("wheel", 0.3, at=(0, 0, 0.3), mass=1.0)
        m.rolling("W", "ground", "wheel", 0.3, normal="z", axis=axis, at=(0, 0, 0.3))
        assert not integrability(m, formulation)[0].integrable
        found = sn.mobility(m, formulation=formulation)
        assert (found.free_positions - found.degrees_of_freedom, found.velocity_rows) == (2, 2)


@pytest.mark.parametrize("formulation", IN_SPACE)
def test_a_disc_that_is_held_upright_and_straight_is_holonomic(formulation: str) -> None:
    """On an axle that slides along x it rolls like a wheel in the plane."""
    m = sn.Mechanism("cart", dimension=3)
    m.add_points(C=(0, 0, 0.3))
    m.box("cart", (0.2, 0.2, 0.2), at="C", mass=1.0)
    m.body("wheel", mass=1.0, inertia=(0.1, 0.2, 0.1), at="C")
    m.prismatic("rail", "ground", "cart", axis="x", at="C")
    m.revolute("C", "cart", "wheel", axis="y")
    m.rolling("W", "ground", "wheel", 0.3, normal="z", axis="y", at="C")
    assert integrability(m, formulation)[0].integrable


def test_two_blades_can_be_integrable_together() -> None:
    """Each of two parallel blades on one body is not; together they forbid turning, and lead along a line."""
    m = body()
    m.knife_edge("one", "ground", "body", axis="x", at=(0, 0))
    m.knife_edge("two", "ground", "body", axis="x", at=(1, 0))
    one, two, together = integrability(m)
    assert not one.integrable
    assert not two.integrable
    assert together.integrable


def test_a_turn_in_time_makes_a_blade_lead_where_it_goes() -> None:
    """The angle is −cos(t) + c; the path hangs on when it moves.  A blade that does not turn keeps its line."""
    for speed, together in (("sin(t)", False), (0.0, True)):
        m = body()
        edge(m)
        m.speed_coupler("turn", {"body.omega": 1.0}, value=speed)
        found = integrability(m)
        assert [one.integrable for one in found] == [False, True, together]


def test_a_driven_blade() -> None:
    """Where its angle is driven it only goes along itself, and yet comes anywhere in time; held, it keeps its line."""
    for speed in (1.0, 0.0):
        m = sn.Mechanism("driven")
        for name in ("sledge", "cart", "skate"):
            m.body(name, mass=1.0, inertia=0.1, at=(0, 0))
        m.prismatic("X", "ground", "sledge", axis="x", at=(0, 0))
        m.prismatic("Y", "sledge", "cart", axis="y", at=(0, 0))
        m.revolute("O", "cart", "skate", at=(0, 0))
        m.driver("turn", joint="O", speed=speed)
        m.knife_edge("part", "ground", "skate", axis="x", at=(0, 0))
        assert integrability(m)[0].integrable is (speed == 0.0)


def test_rows_that_are_not_defined_later_have_no_verdict() -> None:
    m = body()
    m.velocity_constraint("part", "body", formula="body.vx - sqrt(0.005 - t)")
    assert integrability(m) == []


def test_mechanisms_without_rows_on_velocities_have_no_verdict() -> None:
    m = body()
    m.revolute("A", "ground", "body", at=(0, 0))
    assert integrability(m) == []
    assert sn.mobility(m).velocity_rows == 0
    assert "in velocity" not in str(sn.mobility(m))


@pytest.mark.parametrize("formulation", IN_PLANE)
def test_the_doctor_tells(formulation: str) -> None:
    m = body()
    edge(m)
    letter = str(sn.doctor(m, formulation))
    assert "3 coordinates free in position, 2 in velocity: 1 row constrains velocities alone" in letter
    assert "knife edge 'part' is truly nonholonomic" in letter
    assert "No problems found." in letter
    wheel = body()
    wheel.rolling("W", "ground", "body", 0.3, normal="y", at=(0.1, 0.3))
    assert "rolling 'W' is integrable: a position constraint would do the same" in str(sn.doctor(wheel, formulation))
