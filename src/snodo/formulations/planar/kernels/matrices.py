"""Parts of the equations without solving them: constraint forces block by block, and redundant rows."""

from snodo._jit import Floats, Table, entry, f8, i8
from snodo.formulations.kernels.statuses import FINE
from snodo.formulations.planar.kernels.all_rows import update_rows
from snodo.formulations.planar.kernels.equations import evaluate
from snodo.formulations.planar.kernels.layout import Header, system
from snodo.formulations.planar.kernels.poses import moved
from snodo.formulations.planar.kernels.solve import assemble_S
from snodo.math.kernels import sparse
from snodo.math.kernels.records import table, view


@entry(i8(f8, Floats, Floats))
def update(t, y, model):
    """Φ, Φ̇, ν, Φ̈ = −γ, the blocks of Φ_v, and Q in the state y; nothing is solved."""
    head, s = table(Header, model, 0, 0.0)[0], system(model, 0, 0.0)
    head.factored = 0
    return evaluate(s, head, model, t, view(y, 0, 0.0), view(y, head.nv, 0.0))


@entry(i8(Floats, Table, Table, i8, i8, Floats, Table))
def wrenches(times, states, multipliers, first, last, model, out):
    """−Φ_vᵀ λ for the blocks first … last − 1: (fx, fy, torque about the centre of mass), a row for each state."""
    head, s = table(Header, model, 0, 0.0)[0], system(model, 0, 0.0)
    for k in range(times.size):
        moved(s, view(states[k], 0, 0.0), view(states[k], head.nv, 0.0))
        if update_rows(s, head, model, times[k]) != FINE:
            return k + 1
        for n in range(first, last):
            F = s.blocks[n].g * -multipliers[k, s.blocks[n].row]
            at = 3 * (n - first)
            out[k, at], out[k, at + 1], out[k, at + 2] = F.lin.x, F.lin.y, F.ang
    return 0


@entry(i8(f8, Floats, Floats, f8))
def find_redundant(t, y, model, tolerance):
    """Set the mask of independent rows in the state y; returns the number of dependent rows."""
    head, s = table(Header, model, 0, 0.0)[0], system(model, 0, 0.0)
    head.factored = 0
    status = evaluate(s, head, model, t, view(y, 0, 0.0), view(y, head.nv, 0.0))
    if status != FINE:
        return -status
    assemble_S(s, head)
    mask, diagonal = head.mask_at, head.diagonal_at
    return sparse.find_redundant(model, s.ints, head.rows, head.S_at, head.plan_at, mask, diagonal, tolerance)
