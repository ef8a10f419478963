"""Sparse LDLᵀ against dense algebra of numpy and scipy, and against the graph of the elimination done by hand."""

from itertools import pairwise

import numpy as np
import pytest
import scipy.sparse
import scipy.sparse.linalg
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numba import njit

from snodo.errors import SnodoError, UnsupportedError
from snodo.math import fronts, sparse
from snodo.math.columns import Columns
from snodo.math.elimination import minimum_degree, neighbours_of
from snodo.math.fronts import STRIPE, Fronts
from snodo.math.kernels import sparse as kernels

NAMES = ["values", "plan", "mask", "diagonal", "report", "right", "solution", "scratch"]


@njit
def _factor(model, o):
    k = model.view(np.int64)
    return kernels.factor(model, k, o[0], o[1], o[2], o[3], o[4], o[5])


@njit
def _find_redundant(model, o, tolerance):
    k = model.view(np.int64)
    return kernels.find_redundant(model, k, o[0], o[1], o[2], o[3], o[4], tolerance)


@njit
def _solve(model, o):
    kernels.solve(model, model.view(np.int64), o[0], o[1], o[2], o[6], o[7], o[8])


@pytest.fixture(params=["columns", "fronts", "merged fronts"])
def way(request, monkeypatch):
    """Everything column by column, by fronts that are merged only where that costs nothing, or by fronts as usual."""
    monkeypatch.setattr(sparse, "WORTH_FRONTS", 10**9 if request.param == "columns" else -1)
    if request.param == "fronts":
        monkeypatch.setattr(fronts, "EACH", 0)
        monkeypatch.setattr(fronts, "PASSED", 0)
    return Columns if request.param == "columns" else Fronts


class Packed:
    """A matrix in one flat model, as a formulation would hold it."""

    def __init__(self, S, pairs=None):
        self.S, self.n = S, len(S)
        i, j = np.nonzero(np.tril(S, -1)) if pairs is None else np.array(pairs).reshape(-1, 2).T
        self.pattern = p = sparse.symbolic(self.n, np.stack([i, j], axis=1))
        parts = [np.full(3, np.nan), np.zeros(p.size + p.scratch), p.packed().view(float)]
        parts += [np.ones(self.n), np.zeros(self.n), np.zeros(2), *[np.zeros(self.n) for _ in range(3)]]
        self.model = np.concatenate(parts)
        ends = np.cumsum([a.size for a in parts])
        self.offsets = np.concatenate([[self.n], ends[:-1]])
        self.at = dict(zip(NAMES, pairwise(ends)))
        self.i, self.j = np.concatenate([np.arange(self.n), i]), np.concatenate([np.arange(self.n), j])
        self.load()

    def __getitem__(self, name):
        return self.model[slice(*self.at[name])]

    def load(self):
        self["values"][:] = 0.0
        self["values"][self.pattern.slots(self.i, self.j)] = self.S[self.i, self.j]

    def factor(self):
        return _factor(self.model, self.offsets)

    def find_redundant(self, tolerance=1e-9):
        return _find_redundant(self.model, self.offsets, tolerance)

    def solve(self, b):
        self["right"][:] = b
        _solve(self.model, self.offsets)
        return self["solution"].copy()


def lower_columns(packed):
    """L, from its columns."""
    pattern, n, L = packed.pattern, packed.n, np.eye(packed.n)
    for k in range(n):
        span = slice(*pattern.columns[k : k + 2])
        L[pattern.rows[span.start - n : span.stop - n], k] = packed["values"][span]
    return L


def lower_fronts(packed):
    """L, from the columns U = L D of the fronts."""
    p, L = packed.pattern, np.eye(packed.n)
    for first, width, below, panel, stripe in zip(p.first, p.width, p.below, p.panel, p.stripe):
        rows = np.concatenate([np.arange(first, first + width), below])
        for k in range(width):
            row, within = np.divmod(np.arange(k + 1, rows.size), STRIPE)
            U = packed["values"][panel + row * stripe + STRIPE * k + within]
            L[rows[k + 1 :], first + k] = U * packed["values"][first + k]
    return L


def delassus(rng, bodies, joints):
    """S = J M⁻¹ Jᵀ with blocks of two rows per joint and three columns per body, as a planar mechanism gives it."""
    J = np.zeros((2 * len(joints), 3 * bodies))
    for k, ends in enumerate(joints):
        for body in ends:
            J[2 * k : 2 * k + 2, 3 * body : 3 * body + 3] = rng.normal(size=(2, 3))
    return J @ np.diag(rng.uniform(0.5, 2.0, 3 * bodies)) @ J.T


def chain(joints):
    return [(0,), *[(k, k + 1) for k in range(joints - 1)]]


def ladder(loops):
    """Posts 0, 2, 4, … hinged to ground and rails 1, 3, 5, … between the tops of neighbouring posts."""
    rails = [(2 * k, 2 * k + 1) for k in range(loops)] + [(2 * k + 1, 2 * k + 2) for k in range(loops)]
    return [*[(2 * k,) for k in range(loops + 1)], *rails]


def row_pairs(joints):
    """Entries of S below the diagonal: rows of joints that share a body."""
    on = {}
    for k, ends in enumerate(joints):
        for body in ends:
            on.setdefault(body, []).extend((2 * k, 2 * k + 1))
    return [(i, j) for rows in on.values() for i in rows for j in rows if i > j]


def random_joints(rng, bodies):
    count = int(rng.integers(1, bodies + 1))
    return [
        tuple(rng.choice(bodies, size=int(rng.integers(1, 3)) if bodies > 1 else 1, replace=False))
        for _ in range(count)
    ]


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10**6), bodies=st.integers(1, 12))
def test_the_factors_reproduce_the_matrix(way, seed, bodies):
    rng = np.random.default_rng(seed)
    joints = random_joints(rng, bodies)
    S = delassus(rng, bodies, joints) + 1e-3 * np.eye(2 * len(joints))
    packed = Packed(S)
    assert packed.factor() == kernels.FACTORED
    pattern, n = packed.pattern, packed.n
    assert isinstance(pattern, way)
    L = lower_columns(packed) if way is Columns else lower_fronts(packed)
    rebuilt = L @ np.diag(1.0 / packed["values"][:n]) @ L.T
    order = pattern.permutation
    np.testing.assert_allclose(rebuilt, S[np.ix_(order, order)], atol=1e-12 * np.abs(S).max())


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10**6), bodies=st.integers(1, 12))
def test_masked_solution_is_the_dense_solution_of_the_kept_rows(way, seed, bodies):
    rng = np.random.default_rng(seed)
    joints = random_joints(rng, bodies)
    n = 2 * len(joints)
    S = delassus(rng, bodies, joints) + 1e-2 * np.eye(n)
    keep, b = rng.random(n) < 0.7, rng.normal(size=n)
    packed = Packed(S)
    packed["mask"][:] = keep
    assert packed.factor() == kernels.FACTORED
    x = packed.solve(b)
    assert np.all(x[~keep] == 0.0)
    expected = np.linalg.solve(S[np.ix_(keep, keep)], b[keep])
    np.testing.assert_allclose(x[keep], expected, rtol=0, atol=1e-9 * max(1.0, np.abs(expected).max(initial=0.0)))


@pytest.mark.parametrize("joints", [chain(40), ladder(12)], ids=["chain", "ladder"])
def test_chain_and_ladder_against_superlu(way, joints):
    rng = np.random.default_rng(3)
    S = delassus(rng, 1 + max(b for ends in joints for b in ends), joints)
    b = rng.normal(size=len(S))
    packed = Packed(S, row_pairs(joints))
    assert packed.factor() == kernels.FACTORED
    expected = scipy.sparse.linalg.spsolve(scipy.sparse.csc_array(S), b)
    scale = np.linalg.cond(S) * np.abs(expected).max()
    np.testing.assert_allclose(packed.solve(b), expected, rtol=0, atol=1e-14 * scale)


def test_right_hand_side_and_solution_may_share_their_place(way):
    rng = np.random.default_rng(5)
    S = delassus(rng, 6, chain(6))
    packed, b = Packed(S), rng.normal(size=12)
    packed.factor()
    apart = packed.solve(b)
    packed.offsets[7] = packed.offsets[6]
    packed["right"][:] = b
    _solve(packed.model, packed.offsets)
    np.testing.assert_array_equal(packed["right"], apart)


def test_refactoring_gives_the_same_bits(way):
    packed = Packed(delassus(np.random.default_rng(2), 5, chain(5)))
    packed.factor()
    once = packed["values"].copy()
    packed.load()
    packed.factor()
    np.testing.assert_array_equal(packed["values"], once)


def test_smallest_relative_pivot_is_that_of_the_dense_schur_complements(way):
    rng = np.random.default_rng(8)
    S = delassus(rng, 8, ladder(3))
    packed = Packed(S)
    packed["mask"][3] = 0.0
    packed.factor()
    kept = [i for i in packed.pattern.permutation if i != 3]
    minors = [np.linalg.det(S[np.ix_(kept[:k], kept[:k])]) for k in range(len(kept) + 1)]
    relative = np.array([minors[k + 1] / minors[k] / S[i, i] for k, i in enumerate(kept)])
    smallest, row = packed["report"]
    assert smallest == pytest.approx(relative.min(), rel=1e-6)
    assert row == kept[int(relative.argmin())]
    np.testing.assert_array_equal(packed["diagonal"], np.diag(S)[packed.pattern.permutation])


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10**6), bodies=st.integers(2, 10))
def test_redundant_rows_are_found_and_the_rest_solves_the_whole(way, seed, bodies):
    rng = np.random.default_rng(seed)
    joints = random_joints(rng, bodies)
    J = np.zeros((2 * len(joints), 3 * bodies))
    for k, ends in enumerate(joints):
        for body in ends:
            J[2 * k : 2 * k + 2, 3 * body : 3 * body + 3] = rng.normal(size=(2, 3))
    copies = rng.integers(0, len(J), size=3)
    J = np.vstack([J, rng.uniform(1, 2, (3, 1)) * J[copies]])
    J = J[rng.permutation(len(J))]
    S, rank = J @ J.T, np.linalg.matrix_rank(J)
    packed = Packed(S)
    assert packed.find_redundant() == len(J) - rank
    assert packed["mask"].sum() == rank
    packed.load()
    assert packed.factor() == kernels.FACTORED
    b = S @ rng.normal(size=len(J))
    np.testing.assert_allclose(S @ packed.solve(b), b, atol=1e-6 * max(1.0, np.abs(b).max()))


def test_find_redundant_leaves_usable_factors(way):
    S = np.array([[2.0, 2.0, 0.0], [2.0, 2.0, 0.0], [0.0, 0.0, 3.0]])
    packed = Packed(S)
    assert packed.find_redundant() == 1
    np.testing.assert_allclose(S @ packed.solve([4.0, 4.0, 6.0]), [4.0, 4.0, 6.0])


def test_an_empty_row_is_redundant(way):
    packed = Packed(np.diag([1.0, 0.0, 2.0]))
    assert packed.find_redundant() == 1
    np.testing.assert_array_equal(packed["mask"], [1.0, 0.0, 1.0])


@pytest.mark.parametrize("bad", [0.0, -1.0, np.nan, np.inf])
def test_a_bad_pivot_is_reported_without_nan(way, bad):
    S = delassus(np.random.default_rng(1), 4, chain(4))
    S[5, :] = S[:, 5] = 0.0
    packed = Packed(S, row_pairs(chain(4)))
    packed["values"][packed.pattern.slot(5, 5)] = bad
    assert packed.factor() == kernels.NOT_POSITIVE
    np.testing.assert_array_equal(packed["report"], [0.0, 5.0])
    assert packed["mask"].all()
    assert np.isfinite(packed.solve(np.ones(8))).all()
    packed.load()
    packed["mask"][5] = 0.0
    assert packed.factor() == kernels.FACTORED


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_find_redundant_refuses_what_is_not_finite(way, bad):
    packed = Packed(np.diag([1.0, bad, 1.0]))
    assert packed.find_redundant() == -1


@pytest.mark.parametrize("make", [chain, ladder])
def test_fill_and_operations_grow_linearly(make):
    def analysed(size):
        joints = make(size)
        return sparse.symbolic(2 * len(joints), row_pairs(joints))

    small, middle, large = (analysed(size) for size in (100, 200, 400))
    assert large.fill - middle.fill == 2 * (middle.fill - small.fill)
    assert large.operations - middle.operations == 2 * (middle.operations - small.operations)
    assert large.operations < 40 * large.n


def test_a_chain_has_no_fill_beyond_its_pattern():
    joints = chain(5000)
    pattern = sparse.symbolic(10_000, row_pairs(joints))
    assert pattern.fill == len(set(row_pairs(joints)))
    assert pattern.operations == 4999 * 9 + 1


def test_a_star_keeps_its_hub_for_last():
    pattern = sparse.symbolic(1000, [(0, k) for k in range(1, 1000)])
    assert pattern.fill == 999
    assert 0 in pattern.permutation[-2:]


def test_a_dense_block_is_eliminated_at_once(way):
    n = 120
    pattern = sparse.symbolic(n, [(i, j) for i in range(n) for j in range(i)])
    assert pattern.operations == (n - 1) * n * (n + 1) // 6
    if way is Fronts:
        assert (pattern.width.tolist(), pattern.height.tolist()) == ([n], [n])


def net(rows, columns):
    """Joints of a net of bars: three bars meet in a knot (i, j) with the one that comes from the left."""
    across = {(i, j): i * columns + j for i in range(rows) for j in range(columns)}
    down = {(i, j): rows * columns + i * columns + j for i in range(rows) for j in range(columns)}
    joints = [(across[i, j], down[i, j]) for i, j in across]
    joints += [(across[i, j], across[i, j + 1]) for i, j in across if j + 1 < columns]
    return joints + [(across[i, j], down[i - 1, j]) for i, j in across if i]


def test_a_net_is_solved_by_fronts():
    rng, joints = np.random.default_rng(4), net(12, 12)
    S = delassus(rng, 288, joints) + 1e-2 * np.eye(2 * len(joints))
    packed, x = Packed(S, row_pairs(joints)), rng.normal(size=2 * len(joints))
    assert isinstance(packed.pattern, Fronts)
    assert packed.factor() == kernels.FACTORED
    np.testing.assert_allclose(packed.solve(S @ x), x, rtol=0, atol=1e-13 * np.linalg.cond(S))


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10**6), rows=st.integers(1, 9), columns=st.integers(1, 9))
def test_fronts_and_columns_agree_on_nets(monkeypatch, seed, rows, columns):
    """With fronts merged more or less, so that what children leave goes to columns and rests of every shape."""
    rng, joints = np.random.default_rng(seed), net(rows, columns)
    n = 2 * len(joints)
    S, b = delassus(rng, 2 * rows * columns, joints) + 1e-2 * np.eye(n), rng.normal(size=n)
    found = []
    for worth, each, passed in ((10**9, 0, 0), (-1, 0, 0), (-1, int(rng.integers(3000)), int(rng.integers(20)))):
        monkeypatch.setattr(sparse, "WORTH_FRONTS", worth)
        monkeypatch.setattr(fronts, "EACH", each)
        monkeypatch.setattr(fronts, "PASSED", passed)
        packed = Packed(S, row_pairs(joints))
        packed["mask"][:] = np.random.default_rng(seed).random(n) < 0.9
        assert packed.factor() == kernels.FACTORED
        found.append(packed.solve(b))
    limit = 1e-14 * np.linalg.cond(S) * np.abs(found[0]).max()
    np.testing.assert_allclose(found[1], found[0], rtol=0, atol=limit)
    np.testing.assert_allclose(found[2], found[0], rtol=0, atol=limit)


def test_merging_makes_far_fewer_fronts_for_some_more_operations(monkeypatch):
    joints = net(20, 20)
    merged = sparse.symbolic(2 * len(joints), row_pairs(joints))
    monkeypatch.setattr(fronts, "EACH", 0)
    monkeypatch.setattr(fronts, "PASSED", 0)
    bare = sparse.symbolic(2 * len(joints), row_pairs(joints))
    assert merged.width.size < 0.3 * bare.width.size
    assert bare.operations < merged.operations < 2.5 * bare.operations


def test_what_children_leave_never_overlaps():
    """Replayed front by front: a block on the stacks is free when it is written, and still there when it is read."""
    joints = net(20, 20)
    pattern = sparse.symbolic(2 * len(joints), row_pairs(joints))
    held = {}
    for k, parent in enumerate(pattern.parent):
        own = range(pattern.rest[k], pattern.rest[k] + pattern.rest_size[k])
        assert own.start >= pattern.panel[-1] + pattern.stripe[-1]
        assert own.stop <= pattern.size + pattern.scratch
        assert not any(max(own.start, other.start) < min(own.stop, other.stop) for other, _ in held.values())
        held = {child: block for child, block in held.items() if block[1] != k}
        if parent >= 0:
            held[k] = own, parent
    assert not held


def test_dissection_saves_operations_in_large_nets(monkeypatch):
    joints = net(30, 30)
    cut = sparse.symbolic(2 * len(joints), row_pairs(joints))
    monkeypatch.setattr(sparse, "WORTH_DISSECTING", 10**9)
    whole = sparse.symbolic(2 * len(joints), row_pairs(joints))
    assert cut.operations < 0.9 * whole.operations


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10**6), n=st.integers(1, 25))
def test_each_pivot_has_the_smallest_degree_left(seed, n):
    rng = np.random.default_rng(seed)
    pairs = rng.integers(0, n, size=(2 * n, 2))
    pattern = Columns(n, minimum_degree(neighbours_of(n, pairs), beside=bool(seed % 2)))
    graph = np.zeros((n, n), bool)
    graph[pairs[:, 0], pairs[:, 1]] = graph[pairs[:, 1], pairs[:, 0]] = True
    np.fill_diagonal(graph, False)
    left = np.ones(n, bool)
    for k, pivot in enumerate(pattern.permutation):
        degrees = graph.sum(axis=1)
        assert degrees[pivot] == degrees[left].min()
        below = np.flatnonzero(graph[pivot])
        rows = pattern.rows[pattern.columns[k] - n : pattern.columns[k + 1] - n]
        np.testing.assert_array_equal(np.sort(pattern.inverse[below]), rows)
        graph[np.ix_(below, below)] = True
        np.fill_diagonal(graph, False)
        graph[pivot] = graph[:, pivot] = False
        left[pivot] = False


def test_slots_are_symmetric_and_all_different(way):
    pattern = sparse.symbolic(4, [(3, 0), (0, 3), (1, 2), (2, 2)])
    assert pattern.slot(0, 3) == pattern.slot(3, 0)
    slots = pattern.slots([0, 1, 2, 3, 0, 1], [0, 1, 2, 3, 3, 2])
    assert np.unique(slots).size == 6
    assert set(slots[:4]) == set(range(4))
    assert slots.max() < pattern.size


def test_an_entry_outside_the_pattern_is_named(way):
    pattern = sparse.symbolic(3, [(0, 1)])
    with pytest.raises(SnodoError, match=r"entry \(2, 1\)"):
        pattern.slot(2, 1)
    with pytest.raises(SnodoError, match=r"entry \(2, 0\) is not in the sparsity pattern"):
        pattern.slots([0, 2], [1, 0])
    with pytest.raises(SnodoError, match="row 3 does not exist in a matrix of 3 rows"):
        pattern.slot(3, 0)
    with pytest.raises(SnodoError, match="row -1 does not exist"):
        sparse.symbolic(3, [(0, -1)])


def test_too_dense_a_coupling_is_refused(monkeypatch):
    monkeypatch.setattr(sparse, "MOST_OPERATIONS", 100)
    with pytest.raises(UnsupportedError, match="20 rows would take"):
        sparse.symbolic(20, [(i, j) for i in range(20) for j in range(i)])


def test_a_matrix_without_rows():
    pattern = sparse.symbolic(0, [])
    assert (pattern.size, pattern.operations) == (0, 0)
