"""How many of the first rows the equations can do with: rows that are off behind them are not evaluated.

Rows that are switched come last, and behind them those that only measure.  The equations are written for all rows, for
those that can act, and for those that always do, each with its own pattern of S; `formulations/first_rows.py` chooses.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class RowsOfPart(Protocol):
    """Rows of one part."""

    @property
    def rows(self) -> list[str]:
        """Their names."""

    @property
    def acts(self) -> str:
        """When they act: always, sometimes or never."""


def first_counts(parts: Sequence[RowsOfPart]) -> list[int]:
    """Numbers of first rows, increasing, behind which no row always acts, or none ever does; without that of all."""
    total = sum(len(part.rows) for part in parts)
    return sorted({_before(parts, ("sometimes", "never")), _before(parts, ("never",))} - {total})


def _before(parts: Sequence[RowsOfPart], words: tuple[str, ...]) -> int:
    """The number of rows before those that act only so, at the end."""
    kept = list(parts)
    while kept and kept[-1].acts in words:
        kept.pop()
    return sum(len(part.rows) for part in kept)
