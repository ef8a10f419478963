"""Accelerations next to a singular position, where some rows are soft: they hardly differ from the others.

The hard rows alone determine all but the soft directions, and errors Φ of the soft rows come out as accelerations of
size Φ/s³.  There the accelerations b known from the way in, extrapolated in time, take the place of the soft rows:

    b ← b − M⁻¹ Jᵀ S⁻¹ (J b − γ)         with the hard rows only                                             (1)
    v̇ = M⁻¹ (Q − Jᵀ λ),   J v̇ = J b       with all rows                                                      (2)

so that forces still rule the free motion, and only what the rows prescribe comes from b.  Both are iterated with their
own residual.  So near that (2) has no factors, v̇ = b.
"""

from snodo._jit import inline, kernel
from snodo.formulations.kernels.stabilisation import keep_soft
from snodo.formulations.kernels.tables import FINE
from snodo.formulations.spatial.kernels.layout import SPIN
from snodo.formulations.spatial.kernels.solve import (
    block_of,
    constrain,
    factor,
    free_accelerations,
    multipliers,
    row_of,
)
from snodo.math.kernels.algebra import Force, Motion
from snodo.math.kernels.extrapolation import extrapolate
from snodo.math.kernels.records import table


@kernel
def along(s, head, model, ints, out):
    """J x is added to the numbers at `out`."""
    for i in range(1, s.last + 1):
        x = table(Motion, model, head.x_at + SPIN * (i - 1), 0.0)[0]
        a = Motion(x.lin, x.ang)
        for k in range(ints[head.start_at + i], ints[head.start_at + i + 1]):
            block = block_of(head, model, ints, k)
            model[out + row_of(head, ints, k)] += Force(block.lin, block.ang) @ a


@inline
def set_to(model, first, second, count, factor):
    """The numbers at `first`, from those at `second` times a factor."""
    for k in range(count):
        model[first + k] = factor * model[second + k]


@kernel
def pass_over(s, head, model, ints, t):
    """v̇ and λ; −γ stands in the place of Φ̈."""
    rows, residual = head.rows, head.lambda_at  # λ is solved for in place
    target, total = head.soft_at + rows, head.soft_at + 2 * rows
    extrapolate(model, head.trail_at, head.nv, t, head.x_at)
    keep_soft(head, model, 0.0)
    status = factor(s, head, model, ints)
    keep_soft(head, model, 1.0)
    if status != FINE:
        return status
    for _ in range(2):
        set_to(model, residual, head.phi_ddot_at, rows, 1.0)
        along(s, head, model, ints, residual)
        multipliers(head, model, ints, residual)
        constrain(s, head, model, ints)
    set_to(model, target, target, rows, 0.0)
    along(s, head, model, ints, target)
    if factor(s, head, model, ints) != FINE:
        return FINE
    for k in range(3):
        set_to(model, residual, target, rows, -1.0)
        if k == 0:
            free_accelerations(s, head, model, ints, residual)
            set_to(model, total, total, rows, 0.0)
        else:
            along(s, head, model, ints, residual)
        multipliers(head, model, ints, residual)
        constrain(s, head, model, ints)
        for r in range(rows):
            model[total + r] += model[head.lambda_at + r]
    set_to(model, head.lambda_at, total, rows, 1.0)
    return FINE
