"""The analytic derivatives of a tree's dynamics against differences on the manifold, and what must hold of them."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_tree import KINDS, add_body, add_joint, random_tree

import snodo as sn
from snodo.formulations.tree.tree import Tree

UNFIXED = tuple(kind for kind in KINDS if kind != "fixed")
TREES = st.builds(
    lambda seed, count, turned: (np.random.default_rng(seed), count, turned),
    st.integers(0, 10**6),
    st.integers(1, 6),
    st.sampled_from([0.0, 0.4, 1.0]),
)
STENCIL = ((1, 3 / 4), (2, -3 / 20), (3, 1 / 60))
"""Central differences of order six."""


def state(case, kinds=KINDS):
    rng, count, turned = case
    tree = Tree(random_tree(rng, count, kinds, turned))
    q, v = tree.random(rng)
    return tree, q, v, rng.standard_normal(tree.nv), rng


def loads(tree, rng):
    return {name: rng.standard_normal(6) * 3 for name in tree.mechanism.bodies if rng.uniform() < 0.7}


def differences(f, nv, h=4e-3):
    """f'(0), column by column."""
    columns = [sum(c * (f(k * h * e) - f(-k * h * e)) for k, c in STENCIL) / h for e in np.eye(nv)]
    return np.array(columns).T.reshape(nv, nv)


def close(found, expected, tolerance=1e-7):
    return np.allclose(found, expected, rtol=0.0, atol=tolerance * max(1.0, np.abs(expected).max(initial=0.0)))


def check_inverse(tree, q, v, a, pulls):
    by_q, by_v, by_a = tree.inverse_dynamics_derivatives(q, v, a, pulls)
    moved = differences(lambda d: tree.inverse_dynamics(tree.integrate(q, d, 1.0), v, a, pulls), tree.nv)
    assert close(by_q, moved)
    assert close(by_v, differences(lambda d: tree.inverse_dynamics(q, v + d, a, pulls), tree.nv))
    assert close(by_a, tree.mass_matrix(q), 1e-12)


@settings(max_examples=60, deadline=None)
@given(TREES)
def test_inverse_dynamics(case):
    tree, q, v, a, rng = state(case)
    check_inverse(tree, q, v, a, None)
    check_inverse(tree, q, v, a, loads(tree, rng))


@settings(max_examples=40, deadline=None)
@given(TREES)
def test_forward_dynamics_with_inverse_dynamics(case):
    """M ∂a = −∂τ at the same motion."""
    tree, q, v, tau, rng = state(case, UNFIXED)
    for pulls in (None, loads(tree, rng)):
        a = tree.forward_dynamics(q, v, tau, pulls)
        of_a = tree.forward_dynamics_derivatives(q, v, tau, pulls)
        of_tau = tree.inverse_dynamics_derivatives(q, v, a, pulls)
        M = tree.mass_matrix(q)
        slack = 1e-15 * np.linalg.cond(M) + 1e-12
        assert close(M @ of_a.by_tau, np.eye(tree.nv), slack)
        assert close(M @ of_a.by_q, -of_tau.by_q, slack)
        assert close(M @ of_a.by_v, -of_tau.by_v, slack)
        assert close(of_a.by_tau, of_a.by_tau.T, slack)


@settings(max_examples=25, deadline=None)
@given(TREES)
def test_forward_dynamics(case):
    tree, q, v, tau, rng = state(case, UNFIXED)
    pulls, nv, h = loads(tree, rng), tree.nv, 1e-3
    found = tree.forward_dynamics_derivatives(q, v, tau, pulls)
    slack = 1e-8 * max(1.0, np.linalg.cond(tree.mass_matrix(q)))
    one = differences(lambda d: tree.forward_dynamics(tree.integrate(q, d, 1.0), v, tau, pulls), nv, h)
    assert close(found.by_q, one, max(1e-7, slack))
    assert close(found.by_v, differences(lambda d: tree.forward_dynamics(q, v + d, tau, pulls), nv, h), slack)
    assert close(found.by_tau, differences(lambda d: tree.forward_dynamics(q, v, tau + d, pulls), nv, h), slack)


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("kind", UNFIXED)
def test_every_kind_between_two_bodies(kind, turned):
    """Each kind of joint in the middle of a chain, walked either way, with what hangs on it."""
    if kind == "free" and turned:
        return
    for seed in range(4):
        rng = np.random.default_rng(seed)
        m = sn.Mechanism("chain", dimension=3, gravity=[1.0, -2.0, -9.81])
        for k in range(3):
            add_body(m, f"b{k}", rng)
        add_joint(m, "j0", "free", "ground", "b0", rng)
        add_joint(m, "j1", kind, *(("b1", "b0") if turned else ("b0", "b1")), rng)
        add_joint(m, "j2", "universal", "b1", "b2", rng)
        tree = Tree(m)
        q, v = tree.random(rng)
        check_inverse(tree, q, v, rng.standard_normal(tree.nv), loads(tree, rng))


@settings(max_examples=20, deadline=None)
@given(TREES)
def test_velocities_enter_squared(case):
    """∂τ/∂v v = 2 (h(q, v) − h(q, 0)): the bias is of second degree in v, above its part from gravity."""
    tree, q, v, _, _ = state(case)
    rest = np.zeros(tree.nv)
    by_v = tree.inverse_dynamics_derivatives(q, v, rest).by_v
    assert close(by_v @ v, 2 * (tree.bias(q, v) - tree.bias(q, rest)), 1e-11)


@settings(max_examples=20, deadline=None)
@given(TREES)
def test_weight_has_a_potential(case):
    """At rest ∂τ/∂q of chains of one-axis joints is the Hessian of the potential energy: symmetric."""
    tree, q, _, _, _ = state(case, ("revolute", "prismatic", "helical", "cylindrical", "universal", "planar"))
    rest = np.zeros(tree.nv)
    by_q = tree.inverse_dynamics_derivatives(q, rest, rest).by_q
    assert close(by_q, by_q.T, 1e-12)


def test_the_same_twice_and_in_any_form():
    tree, q, v, a, rng = state((np.random.default_rng(3), 6, 0.4), UNFIXED)
    pulls = loads(tree, rng)
    first = tree.forward_dynamics_derivatives(q, v, a)
    tree.forward_dynamics_derivatives(q, v, a, pulls)
    tree.inverse_dynamics_derivatives(q, v, a, pulls)
    again = tree.forward_dynamics_derivatives(list(q), list(v), list(a))
    assert all(np.allclose(x, y, rtol=1e-12, atol=1e-12) for x, y in zip(first, again))


def test_far_from_the_origin():
    """Nothing is taken about the world's origin: a thousand kilometres away the digits are the same."""
    rng = np.random.default_rng(8)
    m = random_tree(rng, 5, ("revolute", "spherical"))
    m.joints.clear()
    add_joint(m, "j0", "free", "ground", "b0", rng)
    for k in range(1, 5):
        add_joint(m, f"j{k}", "revolute", f"b{k - 1}", f"b{k}", rng)
    tree = Tree(m)
    q, v = tree.random(rng)
    far = q + np.array([1e6, -1e6, 1e6, *[0.0] * (tree.nq - 3)])
    a = rng.standard_normal(tree.nv)
    for near, away in zip(tree.inverse_dynamics_derivatives(q, v, a), tree.inverse_dynamics_derivatives(far, v, a)):
        assert close(away, near, 1e-13)


def test_a_tree_without_freedoms():
    m = sn.Mechanism("welded", dimension=3)
    rng = np.random.default_rng(0)
    add_body(m, "b0", rng)
    add_joint(m, "j0", "fixed", "ground", "b0", rng)
    tree = Tree(m)
    assert [x.shape for x in tree.forward_dynamics_derivatives([], [], [])] == [(0, 0)] * 3


def test_bad_input_is_answered():
    tree, q, v, a, _ = state((np.random.default_rng(1), 3, 0.0), UNFIXED)
    with pytest.raises(sn.errors.UnsupportedError, match="tau has shape"):
        tree.forward_dynamics_derivatives(q, v, a[:-1])
    with pytest.raises(sn.errors.UnsupportedError, match="finite"):
        tree.inverse_dynamics_derivatives(q, v * np.nan, a)


def test_motion_without_inertia_is_told():
    m = sn.Mechanism("needle", dimension=3, gravity=(0, 0, -9.81))
    m.body("needle", mass=1, inertia=(0.0, 0.1, 0.1))
    m.revolute("spin", "ground", "needle", at=(0, 0, 0), axis="x")
    tree = Tree(m)
    with pytest.raises(sn.errors.RunError, match=r"no inertia resists spin\.speed"):
        tree.forward_dynamics_derivatives([0], [0], [0])
