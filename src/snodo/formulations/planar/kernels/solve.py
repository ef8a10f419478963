"""The linear system of accelerations and projections:

    [ M  Jᵀ ] [ x ]   [ Q ]
    [ J  0  ] [ λ ] = [ γ ]           J = Φ_v, without its redundant rows (their λ is 0)

M is diagonal and regular:  S λ = J M⁻¹ Q − γ  with  S = J M⁻¹ Jᵀ = L D Lᵀ,  then  x = M⁻¹ (Q − Jᵀ λ).  Two rows have
an entry in S if they share a body; its pattern is analysed once.
"""

from snodo._jit import inline, kernel
from snodo.formulations.kernels.statuses import FINE, SINGULAR_CONSTRAINTS
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
    """S = J M⁻¹ Jᵀ of the kept rows and its factors; reports the row with the smallest pivot."""
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
def free_accelerations(s):
    """x = M⁻¹ Q."""
    for b in range(s.last):
        s.x[b].a = yielding(s.bodies[b], s.force[b].F)


@kernel
def add_along(s, head, out):
    """Add J x to the numbers at `out`."""
    start, entry, ints = head.start_at, head.entry_at, s.ints
    for b in range(s.last):
        a = s.x[b].a
        for k in range(entry + ints[start + b], entry + ints[start + b + 1]):
            block = s.blocks[ints[k]]
            at = out + block.row
            s.numbers[at] = s.numbers[at] + block.g @ a


@kernel
def multipliers(s, head, model, right):
    """λ with S λ = the numbers at `right`."""
    sparse.solve_elements(
        model, s.numbers, s.ints, s.rows, head.S_at, head.plan_at, right, head.lambda_at, head.permuted_at
    )


@kernel
def constrain(s, head):
    """x ← x − M⁻¹ Jᵀ λ."""
    start, entry, ints = head.start_at, head.entry_at, s.ints
    for b in range(s.last):
        F = Force2(Vec2(s.zero, s.zero), s.zero)
        for k in range(entry + ints[start + b], entry + ints[start + b + 1]):
            block = s.blocks[ints[k]]
            F = F + block.g * s.multipliers[block.row]
        step = s.x[b]
        step.a = step.a - yielding(s.bodies[b], F)
