"""The mass matrix: composite bodies (Featherstone 2008, table 6.2).

With B_i the inertia of link i and all links beyond it as if welded, F = B_i S_j is the wrench for a unit acceleration
along axis j alone; carried inward, it meets every axis before it:  M_jk = S_kᵀ F.  A motor adds its inertia to M_jj.
"""

from snodo._jit import Floats, Table, door, entry, i8, inline, kernel
from snodo.formulations.kernels.statuses import FINE, NOT_FINITE, SINGULAR
from snodo.formulations.tree.kernels.batch import LANES, abreast, group, lanes, pack, unpack
from snodo.formulations.tree.kernels.kinematics import standing
from snodo.formulations.tree.kernels.layout import FREE, LARGEST, REVOLUTE, Header, refused_coordinates, system, vector
from snodo.math.kernels.algebra import Rigid, dot, transposed
from snodo.math.kernels.records import table
from snodo.math.kernels.spatial import rotate, shift_force, shift_rigid


@inline
def composite(system, i):
    """B of link i, after all links beyond it; it is added to that of the parent."""
    link, this, base = system.links[i], system.work[i], system.work[system.links[i].parent]
    own = rotate(this.R, link.inertia, link.spread)
    B = this.B + own if link.inner else Rigid(own.mass + system.zero, own.h, own.I)
    if link.parent:
        share = shift_rigid(B, this.r)
        base.B = share if link.first else base.B + share
    return B


@kernel
def composites(system):
    """Inward: the composite inertia of every link."""
    for i in range(system.last, 0, -1):
        system.work[i].B = composite(system, i)


@kernel
def crba(system, q, nv, M):
    """Fill the rows of M, one after the other in a vector."""
    links, work, freedoms = system.links, system.work, system.freedoms
    standing(system, q)
    for i in range(system.last, 0, -1):
        B = composite(system, i)
        for j in range(links[i].iv, links[i].iv + links[i].dofs):
            F, k, end = B @ freedoms[j].S, i, j + 1
            while k:
                meet(system, links[k], work[k], end, F, j, nv, M)
                F, k, end = shift_force(F, work[k].r), links[k].parent, nv
            M[j * nv + j] = M[j * nv + j] + links[i].armature


@inline
def meet(system, link, this, end, F, j, nv, M):
    """The wrench F of axis j against the axes of a link, those before `end`.

    A hinge and a floating base are what most trees are made of: without a loop over axes M takes a tenth less time.
    """
    if link.kind == REVOLUTE:
        enter(M, nv, j, link.iv, dot(system.freedoms[link.iv].S.n, F.ang))
    elif link.kind == FREE:
        x, y, z = transposed(this.R, F.lin)
        enter(M, nv, j, link.iv, x), enter(M, nv, j, link.iv + 1, y), enter(M, nv, j, link.iv + 2, z)
        x, y, z = transposed(this.R, F.ang)
        enter(M, nv, j, link.iv + 3, x), enter(M, nv, j, link.iv + 4, y), enter(M, nv, j, link.iv + 5, z)
    else:
        for n in range(link.iv, min(end, link.iv + link.dofs)):
            enter(M, nv, j, n, system.freedoms[n].S @ F)


@inline
def enter(M, nv, j, n, x):
    """M_jn = M_nj = x"""
    M[j * nv + n] = x
    M[n * nv + j] = x


# ---------------------------------------------------------------- doors
@door(i8(Floats, Floats, Table))
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


@entry(i8(Floats, Floats, Table, Table), nogil=True)
def mass_batch(model, scratch, Q, M):
    """M(q), row after row in one row of M, of the coordinates in the rows of Q."""
    s, at, status = abreast(model, scratch, 0), group(model, 0), FINE
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
