"""Sums over all bodies for batches: `sums.py` in lanes."""

from snodo._jit import Floats, Table, entry, i8
from snodo.formulations.tree.kernels.batch import LANES, eight, group, lanes, pack, unpack
from snodo.formulations.tree.kernels.layout import FINE, LARGEST, NOT_FINITE, SINGULAR, STRONGEST
from snodo.formulations.tree.kernels.sums import add_up


@entry(i8(Floats, Floats, Table, Table, Table), nogil=True)
def totals(model, scratch, Q, V, out):
    """The twelve sums, in the rows of `out`, of the states in the rows of Q and V."""
    s, at, status = eight(model, scratch, 0), group(model, 0), FINE
    q, v, sums = lanes(scratch, at.q), lanes(scratch, at.v), lanes(scratch, at.out)
    for first in range(0, out.shape[0], LANES):
        if pack(Q, first, LARGEST, scratch, at.q) | pack(V, first, STRONGEST, scratch, at.v):
            return NOT_FINITE
        add_up(s, q, v, sums)
        if unpack(scratch, at.out, out, first):
            status = SINGULAR
    return status
