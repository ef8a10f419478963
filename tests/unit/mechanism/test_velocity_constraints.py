"""Constraints on velocities as parts: their words in files and scripts, and what is wrong with them."""

from __future__ import annotations

from typing import Any

import pytest

import snodo as sn


def plane() -> sn.Mechanism:
    m = sn.Mechanism("plane")
    m.add_points(C=(0, 0.3))
    m.disc("wheel", 0.3, at="C", mass=1.0)
    return m


def space() -> sn.Mechanism:
    m = sn.Mechanism("space", dimension=3)
    m.add_points(C=(0, 0, 0.3))
    m.sphere("wheel", 0.3, at="C", mass=1.0)
    return m


def hinged() -> sn.Mechanism:
    m = plane()
    m.revolute("C", "ground", "wheel")
    return m


def balled() -> sn.Mechanism:
    m = space()
    m.spherical("C", "ground", "wheel")
    return m


def everything() -> sn.Mechanism:
    m = plane()
    m.add_points(D=(1, 0.3), E=(2, 0.3))
    m.disc("other", 0.2, at="D", mass=1.0)
    m.body("sleigh", mass=1.0, inertia=0.1, at="E")
    m.rolling("C", "ground", "wheel", 0.3, normal="y")
    m.rolling("round", "wheel", "other", 0.2, at="D", on="C", surface_radius=0.8)
    m.knife_edge("E", "ground", "sleigh", axis="30 deg")
    m.speed_coupler("speeds", {"wheel.omega": 1.0, "sleigh.vx": -2.0}, value="0.1*t")
    m.velocity_constraint("own", "sleigh", function=lambda t, q, v: v[0] * q[1] - v[1] * 2 * t)
    return m


def test_files_and_scripts_say_the_same() -> None:
    text = sn.to_yaml(everything())
    for words in (
        "knife_edge: [ground, sleigh]",
        "rolling: [ground, wheel]",
        "surface_radius: 0.8",
        "velocity_formula",
    ):
        assert words in text
    scope: dict[str, Any] = {}
    exec(sn.to_python(everything()), scope)
    assert sn.to_yaml(scope["m"]) == text


def test_units_are_read(tmp_path: Any) -> None:
    path = tmp_path / "wheel.yaml"
    path.write_text(
        "mechanism: wheel\ngravity: [0, -9.81]\npoints: {C: [0, 300 mm]}\n"
        "bodies:\n  wheel: {disc: 300 mm, at: C, mass: 1 kg}\n"
        "constraints:\n  C: {rolling: [ground, wheel], radius: 300 mm, normal: y}\n"
    )
    assert sn.load(path).constraints["C"].radius == pytest.approx(0.3)


CASES = {
    "radius": (plane, lambda m: m.rolling("C", "ground", "wheel", -0.3, normal="y"), "'C': its radius is -0.3 m"),
    "no surface": (plane, lambda m: m.rolling("C", "ground", "wheel", 0.3), "has no surface, or two of them"),
    "no centre": (
        plane,
        lambda m: m.rolling("C", "ground", "wheel", 0.3, surface_radius=2.0),
        "its round surface has no position",
    ),
    "too small": (
        plane,
        lambda m: m.rolling("C", "ground", "wheel", 0.3, on=(0, 0), surface_radius=-0.2),
        "a wheel of 0.3 m does not fit inside 0.2 m",
    ),
    "axis in the plane": (
        plane,
        lambda m: m.rolling("C", "ground", "wheel", 0.3, normal="y", axis="z"),
        "all rotations are about z",
    ),
    "normal out of it": (plane, lambda m: m.rolling("C", "ground", "wheel", 0.3, normal="z"), "leaves the plane"),
    "no cylinder": (
        space,
        lambda m: m.rolling("C", "ground", "wheel", 0.3, on=(0, 0, 0), surface_radius=1.0),
        "its cylinder has no axis",
    ),
    "disc on a cylinder": (
        space,
        lambda m: m.rolling("C", "ground", "wheel", 0.3, on=(0, 0, 0), surface_radius=1, surface_axis="x", axis="x"),
        "a disc on a round surface is not supported",
    ),
    "flat": (
        space,
        lambda m: m.rolling("C", "ground", "wheel", 0.3, normal="z", axis="z"),
        r"'C': the wheel lies flat on its plane as drawn \(axis · normal = 1\)",
    ),
    "at the centre of a circle": (
        plane,
        lambda m: m.rolling("C", "ground", "wheel", 0.3, on=(0, 0.3), surface_radius=-0.5),
        "'C' is drawn at the centre of its round surface",
    ),
    "on the axis of a cylinder": (
        space,
        lambda m: m.rolling("C", "ground", "wheel", 0.3, on=(2, 0, 0.3), surface_radius=-0.5, surface_axis="x"),
        "'C' is drawn at the centre of its round surface",
    ),
    "a plane with an axis": (
        space,
        lambda m: m.rolling("C", "ground", "wheel", 0.3, normal="z", surface_axis="y"),
        "a plane has no axis",
    ),
    "edge out of the surface": (
        space,
        lambda m: m.knife_edge("C", "ground", "wheel", axis="-z", normal="z"),
        r"'C': the edge points out of its surface as drawn \(axis · normal = -1\)",
    ),
    "edge without surface": (space, lambda m: m.knife_edge("C", "ground", "wheel", axis="x"), "'C': has no normal"),
    "edge with one in the plane": (
        plane,
        lambda m: m.knife_edge("C", "ground", "wheel", axis="x", normal="y"),
        "takes no normal in 2-D",
    ),
    "no direction": (plane, lambda m: m.knife_edge("C", "ground", "wheel", axis=(0, 0)), "cannot be the zero vector"),
    "no place": (plane, lambda m: m.knife_edge("P", "ground", "wheel", axis="x"), "'P': has no position"),
    "itself": (plane, lambda m: m.knife_edge("C", "wheel", "wheel", axis="x"), "to itself"),
    "no such speed": (plane, lambda m: m.speed_coupler("s", {"wheel.wx": 1.0}), "body 'wheel' has no speed 'wx'"),
    "no such body": (plane, lambda m: m.speed_coupler("s", {"weel.vx": 1.0}), "there is no body 'weel'"),
    "no such joint": (plane, lambda m: m.speed_coupler("s", {"J": 1.0}), "there is no joint 'J'"),
    "no factor": (plane, lambda m: m.speed_coupler("s", {"wheel.vx": 0.0}), "all factors are zero"),
    "unknown word": (
        plane,
        lambda m: m.velocity_constraint("own", "wheel", formula="wheel.vz"),
        "'own': formula: .*wheel.vz",
    ),
    "a kink": (
        plane,
        lambda m: m.velocity_constraint("own", "wheel", formula="abs(wheel.vx) + wheel.vy"),
        "'own': row 1 has a kink or a jump in the velocities: half-way between two of them it deviates by",
    ),
    "a kink in Python": (
        plane,
        lambda m: m.velocity_constraint("own", "wheel", function=lambda t, q, v: [v[2], max(v[0], 0 * t)]),
        "'own': row 2 has a kink or a jump",
    ),
    "a kink far away": (
        plane,
        lambda m: m.velocity_constraint("own", "wheel", function=lambda t, q, v: v[0] * (1 if abs(v[0]) < 5 else 2)),
        "'own': row 1 has a kink or a jump",
    ),
    "no velocity": (
        plane,
        lambda m: m.velocity_constraint("own", "wheel", formula=["wheel.vx", "wheel.x"]),
        "'own': row 2 does not depend on velocities: wheel.x",
    ),
    "time alone": (
        plane,
        lambda m: m.velocity_constraint("own", "wheel", formula="sin(t)"),
        "'own': row 1 does not depend on velocities: sin",
    ),
    "a number": (
        plane,
        lambda m: m.velocity_constraint("own", "wheel", function=lambda t, q, v: 1.0 if q[0] < 5 else v[0]),
        "'own': row 1 does not depend on velocities as drawn: it is 1 there",
    ),
    "no rows": (
        plane,
        lambda m: m.velocity_constraint("own", "wheel", function=lambda t, q, v: []),
        "'own' has no rows",
    ),
    "nothing": (
        plane,
        lambda m: m.velocity_constraint("own", "wheel", function=lambda t, q, v: None),
        r"'own' raises TypeError as drawn(.|\n)*it must take \(t, q, v\)",
    ),
    "speed of a joint": (
        hinged,
        lambda m: m.speed_coupler("s", {"C.speed": 1.0}),
        r"'C.speed' refers to joint 'C'(.|\n)*write C: the name of a joint is its speed",
    ),
    "joint of many coordinates": (
        balled,
        lambda m: m.speed_coupler("s", {"C": 1.0}),
        r"joint 'C' is a spherical, but only a joint with one coordinate(.|\n)*use speeds of bodies",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_mistakes_are_told_with_the_part_and_the_numbers(case: str) -> None:
    describe, add, told = CASES[case]
    m = describe()
    with pytest.raises(sn.MechanismError, match=told):  # noqa: PT012 (some are found with the part, some later)
        add(m)
        sn.Tree(m)


@pytest.mark.parametrize("formulation", ["planar", "tree", "spatial"])
def test_speeds_that_slip_are_refused_with_the_part_and_the_numbers(formulation: str) -> None:
    m = plane()
    m.rolling("C", "ground", "wheel", 0.3, normal="y")
    m.initial = {"wheel.vx": 1.0, "wheel.omega": 2.0}
    with pytest.raises(sn.AssemblyError, match=r"by 1\.6 m/s: rolling 'C', wanted wheel.vx, wanted wheel.omega"):
        sn.assemble(m, formulation=formulation)
    m.initial["wheel.omega"] = -1.0 / 0.3
    start = sn.assemble(m, formulation=formulation)
    assert start.gap < 1e-12


def test_rows_that_contradict_each_other_name_no_speeds() -> None:
    m = plane()
    m.velocity_constraint("own", "wheel", formula=["wheel.vx - 1", "wheel.vx - 2"])
    with pytest.raises(sn.AssemblyError, match=r"velocity formula 'own' cannot be satisfied together") as error:
        sn.assemble(m)
    assert error.value.problems[0].remedy.startswith("change or remove one of these rows")


def test_the_slip_is_told_if_only_one_of_many_speeds_slips() -> None:
    """Of a disc in space that may go anywhere: 0.5 m/s against its axis, whatever else is free."""
    m = space()
    m.rolling("C", "ground", "wheel", 0.3, normal="z", axis="y")
    m.initial = {"wheel.vy": 0.5, "wheel.wx": 0.0}
    with pytest.raises(sn.AssemblyError, match=r"by 0\.5 m/s: rolling 'C', wanted wheel.vy"):
        sn.assemble(m)


def test_the_slip_of_a_driven_blade_is_that_of_its_point() -> None:
    m = sn.Mechanism("driven")
    m.body("rod", mass=1.0, inertia=0.1, at=(0, 0))
    m.body("skate", mass=1.0, inertia=0.1, at=(0.5, 0))
    m.revolute("O", "ground", "rod", at=(0, 0))
    m.driver("turn", joint="O", speed=3.0)
    m.prismatic("slide", "rod", "skate", axis="x", at=(0.5, 0))
    m.knife_edge("blade", "ground", "skate", axis="x", at=(0.5, 0))
    with pytest.raises(sn.AssemblyError, match=r"by 1\.5 m/s: knife edge 'blade', turn.angle"):
        sn.assemble(m)


@pytest.mark.parametrize("formulation", ["planar", "tree", "spatial"])
def test_a_blade_may_be_put_anywhere(formulation: str) -> None:
    """Positions are not limited by rows on velocities."""
    m = sn.Mechanism("sleigh")
    m.body("sleigh", mass=1.0, inertia=0.1, at=(0, 0))
    m.knife_edge("P", "ground", "sleigh", axis="x", at=(0, 0))
    m.initial = {"sleigh.x": 1.0, "sleigh.y": 2.0, "sleigh.angle": 0.5, "sleigh.omega": 1.0}
    result = sn.simulate(m, 0.1, formulation=formulation, output=0.1, progress=False)
    assert result.position("sleigh").values[0] == pytest.approx([1.0, 2.0])
    assert float(result["sleigh.angle"][0]) == pytest.approx(0.5)


@pytest.mark.parametrize("formulation", ["tree", "spatial"])
def test_a_wheel_that_falls_flat_is_told(formulation: str) -> None:
    m = sn.Mechanism("coin", dimension=3, gravity=(0, 0, -9.81))
    m.body("coin", mass=1.0, inertia=(0.0225, 0.045, 0.0225), at=(0, 0, 0.3), axis="x", angle=0.3)
    m.rolling("C", "ground", "coin", 0.3, normal="z", axis={"coin": (0, 1, 0)}, at=(0, 0, 0.3))
    with pytest.raises(sn.RunError, match=r"t = 0\.47\d* s rolling 'C': the wheel has fallen flat") as error:
        sn.simulate(m, 2.0, formulation=formulation, progress=False)
    assert error.value.result.time[-1] > 0.45


def test_where_velocities_lead_is_not_found_from_geometry() -> None:
    m = plane()
    m.rolling("C", "ground", "wheel", 0.3, normal="y")
    m.driver("pull", body="wheel", along="x", speed=1.0)
    with pytest.raises(sn.UnsupportedError, match="rolling 'C' constrains velocities, not positions"):
        sn.kinematics(m, 1.0)
    result = sn.simulate(m, 1.0, output=0.5, progress=False)
    assert result["wheel.omega"].values == pytest.approx(-1.0 / 0.3)
