"""Inertias, forces and motions of bodies moved from point to point, and rotations (Featherstone 2008, chapter 2).

With r from the new point to the old one, in world axes:

    F' = (f, μ + r × f)                     a wrench at the new point
    a' = (a + α × (−r), α)                  seen the other way: `shift_motion(a, r)` goes from a point to the one at r
    I' = [1 0; r̃ 1] I [1 −r̃; 0 1]           an inertia about the new point
"""

from snodo._jit import inline
from snodo.math.kernels.algebra import (
    Articulated,
    Force,
    Mat3,
    Motion,
    Rigid,
    Sym3,
    Vec3,
    add_cross,
    add_cross_columns,
    add_product,
    columns,
    cross,
    dot,
    outer,
    transpose,
    transposed,
    upper,
)
from snodo.math.kernels.elementary import sincos


# ---------------------------------------------------------------- from point to point
@inline
def shift_force(F, r):
    """A wrench at the point r, about the origin instead: T = S⁻ᵀ of equation (2.8), corrected."""
    return Force(F.lin, add_cross(F.ang, r, F.lin))


@inline
def shift_motion(a, r):
    """A motion at the origin, at the point r instead: S of equation (1.1)."""
    return Motion(add_cross(a.lin, a.ang, r), a.ang)


@inline
def shift_rigid(B, r):
    """A rigid body's inertia about the point r, about the origin instead."""
    (x, y, z), (a, b, c), k, I = r, B.h + B.h + r * B.mass, r * -0.5, B.I
    xx, yy, zz = I.xx + b * y + c * z, I.yy + a * x + c * z, I.zz + a * x + b * y
    xy, xz, yz = I.xy + a * k.y + b * k.x, I.xz + a * k.z + c * k.x, I.yz + b * k.z + c * k.y
    return Rigid(B.mass, B.h + r * B.mass, Sym3(xx, xy, xz, yy, yz, zz))


@inline
def shift_articulated(A, r):
    """An articulated body's inertia about the point r, about the origin instead."""
    m = columns(A.M)
    H = Mat3(A.H.x + m.z * r.y - m.y * r.z, A.H.y + m.x * r.z - m.z * r.x, A.H.z + m.y * r.x - m.x * r.y)
    I = transpose(add_cross_columns(columns(A.I), r, A.H))
    return Articulated(A.M, H, upper(add_cross_columns(I, r, H)))


# ---------------------------------------------------------------- inertias
@inline
def rotate(R, B, spread):
    """A body's inertia B, given in its own axes together with the spread of its second moment, in world axes."""
    u, v, one = R @ spread.u, R.y * spread.y + R.z * spread.z, spread.round
    xx, yy, zz = one + u.x * u.x + v.x * v.x, one + u.y * u.y + v.y * v.y, one + u.z * u.z + v.z * v.z
    I = Sym3(xx, u.x * u.y + v.x * v.y, u.x * u.z + v.x * v.z, yy, u.y * u.z + v.y * v.z, zz)
    return Rigid(B.mass, R @ B.h, I)


@inline
def articulated(B, zero):
    """A rigid body's inertia as that of an articulated one."""
    m, (x, y, z) = B.mass + zero, B.h
    H = Mat3(Vec3(zero, -z, y), Vec3(z, zero, -x), Vec3(-y, x, zero))
    return Articulated(Sym3(m, zero, zero, m, zero, m), H, B.I)


@inline
def dyad(U, V):
    """U Vᵀ, known to be symmetric."""
    return Articulated(upper(outer(U.lin, V.lin)), outer(U.lin, V.ang), upper(outer(U.ang, V.ang)))


@inline
def gyroscopic(B, w):
    """The wrench a body needs to keep turning at w without acceleration: F of equation (2.7)."""
    return Force(cross(w, cross(w, B.h)), cross(w, B.I @ w))


@inline
def inertial_force(R, B, w, a):
    """The wrench a body with axes R needs to turn at w and accelerate by a, equation (2.7).

    B is in body axes: bringing w and α there is cheaper than bringing B to the world.
    """
    h, wb, ab = R @ B.h, transposed(R, w), transposed(R, a.ang)
    force = add_cross(add_cross(a.lin * B.mass, a.ang, h), w, cross(w, h))
    return Force(force, add_product(cross(h, a.lin), R, add_cross(B.I @ ab, wb, B.I @ wb)))


# ---------------------------------------------------------------- rotations
@inline
def turn(R, letter, angle):
    """Axes turned about their own x, y or z (letter 0, 1 or 2)."""
    s, c = sincos(angle)
    if letter == 0:
        return Mat3(R.x, R.y * c + R.z * s, R.z * c - R.y * s)
    if letter == 1:
        return Mat3(R.x * c - R.z * s, R.y, R.z * c + R.x * s)
    return Mat3(R.x * c + R.y * s, R.y * c - R.x * s, R.z)


@inline
def axis_of(R, letter):
    """The x, y or z axis of R (letter 0, 1 or 2)."""
    if letter == 0:
        return R.x
    if letter == 1:
        return R.y
    return R.z


@inline
def about(n, sine, cosine):
    """The rotation about n, one of the coordinate axes or the opposite: cos 1 + sin ñ + (1 − cos) n nᵀ."""
    k, one = n * sine, 1.0 - cosine
    return Mat3(
        Vec3(cosine + one * (n.x * n.x), k.z, -k.y),
        Vec3(-k.z, cosine + one * (n.y * n.y), k.x),
        Vec3(k.y, -k.x, cosine + one * (n.z * n.z)),
    )


@inline
def from_quaternion(e0, e1, e2, e3):
    """A(p) of the Euler parameters, scalar first; p need not have length one."""
    s = 2.0 / (e0 * e0 + e1 * e1 + e2 * e2 + e3 * e3)
    x, y, z = e1 * s, e2 * s, e3 * s
    return Mat3(
        Vec3(1.0 - (e2 * y + e3 * z), e1 * y + e0 * z, e1 * z - e0 * y),
        Vec3(e1 * y - e0 * z, 1.0 - (e1 * x + e3 * z), e2 * z + e0 * x),
        Vec3(e1 * z + e0 * y, e2 * z - e0 * x, 1.0 - (e1 * x + e2 * y)),
    )


@inline
def kinetic(B, R, v):
    """Kinetic energy of a body with axes R (B in its axes) that moves with v."""
    h, w = R @ B.h, transposed(R, v.ang)
    return 0.5 * B.mass * dot(v.lin, v.lin) + dot(v.lin, cross(v.ang, h)) + 0.5 * dot(w, B.I @ w)
