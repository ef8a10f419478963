"""Everything there is to know in given states, row by row: accelerations, energies, powers; motion; wrenches."""

from snodo._jit import RATE_FUNCTION, Floats, Table, entry, i8, inline
from snodo.formulations.kernels.forces import elastic_energy
from snodo.formulations.kernels.tables import FINE
from snodo.formulations.tree.kernels.kinematics import accelerations, origins, outward, velocities
from snodo.formulations.tree.kernels.layout import WHOLE, WITH_CONSTRAINTS, Header, system
from snodo.formulations.tree.kernels.rnea import rnea
from snodo.formulations.tree.kernels.totals import add_up
from snodo.math.kernels.algebra import Force, Motion, Vec3
from snodo.math.kernels.axes import SLIDE
from snodo.math.kernels.rows import table, view

ENERGIES = 3  # kinetic, gravitational, elastic
MOTION = 24  # place, axes by columns, velocity, angular velocity, acceleration, angular acceleration
WRENCH = 33  # wrench, applied part of it, arm, axes of the base and of the link


@entry(i8(RATE_FUNCTION, Floats, Table, Floats, Floats, Floats, Table))
def evaluate(rate, times, states, model, ydot, sums, out):
    """One row of `out` for each state: v̇, λ, Φ, Φ̇, three energies, powers.  Returns 0, or 1 + the row that failed."""
    head, s = table(Header, model, 0, 0.0)[0], system(model, 0.0)
    nq, nv, m = head.nq, head.nv, head.rows
    last = nv + 3 * m
    for k in range(times.size):
        y, row = states[k], out[k]
        if rate(times[k], y, ydot, model) != FINE:
            return k + 1
        q = view(y, 0, 1, 0.0)
        add_up(s, q, view(y, nq, 1, 0.0), view(sums, 0, 1, 0.0))
        row[last], row[last + 1], row[last + 2] = sums[10], sums[11], elastic_energy(s, head, model, q)
        for j in range(nv):
            row[j] = ydot[nq + j]
        for r in range(m):
            row[nv + r], row[nv + m + r] = model[head.lambda_at + r], model[head.phi_at + r]
            row[nv + 2 * m + r] = model[head.phi_dot_at + r]
        for j in range(head.works):
            row[last + ENERGIES + j] = ydot[nq + nv + j]
    return 0


@inline
def put(row, k, x):
    """Three numbers."""
    row[k], row[k + 1], row[k + 2] = x.x, x.y, x.z


@inline
def put_axes(row, k, R):
    """Nine numbers, by columns."""
    put(row, k, R.x)
    put(row, k + 3, R.y)
    put(row, k + 6, R.z)


@entry(i8(Table, Table, Table, Floats, i8, Table))
def motions(Q, V, A, model, i, out):
    """The motion of link i in each of the states, the ground at rest."""
    s = system(model, 0.0)
    none = Vec3(s.zero, s.zero, s.zero)
    for k in range(Q.shape[0]):
        outward(s, view(Q[k], 0, 1, 0.0), view(V[k], 0, 1, 0.0))
        s.work[0].a = Motion(none, none)
        origins(s)
        velocities(s)
        accelerations(s, view(A[k], 0, 1, 0.0))
        this, row = s.work[i], out[k]
        put(row, 0, this.p)
        put_axes(row, 3, this.R)
        put(row, 12, this.v)
        put(row, 15, this.w)
        put(row, 18, this.a.lin)
        put(row, 21, this.a.ang)
    return 0


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


@entry(i8(RATE_FUNCTION, Floats, Table, Table, Table, Floats, i8, i8, Floats, Floats, Table))
def wrenches(rate, times, states, A, multipliers, model, first, last, ydot, tau, out):
    """What passes through the joint made of the links first … last, onto the last of them at its origin.

    Each row: the wrench, the part of it that is applied in the joint, the arm from the base's side of the joint, the
    axes of the base and of the last link.  Returns 0, or 1 + the row that failed.
    """
    head = table(Header, model, 0, 0.0)[0]
    head.loaded, head.forces_only = 1 if head.rows > 0 else head.wrenches, WITH_CONSTRAINTS
    s = system(model, 0.0)
    applied, failed = view(model, head.tau_at, 1, 0.0), 0
    for k in range(times.size):
        for r in range(head.rows):
            model[head.lambda_at + r] = multipliers[k, r]
        if rate(times[k], states[k], ydot, model) != FINE:
            failed = k + 1
            break
        q, v = view(states[k], 0, 1, 0.0), view(states[k], head.nq, 1, 0.0)
        rnea(s, q, v, view(A[k], 0, 1, 0.0), view(tau, 0, 1, 0.0))
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
    head.loaded, head.forces_only = 0, WHOLE
    return failed
