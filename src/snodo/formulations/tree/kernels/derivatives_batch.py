"""Derivatives of inverse dynamics of batches: `derivatives.py` in lanes, its scratch behind the output."""

from snodo._jit import Floats, Table, entry, i8, inline
from snodo.formulations.tree.kernels.batch import LANES, eight, group, lanes, pack_state, pack_wrenches, unpack
from snodo.formulations.tree.kernels.derivatives import derivatives_at, matrices
from snodo.formulations.tree.kernels.layout import FINE, NOT_FINITE, SINGULAR


@inline
def cleared(scratch, at, count):
    """No derivative yet; those that are always zero are never written."""
    for k in range(at, at + count * LANES):
        scratch[k] = 0.0
    return at + count * LANES


@entry(i8(Floats, Floats, Table, Table, Table, Table, Floats, Table), nogil=True)
def inverse_derivatives(model, scratch, Q, V, A, W, links, out):
    """∂τ/∂q, ∂τ/∂v and ∂τ/∂a, one after the other in a row of `out`, of the states in the rows of Q, V and A."""
    s, at, nv, status = eight(model, scratch, links.size), group(model, links.size), V.shape[1], FINE
    behind, found = cleared(scratch, at.out, out.shape[1]), matrices(scratch, at.out, nv, s.zero)
    for first in range(0, out.shape[0], LANES):
        if pack_state(Q, V, A, first, scratch, at) | pack_wrenches(s, W, links, first, scratch, at):
            return NOT_FINITE
        derivatives_at(s, scratch, behind, lanes(scratch, at.q), lanes(scratch, at.v), lanes(scratch, at.x), found)
        if unpack(scratch, at.out, out, first):
            status = SINGULAR
    return status
