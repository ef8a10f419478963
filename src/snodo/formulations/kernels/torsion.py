"""The elastic torsion between the frames of two bodies i and j: a moment along the angle by which they are turned.

    T = −k x u − d ω_held  on j, the opposite on i,     energy  ½ k x²                                (1)

    three turns held   x u = θ, the rotation vector from the frame of i to that of j;       ω_held = ω
    two, all but f     x = atan2(|e × f|, e·f),  u = e × f / |e × f|;                       ω_held = ω − (ω·f) f
    one, of a cross    x = atan2(e·f, |f × e|),  u = f × e / |f × e|: off the right angle;  ω_held = (ω·u) u

with ω of j against i, e fixed in i, f in j.  In each case ẋ = u·ω, so (1) is the gradient of its energy; for the
rotation vector because θ·θ̇ = θ·ω (Bauchau, Flexible Multibody Dynamics, 2011, chapter 13).  x is at most π, of a cross
π/2: there u turns around.
"""

from snodo._jit import inline
from snodo.math.kernels.algebra import Force, Mat3, Vec3, cross, dot, transpose
from snodo.math.kernels.duals import value, zero_of
from snodo.math.kernels.elementary import atan2, inverse, sqrt
from snodo.math.kernels.euler_parameters import extract, vector_part

NEAR = 1e-8
"""sin² x below which x/sin x is a series: its first term left out is 1e-25."""


@inline
def over_sine(c, cosine):
    """(x/sin x) for c = u sin x: smooth where c has no direction, as the moment is."""
    square = dot(c, c)
    if value(square) < NEAR and value(cosine) > 0.0:
        r = square / (cosine * cosine)
        return (1.0 - r * (1.0 / 3.0 - r * 0.2)) / cosine
    s = sqrt(square)
    return atan2(s, cosine) * inverse(s)


@inline
def strain(system, law):
    """The vector x u, and u; u is zero where it has no direction."""
    R_i, R_j = system.work[law.i].R, system.work[law.j].R
    if law.held == 3:
        B, C = R_j @ law.axes, transpose(R_i)
        p = extract(Mat3(B @ C.x, B @ C.y, B @ C.z))
        c = vector_part(p)
        return c * (2.0 * over_sine(c, p.e0)), c * inverse(sqrt(dot(c, c)))
    e, f = R_i @ law.s_i, R_j @ law.s_j
    c = cross(e, f) if law.held == 2 else cross(f, e)
    s = sqrt(dot(c, c))
    u = c * inverse(s)
    return c * over_sine(c, dot(e, f)) if law.held == 2 else u * atan2(dot(e, f), s), u


@inline
def held_speed(system, law, u):
    """The part of ω of j against i that is not left free."""
    w = system.work[law.j].w - system.work[law.i].w
    if law.held == 3:
        return w
    f = system.work[law.j].R @ law.s_j
    return w - f * dot(w, f) if law.held == 2 else u * dot(w, u)


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
