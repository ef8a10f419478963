"""Axes of joints: one column S of a motion subspace, met one at a time.

I @ S    the wrench for a unit acceleration along S
S @ F    the component of a wrench on S
a + S * x
"""

import operator
from typing import NamedTuple

from snodo.math.kernels.algebra import Articulated, Force, Motion, Rigid, Vec3, cross, dot, transposed
from snodo.math.kernels.operators import SCALAR, rule

TURN, SLIDE, SCREW = 0, 1, 2


class Axis(NamedTuple):
    """One column S of a joint's motion subspace, through the point of reference: turning about the unit vector n,
    sliding along it, or both (a screw, `pitch` metres a radian)."""

    n: Vec3
    kind: int
    pitch: float


class Rate(NamedTuple):
    """S x: motion at rate x along an axis."""

    axis: Axis
    x: float


@rule(operator.matmul, Articulated, Axis)
def _(A, S):
    if S.kind == TURN:
        return Force(A.H @ S.n, A.I @ S.n)
    F = Force(A.M @ S.n, transposed(A.H, S.n))
    if S.kind == SLIDE:
        return F
    return F * S.pitch + Force(A.H @ S.n, A.I @ S.n)


@rule(operator.matmul, Rigid, Axis)
def _(A, S):
    if S.kind == TURN:
        return Force(cross(S.n, A.h), A.I @ S.n)
    F = Force(S.n * A.mass, cross(A.h, S.n))
    if S.kind == SLIDE:
        return F
    return F * S.pitch + Force(cross(S.n, A.h), A.I @ S.n)


@rule(operator.matmul, Axis, Force)
def _(S, F):
    if S.kind == TURN:
        return dot(S.n, F.ang)
    if S.kind == SLIDE:
        return dot(S.n, F.lin)
    return dot(S.n, F.ang) + dot(S.n, F.lin) * S.pitch


@rule(operator.mul, Axis, SCALAR)
def _(S, x):
    return Rate(S, x)


@rule(operator.add, Motion, Rate)
def _(a, s):
    step = s.axis.n * s.x
    if s.axis.kind == TURN:
        return Motion(a.lin, a.ang + step)
    if s.axis.kind == SLIDE:
        return Motion(a.lin + step, a.ang)
    return Motion(a.lin + step * s.axis.pitch, a.ang + step)
