"""Kinematics by one recursion along the tree (source text 000, tables 1.1 and 1.2).

World axes at every joint's origin, so that nothing is ever rotated between links, only shifted; accelerations are the
ordinary ones of the origin.  With r from the parent's origin and w the parent's angular velocity:

    a_i = S a_parent + c_i + Σ S_j v̇_j,      c_i = (w × (w × r + 2 v_rel), w × ω_rel) + (the joint's own)

Without c it is the direct acceleration (1.10), linear in v̇; without v̇ the residual one (1.11), from velocity alone.
"""

from snodo._jit import inline, kernel
from snodo.formulations.tree.kernels.joints import joint
from snodo.math.kernels.algebra import Mat3, Motion, Vec3, add_cross, cross
from snodo.math.kernels.spatial import shift_motion


@inline
def outward(system, q, v):
    """Where each link is against its parent, how it turns, and the acceleration c that velocity alone gives it."""
    ground(system)
    for i in range(1, system.last + 1):
        carry(system, i, q, v)


@inline
def carry(system, i, q, v):
    """The same for link i, after its parent."""
    link, this, base = system.links[i], system.work[i], system.work[system.links[i].parent]
    R = base.R if link.aligned else base.R @ link.rotation
    R, r, vj, own = joint(system, link, q, v, R, base.R @ link.offset)
    w = base.w
    this.R, this.r, this.w = R, r, w + vj.ang
    this.c = Motion(add_cross(own.lin, w, add_cross(vj.lin * 2.0, w, r)), add_cross(own.ang, w, vj.ang))
    this.v = vj.lin


@inline
def standing(system, q):
    """Where each link is against its parent, without velocities: those of the joint are not used, and not computed."""
    ground(system)
    for i in range(1, system.last + 1):
        link, this, base = system.links[i], system.work[i], system.work[system.links[i].parent]
        R = base.R if link.aligned else base.R @ link.rotation
        this.R, this.r, _, _ = joint(system, link, q, q, R, base.R @ link.offset)


@inline
def ground(system):
    """The ground, with gravity as its upward acceleration −g."""
    root, zero, one = system.work[0], system.zero, system.one
    none = Vec3(zero, zero, zero)
    root.R = Mat3(Vec3(one, zero, zero), Vec3(zero, one, zero), Vec3(zero, zero, one))
    root.p, root.v, root.w = none, none, none
    root.a = Motion(none - system.gravity, none)


@inline
def origins(system):
    """After `outward` or `standing`: where each link's origin is in the world."""
    for i in range(1, system.last + 1):
        system.work[i].p = system.work[system.links[i].parent].p + system.work[i].r


@inline
def velocities(system):
    """After `outward`: the velocity of each link's origin, equation (1.2) in world axes."""
    for i in range(1, system.last + 1):
        this, base = system.work[i], system.work[system.links[i].parent]
        this.v = base.v + cross(base.w, this.r) + this.v


@inline
def accelerations(system, a):
    """After `outward`: direct (1.10) and residual (1.11) acceleration in one, of every link."""
    for i in range(1, system.last + 1):
        link, this, base = system.links[i], system.work[i], system.work[system.links[i].parent]
        acceleration = shift_motion(base.a, this.r) + this.c
        for j in range(link.iv, link.iv + link.dofs):
            acceleration = acceleration + system.freedoms[j].S * a[j]
        this.a = acceleration


@kernel
def moved(system, q, v):
    """Where every link is in the world and how it moves."""
    outward(system, q, v)
    origins(system)
    velocities(system)
