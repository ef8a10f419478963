"""Torques and the user's own forces on bodies in space, against external wrenches made by hand."""

import math

import numpy as np
import pytest

import snodo as sn
from snodo.math.euler_parameters import extracted as euler_parameters
from snodo.mechanism import joints

WRENCH = ("fx", "fy", "fz", "mx", "my", "mz")


def flyer():
    """A free body, drawn turned, with another one on a hinge."""
    m = sn.Mechanism("flyer", dimension=3, gravity=(0, 0, -9.81))
    m.body("hull", mass=2.0, com=(0.1, 0, 0.05), inertia=(0.3, 0.5, 0.6), at=(0.2, 0, 1), angle=0.4, axis=(1, 2, 0.5))
    m.body("arm", mass=0.5, com=(0.2, 0, 0), inertia=(0.01, 0.05, 0.06), at=(0.5, 0.1, 1), angle=-0.7, axis="x")
    m.add(joints.Free(name="base", parent="ground", child="hull", at=(0.2, 0, 1)))
    m.revolute("hinge", "hull", "arm", at=(0.5, 0.1, 1), axis=(0, 1, 1))
    return m


def accelerations(m, seed=1):
    """Of the law in the mechanism, and a function that gives those of wrenches made by hand in the same state."""
    tree, bare = sn.Tree(m), sn.Tree(flyer())
    q, v = tree.random(np.random.default_rng(seed))
    return tree, q, v, lambda wrenches: bare.forward_dynamics(q, v, np.zeros(bare.nv), external=wrenches)


@pytest.mark.parametrize("axes", ["world", "body"])
def test_components_of_a_torque(axes):
    m = flyer()
    m.torque("twist", (1.0, "2 + t", -0.5), body="arm", axes=axes)
    tree, q, v, by_hand = accelerations(m)
    T = np.array([1.0, 2.25, -0.5])
    T = tree.pose(q, "arm").A @ T if axes == "body" else T
    assert np.allclose(tree.solve(q, v, t=0.25)[0], by_hand({"arm": (0, 0, 0, *T)}), rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("axes", ["world", "body"])
@pytest.mark.parametrize("axis", [(1, -2, 0.5), {"arm": (1, -2, 0.5)}])
def test_a_torque_about_an_axis_as_drawn(axes, axis):
    m = flyer()
    m.torque("twist", 3.0, body="arm", axis=axis, axes=axes)
    tree, q, v, by_hand = accelerations(m)
    unit, drawn = np.array([1, -2, 0.5]) / math.sqrt(5.25), tree.geometry.pose("arm").A
    n = drawn @ unit if isinstance(axis, dict) else unit
    if axes == "body":
        n = tree.pose(q, "arm").A @ drawn.T @ n
    assert np.allclose(tree.solve(q, v)[0], by_hand({"arm": (0, 0, 0, *(3.0 * n))}), rtol=1e-12, atol=1e-12)


def law(t, q, v):
    """Every number that a body gives appears in every number of the wrench."""
    both = np.concatenate([q, v])
    return [t + 0.1 * k + sum((0.3 + 0.01 * k * j) * x for j, x in enumerate(both)) for k in range(12)]


def branching(t, q, v):
    out = np.zeros(12)
    for k in range(12):
        out[k] = t + 0.1 * k
        for j in range(14):
            out[k] += (0.3 + 0.01 * k * j) * q[j]
        for j in range(12):
            out[k] += (0.3 + 0.01 * k * (14 + j)) * v[j]
    return out


def through_strings(t, q, v):
    return [float(str(x)) for x in law(t, np.asarray(q, float), np.asarray(v, float))]


def formulas():
    words = [f"{body}.{w}" for body in ("hull", "arm") for w in ("x", "y", "z", "e0", "e1", "e2", "e3")]
    words += [f"{body}.{w}" for body in ("hull", "arm") for w in ("vx", "vy", "vz", "wx", "wy", "wz")]
    return [
        f"t + {0.1 * k} + " + " + ".join(f"{0.3 + 0.01 * k * j} * {w}" for j, w in enumerate(words)) for k in range(12)
    ]


@pytest.mark.parametrize(
    ("given", "route"),
    [
        ({"formula": formulas()}, "runs compiled, as a formula"),
        ({"function": law}, "runs compiled, as a formula"),
        ({"function": branching}, "runs compiled by numba"),
        ({"function": through_strings}, "is called in Python at every evaluation (slow)"),
    ],
)
def test_a_users_force_by_every_route(given, route):
    m = flyer()
    m.force("own", ["hull", "arm"], **given)
    tree, q, v, by_hand = accelerations(m)
    assert [words.partition(":")[0] for words in tree.routes().values()] == [route]
    places, speeds = [], []
    for body in ("hull", "arm"):
        pose = tree.pose(q, body)
        places += [*pose.r, *euler_parameters(pose.A)]
        speeds += [*tree.velocity(q, v, body)]
    wrench = np.array(law(0.5, np.array(places), np.array(speeds)))
    expected = by_hand({"hull": wrench[:6], "arm": wrench[6:]})
    assert np.allclose(tree.solve(q, v, t=0.5)[0], expected, rtol=1e-11, atol=1e-11)


def test_energy_balance_with_the_works_of_all_of_them():
    m = flyer()
    m.torque("twist", "0.3 * sin(2 * t)", body="arm", axis="y", axes="body")
    m.torque("turn", (0.1, 0, "0.2 * t"), body="hull")
    drag = [f"-0.5 * hull.{w}" for w in ("vx", "vy", "vz")] + [f"-0.1 * hull.{w}" for w in ("wx", "wy", "wz")]
    m.force("drag", ["hull"], formula=drag)
    m.initial = {"base.vx": 1.0, "base.wz": 2.0, "hinge.speed": 1.5}
    result = sn.simulate(m, 1.0, tolerance=1e-11)
    assert abs(result["drag.work"][-1]) > 0.1
    assert abs(result["twist.work"][-1]) > 1e-3
    assert np.abs(result["energy.balance"]).max() < 1e-8
    assert np.allclose(result["twist.force"], 0.3 * np.sin(2 * result.time), atol=1e-14)


def test_a_spinning_ball_is_slowed_exponentially():
    """J ω̇ = −c ω gives ω = ω₀ exp(−c t / J)."""
    m = sn.Mechanism("ball", dimension=3)
    m.sphere("ball", 0.1, at=(0, 0, 0), mass=2.0)
    m.add(joints.Free(name="free", parent="ground", child="ball", at=(0, 0, 0)))
    m.force("drag", ["ball"], function=lambda t, q, v: [0, 0, 0, *(-0.01 * w for w in v[3:])])
    m.initial = {"free.wx": 3.0, "free.wz": -4.0}
    result = sn.simulate(m, 2.0, tolerance=1e-11)
    decay = np.exp(-0.01 * result.time / (0.4 * 2.0 * 0.01))
    for word, start in (("wx", 3.0), ("wy", 0.0), ("wz", -4.0)):
        assert np.allclose(result[f"ball.{word}"], start * decay, atol=1e-9)


def test_what_a_function_raises_is_told_with_its_arguments():
    def late(t, q, v):
        if t > 0.05:
            raise ValueError(f"{len(q)} and {len(v)}")
        return np.zeros(6)

    m = flyer()
    m.force("own", ["arm"], function=late)
    with pytest.raises(sn.RunError, match=r"formula 'own' raised ValueError"):
        sn.simulate(m, 1.0)


@pytest.mark.parametrize(
    ("given", "what"),
    [
        ({"body": "arm", "torque": 1.0}, "has no axis"),
        ({"body": "arm", "torque": (1.0, 2.0)}, "2 components"),
        ({"body": "arm", "torque": (1, 2, 3), "axis": "x"}, "3 components and an axis"),
        ({"joint": "hinge", "torque": 1.0, "axis": "x"}, "its axis is that of the joint"),
        ({"joint": "hinge", "torque": (1, 2, 3)}, "which takes one torque"),
        ({"body": "arm", "torque": 1.0, "axis": ("P", "Q")}, "there is no point 'P'"),
    ],
)
def test_what_is_wrong_with_a_torque(given, what):
    m = flyer()
    m.torque("twist", **given)
    with pytest.raises(sn.MechanismError, match=what):
        m.check()


def test_in_the_plane_a_torque_has_no_axis():
    m = sn.Mechanism("arm")
    m.bar("arm", (0, 0), (1, 0), mass=1.0)
    m.revolute("A", "ground", "arm", at=(0, 0))
    m.torque("twist", 1.0, body="arm", axis="x")
    with pytest.raises(sn.MechanismError, match="its axis is z"):
        m.check()


def test_too_few_formulas():
    m = flyer()
    m.force("own", ["arm"], formula=["0", "0", "arm.wx"])
    with pytest.raises(sn.MechanismError, match="3 formulas for 1 body") as error:
        m.check()
    assert ", ".join(WRENCH) in str(error.value)


def test_files_and_scripts_keep_them():
    m = flyer()
    m.torque("one", "sin(t)", body="arm", axis=(0, 1, 2), axes="body")
    m.torque("three", (1.0, "2 * t", 0.0), body="hull")
    m.force("own", ["arm"], function=lambda t, q, v: [0, 0, 0, -v[3], -v[4], q[3] * q[4]])
    scope = {}
    exec(sn.to_python(m), scope)
    q, v = sn.Tree(m).random(np.random.default_rng(3))
    expected = sn.Tree(m).solve(q, v, t=0.3)[0]
    for other in (sn.loads(sn.to_yaml(m)), scope["m"]):
        assert other.forces["one"] == m.forces["one"]
        assert other.forces["three"] == m.forces["three"]
        assert np.allclose(sn.Tree(other).solve(q, v, t=0.3)[0], expected, rtol=1e-13)
