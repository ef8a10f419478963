"""The linear system of accelerations and projections:

    [ M  Jᵀ ] [ x ]   [ Q ]
    [ J  0  ] [ λ ] = [ γ ]           J = Φ_v, without its redundant rows (their λ is 0)

M is block-diagonal and constant, (m, J′) for each body:  S λ = J M⁻¹ Q − γ  with  S = J M⁻¹ Jᵀ = L D Lᵀ,  then
x = M⁻¹ (Q − Jᵀ λ).  The blocks of J are in `blocks.py`; two rows meet in S where they share a body.  Its pattern is
analysed once, and each multiplier is eliminated after its bodies, so that nothing has to be pivoted.
"""

from snodo._jit import kernel
from snodo.formulations.kernels.statuses import FINE, SINGULAR_CONSTRAINTS
from snodo.formulations.spatial.kernels.blocks import block_of, update_blocks, yielding
from snodo.formulations.spatial.kernels.layout import SPIN, Entry
from snodo.math.kernels import sparse
from snodo.math.kernels.algebra import Force, Motion, Vec3
from snodo.math.kernels.records import table, view


# ---------------------------------------------------------------- S = J M⁻¹ Jᵀ
@kernel
def assemble_S(s, head, model, ints):
    """Sum over the bodies, block by block."""
    S, slots, slot = view(model, head.S_at, 0.0), view(model, head.slot_at, 0), 0
    entries = table(Entry, model, head.entry_at, 0.0)
    for k in range(head.S_size):
        S[k] = 0.0
    for i in range(1, s.last + 1):
        body, first = s.links[i], ints[head.start_at + i]
        for k in range(first, ints[head.start_at + i + 1]):
            y = yielding(body, block_of(model, entries[k]))
            for l in range(first, k + 1):
                at = slots[slot]
                S[at] = S[at] + block_of(model, entries[l]) @ y
                slot += 1


@kernel
def prepare(s, head, model, ints):
    """The blocks of J, if they are not those of the last state."""
    if not head.prepared:
        update_blocks(s, head, model, ints)
        head.prepared = 1


@kernel
def factor(s, head, model, ints):
    """Blocks, S and its factors; the weakest row is reported."""
    head.factored = 1
    prepare(s, head, model, ints)
    assemble_S(s, head, model, ints)
    plan, report = head.plan_at, head.report_at
    status = sparse.factor(model, ints, head.rows, head.S_at, plan, head.mask_at, head.diagonal_at, report)
    if status != sparse.FACTORED or model[report] < head.least_pivot:
        head.culprit = int(model[report + 1])
        return SINGULAR_CONSTRAINTS
    return FINE


# ---------------------------------------------------------------- with the factors
@kernel
def multipliers(head, model, ints, right):
    """λ with S λ = the numbers at `right`."""
    sparse.solve(model, ints, head.rows, head.S_at, head.plan_at, right, head.lambda_at, head.permuted_at)


@kernel
def free_accelerations(s, head, model):
    """x = M⁻¹ Q."""
    for i in range(1, s.last + 1):
        at = SPIN * (i - 1)
        F, x = table(Force, model, head.force_at + at, 0.0)[0], table(Motion, model, head.x_at + at, 0.0)[0]
        a = yielding(s.links[i], Force(F.lin, F.ang))
        x.lin, x.ang = a.lin, a.ang


@kernel
def add_along(s, head, model, ints, out):
    """Add J x to the numbers at `out`."""
    entries, numbers = table(Entry, model, head.entry_at, 0.0), view(model, out, 0.0)
    for i in range(1, s.last + 1):
        x = table(Motion, model, head.x_at + SPIN * (i - 1), 0.0)[0]
        a = Motion(x.lin, x.ang)
        for k in range(ints[head.start_at + i], ints[head.start_at + i + 1]):
            r = entries[k].row
            numbers[r] = numbers[r] + block_of(model, entries[k]) @ a


@kernel
def constrain(s, head, model, ints):
    """x ← x − M⁻¹ Jᵀ λ."""
    none, multipliers = Vec3(0.0, 0.0, 0.0), view(model, head.lambda_at, 0.0)
    entries = table(Entry, model, head.entry_at, 0.0)
    for i in range(1, s.last + 1):
        F = Force(none, none)
        for k in range(ints[head.start_at + i], ints[head.start_at + i + 1]):
            F = F + block_of(model, entries[k]) * multipliers[entries[k].row]
        a, x = yielding(s.links[i], F), table(Motion, model, head.x_at + SPIN * (i - 1), 0.0)[0]
        x.lin, x.ang = x.lin - a.lin, x.ang - a.ang
