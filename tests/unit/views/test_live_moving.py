"""Moving a mechanism by hand: which coordinates are sliders, closed loops, where it stops, and free motions."""

import base64

import numpy as np
import pytest
from scipy.optimize import fsolve
from scipy.spatial.transform import Rotation
from tests import mechanisms
from tests.mechanisms import stewart

import snodo as sn
from snodo.mechanism.limits import Limits
from snodo.views.live.chain import static_scene
from snodo.views.live.findings import path_along
from snodo.views.live.model import LiveModel
from snodo.views.live.movable import driven_joints, movable


def four_bar(driver: str = "") -> sn.Mechanism:
    m = mechanisms.four_bar()
    if driver:
        m.driver("motor", joint=driver, speed="60 rpm")
    return m


def gap(model: LiveModel) -> float:
    F = model.F
    return float(np.abs(F.constraints(model.pinned.q) / F.row_scale).max(initial=0.0))


def decoded(text: str) -> np.ndarray:
    return np.frombuffer(base64.b64decode(text), "<f4")


# ---------------------------------------------------------------- which coordinates
def test_the_driven_joint_is_the_slider():
    for joint in "AD":
        model = LiveModel(four_bar(joint))
        assert model.names == [f"{joint}.angle"]
        assert model.sliders[0].driven


def test_a_driven_joint_is_never_cut_even_if_the_file_says_so():
    m = four_bar("C")
    assert "C" in sn.Tree(four_bar()).cut_joints  # it would be, without a driver
    m.run.cut = ("C",)
    F = movable(m)
    assert "C" not in F.cut_joints
    assert len(F.cut_joints) == 1
    assert LiveModel(m).names == ["C.angle"]


def test_a_driven_body_stands_for_its_joint():
    m = four_bar()
    m.driver("motor", body="crank", speed=1.0)
    assert "A" in driven_joints(m)
    assert len(LiveModel(m).names) == 1


def test_cut_joints_follow_too():
    model = LiveModel(four_bar("A"))
    names = [name for name, _, _ in model.followers]
    assert set(names) == {"B.angle", "C.angle", "D.angle"}
    model.move({"A.angle": 0.4})
    values = dict(zip(names, model.position()["follow"]))
    result = sn.assemble(four_bar(), initial={"A.angle": 0.4}, formulation="tree")
    F = sn.Tree(four_bar())
    rest = np.zeros(F.nv)
    for name in "BCD":
        assert values[f"{name}.angle"] == pytest.approx(float(F.motion.joint(name, result.q, rest, rest)[0]), abs=1e-8)


def test_a_floating_body_is_a_slider_and_does_not_follow_as_well():
    m = sn.Mechanism("stone", dimension=3)
    m.box("stone", (0.2, 0.1, 0.1), at=(0.1, 0, 0), mass=1.0)
    model = LiveModel(m)
    assert model.names == [f"stone.{word}" for word in ("x", "y", "z", "turn x", "turn y", "turn z")]
    assert model.followers == []
    rolling = LiveModel(sn.load("examples/rolling_disc.yaml"))  # its sliders are ways gone: the places do follow
    assert [name for name, _, _ in rolling.followers] == ["disc.x", "disc.y", "disc.z"]


def test_a_static_page_lists_nothing_that_it_would_not_update():
    m = sn.Mechanism("two stones", dimension=3)
    m.box("stone", (0.2, 0.1, 0.1), at=(0.1, 0, 0), mass=1.0)
    m.box("pebble", (0.1, 0.1, 0.1), at=(0, 1, 0), mass=0.1)
    m.revolute("A", "ground", "stone", at=(0, 0, 0), axis=(0, 0, 1))
    m.free("floats", "ground", "pebble", at=(0, 1, 0))
    m.selection("loose", "stone", "pebble", at=(0, 1, 0), directions=("x", "y", "z", "rx", "ry", "rz"))
    model = LiveModel(m)
    assert model.F.nc == 0
    assert "loose" in model.F.cut_joints  # it holds nothing, but its angles follow
    assert model.live()["follow"]
    assert static_scene(model)["live"]["follow"] == []


def test_a_stewart_platform_has_its_legs_as_sliders():
    model = LiveModel(stewart())
    assert model.names == [f"leg{k}.displacement" for k in range(6)]


def test_limits_of_the_file_else_half_a_turn_or_the_size():
    m = mechanisms.four_bar()
    plain = LiveModel(m).sliders[0]
    assert (plain.low, plain.high) == pytest.approx((-np.pi, np.pi))
    model = LiveModel(stewart())
    assert model.sliders[0].high == pytest.approx(model.F.size)
    robot = four_bar()
    robot.limits["A"] = Limits(lower=-0.3, upper=0.5)
    limited = LiveModel(robot)
    assert limited.names == ["A.angle"]  # a joint with limits is an actuator
    assert (limited.sliders[0].low, limited.sliders[0].high) == (-0.3, 0.5)


# ---------------------------------------------------------------- moving
def test_the_loop_stays_closed_and_agrees_with_trigonometry():
    model = LiveModel(four_bar("A"))
    a, b, c, d = np.hypot(0.1, 0.15), np.hypot(0.35, 0.15), np.hypot(0.05, 0.3), 0.5
    start = np.arctan2(0.15, 0.10)
    rocker = np.arctan2(0.3, -0.05)
    for angle in np.linspace(0.0, 6.0, 31):
        assert model.move({"A.angle": angle})["stuck"] == ""
        assert gap(model) < 1e-9
        B = a * np.array([np.cos(start + angle), np.sin(start + angle)])

        def miss(psi, B=B):
            return np.hypot(*(np.array([d + c * np.cos(psi[0]), c * np.sin(psi[0])]) - B)) - b

        rocker = fsolve(miss, rocker)[0]
        follows = dict(zip([n for n, _, _ in model.followers], model.position()["follow"]))
        assert follows["D.angle"] == pytest.approx(rocker - np.arctan2(0.3, -0.05), abs=1e-6)


def test_the_poses_are_those_of_the_assembled_mechanism():
    model = LiveModel(four_bar("A"))
    answer = model.move({"A.angle": 0.7})
    F = sn.Planar(four_bar())
    q = sn.assemble(F, initial={"A.angle": 0.7}).q
    assert decoded(answer["poses"]) == pytest.approx(q, abs=1e-6)


def test_in_space_too():
    model = LiveModel(sn.load("examples/bricard.yaml"))
    name = model.names[0]
    answer = model.move({name: 0.5})
    assert answer["stuck"] == ""
    assert gap(model) < 1e-9
    assert answer["values"] == [0.5]
    poses = decoded(answer["poses"]).reshape(-1, 7)
    assert np.linalg.norm(poses[:, 3:], axis=1) == pytest.approx(1.0, abs=1e-6)
    F = model.F
    for body, pose in zip(model.bodies, poses):
        assert pose[:3] == pytest.approx(F.pose(model.pinned.q, body).r, abs=1e-6)


def test_other_sliders_are_held():
    """What least squares over all coordinates would not do: the platform would sink."""
    model = LiveModel(stewart())
    start = decoded(model.position()["poses"])
    for value in (0.1, -0.1, 0.12, 0.0):
        answer = model.move({"leg0.displacement": value})
        assert answer["stuck"] == ""
        assert answer["values"][1:] == [0.0] * 5
        assert gap(model) < 1e-9
    assert decoded(answer["poses"]) == pytest.approx(start, abs=1e-5)


def test_it_stops_at_the_last_closed_position_and_says_which_joint():
    model = LiveModel(four_bar("D"))  # the rocker cannot turn all the way
    answer = model.move({"D.angle": 3.0})
    assert answer["stuck"].startswith("stuck: joint ")
    assert "stretched out" in answer["stuck"]
    assert 0.0 < answer["values"][0] < 3.0
    assert gap(model) < 1e-9
    a, b, c, d = np.hypot(0.1, 0.15), np.hypot(0.35, 0.15), np.hypot(0.05, 0.3), 0.5
    limits = [np.arccos((c**2 + d**2 - x**2) / (2 * c * d)) for x in (a + b, b - a)]
    reached = np.pi - np.arctan2(0.3, -0.05) - answer["values"][0]  # the angle of the rocker inside the loop
    assert min(abs(reached - limit) for limit in limits) < 2e-3
    assert model.move({"D.angle": 0.0})["stuck"] == ""  # and it comes back


def test_a_far_jump_stays_on_its_branch():
    near, far = LiveModel(four_bar("A")), LiveModel(four_bar("A"))
    for angle in np.linspace(0, 2.5, 200):
        near.move({"A.angle": angle})
    far.move({"A.angle": 2.5})
    assert far.pinned.q == pytest.approx(near.pinned.q, abs=1e-8)


def test_straight_on_through_a_position_where_branches_meet():
    model = LiveModel(sn.load("examples/parallelogram.yaml"))
    for value in np.linspace(0, 3.1, 90):  # as a hand does: flat on the way
        assert model.move({model.names[0]: value})["stuck"] == ""
    assert gap(model) < 1e-9


def test_back_to_the_drawing():
    model = LiveModel(four_bar("A"))
    start = model.position()
    model.move({"A.angle": 1.0})
    assert model.reset()["poses"] == start["poses"]


def test_a_ball_joint_has_the_rotation_vector():
    m = sn.Mechanism("ball", dimension=3)
    m.box("stone", (0.2, 0.1, 0.1), at=(0, 0, -0.5), mass=1.0)
    m.spherical("S", "ground", "stone", at=(0, 0, 0))
    model = LiveModel(m)
    assert model.names == ["S.turn x", "S.turn y", "S.turn z"]
    theta = np.array([0.3, -0.5, 0.9])
    model.move(dict(zip(model.names, theta)))
    A = model.F.pose(model.pinned.q, "stone").A
    assert pytest.approx(Rotation.from_rotvec(theta).as_matrix(), abs=1e-12) == A
    model.move(dict(zip(model.names, (0.0, 0.0, 0.0))))
    assert pytest.approx(np.eye(3), abs=1e-12) == model.F.pose(model.pinned.q, "stone").A  # whatever the way


def test_a_floating_body_is_placed():
    m = sn.Mechanism("free", dimension=3)
    m.box("stone", (0.2, 0.1, 0.1), at=(0.1, 0, 0), mass=1.0)
    model = LiveModel(m)
    model.move({"stone.turn z": 1.0})
    model.move({"stone.x": 0.4, "stone.y": -0.2})
    assert model.F.pose(model.pinned.q, "stone").r == pytest.approx([0.4, -0.2, 0.0])


def test_elastic_joints_are_held_rigid():
    m = four_bar("A")
    m.joints["C"].stiffness = 1e5
    model = LiveModel(m)
    assert model.names == ["A.angle"]
    assert model.move({"A.angle": 1.0})["stuck"] == ""
    assert gap(model) < 1e-9


def test_rods_keep_their_length():
    """A four-bar whose coupler is a massless rod: rods are no joints of the tree."""
    m = sn.Mechanism("rod", gravity=(0, -9.81))
    m.add_points(A=(0, 0), B=(0.1, 0.15), C=(0.45, 0.3), D=(0.5, 0))
    m.bar("crank", "A", "B", mass=1.0)
    m.bar("rocker", "D", "C", mass=1.0)
    m.revolute("A", "ground", "crank")
    m.revolute("D", "ground", "rocker")
    m.rod("coupler", "crank", "rocker", start="B", end="C")
    m.driver("motor", body="crank", speed=1.0)
    model = LiveModel(m)
    assert model.names == ["A.angle"]
    assert model.move({"A.angle": 1.5})["stuck"] == ""
    assert gap(model) < 1e-9


# ---------------------------------------------------------------- bad questions
@pytest.mark.parametrize("value", [float("nan"), float("inf"), "1", None, True, [1]])
def test_a_value_must_be_a_number(value):
    with pytest.raises(sn.SnodoError, match="not a number"):
        LiveModel(four_bar("A")).move({"A.angle": value})


def test_unknown_sliders_get_a_suggestion():
    with pytest.raises(sn.NameNotFound, match=r"did you mean 'A\.angle'"):
        LiveModel(four_bar("A")).move({"A.angel": 1.0})


@pytest.mark.parametrize("number", [-1, 5, "0", None, True, 0.0])
def test_unknown_motions_are_refused(number):
    with pytest.raises(sn.SnodoError, match="no free motion"):
        LiveModel(four_bar("A")).motion(number)


# ---------------------------------------------------------------- findings and free motions
def test_degrees_of_freedom_with_and_without_drivers():
    assert LiveModel(four_bar("A")).live()["findings"]["headline"] == "1 degree of freedom, all driven"
    assert LiveModel(four_bar()).live()["findings"]["headline"] == "1 degree of freedom"


def test_rolling_leaves_more_positions_than_velocities():
    model = LiveModel(sn.load("examples/rolling_disc.yaml"))
    assert model.live()["findings"]["headline"] == "3 degrees of freedom, 5 coordinates free in position"
    assert len(model.names) == 5


def test_many_bodies_are_counted_but_not_examined():
    m = sn.Mechanism("chain")
    for k in range(210):
        m.bar(f"b{k}", (0.1 * k, 0), (0.1 * k + 0.1, 0), mass=1.0)
        m.revolute(f"J{k}", "ground" if k == 0 else f"b{k - 1}", f"b{k}", at=(0.1 * k, 0))
    live = LiveModel(m).live()
    assert live["findings"]["headline"] == "210 coordinates are free in position"
    assert "snodo check" in live["findings"]["report"]
    assert live["motions"] == []


def test_redundant_joints_are_named_and_coloured():
    model = LiveModel(sn.load("examples/bricard.yaml"))
    found = model.live()["findings"]
    assert {one["name"] for one in found["redundant"]} == {f"P{k}" for k in range(1, 7)}
    assert "1 redundant row" in found["headline"]
    scene = model.scene()
    rings = [piece for body in scene["bodies"] for piece in body["pieces"] if piece.get("color") == found["color"]]
    assert len(rings) >= 6


def test_redundant_joints_of_the_plane_are_ringed():
    model = LiveModel(sn.load("examples/parallelogram.yaml"))
    found, scene = model.live()["findings"], model.scene()
    assert found["redundant"]
    joints = {one["name"] for one in found["redundant"]} & {joint["name"] for joint in scene["joints"]}
    assert sum(mark.get("edge") == found["color"] for mark in scene["marks"]) == len(joints)


def test_a_sound_mechanism_has_no_rings():
    model = LiveModel(four_bar("A"))
    assert model.live()["findings"]["redundant"] == []


def test_a_free_motion_keeps_the_loop_closed():
    model = LiveModel(four_bar("A"))
    found = model.findings.found.motions[0]
    rows = path_along(model.F, model.pinned.start, found.velocity, found.lasts)
    assert len(rows) == 31
    assert rows[15] is model.pinned.start
    F = model.F
    assert max(np.abs(F.constraints(q) / F.row_scale).max() for q in rows) < 1e-9
    moved = np.abs((rows[-1] - rows[15]) / F.velocity_scale).max()
    assert 0.2 < moved < 0.45
    answer = model.motion(0)
    assert answer["count"] == 31
    assert len(decoded(answer["poses"])) == 31 * 9


# ---------------------------------------------------------------- without a server
def chain_poses(scene: dict, values: list[float]) -> np.ndarray:
    """Poses of an open chain in the slow and obvious way: 4 × 4 matrices."""
    live = scene["live"]

    def frame(numbers):
        T = np.eye(4)
        T[:3, 3], T[:3, :3] = numbers[:3], np.reshape(numbers[3:], (3, 3))
        return T

    def screw(letter, x, turns):
        T, axis = np.eye(4), np.eye(3)["xyz".index(letter[-1])]
        if turns:
            K = np.cross(np.eye(3), -axis).T
            T[:3, :3] = np.eye(3) + np.sin(x) * K + (1 - np.cos(x)) * K @ K
        else:
            T[:3, 3] = x * axis
        return T

    bodies = {len(live["com"]): np.eye(4)}
    for joint in live["chain"]:
        q = list(joint["q"])
        for slider, kind, at in joint["sets"]:
            assert kind == "number"
            q[at] = values[slider]
        if joint["kind"] == "chain":
            J = np.eye(4)
            for letter, x in zip(joint["letters"], q):
                J = J @ screw(letter, x, letter.startswith("r"))
        else:
            J = screw(joint["letters"][0], joint["sign"] * q[0], joint["kind"] == "revolute")
        J = np.linalg.inv(J) if joint["backward"] else J
        bodies[joint["body"]] = (
            bodies[joint["base"]] @ frame(joint["stands"]) @ J @ np.linalg.inv(frame(joint["carries"]))
        )
    return np.array([bodies[k] for k in range(len(live["com"]))])


def arm() -> sn.Mechanism:
    """Every kind of one-axis joint, one of them described from its far end."""
    m = sn.Mechanism("arm", dimension=3)
    m.add_points(A=(0, 0, 0), B=(0.4, 0, 0.1), C=(0.7, 0.2, 0.1), D=(0.9, 0.2, 0.4))
    m.cylinder("upper", "A", "B", radius=0.02, mass=1.0)
    m.cylinder("lower", "B", "C", radius=0.02, mass=1.0)
    m.cylinder("hand", "C", "D", radius=0.02, mass=1.0)
    m.revolute("A", "ground", "upper", axis=(0.1, 0.2, 1.0))
    m.revolute("B", "lower", "upper", axis=(0, 1, 0))
    m.prismatic("C", "lower", "hand", axis=(1, 1, 0))
    return m


def test_the_chain_of_a_static_page_gives_the_same_poses():
    model = LiveModel(arm())
    scene = static_scene(model)
    values = {"A.angle": 0.4, "B.angle": -0.8, "C.displacement": 0.15}
    wanted = [values[name] for name in model.names]
    model.move(values)
    found = chain_poses(scene, wanted)
    for k, body in enumerate(model.bodies):
        pose = model.F.pose(model.pinned.q, body)
        assert found[k][:3, 3] == pytest.approx(pose.r, abs=1e-9)
        assert found[k][:3, :3] == pytest.approx(pose.A, abs=1e-9)


def test_a_static_page_refuses_loops_and_says_what_to_do():
    with pytest.raises(sn.UnsupportedError, match="not an open chain") as caught:
        static_scene(LiveModel(four_bar("A")))
    assert "snodo view FILE" in caught.value.problems[0].remedy
