"""Accelerations next to a singular position, where some rows are soft: they hardly differ from the others.

The hard rows alone determine all but the soft directions, and errors Φ of the soft rows come out as accelerations of
size Φ/s³.  There the accelerations b known from the way in, extrapolated in time, take the place of the soft rows:

    b ← b − M⁻¹ Jᵀ S⁻¹ (J b − γ)         with the hard rows only                                             (1)
    v̇ = M⁻¹ (Q − Jᵀ λ),   J v̇ = J b       with all rows                                                      (2)

so that forces still rule the free motion, and only what the rows prescribe comes from b.  Each solution is refined once
with its own residual.  So near that (2) has no factors, v̇ = b.
"""

from snodo._jit import inline, kernel
from snodo.formulations.kernels.stabilisation import keep_soft
from snodo.formulations.kernels.tables import FINE
from snodo.formulations.planar.kernels.layout import Load
from snodo.formulations.planar.kernels.solve import factor, solve
from snodo.math.kernels.extrapolation import MOST, extrapolate
from snodo.math.kernels.plane import Force2
from snodo.math.kernels.records import table, view


@inline
def weigh(s, force):
    """f = M x"""
    for b in range(s.last):
        body, a = s.bodies[b], s.x[b].a
        force[b].F = Force2(a.lin * body.mass, a.ang * body.inertia)


@inline
def against(s, head, out):
    """−J x"""
    for r in range(s.rows):
        out[r] = 0.0
    for k in range(head.blocks):
        block = s.blocks[k]
        if block.body < s.last:
            out[block.row] = out[block.row] - block.g @ s.x[block.body].a


@kernel
def pass_over(s, head, model, t):
    """v̇ and λ."""
    force = table(Load, model, head.trail_at + 1 + MOST + MOST * head.nv, 0.0)
    target, total = view(model, head.soft_at + s.rows, 0.0), view(model, head.soft_at + 2 * s.rows, 0.0)
    extrapolate(model, head.trail_at, head.nv, t, head.x_at)
    keep_soft(head, model, 0.0)
    status = factor(s, head, model)
    keep_soft(head, model, 1.0)
    if status != FINE:
        return status
    for _ in range(2):
        weigh(s, force)
        solve(s, head, model, force, s.phi_ddot)
    against(s, head, target)
    if factor(s, head, model) != FINE:
        return FINE
    for r in range(s.rows):
        total[r] = 0.0
    for k in range(3):
        if k:
            weigh(s, force)
        solve(s, head, model, force if k else s.force, target)
        for r in range(s.rows):
            total[r] = total[r] + s.multipliers[r]
    for r in range(s.rows):
        s.multipliers[r] = total[r]
    return FINE
