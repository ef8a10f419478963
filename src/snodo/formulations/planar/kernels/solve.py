"""The linear system behind accelerations and projections:

    [ M  Jᵀ ] [ x ]   [ f ]
    [ J  0  ] [ λ ] = [ −c ]          J = Φ_v, its redundant rows left out (their λ is 0)

M is diagonal and regular:  S λ = J M⁻¹ f + c  with  S = J M⁻¹ Jᵀ = L D Lᵀ,  then  x = M⁻¹ (f − Jᵀ λ).  Two rows meet in
S where they share a body; its pattern is analysed once.
"""

from snodo._jit import inline, kernel
from snodo.formulations.kernels.tables import FINE, SINGULAR_CONSTRAINTS
from snodo.math.kernels import sparse
from snodo.math.kernels.plane import Force2, Motion2, Vec2


@inline
def yielding(body, F):
    """M⁻¹ F of one body."""
    return Motion2(F.lin * body.light, F.ang * body.easy)


@kernel
def assemble_S(s, head):
    """S = Σ over bodies of J_b M_b⁻¹ J_bᵀ, block by block."""
    S, slot, start, entry, ints = s.numbers, head.slot_at, head.start_at, head.entry_at, s.ints
    for k in range(head.S_at, head.S_at + head.S_size):
        S[k] = s.zero
    for b in range(s.last):
        first, last, body = entry + ints[start + b], entry + ints[start + b + 1], s.bodies[b]
        for k in range(first, last):
            y = yielding(body, s.blocks[ints[k]].g)
            for l in range(first, k + 1):
                at = head.S_at + ints[slot]
                S[at] = S[at] + s.blocks[ints[l]].g @ y
                slot += 1


@kernel
def factor(s, head, model):
    """S = J M⁻¹ Jᵀ of the kept rows and its factors; the weakest row is reported."""
    head.factored = 1
    assemble_S(s, head)
    mask, diagonal, report = head.mask_at, head.diagonal_at, head.report_at
    status = sparse.factor_elements(
        model, s.numbers, s.ints, head.rows, head.S_at, head.plan_at, mask, diagonal, report
    )
    if status != sparse.FACTORED or model[report] < head.least_pivot:
        head.culprit = int(model[report + 1])
        return SINGULAR_CONSTRAINTS
    return FINE


@kernel
def solve(s, head, model, f, c):
    """x and λ with  M x + Jᵀ λ = f  and  J x = −c,  from forces f on the bodies and a number c for each row."""
    start, entry, right, ints = head.start_at, head.entry_at, head.right_at, s.ints
    for r in range(s.rows):
        s.numbers[right + r] = c[r]
    for b in range(s.last):  # J M⁻¹ f + c
        a = yielding(s.bodies[b], f[b].F)
        s.x[b].a = a
        for k in range(entry + ints[start + b], entry + ints[start + b + 1]):
            block = s.blocks[ints[k]]
            at = right + block.row
            s.numbers[at] = s.numbers[at] + block.g @ a
    sparse.solve_elements(
        model, s.numbers, ints, s.rows, head.S_at, head.plan_at, right, head.lambda_at, head.permuted_at
    )
    for b in range(s.last):  # M⁻¹ (f − Jᵀ λ)
        F = Force2(Vec2(s.zero, s.zero), s.zero)
        for k in range(entry + ints[start + b], entry + ints[start + b + 1]):
            block = s.blocks[ints[k]]
            F = F + block.g * s.multipliers[block.row]
        step = s.x[b]
        step.a = step.a - yielding(s.bodies[b], F)
