"""Derivatives of the equations in absolute coordinates of space along the directions of a run.

R = (m r̈ − F, J′ ω̇′ + ω′ × J′ ω′ − n′) of each body, see `formulations/kernels/slopes.py`.  A turn η of a body is in its
own axes, which turn with ω′:  η̇ = w − ω′ × η.
"""

from snodo._jit import array_at, grid, kernel, verb
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
from snodo.formulations.spatial.kernels.layout import SPIN, Body, Header, System, system
from snodo.formulations.spatial.kernels.solve import yielding
from snodo.formulations.spatial.kernels.tangents import WORK, on_duals, residual, slopes_of
from snodo.math.kernels.algebra import Force, Motion, cross
from snodo.math.kernels.duals import DIRECTIONS, PLACES, still
from snodo.math.kernels.records import table, view, width


@kernel
def by_duals(own, head, model, t, y, rows):
    """Directions in passes, of as many as duals have, each with its own constants."""
    like, scratch, at = still(), array_at(own.scratch), equation(head)
    bare, behind = on_duals(model, head, scratch), (head.bodies + 1) * WORK * width(like)
    x, apart = vectors(head, scratch, behind, like), own.size * width(like)
    a, multipliers = view(model, own.a_at, 0.0), view(model, own.multiplier_at, 0.0)
    changes = grid(model, own.slope_at, own.directions, head.nq + head.nv)
    slopes_of(head, y, rows, changes)
    for first in range(0, own.directions, DIRECTIONS):
        count, n = many(first, own.directions), first // DIRECTIONS
        numbers, found = array_at(own.wide + 8 * apart * n), view(model, own.found_at + at.size * PLACES * n, like)
        wide, whole = Constants(numbers, like), table(Header, numbers, 0, like)[0]
        s = System(bare.last, table(Body, numbers, head.body_at * width(like), like), bare.work, bare.zero)
        seed(x, head, y, changes, first, count, like)
        residual(s, whole, model, wide, x, t, a, multipliers)
        put_changes(x.R, head.nv, found, 0)
        put_changes(x.sigma, head.rows, found, at.sigma)
        put_changes(x.gamma, head.rows, found, at.gamma)
        values_of_rows(s, head, wide, x.readings, x.sigma)
        put_changes(x.sigma, head.rows, found, at.phi)


@kernel
def of_model(own, head, model, other, t, y):
    """R, σ, Γ and Φ of another model in the same state."""
    there, scratch, at = table(Header, other, 0, 0.0)[0], array_at(own.scratch), equation(head)
    s = system(other, there)
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


@verb
def slopes(what, t, model, y, out):
    """R, σ, Γ, Φ and η̇ of every direction; `what` is where the `Slopes` are."""
    model, y = array_at(model), array_at(y)
    own, head = table(Slopes, model, what, 0.0)[0], table(Header, model, 0, 0.0)[0]
    nv, v, rows = head.nv, view(y, head.nq, 0.0), grid(model, own.rows_at, own.directions, 2 * head.nv)
    fill_rows(own, head, model, y)
    by_duals(own, head, model, t, y, rows)
    by_models(own, head, model, t, y)
    for d in range(own.directions):
        eta, w, out_d = view(rows[d], 0, 0.0), view(rows[d], nv, 0.0), view(model, own.turn_at + d * nv, 0.0)
        for i in range(head.bodies):
            put(out_d, SPIN * i, vec3(w, SPIN * i))
            k = SPIN * i + 3
            put(out_d, k, vec3(w, k) - cross(vec3(v, k), vec3(eta, k)))
    return FINE


@verb
def yields(what, t, model, y, out):
    """x ← M⁻¹ x."""
    model = array_at(model)
    head = table(Header, model, 0, 0.0)[0]
    s = system(model, head)
    for i in range(1, s.last + 1):
        x = table(Motion, model, head.x_at + SPIN * (i - 1), 0.0)[0]
        a = yielding(s.links[i], Force(x.lin, x.ang))
        x.lin, x.ang = a.lin, a.ang
    return FINE
