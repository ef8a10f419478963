"""Accelerations next to a singular position, where some rows ("soft" rows) are nearly dependent on the others.

The hard rows alone determine everything except the soft directions, and errors Φ of the soft rows cause accelerations
of size Φ/s³.  There the soft rows are replaced by accelerations b extrapolated from the approach:

    b ← b − M⁻¹ Jᵀ S⁻¹ (J b − γ)         with the hard rows only                                             (1)
    v̇ = M⁻¹ (Q − Jᵀ λ),   J v̇ = J b       with all rows                                                      (2)

so that forces still determine the free motion, and only the constrained part comes from b.  Both are iterated with
their own residual.  If S of (2) is numerically singular, v̇ = b is used as it is.

The augmented system calls this instead of its own solution while the header has the address (`verbs.in_gap`).
"""

from snodo._jit import array_at, inline, verb
from snodo.formulations.kernels.statuses import FINE
from snodo.formulations.kernels.verbs import SECOND, Equations, evaluate, factor, solve
from snodo.math.kernels.extrapolation import MOST, extrapolate
from snodo.math.kernels.records import table


@inline
def copied(model, first, second, count):
    """Copy `count` numbers from `second` to `first`."""
    for k in range(count):
        model[first + k] = model[second + k]


@inline
def keep_soft(head, model, kept):
    """Keep (1) or omit (0) the soft rows in the next factorisation."""
    for r in range(head.rows):
        if model[head.soft_at + r] != 0.0:
            model[head.mask_at + r] = kept


@verb
def accelerations_in_gap(what, t, model, y, out):
    """x = v̇, and λ; on entry x are the accelerations without constraint forces."""
    model, y = array_at(model), array_at(y)
    head = table(Equations, model, 0, 0.0)[0]
    rows, nv, x, second = head.rows, head.nv, head.x_at, head.phi_ddot_at
    target, total, free = head.soft_at + rows, head.soft_at + 2 * rows, head.trail_at + 1 + MOST + MOST * nv
    copied(model, free, x, nv)
    extrapolate(model, head.trail_at, nv, t, x)
    keep_soft(head, model, 0.0)
    status = factor(head, y, model)
    keep_soft(head, model, 1.0)
    if status != FINE:
        return status
    for _ in range(2):  # (1)
        evaluate(head, SECOND, t, y, model)
        solve(head, second, y, model)
    evaluate(head, SECOND, t, y, model)
    copied(model, target, second, rows)
    if factor(head, y, model) != FINE:
        return FINE
    copied(model, x, free, nv)
    for r in range(rows):
        model[total + r] = 0.0
    for _ in range(3):  # (2)
        evaluate(head, SECOND, t, y, model)
        for r in range(rows):
            model[second + r] -= model[target + r]
        solve(head, second, y, model)
        for r in range(rows):
            model[total + r] += model[head.lambda_at + r]
    copied(model, head.lambda_at, total, rows)
    return FINE
