"""Parameters in Python and in files: values, units, ranges, what follows from them, and every mistake with its line."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import snodo as sn
from snodo.errors import FileError, MechanismError
from snodo.math.dimensions import of_unit
from snodo.mechanism.functions.functions import Harmonic

FILE = """\
mechanism: slider-crank
gravity: [0, -gravity]
parameters:
  coupler: 2*crank + 5 mm
  crank: {value: 120 mm, from: 80 mm, to: 200 mm, description: throw}
  wall: 3 mm
  effort: 5 N*m
  gravity: 9.81 m/s^2
points: {A: [0, 0], B: [crank, 0], C: [crank + coupler, 0]}
bodies:
  crank: {bar: [A, B], mass: 7850 kg/m^3 * 20 mm * wall * crank}
  rod: {bar: [B, C], density: 7850 kg/m^3, width: 20 mm, thickness: wall}
  slider: {composite: [{box: [2*wall, wall, wall], at: [crank + coupler, 0], mass: 1 kg}]}
joints:
  A: {revolute: [ground, crank]}
  B: {revolute: [crank, rod]}
  C: {revolute: [rod, slider]}
  D: {prismatic: [ground, slider], axis: x, at: C}
forces:
  motor: {torque: {harmonic: {amplitude: effort, frequency: 2 Hz}}, joint: A}
  drag: {torque: "-effort*A.speed/10 + effort/20", joint: A}
  hold: {torque: effort/50, joint: A}
  spring: {joint_spring: D, stiffness: effort/crank^2}
  rub: {friction: A, viscous: effort*0.01 s}
events: {far: {when: A.angle rises to 400*pi, do: [record, set hold.torque to effort/25]}}
limits: {D: {lower: -2*crank, upper: crank}}
initial: {A.speed: 60 rpm*2}
run: {duration: 100 ms*2, output: 0.1}
"""


def built() -> sn.Mechanism:
    m = sn.Mechanism("pendulum", gravity=(0, -9.81))
    m.parameter("length", 500, unit="mm", low=200, high="1 m")
    m.parameter("rho", "2 kg/m")
    m.add_points(A=(0, 0), B=("length", 0))
    m.bar("arm", "A", "B", mass="rho*length")
    m.revolute("A", "ground", "arm")
    return m


# ---------------------------------------------------------------- values
def test_numbers_follow_from_parameters() -> None:
    m = sn.loads(FILE)
    assert m.parameters["coupler"].value == pytest.approx(0.245, abs=1e-15)
    assert m.parameters["coupler"].depends_on == {"crank"}
    assert m.parameters["crank"].bounds == (0.08, 0.2)
    assert m.points["C"] == (0.12 + m.parameters["coupler"].value, 0.0)
    assert m.bodies["crank"].mass == pytest.approx(7850 * 0.02 * 0.003 * 0.12, rel=1e-15)
    assert m.forces["motor"].torque == Harmonic(amplitude=5.0, frequency=2.0)
    assert str(m.forces["drag"].torque) == "-5.0*A.speed/10 + 5.0/20"
    assert m.forces["rub"].viscous == pytest.approx(0.05)
    assert m.gravity == (0.0, -9.81)
    assert m.limits["D"].lower == -0.24
    assert m.events["far"].conditions[0].value == 400 * math.pi
    assert m.initial_values()["A.speed"] == pytest.approx(4 * math.pi)
    assert m.run.duration == pytest.approx(0.2)


def test_other_values_of_a_file_are_those_of_the_copy() -> None:
    m = sn.loads(FILE)
    changed, loaded = m.with_parameters(crank=0.1, effort="2 N*m"), sn.loads(FILE, crank="100 mm", effort=2)
    changed.check()
    for n in (changed, loaded):
        assert n.points["C"] == pytest.approx((0.1 + 0.205, 0.0), abs=1e-15)
        assert n.forces["motor"].torque == Harmonic(amplitude=2.0, frequency=2.0)
        assert n.forces["spring"].stiffness == pytest.approx(200.0)
        assert n.forces["rub"].viscous == pytest.approx(0.02)
        assert n.limits["D"].lower == -0.2
        assert n.bodies["slider"].parts[0].at[0] == pytest.approx(0.305)
    assert m.points["B"] == (0.12, 0.0)
    assert m.with_parameters(coupler=0.3).points["C"][0] == 0.12 + 0.3


def test_a_run_with_other_values_is_that_of_the_mechanism_written_with_numbers() -> None:
    text = FILE.replace("120 mm", "100 mm")
    one, other = (sn.simulate(m, 0.1, output=0.05, progress=False) for m in (sn.loads(FILE, crank=0.1), sn.loads(text)))
    assert np.array_equal(one["A.angle"], other["A.angle"])


def test_parts_keep_their_formulas() -> None:
    m = built()
    kept = m.bodies["arm"].expressions["mass"]
    assert (kept.text, kept.value, kept.parameters) == ("rho*length", 1.0, {"rho", "length"})
    assert m.expressions["points", "B"].parameters == {"length"}
    m.bodies["arm"].mass = 3.0
    m.check()
    assert "mass" not in m.bodies["arm"].expressions
    assert m.with_parameters(length=0.4).bodies["arm"].mass == 3.0


def test_a_field_may_be_set_to_a_formula_later() -> None:
    m = built()
    m.bodies["arm"].mass = "4*rho*length"
    m.gravity = (0, "-9.81 m/s^2*rho/(1 kg/m)")
    m.initial["A.angle"] = "length/1 m"
    m.check()
    assert m.bodies["arm"].mass == 4.0
    assert m.gravity == (0.0, -2 * 9.81)
    assert m.initial_values() == {"A.angle": 0.5}
    assert m.with_parameters(length="1 m").bodies["arm"].mass == 8.0


def test_units_may_be_left_out_everywhere() -> None:
    m = sn.loads(
        FILE.replace(" mm", "e-3")
        .replace(" N*m", "")
        .replace(" m/s^2", "")
        .replace(" kg/m^3", "")
        .replace("01 s", "01")
    )
    assert m.points["C"] == pytest.approx((0.365, 0.0))


def test_the_order_is_free() -> None:
    m = sn.Mechanism("p")
    m.parameter("b", "2*a")
    assert m.parameter("a", "3 mm").unit == "m"
    assert m.parameters["b"].value == 0.006


# ---------------------------------------------------------------- writing
def test_formulas_are_written_back() -> None:
    m = sn.loads(FILE)
    text = sn.to_yaml(m)
    assert 'coupler: "2*crank + 5 mm"' in text
    assert 'C: ["crank + coupler", 0]' in text
    assert "amplitude: effort" in text
    again = sn.loads(text)
    assert sn.to_yaml(again) == text
    assert sn.loads(text, crank=0.1).points["C"] == sn.loads(FILE, crank=0.1).points["C"]


def test_a_file_and_a_script_keep_the_formulas(tmp_path: Path) -> None:
    m = sn.loads(FILE)
    for name in ("copy.yaml", "copy.json"):
        sn.save(m, tmp_path / name)
        assert sn.to_yaml(sn.load(tmp_path / name)) == sn.to_yaml(m)
    space: dict[str, sn.Mechanism] = {}
    exec(sn.to_python(m), space)
    assert space["m"].with_parameters(crank=0.1).points == m.with_parameters(crank=0.1).points


def test_the_table_shows_them() -> None:
    text = str(sn.loads(FILE))
    assert "crank        0.12 m, 80 mm .. 200 mm, throw" in text
    assert "coupler      0.245 m = 2*crank + 5 mm" in text
    assert "B            (0.12, 0) m = (crank, 0)" in text


# ---------------------------------------------------------------- mistakes
MISTAKES = [
    ("coupler: 2*cuopler + 5 mm", 4, "there is no parameter 'cuopler'", "did you mean 'coupler'?"),
    ("coupler: 2*crank + 5", 4, "'2*crank + 5' adds a length and a plain number", "write 5 m"),
    ("coupler: crank*rest", 4, "there is no parameter 'rest'", ""),
    ("wall: 3 kg", 11, "is a quantity in m^-1*kg^2 where a mass", ""),
    ("wall: 1/0", 6, "not a finite number", ""),
    ("wall: 1/(crank - 120 mm)*1 mm^2", 6, "has no finite value for crank = 0.12", "correct the division"),
    ("wall: 2*sin(crank)", 6, "takes sin of a length", ""),
    ("wall: 3 mm^crank", 6, "", ""),
    ("wall: crank^effort", 6, "has a torque or an energy as exponent", "an exponent is a number"),
    ("wall: [3]", 6, "value is a list, but a number is expected", "write wall: 120 mm"),
    ("wall: {value: 3 mm, form: 1 mm}", 6, "there is no field 'form'", "did you mean 'from'?"),
    ("wall: {from: 3 mm}", 6, "parameter 'wall' has no value", "write wall: {value: 120 mm"),
    ("wall: {value: 3 mm, from: 5 mm}", 6, "wall = 0.003 m is outside its range 5 mm ..", "give it another value"),
    ("wall: {value: 3 mm, to: 5 kg}", 6, "'5 kg' is a mass, but the value is a length", "use one kind"),
    ("wall: {value: 3 mm, from: 5 mm, to: 2 mm}", 6, "its range 5 mm .. 2 mm is empty", "the smaller value first"),
]


def edited(line: str) -> str:
    name = line.partition(":")[0]
    return "\n".join(
        f"  {line}" if k < 9 and old.startswith(f"  {name}:") else old for k, old in enumerate(FILE.split("\n"))
    )


@pytest.mark.parametrize(("line", "number", "what", "remedy"), MISTAKES, ids=[m[0] for m in MISTAKES])
def test_a_mistake_is_named_with_its_line(line: str, number: int, what: str, remedy: str) -> None:
    with pytest.raises(FileError) as caught:
        sn.loads(edited(line), "crank.yaml")
    first = caught.value.problems[0]
    assert first.where == f"crank.yaml:{number}"
    assert what in first.what
    assert remedy in first.remedy


@pytest.mark.parametrize(
    ("name", "what"),
    [("m", "the name of a unit"), ("min", "the name of a unit"), ("sin", "of a function"), ("pi", "of a constant")],
)
def test_names_that_mean_something_else_are_refused(name: str, what: str) -> None:
    with pytest.raises(FileError, match=f"parameter '{name}' has the name of .*{what.split()[-1]}"):
        sn.loads(FILE.replace("  wall: 3 mm", f"  wall: 3 mm\n  {name}: 3 mm"))


@pytest.mark.parametrize(("name", "what"), [("B", "a point"), ("t", "time"), ("x y", "cannot be the name")])
def test_names_of_points_and_time_are_refused(name: str, what: str) -> None:
    with pytest.raises(FileError, match=what):
        sn.loads(FILE.replace("  wall: 3 mm", f"  wall: 3 mm\n  {name}: 3 mm"))


def test_a_circle_is_shown_as_a_path() -> None:
    text = FILE.replace("value: 120 mm", "value: wall + 117 mm").replace("wall: 3 mm", "wall: coupler/10")
    with pytest.raises(FileError) as caught:
        sn.loads(text, "crank.yaml")
    (problem,) = caught.value.problems
    assert "in a circle: coupler → crank → wall → coupler" in problem.what
    assert problem.where == "crank.yaml:4"


@pytest.mark.parametrize(
    ("values", "what", "remedy"),
    [
        ({"crnk": 0.1}, "there is no parameter 'crnk'", "did you mean 'crank'?"),
        ({"zzz": 0.1}, "there is no parameter 'zzz'", "it has coupler, crank, wall, effort, gravity"),
        ({"crank": 0.25}, "crank = 0.25 m is outside its range 80 mm .. 200 mm", "change its range (f.yaml:5)"),
        ({"crank": "3 kg"}, "'3 kg' is a mass, but the parameter is a length", "of the same kind"),
        ({"crank": True}, "True is not a number", "120 mm"),
    ],
)
def test_other_values_are_checked(values: dict[str, object], what: str, remedy: str) -> None:
    with pytest.raises(FileError) as caught:
        sn.loads(FILE, "f.yaml", **values)  # type: ignore[arg-type]
    assert what in caught.value.problems[0].what
    assert remedy in caught.value.problems[0].remedy
    with pytest.raises(MechanismError, match=what.replace("(", r"\(").replace("..", r"\.\.")):
        sn.loads(FILE, "f.yaml").with_parameters(**values)  # type: ignore[arg-type]


def test_mistakes_in_python_point_at_the_call() -> None:
    m = built()
    calls = {
        "is given twice": lambda: m.parameter("length", 3),
        "there is no unit 'mmm'": lambda: m.parameter("q", 3, unit="mmm"),
        "in a circle: q → q": lambda: m.parameter("q", "q + 1"),
        "is outside its range": lambda: m.parameter("q", 3, high=2),
        "is a length where a mass": lambda: m.bar("u", "A", "B", mass="2*length"),
        "there is no parameter 'lenght'": lambda: m.point("P", "lenght", 0),
    }
    for what, call in calls.items():
        with pytest.raises(MechanismError, match=r"test_parameters\.py:") as caught:
            call()
        assert what in str(caught.value)


def test_an_unknown_name_is_found_when_the_mechanism_is_checked() -> None:
    m = built()
    m.parameter("b", "2*a")
    with pytest.raises(MechanismError, match="there is no parameter 'a'"):
        m.check()


def test_a_urdf_has_no_parameters(tmp_path: Path) -> None:
    path = tmp_path / "r.urdf"
    path.write_text('<robot name="r"><link name="a"/></robot>')
    with pytest.raises(FileError, match="a URDF has no parameters"):
        sn.load(path, arm=1)


# ---------------------------------------------------------------- dimensions
@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("100 mm * cos(60 deg)", "length", 0.05),
        ("2*pi*5 Hz", "angular_speed", 10 * math.pi),
        ("pi/4", "angle", math.pi / 4),
        ("sqrt((3 m)^2 + (4 m)^2)", "length", 5.0),
        ("0.5 m*30 deg", "length", math.pi / 12),
        ("max(0, 3 mm)", "length", 0.003),
        ("atan2(3 m, 3 m)", "angle", math.pi / 4),
        ("20 N*m/(0.5 rad)", "torsional_stiffness", 40.0),
        ("2*3", "mass", 6.0),
    ],
)
def test_arithmetic_with_units(text: str, kind: str, value: float) -> None:
    from snodo.math.units import quantity

    assert quantity(text, kind) == pytest.approx(value, rel=1e-14)


@pytest.mark.parametrize(
    ("text", "kind", "what"),
    [
        ("3*5 Hz", "angular_speed", "is a frequency where an angular speed"),
        ("3 m/1 m + 2 kg", "mass", "adds a plain number and a mass"),
        ("2*1 m/(1 m)", "mass", "is a plain number where a mass"),
        ("exp(3 s)", "number", "takes exp of a time"),
        ("table(a, 3)*2", "number", "uses a table"),
    ],
)
def test_wrong_units_in_arithmetic(text: str, kind: str, what: str) -> None:
    from snodo.math.units import UnitError, quantity

    with pytest.raises(UnitError, match=what):
        quantity(text, kind)


def test_a_unit_has_a_dimension() -> None:
    assert of_unit("N/mm").powers == (0, 1, -2)


# ---------------------------------------------------------------- the command line
def test_set_on_the_command_line(tmp_path: Path) -> None:
    from snodo.cli.main import main

    path = tmp_path / "crank.yaml"
    path.write_text(FILE)
    runner = CliRunner()
    good = runner.invoke(main, ["check", str(path), "--set", "crank=0.1"])
    assert good.exit_code == 0
    assert "0.0471" in good.output
    for value, what in (("crank=1", "outside its range"), ("crnk=1", "did you mean 'crank'?"), ("crank", "NAME=VALUE")):
        bad = runner.invoke(main, ["run", str(path), "--set", value])
        assert bad.exit_code != 0
        assert what in bad.output
    assert "--set needs a mechanism" in runner.invoke(main, ["doctor", "--set", "a=1"]).output


def changed_by_hand() -> sn.Mechanism:
    m = sn.Mechanism("pendulum", gravity=(0, -9.81))
    m.parameter("length", 0.5, unit="m")
    m.parameter("weight", 2.0, unit="kg")
    m.parameter("effort", 3.0, unit="N*m")
    m.add_points(A=(0, 0), B=("length", 0.1))
    m.bar("arm", "A", "B", mass="weight")
    m.revolute("A", "ground", "arm")
    m.torque("T", "-effort*A.speed", joint="A")
    return m


def test_what_was_changed_by_hand_stays() -> None:
    """A formula that was replaced by something else does not come back with other values of parameters."""
    m = changed_by_hand()
    m.points["B"], m.bodies["arm"].mass, m.forces["T"].torque = (0.7, 0.0), 5.0, "2*effort*cos(A.angle)"
    for other in (m.with_parameters(effort=4.0), m.with_parameters(length=0.6, weight=3.0, effort=4.0)):
        assert other.points["B"] == (0.7, 0.0)
        assert other.bodies["arm"].mass == 5.0
        assert str(other.forces["T"].torque) == "2*4.0*cos(A.angle)"
    m.bodies["arm"].mass = "2*weight"
    assert m.with_parameters(weight=3.0).bodies["arm"].mass == 6.0
    assert m.with_parameters(weight=3.0).with_parameters(weight=4.0).bodies["arm"].mass == 8.0


def test_a_sweep_keeps_what_was_changed_by_hand() -> None:
    m = changed_by_hand()
    m.bodies["arm"].mass = 5.0
    angles = [
        float(sn.simulate(m, 0.1, parameters={"effort": [e, 3.0]}, progress=False)["A.angle"][0, -1])
        for e in (3.0, 3.5)
    ]
    alone = sn.simulate(m, 0.1, progress=False)["A.angle"][-1]
    assert angles[0] == pytest.approx(float(alone), rel=1e-9)
    assert angles[1] != angles[0]


def test_gravity_that_was_changed_by_hand_stays(tmp_path: Path) -> None:
    (tmp_path / "slider.yaml").write_text(FILE)
    m = sn.load(tmp_path / "slider.yaml")
    m.gravity = (0, -1.0)
    assert m.with_parameters(gravity=5.0).gravity == (0, -1.0)
