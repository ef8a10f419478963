"""Articulated bodies of batches: `articulated.py` in lanes."""

from snodo._jit import Floats, Table, entry, i8
from snodo.formulations.tree.kernels.aba import aba
from snodo.formulations.tree.kernels.articulated import keep_subtrees
from snodo.formulations.tree.kernels.batch import LANES, eight, group, lanes, pack_state, pack_wrenches, unpack
from snodo.formulations.tree.kernels.layout import FINE, NOT_FINITE, SINGULAR


@entry(i8(Floats, Floats, Table, Table, Table, Table, Floats, Table), nogil=True)
def articulate(model, scratch, Q, V, T, W, links, work):
    """The work of all links, the rows of `work`, with Δ and δ of the states in the rows of Q, V and T."""
    s, at, status = eight(model, scratch, links.size), group(model, links.size), FINE
    q, v, tau, a = lanes(scratch, at.q), lanes(scratch, at.v), lanes(scratch, at.x), lanes(scratch, at.out)
    for first in range(0, work.shape[0], LANES):
        if pack_state(Q, V, T, first, scratch, at) | pack_wrenches(s, W, links, first, scratch, at):
            return NOT_FINITE
        aba(s, q, v, tau, a)
        keep_subtrees(s)
        if unpack(scratch, 0, work, first):
            status = SINGULAR
    return status
