"""Where each body is and how it moves: r, A = exp(i φ), v, φ, ω, with the ground as the last body."""

import math

from snodo._jit import inline, kernel
from snodo.formulations.planar.kernels.layout import BODIES, BODY, BODY_AT, POSE, POSE_AT, vector


@kernel
def update_poses(W, I, y):
    """From the state y = (q, v, …) with q = (x, y, φ) of every body's centre of mass."""
    n = I[BODIES]
    at = I[POSE_AT]
    for b in range(n):
        q = 3 * b
        v = 3 * n + q
        W[at] = y[q]
        W[at + 1] = y[q + 1]
        W[at + 2] = math.cos(y[q + 2])
        W[at + 3] = math.sin(y[q + 2])
        W[at + 4] = y[v]
        W[at + 5] = y[v + 1]
        W[at + 6] = y[q + 2]
        W[at + 7] = y[v + 2]
        at += POSE


@inline
def pose(W, I, b):
    """r, A, v, φ, ω of body b."""
    at = I[POSE_AT] + POSE * b
    return vector(W, at), vector(W, at + 2), vector(W, at + 4), W[at + 6], W[at + 7]


@inline
def origin(W, I, b):
    """The body frame's origin: place, velocity, and its arm p from the centre of mass."""
    r, A, v, _, w = pose(W, I, b)
    p = -A * vector(W, I[BODY_AT] + BODY * b + 6)
    return r + p, v + 1j * w * p, p
