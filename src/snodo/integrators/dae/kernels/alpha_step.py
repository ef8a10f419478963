"""Generalised α on the manifold, order 2, for index 3 and the stabilised index 2.

    v̇ and λ satisfy the equations at the end of the step;  a is the acceleration of the algorithm:

    (1 − α_m) a₁ + α_m a₀ = (1 − α_f) v̇₁ + α_f v̇₀                                                            (1)
    x = h v₀ + h² ((½ − β) a₀ + β a₁),      v₁ = v₀ + h ((1 − γ) a₀ + γ a₁)                                  (2)

with x in local coordinates, corrected by ½ h (D(x) v₁ − v₁) where these turn (`manifold.py`).  Chung and Hulbert 1993:

    α_m = (2ρ − 1)/(ρ + 1),  α_f = ρ/(ρ + 1),  γ = ½ + α_f − α_m,  β = ¼ (γ + ½)²

ρ, between 0 and 1, is what is left of infinitely fast vibrations after a step; HHT has α_m = 0.  With β′ = β (1 − α_f)/
(1 − α_m) and γ′ alike, dx = h² β′ dv̇ and dv = h γ′ dv̇: the iteration of `radau.py` for one stage, (hα)² → h² β′.
Stabilised index 2 adds h y to x, y + M⁻¹ Jᵀ μ = 0, for Φ = 0 and Φ̇ = 0 (Arnold, Brüls, Cardona 2015).
"""

import math

import numpy as np

from snodo._jit import inline, kernel
from snodo.formulations.kernels.statuses import FINE
from snodo.formulations.kernels.verbs import assemble
from snodo.integrators.dae.kernels.factors import DAMPING, KIND, LEVEL, RIGID, SOFTEST, STIFFNESS, factor_real
from snodo.integrators.dae.kernels.manifold import local_rates
from snodo.integrators.dae.kernels.newton import converged, rounding
from snodo.integrators.dae.kernels.notes import (
    FACTORED,
    FIRST,
    HIGHEST,
    ITERATIONS,
    NO_CONVERGENCE,
    REFUSED,
    THERE,
    WHOLE,
)
from snodo.integrators.dae.kernels.stage import (
    along,
    at_state,
    copy,
    extra_residuals,
    find_slopes,
    residuals,
    solve_for,
)
from snodo.integrators.dae.kernels.tables import (
    ACC,
    ACC_BEFORE,
    ERR,
    EXTRA,
    G_DOT,
    J_MU,
    J_RHO,
    LAM,
    LAM_BEFORE,
    LOCAL,
    MU,
    MU_RHO,
    RATE,
    RHO,
    RIGHT,
    STABILISED,
    START_A,
    STEP,
    VEL,
    W_V,
    W_X,
    G,
)
from snodo.integrators.dae.kernels.watch import arrived
from snodo.integrators.ode.kernels.state import (
    ERROR,
    ERROR_TOO_LARGE,
    EVALUATIONS,
    GO_ON,
    NOT_FINITE,
)
from snodo.math.kernels.plan import Plan
from snodo.math.kernels.records import table

END = 2  # the stage of the tables that is the end of a step
ALGORITHM, ALGORITHM_END, BEFORE_LAST = ACC_BEFORE, ACC_BEFORE + 1, ACC_BEFORE + 2
"""a at the beginning and at the end of the step, and v̇ of the step before, for the prediction."""
SMALLEST_PIVOT = 1e-10
"""Relative to the highest: rounding is not taken to be amplified by more than its root."""


@inline
def constants(size):
    """α_m, α_f, β, γ; hht: α_m = 0 and ρ is then given by α_f = (1 − ρ)/(1 + ρ)."""
    rho = abs(size.rho)
    if size.rho < 0.0:
        m, f = 0.0, (1.0 - rho) / (1.0 + rho)
    else:
        m, f = (2.0 * rho - 1.0) / (rho + 1.0), rho / (rho + 1.0)
    gamma = 0.5 + f - m
    return m, f, 0.25 * (gamma + 0.5) ** 2, gamma


@inline
def shares(size):
    """β′ and γ′."""
    m, f, beta, gamma = constants(size)
    share = (1.0 - f) / (1.0 - m)
    return beta * share, gamma * share


@kernel
def follow(s, step):
    """(1) and (2): a₁, v₁ and x from v̇₁; returns the sum of the squared changes of x, in units of the weights."""
    m, f, beta, gamma = constants(s.size)
    V, h, change = s.V, step.h, 0.0
    for k in range(s.size.nv):
        v, a = step.y0[s.size.nq + k], V[ALGORITHM, k]
        a1 = ((1.0 - f) * V[ACC + END, k] + f * V[START_A, k] - m * a) / (1.0 - m)
        V[ALGORITHM_END, k] = a1
        V[VEL + END, k] = v + h * ((1.0 - gamma) * a + gamma * a1)
        V[STEP + 1, k] = h * v + h * h * ((0.5 - beta) * a + beta * a1) + h * V[EXTRA + END, k]
    for _ in range(s.size.sweeps):
        change = 0.0
        local_rates(s.blocks, V[LOCAL + END], V[VEL + END], V[RATE])
        for k in range(s.size.nv):
            x = V[STEP + 1, k] + 0.5 * h * (V[RATE, k] - V[VEL + END, k])
            change += ((x - V[LOCAL + END, k]) / V[W_X, k]) ** 2
            V[LOCAL + END, k] = x
    return change


@inline
def softness(rows, r, h, beta, gamma):
    """D of a row that yields."""
    return 1.0 / (rows[r, STIFFNESS] * h * h * beta + rows[r, DAMPING] * h * gamma)


@kernel
def factors(head, s, step, t1):
    """S + D at the current v̇₁, factored; returns whether that succeeded."""
    model, rows = s.model, s.rows
    if at_state(head, model, s.size, t1, step.y0, s.V[LOCAL + END], s.V[VEL + END], step.y) != FINE:
        return False
    if s.size.nc == 0:
        return True
    if assemble(head, step.y, model) != FINE:
        return False
    find_slopes(head, model, rows)
    ints, (beta, gamma) = model.view(np.int64), shares(s.size)
    permutation = head.plan_at + table(Plan, model, head.plan_at, 0.0)[0].permutation
    for k in range(head.rows):
        r = ints[permutation + k]
        if rows[r, KIND] != RIGID:
            S, D = model[head.S_at + k], softness(rows, r, step.h, beta, gamma)
            model[head.S_at + k] = S + min(D, SOFTEST * S)
    return factor_real(head, model, ints)


@kernel
def correct_extra(head, s, step):
    """Stabilised index 2: J dy = Φ̇ β′/γ′ − Φ/h."""
    L, (beta, gamma) = s.L, shares(s.size)
    for r in range(s.size.nc):
        L[RIGHT, r] = 0.0
        if s.rows[r, LEVEL] == 2:
            L[RIGHT, r] = L[J_MU + END, r] + L[G + END, r] / step.h - L[G_DOT + END, r] * beta / gamma
    solve_for(head, s.model, step.y, s.V[MU_RHO + END], L[RIGHT])
    for k in range(s.size.nv):
        s.V[EXTRA + END, k] += s.V[MU_RHO + END, k]
    for r in range(s.size.nc):
        L[MU + END, r] += s.model[head.lambda_at + r] if s.rows[r, LEVEL] == 2 else 0.0


@kernel
def correction(head, s, step):
    """One Newton step for v̇₁ and λ₁; returns the sum of the squares of its changes of v₁, in units of the weights."""
    rows, V, L, h, norm = s.rows, s.V, s.L, step.h, 0.0
    beta, gamma = shares(s.size)
    for r in range(s.size.nc):
        g = L[G + END, r]
        if rows[r, KIND] != RIGID:
            g = -g * softness(rows, r, h, beta, gamma)
        elif rows[r, LEVEL] == 1 or s.size.dae_index == STABILISED:
            g = L[G_DOT + END, r] / (h * gamma)
        elif rows[r, LEVEL] == 2:
            g /= h * h * beta
        L[RIGHT, r] = L[J_RHO + END, r] + g
    copy(V[RHO + END], V[STEP], s.size.nv)
    solve_for(head, s.model, step.y, V[STEP], L[RIGHT])
    for k in range(s.size.nv):
        V[ACC + END, k] += V[STEP, k]
        norm += (h * gamma * V[STEP, k] / V[W_V, k]) ** 2
    for r in range(s.size.nc):
        L[LAM + END, r] += s.model[head.lambda_at + r]
    return norm


@kernel
def predict(s, step, first):
    """v̇₁ continues its last change; λ₁ is the last one."""
    V = s.V
    for k in range(s.size.nv):
        V[EXTRA + END, k], V[LOCAL + END, k] = 0.0, 0.0
        V[ACC + END, k] = V[START_A, k] if first else 2.0 * V[START_A, k] - V[BEFORE_LAST, k]
    for r in range(s.size.nc):
        s.L[MU + END, r], s.L[LAM + END, r] = 0.0, s.L[LAM_BEFORE, r]
    follow(s, step)


@kernel
def iterate(head, s, step, t1, noise, full, notes, count):
    """Newton's iteration from the prediction: its count, or −1; full: with factors of every iterate.

    Near singular positions the factors of one iterate do not do for the next, and changes may grow at first.  A row
    without a positive pivot is left as it is for an iteration.
    """
    before, most, amplified = 0.0, 2 * s.size.iterations, 1.0
    predict(s, step, notes[FIRST] != 0.0)
    for done in range(1, most + 1):
        if full or done == 1 or done == s.size.iterations:  # the factors are renewed where they do not do
            fine = factors(head, s, step, t1)
            notes[FACTORED] += 1
            if done == 1:
                look(s, notes, fine)
            if not (fine or full):
                return -1
            amplified = amplification(head, s, notes)
        count[EVALUATIONS] += 1
        if residuals(head, s, step, t1, END) != FINE:
            return -1
        if s.size.dae_index == STABILISED:
            extra_residuals(head, s, step, t1, END)
            correct_extra(head, s, step)
        norm = correction(head, s, step)
        norm = math.sqrt((norm + follow(s, step)) / (2 * s.size.nv))
        answer = converged(norm, before, done, most, s.size.kappa, noise * amplified)
        if answer > 0:
            return done
        if not math.isfinite(norm) or (answer < 0 and done >= s.size.iterations and not full):
            return -1
        before = norm
    return -1


@inline
def amplification(head, s, notes):
    """Of rounding, beside singular positions: 1/s, with the smallest pivot s² relative to its highest."""
    if s.size.nc == 0:
        return 1.0
    pivot = s.model[head.report_at]
    notes[HIGHEST] = max(notes[HIGHEST], pivot)
    return math.sqrt(notes[HIGHEST] / max(pivot, SMALLEST_PIVOT * notes[HIGHEST])) if notes[HIGHEST] > 0.0 else 1.0


@kernel
def look(s, notes, fine):
    """s at the end of the step, as predicted (`watch.py`)."""
    if s.size.watched and not s.size.yielding:
        notes[THERE] = 0.0
        if fine:
            arrived(s.model, notes)


@kernel
def solve_step(head, s, step, t1, notes, count):
    """v̇₁, λ₁ and what follows; GO_ON or NO_CONVERGENCE."""
    noise = rounding(s.size, s.V, step)
    done = iterate(head, s, step, t1, noise, False, notes, count)
    if done < 0 and s.size.nc:
        notes[WHOLE] += 1
        done = iterate(head, s, step, t1, noise, True, notes, count)
    if done < 0:
        notes[REFUSED] += 1
        return NO_CONVERGENCE
    notes[ITERATIONS] += done
    return GO_ON


@kernel
def step_error(head, s, step, t1, clock):
    """v₁ − v₀ − ½ h (v̇₀ + v̇₁), filtered so that J e = 0, in units of the tolerances: GO_ON, or that it is too large."""
    V, h, nv, total = s.V, step.h, s.size.nv, 0.0
    for k in range(nv):
        V[ERR, k] = V[VEL + END, k] - step.y0[s.size.nq + k] - 0.5 * h * (V[START_A, k] + V[ACC + END, k])
    if s.size.nc:
        along(head, s.model, step.y, t1, V[ERR], nv, s.L[RIGHT])
        solve_for(head, s.model, step.y, V[ERR], s.L[RIGHT])
    for k in range(nv):
        total += (V[ERR, k] / V[W_V, k]) ** 2 + (0.5 * h * V[ERR, k] / V[W_X, k]) ** 2
    clock[ERROR] = math.sqrt(total / (2 * nv))
    if clock[ERROR] < 1.0:
        return GO_ON
    return ERROR_TOO_LARGE if clock[ERROR] < 1e300 else NOT_FINITE
