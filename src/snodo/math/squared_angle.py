"""sin √u / √u and (1 − cos √u)/u with two derivatives by u: the functions of a rotation vector, analytic at zero.

The compiled twins are in `kernels/called.py`.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

TERMS = 12
LARGE = 1.0
"""u from which on the closed forms are used, not the series."""


def sinc_root(u: Any) -> tuple[Any, Any, Any]:
    """sin √u / √u and two derivatives."""
    large = np.maximum(u, LARGE)
    root = np.sqrt(large)
    s = np.sin(root) / root
    s1 = (np.cos(root) - s) / (2.0 * large)
    return _joined(u, 1, (s, s1, (-0.5 * s - 3.0 * s1) / (2.0 * large)))


def cosc_root(u: Any) -> tuple[Any, Any, Any]:
    """(1 − cos √u)/u and two derivatives."""
    large = np.maximum(u, LARGE)
    s, s1, _ = sinc_root(large)
    c = (1.0 - np.cos(np.sqrt(large))) / large
    c1 = (0.5 * s - c) / large
    return _joined(u, 2, (c, c1, (0.5 * s1 - 2.0 * c1) / large))


def _joined(u: Any, first: int, closed: tuple[Any, Any, Any]) -> tuple[Any, Any, Any]:
    """Σ (−u)ᵏ / (2k + first)! for small u, the closed forms for large ones."""
    small = np.minimum(u, LARGE)
    a = [(-1.0) ** k / math.factorial(2 * k + first) for k in range(TERMS)]
    series = [
        sum(c * small**k for k, c in enumerate(a)),
        sum(k * c * small ** (k - 1) for k, c in enumerate(a) if k),
        sum(k * (k - 1) * c * small ** (k - 2) for k, c in enumerate(a) if k > 1),
    ]
    f, f1, f2 = (np.where(np.asarray(u) > LARGE, x, y) for x, y in zip(closed, series))
    return f, f1, f2
