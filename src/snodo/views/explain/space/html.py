"""An explanation in space as one self-contained page: MathML formulas, tables, a drawing; no scripts, no requests."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import numpy as np

from snodo._version import __version__
from snodo.views.explain.notation import math, mathml, matrix, row, show
from snodo.views.explain.page import card, codes, line, row_head, table
from snodo.views.explain.space import tables
from snodo.views.explain.space.formulas import (
    DEFINITIONS,
    EQUATIONS_OF_MOTION,
    EULER_DEFINITIONS,
    MASS_WORDS,
    NORMALISATION,
    MeasureFormula,
)
from snodo.views.explain.space.numbers import Explained, Row
from snodo.views.explain.space.tables import MOST_BODIES, symbol, vector
from snodo.views.explain.style import STYLE

if TYPE_CHECKING:
    from snodo.views.explain.space.explanation import SpaceExplanation


def as_html(e: SpaceExplanation) -> str:
    """The page, section after section."""
    name = escape(e.mechanism.name)
    body = "\n".join([_head(e), _drawing(e), *sections(e)])
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8"/>\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"/>\n<title>{name}: its equations</title>\n'
        f"<style>{STYLE}</style>\n</head>\n<body>\n{body}\n"
        f"<footer>Made by Snodo {__version__}: <code>sn.explain</code>. Lengths in m, angles in rad, SI throughout."
        "</footer>\n</body>\n</html>\n"
    )


def sections(e: SpaceExplanation) -> list[str]:
    """What follows the title and the drawing."""
    parts = [_system(e), _coordinates(e), _matrices(e), _masses(e), _forces(e), *_matrix_sections(e), _freedom(e)]
    parts += [_notation(e), _measures(e), _joints(e), _normalisation(e)]
    return [part for part in parts if part]


def _head(e: SpaceExplanation) -> str:
    F = e.formulation
    facts = [
        (len(F.body_names), "moving bodies"),
        (F.nq, "coordinates"),
        (F.nv, "velocities"),
        (F.nc, "constraint rows"),
        (e.dof, "degree of freedom" if e.dof == 1 else "degrees of freedom"),
        (f"{len(e.jacobian.rows)} × {len(e.jacobian.columns)}", "size of the Jacobian"),
    ]
    listed = "".join(f"<li><b>{value}</b>{what}</li>" for value, what in facts)
    said = f"<p>{escape(e.mechanism.description)}</p>" if e.mechanism.description else ""
    return f'<h1>{escape(e.mechanism.name)}</h1>\n{said}<ul class="facts">{listed}</ul>'


def _drawing(e: SpaceExplanation) -> str:
    """The mechanism in this state, as inline SVG."""
    import io

    import matplotlib

    from snodo.views.plane.drawing import draw_mechanism

    picture = io.StringIO()
    with matplotlib.rc_context({"svg.hashsalt": e.mechanism.name}):
        figure = draw_mechanism(e.formulation, e.state.q)
        figure.savefig(picture, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    svg = picture.getvalue()
    return f"<figure>{svg[svg.index('<svg') :]}</figure>"


def _system(e: SpaceExplanation) -> str:
    motion, rows, velocities = EQUATIONS_OF_MOTION[e.state.kind]
    return (
        "<h2>The equations of motion</h2>\n"
        f"<p>Each body has the place {mathml('r')} of its centre of mass and four Euler parameters {mathml('p')}. "
        f"With the velocities {mathml('v')}, the mass matrix {mathml('M')}, the applied forces {mathml('Q')} "
        f"and the multipliers {mathml('λ')}, the motion obeys</p>{mathml(motion, block=True)}{mathml(rows, block=True)}"
        f"<p>with {mathml(velocities)}. The rows are sums of a few measures between two bodies, explained below.</p>"
    )


def _table(e: SpaceExplanation, heads: list[tuple[str, str]], lines: list[list[str]]) -> str:
    cells = "".join(f"<th>{mathml(name)}{f' [{escape(unit)}]' if unit else ''}</th>" for name, unit in heads)
    rows = [[row_head(name), *(f"<td>{escape(x)}</td>" for x in numbers)] for name, *numbers in lines]
    return table(f"<tr><th></th>{cells}</tr>", rows)


def _coordinates(e: SpaceExplanation) -> str:
    counted = "".join(
        f"<p>{escape(name)} = {show(float(e.state.q[k]))} rad, with all its turns.</p>"
        for name, k in e.formulation.flat.counters.items()
    )
    listed = _table(e, tables.place_heads(e), tables.place_rows(e))
    return f"<h2>Coordinates and velocities at t = {show(e.state.t)} s</h2>\n{listed}{counted}"


def _matrices(e: SpaceExplanation) -> str:
    """The matrices of the attitudes, in a row that wraps."""
    found = "".join(
        f"<span>{escape(name)}: {math(row(f'{letter} =') + _numbers(array))}</span>"
        for name, letter, array in tables.matrices_of(e)
    )
    return f'<h2>Matrices of the attitudes</h2>\n<div class="symbols">{found}</div>'


def _masses(e: SpaceExplanation) -> str:
    words = escape(MASS_WORDS[e.state.kind])
    listed = _table(e, tables.mass_heads(e), tables.mass_rows(e))
    return f"<h2>Masses {mathml('M')} and applied forces {mathml('Q')}</h2>\n<p>{words}.</p>{listed}"


def _forces(e: SpaceExplanation) -> str:
    gravity = tables.gravity_of(e)
    weight = f"<p>Gravity adds {mathml(gravity)} to each body.</p>" if gravity else ""
    cards = []
    for force in e.forces:
        inner = "".join(
            line(f"{escape(body)}: " + mathml(f"F = {vector(F)}, n′ = {vector(n)}")) for body, F, n in force.shares
        )
        cards.append(card("A", force.title, force.says, inner))
    return weight + "\n".join(cards)


# ---------------------------------------------------------------- the Jacobian
def _matrix_sections(e: SpaceExplanation) -> list[str]:
    if not e.formulation.nc:
        return ["<h2>The Jacobian</h2><p>There are no constraints: the bodies are free.</p>"]
    if len(e.formulation.body_names) > MOST_BODIES:
        return [f"<h2>The Jacobian</h2><p>It has {len(e.jacobian.rows)} rows: too many to print. Use its array.</p>"]
    return [_picture(e), _jacobian(e)]


def _picture(e: SpaceExplanation) -> str:
    names = e.formulation.body_names
    head = "<tr><th></th>" + "".join(f"<th>{escape(name)}</th>" for name in names) + "</tr>"
    lines = []
    for part, at in tables.blocks_of(e).items():
        cells = [f'<td class="block {at[b]}">{at[b]}</td>' if b in at else "<td></td>" for b in names]
        lines.append([row_head(part), *cells])
    keys = "".join(
        f'<span><span class="key block {k}">{k}</span>{escape(t)}</span>' for k, t in tables.titles_of(e).items()
    )
    return (
        "<h2>Block picture</h2>\n<p>Each joint fills the columns of its bodies; all other blocks are zero.</p>"
        f'{table(head, lines, "picture")}<p class="legend">{keys}</p>'
    )


def _jacobian(e: SpaceExplanation) -> str:
    s, names = e.state, e.formulation.body_names
    groups = "".join(f'<th scope="colgroup" colspan="{s.width}" class="start">{escape(b)}</th>' for b in names)
    heads = [mathml(x) for x in "xyz"] + [_component(k, e.formulation.euler) for k in range(s.width - 3)]
    columns = "".join(f'<th class="start">{heads[0]}</th>' + "".join(f"<th>{h}</th>" for h in heads[1:]) for _ in names)
    right = (
        "".join(f'<th class="start">{mathml(x)}</th>' for x in ("Φ", "ν", "γ")) + '<th class="left start">units</th>'
    )
    head = f'<tr><th></th>{groups}<th class="start" colspan="4"></th></tr><tr><th></th>{columns}{right}</tr>'
    lines = []
    for k, (cells, letter) in enumerate(zip(tables.entries(e), tables.letters_of_rows(e))):
        values = [f'<td class="start">{show(float(x[k]))}</td>' for x in (s.phi, s.nu, s.gamma)]
        unit = f'<td class="left start">{tables.row_units(e.formulation.row_units[k])}</td>'
        lines.append([row_head(e.jacobian.rows[k]), *_cells(cells, letter, s.width), *values, unit])
    size = f"{len(e.jacobian.rows)} × {len(e.jacobian.columns)}"
    return (
        f"<h2>The Jacobian {mathml('Φ_v')}, {size}, and the right-hand sides</h2>\n<p>The columns of a body are "
        f"{mathml('Φ_r')} and {mathml(s.turning_block)}; those on the right are the constraint {mathml('Φ')} itself, "
        f"{mathml('ν')} of the velocities and {mathml('γ')} of the accelerations.</p>"
        f"{table(head, lines, firsts=tables.first_rows(e))}"
    )


def _component(k: int, euler: bool) -> str:
    """The symbol of a rotational velocity: ė with its number, or ω′ with its number."""
    letter = '<mover accent="true"><mi>e</mi><mo>˙</mo></mover>' if euler else "<mi>ω</mi>"
    number = k if euler else k + 1
    return math(f"<msub>{letter}<mn>{number}</mn></msub>")


def _cells(numbers: list[str], letter: str, width: int) -> list[str]:
    cells = []
    for k, number in enumerate(numbers):
        start = " start" if k % width == 0 else ""
        kind = f"zero{start}" if number == "·" else f"block {letter}{start}"
        cells.append(f'<td class="{kind}">{number}</td>')
    return cells


def _freedom(e: SpaceExplanation) -> str:
    lines = "".join(f"<p>{escape(line_)}</p>" for line_ in str(e.mobility).splitlines())
    return f"<h2>Degrees of freedom</h2>\n{lines}"


def _notation(e: SpaceExplanation) -> str:
    definitions = (*DEFINITIONS, *(EULER_DEFINITIONS if e.formulation.euler else ()))
    listed = "".join(f"<dt>{mathml(f)}</dt><dd>{_worded(words)}</dd>" for f, words in definitions)
    return f'<h2>Notation</h2>\n<dl class="notation">{listed}</dl>'


def _worded(words: str) -> str:
    """A sentence in which symbols are set as formulas."""
    found = escape(words)
    for name in ("r_i", "s_i′", "p = (e_0, e)", "ω′"):
        found = found.replace(f" {name} ", f" {mathml(name)} ")
    return found


# ---------------------------------------------------------------- measures and joints
def _measures(e: SpaceExplanation) -> str:
    cards = "\n".join(card("M", m.title, m.says, _measure(m)) for m in tables.measures_of(e))
    words = "".join(f"<p>{escape(words)}</p>" for words in tables.words_of(e))
    return f"<h2>Measure by measure</h2>\n{cards}{words}" if cards or words else ""


def _measure(m: MeasureFormula) -> str:
    lines = [line(mathml(f"x = {m.x}")), *(line(mathml(words), "numbers") for words in m.where)]
    for letter, (linear, turning) in (("i", m.on_i), ("j", m.on_j)):
        lines.append(line(f"on {mathml(letter)}: " + mathml(f"Φ_r = {linear},  Φ_θ = {turning}")))
    return "".join(lines) + line(mathml(f"γ = {m.gamma}"))


def _joints(e: SpaceExplanation) -> str:
    cards = "\n".join(card(c.letter, c.title, c.says, _joint(e, c)) for c in e.constraints)
    return f"<h2>Joint by joint</h2>\n{cards}" if cards else ""


def _joint(e: SpaceExplanation, c: Explained) -> str:
    shared = tables.shared_symbols(c)
    return _symbols(shared) + codes(c.written) + "".join(_row(e, c, r, tuple(shared)) for r in c.rows)


def _symbols(values: dict[str, object]) -> str:
    given = "".join(f"<span>{mathml(symbol(name, value))}</span>" for name, value in values.items())
    return f'<div class="symbols">{given}</div>' if given else ""


def _row(e: SpaceExplanation, c: Explained, r: Row, said: tuple[str, ...]) -> str:
    value = mathml(f"{r.symbol} = {r.formula} = {show(r.value(e.state))}") if r.terms else ""
    lines = [line(f"<code>{escape(r.name)}</code>&emsp;{value}")]
    for k, term in enumerate(r.terms):
        label = tables.label_of(c, r, k)
        own = {name: term.symbols[name] for name in tables.given_of(term) if name not in said}
        lines.append((f"<p>{escape(label)}</p>" if label else "") + _symbols(own))
    if r.driven:
        f, rate, second = (show(x) for x in r.driven)
        lines.append(line(mathml(f"f(t) = {f}, ḟ = {rate}, f̈ = {second}"), "numbers"))
    for body in c.bodies:
        linear, turning = tables.blocks_shown(e, r, body)
        numbers = mathml(f"Φ_r = {linear},  {e.state.turning_block} = {turning}")
        lines.append(line(f"{escape(body)}: {numbers}", "numbers"))
    lines.append(line(mathml(f"γ = {show(float(e.state.gamma[r.index]))}"), "numbers"))
    return "".join(lines)


def _normalisation(e: SpaceExplanation) -> str:
    if not e.formulation.euler:
        return ""
    phi, block, gamma = NORMALISATION
    first, s = e.formulation.flat.header.rows, e.state
    lines = [line(mathml(f"Φ = {phi} = 0,  Φ_p = {block},  γ = {gamma}"))]
    for k, name in enumerate(e.formulation.body_names):
        p = s.jacobian[first + k, e.formulation.velocity_slice(k + 1)][3:]
        values = f"Φ = {show(float(s.phi[first + k]))},  Φ_p = {vector(p)},  γ = {show(float(s.gamma[first + k]))}"
        lines.append(line(f"{escape(name)}: {mathml(values)}", "numbers"))
    says = "the Euler parameters of each body keep the length one"
    return "<h2>Normalisation</h2>\n" + card("N", "normalisation rows", says, "".join(lines))


def _numbers(block: np.ndarray) -> str:
    return matrix([[show(float(x)) for x in line_] for line_ in block])
