"""Limits and looks in files: kept by saving and reading, in scripts too, and their mistakes told with the line."""

import json

import pytest

import snodo as sn
from snodo.formats import load, save
from snodo.formats.published.json_schema import schema
from snodo.formats.urdf.reading import read_urdf
from snodo.mechanism.limits import Limits

ROBOT = """<robot name="r">
<material name="blue"><color rgba="0.1 0.2 0.8 1"/></material>
<link name="base"><visual><geometry><box size="0.2 0.2 0.1"/></geometry><material name="blue"/></visual></link>
<link name="a"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial>
  <visual><origin xyz="0 0 0.15" rpy="0.1 0.2 0.3"/><geometry><cylinder radius="0.04" length="0.3"/></geometry></visual>
  <visual><geometry><mesh filename="package://r/a.stl" scale="0.001 0.001 0.001"/></geometry></visual></link>
<link name="b"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial>
  <visual><geometry><sphere radius="0.1"/></geometry></visual></link>
<joint name="hinge" type="revolute"><parent link="base"/><child link="a"/><axis xyz="0 0 1"/>
  <limit lower="-1" upper="2" effort="30" velocity="4"/><dynamics damping="0.1" friction="0.2"/></joint>
<joint name="slide" type="prismatic"><parent link="a"/><child link="b"/><axis xyz="1 0 0"/>
  <limit lower="0" upper="0.5" effort="100" velocity="1"/></joint>
</robot>"""


@pytest.fixture
def robot():
    return read_urdf(ROBOT)


def test_files_keep_limits_and_looks(robot, tmp_path):
    assert len(robot.limits) == 2
    assert {body: len(pieces) for body, pieces in robot.visuals.items()} == {"ground": 1, "a": 2, "b": 1}
    for name in ("robot.yaml", "robot.json"):
        save(robot, tmp_path / name)
        other = load(tmp_path / name)
        assert other.limits == robot.limits
        assert other.visuals == robot.visuals


def test_scripts_keep_limits_and_looks(robot):
    scope = {}
    exec(sn.to_python(robot), scope)
    assert scope["m"].limits == robot.limits
    assert scope["m"].visuals == robot.visuals


def test_the_schema_knows_them(robot, tmp_path):
    jsonschema = pytest.importorskip("jsonschema")
    sn.save(robot, tmp_path / "robot.json")
    jsonschema.validate(json.loads((tmp_path / "robot.json").read_text()), schema())


ARM = """dimension: 3
points: {A: [0, 0, 0], B: [1, 0, 0]}
bodies: {arm: {bar: [A, B], mass: 1, width: 0.1, thickness: 0.1}}
joints: {A: {revolute: [ground, arm], axis: z}}
"""


def test_limits_have_the_units_of_their_joint():
    m = sn.loads(ARM + "limits: {A: {lower: -180 deg, effort: 2 kN*m, speed: 60 rpm, damping: 0.1 N*m*s/rad}}")
    assert m.limits["A"] == Limits(
        lower=pytest.approx(-3.14159265), effort=2000, speed=pytest.approx(6.2831853), damping=0.1
    )


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("limits: {B: {lower: 1}}", "there is no joint 'B'"),
        ("limits: {A: {lower: 1 m}}", "limits A: "),
        ("limits: {A: {lowest: 1}}", "there is no limit 'lowest'"),
        ("limits: {A: 3}", "it is a number, but a table is expected"),
        ("limits: [1]", "limits is a list, but a table is expected"),
        ("visuals: {leg: [{sphere: 1}]}", "there is no body 'leg'"),
        ("visuals: {arm: {sphere: 1}}", "a list of tables is expected"),
        ("visuals: {arm: [{ball: 1}]}", "there is no field 'ball'"),
        ("visuals: {arm: [{sphere: 1, box: [1, 1, 1]}]}", "2 kinds are named"),
        ("visuals: {arm: [{box: [1, 1]}]}", "is not a list of 3 numbers"),
        ("visuals: {arm: [{sphere: 1, rotation: 3}]}", "three rows"),
        ("visuals: {arm: [{mesh: 3}]}", "mesh: 3 is not a name"),
        ("visuals: {arm: [{sphere: 1 kg}]}", "visuals arm: "),
    ],
)
def test_mistakes_are_told_with_their_line(line, what):
    with pytest.raises(sn.FileError) as error:
        sn.loads(ARM + line)
    assert what in str(error.value)
    assert all(problem.where == "<text>:5" for problem in error.value.problems)


def test_limits_of_a_joint_that_does_not_exist():
    m = sn.loads(ARM)
    m.limits["B"] = Limits(lower=0.0)
    with pytest.raises(sn.MechanismError, match="limits: there is no joint 'B'"):
        m.check()


def test_a_circle_of_mimics_is_shown_once():
    text = ROBOT.replace(
        '<joint name="hinge" type="revolute">', '<joint name="hinge" type="revolute"><mimic joint="slide"/>'
    )
    text = text.replace(
        '<joint name="slide" type="prismatic">', '<joint name="slide" type="prismatic"><mimic joint="hinge"/>'
    )
    with pytest.raises(sn.FileError, match="joints mimic one another in a circle: hinge → slide → hinge") as error:
        read_urdf(text)
    assert len(error.value.problems) == 1
    assert len(read_urdf(text, mimic="ignore").joints) == 2
