"""A vector that is known at a few times, at another time: Lagrange's polynomial through all of them."""

from snodo._jit import inline, kernel

MOST = 5
"""Times at most."""


@inline
def weight(model, at, points, k, t):
    """ℓ_k(t) = Π_{j≠k} (t − t_j) / (t_k − t_j)"""
    product = 1.0
    for j in range(points):
        if j != k:
            product *= (t - model[at + 1 + j]) / (model[at + 1 + k] - model[at + 1 + j])
    return product


@kernel
def extrapolate(model, at, n, t, out):
    """The n numbers at `out`, from a block at `at`: how many times, these times (room for MOST), a vector for each."""
    points = int(model[at])
    for i in range(n):
        model[out + i] = 0.0
    for k in range(points):
        w, first = weight(model, at, points, k, t), at + 1 + MOST + k * n
        for i in range(n):
            model[out + i] += w * model[first + i]
