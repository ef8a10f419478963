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
        nv, positive = M.shape[0], 0
        crba(system(model, 0.0), vector(q), nv, entries)
        for j in range(nv):
            positive += entries[j * (nv + 1)] > 0.0
        if positive < nv:
            status = SINGULAR
    return status
