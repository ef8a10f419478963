"""The linear system behind accelerations and projections:

    [ M  Jᵀ ] [ x ]   [ f ]
    [ J  0  ] [ λ ] = [ g ]           J = Φ_v, its redundant rows left out (their λ is 0)

M is diagonal and regular:  S λ = J M⁻¹ f − g  with  S = J M⁻¹ Jᵀ = L D Lᵀ,  then  x = M⁻¹ (f − Jᵀ λ).  Two rows meet in
S where they share a body; its pattern is analysed once.
"""

from snodo._jit import kernel
from snodo.formulations.planar.kernels.layout import (
    BLOCK_ROW_AT,
    BODIES,
    BODY,
    BODY_AT,
    BODY_BLOCKS_AT,
    BODY_START_AT,
    CULPRIT,
    DIAGONAL_AT,
    FACTORED,
    FINE,
    JACOBIAN_AT,
    LAMBDA_AT,
    LEAST_PIVOT,
    MASK_AT,
    PAIR_SLOT_AT,
    PERMUTED_AT,
    PLAN_AT,
    REPORT,
    RHS_AT,
    ROWS,
    S_AT,
    S_SIZE,
    SINGULAR_CONSTRAINTS,
    X_AT,
)
from snodo.math.kernels import sparse


@kernel
def assemble_S(W, I):
    """S = Σ over bodies of J_b M_b⁻¹ J_bᵀ, block by block."""
    S, slot, jac = I[S_AT], I[PAIR_SLOT_AT], I[JACOBIAN_AT]
    start, blocks, body = I[BODY_START_AT], I[BODY_BLOCKS_AT], I[BODY_AT]
    for k in range(I[S_SIZE]):
        W[S + k] = 0.0
    for b in range(I[BODIES]):
        first, last = I[start + b], I[start + b + 1]
        light, easy = W[body], W[body + 1]  # 1/m, 1/I
        for k in range(first, last):
            J1 = jac + 3 * I[blocks + k]
            x, y, z = light * W[J1], light * W[J1 + 1], easy * W[J1 + 2]
            for l in range(first, k + 1):
                J2 = jac + 3 * I[blocks + l]
                W[S + I[slot]] += x * W[J2] + y * W[J2 + 1] + z * W[J2 + 2]
                slot += 1
        body += BODY


@kernel
def factor(W, I):
    """Assemble and factor S; the weakest row is reported."""
    I[FACTORED] = 1
    assemble_S(W, I)
    status = sparse.factor(W, I, I[ROWS], I[S_AT], I[PLAN_AT], I[MASK_AT], I[DIAGONAL_AT], REPORT)
    if status != sparse.FACTORED or W[REPORT] < W[LEAST_PIVOT]:
        I[CULPRIT] = int(W[REPORT + 1])
        return SINGULAR_CONSTRAINTS
    return FINE


@kernel
def solve(W, I, f, g):
    """x and λ from f (three for each body, at f) and g (one for each row, at g)."""
    n, m, jac, row = I[BODIES], I[ROWS], I[JACOBIAN_AT], I[BLOCK_ROW_AT]
    start, blocks, body = I[BODY_START_AT], I[BODY_BLOCKS_AT], I[BODY_AT]
    x, rhs, lam = I[X_AT], I[RHS_AT], I[LAMBDA_AT]
    for r in range(m):
        W[rhs + r] = -W[g + r]
    for b in range(n):  # J M⁻¹ f − g
        light, easy = W[body + BODY * b], W[body + BODY * b + 1]
        ax, ay, az = light * W[f + 3 * b], light * W[f + 3 * b + 1], easy * W[f + 3 * b + 2]
        W[x + 3 * b], W[x + 3 * b + 1], W[x + 3 * b + 2] = ax, ay, az
        for k in range(I[start + b], I[start + b + 1]):
            J = jac + 3 * I[blocks + k]
            W[rhs + I[row + I[blocks + k]]] += W[J] * ax + W[J + 1] * ay + W[J + 2] * az
    sparse.solve(W, I, m, I[S_AT], I[PLAN_AT], rhs, lam, I[PERMUTED_AT])
    for b in range(n):  # M⁻¹ (f − Jᵀ λ)
        fx, fy, fz = 0.0, 0.0, 0.0
        for k in range(I[start + b], I[start + b + 1]):
            J, force = jac + 3 * I[blocks + k], W[lam + I[row + I[blocks + k]]]
            fx += W[J] * force
            fy += W[J + 1] * force
            fz += W[J + 2] * force
        light, easy = W[body + BODY * b], W[body + BODY * b + 1]
        W[x + 3 * b] -= light * fx
        W[x + 3 * b + 1] -= light * fy
        W[x + 3 * b + 2] -= easy * fz
