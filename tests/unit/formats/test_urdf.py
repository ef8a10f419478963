"""URDF by hand: every joint type, every rule for links without mass, names, limits, looks, couplers, loops."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import snodo as sn
from snodo.formats.urdf.reading import read_urdf
from snodo.formats.urdf.values import roll_pitch_yaw
from snodo.formulations.bind import bind
from snodo.mechanism.axis_angle import axis_angle
from snodo.mechanism.body import rotation_about
from snodo.mechanism.mechanism import Mechanism

INERTIAL = '<inertial><mass value="2"/><inertia ixx="1" iyy="1.5" izz="2"/></inertial>'
ARM = """<robot name="arm">
  <material name="red"><color rgba="1 0 0 1"/></material>
  <link name="foot"/>
  <link name="base">
    <inertial>
      <origin xyz="0.1 0.2 0.3" rpy="0 0 1.5707963267948966"/>
      <mass value="3"/>
      <inertia ixx="1" ixy="0.1" ixz="0.2" iyy="2" iyz="0.3" izz="2.5"/>
    </inertial>
    <visual>
      <origin xyz="0 0 1"/><geometry><box size="1 2 3"/></geometry><material name="red"/>
    </visual>
  </link>
  <link name="upper">INERTIAL
    <visual><geometry><mesh filename="package://arm/upper.stl" scale="2 2 2"/></geometry></visual></link>
  <link name="slide">INERTIAL</link>
  <link name="camera">
    <visual><origin xyz="0 0 1"/><geometry><cylinder radius="0.1" length="0.2"/></geometry></visual></link>
  <link name="tool.1">INERTIAL</link>
  <link name="ball">INERTIAL</link>
  <link name="puck">INERTIAL</link>
  <joint name="stand" type="fixed"><origin xyz="0 0 0.5"/><parent link="foot"/><child link="base"/></joint>
  <joint name="shoulder" type="revolute">
    <origin xyz="1 2 3" rpy="0.1 0.2 0.3"/><parent link="base"/><child link="upper"/>
    <axis xyz="0 3 4"/><limit lower="-1" upper="2" effort="5" velocity="6"/><dynamics damping="0.7" friction="0.1"/>
  </joint>
  <joint name="lift" type="prismatic">
    <origin xyz="0 0 1"/><parent link="upper"/><child link="slide"/><axis xyz="0 0 1"/>
    <mimic joint="shoulder" multiplier="2.5" offset="0.125"/>
  </joint>
  <joint name="mount" type="fixed">
    <origin xyz="0.5 0 0" rpy="0 1.5707963267948966 0"/><parent link="slide"/><child link="camera"/></joint>
  <joint name="slide" type="continuous"><parent link="slide"/><child link="tool.1"/></joint>
  <joint name="float" type="floating"><parent link="tool.1"/><child link="ball"/></joint>
  <joint name="table" type="planar"><parent link="tool.1"/><child link="puck"/><axis xyz="0 0 2"/></joint>
  <gazebo reference="x"><anything/></gazebo>
  <transmission name="t"><joint name="shoulder"/></transmission>
</robot>
""".replace("INERTIAL", INERTIAL)


def robot(*links: str, joints: str = "") -> str:
    """Links by name (with mass, or without where the name ends in 0) and joints `name type parent child; …`."""
    lines = [f'<link name="{n}">{"" if n.endswith("0") else INERTIAL}</link>' for n in links]
    for joint in filter(None, (j.split() for j in joints.split(";"))):
        name, kind, parent, child = joint
        lines.append(
            f'<joint name="{name}" type="{kind}"><origin xyz="1 2 3" rpy="0.1 0.2 0.3"/>'
            f'<parent link="{parent}"/><child link="{child}"/><axis xyz="0 0 1"/></joint>'
        )
    return "<robot>" + "\n".join(lines) + "</robot>"


# ---------------------------------------------------------------- rotations
ANGLES = st.floats(-4.0, 4.0) | st.sampled_from(
    [0.0, math.pi / 2, -math.pi / 2, math.pi, -math.pi, 1e-9, math.pi - 1e-9]
)


@settings(max_examples=400, deadline=None)
@given(ANGLES, ANGLES, ANGLES)
def test_axis_and_angle_give_the_rotation_back(roll: float, pitch: float, yaw: float) -> None:
    A = roll_pitch_yaw(roll, pitch, yaw)
    axis, angle = axis_angle(A)
    back = rotation_about(np.array(axis or (0.0, 0.0, 1.0)), angle)
    assert np.abs(back - A).max() < 2e-15  # A itself is orthogonal only to rounding
    assert 0 <= angle <= math.pi


@pytest.mark.parametrize("axis", [(1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 0), (0, -1, 1), (1, 2, 3), (-1, 1e-9, 0)])
@pytest.mark.parametrize("angle", [math.pi, math.pi - 1e-12, 1e-15, 2.0])
def test_half_turns_and_tiny_ones(axis: tuple[float, ...], angle: float) -> None:
    A = rotation_about(np.array(axis, dtype=float), angle)
    found, value = axis_angle(A)
    assert np.abs(rotation_about(np.array(found), value) - A).max() < 1e-15


def test_no_rotation_has_no_axis() -> None:
    assert axis_angle(np.eye(3)) == (None, 0.0)


def test_roll_pitch_yaw_is_about_the_fixed_axes() -> None:
    x, y, z = np.eye(3)
    expected = rotation_about(z, 0.3) @ rotation_about(y, 0.2) @ rotation_about(x, 0.1)
    np.testing.assert_allclose(roll_pitch_yaw(0.1, 0.2, 0.3), expected, atol=1e-15)


# ---------------------------------------------------------------- a whole robot
@pytest.fixture(scope="module")
def arm() -> Mechanism:
    return read_urdf(ARM, "arm.urdf")


def test_links_with_mass_are_bodies_and_the_others_frames(arm: Mechanism) -> None:
    assert arm.name == "arm"
    assert arm.dimension == 3
    assert arm.gravity == (0, 0, -9.81)
    assert list(arm.bodies) == ["base", "upper", "slide", "tool_1", "ball", "puck"]
    assert {name: frame.on for name, frame in arm.frames.items()} == {"foot": "ground", "camera": "slide"}
    assert not any(body.idealised for body in arm.bodies.values())


def test_joints_of_every_type(arm: Mechanism) -> None:
    kinds = {name: (joint.kind, joint.parent, joint.child) for name, joint in arm.joints.items()}
    assert kinds == {
        "stand": ("fixed", "ground", "base"),
        "shoulder": ("revolute", "base", "upper"),
        "lift": ("prismatic", "upper", "slide"),
        "slide_joint": ("revolute", "slide", "tool_1"),
        "float": ("free", "tool_1", "ball"),
        "table": ("planar", "tool_1", "puck"),
    }
    assert arm["shoulder"].where == "arm.urdf:23"


def test_places_are_exact_in_the_frames_of_the_bodies(arm: Mechanism) -> None:
    assert arm["shoulder"].at == {"base": (1, 2, 3), "upper": (0, 0, 0)}
    assert arm["shoulder"].axis["upper"] == (0, 0.6, 0.8)
    np.testing.assert_allclose(arm["shoulder"].axis["base"], roll_pitch_yaw(0.1, 0.2, 0.3) @ (0, 0.6, 0.8), atol=1e-16)
    assert arm["table"].axis == {"tool_1": (0, 0, 1), "puck": (0, 0, 1)}
    assert arm["slide_joint"].axis == {"slide": (1, 0, 0), "tool_1": (1, 0, 0)}
    assert arm["stand"].at == {"ground": (0, 0, 0.5), "base": (0, 0, 0)}


def test_bodies_are_drawn_with_all_joints_at_zero(arm: Mechanism) -> None:
    A = roll_pitch_yaw(0.1, 0.2, 0.3)
    pose = arm.geometry().pose("slide")
    np.testing.assert_allclose(pose.A, A, atol=1e-15)
    np.testing.assert_allclose(pose.r, np.array([1, 2, 3.5]) + A @ (0, 0, 1), atol=1e-15)
    on, s, B = arm.geometry().frame("camera")
    assert on == "slide"
    np.testing.assert_allclose(s, (0.5, 0, 0))
    np.testing.assert_allclose(B, roll_pitch_yaw(0, math.pi / 2, 0), atol=1e-15)


def test_mass_properties_turn_into_the_frame_of_the_link(arm: Mechanism) -> None:
    found = arm.geometry().bodies["base"].inertia
    assert found.mass == 3
    assert found.com == (0.1, 0.2, 0.3)
    # a quarter turn about z: x of the inertial frame is y of the link, y is −x
    np.testing.assert_allclose(found.tensor, [[2, -0.1, -0.3], [-0.1, 1, 0.2], [-0.3, 0.2, 2.5]], atol=1e-15)


def test_limits_are_data(arm: Mechanism) -> None:
    limits = arm.limits["shoulder"]
    assert (limits.lower, limits.upper, limits.effort, limits.speed) == (-1, 2, 5, 6)
    assert (limits.damping, limits.friction) == (0.7, 0.1)
    assert arm.limits["slide_joint"].lower is None
    assert not arm.forces


def test_mimic_is_a_coupler(arm: Mechanism) -> None:
    assert list(arm.constraints) == ["lift_mimic"]
    assert arm["lift_mimic"].factors == {"lift": 1, "shoulder": -2.5}
    assert arm["lift_mimic"].value == 0.125
    assert arm["lift_mimic"].follower == "lift"
    assert not read_urdf(ARM, mimic="ignore").constraints


@pytest.mark.parametrize("formulation", ["tree", "spatial"])
def test_who_is_mimicked_stays_as_drawn(arm: Mechanism, formulation: str) -> None:
    start = sn.assemble(arm, formulation=formulation)
    F = bind(arm, formulation)
    rest = np.zeros(F.nv)
    assert start.nearest
    assert F.motion.joint("shoulder", start.q, rest, rest)[0] == pytest.approx(0.0, abs=1e-10)
    assert F.motion.joint("lift", start.q, rest, rest)[0] == pytest.approx(0.125, abs=1e-10)


def test_looks_are_kept_in_the_frames_of_the_bodies(arm: Mechanism) -> None:
    (box,) = arm.visuals["base"]
    assert (box.kind, box.size, box.at, box.color, box.link) == ("box", (1, 2, 3), (0, 0, 1), (1, 0, 0, 1), "base")
    (mesh,) = arm.visuals["upper"]
    assert (mesh.kind, mesh.file, mesh.size) == ("mesh", "package://arm/upper.stl", (2, 2, 2))
    (cylinder,) = arm.visuals["slide"]
    assert (cylinder.size, cylinder.link) == ((0.1, 0.2), "camera")
    np.testing.assert_allclose(cylinder.at, (1.5, 0, 0), atol=1e-15)  # camera's z is the slide's x
    assert arm.copy().visuals == arm.visuals


def test_it_is_written_and_read_back(arm: Mechanism, tmp_path) -> None:
    sn.save(arm, tmp_path / "arm.yaml")
    again = sn.load(tmp_path / "arm.yaml")
    for section in ("bodies", "frames", "joints", "constraints"):
        assert getattr(again, section) == getattr(arm, section)
    names: dict = {}
    exec(sn.to_python(arm), names)
    assert names["m"].joints == arm.joints


# ---------------------------------------------------------------- how the root is held
def test_a_fixed_base_is_welded_to_the_ground() -> None:
    m = read_urdf(robot("a", "b", joints="j revolute a b"))
    assert (m["base"].kind, m["base"].parent, m["base"].child) == ("fixed", "ground", "a")


def test_a_free_base_is_carried_by_a_free_joint() -> None:
    m = read_urdf(robot("base", "b", joints="j revolute base b"), base="free", gravity=(0, 0, 0))
    assert (m["base_joint"].kind, m["base_joint"].child) == ("free", "base")
    assert m.gravity == (0, 0, 0)


@pytest.mark.parametrize(("word", "value"), [("base", "floating"), ("inertia", "yes"), ("mimic", "no")])
def test_other_words_are_refused(word: str, value: str) -> None:
    with pytest.raises(sn.FileError, match=f"{word}='{value}' is not known"):
        read_urdf(robot("a"), **{word: value})


# ---------------------------------------------------------------- links without mass
def total(m: Mechanism) -> float:
    return sum(body.mass or 0.0 for body in m.bodies.values())


def test_welded_ones_become_frames_also_one_on_another() -> None:
    m = read_urdf(robot("a", "f0", "g0", "b", joints="i fixed a f0; j fixed f0 g0; k fixed g0 b"))
    assert list(m.bodies) == ["a", "b"]
    assert {n: f.on for n, f in m.frames.items()} == {"f0": "a", "g0": "a"}
    assert (m["k"].parent, m["k"].child) == ("a", "b")
    A, r = roll_pitch_yaw(0.1, 0.2, 0.3), np.array([1, 2, 3])
    np.testing.assert_allclose(m["k"].at["a"], r + A @ (r + A @ r), atol=1e-14)


def test_a_moved_one_takes_over_the_mass_welded_below() -> None:
    m = read_urdf(robot("a", "m0", "b", "c", joints="i revolute a m0; j fixed m0 b; k fixed m0 c"))
    assert list(m.bodies) == ["a", "m0", "c"]
    assert m.frames["b"].on == "m0"
    assert not m["m0"].idealised
    assert total(m) == 6
    assert m["i"].at == {"a": (1, 2, 3), "m0": (0, 0, 0)}
    placed = m.geometry().bodies["m0"].inertia
    A = roll_pitch_yaw(0.1, 0.2, 0.3)
    np.testing.assert_allclose(placed.com, (1, 2, 3))
    np.testing.assert_allclose(placed.tensor, A @ np.diag([1, 1.5, 2]) @ A.T, atol=1e-15)


def test_a_free_root_takes_over_and_a_fixed_one_is_the_ground() -> None:
    text = robot("r0", "b", "c", joints="i fixed r0 b; j revolute b c")
    free, fixed = read_urdf(text, base="free"), read_urdf(text)
    assert list(free.bodies) == ["r0", "c"]
    assert list(free.joints) == ["base", "j"]
    assert list(fixed.bodies) == ["b", "c"]
    assert list(fixed.joints) == ["i", "j"]
    assert fixed.frames["r0"].on == "ground"


def test_the_crosses_of_a_joint_with_several_axes_stay_without_mass() -> None:
    m = read_urdf(robot("a", "x0", "y0", "b", joints="i revolute a x0; j revolute x0 y0; k revolute y0 b"))
    assert [name for name, body in m.bodies.items() if body.idealised] == ["x0", "y0"]
    assert m.geometry().bodies["x0"].inertia.mass == 0


@pytest.mark.parametrize(
    ("text", "base", "what"),
    [
        (robot("a", "b0", joints="j revolute a b0"), "fixed", "'b0' is moved by joint 'j', but neither it nor"),
        (robot("a", "b0", "c0", joints="j revolute a b0; k fixed b0 c0"), "fixed", "'b0' is moved by joint 'j'"),
        (robot("a0", "b", joints="j revolute a0 b"), "free", r"'a0' floats \(the free base\) and has no mass"),
        (robot("a", "b0", "c", joints="i floating a b0; j revolute b0 c"), "fixed", "'b0' floats"),
    ],
)
def test_what_nothing_resists_is_an_error_unless_kept(text: str, base: str, what: str) -> None:
    with pytest.raises(sn.FileError, match=what):
        read_urdf(text, base=base)
    assert read_urdf(text, base=base, inertia="keep").bodies["b0" if "b0" in text else "a0"].idealised


def test_a_robot_without_any_mass() -> None:
    with pytest.raises(sn.MechanismError, match="has no bodies"):
        read_urdf(robot("a0"))


def test_moments_that_no_body_has() -> None:
    def read(moments: str, **more: str) -> Mechanism:
        return read_urdf(robot("a").replace('ixx="1" iyy="1.5" izz="2"', moments), **more)

    assert read('ixx="1" iyy="1" izz="3"')["a"].idealised
    assert read('ixx="0" iyy="0" izz="0"')["a"].idealised
    assert read('ixx="0" ixy="1e-22" iyy="0" izz="0"')["a"].idealised
    with pytest.raises(sn.FileError, match=r"link 'a': a principal moment of inertia is negative: \(-1, 2, 3\)"):
        read('ixx="-1" iyy="2" izz="3"')
    assert read('ixx="-1" iyy="2" izz="3"', inertia="keep")["a"].idealised


def test_an_idealised_body_needs_three_dimensions_and_numbers() -> None:
    m = Mechanism()
    m.add(sn.mechanism.body.Body(name="a", idealised=True))
    with pytest.raises(sn.MechanismError, match="is idealised, which needs three dimensions"):
        m.check()
    m = Mechanism(dimension=3)
    m.add(sn.mechanism.body.Body(name="a", idealised=True, mass=-1))
    with pytest.raises(sn.MechanismError, match="the mass is -1 kg"):
        m.check()


# ---------------------------------------------------------------- names
def test_names_keep_what_they_can() -> None:
    m = read_urdf(robot("left/arm", "b b", "ground", "base", "c", joints="""
        c revolute base c; base prismatic c ground; ground revolute ground b_b; x/y revolute c left/arm"""
        ).replace("b_b", "b b"))  # fmt: skip
    assert list(m.bodies) == ["base", "c", "ground_link", "b b", "left/arm"]
    assert list(m.joints) == ["base_joint_joint", "c_joint", "base_joint", "ground_joint", "x/y"]


def test_names_that_fall_together() -> None:
    with pytest.raises(sn.FileError, match=r"links 'a\.b' and 'a_b' are both called 'a_b' here"):
        read_urdf(robot("a.b", "a_b", joints="j revolute a.b a_b"))


# ---------------------------------------------------------------- files of ours that begin from a URDF
def test_a_loop_is_closed_in_a_companion(tmp_path) -> None:
    (tmp_path / "legs.urdf").write_text(
        robot("hip", "left", "right", joints="l revolute hip left; r revolute hip right")
    )
    (tmp_path / "legs.yaml").write_text(
        "urdf: legs.urdf\nbase: free\ngravity: [0, 0, -1.62]\njoints:\n"
        "  loop: {spherical: [left, right], at: {left: [0, 0, 0.2], right: [0, 0, 0.2]}}\n"
        "forces:\n  rubber: {torsional_spring: l, stiffness: 3}\n"
    )
    m = sn.load(tmp_path / "legs.yaml")
    assert (m.name, m.dimension, m.gravity) == ("robot", 3, (0, 0, -1.62))
    assert {n: j.kind for n, j in m.joints.items()} == {
        "base": "free", "l": "revolute", "r": "revolute", "loop": "spherical"}  # fmt: skip
    assert set(m.limits) == {"l", "r"}
    assert m.forces["rubber"].joint == "l"
    (tmp_path / "plain.yaml").write_text("mechanism: mine\nurdf: {file: legs.urdf, inertia: keep}\n")
    plain = sn.load(tmp_path / "plain.yaml")
    assert (plain.name, plain.gravity, plain["base"].kind) == ("mine", (0, 0, -9.81), "fixed")


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("urdf: other.urdf", 1, "no such file"),
        ("urdf: legs.yaml", 1, "not a mechanism|supported"),
        ("mechanism: m\nurdf: 3", 2, "3 is not the name of a file"),
        ("urdf: {fil: legs.urdf}", 1, "there is no field 'fil'"),
        ("urdf: {file: legs.urdf, inertia: no}", 1, "inertia: 'no' is not known"),
        ("urdf: {file: legs.urdf, mimic: [1]}", 1, r"mimic: \[1\] is not known"),
        ("urdf: legs.urdf\nbase: loose", 2, "base: 'loose' is not known"),
        ("urdf: legs.urdf\ndimension: 2", 2, "a URDF is spatial"),
        ("bodies: {a: {disc: 1, mass: 1}}\nbase: free", 2, "base is given, but no robot"),
        (
            "urdf: legs.urdf\njoints: {j: {revolute: [hip, nobody], axis: x, at: {hip: [0, 0, 0]}}}",
            2,
            "no body 'nobody'",
        ),
        ("urdf: legs.urdf\nbodies: {hip: {mass: 1, inertia: [1, 1, 1]}}", 2, "the name is taken by body 'hip'"),
        ("urdf: bad.urdf\njoints: {j: {fixed: [hip, left], at: {hip: [0, 0, 0]}}}", 1, "is not XML"),
        ("include: legs.urdf", 1, "urdf: robot.urdf"),
    ],
)
def test_mistakes_in_a_companion_have_their_line(tmp_path, text: str, line: int, what: str) -> None:
    (tmp_path / "legs.urdf").write_text(robot("hip", "left", joints="l revolute hip left"))
    (tmp_path / "bad.urdf").write_text("<robot>")
    (tmp_path / "m.yaml").write_text(text)
    with pytest.raises(sn.FileError, match=what) as caught:
        sn.load(tmp_path / "m.yaml")
    assert len(caught.value.problems) == 1
    assert caught.value.problems[0].where.endswith((f"m.yaml:{line}", "bad.urdf:1"))


def test_a_text_has_no_folder() -> None:
    with pytest.raises(sn.FileError, match="text has no folder in which to find files"):
        sn.loads("urdf: robot.urdf")


def test_the_words_of_a_urdf_are_not_for_other_files(tmp_path) -> None:
    (tmp_path / "m.yaml").write_text("bodies: {a: {disc: 1, mass: 1}}")
    with pytest.raises(sn.FileError, match="base= can be given only with a URDF"):
        sn.load(tmp_path / "m.yaml", base="free")
    (tmp_path / "r.urdf").write_text(robot("a"))
    assert sn.load(tmp_path / "r.urdf", base="free")["base"].kind == "free"
    with pytest.raises(sn.FileError, match="neither included nor written"):
        sn.save(sn.load(tmp_path / "r.urdf"), tmp_path / "out.urdf")
