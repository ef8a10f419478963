"""The terms of the planar equations as dense arrays, behind an address: M, Q, Φ_v, γ, Φ, Φ̇, ν, q̇ and the powers."""

import numpy as np

from snodo._jit import UNBOUNDED, c_entry, carray, kernel
from snodo.formulations.planar.kernels.all_rows import update_rows
from snodo.formulations.planar.kernels.forces import update_forces
from snodo.formulations.planar.kernels.layout import (
    BLOCK_BODY_AT,
    BLOCK_ROW_AT,
    BLOCKS,
    BODIES,
    BODY,
    BODY_AT,
    FACTORED,
    FINE,
    GAMMA_AT,
    JACOBIAN_AT,
    NU_AT,
    PHI_AT,
    POWER_AT,
    Q_AT,
    RATE_AT,
    ROWS,
    TIME,
    WORKS,
)
from snodo.formulations.planar.kernels.poses import update_poses
from snodo.formulations.planar.kernels.rates import update_row_rates
from snodo.math.kernels.term_places import term_places


@kernel
def put_mass(W, I, out, M):
    """M = diag(m, m, I, …)."""
    n3 = 3 * I[BODIES]
    for k in range(n3 * n3):
        out[M + k] = 0.0
    for k in range(n3):
        out[M + k * n3 + k] = W[I[BODY_AT] + BODY * (k // 3) + (3 if k % 3 == 2 else 2)]


@kernel
def put_jacobian(W, I, out, J):
    """Φ_v from its blocks."""
    n3 = 3 * I[BODIES]
    for k in range(I[ROWS] * n3):
        out[J + k] = 0.0
    for k in range(I[BLOCKS]):
        body, row = I[I[BLOCK_BODY_AT] + k], I[I[BLOCK_ROW_AT] + k]
        if body < I[BODIES]:
            for c in range(3):
                out[J + row * n3 + 3 * body + c] += W[I[JACOBIAN_AT] + 3 * k + c]


@kernel
def put(W, source, count, out, target):
    """So many numbers of a table."""
    for k in range(count):
        out[target + k] = W[source + k]


@c_entry
def terms(t, base, state, places):
    """Fill the terms in the state at time t; returns a status."""
    W, y, out = carray(base, UNBOUNDED), carray(state, UNBOUNDED), carray(places, UNBOUNDED)
    I = W.view(np.int64)
    n3, m = 3 * I[BODIES], I[ROWS]
    W[TIME] = t
    I[FACTORED] = 0
    update_poses(W, I, y)
    status = update_rows(W, I, t)
    if status == FINE:
        status = update_forces(W, I, t)
    if status != FINE:
        return status
    update_row_rates(W, I, y)
    at = term_places(0, n3, n3, m)
    put_mass(W, I, out, at.M)
    put(W, I[Q_AT], n3, out, at.Q)
    put_jacobian(W, I, out, at.J)
    put(W, I[GAMMA_AT], m, out, at.gamma)
    put(W, I[PHI_AT], m, out, at.phi)
    put(W, I[RATE_AT], m, out, at.phi_dot)
    put(W, I[NU_AT], m, out, at.nu)
    put(y, n3, n3, out, at.q_dot)
    put(W, I[POWER_AT], I[WORKS], out, at.power)
    return FINE
