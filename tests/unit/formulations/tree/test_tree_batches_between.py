"""Batches with external wrenches; wrenches between links, articulated bodies and derivatives of batches: as a loop."""

import numpy as np
import pytest
from test_tree_batches import KINDS, branched, same, states

from snodo.errors import RunError, UnsupportedError


def loads(tree, count, seed=3):
    """A wrench for each state on one body, one for all states on another."""
    rng = np.random.default_rng(seed)
    external = {"b1": rng.standard_normal((count, 6)), "b2": rng.standard_normal(6)}
    return external, [{"b1": row, "b2": external["b2"]} for row in external["b1"]]


def check_everything(tree, count, threads=1):
    Q, V, X = states(tree, count)
    external, each = loads(tree, count)
    rows = list(zip(Q, V, X, each))
    for run in (tree.forward_dynamics, tree.inverse_dynamics):
        assert same(run(Q, V, X, external, threads=threads), [run(*row) for row in rows])
    for axes in ("world", "parent", "child"):
        found = tree.joint_wrenches(Q, V, X, external, axes=axes, threads=threads)
        wanted = [tree.joint_wrenches(*row, axes=axes) for row in rows]
        assert all(same(found[name], [w[name] for w in wanted]) for name in tree.mechanism.joints)
    inertia, bias = tree.articulated_inertia(Q, threads), tree.articulated_bias(Q, V, X, external, threads)
    wanted = [tree.articulated_inertia(q) for q in Q], [tree.articulated_bias(*row) for row in rows]
    for name in tree.mechanism.bodies:
        assert same(inertia[name], [w[name] for w in wanted[0]])
        assert same(bias[name], [w[name] for w in wanted[1]])
    for run in (tree.inverse_dynamics_derivatives, tree.forward_dynamics_derivatives):
        found, wanted = run(Q, V, X, external, threads=threads), [run(*row) for row in rows]
        for k, matrices in enumerate(found):
            assert same(matrices, [w[k] for w in wanted])


@pytest.mark.parametrize("backward", [False, True])
@pytest.mark.parametrize("kind", KINDS)
def test_every_joint(kind, backward):
    check_everything(branched([kind, "revolute", kind], backward), 9)


@pytest.mark.parametrize("count", [1, 7, 8, 20])
def test_any_number_of_states_and_threads(count):
    tree = branched(["free", "spherical", "universal", "revolute"])
    check_everything(tree, count)
    check_everything(tree, count, threads=2)


def test_more_states_than_are_kept_at_a_time():
    tree = branched(["spherical", "revolute", "revolute"])
    Q, V, X = states(tree, 300)
    external, each = loads(tree, 300)
    found = tree.joint_wrenches(Q, V, X, external)
    for k in (0, 255, 256, 299):
        assert same(found["j1"][k], tree.joint_wrenches(Q[k], V[k], X[k], each[k])["j1"])


def test_wrenches_for_each_state_on_one_motion():
    tree = branched(["spherical", "revolute", "revolute"])
    Q, V, X = states(tree, 1)
    external, each = loads(tree, 11)
    wanted = [tree.inverse_dynamics(Q[0], V[0], X[0], wrenches) for wrenches in each]
    assert same(tree.inverse_dynamics(Q[0], V[0], X[0], external), wanted)


def test_wrenches_do_not_stay():
    tree = branched(["spherical", "revolute", "revolute"])
    Q, V, X = states(tree, 9)
    free = tree.forward_dynamics(Q, V, X)
    loaded = tree.forward_dynamics(Q, V, X, loads(tree, 9)[0])
    assert not np.allclose(free, loaded)
    assert np.array_equal(tree.forward_dynamics(Q, V, X), free)
    other = tree.forward_dynamics(Q, V, X, {"b0": np.zeros(6)})
    assert same(other, free)


def test_external_wrenches_in_batches_by_the_jacobian():
    """τ needed = τ without the wrench − Jᵀ W."""
    tree = branched(["free", "spherical", "revolute"])
    Q, V, X = states(tree, 12)
    W = np.random.default_rng(5).standard_normal((12, 6))
    difference = tree.inverse_dynamics(Q, V, X) - tree.inverse_dynamics(Q, V, X, {"b2": W})
    assert np.allclose(difference, [tree.jacobian_of(q, "b2").T @ w for q, w in zip(Q, W)], atol=1e-11)


def test_derivatives_of_batches_undo_one_another():
    tree = branched(["free", "spherical", "revolute"])
    Q, V, T = states(tree, 12)
    external, _ = loads(tree, 12)
    A = tree.forward_dynamics(Q, V, T, external)
    inverse = tree.inverse_dynamics_derivatives(Q, V, A, external)
    forward = tree.forward_dynamics_derivatives(Q, V, T, external)
    assert np.allclose(inverse.by_a @ forward.by_q, -inverse.by_q, atol=1e-10)
    assert np.allclose(inverse.by_a @ forward.by_v, -inverse.by_v, atol=1e-10)
    assert np.allclose(inverse.by_a @ forward.by_tau, np.eye(tree.nv), atol=1e-11)


def test_the_wrong_row_is_named():
    tree = branched(["spherical", "revolute", "revolute"])
    Q, V, X = states(tree, 300)
    external, _ = loads(tree, 300)
    external["b1"][270, 4] = np.nan
    runs = (tree.forward_dynamics, tree.joint_wrenches, tree.articulated_bias, tree.forward_dynamics_derivatives)
    for run in runs:
        with pytest.raises(UnsupportedError, match=r"row 270: external 'b1': b1\.my = nan"):
            run(Q, V, X, external)
    external["b1"][270, 4] = 1e101
    with pytest.raises(UnsupportedError, match=r"row 270: external 'b1': b1\.my = 1e\+101"):
        tree.forward_dynamics(Q, V, X, external)
    Q[3, :4] = 0.0
    with pytest.raises(UnsupportedError, match="row 3: q: the Euler parameters"):
        tree.articulated_inertia(Q)
    assert np.isfinite(tree.articulated_inertia(Q[4:])["b0"]).all()


def test_no_states():
    tree = branched(["spherical", "revolute", "revolute"])
    Q, V, X = states(tree, 0)
    assert tree.joint_wrenches(Q, V, X)["j0"].shape == (0, 6)
    assert tree.articulated_inertia(Q)["b0"].shape == (0, 6, 6)
    assert tree.forward_dynamics_derivatives(Q, V, X).by_q.shape == (0, tree.nv, tree.nv)


def test_what_resists_nothing_is_told():
    import snodo as sn

    m = sn.Mechanism("needle", dimension=3)
    m.body("needle", mass=1.0, inertia=(0.0, 0.1, 0.1))
    m.revolute("spin", "ground", "needle", at=(0, 0, 0), axis="x")
    tree, X = sn.Tree(m), np.zeros((3, 1))
    with pytest.raises(RunError, match="row 0: no inertia resists"):
        tree.forward_dynamics_derivatives(X, X, X + 1)
