"""One step of Radau IIA, order 5, on  M a + Jᵀ λ = Q  with the rows at the level of the index.

Stage accelerations A_i and multipliers Λ_i are the unknowns; velocities and local coordinates follow from them:

    U = v + h A_rk A,     X = h A_rk Ẋ,   Ẋ_i = D(X_i) U_i                                                   (1)

A Newton iteration solves, with J and M of the middle stage of the prediction,

    [ 1   M⁻¹ Jᵀ ] [ dA ]   [ ρ ]           p = 2, 1, 0 for rows at the level of Φ, Φ̇, Φ̈
    [ J    −D    ] [ dΛ ] = [−g ]           g = (h A_rk)⁻ᵖ (Φ, Φ̇, Φ̈)                                        (2)

that is (S + D) dΛ = J ρ + g, dA = ρ − M⁻¹ Jᵀ dΛ, which the verbs of the formulation do.  Without rows that yield, D = 0
and one real S serves all stages; else the stages are decoupled by the eigenvectors of A_rk, and S + D is factored for
the real and for the complex eigenvalue (`factors.py`).  Nothing in (2) grows as h becomes small.

The index stabilised after Gear, Gupta and Leimkuhler has Ẋ_i = D(X_i) (U_i + Y_i), Y_i + M⁻¹ Jᵀ μ_i = 0, and both
Φ = 0 and Φ̇ = 0.

Where this iteration does not converge, as near singular positions, the step is repeated with J_i and M_i of each stage
in one dense matrix (`whole_newton.py`).

The error is estimated by Radau's embedded formula, filtered by the same factors, so that J e = 0:

    e = α₀ h a + Σ e_i (U_i − v)                                                                             (3)

(Hairer, Wanner, *Solving ODE II*, IV.8; Hairer, Lubich, Roche 1989.)
"""

import math

import numpy as np

from snodo._jit import inline, kernel
from snodo.formulations.kernels.statuses import FINE
from snodo.formulations.kernels.verbs import assemble
from snodo.integrators.dae.kernels.coefficients import (
    A_INVERSE,
    A_INVERSE_2,
    ALPHA,
    BETA,
    ERROR,
    T_COMPLEX,
    T_INVERSE_COMPLEX,
    T_INVERSE_REAL,
    T_REAL,
    A,
    C,
)
from snodo.integrators.dae.kernels.factors import (
    DAMPING,
    KIND,
    LEVEL,
    RIGID,
    STIFFNESS,
    add_compliance,
    compliance,
    factor_complex,
    factor_real,
    solve_complex,
)
from snodo.integrators.dae.kernels.manifold import local_rates
from snodo.integrators.dae.kernels.stage import (
    along,
    at_state,
    extra_residuals,
    find_slopes,
    push_by,
    residuals,
    solve_for,
)
from snodo.integrators.dae.kernels.tables import (
    ACC,
    ACC_BEFORE,
    ACC_END,
    ERR,
    ERR_X,
    EXTRA,
    G_DOT,
    IMAGINARY,
    J_MU,
    J_RHO,
    LAM,
    LAM_BEFORE,
    LOCAL,
    MU,
    MU_RHO,
    RATE,
    REAL,
    RHO,
    RIGHT,
    STABILISED,
    STEP,
    VEL,
    W_V,
    W_X,
    G,
)


@inline
def stage_time(step, i):
    """When stage i is evaluated."""
    return min(step.t + C[i] * step.h, step.latest)


@inline
def mode(values, first, k, w):
    """Number k of the three vectors from row `first` on, in a sum with the weights w."""
    return w[0] * values[first, k] + w[1] * values[first + 1, k] + w[2] * values[first + 2, k]


@inline
def lagrange(s):
    """Weights of the stages in the quadratic through them, at the fraction s of the step."""
    c0, c1, c2 = C
    return (
        (s - c1) * (s - c2) / ((c0 - c1) * (c0 - c2)),
        (s - c0) * (s - c2) / ((c1 - c0) * (c1 - c2)),
        (s - c0) * (s - c1) / ((c2 - c0) * (c2 - c1)),
    )


@kernel
def predict(s, first, ratio):
    """A and Λ of the stages: constant in the first step, else the polynomials of the last step, continued."""
    V, L = s.V, s.L
    for i in range(3):
        w = lagrange(1.0 + ratio * C[i])
        for k in range(s.size.nv):
            V[EXTRA + i, k] = 0.0
            V[ACC + i, k] = V[ACC_END, k] if first else mode(V, ACC_BEFORE, k, w)
        for r in range(s.size.nc):
            L[MU + i, r] = 0.0
            if not first:
                L[LAM + i, r] = mode(L, LAM_BEFORE, r, w)


@kernel
def stage_velocities(s, step):
    """U = v + h A_rk A."""
    for i in range(3):
        for k in range(s.size.nv):
            s.V[VEL + i, k] = step.y0[s.size.nq + k] + step.h * mode(s.V, ACC, k, A[i])


@kernel
def stage_places(s, h):
    """X = h A_rk Ẋ, swept until it is still; returns the sum of the squares of its changes, in units of the weights."""
    V, change = s.V, 0.0
    for _ in range(s.size.sweeps):
        for i in range(3):
            for k in range(s.size.nv):
                V[STEP, k] = V[VEL + i, k] + V[EXTRA + i, k]
            local_rates(s.blocks, V[LOCAL + i], V[STEP], V[RATE + i])
        for i in range(3):
            for k in range(s.size.nv):
                x = h * mode(V, RATE, k, A[i])
                change += ((x - V[LOCAL + i, k]) / V[W_X, k]) ** 2
                V[LOCAL + i, k] = x
    return change


@kernel
def factors(head, s, step):
    """S + D at the middle stage, factored; returns whether that succeeded."""
    model, V = s.model, s.V
    ints, t = model.view(np.int64), stage_time(step, 1)
    if at_state(head, model, s.size, t, step.y0, V[LOCAL + 1], V[VEL + 1], step.y) != FINE:
        return False
    if s.size.nc == 0:
        return True
    if assemble(head, step.y, model) != FINE:
        return False
    if s.size.yielding:
        find_slopes(head, model, s.rows)
        factor_complex(head, model, ints, s.rows, step.h * BETA, s.Z)
        add_compliance(head, model, ints, s.rows, step.h * ALPHA)
    return factor_real(head, model, ints)


@kernel
def all_residuals(head, s, step):
    """What is missing in all stages; the middle one comes last, so that J and M are there as those of the factors."""
    for n in range(3):
        i = 2 * n if n < 2 else 1
        status = residuals(head, s, step, stage_time(step, i), i)
        if status != FINE:
            return status
        if s.size.dae_index == STABILISED:
            extra_residuals(head, s, step, step.t, i)
    return FINE


@inline
def levelled(s, r, i, h):
    """g of (2) for a rigid row."""
    level = s.rows[r, LEVEL]
    if level == 2 and s.size.dae_index != STABILISED:
        return mode(s.L, G, r, A_INVERSE_2[i]) / (h * h)
    return mode(s.L, G, r, A_INVERSE[i]) / h if level >= 1 else s.L[G + i, r]


@kernel
def correct_rigid(head, s, step):
    """(2) without rows that yield: stage by stage, with the real factors."""
    model, V, L = s.model, s.V, s.L
    for i in range(3):
        for r in range(s.size.nc):
            L[RIGHT, r] = L[J_RHO + i, r] + levelled(s, r, i, step.h)
        for k in range(s.size.nv):
            V[STEP + i, k] = V[RHO + i, k]
        solve_for(head, model, step.y, V[STEP + i], L[RIGHT])
        for r in range(s.size.nc):
            L[LAM + i, r] += model[head.lambda_at + r]


@inline
def right_of(rows, L, r, w, ha):
    """J ρ + g along an eigenvector; for a row that yields J ρ − D (λ − λ(Φ, Φ̇))."""
    g, J_rho = mode(L, G, r, w), mode(L, J_RHO, r, w)
    if rows[r, KIND] != RIGID:
        return J_rho - compliance(rows, r, ha) * g
    if rows[r, LEVEL] == 2:
        return J_rho + g / (ha * ha)
    return J_rho + g / ha if rows[r, LEVEL] == 1 else J_rho + g


@kernel
def correct_yielding(head, s, step):
    """(2) with rows that yield, along the real and the complex eigenvector."""
    model, rows, V, L, b, y, h = s.model, s.rows, s.V, s.L, s.b, step.y, step.h
    for r in range(s.size.nc):
        L[RIGHT, r] = right_of(rows, L, r, T_INVERSE_REAL, h * ALPHA)
        b[r] = right_of(rows, L, r, T_INVERSE_COMPLEX, h * BETA)
    for k in range(s.size.nv):
        V[ERR, k] = mode(V, RHO, k, T_INVERSE_REAL)
        rho = mode(V, RHO, k, T_INVERSE_COMPLEX)
        V[REAL, k], V[IMAGINARY, k] = rho.real, rho.imag
    solve_for(head, model, y, V[ERR], L[RIGHT])
    for r in range(s.size.nc):
        L[RIGHT, r] = model[head.lambda_at + r]
    solve_complex(head, model, model.view(np.int64), s.Z, b, s.z)
    for r in range(s.size.nc):
        L[RIGHT + 1, r], L[RIGHT + 2, r] = b[r].real, b[r].imag
    push_by(head, model, y, V[REAL], L[RIGHT + 1])
    push_by(head, model, y, V[IMAGINARY], L[RIGHT + 2])
    for i in range(3):
        t = T_COMPLEX[i]
        for k in range(s.size.nv):
            pair = 2.0 * (t.real * V[REAL, k] - t.imag * V[IMAGINARY, k])
            V[STEP + i, k] = T_REAL[i] * V[ERR, k] + pair
        for r in range(s.size.nc):
            pair = 2.0 * (t.real * L[RIGHT + 1, r] - t.imag * L[RIGHT + 2, r])
            L[LAM + i, r] += T_REAL[i] * L[RIGHT, r] + pair


@kernel
def correct_extra(head, s, step):
    """Stabilised index 2: J dY = Φ̇ − (h A_rk)⁻¹ Φ."""
    model, rows, V, L = s.model, s.rows, s.V, s.L
    for i in range(3):
        for r in range(s.size.nc):
            L[RIGHT, r] = 0.0
            if rows[r, LEVEL] == 2:
                L[RIGHT, r] = L[J_MU + i, r] + mode(L, G, r, A_INVERSE[i]) / step.h - L[G_DOT + i, r]
        solve_for(head, model, step.y, V[MU_RHO + i], L[RIGHT])
        for r in range(s.size.nc):
            if rows[r, LEVEL] == 2:
                L[MU + i, r] += model[head.lambda_at + r]
    for i in range(3):
        for k in range(s.size.nv):
            V[EXTRA + i, k] += V[MU_RHO + i, k]
        for r in range(s.size.nc):
            L[G + i, r] = L[G_DOT + i, r]


@kernel
def take_step(s, step):
    """A ← A + dA, and what follows from it; returns the norm of the change."""
    V, norm = s.V, 0.0
    for i in range(3):
        for k in range(s.size.nv):
            V[ACC + i, k] += V[STEP + i, k]
    for i in range(3):
        for k in range(s.size.nv):
            norm += (step.h * mode(V, STEP, k, A[i]) / V[W_V, k]) ** 2
    stage_velocities(s, step)
    norm += stage_places(s, step.h)
    return math.sqrt(norm / (6 * s.size.nv))


@kernel
def filtered_error(head, s, step):
    """(3), in units of the tolerances; the state of the model is that of the factors."""
    model, rows, V, L, y = s.model, s.rows, s.V, s.L, step.y
    nv, ha, t = s.size.nv, step.h * ALPHA, stage_time(step, 1)
    for k in range(nv):
        v, rise, x = step.y0[s.size.nq + k], 0.0, 0.0
        for i in range(3):
            rise += ERROR[i] * (V[VEL + i, k] - v)
            x += ERROR[i] * V[LOCAL + i, k]
        V[ERR, k] = ha * V[ACC_END, k] + rise
        V[ERR_X, k] = ha * v + x
    if s.size.nc:
        along(head, model, y, t, V[ERR_X], nv, L[J_RHO])
        along(head, model, y, t, V[ERR], nv, L[RIGHT])
        for r in range(s.size.nc):
            if rows[r, KIND] != RIGID:
                k, c = rows[r, STIFFNESS], rows[r, DAMPING]
                L[RIGHT, r] += k / (k * ha + c) * L[J_RHO, r] if k != 0.0 else 0.0
        solve_for(head, model, y, V[ERR], L[RIGHT])
    total = 0.0
    for k in range(nv):
        e = V[ERR, k]
        total += (e / V[W_V, k]) ** 2 + (ha * e / V[W_X, k]) ** 2
    return math.sqrt(total / (2 * nv))
