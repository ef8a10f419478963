"""Parts of the equations without solving them: constraint forces block by block, and which rows are redundant.

Both call `rate` with its depth set to ROWS_AND_FORCES: it then only fills Φ, Φ_v, ν, γ and Q.
"""

from snodo._jit import RATE_FUNCTION, Floats, Table, entry, f8, i8
from snodo.formulations.kernels.tables import FINE
from snodo.formulations.planar.kernels.layout import Header, system
from snodo.formulations.planar.kernels.solve import assemble_S
from snodo.math.kernels import sparse
from snodo.math.kernels.records import table


@entry(i8(RATE_FUNCTION, Floats, Table, Table, i8, i8, Floats, Floats, Table))
def wrenches(rows_and_forces, times, states, multipliers, first, last, model, ydot, out):
    """−Φ_vᵀ λ for the blocks first … last − 1: (fx, fy, torque about the centre of mass), a row for each state."""
    s = system(model, 0, 0.0)
    for k in range(times.size):
        if rows_and_forces(times[k], states[k], ydot, model) != FINE:
            return k + 1
        for n in range(first, last):
            F = s.blocks[n].g * -multipliers[k, s.blocks[n].row]
            at = 3 * (n - first)
            out[k, at], out[k, at + 1], out[k, at + 2] = F.lin.x, F.lin.y, F.ang
    return 0


@entry(i8(RATE_FUNCTION, f8, Floats, Floats, Floats, f8))
def find_redundant(rows_and_forces, t, y, ydot, model, tolerance):
    """Set the mask to the rows that do not depend on others in the state y; returns how many are dropped."""
    head, s = table(Header, model, 0, 0.0)[0], system(model, 0, 0.0)
    status = rows_and_forces(t, y, ydot, model)
    if status != FINE:
        return -status
    assemble_S(s, head)
    mask, diagonal = head.mask_at, head.diagonal_at
    return sparse.find_redundant(model, s.ints, head.rows, head.S_at, head.plan_at, mask, diagonal, tolerance)
