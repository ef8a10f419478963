"""Round numbers for scales, grids and speeds."""

from __future__ import annotations

import math


def round125(x: float) -> float:
    """The largest of 1, 2, 5 · 10ⁿ that is not larger than a positive number, but for rounding."""
    power = 10.0 ** math.floor(math.log10(x))
    return power * max(step for step in (1.0, 2.0, 5.0) if step * power <= x * (1 + 1e-9))
