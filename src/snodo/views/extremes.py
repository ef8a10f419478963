"""Few points that show a long series: the least and the largest value of every stretch, so that no peak is lost."""

from __future__ import annotations

import numpy as np

Array = np.ndarray


def least_and_largest(x: Array, edges: Array) -> Array:
    """Rows (stretches, 2) of the least and the largest value between the edges, in their order.

    edges: first rows of the second and all later stretches.  Where nothing is known (NaN), the rows are −1.
    """
    found = np.full((len(edges) + 1, 2), -1)
    starts = [0, *(int(edge) for edge in edges)]
    for k, piece in enumerate(np.split(x, edges)):
        if piece.size and not np.isnan(piece).all():
            found[k] = starts[k] + np.sort([np.nanargmin(piece), np.nanargmax(piece)])
    return found


def thinned(time: Array, x: Array, count: int, span: tuple[float, float]) -> Array:
    """A series at `count` equally spaced times of `span`; the least and largest of each interval if it has many more.

    Before its first and after its last sample there is nothing.
    """
    found: Array = np.interp(np.linspace(*span, count), time, x, left=np.nan, right=np.nan)
    if time.size > count:
        rows = least_and_largest(x, np.searchsorted(time, np.linspace(*span, count // 2 + 1)[1:-1]))
        known = rows[:, 0] >= 0
        found[: 2 * len(rows)].reshape(-1, 2)[known] = x[rows[known]]
    return found


def telling_rows(x: Array, most: int) -> Array:
    """Rows of a series that show it: all, or about `most`, with the ends; a gap (NaN) keeps a row."""
    stretch = int(np.ceil(2 * x.size / most))
    if x.size <= most or stretch < 3:
        return np.arange(x.size)
    edges = np.arange(stretch, x.size, stretch)
    gaps = np.flatnonzero(~np.isfinite(x))
    _, first = np.unique(gaps // stretch, return_index=True)
    rows = np.concatenate([[0, x.size - 1], least_and_largest(x, edges).ravel(), gaps[first]])
    return np.unique(rows[rows >= 0])
