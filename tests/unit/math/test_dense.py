"""Small dense factorisations in a flat array against numpy."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numba import njit

from snodo.math.kernels import dense

seeds = st.integers(0, 10_000)


@njit
def _cholesky(W, n, b):
    smallest = dense.cholesky(W, n, 0)
    if smallest > 0.0:
        dense.forward(W, n, 0, b)
        dense.backward(W, n, 0, b)
    return smallest


@njit
def _lu(W, n, b, transposed):
    smallest = dense.lu(W, n, 0)
    if transposed:
        dense.lu_solve_transposed(W, n, 0, b)
    else:
        dense.lu_solve(W, n, 0, b)
    return smallest


@njit
def _choose(W, m, n, rank, rows, columns):
    dense.choose_pivots(W, W.view(np.int64), m, n, 0, rank, rows, columns)


@njit
def _orthogonalise(W, m, n, rank, choosing, at):
    ints = W.view(np.int64)
    smallest = dense.orthogonalise(W, ints, m, n, 0, rank, at[0], choosing, at[1], at[2])
    dense.row_solve(W, ints, m, rank, at[0], at[2], at[3], at[4])
    dense.row_solve_transposed(W, ints, m, rank, at[0], at[2], at[5], at[6])
    return smallest


def packed(*parts):
    """Arrays one after the other, and where each one starts."""
    flat = [
        np.ravel(p).view(float) if np.asarray(p).dtype == np.int64 else np.ravel(np.asarray(p, float)) for p in parts
    ]
    return np.concatenate(flat), np.cumsum([0, *[p.size for p in flat]])[:-1]


@settings(max_examples=30)
@given(seeds, st.integers(1, 8))
def test_cholesky(seed, n):
    rng = np.random.default_rng(seed)
    A, b = rng.standard_normal((n, n)), rng.standard_normal(n)
    A = A @ A.T + np.eye(n)
    W, (_, at) = packed(A, b)
    assert 0 < _cholesky(W, n, at) <= 1
    np.testing.assert_allclose(W[at:], np.linalg.solve(A, b), rtol=1e-8, atol=1e-10)


@pytest.mark.parametrize("A", [[[1.0, 2.0], [2.0, 1.0]], [[0.0]], [[np.nan]]])
def test_cholesky_refuses_what_is_not_positive(A):
    W, (_, at) = packed(A, np.zeros(len(A)))
    assert _cholesky(W, len(A), at) == 0.0


@settings(max_examples=30)
@given(seeds, st.integers(1, 8), st.booleans())
def test_lu(seed, n, transposed):
    rng = np.random.default_rng(seed)
    A, b = rng.standard_normal((n, n)) + 3 * n * np.eye(n), rng.standard_normal(n)
    W, (_, at) = packed(A, b)
    assert _lu(W, n, at, transposed) > 0
    np.testing.assert_allclose(W[at:], np.linalg.solve(A.T if transposed else A, b), rtol=1e-9, atol=1e-12)


@settings(max_examples=30)
@given(seeds, st.integers(1, 6), st.integers(0, 3))
def test_chosen_pivots_make_a_regular_matrix(seed, rank, more):
    """Of a matrix of known rank; the orders stay permutations."""
    rng = np.random.default_rng(seed)
    m, n = rank + more, rank + more + 1
    A = rng.standard_normal((m, rank)) @ rng.standard_normal((rank, n))
    W, (_, rows, columns) = packed(A, np.arange(m), np.arange(n))
    _choose(W, m, n, rank, rows, columns)
    ints = W.view(np.int64)
    chosen_rows, chosen_columns = ints[rows:columns], ints[columns:]
    np.testing.assert_array_equal(np.sort(chosen_rows), np.arange(m))
    np.testing.assert_array_equal(np.sort(chosen_columns), np.arange(n))
    assert np.linalg.matrix_rank(A[np.ix_(chosen_rows[:rank], chosen_columns[:rank])]) == rank


@settings(max_examples=30)
@given(seeds, st.integers(1, 6), st.integers(0, 3), st.booleans())
def test_rows_are_made_orthonormal(seed, rank, more, choosing):
    rng = np.random.default_rng(seed)
    m, n = rank + more, rank + 3
    A = np.vstack([rng.standard_normal((rank, n)), np.zeros((more, n))])
    A[rank:] = rng.standard_normal((more, rank)) @ A[:rank]
    x = rng.standard_normal(n)
    b, forces = A @ x, rng.standard_normal(rank)
    W, at = packed(A, np.arange(m), np.zeros(m), np.zeros((m, m)), b, np.zeros(m), forces, np.zeros(m))
    smallest = _orthogonalise(W, m, n, rank, choosing, at[1:])
    order = W.view(np.int64)[at[1] : at[1] + rank]
    U = W[: m * n].reshape(m, n)[order]
    assert 0 < smallest <= 1
    np.testing.assert_allclose(U @ U.T, np.eye(rank), atol=1e-13)
    c = W[at[5] : at[5] + rank]
    np.testing.assert_allclose(A @ (U.T @ c), b, atol=1e-7 * np.abs(b).max())
    multipliers = W[at[7] : at[7] + m]
    np.testing.assert_allclose(A.T @ multipliers, U.T @ forces, atol=1e-6)
