"""Parts of the equations without solving them: constraint forces block by block, and which rows are redundant.

Both call `rate` with its depth set to ROWS_AND_FORCES: it then only fills Φ, Φ_v, ν, γ and Q.
"""

import numpy as np

from snodo._jit import RATE_FUNCTION, Floats, Table, entry, f8, i8
from snodo.formulations.planar.kernels.layout import (
    BLOCK_ROW_AT,
    DIAGONAL_AT,
    FINE,
    JACOBIAN_AT,
    MASK_AT,
    PLAN_AT,
    ROWS,
    S_AT,
)
from snodo.formulations.planar.kernels.solve import assemble_S
from snodo.math.kernels import sparse


@entry(i8(RATE_FUNCTION, Floats, Table, Table, i8, i8, Floats, Floats, Table))
def wrenches(rows_and_forces, times, states, multipliers, first, last, W, ydot, out):
    """−Φ_vᵀ λ for the blocks first … last − 1: (fx, fy, torque about the centre of mass), a row for each state."""
    I = W.view(np.int64)
    for k in range(times.size):
        if rows_and_forces(times[k], states[k], ydot, W) != FINE:
            return k + 1
        for block in range(first, last):
            force = -multipliers[k, I[I[BLOCK_ROW_AT] + block]]
            J = I[JACOBIAN_AT] + 3 * block
            for c in range(3):
                out[k, 3 * (block - first) + c] = force * W[J + c]
    return 0


@entry(i8(RATE_FUNCTION, f8, Floats, Floats, Floats, f8))
def find_redundant(rows_and_forces, t, y, ydot, W, tolerance):
    """Set the mask to the rows that do not depend on others in the state y; returns how many are dropped."""
    I = W.view(np.int64)
    status = rows_and_forces(t, y, ydot, W)
    if status != FINE:
        return -status
    assemble_S(W, I)
    return sparse.find_redundant(W, I, I[ROWS], I[S_AT], I[PLAN_AT], I[MASK_AT], I[DIAGONAL_AT], tolerance)
