"""Poses and velocities of the bodies: r, A = exp(i φ), v, φ, ω."""

from typing import NamedTuple

from snodo._jit import inline, kernel
from snodo.formulations.planar.kernels.layout import SPIN
from snodo.math.kernels.elementary import sincos
from snodo.math.kernels.plane import Vec2, left


class Point(NamedTuple):
    """A point of a moving body: its position, its velocity, and its arm from the centre of mass."""

    r: Vec2
    v: Vec2
    p: Vec2


@kernel
def moved(s, q, v):
    """From the coordinates (x, y, φ) and velocities of every body's centre of mass."""
    for b in range(s.last):
        this, k = s.work[b], SPIN * b
        sine, cosine = sincos(q[k + 2])
        this.r, this.A, this.phi = Vec2(q[k], q[k + 1]), Vec2(cosine, sine), q[k + 2]
        this.v, this.w = Vec2(v[k], v[k + 1]), v[k + 2]


@inline
def point(s, b, arm):
    """The point of body b at an arm from its centre of mass, in body axes."""
    this = s.work[b]
    p = this.A * arm
    return Point(this.r + p, this.v + left(p) * this.w, p)


@inline
def origin(s, b):
    """The origin of a body's own frame."""
    return point(s, b, s.bodies[b].com * -1.0)


@inline
def displace(s, y, level):
    """Add the step x to the coordinates of the state y (level 0: q ⊕ x, which is q + x here), or to the velocities."""
    first = level * SPIN * s.last
    for b in range(s.last):
        k, a = first + SPIN * b, s.x[b].a
        y[k], y[k + 1], y[k + 2] = y[k] + a.lin.x, y[k + 1] + a.lin.y, y[k + 2] + a.ang
