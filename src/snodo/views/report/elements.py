"""Pieces of the page; every text is escaped here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

import numpy as np

from snodo.views.explain.notation import show

_RAISED = dict(zip("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻"))
SHORT = 22
"""Rows of a table that stays on one page."""
LONGEST_WORD = 36
"""Letters of a word that is not broken."""
MOST_ROWS = 40
"""Rows of a table, and points of a list, that are shown."""


def section(title: str, *pieces: str) -> str:
    """A titled part of the page; the title is a link that others can use."""
    name = "".join(letter if letter.isalnum() else "-" for letter in title.lower())
    inner = "\n".join(piece for piece in pieces if piece)
    return f'<section id="{escape(name)}"><h2>{escape(title)}</h2>\n{inner}\n</section>'


def heading(title: str) -> str:
    """The title of a part of a section."""
    return f"<h3>{escape(title)}</h3>"


def paragraph(text: str, kind: str = "") -> str:
    """A paragraph of plain text."""
    mark = f' class="{kind}"' if kind else ""
    return f"<p{mark}>{escape(text)}</p>" if text else ""


def listing(lines: Sequence[str], most: int = MOST_ROWS) -> str:
    """Points, one below the other; of many the first, and how many there are."""
    if not lines:
        return ""
    points = [f"<li>{escape(line)}</li>" for line in lines[:most]]
    if len(lines) > most:
        points.append(f'<li class="soft">… and {len(lines) - most} more of {len(lines)}</li>')
    return f"<ul>{''.join(points)}</ul>"


def table(
    heads: Sequence[str],
    rows: Sequence[Sequence[str]],
    left: Sequence[int] = (0,),
    *,
    total: Sequence[str] = (),
    most: int = MOST_ROWS,
    what: str = "rows",
) -> str:
    """A table: words left, numbers right; of a long one the first rows, and how many there are."""
    if not rows:
        return ""
    lines = "".join(_row(row, left) for row in rows[:most])
    if len(rows) > most:
        lines += (
            f'<tr class="cut"><td colspan="{len(heads)}">… and {len(rows) - most} more of {len(rows)} {what}</td></tr>'
        )
    foot = f"<tfoot>{_row(total, left)}</tfoot>" if total else ""
    top = "".join(f"<th{_side(k, left)}>{escape(head)}</th>" for k, head in enumerate(heads))
    inner = f"<thead><tr>{top}</tr></thead><tbody>{lines}</tbody>{foot}"
    together = " together" if len(rows) <= SHORT else ""
    return f'<div class="wide{together}"><table class="data">{inner}</table></div>'


def _row(cells: Sequence[str], left: Sequence[int]) -> str:
    return (
        "<tr>" + "".join(f"<td{_side(k, left, cell)}>{escape(cell)}</td>" for k, cell in enumerate(cells)) + "</tr>\n"
    )


def _side(k: int, left: Sequence[int], cell: str = "") -> str:
    """Words are at the left; those that are too long for a column may be broken."""
    marks = ["left"] * (k in left) + ["long"] * (max(map(len, cell.split()), default=0) > LONGEST_WORD)
    return f' class="{" ".join(marks)}"' if marks else ""


def folded(title: str, inner: str, unfolded: bool = False) -> str:
    """A part that opens when asked, and on paper."""
    return f"<details{' open' if unfolded else ''}><summary>{escape(title)}</summary>\n{inner}\n</details>"


def verbatim(text: str, most: int) -> str:
    """Text as it is written; of a long one the first lines, and how many there are."""
    lines = text.expandtabs(4).splitlines()
    note = f"… and {len(lines) - most} more of {len(lines)} lines" if len(lines) > most else ""
    return f"<pre>{escape(chr(10).join(lines[:most]))}</pre>{paragraph(note, 'soft')}"


# ---------------------------------------------------------------- words and numbers
def number(x: float, digits: int = 4) -> str:
    """A number with a few digits; a dash where there is none."""
    return show(float(x), digits) if np.isfinite(x) else "–"


def small(x: float) -> str:
    """A relative error with two digits, however small it is."""
    if not np.isfinite(x) or x == 0.0:
        return "0" if x == 0.0 else "–"
    digits, _, power = f"{x:.1e}".partition("e")
    return f"{digits}·10{''.join(_RAISED[letter] for letter in str(int(power)))}"


def vector(values: Iterable[float], digits: int = 4) -> str:
    """Numbers in parentheses."""
    return f"({', '.join(number(x, digits) for x in values)})"


def plural(count: int, word: str, many: str = "") -> str:
    """`1 body`, `3 bodies`."""
    return f"{count} {word if count == 1 else many or word + 's'}"


def shortened(name: str, longest: int = 32) -> str:
    """A name for a picture: of a long one its beginning and its end."""
    if len(name) <= longest:
        return name
    half = (longest - 1) // 2
    return f"{name[:half]}…{name[-half:]}"
