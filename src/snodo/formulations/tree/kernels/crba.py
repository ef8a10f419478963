"""The mass matrix: composite bodies (Featherstone 2008, table 6.2).

With B_i the inertia of link i and all that hangs on it as if welded, F = B_i S_j is the wrench for a unit acceleration
along axis j alone; carried inward, it meets every axis before it:  M_jk = S_kᵀ F.
"""

from snodo._jit import Floats, Table, entry, i8, kernel
from snodo.formulations.tree.kernels.kinematics import standing
from snodo.formulations.tree.kernels.layout import FINE, SINGULAR, refused_coordinates, system, vector
from snodo.math.kernels.spatial import rotate, shift_force, shift_rigid


@kernel
def composites(system):
    """Inward: the composite inertia of every link."""
    for i in range(1, system.last + 1):
        system.work[i].B = rotate(system.work[i].R, system.links[i].inertia)
    for i in range(system.last, 0, -1):
        this, parent = system.work[i], system.links[i].parent
        if parent:
            system.work[parent].B = system.work[parent].B + shift_rigid(this.B, this.r)


@kernel
def crba(system, q, nv, M):
    """Fill the rows of M, one after the other in a vector."""
    links, work, freedoms = system.links, system.work, system.freedoms
    standing(system, q)
    composites(system)
    for i in range(1, system.last + 1):
        for j in range(links[i].iv, links[i].iv + links[i].dofs):
            F = work[i].B @ freedoms[j].S
            k = i
            while k:
                for n in range(links[k].iv, links[k].iv + links[k].dofs):
                    x = freedoms[n].S @ F
                    M[j * nv + n] = x
                    M[n * nv + j] = x
                F, k = shift_force(F, work[k].r), links[k].parent


@entry(i8(Floats, Floats, Table))
def mass(model, q, M):
    """M(q) of one state."""
    status = refused_coordinates(model, q)
    if status == FINE:
        M[:] = 0.0
        crba(system(model, 0.0), vector(q), M.shape[0], vector(M))
        for j in range(M.shape[0]):
            if not M[j, j] > 0.0:
                status = SINGULAR
    return status
