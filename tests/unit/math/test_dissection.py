"""Nested dissection against what makes it one: its separators separate, and are as few as a net allows."""

from itertools import combinations

import numpy as np
import pytest
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from snodo.math import dissection


def grid(rows, columns):
    number = np.arange(rows * columns).reshape(rows, columns)
    across = np.stack([number[:, :-1].ravel(), number[:, 1:].ravel()], axis=1)
    down = np.stack([number[:-1].ravel(), number[1:].ravel()], axis=1)
    return np.concatenate([across, down])


def graph(n, pairs):
    i, j = pairs.T
    return csr_array((np.ones(2 * len(i)), (np.r_[i, j], np.r_[j, i])), shape=(n, n))


@pytest.mark.parametrize("shape", [(20, 20), (8, 60), (1, 700)])
def test_without_the_separators_only_small_parts_are_left(shape):
    n, pairs = shape[0] * shape[1], grid(*shape)
    later = np.array(dissection.dissect(n, pairs))
    rest = np.flatnonzero(later == 0)
    _, part = connected_components(graph(n, pairs)[rest][:, rest], directed=False)
    assert np.bincount(part).max() <= dissection.LEAF
    first = np.flatnonzero(later < later.max())
    count, part = connected_components(graph(n, pairs)[first][:, first], directed=False)
    assert count > 1
    assert np.bincount(part).max() < 0.7 * n


def test_the_first_cut_of_a_square_grid_is_a_line_of_it():
    k = 30
    later = np.array(dissection.dissect(k * k, grid(k, k)))
    assert k <= (later == later.max()).sum() <= 1.15 * k


def test_a_complete_graph_is_not_cut():
    n = dissection.LEAF + 20
    assert dissection.dissect(n, np.array(list(combinations(range(n), 2)))) == [0] * n


def test_the_cover_touches_every_cut_edge_and_none_touches_them_with_fewer():
    rng = np.random.default_rng(1)
    for _ in range(20):
        first = np.arange(12) < 6
        pairs = np.array([(i, j) for i in range(6) for j in range(6, 12) if rng.random() < 0.25] or [(0, 6)])
        cover = dissection._cover(graph(12, pairs), first)
        assert all(i in cover or j in cover for i, j in pairs)
        for fewer in combinations(range(12), cover.size - 1):
            assert not all(i in fewer or j in fewer for i, j in pairs)


def test_parts_that_do_not_hang_together():
    a = grid(20, 20)
    later = np.array(dissection.dissect(800, np.concatenate([a, a + 400])))
    np.testing.assert_array_equal(later[:400] > 0, later[400:] > 0)
