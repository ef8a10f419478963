"""A method's explanation as one self-contained page: MathML formulas and tables; no scripts, no requests."""

from __future__ import annotations

import re
import unicodedata
from html import escape
from typing import TYPE_CHECKING

from snodo._version import __version__
from snodo.math.labelled import MOST, Labelled, entries, heads
from snodo.views.explain.methods.pieces import Formula, Piece, Section, Table, Words
from snodo.views.explain.notation import mathml
from snodo.views.explain.page import row_head, table
from snodo.views.explain.style import STYLE

if TYPE_CHECKING:
    from snodo.views.explain.methods.explanation import MethodExplanation

SYMBOL = re.compile("(?:Φ̇?|K|J|v̇)_[A-Za-z]+[ᵀ⁺]?|γ[*]?")
"""Symbols within words: with subscripts, and γ."""
ONE = "[A-Za-zΑ-Ωα-ω]\u0307?(?:_[A-Za-z]+)?[ᵀ⁺*]?"
FORMULA = re.compile(f"{ONE}(?: (?:[−+] )?{ONE})*")
"""Words that are one formula, such as headings of columns."""


def as_html(e: MethodExplanation) -> str:
    """The page, section after section."""
    name = escape(f"{e.mechanism.name}: the method {e.method.name}")
    body = "\n".join([_head(e), *(_section(section) for section in e.sections)])
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8"/>\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"/>\n<title>{name}</title>\n'
        f"<style>{STYLE}</style>\n</head>\n<body>\n{body}\n"
        f"<footer>Made by Snodo {__version__}: <code>snodo explain --method {escape(e.method.name)}</code>. "
        "Lengths in m, angles in rad, SI throughout.</footer>\n</body>\n</html>\n"
    )


def _head(e: MethodExplanation) -> str:
    F = e.formulation
    rank = int(e.state.rows.sum()) if F.nc else 0
    facts = [(F.nv, "velocities"), (F.nc, "constraint rows"), (rank, "rank"), (F.nv - rank, "degrees of freedom")]
    listed = "".join(f"<li><b>{value}</b>{what}</li>" for value, what in facts)
    said = f"<p>The method <code>{escape(e.method.name)}</code> with the formulation <code>{escape(F.name)}</code></p>"
    return f'<h1>{escape(e.mechanism.name)}</h1>\n{said}<ul class="facts">{listed}</ul>'


def _section(section: Section) -> str:
    return f"<h2>{escape(section.title)}</h2>\n" + "\n".join(_piece(piece) for piece in section.pieces)


def _piece(piece: Piece) -> str:
    if isinstance(piece, Words):
        return f"<p>{_worded(piece.text)}</p>"
    if isinstance(piece, Formula):
        parts = "\u2003".join(mathml(part.strip().rstrip(",")) for part in piece.formula.split("   "))
        return f'<div class="equation">{parts}</div>'
    return f'<p class="soft">{_worded(piece.caption)}</p>{_table(piece)}'


def _worded(words: str) -> str:
    """Words in which symbols are set as formulas; words that are a formula are one."""
    if FORMULA.fullmatch(unicodedata.normalize("NFD", words)):
        return mathml(words)
    return SYMBOL.sub(lambda found: mathml(found[0]), escape(words))


def _table(piece: Table) -> str:
    x = piece.numbers
    cells, top = entries(x), heads(x)
    if not cells:
        return "<p>(empty)</p>"
    head = "<tr><th></th>" + "".join(f"<th>{_worded(name)}</th>" for name in top) + "</tr>"
    lines = [
        [row_head(name), *(f'<td class="zero">{cell}</td>' if cell == "·" else f"<td>{cell}</td>" for cell in row)]
        for name, row in zip(x.rows, cells)
    ]
    return table(head if top else "", lines) + _cut(x)


def _cut(x: Labelled) -> str:
    shown = max(x.shape, default=0) > MOST
    return f"<p>The first {MOST} of {' × '.join(map(str, x.shape))}.</p>" if shown else ""
