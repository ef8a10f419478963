"""Derivatives of the planar equations along the directions of a run (`formulations/kernels/slopes.py`).

    R = M a + Φ_vᵀ λ − Q,     σ = Φ̇,     Γ = Φ_v a − γ,     Φ

All constants of bodies, joints and forces are numbers of the models on duals, which lie behind the model there, one for
each pass.
"""

from snodo._jit import array_at, kernel, verb
from snodo.formulations.kernels.slopes import ACCELERATIONS, Slopes, Stencil, add_values, equation, put_changes, spot
from snodo.formulations.kernels.statuses import FINE
from snodo.formulations.planar.kernels.all_rows import joint_rows
from snodo.formulations.planar.kernels.forces import applied_forces
from snodo.formulations.planar.kernels.layout import Header, system
from snodo.formulations.planar.kernels.poses import moved
from snodo.formulations.planar.kernels.solve import yielding
from snodo.formulations.planar.kernels.tangents import along_rows, begin, clear_blocks, needed, put
from snodo.math.kernels.duals import DIRECTIONS, PLACES, SHORT, still, still_short
from snodo.math.kernels.plane import Force2
from snodo.math.kernels.records import table, view, width


@kernel
def residual(s, head, model, t, q, v, a, multipliers, R):
    """R, with σ, Γ and Φ in the rows."""
    begin(s)
    clear_blocks(s, head.blocks)
    moved(s, q, v)
    joint_rows(s, head, model, t)
    applied_forces(s, head, model, t)
    along_rows(s, head.blocks, a, multipliers)
    for b in range(s.last):
        put(R, b, needed(s, b, a) - s.force[b].F)


@kernel
def rows_alone(s, head, model, t, q, v):
    """σ and Φ, of a projection."""
    for n in range(s.rows):
        s.phi_dot[n] = s.zero
    moved(s, q, v)
    joint_rows(s, head, model, t)


@kernel
def in_one_pass(own, head, model, t, y, n, first_model, like):
    """The n-th pass, on duals like the zero `like`, whose model is at `first_model`."""
    wide = array_at(own.wide)
    w, nv, nc, at = width(like), head.nv, head.rows, equation(head)
    s, q, v = system(wide, first_model, like), view(wide, own.vectors, like), view(wide, own.vectors + nv * w, like)
    R, given = view(wide, own.vectors + 2 * nv * w, like), view(y, own.plain + 2 * nv * PLACES * n, like)
    found = view(model, own.found_at + at.size * PLACES * n, like)
    for k in range(nv):
        q[k], v[k] = given[k] + y[k], given[nv + k] + y[nv + k]
    if own.asked == ACCELERATIONS:
        a, multipliers = view(model, own.a_at, 0.0), view(model, own.multiplier_at, 0.0)
        residual(s, head, wide, t, q, v, a, multipliers, R)
        put_changes(R, nv, found, 0)
        put_changes(s.phi_ddot, nc, found, at.gamma)
    else:
        rows_alone(s, head, wide, t, q, v)
        put_changes(s.phi_dot, nc, found, at.sigma)
        put_changes(s.phi, nc, found, at.phi)


@kernel
def by_duals(own, head, model, t, y):
    """Directions in passes, of as many as duals have, each with its own model; the last few on short duals."""
    passes, first_model = (own.directions + DIRECTIONS - 1) // DIRECTIONS, own.size
    for n in range(passes):
        if n == passes - 1 and own.last == SHORT:
            in_one_pass(own, head, model, t, y, n, first_model, still_short())
        else:
            in_one_pass(own, head, model, t, y, n, first_model, still())
        first_model += own.size * PLACES


@kernel
def of_model(own, head, model, other, t, y):
    """R, σ, Γ and Φ of another model in the same state."""
    s, nv, nc, at = system(other, 0, 0.0), head.nv, head.rows, equation(head)
    a, multipliers = view(model, own.a_at, 0.0), view(model, own.multiplier_at, 0.0)
    values = view(model, own.value_at, 0.0)
    residual(s, head, other, t, view(y, 0, 0.0), view(y, nv, 0.0), a, multipliers, values)
    for r in range(nc):
        values[at.sigma + r], values[at.gamma + r] = s.phi_dot[r], s.phi_ddot[r]
        values[at.phi + r] = s.phi[r]


@kernel
def by_models(own, head, model, t, y):
    """What differences of whole models add."""
    stencils = table(Stencil, model, own.stencil_at, 0.0)
    for k in range(own.stencils):
        of_model(own, head, model, array_at(stencils[k].model), t, y)
        add_values(own, head, model, stencils[k].direction, stencils[k].weight)


@kernel
def turn(own, head, model, y):
    """η̇ = w, for those who answer one direction after the other."""
    nv = head.nv
    for d in range(own.directions):
        for k in range(nv):
            model[own.turn_at + d * nv + k] = y[own.plain + spot(own, 2 * nv, d, nv + k)]


@verb
def slopes(what, t, model, y, out):
    """R, σ, Γ and Φ of every direction, as far as they are asked for; `what` is where the `Slopes` are."""
    model, y = array_at(model), array_at(y)
    own, head = table(Slopes, model, what, 0.0)[0], table(Header, model, 0, 0.0)[0]
    by_duals(own, head, model, t, y)
    by_models(own, head, model, t, y)
    if not own.answers:
        turn(own, head, model, y)
    return FINE


@verb
def yields(what, t, model, y, out):
    """x ← M⁻¹ x."""
    model = array_at(model)
    s = system(model, 0, 0.0)
    for b in range(s.last):
        F = s.x[b].a
        s.x[b].a = yielding(s.bodies[b], Force2(F.lin, F.ang))
    return FINE
