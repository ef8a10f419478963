"""The equations of one stage, at q₀ ⊕ x with the velocities u, the accelerations a and the multipliers λ.

    ρ = M⁻¹ (Q − Jᵀ λ) − a                what is missing in the equations of motion                        (1)
    Φ, Φ̇, Φ̈ = J a − γ                    what is missing in a rigid row, by the index: 3, 2, 1
    λ − λ(Φ, Φ̇)                           what is missing in a row that yields to its force

Unknowns are a and λ: with rows divided by (hα)², the iteration matrix does not depend on the step (`radau.py`).
"""

import math

import numpy as np

from snodo import _jit
from snodo._jit import inline, kernel
from snodo.constraint_methods.kernels.drivers import drivers_power
from snodo.formulations.kernels.statuses import FINE
from snodo.formulations.kernels.verbs import ALONG, COORDINATES, MOTION, displace, evaluate, prepare, push, rates
from snodo.integrators.dae.kernels.factors import (
    ACTIVE,
    ALONG_IT,
    C_,
    COULOMB,
    DAMPING,
    FREE,
    K_,
    KIND,
    LENGTH,
    LEVEL,
    RIGID,
    SMOOTHING,
    STIFFNESS,
    WORK,
)
from snodo.integrators.dae.kernels.tables import ACC, EXTRA, G_DOT, J_MU, J_RHO, LAM, LOCAL, MU, MU_RHO, RHO, VEL, G

LEAST_SLOPE = 1e-6
"""Of dry friction that slides, relative to its largest."""


@inline
def yielding(rows, r, phi, phi_dot):
    """(1) and (2) of `yielding.py`: the force of a row, and its power."""
    k, c = rows[r, K_], rows[r, C_]
    if rows[r, KIND] == ALONG_IT:
        free = c * phi_dot
        if rows[r, COULOMB] != 0.0:
            free += rows[r, COULOMB] * math.tanh(phi_dot / rows[r, SMOOTHING])
        return k * phi + free, -(free + rows[r, ACTIVE] * k * phi) * phi_dot
    l0 = rows[r, LENGTH]
    length = distance(l0, phi)
    s = l0 / length
    rate = phi_dot * s
    elastic = k * (length - rows[r, FREE])
    return (elastic + c * rate) * s, -(c * rate + rows[r, ACTIVE] * elastic) * rate


@inline
def distance(l0, phi):
    """l of (2)."""
    return math.sqrt(max(l0 * l0 + 2.0 * l0 * phi, 1e-30 * l0 * l0))


@kernel
def find_slopes(head, model, rows):
    """The slopes of the forces of rows that yield, in the current state; iterations keep them as they keep S."""
    for r in range(head.rows):
        if rows[r, KIND] == ALONG_IT:
            slope = rows[r, C_]
            if rows[r, COULOMB] != 0.0:
                s = math.tanh(model[head.phi_dot_at + r] / rows[r, SMOOTHING])
                slope += rows[r, COULOMB] / rows[r, SMOOTHING] * max(1.0 - s * s, LEAST_SLOPE)
            rows[r, STIFFNESS], rows[r, DAMPING] = rows[r, K_], slope
        elif rows[r, KIND] != RIGID:
            s = rows[r, LENGTH] / distance(rows[r, LENGTH], model[head.phi_at + r])
            rows[r, STIFFNESS], rows[r, DAMPING] = rows[r, K_] * s * s, rows[r, C_] * s * s


@inline
def copy(source, target, count):
    """Copy numbers."""
    for k in range(count):
        target[k] = source[k]


@kernel
def move(head, model, size, y0, x, u, y):
    """y = (q₀ ⊕ x, u)."""
    copy(y0, y, size.nq)
    for k in range(size.nv):
        model[head.x_at + k] = x[k]
    status = displace(head, COORDINATES, y, model)
    for k in range(size.nv):
        y[size.nq + k] = u[k]
    return status


@kernel
def at_state(head, model, size, t, y0, x, u, y):
    """The equations there: rows, x = M⁻¹ Q."""
    status = move(head, model, size, y0, x, u, y)
    return evaluate(head, MOTION, t, y, model) if status == FINE else status


@inline
def along(head, model, y, t, x, nv, out):
    """J x."""
    for k in range(nv):
        model[head.x_at + k] = x[k]
    evaluate(head, ALONG, t, y, model)
    for r in range(head.rows):
        out[r] = model[head.phi_ddot_at + r]


@kernel
def powers(head, s, y, scratch, out):
    """Powers of everything that has no potential, for the multipliers there are, and rates of counted turns."""
    model, size, rows = s.model, s.size, s.rows
    for k in range(size.works + size.counters):
        out[k] = 0.0
    if size.works:
        drivers_power(head, model, model.view(np.int64))
        for k in range(head.works):
            out[s.works[k]] += model[head.power_at + k]
        for r in range(size.nc):
            if rows[r, KIND] != RIGID and rows[r, WORK] >= 0.0:
                _, power = yielding(rows, r, model[head.phi_at + r], model[head.phi_dot_at + r])
                out[int(rows[r, WORK])] += power
    if size.counters:
        rates(head, y, scratch, model)
        for k in range(size.counters):
            out[size.works + k] = scratch[size.nq - size.counters + k]


@inline
def missing_in_rows(head, s, i):
    """What is missing in the rows of stage i: G at the level of the index, G_DOT at velocity level."""
    model, rows, lam, g, g_dot = s.model, s.rows, s.L[LAM + i], s.L[G + i], s.L[G_DOT + i]
    for r in range(s.size.nc):
        phi, phi_dot = model[head.phi_at + r], model[head.phi_dot_at + r]
        g_dot[r] = phi_dot
        if rows[r, KIND] != RIGID:
            force, _ = yielding(rows, r, phi, phi_dot)
            g[r] = lam[r] - force
        elif rows[r, LEVEL] == 2:
            g[r] = phi
        elif rows[r, LEVEL] == 1:
            g[r] = phi_dot
        else:
            g[r] = model[head.phi_ddot_at + r]


@inline
def at_level_of_accelerations(head, s, step, t, i):
    """Index 1: Φ̈ = J a − γ = (J x − γ) − J (x − a), x = M⁻¹ Q without constraint forces."""
    model, rho, J_rho = s.model, s.V[RHO + i], s.L[J_RHO + i]
    for k in range(s.size.nv):
        rho[k] = model[head.x_at + k]
        step.scratch[k] = rho[k] - s.V[ACC + i, k]
    along(head, model, step.y, t, step.scratch, s.size.nv, J_rho)
    for r in range(s.size.nc):
        if s.rows[r, LEVEL] == 0 and s.rows[r, KIND] == RIGID:
            s.L[G + i, r] -= J_rho[r]
    for k in range(s.size.nv):
        model[head.x_at + k] = rho[k]


@kernel
def residuals(head, s, step, t, i):
    """(1), J ρ and what is missing in the rows, for stage i at time t; a status, or −1 if ρ is not finite."""
    model, size, V = s.model, s.size, s.V
    status = at_state(head, model, size, t, step.y0, V[LOCAL + i], V[VEL + i], step.y)
    if status != FINE:
        return status
    missing_in_rows(head, s, i)
    for r in range(size.nc):
        model[head.lambda_at + r] = s.L[LAM + i, r]
    prepare(head, step.y, model)
    if size.dae_index == 1:
        at_level_of_accelerations(head, s, step, t, i)
    push(head, step.y, model)
    finite = True
    for k in range(size.nv):
        V[RHO + i, k] = model[head.x_at + k] - V[ACC + i, k]
        finite = finite and math.isfinite(V[RHO + i, k])
    powers(head, s, step.y, step.scratch, s.P[i])
    along(head, model, step.y, t, V[RHO + i], size.nv, s.L[J_RHO + i])
    return FINE if finite else -1


@kernel
def extra_residuals(head, s, step, t, i):
    """Stabilised index 2: what is missing in y + M⁻¹ Jᵀ μ = 0 of stage i, in the state of `residuals`, and J of it."""
    missing = s.V[MU_RHO + i]
    for k in range(s.size.nv):
        missing[k] = 0.0
    push_by(head, s.model, step.y, missing, s.L[MU + i])
    for k in range(s.size.nv):
        missing[k] -= s.V[EXTRA + i, k]
    along(head, s.model, step.y, t, missing, s.size.nv, s.L[J_MU + i])


@inline
def solve_for(head, model, y, x, right):
    """x ← x − M⁻¹ Jᵀ λ with S λ = right, by the real factors; λ is in the model."""
    for r in range(head.rows):
        model[head.phi_ddot_at + r] = right[r]
    for k in range(head.nv):
        model[head.x_at + k] = x[k]
    _jit.call_verb(head.solve, head.phi_ddot_at, 0.0, model, y, y)
    for k in range(head.nv):
        x[k] = model[head.x_at + k]


@inline
def push_by(head, model, y, x, lam):
    """x ← x − M⁻¹ Jᵀ λ."""
    for r in range(head.rows):
        model[head.lambda_at + r] = lam[r]
    for k in range(head.nv):
        model[head.x_at + k] = x[k]
    push(head, y, model)
    for k in range(head.nv):
        x[k] = model[head.x_at + k]
