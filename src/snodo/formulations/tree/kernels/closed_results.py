"""What constraint rows are and do in given states: Φ_v, ν, γ; which are redundant; what links and joints bear."""

from snodo._jit import Floats, Table, array_at, entry, f8, i8, inline, kernel
from snodo.formulations.kernels.constraint_rows import update_rows
from snodo.formulations.kernels.forces import apply_forces, press_along
from snodo.formulations.kernels.measures import read_measures
from snodo.formulations.kernels.states import load as load_numbers
from snodo.formulations.kernels.statuses import FINE
from snodo.formulations.kernels.tables import Measure, Row, Term, put
from snodo.formulations.tree.kernels.aba import gather
from snodo.formulations.tree.kernels.constraint_forces import assemble_S, carry, clear, press
from snodo.formulations.tree.kernels.kinematics import accelerations, moved
from snodo.formulations.tree.kernels.layout import Header, System, system
from snodo.formulations.tree.kernels.loads import press_loads
from snodo.formulations.tree.kernels.motions import put_axes
from snodo.formulations.tree.kernels.rnea import rnea
from snodo.formulations.tree.kernels.row_wrenches import acting
from snodo.math.kernels import sparse
from snodo.math.kernels.algebra import Force, Motion, Vec3
from snodo.math.kernels.axes import SLIDE
from snodo.math.kernels.records import table, view
from snodo.math.kernels.spatial import shift_force

FORCES = 18  # wrench, place, axes by columns


@kernel
def gradient(s, head, model, ints, row, J):
    """One row of Φ_v: its wrenches carried inward, each axis in turn feeling what passes."""
    clear(s, ints, row)
    press(s, head, model, row)
    for n in range(row.links_at, row.links_at + row.links):
        link, this = s.links[ints[n]], s.work[ints[n]]
        for j in range(link.iv, link.iv + link.dofs):
            J[j] = s.freedoms[j].S @ this.f + s.freedoms[j].w
        if link.parent:
            base = s.work[link.parent]
            base.f = base.f + shift_force(this.f, this.r)


@entry(i8(f8, Floats, Floats, Floats, Table))
def rows(t, q, v, model, J):
    """Φ, ν, Φ̇ in their places, −γ in the place of Φ̈, and Φ_v in J."""
    head, ints = table(Header, model, 0, 0.0)[0], view(model, 0, 0)
    s, none = system(model, 0.0), Vec3(0.0, 0.0, 0.0)
    q, v = view(q, 0, 0.0), view(v, 0, 0.0)
    rest = view(model, head.correction_at, 0.0)
    for j in range(head.nv):
        rest[j] = 0.0
    moved(s, q, v)
    s.work[0].a = Motion(none, none)
    accelerations(s, rest)
    read_measures(s, head, model, q, v, rest)
    status = update_rows(head, model, t)
    J[:] = 0.0
    for r in range(head.rows):
        gradient(s, head, model, ints, table(Row, model, head.row_at, 0.0)[r], view(J[r], 0, 0.0))
    return status


@entry(i8(f8, Floats, Floats, f8))
def find_redundant(t, y, model, tolerance):
    """Set the mask of independent rows in the state y; returns the number of dependent rows."""
    head, ints = table(Header, model, 0, 0.0)[0], view(model, 0, 0)
    s, q, v = system(model, 0.0), view(y, 0, 0.0), view(y, head.nq, 0.0)
    moved(s, q, v)
    read_measures(s, head, model, q, v, v)
    status = update_rows(head, model, t)
    if status != FINE:
        return -status
    gather(s, view(model, head.tau_at, 0.0))
    head.prepared = head.factored = 0
    carry(s, head, model, ints)
    assemble_S(head, model, 0.0)
    mask, diagonal = head.mask_at, head.diagonal_at
    return sparse.find_redundant(model, ints, head.rows, head.S_at, head.plan_at, mask, diagonal, tolerance)


@entry(i8(Floats, Table, Table, i8, i8, i8, Floats, Table))
def closure_wrenches(times, states, multipliers, first, last, link, model, out):
    """Wrench of the rows first … last − 1 on a link, at its origin; then the origin and the axes of the link."""
    head = table(Header, model, 0, 0.0)[0]
    rows, terms = table(Row, model, head.row_at, 0.0), table(Term, model, head.term_at, 0.0)
    measures, none = table(Measure, model, head.measure_at, 0.0), Vec3(0.0, 0.0, 0.0)
    s = system(model, 0.0)
    for k in range(times.size):
        q, v = view(states[k], 0, 0.0), view(states[k], head.nq, 0.0)
        moved(s, q, v)
        read_measures(s, head, model, q, v, v)
        if update_rows(head, model, times[k]) != FINE:
            return k + 1
        F = Force(none, none)
        for r in range(first, last):
            for n in range(rows[r].first, rows[r].first + rows[r].terms):
                F = F + acting(s, measures[terms[n].measure], link, -multipliers[k, r] * terms[n].push)
        put(out[k], 0, F.lin)
        put(out[k], 3, F.ang)
        put(out[k], 6, s.work[link].p)
        put_axes(out[k], 9, s.work[link].R)
    return 0


@kernel
def load(s, head, model, tau):
    """Constraint forces −Φ_vᵀ λ join the applied ones, for the multipliers there are."""
    rows, terms = table(Row, model, head.row_at, 0.0), table(Term, model, head.term_at, 0.0)
    measures = table(Measure, model, head.measure_at, 0.0)
    for r in range(head.rows):
        for k in range(rows[r].first, rows[r].first + rows[r].terms):
            press_along(s, measures[terms[k].measure], -model[head.lambda_at + r] * terms[k].push, tau)


@inline
def own_wrench(system, link, tau):
    """What the joint forces of a link are on it: forces along its slides, torques about its turns."""
    none = Vec3(0.0, 0.0, 0.0)
    found = Force(none, none)
    for j in range(link.iv, link.iv + link.dofs):
        S = system.freedoms[j].S
        along = S.n * tau[j]
        if S.kind == SLIDE:
            found = found + Force(along, none)
        else:
            found = found + Force(none, along)
    return found


@entry(i8(Floats, Table, Table, Table, Table, Floats, i8, i8, Floats, Table))
def wrenches(times, states, A, multipliers, forces, model, first, last, tau, out):
    """What passes through the joint made of the links first … last, onto the last of them at its origin.

    Each row: the wrench, the part of it that is applied in the joint, the arm from the base's side of the joint, the
    axes of the base and of the last link.  `forces` are those that follow reactions.  Returns 0, or 1 + the row that
    failed.
    """
    head, s = table(Header, model, 0, 0.0)[0], system(model, 0.0)
    s = System(
        s.last,
        1 if head.rows > 0 or head.loads else head.wrenches,
        s.gravity,
        s.links,
        s.work,
        s.freedoms,
        s.zero,
        s.one,
    )
    applied = view(model, head.tau_at, 0.0)
    for k in range(times.size):
        for r in range(head.rows):
            model[head.lambda_at + r] = multipliers[k, r]
        q, v = view(states[k], 0, 0.0), view(states[k], head.nq, 0.0)
        head.time = times[k]
        if head.states:
            load_numbers(head, states[k], model)
        moved(s, q, v)
        read_measures(s, head, model, q, v, v)
        if apply_forces(s, head, model, times[k], q, v, applied) != FINE:
            return k + 1
        if update_rows(head, model, times[k]) != FINE:
            return k + 1
        load(s, head, model, applied)
        if head.loads:
            press_loads(s, array_at(head.loads), forces[k])
        rnea(s, q, v, view(A[k], 0, 0.0), view(tau, 0, 0.0))
        base, this, row = s.work[s.links[first].parent], s.work[last], out[k]
        arm = s.work[first].r - base.R @ s.links[first].offset
        for i in range(first + 1, last + 1):
            arm = arm + s.work[i].r
        own = own_wrench(s, s.links[last], applied)
        put(row, 0, this.f.lin)
        put(row, 3, this.f.ang)
        put(row, 6, own.lin)
        put(row, 9, own.ang)
        put(row, 12, arm)
        put_axes(row, 15, base.R)
        put_axes(row, 24, this.R)
    return 0
