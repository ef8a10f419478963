"""Inverse kinematics: closed forms, limits, loops, paths, and what is said about targets that cannot be."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
from tests.mechanisms import bricard, crank_rocker, four_bar, sleigh

import snodo as sn
from snodo.mechanism.geometry import Pose
from snodo.mechanism.limits import Limits

FORMULATIONS = ("planar", "tree", "spatial")
L1, L2 = 1.0, 0.8


def two_bars() -> sn.Mechanism:
    m = sn.Mechanism("arm")
    m.add_points(O=(0, 0), E=(L1, 0), H=(L1 + L2, 0))
    m.bar("upper", "O", "E", mass=1.0)
    m.bar("lower", "E", "H", mass=1.0)
    m.revolute("O", "ground", "upper")
    m.revolute("E", "upper", "lower")
    m.frame("tip", on="lower", at="H")
    return m


def three_bars() -> sn.Mechanism:
    """A planar arm with one freedom more than a position needs."""
    m = two_bars()
    m.add_points(K=(L1 + L2 + 0.5, 0))
    m.bar("hand", "H", "K", mass=0.5)
    m.revolute("H", "lower", "hand")
    m.frame("end", on="hand", at="K")
    return m


def closed_form(x: float, y: float, side: float) -> tuple[float, float]:
    """Angles of two bars whose tip is at (x, y), with the elbow to one side or the other."""
    elbow = side * np.arccos((x * x + y * y - L1**2 - L2**2) / (2 * L1 * L2))
    return np.arctan2(y, x) - np.arctan2(L2 * np.sin(elbow), L1 + L2 * np.cos(elbow)), elbow


# ---------------------------------------------------------------- closed forms
@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("side", [1, -1])
@pytest.mark.parametrize("place", [(0.9, 0.9), (-0.3, 1.1), (0.5, -0.4)])
def test_both_branches_of_two_bars(formulation, side, place):
    found = sn.inverse_kinematics(
        two_bars(), {"tip": place}, start={"E.angle": 0.7 * side, "O.angle": np.arctan2(*place[::-1]) - 0.35 * side},
        formulation=formulation,
    )  # fmt: skip
    shoulder, elbow = closed_form(*place, side)
    assert found["E.angle"] == pytest.approx(elbow, abs=1e-12)
    assert np.cos(found["O.angle"] - shoulder) == pytest.approx(1, abs=1e-12)
    assert found.reached
    assert found.residuals["tip"].distance < 1e-12
    assert found.result.formulation.name == formulation
    assert found.pose("tip").r[:2] == pytest.approx(place, abs=1e-12)


def test_a_place_with_an_angle_and_one_component():
    m, wanted = three_bars(), ((1.2, 0.9), "40 deg")
    found = sn.inverse_kinematics(m, {"end": wanted})
    pose = found.pose("end")
    assert pose.r[:2] == pytest.approx(wanted[0], abs=1e-12)
    assert pose.angle == pytest.approx(np.radians(40), abs=1e-12)
    same = sn.inverse_kinematics(m, {"end.x": 1.2, "end.y": "90 cm", "end.angle": "40 deg"})
    assert same.pose("end").r == pytest.approx(pose.r, abs=1e-12)
    high = sn.inverse_kinematics(m, {"end": (None, 0.5)})
    assert high.pose("end").r[1] == pytest.approx(0.5, abs=1e-12)
    turned = sn.inverse_kinematics(m, {"hand": sn.Rotation.from_axis_angle("z", 0.6)})
    assert turned.pose("hand").angle == pytest.approx(0.6, abs=1e-12)


def test_of_all_that_reach_it_the_nearest_to_the_start():
    """Three equal turns would be farther: the least Σ Δ² has Δ = Jᵀ λ in the end."""
    m = three_bars()
    start = {"O.angle": 0.3, "E.angle": 0.4, "H.angle": -0.2}
    tree = sn.Tree(m)
    q0 = np.array([start[name] for name in tree.coordinate_names])
    found = sn.inverse_kinematics(tree, {"end": (1.0, 1.2)}, start=start)
    J = tree.jacobian_of(found.q, "end")[:2]
    free = np.linalg.svd(J)[2][2]
    assert abs(free @ (found.q - q0)) < 1e-5 * np.linalg.norm(found.q - q0)
    other = sn.inverse_kinematics(tree, {"end": (1.0, 1.2)}, start=start, nearest=False)
    assert np.linalg.norm(other.q - q0) > np.linalg.norm(found.q - q0)


# ---------------------------------------------------------------- out of reach
def test_a_target_out_of_reach_is_missed_along_the_line_to_it():
    with pytest.raises(sn.RunError, match=r"target 'tip' is missed by 1\.33 m\n.*must_reach=False") as caught:
        sn.inverse_kinematics(two_bars(), {"tip": (3.0, 0.9)})
    closest = caught.value.result
    assert not closest.reached
    assert closest["O.angle"] == pytest.approx(np.arctan2(0.9, 3.0), abs=1e-6)
    assert closest["E.angle"] == pytest.approx(0, abs=1e-3)
    assert closest.residuals["tip"].distance == pytest.approx(np.hypot(3, 0.9) - L1 - L2, abs=1e-9)
    same = sn.inverse_kinematics(two_bars(), {"tip": (3.0, 0.9)}, must_reach=False)
    assert same.q == pytest.approx(closest.q, abs=1e-12)
    assert "missed by 1.33 m" in str(same)


@pytest.mark.parametrize("angle", [0.0, 1.0, 2.8])
def test_stretched_out_and_folded(angle):
    """The Jacobian loses its rank where the target is: convergence is slower, and steps stay short."""
    for length in (L1 + L2, L1 - L2):
        place = length * np.array([np.cos(angle), np.sin(angle)])
        found = sn.inverse_kinematics(two_bars(), {"tip": place}, start={"E.angle": 0.9})
        assert found.residuals["tip"].distance < 1e-8
        assert found.iterations < 60


def test_weights_share_what_is_missed():
    """Two places on one line cannot both be reached: they are missed by the inverse squares of their weights."""
    m = two_bars()
    m.frame("same", on="lower", at="H")
    for weight in (1.0, 3.0):
        targets = {"tip": (0.9, 0.5), "same": (0.9, 0.7)}
        found = sn.inverse_kinematics(m, targets, weights={"same": weight}, must_reach=False)
        assert found.residuals["tip"].distance == pytest.approx(0.2 * weight**2 / (1 + weight**2), abs=1e-7)
        assert found.residuals["same"].distance == pytest.approx(0.2 / (1 + weight**2), abs=1e-7)


# ---------------------------------------------------------------- limits
def test_limits_hold():
    m = two_bars()
    m.limits["E"] = Limits(lower=0.2, upper=1.0)
    free = sn.inverse_kinematics(m, {"tip": (0.9, 0.9)}, start={"E.angle": 0.7}, limits=False)
    assert free["E.angle"] == pytest.approx(closed_form(0.9, 0.9, 1)[1])
    with pytest.raises(sn.RunError, match=r"at a limit there: E\.angle") as caught:
        sn.inverse_kinematics(m, {"tip": (0.9, 0.9)})
    closest = caught.value.result
    assert closest["E.angle"] == pytest.approx(1.0, abs=1e-12)
    assert closest["O.angle"] == pytest.approx(np.pi / 4 - np.arctan2(L2 * np.sin(1), L1 + L2 * np.cos(1)), abs=1e-6)
    assert closest.at_limits == ("E.angle",)
    wider = sn.inverse_kinematics(m, {"tip": (0.9, 0.9)}, limits={"E.angle": (None, "170 deg")})
    assert wider.reached


def test_a_joint_leaves_its_limit_again():
    """The start is at a limit, or beyond it, and the target is not."""
    m = two_bars()
    m.limits["E"] = Limits(lower=0.5, upper=2.0)
    for start in (0.5, 2.0, -1.0, 3.0):
        found = sn.inverse_kinematics(m, {"tip": (0.9, 0.9)}, start={"E.angle": start}, tries=0)
        assert found["E.angle"] == pytest.approx(closed_form(0.9, 0.9, 1)[1], abs=1e-9)
        assert not found.at_limits


def test_other_starts_are_tried():
    """Within its limits the elbow bends only to the other side: no way leads there from the start."""
    m = two_bars()
    m.limits["O"] = Limits(lower=-0.5, upper=3.5)
    place = (0.1, -0.5)
    found = sn.inverse_kinematics(m, {"tip": place}, start={"E.angle": -2.0, "O.angle": 3.4})
    assert found.pose("tip").r[:2] == pytest.approx(place, abs=1e-9)
    assert -0.5 <= found["O.angle"] <= 3.5


# ---------------------------------------------------------------- loops
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_loops_stay_closed(formulation):
    m = four_bar()
    for name, value in (("A.angle", 0.6), ("D.angle", 0.4), ("C.angle", 2.7)):
        found = sn.inverse_kinematics(m, {name: value}, formulation=formulation)
        assert found[name] == pytest.approx(value, abs=1e-11)
        F = found.result.formulation
        assert np.abs(F.constraints(found.q)).max() < 1e-12
    driven = four_bar()
    driven.driver("motor", joint="A", angle=0.6)
    by_driver = sn.assemble(driven, formulation=formulation)
    by_target = sn.inverse_kinematics(m, {"A.angle": 0.6}, formulation=formulation)
    assert by_target.q == pytest.approx(by_driver.q, abs=1e-8)


def test_limits_of_a_joint_that_closes_the_loop():
    m = four_bar()
    assert sn.Tree(m).cut_joints == ["C"]
    free = sn.inverse_kinematics(m, {"A.angle": 0.6}, formulation="tree")
    bound = (free["C.angle"] + 0.05, None)
    limits = {"C.angle": bound}
    held = sn.inverse_kinematics(m, {"A.angle": 0.6}, limits=limits, must_reach=False, tries=0, formulation="tree")
    assert held["C.angle"] == pytest.approx(bound[0], abs=1e-9)
    assert held.at_limits == ("C.angle",)
    assert not held.reached


def test_a_driver_holds_its_joint():
    m = crank_rocker()
    m.driver("motor", joint="A", speed=1.0)
    with pytest.raises(sn.RunError, match="the drivers hold: 'motor'"):
        sn.inverse_kinematics(m, {"D.angle": 0.3}, times=0.0, tries=0)
    tree = sn.Tree(m)
    moved = sn.kinematics(tree, output=[0, 0.25, 0.5])
    found = sn.inverse_kinematics(m, {"D.angle": float(moved["D.angle"][2])}, times=0.5, start=moved.state(at=0.25))
    assert found["A.angle"] == pytest.approx(float(moved["A.angle"][2]), abs=1e-9)
    assert found.time == 0.5


def test_a_driver_moves_along_a_path():
    m, t = two_bars(), np.linspace(0, 2, 20)
    m.driver("motor", joint="O", speed=1.0)
    path = sn.inverse_kinematics(m, {"E.angle": t / 2}, times=t)
    assert path["O.angle"].values == pytest.approx(t, abs=1e-12)
    assert path["E.angle"].values == pytest.approx(t / 2, abs=1e-12)
    assert np.abs(path.found["violation"]).max() < 1e-12


def test_more_rows_than_needed_and_rows_on_velocities():
    """Bricard's linkage moves although it has a row too many; a blade may be put anywhere."""
    found = sn.inverse_kinematics(bricard(), {"J1.angle": 0.3})
    assert found["J3.angle"] == pytest.approx(0.3, abs=1e-9)
    assert found["J5.angle"] == pytest.approx(0.3, abs=1e-9)
    put = sn.inverse_kinematics(sleigh(), {"sleigh": ((1, 2), 0.4)})
    assert put.pose("sleigh").r[:2] == pytest.approx((1, 2), abs=1e-12)


@pytest.mark.parametrize("formulation", ["tree", "spatial", "spatial_euler"])
def test_a_free_body_is_put_where_it_is_wanted(formulation):
    m = sn.Mechanism("box", dimension=3)
    m.box("box", (1, 1, 1), at=(0, 0, 0), mass=1)
    R = sn.Rotation.from_axis_angle((1, 2, 3), "170 deg")
    found = sn.inverse_kinematics(m, {"box": ((1, 2, 3), R)}, formulation=formulation)
    assert found.pose("box").r == pytest.approx((1, 2, 3), abs=1e-12)
    assert np.abs(found.pose("box").A - R.as_matrix()).max() < 1e-12
    turned = sn.inverse_kinematics(m, {"box": R}, formulation=formulation)
    assert np.abs(turned.pose("box").r).max() < 1e-12
    assert found.iterations < 15


def test_a_body_that_cannot_move():
    m = sn.Mechanism("post")
    m.add_points(A=(0, 0), B=(1, 0))
    m.bar("post", "A", "B", mass=1)
    m.fixed("A", "ground", "post")
    with pytest.raises(sn.RunError, match=r"'post' is missed by 0\.4 m"):
        sn.inverse_kinematics(m, {"post": (0.1, 0.0)}, formulation="tree")


# ---------------------------------------------------------------- paths
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_path_stays_on_its_branch(formulation):
    s = np.linspace(0, 2 * np.pi, 60)
    places = np.column_stack([0.9 + 0.3 * np.cos(s), 0.6 + 0.3 * np.sin(s)])
    path = sn.inverse_kinematics(two_bars(), {"tip": places}, times=s, start={"E.angle": -1.0}, formulation=formulation)
    angles = np.array([closed_form(*place, -1) for place in places])
    assert path["O.angle"].values == pytest.approx(angles[:, 0], abs=1e-11)
    assert path["E.angle"].values == pytest.approx(angles[:, 1], abs=1e-11)
    assert path.reached.all()
    assert path.iterations.max() < 12
    assert path.residuals["tip"].distance.max() < 1e-11
    speed = path.velocity("tip").values[:, :2]
    assert speed[5:-5] == pytest.approx(0.3 * np.column_stack([-np.sin(s), np.cos(s)])[5:-5], abs=1e-5)
    torque = sn.inverse_dynamics(two_bars(), path)["O.torque"].values
    assert np.isfinite(torque).all()
    assert np.isfinite(path.found["energy"]).all()
    assert "60 poses, 60 reached" in str(path)


def test_a_path_tells_where_it_leaves_the_reach():
    places = np.column_stack([np.linspace(0.5, 2.5, 21), np.zeros(21)])
    with pytest.raises(
        sn.RunError, match=r"missed by 0\.1 m in pose 14 \(t = 14 s; 7 of 21 poses are missed\)"
    ) as caught:
        sn.inverse_kinematics(two_bars(), {"tip": places}, start={"E.angle": 1.0})
    path = caught.value.result
    assert path.reached.tolist() == [True] * 14 + [False] * 7
    assert path.residuals["tip"].distance[14:] == pytest.approx(np.linspace(0.1, 0.7, 7), abs=1e-8)
    assert not path.v.any()


def test_a_result_can_be_followed_by_another_mechanism():
    """The tip of a simulated arm, followed again."""
    m = two_bars()
    run = sn.simulate(m, 0.5, initial={"E.angle": 0.8}, output=0.05)
    path = sn.inverse_kinematics(m, {"tip": run.position("tip")}, start=run.state(at=0.0), times=run.time)
    assert path["E.angle"].values == pytest.approx(run["E.angle"].values, abs=1e-9)


# ---------------------------------------------------------------- what it is good for
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_configuration_starts_a_run(formulation):
    m = four_bar()
    found = sn.inverse_kinematics(m, {"A.angle": 0.6}, formulation=formulation)
    run = sn.simulate(m, 0.1, start=found)
    assert float(run["A.angle"][0]) == pytest.approx(0.6, abs=1e-9)
    again = sn.inverse_kinematics(m, {"A.angle": 0.7}, start=found, formulation=formulation)
    by_numbers = sn.inverse_kinematics(m, {"A.angle": 0.7}, start=found.q, formulation=formulation)
    assert again.q == pytest.approx(by_numbers.q, abs=1e-12)


def test_answers_are_copied_drawn_and_printed(tmp_path):
    m = two_bars()
    found = sn.inverse_kinematics(m, {"tip": (0.9, 0.9)}, formulation="tree")
    assert found.coordinates == pytest.approx({"O.angle": found["O.angle"], "E.angle": found["E.angle"]})
    assert "tip: reached" in repr(found)
    assert "tip" in found._repr_html_()
    assert pickle.loads(pickle.dumps(found)).q.tolist() == found.q.tolist()
    path = sn.inverse_kinematics(m, {"tip": [(0.9, 0.9), (0.9, 0.8)]})
    assert copy.deepcopy(path).q.tolist() == path.q.tolist()
    path.animate(tmp_path / "path.html")
    path.save(tmp_path / "path.nc")
    assert sn.Result.load(tmp_path / "path.nc").q == pytest.approx(path.q)
    assert path.quality().verdict
    assert path.found["violation"].shape == (2, path.formulation.nc)
    with pytest.raises(KeyError):
        path.found["nothing"]


def test_poses_are_given_in_many_ways():
    m = sn.Mechanism("two turns", dimension=3)
    m.add_points(O=(0, 0, 0), P=(0.5, 0, 0))
    m.cylinder("arm", "O", "P", radius=0.02, mass=1.0)
    m.spherical("O", "ground", "arm")
    m.frame("end", on="arm", at="P")
    R = sn.Rotation.from_axis_angle((1, 2, -1), "70 deg")
    r = R.apply((0.5, 0, 0))
    whole = np.eye(4)
    whole[:3, :3], whole[:3, 3] = R.as_matrix(), r
    ways = [(r, R), (tuple(r), R), R, Pose(r, R.as_matrix()), whole]
    for way in ways:
        found = sn.inverse_kinematics(m, {"end": way})
        assert pytest.approx(R.as_matrix(), abs=1e-12) == found.pose("end").A
    path = sn.inverse_kinematics(m, {"end": np.stack([whole, whole])})
    assert path.q[0] == pytest.approx(path.q[1], abs=1e-12)
    texts = sn.inverse_kinematics(m, {"end": [f"{x * 100} cm" for x in r]})
    assert texts.pose("end").r == pytest.approx(r, abs=1e-12)


def test_an_elastic_joint_is_rigid_here():
    m = two_bars()
    m.joints["E"].stiffness = 1e5
    found = sn.inverse_kinematics(m, {"tip": (0.9, 0.9)}, start={"E.angle": 0.7}, formulation="planar")
    assert found.pose("tip").r[:2] == pytest.approx((0.9, 0.9), abs=1e-9)
    assert found["E.angle"] == pytest.approx(closed_form(0.9, 0.9, 1)[1], abs=1e-9)


# ---------------------------------------------------------------- what is wrong
@pytest.mark.parametrize(
    ("targets", "error", "words"),
    [
        ({"tipp": (1, 1)}, sn.NameNotFound, "did you mean 'tip'"),
        ({"F.angle": 1}, sn.NameNotFound, "there is no body, frame or joint 'F'"),
        ({"E.angel": 1}, sn.MechanismError, "E.angle"),
        ({"E.speed": 1}, sn.MechanismError, "is a speed"),
        ({"tip.z": 1}, sn.MechanismError, "is no coordinate of 'tip'"),
        ({"ground": (1, 1)}, sn.MechanismError, "the ground does not move"),
        ({"H": (1, 1)}, sn.NameNotFound, "point 'H' is not on a body"),
        ({3: (1, 1)}, sn.MechanismError, "3 is not a name"),
        ({"tip": (1, 2, 3, 4)}, sn.MechanismError, r"of shape \(4,\)"),
        ({"tip": "here"}, sn.MechanismError, "here"),
        ({"tip": (np.nan, 1)}, sn.MechanismError, "has the number nan"),
        ({"tip": (np.inf, 1)}, sn.MechanismError, "has the number inf"),
        ({"tip": (None, None)}, sn.MechanismError, "leaves everything free"),
        ({"tip": [(None, 1), (1, 1)]}, sn.MechanismError, "leaves other components free"),
        ({"tip": ((1, 1), np.nan)}, sn.MechanismError, "is nan"),
        ({"tip": (np.ones((3, 2)), [0.1, 0.2])}, sn.MechanismError, "3 positions and 2 rotations"),
        ({"tip": np.ones((3, 2)), "E.angle": [1, 2]}, sn.MechanismError, "'tip' has 3, 'E.angle' has 2"),
        ({"tip": np.ones((0, 2))}, sn.MechanismError, "no poses"),
        ({"E.angle": "3 m"}, sn.SnodoError, "m"),
        ({"E.angle": [[1]]}, sn.MechanismError, "give a finite number"),
        ({"tip": np.zeros((4, 4))}, sn.MechanismError, "last row"),
        ({"tip": sn.Rotation.identity().interpolate(sn.Rotation.identity(), [[0.1]])}, sn.MechanismError, "shape"),
        ({}, sn.MechanismError, "not a table of targets"),
        ([1, 2], sn.MechanismError, "not a table of targets"),
    ],
)
def test_wrong_targets(targets, error, words):
    with pytest.raises(error, match=words):
        sn.inverse_kinematics(two_bars(), targets)


@pytest.mark.parametrize(
    ("choices", "words"),
    [
        ({"weights": {"tap": 1}}, "did you mean 'tip'"),
        ({"weights": {"tip": -1}}, "give a positive number"),
        ({"weights": {"tip": "much"}}, "give a positive number"),
        ({"weights": 3}, "is not a table"),
        ({"limits": {"E.angel": (0, 1)}}, "did you mean 'E.angle'"),
        ({"limits": {"E.angle": (2, 1)}}, "lower and the upper"),
        ({"limits": {"E.angle": 3}}, "lower and the upper"),
        ({"limits": 3}, "give True, False"),
        ({"start": [1, 2, 3, 4]}, "is not a start"),
        ({"start": "here"}, "is not a start"),
        ({"times": "now"}, "rising times"),
        ({"times": [1, 0]}, "rising times"),
        ({"tolerance": 0}, "tolerance = 0"),
        ({"tries": -1}, "tries = -1"),
        ({"iterations": 0}, "iterations = 0"),
        ({"weight": 0}, "did you mean 'weights'"),
    ],
)
def test_wrong_choices(choices, words):
    with pytest.raises(sn.SnodoError, match=words):
        sn.inverse_kinematics(two_bars(), {"tip": (0.9, 0.9)}, **choices)


def test_all_mistakes_at_once():
    with pytest.raises(sn.SnodoError) as caught:
        sn.inverse_kinematics(two_bars(), {"tipp": (1, 1), "lower": (np.nan, 1)}, weights={"nobody": 1})
    assert len(caught.value.problems) == 3


def test_joints_that_have_no_single_angle():
    m = sn.Mechanism("ball", dimension=3)
    m.add_points(O=(0, 0, 0), P=(0.5, 0, 0))
    m.cylinder("arm", "O", "P", radius=0.02, mass=1.0)
    m.spherical("O", "ground", "arm")
    with pytest.raises(sn.MechanismError, match="give the rotation, or the pose, of a frame on 'arm'"):
        sn.inverse_kinematics(m, {"O.e1": 0.1})


def test_limits_within_which_a_loop_cannot_close():
    m = four_bar()
    drawn = sn.inverse_kinematics(m, {"A.angle": 0.1})
    limits = {"A.angle": (-0.1, 0.1), "D.angle": (drawn["D.angle"] + 1.0, drawn["D.angle"] + 1.1)}
    with pytest.raises(sn.AssemblyError, match="does not close within its limits"):
        sn.inverse_kinematics(m, {"A.angle": 0.0}, limits=limits, formulation="tree")
