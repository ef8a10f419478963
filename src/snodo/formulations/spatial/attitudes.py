"""Attitudes and spins of Euler parameters whose length may be a little off one (source text 002, section 1.3).

A(p) is that of p / |p|,     ω′ = 2 G ṗ / pᵀp.     Everything else is in `math/euler_parameters.py`.
"""

from __future__ import annotations

import math

import numpy as np

from snodo.math.euler_parameters import angular_velocity, attitude

Array = np.ndarray


def rotation(p: Array) -> Array:
    """A(p) (…, 3, 3), body to world."""
    if p.ndim == 1:
        return attitude(p / math.sqrt(float(p @ p)))
    return attitude(p / np.linalg.norm(p, axis=-1, keepdims=True))


def spin(p: Array, p_dot: Array) -> Array:
    """ω′ (…, 3) of the rates ṗ."""
    found: Array = angular_velocity(p, p_dot, "body") / (p * p).sum(axis=-1, keepdims=True)
    return found


def spin_rate(p: Array, p_dot: Array, p_ddot: Array) -> Array:
    """ω̇′ (…, 3) of p̈: 2 G p̈ / s − ω′ ṡ / s with s = pᵀp."""
    growth = 2 * (p * p_dot).sum(axis=-1, keepdims=True) / (p * p).sum(axis=-1, keepdims=True)
    return spin(p, p_ddot) - spin(p, p_dot) * growth
