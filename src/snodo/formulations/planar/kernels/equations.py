"""The planar equations in one state:  M, Q, Φ, Φ̇, ν, γ and the blocks of Φ_v."""

from snodo._jit import kernel
from snodo.formulations.kernels.statuses import FINE
from snodo.formulations.planar.kernels.all_rows import update_rows
from snodo.formulations.planar.kernels.forces import update_forces
from snodo.formulations.planar.kernels.poses import moved


@kernel
def evaluate(s, head, model, t, q, v):
    """Poses, rows and forces in the state (q, v) at time t; returns a status."""
    head.time = t
    moved(s, q, v)
    status = update_rows(s, head, model, t)
    if status == FINE:
        status = update_forces(s, head, model, t)
    return status
