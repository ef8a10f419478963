"""Constraint rows of the tree, for every joint as a cut, every constraint and driver: Φ_v, ν, γ against differences."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_tree import KINDS, add_body, add_joint, unit

import snodo as sn
from snodo.formulations.tree.tree import Tree

CUT = [kind for kind in KINDS if kind not in ("free", "selection")]
SELECTIONS = ("x rz", "rz x", "x y rz rx", "ry rx z", "z", "rx ry rz", "y rx")


def two_bodies(rng):
    """Two bodies that float."""
    m = sn.Mechanism("two bodies", dimension=3, gravity=(0, 0, -9.81))
    for name in ("one", "two"):
        add_body(m, name, rng)
        m.free(f"base_{name}", "ground", name, at=(0, 0, 0))
    return m


def with_joint(kind, rng):
    m = two_bodies(rng)
    add_joint(m, "J", kind, "one", "two", rng)
    return m


def with_selection(directions, rng):
    m = two_bodies(rng)
    m.selection("J", "one", "two", directions=directions, at=tuple(rng.uniform(-1, 1, 3)))
    return m


def with_rod(rng):
    m = two_bodies(rng)
    ends = {"start": {"one": tuple(rng.uniform(-1, 1, 3))}, "end": {"two": tuple(rng.uniform(-1, 1, 3))}}
    m.rod("J", "one", "two", **ends)
    return m


def with_slot(rng):
    m = two_bodies(rng)
    m.pin_in_slot("J", "one", "two", axis=tuple(unit(rng)), at=tuple(rng.uniform(-1, 1, 3)))
    m.driver("drive", joint="J", displacement="sin(2*t)")
    return m


def with_driven(kind, rng):
    m = with_joint(kind, rng)
    word = "displacement" if kind == "prismatic" else "angle"
    m.driver("drive", joint="J", **{word: "0.3 + 0.2*sin(3*t)"})
    return m


def with_path(rng):
    m = two_bodies(rng)
    m.driver("path", body="one", at={"one": (0.1, 0.2, 0.3)}, path=["sin(t)", "t^2", "cos(2*t)"])
    m.driver("push", body="two", along=tuple(unit(rng)), displacement="t^3")
    return m


def coupled(rng):
    m = two_bodies(rng)
    add_joint(m, "J", "revolute", "one", "two", rng)
    add_joint(m, "K", "prismatic", "ground", "two", rng)
    m.coupler("sum", {"J": 0.3, "K": 1.0}, value=0.1)
    return m


MECHANISMS = {
    **{kind: (lambda rng, kind=kind: with_joint(kind, rng)) for kind in CUT},
    **{words: (lambda rng, words=words: with_selection(words.split(), rng)) for words in SELECTIONS},
    **{
        f"driven {kind}": (lambda rng, kind=kind: with_driven(kind, rng))
        for kind in ("revolute", "prismatic", "helical")
    },
    "rod": with_rod,
    "slot": with_slot,
    "path": with_path,
    "coupler": coupled,
}


def cut_of(m):
    return [name for name in ("J", "K") if name in m.joints and m.joints[name].kind != "rod"]


@pytest.mark.parametrize("make", MECHANISMS.values(), ids=MECHANISMS)
@settings(max_examples=5, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_rows_and_their_derivatives(make, seed):
    rng = np.random.default_rng(seed)
    m = make(rng)
    tree = Tree(m, cut=cut_of(m))
    assert tree.nc > 0 or m.joints["J"].kind == "selection"
    start, _ = tree.reference()
    q = tree.integrate(start, 0.3 * rng.standard_normal(tree.nv), 1.0)
    v, t = rng.standard_normal(tree.nv), 0.7
    h = 1e-5
    J, nu, gamma = tree.jacobian(q, t), tree.nu(q, t), tree.gamma(q, v, t)
    assert np.allclose(tree.constraints(start), 0.0, atol=1e-12) or m.drivers or m.constraints

    for k, unit_velocity in enumerate(np.eye(tree.nv)):
        there, here = (tree.constraints(tree.integrate(q, unit_velocity, s), t) for s in (h, -h))
        assert np.allclose((there - here) / (2 * h), J[:, k], atol=1e-8)
    later, before = tree.constraints(q, t + h), tree.constraints(q, t - h)
    assert np.allclose((before - later) / (2 * h), nu, atol=1e-8)

    def rate(s):
        there = tree.integrate(q, v, s)  # at constant velocities: v̇ = 0
        return tree.jacobian(there, t + s) @ v - tree.nu(there, t + s)

    assert np.allclose((rate(h) - rate(-h)) / (2 * h), -gamma, atol=1e-6)


@pytest.mark.parametrize("kind", ["revolute", "prismatic", "helical", "cylindrical", "universal", "planar"])
def test_coordinates_of_a_cut_joint_are_those_it_has_in_the_tree(kind):
    """Chain ground – one – two by the joint; the same joint cut, between bodies that float, measures the same."""
    rng = np.random.default_rng(5)
    m = with_joint(kind, rng)
    cut, joint = Tree(m, cut=["J"]), m.joints["J"]
    carried = Tree(m, cut=["base_two"])
    q, v = carried.reference()
    q = carried.integrate(q, 0.5 * rng.standard_normal(carried.nv), 1.0)
    v, a = rng.standard_normal(carried.nv), rng.standard_normal(carried.nv)
    words = carried.joint_place("J").frames.coordinates
    for word in words:
        kept = carried.motion.along(carried.builder.coordinate(joint, word), q, v, a)
        measured = carried.motion.along(cut.builder.coordinate(joint, word), q, v, a)
        assert np.allclose(kept, measured, atol=1e-9), word


@pytest.mark.parametrize("make", MECHANISMS.values(), ids=MECHANISMS)
def test_quantities_of_results_are_those_of_the_kernels(make):
    """Φ, Φ_v v and Φ_v a − γ of the compiled rows, and the same read with arrays."""
    rng = np.random.default_rng(3)
    m = make(rng)
    tree = Tree(m, cut=cut_of(m))
    q = tree.integrate(tree.reference()[0], 0.2 * rng.standard_normal(tree.nv), 1.0)
    v, a = rng.standard_normal((2, tree.nv))
    J, gamma, row = tree.jacobian(q), tree.gamma(q, v), 0
    for part_rows in tree.flat.constraints:
        for x, function in zip(part_rows.quantities, part_rows.function_of):
            value, speed, acceleration = tree.motion.along(x, q, v, a)
            if x.period:
                value -= x.period * round((value - tree.constraints(q)[row]) / x.period)
            f, f_dot_dot = (0.0, 0.0) if function is None else function.derivatives(0.0)[::2]
            assert np.isclose(tree.constraints(q)[row], value - f, atol=1e-12)
            assert np.isclose(J[row] @ v, speed, atol=1e-12)
            assert np.isclose(J[row] @ a - gamma[row], acceleration - f_dot_dot, atol=1e-11)
            row += 1
