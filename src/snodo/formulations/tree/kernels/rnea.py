"""Inverse dynamics: the recursive Newton-Euler algorithm (Featherstone 2008, table 5.1; source text 001, section 2.8).

Outward, the motion of every link and the wrench it needs for it, equation (2.7); inward, every joint carries its
subtree, equation (2.9).  The wrenches that pass through the joints stay in the scratch.
"""

from snodo._jit import kernel
from snodo.formulations.tree.kernels.kinematics import carry, ground
from snodo.math.kernels.spatial import inertial_force, shift_force, shift_motion


@kernel
def rnea(system, q, v, a, tau):
    """The joint torques that the accelerations need, in two sweeps."""
    links, work, freedoms = system.links, system.work, system.freedoms

    # Outward: motion, and the wrench each link needs for it.
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

    # Inward: every joint carries its subtree.
    for i in range(system.last, 0, -1):
        link, this, base = links[i], work[i], work[links[i].parent]
        f = this.f
        for j in range(link.iv, link.iv + link.dofs):
            tau[j] = freedoms[j].S @ f
        if link.parent:
            base.f = base.f + shift_force(f, this.r)
