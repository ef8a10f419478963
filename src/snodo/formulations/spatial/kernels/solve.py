"""The linear system of accelerations and projections:

    [ M  Jᵀ ] [ x ]   [ Q ]
    [ J  0  ] [ λ ] = [ γ ]           J = Φ_v, without its redundant rows (their λ is 0)

M is block-diagonal and constant, (m, J′) for each body:  S λ = J M⁻¹ Q − γ  with  S = J M⁻¹ Jᵀ = L D Lᵀ,  then
x = M⁻¹ (Q − Jᵀ λ).  A block of J is a wrench on a body at its centre of mass: the force in world axes, the torque in
body axes, as the velocities (ṙ, ω′) are.  Two rows meet in S where they share a body; its pattern is analysed once, and
each multiplier is eliminated after its bodies, so that nothing has to be pivoted.
"""

from snodo._jit import inline, kernel
from snodo.formulations.kernels.statuses import FINE, SINGULAR_CONSTRAINTS
from snodo.formulations.kernels.tables import Measure, Row, Term
from snodo.formulations.spatial.kernels.layout import SPIN
from snodo.math.kernels import sparse
from snodo.math.kernels.algebra import Force, Motion, Vec3, transposed
from snodo.math.kernels.records import table
from snodo.math.kernels.spatial import shift_force


# ---------------------------------------------------------------- the blocks of J
@inline
def press(s, model, ints, row, i, F):
    """Add a wrench on body i, at its centre of mass in world axes, to the row's block there."""
    if i == 0:
        return
    at = row.y_at
    for n in range(row.links_at, row.links_at + row.links):
        if ints[n] == i:
            block = table(Force, model, at, 0.0)[0]
            block.lin, block.ang = block.lin + F.lin, block.ang + transposed(s.work[i].R, F.ang)
            return
        at += SPIN


@kernel
def update_blocks(s, head, model, ints):
    """Φ_v from the gradients of the measures, with the current weights."""
    rows, terms = table(Row, model, head.row_at, 0.0), table(Term, model, head.term_at, 0.0)
    measures = table(Measure, model, head.measure_at, 0.0)
    for r in range(head.rows):
        row = rows[r]
        for k in range(row.y_at, row.y_at + SPIN * row.links):
            model[k] = 0.0
        for k in range(row.first, row.first + row.terms):
            m = measures[terms[k].measure]
            F = m.F * terms[k].push
            press(s, model, ints, row, m.j, F)
            press(s, model, ints, row, m.i, shift_force(F, s.work[m.j].p - s.work[m.i].p) * -1.0)


@inline
def block_of(head, model, ints, k):
    """The wrench of entry k of the lists by bodies."""
    return table(Force, model, ints[head.entry_at + 2 * k], 0.0)[0]


@inline
def row_of(head, ints, k):
    """The row of entry k."""
    return ints[head.entry_at + 2 * k + 1]


@inline
def yielding(body, F):
    """M⁻¹ F of one body."""
    return Motion(F.lin * body.light, body.easy @ F.ang)


# ---------------------------------------------------------------- S = J M⁻¹ Jᵀ
@kernel
def assemble_S(s, head, model, ints):
    """Sum over the bodies, block by block."""
    S, slot = head.S_at, head.slot_at
    for k in range(head.S_size):
        model[S + k] = 0.0
    for i in range(1, s.last + 1):
        body, first = s.links[i], ints[head.start_at + i]
        for k in range(first, ints[head.start_at + i + 1]):
            block = block_of(head, model, ints, k)
            y = yielding(body, Force(block.lin, block.ang))
            for l in range(first, k + 1):
                other = block_of(head, model, ints, l)
                model[S + ints[slot]] += Force(other.lin, other.ang) @ y
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
    for i in range(1, s.last + 1):
        x = table(Motion, model, head.x_at + SPIN * (i - 1), 0.0)[0]
        a = Motion(x.lin, x.ang)
        for k in range(ints[head.start_at + i], ints[head.start_at + i + 1]):
            block = block_of(head, model, ints, k)
            model[out + row_of(head, ints, k)] += Force(block.lin, block.ang) @ a


@kernel
def constrain(s, head, model, ints):
    """x ← x − M⁻¹ Jᵀ λ."""
    none = Vec3(0.0, 0.0, 0.0)
    for i in range(1, s.last + 1):
        F = Force(none, none)
        for k in range(ints[head.start_at + i], ints[head.start_at + i + 1]):
            block, force = block_of(head, model, ints, k), model[head.lambda_at + row_of(head, ints, k)]
            F = F + Force(block.lin, block.ang) * force
        a, x = yielding(s.links[i], F), table(Motion, model, head.x_at + SPIN * (i - 1), 0.0)[0]
        x.lin, x.ang = x.lin - a.lin, x.ang - a.ang
