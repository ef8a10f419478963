"""Kinds of constraints that are known from their equations: holonomic or not, with or without time, linear in v."""

from __future__ import annotations

from pathlib import Path

import pytest

import snodo as sn

EXAMPLES = Path(__file__).parents[3] / "examples"
IN_PLANE = ("planar", "tree", "spatial")
PLAIN = ("position", True, True)


def kinds(m: sn.Mechanism, formulation: str | None = None) -> dict[str, tuple[str, bool | None, bool]]:
    return {one.part: (one.form, one.holonomic, one.scleronomic) for one in sn.doctor(m, formulation).kinds}


def body() -> sn.Mechanism:
    m = sn.Mechanism("plane")
    m.body("body", mass=1.0, inertia=0.5, com=(0.3, 0.1), at=(0, 0))
    return m


@pytest.mark.parametrize("formulation", IN_PLANE)
def test_a_driven_linkage(formulation):
    """Joints are included even where the formulation has no rows for them."""
    found = kinds(sn.load(EXAMPLES / "four_bar.yaml"), formulation)
    assert found == dict.fromkeys("ABCD", PLAIN) | {"motor": ("position", True, False)}


@pytest.mark.parametrize("formulation", IN_PLANE)
@pytest.mark.parametrize(
    ("formula", "kind"),
    [
        ("body.x - body.angle", PLAIN),
        ("body.x - sin(3*t)", ("position", True, False)),
        ("body.x - 0*t", PLAIN),
        ("t*(body.x - body.y)", ("position", True, False)),  # Φ and ν vanish at all times: only Φ_v tells
        ("body.vx - body.vy", ("pfaffian", True, True)),
        ("body.vy - body.angle*body.vx", ("pfaffian", False, True)),
        ("body.vy - body.angle*body.vx - 0.1*t", ("pfaffian", False, False)),
        ("body.vx - 0.2", ("pfaffian", True, True)),
        ("body.vx - 0.3*cos(3*t)", ("pfaffian", True, False)),
        ("cos(t)*body.vx + sin(t)*body.vy", ("pfaffian", False, False)),
    ],
)
def test_formulas(formulation, formula, kind):
    m = body()
    (m.velocity_constraint if ".v" in formula else m.constraint)("part", "body", formula=formula)
    m.run.duration = 0.9
    assert kinds(m, formulation) == {"part": kind}


def test_a_driver_that_holds_still_is_a_lock():
    m = body()
    m.revolute("A", "ground", "body", at=(0, 0))
    m.driver("hold", joint="A", angle=0.3)
    assert kinds(m) == {"A": PLAIN, "hold": PLAIN}


def test_a_driver_that_waits_is_seen_to_start():
    m = body()
    m.revolute("A", "ground", "body", at=(0, 0))
    m.driver("late", joint="A", angle=sn.SmoothStep(0.0, 0.3, begin=0.6, duration=0.2))
    m.run.duration = 1.0
    assert kinds(m)["late"] == ("position", True, False)


def test_a_function_that_fails_later_does_not_stop_the_doctor():
    def late(t, q):
        if t > 0.5:
            raise ValueError("too late")
        return q[0] - 0.1

    m = body()
    m.constraint("part", "body", function=late)
    assert kinds(m) == {"part": PLAIN}


@pytest.mark.parametrize(("name", "part"), [("chaplygin_sleigh", "P"), ("rolling_disc", "C")])
def test_nonholonomic_examples(name, part):
    assert kinds(sn.load(EXAMPLES / f"{name}.yaml"))[part] == ("pfaffian", False, True)


def test_a_wheel_on_a_line_is_holonomic():
    m = sn.Mechanism("wheel")
    m.disc("wheel", 0.3, at=(0, 0.3), mass=1.0)
    m.rolling("W", "ground", "wheel", radius=0.3, normal="y", at=(0, 0.3))
    assert kinds(m) == {"W": ("pfaffian", True, True)}


def test_elastic_joints_are_no_constraints():
    m = body()
    m.revolute("A", "ground", "body", at=(0, 0), stiffness=1e4)
    assert kinds(m) == {}
    assert "onstraint" not in str(sn.doctor(m)).replace("constraint rows", "")


def test_the_report_groups_them():
    m = body()
    m.revolute("A", "ground", "body", at=(0, 0))
    assert "All constraints are holonomic and scleronomic.\n" in str(sn.doctor(m))
    m.body("cart", mass=1.0, inertia=1.0)
    m.knife_edge("edge", "ground", "cart", axis="x", at=(0, 0))
    m.driver("motor", joint="A", speed=2.0)
    text = str(sn.doctor(m))
    assert (
        "Kinds of constraints:\n"
        "  holonomic, scleronomic: A\n"
        "  nonholonomic, scleronomic, Pfaffian: edge\n"
        "  holonomic, rheonomic: motor\n"
    ) in text


def test_what_does_not_close_has_no_kinds():
    m = body()
    m.revolute("A", "ground", "body", at=(0, 0))
    m.constraint("far", "body", formula="body.x - 5")
    found = sn.doctor(m)
    assert found.complaint
    assert found.kinds == []
