"""What must hold on every tree: forward and inverse dynamics undo one another, wrenches balance, energies agree."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_tree import KINDS, add_body, add_joint, random_tree, rotation

import snodo as sn
from snodo.formulations.tree.tree import Tree

TREES = st.builds(
    lambda seed, count, turned: (np.random.default_rng(seed), count, turned),
    st.integers(0, 10**6),
    st.integers(1, 7),
    st.sampled_from([0.0, 0.4, 1.0]),
)
UNFIXED = tuple(kind for kind in KINDS if kind != "fixed")


def scaled(x):
    return 1e-9 * max(1.0, np.abs(x).max(initial=0.0))


def cross_matrix(r):
    x, y, z = r
    return np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])


def state(case, kinds=KINDS, **more):
    rng, count, turned = case
    tree = Tree(random_tree(rng, count, kinds, turned, **more))
    q, v = tree.random(rng)
    return tree, q, v, rng.standard_normal(tree.nv), rng


@settings(max_examples=60, deadline=None)
@given(TREES)
def test_forward_undoes_inverse(case):
    tree, q, v, a, rng = state(case)
    external = {"b0": rng.standard_normal(6)}
    for pulls in (None, external):
        tau = tree.inverse_dynamics(q, v, a, pulls)
        again = tree.forward_dynamics(q, v, tau, pulls)
        assert np.allclose(tree.mass_matrix(q) @ (again - a), 0.0, atol=scaled(tau))
    assert np.allclose(tree.mass_matrix(q) @ a + tree.bias(q, v), tree.inverse_dynamics(q, v, a), atol=scaled(tau))


@settings(max_examples=40, deadline=None)
@given(TREES)
def test_masses_of_any_size(case):
    """Forward dynamics is as good as rounding allows with neighbours of 1e-12 and 1e12 kg."""
    rng, count, turned = case
    m = random_tree(rng, count, KINDS, turned)
    for body in m.bodies.values():
        scale = 10.0 ** rng.uniform(-12, 12)
        body.mass, body.inertia = body.mass * scale, (np.array(body.inertia) * scale).tolist()
    tree = Tree(m)
    q, v = tree.random(rng)
    tau = rng.standard_normal(tree.nv)
    a = tree.forward_dynamics(q, v, tau)
    parts = np.abs(tree.mass_matrix(q)) @ np.abs(a) + np.abs(tree.bias(q, v)) + np.abs(tau)
    assert (np.abs(tree.inverse_dynamics(q, v, a) - tau) <= 1e-12 * parts).all()


@settings(max_examples=40, deadline=None)
@given(TREES)
def test_mass_matrix_is_the_kinetic_energy(case):
    tree, q, v, *_ = state(case)
    M = tree.mass_matrix(q)
    assert np.array_equal(M, M.T)
    assert np.isclose(v @ M @ v / 2, tree.kinetic_energy(q, v), rtol=1e-10, atol=1e-12)


@settings(max_examples=40, deadline=None)
@given(TREES)
def test_joint_wrenches_balance_every_body_cut_free(case):
    """f = Σ m a and the moment about the centre of mass, with the neighbours' wrenches, weight and external wrench."""
    tree, q, v, a, rng = state(case)
    external = {name: rng.standard_normal(6) for name in tree.mechanism.bodies}
    wrenches = tree.joint_wrenches(q, v, a, external)
    joint_points = {name: tree.pose(q, name).r for name in tree.mechanism.joints}
    for name in tree.mechanism.bodies:
        com, inertia = tree.pose(q, f"{name}.com"), tree.geometry.bodies[name].inertia
        motion, w = tree.acceleration(q, v, a, f"{name}.com"), tree.velocity(q, v, name)[3:]
        tensor = com.A @ np.array(inertia.tensor) @ com.A.T
        force = external[name][:3] + inertia.mass * tree.gravity
        torque = external[name][3:] + np.cross(tree.pose(q, name).r - com.r, external[name][:3])
        for joint in tree.mechanism.joints.values():
            sign = (joint.child == name) - (joint.parent == name)
            F = sign * wrenches[joint.name]
            force = force + F[:3]
            torque = torque + F[3:] + np.cross(joint_points[joint.name] - com.r, F[:3])
        size = max(np.abs(w).max() for w in wrenches.values())
        assert np.allclose(force, inertia.mass * motion[:3], atol=1e-10 * max(1, size))
        assert np.allclose(torque, tensor @ motion[3:] + np.cross(w, tensor @ w), atol=1e-10 * max(1, size))


@settings(max_examples=15, deadline=None)
@given(TREES)
def test_axes_of_wrenches(case):
    tree, q, v, a, _ = state(case)
    world = tree.joint_wrenches(q, v, a)
    for axes in ("parent", "child"):
        turned = tree.joint_wrenches(q, v, a, axes=axes)
        for name, joint in tree.mechanism.joints.items():
            A = tree.pose(q, getattr(joint, axes)).A
            assert np.allclose(np.kron(np.eye(2), A) @ turned[name], world[name], atol=scaled(world[name]))


@settings(max_examples=30, deadline=None)
@given(TREES)
def test_power_of_joint_forces_is_the_change_of_energy(case):
    """τ · v = d(T + V)/dt, by finite differences along the motion."""
    tree, q, v, a, _ = state(case)
    h = 1e-5

    def energy(t):
        x = tree.integrate(q, v + a * t / 2, t)
        return tree.kinetic_energy(x, v + a * t) + tree.potential_energy(x)

    power = tree.inverse_dynamics(q, v, a) @ v
    rate = (energy(h) - energy(-h)) / (2 * h)
    assert np.isclose(rate, power, rtol=1e-6, atol=1e-6 * max(1.0, tree.kinetic_energy(q, v)))


@settings(max_examples=30, deadline=None)
@given(TREES)
def test_gravity_is_a_force_or_an_acceleration(case):
    rng, count, turned = case
    seed = int(rng.integers(10**9))
    with_gravity, without = (
        Tree(random_tree(np.random.default_rng(seed), count, UNFIXED, turned, gravity=g))
        for g in ((0.5, -1.0, -9.81), (0, 0, 0))
    )
    q, v = with_gravity.random(rng)
    a = rng.standard_normal(with_gravity.nv)
    weights = {}
    for name in without.mechanism.bodies:
        arm = without.pose(q, f"{name}.com").r - without.pose(q, name).r
        weight = without.geometry.bodies[name].inertia.mass * with_gravity.gravity
        weights[name] = np.concatenate([weight, np.cross(arm, weight)])
    tau = with_gravity.inverse_dynamics(q, v, a)
    assert np.allclose(tau, without.inverse_dynamics(q, v, a, weights), atol=scaled(tau))
    fall, pulled = with_gravity.forward_dynamics(q, v, a), without.forward_dynamics(q, v, a, weights)
    assert np.allclose(with_gravity.mass_matrix(q) @ (fall - pulled), 0.0, atol=scaled(tau))
    held = without.joint_wrenches(q, v, a, weights)
    for name, wrench in with_gravity.joint_wrenches(q, v, a).items():
        assert np.allclose(wrench, held[name], atol=scaled(wrench))


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 5))
def test_floating_base_follows_its_articulated_inertia(seed, count):
    """Equation (2.15): nothing holds the base, so a₁ − g = −Δ₁⁻¹ δ₁."""
    rng = np.random.default_rng(seed)
    m = random_tree(rng, count + 1, UNFIXED)
    m.joints.clear()
    add_joint(m, "j0", "free", "ground", "b0", rng)
    for k in range(1, count + 1):
        add_joint(m, f"j{k}", str(rng.choice(UNFIXED)), f"b{rng.integers(k)}", f"b{k}", rng)
    tree = Tree(m)
    q, v = tree.random(rng)
    tau = rng.standard_normal(tree.nv)
    tau[:6] = 0.0
    external = {"b0": rng.standard_normal(6), f"b{count}": rng.standard_normal(6)}
    a = tree.forward_dynamics(q, v, tau, external)
    delta, bias = tree.articulated_inertia(q)["b0"], tree.articulated_bias(q, v, tau, external)["b0"]
    fall = np.concatenate([tree.gravity, np.zeros(3)])
    found = tree.acceleration(q, v, a, "b0")
    assert np.allclose(delta @ (found - fall), -bias, atol=scaled(bias))


@settings(max_examples=20, deadline=None)
@given(TREES)
def test_articulated_quantities_give_the_wrench_of_the_joint(case):
    """Equation (2.11): F = Δ (a − g) + δ for every body."""
    tree, q, v, tau, _ = state(case, UNFIXED)
    a = tree.forward_dynamics(q, v, tau)
    wrenches = tree.joint_wrenches(q, v, a)
    inertia, bias = tree.articulated_inertia(q), tree.articulated_bias(q, v, tau)
    for place in tree.flat.places:
        body = place.branch.body
        fall = np.concatenate([tree.gravity, np.zeros(3)])
        at_origin = inertia[body] @ (tree.acceleration(q, v, a, body) - fall) + bias[body]
        through = wrenches[place.branch.joint.name] * (-1 if place.branch.backward else 1)
        arm = tree.pose(q, place.branch.joint.name).r - tree.pose(q, body).r
        assert np.allclose(at_origin[:3], through[:3], atol=scaled(through))
        assert np.allclose(at_origin[3:], through[3:] + np.cross(arm, through[:3]), atol=scaled(through))


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "free"])
def test_a_joint_described_from_either_body_is_the_same_joint(kind):
    """Two bodies; the tree starts from the ground through one or the other, the joint between them stays."""
    results = []
    for root in ("one", "two"):
        rng = np.random.default_rng(3)
        m = sn.Mechanism("pair", dimension=3, gravity=(1, 2, -9))
        add_body(m, "one", rng)
        add_body(m, "two", rng)
        between = add_joint(m, "between", kind, "one", "two", rng)
        m.fixed("weld", "ground", root, at=(0, 0, 0))
        tree = Tree(m)
        assert tree.flat.places[-1].branch.backward == (root == "two")
        rng = np.random.default_rng(4)
        q, v = tree.random(rng)
        one, two = tree.pose(q, "one"), tree.pose(q, "two")
        w = one.A.T @ (tree.velocity(q, v, "two")[3:] - tree.velocity(q, v, "one")[3:])
        point = tree.pose(q, "between").r
        results.append((one.A.T @ two.A, one.A.T @ (two.r - one.r), one.A.T @ (point - one.r), w))
        assert between.parent == "one"
    for mine, theirs in zip(*results):
        assert np.allclose(mine, theirs, atol=1e-13)


def test_inertia_and_wrenches_do_not_depend_on_the_body_frame():
    """The same bodies with their frames elsewhere."""
    rng = np.random.default_rng(8)
    m = random_tree(rng, 5, ("revolute", "prismatic", "helical", "universal", "cylindrical"))
    moved = m.copy()
    for name, body in m.bodies.items():
        placed, A, r = m.geometry().bodies[name], rotation(rng), rng.standard_normal(3)
        again = placed.inertia.moved(A.T @ placed.pose.A, tuple(A.T @ (placed.pose.r - r)))
        angle = np.arccos((np.trace(A) - 1) / 2)
        axis = np.array([A[2, 1] - A[1, 2], A[0, 2] - A[2, 0], A[1, 0] - A[0, 1]])
        moved.bodies[name] = type(body)(
            name=name, mass=again.mass, com=again.com, inertia=again.tensor, at=tuple(r), angle=angle, axis=tuple(axis)
        )
    first, second = Tree(m), Tree(moved)
    q, v = first.random(rng)
    a = rng.standard_normal(first.nv)
    assert np.allclose(first.inverse_dynamics(q, v, a), second.inverse_dynamics(q, v, a), atol=1e-10)
    assert np.allclose(first.forward_dynamics(q, v, a), second.forward_dynamics(q, v, a), rtol=1e-9, atol=1e-9)
    for name, wrench in first.joint_wrenches(q, v, a).items():
        assert np.allclose(wrench, second.joint_wrenches(q, v, a)[name], atol=1e-9)
