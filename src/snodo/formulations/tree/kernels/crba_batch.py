"""Mass matrices of batches: `crba.py` in lanes."""

from snodo._jit import Floats, Table, entry, i8
from snodo.formulations.tree.kernels.batch import LANES, eight, group, lanes, pack, unpack
from snodo.formulations.tree.kernels.crba import crba
from snodo.formulations.tree.kernels.layout import FINE, LARGEST, NOT_FINITE, SINGULAR, Header
from snodo.math.kernels.records import table


@entry(i8(Floats, Floats, Table, Table), nogil=True)
def mass(model, scratch, Q, M):
    """M(q), row after row in one row of M, of the coordinates in the rows of Q."""
    s, at, status = eight(model, scratch, 0), group(model, 0), FINE
    q, out, nv = lanes(scratch, at.q), lanes(scratch, at.out), table(Header, model, 0, 0.0)[0].nv
    for k in range(nv * nv):
        out[k] = s.zero
    for first in range(0, M.shape[0], LANES):
        if pack(Q, first, LARGEST, scratch, at.q):
            return NOT_FINITE
        crba(s, q, nv, out)
        if unpack(scratch, at.out, M, first):
            status = SINGULAR
    return status
