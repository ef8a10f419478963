"""Velocities and accelerations are the derivatives of the places; direct and residual parts add up."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from random_tree import KINDS, random_tree

from snodo.formulations.tree.tree import Tree

TREES = st.builds(
    lambda seed, count, turned: (np.random.default_rng(seed), count, turned),
    st.integers(0, 10**6),
    st.integers(1, 6),
    st.sampled_from([0.0, 0.5, 1.0]),
)
H = 1e-5


def state(case):
    rng, count, turned = case
    tree = Tree(random_tree(rng, count, KINDS, turned))
    q, v = tree.random(rng)
    return tree, q, v, rng.standard_normal(tree.nv)


def along(tree, q, v, a, t):
    """The state at the time t of a motion that starts with v and a."""
    return tree.integrate(q, v + a * t / 2, t), v + a * t


def vector(A):
    return np.array([A[2, 1] - A[1, 2], A[0, 2] - A[2, 0], A[1, 0] - A[0, 1]]) / 2


@settings(max_examples=30, deadline=None)
@given(TREES)
def test_velocity_is_the_derivative_of_the_place(case):
    tree, q, v, _ = state(case)
    before, after = tree.integrate(q, v, -H), tree.integrate(q, v, H)
    for name in tree.mechanism.bodies:
        one, two, now = tree.pose(before, name), tree.pose(after, name), tree.pose(q, name)
        found = tree.velocity(q, v, name)
        size = max(1.0, np.abs(found).max()) ** 3
        assert np.allclose((two.r - one.r) / (2 * H), found[:3], atol=1e-7 * size)
        assert np.allclose(vector((two.A - one.A) @ now.A.T) / (2 * H), found[3:], atol=1e-7 * size)
        assert np.allclose(tree.jacobian_of(q, name) @ v, found, atol=1e-11 * size)


@settings(max_examples=30, deadline=None)
@given(TREES)
def test_acceleration_is_the_derivative_of_the_velocity(case):
    tree, q, v, a = state(case)
    direct, residual = tree.acceleration_parts(q, v, a)
    for name in tree.mechanism.bodies:
        before = tree.velocity(*along(tree, q, v, a, -H), name)
        after = tree.velocity(*along(tree, q, v, a, H), name)
        found = tree.acceleration(q, v, a, name)
        size = max(1.0, np.abs(found).max()) ** 2
        assert np.allclose((after - before) / (2 * H), found, atol=1e-6 * size)
        assert np.allclose(direct[name] + residual[name], found, atol=1e-12 * size)
        assert np.allclose(direct[name], tree.jacobian_of(q, name) @ a, atol=1e-11 * size)
        assert np.allclose(residual[name], tree.jacobian_rate(q, v, name), atol=1e-12 * size)


@settings(max_examples=30, deadline=None)
@given(TREES)
def test_difference_undoes_integrate(case):
    tree, q, v, _ = state(case)
    assert np.allclose(tree.difference(q, tree.integrate(q, v, 0.3)), 0.3 * v, atol=1e-12)
    assert np.allclose(tree.difference(q, q), 0.0, atol=1e-15)
    rates = (tree.integrate(q, v, H) - tree.integrate(q, v, -H)) / (2 * H)
    assert np.allclose(tree.coordinate_rates(q, v), rates, atol=1e-8)


@settings(max_examples=20, deadline=None)
@given(TREES)
def test_momentum_is_that_of_the_bodies(case):
    tree, q, v, _ = state(case)
    com, mass = np.zeros(3), 0.0
    linear, angular = np.zeros(3), np.zeros(3)
    for name in tree.mechanism.bodies:
        pose, inertia = tree.pose(q, f"{name}.com"), tree.geometry.bodies[name].inertia
        motion = tree.velocity(q, v, f"{name}.com")
        tensor = pose.A @ np.array(inertia.tensor) @ pose.A.T
        com, mass = com + inertia.mass * pose.r, mass + inertia.mass
        linear = linear + inertia.mass * motion[:3]
        angular = angular + np.cross(pose.r, inertia.mass * motion[:3]) + tensor @ motion[3:]
    size = max(1.0, np.abs(angular).max())
    assert np.allclose(tree.center_of_mass(q), com / mass, atol=1e-12)
    assert np.allclose(tree.momentum(q, v, about="origin"), [*linear, *angular], atol=1e-11 * size)
    about_com = angular - np.cross(com / mass, linear)
    assert np.allclose(tree.momentum(q, v), [*linear, *about_com], atol=1e-11 * size)


def test_energy_and_momentum_are_kept_along_a_run():
    """RK4 on (q, v): a floating tree without gravity keeps energy, momentum and its Euler parameters' length."""
    rng = np.random.default_rng(2)
    kinds = ("revolute", "spherical", "universal", "helical", "planar")
    m = random_tree(rng, 5, kinds, gravity=(0, 0, 0))
    del m.joints["j0"]
    tree = Tree(m)
    assert tree.coordinate_names[:7] == [f"b0.{word}" for word in ("x", "y", "z", "e0", "e1", "e2", "e3")]
    q, v = tree.random(rng)
    v *= 0.3

    def rate(q, v):
        return tree.coordinate_rates(q, v), tree.forward_dynamics(q, v, np.zeros(tree.nv))

    def step(q, v, h):
        k1 = rate(q, v)
        k2 = rate(q + h / 2 * k1[0], v + h / 2 * k1[1])
        k3 = rate(q + h / 2 * k2[0], v + h / 2 * k2[1])
        k4 = rate(q + h * k3[0], v + h * k3[1])
        mean = [(a + 2 * b + 2 * c + d) / 6 for a, b, c, d in zip(k1, k2, k3, k4)]
        return q + h * mean[0], v + h * mean[1]

    energy, momentum = tree.kinetic_energy(q, v), tree.momentum(q, v, about="origin")
    x, u = q, v
    for _ in range(300):
        x, u = step(x, u, 1e-3)
    assert np.isclose(tree.kinetic_energy(x, u), energy, rtol=1e-9)
    assert np.allclose(tree.momentum(x, u, about="origin"), momentum, atol=1e-8)
    assert np.isclose(np.linalg.norm(x[3:7]), 1.0, atol=1e-9)
