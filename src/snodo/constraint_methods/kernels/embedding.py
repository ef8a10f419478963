"""Embedding in independent coordinates (Lagrange and d'Alembert); see `constraint_methods/embedding.py`.

The rows and columns of Φ_v in their chosen order, Φ_v = [J_d J_i]:

    v_d = B v_i + b,   B = −J_d⁻¹ J_i                 v̇ = (B; 1) v̇_i + g,   g = (J_d⁻¹ γ; 0)
    reduced equations (`reduced.py`),                 J_dᵀ λ = (Q − M v̇)_d

Columns are in natural units, rows of length one, so that pivots can be compared.
"""

import math

import numpy as np

from snodo._jit import RATE, array_at, entry, inline, kernel
from snodo.constraint_methods.kernels.dense import begin, finish, header, scaled_rows
from snodo.constraint_methods.kernels.reduced import reduced_motion
from snodo.formulations.kernels.statuses import FINE, WORN
from snodo.formulations.kernels.verbs import Equations
from snodo.math.kernels.dense import choose_pivots, dot, lu, lu_solve, lu_solve_transposed
from snodo.math.kernels.records import table


@kernel
def unit_rows(head, own):
    """Φ_v in natural units with rows scaled to length one; 1 / length of each is stored."""
    n = head.nv
    scaled_rows(head, own)
    for r in range(head.nc):
        row = head.rows_at + r * n
        length = math.sqrt(dot(own, n, row, row))
        own[head.lengths_at + r] = 1.0 / length if length > 0.0 else 0.0
        for k in range(n):
            own[row + k] *= own[head.lengths_at + r]


@inline
def hold_back(head, own, ints):
    """Velocities that the user chose to be independent do not become dependent: their columns have no pivots."""
    for k in range(head.chosen):
        for r in range(head.nc):
            own[head.rows_at + r * head.nv + ints[head.independent_at + k]] = 0.0


@kernel
def factor(head, own, ints):
    """J_d = L U; returns its smallest pivot."""
    n, r = head.nv, head.rank
    if head.choosing:
        unit_rows(head, own)
        hold_back(head, own, ints)
        choose_pivots(own, ints, head.nc, n, head.rows_at, r, head.row_order_at, head.column_order_at)
    unit_rows(head, own)
    for i in range(r):
        for j in range(r):
            row, column = ints[head.row_order_at + i], ints[head.column_order_at + j]
            own[head.triangle_at + i * r + j] = own[head.rows_at + row * n + column]
    return lu(own, r, head.triangle_at) if r else 1.0


@inline
def dependent(head, own, ints, c, target):
    """J_d x = c, with x written to the dependent components of a vector of velocities."""
    lu_solve(own, head.rank, head.triangle_at, c)
    for k in range(head.nv):
        own[target + k] = 0.0
    for k in range(head.rank):
        column = ints[head.column_order_at + k]
        own[target + column] = own[c + k] * own[head.scale_at + column]


@kernel
def embed(head, own, ints):
    """The rows of (B; 1)ᵀ, and g; returns a status."""
    head.smallest = factor(head, own, ints)
    if head.smallest < head.least:
        return WORN
    n, r, c = head.nv, head.rank, head.c_at
    for i in range(n - r):
        column, target = ints[head.column_order_at + r + i], head.basis_at + i * n
        for k in range(r):
            own[c + k] = -own[head.rows_at + ints[head.row_order_at + k] * n + column]
        dependent(head, own, ints, c, target)
        own[target + column] = own[head.scale_at + column]
    for k in range(r):
        row = ints[head.row_order_at + k]
        own[c + k] = own[head.gamma_at + row] * own[head.lengths_at + row]
    dependent(head, own, ints, c, head.particular_at)
    return FINE


@kernel
def recover(head, own, ints):
    """λ from the unbalanced forces of the dependent coordinates."""
    for r in range(head.nc):
        own[head.lambda_at + r] = 0.0
    for k in range(head.rank):
        column = ints[head.column_order_at + k]
        own[head.c_at + k] = own[head.force_at + column] * own[head.scale_at + column]
    lu_solve_transposed(own, head.rank, head.triangle_at, head.c_at)
    for k in range(head.rank):
        row = ints[head.row_order_at + k]
        own[head.lambda_at + row] = own[head.c_at + k] * own[head.lengths_at + row]


@entry(RATE)
def rate(t, y, ydot, model):
    """ẏ in the state y at time t; returns a status."""
    own = array_at(table(Equations, model, 0, 0.0)[0].method)
    head, ints = header(own), own.view(np.int64)
    status = begin(head, own, t, y, model)
    if status == FINE:
        status = embed(head, own, ints)
    if status == FINE:
        status = reduced_motion(head, own)
    if status == FINE:
        recover(head, own, ints)
    return finish(status, head, own, ydot)
