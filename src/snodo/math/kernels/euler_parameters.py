"""Euler parameters p = (e0, e1, e2, e3), scalar first, as coordinates of an attitude (source text `002`, 1.2–1.4).

    E = [−e   ẽ + e0 1],   G = [−e   −ẽ + e0 1]                (14), (15)   3×4, linear in p
    A = E Gᵀ                                                   (16)         body to world
    ω = 2 E ṗ,     ω′ = 2 G ṗ                                  (1)          world and body axes
    ṗ = ½ Eᵀ ω = ½ Gᵀ ω′                                       (2)
    α = 2 E p̈,     α′ = 2 G p̈                                  (3)          because E(ṗ) ṗ = G(ṗ) ṗ = 0
    p̈ = ½ Eᵀ α − (ṗᵀṗ) p = ½ Gᵀ α′ − (ṗᵀṗ) p                    (4)          the second term keeps pᵀp = 1
    δθ = 2 E δp,   δp = ½ Eᵀ δθ                                (5)          virtual rotations: as ω and ṗ

(1)–(5) hold for pᵀp = 1.  The matrix of any p, of length one or not, is `from_quaternion` in `spatial.py`.
An element is a float64, lanes of them or a dual; `extract`, which chooses, is not for lanes.
"""

import math
import operator
from typing import NamedTuple

from snodo._jit import inline
from snodo.math.kernels.algebra import Vec3, cross, dot
from snodo.math.kernels.duals import value
from snodo.math.kernels.elementary import sqrt
from snodo.math.kernels.operators import SCALAR, rule


class Quaternion(NamedTuple):
    """Euler parameters, their rates, or any quaternion e0 + e1 i + e2 j + e3 k."""

    e0: float
    e1: float
    e2: float
    e3: float


class Mat34(NamedTuple):
    """A 3×4 matrix, by its columns: E and G."""

    c0: Vec3
    c1: Vec3
    c2: Vec3
    c3: Vec3


# ---------------------------------------------------------------- algebra
@rule(operator.add, Quaternion, Quaternion)
def _(p, s):
    return Quaternion(p.e0 + s.e0, p.e1 + s.e1, p.e2 + s.e2, p.e3 + s.e3)


@rule(operator.sub, Quaternion, Quaternion)
def _(p, s):
    return Quaternion(p.e0 - s.e0, p.e1 - s.e1, p.e2 - s.e2, p.e3 - s.e3)


@rule(operator.mul, Quaternion, SCALAR)
def _(p, s):
    return Quaternion(p.e0 * s, p.e1 * s, p.e2 * s, p.e3 * s)


@rule(operator.matmul, Quaternion, Quaternion)
def _(p, s):
    """p ∘ s = (p0 s0 − e·f, p0 f + s0 e + e × f): first the rotation s, then p."""
    e, f = vector_part(p), vector_part(s)
    x, y, z = f * p.e0 + e * s.e0 + cross(e, f)
    return Quaternion(p.e0 * s.e0 - dot(e, f), x, y, z)


@rule(operator.matmul, Mat34, Quaternion)
def _(B, p):
    return B.c0 * p.e0 + B.c1 * p.e1 + B.c2 * p.e2 + B.c3 * p.e3


@inline
def vector_part(p):
    """e = (e1, e2, e3)"""
    return Vec3(p.e1, p.e2, p.e3)


@inline
def conjugate(p):
    """p*: the inverse rotation, of a p of length one."""
    return Quaternion(p.e0, -p.e1, -p.e2, -p.e3)


@inline
def dot4(p, s):
    """pᵀ s"""
    return p.e0 * s.e0 + p.e1 * s.e1 + p.e2 * s.e2 + p.e3 * s.e3


@inline
def transposed4(B, w):
    """Bᵀ w of a 3×4 matrix B"""
    return Quaternion(dot(B.c0, w), dot(B.c1, w), dot(B.c2, w), dot(B.c3, w))


# ---------------------------------------------------------------- the matrices of the text
@inline
def matrix_E(p):
    """E(p), (14)"""
    e0, e1, e2, e3 = p
    return Mat34(Vec3(-e1, -e2, -e3), Vec3(e0, e3, -e2), Vec3(-e3, e0, e1), Vec3(e2, -e1, e0))


@inline
def matrix_G(p):
    """G(p), (15)"""
    e0, e1, e2, e3 = p
    return Mat34(Vec3(-e1, -e2, -e3), Vec3(e0, -e3, e2), Vec3(e3, e0, -e1), Vec3(-e2, e1, e0))


# ---------------------------------------------------------------- rates, in world axes and in body axes
@inline
def body_rotation(p, dp):
    """2 G dp: ω′ of ṗ, α′ of p̈, δθ′ of δp, in body axes."""
    return (matrix_G(p) @ dp) * 2.0


@inline
def rate_of_world(p, w):
    """½ Eᵀ w: ṗ of ω, δp of δθ, in world axes."""
    return transposed4(matrix_E(p), w) * 0.5


@inline
def rate_of_body(p, w):
    """½ Gᵀ w: ṗ of ω′, δp of δθ′, in body axes."""
    return transposed4(matrix_G(p), w) * 0.5


@inline
def second_rate_of_world(p, w, a):
    """p̈ of ω and α in world axes, (4), with ṗᵀṗ = ¼ ωᵀω."""
    return rate_of_world(p, a) - p * (0.25 * dot(w, w))


@inline
def second_rate_of_body(p, w, a):
    """p̈ of ω′ and α′ in body axes, (4)."""
    return rate_of_body(p, a) - p * (0.25 * dot(w, w))


# ---------------------------------------------------------------- back from the matrix
@inline
def extract(A):
    """p of a rotation matrix by the largest of its four squares, never below ¼ (Shepperd 1978); e0 ≥ 0."""
    a, b, c = A.x.x, A.y.y, A.z.z
    xx, yy, zz = value(a), value(b), value(c)
    x, y, z = A.y.z - A.z.y, A.z.x - A.x.z, A.x.y - A.y.x  # 4 e0 e
    trace = a + b + c
    if value(trace) >= max(xx, yy, zz):
        p = Quaternion(1.0 + trace, x, y, z)
    elif xx >= yy and xx >= zz:
        p = Quaternion(x, 1.0 + a - b - c, A.y.x + A.x.y, A.z.x + A.x.z)
    elif yy >= zz:
        p = Quaternion(y, A.y.x + A.x.y, 1.0 - a + b - c, A.z.y + A.y.z)
    else:
        p = Quaternion(z, A.z.x + A.x.z, A.z.y + A.y.z, 1.0 - a - b + c)
    return p * (math.copysign(1.0, value(p.e0)) / sqrt(dot4(p, p)))
