"""Forward dynamics: the articulated-body algorithm (Featherstone 2008, table 7.1; source text 001, table 2.1).

Every link exerts on the next the wrench F = Δ a + δ (2.11), with any links attached to it.  Inward, with S an axis of
the joint and every further axis taken in the same way,

    U = Δ S,   d = 1 / (Sᵀ U + J),   u = τ − Sᵀ δ
    Δ ← Δ − U d Uᵀ                                        (2.12)
    δ ← δ + U d u,   then + Δ c on the way to the parent  (2.13, signs corrected)

with J the inertia of a motor that turns with the joint; and outward, with a the acceleration of the link before this
axis moves it,

    v̇ = d (u − Uᵀ a)                                      (2.14, S for the text's R z)
"""

from snodo._jit import Floats, Table, door, entry, i8, inline, kernel
from snodo.formulations.kernels.statuses import FINE, NOT_FINITE, SINGULAR
from snodo.formulations.kernels.tables import put, vec3
from snodo.formulations.tree.kernels.batch import LANES, abreast, group, lanes, pack_state, pack_wrenches, unpack
from snodo.formulations.tree.kernels.kinematics import outward
from snodo.formulations.tree.kernels.layout import FREE, Header, beyond, refused, system, vector
from snodo.formulations.tree.kernels.limbs import (
    ACCELERATION,
    ARTICULATED,
    AXES,
    BIAS,
    FIRST,
    MOTION,
    SPEED,
    Group,
    begin,
    hand_over,
    in_parts,
    keep_resistance,
    leave_seats,
    side_by_side,
    swing,
    take_seats,
    vector_of,
)
from snodo.math.kernels.algebra import Mat3, Motion, factors, solved, transposed, upper
from snodo.math.kernels.records import table
from snodo.math.kernels.spatial import (
    articulated,
    dyad,
    gyroscopic,
    rotate,
    shift_articulated,
    shift_force,
    shift_motion,
)


@inline
def subtree(system, i):
    """Δ and δ of link i with all links attached to it, before its own joint is released."""
    link, this = system.links[i], system.work[i]
    M = rotate(this.R, link.inertia, link.spread)
    bias = gyroscopic(M, this.w)
    if system.loaded:
        bias = bias - shift_force(this.external, this.R @ link.origin)
    return attached(system, i, M, bias)


@inline
def attached(system, i, M, bias):
    """A rigid body and its bias with what its children have handed over."""
    if system.links[i].inner:
        return system.work[i].IA + M, system.work[i].f + bias
    return articulated(M, system.zero), bias


@kernel
def aba(system, q, v, tau, a):
    """The accelerations that the joint torques give, in three sweeps."""
    # Outward: positions and velocities.
    outward(system, q, v)
    accelerate(system, tau, a)


@inline
def accelerate(system, tau, a):
    """After `outward`: the other two sweeps."""
    gather(system, tau)
    spread(system, a)


@inline
def gather(system, tau):
    """Inward: the inertia and bias of each subtree, as its parent feels them through the joint."""
    for i in range(system.last, 0, -1):
        Δ, δ = subtree(system, i)
        release(system, i, Δ, δ, tau)


@inline
def release(system, i, Δ, δ, tau):
    """Through the joint of link i, axis by axis, to its parent; most joints have one."""
    link, freedoms = system.links[i], system.freedoms
    if link.dofs == 1:
        release_one(system, i, Δ, δ, tau[link.iv])
    else:
        for j in range(link.iv + link.dofs - 1, link.iv - 1, -1):
            U, d, u = resistance(freedoms[j], link.armature, Δ, δ, tau[j])
            Δ, δ = Δ - dyad(U, U * d), δ + U * (d * u)  # (2.12), (2.13)
        if link.parent:
            hand_to_parent(system, i, *at_parent(system.work[i], Δ, δ))


@inline
def release_one(system, i, Δ, δ, force):
    """Through the only axis of a joint: as if it were locked, less what its motion takes away, at the parent's origin.

        Δ ← Δ' − V d Vᵀ,     δ ← δ' + V d (u − Uᵀ c)      with δ' of δ + Δ c, and V of U

    That is (2.12) and (2.13) in one.  Only the last step needs d: the next link waits for less of this one (a sixth).
    """
    link, this = system.links[i], system.work[i]
    U, d, u = resistance(system.freedoms[link.iv], link.armature, Δ, δ, force)
    if link.parent:
        u, V = u - U @ this.c, shift_force(U, this.r)
        Δ, δ = at_parent(this, Δ, δ)
        hand_to_parent(system, i, Δ - dyad(V, V * d), δ + V * (d * u))


@inline
def resistance(axis, armature, Δ, δ, force):
    """U, d and u of an axis that is free to move."""
    U = Δ @ axis.S
    d = 1.0 / (axis.S @ U + armature)
    u = force - axis.S @ δ
    axis.U, axis.d, axis.u = U, d, u
    return U, d, u


@inline
def at_parent(this, Δ, δ):
    """Δ and δ about the origin of the parent, with c on the way (2.13)."""
    return shift_articulated(Δ, this.r), shift_force(δ + Δ @ this.c, this.r)


@inline
def hand_to_parent(system, i, Δ, δ):
    """Add what a joint hands over to what its link's parent has gathered."""
    link, base = system.links[i], system.work[system.links[i].parent]
    if link.first:
        base.IA, base.f = Δ, δ
    else:
        base.IA, base.f = base.IA + Δ, base.f + δ


@inline
def spread(system, a):
    """Outward: accelerations."""
    for i in range(1, system.last + 1):
        follow(system, i, a)


@inline
def follow(system, i, a):
    """The accelerations of the joint of link i and of the link, after its parent."""
    link, this, base, freedoms = system.links[i], system.work[i], system.work[system.links[i].parent], system.freedoms
    acceleration = shift_motion(base.a, this.r) + this.c
    for j in range(link.iv, link.iv + link.dofs):
        x = freedoms[j].d * (freedoms[j].u - freedoms[j].U @ acceleration)  # (2.14)
        acceleration = acceleration + freedoms[j].S * x
        a[j] = x
    this.a = acceleration


@inline
def keep_subtrees(system):
    """After `aba`: leave Δ and δ of every link in the scratch."""
    for i in range(1, system.last + 1):
        system.work[i].IA, system.work[i].f = subtree(system, i)


# ---------------------------------------------------------------- limbs side by side
@kernel
def gather_limbs(limb, model, group, q, v, tau):
    """Outward and inward in a group of limbs, after the trunk's way outward."""
    begin(model, group, AXES, SPEED + 3)
    for i in range(FIRST, limb.last + 1):
        swing(limb, i, q, v)
    for i in range(limb.last, FIRST - 1, -1):
        M = rotate(limb.work[i].R, limb.links[i].inertia, limb.links[i].spread)
        Δ, δ = attached(limb, i, M, gyroscopic(M, limb.work[i].w))
        release(limb, i, Δ, δ, tau)
    hand_over(model, group, BIAS, ARTICULATED, False)


@kernel
def spread_limbs(limb, model, group, a):
    """Outward again."""
    begin(model, group, ACCELERATION, MOTION)
    for i in range(FIRST, limb.last + 1):
        follow(limb, i, a)


# ---------------------------------------------------------------- one state
@kernel
def accelerate_in_parts(trunk, limbs, model, q, v, tau, a):
    """After `outward` in the trunk: the rest of the algorithm on one state, with limbs side by side."""
    groups, head = table(Group, model, limbs.group_at, 0.0), table(Header, model, 0, 0.0)[0]
    floats = trunk.last > 0 and trunk.links[1].kind == FREE and not head.kept
    take_seats(model, limbs, q, v, tau)
    for g in range(limbs.groups):
        group = groups[g]
        limb, x = side_by_side(model, group), vector_of(model, limbs, group, 2)
        gather_limbs(limb, model, group, vector_of(model, limbs, group, 0), vector_of(model, limbs, group, 1), x)
    for i in range(trunk.last, floats, -1):
        Δ, δ = subtree(trunk, i)
        release(trunk, i, Δ, δ, tau)
    if floats:
        float_base(trunk, tau, a)
    for i in range(1 + floats, trunk.last + 1):
        follow(trunk, i, a)
    for g in range(limbs.groups):
        spread_limbs(side_by_side(model, groups[g]), model, groups[g], vector_of(model, limbs, groups[g], 3))
    leave_seats(model, limbs, a)


@inline
def float_base(system, tau, a):
    """A floating base, which nothing holds but its joint's own forces F: Δ a = F − δ (2.15), in two blocks.

    Six axes one after the other wait for one another four times as long.
    """
    iv, this, R, freedoms = system.links[1].iv, system.work[1], system.work[1].R, system.freedoms
    Δ, δ = subtree(system, 1)
    f, μ, H = R @ vec3(tau, iv) - δ.lin, R @ vec3(tau, iv + 3) - δ.ang, Δ.H
    M = factors(Δ.M)
    m, W = solved(M, f), Mat3(solved(M, H.x), solved(M, H.y), solved(M, H.z))
    I = factors(Δ.I - upper(Mat3(transposed(H, W.x), transposed(H, W.y), transposed(H, W.z))))
    α = solved(I, μ - transposed(H, m))
    this.a = Motion(m - W @ α, α)
    before = shift_motion(system.work[0].a, this.r) + this.c
    put(a, iv, transposed(R, this.a.lin - before.lin)), put(a, iv + 3, transposed(R, α - before.ang))
    for k in range(3):
        freedoms[iv + k].d, freedoms[iv + 3 + k].d = M.d[k], I.d[k]


# ---------------------------------------------------------------- doors
@door(i8(Floats, Floats, Floats, Floats, Floats))
def forward(model, q, v, tau, a):
    """Accelerations `a` of one state."""
    status = refused(model, q, v, tau)
    if status == FINE:
        trunk, limbs = in_parts(model)
        outward(trunk, vector(q), vector(v))
        accelerate_in_parts(trunk, limbs, model, vector(q), vector(v), vector(tau), vector(a))
        if beyond(a, 1e300):
            keep_resistance(model, limbs, trunk.freedoms)
            status = SINGULAR
    return status


@entry(i8(Floats, Floats, Table, Table, Table, Table, Floats, Table), nogil=True)
def forward_batch(model, scratch, Q, V, T, W, links, A):
    """Accelerations, the rows of A, of the states in the rows of Q, V and T under the wrenches of W on `links`."""
    s, at, status = abreast(model, scratch, links.size), group(model, links.size), FINE
    q, v, tau, a = lanes(scratch, at.q), lanes(scratch, at.v), lanes(scratch, at.x), lanes(scratch, at.out)
    for first in range(0, A.shape[0], LANES):
        if pack_state(Q, V, T, first, scratch, at) | pack_wrenches(s, W, links, first, scratch, at):
            return NOT_FINITE
        aba(s, q, v, tau, a)
        if unpack(scratch, at.out, A, first):
            status = SINGULAR
    return status


@entry(i8(Floats, Floats, Floats, Floats, Floats))
def articulate(model, q, v, tau, a):
    """Forward dynamics that leaves Δ and δ of each link in the scratch: F = Δ a + δ (2.11), a = acceleration − gravity.

    Nothing holds a floating base, F = 0, so that it accelerates by a = −Δ⁻¹ δ (2.15).
    """
    status = refused(model, q, v, tau)
    if status == FINE:
        s = system(model, 0.0)
        aba(s, vector(q), vector(v), vector(tau), vector(a))
        keep_subtrees(s)
    return status


@entry(i8(Floats, Floats, Table, Table, Table, Table, Floats, Table), nogil=True)
def articulate_between(model, scratch, Q, V, T, W, links, work):
    """The work of all links, the rows of `work`, with Δ and δ of the states in the rows of Q, V and T."""
    s, at, status = abreast(model, scratch, links.size), group(model, links.size), FINE
    q, v, tau, a = lanes(scratch, at.q), lanes(scratch, at.v), lanes(scratch, at.x), lanes(scratch, at.out)
    for first in range(0, work.shape[0], LANES):
        if pack_state(Q, V, T, first, scratch, at) | pack_wrenches(s, W, links, first, scratch, at):
            return NOT_FINITE
        aba(s, q, v, tau, a)
        keep_subtrees(s)
        if unpack(scratch, 0, work, first):
            status = SINGULAR
    return status
