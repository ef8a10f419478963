"""Columns of plain text."""

from __future__ import annotations

Table = list[list[str]]


def widths_of(rows: Table) -> list[int]:
    """The widest entry of each column."""
    return [max(map(len, column)) for column in zip(*rows)]


def aligned(rows: Table, left: object = (), groups: int = 0, bars: tuple[int, ...] = ()) -> list[str]:
    """Aligned columns of text: those in `left` to the left, the others to the right; bars before groups or columns."""
    widths = widths_of(rows)
    lines = []
    for row in rows:
        line = ""
        for k, (word, width) in enumerate(zip(row, widths)):
            gap = (" │" if (groups and k % groups == 1) or k in bars else "") + ("  " if k else "")
            line += gap + (word.ljust(width) if k in left else word.rjust(width))  # type: ignore[operator]
        lines.append(line if left else f" {line}")
    return lines
