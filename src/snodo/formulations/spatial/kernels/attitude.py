"""Euler parameters p = (e0, e1, e2, e3) and the angular velocity ω′ in body axes (source text 002, section 1.3).

    ω′ = 2 G ṗ / pᵀp,     ṗ = ½ Gᵀ ω′,     G = [−e, −ẽ + e0 1]

The equations do not feel the length of p; it is held at one by the normalisation pᵀp = 1.
"""

import math

from snodo._jit import inline
from snodo.math.kernels.algebra import Vec3


@inline
def square(q, i):
    """pᵀp of the Euler parameters at i."""
    return q[i] * q[i] + q[i + 1] * q[i + 1] + q[i + 2] * q[i + 2] + q[i + 3] * q[i + 3]


@inline
def spin_rates(q, i, w, radial, out, at):
    """½ Gᵀ w + radial · p."""
    e0, e1, e2, e3 = q[i], q[i + 1], q[i + 2], q[i + 3]
    x, y, z = 0.5 * w.x, 0.5 * w.y, 0.5 * w.z
    out[at] = radial * e0 - (e1 * x + e2 * y + e3 * z)
    out[at + 1] = radial * e1 + (e0 * x + e2 * z - e3 * y)
    out[at + 2] = radial * e2 + (e0 * y + e3 * x - e1 * z)
    out[at + 3] = radial * e3 + (e0 * z + e1 * y - e2 * x)


@inline
def spin_of(q, i, v, at):
    """ω′ = 2 G ṗ / pᵀp for the rates ṗ at `at`."""
    e0, e1, e2, e3 = q[i], q[i + 1], q[i + 2], q[i + 3]
    a, b, c, d = v[at], v[at + 1], v[at + 2], v[at + 3]
    n = 2.0 / square(q, i)
    return Vec3(
        n * (e0 * b - e1 * a + e3 * c - e2 * d),
        n * (e0 * c - e2 * a - e3 * b + e1 * d),
        n * (e0 * d - e3 * a + e2 * b - e1 * c),
    )


@inline
def normalise(q, i):
    """Bring p to length one; returns how far it was from it, not finite if it has none."""
    length = math.sqrt(square(q, i))
    if not length > 0.0:
        return math.inf
    for k in range(4):
        q[i + k] = q[i + k] / length
    return abs(length - 1.0)
