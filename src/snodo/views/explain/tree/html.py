"""The explanation of a tree as one self-contained page: drawings, MathML, tables; no scripts, no requests."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

import numpy as np

from snodo._version import __version__
from snodo.formulations.base import Array
from snodo.formulations.tree.nodes import cuts_of, nodes_of
from snodo.formulations.tree.picture import drawing
from snodo.formulations.tree.printing import tree_lines
from snodo.formulations.tree.sweeps import LinkSweep
from snodo.formulations.tree.sweeps_text import HEADS
from snodo.views.explain.notation import math, mathml, matrix, row, show
from snodo.views.explain.page import card, line, row_head, table
from snodo.views.explain.style import STYLE
from snodo.views.explain.tree.formulas import DEFINITIONS, EQUATIONS_OF_MOTION, FREE_BASE, OPEN, SWEEPS, TIED
from snodo.views.explain.tree.rows import ExplainedPart, told
from snodo.views.explain.tree.text import MOST_LINKS, ONE, floats, needed, six, title, vectors

if TYPE_CHECKING:
    from snodo.views.explain.tree.explanation import TreeExplanation

LETTERS = {"revolute": "R", "prismatic": "P", "fixed": "F", "spherical": "S", "free": "N", "universal": "U"}
"""The colour of a joint's card, by its kind."""


def as_html(e: TreeExplanation) -> str:
    """The page, section after section."""
    name = escape(e.mechanism.name)
    body = "\n".join([_head(e), _picture(e), *sections(e)])
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8"/>\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"/>\n<title>{name}: its equations</title>\n'
        f"<style>{STYLE}</style>\n</head>\n<body>\n{body}\n"
        f"<footer>Made by Snodo {__version__}: <code>snodo explain</code>. Lengths in m, angles in rad, SI throughout; "
        "motions (v, ω) and wrenches (f, μ) at the joint of each link, in the axes of its frame.</footer>\n"
        "</body>\n</html>\n"
    )


def sections(e: TreeExplanation) -> list[str]:
    """What follows the title and the drawing."""
    return [_tree(e), _system(e), _coordinates(e), _links(e), _rows(e), _freedom(e)]


def _head(e: TreeExplanation) -> str:
    F = e.tree
    facts = {"bodies": len(F.body_names), "coordinates": F.nq, "velocities": F.nv, "constraint rows": F.nc}
    counted = [(n, ONE[words] if n == 1 else words) for words, n in facts.items()]
    counted.append((e.dof, "degree of freedom" if e.dof == 1 else "degrees of freedom"))
    listed = "".join(f"<li><b>{value}</b>{what}</li>" for value, what in counted)
    said = f"<p>{escape(e.mechanism.description)}</p>" if e.mechanism.description else ""
    return f'<h1>{escape(e.mechanism.name)}</h1>\n{said}<ul class="facts">{listed}</ul>'


def _picture(e: TreeExplanation) -> str:
    """The mechanism in this state, as inline SVG."""
    import io

    import matplotlib

    from snodo.views.plane.drawing import draw_mechanism

    picture = io.StringIO()
    with matplotlib.rc_context({"svg.hashsalt": e.mechanism.name}):
        figure = draw_mechanism(e.formulation, e.q)
        figure.savefig(picture, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    svg = picture.getvalue()
    return f"<figure>{svg[svg.index('<svg') :]}</figure>"


def _tree(e: TreeExplanation) -> str:
    """The tree as a drawing, or as text if it is large."""
    nodes = nodes_of(e.tree)
    drawn = drawing(nodes, cuts_of(e.tree, nodes))
    told_as = "Bodies are nodes and joints are branches, with the number of freedoms; joints that are cut are dashed."
    shown = f"<figure>{drawn}</figure>" if drawn else f"<pre>{escape(chr(10).join(tree_lines(e.tree)))}</pre>"
    return f"<h2>The tree</h2>\n<p>{told_as}</p>{shown}"


def _system(e: TreeExplanation) -> str:
    motion = "".join(mathml(formula, block=True) for formula in (EQUATIONS_OF_MOTION if e.tree.nc else OPEN))
    notation = "".join(f"<dt>{mathml(f)}</dt><dd>{_worded(words)}</dd>" for f, words in DEFINITIONS)
    steps = ""
    for name, listed in SWEEPS.items():
        lines = [
            [f'<th scope="row">({step.number})</th>', f'<td class="left">{mathml(step.formula)}</td>']
            for step in listed
        ]
        steps += f"<h3>{name.capitalize()}</h3>{table('', lines)}"
    return (
        "<h2>The equations of motion</h2>\n"
        f"<p>With the velocities {mathml('v')} of the joints and the forces {mathml('τ')} on them, the motion "
        f"obeys</p>{motion}<p>Three sweeps through the tree solve them, link by link. The base has the acceleration "
        f"−g in place of gravity. Numbers are those of the source texts.</p>{steps}"
        f'<h3>Notation</h3><dl class="notation">{notation}</dl>'
    )


def _worded(words: str) -> str:
    """Words in which symbols with subscripts are set as formulas."""
    return re.sub(r"a_[a-z]+", lambda found: mathml(found[0]), escape(words))


def _coordinates(e: TreeExplanation) -> str:
    F = e.tree
    places = zip(F.coordinate_names, e.q, F.coordinate_units)
    lines = [
        [row_head(name), f"<td>{show(float(x))}</td>", f'<td class="left">{unit}</td>'] for name, x, unit in places
    ]
    head = f"<tr><th></th><th>{mathml('q')}</th><th></th></tr>"
    forces = [("v", e.v), ("τ", e.tau), *([("−Φ_vᵀ λ", e.loop_forces)] if F.nc else []), ("v̇", e.solved[0])]
    speeds = [
        [row_head(name), *(f"<td>{show(float(x[k]))}</td>" for _, x in forces)]
        for k, name in enumerate(F.velocity_names)
    ]
    heads = "<tr><th></th>" + "".join(f"<th>{mathml(formula)}</th>" for formula, _ in forces) + "</tr>"
    said = f"<p>{mathml('−Φ_vᵀ λ')} is what the rows exert on the joints.</p>" if F.nc else ""
    return f"<h2>Coordinates at t = {show(e.t)} s</h2>\n{table(head, lines)}{said}{table(heads, speeds)}"


# ---------------------------------------------------------------- link by link
def _links(e: TreeExplanation) -> str:
    if e.obstacle:
        said = f"{e.obstacle}: the sweeps of the open tree stop there."
        return f"<h2>Joint by joint</h2>\n<p>{escape(said)}</p>"
    cards = [_link(e, link) for link in list(e.sweeps)[:MOST_LINKS]]
    more = len(e.sweeps) - MOST_LINKS
    rest = f"<p>… and {more} more links: <code>tree.sweeps(q, v)</code> has them.</p>" if more > 0 else ""
    tied = f"<p>{escape(TIED).replace('−Φ_vᵀ λ', mathml('−Φ_vᵀ λ'))}</p>" if e.tree.nc else ""
    return f"<h2>Joint by joint</h2>\n{tied}" + "\n".join(cards) + rest


def _link(e: TreeExplanation, link: LinkSweep) -> str:
    kind = e.tree.joint_places[link.joint].branch.joint.kind
    inner = _matrices({"P": link.P, "S": link.S, "T": link.T, "M": link.M, "Δ": link.Delta})
    heads = "".join(f'<th class="{"start" if k == 3 else ""}">{h}</th>' for k, h in enumerate(HEADS))
    lines = []
    for step in vectors(e):
        cells = [
            f'<td class="{"start" if k == 3 else ""}">{word}</td>'
            for k, word in enumerate(six(getattr(link, step.attribute)))
        ]
        lines.append([f'<th scope="row">{mathml(step.formula.split(" = ")[0])}</th>', *cells])
    inner += table(f"<tr><th></th>{heads}</tr>", lines)
    return card(LETTERS.get(kind, "G"), title(e, link), "", inner + _acceleration(link))


def _matrices(named: dict[str, Array]) -> str:
    """Matrices beside each other, and below one another where there is no room."""
    shown = "".join(line(math(row(f"{name} =") + _matrix(A))) for name, A in named.items() if A.size)
    return f'<div class="matrices">{shown}</div>'


def _matrix(A: Array) -> str:
    largest = float(np.abs(A).max(initial=0.0))
    return matrix([["0" if abs(x) <= 1e-14 * largest else show(float(x)) for x in entries] for entries in A])


def _acceleration(link: LinkSweep) -> str:
    """(2.14) with its numbers."""
    if not len(link.q_dd):
        return ""
    formula = math(row("q̈ = D⁻¹ (τ − Pᵀ (Δ S a_dp + δ))"))
    D, tau, below, found = (_column(x) for x in (link.denominator, link.tau, needed(link), link.q_dd))
    numbers = math(row("=") + f"<msup>{D}<mn>−1</mn></msup>" + row("(") + tau + row("−") + below + row(") =") + found)
    lines = line(formula) + line(numbers, "numbers")
    return lines + line(f"Nothing holds it: {mathml(FREE_BASE)} (2.15)") if floats(link) else lines


def _column(x: Array) -> str:
    """A matrix, a column, or a single number."""
    if x.size == 1:
        number = six(x.ravel())[0]
        return row(f"({number})" if number.startswith("−") else number)
    return matrix([six(entries) for entries in x.reshape(len(x), -1)])


# ---------------------------------------------------------------- rows
def _rows(e: TreeExplanation) -> str:
    if not e.parts:
        return ""
    cards = "\n".join(_part(e, part) for part in e.parts)
    return f"<h2>Rows that tie the joints</h2>\n{_jacobian(e)}{cards}"


def _jacobian(e: TreeExplanation) -> str:
    """Φ_v with Φ, ν, γ and λ."""
    F, J = e.tree, e.jacobian
    heads = "".join(f"<th>{escape(name)}</th>" for name in J.columns)
    right = "".join(f'<th class="start">{mathml(symbol)}</th>' for symbol in ("Φ", "ν", "γ", "λ"))
    listed = [r for part in e.parts for r in part.rows]
    lines = []
    for r, numbers in zip(listed, J.array):
        cells = ['<td class="zero">·</td>' if abs(x) < 1e-14 else f"<td>{show(float(x))}</td>" for x in numbers]
        phi = "" if r.velocity_only else show(r.phi)
        values = [f'<td class="start">{x}</td>' for x in (phi, *map(show, (r.nu, r.gamma, r.multiplier)))]
        lines.append([row_head(r.name), *cells, *values])
    size = f"{F.nc} × {F.nv}"
    return f"<p>{mathml('Φ_v')}, {size}:</p>{table(f'<tr><th></th>{heads}{right}</tr>', lines)}"


def _part(e: TreeExplanation, part: ExplainedPart) -> str:
    inner = ""
    for f in part.formulas:
        inner += line(mathml(f"Φ = {f.phi}")) + line(mathml(f"Φ_v = {f.row}")) + line(mathml(f"γ = {f.gamma}"))
        inner += f'<p class="soft">{escape(f.says)}</p>'
    told_as = "".join(f"<li><b>{escape(r.name)}</b> {escape(told(r))}</li>" for r in part.rows)
    return card("C", part.title, part.says, f"{inner}<ul>{told_as}</ul>")


def _freedom(e: TreeExplanation) -> str:
    lines = "".join(f"<p>{escape(words)}</p>" for words in str(e.mobility).splitlines())
    return f"<h2>Degrees of freedom</h2>\n{lines}"
