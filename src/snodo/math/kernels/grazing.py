"""What touches a curve or a sphere: distances, and the speeds of the slip there.

    profile   x = φ                  signed distance from a curve in the plane of e and g, fixed in i (`profiles.py`)
    graze     ẋ = m·u(P)             m = t along the curve, or b = e × g across it; P = c − R n
    brush     ẋ = m·u(P)             between two spheres: P = c − R n,  n = d/|d|,  d from the centre s_i to c = s_j

u is the velocity of j against i (`rolling.py`).  The normal turns as the foot moves along the curve,
ṅ = ω_i × n + bend (t·u(c)) t.  On a sphere no direction m is smooth everywhere: m is t₀ turned by the smallest
rotation that takes n₀ to n, both fixed in i,

    m = t₀ − (t₀·n) (n₀ + n)/(1 + n₀·n)

which is smooth but at n = −n₀, on the far side of where they are drawn.
"""

from snodo._jit import inline, kernel
from snodo.math.kernels.algebra import cross, dot
from snodo.math.kernels.elementary import sqrt
from snodo.math.kernels.measures import Reading, along, between, fixed_in
from snodo.math.kernels.plane import Vec2
from snodo.math.kernels.profiles import foot
from snodo.math.kernels.rolling import slip


@inline
def foot_in(i, j, s_i, s_j, e, g, model, at):
    """The foot of a point of j on a curve of i: its place, normal and tangent in the axes of i, and `bend`."""
    d = between(i, fixed_in(i, s_i), j, fixed_in(j, s_j)).x
    x, y = i.R @ e, i.R @ g
    found = foot(model, at, Vec2(dot(x, d), dot(y, d)))
    c, n = found.c, found.n
    return s_i + (e * c.x + g * c.y), e * n.x + g * n.y, e * n.y - g * n.x, found.bend


@kernel
def profile(i, j, s_i, s_j, e, g, model, at):
    """φ: the distance along n from the foot, which stays there but for the turning of n."""
    c, n, t, bend = foot_in(i, j, s_i, s_j, e, g, model, at)
    found, sideways = along(i, j, c, s_j, n), along(i, j, c, s_j, t).rate
    return Reading(found.x, found.rate, found.second + bend * sideways * sideways, found.F)


@kernel
def graze(i, j, s_i, s_j, e, g, model, at, radius, across):
    """The speed along the curve, or across it, of a roller's or ball's material point at the curve."""
    c, n, t, bend = foot_in(i, j, s_i, s_j, e, g, model, at)
    moved = along(i, j, c, s_j, t).rate * bend
    n, t, arm = fixed_in(i, n), fixed_in(i, t), fixed_in(j, s_j)
    n_dot, t_dot = n.rate + t.x * moved, t.rate - n.x * moved
    P, P_dot = j.p + arm.x - n.x * radius, j.v + arm.rate - n_dot * radius
    if across:
        return slip(i, j, P, P_dot, cross(n.x, t.x), cross(n_dot, t.x) + cross(n.x, t_dot))
    return slip(i, j, P, P_dot, t.x, t_dot)


@kernel
def brush(i, j, s_i, s_j, first, way, radius):
    """The speed along m of the material point of a sphere at another one."""
    arm = fixed_in(j, s_j)
    d = between(i, fixed_in(i, s_i), j, arm)
    shrink = 1.0 / sqrt(dot(d.x, d.x))
    n = d.x * shrink
    n_dot = (d.rate - n * dot(n, d.rate)) * shrink
    o, t = fixed_in(i, first), fixed_in(i, way)
    c, h = dot(t.x, n), 1.0 + dot(o.x, n)
    c_dot, h_dot = dot(t.rate, n) + dot(t.x, n_dot), dot(o.rate, n) + dot(o.x, n_dot)
    part = c / h
    m = t.x - (o.x + n) * part
    m_dot = t.rate - (o.rate + n_dot) * part - (o.x + n) * ((c_dot - part * h_dot) / h)
    P, P_dot = j.p + arm.x - n * radius, j.v + arm.rate - n_dot * radius
    return slip(i, j, P, P_dot, m, m_dot)
