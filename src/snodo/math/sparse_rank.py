"""Whether all rows of a sparse matrix are clearly independent, without a dense factorisation.

With the rows brought to length one and G = J Jᵀ = L D Lᵀ, the pivots in D are the squared sines of the angles between
each row and those eliminated before it.  The smallest eigenvalue λ of G is the square of the smallest singular value of
J, below which no diagonal entry of R in Jᵀ = Q R falls, in any order.  Where both are far above the limits of
`labelled_rows.independent_rows`, that keeps all rows too, at cubic cost.
"""

from __future__ import annotations

from typing import Any

import numpy as np

Array = np.ndarray
CLEAR_PIVOT = 1e-8
"""Smallest pivot of clearly independent rows: sines of 1e-4."""
CLEAR_EIGENVALUE = 1e-10
"""Smallest eigenvalue of clearly independent rows: singular values of 1e-5, far above the weighted limit of 1e-6."""
DENSE = 0.1
"""Share of entries in G from which it is factored as a dense matrix."""
ROUNDS = 6
"""Steps of the inverse iteration for λ."""


def clearly_independent(J: Any) -> bool:
    """Whether all rows of the scipy sparse array J are far from dependent; False: unknown."""
    from scipy.sparse import csr_array, diags_array

    J = csr_array(J)
    lengths = np.sqrt(np.asarray((J * J).sum(axis=1)).ravel())
    short = ~(lengths > 1e-9 * lengths.max(initial=1.0))
    if J.shape[0] > J.shape[1] or not np.isfinite(lengths).all() or short.any():
        return False
    unit = csr_array(diags_array(1.0 / lengths) @ J)
    found = _factored(unit @ unit.T)
    if found is None or found[0].min(initial=1.0) < CLEAR_PIVOT:
        return False
    return _smallest_eigenvalue(found[1], J.shape[0]) > CLEAR_EIGENVALUE


def _factored(G: Any) -> tuple[Array, Any] | None:
    """The pivots of G = L D Lᵀ and a function that solves with it; None if a pivot vanishes."""
    if G.nnz > DENSE * G.shape[0] ** 2:
        return _densely_factored(G.toarray())
    from scipy.sparse.linalg import splu

    try:
        found = splu(G.tocsc(), permc_spec="MMD_AT_PLUS_A", diag_pivot_thresh=0.0, options={"SymmetricMode": True})
    except RuntimeError:  # exactly singular
        return None
    if not np.array_equal(found.perm_r, found.perm_c):
        return None
    return np.asarray(found.U.diagonal()), found.solve


def _densely_factored(G: Array) -> tuple[Array, Any] | None:
    from scipy.linalg import cho_solve

    try:
        L = np.linalg.cholesky(G)
    except np.linalg.LinAlgError:
        return None
    return np.diag(L) ** 2, lambda right: cho_solve((L, True), right)


def _smallest_eigenvalue(solve: Any, n: int) -> float:
    """Of G, by inverse iteration from a fixed random vector."""
    x = np.random.default_rng(0).standard_normal(n)
    size = 1.0
    for _ in range(ROUNDS):
        x = solve(x / np.linalg.norm(x))
        size = float(np.linalg.norm(x))
        if not np.isfinite(size):
            return 0.0
    return 1.0 / size
