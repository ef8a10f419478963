"""The recursion of the source text, plain (`plain_sweeps.py`), is the algorithm; the signs as printed do not do."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plain_sweeps import KINDS, accelerations, inward, outward
from random_tree import add_joint, random_tree

from snodo.formulations.tree.tree import Tree

CASES = st.builds(lambda seed, count: (np.random.default_rng(seed), count), st.integers(0, 10**6), st.integers(1, 6))


def floating(rng, count):
    m = random_tree(rng, count, KINDS)
    del m.joints["j0"]
    joints = dict(m.joints)
    m.joints.clear()
    add_joint(m, "j0", "free", "ground", "b0", rng)
    m.joints.update(joints)
    return m


def state(case, build):
    rng, count = case
    tree = Tree(build(rng, count))
    q, v = tree.random(rng)
    return tree, q, v, rng.standard_normal(tree.nv)


def fixed(rng, count):
    return random_tree(rng, count, KINDS)


def close(found, expected, slack=1e-10):
    return np.allclose(found, expected, rtol=0.0, atol=slack * max(1.0, np.abs(expected).max(initial=0.0)))


@pytest.mark.parametrize("build", [fixed, floating])
@settings(max_examples=30, deadline=None)
@given(CASES)
def test_the_recursion_of_the_text_is_the_algorithm(build, case):
    tree, q, v, tau = state(case, build)
    links = outward(tree, q, v)
    inward(links, tau)
    a = accelerations(links, tau)
    slack = 1e-10 + 1e-15 * np.linalg.cond(tree.mass_matrix(q))
    assert close(tree.forward_dynamics(q, v, tau), a, slack)
    direct, residual = tree.acceleration_parts(q, v, a)
    wrenches, Δ = tree.joint_wrenches(q, v, a), tree.articulated_inertia(q)
    for name, joint in ((place.branch.body, place.branch.joint.name) for place in tree.flat.places):
        x, turn = links[name], np.kron(np.eye(2), links[name].pose.A)
        weight = np.append(tree.gravity, np.zeros(3))
        assert close(direct[name], turn @ x.direct, slack)
        assert close(residual[name], turn @ (x.residual + x.turning) + weight, slack)
        assert close(Δ[name], turn @ x.Δ @ turn.T, slack)
        F = turn @ (x.Δ @ x.direct + x.δ)  # (2.11), at the body's origin
        arm = tree.pose(q, joint).r - x.pose.r
        f, μ = wrenches[joint][:3], wrenches[joint][3:]
        assert close(np.append(f, μ + np.cross(arm, f)), F, slack)


@settings(max_examples=20, deadline=None)
@given(CASES)
def test_floating_base(case):
    """(2.15): nothing holds the base."""
    tree, q, v, tau = state(case, floating)
    tau[:6] = 0.0
    links = outward(tree, q, v)
    inward(links, tau)
    base = links["b0"]
    a = tree.forward_dynamics(q, v, tau)
    found = np.kron(np.eye(2), base.pose.A.T) @ tree.acceleration_parts(q, v, a)[0]["b0"]
    assert close(base.Δ @ found, -base.δ)


def test_the_signs_as_printed_do_not_do():
    """Printed are −F in place of M a_r + F, and a minus before the last term of (2.13)."""
    tree, q, v, tau = state((np.random.default_rng(5), 4), fixed)
    links = outward(tree, q, v)
    inward(links, tau, printed=True)
    a = accelerations(links, tau)
    assert not close(tree.forward_dynamics(q, v, tau), a, 1e-2)
