"""The mass matrix: composite bodies (Featherstone 2008, table 6.2).

With B_i the inertia of link i and all that hangs on it as if welded, F = B_i S_j is the wrench for a unit acceleration
along axis j alone; carried inward, it meets every axis before it:  M_jk = S_kᵀ F.
"""

from snodo._jit import inline, kernel
from snodo.formulations.tree.kernels.kinematics import standing
from snodo.math.kernels.algebra import Rigid
from snodo.math.kernels.spatial import rotate, shift_force, shift_rigid


@inline
def composite(system, i):
    """B of link i, after all that hangs on it; the parent is given its share."""
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
                for n in range(links[k].iv, end):
                    x = freedoms[n].S @ F
                    M[j * nv + n] = x
                    M[n * nv + j] = x
                F, k = shift_force(F, work[k].r), links[k].parent
                end = links[k].iv + links[k].dofs
