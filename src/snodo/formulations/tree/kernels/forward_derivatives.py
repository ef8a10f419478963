"""Derivatives of forward dynamics, from those of inverse dynamics at the same motion (Carpentier & Mansard 2018):

    ∂a/∂q = −M⁻¹ ∂τ/∂q,   ∂a/∂v = −M⁻¹ ∂τ/∂v,   ∂a/∂τ = M⁻¹

M = Lᵀ D L with L unit lower triangular has no more entries than M: L_kj ≠ 0 only where j lies between k and the ground
(Featherstone 2008, section 6.5).  Many right sides are solved at once, row by row, which a compiler turns into SIMD
code; articulated bodies would give M⁻¹ too, but in more lines and with products of full matrices after it.

Of batches, the derivatives of inverse dynamics are found in lanes, and the linear systems solved state by state.
"""

from snodo._jit import Floats, Table, entry, f8, i8, inline, kernel
from snodo.formulations.kernels.statuses import FINE, NOT_FINITE, SINGULAR
from snodo.formulations.tree.kernels.aba import aba
from snodo.formulations.tree.kernels.batch import LANES, abreast, group, lanes, pack_state, pack_wrenches, unpack
from snodo.formulations.tree.kernels.derivatives import (
    SUBTREE,
    TANGENT,
    cleared,
    derivatives_at,
    matrices,
    tangents_of,
)
from snodo.formulations.tree.kernels.layout import beyond, refused, system, vector
from snodo.math.kernels.records import view


@kernel
def factorise(rows, M):
    """M = Lᵀ D L in place: D on the diagonal, L below it (table 6.3 there).  Whether M is positive."""
    positive = True
    for k in range(M.shape[0] - 1, -1, -1):
        positive &= M[k, k] > 0.0
        i = rows[k].before
        while i >= 0:
            x, j = M[k, i] / M[k, k], i
            while j >= 0:
                M[i, j] -= x * M[k, j]
                j = rows[j].before
            M[k, i] = x
            i = rows[i].before
    return positive


@inline
def subtract(X, i, x, j):
    """Row i less x times row j."""
    for c in range(X.shape[1]):
        X[i, c] -= x * X[j, c]


@kernel
def solve(rows, L, X):
    """X ← (Lᵀ D L)⁻¹ X"""
    for i in range(X.shape[0] - 1, -1, -1):
        j = rows[i].before
        while j >= 0:
            subtract(X, j, L[i, j], i)
            j = rows[j].before
    for i in range(X.shape[0]):
        d = 1.0 / L[i, i]
        for c in range(X.shape[1]):
            X[i, c] *= d
        j = rows[i].before
        while j >= 0:
            subtract(X, i, L[i, j], j)
            j = rows[j].before


@kernel
def turn_around(rows, L, out):
    """From ∂τ/∂q, ∂τ/∂v and M to ∂a/∂q, ∂a/∂v and ∂a/∂τ, in place.  FINE, or SINGULAR if M is not positive."""
    for i in range(L.shape[0]):
        for j in range(L.shape[0]):
            L[i, j], out[0, i, j], out[1, i, j] = out[2, i, j], -out[0, i, j], -out[1, i, j]
            out[2, i, j] = 1.0 if i == j else 0.0
    positive = factorise(rows, L)
    for m in range(3):
        solve(rows, L, out[m])
    return FINE if positive and not beyond(out.reshape(out.size), 1e300) else SINGULAR


@inline
def solve_rows(constants, L, out, first):
    """Turn the derivatives in the rows of a group of `out` around.  Whether one of them cannot be."""
    nv, failed = L.shape[0], False
    rows = tangents_of(constants, 0, nv, 0.0)
    for k in range(first, min(first + LANES, out.shape[0])):
        failed |= turn_around(rows, L, out[k].reshape(3, nv, nv)) != FINE
    return failed


# ---------------------------------------------------------------- doors
@entry(i8(Floats, Floats, Table, Floats, Floats, Floats, f8[:, :, ::1]))
def forward_derivatives(model, scratch, L, q, v, tau, out):
    """out = ∂a/∂q, ∂a/∂v, ∂a/∂τ of one state."""
    status = refused(model, q, v, tau)
    if status != FINE:
        return status
    s, nv = system(model, 0.0), L.shape[0]
    a = view(scratch, nv, 0.0)
    out[:] = 0.0
    aba(s, vector(q), vector(v), vector(tau), a)
    derivatives_at(s, scratch, 0, vector(q), vector(v), a, matrices(out, 0, nv, 0.0))
    return turn_around(tangents_of(scratch, 0, nv, 0.0), L, out)


@entry(i8(Floats, Floats, Table, Table, Table, Table, Floats, Floats, Table), nogil=True)
def forward_derivatives_batch(model, scratch, Q, V, T, W, links, constants, out):
    """∂a/∂q, ∂a/∂v and ∂a/∂τ, one after the other in a row of `out`, of the states in the rows of Q, V and T.

    constants: the scratch of a single state, which knows the way from each degree of freedom to the ground.
    Behind the output the scratch holds that of `derivatives.py` in lanes, then L.
    """
    s, at, nv, status = abreast(model, scratch, links.size), group(model, links.size), V.shape[1], FINE
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
