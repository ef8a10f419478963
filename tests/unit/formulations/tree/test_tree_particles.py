"""Particles in a tree: they are points, so that how they turn is nobody's business, and never changes a motion."""

import numpy as np
import pytest

import snodo as sn
from snodo.formulations.tree.tree import Tree
from snodo.mechanism import joints

G = 9.81


def arm(kind, **more):
    """An arm on a ball joint with a particle at its tip."""
    m = sn.Mechanism("arm", dimension=3, gravity=(0, 0, -G))
    m.body("arm", mass=1, inertia=(0.1, 0.2, 0.2), com=(0.5, 0, 0))
    m.particle("tip", (1, 0, 0), mass=2.0)
    m.add(joints.Spherical(name="shoulder", parent="ground", child="arm", at=(0, 0, 0)))
    m.add(joints.JOINTS[kind](name="wrist", parent="arm", child="tip", at=(1, 0, 0), **more))
    return Tree(m)


def shoulder(tree):
    """Its acceleration from the drawing, the arm turning at (1, 2, 3) rad/s."""
    q, v = tree.reference()[0], np.zeros(tree.nv)
    v[tree.velocity_slice("shoulder")] = 1, 2, 3
    return tree.forward_dynamics(q, v, np.zeros(tree.nv))[tree.velocity_slice("shoulder")]


def test_welded_or_on_a_ball_joint_the_tip_is_a_point():
    """Euler about the shoulder: J α = τ − ω × J ω with J = (0.1, 0.45 + 2, 0.45 + 2)."""
    J, w = np.array([0.1, 2.45, 2.45]), np.array([1.0, 2.0, 3.0])
    weight = np.cross([2.5, 0, 0], [0, 0, -G])
    expected = (weight - np.cross(w, J * w)) / J
    turns = {"directions": ("rx", "ry", "rz")}
    for tree in (arm("fixed"), arm("spherical"), arm("selection", **turns)):
        assert np.allclose(shoulder(tree), expected, rtol=1e-13)


@pytest.mark.parametrize(
    ("kind", "more", "speed"),
    [
        ("revolute", {"axis": "z"}, "wrist.speed"),
        ("universal", {"axis": "z", "second": "x"}, "wrist.second_speed"),
        ("cylindrical", {"axis": "z"}, "wrist.omega"),
        ("planar", {"axis": "z"}, "wrist.omega"),
    ],
)
def test_a_turn_that_nothing_resists_is_told(kind, more, speed):
    with pytest.raises(sn.RunError, match=rf"no inertia resists {speed}: "):
        shoulder(arm(kind, **more))


def pendulum(order, first, second):
    m = sn.Mechanism("pendulum", gravity=(0, -G))
    m.add_points(A=(0, 0), B=(1, 0))
    for name in order:
        m.bar("bar", "A", "B", mass=1.0) if name == "bar" else m.particle("p", "A" if first == "p" else "B", mass=2.0)
    if first:
        m.revolute("A", "ground", first)
    second(m)
    return Tree(m)


def test_a_bar_welded_to_a_pinned_particle_turns_with_its_own_inertia():
    tree = pendulum(("p", "bar"), "p", lambda m: m.fixed("weld", "p", "bar", at="A"))
    assert np.allclose(tree.forward_dynamics([0], [0], [0]), -G * 0.5 / (1 / 3), rtol=1e-14)


def test_a_particle_at_the_tip_of_a_pinned_bar():
    expected = -G * (0.5 + 2) / (1 / 3 + 2)
    welded = pendulum(("bar", "p"), "bar", lambda m: m.fixed("weld", "bar", "p", at="B"))
    pinned = pendulum(("bar", "p"), "bar", lambda m: m.revolute("pin", "bar", "p", at="B"))
    assert np.allclose(welded.forward_dynamics([0], [0], [0]), expected, rtol=1e-14)
    assert np.allclose(pinned.forward_dynamics([0, 0], [0, 0], [0, 0])[0], expected, rtol=1e-14)


def test_what_is_lent_to_a_particle_counts_in_no_sum():
    pinned = pendulum(("bar", "p"), "bar", lambda m: m.revolute("pin", "bar", "p", at="B"))
    assert np.isclose(pinned.kinetic_energy([0, 0], [1, 0]), 0.5 * (1 / 3 + 2), rtol=1e-14)
    assert np.isclose(pinned.momentum([0, 0], [1, 5], about="origin")[5], 1 / 3 + 2, rtol=1e-14)
    many = pinned.kinetic_energy(np.zeros((3, 2)), np.ones((3, 2)))
    assert np.allclose(many, 0.5 * (1 / 3 + 2), rtol=1e-14)


def test_a_floating_particle_turns_with_what_is_welded_to_it():
    """A force on the bar's free end turns the pair alike, whichever of the two is described first."""
    found = []
    for order in (("p", "bar"), ("bar", "p")):
        tree = pendulum(order, "", lambda m: m.fixed("weld", "p", "bar", at="B"))
        assert tree.nv == 3
        q, v = tree.reference()
        a = tree.forward_dynamics(q, v, np.zeros(3), external={"bar": (0, 1, 0, 0, 0, 0)})
        found.append(tree.acceleration(q, v, a, "bar"))
    assert abs(found[0][5]) > 0.1
    assert np.allclose(found[0], found[1], rtol=1e-13)
