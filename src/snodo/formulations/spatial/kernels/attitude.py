"""Euler parameters p in a row of numbers, and the angular velocity ω′ in body axes (source text 002, section 1.3).

    ω′ = 2 G ṗ / pᵀp,     ṗ = ½ Gᵀ ω′

The equations do not feel the length of p; it is held at one by the normalisation pᵀp = 1.
"""

import math

from snodo._jit import inline
from snodo.math.kernels.euler_parameters import Quaternion, body_rotation, dot4, rate_of_body


@inline
def parameters(q, i):
    """The Euler parameters, or their rates, from place i on."""
    return Quaternion(q[i], q[i + 1], q[i + 2], q[i + 3])


@inline
def square(q, i):
    """pᵀp of the Euler parameters at i."""
    p = parameters(q, i)
    return dot4(p, p)


@inline
def spin_rates(q, i, w, radial, out, at):
    """½ Gᵀ w + radial · p."""
    p = parameters(q, i)
    out[at], out[at + 1], out[at + 2], out[at + 3] = rate_of_body(p, w) + p * radial


@inline
def spin_of(q, i, v, at):
    """ω′ = 2 G ṗ / pᵀp for the rates ṗ at `at`."""
    p = parameters(q, i)
    return body_rotation(p, parameters(v, at)) * (1.0 / dot4(p, p))


@inline
def normalise(q, i):
    """Bring p to length one; returns how far it was from it, not finite if it has none."""
    length = math.sqrt(square(q, i))
    if not length > 0.0:
        return math.inf
    for k in range(4):
        q[i + k] = q[i + k] / length
    return abs(length - 1.0)
