"""Mechanisms of the plane: the tree against absolute coordinates."""

import numpy as np
import pytest
from tests.mechanisms import double_pendulum

import snodo as sn
from snodo.formulations.tree.tree import Tree


def cart_and_branches():
    m = sn.Mechanism("cart", gravity=(1.0, -9.81))
    m.add_points(O=(0, 0), A=(0.2, 0.1), B=(0.5, 0.6), C=(-0.3, 0.4))
    m.box("cart", (0.4, 0.2, 0.1), "O", mass=3.0)
    m.bar("one", "A", "B", mass=1.0)
    m.bar("two", "A", "C", mass=0.5)
    m.body("slider", mass=0.3, inertia=0.02, com=(0.1, 0.05), at=(0.5, 0.6), angle=0.4)
    m.disc("flying", 0.2, (2, 1), mass=0.4)
    m.particle("bead", (1, 1), mass=0.2)
    m.prismatic("rail", "ground", "cart", axis="10 deg", at=(0, 0), reference=0.2)
    m.revolute("A1", "cart", "one", at="A")
    m.revolute("A2", "two", "cart", at="A")
    m.prismatic("sleeve", "one", "slider", axis=("A", "B"), at="B")
    return m


@pytest.mark.parametrize("make", [double_pendulum, cart_and_branches])
def test_accelerations_and_reactions(make):
    m = make()
    tree, planar = Tree(m), sn.Planar(m)
    rng = np.random.default_rng(0)
    for _ in range(3):
        q, v = tree.reference()
        q = q + rng.standard_normal(tree.nq)
        v = rng.standard_normal(tree.nv)
        x, u = np.zeros(planar.nq), np.zeros(planar.nv)
        for k, name in enumerate(planar.body_names):
            pose, speed = tree.pose(q, f"{name}.com"), tree.velocity(q, v, f"{name}.com")
            x[3 * k : 3 * k + 3] = pose.r[0], pose.r[1], pose.angle
            u[3 * k : 3 * k + 3] = speed[0], speed[1], speed[5]
        acceleration, multipliers = planar.solve(x, u)
        a = tree.forward_dynamics(q, v, np.zeros(tree.nv))
        for k, name in enumerate(planar.body_names):
            mine = tree.acceleration(q, v, a, f"{name}.com")[[0, 1, 5]]
            assert np.allclose(mine, acceleration[3 * k : 3 * k + 3], rtol=1e-9, atol=1e-9)
        wrenches = tree.joint_wrenches(q, v, a)
        for name in m.joints:
            state = np.concatenate([x, u])[None]
            theirs = planar.reaction(name, np.zeros(1), state, {"multiplier": multipliers[None]})[0]
            assert np.allclose(wrenches[name][[0, 1, 5]], theirs, rtol=1e-8, atol=1e-8)


@pytest.mark.parametrize("make", [double_pendulum, cart_and_branches])
def test_coordinates_mean_the_same(make):
    m = make()
    tree, planar = Tree(m), sn.Planar(m)
    q, _ = tree.reference()
    x, _ = planar.reference()
    for k, name in enumerate(planar.body_names):
        assert np.allclose(tree.pose(q, f"{name}.com").r[:2], x[3 * k : 3 * k + 2], atol=1e-14)
    rng = np.random.default_rng(1)
    q = q + rng.standard_normal(tree.nq)
    for k, name in enumerate(planar.body_names):
        pose = tree.pose(q, f"{name}.com")
        x[3 * k : 3 * k + 3] = pose.r[0], pose.r[1], pose.angle
    for name, joint in m.joints.items():
        link = planar.describer.joint_coordinate(name)
        value = planar.motion.coordinate(link, x, np.zeros(planar.nv))[0]
        gap = value - q[tree.coordinate_names.index(f"{name}.{joint.coordinate}")]
        if joint.coordinate == "angle":
            gap = (gap + np.pi) % (2 * np.pi) - np.pi
        assert abs(gap) < 1e-12
