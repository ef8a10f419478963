"""What passes through one joint in given states, row by row."""

from snodo._jit import Floats, Table, entry, i8, inline
from snodo.formulations.kernels.constraint_rows import update_rows
from snodo.formulations.kernels.forces import apply_forces
from snodo.formulations.kernels.measures import read_measures
from snodo.formulations.kernels.tables import FINE, put
from snodo.formulations.tree.kernels.kinematics import moved
from snodo.formulations.tree.kernels.layout import Header, System, system
from snodo.formulations.tree.kernels.motions import put_axes
from snodo.formulations.tree.kernels.rnea import rnea
from snodo.formulations.tree.kernels.verbs import load
from snodo.math.kernels.algebra import Force, Vec3
from snodo.math.kernels.axes import SLIDE
from snodo.math.kernels.records import table, view

WRENCH = 33  # wrench, applied part of it, arm, axes of the base and of the link


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


@entry(i8(Floats, Table, Table, Table, Floats, i8, i8, Floats, Table))
def wrenches(times, states, A, multipliers, model, first, last, tau, out):
    """What passes through the joint made of the links first … last, onto the last of them at its origin.

    Each row: the wrench, the part of it that is applied in the joint, the arm from the base's side of the joint, the
    axes of the base and of the last link.  Returns 0, or 1 + the row that failed.
    """
    head = table(Header, model, 0, 0.0)[0]
    s = system(model, 0.0)
    s = System(s.last, 1 if head.rows > 0 else head.wrenches, s.gravity, s.links, s.work, s.freedoms, s.zero, s.one)
    applied = view(model, head.tau_at, 0.0)
    for k in range(times.size):
        for r in range(head.rows):
            model[head.lambda_at + r] = multipliers[k, r]
        q, v = view(states[k], 0, 0.0), view(states[k], head.nq, 0.0)
        head.time = times[k]
        moved(s, q, v)
        read_measures(s, head, model, q, v, v)
        if apply_forces(s, head, model, times[k], q, v, applied) != FINE:
            return k + 1
        if update_rows(head, model, times[k]) != FINE:
            return k + 1
        load(s, head, model, applied)
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
