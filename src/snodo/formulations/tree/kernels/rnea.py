"""Inverse dynamics: the recursive Newton-Euler algorithm (Featherstone 2008, table 5.1; source text 001, section 2.8).

Outward, the motion of every link and the wrench it needs for it, equation (2.7); inward, every joint carries its
subtree, equation (2.9), and accelerates the motor that turns with it.  The wrenches that pass through the joints stay
in the scratch.
"""

from snodo._jit import Floats, Table, door, entry, i8, kernel
from snodo.formulations.kernels.statuses import FINE, NOT_FINITE, SINGULAR
from snodo.formulations.tree.kernels.batch import LANES, abreast, group, lanes, pack_state, pack_wrenches, unpack
from snodo.formulations.tree.kernels.kinematics import carry, ground
from snodo.formulations.tree.kernels.layout import beyond, refused, system, vector
from snodo.math.kernels.spatial import inertial_force, shift_force, shift_motion


@kernel
def rnea(system, q, v, a, tau):
    """The joint torques that the accelerations need, in two sweeps."""
    links, work, freedoms = system.links, system.work, system.freedoms

    # Outward: motion, and the wrench each link needs for it (2.7).
    ground(system)
    for i in range(1, system.last + 1):
        carry(system, i, q, v)
        link, this, base = links[i], work[i], work[links[i].parent]
        acceleration = shift_motion(base.a, this.r) + this.c
        for j in range(link.iv, link.iv + link.dofs):
            acceleration = acceleration + freedoms[j].S * a[j]
        f = inertial_force(this.R, link.inertia, this.w, acceleration)
        if system.loaded:
            f = f - shift_force(this.external, this.R @ link.origin)
        this.a, this.f = acceleration, f

    # Inward: every joint carries its subtree (2.9).
    for i in range(system.last, 0, -1):
        link, this, base = links[i], work[i], work[links[i].parent]
        f = this.f
        for j in range(link.iv, link.iv + link.dofs):
            tau[j] = freedoms[j].S @ f + link.armature * a[j]
        if link.parent:
            base.f = base.f + shift_force(f, this.r)


# ---------------------------------------------------------------- doors
@door(i8(Floats, Floats, Floats, Floats, Floats))
def inverse(model, q, v, a, tau):
    """Joint torques `tau` of one state."""
    status = refused(model, q, v, a)
    if status == FINE:
        rnea(system(model, 0.0), vector(q), vector(v), vector(a), vector(tau))
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
