"""Accelerations next to a singular position, where some rows are soft: they hardly differ from the others.

The hard rows alone determine all but the soft directions, and errors Φ of the soft rows come out as accelerations of
size Φ/s³.  There the accelerations b known from the way in, extrapolated in time, take the place of the soft rows:

    b ← b − M⁻¹ Jᵀ S⁻¹ (J b − γ)         with the hard rows only                                             (1)
    v̇ = M⁻¹ (Q − Jᵀ λ),   J v̇ = J b       with all rows                                                      (2)

so that forces still rule the free motion, and only what the rows prescribe comes from b.  Each solution is refined once
with its own residual.  So near that (2) has no factors, v̇ = b.
"""

from snodo._jit import inline, kernel
from snodo.formulations.planar.kernels.layout import (
    BLOCK_BODY_AT,
    BLOCK_ROW_AT,
    BLOCKS,
    BODIES,
    BODY,
    BODY_AT,
    FINE,
    GAMMA_AT,
    JACOBIAN_AT,
    LAMBDA_AT,
    MASK_AT,
    Q_AT,
    ROWS,
    SOFT_AT,
    TRAIL_AT,
    X_AT,
)
from snodo.formulations.planar.kernels.solve import factor, solve
from snodo.math.kernels.extrapolation import MOST, extrapolate


@inline
def keep_soft(W, I, kept):
    """Soft rows are kept (1) or left out (0) by the next factorisation."""
    for r in range(I[ROWS]):
        if W[I[SOFT_AT] + r] != 0.0:
            W[I[MASK_AT] + r] = kept


@inline
def weigh(W, I, out):
    """f = M x"""
    for b in range(I[BODIES]):
        body, x, f = I[BODY_AT] + BODY * b, I[X_AT] + 3 * b, out + 3 * b
        W[f], W[f + 1], W[f + 2] = W[body + 2] * W[x], W[body + 2] * W[x + 1], W[body + 3] * W[x + 2]


@inline
def along(W, I, out):
    """J x"""
    n, jac, body, row = I[BODIES], I[JACOBIAN_AT], I[BLOCK_BODY_AT], I[BLOCK_ROW_AT]
    for r in range(I[ROWS]):
        W[out + r] = 0.0
    for k in range(I[BLOCKS]):
        b, J = I[body + k], jac + 3 * k
        if b < n:
            x = I[X_AT] + 3 * b
            W[out + I[row + k]] += W[J] * W[x] + W[J + 1] * W[x + 1] + W[J + 2] * W[x + 2]


@kernel
def pass_over(W, I, t):
    """v̇ and λ."""
    n3, m = 3 * I[BODIES], I[ROWS]
    force, target, total = I[TRAIL_AT] + 1 + MOST + MOST * n3, I[SOFT_AT] + m, I[SOFT_AT] + 2 * m
    extrapolate(W, I[TRAIL_AT], n3, t, I[X_AT])
    keep_soft(W, I, 0.0)
    status = factor(W, I)
    keep_soft(W, I, 1.0)
    if status != FINE:
        return status
    for _ in range(2):
        weigh(W, I, force)
        solve(W, I, force, I[GAMMA_AT])
    along(W, I, target)
    if factor(W, I) != FINE:
        return FINE
    for r in range(m):
        W[total + r] = 0.0
    for k in range(3):
        if k:
            weigh(W, I, force)
        solve(W, I, force if k else I[Q_AT], target)
        for r in range(m):
            W[total + r] += W[I[LAMBDA_AT] + r]
    for r in range(m):
        W[I[LAMBDA_AT] + r] = W[total + r]
    return FINE
