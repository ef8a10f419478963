"""The mass matrix: composite bodies (Featherstone 2008, table 6.2).

With B_i the inertia of link i and all links beyond it as if welded, F = B_i S_j is the wrench for a unit acceleration
along axis j alone; carried inward, it meets every axis before it:  M_jk = S_kᵀ F.  A motor adds its inertia to M_jj.
"""

from snodo._jit import Floats, Table, door, entry, i8, inline, kernel
from snodo.formulations.kernels.statuses import FINE, NOT_FINITE, SINGULAR
from snodo.formulations.tree.kernels.batch import LANES, abreast, group, lanes, pack, unpack
from snodo.formulations.tree.kernels.kinematics import standing
from snodo.formulations.tree.kernels.layout import FREE, LARGEST, REVOLUTE, Header, refused_coordinates, vector
from snodo.formulations.tree.kernels.limbs import (
    AXES,
    BIAS,
    COMPOSITE,
    FIRST,
    RIGID,
    SPEED,
    WORK,
    Group,
    begin,
    hand_over,
    hang,
    in_parts,
    place_of,
    side_by_side,
    take_seats,
    vector_of,
)
from snodo.math.kernels.algebra import Force, Rigid, Vec3, dot, transposed
from snodo.math.kernels.lanes import ABREAST
from snodo.math.kernels.records import table, view
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
    standing(system, q)
    columns(system, nv, M)


@inline
def columns(system, nv, M):
    """Inward: composites, and the wrench of every axis against those before it."""
    links, freedoms = system.links, system.freedoms
    for i in range(system.last, 0, -1):
        B = composite(system, i)
        for j in range(links[i].iv, links[i].iv + links[i].dofs):
            carry_inward(system, B @ freedoms[j].S, i, j, j + 1, nv, M)
            M[j * nv + j] = M[j * nv + j] + links[i].armature


@inline
def carry_inward(system, F, k, j, end, nv, M):
    """The wrench F of axis j against the axes of link k, those before `end`, and of all links before it."""
    while k:
        meet(system, system.links[k], system.work[k], end, F, j, nv, M)
        F, k, end = shift_force(F, system.work[k].r), system.links[k].parent, nv


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


# ---------------------------------------------------------------- limbs side by side
@kernel
def crba_of_limbs(limb, trunk, model, group, q, out_at, nv, M):
    """The same in a group of limbs, after the trunk's way outward; the products of a hinge are elements at `out_at`."""
    out = view(model, out_at, limb.zero)
    begin(model, group, AXES, SPEED)
    for i in range(FIRST, limb.last + 1):
        hang(limb, i, q)
    for i in range(limb.last, FIRST - 1, -1):
        F = composite(limb, i) @ limb.freedoms[i - FIRST].S
        for k in range(i, FIRST - 1, -1):
            out[k - FIRST] = dot(limb.freedoms[k - FIRST].S.n, F.ang)
            F = shift_force(F, limb.work[k].r)
        out[i - FIRST] = out[i - FIRST] + limb.links[i].armature
        limb.work[FIRST - 1].f = F
        enter_limbs(trunk, model, group, out_at, i - FIRST, nv, M)
    hand_over(model, group, COMPOSITE, RIGID, False)


@inline
def enter_limbs(trunk, model, group, out_at, j, nv, M):
    """The columns of hinge j of each limb: its products with the hinges before it, then those along the trunk.

    Row 1 has the wrench for a unit acceleration of the hinge as it arrives at the trunk.
    """
    bases, columns = view(model, group.base_at, 0), view(model, group.column_at, 0)
    numbers, wrench = view(model, out_at, 0.0), view(model, group.work_at + (WORK + BIAS) * ABREAST, 0.0)
    for lane in range(group.limbs):
        column = columns[j * ABREAST + lane]
        if column >= 0:
            for k in range(j + 1):
                enter(M, nv, column, columns[k * ABREAST + lane], numbers[k * ABREAST + lane])
            carry_inward(trunk, wrench_in(wrench, lane), bases[lane], column, nv, nv, M)


@inline
def wrench_in(numbers, lane):
    """The wrench in a lane of six elements."""
    f = Vec3(numbers[lane], numbers[ABREAST + lane], numbers[2 * ABREAST + lane])
    return Force(f, Vec3(numbers[3 * ABREAST + lane], numbers[4 * ABREAST + lane], numbers[5 * ABREAST + lane]))


@kernel
def crba_in_parts(trunk, limbs, model, q, nv, M):
    """The same algorithm on one state, with limbs side by side."""
    groups = table(Group, model, limbs.group_at, 0.0)
    standing(trunk, q)
    take_seats(model, limbs, q, q, q)  # there are no velocities and forces, and none are used
    for g in range(limbs.groups):
        group = groups[g]
        limb, out_at = side_by_side(model, group), place_of(limbs, group, 3)
        crba_of_limbs(limb, trunk, model, group, vector_of(model, limbs, group, 0), out_at, nv, M)
    columns(trunk, nv, M)


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
        trunk, limbs = in_parts(model)
        crba_in_parts(trunk, limbs, model, vector(q), nv, entries)
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
