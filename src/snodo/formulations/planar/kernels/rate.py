"""The planar equations as an ODE: the function behind the seam between equations and time.

    q̇ = v,     [ M  Φ_vᵀ ] [ v̇ ]   [ Q ]
               [ Φ_v  0  ] [ λ ] = [ γ − 2 α (Φ_v v − ν) − β² Φ ]      (α = β = 0: no stabilisation)

The state is y = (q, v, w); w are the works of everything that has no potential: ẇ = power.
"""

import math

import numpy as np

from snodo._jit import RATE, entry, inline
from snodo.formulations.planar.kernels.all_rows import update_rows
from snodo.formulations.planar.kernels.forces import update_forces
from snodo.formulations.planar.kernels.gap import pass_over
from snodo.formulations.planar.kernels.layout import (
    ALPHA,
    BETA,
    BODIES,
    CULPRIT,
    DEPTH,
    DRIVER_AT,
    DRIVERS,
    FINE,
    GAMMA_AT,
    LAMBDA_AT,
    NOT_FINITE,
    NU_AT,
    PHI_AT,
    POWER_AT,
    Q_AT,
    RATE_AT,
    ROWS,
    ROWS_AND_FORCES,
    SOFT_ROWS,
    TIME,
    WORKS,
    X_AT,
)
from snodo.formulations.planar.kernels.poses import update_poses
from snodo.formulations.planar.kernels.rates import update_row_rates
from snodo.formulations.planar.kernels.solve import factor, solve


@inline
def stabilise(W, I, y):
    """γ ← γ − 2 α Φ̇ − β² Φ (Baumgarte 1972)."""
    alpha, beta = W[ALPHA], W[BETA]
    if alpha != 0.0 or beta != 0.0:
        update_row_rates(W, I, y)
        for r in range(I[ROWS]):
            W[I[GAMMA_AT] + r] -= 2.0 * alpha * W[I[RATE_AT] + r] + beta * beta * W[I[PHI_AT] + r]


@inline
def drivers_power(W, I):
    """A rheonomic row pushes with −λ along a coordinate that moves at ν: its power is −λ ν."""
    for k in range(I[DRIVERS]):
        W[I[POWER_AT] + I[I[DRIVER_AT] + 2 * k + 1]] = 0.0
    for k in range(I[DRIVERS]):
        row, work = I[I[DRIVER_AT] + 2 * k], I[I[DRIVER_AT] + 2 * k + 1]
        W[I[POWER_AT] + work] -= W[I[LAMBDA_AT] + row] * W[I[NU_AT] + row]


@inline
def write(W, I, y, ydot):
    """ẏ = (v, v̇, powers); a body whose acceleration is not finite is the culprit."""
    n3 = 3 * I[BODIES]
    status = FINE
    for k in range(n3):
        a = W[I[X_AT] + k]
        ydot[k] = y[n3 + k]
        ydot[n3 + k] = a
        if status == FINE and not math.isfinite(a):
            I[CULPRIT] = k // 3
            status = NOT_FINITE
    for k in range(I[WORKS]):
        ydot[2 * n3 + k] = W[I[POWER_AT] + k]
    return status


@entry(RATE)
def rate(t, y, ydot, W):
    """ẏ in the state y at time t; a status other than zero says what is wrong."""
    I = W.view(np.int64)
    W[TIME] = t
    update_poses(W, I, y)
    status = update_rows(W, I, t)
    if status == FINE:
        status = update_forces(W, I, t)
    if status != FINE or I[DEPTH] == ROWS_AND_FORCES:
        return status
    stabilise(W, I, y)
    if I[SOFT_ROWS]:
        status = pass_over(W, I, t)
    else:
        status = factor(W, I)
        if status == FINE:
            solve(W, I, I[Q_AT], I[GAMMA_AT])
    if status != FINE:
        return status
    drivers_power(W, I)
    return write(W, I, y, ydot)
