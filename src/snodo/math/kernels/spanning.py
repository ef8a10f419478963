"""The length of what is stretched between two bodies: a cylinder, or a cable from a point or pulley to the next.

    span     x = |d|                                 d from the point s_i of body i to the point s_j of body j
    wrap     x = t + ρ (θ + atan2(ρ, t)),  t = √(d·d − ρ²)      in the plane of x and y

A cable that leaves one circle and reaches another has the straight part t between the points of contact; ρ is the
difference of the signed radii about the centres s_i and s_j, and θ the angle of d from a direction g fixed in i.  The
level lines of x are involutes: with e = (t d + ρ ẑ × d)/d·d, the direction of the straight part,

    ẋ = e·ḋ − ρ ω_i,     ẍ = e·d̈ + |ḋ − e (e·ḋ)|²/t − ρ ω̇_i,     the force e at the point of j

and what arcs add to x cancels between neighbours, so that the sum over all parts is the length of the cable.
"""

from snodo._jit import kernel
from snodo.math.kernels.algebra import Force, Vec3, cross, dot
from snodo.math.kernels.elementary import atan2, inverse, sqrt
from snodo.math.kernels.measures import Reading, between, fixed_in


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
