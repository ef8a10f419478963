"""The sweeps of a tree against plain recursions, the compiled algorithms, and subtrees cut free.

All tolerances are 1e-12 of the largest number compared, and 1e-16 of the condition number of M: what rounding leaves of
a system solved for accelerations (1500 random trees stay below a tenth of that).
"""

from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plain_sweeps import KINDS as PLAIN
from plain_sweeps import accelerations, inward, outward, tilde
from random_tree import KINDS, add_joint, random_tree

import snodo as sn
from snodo.formulations.tree.tree import Tree
from snodo.math.euler_parameters import extracted

CASES = st.builds(lambda seed, count: (np.random.default_rng(seed), count), st.integers(0, 10**6), st.integers(1, 7))


def both(A):
    return np.kron(np.eye(2), A)


def moved(r):
    """A motion at O at the point O + r instead, in the same axes; its transpose brings wrenches back."""
    return np.block([[np.eye(3), -tilde(r)], [np.zeros((3, 3)), np.eye(3)]])


def floating(rng, count, kinds=KINDS):
    """A tree whose first body floats."""
    m = random_tree(rng, count, kinds)
    joints = {name: joint for name, joint in m.joints.items() if name != "j0"}
    m.joints.clear()
    add_joint(m, "j0", "free", "ground", "b0", rng)
    m.joints.update(joints)
    return m


def standing(rng, count, kinds=KINDS):
    return random_tree(rng, count, kinds)


def turned(rng, count):
    """Some joints described from the body that they carry."""
    return random_tree(rng, count, turned=0.5)


def state(case, build, *more):
    rng, count = case
    tree = Tree(build(rng, count, *more))
    q, v = tree.random(rng)
    pulls = {name: rng.standard_normal(6) for name in tree.mechanism.bodies}
    M = tree.mass_matrix(q)
    slack = 1e-12 + 1e-16 * (np.linalg.cond(M) if M.size else 1.0)
    return SimpleNamespace(tree=tree, q=q, v=v, tau=rng.standard_normal(tree.nv), pulls=pulls, slack=slack, rng=rng)


def close(found, expected, slack):
    return np.allclose(found, expected, rtol=0.0, atol=slack * max(1.0, np.abs(expected).max(initial=0.0)))


# ---------------------------------------------------------------- a plain double recursion of the tables
@pytest.mark.parametrize("build", [standing, floating])
@settings(max_examples=40, deadline=None)
@given(CASES)
def test_a_plain_recursion_in_the_axes_of_the_bodies(build, case):
    """Written with its own joints, and poles at the origins of the bodies: moved from there to the joints."""
    x = state(case, build, PLAIN)
    plain = outward(x.tree, x.q, x.v)
    inward(plain, x.tau)
    q_dd = accelerations(plain, x.tau)
    sweeps = x.tree.sweeps(x.q, x.v, x.tau)
    assert close(sweeps.q_dd, q_dd, x.slack)
    for link in sweeps:
        body = plain[link.name]
        R, r = link.pose.A.T @ body.pose.A, link.pose.A.T @ (link.pose.r - body.pose.r)
        X, w = moved(r) @ both(R), R @ body.V[3:]
        centripetal = np.append(np.cross(w, np.cross(w, r)), np.zeros(3))
        back = np.linalg.inv(X).T
        Δ = back @ body.Δ @ np.linalg.inv(X)
        assert close(link.v, X @ body.V, x.slack)
        assert close(link.P, X @ body.P, x.slack)
        assert close(link.a_d, X @ body.direct, x.slack)
        assert close(link.a_r, X @ (body.residual + body.turning) + centripetal, x.slack)
        assert close(link.M, back @ body.M @ np.linalg.inv(X), x.slack)
        assert close(link.Delta, Δ, x.slack)
        assert close(link.delta, back @ body.δ, x.slack)  # as a wrench, because a_d moves as a motion does
        assert close(link.wrench, back @ (body.Δ @ body.direct + body.δ), x.slack)


@pytest.mark.parametrize("build", [standing, floating, turned])
@settings(max_examples=40, deadline=None)
@given(CASES)
def test_the_steps_of_the_tables(build, case):
    """Every step from the one before it, with branches, several freedoms, and T from power: T = S⁻ᵀ inward."""
    x = state(case, build)
    sweeps = x.tree.sweeps(x.q, x.v, x.tau, external=x.pulls)
    base = SimpleNamespace(v=np.zeros(6), a_d=np.zeros(6), a_r=np.append(-x.tree.gravity, np.zeros(3)))
    base.a = base.a_r
    for link in sweeps:
        before = base if link.parent == "ground" else sweeps[link.parent]
        Δ, δ = link.M, link.M @ link.a_r + link.F - link.F_ext
        for y in sweeps.children(link.name):
            D = np.linalg.pinv(y.denominator)
            Δ = Δ + y.S.T @ (y.Delta - y.Delta @ y.P @ D @ y.P.T @ y.Delta) @ y.S
            δ = δ + y.S.T @ (y.delta + y.Delta @ y.P @ D @ (y.tau - y.P.T @ y.delta))
        assert close(link.T, link.S.T, x.slack)
        assert close(link.v, link.S @ (before.v + link.P_parent @ link.q_d), x.slack)
        assert close(link.a_d, link.S @ (before.a_d + link.P_parent @ link.q_dd), x.slack)
        assert close(link.a, link.S @ before.a + link.a_rel, x.slack)
        assert close(link.Delta, Δ, x.slack)
        assert close(link.delta, δ, x.slack)
        assert close(link.P.T @ link.wrench, link.tau, x.slack)  # a joint passes on only its own force along P


# ---------------------------------------------------------------- the compiled algorithms
@pytest.mark.parametrize("build", [standing, floating, turned])
@settings(max_examples=40, deadline=None)
@given(CASES)
def test_the_compiled_algorithms(build, case):
    x = state(case, build)
    tree, given_state = x.tree, (x.q, x.v)
    sweeps = tree.sweeps(*given_state, x.tau, external=x.pulls, axes="world")
    a = tree.forward_dynamics(*given_state, x.tau, x.pulls)
    assert close(sweeps.q_dd, a, x.slack)
    wrenches, Δ = tree.joint_wrenches(*given_state, a, x.pulls), tree.articulated_inertia(x.q)
    direct, residual = tree.acceleration_parts(*given_state, a)
    weight = np.append(tree.gravity, np.zeros(3))
    for link in sweeps:
        X = moved(tree.pose(x.q, link.name).r - link.pose.r)  # from the joint to the body's origin
        w, arm = link.v[3:], tree.pose(x.q, link.name).r - link.pose.r
        centripetal = np.append(np.cross(w, np.cross(w, arm)), np.zeros(3))
        assert close(X @ link.v, tree.velocity(*given_state, link.name), x.slack)
        assert close(X @ link.P, tree.jacobian_of(x.q, link.name)[:, link.place], x.slack)
        assert close(X @ link.a_d, direct[link.name], x.slack)
        assert close(X @ link.a_r + centripetal + weight, residual[link.name], x.slack)
        assert close(X.T @ Δ[link.name] @ X, link.Delta, x.slack)
        if not tree.joint_places[link.joint].branch.backward:
            assert close(link.wrench, wrenches[link.joint], x.slack)


@settings(max_examples=30, deadline=None)
@given(CASES)
def test_masses_of_any_size(case):
    """With neighbours of 1e-6 and 1e6 kg the equations hold to rounding: 5e-14 of their largest terms in 2500 trees."""
    rng, count = case
    m = random_tree(rng, count)
    for body in m.bodies.values():
        scale = 10.0 ** rng.uniform(-6, 6)
        body.mass, body.inertia = body.mass * scale, (np.array(body.inertia) * scale).tolist()
    tree = Tree(m)
    q, v = tree.random(rng)
    tau = rng.standard_normal(tree.nv)
    a = tree.sweeps(q, v, tau).q_dd
    parts = np.abs(tree.mass_matrix(q)) @ np.abs(a) + np.abs(tree.bias(q, v)) + np.abs(tau)
    assert (np.abs(tree.inverse_dynamics(q, v, a) - tau) <= 1e-12 * parts).all()


@settings(max_examples=20, deadline=None)
@given(CASES)
def test_axes_of_the_world(case):
    """The same vectors, and S and T that only move from point to point."""
    x = state(case, standing)
    own, world = (x.tree.sweeps(x.q, x.v, x.tau, external=x.pulls, axes=axes) for axes in ("link", "world"))
    base = SimpleNamespace(pose=x.tree.pose(x.q, "ground"))
    for link, same in zip(own, world):
        before = base if link.parent == "ground" else own[link.parent]
        X = both(link.pose.A)
        assert close(same.S, moved(link.pose.r - before.pose.r), x.slack)
        assert close(same.T, same.S.T, x.slack)
        for name in ("v", "v_rel", "a_rel", "a_d", "a_r", "F", "F_ext", "delta", "wrench", "P"):
            assert close(getattr(same, name), X @ getattr(link, name), x.slack), name
        for name in ("M", "Delta"):
            assert close(getattr(same, name), X @ getattr(link, name) @ X.T, x.slack), name
        for name in ("denominator", "q_dd", "tau", "q_d"):
            assert np.array_equal(getattr(same, name), getattr(link, name))


def test_rates_are_those_of_differences():
    """v and a = a_d + a_r + g of every link, from places at t ± h: central differences leave h² and 1e-16 / h²."""
    x = state((np.random.default_rng(4), 6), standing)
    sweeps, h = x.tree.sweeps(x.q, x.v, x.tau, axes="world"), 1e-4
    a = sweeps.q_dd
    later = {}
    for s in (-h, h):
        there = x.tree.sweeps(x.tree.integrate(x.q, x.v + 0.5 * s * a, s), x.v + s * a, x.tau, axes="world")
        later[s] = {link.name: link for link in there}
    for link in sweeps:
        first, second = later[-h][link.name], later[h][link.name]
        rate = (second.pose.r - first.pose.r) / (2 * h)
        acceleration = (second.v - first.v) / (2 * h)
        assert close(link.v[:3], rate, 1e-6)
        assert close(link.a + np.append(x.tree.gravity, np.zeros(3)), acceleration, 1e-6)


# ---------------------------------------------------------------- subtrees cut free
def cut_free(tree, body, q, v, tau, pulls):
    """The subtree of a body on a free joint, in the same state: its tree, q, v, the forces of its joints, pulls."""
    m, inside = tree.mechanism.copy(), {body}
    for place in tree.flat.places:
        if place.branch.base in inside:
            inside.add(place.branch.body)
    for name in [name for name in m.bodies if name not in inside]:
        del m.bodies[name]
    for name, joint in list(m.joints.items()):
        if not {joint.parent, joint.child} <= inside:
            del m.joints[name]
    subtree = Tree(m)
    pose, twist = tree.pose(q, body), tree.velocity(q, v, body)
    values = {body: (np.append(pose.r, extracted(pose.A)), both(pose.A.T) @ twist, np.zeros(6))}
    for name in subtree.joint_places:
        if name != body:
            values[name] = (q[tree.position_slice(name)], v[tree.velocity_slice(name)], tau[tree.velocity_slice(name)])
    parts = [np.concatenate([values[name][k] for name in subtree.joint_places]) for k in range(3)]
    return subtree, *parts, {name: wrench for name, wrench in pulls.items() if name in inside}


@pytest.mark.parametrize("build", [standing, floating])
@settings(max_examples=25, deadline=None)
@given(CASES)
def test_delta_of_a_subtree_cut_free(build, case):
    """F = Δ a_d + δ for any acceleration of the link: from the mass matrix and bias of the subtree by itself."""
    x = state(case, build)
    sweeps = x.tree.sweeps(x.q, x.v, x.tau, external=x.pulls)
    link = sweeps[str(x.rng.choice(list(x.tree.mechanism.bodies)))]
    subtree, q, v, tau, pulls = cut_free(x.tree, link.name, x.q, x.v, x.tau, x.pulls)
    a_d = x.rng.standard_normal(6)

    body = x.tree.pose(x.q, link.name)
    R, r = body.A.T @ link.pose.A, body.A.T @ (body.r - link.pose.r)
    X, w = moved(r) @ both(R), both(body.A.T)[3:, 3:] @ x.tree.velocity(x.q, x.v, link.name)[3:]
    centripetal = np.append(np.cross(w, np.cross(w, r)), np.zeros(3))
    weight = both(body.A.T) @ np.append(x.tree.gravity, np.zeros(3))
    acceleration = X @ (a_d + link.a_r) + centripetal + weight  # of the body's origin, in its axes
    own = subtree.velocity_slice(link.name)
    base, rest = np.arange(own.start, own.stop), np.delete(np.arange(subtree.nv), own)
    v_dot = acceleration - np.append(np.cross(w, v[own][:3]), np.zeros(3))  # rates of components, as v has them
    M, h = subtree.mass_matrix(q), subtree.inverse_dynamics(q, v, np.zeros(subtree.nv), pulls)
    q_dd = np.linalg.solve(M[np.ix_(rest, rest)], (tau - h)[rest] - M[np.ix_(rest, base)] @ v_dot)
    F = M[np.ix_(base, base)] @ v_dot + M[np.ix_(base, rest)] @ q_dd + h[base]
    assert close(link.Delta @ a_d + link.delta, X.T @ F, x.slack)


@settings(max_examples=25, deadline=None)
@given(CASES)
def test_a_free_base(case):
    """(2.15): nothing holds it."""
    x = state(case, floating)
    x.tau[x.tree.velocity_slice("j0")] = 0.0
    base = x.tree.sweeps(x.q, x.v, x.tau, external=x.pulls)["b0"]
    assert close(base.Delta @ base.a_free, -base.delta, x.slack)
    assert close(base.a_free, base.a_d, x.slack)
    assert close(base.wrench, np.zeros(6), x.slack * np.abs(base.delta).max())
    assert np.array_equal(base.P, np.eye(6))


def test_the_mechanisms_own_forces():
    """Without tau springs, dampers and formulas act, at the time t: the same accelerations as `solve`."""
    m = sn.Mechanism("own forces", dimension=3, gravity=(0, 0, -9.81))
    m.cylinder("upper", (0, 0, 0), (1, 0, 0), radius=0.02, mass=1.0)
    m.cylinder("lower", (1, 0, 0), (2, 0, 0), radius=0.02, mass=1.0)
    m.revolute("A", "ground", "upper", at=(0, 0, 0), axis="y")
    m.spherical("B", "upper", "lower", at=(1, 0, 0))
    m.torsional_spring("s", "A", stiffness=3.0, damping=0.2)
    m.point_force("push", "lower", (0.0, sn.Formula("sin(3 * t)"), 1.0), at=(2, 0, 0))
    tree = Tree(m)
    q, v = tree.random(np.random.default_rng(2))
    assert close(tree.sweeps(q, v, t=0.4).q_dd, tree.solve(q, v, 0.4)[0], 1e-12)
    pulls = {"lower": np.arange(6.0)}
    assert close(tree.sweeps(q, v, t=0.4, external=pulls).q_dd, tree.solve(q, v, 0.4, external=pulls)[0], 1e-12)
    assert not close(tree.sweeps(q, v).q_dd, tree.solve(q, v, 0.4)[0], 1e-3)
