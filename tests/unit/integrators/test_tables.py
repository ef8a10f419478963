"""The tables against the order conditions (every rooted tree up to the order claimed) and against scipy's."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement

import numpy as np
import pytest
import scipy.integrate as si

from snodo import DOP853, RK4, BogackiShampine, DormandPrince
from snodo.registry import INTEGRATORS

METHODS = [INTEGRATORS[word].coefficients for word in INTEGRATORS.built_in()]


@cache
def trees(order):
    """Rooted trees with `order` nodes, each the sorted tuple of the subtrees at its root."""
    return [()] if order == 1 else sorted({tuple(sorted(f)) for f in _forests(order - 1, order - 1)})


def _forests(nodes: int, largest: int) -> Iterator[tuple]:
    if nodes == 0:
        yield ()
    for size in range(min(nodes, largest), 0, -1):
        for many in range(1, nodes // size + 1):
            for chosen in combinations_with_replacement(trees(size), many):
                for rest in _forests(nodes - many * size, size - 1):
                    yield chosen + rest


def nodes(tree):
    return 1 + sum(nodes(sub) for sub in tree)


def gamma(tree):
    return nodes(tree) * np.prod([gamma(sub) for sub in tree])


def stage_weights(tree, A):
    """Φ_i of the tree: the product over its subtrees of Σ_j a_ij Φ_j."""
    return np.prod([A @ stage_weights(sub, A) for sub in tree], axis=0) * np.ones(len(A))


def test_number_of_trees():
    assert [len(trees(k)) for k in range(1, 9)] == [1, 1, 2, 4, 9, 20, 48, 115]


@pytest.mark.parametrize("method", METHODS, ids=INTEGRATORS.built_in())
def test_rows_sum_to_nodes_and_weights_to_one(method):
    table = method()
    assert np.allclose(table.A.sum(axis=1), table.c, atol=3e-14)
    assert table.b.sum() == pytest.approx(1.0, abs=1e-14)
    assert table.c[table.stages] == 1.0
    explicit = not INTEGRATORS[method.__self__.name].solves_constraints
    assert np.all(np.triu(table.A) == 0) == explicit


@pytest.mark.parametrize("method", METHODS, ids=INTEGRATORS.built_in())
def test_every_order_condition_holds_and_the_next_order_does_not(method):
    table = method()
    s = table.stages
    A = table.A[:s, :s]

    def residuals(order):
        return [abs(table.b @ stage_weights(tree, A) - 1 / gamma(tree)) for tree in trees(order)]

    for order in range(1, table.order + 1):
        assert max(residuals(order)) < 1e-14
    assert max(residuals(table.order + 1)) > 1e-7


@pytest.mark.parametrize(
    ("method", "row", "order"),
    [(BogackiShampine, 0, 2), (DormandPrince, 0, 4), (DOP853, 0, 5), (DOP853, 1, 3)],
)
def test_error_weights_vanish_up_to_the_order_of_the_embedded_method(method, row, order):
    table = method.coefficients()
    m = table.E.shape[1]
    A = table.A[:m, :m]
    residuals = {k: max(abs(table.E[row] @ stage_weights(tree, A)) for tree in trees(k)) for k in range(1, order + 2)}
    assert max(residuals[k] for k in range(1, order + 1)) < 1e-14
    assert residuals[order + 1] > 1e-6


def test_bogacki_shampine_is_scipys_rk23():
    table, peer = BogackiShampine.coefficients(), si.RK23
    assert np.allclose(table.A[:3, :3], peer.A, rtol=1e-15)
    assert np.allclose(table.b, peer.B, rtol=1e-15)
    assert np.allclose(table.E[0], -peer.E, rtol=1e-14)


def test_dormand_prince_is_scipys_rk45():
    table, peer = DormandPrince.coefficients(), si.RK45
    assert np.allclose(table.A[:6, :5], peer.A, rtol=1e-15)
    assert np.allclose(table.b, peer.B, rtol=1e-15)
    assert np.allclose(table.E[0], -peer.E, rtol=1e-14)


def test_dormand_prince_dense_output_is_scipys():
    """Both are polynomials Σ_j p_j(x) K_j: compare the p_j."""
    table, peer = DormandPrince.coefficients(), si.RK45
    b = np.append(table.b, 0)
    first, last = np.eye(7)[0], np.eye(7)[6]
    for x in (0.1, 0.5, 0.83):
        F = [b, first - b, 2 * b - first - last, table.D[0]]
        ours = x * (F[0] + (1 - x) * (F[1] + x * (F[2] + (1 - x) * F[3])))
        assert np.allclose(ours, peer.P @ x ** np.arange(1, 5), atol=1e-14)


def test_dop853_is_scipys():
    table, peer = DOP853.coefficients(), si.DOP853
    assert np.array_equal(table.A[:12, :12], peer.A)
    assert np.array_equal(table.A[13:], peer.A_EXTRA)
    assert np.array_equal(table.b, peer.B)
    assert np.allclose(table.c[:12], peer.C, rtol=1e-15)
    assert np.array_equal(table.E, np.vstack([peer.E5, peer.E3])[:, :12])
    assert np.array_equal(table.D, peer.D)


@pytest.mark.parametrize(
    ("method", "reach"), [(BogackiShampine, 2.512), (RK4, 2.785), (DormandPrince, 3.307), (DOP853, 6.393)]
)
def test_how_far_decays_are_stable(method, reach):
    """The limits of stability on the negative real axis: steps on both sides of them."""
    table = method.coefficients()
    assert table.stability_reach() == pytest.approx(reach, abs=2e-3)
    for factor, dies_out in ((0.99, True), (1.01, False)):
        y, h = 1.0, factor * reach
        for _ in range(2000):
            K = np.zeros(table.stages)
            for k in range(table.stages):
                K[k] = -(y + h * table.A[k, :k] @ K[:k])
            y += h * table.b @ K
        assert (abs(y) < 1.0) == dies_out
