"""Sums over all bodies: mass, centre of mass, momentum, energies."""

from snodo._jit import Floats, Table, entry, i8, kernel
from snodo.formulations.kernels.statuses import FINE, NOT_FINITE, SINGULAR
from snodo.formulations.tree.kernels.batch import LANES, abreast, group, lanes, pack, unpack
from snodo.formulations.tree.kernels.kinematics import origins, outward, velocities
from snodo.formulations.tree.kernels.layout import LARGEST, STRONGEST, refused, system, vector
from snodo.math.kernels.algebra import Motion, Vec3, cross, dot
from snodo.math.kernels.spatial import kinetic, transposed


@kernel
def add_up(system, q, v, out):
    """out = mass, Σ m r, linear momentum, angular momentum about the world's origin, kinetic, potential energy."""
    outward(system, q, v)
    origins(system)
    velocities(system)
    none = Vec3(system.zero, system.zero, system.zero)
    mass, energy, moment, P, L = system.zero, system.zero, none, none, none
    for i in range(1, system.last + 1):
        B, this = system.links[i].inertia, system.work[i]
        h, p, w = this.R @ B.h, this.p, this.w
        momentum = this.v * B.mass + cross(w, h)
        spin = this.R @ (B.I @ transposed(this.R, w)) - w * system.links[i].lent
        mass, moment, P = mass + B.mass, moment + p * B.mass + h, P + momentum
        L = L + cross(p, momentum) + cross(h, this.v) + spin
        energy = energy + kinetic(B, this.R, Motion(this.v, w)) - 0.5 * system.links[i].lent * dot(w, w)
        if system.links[i].dofs == 1:
            energy = energy + 0.5 * system.links[i].armature * v[system.links[i].iv] * v[system.links[i].iv]
    out[0], out[10], out[11] = mass, energy, system.zero - dot(system.gravity, moment)
    out[1], out[2], out[3] = moment
    out[4], out[5], out[6] = P
    out[7], out[8], out[9] = L


# ---------------------------------------------------------------- doors
@entry(i8(Floats, Floats, Floats, Floats))
def totals(model, q, v, out):
    """The twelve sums of one state."""
    status = refused(model, q, v, v)
    if status == FINE:
        add_up(system(model, 0.0), vector(q), vector(v), vector(out))
    return status


@entry(i8(Floats, Floats, Table, Table, Table), nogil=True)
def totals_batch(model, scratch, Q, V, out):
    """The twelve sums, in the rows of `out`, of the states in the rows of Q and V."""
    s, at, status = abreast(model, scratch, 0), group(model, 0), FINE
    q, v, sums = lanes(scratch, at.q), lanes(scratch, at.v), lanes(scratch, at.out)
    for first in range(0, out.shape[0], LANES):
        if pack(Q, first, LARGEST, scratch, at.q) | pack(V, first, STRONGEST, scratch, at.v):
            return NOT_FINITE
        add_up(s, q, v, sums)
        if unpack(scratch, at.out, out, first):
            status = SINGULAR
    return status
