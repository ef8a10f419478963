"""Known times at which steps must end, collected from everything that depends on time (table of `kernels/breaks.py`).

Two kinds: at a sharp time a function or one of its derivatives jumps; limits only keep steps short where a function
has narrow features, and nothing jumps there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

ROUNDINGS = 64.0
"""Half the width of a break, in rounding errors of its time: formulas do not all switch at exactly the same number."""
LEAST = 1e-3
"""Fraction of the last time: rounding errors of earlier times are taken to be those of this one."""


@dataclass(frozen=True, eq=False)
class Stops:
    """Times at which steps end.

    sharp     times at which something jumps [s], increasing
    limits    tables with two columns: a step that begins at the first [s], or later but before that of the next row,
              ends at the second [s] at the latest
    last      the last time of interest [s]
    """

    sharp: Array
    limits: Sequence[Array] = field(default_factory=tuple)
    last: float = 0.0

    @classmethod
    def of(cls, sharp: Iterable[float], limits: Sequence[Array], last: float) -> Stops:
        """Make it from sharp times in any order; those closer to one another than their width count once."""
        stops = cls(np.zeros(0), limits, last)
        kept: list[float] = []
        for t in sorted(sharp):
            if not kept or t - kept[-1] > 2.0 * stops.margin(t):
                kept.append(float(t))
        return cls(np.array(kept), limits, last)

    def margin(self, t: float) -> float:
        """Half the width of a break at t [s]."""
        return float(ROUNDINGS * np.finfo(float).eps * max(abs(t), LEAST * abs(self.last)))

    def right_of(self, t: float) -> float:
        """The time itself, or just after it if it is sharp [s]."""
        margin = self.margin(t)
        return t + margin if self.sharp.size and np.abs(self.sharp - t).min() <= margin else t

    def table(self, start: float, end: float) -> Array:
        """Rows (from, until, margin) for a run from start to end [s]; none if there are no breaks or limits."""
        ahead = self.sharp[(self.sharp > start + self.margin(start)) & (self.sharp <= end)]
        changes = [rows[(rows[:, 0] > start) & (rows[:, 0] < end), 0] for rows in self.limits]
        begins = np.unique(np.concatenate([[start], ahead[ahead < end], *changes]))
        until = _next(ahead, begins)
        sharp, width = until.copy(), np.array([self.margin(t) for t in begins])
        for rows in self.limits:
            at = np.searchsorted(rows[:, 0], begins + width, side="right") - 1
            until = np.minimum(until, np.where(at >= 0, rows[np.maximum(at, 0), 1], np.inf))
        margins = np.array([self.margin(t) if np.isfinite(t) else 0.0 for t in sharp])
        exact = (sharp <= until + margins) & np.isfinite(sharp)
        until, margins = np.where(exact, sharp, until), np.where(exact, margins, 0.0)
        if not (until <= end).any():
            return np.zeros((0, 3))
        return np.ascontiguousarray(np.column_stack([begins, until, margins]))


def _next(times: Array, begins: Array) -> Array:
    """The first of the times after each begin; infinite if there is none."""
    return np.append(times, np.inf)[np.searchsorted(times, begins, side="right")]
