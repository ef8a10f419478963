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
from snodo.integrators.dae.kernels.stage import STABILISED, along, at_state, find_slopes, push_by, residuals, solve_for

# rows of the table V of vectors with nv numbers; of the first ones there are three, one for each stage
ACC, VEL, LOCAL, RATE, RHO, ACC_BEFORE, EXTRA, MU_RHO, STEP = 0, 3, 6, 9, 12, 15, 18, 21, 24
ERR, ERR_X, ACC_END, W_X, W_V, REAL, IMAGINARY, START_A, END_A = 27, 28, 29, 30, 31, 32, 33, 34, 35
OUT_X, OUT_V, OUT_RATE = 36, 37, 38
VECTORS = 39
# rows of the table Λ of vectors with nc numbers
LAM, G, G_DOT, J_RHO, LAM_BEFORE, MU, RIGHT, J_MU = 0, 3, 6, 9, 12, 15, 18, 21
ROW_VECTORS = 24
CONVERGED, FAILED = 0, 1


@inline
def stage_time(t, h, i, latest):
    """When stage i is evaluated."""
    return min(t + C[i] * h, latest)


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
def predict(size, V, L, first, ratio):
    """A and Λ of the stages: constant in the first step, else the polynomials of the last step, continued."""
    for i in range(3):
        w = lagrange(1.0 + ratio * C[i])
        for k in range(size.nv):
            V[EXTRA + i, k] = 0.0
            if first:
                V[ACC + i, k] = V[ACC_END, k]
            else:
                before = V[ACC_BEFORE, k], V[ACC_BEFORE + 1, k], V[ACC_BEFORE + 2, k]
                V[ACC + i, k] = w[0] * before[0] + w[1] * before[1] + w[2] * before[2]
        for r in range(size.nc):
            L[MU + i, r] = 0.0
            if not first:
                before = L[LAM_BEFORE, r], L[LAM_BEFORE + 1, r], L[LAM_BEFORE + 2, r]
                L[LAM + i, r] = w[0] * before[0] + w[1] * before[1] + w[2] * before[2]


@kernel
def stage_velocities(size, V, v, h):
    """U = v + h A_rk A."""
    for i in range(3):
        for k in range(size.nv):
            sum_ = A[i][0] * V[ACC, k] + A[i][1] * V[ACC + 1, k] + A[i][2] * V[ACC + 2, k]
            V[VEL + i, k] = v[k] + h * sum_


@kernel
def stage_places(size, blocks, V, h):
    """X = h A_rk Ẋ, swept until it is still; returns the sum of the squares of its changes, in units of the weights."""
    change = 0.0
    for _ in range(size.sweeps):
        for i in range(3):
            for k in range(size.nv):
                V[STEP, k] = V[VEL + i, k] + V[EXTRA + i, k]
            local_rates(blocks, V[LOCAL + i], V[STEP], V[RATE + i])
        for i in range(3):
            for k in range(size.nv):
                sum_ = A[i][0] * V[RATE, k] + A[i][1] * V[RATE + 1, k] + A[i][2] * V[RATE + 2, k]
                change += ((h * sum_ - V[LOCAL + i, k]) / V[W_X, k]) ** 2
                V[LOCAL + i, k] = h * sum_
    return change


@kernel
def factors(head, model, size, rows, t, h, y0, y, V, Z):
    """S + D at the middle stage of the prediction, factored; returns whether that succeeded."""
    ints = model.view(np.int64)
    if at_state(head, model, size, t, y0, V[LOCAL + 1], V[VEL + 1], y) != FINE:
        return False
    if size.nc == 0:
        return True
    if assemble(head, y, model) != FINE:
        return False
    if size.yielding:
        find_slopes(head, model, rows)
        factor_complex(head, model, ints, rows, h * BETA, Z)
        add_compliance(head, model, ints, rows, h * ALPHA)
    return factor_real(head, model, ints)


@kernel
def all_residuals(head, model, size, works, rows, t, h, latest, y0, y, scratch, V, L, P):
    """What is missing in all stages; the middle one comes last, so that J and M are there as those of the factors."""
    for n in range(3):
        i = 2 * n if n < 2 else 1
        status = residuals(
            head,
            model,
            size,
            works,
            rows,
            stage_time(t, h, i, latest),
            y0,
            y,
            scratch,
            V[LOCAL + i],
            V[VEL + i],
            V[ACC + i],
            L[LAM + i],
            V[RHO + i],
            L[J_RHO + i],
            L[G + i],
            L[G_DOT + i],
            P[i],
        )
        if status != FINE:
            return status
        if size.dae_index == STABILISED:  # Y + M⁻¹ Jᵀ μ
            for k in range(size.nv):
                V[MU_RHO + i, k] = 0.0
            push_by(head, model, y, V[MU_RHO + i], L[MU + i])
            for k in range(size.nv):
                V[MU_RHO + i, k] -= V[EXTRA + i, k]
            along(head, model, y, t, V[MU_RHO + i], size.nv, L[J_MU + i])
    return FINE


@inline
def levelled(rows, L, r, i, h, index):
    """g of (2) for a rigid row."""
    if rows[r, LEVEL] == 2 and index != STABILISED:
        w = A_INVERSE_2[i]
        return (w[0] * L[G, r] + w[1] * L[G + 1, r] + w[2] * L[G + 2, r]) / (h * h)
    if rows[r, LEVEL] >= 1:
        w = A_INVERSE[i]
        return (w[0] * L[G, r] + w[1] * L[G + 1, r] + w[2] * L[G + 2, r]) / h
    return L[G + i, r]


@kernel
def correct_rigid(head, model, size, rows, h, y, V, L):
    """(2) without rows that yield: stage by stage, with the real factors."""
    for i in range(3):
        for r in range(size.nc):
            L[RIGHT, r] = L[J_RHO + i, r] + levelled(rows, L, r, i, h, size.dae_index)
        for k in range(size.nv):
            V[STEP + i, k] = V[RHO + i, k]
        solve_for(head, model, y, V[STEP + i], L[RIGHT])
        for r in range(size.nc):
            L[LAM + i, r] += model[head.lambda_at + r]


@inline
def mode(values, first, k, w):
    """A number of the three stages, along an eigenvector."""
    return w[0] * values[first, k] + w[1] * values[first + 1, k] + w[2] * values[first + 2, k]


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
def correct_yielding(head, model, size, rows, h, y, V, L, Z, b, z):
    """(2) with rows that yield, along the real and the complex eigenvector."""
    ints = model.view(np.int64)
    for r in range(size.nc):
        L[RIGHT, r] = right_of(rows, L, r, T_INVERSE_REAL, h * ALPHA)
        b[r] = right_of(rows, L, r, T_INVERSE_COMPLEX, h * BETA)
    for k in range(size.nv):
        V[ERR, k] = mode(V, RHO, k, T_INVERSE_REAL)
        rho = mode(V, RHO, k, T_INVERSE_COMPLEX)
        V[REAL, k], V[IMAGINARY, k] = rho.real, rho.imag
    solve_for(head, model, y, V[ERR], L[RIGHT])
    for r in range(size.nc):
        L[RIGHT, r] = model[head.lambda_at + r]
    solve_complex(head, model, ints, Z, b, z)
    for r in range(size.nc):
        L[RIGHT + 1, r], L[RIGHT + 2, r] = b[r].real, b[r].imag
    push_by(head, model, y, V[REAL], L[RIGHT + 1])
    push_by(head, model, y, V[IMAGINARY], L[RIGHT + 2])
    for i in range(3):
        t = T_COMPLEX[i]
        for k in range(size.nv):
            pair = 2.0 * (t.real * V[REAL, k] - t.imag * V[IMAGINARY, k])
            V[STEP + i, k] = T_REAL[i] * V[ERR, k] + pair
        for r in range(size.nc):
            pair = 2.0 * (t.real * L[RIGHT + 1, r] - t.imag * L[RIGHT + 2, r])
            L[LAM + i, r] += T_REAL[i] * L[RIGHT, r] + pair


@kernel
def correct_extra(head, model, size, rows, h, y, V, L):
    """Stabilised index 2: J dY = Φ̇ − (h A_rk)⁻¹ Φ."""
    for i in range(3):
        w = A_INVERSE[i]
        for r in range(size.nc):
            L[RIGHT, r] = 0.0
            if rows[r, LEVEL] == 2:
                phi = w[0] * L[G, r] + w[1] * L[G + 1, r] + w[2] * L[G + 2, r]
                L[RIGHT, r] = L[J_MU + i, r] + phi / h - L[G_DOT + i, r]
        solve_for(head, model, y, V[MU_RHO + i], L[RIGHT])
        for r in range(size.nc):
            if rows[r, LEVEL] == 2:
                L[MU + i, r] += model[head.lambda_at + r]
    for i in range(3):
        for k in range(size.nv):
            V[EXTRA + i, k] += V[MU_RHO + i, k]
        for r in range(size.nc):
            L[G + i, r] = L[G_DOT + i, r]


@kernel
def take_step(size, blocks, v, h, V):
    """A ← A + dA, and what follows from it; returns the norm of the change."""
    norm = 0.0
    for i in range(3):
        for k in range(size.nv):
            V[ACC + i, k] += V[STEP + i, k]
    for i in range(3):
        for k in range(size.nv):
            change = h * (A[i][0] * V[STEP, k] + A[i][1] * V[STEP + 1, k] + A[i][2] * V[STEP + 2, k])
            norm += (change / V[W_V, k]) ** 2
    stage_velocities(size, V, v, h)
    norm += stage_places(size, blocks, V, h)
    return math.sqrt(norm / (6 * size.nv))


@kernel
def filtered_error(head, model, size, rows, t, h, y, v, V, L):
    """(3), in units of the tolerances; the state of the model is that of the factors."""
    nv, ha = size.nv, h * ALPHA
    for k in range(nv):
        rise = 0.0
        x = 0.0
        for i in range(3):
            rise += ERROR[i] * (V[VEL + i, k] - v[k])
            x += ERROR[i] * V[LOCAL + i, k]
        V[ERR, k] = ha * V[ACC_END, k] + rise
        V[ERR_X, k] = ha * v[k] + x
    if size.nc:
        along(head, model, y, t, V[ERR_X], nv, L[J_RHO])
        along(head, model, y, t, V[ERR], nv, L[RIGHT])
        for r in range(size.nc):
            if rows[r, KIND] != RIGID:
                k, c = rows[r, STIFFNESS], rows[r, DAMPING]
                L[RIGHT, r] += k / (k * ha + c) * L[J_RHO, r] if k != 0.0 else 0.0
        solve_for(head, model, y, V[ERR], L[RIGHT])
    total = 0.0
    for k in range(nv):
        e = V[ERR, k]
        total += (e / V[W_V, k]) ** 2 + (ha * e / V[W_X, k]) ** 2
    return math.sqrt(total / (2 * nv))
