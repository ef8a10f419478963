"""The order of the description does not matter: the same parts in another order give the same motion and wrenches."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from random_tree import KINDS, random_tree

from snodo.formulations.tree.tree import Tree
from snodo.math.euler_parameters import extracted as euler_parameters

CASES = st.builds(
    lambda seed, count, turned: (np.random.default_rng(seed), count, turned),
    st.integers(0, 10**6),
    st.integers(2, 9),
    st.sampled_from([0.0, 0.4]),
)


def shuffled(m, rng):
    """The same mechanism with its bodies and joints described in another order."""
    other = m.copy()
    other.joints = {name: m.joints[name] for name in rng.permutation(list(m.joints)).tolist()}
    other.bodies = {name: m.bodies[name] for name in rng.permutation(list(m.bodies)).tolist()}
    return other


def pair(case):
    """The trees of two descriptions."""
    rng, count, turned = case
    m = random_tree(rng, count, KINDS, turned)
    return Tree(m), Tree(shuffled(m, rng)), rng


def places(first, second):
    """Where the coordinates and velocities of the second stand among those of the first."""
    by_q = [first.coordinate_names.index(name) for name in second.coordinate_names]
    by_v = [first.velocity_names.index(name) for name in second.velocity_names]
    return by_q, by_v


def close(found, expected, tolerance=1e-11):
    return np.allclose(found, expected, rtol=0.0, atol=tolerance * max(1.0, np.abs(expected).max(initial=0.0)))


@settings(max_examples=60, deadline=None)
@given(CASES)
def test_another_order_gives_the_same(case):
    first, second, rng = pair(case)
    by_q, by_v = places(first, second)
    q, v = first.random(rng)
    x = rng.standard_normal(first.nv)
    pulls = {name: rng.standard_normal(6) for name in first.mechanism.bodies}
    p, w, y = q[by_q], v[by_v], x[by_v]
    slack = 1e-11 + 1e-15 * (np.linalg.cond(first.mass_matrix(q)) if first.nv else 1.0)
    accelerations = first.forward_dynamics(q, v, x, pulls)
    assert close(second.forward_dynamics(p, w, y, pulls), accelerations[by_v], slack)
    assert close(second.inverse_dynamics(p, w, y, pulls), first.inverse_dynamics(q, v, x, pulls)[by_v])
    assert close(second.mass_matrix(p), first.mass_matrix(q)[np.ix_(by_v, by_v)])
    theirs = second.joint_wrenches(p, w, y, pulls)
    for name, wrench in first.joint_wrenches(q, v, x, pulls).items():
        assert close(theirs[name], wrench)
    assert close(second.kinetic_energy(p, w), first.kinetic_energy(q, v))
    assert close(second.potential_energy(p), first.potential_energy(q))
    assert close(second.momentum(p, w), first.momentum(q, v))
    for name in first.mechanism.bodies:
        assert close(second.acceleration(p, w, y, name), first.acceleration(q, v, x, name))


@settings(max_examples=20, deadline=None)
@given(CASES)
def test_another_order_gives_the_same_derivatives(case):
    first, second, rng = pair(case)
    by_q, by_v = places(first, second)
    q, v = first.random(rng)
    a = rng.standard_normal(first.nv)
    block = np.ix_(by_v, by_v)
    theirs = second.inverse_dynamics_derivatives(q[by_q], v[by_v], a[by_v])
    for mine, other in zip(first.inverse_dynamics_derivatives(q, v, a), theirs):
        assert close(other, mine[block])


# ---------------------------------------------------------------- floating trees
def from_base(tree, q, v, other):
    """The same state with another body as the floating base."""
    p, w = other.reference()
    for name in other.mechanism.joints:
        p[other.position_slice(name)] = q[tree.position_slice(name)]
        w[other.velocity_slice(name)] = v[tree.velocity_slice(name)]
    base = other.flat.places[0].branch.body
    pose, motion = tree.pose(q, base), tree.velocity(q, v, base)
    p[other.position_slice(base)] = [*pose.r, *euler_parameters(pose.A)]
    w[other.velocity_slice(base)] = [*(pose.A.T @ motion[:3]), *(pose.A.T @ motion[3:])]
    return p, w


@settings(max_examples=30, deadline=None)
@given(CASES)
def test_any_body_of_a_floating_tree_may_be_its_base(case):
    """The first described body is the base; bodies and wrenches do not feel which it is."""
    rng, count, turned = case
    m = random_tree(rng, count, [kind for kind in KINDS if kind != "free"], turned)
    del m.joints["j0"]
    other = m.copy()
    other.bodies = {name: m.bodies[name] for name in reversed(m.bodies)}
    first, second = Tree(m), Tree(other)
    q, v = first.random(rng)
    p, w = from_base(first, q, v, second)
    tau = np.zeros(first.nv)
    tau[6:] = rng.standard_normal(first.nv - 6)
    a = first.forward_dynamics(q, v, tau)
    b = second.forward_dynamics(p, w, from_base(first, q, tau, second)[1] * (np.arange(first.nv) > 5))
    slack = 1e-11 + 1e-15 * np.linalg.cond(first.mass_matrix(q))
    for name in m.bodies:
        assert close(second.pose(p, name).r, first.pose(q, name).r)
        assert close(second.acceleration(p, w, b, name), first.acceleration(q, v, a, name), slack)
    theirs = second.joint_wrenches(p, w, b)
    for name in m.joints:
        assert close(theirs[name], first.joint_wrenches(q, v, a)[name], slack)
    assert close(second.kinetic_energy(p, w), first.kinetic_energy(q, v))
