"""Members that no other one beats in two outputs at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from snodo.errors import Problem, UnsupportedError

Array = np.ndarray
SEEN = 1e-4
"""Gains in the second output below this share of its range are noise of integration and sampling."""


def front_of(first: Array, second: Array, best: Sequence[str]) -> Array:
    """Rows of the front, in the order of the first output; best: "min" or "max" for each."""
    if len(best) != 2 or any(word not in ("min", "max") for word in best):
        raise UnsupportedError(Problem(f"best = {best!r}", 'give "min" or "max" for each: best=("min", "max")'))
    x, y = (values if word == "min" else -values for values, word in zip((first, second), best))
    order = [int(row) for row in np.lexsort((y, x)) if np.isfinite(x[row]) and np.isfinite(y[row])]
    front, least = list[int](), np.inf
    noise = SEEN * float(np.ptp(y[order])) if order else 0.0
    for row in order:
        if y[row] < least - noise or not front:
            front.append(row)
            least = y[row]
    rows = np.array(front, int)
    return rows[np.argsort(first[rows], kind="stable")]
