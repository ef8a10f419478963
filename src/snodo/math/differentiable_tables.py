"""Partial derivatives of numpy's elementary functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

Array = np.ndarray

ONE: dict[np.ufunc, Callable[[Array, Array], Any]] = {  # f'(x), from x and f(x)
    np.negative: lambda x, y: -1.0,
    np.positive: lambda x, y: 1.0,
    np.square: lambda x, y: 2.0 * x,
    np.sqrt: lambda x, y: 0.5 / y,
    np.cbrt: lambda x, y: 1.0 / (3.0 * y * y),
    np.reciprocal: lambda x, y: -y * y,
    np.exp: lambda x, y: y,
    np.expm1: lambda x, y: y + 1.0,
    np.exp2: lambda x, y: y * np.log(2.0),
    np.log: lambda x, y: 1.0 / x,
    np.log1p: lambda x, y: 1.0 / (1.0 + x),
    np.log2: lambda x, y: 1.0 / (x * np.log(2.0)),
    np.log10: lambda x, y: 1.0 / (x * np.log(10.0)),
    np.sin: lambda x, y: np.cos(x),
    np.cos: lambda x, y: -np.sin(x),
    np.tan: lambda x, y: 1.0 + y * y,
    np.arcsin: lambda x, y: 1.0 / np.sqrt(1.0 - x * x),
    np.arccos: lambda x, y: -1.0 / np.sqrt(1.0 - x * x),
    np.arctan: lambda x, y: 1.0 / (1.0 + x * x),
    np.sinh: lambda x, y: np.cosh(x),
    np.cosh: lambda x, y: np.sinh(x),
    np.tanh: lambda x, y: 1.0 - y * y,
    np.absolute: lambda x, y: np.sign(x),
    np.fabs: lambda x, y: np.sign(x),
    np.deg2rad: lambda x, y: np.pi / 180.0,
    np.radians: lambda x, y: np.pi / 180.0,
    np.rad2deg: lambda x, y: 180.0 / np.pi,
    np.degrees: lambda x, y: 180.0 / np.pi,
    np.sign: lambda x, y: 0.0,
}

TWO: dict[np.ufunc, Callable[[Array, Array, Array], tuple[Any, Any]]] = {  # ∂f/∂a, ∂f/∂b, from a, b and f(a, b)
    np.add: lambda a, b, y: (1.0, 1.0),
    np.subtract: lambda a, b, y: (1.0, -1.0),
    np.multiply: lambda a, b, y: (b, a),
    np.divide: lambda a, b, y: (1.0 / b, -y / b),
    np.power: lambda a, b, y: (b * np.power(a, b - 1.0), _times_log(a, y)),
    np.float_power: lambda a, b, y: (b * np.power(a, b - 1.0), _times_log(a, y)),
    np.arctan2: lambda a, b, y: (b / (a * a + b * b), -a / (a * a + b * b)),
    np.hypot: lambda a, b, y: (over(a, y), over(b, y)),
    np.maximum: lambda a, b, y: (1.0 * (a >= b), 1.0 * (a < b)),
    np.minimum: lambda a, b, y: (1.0 * (a <= b), 1.0 * (a > b)),
    np.fmax: lambda a, b, y: (1.0 * (a >= b), 1.0 * (a < b)),
    np.fmin: lambda a, b, y: (1.0 * (a <= b), 1.0 * (a > b)),
    np.copysign: lambda a, b, y: (np.sign(a) * np.sign(b), 0.0),
    np.remainder: lambda a, b, y: (1.0, -np.floor(a / b)),
}

QUESTIONS = {
    *(np.less, np.less_equal, np.greater, np.greater_equal, np.equal, np.not_equal),
    *(np.isfinite, np.isnan, np.isinf, np.signbit, np.floor, np.ceil, np.rint, np.trunc),
}
"""Functions whose value is constant between jumps: they give plain arrays."""


def _times_log(a: Array, y: Array) -> Array:
    with np.errstate(all="ignore"):
        logarithm: Array = np.where(a > 0.0, y * np.log(np.where(a > 0.0, a, 1.0)), 0.0)
    return logarithm


def over(a: Array, y: Array) -> Array:
    """a/y, 0 where y is 0."""
    return np.divide(a, y, out=np.zeros_like(y), where=y != 0.0)
