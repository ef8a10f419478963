"""Elements of pages of formulas: tables, lines of mathematics, cards."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from snodo.views.explain.notation import mathml


def table(head: str, lines: list[list[str]], kind: str = "", firsts: set[int] | None = None) -> str:
    """A table from its head row and the cells of its lines; lines in `firsts` begin a group."""
    marks = ["first" if firsts and k in firsts else "" for k in range(len(lines))]
    rows = "".join(f'<tr class="{mark}">{"".join(cells)}</tr>\n' for mark, cells in zip(marks, lines))
    return f'<div class="wide"><table class="{kind}"><thead>{head}</thead><tbody>\n{rows}</tbody></table></div>'


def row_head(name: str) -> str:
    """The heading of a line of a table."""
    return f'<th scope="row">{escape(name)}</th>'


def line(inner: str, kind: str = "") -> str:
    """A line of mathematics."""
    return f'<div class="equation {kind}">{inner}</div>'


def codes(written: Iterable[str]) -> str:
    """Code that the user wrote."""
    return "".join(f"<p><code>{escape(words)}</code></p>" for words in written)


def card(letter: str, title: str, says: str, inner: str) -> str:
    """A part with its title, a sentence, and its formulas, in the colour of its letter; (i) and (j) become symbols."""
    set_title = escape(title).replace("(i)", f"({mathml('i')})").replace("(j)", f"({mathml('j')})")
    head = f'<h3>{set_title}</h3><p class="soft">{escape(says)}</p>'
    return f'<section class="joint {letter}">{head}{inner}</section>'
