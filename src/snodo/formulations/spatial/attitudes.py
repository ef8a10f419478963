"""Euler parameters with arrays: scalar first, any leading axes (source text 002, section 1.3).

ω′ = 2 G ṗ / pᵀp,     ṗ = ½ Gᵀ ω′,     G = [−e, −ẽ + e0 1],     G Gᵀ = pᵀp 1,     G p = 0
"""

from __future__ import annotations

import numpy as np

Array = np.ndarray


def rotation(p: Array) -> Array:
    """A(p) (…, 3, 3), body to world; p need not have length one."""
    e0, e1, e2, e3 = np.moveaxis(p / np.linalg.norm(p, axis=-1, keepdims=True), -1, 0)
    rows = [
        [1 - 2 * (e2 * e2 + e3 * e3), 2 * (e1 * e2 - e0 * e3), 2 * (e1 * e3 + e0 * e2)],
        [2 * (e1 * e2 + e0 * e3), 1 - 2 * (e1 * e1 + e3 * e3), 2 * (e2 * e3 - e0 * e1)],
        [2 * (e1 * e3 - e0 * e2), 2 * (e2 * e3 + e0 * e1), 1 - 2 * (e1 * e1 + e2 * e2)],
    ]
    return np.moveaxis(np.array(rows), (0, 1), (-2, -1))


def G(p: Array) -> Array:
    """G (…, 3, 4)."""
    e0, e1, e2, e3 = np.moveaxis(p, -1, 0)
    return np.moveaxis(np.array([[-e1, e0, e3, -e2], [-e2, -e3, e0, e1], [-e3, e2, -e1, e0]]), (0, 1), (-2, -1))


def spin(p: Array, p_dot: Array) -> Array:
    """ω′ (…, 3) of the rates ṗ."""
    product: Array = (2 * G(p) @ p_dot[..., None])[..., 0] / (p * p).sum(axis=-1, keepdims=True)
    return product


def spin_rate(p: Array, p_dot: Array, p_ddot: Array) -> Array:
    """ω̇′ (…, 3) of p̈: 2 G p̈ / s − ω′ ṡ / s with s = pᵀp."""
    growth = 2 * (p * p_dot).sum(axis=-1, keepdims=True) / (p * p).sum(axis=-1, keepdims=True)
    return spin(p, p_ddot) - spin(p, p_dot) * growth


def rates(p: Array, w: Array) -> Array:
    """ṗ = ½ Gᵀ ω′ (…, 4)."""
    product: Array = (np.swapaxes(G(p), -1, -2) @ w[..., None])[..., 0] / 2
    return product


def times(p: Array, s: Array) -> Array:
    """p ∘ s: first s, then p, as rotations of vectors."""
    e0, e = p[..., :1], p[..., 1:]
    f0, f = s[..., :1], s[..., 1:]
    return np.concatenate([e0 * f0 - (e * f).sum(axis=-1, keepdims=True), e0 * f + f0 * e + np.cross(e, f)], axis=-1)


def conjugate(p: Array) -> Array:
    """The rotation back."""
    return p * np.array([1.0, -1.0, -1.0, -1.0])


def exponential(turn: Array) -> Array:
    """p (…, 4) of rotation vectors."""
    half = np.linalg.norm(turn, axis=-1, keepdims=True) / 2
    return np.concatenate([np.cos(half), turn / 2 * np.sinc(half / np.pi)], axis=-1)
