"""Steps on the manifold of the coordinates, in local coordinates x with q(x) = q₀ ⊕ x and ẋ = D(x) v.

q₀ ⊕ x is `displace`: q₀ + N(q₀) x with Euler parameters brought to length one, which turns a body by Cayley's
transformation, its axis along x and its angle 2 atan(|x|/2).  With ω in body axes and R(x) the rotation from there on:

    ẋ = ω + ½ x × ω + ¼ (x·ω) x,                                                                            (1)
    of a free joint, whose velocity u is in body axes too:     ẋ = R(x_ω) u.                                 (2)

All other coordinates have ẋ = v.  (Bauchau and Trainelli, The vectorial parameterization of rotation, 2003.)
"""

from snodo._jit import inline, kernel
from snodo.math.kernels.algebra import Vec3, cross, dot

TURNS, FLOATS = 1, 2
"""Kinds of blocks of velocities: ω of a body, and u, ω of a free joint."""


@inline
def vec3(x, k):
    """Three numbers from place k on."""
    return Vec3(x[k], x[k + 1], x[k + 2])


@inline
def put(x, k, a):
    """Write them."""
    x[k], x[k + 1], x[k + 2] = a.x, a.y, a.z


@inline
def turned(x, u):
    """R(x) u."""
    once = cross(x, u)
    return u + (once + cross(x, once) * 0.5) * (1.0 / (1.0 + 0.25 * dot(x, x)))


@kernel
def local_rates(blocks, x, v, out):
    """ẋ = D(x) v."""
    for k in range(v.size):
        out[k] = v[k]
    for b in range(blocks.shape[0]):
        first = blocks[b, 0]
        k = first + 3 if blocks[b, 1] == FLOATS else first
        a, w = vec3(x, k), vec3(v, k)
        put(out, k, w + cross(a, w) * 0.5 + a * (0.25 * dot(a, w)))
        if blocks[b, 1] == FLOATS:
            put(out, first, turned(a, vec3(v, first)))
