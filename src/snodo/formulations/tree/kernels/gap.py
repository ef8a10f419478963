"""Accelerations of a tree next to a singular position, where some rows are soft: they hardly differ from the others.

The hard rows alone determine all but the soft directions, and errors Φ of the soft rows come out as accelerations of
size Φ/s³.  There the accelerations b known from the way in, extrapolated in time, take the place of the soft rows:

    b ← b − M⁻¹ Jᵀ S⁻¹ (J b − γ)         with the hard rows only                                             (1)
    v̇ = M⁻¹ (Q − Jᵀ λ),   J v̇ = J b       with all rows                                                      (2)

so that forces still rule the free motion, and only what the rows prescribe comes from b.  Both are iterated with their
own residual: Φ̈ = J b − γ is read off the tree as it moves.  So near that (2) has no factors, v̇ = b.
"""

from snodo._jit import inline, kernel
from snodo.formulations.kernels.constraint_rows import update_rows
from snodo.formulations.kernels.measures import read_measures
from snodo.formulations.kernels.stabilisation import keep_soft
from snodo.formulations.kernels.tables import FINE
from snodo.formulations.tree.kernels.constraint_forces import factor, multipliers, respond
from snodo.formulations.tree.kernels.kinematics import accelerations
from snodo.math.kernels.algebra import Motion, Vec3
from snodo.math.kernels.extrapolation import MOST, extrapolate
from snodo.math.kernels.records import view


@kernel
def read(s, head, model, t, q, v, a):
    """Φ̈ under the accelerations a."""
    none = Vec3(0.0, 0.0, 0.0)
    s.work[0].a = Motion(none, none)
    accelerations(s, a)
    read_measures(s, head, model, q, v, a)
    update_rows(head, model, t)


@kernel
def take_away(s, head, model, ints, a):
    """a ← a − M⁻¹ Jᵀ λ with S λ = Φ̈."""
    x = view(model, head.correction_at, 0.0)
    multipliers(head, model, ints, head.phi_ddot_at)
    respond(s, head, model, ints, x)
    for k in range(head.nv):
        a[k] = a[k] + x[k]


@inline
def copied(model, first, second, count):
    """The numbers at `first`, from those at `second`."""
    for k in range(count):
        model[first + k] = model[second + k]


@kernel
def pass_over(s, head, model, ints, t, q, v, a):
    """v̇ and λ; a: the accelerations without constraint forces, then with them."""
    rows, nv = head.rows, head.nv
    target, total = head.soft_at + rows, head.soft_at + 2 * rows
    b_at = head.trail_at + 1 + MOST + MOST * nv
    b = view(model, b_at, 0.0)
    extrapolate(model, head.trail_at, nv, t, b_at)
    keep_soft(head, model, 0.0)
    status = factor(s, head, model, ints)
    keep_soft(head, model, 1.0)
    if status != FINE:
        return status
    for _ in range(2):
        read(s, head, model, t, q, v, b)
        take_away(s, head, model, ints, b)
    read(s, head, model, t, q, v, b)
    copied(model, target, head.phi_ddot_at, rows)
    if factor(s, head, model, ints) != FINE:
        for k in range(nv):
            a[k] = b[k]
        return FINE
    for r in range(rows):
        model[total + r] = 0.0
    for _ in range(3):
        read(s, head, model, t, q, v, a)
        for r in range(rows):
            model[head.phi_ddot_at + r] -= model[target + r]
        take_away(s, head, model, ints, a)
        for r in range(rows):
            model[total + r] += model[head.lambda_at + r]
    copied(model, head.lambda_at, total, rows)
    return FINE
