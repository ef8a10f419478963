"""The attitude of bodies and frames: the same in every formulation, and that of closed forms and derivatives."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from scipy.spatial.transform import Rotation as Scipy
from tests import mechanisms

import snodo as sn

IN_SPACE = ("tree", "spatial", "spatial_euler")
IN_PLANE = ("planar", *IN_SPACE)


def robot() -> sn.Mechanism:
    """A spherical shoulder and an elbow, with a hand that is turned on the lower arm."""
    m = sn.Mechanism("robot", dimension=3, gravity=(0, 0, -9.81))
    m.add_points(A=(0, 0, 0), B=(0.5, 0, 0), C=(0.9, 0, 0.1))
    m.cylinder("upper", "A", "B", radius=0.05, mass=1.0)
    m.cylinder("lower", "B", "C", radius=0.03, mass=0.5)
    m.spherical("A", "ground", "upper")
    m.revolute("B", "upper", "lower", axis="y")
    m.frame("hand", "lower", at="C", angle="30 deg", axis=(1, 2, 0))
    m.frame("post", "ground", at=(0, 0, 1), angle="90 deg", axis="x")
    m.initial.update({"A.wx": 6.0, "A.wz": 9.0, "B.speed": -12.0})
    return m


def four_bar() -> sn.Mechanism:
    m = mechanisms.four_bar(rocker="DC")
    m.frame("tip", "crank", at="B", angle="50 deg")
    m.frame("post", "ground", at=(1, 0), angle="200 deg")
    m.driver("motor", joint="A", speed=25.0)
    return m


@cache
def run(make: str, formulation: str) -> sn.Result:
    m = robot() if make == "robot" else four_bar()
    return sn.simulate(m, 0.6, formulation=formulation, output=1e-3, tolerance=1e-11, progress=False)


def derivative(x: np.ndarray, h: float = 1e-3) -> np.ndarray:
    """Sixth order, without the three rows at each end."""
    k = np.arange(3, x.shape[0] - 3)
    return sum(w * (x[k + s] - x[k - s]) for s, w in {1: 3 / 4, 2: -3 / 20, 3: 1 / 60}.items()) / h


@pytest.mark.parametrize("word", IN_SPACE)
@pytest.mark.parametrize("name", ["upper", "lower", "hand"])
def test_angular_velocity_and_acceleration_follow_from_the_rotation(word: str, name: str) -> None:
    result = run("robot", word)
    R = result.rotation(name)
    assert R.shape == (601,)
    inner = R[3:-3]
    for axes in ("world", "body"):
        omega = result.angular_velocity(name, axes=axes).values
        np.testing.assert_allclose(inner.angular_velocity(derivative(R.p), axes), omega[3:-3], atol=1e-7)
        alpha = result.angular_acceleration(name, axes=axes).values
        np.testing.assert_allclose(derivative(omega), alpha[3:-3], atol=1e-4)
    series = np.column_stack([result[f"{name}.w{k}"].values for k in (1, 2, 3)])
    np.testing.assert_array_equal(series, result.angular_velocity(name, axes="body").values)
    rates = np.column_stack([result[f"{name}.alpha{k}"].values for k in (1, 2, 3)])
    np.testing.assert_array_equal(rates, result.angular_acceleration(name, axes="body").values)
    assert result["hand.w1"].attrs["units"] == "rad/s"


@pytest.mark.parametrize("word", IN_SPACE)
def test_rotations_carry_points_and_frames(word: str) -> None:
    """The rotation of a body takes arms to where they are, that of a frame follows from its body's."""
    result = run("robot", word)
    arm = result.formulation.geometry.frame("hand")[1]
    there = result.position("lower").values + result.rotation("lower").apply(arm)
    np.testing.assert_allclose(there, result.position("hand").values, atol=1e-12)
    turned = result.rotation("lower") * sn.Rotation.from_axis_angle((1, 2, 0), "30 deg")
    assert result.rotation("hand").is_close(turned, 1e-12).all()
    assert result.rotation("post").is_close(sn.Rotation.from_axis_angle("x", "90 deg")).all()
    assert result.rotation("ground").is_close(sn.Rotation.identity()).all()


@pytest.mark.parametrize(("make", "name"), [("robot", "upper"), ("robot", "hand"), ("four_bar", "tip")])
def test_every_formulation_gives_the_same(make: str, name: str) -> None:
    words = [*[f"e{k}" for k in range(4)], "rotation_x", "rotation_y", "rotation_z", "euler_ZYX_1", "euler_xzx_3"]
    first, *others = (run(make, word) for word in (IN_SPACE if make == "robot" else IN_PLANE))
    for word in words:
        for other in others:
            np.testing.assert_allclose(other[f"{name}.{word}"], first[f"{name}.{word}"], atol=2e-7, err_msg=word)
    for k in range(4):
        assert np.abs(np.diff(first[f"{name}.e{k}"])).max() < 0.03  # no jump of the sign


@pytest.mark.parametrize("sequence", ["ZYX", "xyz", "ZXZ", "yxy"])
def test_euler_angles_are_those_of_scipy(sequence: str) -> None:
    """Also where they leave the usual ranges, the rotation is the same, and nothing jumps."""
    result = run("robot", "tree")
    found = result.euler_angles("hand", sequence)
    assert found.attrs["units"] == "rad"
    matrices = Scipy.from_euler(sequence, found.values).as_matrix()
    np.testing.assert_allclose(matrices, result.rotation("hand").as_matrix(), atol=1e-12)
    first = Scipy.from_matrix(matrices[0]).as_euler(sequence)
    np.testing.assert_allclose(found.values[0], first, atol=1e-12)
    outer = found.values[:, [0, 2]]
    assert np.abs(np.diff(outer.sum(axis=1))).max() < 0.4 or np.abs(np.diff(outer[:, 0] - outer[:, 1])).max() < 0.4
    np.testing.assert_array_equal(result[f"hand.euler_{sequence}_2"].values, found.values[:, 1])


@pytest.mark.parametrize("word", IN_SPACE)
def test_a_free_symmetric_top(word: str) -> None:
    """Its classical Euler angles: nutation constant, precession L / A, spin L cos θ (1/C − 1/A)."""
    A, C, theta, L = 0.02, 0.005, 0.7, 0.4
    m = sn.Mechanism("top", dimension=3)
    start = sn.Rotation.from_euler_angles("ZXZ", [0.3, theta, 0.1])
    m.body("top", mass=1.0, inertia=(A, A, C), angle=start)
    spin = start.apply(start.inverse().apply((0, 0, L)) / (A, A, C))
    m.initial.update(dict(zip(("top.wx", "top.wy", "top.wz"), spin.tolist())))
    result = sn.simulate(m, 2.0, formulation=word, output=0.01, tolerance=1e-11, progress=False)
    t = result.time
    wanted = np.column_stack([0.3 + L / A * t, 0 * t + theta, 0.1 + L * np.cos(theta) * (1 / C - 1 / A) * t])
    np.testing.assert_allclose(result.euler_angles("top", "ZXZ").values, wanted, atol=1e-7)
    np.testing.assert_allclose(result["top.w3"].values, L * np.cos(theta) / C, atol=1e-8)


@pytest.mark.parametrize("word", IN_PLANE)
def test_the_plane_turns_about_z(word: str) -> None:
    """A crank that turns several times: the rotation vector counts, e0 and e3 are half-angle functions."""
    result = run("four_bar", word)
    angle = result["tip.angle"].values
    assert angle[-1] - angle[0] > 2 * np.pi
    np.testing.assert_allclose(result["tip.rotation_z"].values, angle, atol=0)
    np.testing.assert_allclose(result["tip.e0"].values, np.cos(angle / 2), atol=1e-14)
    np.testing.assert_allclose(result["tip.e3"].values, np.sin(angle / 2), atol=1e-14)
    assert result.rotation("tip").is_close(sn.Rotation.from_axis_angle("z", angle), 1e-12).all()
    assert result.rotation("post")[0].is_close(sn.Rotation.from_axis_angle("z", "200 deg"), 1e-12)
    along = result.rotation("crank").apply((1, 0, 0))[:, :2]
    crank = result.position("B").values - result.position("A").values
    np.testing.assert_allclose(along, crank / np.linalg.norm(crank, axis=1)[:, None], atol=1e-8)


def test_rates_of_euler_parameters_have_the_sign_of_the_series() -> None:
    result = run("robot", "spatial_euler")
    for k in range(4):
        rate, second = (result[f"lower.{word}_e{k}"].values for word in "va")
        np.testing.assert_allclose(derivative(result[f"lower.e{k}"].values), rate[3:-3], atol=1e-7)
        np.testing.assert_allclose(derivative(rate), second[3:-3], atol=1e-4)


def test_what_has_no_attitude_is_answered() -> None:
    space, plane = run("robot", "tree"), run("four_bar", "planar")
    with pytest.raises(sn.NameNotFound, match=r"joint 'B' has no attitude of its own(.|\n)*'upper' and 'lower'"):
        space.rotation("B")
    with pytest.raises(sn.NameNotFound, match=r"there is no body or frame 'hnd'(.|\n)*did you mean 'hand'"):
        space.rotation("hnd")
    with pytest.raises(sn.NameNotFound, match="there are no axes 'parent'"):
        space.angular_velocity("hand", axes="parent")
    with pytest.raises(sn.SnodoError, match="'ZZX' is not a sequence"):
        space["hand.euler_ZZX_1"]
    with pytest.raises(sn.UnsupportedError, match="is a vector in space"):
        plane.angular_velocity("crank")
    with pytest.raises(sn.NameNotFound, match=r"there is no series 'hand.angle'"):
        space["hand.angle"]
