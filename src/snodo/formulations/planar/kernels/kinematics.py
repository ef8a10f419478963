"""Driven motion: at each time Φ(t, q) = 0 for the positions, Φ_v v = ν for the velocities.

Where the drivers leave no freedom the projection in the mass metric has one answer: the motion itself.  Between two
output times the path is followed in sub-steps: predict by velocity and acceleration, correct; halve the sub-step when
the correction is not small against the step (another branch could be near) or does not converge (a dead point is).
"""

import math

import numpy as np

from snodo._jit import PROJECT_FUNCTION, RATE_FUNCTION, Floats, Table, entry, f8, i8, inline
from snodo.formulations.planar.kernels.layout import BODIES, FACTORED, FINE, REPORT, X_AT

LARGEST_CORRECTION = 0.1  # of a sub-step's motion
SMALLEST_PIVOT = 1e-10  # relative pivot of S taken for a dead point


@inline
def assign(to, values):
    """Copy, element by element."""
    for k in range(values.size):
        to[k] = values[k]


@inline
def predict(W, I, y, h, guess):
    """q + h v + h² a / 2,  v + h a."""
    n3, X = 3 * I[BODIES], I[X_AT]
    for k in range(n3):
        a = W[X + k]
        guess[k] = y[k] + h * (y[n3 + k] + 0.5 * h * a)
        guess[n3 + k] = y[n3 + k] + h * a


@inline
def jumped(y, guess, corrected, n3):
    """Whether the correction is large against the step (in any coordinate that moves)."""
    step, moved = 0.0, 0.0
    for k in range(n3):
        step = max(step, abs(corrected[k] - y[k]))
        moved = max(moved, abs(corrected[k] - guess[k]))
    return moved > LARGEST_CORRECTION * step + 1e-9


@entry(i8(RATE_FUNCTION, PROJECT_FUNCTION, Floats, Table, Floats, f8, f8, Table, Floats))
def follow(rate, project, times, states, W, tolerance, smallest_step, scratch, report):
    """Fill states[1:] from the closed states[0]; returns the number of rows filled.

    scratch: four states.  If it is less than all, the motion met a dead point: `report` = (time, relative pivot) just
    before it.
    """
    I = W.view(np.int64)
    n3 = 3 * I[BODIES]
    y, guess, corrected, ydot = scratch[0], scratch[1], scratch[2], scratch[3]
    assign(y, states[0])
    assign(guess, states[0])
    t = times[0]
    for row in range(1, times.size):
        h = times[row] - t
        while t < times[row]:
            h = min(h, times[row] - t)
            ok = rate(t, y, ydot, W) == FINE and W[REPORT] > SMALLEST_PIVOT
            report[0], report[1] = t, W[REPORT]
            if not ok:
                return row
            predict(W, I, y, h, guess)
            assign(corrected, guess)
            I[FACTORED] = 0
            ok = project(t + h, corrected, W, tolerance) >= 0
            if not ok or jumped(y, guess, corrected, n3):
                h *= 0.5
                if h < smallest_step:
                    return row
                continue
            t = times[row] if h >= times[row] - t else t + h
            assign(y, corrected)
            h *= 2.0
        assign(states[row], y)
    if not math.isfinite(y[0]):
        return 0
    return times.size
