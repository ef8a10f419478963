"""Everything there is to know in given states: accelerations, multipliers, violations, energies, powers; row by row."""

import numpy as np

from snodo._jit import RATE_FUNCTION, Floats, Table, entry, i8, inline
from snodo.formulations.planar.kernels.forces import elastic_energy
from snodo.formulations.planar.kernels.layout import (
    BODIES,
    BODY,
    BODY_AT,
    FINE,
    LAMBDA_AT,
    PHI_AT,
    POWER_AT,
    RATE_AT,
    ROWS,
    WORKS,
    X_AT,
)
from snodo.formulations.planar.kernels.rates import update_row_rates

ENERGIES = 3  # kinetic, gravitational, elastic


@inline
def energies(W, I, y, out, at):
    """T = Σ ½ m v² + ½ I ω²,  V = −Σ m g·r  (zero at the world's origin),  and the springs' energy."""
    n3 = 3 * I[BODIES]
    kinetic, gravity = 0.0, 0.0
    for b in range(I[BODIES]):
        body, q = I[BODY_AT] + BODY * b, 3 * b
        vx, vy, w = y[n3 + q], y[n3 + q + 1], y[n3 + q + 2]
        kinetic += 0.5 * (W[body + 2] * (vx * vx + vy * vy) + W[body + 3] * w * w)
        gravity -= W[body + 4] * y[q] + W[body + 5] * y[q + 1]
    out[at], out[at + 1], out[at + 2] = kinetic, gravity, elastic_energy(W, I)


@entry(i8(RATE_FUNCTION, Floats, Table, Floats, Floats, Table))
def evaluate(rate, times, states, W, ydot, out):
    """One row of `out` for each state: v̇, λ, Φ, Φ̇, three energies, powers.  Returns 0, or 1 + the row that failed."""
    I = W.view(np.int64)
    n3, m = 3 * I[BODIES], I[ROWS]
    for k in range(times.size):
        y, row = states[k], out[k]
        if rate(times[k], y, ydot, W) != FINE:
            return k + 1
        update_row_rates(W, I, y)
        for j in range(n3):
            row[j] = W[I[X_AT] + j]
        for j in range(m):
            row[n3 + j] = W[I[LAMBDA_AT] + j]
            row[n3 + m + j] = W[I[PHI_AT] + j]
            row[n3 + 2 * m + j] = W[I[RATE_AT] + j]
        energies(W, I, y, row, n3 + 3 * m)
        for j in range(I[WORKS]):
            row[n3 + 3 * m + ENERGIES + j] = W[I[POWER_AT] + j]
    return 0
