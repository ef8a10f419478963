"""The mass matrix of one state: `crba.py`, with what it is given and what it finds checked."""

from snodo._jit import Floats, Table, entry, i8
from snodo.formulations.tree.kernels.crba import crba
from snodo.formulations.tree.kernels.layout import FINE, SINGULAR, refused_coordinates, system, vector


@entry(i8(Floats, Floats, Table))
def mass(model, q, M):
    """M(q) of one state."""
    status = refused_coordinates(model, q)
    if status == FINE:
        entries = vector(M)
        for k in range(M.size):
            entries[k] = 0.0
        crba(system(model, 0.0), vector(q), M.shape[0], entries)
        for j in range(M.shape[0]):
            if not M[j, j] > 0.0:
                status = SINGULAR
    return status
