"""The derivatives of the tree's dynamics against Pinocchio's, on random trees."""

import sys
from pathlib import Path

import numpy as np
import pytest

import snodo as sn
from snodo.formulations.tree.tree import Tree

pin = pytest.importorskip("pinocchio")
sys.path.append(str(Path(__file__).parents[1] / "identities"))
from pinocchio_tree import Twin  # noqa: E402
from random_tree import add_body, add_joint  # noqa: E402

KINDS = ("revolute", "prismatic", "spherical", "free", "helical")  # its universal joint: derivatives of S are left out
CASES = [
    (KINDS, 1),
    (KINDS, 8),
    (("revolute",), 12),
    (("spherical",), 6),
    (("revolute", "prismatic"), 20),
    (("free", "revolute", "spherical"), 15),
]


def depth_first(rng, count, kinds):
    """A random tree whose bodies are described branch by branch: Pinocchio's derivatives want them so."""
    m = sn.Mechanism("random", dimension=3, gravity=rng.uniform(-10, 10, 3).tolist())
    branch = ["ground"]
    for k in range(count):
        del branch[rng.integers(1, len(branch) + 1) :]
        add_body(m, f"b{k}", rng)
        add_joint(m, f"j{k}", str(rng.choice(kinds)), branch[-1], f"b{k}", rng)
        branch.append(f"b{k}")
    return Tree(m)


def close(mine, theirs):
    return np.allclose(mine, theirs, rtol=0.0, atol=1e-10 * max(1.0, np.abs(theirs).max(initial=0.0)))


def states(kinds, count, seed):
    rng = np.random.default_rng(seed)
    tree = depth_first(rng, count, kinds)
    for _ in range(3):
        q, v = tree.random(rng)
        yield tree, Twin(tree), q, v, rng


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("kinds", "count"), CASES)
def test_inverse_dynamics(kinds, count, seed):
    for tree, twin, q, v, rng in states(kinds, count, seed):
        a, N = rng.standard_normal(tree.nv), twin.N(q)
        by_q, by_v, M = pin.computeRNEADerivatives(twin.model, twin.data, twin.q(q), N @ v, N @ a)
        found = tree.inverse_dynamics_derivatives(q, v, a)
        assert close(found.by_q, N.T @ by_q @ N)
        assert close(found.by_v, N.T @ by_v @ N)
        assert close(found.by_a, N.T @ (np.triu(M) + np.triu(M, 1).T) @ N)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("kinds", "count"), CASES)
def test_forward_dynamics(kinds, count, seed):
    for tree, twin, q, v, rng in states(kinds, count, seed):
        tau, N = rng.standard_normal(tree.nv), twin.N(q)
        by_q, by_v, by_tau = pin.computeABADerivatives(twin.model, twin.data, twin.q(q), N @ v, N @ tau)
        found = tree.forward_dynamics_derivatives(q, v, tau)
        assert close(found.by_q, N.T @ by_q @ N)
        assert close(found.by_v, N.T @ by_v @ N)
        assert close(found.by_tau, N.T @ (np.triu(by_tau) + np.triu(by_tau, 1).T) @ N)
