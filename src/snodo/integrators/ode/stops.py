"""Known times at which steps must end, collected from everything that depends on time (table of `kernels/breaks.py`).

Three kinds: at a sharp time a function or one of its derivatives jumps; limits only keep steps short where a function
has narrow features, and nothing jumps there; at a sample a controller computes its outputs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

ROUNDINGS = 64.0
"""Half the width of a break, in rounding errors of its time: formulas do not all switch at exactly the same number."""
SMOOTH = 1e-300
"""Half the width of a sample at which nothing jumps."""
LEAST = 1e-3
"""Fraction of the last time: rounding errors of earlier times are taken to be those of this one."""


@dataclass(frozen=True, eq=False)
class Stops:
    """Times at which steps end.

    sharp     times at which something jumps [s], increasing
    limits    tables with two columns: a step that begins at the first [s], or later but before that of the next row,
              ends at the second [s] at the latest
    last      the last time of interest [s]
    samples   times of samples [s], increasing
    """

    sharp: Array
    limits: Sequence[Array] = field(default_factory=tuple)
    last: float = 0.0
    samples: Array = field(default_factory=lambda: np.zeros(0))

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

    def margins(self, times: Array) -> Array:
        """Half the widths of breaks at these times [s]."""
        found: Array = ROUNDINGS * np.finfo(float).eps * np.maximum(np.abs(times), LEAST * abs(self.last))
        return found

    def table(self, start: float, end: float) -> Array:
        """Rows (from, until, margin) for a run from start to end [s]; none if there are no breaks or limits."""
        ahead, signs = self._ahead(start, end)
        changes = [rows[(rows[:, 0] > start) & (rows[:, 0] < end), 0] for rows in self.limits]
        begins = np.unique(np.concatenate([[start], ahead[ahead < end], *changes]))
        after = np.searchsorted(ahead, begins, side="right")
        until = np.append(ahead, np.inf)[after]
        sharp, width = until.copy(), self.margins(begins)
        for rows in self.limits:
            at = np.searchsorted(rows[:, 0], begins + width, side="right") - 1
            until = np.minimum(until, np.where(at >= 0, rows[np.maximum(at, 0), 1], np.inf))
        margins = np.where(np.isfinite(sharp), self.margins(np.where(np.isfinite(sharp), sharp, 0.0)), 0.0)
        exact = (sharp <= until + margins) & np.isfinite(sharp)
        until, margins = np.where(exact, sharp, until), np.where(exact, np.append(signs, 0.0)[after], 0.0)
        if not (until <= end).any():
            return np.zeros((0, 3))
        return np.ascontiguousarray(np.column_stack([begins, until, margins]))

    def _ahead(self, start: float, end: float) -> tuple[Array, Array]:
        """Sharp times and samples after the start, increasing, and their margins: −δ at a sample.

        A sharp time closer to a sample than its width is that of the sample.
        """
        sharp = self.sharp[(self.sharp > start + self.margin(start)) & (self.sharp <= end)]
        samples = self.samples[(self.samples > start + self.margin(start)) & (self.samples <= end)]
        kept = sharp[_distances(sharp, samples) > self.margins(sharp)]
        jumps = _distances(samples, self.sharp) <= self.margins(samples)
        own = -np.where(jumps, self.margins(samples), SMOOTH)
        times, margins = np.concatenate([kept, samples]), np.concatenate([self.margins(kept), own])
        order = np.argsort(times, kind="stable")
        return times[order], margins[order]


def _distances(times: Array, others: Array) -> Array:
    """From each of the times to the nearest of the others, which increase; infinite if there are none."""
    ends = np.concatenate([[-np.inf], others, [np.inf]])
    k = np.searchsorted(ends, times)
    return np.minimum(times - ends[k - 1], ends[k] - times)
