"""Derivatives of the planar equations along the directions of a run (`formulations/kernels/slopes.py`).

    R = M a + Φ_vᵀ λ − Q,     σ = Φ̇,     Γ = Φ_v a − γ,     Φ

All constants of bodies, joints and forces are numbers of the model on duals, which lies behind the model there.
"""

from snodo._jit import array_at, grid, kernel, verb
from snodo.formulations.kernels.slopes import (
    Slopes,
    Stencil,
    add_values,
    equation,
    put_changes,
    reap,
    sow,
)
from snodo.formulations.kernels.statuses import FINE
from snodo.formulations.kernels.tangents import many, seeded
from snodo.formulations.planar.kernels.all_rows import joint_rows
from snodo.formulations.planar.kernels.forces import applied_forces
from snodo.formulations.planar.kernels.layout import Header, system
from snodo.formulations.planar.kernels.poses import moved
from snodo.formulations.planar.kernels.solve import yielding
from snodo.formulations.planar.kernels.tangents import along_rows, begin, clear_blocks, needed, put
from snodo.math.kernels.duals import DIRECTIONS, still
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
def by_duals(own, head, model, t, y, found):
    """Directions in passes, of as many as duals have."""
    wide, like = array_at(own.wide), still()
    w, nv, nc, at = width(like), head.nv, head.rows, equation(head)
    s, first_vector = system(wide, own.size, like), own.size * (1 + w)
    q, v = view(wide, first_vector, like), view(wide, first_vector + nv * w, like)
    R = view(wide, first_vector + 2 * nv * w, like)
    a, multipliers, seeds = (
        view(model, own.a_at, 0.0),
        view(model, own.multiplier_at, 0.0),
        grid(y, own.plain, own.directions, 2 * head.nv),
    )
    for first in range(0, own.directions, DIRECTIONS):
        count = many(first, own.directions)
        for k in range(nv):
            q[k] = seeded(like + y[k], seeds, first, k, count)
            v[k] = seeded(like + y[nv + k], seeds, first, nv + k, count)
        sow(own, model, s.numbers, first, count)
        residual(s, head, wide, t, q, v, a, multipliers, R)
        reap(own, model, s.numbers, first, count)
        put_changes(R, nv, found, first, 0, count)
        put_changes(s.phi_dot, nc, found, first, at.sigma, count)
        put_changes(s.phi_ddot, nc, found, first, at.gamma, count)
        put_changes(s.phi, nc, found, first, at.phi, count)


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
def by_models(own, head, model, t, y, found):
    """What differences of whole models add."""
    stencils = table(Stencil, model, own.stencil_at, 0.0)
    for k in range(own.stencils):
        of_model(own, head, model, array_at(stencils[k].model), t, y)
        add_values(own, head, model, found, stencils[k].direction, stencils[k].weight)


@verb
def slopes(what, t, model, y, out):
    """R, σ, Γ, Φ and η̇ of every direction; `what` is where the `Slopes` are."""
    model, y = array_at(model), array_at(y)
    own, head = table(Slopes, model, what, 0.0)[0], table(Header, model, 0, 0.0)[0]
    found, seeds, nv = (
        grid(model, own.found_at, own.directions, equation(head).size),
        grid(y, own.plain, own.directions, 2 * head.nv),
        head.nv,
    )
    by_duals(own, head, model, t, y, found)
    by_models(own, head, model, t, y, found)
    for d in range(own.directions):
        for k in range(nv):
            model[own.turn_at + d * nv + k] = seeds[d, nv + k]
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
