"""Derivatives of the equations of a tree with loops, on duals: recursive Newton-Euler under all forces and multipliers.

R = RNEA(q, v, a) − τ − Σ Jᵀ F,     F the applied wrenches and those of −λ along the rows
"""

from snodo._jit import Floats, Table, entry, f8, i8, inline, kernel
from snodo.formulations.kernels.measures import read_measures
from snodo.formulations.kernels.statuses import FINE
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
from snodo.formulations.tree.kernels.batch import FREEDOM, WORK
from snodo.formulations.tree.kernels.kinematics import accelerations, moved
from snodo.formulations.tree.kernels.layout import Freedom, Header, System, Work, system
from snodo.formulations.tree.kernels.rate import coordinate_rates
from snodo.formulations.tree.kernels.rnea import rnea
from snodo.math.kernels.algebra import Force, Motion, Vec3
from snodo.math.kernels.duals import DIRECTIONS, still
from snodo.math.kernels.records import table, view, width
from snodo.math.kernels.spatial import shift_force


@inline
def on_duals(model, scratch):
    """The tree with duals for elements, its work in the scratch; and where the scratch goes on."""
    head, like, plain = table(Header, model, 0, 0.0)[0], still(), system(model, 0.0)
    w = width(like)
    freedom_at = (head.links + 1) * WORK * w
    work, freedoms = table(Work, scratch, 0, like), table(Freedom, scratch, freedom_at, like)
    for j in range(head.nv):
        freedoms[j].letter = plain.freedoms[j].letter
    s = System(head.links, 1, head.gravity, plain.links, work, freedoms, like, like + 1.0)
    return s, freedom_at + head.nv * FREEDOM * w


@inline
def stand_ground(system):
    """The ground without acceleration: measures read what moves, gravity is none of it."""
    none = Vec3(system.zero, system.zero, system.zero)
    system.work[0].a = Motion(none, none)


@kernel
def residual(s, head, model, constants, x, t, a, multipliers):
    """R, σ and Γ on elements."""
    moved(s, x.q, x.v)
    stand_ground(s)
    accelerations(s, a)
    read_all(s, head, model, constants, x.readings, x.q, x.v, a)
    rates_of_rows(s, head, constants, x.readings, x.sigma, x.gamma)
    exert(s, head, model, constants, x.readings, t, x.q, x.v, x.tau)
    push_rows(s, head, constants, x.readings, multipliers, x.tau)
    rnea(s, x.q, x.v, a, x.R)
    for j in range(head.nv):
        x.R[j] = x.R[j] - x.tau[j]


@kernel
def slopes_of(model, y, seeds, slopes):
    """(N(q) η, w) of each direction (η, w): how the coordinates and velocities change."""
    head, s = table(Header, model, 0, 0.0)[0], system(model, 0.0)
    for d in range(seeds.shape[0]):
        q_dot = view(slopes[d], 0, 0.0)
        for k in range(head.nq):
            q_dot[k] = 0.0
        coordinate_rates(s, 0.0, view(y, 0, 0.0), view(seeds[d], 0, 0.0), q_dot)
        for k in range(head.nv):
            slopes[d, head.nq + k] = seeds[d, head.nv + k]


# ---------------------------------------------------------------- doors
@entry(i8(f8, Floats, Floats, Floats, Floats, Floats, Table, Table, Table))
def tangent(t, model, scratch, y, a, multipliers, seeds, slopes, out):
    """A row of `out` for each direction in `seeds`: the derivatives of R, σ and Γ."""
    head, like = table(Header, model, 0, 0.0)[0], still()
    s, at = on_duals(model, scratch)
    x, given, forces = vectors(head, scratch, at, like), view(a, 0, 0.0), view(multipliers, 0, 0.0)
    slopes_of(model, y, seeds, slopes)
    for first in range(0, seeds.shape[0], DIRECTIONS):
        count = many(first, seeds.shape[0])
        seed(x, head, y, slopes, first, count, like)
        residual(s, head, model, Constants(model, 0.0), x, t, given, forces)
        harvest(x, head, out, first, count)
    return FINE


@entry(i8(f8, Floats, Floats, Floats, Floats, Floats))
def written(t, model, y, a, multipliers, out):
    """What the user wrote of R, σ and Γ."""
    head, s = table(Header, model, 0, 0.0)[0], system(model, 0.0)
    q, v, tau, nv = view(y, 0, 0.0), view(y, head.nq, 0.0), view(model, head.tau_at, 0.0), head.nv
    head.time, head.prepared = t, 0
    moved(s, q, v)
    stand_ground(s)
    accelerations(s, view(a, 0, 0.0))
    read_measures(s, head, model, q, v, view(a, 0, 0.0))
    status = written_forces(s, head, model, t, tau)
    if status == FINE:
        sigma, gamma = view(out, nv, 0.0), view(out, nv + head.rows, 0.0)
        status = written_rows(s, head, model, t, view(multipliers, 0, 0.0), tau, sigma, gamma)
    if status == FINE:
        gather(s, tau, view(out, 0, 0.0))
    return status


@kernel
def gather(s, tau, R):
    """−τ − Σ Jᵀ F of the external wrenches."""
    for i in range(1, s.last + 1):
        none = Vec3(0.0, 0.0, 0.0)
        s.work[i].f = Force(none, none) - shift_force(s.work[i].external, s.work[i].R @ s.links[i].origin)
    for i in range(s.last, 0, -1):
        link, this = s.links[i], s.work[i]
        for j in range(link.iv, link.iv + link.dofs):
            R[j] = s.freedoms[j].S @ this.f - tau[j]
        if link.parent:
            base = s.work[link.parent]
            base.f = base.f + shift_force(this.f, this.r)
