"""What joints, rods and drivers measure between two bodies i and j: x, ẋ, ẍ along the motion, and the gradient of x.

    along      x = e · d            d from the point s_i of body i to the point s_j of body j, e fixed in i
    across     x = e · f            f fixed in j: zero when the directions are at right angles
    turn       x = atan2(g·f, e·f)  the angle from e to f in the plane of e and g, both fixed in i
    tilt       x = asin(e·f)        the angle of f above the plane at right angles to e
    square     x = ½ d · d          half the square of the distance
    attitude   x = e_k              an Euler parameter of j: a coordinate, or taken from its axes with e0 ≥ 0

All depend on how j is placed against i alone, so the gradient of x is a wrench F on j and the opposite one on i:
ẋ = F · V_j − F · V_i, with F and both motions (v, ω) taken at the same point.  After Haug, Computer Aided Kinematics
and Dynamics of Mechanical Systems, 1989, section 9.2, and source text 002.  Derivatives are those that body i sees, for
whom its own directions stand still; where there are none to share, by the product rule on tracks.
"""

from typing import NamedTuple

from snodo._jit import inline
from snodo.math.kernels.algebra import Force, Mat3, Motion, Vec3, cross, dot
from snodo.math.kernels.duals import zero_of
from snodo.math.kernels.elementary import atan2, sqrt

ALONG, ACROSS, TURN, SQUARE, COORDINATE, COUNTED, ATTITUDE, EXTRACTED, SPIN = 0, 1, 2, 3, 4, 5, 6, 7, 8
OUTER, MIDDLE, EDGE, BALL, BARREL, RIM, REACH, TURNING, TWIST, BEND, TILT = 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19
SPAN, WRAP, LEAN, PROFILE, GRAZE, BRUSH = 20, 21, 22, 23, 24, 25
TURN_RATE = -1
"""Kinds of measures; a coordinate is one of the formulation itself, a counted turn has its whole turns from one, and a
spin is nothing but a torque between two bodies.  Of three turns, the outer ones are counted turns and the middle one is
a counted tilt; the same attitude has two sets of angles, and the counted middle one says which.  A turn rate is a
counted turn of which nothing else is read.  From EDGE on they are in `rolling.py`, from TWIST on in `twisting.py`,
spans and wraps in `spanning.py`, leans in `leaning.py`, from PROFILE on in `grazing.py`."""


class Moving(NamedTuple):
    """A body in motion: axes, origin, velocity of the origin, angular velocity, acceleration, in world axes."""

    R: Mat3
    p: Vec3
    v: Vec3
    w: Vec3
    a: Motion


class Track(NamedTuple):
    """A vector with its first and second derivative in time."""

    x: Vec3
    rate: Vec3
    second: Vec3


class Reading(NamedTuple):
    """A measure with its first and second derivative in time, and its gradient F at the origin of body j."""

    x: float
    rate: float
    second: float
    F: Force


# ---------------------------------------------------------------- tracks
@inline
def fixed_in(body, s):
    """The track of a vector fixed in a body."""
    u = body.R @ s
    rate = cross(body.w, u)
    return Track(u, rate, cross(body.a.ang, u) + cross(body.w, rate))


@inline
def between(i, arm_i, j, arm_j):
    """The track from a point of body i to one of body j, by their arms from the origins."""
    return Track(
        (j.p + arm_j.x) - (i.p + arm_i.x),
        (j.v + arm_j.rate) - (i.v + arm_i.rate),
        (j.a.lin + arm_j.second) - (i.a.lin + arm_i.second),
    )


@inline
def product(a, b):
    """a · b with its first and second derivative."""
    return (
        dot(a.x, b.x),
        dot(a.rate, b.x) + dot(a.x, b.rate),
        dot(a.second, b.x) + 2.0 * dot(a.rate, b.rate) + dot(a.x, b.second),
    )


@inline
def torque(T):
    """A wrench that only turns."""
    zero = zero_of(T.x)
    return Force(Vec3(zero, zero, zero), T)


# ---------------------------------------------------------------- as body i sees it
class RelativeSpin(NamedTuple):
    """How body j turns against body i: angular velocity ω, its rate α as body i sees it, and ω²."""

    w: Vec3
    rate: Vec3
    square: float


@inline
def relative_spin(i, j):
    """ω = ω_j − ω_i,     α = α_j − α_i − ω_i × ω."""
    w = j.w - i.w
    return RelativeSpin(w, (j.a.ang - i.a.ang) - cross(i.w, w), dot(w, w))


@inline
def relative_place(i, s_i, j, arm_j):
    """The track of a point of body j, given by its arm, from a point of body i as body i sees it:

    d' = ḋ − ω_i × d,     d'' = d̈ − α_i × d − ω_i × (ḋ + d')
    """
    d = between(i, fixed_in(i, s_i), j, arm_j)
    rate = d.rate - cross(i.w, d.x)
    return Track(d.x, rate, d.second - cross(i.a.ang, d.x) - cross(i.w, d.rate + rate))


# ---------------------------------------------------------------- measures
@inline
def along_place(direction, place, arm):
    """e · d of a place as body i sees it: the force e at the point of j."""
    x, rate, second = dot(direction, place.x), dot(direction, place.rate), dot(direction, place.second)
    return Reading(x, rate, second, Force(direction, cross(arm, direction)))


@inline
def along(i, j, s_i, s_j, e):
    """e · d: the force e at the point of j."""
    arm = fixed_in(j, s_j)
    return along_place(i.R @ e, relative_place(i, s_i, j, arm), arm.x)


@inline
def across_spin(spin, e, f):
    """x = e · f with the torque T = f × e:   ẋ = T·ω,   ẍ = T·α + (e·ω) (f·ω) − ω² x."""
    x, T = dot(e, f), cross(f, e)
    second = dot(T, spin.rate) + dot(e, spin.w) * dot(f, spin.w) - spin.square * x
    return Reading(x, dot(T, spin.w), second, torque(T))


@inline
def across(i, j, e, f):
    """e · f: the torque f × e."""
    return across_spin(relative_spin(i, j), i.R @ e, j.R @ f)


@inline
def turned(i, j, e, g, f):
    """θ with a = e·f, b = g·f, n = a² + b², and the torque T = f × u, u = (a g − b e)/n:

    θ̇ = T·ω,     θ̈ = T·α + (u·ω) (f·ω) − 2 θ̇ (a ȧ + b ḃ)/n,     a ȧ + b ḃ = f × (a e + b g) · ω
    """
    spin, e, g, f = relative_spin(i, j), i.R @ e, i.R @ g, j.R @ f
    a, b = dot(e, f), dot(g, f)
    n = 1.0 / (a * a + b * b)
    u, w = (g * a - e * b) * n, spin.w
    T = cross(f, u)
    rate, growth = dot(T, w), dot(cross(f, e * a + g * b), w) * n
    second = dot(T, spin.rate) + dot(u, w) * dot(f, w) - 2.0 * rate * growth
    return Reading(atan2(b, a), rate, second, torque(T))


@inline
def turn_rate(i, j, e, g, f):
    """θ̇ of the same alone, to the last bit: a run must not change because its angle is read."""
    e, g, f = i.R @ e, i.R @ g, j.R @ f
    a, b = dot(e, f), dot(g, f)
    n = 1.0 / (a * a + b * b)
    return dot(cross(f, (g * a - e * b) * n), j.w - i.w)


@inline
def tilted(i, j, e, f):
    """θ with u = e·f, c = |e × f|:  θ̇ = u̇/c,  θ̈ = (ü + u θ̇²)/c,  and the torque f × e/c."""
    x, rate, second, F = across(i, j, e, f)
    c = sqrt(dot(F.ang, F.ang))
    rate = rate / c
    return Reading(atan2(x, c), rate, (second + x * rate * rate) / c, torque(F.ang * (1.0 / c)))


@inline
def half_square(i, j, s_i, s_j):
    """½ d·d:  the force d at the point of j."""
    arm = fixed_in(j, s_j)
    d = between(i, fixed_in(i, s_i), j, arm)
    x, rate, second = product(d, d)
    return Reading(0.5 * x, 0.5 * rate, 0.5 * second, Force(d.x, cross(arm.x, d.x)))


@inline
def attitude(j, e, g):
    """An Euler parameter e of body j with its row g of ½ Eᵀ:  ė = g·ω,  ë = g·ω̇ − ¼ ω² e,  the torque g."""
    return Reading(e, dot(g, j.w), dot(g, j.a.ang) - 0.25 * dot(j.w, j.w) * e, torque(g))
