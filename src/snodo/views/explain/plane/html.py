"""An explanation as one self-contained page: MathML formulas, tables, the block picture; no scripts, no requests."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import numpy as np

from snodo._version import __version__
from snodo.views.explain.notation import math, mathml, matrix, row, show
from snodo.views.explain.page import card, codes, line, row_head, table
from snodo.views.explain.plane.formulas import DEFINITIONS, EQUATIONS_OF_MOTION, Block, Equation
from snodo.views.explain.plane.html_forces import masses_and_forces
from snodo.views.explain.plane.numbers import Explained, State
from snodo.views.explain.plane.tables import MOST_BODIES, blocks_of, entries, filled, row_units, titles_of
from snodo.views.explain.style import STYLE

if TYPE_CHECKING:
    from snodo.views.explain.plane.explanation import PlaneExplanation


def as_html(e: PlaneExplanation) -> str:
    """The page, section after section."""
    name = escape(e.mechanism.name)
    body = "\n".join([_head(e), _drawing(e), *sections(e)])
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8"/>\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"/>\n<title>{name}: its equations</title>\n'
        f"<style>{STYLE}</style>\n</head>\n<body>\n{body}\n"
        f"<footer>Made by Snodo {__version__}: <code>snodo explain</code>. Lengths in m, angles in rad, SI throughout."
        "</footer>\n</body>\n</html>\n"
    )


def sections(e: PlaneExplanation) -> list[str]:
    """What follows the title and the drawing."""
    parts = [_system(e), _coordinates(e), masses_and_forces(e), *_matrix_sections(e), _freedom(e), _joints(e)]
    return [part for part in parts if part]


def _head(e: PlaneExplanation) -> str:
    F = e.formulation
    facts = [
        (len(F.body_names), "moving bodies"),
        (F.nq, "coordinates"),
        (F.nc, "constraint rows"),
        (e.dof, "degree of freedom" if e.dof == 1 else "degrees of freedom"),
        (f"{len(e.jacobian.rows)} × {len(e.jacobian.columns)}", "size of the Jacobian"),
    ]
    listed = "".join(f"<li><b>{value}</b>{what}</li>" for value, what in facts)
    said = f"<p>{escape(e.mechanism.description)}</p>" if e.mechanism.description else ""
    return f'<h1>{escape(e.mechanism.name)}</h1>\n{said}<ul class="facts">{listed}</ul>'


def _drawing(e: PlaneExplanation) -> str:
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


def _system(e: PlaneExplanation) -> str:
    motion, rows = (mathml(formula, block=True) for formula in EQUATIONS_OF_MOTION)
    return (
        "<h2>The equations of motion</h2>\n"
        f"<p>With the coordinates {mathml('q')}, the mass matrix {mathml('M')}, the applied forces {mathml('Q')} "
        f"and the multipliers {mathml('λ')}, the motion obeys</p>{motion}{rows}"
        f"<p>The rows of the Jacobian {mathml('Φ_q')} and of {mathml('γ')} are assembled joint by joint from the "
        "data of the joints.</p>"
    )


def _coordinates(e: PlaneExplanation) -> str:
    F, s = e.formulation, e.state
    heads = ["x", "y", "φ", "v_x", "v_y", "ω"]
    units = ["m", "m", "rad", "m/s", "m/s", "rad/s"]
    lines = []
    for k, name in enumerate(F.body_names):
        numbers = [*s.q[3 * k : 3 * k + 3], *s.v[3 * k : 3 * k + 3]]
        lines.append([row_head(name), *(f"<td>{show(float(x))}</td>" for x in numbers)])
    head = "".join(f"<th>{mathml(h)} [{u}]</th>" for h, u in zip(heads, units))
    head = f"<tr><th></th>{head}</tr>"
    return (
        f"<h2>Coordinates at t = {show(e.state.t)} s</h2>\n<p>Each body has three: the position of its centre of "
        f"mass and its angle.</p>{table(head, lines)}"
    )


# ---------------------------------------------------------------- the Jacobian
def _matrix_sections(e: PlaneExplanation) -> list[str]:
    if not e.constraints:
        return ["<h2>The Jacobian</h2><p>There are no constraints: the bodies are free.</p>"]
    if len(e.bodies) > MOST_BODIES:
        return [f"<h2>The Jacobian</h2><p>It has {len(e.jacobian.rows)} rows: too many to print. Use its array.</p>"]
    return [_picture(e), _jacobian(e)]


def _picture(e: PlaneExplanation) -> str:
    head = "<tr><th></th>" + "".join(f"<th>{escape(e.state.body_name(b))}</th>" for b in e.bodies) + "</tr>"
    lines = []
    for part, at in blocks_of(e).items():
        cells = [f'<td class="block {at[b]}">{at[b]}</td>' if b in at else "<td></td>" for b in e.bodies]
        lines.append([row_head(part), *cells])
    keys = "".join(f'<span><span class="key block {k}">{k}</span>{escape(t)}</span>' for k, t in titles_of(e).items())
    return (
        "<h2>Block picture</h2>\n<p>Each joint fills the columns of its two bodies; all other blocks are zero.</p>"
        f'{table(head, lines, "picture")}<p class="legend">{keys}</p>'
    )


def _jacobian(e: PlaneExplanation) -> str:
    groups = "".join(
        f'<th scope="colgroup" colspan="3" class="start">{escape(e.state.body_name(b))}</th>' for b in e.bodies
    )
    columns = "".join(
        f'<th class="start">{mathml("x")}</th><th>{mathml("y")}</th><th>{mathml("φ")}</th>' for _ in e.bodies
    )
    right = "".join(f'<th class="start">{mathml(symbol)}</th>' for symbol in ("Φ", "ν", "γ"))
    right += '<th class="left start">units</th>'
    head = f'<tr><th></th>{groups}<th class="start" colspan="4"></th></tr><tr><th></th>{columns}{right}</tr>'
    numbers = entries(e)
    lines = []
    for c in e.constraints:
        for k in range(c.rows.start, c.rows.stop):
            lines.append([row_head(e.jacobian.rows[k]), *_cells(c, numbers[k]), *_right(e.state, k)])
    starts = {c.rows.start for c in e.constraints}
    size = f"{len(e.jacobian.rows)} × {len(e.jacobian.columns)}"
    return (
        f"<h2>The Jacobian {mathml('Φ_q')}, {size}, and the right-hand sides</h2>\n<p>{_about_ground(e)} "
        f"The columns on the right are the constraint {mathml('Φ')} itself, {mathml('ν')} of the "
        f"velocities and {mathml('γ')} of the accelerations.</p>"
        f"{table(head, lines, firsts=starts)}"
    )


def _about_ground(e: PlaneExplanation) -> str:
    if e.ground:
        return "The first three columns belong to the ground, which does not move."
    return "The columns of the ground, which does not move, are omitted."


def _cells(c: Explained, numbers: list[str]) -> list[str]:
    cells = []
    for k, number in enumerate(numbers):
        start = " start" if k % 3 == 0 else ""
        if number == "·":
            cells.append(f'<td class="zero{start}">·</td>')
        else:
            cells.append(f'<td class="block {c.formula.letter}{start}">{number}</td>')
    return cells


def _right(state: State, k: int) -> list[str]:
    cells = [f'<td class="start">{show(float(x[k]))}</td>' for x in (state.phi, state.nu, state.gamma)]
    return [*cells, f'<td class="left start">{row_units(state.formulation.row_units[k])}</td>']


def _freedom(e: PlaneExplanation) -> str:
    lines = "".join(f"<p>{escape(line)}</p>" for line in str(e.mobility).splitlines())
    return f"<h2>Degrees of freedom</h2>\n{lines}"


# ---------------------------------------------------------------- joint by joint
def _joints(e: PlaneExplanation) -> str:
    if not e.constraints:
        return ""
    notation = "".join(f"<dt>{mathml(f)}</dt><dd>{_worded(words)}</dd>" for f, words in DEFINITIONS)
    cards = "\n".join(_joint(e.state, c) for c in e.constraints)
    return f'<h2>Notation</h2>\n<dl class="notation">{notation}</dl>\n<h2>Joint by joint</h2>\n{cards}'


def _worded(words: str) -> str:
    """A sentence in which symbols such as r_i and p⊥ = (−p_y, p_x) are set as formulas."""
    found = words.replace("p⊥ = (−p_y, p_x)", mathml("p⊥ = (−p_y, p_x)")).replace(
        " is p turned", f" is {mathml('p')} turned"
    )
    for symbol in ("r_i", "s_i′"):
        found = found.replace(f" {symbol} ", f" {mathml(symbol)} ")
    return found


def _joint(state: State, c: Explained) -> str:
    inner = "".join(_equation(state, c, equation, rows) for equation, rows in c.equations())
    if not c.formula.equations:
        inner = _relation(state, c)
    given = "".join(f"<span>{mathml(f'{s} = {show(c.symbols[s])}')}</span>" for s in c.formula.given)
    symbols = f'<div class="symbols">{given}</div>' if given else ""
    return card(c.formula.letter, c.title, c.formula.says, symbols + inner)


def _equation(state: State, c: Explained, equation: Equation, rows: slice) -> str:
    lines = [line(math(row("Φ = " + " = ".join(equation.phi) + " = 0")))]
    lines.append(line(mathml("= " + filled(equation.phi[-1], c, state.phi[rows])), "numbers"))
    for letter, block, body in zip("ij", (equation.on_i, equation.on_j), c.bodies):
        lines.append(line(_block(f"{{∂Φ}}/{{∂q_{letter}}} =", block, state.block(rows, body))))
    lines.append(line(mathml(f"γ = {equation.gamma}")))
    numbers = filled(equation.gamma, c, state.gamma[rows])
    if numbers != equation.gamma:
        lines.append(line(mathml(f"= {numbers}"), "numbers"))
    return "".join(lines)


def _block(label: str, formulas: Block, numbers: np.ndarray) -> str:
    return math(row(label) + matrix([list(line) for line in formulas]) + row("=") + _numbers(numbers))


def _numbers(block: np.ndarray) -> str:
    return matrix([[show(float(x)) for x in line] for line in block])


def _relation(state: State, c: Explained) -> str:
    """A coupler or the user's own relation: in words, then its blocks and γ in numbers."""
    demands, gamma = c.formula.relation
    lines = [line(mathml(demands))]
    lines.append(codes(c.written))
    for body, name in zip(c.bodies, c.body_names):
        lines.append(line(f"{escape(name)}: " + math(row("{∂Φ}/{∂q} =") + _numbers(state.block(c.rows, body)))))
    gammas = ", ".join(show(float(x)) for x in state.gamma[c.rows])
    lines.append(line(mathml(f"γ = {gamma} = {gammas}")))
    return "".join(lines)
