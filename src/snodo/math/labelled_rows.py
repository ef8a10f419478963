"""Small linear algebra on labelled rows: least-norm solutions, dependent rows, and who is responsible for them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

Array = np.ndarray
RANK = 1e-9
"""Relative size below which a singular value, or a row's independent part, counts as zero."""
CLEARLY = 1e-5
"""Least singular value of rows of length one that are clearly independent,"""
MANY = 200
"""if there are not so many that a QR factorisation is as quick."""
EMPTY = 1e-13
"""Length of a row of pure numbers, relative to the longest if that is longer than one, up to which it is empty."""


def least_norm(J: Array, right: Array) -> tuple[Array, Array]:
    """x with J x = right and the least |x|, in pure numbers; and the residual J x − right."""
    scaled, lengths = _unit_rows(J)
    x = np.linalg.lstsq(scaled, right / lengths, rcond=RANK)[0]
    return x, J @ x - right


def free_directions(J: Array) -> Array:
    """Orthonormal columns spanning the directions x with J x = 0, in pure numbers."""
    _, sizes, rows = np.linalg.svd(_unit_rows(J)[0])
    rank = int((sizes > RANK * max(sizes.max(initial=0.0), 1e-300)).sum())
    free: Array = rows[rank:].T
    return free


def _unit_rows(J: Array) -> tuple[Array, Array]:
    """The rows scaled to length one, so that ranks do not depend on units, and their lengths; empty rows are zero."""
    lengths = np.linalg.norm(J, axis=1)
    empty = _empty(lengths) | (lengths == 0.0)
    lengths[empty] = 1.0
    return np.where(empty[:, None], 0.0, J / lengths[:, None]), lengths


def _empty(lengths: Array) -> Array:
    """Rows that are rounding dust: brought to length one they would be constraints of their own."""
    return lengths <= EMPTY * max(1.0, float(lengths.max(initial=0.0)))


def responsible(residual: Array, names: Sequence[str]) -> list[str]:
    """The rows behind a contradiction: its residual lies in the left null space of J, the large entries are theirs."""
    largest = float(np.abs(residual).max())
    return [name for name, r in zip(names, residual) if abs(r) > 1e-6 * largest]


def dependent_rows(J: Array) -> list[tuple[int, list[int]]]:
    """Rows that depend on earlier ones, each with the earlier rows it is made of (Gram–Schmidt in the given order)."""
    norms = np.linalg.norm(J, axis=1)
    empty = _empty(norms)
    kept: list[int] = []
    basis = np.zeros((0, J.shape[1]))
    found = []
    for row, norm in enumerate(norms):
        part = J[row].copy()
        for _ in range(2):
            part -= basis.T @ (basis @ part)
        if not empty[row] and np.linalg.norm(part) > RANK * norm:
            kept.append(row)
            basis = np.vstack([basis, part / np.linalg.norm(part)])
            continue
        factors = np.linalg.lstsq(J[kept].T, J[row], rcond=None)[0] if kept and not empty[row] else np.zeros(0)
        found.append((row, [k for k, f in zip(kept, factors) if abs(f) * norms[k] > 1e-7 * max(norm, 1e-300)]))
    return found


def independent_rows(J: Array, rank: int | None = None, weights: Array | float = 1.0) -> Array:
    """Mask of a well-conditioned set of independent rows (QR with column pivoting on Jᵀ); `rank` of them if given.

    weights: rows with larger ones are taken first.
    """
    mask = np.zeros(J.shape[0], bool)
    if J.size == 0:
        return mask
    unit = _unit_rows(J)[0]
    if rank is None and _clearly_independent(unit, weights):
        return ~mask
    from scipy.linalg import qr  # a third of a second

    _, R, order = qr(unit.T * weights, mode="economic", pivoting=True)
    sizes = np.abs(np.diag(R))
    count = int((sizes > RANK * max(sizes[0], 1e-300)).sum()) if rank is None else rank
    mask[order[:count]] = True
    return mask


def _clearly_independent(unit: Array, weights: Array | float = 1.0) -> bool:
    """Whether no rank can be in doubt: the least singular value is far above all limits, under any weights.

    Its square is the least eigenvalue of G = J Jᵀ, and no diagonal entry of R in Jᵀ = Q R is smaller.
    """
    if unit.shape[0] > min(unit.shape[1], MANY):
        return False
    G, w = unit @ unit.T, np.abs(weights)
    return bool(np.isfinite(G).all() and np.linalg.eigvalsh(G)[0] > (CLEARLY * np.max(w) / max(np.min(w), 1e-300)) ** 2)


def null_space(J: Array) -> Array:
    """Columns spanning the directions x with J x = 0, each with one coordinate of its own equal to one."""
    n = J.shape[1]
    if J.size == 0:
        return np.eye(n)
    unit = _unit_rows(J)[0]
    if len(J) == n and _clearly_independent(unit):
        return np.zeros((n, 0))
    from scipy.linalg import qr, solve_triangular  # a tenth of a second

    _, R, order = qr(unit, mode="economic", pivoting=True)
    sizes = np.abs(np.diag(R))
    rank = int((sizes > RANK * max(sizes[0], 1e-300)).sum())
    basis = np.zeros((n, n - rank))
    basis[order[:rank]] = -solve_triangular(R[:rank, :rank], R[:rank, rank:])
    basis[order[rank:]] = np.eye(n - rank)
    return basis


def undetermined(J: Array) -> Array:
    """Mask of the rows whose multiplier is not determined: those with a part in the left null space of J."""
    if J.size and _clearly_independent(_unit_rows(J)[0]):
        return np.zeros(J.shape[0], bool)
    left = null_space(J.T)
    return np.abs(left).max(axis=1, initial=0.0) > 1e-7 * np.abs(left).max(initial=1e-300)
