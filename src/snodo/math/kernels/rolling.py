"""Velocities that blades, wheels and balls must not have: ẋ and ẍ of measures that have no x, and their gradients.

The velocity of body j at the place P against body i, and its rate for a place that moves on both, are

    u = v_j + ω_j × (P − p_j) − v_i − ω_i × (P − p_i)
    u̇ = a_j + α_j × (P − p_j) + ω_j × (Ṗ − v_j) − a_i − α_i × (P − p_i) − ω_i × (Ṗ − v_i)

and the measure of a direction m is  ẋ = m·u,  ẍ = ṁ·u + m·u̇,  with the force m on j at P as its gradient.

    edge      m = (n × a)/|n × a|, or n × m     n fixed in i, a in j; P = c − R a × m, the lowest point of a disc
    ball      m fixed in i                      P = c − R n
    barrel    m = k × e, or k                   k fixed in i, the axis of a cylinder; P = c − R e, e = d⊥/|d⊥|
    turning   e·(ω_j − ω_i)                     e fixed in i

and, with a place, the height of a disc's centre in radii and the distance from the axis of a cylinder:

    rim       x = √(1 − (n·a)²)
    reach     x = |d⊥| = √(d·d − (k·d)²)        d from a point of the axis to the centre c
"""

from snodo._jit import inline, kernel
from snodo.math.kernels.algebra import Force, Vec3, cross, dot
from snodo.math.kernels.duals import value, zero_of
from snodo.math.kernels.elementary import sqrt
from snodo.math.kernels.measures import Reading, across, between, fixed_in, product, torque


@inline
def slip(i, j, P, P_dot, m, m_dot):
    """m·u at the place P."""
    arm_i, arm_j = P - i.p, P - j.p
    u = (j.v + cross(j.w, arm_j)) - (i.v + cross(i.w, arm_i))
    u_j = j.a.lin + cross(j.a.ang, arm_j) + cross(j.w, P_dot - j.v)
    u_i = i.a.lin + cross(i.a.ang, arm_i) + cross(i.w, P_dot - i.v)
    rate = dot(m, u)
    return Reading(zero_of(rate), rate, dot(m_dot, u) + dot(m, u_j - u_i), Force(m, cross(arm_j, m)))


@kernel
def edge(i, j, s_j, n, a, radius, sideways):
    """Across a blade along a, or along the way of a disc with the axis a; sideways: across its way."""
    n, a, arm = fixed_in(i, n), fixed_in(j, a), fixed_in(j, s_j)
    c, c_dot = cross(n.x, a.x), cross(n.rate, a.x) + cross(n.x, a.rate)
    shrink = 1.0 / sqrt(dot(c, c))
    m = c * shrink
    m_dot = (c_dot - m * dot(m, c_dot)) * shrink
    P = j.p + arm.x - cross(a.x, m) * radius
    P_dot = j.v + arm.rate - (cross(a.rate, m) + cross(a.x, m_dot)) * radius
    if sideways:
        m, m_dot = cross(n.x, m), cross(n.rate, m) + cross(n.x, m_dot)
    return slip(i, j, P, P_dot, m, m_dot)


@kernel
def ball(i, j, s_j, n, m, radius):
    """Along a direction of the plane under a ball."""
    n, m, arm = fixed_in(i, n), fixed_in(i, m), fixed_in(j, s_j)
    return slip(i, j, j.p + arm.x - n.x * radius, j.v + arm.rate - n.rate * radius, m.x, m.rate)


@kernel
def rim(i, j, n, a):
    """√(1 − s²) of s = n·a:  x ẋ = −s ṡ,  x ẍ = −ṡ² − s s̈ − ẋ²,  and the gradient of s times −s/x."""
    s = across(i, j, n, a)
    square = 1.0 - s.x * s.x
    x = sqrt(square if value(square) > 0.0 else zero_of(square))
    rate = -s.x * s.rate / x
    return Reading(x, rate, -(s.rate * s.rate + s.x * s.second + rate * rate) / x, s.F * (-s.x / x))


@kernel
def turning(i, j, e):
    """e·(ω_j − ω_i): the torque e."""
    e = fixed_in(i, e)
    w, alpha = j.w - i.w, j.a.ang - i.a.ang
    rate = dot(e.x, w)
    return Reading(zero_of(rate), rate, dot(e.rate, w) + dot(e.x, alpha), torque(Vec3(e.x.x, e.x.y, e.x.z)))


@kernel
def barrel(i, j, s_i, s_j, k, radius, lengthwise):
    """Around a cylinder under a ball, or along it; the radius is negative if the ball is inside."""
    k, arm = fixed_in(i, k), fixed_in(j, s_j)
    d = between(i, fixed_in(i, s_i), j, arm)
    height, rise, _ = product(k, d)
    y, y_dot = d.x - k.x * height, d.rate - k.rate * height - k.x * rise
    shrink = 1.0 / sqrt(dot(y, y))
    e = y * shrink
    e_dot = (y_dot - e * dot(e, y_dot)) * shrink
    P, P_dot = j.p + arm.x - e * radius, j.v + arm.rate - e_dot * radius
    if lengthwise:
        return slip(i, j, P, P_dot, k.x, k.rate)
    return slip(i, j, P, P_dot, cross(k.x, e), cross(k.rate, e) + cross(k.x, e_dot))


@kernel
def reach(i, j, s_i, s_j, k):
    """x² = d·d − (k·d)², twice differentiated; the force e = d⊥/x at the point of j."""
    k, arm = fixed_in(i, k), fixed_in(j, s_j)
    d = between(i, fixed_in(i, s_i), j, arm)
    square, square_rate, square_second = product(d, d)
    height, rise, lift = product(k, d)
    x = sqrt(square - height * height)
    rate = (0.5 * square_rate - height * rise) / x
    second = (0.5 * square_second - rise * rise - height * lift - rate * rate) / x
    e = (d.x - k.x * height) * (1.0 / x)
    return Reading(x, rate, second, Force(e, cross(arm.x, e)))
