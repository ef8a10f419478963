"""Bodies that are fixed to one another share a link where nothing is asked about single links."""

from __future__ import annotations

import numpy as np
import pytest

import snodo as sn


@pytest.fixture(scope="module")
def tree() -> sn.Tree:
    m = sn.Mechanism("arm with a tool", dimension=3, gravity=(0.0, 0.0, -9.81))
    m.body("pedestal", mass=8.0, com=(0.0, 0.0, 0.2), inertia=(0.1, 0.1, 0.1))
    m.body("upper", mass=3.0, com=(0.2, 0.0, 0.0), inertia=(0.01, 0.05, 0.05))
    m.body("cover", mass=0.7, com=(0.1, 0.05, 0.0), inertia=(0.002, 0.003, 0.004), at=(0.1, 0.0, 0.5))
    m.body("lower", mass=2.0, com=(0.15, 0.0, 0.0), inertia=(0.01, 0.03, 0.03), at=(0.5, 0.0, 0.5))
    m.body("tool", mass=0.4, com=(0.0, 0.0, 0.1), inertia=(0.001, 0.001, 0.002), at=(0.8, 0.0, 0.5))
    m.body("tip", mass=0.1, com=(0.0, 0.0, 0.02), inertia=(1e-4, 1e-4, 1e-4), at=(0.8, 0.1, 0.6))
    m.fixed("P", "ground", "pedestal", at=(0.0, 0.0, 0.0))
    m.revolute("A", "pedestal", "upper", at=(0.0, 0.0, 0.5), axis=(0.0, 1.0, 0.0))
    m.fixed("C", "upper", "cover", at=(0.1, 0.0, 0.5))
    m.revolute("B", "upper", "lower", at=(0.5, 0.0, 0.5), axis=(0.0, 0.6, 0.8))
    m.fixed("T", "lower", "tool", at=(0.8, 0.0, 0.5))
    m.fixed("X", "tool", "tip", at=(0.8, 0.1, 0.6))
    return sn.Tree(m)


def test_what_is_fixed_to_the_ground_keeps_its_link(tree: sn.Tree) -> None:
    assert tree.flat.header.links == 6
    assert tree.lean.header.links == 3  # the pedestal, upper with cover, lower with tool and tip


def whole(tree: sn.Tree, entry: str, *given: np.ndarray) -> np.ndarray:
    """The same by the model that has a link for every body."""
    out = np.empty((tree.nv, tree.nv) if entry == "mass" else tree.nv)
    assert getattr(tree.entries, entry)(tree.model, *given, out) == 0
    return out


def test_the_dynamics_are_the_same(tree: sn.Tree) -> None:
    rng = np.random.default_rng(1)
    states = [rng.standard_normal((9, tree.nv)) for _ in range(3)]
    for q, v, x in zip(*states):
        assert np.allclose(tree.forward_dynamics(q, v, x), whole(tree, "forward", q, v, x), rtol=1e-12, atol=1e-12)
        assert np.allclose(tree.inverse_dynamics(q, v, x), whole(tree, "inverse", q, v, x), rtol=1e-12, atol=1e-12)
        assert np.allclose(tree.mass_matrix(q), whole(tree, "mass", q), rtol=1e-12, atol=1e-14)
    q, v, x = states
    one_by_one = [tree.forward_dynamics(*state) for state in zip(q, v, x)]
    assert np.allclose(tree.forward_dynamics(q, v, x), one_by_one, rtol=1e-12, atol=1e-12)
    assert np.allclose(tree.inverse_dynamics(q, v, x), [tree.inverse_dynamics(*s) for s in zip(q, v, x)], rtol=1e-12)


def test_wrenches_on_welded_bodies_and_at_welds_are_as_before(tree: sn.Tree) -> None:
    """A push on the tip, by the model with all links: the weld of the tip carries it, with the tip's own weight."""
    q = np.array([0.3, -0.4])
    rest, push = np.zeros(2), np.array([1.0, 2.0, 3.0, 0.0, 0.0, 0.0])
    wrenches = tree.joint_wrenches(q, rest, rest, external={"tip": push})
    assert np.allclose(wrenches["X"][:3], [-1.0, -2.0, -3.0 + 0.1 * 9.81], atol=1e-12)
    tau = tree.inverse_dynamics(q, rest, rest, external={"tip": push})
    J = tree.jacobian_of(q, "tip")
    assert np.allclose(tau, tree.inverse_dynamics(q, rest, rest) - J.T @ push, atol=1e-12)
