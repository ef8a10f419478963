"""Embedding in independent coordinates (Lagrange and d'Alembert); see `constraint_methods/embedding.py`.

The rows and columns of Φ_v in their chosen order, Φ_v = [J_d J_i]:

    v_d = B v_i + b,   B = −J_d⁻¹ J_i                 v̇ = (B; 1) v̇_i + g,   g = (J_d⁻¹ γ; 0)
    reduced equations (`reduced.py`),                 J_dᵀ λ = (Q − M v̇)_d

Columns are in natural units, rows of length one, so that pivots can be compared.
"""

import math

import numpy as np

from snodo._jit import RATE, entry, inline, kernel
from snodo.constraint_methods.kernels.evaluation import begin, finish, scaled_rows
from snodo.constraint_methods.kernels.layout import FINE, WORN, header
from snodo.constraint_methods.kernels.reduced import reduced_motion
from snodo.math.kernels.dense import choose_pivots, dot, lu, lu_solve, lu_solve_transposed


@kernel
def unit_rows(head, model):
    """Φ_v in natural units, its rows brought to length one; 1 / length of each is kept."""
    n = head.nv
    scaled_rows(head, model)
    for r in range(head.nc):
        row = head.rows_at + r * n
        length = math.sqrt(dot(model, n, row, row))
        model[head.lengths_at + r] = 1.0 / length if length > 0.0 else 0.0
        for k in range(n):
            model[row + k] *= model[head.lengths_at + r]


@kernel
def factor(head, model, ints):
    """J_d = L U; returns its smallest pivot."""
    n, r = head.nv, head.rank
    if head.choosing:
        unit_rows(head, model)
        choose_pivots(model, ints, head.nc, n, head.rows_at, r, head.row_order_at, head.column_order_at)
    unit_rows(head, model)
    for i in range(r):
        for j in range(r):
            row, column = ints[head.row_order_at + i], ints[head.column_order_at + j]
            model[head.triangle_at + i * r + j] = model[head.rows_at + row * n + column]
    return lu(model, r, head.triangle_at) if r else 1.0


@inline
def dependent(head, model, ints, c, target):
    """J_d x = c, spread over the dependent places of a vector of velocities."""
    lu_solve(model, head.rank, head.triangle_at, c)
    for k in range(head.nv):
        model[target + k] = 0.0
    for k in range(head.rank):
        column = ints[head.column_order_at + k]
        model[target + column] = model[c + k] * model[head.scale_at + column]


@kernel
def embed(head, model, ints):
    """The rows of (B; 1)ᵀ, and g."""
    n, r, c = head.nv, head.rank, head.c_at
    for i in range(n - r):
        column, target = ints[head.column_order_at + r + i], head.basis_at + i * n
        for k in range(r):
            model[c + k] = -model[head.rows_at + ints[head.row_order_at + k] * n + column]
        dependent(head, model, ints, c, target)
        model[target + column] = model[head.scale_at + column]
    for k in range(r):
        row = ints[head.row_order_at + k]
        model[c + k] = model[head.gamma_at + row] * model[head.lengths_at + row]
    dependent(head, model, ints, c, head.particular_at)


@kernel
def recover(head, model, ints):
    """λ from what is unbalanced in the dependent coordinates."""
    for r in range(head.nc):
        model[head.lambda_at + r] = 0.0
    for k in range(head.rank):
        column = ints[head.column_order_at + k]
        model[head.c_at + k] = model[head.force_at + column] * model[head.scale_at + column]
    lu_solve_transposed(model, head.rank, head.triangle_at, head.c_at)
    for k in range(head.rank):
        row = ints[head.row_order_at + k]
        model[head.lambda_at + row] = model[head.c_at + k] * model[head.lengths_at + row]


@entry(RATE)
def rate(t, y, ydot, model):
    """ẏ in the state y at time t; a status other than zero says what is wrong."""
    head, ints = header(model), model.view(np.int64)
    status = begin(head, model, t, y)
    if status != FINE:
        return status
    head.smallest = factor(head, model, ints)
    if head.smallest < head.least:
        return WORN
    embed(head, model, ints)
    status = reduced_motion(head, model)
    if status != FINE:
        return status
    recover(head, model, ints)
    return finish(head, model, ints, ydot)
