"""Geometric projection (Liu and Li 2002); see `constraint_methods/geometric.py`.

With M = L Lᵀ and w = L⁻¹ Q forces are measured by √(Qᵀ M⁻¹ Q), and the rows of Φ_v L⁻ᵀ = T U are made orthonormal:

    P Q = L (1 − Uᵀ U) w          working part          (1 − P) Q = L Uᵀ U w          absorbed part
    v̇ = L⁻ᵀ (w + Uᵀ (c − U w)),   T c = γ,              Tᵀ λ = U w − c
"""

import numpy as np

from snodo._jit import RATE, entry, kernel
from snodo.constraint_methods.kernels.evaluation import begin, finish
from snodo.constraint_methods.kernels.layout import FINE, SINGULAR_MASS, WORN, header
from snodo.math.kernels.dense import (
    add,
    backward,
    cholesky,
    copy,
    dot,
    forward,
    orthogonalise,
    row_solve,
    row_solve_transposed,
)


@kernel
def rows_in_mass_metric(head, model, ints):
    """T and U from Φ_v L⁻ᵀ; returns the smallest pivot, −1 where M is singular."""
    n, L = head.nv, head.factor_at
    copy(model, n * n, head.M_at, L)
    if not cholesky(model, n, L) > 0.0:
        return -1.0
    copy(model, head.nc * n, head.J_at, head.rows_at)
    for r in range(head.nc):
        forward(model, n, L, head.rows_at + r * n)
    order, T = head.row_order_at, head.triangle_at
    return orthogonalise(model, ints, head.nc, n, head.rows_at, head.rank, order, head.choosing, head.lengths_at, T)


@kernel
def project(head, model, ints):
    """v̇ and λ."""
    n, L, T, order, z = head.nv, head.factor_at, head.triangle_at, head.row_order_at, head.a_at
    copy(model, n, head.Q_at, z)
    forward(model, n, L, z)
    row_solve(model, ints, head.nc, head.rank, order, T, head.gamma_at, head.c_at)
    for k in range(head.rank):
        U = head.rows_at + ints[order + k] * n
        model[head.c_at + k] -= dot(model, n, U, z)  # the U are orthonormal: z may change on the way
        add(model, n, model[head.c_at + k], U, z)
    backward(model, n, L, z)
    for k in range(head.rank):
        model[head.c_at + k] = -model[head.c_at + k]
    row_solve_transposed(model, ints, head.nc, head.rank, order, T, head.c_at, head.lambda_at)


@entry(RATE)
def rate(t, y, ydot, model):
    """ẏ in the state y at time t; a status other than zero says what is wrong."""
    head, ints = header(model), model.view(np.int64)
    status = begin(head, model, t, y)
    if status != FINE:
        return status
    head.smallest = rows_in_mass_metric(head, model, ints)
    if head.smallest < 0.0:
        return SINGULAR_MASS
    if head.smallest < head.least:
        return WORN
    project(head, model, ints)
    return finish(head, model, ints, ydot)
