"""Chains of hinges that are taken side by side give what the same tree gives link by link.

The shapes have limbs that are worth a group with two lanes, as with four.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from tests.identities.random_tree import add_body, add_joint

import snodo as sn
from snodo.formulations.tree.limbs import abreast, limbs_of, with_limbs
from snodo.integrators.explicit.rk4 import RK4

pytestmark = pytest.mark.skipif(abreast() < 2, reason="uncompiled, a kernel has one lane")
TOLERANCE = 1e-11
"""Of accelerations and forces, against the largest; the inertias of random bodies differ by some hundreds."""


def creature(limbs: Sequence[tuple[int, int]], base: str = "free", seed: int = 0) -> sn.Mechanism:
    """A trunk of three bodies, and limbs: (number of the body of the trunk, or −1 for the ground; hinges)."""
    rng = np.random.default_rng(seed)
    m = sn.Mechanism("creature", dimension=3, gravity=(1.0, -2.0, -9.0))
    for k, kind in enumerate((base, "universal", "prismatic")):
        add_body(m, f"trunk{k}", rng)
        add_joint(m, f"spine{k}", kind, f"trunk{k - 1}" if k else "ground", f"trunk{k}", rng)
    for n, (where, count) in enumerate(limbs):
        before = f"trunk{where}" if where >= 0 else "ground"
        for k in range(count):
            add_body(m, f"limb{n}_{k}", rng)
            ends = (before, f"limb{n}_{k}") if rng.uniform() < 0.7 else (f"limb{n}_{k}", before)
            add_joint(m, f"hinge{n}_{k}", "revolute", *ends, rng)
            before = f"limb{n}_{k}"
    m.motor_inertia("rotor", "hinge0_0", inertia=0.02, ratio=3)
    return m


SHAPES = {
    "legs of equal length": [(0, 6), (0, 6)],
    "legs and arms": [(0, 6), (0, 6), (2, 5), (2, 3), (1, 1)],
    "limbs on the ground": [(-1, 7), (-1, 6), (1, 3)],
    "one more than there are lanes": [(k % 3, 2 + k % 4) for k in range(9)],
    "many": [(k % 4 - 1, 1 + k % 6) for k in range(20)],
}


def link_by_link(tree: sn.Tree, entry: str, *given: np.ndarray) -> np.ndarray:
    """The same by the model without limbs."""
    out = np.empty((tree.nv, tree.nv) if entry == "mass" else tree.nv)
    assert getattr(tree.entries, entry)(tree.model, *given, out) == 0
    return out


@pytest.mark.parametrize("base", ["free", "revolute", "spherical"])
@pytest.mark.parametrize("shape", list(SHAPES))
def test_one_state(shape: str, base: str) -> None:
    tree = sn.Tree(creature(SHAPES[shape], base))
    assert tree.lean.limbs, "the tree has no limbs that are taken side by side"
    assert tree._at_once.size > tree.model.size
    rng = np.random.default_rng(5)
    for _ in range(3):
        q, v = tree.random(rng)
        x = rng.standard_normal(tree.nv)
        a, tau, M = tree.forward_dynamics(q, v, x), tree.inverse_dynamics(q, v, x), tree.mass_matrix(q)
        for found, entry, given in ((a, "forward", (q, v, x)), (tau, "inverse", (q, v, x)), (M, "mass", (q,))):
            expected = link_by_link(tree, entry, *given)
            assert np.abs(found - expected).max() <= TOLERANCE * np.abs(expected).max(), entry
        assert np.allclose(tree.inverse_dynamics(q, v, a), x, rtol=0, atol=TOLERANCE * np.abs(tau).max())
        assert np.allclose(M @ a + tree.bias(q, v), x, rtol=0, atol=TOLERANCE * np.abs(tau).max())


def test_wrenches_on_links_of_limbs() -> None:
    """They go link by link, as before; J T f against them."""
    tree = sn.Tree(creature(SHAPES["legs and arms"]))
    rng = np.random.default_rng(6)
    q, v = tree.random(rng)
    x, push = rng.standard_normal(tree.nv), rng.standard_normal(6)
    J = tree.jacobian_of(q, "limb2_3")
    expected = tree.forward_dynamics(q, v, x + J.T @ push)
    found = tree.forward_dynamics(q, v, x, {"limb2_3": push})
    assert np.abs(found - expected).max() <= TOLERANCE * np.abs(expected).max()
    again = tree.forward_dynamics(q, v, x)  # and afterwards they act no more
    assert np.abs(again - link_by_link(tree, "forward", q, v, x)).max() <= TOLERANCE * np.abs(again).max()


def test_a_run_takes_them_side_by_side() -> None:
    m = creature(SHAPES["legs and arms"])
    m.torsional_spring("S", joint="hinge1_2", stiffness=4.0, damping=0.3)
    tree, plain = sn.Tree(m), sn.Tree(m)
    plain.__dict__["stepped"] = plain.flat
    assert tree.stepped_model.size > plain.stepped_model.size == tree.model.size
    initial = {"hinge0_1.speed": 2.0, "spine0.wx": 1.0}
    runs = [sn.simulate(F, 0.2, integrator=RK4(step=1e-3), initial=initial, error_bars=False) for F in (tree, plain)]
    for name in ("spine0.x", "hinge0_3.angle", "hinge3_2.speed"):
        first, second = (run[name].values for run in runs)
        assert np.abs(first - second).max() <= 1e-10 * max(1.0, np.abs(second).max())


def test_forces_on_bodies_step_link_by_link() -> None:
    """What acts on bodies needs their places: such runs keep all bodies in one list."""
    m = creature(SHAPES["legs of equal length"])
    m.point_force("P", "limb0_3", (1.0, 2.0, 3.0), at=(0.0, 0.0, 0.0))
    tree = sn.Tree(m)
    assert tree.stepped is tree.flat


def test_a_limb_without_inertia_is_named() -> None:
    """A needle at the end of a limb, turning about itself; all axes are parallel to the world's, so that M is exact."""
    m = sn.Mechanism("two arms", dimension=3, gravity=(0.0, 0.0, -9.81))
    for side, y in (("left", 1.0), ("right", -1.0)):
        before = "ground"
        for k in range(5):
            m.body(f"{side}{k}", mass=1.0, inertia=(0.0 if k == 4 else 0.1, 0.1, 0.1), at=(k + 1.0, y, 0.0))
            axis = (1.0, 0.0, 0.0) if k == 4 else (0.0, 1.0, 0.0)
            m.revolute(f"{side}_{k}", before, f"{side}{k}", at=(float(k), y, 0.0), axis=axis)
            before = f"{side}{k}"
    tree = sn.Tree(m)
    assert tree.lean.limbs
    q, v = tree.reference()
    with pytest.raises(sn.RunError, match=r"no inertia resists left_4\.speed"):
        tree.forward_dynamics(q, v, np.zeros(tree.nv))
    with pytest.raises(sn.RunError, match=r"no inertia resists left_4\.speed"):
        sn.simulate(tree, 0.1)


def test_the_floating_base_is_solved_in_blocks() -> None:
    """Alone, under a force in its own axes, at a spin: the equations of Newton and Euler."""
    m = sn.Mechanism("stone", dimension=3, gravity=(0.0, 0.0, -9.81))
    m.body("stone", mass=2.0, com=(0.1, -0.2, 0.3), inertia=[[0.3, 0.02, 0.01], [0.02, 0.4, -0.03], [0.01, -0.03, 0.5]])
    m.free("F", "ground", "stone", at=(0.0, 0.0, 0.0))
    tree = sn.Tree(m)
    q, v = tree.random(np.random.default_rng(2))
    tau = np.array([1.0, -2.0, 3.0, 0.5, -0.4, 0.3])
    a = tree.forward_dynamics(q, v, tau)
    assert np.allclose(tree.inverse_dynamics(q, v, a), tau, rtol=0, atol=1e-12 * 40)
    assert np.allclose(a, np.linalg.solve(tree.mass_matrix(q), tau - tree.bias(q, v)), rtol=1e-11, atol=1e-11)


# ---------------------------------------------------------------- which limbs
def test_which_chains_are_limbs() -> None:
    """0 the ground; 1 a trunk; 2 … 6 and 7 … 11 legs; 12 a neck that forks into 13 and 14."""
    parents = [0, 0, *[1, 2, 3, 4, 5], *[1, 7, 8, 9, 10], 1, 12, 12]
    limbs = limbs_of(parents, [False, False] + [True] * 13)
    assert sorted(map(tuple, limbs[:2])) == [(2, 3, 4, 5, 6), (7, 8, 9, 10, 11)]
    assert sorted(map(tuple, limbs[2:])) in ([], [(13,), (14,)])  # as many as there are lanes, or not worth a group


def test_a_chain_alone_is_no_group() -> None:
    assert limbs_of([0, 0, 1, 2, 3], [False] + [True] * 4) == []


def test_a_slide_ends_no_limb() -> None:
    """A chain that ends in a slide has no hinges beyond it, so that it is part of the trunk."""
    parents = [0, 0, *[1, 2, 3, 4, 5], *[1, 7, 8, 9, 10], *[1, 12, 13]]
    hinged = [False, False, *[True] * 12, False]
    assert sorted(map(tuple, limbs_of(parents, hinged))) == [(2, 3, 4, 5, 6), (7, 8, 9, 10, 11)]


def test_the_model_of_a_tree_without_limbs_is_itself() -> None:
    m = creature([(0, 1)])
    tree = sn.Tree(m)
    assert with_limbs(tree.lean) is tree.lean.model
