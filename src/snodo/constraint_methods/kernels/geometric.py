"""Geometric projection (Liu and Li 2002); see `constraint_methods/geometric.py`.

With M = L Lᵀ and w = L⁻¹ Q forces are measured by √(Qᵀ M⁻¹ Q), and the rows of Φ_v L⁻ᵀ = T U are made orthonormal:

    P Q = L (1 − Uᵀ U) w          working part          (1 − P) Q = L Uᵀ U w          absorbed part
    v̇ = L⁻ᵀ (w + Uᵀ (c − U w)),   T c = γ,              Tᵀ λ = U w − c
"""

import numpy as np

from snodo._jit import RATE, array_at, entry, kernel
from snodo.constraint_methods.kernels.dense import begin, finish, header
from snodo.formulations.kernels.statuses import FINE, SINGULAR_MASS, WORN
from snodo.formulations.kernels.verbs import Equations
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
from snodo.math.kernels.records import table


@kernel
def rows_in_mass_metric(head, own, ints):
    """T and U from Φ_v L⁻ᵀ; returns the smallest pivot, −1 if M is singular."""
    n, L = head.nv, head.factor_at
    copy(own, n * n, head.M_at, L)
    if not cholesky(own, n, L) > 0.0:
        return -1.0
    copy(own, head.nc * n, head.J_at, head.rows_at)
    for r in range(head.nc):
        forward(own, n, L, head.rows_at + r * n)
    order, T = head.row_order_at, head.triangle_at
    return orthogonalise(own, ints, head.nc, n, head.rows_at, head.rank, order, head.choosing, head.lengths_at, T)


@kernel
def project(head, own, ints):
    """v̇ and λ."""
    n, L, T, order, z = head.nv, head.factor_at, head.triangle_at, head.row_order_at, head.a_at
    copy(own, n, head.Q_at, z)
    forward(own, n, L, z)
    row_solve(own, ints, head.nc, head.rank, order, T, head.gamma_at, head.c_at)
    for k in range(head.rank):
        U = head.rows_at + ints[order + k] * n
        own[head.c_at + k] -= dot(own, n, U, z)  # the rows of U are orthonormal, so z may change meanwhile
        add(own, n, own[head.c_at + k], U, z)
    backward(own, n, L, z)
    for k in range(head.rank):
        own[head.c_at + k] = -own[head.c_at + k]
    row_solve_transposed(own, ints, head.nc, head.rank, order, T, head.c_at, head.lambda_at)


@kernel
def accelerate(head, own, ints):
    """v̇ and λ from the terms of the equations; returns a status."""
    head.smallest = rows_in_mass_metric(head, own, ints)
    if head.smallest < 0.0:
        return SINGULAR_MASS
    if head.smallest < head.least:
        return WORN
    project(head, own, ints)
    return FINE


@entry(RATE)
def rate(t, y, ydot, model):
    """ẏ in the state y at time t; returns a status."""
    own = array_at(table(Equations, model, 0, 0.0)[0].method)
    head = header(own)
    status = begin(head, own, t, y, model)
    if status == FINE:
        status = accelerate(head, own, own.view(np.int64))
    return finish(status, head, own, ydot)
