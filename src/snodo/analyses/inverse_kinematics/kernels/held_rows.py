"""Rows that a step must obey exactly, H δ = h, one after the other: H = L U with U Uᵀ = 1, L y = h.

    δ = Uᵀ y                         the least step that obeys them                                          (1)
    x − Uᵀ U x                       the part of a step that they leave free                                 (2)
    Lᵀ λ = U g                       the multipliers of a slope g: g = Hᵀ λ + the free part of g             (3)

A row that depends on the previous ones is left out: where the rows do not contradict one another it holds by itself.
(Golub and Van Loan, Matrix Computations, 5.2: Gram and Schmidt, each row twice.)
"""

import math

from snodo._jit import kernel
from snodo.math.kernels.dense import add, copy, dot

DEPENDENT = 1e-7
"""Part of a row's length that is left of one that depends on the previous ones."""


@kernel
def hold(task, W, rank, row, h):
    """Hold one more row; returns the number of rows held."""
    n = task.nv
    own, L = task.U_at + rank * n, task.L_at + rank * n
    if rank == n:
        return rank
    copy(W, n, row, own)
    whole = math.sqrt(dot(W, n, own, own))
    for k in range(rank):
        W[L + k] = 0.0
    for _ in range(2):
        for k in range(rank):
            along = dot(W, n, task.U_at + k * n, own)
            add(W, n, -along, task.U_at + k * n, own)
            W[L + k] += along
    left = math.sqrt(dot(W, n, own, own))
    if not left > DEPENDENT * whole:
        return rank
    W[L + rank] = left
    for c in range(n):
        W[own + c] /= left
    W[task.y_at + rank] = (h - dot(W, rank, L, task.y_at)) / left
    return rank + 1


@kernel
def least_step(task, W, rank, out):
    """(1)"""
    for c in range(task.nv):
        W[out + c] = 0.0
    for k in range(rank):
        add(W, task.nv, W[task.y_at + k], task.U_at + k * task.nv, out)


@kernel
def leave_free_part(task, W, rank, x):
    """(2), in the place of x."""
    for k in range(rank):
        U = task.U_at + k * task.nv
        add(W, task.nv, -dot(W, task.nv, U, x), U, x)


@kernel
def multipliers(task, W, rank, slope, out):
    """(3)"""
    n = task.nv
    for k in range(rank):
        W[out + k] = dot(W, n, task.U_at + k * n, slope)
    for k in range(rank - 1, -1, -1):
        W[out + k] /= W[task.L_at + k * n + k]
        add(W, k, -W[out + k], task.L_at + k * n, out)
