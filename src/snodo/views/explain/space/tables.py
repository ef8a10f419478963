"""Content shared by the text and the page: the block picture, tables of bodies, the entries of Φ_v."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from snodo.math.euler_parameters import matrix_G
from snodo.views.explain.notation import show
from snodo.views.explain.space.formulas import IN_WORDS, MEASURES, SAME, MeasureFormula
from snodo.views.explain.space.numbers import Explained, Row, Term

if TYPE_CHECKING:
    from snodo.views.explain.space.explanation import SpaceExplanation

Table = list[list[str]]
MOST_BODIES = 40
"""Largest mechanism whose block picture and matrix are drawn in full."""
NORMAL = "N"


def vector(x: np.ndarray) -> str:
    """Numbers in parentheses."""
    return f"({', '.join(show(float(c)) for c in np.atleast_1d(x))})"


def symbol(name: str, value: object) -> str:
    """`d = (0, 0.1, 0)`, or a number."""
    return f"{name} = {show(value) if isinstance(value, float) else vector(np.asarray(value))}"


def titles_of(e: SpaceExplanation) -> dict[str, str]:
    """The kinds that each letter stands for."""
    found: dict[str, list[str]] = {}
    for c in e.constraints:
        noun = c.title.partition(": ")[2].partition(" of ")[0]
        kinds = found.setdefault(c.letter, [])
        if noun not in kinds:
            kinds.append(noun)
    if e.formulation.euler:
        found[NORMAL] = ["normalisation"]
    return {letter: " or ".join(kinds) for letter, kinds in found.items()}


def blocks_of(e: SpaceExplanation) -> dict[str, dict[str, str]]:
    """For each part, the letter of its block on each body; then the normalisation rows."""
    found = {c.name: {body: c.letter for body in c.bodies} for c in e.constraints}
    if e.formulation.euler:
        found |= {f"normalisation of {body}": {body: NORMAL} for body in e.formulation.body_names}
    return found


def entries(e: SpaceExplanation) -> Table:
    """The numbers of the Jacobian; a dot where a row does not involve a body."""
    F, J = e.formulation, e.state.jacobian
    table = []
    for line in J:
        cells: list[str] = []
        for number in range(1, len(F.body_names) + 1):
            own = line[F.velocity_slice(number)]
            cells += [show(float(x)) if np.any(own) else "·" for x in own]
        table.append(cells)
    return table


def letters_of_rows(e: SpaceExplanation) -> list[str]:
    """The letter of every row."""
    found = [c.letter for c in e.constraints for _ in c.rows]
    return found + [NORMAL] * (e.formulation.nc - len(found))


def first_rows(e: SpaceExplanation) -> set[int]:
    """The first row of every part."""
    parts = e.formulation.row_parts
    return {k for k, part in enumerate(parts) if not k or part != parts[k - 1]}


def row_units(unit: str) -> str:
    """Units of Φ, ν and γ of a row: `m, m/s, m/s²`."""
    return f"{unit}, {unit}/s, {unit}/s²" if unit else "1, 1/s, 1/s²"


# ---------------------------------------------------------------- bodies
def place_rows(e: SpaceExplanation) -> Table:
    """For each body: r, p, ṙ, and ω′ or ṗ."""
    F, s = e.formulation, e.state
    rows = []
    for k, name in enumerate(F.body_names):
        q, v = s.q[7 * k : 7 * k + 7], s.v[F.velocity_slice(k + 1)]
        rows.append([name, vector(q[:3]), vector(q[3:]), vector(v[:3]), vector(v[3:])])
    return rows


def place_heads(e: SpaceExplanation) -> list[tuple[str, str]]:
    """Symbols and units of these columns."""
    last = ("ṗ", "1/s") if e.formulation.euler else ("ω′", "rad/s")
    return [("r", "m"), ("p", ""), ("ṙ", "m/s"), last]


def mass_rows(e: SpaceExplanation) -> Table:
    """For each body: name, mass, J′ by rows, and its components of Q."""
    F, rows = e.formulation, []
    for number, (name, (mass, J)) in enumerate(zip(F.body_names, F.flat.inertias), 1):
        Q = e.state.Q[F.velocity_slice(number)]
        six = [J[0, 0], J[1, 1], J[2, 2], J[0, 1], J[0, 2], J[1, 2]]
        rows.append([name, show(float(mass)), vector(np.array(six)), vector(Q[:3]), vector(Q[3:])])
    return rows


def mass_heads(e: SpaceExplanation) -> list[tuple[str, str]]:
    """Symbols and units of these columns."""
    turning = ("Q_p", "N m") if e.formulation.euler else ("Q_θ", "N m")
    return [("m", "kg"), ("J′", "11 22 33 12 13 23, kg m²"), ("Q_r", "N"), turning]


def gravity_of(e: SpaceExplanation) -> str:
    """The contribution of gravity to Q, as a formula; empty without gravity."""
    g = e.formulation.gravity
    return f"Q_r = m g, g = {vector(g)}" if np.any(g) else ""


def matrices_of(e: SpaceExplanation) -> list[tuple[str, str, np.ndarray]]:
    """A of each body, and G for rates of Euler parameters: name, symbol, numbers."""
    found = []
    for k, name in enumerate(e.formulation.body_names):
        found.append((name, "A", e.state.body(name).A))
        if e.formulation.euler:
            found.append((name, "G", matrix_G(e.state.q[7 * k + 3 : 7 * k + 7])))
    return found


# ---------------------------------------------------------------- measures
def measures_of(e: SpaceExplanation) -> list[MeasureFormula]:
    """The formulas of the measures that the mechanism uses, each once."""
    kinds = [SAME.get(kind, kind) for c in e.constraints for kind in c.kinds]
    return [MEASURES[kind] for kind in dict.fromkeys(kinds) if kind in MEASURES]


def words_of(e: SpaceExplanation) -> list[str]:
    """Measures that are explained in words."""
    kinds = dict.fromkeys(kind for c in e.constraints for kind in c.kinds)
    return [
        f"{kind}: {IN_WORDS.get(kind, 'a measure of its own')}"
        for kind in kinds
        if SAME.get(kind, kind) not in MEASURES
    ]


def blocks_shown(e: SpaceExplanation, row: Row, body: str) -> tuple[str, str]:
    """The numbers of Φ_r and of Φ_θ (or Φ_p) of a row on a body."""
    block = e.state.block(slice(row.index, row.index + 1), body)
    return vector(block[0][0]), vector(block[1][0])


def given_of(term: Term) -> tuple[str, ...]:
    """Names of the symbols of a measure."""
    return term.formula.given if term.formula else ()


def shared_symbols(c: Explained) -> dict[str, object]:
    """Symbols that have the same value in all rows of a part: shown once."""
    terms = [term for row in c.rows for term in row.terms]
    found: dict[str, object] = {}
    for name in ("p_i", "p_j", "d", "ḋ"):
        values = [term.symbols[name] for term in terms if name in given_of(term)]
        if len(values) > 1 and all(np.array_equal(values[0], value) for value in values):
            found[name] = values[0]
    return found


def label_of(c: Explained, row: Row, k: int) -> str:
    """What a measure is called in a row of several, and its bodies if they are not those of the part."""
    term = row.terms[k]
    bodies = f"{term.measure.parent} (i), {term.measure.child} (j)"
    letter = f"{'ẋ' if row.on_velocity else 'x'}_{'abcdefgh'[k]}"
    if term.formula is None:
        return f"{letter}: {term.measure.kind} of {bodies}"
    name = f"x_{'abcdefgh'[k]} = {term.formula.x}" if len(row.terms) > 1 or row.on_velocity else ""
    return ", ".join(part for part in (name, "" if c.pair else f"with {bodies}") if part)
