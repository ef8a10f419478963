"""The elastic torsion between the frames of two bodies i and j: a moment along the angle by which they are turned.

    T = −k x u − d ω_held  on j, the opposite on i,     energy  ½ k x²                                (1)

    three turns held   x u = θ, the rotation vector from the frame of i to that of j;       ω_held = ω
    two, all but f     x = atan2(|e × f|, e·f),  u = e × f / |e × f|;                       ω_held = ω − (ω·e) e
    one, of a cross    x = atan2(e·f, |f × e|),  u = f × e / |f × e|: off the right angle;  ω_held = (ω·u) u

with ω of j against i, e fixed in i, f in j.  In each case ẋ = u·ω, so (1) is the gradient of its energy; for the
rotation vector because θ·θ̇ = θ·ω (Bauchau, Flexible Multibody Dynamics, 2011, chapter 13).  x is at most π, of a cross
π/2: there u turns around.
"""

from snodo._jit import inline
from snodo.math.kernels.algebra import Force, Vec3, cross, dot
from snodo.math.kernels.duals import zero_of
from snodo.math.kernels.elementary import atan2, inverse, sqrt
from snodo.math.kernels.twisting import bending, rotation_vector


@inline
def strain(system, law):
    """The vector x u; and u, of a cross."""
    R_i, R_j = system.work[law.i].R, system.work[law.j].R
    if law.held == 3:
        xu = rotation_vector(R_i, R_j @ law.axes)
    elif law.held == 2:
        xu = bending(R_i @ law.s_i, R_j @ law.s_j)
    else:
        e, f = R_i @ law.s_i, R_j @ law.s_j
        c = cross(f, e)
        s = sqrt(dot(c, c))
        u = c * inverse(s)
        return u * atan2(dot(e, f), s), u
    return xu, xu


@inline
def held_speed(system, law, u):
    """The part of ω of j against i that is not left free."""
    w = system.work[law.j].w - system.work[law.i].w
    if law.held == 3:
        return w
    e = system.work[law.i].R @ law.s_i
    return w - e * dot(w, e) if law.held == 2 else u * dot(w, u)


@inline
def torsion(system, law):
    """(1); returns the power of the damper."""
    xu, u = strain(system, law)
    w = held_speed(system, law, u)
    T = xu * -law.stiffness - w * law.damping
    zero = zero_of(T.x)
    none = Vec3(zero, zero, zero)
    system.work[law.j].external = system.work[law.j].external + Force(none, T)
    system.work[law.i].external = system.work[law.i].external - Force(none, T)
    return -law.damping * dot(w, w)
