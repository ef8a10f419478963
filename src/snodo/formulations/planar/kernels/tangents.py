"""Derivatives of the planar equations, on duals (`formulations/kernels/tangents.py`).

    R = M a + Φ_vᵀ λ − Q,     Γ = Φ_v a − γ,     σ = Φ̇

The scratch is the model once more, behind the model itself, with each number as an element.
"""

from snodo._jit import Floats, Table, entry, f8, i8, inline, kernel
from snodo.formulations.kernels.statuses import FINE
from snodo.formulations.kernels.tangents import many, seeded, store
from snodo.formulations.planar.kernels.all_rows import joint_rows
from snodo.formulations.planar.kernels.forces import applied_forces
from snodo.formulations.planar.kernels.layout import SPIN, Header, system
from snodo.formulations.planar.kernels.poses import moved
from snodo.formulations.planar.kernels.user_forces import user_forces
from snodo.formulations.planar.kernels.user_rows import user_rows
from snodo.math.kernels.duals import DIRECTIONS, still
from snodo.math.kernels.plane import Force2, Motion2, Vec2
from snodo.math.kernels.records import table, view, width


@inline
def given(a, at):
    """The acceleration of a body; that of the ground is none."""
    return Motion2(Vec2(a[at], a[at + 1]), a[at + 2])


@inline
def needed(s, b, a):
    """M a of a body."""
    body, x = s.bodies[b], given(a, SPIN * b)
    return Force2(Vec2(body.mass * x.lin.x, body.mass * x.lin.y), body.inertia * x.ang)


@kernel
def along_rows(s, blocks, a, multipliers):
    """Γ = Φ_v a − γ, and −Φ_vᵀ λ joins the forces."""
    for n in range(blocks):
        block = s.blocks[n]
        if block.body < s.last:
            load, r = s.force[block.body], block.row
            s.phi_ddot[r] = s.phi_ddot[r] + block.g @ given(a, SPIN * block.body)
            load.F = load.F - block.g * multipliers[r]


@inline
def put(R, b, F):
    """The forces on a body as numbers of a vector."""
    R[SPIN * b], R[SPIN * b + 1], R[SPIN * b + 2] = F.lin.x, F.lin.y, F.ang


@kernel
def begin(s):
    """Nothing yet: what is not evaluated here adds nothing."""
    o = s.zero
    for n in range(s.rows):
        s.phi_dot[n], s.phi_ddot[n] = o, o
    for b in range(s.last + 1):
        s.force[b].F = Force2(Vec2(o, o), o)


@kernel
def clear_blocks(s, blocks):
    """No Φ_v yet."""
    for n in range(blocks):
        s.blocks[n].g = Force2(Vec2(s.zero, s.zero), s.zero)


# ---------------------------------------------------------------- doors
@entry(i8(f8, Floats, i8, Floats, Floats, Floats, Table, Table))
def tangent(t, model, first_at, y, a, multipliers, seeds, out):
    """A row of `out` for each direction in `seeds`: the derivatives of R, σ and Γ; the copy starts at `first_at`."""
    head, like = table(Header, model, 0, 0.0)[0], still()
    s, nv, nc, given_a = system(model, first_at, like), head.nv, head.rows, view(a, 0, 0.0)
    w = width(like)
    at = model.size - 3 * nv * w
    q, v, R = view(model, at, like), view(model, at + nv * w, like), view(model, at + 2 * nv * w, like)
    begin(s)
    clear_blocks(s, head.blocks)
    for first in range(0, seeds.shape[0], DIRECTIONS):
        count = many(first, seeds.shape[0])
        for k in range(nv):
            q[k] = seeded(like + y[k], seeds, first, k, count)
            v[k] = seeded(like + y[nv + k], seeds, first, nv + k, count)
        moved(s, q, v)
        joint_rows(s, head, model, t)
        applied_forces(s, head, model, t)
        along_rows(s, head.blocks, given_a, view(multipliers, 0, 0.0))
        for b in range(s.last):
            put(R, b, needed(s, b, given_a) - s.force[b].F)
        store(R, nv, out, first, 0, count)
        store(s.phi_dot, nc, out, first, nv, count)
        store(s.phi_ddot, nc, out, first, nv + nc, count)
    return FINE


@entry(i8(f8, Floats, Floats, Floats, Floats, Floats))
def written(t, model, y, a, multipliers, out):
    """What the user wrote of R, σ and Γ."""
    head, s = table(Header, model, 0, 0.0)[0], system(model, 0, 0.0)
    nv, head.time = head.nv, t
    moved(s, view(y, 0, 0.0), view(y, nv, 0.0))
    begin(s)
    clear_blocks(s, head.blocks)
    status = user_rows(s, head, model, t)
    if status == FINE:
        status = user_forces(s, head, model, t)
    along_rows(s, head.blocks, view(a, 0, 0.0), view(multipliers, 0, 0.0))
    for b in range(s.last):
        put(view(out, 0, 0.0), b, s.force[b].F * -1.0)
    for r in range(head.rows):
        out[nv + r], out[nv + head.rows + r] = s.phi_dot[r], s.phi_ddot[r]
    return status
