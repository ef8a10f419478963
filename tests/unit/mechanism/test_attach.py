"""Parts used again: names, places, mirror images against mechanisms written out by hand, and every mistake."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import snodo as sn
from snodo.errors import FileError, MechanismError
from snodo.mechanism.attaching.placement import Placement

LEG = """\
mechanism: leg
dimension: 3
gravity: [0, 0, -9.81]
parameters: {arm: {value: 0.4 m, from: 0.1 m, to: 1 m}, weight: 2 kg}
points: {A: [0, 0.1, 0], B: [0, 0.1 m + arm, 0.05]}
bodies:
  arm: {bar: [A, B], mass: weight, com: [10 mm, 5 mm, 2 mm]}
  knuckle: {mass: 1, com: [0.01, 0.02, 0.03], at: B,
            inertia: [[0.02, 0.001, 0.002], [0.001, 0.03, 0.003], [0.002, 0.003, 0.04]],
            angle: 20 deg, axis: [1, 2, 3]}
frames: {tip: {on: knuckle, at: {knuckle: [0.1, 0.02, 0]}, angle: 30 deg, axis: [0, 1, 1]}}
joints:
  A: {revolute: [ground, arm], axis: [1, 0.2, 0]}
  B: {cylindrical: [arm, knuckle], axis: [A, B]}
forces:
  s: {spring: [ground, arm], from: [0, 0.2, 0.3], to: {arm: [0.1, 0.02, 0]}, stiffness: 200 N/m, damping: 3}
  d: {torque: "-0.1*A.speed - 0.2*B.displacement", joint: A}
  c: {joint_spring: B, of: displacement, stiffness: 500, damping: 2, displacement: 20 mm}
  p: {point_force: knuckle, at: tip, force: [1, "2*sin(3*t)", 0.5], axes: body}
  q: {torque: [0.1, 0.2, "0.3*t"], body: knuckle}
  u: {bushing: [knuckle, arm], at: B, stiffness: [10, 20, 30, 1, 2, 3], preload: [1, 2, 3, 0.1, 0.2, 0.3]}
initial: {B.displacement: 10 mm, B.omega: 2, A.speed: 1}
"""
MAIN = """\
mechanism: main
dimension: 3
gravity: [0, 0, -9.81]
parameters: {track: 0.5, length: 0.3}
parts:
  left:  {use: leg.yaml, at: [0, track/2, 0], on: chassis}
  right: {use: leg.yaml, at: [0, -track/2, 0], mirror: y, set: {arm: 2*length}}
  rear:  {use: leg.yaml, at: [-1, 0, 0], turned: {axis: z, angle: 180 deg}}
bodies:
  chassis: {box: [1, 0.5, 0.1], mass: 10}
joints:
  C: {prismatic: [ground, chassis], axis: z, at: [0, 0, 0]}
  weld: {fixed: [chassis, right/ground]}
forces:
  k: {joint_spring: C, stiffness: 4000}
  lock: {torque: "-left/A.speed*0.2 + 0.01*distance(left/tip, right/tip)", joint: left/A}
initial: {left/A.angle: 10 deg}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "leg.yaml").write_text(LEG)
    (tmp_path / "main.yaml").write_text(MAIN)
    return tmp_path


def problems(folder: Path, text: str) -> list[str]:
    (folder / "main.yaml").write_text(text)
    with pytest.raises(FileError) as caught:
        sn.load(folder / "main.yaml")
    return [f"{Path(p.where).name}: {p.what} → {p.remedy}" for p in caught.value.problems]


# ---------------------------------------------------------------- the mirror image against one written by hand
def leg_by_hand(sign: float) -> sn.Mechanism:
    """The leg, or with −1 its image in the mirror across y, with every number written by a person."""
    m = sn.Mechanism("hand", dimension=3, gravity=(0, 0, -9.81))
    m.add_points(A=(0, 0.1 * sign, 0), B=(0, 0.5 * sign, 0.05))
    J = [[0.02, 0.001 * sign, 0.002], [0.001 * sign, 0.03, 0.003 * sign], [0.002, 0.003 * sign, 0.04]]
    m.bar("arm", "A", "B", mass=2, com=("10 mm", 0.005 * sign, "2 mm"))
    axis = (1 * sign, 2, 3 * sign)
    m.body("knuckle", mass=1, com=(0.01, 0.02 * sign, 0.03), inertia=J, at="B", angle="20 deg", axis=axis)
    m.frame("tip", "knuckle", {"knuckle": (0.1, 0.02 * sign, 0)}, angle="30 deg", axis=(0, 1, sign))
    m.revolute("A", "ground", "arm", axis=(sign, 0.2, 0))
    m.cylindrical("B", "arm", "knuckle", axis=("A", "B") if sign > 0 else ("B", "A"))
    m.spring("s", "ground", "arm", (0, 0.2 * sign, 0.3), {"arm": (0.1, 0.02 * sign, 0)}, stiffness=200, damping=3)
    m.torque("d", f"-0.1*A.speed - {0.2 * sign!r}*B.displacement", joint="A")
    m.joint_spring("c", "B", of="displacement", stiffness=500, damping=2, displacement=0.02 * sign)
    m.point_force("p", "knuckle", (1, f"{2.0 * sign!r}*sin(3*t)", 0.5), at="tip", axes="body")
    m.torque("q", (0.1 * sign, 0.2, f"{0.3 * sign!r}*t"), body="knuckle")
    preload = (1, 2 * sign, 3, 0.1 * sign, 0.2, 0.3 * sign)
    m.bushing("u", "knuckle", "arm", at="B", stiffness=(10, 20, 30, 1, 2, 3), preload=preload)
    m.initial = {"B.displacement": 0.01 * sign, "B.omega": 2.0, "A.speed": 1.0}
    return m


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_a_part_is_that_written_by_hand(sign: float) -> None:
    m = sn.Mechanism("made", dimension=3, gravity=(0, 0, -9.81))
    m.attach(sn.loads(LEG), "i", mirror="y" if sign < 0 else "")
    made, hand = (sn.simulate(x, 0.5, tolerance=1e-11, output=0.1, progress=False) for x in (m, leg_by_hand(sign)))
    for name in ("A.angle", "B.angle", "B.displacement", "knuckle.x", "knuckle.y", "tip.y", "tip.z", "s.length"):
        assert np.abs(np.asarray(made[f"i/{name}"]) - np.asarray(hand[name])).max() < 1e-10, name


@pytest.mark.parametrize("mirror", ["", "x", "y", "z"])
def test_turned_and_moved_parts_move_in_the_same_way(mirror: str) -> None:
    """Without gravity a part moves alike wherever it is put: coordinates of its joints are those of the original."""
    leg = sn.loads(LEG)
    leg.gravity = (0.0, 0.0, 0.0)
    leg.forces.pop("q")  # along axes of the world
    m = sn.Mechanism("made", dimension=3)
    m.attach(leg, "i", at=(1, 2, 3), angle="37 deg", axis=(1, 1, -0.5), mirror=mirror)
    made, original = (sn.simulate(x, 0.5, tolerance=1e-11, output=0.1, progress=False) for x in (m, leg))
    sign = -1.0 if mirror else 1.0
    for name, s in (("A.angle", 1), ("B.angle", 1), ("B.displacement", sign), ("s.length", 1)):
        assert np.abs(np.asarray(made[f"i/{name}"]) - s * np.asarray(original[name])).max() < 1e-10, name
    p = Placement((1, 2, 3), np.radians(37), (1, 1, -0.5), mirror)
    tips = [np.stack([np.asarray(r[f"{pre}tip.{k}"]) for k in "xyz"]) for r, pre in ((made, "i/"), (original, ""))]
    assert np.abs(p.RM @ tips[1] + np.array([[1], [2], [3]]) - tips[0]).max() < 1e-10


@pytest.mark.parametrize("mirror", ["x", "y", "z"])
def test_mirrored_twice_is_the_original(mirror: str) -> None:
    once, twice = sn.Mechanism("once", dimension=3), sn.Mechanism("twice", dimension=3)
    leg = sn.loads(LEG)
    once.attach(leg, "a", mirror=mirror)
    twice.attach(once, "b", mirror=mirror)
    assert twice.points["b/a/B"] == leg.points["B"]
    for name, body in leg.geometry().bodies.items():
        again, image = twice.geometry().bodies[f"b/a/{name}"], once.geometry().bodies[f"a/{name}"]
        assert np.abs(again.pose.A - body.pose.A).max() < 1e-15
        assert np.abs(np.array(again.inertia.tensor) - np.array(body.inertia.tensor)).max() < 1e-16
        assert np.linalg.det(image.pose.A) == pytest.approx(1.0, abs=1e-14)
        assert np.linalg.eigvalsh(image.inertia.tensor) == pytest.approx(np.linalg.eigvalsh(body.inertia.tensor))
    assert twice.initial_values()["b/a/B.displacement"] == leg.initial_values()["B.displacement"]


# ---------------------------------------------------------------- files
def test_a_file_uses_another_three_times(folder: Path) -> None:
    m = sn.load(folder / "main.yaml")
    assert m.points["right/B"] == pytest.approx((0, -0.25 - 0.7, 0.05))
    assert m.joints["left/A"].parent == m.joints["right/A"].parent == "chassis"
    assert m.joints["rear/A"].parent == "ground"
    assert m.points["rear/A"] == pytest.approx((-1, -0.1, 0))
    assert "weld" not in m.joints
    result = sn.simulate(m, 0.1, output=0.05, progress=False)
    assert result["left/A.angle"][0] == pytest.approx(np.radians(10))
    result.save(folder / "r.nc")
    assert sn.Result.load(folder / "r.nc")["left/A.angle"][-1] == result["left/A.angle"][-1]


def test_other_values_reach_the_parts(folder: Path) -> None:
    m = sn.load(folder / "main.yaml")
    changed = m.with_parameters(length=0.2, **{"left/weight": 3})
    loaded = sn.load(folder / "main.yaml", length=0.2, **{"left/weight": "3 kg"})
    for n in (changed, loaded):
        assert n.points["right/B"] == pytest.approx((0, -0.25 - 0.5, 0.05))
        assert n.bodies["left/arm"].mass == 3.0
        assert n.bodies["right/arm"].mass == 2.0
    assert m.points["right/B"] == pytest.approx((0, -0.25 - 0.7, 0.05))
    assert changed.attachments["left"].part.bodies["arm"].expressions["mass"].text == "weight"


def test_what_was_changed_in_a_copy_stays(folder: Path) -> None:
    m = sn.load(folder / "main.yaml")
    m.bodies["left/arm"].mass = 5.0
    assert m.with_parameters(length=0.2).bodies["left/arm"].mass == 5.0


def test_a_saved_file_uses_the_parts_again(folder: Path) -> None:
    m = sn.load(folder / "main.yaml")
    (folder / "below").mkdir()
    sn.save(m, folder / "below" / "copy.yaml")
    text = (folder / "below" / "copy.yaml").read_text()
    assert "right: {use: ../leg.yaml" in text
    assert "left/arm" not in text
    again = sn.load(folder / "below" / "copy.yaml", length=0.2)
    assert again.points == m.with_parameters(length=0.2).points
    assert again.initial_values() == pytest.approx(m.with_parameters(length=0.2).initial_values())


def test_a_changed_part_and_text_are_written_out_with_numbers(folder: Path) -> None:
    m = sn.load(folder / "main.yaml")
    m.bodies["right/arm"].mass = 5.0
    sn.save(m, folder / "copy.yaml")
    text = (folder / "copy.yaml").read_text()
    assert "right/arm" in text
    assert "parameters" not in text  # the part would not follow them
    assert sn.load(folder / "copy.yaml").points == m.points
    flat = sn.to_yaml(m)
    assert "use:" not in flat
    assert sn.to_yaml(sn.loads(flat)) == flat


def test_print_tells_where_parts_come_from(folder: Path) -> None:
    text = str(sn.load(folder / "main.yaml"))
    assert "right        leg.yaml, at (0, -track/2, 0) m, mirror y, on chassis, arm = 2*length" in text
    assert "its gravity is not used" in text


# ---------------------------------------------------------------- mistakes
WRONG = [
    ("mirror: y", "mirror: xy", "main.yaml:7: part 'right': mirror: xy is no plane → write x, y or z"),
    ("arm: 2*length", "arm_length: 2", "main.yaml:7: part 'right': set: leg.yaml has no parameter 'arm_length'"),
    ("arm: 2*length", "zzz: 2", "it has arm, weight"),
    ("arm: 2*length", "arm: 2*lenght", "there is no parameter 'lenght'"),
    ("arm: 2*length", "arm: 5*length", "arm = 1.5 m is outside its range 0.1 m .. 1 m"),
    ("arm: 2*length", "arm: 3 kg", "'3 kg' is a mass, but the parameter is a length"),
    ("use: leg.yaml, at: [-1", "at: [-1", "main.yaml:8: part 'rear' has no file → write rear: {use:"),
    ("use: leg.yaml, at: [-1", "use: log.yaml, at: [-1", "there is no such file → did you mean 'leg.yaml'"),
    ("use: leg.yaml, at: [-1", "use: main.yaml, at: [-1", "use one another in a circle: main.yaml → main.yaml"),
    ("turned: {axis: z, angle: 180 deg}", "turned: {axis: z}", "turned is {'axis': 'z'} → write turned: {axis: z"),
    ("turned: {axis: z, angle: 180 deg}", "turn: 3", "there is no field 'turn' → did you mean 'turned'?"),
    ("turned: {axis: z, angle: 180 deg}", "turned: {axis: up, angle: 3}", "'up' is not a direction"),
    ("at: [-1, 0, 0]", "at: [-1, 0]", "at has 2 coordinates → give 3 numbers"),
    ("on: chassis", "on: chasis", "stands on 'chasis', which is no body here → did you mean 'chassis'?"),
    ("joint: left/A}", "joint: A}", "there is no joint 'A' → write 'right/A' or 'rear/A' or 'left/A'"),
    ("fixed: [chassis, right", "fixed: [chasis, right", "there is no body 'chasis' for part 'right' to stand on"),
    ("rear:  {", "'re ar':  {", "'re ar' cannot be the prefix of a part"),
]


@pytest.mark.parametrize(("old", "new", "said"), WRONG, ids=[w[1] for w in WRONG])
def test_a_mistake_in_parts_is_named(folder: Path, old: str, new: str, said: str) -> None:
    assert old in MAIN
    found = problems(folder, MAIN.replace(old, new, 1))
    assert any(said in one for one in found), found


def test_a_mistake_inside_a_part_is_that_of_its_file(folder: Path) -> None:
    (folder / "leg.yaml").write_text(LEG.replace("mass: weight", "mass: wieght"))
    found = problems(folder, MAIN)
    assert found[0].startswith("leg.yaml:7: bar 'arm': mass: there is no parameter 'wieght'")


def test_a_file_cannot_be_included_twice(folder: Path) -> None:
    text = "dimension: 3\ninclude: [leg.yaml, leg.yaml]\n"
    assert (
        "main.yaml:2: include: leg.yaml is included twice → omit one; to use it several times"
        in problems(folder, text)[0]
    )


def test_what_cannot_be_used_again() -> None:
    leg, m = sn.loads(LEG), sn.Mechanism("m", dimension=3)
    leg.force("tyre", bodies="knuckle", formula=["0", "0", "-knuckle.z", "0", "0", "0"])
    with pytest.raises(MechanismError, match="'tyre' of part 'r' is a formula in world coordinates and cannot be mirr"):
        m.attach(leg, "r", mirror="y")
    m.attach(leg, "same")
    assert m.forces["same/tyre"].formula[2] == "-same/knuckle.z"
    plane = sn.loads("bodies: {b: {particle: [0, 0], mass: 1}}")
    with pytest.raises(MechanismError, match="has dimension 2, the mechanism that uses it 3"):
        m.attach(plane, "p")
    with pytest.raises(MechanismError, match="a part in the plane cannot be mirrored"):
        sn.Mechanism("p").attach(plane, "p", mirror="x")
    with pytest.raises(MechanismError, match="part 'same' is used twice"):
        m.attach(leg, "same")
    with pytest.raises(MechanismError, match=r"give sn\.load"):
        m.attach("leg.yaml", "x")
    with pytest.raises(MechanismError, match="is not a mechanism"):
        m.attach(3, "x")
    leg = sn.loads(LEG + "signals: {a: 2*A.angle}\n")
    with pytest.raises(MechanismError, match="has signals, which a part used again cannot have"):
        m.attach(leg, "x")


def test_axes_of_the_world_cannot_be_turned() -> None:
    m = sn.Mechanism("m", dimension=3)
    leg = sn.loads(LEG)
    leg.initial["knuckle.x"] = 0.1
    with pytest.raises(MechanismError, match=r"the initial value of knuckle\.x is along axes of the world"):
        m.attach(leg, "x", angle=0.3)
    leg = sn.loads(LEG.replace("0.2*B.displacement", "0.2*knuckle.x"))
    with pytest.raises(MechanismError, match=r"a formula of it depends on knuckle\.x, along axes of the world"):
        m.attach(leg, "x", angle=0.3)
    m.attach(leg, "y", mirror="x", at=(1, 0, 0))
    assert "(-(y/knuckle.x - (1.0)))" in str(m.forces["y/d"].torque)


def test_parts_in_the_plane_are_turned_and_moved() -> None:
    arm = sn.loads(
        "points: {A: [0, 0], B: [1, 0]}\nbodies: {b: {bar: [A, B], mass: 1}}\njoints: {A: {revolute: [ground, b]}}"
    )
    m = sn.Mechanism("m", gravity=(0, -9.81))
    m.attach(arm, "u", at=(2, 0), angle="90 deg")
    assert m.points["u/B"] == pytest.approx((2.0, 1.0))
    assert sn.simulate(m, 0.1, output=0.05, progress=False)["u/A.angle"].shape == (3,)


def test_a_bushing_about_axes_that_follow_from_ends_is_not_turned() -> None:
    leg = sn.loads(LEG.replace("bushing: [knuckle, arm]", "bushing: [arm, knuckle]"))
    with pytest.raises(MechanismError, match="its torsional stiffness is about axes of body 'arm'"):
        sn.Mechanism("m", dimension=3).attach(leg, "x", angle=0.5, axis=(1, 1, 0))
