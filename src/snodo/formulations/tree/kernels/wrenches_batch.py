"""Wrenches between the links for batches: `rnea.py` in lanes, which leaves them in the work of the links."""

from snodo._jit import Floats, Table, entry, i8
from snodo.formulations.tree.kernels.batch import LANES, eight, group, lanes, pack_state, pack_wrenches, unpack
from snodo.formulations.tree.kernels.layout import FINE, NOT_FINITE, SINGULAR
from snodo.formulations.tree.kernels.rnea import rnea


@entry(i8(Floats, Floats, Table, Table, Table, Table, Floats, Table), nogil=True)
def wrenches(model, scratch, Q, V, A, W, links, work):
    """The work of all links, the rows of `work`, after inverse dynamics of the states in the rows of Q, V and A."""
    s, at, status = eight(model, scratch, links.size), group(model, links.size), FINE
    q, v, a, tau = lanes(scratch, at.q), lanes(scratch, at.v), lanes(scratch, at.x), lanes(scratch, at.out)
    for first in range(0, work.shape[0], LANES):
        if pack_state(Q, V, A, first, scratch, at) | pack_wrenches(s, W, links, first, scratch, at):
            return NOT_FINITE
        rnea(s, q, v, a, tau)
        if unpack(scratch, 0, work, first):
            status = SINGULAR
    return status
