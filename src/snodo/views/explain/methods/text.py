"""A method's explanation as plain text."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

from snodo.math.labelled import MOST, Labelled, aligned, entries, heads
from snodo.math.labelled import width as wide
from snodo.views.explain.methods.pieces import Formula, Piece, Section, Table, Words
from snodo.views.explain.notation import text

if TYPE_CHECKING:
    from snodo.views.explain.methods.explanation import MethodExplanation


def as_text(e: MethodExplanation, width: int) -> str:
    """Section after section."""
    parts = [heading(e), *(_section(section, width) for section in e.sections)]
    return "\n\n".join("\n".join(line.rstrip() for line in part) for part in parts) + "\n"


def heading(e: MethodExplanation) -> list[str]:
    """What is explained."""
    F = e.formulation
    size = f"{F.nq} coordinates, {F.nv} velocities, {F.nc} constraint rows"
    return [f"{e.mechanism.name}: the method {e.method.name}", f"formulation {F.name}: {size}"]


def _section(section: Section, width: int) -> list[str]:
    lines = [section.title, "─" * len(section.title)]
    for k, piece in enumerate(section.pieces):
        before = section.pieces[k - 1] if k else None
        lines += ([""] if before is not None and not _together(before, piece) else []) + _piece(piece, width)
    return lines


def _together(before: Piece, piece: Piece) -> bool:
    """Formulas follow one another without an empty line."""
    return isinstance(before, Formula) and isinstance(piece, Formula)


def _piece(piece: Piece, width: int) -> list[str]:
    if isinstance(piece, Words):
        return wrap(piece.text, width)
    if isinstance(piece, Formula):
        return [f"    {text(piece.formula)}"]
    return [*wrap(f"{piece.caption}:", width), *(f"  {line}" for line in _table(piece, width - 2))]


def _table(table: Table, width: int) -> list[str]:
    """The table, in groups of columns that fit."""
    x = table.numbers
    top, cells, names = heads(x), entries(x), list(x.rows[:MOST])
    if not cells:
        return ["(empty)"]
    lines: list[str] = []
    for first, last in _groups(names, top, cells, width):
        part = aligned([["", *top[first:last]]] if top else [], names, [row[first:last] for row in cells])
        lines += ([""] if lines else []) + part
    return lines + _cut(x)


def _groups(names: list[str], top: list[str], cells: list[list[str]], width: int) -> list[tuple[int, int]]:
    """First and last column of each group, at least one column."""
    widths = [max(map(wide, column)) + 2 for column in zip(*cells)]
    widths = [max(w, wide(head) + 2) for w, head in zip(widths, top)] if top else widths
    room = width - max(map(len, names), default=0)
    groups, first, used = [], 0, 0
    for k, w in enumerate(widths):
        if k > first and used + w > room:
            groups.append((first, k))
            first, used = k, 0
        used += w
    return [*groups, (first, len(widths))]


def _cut(x: Labelled) -> list[str]:
    shown = max(x.shape, default=0) > MOST
    return [f"… the first {MOST} of {' × '.join(map(str, x.shape))}"] if shown else []
