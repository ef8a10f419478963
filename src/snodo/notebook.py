"""What notebooks show: small pieces of HTML, without scripts, style sheets or requests; every text is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

MOST_ROWS = 40
"""Rows of a table that are shown."""
_FRAME = "border-left:3px solid #8a8f98;padding:0.2em 0 0.2em 0.8em;line-height:1.4"
_CELL = "text-align:left;padding:0.1em 1em 0.1em 0"


def card(title: str, *pieces: str) -> str:
    """A titled frame around pieces of HTML."""
    return f'<div style="{_FRAME}"><strong>{escape(title)}</strong>{"".join(pieces)}</div>'


def letter(text: str) -> str:
    """A text whose first line is its title, and whose indented lines belong to the line above them."""
    title, *lines = text.split("\n")
    pieces: list[str] = []
    inside = False
    for line in lines:
        indented = line.startswith(" ")
        if indented != inside:
            pieces.append('<ul style="margin:0">' if indented else "</ul>")
        inside = indented
        if line.strip():
            pieces.append(f"<li>{escape(line.strip())}</li>" if indented else f"<div>{escape(line)}</div>")
    return card(title, *pieces, "</ul>" if inside else "")


def table(caption: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A captioned table; of a long one the first rows, and how many there are."""
    listed = list(rows)
    shown = "".join(_row(cells, "td") for cells in listed[:MOST_ROWS])
    more = len(listed) - MOST_ROWS
    if more > 0:
        shown += f'<tr><td colspan="{len(listed[0])}">… and {more} more</td></tr>'
    top = f"<thead>{_row(heads, 'th')}</thead>" if heads else ""
    said = f"<div><em>{escape(caption)}</em></div>" if caption else ""
    return f'{said}<table style="margin:0 0 0.4em 0">{top}<tbody>{shown}</tbody></table>'


def paragraph(text: str) -> str:
    """One line of text."""
    return f"<div>{escape(text)}</div>"


def page(html: str, height: int = 640) -> str:
    """A whole page inside a notebook: neither can change how the other looks, and scripts do not run in it."""
    style = f"width:100%;height:{height}px;border:1px solid #8a8f98"
    inside = html.replace("&", "&amp;").replace('"', "&quot;")  # all that ends an attribute, or means something in it
    return f'<iframe sandbox="" srcdoc="{inside}" style="{style}"></iframe>'


def _row(cells: Sequence[str], word: str) -> str:
    return "<tr>" + "".join(f'<{word} style="{_CELL}">{escape(cell)}</{word}>' for cell in cells) + "</tr>"
