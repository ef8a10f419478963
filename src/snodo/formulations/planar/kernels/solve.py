"""The linear system behind accelerations and projections:

    [ M  Jᵀ ] [ x ]   [ f ]
    [ J  0  ] [ λ ] = [ g ]           J = Φ_v, its redundant rows left out (their λ is 0)

M is diagonal and regular:  S λ = J M⁻¹ f − g  with  S = J M⁻¹ Jᵀ = L D Lᵀ,  then  x = M⁻¹ (f − Jᵀ λ).  Two rows meet in
S where they share a body; its pattern is analysed once.
"""

from snodo._jit import kernel
from snodo.formulations.planar.kernels.layout import (
    BLOCK_BODY_AT,
    BLOCK_ROW_AT,
    BLOCKS,
    BODIES,
    BODY,
    BODY_AT,
    BODY_BLOCKS_AT,
    BODY_START_AT,
    COLUMNS_AT,
    CULPRIT,
    DESTINATIONS_AT,
    DIAGONAL_AT,
    FACTORED,
    FINE,
    JACOBIAN_AT,
    LAMBDA_AT,
    LEAST_PIVOT,
    MASK_AT,
    PAIR_SLOT_AT,
    PERMUTATION_AT,
    PERMUTED_AT,
    REPORT,
    RHS_AT,
    ROWS,
    S_AT,
    S_ROWS_AT,
    S_SIZE,
    SINGULAR_CONSTRAINTS,
    X_AT,
)
from snodo.math.kernels import sparse


@kernel
def assemble_S(W, I):
    """S = Σ over bodies of J_b M_b⁻¹ J_bᵀ, block by block."""
    S, slot = I[S_AT], I[PAIR_SLOT_AT]
    for k in range(I[S_SIZE]):
        W[S + k] = 0.0
    for b in range(I[BODIES]):
        body = I[BODY_AT] + BODY * b
        first, last = I[I[BODY_START_AT] + b], I[I[BODY_START_AT] + b + 1]
        for k in range(first, last):
            J1 = I[JACOBIAN_AT] + 3 * I[I[BODY_BLOCKS_AT] + k]
            x, y, z = W[J1] * W[body], W[J1 + 1] * W[body], W[J1 + 2] * W[body + 1]
            for l in range(first, k + 1):
                J2 = I[JACOBIAN_AT] + 3 * I[I[BODY_BLOCKS_AT] + l]
                W[S + I[slot]] += x * W[J2] + y * W[J2 + 1] + z * W[J2 + 2]
                slot += 1


@kernel
def factor(W, I):
    """Assemble and factor S; the weakest row is reported."""
    I[FACTORED] = 1
    assemble_S(W, I)
    m = I[ROWS]
    status = sparse.factor(
        W, I, m, I[S_AT], I[PERMUTATION_AT], I[COLUMNS_AT], I[DESTINATIONS_AT], I[MASK_AT], I[DIAGONAL_AT], REPORT
    )
    if status != sparse.FACTORED or W[REPORT] < W[LEAST_PIVOT]:
        I[CULPRIT] = int(W[REPORT + 1])
        return SINGULAR_CONSTRAINTS
    return FINE


@kernel
def solve(W, I, f, g):
    """x and λ from f (three for each body, at f) and g (one for each row, at g)."""
    x, rhs, row, jac = I[X_AT], I[RHS_AT], I[BLOCK_ROW_AT], I[JACOBIAN_AT]
    n, m = I[BODIES], I[ROWS]
    for b in range(n):
        body = I[BODY_AT] + BODY * b
        W[x + 3 * b] = W[f + 3 * b] * W[body]
        W[x + 3 * b + 1] = W[f + 3 * b + 1] * W[body]
        W[x + 3 * b + 2] = W[f + 3 * b + 2] * W[body + 1]
    for r in range(m):
        W[rhs + r] = -W[g + r]
    for k in range(I[BLOCKS]):
        b, J = I[I[BLOCK_BODY_AT] + k], jac + 3 * k
        if b < n:
            a = x + 3 * b
            W[rhs + I[row + k]] += W[J] * W[a] + W[J + 1] * W[a + 1] + W[J + 2] * W[a + 2]
    lam = I[LAMBDA_AT]
    sparse.solve(W, I, m, I[S_AT], I[PERMUTATION_AT], I[COLUMNS_AT], I[S_ROWS_AT], rhs, lam, I[PERMUTED_AT])
    for k in range(I[BLOCKS]):
        b, J = I[I[BLOCK_BODY_AT] + k], jac + 3 * k
        if b < n:
            a, body, force = x + 3 * b, I[BODY_AT] + BODY * b, W[lam + I[row + k]]
            W[a] -= W[body] * W[J] * force
            W[a + 1] -= W[body] * W[J + 1] * force
            W[a + 2] -= W[body + 1] * W[J + 2] * force
