"""Constraint rows in the plane: Φ, Φ̇, the velocity part of Φ̈, and Φ_v block by block.  One function for each joint.

A row of Φ depends on the bodies i and j.  Its gradient has, for each, a plane vector g (to the velocity) and a number h
(to the angular velocity), so that  Φ̇ = g_i·v_i + h_i ω_i + g_j·v_j + h_j ω_j − ν.  Below, for the joint points,

    p = A s                 arm from the centre of mass to the joint point, in world axes
    d = r_j + p_j − r_i − p_i     from the point on i to the point on j,   ḋ = v_j + i ω_j p_j − v_i − i ω_i p_i
    d̈ = ω_i² p_i − ω_j² p_j      the velocity part (accelerations of the coordinates zero)

and γ is minus the part of Φ̈ that depends only on velocity and time.  After Nikravesh, Computer-Aided Analysis of
Mechanical Systems, 1988, chapters 4 and 6; signs of the source text's equations (1) to (4), whose misprints are
corrected.
"""

from typing import NamedTuple

from snodo._jit import inline, kernel
from snodo.formulations.planar.kernels.layout import Link
from snodo.math.kernels.duals import number
from snodo.math.kernels.elementary import atan2, inverse, sqrt
from snodo.math.kernels.plane import Force2, Vec2, cross, dot, left
from snodo.math.kernels.profiles import foot

TURNS, SPAN, WRAP, COILED, PROFILE, GRAZE = 1, 2, 3, 4, 5, 6
"""What a coordinate of a link is, if not a displacement: an angle, a distance, a part of a cable, ρ > 0 or ρ < 0, the
distance from a curve, or the slip along it, which is a speed only."""


class Separation(NamedTuple):
    """d, ḋ, the velocity part of d̈, and the arms of the two points."""

    d: Vec2
    rate: Vec2
    second: Vec2
    p_i: Vec2
    p_j: Vec2


class Reading(NamedTuple):
    """A quantity between two bodies: its value, its rate, the velocity part of its second derivative, its gradient."""

    x: float
    rate: float
    second: float
    on_i: Force2
    on_j: Force2


@inline
def put(s, row, block, x):
    """x = 0 as a row with its two blocks."""
    s.blocks[block].g, s.blocks[block + 1].g = x.on_i, x.on_j
    s.phi[row], s.nu[row], s.phi_dot[row], s.phi_ddot[row] = x.x, s.zero, x.rate, x.second


@inline
def separation(s, link):
    """From the point on i to the point on j."""
    i, j = s.work[link.i], s.work[link.j]
    p_i, p_j = i.A * link.s_i, j.A * link.s_j
    rate = j.v + left(p_j) * j.w - i.v - left(p_i) * i.w
    return Separation(j.r + p_j - i.r - p_i, rate, p_i * (i.w * i.w) - p_j * (j.w * j.w), p_i, p_j)


# ---------------------------------------------------------------- joints
@inline
def revolute(s, link, row, block):
    """r_i + A_i s_i − r_j − A_j s_j = 0: two rows, in x and y of the world."""
    o, l = s.zero, s.one
    d, rate, second, p_i, p_j = separation(s, link)
    on_i, on_j = Force2(Vec2(l, o), -p_i.y), Force2(Vec2(-l, o), p_j.y)
    put(s, row, block, Reading(-d.x, -rate.x, -second.x, on_i, on_j))
    on_i, on_j = Force2(Vec2(o, l), p_i.x), Force2(Vec2(o, -l), -p_j.x)
    put(s, row + 1, block + 2, Reading(-d.y, -rate.y, -second.y, on_i, on_j))


@inline
def component(s, link, u):
    """x = e·d, the component of d along the direction e = A_i u fixed in body i."""
    d, rate, second, p_i, p_j = separation(s, link)
    i = s.work[link.i]
    e = i.A * u
    turn = dot(left(e), d)
    x_ddot = dot(e, second) + 2.0 * i.w * dot(left(e), rate) - i.w * i.w * dot(e, d)
    on_i, on_j = Force2(e * -1.0, turn - dot(e, left(p_i))), Force2(e, dot(e, left(p_j)))
    return Reading(dot(e, d), dot(e, rate) + i.w * turn, x_ddot, on_i, on_j)


@inline
def slot(s, link, row, block):
    """The point on j stays on the line through the point on i along u: (i A_i u)·d = 0."""
    put(s, row, block, component(s, link, left(link.u)))


@inline
def turn(s, link):
    """φ_j − φ_i + c"""
    i, j, o = s.work[link.i], s.work[link.j], Vec2(s.zero, s.zero)
    return Reading(j.phi - i.phi + link.c, j.w - i.w, s.zero, Force2(o, -s.one), Force2(o, s.one))


@inline
def same_angle(s, link, row, block):
    """φ_i − φ_j + c = 0: the bodies rotate together."""
    i, j, o = s.work[link.i], s.work[link.j], Vec2(s.zero, s.zero)
    put(s, row, block, Reading(i.phi - j.phi + link.c, i.w - j.w, s.zero, Force2(o, s.one), Force2(o, -s.one)))


@inline
def rod(s, link, length, row, block):
    """(d·d − l²) / 2 l = 0: constant distance; the gradient is a unit vector, so λ is the force in the rod."""
    d, rate, second, p_i, p_j = separation(s, link)
    e = d * (1.0 / length)
    x_ddot = dot(rate, rate) / length + dot(e, second)
    on_i, on_j = Force2(e * -1.0, -dot(e, left(p_i))), Force2(e, dot(e, left(p_j)))
    put(s, row, block, Reading(0.5 * (dot(d, e) - length), dot(e, rate), x_ddot, on_i, on_j))


# ---------------------------------------------------------------- distances
@kernel
def span(s, link):
    """|d| + c, or t + ρ (θ + atan2(ρ, t)) + c of a cable (`math/kernels/spanning.py`), |ρ| being the length of u."""
    d, rate, second, p_i, p_j = separation(s, link)
    square, rho, theta = dot(d, d), s.zero, s.zero
    if link.turns != SPAN:
        g = s.work[link.i].A * link.u
        rho = sqrt(dot(link.u, link.u)) * (1.0 if link.turns == WRAP else -1.0) + s.zero
        theta = atan2(cross(g, d), dot(g, d))
    t = sqrt(square - rho * rho)
    e = (d * t + left(d) * rho) * inverse(square)
    x = t + link.c
    if link.turns != SPAN:
        x = x + rho * (theta + atan2(rho, t))
    along = dot(e, rate)
    x_ddot = dot(e, second) + (dot(rate, rate) - along * along) * inverse(t)
    on_i, on_j = Force2(e * -1.0, -dot(e, left(p_i)) - rho), Force2(e, dot(e, left(p_j)))
    return Reading(x, along - rho * s.work[link.i].w, x_ddot, on_i, on_j)


# ---------------------------------------------------------------- curves
@kernel
def curved(s, link):
    """φ + c, the distance from a curve of body i, or the slip t·u + R (ω_j − ω_i) along it (`math/kernels/grazing.py`).

    u has the place of the curve's numbers, and R.
    """
    i, j, d = s.work[link.i], s.work[link.j], separation(s, link).d
    found = foot(s.numbers, int(number(link.u.x)), Vec2(dot(i.A, d), dot(left(i.A), d)))
    n, bend, R = found.n, found.bend, link.u.y
    at_foot = Link(link.i, link.j, link.turns, link.s_i + found.c, link.s_j, link.u, link.c)
    x, y = component(s, at_foot, n), component(s, at_foot, left(n) * -1.0)
    if link.turns == PROFILE:
        return Reading(x.x + link.c, x.rate, x.second + bend * y.rate * y.rate, x.on_i, x.on_j)
    o = Vec2(s.zero, s.zero)
    on_i, on_j = y.on_i - Force2(o, R + s.zero), y.on_j + Force2(o, R + s.zero)
    return Reading(s.zero, y.rate + R * (j.w - i.w), y.second - bend * y.rate * x.rate, on_i, on_j)


# ---------------------------------------------------------------- joint coordinates, their drivers and couplers
@inline
def coordinate(s, link):
    """A joint coordinate: the angle φ_j − φ_i, the displacement (A_i u)·d, or a distance, all plus c."""
    if link.turns == TURNS:
        return turn(s, link)
    if link.turns >= PROFILE:
        return curved(s, link)
    if link.turns:
        return span(s, link)
    x = component(s, link, link.u)
    return Reading(x.x + link.c, x.rate, x.second, x.on_i, x.on_j)


@inline
def driver(s, link, row, block, f, f_dot, f_ddot):
    """x − f(t) = 0: an imposed coordinate; ν = ḟ and γ gains f̈."""
    x = coordinate(s, link)
    put(s, row, block, Reading(x.x - f, x.rate - f_dot, x.second - f_ddot, x.on_i, x.on_j))
    s.nu[row] = s.zero + f_dot


@inline
def weighted_sum(s, c):
    """Σ a_k x_k of joint coordinates: value, rate and second derivative; a body with several joints has one block."""
    o = s.zero
    x, rate, second = o, o, o
    for k in range(c.block, c.block + c.blocks):
        s.blocks[k].g = Force2(Vec2(o, o), o)
    for k in range(c.first, c.first + c.terms):
        term = s.terms[k]
        i, j, a, own = s.blocks[term.block_i], s.blocks[term.block_j], term.factor, coordinate(s, term.link)
        i.g = i.g + own.on_i * a
        j.g = j.g + own.on_j * a
        x, rate, second = x + a * own.x, rate + a * own.rate, second + a * own.second
    return x, rate, second


@inline
def coupler(s, c, row):
    """Σ a_k x_k − c = 0: a linear relation between joint coordinates."""
    x, rate, second = weighted_sum(s, c)
    s.phi[row], s.nu[row], s.phi_dot[row], s.phi_ddot[row] = x - c.link.c, s.zero, rate, second
