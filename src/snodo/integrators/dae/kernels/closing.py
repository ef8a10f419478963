"""A state brought onto its constraints where springs are rows: rigid rows are closed, stiff springs keep their force.

A projection in the mass metric would change the length of a spring by the rest of an iteration δ, and its force by k δ.
Here springs have their part in the metric, with S + D of the state, D = 1/(k h′² + c h′) and h′ about half a step:

    (S + D) μ = (Φ; g),     x = −M⁻¹ Jᵀ μ                 then the same for the velocities, with Φ̇

With g = 0 a stiff row, D ≪ S, keeps its length, and a soft one, D ≫ S, follows as in the mass metric.  Rows are
asked for the force λ of the integration, so that accelerations and reactions, which come from the state afterwards, are
those of the integration:

    g = (λ(Φ, Φ̇) − λ)/k  for the positions where k h′ ≥ c,       g = (λ(Φ, Φ̇) − λ)/c  for the velocities elsewhere

The part S/(S + D) of what is missing is found by that.  Rows with D > S are therefore not asked: they would be moved,
and rigid rows opened, for nothing.  Others are asked twice, for what the first answer leaves by its curvature, and
then the rigid rows are closed with g = 0, whatever is still missing.
"""

import math

import numpy as np

from snodo._jit import kernel
from snodo.formulations.kernels.statuses import FINE
from snodo.formulations.kernels.verbs import (
    COORDINATES,
    MOTION,
    ROWS,
    VELOCITIES,
    assemble,
    displace,
    evaluate,
    prepare,
)
from snodo.integrators.dae.kernels.factors import (
    ASKED_AT,
    DAMPING,
    KIND,
    RIGID,
    STIFFNESS,
    add_compliance,
    compliance,
    factor_real,
)
from snodo.integrators.dae.kernels.stage import find_slopes, solve_for, yielding
from snodo.math.kernels.plan import Plan
from snodo.math.kernels.records import table

MOST = 20
STILL_CLOSED = 1e-9
TIMES_ASKED = 2
NOWHERE, POSITIONS, SPEEDS = -1.0, 0.0, 1.0


@kernel
def find_levels(head, model, ints, rows, ha):
    """Where rows that yield are asked for their force, with S of the state: positions, velocities, or not at all."""
    permutation = head.plan_at + table(Plan, model, head.plan_at, 0.0)[0].permutation
    for k in range(head.rows):
        r = ints[permutation + k]
        if rows[r, KIND] == RIGID:
            continue
        if not compliance(rows, r, ha) <= model[head.S_at + k]:
            rows[r, ASKED_AT] = NOWHERE
        else:
            rows[r, ASKED_AT] = POSITIONS if rows[r, STIFFNESS] * ha >= rows[r, DAMPING] else SPEEDS


@kernel
def factor_end(head, model, rows, t, ha, y):
    """S + D in the state y, factored; returns whether that succeeded."""
    ints = model.view(np.int64)
    if evaluate(head, MOTION, t, y, model) != FINE or assemble(head, y, model) != FINE:
        return False
    find_slopes(head, model, rows)
    find_levels(head, model, ints, rows, ha)
    add_compliance(head, model, ints, rows, ha)
    return factor_real(head, model, ints)


@kernel
def wanted(head, model, rows, level, asking, lam, right):
    """The right side; returns what is open in the rigid rows, relative to their sizes."""
    worst = 0.0
    for r in range(head.rows):
        phi, phi_dot = model[head.phi_at + r], model[head.phi_dot_at + r]
        if rows[r, KIND] == RIGID:
            right[r] = phi if level == 0 else phi_dot
            if model[head.mask_at + r] != 0.0:
                gap = abs(right[r]) / model[head.scale_at + r]
                if not gap <= worst:
                    worst = gap
            continue
        right[r] = 0.0
        if asking and rows[r, ASKED_AT] == level:
            force, _ = yielding(rows, r, phi, phi_dot)
            right[r] = (force - lam[r]) / (rows[r, STIFFNESS] if level == 0 else rows[r, DAMPING])
    return worst


@kernel
def close(head, model, rows, t, y, lam, tolerance, x, right):
    """Correct y in place; returns whether the rigid rows are closed."""
    for level in range(2):
        before = math.inf
        for n in range(MOST):
            if evaluate(head, ROWS, t, y, model) != FINE:
                return False
            gap = wanted(head, model, rows, level, n < TIMES_ASKED, lam, right)
            if n > 0 and (gap <= tolerance or (n > TIMES_ASKED and gap > 0.5 * before)):
                if not gap <= max(tolerance, STILL_CLOSED):
                    return False
                break
            before = gap
            if n == 0:
                prepare(head, y, model)
            for k in range(head.nv):
                x[k] = 0.0
            solve_for(head, model, y, x, right)
            for k in range(head.nv):
                model[head.x_at + k] = x[k]
            if displace(head, COORDINATES if level == 0 else VELOCITIES, y, model) != FINE:
                return False
    return True
