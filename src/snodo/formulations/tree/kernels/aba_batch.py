"""Forward dynamics of batches: `aba.py` in lanes."""

from snodo._jit import Floats, Table, entry, i8
from snodo.formulations.tree.kernels.aba import aba
from snodo.formulations.tree.kernels.batch import LANES, eight, group, lanes, pack_state, pack_wrenches, unpack
from snodo.formulations.tree.kernels.layout import FINE, NOT_FINITE, SINGULAR


@entry(i8(Floats, Floats, Table, Table, Table, Table, Floats, Table), nogil=True)
def forward(model, scratch, Q, V, T, W, links, A):
    """Accelerations, the rows of A, of the states in the rows of Q, V and T under the wrenches of W on `links`."""
    s, at, status = eight(model, scratch, links.size), group(model, links.size), FINE
    q, v, tau, a = lanes(scratch, at.q), lanes(scratch, at.v), lanes(scratch, at.x), lanes(scratch, at.out)
    for first in range(0, A.shape[0], LANES):
        if pack_state(Q, V, T, first, scratch, at) | pack_wrenches(s, W, links, first, scratch, at):
            return NOT_FINITE
        aba(s, q, v, tau, a)
        if unpack(scratch, at.out, A, first):
            status = SINGULAR
    return status
