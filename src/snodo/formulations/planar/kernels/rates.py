"""Φ̇ = Φ_v v − ν, from the blocks of the Jacobian at hand."""

from snodo._jit import kernel
from snodo.formulations.planar.kernels.layout import (
    BLOCK_BODY_AT,
    BLOCK_ROW_AT,
    BLOCKS,
    BODIES,
    JACOBIAN_AT,
    NU_AT,
    RATE_AT,
    ROWS,
)


@kernel
def update_row_rates(W, I, y):
    """Fill Φ̇ in the state y."""
    n, rate, nu, jac = I[BODIES], I[RATE_AT], I[NU_AT], I[JACOBIAN_AT]
    body, row = I[BLOCK_BODY_AT], I[BLOCK_ROW_AT]
    for r in range(I[ROWS]):
        W[rate + r] = -W[nu + r]
    for k in range(I[BLOCKS]):
        b, J = I[body + k], jac + 3 * k
        if b < n:
            v = 3 * n + 3 * b
            W[rate + I[row + k]] += W[J] * y[v] + W[J + 1] * y[v + 1] + W[J + 2] * y[v + 2]
