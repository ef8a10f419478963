"""An explanation as plain text, for the terminal."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

import numpy as np

from snodo.views.explain.columns import aligned, widths_of
from snodo.views.explain.notation import show, text
from snodo.views.explain.plane.forces import Applied
from snodo.views.explain.plane.formulas import DEFINITIONS, EQUATIONS_OF_MOTION, Block, Equation
from snodo.views.explain.plane.numbers import Explained, State
from snodo.views.explain.plane.tables import (
    MASS_HEADS,
    MASS_WORDS,
    MOST_BODIES,
    Table,
    blocks_of,
    entries,
    filled,
    gravity_of,
    legend,
    mass_rows,
    row_units,
    triple,
)

if TYPE_CHECKING:
    from snodo.views.explain.plane.explanation import PlaneExplanation

KEEP = "\u00a0"
"""A non-breaking space."""


def as_text(e: PlaneExplanation, width: int) -> str:
    """Section after section."""
    sections = [
        _heading(e),
        _section("coordinates", _coordinates(e)),
        _section("M and Q", _masses(e)),
        _section("force by force", _forces(e, width)),
        _section("blocks of Φ_q: joints down, bodies across", _picture(e, width)),
        _section(f"Φ_q, {len(e.jacobian.rows)} × {len(e.jacobian.columns)}", _jacobian(e, width)),
        _section("Φ, ν and γ", _right_sides(e)),
        _section("degrees of freedom", _freedom(e, width)),
        _section("notation", _notation(width)),
        _section("joint by joint", _joints(e, width)),
    ]
    return "\n\n".join("\n".join(line.rstrip() for line in section) for section in sections if section) + "\n"


def _section(title: str, lines: list[str]) -> list[str]:
    return [title, "─" * len(title), *lines] if lines else []


def _heading(e: PlaneExplanation) -> list[str]:
    F = e.formulation
    size = f"{len(F.body_names)} bodies, {F.nq} coordinates, {F.nc} constraint rows"
    motion = ",  ".join(EQUATIONS_OF_MOTION)
    return [f"{e.mechanism.name}: {size}, at t = {show(e.state.t)} s", f"equations of motion: {motion}"]


def _coordinates(e: PlaneExplanation) -> list[str]:
    F = e.formulation
    rows = [["coordinate", "value", "velocity", ""]]
    for name, unit, x, v in zip(F.coordinate_names, F.coordinate_units, e.state.q, e.state.v):
        rows.append([name, show(float(x)), show(float(v)), f"{unit}, {unit}/s"])
    return aligned(rows, left=(0, 3))


# ---------------------------------------------------------------- M and Q
def _masses(e: PlaneExplanation) -> list[str]:
    return [*aligned([["body", *MASS_HEADS], *mass_rows(e)], left=(0,)), MASS_WORDS]


def _forces(e: PlaneExplanation, width: int) -> list[str]:
    gravity = gravity_of(e)
    lines = [f"gravity: Q = {gravity}, on each body", ""] if gravity else []
    for force in e.forces:
        lines += [force.title, *(f"    {line}" for line in _force(force, width - 4)), ""]
    return lines[:-1]


def _force(force: Applied, width: int) -> list[str]:
    lines = [*wrap(force.says, width), *force.written]
    if force.law:
        numbers = wrap(text(force.filled), width - 4)
        lines.append(f"{force.symbol} = {text(force.law)}")
        lines += [("    " if k else "  = ") + line for k, line in enumerate(numbers)]
    elif force.symbol:
        lines.append(f"{force.symbol} = {show(force.value)}")
    lines += [f"Q of {s.body} ({s.letter}) = {s.formula} = {triple(s.numbers)}" for s in force.shares]
    return lines


# ---------------------------------------------------------------- the Jacobian
def _picture(e: PlaneExplanation, width: int) -> list[str]:
    if not e.constraints:
        return ["no constraints"]
    if len(e.bodies) > MOST_BODIES:
        return [f"{len(e.bodies)} bodies are too many for a picture", *wrap(legend(e), width)]
    names = [e.state.body_name(b) for b in e.bodies]
    rows = [["", *names]]
    rows += [[part, *(at.get(b, "·") for b in e.bodies)] for part, at in blocks_of(e).items()]
    lines = aligned(rows, left=(0,))
    if max(map(len, lines), default=0) > width:
        numbers = [str(k) for k in range(1, len(names) + 1)]
        lines = aligned([["", *numbers], *rows[1:]], left=(0,))
        lines += wrap("bodies: " + ", ".join(f"{k} {n}" for k, n in zip(numbers, names)), width)
    return [*lines, *wrap(legend(e), width)]


def _jacobian(e: PlaneExplanation, width: int) -> list[str]:
    labels = ["x", "y", "φ"] * len(e.bodies)
    rows = [["", *labels], *([name, *line] for name, line in zip(e.jacobian.rows, entries(e)))]
    lines = aligned(rows, left=(0,), groups=3)
    if max(map(len, lines), default=0) <= width:
        return [_body_line(e, rows), *lines] if e.constraints else []
    return ["too wide for a table; its nonzero blocks:", *_nonzero_blocks(e)]


def _body_line(e: PlaneExplanation, rows: Table) -> str:
    """Names of the bodies, each above its three columns."""
    widths = widths_of(rows)
    line = " " * widths[0]
    for k, b in enumerate(e.bodies):
        room = sum(widths[3 * k + 1 : 3 * k + 4]) + 6
        line += " │" + e.state.body_name(b)[:room].center(room)
    return line


def _nonzero_blocks(e: PlaneExplanation) -> list[str]:
    rows = []
    for c in e.constraints:
        for k, name in enumerate(c.row_names):
            line = [name]
            for b in (b for b in c.bodies if b in e.bodies):
                numbers = e.state.block(slice(c.rows.start + k, c.rows.start + k + 1), b)[0]
                line.append(f"{e.state.body_name(b)} [{'  '.join(show(float(x)) for x in numbers)}]")
            rows.append(line)
    longest = max(map(len, rows), default=0)
    return aligned([row + [""] * (longest - len(row)) for row in rows], left=range(longest))


def _right_sides(e: PlaneExplanation) -> list[str]:
    s = e.state
    rows = [["row", "Φ", "ν", "γ", "units"]]
    for k, (name, unit) in enumerate(zip(e.formulation.row_names, e.formulation.row_units)):
        rows.append([name, *(show(float(x[k])) for x in (s.phi, s.nu, s.gamma)), row_units(unit)])
    return aligned(rows, left=(0, 4)) if len(rows) > 1 else []


def _freedom(e: PlaneExplanation, width: int) -> list[str]:
    return [part for line in str(e.mobility).splitlines() for part in wrap(line, width, subsequent_indent="  ")]


def _notation(width: int) -> list[str]:
    lines: list[str] = []
    for formula, words in DEFINITIONS:
        told = wrap(words, max(width - 39, 20))
        lines += [f"{text(formula) if k == 0 else '':<38} {line}" for k, line in enumerate(told)]
    return lines


# ---------------------------------------------------------------- joint by joint
def _joints(e: PlaneExplanation, width: int) -> list[str]:
    lines: list[str] = []
    for c in e.constraints:
        lines += [c.title, *(f"    {line}" for line in _joint(e.state, c, width - 4)), ""]
    return lines[:-1]


def _joint(state: State, c: Explained, width: int) -> list[str]:
    lines = wrap(c.formula.says, width)
    if not c.formula.equations:
        return lines + _relation(state, c)
    given = [f"{name} = {show(c.symbols[name])}".replace(" ", KEEP) for name in c.formula.given]
    lines += [line.replace(KEEP, " ") for line in wrap("   ".join(given), width)]
    for equation, rows in c.equations():
        lines += _equation(state, c, equation, rows, width)
    return lines


def _equation(state: State, c: Explained, equation: Equation, rows: slice, width: int) -> list[str]:
    lines = ["Φ = " + " = ".join(text(phi) for phi in equation.phi)]
    lines += _filled(equation.phi[-1], c, state.phi[rows], width)
    labels = [f"Φ_q of {name} ({letter})" for name, letter in zip(c.body_names, "ij")]
    for label, block, body in zip(labels, (equation.on_i, equation.on_j), c.bodies):
        lines += _block(label.ljust(max(map(len, labels))), block, state.block(rows, body))
    lines.append("γ = " + text(equation.gamma))
    return lines + _filled(equation.gamma, c, state.gamma[rows], width)


def _filled(formula: str, c: Explained, result: np.ndarray, width: int) -> list[str]:
    """The formula with its numbers, and the result; nothing if it is already a number."""
    line = filled(formula, c, result)
    kept = wrap(text(line).replace(", ", f",{KEEP}"), width - 4)
    return [("    " if k else "  = ") + part.replace(KEEP, " ") for k, part in enumerate(kept) if line != formula]


def _block(label: str, formulas: Block, numbers: np.ndarray) -> list[str]:
    symbols = _bracketed([[text(f) for f in line] for line in formulas])
    values = _bracketed([[show(float(x)) for x in line] for line in numbers])
    middle = (len(symbols) - 1) // 2
    lines = []
    for k, (s, v) in enumerate(zip(symbols, values)):
        head = f"{label} = " if k == middle else " " * (len(label) + 3)
        lines.append(f"{head}{s} {'=' if k == middle else ' '} {v}")
    return lines


def _bracketed(rows: Table) -> list[str]:
    return [f"[{line} ]" for line in aligned(rows)]


def _relation(state: State, c: Explained) -> list[str]:
    """A coupler or the user's own relation: in words, then its blocks and γ in numbers."""
    demands, gamma = c.formula.relation
    lines = [f"{demands}, γ = {gamma}", *c.written]
    for body in c.bodies:
        numbers = _bracketed([[show(float(x)) for x in line] for line in state.block(c.rows, body)])
        lines += [f"Φ_q of {state.body_name(body)} = {line}" for line in numbers]
    gammas = ", ".join(show(float(x)) for x in state.gamma[c.rows])
    return [*lines, f"γ = {gammas}"]
