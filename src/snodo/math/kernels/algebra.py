"""Values of rigid-body dynamics: immutable, a few numbers each; an element is a float64 (or SIMD lanes of them).

All vectors are in world axes.  `Mat3` is three columns, so that a rotation is literally a body's x, y and z axes.
Every operation below is plain Python on NamedTuples; numba turns the tuples into registers.
"""

import operator
from typing import NamedTuple

from snodo._jit import inline
from snodo.math.kernels.operators import SCALAR, rule


class Vec3(NamedTuple):
    """A vector."""

    x: float
    y: float
    z: float


class Mat3(NamedTuple):
    """A 3×3 matrix, by its columns."""

    x: Vec3
    y: Vec3
    z: Vec3


class Sym3(NamedTuple):
    """A symmetric 3×3 matrix."""

    xx: float
    xy: float
    xz: float
    yy: float
    yz: float
    zz: float


class Motion(NamedTuple):
    """Velocity or acceleration of a body at a point of it."""

    lin: Vec3
    ang: Vec3


class Force(NamedTuple):
    """A wrench: force, and torque about a point."""

    lin: Vec3
    ang: Vec3


class Rigid(NamedTuple):
    """Inertia of a rigid body about a point: mass, first moment h = m (com − point), second moment."""

    mass: float
    h: Vec3
    I: Sym3


class Spread(NamedTuple):
    """A second moment as λ 1 + u uᵀ + v vᵀ with v = (0, y, z): two vectors are quicker to rotate than a matrix."""

    round: float  # λ
    u: Vec3
    y: float
    z: float


class Articulated(NamedTuple):
    """Inertia of an articulated body about a point: force = [M H; Hᵀ I] acceleration."""

    M: Sym3
    H: Mat3
    I: Sym3


class Factors3(NamedTuple):
    """L D Lᵀ of a symmetric matrix: L below its diagonal, and 1/D."""

    yx: float
    zx: float
    zy: float
    d: Vec3


# ---------------------------------------------------------------- sums and multiples
@rule(operator.add, Vec3, Vec3)
def _(a, b):
    return Vec3(a.x + b.x, a.y + b.y, a.z + b.z)


@rule(operator.sub, Vec3, Vec3)
def _(a, b):
    return Vec3(a.x - b.x, a.y - b.y, a.z - b.z)


@rule(operator.mul, Vec3, SCALAR)
def _(a, s):
    return Vec3(a.x * s, a.y * s, a.z * s)


@rule(operator.add, Mat3, Mat3)
def _(A, B):
    return Mat3(A.x + B.x, A.y + B.y, A.z + B.z)


@rule(operator.sub, Mat3, Mat3)
def _(A, B):
    return Mat3(A.x - B.x, A.y - B.y, A.z - B.z)


@rule(operator.add, Sym3, Sym3)
def _(A, B):
    return Sym3(A.xx + B.xx, A.xy + B.xy, A.xz + B.xz, A.yy + B.yy, A.yz + B.yz, A.zz + B.zz)


@rule(operator.sub, Sym3, Sym3)
def _(A, B):
    return Sym3(A.xx - B.xx, A.xy - B.xy, A.xz - B.xz, A.yy - B.yy, A.yz - B.yz, A.zz - B.zz)


@rule(operator.add, Motion, Motion)
def _(a, b):
    return Motion(a.lin + b.lin, a.ang + b.ang)


@rule(operator.add, Force, Force)
def _(F, G):
    return Force(F.lin + G.lin, F.ang + G.ang)


@rule(operator.sub, Force, Force)
def _(F, G):
    return Force(F.lin - G.lin, F.ang - G.ang)


@rule(operator.mul, Force, SCALAR)
def _(F, s):
    return Force(F.lin * s, F.ang * s)


@rule(operator.add, Articulated, Articulated)
def _(A, B):
    return Articulated(A.M + B.M, A.H + B.H, A.I + B.I)


@rule(operator.sub, Articulated, Articulated)
def _(A, B):
    return Articulated(A.M - B.M, A.H - B.H, A.I - B.I)


@rule(operator.add, Articulated, Rigid)
def _(A, B):
    m, (x, y, z), M, H = B.mass, B.h, A.M, A.H
    return Articulated(
        Sym3(M.xx + m, M.xy, M.xz, M.yy + m, M.yz, M.zz + m),
        Mat3(
            Vec3(H.x.x, H.x.y - z, H.x.z + y),
            Vec3(H.y.x + z, H.y.y, H.y.z - x),
            Vec3(H.z.x - y, H.z.y + x, H.z.z),
        ),
        A.I + B.I,
    )


@rule(operator.add, Rigid, Rigid)
def _(A, B):
    return Rigid(A.mass + B.mass, A.h + B.h, A.I + B.I)


# ---------------------------------------------------------------- products
@rule(operator.matmul, Mat3, Vec3)
def _(A, v):
    return A.x * v.x + A.y * v.y + A.z * v.z


@rule(operator.matmul, Mat3, Mat3)
def _(A, B):
    return Mat3(A @ B.x, A @ B.y, A @ B.z)


@rule(operator.matmul, Sym3, Vec3)
def _(S, v):
    return columns(S) @ v


@rule(operator.matmul, Articulated, Motion)
def _(A, a):
    return Force(add_product(A.M @ a.lin, A.H, a.ang), add_product(transposed(A.H, a.lin), columns(A.I), a.ang))


@rule(operator.matmul, Force, Motion)
def _(F, a):
    return dot(F.lin, a.lin) + dot(F.ang, a.ang)


# ---------------------------------------------------------------- vectors and matrices
@inline
def dot(a, b):
    """a · b"""
    return a.x * b.x + a.y * b.y + a.z * b.z


@inline
def cross(a, b):
    """a × b"""
    return Vec3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)


@inline
def add_cross(a, b, c):
    """a + b × c, in six fused multiply-adds."""
    return Vec3(a.x + b.y * c.z - b.z * c.y, a.y + b.z * c.x - b.x * c.z, a.z + b.x * c.y - b.y * c.x)


@inline
def add_product(a, A, v):
    """a + A v, in nine fused multiply-adds."""
    return a + A.x * v.x + A.y * v.y + A.z * v.z


@inline
def transposed(A, v):
    """Aᵀ v"""
    return Vec3(dot(A.x, v), dot(A.y, v), dot(A.z, v))


@inline
def transpose(A):
    """Aᵀ"""
    return Mat3(Vec3(A.x.x, A.y.x, A.z.x), Vec3(A.x.y, A.y.y, A.z.y), Vec3(A.x.z, A.y.z, A.z.z))


@inline
def columns(S):
    """A symmetric matrix by its columns."""
    return Mat3(Vec3(S.xx, S.xy, S.xz), Vec3(S.xy, S.yy, S.yz), Vec3(S.xz, S.yz, S.zz))


@inline
def upper(A):
    """A matrix known to be symmetric, as such."""
    return Sym3(A.x.x, A.y.x, A.z.x, A.y.y, A.z.y, A.z.z)


@inline
def outer(a, b):
    """a bᵀ"""
    return Mat3(a * b.x, a * b.y, a * b.z)


@inline
def add_cross_columns(A, r, B):
    """A + r̃ B"""
    return Mat3(add_cross(A.x, r, B.x), add_cross(A.y, r, B.y), add_cross(A.z, r, B.z))


# ---------------------------------------------------------------- three equations
@inline
def factors(S):
    """L D Lᵀ of a positive definite matrix."""
    x = 1.0 / S.xx
    yx, zx = S.xy * x, S.xz * x
    y, zy = 1.0 / (S.yy - yx * S.xy), S.yz - zx * S.xy
    return Factors3(yx, zx, zy * y, Vec3(x, y, 1.0 / (S.zz - zx * S.xz - zy * (zy * y))))


@inline
def solved(F, b):
    """a with L D Lᵀ a = b"""
    y = b.y - F.yx * b.x
    z = (b.z - F.zx * b.x - F.zy * y) * F.d.z
    y = y * F.d.y - F.zy * z
    return Vec3(b.x * F.d.x - F.yx * y - F.zx * z, y, z)
