"""Inverse dynamics: the recursive Newton-Euler algorithm (Featherstone 2008, table 5.1; source text 001, section 2.8).

Outward, the motion of every link and the wrench it needs for it, equation (2.7); inward, every joint carries its
subtree, equation (2.9), and accelerates the motor that turns with it.  The wrenches that pass through the joints stay
in the scratch.
"""

from snodo._jit import Floats, Table, door, entry, i8, inline, kernel
from snodo.formulations.kernels.statuses import FINE, NOT_FINITE, SINGULAR
from snodo.formulations.tree.kernels.batch import LANES, abreast, group, lanes, pack_state, pack_wrenches, unpack
from snodo.formulations.tree.kernels.kinematics import carry, ground
from snodo.formulations.tree.kernels.layout import beyond, refused, vector
from snodo.formulations.tree.kernels.limbs import (
    ACCELERATION,
    AXES,
    BIAS,
    FIRST,
    MOTION,
    SPEED,
    Group,
    begin,
    hand_over,
    in_parts,
    leave_seats,
    side_by_side,
    swing,
    take_seats,
    vector_of,
)
from snodo.math.kernels.algebra import Force, Vec3
from snodo.math.kernels.records import table
from snodo.math.kernels.spatial import inertial_force, shift_force, shift_motion


@kernel
def rnea(system, q, v, a, tau):
    """The joint torques that the accelerations need, in two sweeps."""
    # Outward: motion, and the wrench each link needs for it (2.7).
    need(system, q, v, a)
    # Inward: every joint carries its subtree (2.9).
    bear(system, a, tau)


@inline
def need(system, q, v, a):
    """Outward: how each link moves, and the wrench it needs for it (2.7)."""
    ground(system)
    for i in range(1, system.last + 1):
        carry(system, i, q, v)
        f = own_need(system, i, a)
        if system.loaded:
            this = system.work[i]
            f = f - shift_force(this.external, this.R @ system.links[i].origin)
        system.work[i].f = f


@inline
def own_need(system, i, a):
    """The acceleration of link i, after its parent, and the wrench it needs without those that act on it."""
    link, this, base = system.links[i], system.work[i], system.work[system.links[i].parent]
    acceleration = shift_motion(base.a, this.r) + this.c
    for j in range(link.iv, link.iv + link.dofs):
        acceleration = acceleration + system.freedoms[j].S * a[j]
    this.a = acceleration
    return inertial_force(this.R, link.inertia, this.w, acceleration)


@inline
def bear(system, a, tau):
    """Inward: the torques, and the wrench of each subtree on its parent (2.9)."""
    for i in range(system.last, 0, -1):
        pass_on(system, i, a, tau)


@inline
def pass_on(system, i, a, tau):
    """What the joint of link i bears, from its axes to its parent."""
    link, this, base = system.links[i], system.work[i], system.work[system.links[i].parent]
    f = this.f
    for j in range(link.iv, link.iv + link.dofs):
        tau[j] = system.freedoms[j].S @ f + link.armature * a[j]
    if link.parent:
        base.f = base.f + shift_force(f, this.r)


# ---------------------------------------------------------------- limbs side by side
@kernel
def rnea_of_limbs(limb, model, group, q, v, a, tau):
    """Outward and inward in a group of limbs, after the trunk's way outward."""
    none = Vec3(limb.zero, limb.zero, limb.zero)
    begin(model, group, AXES, SPEED + 3)
    begin(model, group, ACCELERATION, MOTION)
    limb.work[FIRST - 1].f = Force(none, none)
    for i in range(FIRST, limb.last + 1):
        swing(limb, i, q, v)
        limb.work[i].f = own_need(limb, i, a)
    for i in range(limb.last, FIRST - 1, -1):
        pass_on(limb, i, a, tau)
    hand_over(model, group, BIAS, MOTION, True)


@kernel
def rnea_in_parts(trunk, limbs, model, q, v, a, tau):
    """The same algorithm on one state, with limbs side by side."""
    groups = table(Group, model, limbs.group_at, 0.0)
    need(trunk, q, v, a)
    take_seats(model, limbs, q, v, a)
    for g in range(limbs.groups):
        group = groups[g]
        limb, x = side_by_side(model, group), vector_of(model, limbs, group, 2)
        p, w, out = vector_of(model, limbs, group, 0), vector_of(model, limbs, group, 1), vector_of(model, limbs, group, 3)
        rnea_of_limbs(limb, model, group, p, w, x, out)
    bear(trunk, a, tau)
    leave_seats(model, limbs, tau)


# ---------------------------------------------------------------- doors
@door(i8(Floats, Floats, Floats, Floats, Floats))
def inverse(model, q, v, a, tau):
    """Joint torques `tau` of one state."""
    status = refused(model, q, v, a)
    if status == FINE:
        trunk, limbs = in_parts(model, True)
        rnea_in_parts(trunk, limbs, model, vector(q), vector(v), vector(a), vector(tau))
        if beyond(tau, 1e300):
            status = SINGULAR
    return status


@entry(i8(Floats, Floats, Table, Table, Table, Table, Floats, Table), nogil=True)
def inverse_batch(model, scratch, Q, V, A, W, links, T):
    """Joint torques, the rows of T, of the states in the rows of Q, V and A under the wrenches of W on `links`."""
    s, at, status = abreast(model, scratch, links.size), group(model, links.size), FINE
    q, v, a, tau = lanes(scratch, at.q), lanes(scratch, at.v), lanes(scratch, at.x), lanes(scratch, at.out)
    for first in range(0, T.shape[0], LANES):
        if pack_state(Q, V, A, first, scratch, at) | pack_wrenches(s, W, links, first, scratch, at):
            return NOT_FINITE
        rnea(s, q, v, a, tau)
        if unpack(scratch, at.out, T, first):
            status = SINGULAR
    return status


@entry(i8(Floats, Floats, Table, Table, Table, Table, Floats, Table), nogil=True)
def inverse_between(model, scratch, Q, V, A, W, links, work):
    """The work of all links, the rows of `work`, after inverse dynamics of the states in the rows of Q, V and A."""
    s, at, status = abreast(model, scratch, links.size), group(model, links.size), FINE
    q, v, a, tau = lanes(scratch, at.q), lanes(scratch, at.v), lanes(scratch, at.x), lanes(scratch, at.out)
    for first in range(0, work.shape[0], LANES):
        if pack_state(Q, V, A, first, scratch, at) | pack_wrenches(s, W, links, first, scratch, at):
            return NOT_FINITE
        rnea(s, q, v, a, tau)
        if unpack(scratch, 0, work, first):
            status = SINGULAR
    return status
