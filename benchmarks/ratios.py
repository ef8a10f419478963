"""A ratio: the time of another program over ours, for the same work in the same run; and the table of all of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Ratio:
    """One row of the table."""

    work: str
    """What both did."""
    peer: str
    """The other program."""
    ratio: float
    """Its time over ours; above 1 we are quicker."""
    error: float | None = None
    """The error that both reach."""
    apart: float | None = None
    """Of work without a choice of error: how far the results are apart, relative; or the peer's from the exact one."""

    def __str__(self) -> str:
        digits = 2 if self.ratio < 9.995 else 1 if self.ratio < 99.95 else 0
        return f"{self.ratio:.{digits}f}"


HEADS = ("work", "peer", "ratio", "error", "apart")


def lines(ratios: Iterable[Ratio]) -> list[str]:
    """The table as it is printed: names to the left, numbers to the right."""
    cells = [HEADS, *((row.work, row.peer, str(row), digit(row.error), digit(row.apart)) for row in ratios)]
    widths = [max(map(len, column)) for column in zip(*cells)]
    return ["  ".join(f"{x:{'<' if k < 2 else '>'}{widths[k]}}" for k, x in enumerate(row)).rstrip() for row in cells]


def digit(error: float | None) -> str:
    """An error in one digit."""
    return "" if error is None else f"{error:.0e}"
