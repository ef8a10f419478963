"""Driven motion: at each time Φ(t, q) = 0 for the positions, Φ_v v = ν for the velocities.

Where the drivers leave no freedom the projection in the mass metric has one answer: the motion itself.  Between two
output times the path is followed in sub-steps: predict by velocity and acceleration, correct; halve the sub-step when
the correction is not small against the step (another branch could be near) or does not converge (a dead point is).
"""

import math

import numpy as np

from snodo._jit import PROJECT_FUNCTION, RATE_FUNCTION, Floats, Table, entry, f8, i8, inline
from snodo.formulations.kernels.statuses import FINE

LARGEST_CORRECTION = 0.1  # of a sub-step's motion
SMALLEST_PIVOT = 1e-10  # relative pivot of S taken for a dead point


@inline
def assign(to, values):
    """Copy, element by element."""
    for k in range(values.size):
        to[k] = values[k]


@inline
def predict(y, ydot, h, nq, nv, paired, guess):
    """q + h q̇ + h² v̇ / 2 (without the last where coordinates are not one to one with velocities),  v + h v̇."""
    for k in range(nq + nv):
        guess[k] = y[k] + h * ydot[k]
    if paired:
        for k in range(nv):
            guess[k] += 0.5 * h * h * ydot[nq + k]


@inline
def jumped(y, guess, corrected, nq):
    """Whether the correction is large against the step (in any coordinate that moves)."""
    step, moved = 0.0, 0.0
    for k in range(nq):
        step = max(step, abs(corrected[k] - y[k]))
        moved = max(moved, abs(corrected[k] - guess[k]))
    return moved > LARGEST_CORRECTION * step + 1e-9


@entry(i8(RATE_FUNCTION, PROJECT_FUNCTION, Floats, Table, Floats, i8, i8, i8, i8, i8, f8, f8, Table, Floats))
def follow(
    rate,
    project,
    times,
    states,
    model,
    nq,
    nv,
    paired,
    pivot_at,
    factored_at,
    tolerance,
    smallest_step,
    scratch,
    report,
):
    """Fill states[1:] from the closed states[0]; returns the number of rows filled.

    paired: whether the first nv coordinates are one to one with the velocities.
    pivot_at: where the equations report their smallest relative pivot; factored_at: where they keep that there are
    factors.  scratch: four states.  If it is less than all, the motion met a dead point: `report` = (time, relative
    pivot) just before it.
    """
    ints = model.view(np.int64)
    y, guess, corrected, ydot = scratch[0], scratch[1], scratch[2], scratch[3]
    assign(y, states[0])
    assign(guess, states[0])
    t = times[0]
    for row in range(1, times.size):
        h = times[row] - t
        while t < times[row]:
            h = min(h, times[row] - t)
            ok = rate(t, y, ydot, model) == FINE and model[pivot_at] > SMALLEST_PIVOT
            report[0], report[1] = t, model[pivot_at]
            if not ok:
                return row
            predict(y, ydot, h, nq, nv, paired, guess)
            assign(corrected, guess)
            ints[factored_at] = 0
            ok = project(t + h, corrected, model, tolerance) >= 0
            if not ok or jumped(y, guess, corrected, nq):
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
