"""The length of what is stretched between two bodies: a cylinder, or a cable from a point or pulley to the next.

    span     x = |d|                                 d from the point s_i of body i to the point s_j of body j
    wrap     x = t + ρ (θ + atan2(ρ, t)),  t = √(d·d − ρ²)      in the plane of x and y

A cable that leaves one circle and reaches another has the straight part t between the points of contact; ρ is the
difference of the signed radii about the centres s_i and s_j, and θ the angle of d from a direction g fixed in i.  The
level lines of x are involutes: with e = (t d + ρ ẑ × d)/d·d, the direction of the straight part,

    ẋ = e·ḋ − ρ ω_i,     ẍ = e·d̈ + |ḋ − e (e·ḋ)|²/t − ρ ω̇_i,     the force e at the point of j

and what arcs add to x cancels between neighbours, so that the sum over all parts is the length of the cable.

    coil     x = s + ρ (θ + atan2(ρ, t)),  s = √(t² + z²)       in space, about the axis n of a pulley of body i

Here d = q + z n, q in the plane of the pulley: t and θ are those of a wrap of q, and the cable leaves the pulley at the
point of contact of this plane.  Seen from body i, with u = q̇,

    ∂x/∂d = f = e + q (1/s − 1/t) + n z/s
    ẋ = f·ḋ,     ẍ = f·d̈ + (u·u − (e·u)²)/t + u·u (1/s − 1/t) + q·u (ṫ/t² − ṡ/s²) + ż (ż − z ṡ/s)/s
"""

from snodo._jit import kernel
from snodo.math.kernels.algebra import Force, Vec3, cross, dot
from snodo.math.kernels.elementary import atan2, inverse, sqrt
from snodo.math.kernels.measures import Reading, between, fixed_in

COIL = 26
"""The kind of a coil; the others are in `measures.py`."""


@kernel
def span(i, j, s_i, s_j):
    """|d|: the unit force along d at the point of j; none where the points coincide."""
    arm = fixed_in(j, s_j)
    d = between(i, fixed_in(i, s_i), j, arm)
    x = sqrt(dot(d.x, d.x))
    n = inverse(x)
    e = d.x * n
    rate = dot(e, d.rate)
    second = dot(e, d.second) + (dot(d.rate, d.rate) - rate * rate) * n
    return Reading(x, rate, second, Force(e, cross(arm.x, e)))


@kernel
def wrap(i, j, s_i, s_j, g, rho):
    """t + ρ (θ + atan2(ρ, t))."""
    arm, g = fixed_in(j, s_j), i.R @ g
    d = between(i, fixed_in(i, s_i), j, arm)
    square = dot(d.x, d.x)
    t, left = sqrt(square - rho * rho), Vec3(-d.x.y, d.x.x, d.x.z * 0.0)
    e = (d.x * t + left * rho) * inverse(square)
    theta = atan2(g.x * d.x.y - g.y * d.x.x, g.x * d.x.x + g.y * d.x.y)
    rate = dot(e, d.rate)
    second = dot(e, d.second) + (dot(d.rate, d.rate) - rate * rate) * inverse(t) - rho * i.a.ang.z
    x = t + rho * (theta + atan2(t * 0.0 + rho, t))
    return Reading(x, rate - rho * i.w.z, second, Force(e, cross(arm.x, e)))


@kernel
def coil(i, j, s_i, s_j, n, g, rho):
    """s + ρ (θ + atan2(ρ, t)): the force f at the point of j."""
    arm, n, g = fixed_in(j, s_j), i.R @ n, i.R @ g
    d = between(i, fixed_in(i, s_i), j, arm)
    rate = d.rate - cross(i.w, d.x)
    second = d.second - cross(i.a.ang, d.x) - cross(i.w, rate) * 2.0 - cross(i.w, cross(i.w, d.x))
    z, z_dot = dot(n, d.x), dot(n, rate)
    q, u = d.x - n * z, rate - n * z_dot
    square = dot(q, q)
    t, s = sqrt(square - rho * rho), sqrt(square - rho * rho + z * z)
    by_t, by_s = inverse(t), inverse(s)
    e = (q * t + cross(n, q) * rho) * inverse(square)
    f = e + q * (by_s - by_t) + n * (z * by_s)
    qu, uu, eu = dot(q, u), dot(u, u), dot(e, u)
    s_dot = (qu + z * z_dot) * by_s
    bent = (uu - eu * eu) * by_t + uu * (by_s - by_t) + qu * (qu * by_t * by_t * by_t - s_dot * by_s * by_s)
    bent = bent + z_dot * (z_dot - z * s_dot * by_s) * by_s
    theta = atan2(dot(n, cross(g, q)), dot(g, q))
    x = s + rho * (theta + atan2(t * 0.0 + rho, t))
    return Reading(x, dot(f, rate), dot(f, second) + bent, Force(f, cross(arm.x, f)))
