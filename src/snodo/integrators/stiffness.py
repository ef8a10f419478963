"""The largest rate of a motion, from a few evaluations of its equations.

A power iteration on the derivative of the rate f, by differences along directions d:   r_k = |f(y + ε d) − f(y)| / ε,
then d ← the difference, of length one.  In states (q, v) of a vibration with the frequency ω the ratios r_k alternate
between 1 and ω²; the geometric mean of two successive ones is ω in every case.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

Array = np.ndarray

MOST, FEWEST = 16, 4
SETTLED = 0.1
"""Relative change of two successive estimates at which the iteration ends."""
DIFFERENCE = 1e-7


def largest_rate(f: Callable[[Array], Array | None], y: Array, scale: Array) -> float:
    """The estimate ρ [1/s]; f(y) gives the rates of all components, or None; scale: natural sizes of these."""
    start = f(y)
    if start is None:
        return 0.0
    d = np.where(np.arange(y.size) % 2, 1.0, -0.7) / np.sqrt(y.size)
    before, estimate = 0.0, 0.0
    for k in range(MOST):
        ahead = f(y + DIFFERENCE * scale * d)
        if ahead is None:
            return estimate
        change = (ahead - start) / (DIFFERENCE * scale)
        ratio = float(np.linalg.norm(change))
        if not np.isfinite(ratio) or ratio == 0.0:
            return estimate
        last, estimate = estimate, float(np.sqrt(ratio * before)) if before else ratio
        if k >= FEWEST and abs(estimate - last) <= SETTLED * estimate:
            return estimate
        before, d = ratio, change / ratio
    return estimate
