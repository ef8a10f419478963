"""Derivatives of the equations in absolute coordinates of space, on duals.

R = (m r̈ − F, J′ ω̇′ + ω′ × J′ ω′ − n′) of each body, under the applied wrenches and those of −λ along the rows
"""

from snodo._jit import Floats, Table, entry, f8, i8, inline, kernel
from snodo.formulations.kernels.measures import read_measures
from snodo.formulations.kernels.statuses import FINE
from snodo.formulations.kernels.tables import put, vec3
from snodo.formulations.kernels.tangents import (
    Constants,
    exert,
    harvest,
    many,
    push_rows,
    rates_of_rows,
    read_all,
    seed,
    vectors,
    written_forces,
    written_rows,
)
from snodo.formulations.spatial.kernels.attitude import spin_rates
from snodo.formulations.spatial.kernels.layout import PLACE, SPIN, Body, Header, System, Work, system
from snodo.math.kernels.algebra import Mat3, Motion, Vec3, cross, transposed
from snodo.math.kernels.duals import DIRECTIONS, still
from snodo.math.kernels.record_layout import size
from snodo.math.kernels.records import table, view, width
from snodo.math.kernels.spatial import from_quaternion

WORK = size(Work)


@inline
def on_duals(model, head, scratch):
    """The bodies with duals for elements, their work in the scratch; the ground stands still."""
    zero = still()
    one, none = zero + 1.0, Vec3(zero, zero, zero)
    s = System(head.bodies, table(Body, model, head.body_at, 0.0), table(Work, scratch, 0, zero), zero)
    ground = s.work[0]
    ground.R = Mat3(Vec3(one, zero, zero), Vec3(zero, one, zero), Vec3(zero, zero, one))
    ground.p, ground.v, ground.w, ground.spin, ground.a = none, none, none, none, Motion(none, none)
    return s


@kernel
def move(s, q, v, a):
    """Place, axes, velocities and accelerations of every body."""
    for i in range(1, s.last + 1):
        this, iq, iv = s.work[i], PLACE * (i - 1), SPIN * (i - 1)
        R = from_quaternion(q[iq + 3], q[iq + 4], q[iq + 5], q[iq + 6])
        spin, zero = vec3(v, iv + 3), s.zero
        this.R, this.p, this.v, this.spin, this.w = R, vec3(q, iq), vec3(v, iv), spin, R @ spin
        lin = Vec3(zero + a[iv], zero + a[iv + 1], zero + a[iv + 2])
        this.a = Motion(lin, R @ Vec3(zero + a[iv + 3], zero + a[iv + 4], zero + a[iv + 5]))


@kernel
def needed(s, head, a, R):
    """What the motion needs beyond the forces there are."""
    for i in range(1, s.last + 1):
        body, this, at = s.links[i], s.work[i], SPIN * (i - 1)
        F = this.external.lin
        n = this.external.ang + cross(this.R @ body.origin, F)
        put(R, at, (vec3(a, at) - head.gravity) * body.mass - F)
        turning = body.inertia @ vec3(a, at + 3) + cross(this.spin, body.inertia @ this.spin)
        put(R, at + 3, turning - transposed(this.R, n))


@kernel
def residual(s, head, model, constants, x, t, a, multipliers):
    """R, σ and Γ on elements."""
    move(s, x.q, x.v, a)
    read_all(s, head, model, constants, x.readings, x.q, x.v, a)
    rates_of_rows(s, head, constants, x.readings, x.sigma, x.gamma)
    exert(s, head, model, constants, x.readings, t, x.q, x.v, x.tau)
    push_rows(s, head, constants, x.readings, multipliers, x.tau)
    needed(s, head, a, x.R)


@kernel
def slopes_of(head, y, seeds, slopes):
    """(N(q) η, w) of each direction (η, w): how the coordinates and velocities change."""
    q = view(y, 0, 0.0)
    for d in range(seeds.shape[0]):
        own, slope = view(seeds[d], 0, 0.0), view(slopes[d], 0, 0.0)
        for k in range(head.nq):
            slope[k] = 0.0
        for i in range(head.bodies):
            put(slope, PLACE * i, vec3(own, SPIN * i))
            spin_rates(q, PLACE * i + 3, vec3(own, SPIN * i + 3), 0.0, slope, PLACE * i + 3)
        for k in range(head.nv):
            slope[head.nq + k] = own[head.nv + k]


# ---------------------------------------------------------------- doors
@entry(i8(f8, Floats, Floats, Floats, Floats, Floats, Table, Table, Table))
def tangent(t, model, scratch, y, a, multipliers, seeds, slopes, out):
    """A row of `out` for each direction in `seeds`: the derivatives of R, σ and Γ."""
    head, like = table(Header, model, 0, 0.0)[0], still()
    s, at = on_duals(model, head, scratch), (head.bodies + 1) * WORK * width(like)
    x, given, forces = vectors(head, scratch, at, like), view(a, 0, 0.0), view(multipliers, 0, 0.0)
    slopes_of(head, y, seeds, slopes)
    for first in range(0, seeds.shape[0], DIRECTIONS):
        count = many(first, seeds.shape[0])
        seed(x, head, y, slopes, first, count, like)
        residual(s, head, model, Constants(model, 0.0), x, t, given, forces)
        harvest(x, head, out, first, count)
    return FINE


@entry(i8(f8, Floats, Floats, Floats, Floats, Floats))
def written(t, model, y, a, multipliers, out):
    """What the user wrote of R, σ and Γ."""
    head = table(Header, model, 0, 0.0)[0]
    s, nv, tau = system(model, head), head.nv, view(model, head.tau_at, 0.0)
    q, v, none = view(y, 0, 0.0), view(y, head.nq, 0.0), Vec3(0.0, 0.0, 0.0)
    head.time, head.prepared, head.factored = t, 0, 0
    move(s, q, v, view(a, 0, 0.0))
    read_measures(s, head, model, q, v, view(a, 0, 0.0))
    status = written_forces(s, head, model, t, tau)
    if status == FINE:
        sigma, gamma = view(out, nv, 0.0), view(out, nv + head.rows, 0.0)
        status = written_rows(s, head, model, t, view(multipliers, 0, 0.0), tau, sigma, gamma)
    for i in range(1, s.last + 1):
        this, at = s.work[i], SPIN * (i - 1)
        F = this.external.lin
        n = this.external.ang + cross(this.R @ s.links[i].origin, F)
        put(out, at, F * -1.0)
        put(out, at + 3, transposed(this.R, n) * -1.0)
        this.a = Motion(none, none)
    return status
