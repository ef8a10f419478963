"""Constraint forces on a tree, without forming M or J:

    M = Lᵀ D L  (the current articulated bodies: D = Sᵀ Δ S),     S = J M⁻¹ Jᵀ = Y D⁻¹ Yᵀ,   Y = J L⁻¹

A row's gradient is a wrench on the links that it measures.  Carried inward it meets every axis on the way to the
ground, which takes up the part y and passes on the rest, as an articulated body does with a force (2.13):

    y = Sᵀ F + (the row's force on the coordinate itself),     F ← F − U d y

One row of Y costs as much as the way to the ground is long, and two rows meet in S where their ways do: in runs of
freedoms that follow one another on both.  With λ known, the constraint forces −Jᵀ λ enter the outward sweep through u
alone:  u ← u − Yᵀ λ.  (Featherstone 2008, section 8.5.)
"""

from snodo._jit import inline, kernel
from snodo.formulations.kernels.statuses import FINE, SINGULAR_CONSTRAINTS
from snodo.formulations.kernels.tables import Measure, Row, Term
from snodo.formulations.kernels.verbs import element
from snodo.formulations.tree.kernels.layout import Meeting
from snodo.math.kernels import sparse
from snodo.math.kernels.algebra import Force, Motion, Vec3
from snodo.math.kernels.measures import COORDINATE
from snodo.math.kernels.records import table, view
from snodo.math.kernels.spatial import shift_force, shift_motion


@inline
def clear(system, ints, row):
    """No force on the links and freedoms that carry a row."""
    none = Vec3(system.zero, system.zero, system.zero)
    for n in range(row.links_at, row.links_at + row.links):
        link = system.links[ints[n]]
        system.work[ints[n]].f = Force(none, none)
        for j in range(link.iv, link.iv + link.dofs):
            system.freedoms[j].w = system.zero


@inline
def press(system, head, model, row):
    """A row's gradient, as forces on links and coordinates."""
    measures = table(Measure, model, element(head, head.measure_at), system.zero)
    terms = table(Term, model, element(head, head.term_at), system.zero)
    for k in range(row.first, row.first + row.terms):
        m, weight = measures[terms[k].measure], terms[k].push
        if m.kind == COORDINATE:
            system.freedoms[m.iv].w = system.freedoms[m.iv].w + weight
            continue
        i, j, F = system.work[m.i], system.work[m.j], m.F * weight
        if m.j:
            j.f = j.f + F
        if m.i:
            i.f = i.f - shift_force(F, j.p - i.p)


@kernel
def carry(system, head, model, ints):
    """Y, row after row, and z = d y behind each row."""
    rows, links, work, freedoms = table(Row, model, head.row_at, 0.0), system.links, system.work, system.freedoms
    numbers = view(model, head.elements_at, system.zero)
    for r in range(head.rows):
        row = rows[r]
        clear(system, ints, row)
        press(system, head, model, row)
        at, width = row.y_at, row.width
        for n in range(row.links_at, row.links_at + row.links):
            link, this = links[ints[n]], work[ints[n]]
            F = this.f
            for j in range(link.iv + link.dofs - 1, link.iv - 1, -1):
                y = freedoms[j].S @ F + freedoms[j].w
                z = freedoms[j].d * y
                F = F - freedoms[j].U * z
                numbers[at], numbers[at + width] = y, z
                at += 1
            if link.parent:
                base = work[link.parent]
                base.f = base.f + shift_force(F, this.r)


@kernel
def assemble_S(head, model, zero):
    """S = Σ y z over the freedoms that two rows meet in."""
    meetings, S, numbers = table(Meeting, model, head.meeting_at, 0.0), head.S_at, view(model, head.elements_at, zero)
    for k in range(S, S + head.S_size):
        numbers[k] = zero
    for n in range(head.meetings):
        y, z, at, total = meetings[n].y, meetings[n].z, S + meetings[n].slot, zero
        for k in range(meetings[n].length):
            total = total + numbers[y + k] * numbers[z + k]
        numbers[at] = numbers[at] + total


@kernel
def factor(system, head, model, ints):
    """Carry the rows, assemble S and factor it; the weakest row is reported."""
    head.factored = 1
    carry(system, head, model, ints)
    assemble_S(head, model, system.zero)
    plan, report, numbers = head.plan_at, head.report_at, view(model, head.elements_at, system.zero)
    status = sparse.factor_elements(
        model, numbers, ints, head.rows, head.S_at, plan, head.mask_at, head.diagonal_at, report
    )
    if status != sparse.FACTORED or model[head.report_at] < head.least_pivot:
        head.culprit = int(model[head.report_at + 1])
        return SINGULAR_CONSTRAINTS
    return FINE


@kernel
def multipliers(head, model, ints, right, zero):
    """λ with S λ = the numbers at `right`."""
    numbers, plan = view(model, head.elements_at, zero), head.plan_at
    sparse.solve_elements(model, numbers, ints, head.rows, head.S_at, plan, right, head.lambda_at, head.permuted_at)


@inline
def pull(head, numbers, ints, j, zero):
    """(Yᵀ λ)_j"""
    force = zero
    for k in range(ints[head.start_at + j], ints[head.start_at + j + 1]):
        entry = head.entry_at + 2 * k
        force = force + numbers[ints[entry]] * numbers[head.lambda_at + ints[entry + 1]]
    return force


@kernel
def constrain(system, head, model, ints):
    """u ← u − Yᵀ λ: the constraint forces join the others."""
    numbers = view(model, head.elements_at, system.zero)
    for j in range(head.nv):
        system.freedoms[j].u = system.freedoms[j].u - pull(head, numbers, ints, j, system.zero)


@kernel
def respond(system, head, model, ints, x):
    """x = −M⁻¹ Jᵀ λ: the outward sweep with constraint forces alone."""
    none, numbers = Vec3(system.zero, system.zero, system.zero), view(model, head.elements_at, system.zero)
    system.work[0].a = Motion(none, none)
    for i in range(1, system.last + 1):
        link, this = system.links[i], system.work[i]
        a = shift_motion(system.work[link.parent].a, this.r)
        for j in range(link.iv, link.iv + link.dofs):
            freedom = system.freedoms[j]
            x[j] = freedom.d * (-pull(head, numbers, ints, j, system.zero) - freedom.U @ a)
            a = a + freedom.S * x[j]
        this.a = a


@kernel
def along(system, head, model, ints, x, out):
    """J x = Y (L x) at `out`, without forming J: L x from the outward sweep, since x = d (u − U a) and L x = d u."""
    none, numbers = Vec3(system.zero, system.zero, system.zero), view(model, head.elements_at, system.zero)
    for r in range(head.rows):
        numbers[out + r] = system.zero
    system.work[0].a = Motion(none, none)
    for i in range(1, system.last + 1):
        link, this = system.links[i], system.work[i]
        a = shift_motion(system.work[link.parent].a, this.r)
        for j in range(link.iv, link.iv + link.dofs):
            freedom = system.freedoms[j]
            met = x[j] + freedom.d * (freedom.U @ a)
            for k in range(ints[head.start_at + j], ints[head.start_at + j + 1]):
                entry = head.entry_at + 2 * k
                row = out + ints[entry + 1]
                numbers[row] = numbers[row] + numbers[ints[entry]] * met
            a = a + freedom.S * x[j]
        this.a = a
