"""Distances and angles between any two places: by hand, by derivatives, in every formulation, by name everywhere."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest
from scipy.spatial.transform import Rotation as Scipy

import snodo as sn

IN_SPACE = ("tree", "spatial", "spatial_euler")
IN_PLANE = ("planar", *IN_SPACE)
H = 1e-3


def arm() -> sn.Mechanism:
    """A base that turns about a skew axis, an elbow, and a ball joint with a hand."""
    m = sn.Mechanism("arm", dimension=3, gravity=(0, 0, -9.81))
    m.add_points(A=(0, 0, 0), B=(0.5, 0, 0.1), C=(0.9, 0.1, 0.1), T=(0.3, 0.8, 0.4))
    m.cylinder("upper", "A", "B", radius=0.05, mass=1.0)
    m.cylinder("lower", "B", "C", radius=0.04, mass=0.5)
    m.body("hand", mass=0.3, inertia=(0.002, 0.003, 0.004), com=(0.05, 0, 0), at="C")
    m.revolute("A", "ground", "upper", axis=(0, 0.3, 1))
    m.revolute("B", "upper", "lower", axis="y")
    m.spherical("C", "lower", "hand")
    m.frame("target", "ground", at="T", angle="40 deg", axis="y")
    m.frame("elbow", "upper", at="B")
    m.initial.update({"A.speed": 20.0, "B.speed": -3.0, "C.wx": 9.0, "C.wy": 4.0})
    return m


def linkage() -> sn.Mechanism:
    m = sn.Mechanism("linkage", gravity=(0, -9.81))
    m.add_points(A=(0, 0), B=(0.4, 0.1), C=(0.8, -0.1), T=(0.3, 0.8))
    m.bar("upper", "A", "B", mass=1.0)
    m.bar("lower", "B", "C", mass=0.5)
    m.revolute("A", "ground", "upper")
    m.revolute("B", "upper", "lower")
    m.frame("target", "ground", at="T", angle="40 deg")
    m.frame("tool", "lower", at="C", angle="90 deg")
    m.initial.update({"A.speed": 4.0, "B.speed": -25.0})
    return m


@cache
def run(make: str, word: str) -> sn.Result:
    m = arm() if make == "arm" else linkage()
    return sn.simulate(m, 0.5, formulation=word, output=H, tolerance=1e-11, progress=False)


def derivative(x: np.ndarray) -> np.ndarray:
    """Sixth order, without the three rows at each end."""
    k = np.arange(3, x.shape[0] - 3)
    return sum(w * (x[k + s] - x[k - s]) for s, w in {1: 3 / 4, 2: -3 / 20, 3: 1 / 60}.items()) / H


CASES = [("arm", word) for word in IN_SPACE] + [("linkage", word) for word in IN_PLANE]


@pytest.mark.parametrize(("make", "word"), CASES)
def test_a_distance_and_its_speed(make: str, word: str) -> None:
    result = run(make, word)
    a, b = ("target", "hand.com") if make == "arm" else ("target", "tool")
    d = np.linalg.norm(result.position(a).values - result.position(b).values, axis=1)
    np.testing.assert_allclose(result.distance(a, b), d, atol=1e-14)
    np.testing.assert_allclose(result.distance(b, a), d, atol=1e-14)
    np.testing.assert_allclose(result[f"distance({a}, {b}).speed"][3:-3], derivative(d), atol=1e-7)
    np.testing.assert_allclose(result.distance("A", "B"), np.linalg.norm(arm_length(result)), atol=1e-8)
    assert result.distance(a, b).attrs["units"] == "m"


def arm_length(result: sn.Result) -> np.ndarray:
    points = result.mechanism.points
    return np.array(points["B"]) - np.array(points["A"])


@pytest.mark.parametrize("word", IN_PLANE)
def test_angles_of_the_plane_have_their_turns(word: str) -> None:
    result = run("linkage", word)
    found = result.angle("upper", "lower")
    drawn = np.arctan2(-0.2, 0.4) - np.arctan2(0.1, 0.4)
    np.testing.assert_allclose(found, result["B.angle"].values + drawn, atol=1e-9)
    assert np.abs(found.values).max() > np.pi
    np.testing.assert_allclose(result.angle("lower", "tool"), np.pi / 2, atol=1e-12)
    np.testing.assert_allclose(result.angle("target", "ground"), -np.deg2rad(40), atol=1e-12)
    np.testing.assert_allclose(result["angle(upper, lower).speed"], result["B.speed"], atol=1e-8)
    np.testing.assert_allclose(result.angle("upper", "lower", axis="z"), _wrapped_start(found.values), atol=1e-9)
    cosine = np.cos(found.values)
    np.testing.assert_allclose(np.cos(result.angle("upper.x", "lower.x")), cosine, atol=1e-9)


def _wrapped_start(angle: np.ndarray) -> np.ndarray:
    return angle - 2 * np.pi * np.round(angle[0] / (2 * np.pi))


@pytest.mark.parametrize("word", IN_SPACE)
def test_angles_of_space(word: str) -> None:
    result = run("arm", word)
    A, B = (result.rotation(name).as_matrix() for name in ("upper", "hand"))
    R = Scipy.from_matrix(np.swapaxes(A, 1, 2) @ B)
    whole = result.angle("upper", "hand")
    np.testing.assert_allclose(whole, R.magnitude(), atol=1e-9)
    smooth = np.abs(derivative(np.asarray(result["angle(upper, hand).speed"]))) < 500  # not where it turns at 0 or π
    speeds = result["angle(upper, hand).speed"].values[3:-3]
    np.testing.assert_allclose(speeds[smooth], derivative(whole.values)[smooth], atol=1e-5)
    between = result.angle("upper.z", "hand.x")
    np.testing.assert_allclose(between, np.arccos((A[:, :, 2] * B[:, :, 0]).sum(axis=1)), atol=1e-9)
    np.testing.assert_allclose(result["angle(upper.z, hand.x).speed"][3:-3], derivative(between.values), atol=1e-5)


@pytest.mark.parametrize("word", IN_SPACE)
def test_the_angle_about_an_axis_is_that_of_the_joint(word: str) -> None:
    """A hinge about y, counted over its turns; and the elbow turns about the skew axis of its own base."""
    result = run("arm", word)
    axis = result.formulation.geometry.pose("upper").A.T @ np.array([0, 1.0, 0])
    found = result.angle("upper", "lower", axis=axis)
    drawn = Scipy.from_matrix(
        result.formulation.geometry.pose("upper").A.T @ result.formulation.geometry.pose("lower").A
    )
    assert drawn.magnitude() > 0.1  # the axes of the bars are not alike as drawn
    change = result["B.angle"].values - result["B.angle"].values[0]
    np.testing.assert_allclose(found.values - found.values[0], change, atol=1e-8)
    skew = np.array([0, 0.3, 1]) / np.hypot(0.3, 1)
    turned = result.angle("ground", "elbow", axis=skew)
    still = result.rotation("elbow")[0]
    exact = sn.Rotation.from_axis_angle(skew, result["A.angle"].values) * still
    assert result.rotation("elbow").is_close(exact, 1e-8).all()
    assert np.ptp(turned.values) > 2 * np.pi


@pytest.mark.parametrize("word", IN_SPACE)
def test_a_pure_turn_about_an_axis(word: str) -> None:
    """With axes that are alike as drawn the angle about the axis is the joint's own, with all turns, and its speed."""
    m = sn.Mechanism("wheel", dimension=3)
    m.body("wheel", mass=1.0, inertia=(0.1, 0.2, 0.3))
    m.revolute("A", "ground", "wheel", axis=(0, 0.6, 0.8), at=(0, 0, 0))
    m.initial["A.speed"] = 30.0
    result = sn.simulate(m, 1.0, formulation=word, output=0.01, progress=False)
    np.testing.assert_allclose(result.angle("ground", "wheel", axis=(0, 3, 4)), 30 * result.time, atol=1e-6)
    np.testing.assert_allclose(result.angle("wheel", "ground", axis=(0, 3, 4)), -30 * result.time, atol=1e-6)
    result.measure("turns", angle=("ground", "wheel"), axis=(0, 3, 4))
    np.testing.assert_allclose(result["turns.speed"], 30.0, atol=1e-6)


@pytest.mark.parametrize(("make", "word"), CASES)
def test_one_body_as_seen_from_another(make: str, word: str) -> None:
    result = run(make, word)
    a, b = ("upper", "hand") if make == "arm" else ("upper", "tool")
    seen = result.relative(a, b)
    n = result.mechanism.dimension
    back = result.rotation(a).apply(np.hstack([seen.position, np.zeros((501, 3 - n))]))[:, :n]
    np.testing.assert_allclose(result.position(a).values + back, result.position(b).values, atol=1e-12)
    np.testing.assert_allclose(seen.velocity[3:-3], derivative(seen.position.values), atol=1e-6)
    assert (result.rotation(a) * seen.rotation).is_close(result.rotation(b), 1e-12).all()
    spin = seen.rotation[3:-3].angular_velocity(derivative(seen.rotation.p))
    np.testing.assert_allclose(seen.angular_velocity[3:-3], spin if n == 3 else spin[:, 2], atol=1e-6)


def test_names_for_them_in_series_tables_plots_and_files(tmp_path: Path) -> None:
    result = sn.simulate(linkage(), 0.1, output=0.01, progress=False)
    reach = result.measure("reach", distance=("A", "tool"))
    result.measure("bend", angle=("upper", "lower"))
    np.testing.assert_array_equal(result["reach"], reach)
    assert {"reach", "reach.speed", "bend", "bend.speed"} <= set(result.names())
    assert result["bend.speed"].attrs["units"] == "rad/s"
    result.to_csv(tmp_path / "run.csv", "reach", "bend", "distance(A, target)", "tool.euler_ZYX_1")
    heading = (tmp_path / "run.csv").read_text(encoding="utf-8").splitlines()[0]
    assert heading == 'time [s],reach [m],bend [rad],"distance(A, target) [m]",tool.euler_ZYX_1 [rad]'
    assert len(result.plot("reach", "reach.speed", "angle(upper, lower)").axes) == 3
    result.save(tmp_path / "run.nc")
    np.testing.assert_array_equal(sn.Result.load(tmp_path / "run.nc")["reach"], reach)
    result.measure("reach", distance=("A", "tool"))  # the same name may be given again


def test_questions_that_have_no_answer() -> None:
    result = run("linkage", "planar")
    with pytest.raises(sn.NameNotFound, match=r"there is no body, frame or joint 'tol'(.|\n)*'tool'"):
        result.distance("A", "tol")
    with pytest.raises(sn.NameNotFound, match="point 'T' is not on a body"):
        result.distance("A", "T")
    with pytest.raises(sn.NameNotFound, match="joint 'B' has no attitude"):
        result.angle("upper", "B")
    with pytest.raises(sn.NameNotFound, match=r"only one of them is a direction(.|\n)*lower.x"):
        result.angle("upper.x", "lower")
    with pytest.raises(sn.MechanismError, match="has no axis"):
        result.angle("upper.x", "lower.x", axis="z")
    with pytest.raises(sn.MechanismError, match="give a distance or an angle"):
        result.measure("both", distance=("A", "B"), angle=("upper", "lower"))
    with pytest.raises(sn.MechanismError, match="there is a series of this name"):
        result.measure("upper.x", distance=("A", "B"))
    with pytest.raises(sn.MechanismError, match="not a pair"):
        result.measure("one", distance="AB")
    with pytest.raises(sn.NameNotFound, match="3 names in its brackets"):
        result["distance(A, B, tool)"]
    assert "both" not in result.names()
