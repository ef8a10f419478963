"""M and Q on the page: a line for each body, and a card for each applied force."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from snodo.views.explain.notation import mathml, show
from snodo.views.explain.page import card, codes, line, row_head, table
from snodo.views.explain.plane.forces import Applied
from snodo.views.explain.plane.tables import MASS_HEADS, MASS_WORDS, gravity_of, mass_rows, triple

if TYPE_CHECKING:
    from snodo.views.explain.plane.explanation import PlaneExplanation


def masses_and_forces(e: PlaneExplanation) -> str:
    """The diagonal of M, Q, and where Q comes from."""
    head = "<tr><th></th>" + "".join(f"<th>{_head(words)}</th>" for words in MASS_HEADS) + "</tr>"
    lines = [[row_head(name), *(f"<td>{x}</td>" for x in numbers)] for name, *numbers in mass_rows(e)]
    gravity = gravity_of(e)
    weight = f"<p>Gravity adds {mathml(f'Q = {gravity}')} to each body.</p>" if gravity else ""
    cards = "\n".join(_force(force) for force in e.forces)
    return (
        f"<h2>Masses {mathml('M')} and applied forces {mathml('Q')}</h2>\n<p>{escape(MASS_WORDS)}.</p>"
        f"{table(head, lines)}{weight}{cards}"
    )


def _head(words: str) -> str:
    symbol, _, unit = words.partition(" ")
    return f"{mathml(symbol)} {escape(unit)}"


def _force(force: Applied) -> str:
    inner = codes(force.written)
    if force.law:
        inner += line(mathml(f"{force.symbol} = {force.law}"))
        inner += line(mathml(f"= {force.filled}"), "numbers")
    elif force.symbol:
        inner += line(mathml(f"{force.symbol} = {show(force.value)}"))
    for share in force.shares:
        inner += line(
            f"{escape(share.body)}: " + mathml(f"Q_{share.letter} = {share.formula} = {triple(share.numbers)}")
        )
    return card("A", force.title, force.says, inner)
