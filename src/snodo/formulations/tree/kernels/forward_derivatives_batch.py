"""Derivatives of forward dynamics of batches.

Those of inverse dynamics are found in lanes; the linear systems are solved state by state, with their columns in SIMD
registers as in `forward_derivatives.py`.  The scratch behind the output: that of `derivatives.py` in lanes | L
"""

from snodo._jit import Floats, Table, entry, i8, inline
from snodo.formulations.tree.kernels.aba import aba
from snodo.formulations.tree.kernels.batch import LANES, eight, group, lanes, pack_state, pack_wrenches, unpack
from snodo.formulations.tree.kernels.derivatives import SUBTREE, TANGENT, derivatives_at, matrices, tangents_of
from snodo.formulations.tree.kernels.derivatives_batch import cleared
from snodo.formulations.tree.kernels.forward_derivatives import turn_around
from snodo.formulations.tree.kernels.layout import FINE, NOT_FINITE, SINGULAR


@inline
def solve_rows(constants, L, out, first):
    """Turn the derivatives in eight rows of `out` around.  Whether one of them cannot be."""
    nv, failed = L.shape[0], False
    rows = tangents_of(constants, 0, nv, 0.0)
    for k in range(first, min(first + LANES, out.shape[0])):
        failed |= turn_around(rows, L, out[k].reshape(3, nv, nv)) != FINE
    return failed


@entry(i8(Floats, Floats, Table, Table, Table, Table, Floats, Floats, Table), nogil=True)
def forward_derivatives(model, scratch, Q, V, T, W, links, constants, out):
    """∂a/∂q, ∂a/∂v and ∂a/∂τ, one after the other in a row of `out`, of the states in the rows of Q, V and T.

    constants: the scratch of a single state, which knows the way from each degree of freedom to the ground.
    """
    s, at, nv, status = eight(model, scratch, links.size), group(model, links.size), V.shape[1], FINE
    behind, found = cleared(scratch, at.out, out.shape[1]), matrices(scratch, at.out, nv, s.zero)
    q, v, tau, a = lanes(scratch, at.q), lanes(scratch, at.v), lanes(scratch, at.x), lanes(scratch, behind + nv * LANES)
    factor = behind + (nv * (2 + TANGENT) + (s.last + 1) * SUBTREE) * LANES
    L = scratch[factor : factor + nv * nv].reshape(nv, nv)
    for first in range(0, out.shape[0], LANES):
        if pack_state(Q, V, T, first, scratch, at) | pack_wrenches(s, W, links, first, scratch, at):
            return NOT_FINITE
        aba(s, q, v, tau, a)
        derivatives_at(s, scratch, behind, q, v, a, found)
        if unpack(scratch, at.out, out, first) | solve_rows(constants, L, out, first):
            status = SINGULAR
    return status
