"""A state brought onto its constraints where springs are rows: rigid rows are closed, stiff springs keep their force.

A projection in the mass metric would change the length of a spring by the rest of an iteration δ, and its force by k δ.
Here springs have their part in the metric, with S + D of the end of the step, and rows that yield are asked for the
force λ of the integration:

    (S + D) μ = (Φ;  −(λ − λ(Φ, Φ̇))/k),     x = −M⁻¹ Jᵀ μ                then the same for the velocities, Φ̇ and c

so that accelerations and reactions, which come from the positions afterwards, are those of the integration.
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
from snodo.integrators.dae.kernels.factors import C_, K_, KIND, RIGID, add_compliance, factor_real
from snodo.integrators.dae.kernels.stage import find_slopes, solve_for, yielding

MOST = 20
STILL_CLOSED = 1e-9


@kernel
def factor_end(head, model, rows, t, ha, y):
    """S + D in the state y, factored; returns whether that succeeded."""
    ints = model.view(np.int64)
    if evaluate(head, MOTION, t, y, model) != FINE or assemble(head, y, model) != FINE:
        return False
    find_slopes(head, model, rows)
    add_compliance(head, model, ints, rows, ha)
    return factor_real(head, model, ints)


@kernel
def wanted(head, model, rows, level, lam, right):
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
        slope = rows[r, K_] if level == 0 else (rows[r, C_] if rows[r, K_] == 0.0 else 0.0)
        right[r] = 0.0
        if slope > 0.0:
            force, _ = yielding(rows, r, phi, phi_dot)
            right[r] = (force - lam[r]) / slope
    return worst


@kernel
def close(head, model, rows, t, y, lam, tolerance, x, right):
    """Correct y in place; returns whether the rigid rows are closed."""
    for level in range(2):
        before = math.inf
        for n in range(MOST):
            if evaluate(head, ROWS, t, y, model) != FINE:
                return False
            gap = wanted(head, model, rows, level, lam, right)
            if n > 0 and (gap <= tolerance or gap > 0.5 * before):
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
