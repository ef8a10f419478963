"""Values of dynamics in the plane: immutable, two or three numbers each; an element is a float64, or lanes of them.

A vector is also the complex number x + i y: the product of two vectors is that of complex numbers.  A = exp(i φ) turns
a vector from body to world axes, A s, and i p is p turned by a quarter (`left`).
"""

import operator
from typing import NamedTuple

from snodo._jit import inline
from snodo.math.kernels.operators import SCALAR, rule


class Vec2(NamedTuple):
    """A vector of the plane."""

    x: float
    y: float


class Motion2(NamedTuple):
    """Velocity or acceleration of a body at its centre of mass."""

    lin: Vec2
    ang: float


class Force2(NamedTuple):
    """Force and torque about a centre of mass; or the gradient (g, h) of a quantity, whose rate is g·v + h ω."""

    lin: Vec2
    ang: float


# ---------------------------------------------------------------- sums and multiples
@rule(operator.add, Vec2, Vec2)
def _(a, b):
    return Vec2(a.x + b.x, a.y + b.y)


@rule(operator.sub, Vec2, Vec2)
def _(a, b):
    return Vec2(a.x - b.x, a.y - b.y)


@rule(operator.mul, Vec2, SCALAR)
def _(a, s):
    return Vec2(a.x * s, a.y * s)


@rule(operator.add, Force2, Force2)
def _(F, G):
    return Force2(F.lin + G.lin, F.ang + G.ang)


@rule(operator.sub, Force2, Force2)
def _(F, G):
    return Force2(F.lin - G.lin, F.ang - G.ang)


@rule(operator.mul, Force2, SCALAR)
def _(F, s):
    return Force2(F.lin * s, F.ang * s)


@rule(operator.add, Motion2, Motion2)
def _(a, b):
    return Motion2(a.lin + b.lin, a.ang + b.ang)


@rule(operator.sub, Motion2, Motion2)
def _(a, b):
    return Motion2(a.lin - b.lin, a.ang - b.ang)


# ---------------------------------------------------------------- products
@rule(operator.mul, Vec2, Vec2)
def _(A, s):
    return Vec2(A.x * s.x - A.y * s.y, A.y * s.x + A.x * s.y)


@rule(operator.matmul, Force2, Motion2)
def _(F, v):
    return F.lin.x * v.lin.x + F.lin.y * v.lin.y + F.ang * v.ang


@inline
def dot(a, b):
    """a · b"""
    return a.x * b.x + a.y * b.y


@inline
def cross(a, b):
    """a × b, about z"""
    return a.x * b.y - a.y * b.x


@inline
def left(a):
    """i a: turned by a quarter."""
    return Vec2(-a.y, a.x)
