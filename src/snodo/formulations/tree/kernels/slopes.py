"""Derivatives of the equations of a tree along the directions of a run (`formulations/kernels/slopes.py`).

    R = RNEA(q, v, a) − τ − Σ Jᵀ F,     F the applied wrenches and those of −λ along the rows

A displacement η of a spherical or free joint is in the child's axes, which turn with ω:

    η̇ = w − ω × η   of turns,      η̇ = w + θ × u − ω × η   of displacements, θ the turn and u the velocity     (1)
"""

from snodo._jit import array_at, grid, inline, kernel, verb
from snodo.formulations.kernels.slopes import (
    Slopes,
    Stencil,
    add_values,
    equation,
    fill_rows,
    put_changes,
)
from snodo.formulations.kernels.statuses import FINE
from snodo.formulations.kernels.tables import put, vec3
from snodo.formulations.kernels.tangents import Constants, functions_of_time, many, seed, values_of_rows, vectors
from snodo.formulations.tree.kernels.layout import FREE, SPHERICAL, Header, Link, System, system
from snodo.formulations.tree.kernels.tangents import on_duals, residual, slopes_of
from snodo.math.kernels.algebra import Force, Motion, Vec3, cross
from snodo.math.kernels.duals import DIRECTIONS, PLACES, still
from snodo.math.kernels.records import table, view, width
from snodo.math.kernels.spatial import shift_force, shift_motion


@kernel
def by_duals(own, head, model, t, y, rows):
    """Directions in passes, of as many as duals have, each with its own constants."""
    like, scratch, at = still(), array_at(own.scratch), equation(head)
    bare, behind = on_duals(model, scratch)
    x, apart = vectors(head, scratch, behind, like), own.size * width(like)
    a, multipliers = view(model, own.a_at, 0.0), view(model, own.multiplier_at, 0.0)
    changes = grid(model, own.slope_at, own.directions, head.nq + head.nv)
    slopes_of(model, y, rows, changes)
    for first in range(0, own.directions, DIRECTIONS):
        count, n = many(first, own.directions), first // DIRECTIONS
        numbers, found = array_at(own.wide + 8 * apart * n), view(model, own.found_at + at.size * PLACES * n, like)
        wide, whole = Constants(numbers, like), table(Header, numbers, 0, like)[0]
        links = table(Link, numbers, head.link_at * width(like), like)
        seed(x, head, y, changes, first, count, like)
        s = System(bare.last, 1, whole.gravity, links, bare.work, bare.freedoms, bare.zero, bare.one)
        residual(s, head, model, wide, x, t, a, multipliers)
        put_changes(x.R, head.nv, found, 0)
        put_changes(x.sigma, head.rows, found, at.sigma)
        put_changes(x.gamma, head.rows, found, at.gamma)
        values_of_rows(s, head, wide, x.readings, x.sigma)
        put_changes(x.sigma, head.rows, found, at.phi)


@kernel
def of_model(own, head, model, other, t, y):
    """R, σ, Γ and Φ of another model in the same state."""
    plain, scratch, at = system(other, 0.0), array_at(own.scratch), equation(head)
    there = table(Header, other, 0, 0.0)[0]
    s = System(plain.last, 1, plain.gravity, plain.links, plain.work, plain.freedoms, plain.zero, plain.one)
    x, values = vectors(head, scratch, 0, 0.0), view(model, own.value_at, 0.0)
    for k in range(head.nq):
        x.q[k] = y[k]
    for k in range(head.nv):
        x.v[k] = y[head.nq + k]
    constants = Constants(other, 0.0)
    residual(s, there, other, constants, x, t, view(model, own.a_at, 0.0), view(model, own.multiplier_at, 0.0))
    for k in range(head.nv):
        values[k] = x.R[k]
    for r in range(head.rows):
        values[at.sigma + r], values[at.gamma + r] = x.sigma[r], x.gamma[r]
    values_of_rows(s, there, constants, x.readings, x.sigma)
    for r in range(head.rows):
        values[at.phi + r] = x.sigma[r]
    functions_of_time(there, other, t, values, at)


@kernel
def by_models(own, head, model, t, y):
    """What differences of whole models add."""
    stencils = table(Stencil, model, own.stencil_at, 0.0)
    for k in range(own.stencils):
        of_model(own, head, model, array_at(stencils[k].model), t, y)
        add_values(own, head, model, stencils[k].direction, stencils[k].weight)


@inline
def turning(eta, w, v, at, out):
    """(1) of the turn at a place of the vectors; it is returned."""
    turn = vec3(eta, at)
    put(out, at, vec3(w, at) - cross(vec3(v, at), turn))
    return turn


@kernel
def turn(s, head, v, eta, w, out):
    """η̇ of one direction."""
    for k in range(head.nv):
        out[k] = w[k]
    for i in range(1, s.last + 1):
        link = s.links[i]
        if link.kind == SPHERICAL:
            turning(eta, w, v, link.iv, out)
        elif link.kind == FREE:
            angle = turning(eta, w, v, link.iv + 3, out)
            along = cross(angle, vec3(v, link.iv)) - cross(vec3(v, link.iv + 3), vec3(eta, link.iv))
            put(out, link.iv, vec3(w, link.iv) + along)


@verb
def slopes(what, t, model, y, out):
    """R, σ, Γ, Φ and η̇ of every direction; `what` is where the `Slopes` are."""
    model, y = array_at(model), array_at(y)
    own, head = table(Slopes, model, what, 0.0)[0], table(Header, model, 0, 0.0)[0]
    s, nv, rows = system(model, 0.0), head.nv, grid(model, own.rows_at, own.directions, 2 * head.nv)
    fill_rows(own, head, model, y)
    by_duals(own, head, model, t, y, rows)
    by_models(own, head, model, t, y)
    for d in range(own.directions):
        turn(
            s,
            head,
            view(y, head.nq, 0.0),
            view(rows[d], 0, 0.0),
            view(rows[d], nv, 0.0),
            view(model, own.turn_at + d * nv, 0.0),
        )
    return FINE


@verb
def yields(what, t, model, y, out):
    """x ← M⁻¹ x, with the articulated bodies of the last state: inward u = x − Sᵀ δ, outward (2.14)."""
    model = array_at(model)
    head, s = table(Header, model, 0, 0.0)[0], system(model, 0.0)
    x, links, work, freedoms = view(model, head.x_at, 0.0), s.links, s.work, s.freedoms
    none = Vec3(0.0, 0.0, 0.0)
    for i in range(s.last + 1):
        work[i].a = Motion(none, none)
        work[i].f = Force(none, none)
    for i in range(s.last, 0, -1):
        link, this = links[i], work[i]
        bias = this.f
        for j in range(link.iv + link.dofs - 1, link.iv - 1, -1):
            u = x[j] - freedoms[j].S @ bias
            freedoms[j].u = u
            bias = bias + freedoms[j].U * (freedoms[j].d * u)
        if link.parent:
            base = work[link.parent]
            base.f = base.f + shift_force(bias, this.r)
    for i in range(1, s.last + 1):
        link, this = links[i], work[i]
        a = shift_motion(work[link.parent].a, this.r)
        for j in range(link.iv, link.iv + link.dofs):
            x[j] = freedoms[j].d * (freedoms[j].u - freedoms[j].U @ a)
            a = a + freedoms[j].S * x[j]
        this.a = a
    return FINE
