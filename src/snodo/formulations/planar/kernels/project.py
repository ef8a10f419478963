"""The correction back onto the constraints, in the mass metric: first Φ = 0, then Φ_v v = ν.

    min ½ Δᵀ M Δ   with   J Δ = −c          c = Φ for positions, Φ̇ for velocities

is the linear system of `solve.py` with f = 0, g = −c.  The factors of the last evaluation serve as long as they make
progress (modified Newton); then they are renewed.
"""

import math

import numpy as np

from snodo._jit import PROJECT, entry, inline
from snodo.formulations.planar.kernels.all_rows import update_rows
from snodo.formulations.planar.kernels.layout import (
    BODIES,
    CONTRADICTION,
    CULPRIT,
    DIAGONAL_AT,
    FACTORED,
    FINE,
    GAMMA_AT,
    MASK_AT,
    NO_CONVERGENCE,
    PHI_AT,
    Q_AT,
    RATE_AT,
    ROWS,
    SCALE_AT,
    X_AT,
)
from snodo.formulations.planar.kernels.poses import update_poses
from snodo.formulations.planar.kernels.rates import update_row_rates
from snodo.formulations.planar.kernels.solve import factor, solve
from snodo.math.kernels import sparse

MOST_CORRECTIONS = 12
STILL_CLOSED = 1e-9  # what is accepted when round-off ends the iteration above the tolerance
LARGEST_CONTRADICTION = 1e-6


@inline
def largest(W, I, values):
    """Largest of the kept rows' values, each against the row's natural size."""
    worst = 0.0
    for r in range(I[ROWS]):
        if W[I[MASK_AT] + r] != 0.0:
            error = abs(W[values + r]) / W[I[SCALE_AT] + r]
            if not error <= worst:
                worst = error
    return worst


@inline
def contradiction(W, I):
    """Redundant rows left out must hold by themselves; one that does not contradicts the others."""
    for r in range(I[ROWS]):
        if W[I[MASK_AT] + r] == 0.0 and abs(W[I[PHI_AT] + r]) > LARGEST_CONTRADICTION * W[I[SCALE_AT] + r]:
            I[CULPRIT] = r
            return CONTRADICTION
    return FINE


@inline
def fastest(y, n3):
    """The largest velocity, at least one."""
    speed = 1.0
    for k in range(n3):
        speed = max(speed, abs(y[n3 + k]))
    return speed


@entry(PROJECT)
def project(t, y, W, tolerance):
    """Correct y in place; returns the number of corrections, or minus a status."""
    I = W.view(np.int64)
    n3, corrections = 3 * I[BODIES], 0
    for level in range(2):
        values = I[PHI_AT] if level == 0 else I[RATE_AT]
        enough = tolerance if level == 0 else tolerance * fastest(y, n3)
        error, before, renewed = math.inf, math.inf, False
        most = corrections + MOST_CORRECTIONS  # the velocities have as many as the positions
        while True:
            update_poses(W, I, y)
            status = update_rows(W, I, t)
            if status != FINE:
                return -status
            update_row_rates(W, I, y)
            error = largest(W, I, values)
            if error <= enough or corrections > most:
                break
            if I[FACTORED] == 0 or error > 0.3 * before:
                if renewed and error > 0.5 * before:
                    break
                if factor(W, I) != FINE:
                    return -NO_CONVERGENCE
                renewed = True
            for k in range(n3):
                W[I[Q_AT] + k] = 0.0
            for r in range(I[ROWS]):
                W[I[GAMMA_AT] + r] = -W[values + r]
            solve(W, I, I[Q_AT], I[GAMMA_AT])
            for k in range(n3):
                y[level * n3 + k] += W[I[X_AT] + k]
            before = error
            corrections += 1
        if not error <= max(enough, STILL_CLOSED):
            return -NO_CONVERGENCE
    status = contradiction(W, I)
    if status != FINE:
        return -status
    sparse.remember_sizes(W, I[ROWS], I[DIAGONAL_AT])
    return corrections
