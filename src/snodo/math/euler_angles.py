"""Euler angles in all 24 sequences, to and from Euler parameters.

A sequence is three letters, no letter twice in a row: 6 of the kind xyx and 6 of the kind xyz.  Spelled as in SciPy:

    "xyz"  extrinsic, about the fixed axes:        A = R_z(c) R_y(b) R_x(a)
    "XYZ"  intrinsic, about the axes carried along: A = R_x(a) R_y(b) R_z(c)

so that the intrinsic sequence is the extrinsic one read backwards, with the angles backwards too.

Back from p (Bernardes and Viollet 2022): with (a, b, c, d) the components of p, put in order for the sequence and, for
the kind xyz, turned by a quarter about the middle axis, the middle angle and half the sum and difference of the outer
ones are

    tan θ₂/2 = hypot(c, d) / hypot(a, b),   tan σ = b / a,   tan δ = d / c,   θ₁ = σ − δ,   θ₃ = σ + δ

which loses no digits anywhere.  At gimbal lock c = d = 0 (or a = b = 0), and δ (or σ) is not defined.
"""

from __future__ import annotations

import itertools

import numpy as np
from numpy.typing import ArrayLike, NDArray

from snodo.math.euler_parameters import product

Array = NDArray[np.float64]

EXTRINSIC = tuple("".join(s) for s in itertools.product("xyz", repeat=3) if s[0] != s[1] != s[2])
SEQUENCES = (*EXTRINSIC, *(s.upper() for s in EXTRINSIC))
"""The 24 sequences."""

LOCK = 1e-12
"""Gimbal lock: the axes of the first and third turn are parallel to within this angle (nearly) [rad]."""


def from_angles(sequence: str, angles: ArrayLike) -> Array:
    """p (..., 4) of angles (..., 3) [rad] in a sequence of `SEQUENCES`."""
    angles = np.asarray(angles, dtype=float)
    first, second, third = (_about(letter, angles[..., k]) for k, letter in enumerate(sequence.lower()))
    if sequence.isupper():
        return product(product(first, second), third)
    return product(product(third, second), first)


def to_angles(sequence: str, p: ArrayLike) -> tuple[Array, NDArray[np.bool_]]:
    """Angles (..., 3) [rad] of p, and where they are at gimbal lock, with the third angle set to zero.

    First and third lie in −π … π, the second in 0 … π for sequences like xyx and in −π/2 … π/2 for those like xyz.
    """
    p = np.asarray(p, dtype=float)
    intrinsic = sequence.isupper()
    a, b, c, d, sign, symmetric = _in_order(sequence[::-1] if intrinsic else sequence, p)
    sine, cosine = np.hypot(c, d), np.hypot(a, b)
    sigma, delta = np.arctan2(b, a), np.arctan2(d, c)
    low, high = sine < LOCK, cosine < LOCK
    zero_at = 1.0 if intrinsic else -1.0  # the angle of the user's third turn is σ ∓ δ
    delta = np.where(low, zero_at * sigma, delta)
    sigma = np.where(high, zero_at * delta, sigma)
    outer = [sigma - delta, (sigma + delta) * (1.0 if symmetric else sign)]
    middle = 2 * np.arctan2(sine, cosine) - (0.0 if symmetric else np.pi / 2)
    angles = np.stack([_wrapped(outer[0]), middle, _wrapped(outer[1])], axis=-1)
    return (angles[..., ::-1] if intrinsic else angles), low | high


def _about(letter: str, angle: Array) -> Array:
    p = np.zeros((*angle.shape, 4))
    p[..., 0], p[..., 1 + "xyz".index(letter)] = np.cos(angle / 2), np.sin(angle / 2)
    return p


def _in_order(sequence: str, p: Array) -> tuple[Array, Array, Array, Array, float, bool]:
    """a, b, c, d of length one for an extrinsic sequence, its handedness, and whether it is of the kind xyx."""
    i, j, k = ("xyz".index(letter) for letter in sequence.lower())
    symmetric = i == k
    k = 3 - i - j
    sign = float((i - j) * (j - k) * (k - i) / 2)
    e0, ei, ej, ek = p[..., 0], p[..., 1 + i], p[..., 1 + j], sign * p[..., 1 + k]
    if symmetric:
        return e0, ei, ej, ek, sign, symmetric
    h = np.sqrt(0.5)
    return (e0 - ej) * h, (ei + ek) * h, (ej + e0) * h, (ek - ei) * h, sign, symmetric


def _wrapped(angle: Array) -> Array:
    """The angle in −π … π."""
    return np.where(np.abs(angle) > np.pi, angle - np.copysign(2 * np.pi, angle), angle)
