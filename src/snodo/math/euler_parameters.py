"""Euler parameters p = (e0, e1, e2, e3) in NumPy: scalar first, the last axis of arrays with any leading axes.

The equations are in `kernels/euler_parameters.py`, the compiled version; the numbers in
brackets are those of source text `002`.  A maps body to world, angular velocities [rad/s] and accelerations [rad/s²]
are in `axes="world"` or `axes="body"`.  Arguments are not checked here but in `rotation.py`.

All of them take p of length one; `attitude`, `matrix_E`, `matrix_G` and `product` are plain polynomials of any p.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from snodo.errors import MechanismError, Problem

Array = NDArray[np.float64]


# ---------------------------------------------------------------- matrices
def tilde(v: ArrayLike) -> Array:
    """ṽ (..., 3, 3), for which ṽ w = v × w."""
    v = np.asarray(v, dtype=float)
    x, y, z = v[..., 0], v[..., 1], v[..., 2]
    zero = np.zeros_like(x)
    return _stacked([[zero, -z, y], [z, zero, -x], [-y, x, zero]])


def matrix_E(p: ArrayLike) -> Array:
    """E(p) = [−e  ẽ + e0 1], (..., 3, 4), (14)."""
    e0, e1, e2, e3 = _parts(p)
    return _stacked([[-e1, e0, -e3, e2], [-e2, e3, e0, -e1], [-e3, -e2, e1, e0]])


def matrix_G(p: ArrayLike) -> Array:
    """G(p) = [−e  −ẽ + e0 1], (..., 3, 4), (15)."""
    e0, e1, e2, e3 = _parts(p)
    return _stacked([[-e1, e0, e3, -e2], [-e2, -e3, e0, e1], [-e3, e2, -e1, e0]])


def attitude(p: ArrayLike) -> Array:
    """A(p) = E Gᵀ, (..., 3, 3), (16), multiplied out; of one p with Python's own numbers, which is quicker."""
    p = np.asarray(p, dtype=float)
    return np.array(_multiplied_out(*p.tolist())) if p.ndim == 1 else _stacked(_multiplied_out(*_parts(p)))


def _multiplied_out(e0: Any, e1: Any, e2: Any, e3: Any) -> list[list[Any]]:
    a, b, c, d = e0 * e0, e1 * e1, e2 * e2, e3 * e3
    xy, xz, yz, wx, wy, wz = e1 * e2, e1 * e3, e2 * e3, e0 * e1, e0 * e2, e0 * e3
    return [
        [a + b - c - d, 2 * (xy - wz), 2 * (xz + wy)],
        [2 * (xy + wz), a - b + c - d, 2 * (yz - wx)],
        [2 * (xz - wy), 2 * (yz + wx), a - b - c + d],
    ]


def extracted(A: ArrayLike) -> Array:
    """p of rotation matrices, e0 ≥ 0, by the largest of the four squares (Shepperd 1978).

    With S = 4 p pᵀ, which is linear in A, any column of S is p times a number; the one with the largest diagonal has
    no small divisor, because the four squares add up to one.
    """
    A = np.asarray(A, dtype=float)
    S = np.empty((*A.shape[:-2], 4, 4))
    S[..., 0, 0] = 1 + np.trace(A, axis1=-2, axis2=-1)
    S[..., 1:, 1:] = A + np.swapaxes(A, -1, -2)
    for i, j, k in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
        S[..., 1 + i, 1 + i] = 1 + A[..., i, i] - A[..., j, j] - A[..., k, k]
        S[..., 0, 1 + i] = S[..., 1 + i, 0] = A[..., k, j] - A[..., j, k]
    best = np.argmax(np.diagonal(S, axis1=-2, axis2=-1), axis=-1)
    p = np.take_along_axis(S, best[..., None, None], axis=-1)[..., 0]
    return upper_half(p / np.linalg.norm(p, axis=-1, keepdims=True))


def upper_half(p: Array) -> Array:
    """Of p and −p, which are the same rotation, the one with e0 ≥ 0."""
    return np.where(p[..., :1] < 0.0, -p, p)


# ---------------------------------------------------------------- quaternion algebra
def product(p: ArrayLike, s: ArrayLike) -> Array:
    """p ∘ s: first the rotation s, then p; A(p ∘ s) = A(p) A(s)."""
    a0, a1, a2, a3 = _parts(p)
    b0, b1, b2, b3 = _parts(s)
    return np.stack(
        [
            a0 * b0 - a1 * b1 - a2 * b2 - a3 * b3,
            a0 * b1 + a1 * b0 + a2 * b3 - a3 * b2,
            a0 * b2 + a2 * b0 + a3 * b1 - a1 * b3,
            a0 * b3 + a3 * b0 + a1 * b2 - a2 * b1,
        ],
        axis=-1,
    )


def conjugate(p: ArrayLike) -> Array:
    """p*: the inverse rotation."""
    return np.asarray(p, dtype=float) * (1.0, -1.0, -1.0, -1.0)


def exponential(vector: ArrayLike) -> Array:
    """p of rotation vectors θ u [rad]: (cos θ/2, u sin θ/2), (10)."""
    vector = np.asarray(vector, dtype=float)
    half = length(vector) / 2
    return np.concatenate([np.cos(half)[..., None], vector * (np.sinc(half / np.pi) / 2)[..., None]], axis=-1)


def logarithm(p: ArrayLike) -> Array:
    """Rotation vectors [rad] of p, by the shorter way: of length 0 … π."""
    p = upper_half(np.asarray(p, dtype=float))
    size = length(p[..., 1:])
    angle = 2 * np.arctan2(size, p[..., 0])
    factor = np.divide(angle, size, out=np.full_like(size, 2.0), where=size > 0.0)
    return p[..., 1:] * factor[..., None]


def length(v: Array) -> Array:
    """|v| along the last axis, also of numbers whose squares are too large or too small."""
    largest = np.max(np.abs(v), axis=-1)
    scale = np.where(largest > 0.0, largest, 1.0)
    return scale * np.linalg.norm(v / scale[..., None], axis=-1)


# ---------------------------------------------------------------- rates
def angular_velocity(p: ArrayLike, p_dot: ArrayLike, axes: str = "world") -> Array:
    """ω = 2 E ṗ in world axes, ω′ = 2 G ṗ in body axes [rad/s]; also the virtual rotation δθ of δp."""
    return 2 * _times(_matrix(p, axes), p_dot)


def rate(p: ArrayLike, omega: ArrayLike, axes: str = "world") -> Array:
    """ṗ = ½ Eᵀ ω = ½ Gᵀ ω′ [1/s]; also δp of the virtual rotation δθ."""
    return _times(np.swapaxes(_matrix(p, axes), -1, -2), omega) / 2


def angular_acceleration(p: ArrayLike, p_ddot: ArrayLike, axes: str = "world") -> Array:
    """α = 2 E p̈ in world axes, α′ = 2 G p̈ in body axes [rad/s²]."""
    return angular_velocity(p, p_ddot, axes)


def second_rate(p: ArrayLike, omega: ArrayLike, alpha: ArrayLike, axes: str = "world") -> Array:
    """p̈ = ½ Eᵀ α − ¼ (ωᵀω) p, or the same with G, ω′ and α′ [1/s²]."""
    square = np.sum(np.square(omega), axis=-1, keepdims=True)
    return rate(p, alpha, axes) - square / 4 * np.asarray(p, dtype=float)


def must_be_axes(axes: str) -> None:
    """Refuse other axes than those of the world and of the body."""
    if axes not in ("world", "body"):
        raise MechanismError(Problem(f"axes={axes!r} is not known", 'choose axes="world" or axes="body"'))


def _matrix(p: ArrayLike, axes: str) -> Array:
    must_be_axes(axes)
    return matrix_E(p) if axes == "world" else matrix_G(p)


# ---------------------------------------------------------------- arrays
def _parts(p: ArrayLike) -> tuple[Array, Array, Array, Array]:
    p = np.asarray(p, dtype=float)
    return p[..., 0], p[..., 1], p[..., 2], p[..., 3]


def _times(matrix: Array, vector: ArrayLike) -> Array:
    return np.asarray((matrix @ np.asarray(vector, dtype=float)[..., None])[..., 0])


def _stacked(rows: list[list[Array]]) -> Array:
    out = np.empty((*np.shape(rows[0][0]), len(rows), len(rows[0])))
    for i, row in enumerate(rows):
        for j, x in enumerate(row):
            out[..., i, j] = x
    return out
