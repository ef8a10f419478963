"""What a small displacement does to motions, to wrenches, and to vectors spread over bodies.

A displacement S = (s, σ) of a body, at a point, changes what is fixed to the body by a cross product: a motion a by
S × a, a wrench F by S ×* F (Featherstone 2008, section 2.9).  Vectors u at the places r (forces, momenta of particles)
that only turn, by χ, while their places stand still, change by χ × u, which is the wrench

    T χ = (χ × Σ u, Σ r × (χ × u)) = (χ × Σ u, (tr G) χ − G χ),      G = Σ u rᵀ
"""

import operator
from typing import NamedTuple

from snodo._jit import inline
from snodo.math.kernels.algebra import Force, Mat3, Motion, Rigid, Vec3, add_cross_columns, cross, outer, transposed
from snodo.math.kernels.operators import SCALAR, rule


class Turned(NamedTuple):
    """Vectors u at the places r, as far as turning them goes: their sum, and G = Σ u rᵀ."""

    sum: Vec3
    G: Mat3


@rule(operator.add, Turned, Turned)
def _(T, E):
    return Turned(T.sum + E.sum, T.G + E.G)


@rule(operator.matmul, Turned, Vec3)
def _(T, x):
    return Force(cross(x, T.sum), x * trace(T.G) - T.G @ x)


@rule(operator.matmul, Motion, Turned)
def _(S, T):
    """The row Sᵀ T: its product with χ is the power of T χ on S."""
    return cross(T.sum, S.lin) + S.ang * trace(T.G) - transposed(T.G, S.ang)


@rule(operator.mul, Motion, SCALAR)
def _(a, x):
    return Motion(a.lin * x, a.ang * x)


@rule(operator.matmul, Rigid, Motion)
def _(B, a):
    return Force(a.lin * B.mass + cross(a.ang, B.h), cross(B.h, a.lin) + B.I @ a.ang)


@inline
def trace(A):
    """The sum of the diagonal."""
    return A.x.x + A.y.y + A.z.z


@inline
def shift_turned(T, r):
    """Places counted from the point r, from the origin instead."""
    return Turned(T.sum, T.G + outer(T.sum, r))


@inline
def momenta(B, v):
    """Twice the momenta u dm of a rigid body (B, v in world axes): T χ is its Coriolis wrench when it is turned at χ.

    u = v + ω × r, so that G = v hᵀ + ω̃ ∫ r rᵀ dm, and ∫ r rᵀ dm = ½ (tr I) 1 − I.
    """
    half, I = 0.5 * (B.I.xx + B.I.yy + B.I.zz), B.I
    second = Mat3(Vec3(half - I.xx, -I.xy, -I.xz), Vec3(-I.xy, half - I.yy, -I.yz), Vec3(-I.xz, -I.yz, half - I.zz))
    P, G = v.lin * B.mass + cross(v.ang, B.h), add_cross_columns(outer(v.lin, B.h), v.ang, second)
    return Turned(P + P, G + G)


@inline
def applied(F, r, zero):
    """A wrench at the place r; a torque μ alone is G = μ̃, for χ × μ = −μ̃ χ."""
    x, y, z = F.ang
    torque = Mat3(Vec3(zero, z, -y), Vec3(-z, zero, x), Vec3(y, -x, zero))
    return Turned(F.lin, outer(F.lin, r) + torque)


@inline
def cross_motion(S, a):
    """S × a"""
    return Motion(cross(S.ang, a.lin) + cross(S.lin, a.ang), cross(S.ang, a.ang))


@inline
def cross_force(S, F):
    """S ×* F"""
    return Force(cross(S.ang, F.lin), cross(S.lin, F.lin) + cross(S.ang, F.ang))
