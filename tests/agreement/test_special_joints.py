"""Homokinetic joints, racks, hinged rods, planes, parallel axes, constant angles: what they keep."""

from __future__ import annotations

import numpy as np
import pytest

import snodo as sn
from snodo.mechanism import constraints, joints

TIGHT = {"tolerance": 1e-11, "output": 0.1}


def shafts(kind: str) -> sn.Mechanism:
    """Two shafts in bearings, bent by 40° where they meet, the first driven by a torque, the second braked."""
    bend = np.radians(40)
    axis = (float(np.cos(bend)), float(np.sin(bend)), 0.0)
    m = sn.Mechanism("shafts", dimension=3)
    m.add_points(A=(-1, 0, 0), O=(0, 0, 0), B=axis)
    m.cylinder("one", "A", "O", 0.05, mass=2.0)
    m.cylinder("two", "O", "B", 0.05, mass=2.0)
    m.revolute("A", "ground", "one", axis="x")
    m.revolute("B", "ground", "two", axis=axis)
    if kind == "universal":
        m.add(joints.Universal(name="O", parent="one", child="two", axis=(0, 1, 0), second=(0, 0, 1)))
    else:
        m.add(joints.ConstantVelocity(name="O", parent="one", child="two", axis="x", second=axis))
    m.torque("drive", 0.2, joint="A")
    m.friction("brake", "B", viscous=0.02)
    m.initial = {"A.speed": 3.0}
    return m


@pytest.mark.parametrize("word", ["spatial", "tree"])
def test_a_homokinetic_joint_keeps_the_speed(word: str) -> None:
    result = sn.simulate(shafts("constant_velocity"), 2.0, formulation=word, **TIGHT)
    assert np.allclose(result["A.speed"].values, result["B.speed"].values, atol=1e-8)
    assert result["A.angle"].values[-1] > 2 * np.pi
    assert result.quality().verdict == "good"


def test_a_universal_joint_does_not() -> None:
    """tan θ₂ = tan θ₁ / cos β, or the other way, as the cross stands."""
    result = sn.simulate(shafts("universal"), 2.0, formulation="spatial", **TIGHT)
    ratio = result["B.speed"].values / result["A.speed"].values
    assert ratio.max() > 1.1
    assert ratio.min() < 0.9


def rack(dimension: int) -> sn.Mechanism:
    m = sn.Mechanism("rack", dimension=dimension, gravity=(0, -9.81, 0)[:dimension])
    zero = (0.0,) * (dimension - 2)
    m.box("car", (1.0, 0.1, 0.2), (0, 0, *zero), mass=5.0)
    m.disc("pinion", 0.1, (0, 0.2, *zero), mass=1.0, thickness=0.02)
    m.box("rack", (1.0, 0.02, 0.02), (0, 0.1, *zero), mass=0.5)
    m.prismatic("rail", "ground", "car", axis=(1, 0, *zero), at=(0, 0, *zero))
    m.revolute("bearing", "car", "pinion", at=(0, 0.2, *zero), **({} if dimension == 2 else {"axis": "z"}))
    m.prismatic("guide", "car", "rack", axis=(1, 0, *zero), at=(0, 0.1, *zero))
    m.rack_and_pinion("mesh", "bearing", "guide", radius=-0.1)
    m.torque("drive", "0.4 * sin(3 * t) + 0.3", joint="bearing")
    m.spring("s", "ground", "rack", (-2, 0.1, *zero), (0, 0.1, *zero), stiffness=2.0)
    m.initial = {"bearing.speed": 5.0, "rail.speed": 0.0}
    return m


@pytest.mark.parametrize("dimension", [2, 3])
def test_a_rack_on_all_formulations(dimension: int) -> None:
    words = ["tree", "spatial", *(["planar"] if dimension == 2 else [])]
    first, *others = (sn.simulate(rack(dimension), 2.0, formulation=word, **TIGHT) for word in words)
    assert np.allclose(first["guide.displacement"].values, -0.1 * first["bearing.angle"].values, atol=1e-9)
    for other in others:
        for name in ("bearing.angle", "guide.speed", "rail.acceleration", "energy.total"):
            assert np.allclose(other[name].values, first[name].values, rtol=1e-8, atol=1e-8), name
        for part in ("bearing", "guide", "rail", "mesh"):
            body = "pinion" if part == "mesh" else None
            mine, theirs = (r.reaction(part, body=body).values for r in (other, first))
            assert np.allclose(mine, theirs, rtol=1e-7, atol=1e-7), part


def hung_plate(kind: str) -> sn.Mechanism:
    """A plate that flies, held by one part alone."""
    m = sn.Mechanism(kind, dimension=3, gravity=(0, 0, -9.81))
    m.box("plate", (0.6, 0.4, 0.1), (0.2, 0.1, 0), mass=2.0)
    if kind == "revolute_spherical":
        words = {"start": (0, 0, 1), "end": (0.5, 0.3, 0), "axis": "y"}
        m.add(joints.RevoluteSpherical(name="j", parent="ground", child="plate", **words))
    elif kind == "point_in_plane":
        m.add(joints.PointInPlane(name="j", parent="ground", child="plate", at=(0.5, 0.3, 0), axis=(0, 1, 1)))
    elif kind == "parallel":
        m.add(constraints.Parallel(name="j", parent="ground", child="plate", axis=(0, 1, 1)))
    else:
        m.add(constraints.ConstantAngle(name="j", parent="ground", child="plate", axis="z", second=(1, 1, 1)))
    m.frame("P", "plate", (0.5, 0.3, 0))
    m.spring("s", "ground", "plate", (1, 1, 1), (0.5, -0.1, 0), stiffness=30.0)
    return m


@pytest.mark.parametrize("kind", ["revolute_spherical", "point_in_plane", "parallel", "constant_angle"])
def test_a_part_keeps_what_it_says(kind: str) -> None:
    m = hung_plate(kind)
    tree, spatial = (sn.simulate(m, 1.0, formulation=word, **TIGHT) for word in ("tree", "spatial"))
    assert np.allclose(tree.position("plate").values, spatial.position("plate").values, atol=1e-8)
    mine, theirs = (r.reaction("j").values for r in (spatial, tree))
    assert np.allclose(mine, theirs, rtol=1e-7, atol=1e-7)
    R = spatial.formulation.motion.rotation("plate", spatial.q)
    P = spatial.position("P").values
    if kind == "revolute_spherical":
        d = P - (0, 0, 1)
        assert np.allclose(np.linalg.norm(d, axis=1), np.linalg.norm(d[0]), atol=1e-10)
        assert np.allclose(P[:, 1], 0.3, atol=1e-10)
    elif kind == "point_in_plane":
        assert np.allclose(P @ (0, 1, 1), P[0] @ (0, 1, 1), atol=1e-10)
    elif kind == "parallel":
        assert np.allclose(R @ np.array((0.0, 1.0, 1.0)), (0, 1, 1), atol=1e-10)
    else:
        assert np.allclose((R @ np.ones(3))[:, 2], 1.0, atol=1e-10)
    assert spatial.quality().verdict == "good"


def test_parallel_directions_need_another_part() -> None:
    m = sn.Mechanism("wrong", dimension=3)
    m.box("plate", (0.6, 0.4, 0.1), (0, 0, 0), mass=2.0)
    m.add(constraints.ConstantAngle(name="c", parent="ground", child="plate", axis="z", second="z"))
    with pytest.raises(sn.UnsupportedError, match="parallel"):
        sn.Spatial(m)


def test_the_users_rows_in_space() -> None:
    """A point held on a paraboloid by a formula."""
    m = sn.Mechanism("bowl", dimension=3, gravity=(0, 0, -9.81))
    m.sphere("ball", 0.05, (0.5, 0, 0.25), mass=1.0)
    m.constraint("bowl", ["ball"], formula="ball.z - ball.x^2 - ball.y^2")
    m.initial = {"ball.vy": 1.0}
    for word in ("spatial", "tree"):
        result = sn.simulate(m, 2.0, formulation=word, **TIGHT)
        x, y, z = result.position("ball").values.T
        assert np.allclose(z, x * x + y * y, atol=1e-10)
        vx, vy, _ = result.velocity("ball").values.T
        assert np.allclose(x * vy - y * vx, 0.5, atol=1e-8)


def test_a_line_has_no_moment_about_itself() -> None:
    m = sn.Mechanism("line", dimension=3)
    m.bar("line", (0, 0, 0), (1, 0, 0), mass=1.0)
    m.revolute("A", "ground", "line", at=(0, 0, 0), axis="y")
    with pytest.raises(sn.UnsupportedError, match="width or radius"):
        sn.Spatial(m)


# ---------------------------------------------------------------- drivers of joints with several coordinates
def carried(kind: str) -> sn.Mechanism:
    """A body on one joint, all of whose coordinates are driven."""
    m = sn.Mechanism(kind, dimension=3, gravity=(0, 0, -9.81))
    m.body("body", mass=2.0, com=(0.3, 0.1, 0.2), inertia=[0.1, 0.2, 0.25], at=(0, 0, 0), angle=0.4, axis="y")
    place = {"name": "J", "parent": "ground", "child": "body", "at": (0.1, 0, 0)}
    if kind == "cylindrical":
        m.add(joints.Cylindrical(**place, axis=(1, 1, 0)))
        m.driver("one", joint="J", of="displacement", displacement="0.3 * sin(2 * t)")
        m.driver("two", joint="J", of="angle", speed="2 rad/s")
        m.initial = {"J.angle": 0.2}
    elif kind == "universal":
        m.add(joints.Universal(**place, axis="z", second="x"))
        m.driver("one", joint="J", of="first", angle="0.5 * sin(t)")
        m.driver("two", joint="J", of="second", acceleration=1.5)
        m.initial = {"J.second_speed": 0.5}
    else:
        m.add(joints.Selection(**place, directions=("x", "z", "ry")))
        m.driver("one", joint="J", of="x", displacement="0.1 * t^2")
        m.driver("two", joint="J", of="z", speed=0.3)
        m.driver("three", joint="J", of="ry", angle="t")
    return m


@pytest.mark.parametrize("kind", ["cylindrical", "universal", "selection"])
def test_each_coordinate_can_be_driven(kind: str) -> None:
    m = carried(kind)
    spatial, tree = (sn.kinematics(m, 2.0, output=0.1, formulation=word) for word in ("spatial", "tree"))
    assert np.ptp(tree.position("body.com").values, axis=0).max() > 0.1
    for body in ("body", "body.com"):
        for what in ("position", "velocity", "acceleration"):
            mine, theirs = (getattr(result, what)(body).values for result in (spatial, tree))
            assert np.allclose(mine, theirs, atol=1e-8), what
    for driver in m.drivers:
        assert np.allclose(spatial[f"{driver}.effort"].values, tree[f"{driver}.effort"].values, atol=1e-7), driver


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"of": "second", "angle": "t"}, "has no coordinate 'second'"),
        ({"of": "angle", "displacement": "t"}, "is no displacement"),
        ({"angle": "t"}, "which has no angle"),
    ],
)
def test_a_coordinate_that_is_not_there(words: dict[str, str], message: str) -> None:
    m = carried("cylindrical")
    m.drivers.clear()
    m.driver("wrong", joint="J", **words)
    with pytest.raises(sn.MechanismError, match=message):
        m.check()


# ---------------------------------------------------------------- Oldham couplings
def coupled_shafts(dimension: int) -> sn.Mechanism:
    """Two parallel shafts, 0.1 m apart; the disc between them slides in both, and a torque drives the first."""
    flat = dimension == 2
    at = (lambda x, y: (x, y)) if flat else (lambda x, y: (x, y, 0.0))
    axis = {} if flat else {"axis": "z"}
    m = sn.Mechanism("Oldham", dimension=dimension, gravity=(0.0,) * dimension)
    for name, place, mass in (("one", at(0.0, 0.0), 1.0), ("two", at(0.1, 0.0), 1.0), ("disc", at(0.05, 0.03), 0.3)):
        m.body(name, mass=mass, inertia=0.1 * mass if flat else (0.1 * mass,) * 3, at=place)
    m.revolute("A", "ground", "one", at=at(0.0, 0.0), **axis)
    m.revolute("B", "ground", "two", at=at(0.1, 0.0), **axis)
    m.oldham("K", "one", "two", at=at(0.05, 0.0), **axis)
    m.prismatic("P", "one", "disc", axis=at(1.0, 0.0), at=at(0.0, 0.0))
    m.pin_in_slot("Q", "two", "disc", axis=at(0.0, 1.0), at=at(0.1, 0.03))
    m.torque("drive", 0.2, joint="A")
    m.initial = {"A.speed": 3.0}
    return m


@pytest.mark.parametrize(("dimension", "word"), [(2, "planar"), (2, "tree"), (3, "tree"), (3, "spatial")])
def test_an_oldham_coupling_keeps_the_speed_and_the_distance(dimension: int, word: str) -> None:
    result = sn.simulate(coupled_shafts(dimension), 1.0, formulation=word, **TIGHT)
    one, two = (result[f"{name}.angle"].values for name in "AB")
    np.testing.assert_allclose(one, two, atol=1e-9)
    # seen from the first shaft, the second one goes backward on a circle about it
    apart = 0.1 * np.exp(-1j * one)
    np.testing.assert_allclose(result["K.x"].values + 1j * result["K.y"].values, apart - 0.1, atol=1e-9)
    assert result.quality().verdict == "good"
