"""Content shared by the text and the page: the block picture, the entries of Φ_q, formulas with their numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from snodo.views.explain.notation import show, substitute
from snodo.views.explain.plane.numbers import Explained

if TYPE_CHECKING:
    from snodo.views.explain.plane.explanation import PlaneExplanation

Table = list[list[str]]

MOST_BODIES = 40
"""Largest mechanism whose block picture and matrix are drawn in full."""


def blocks_of(e: PlaneExplanation) -> dict[str, dict[int, str]]:
    """For each part, the letter of its block on each body."""
    found: dict[str, dict[int, str]] = {}
    for c in e.constraints:
        found.setdefault(c.name, {}).update({b: c.formula.letter for b in c.bodies if b in e.bodies})
    return found


def titles_of(e: PlaneExplanation) -> dict[str, str]:
    """The kinds that each letter stands for."""
    found: dict[str, list[str]] = {}
    for c in e.constraints:
        titles = found.setdefault(c.formula.letter, [])
        if c.formula.title not in titles:
            titles.append(c.formula.title)
    return {letter: " or ".join(titles) for letter, titles in found.items()}


def legend(e: PlaneExplanation) -> str:
    """What the letters mean: `R revolute joint, D driver of an angle`."""
    return ", ".join(f"{letter} {title}" for letter, title in titles_of(e).items())


def entries(e: PlaneExplanation) -> Table:
    """The numbers of the Jacobian; a dot where a row does not involve a body."""
    touched = np.zeros(e.state.jacobian.shape, bool)
    count = len(e.formulation.body_names)
    for c in e.constraints:
        for b in c.bodies:
            first = 0 if b == count else 3 * b + 3
            touched[c.rows, first : first + 3] = True
    touched = touched if e.ground else touched[:, 3:]
    array = e.jacobian.array
    return [[show(float(x)) if on else "·" for x, on in zip(row, ons)] for row, ons in zip(array, touched)]


def row_units(unit: str) -> str:
    """Units of Φ, ν and γ of a row: `m, m/s, m/s²`; none for a user's own relation, which may have any."""
    return f"{unit}, {unit}/s, {unit}/s²" if unit else ""


def mass_rows(e: PlaneExplanation) -> Table:
    """For each body: name, mass, moment of inertia, and its three components of Q."""
    M, Q = e.state.masses.reshape(-1, 3), e.state.Q.reshape(-1, 3)
    return [
        [name, show(float(m[0])), show(float(m[2])), *(show(float(x)) for x in forces)]
        for name, m, forces in zip(e.formulation.body_names, M, Q)
    ]


MASS_HEADS = ("m [kg]", "J [kg m²]", "Q_x [N]", "Q_y [N]", "Q_φ [N m]")
MASS_WORDS = "M is diagonal, with m, m and J (about the centre of mass) of each body; Q contains all applied forces"


def gravity_of(e: PlaneExplanation) -> str:
    """The contribution of gravity to Q, as a formula; empty without gravity."""
    g = complex(*e.mechanism.gravity[:2])
    return f"(m g, 0), g = {show(g)}" if g else ""


def triple(numbers: np.ndarray) -> str:
    """Three numbers in parentheses."""
    return f"({', '.join(show(float(x)) for x in numbers)})"


def filled(formula: str, c: Explained, result: np.ndarray) -> str:
    """The formula with its numbers, and the result, in linear notation."""
    numbers, end = substitute(formula, c.symbols), outcome(result)
    return numbers if numbers == end else f"{numbers} = {end}"


def outcome(values: np.ndarray) -> str:
    """One or two components as a number or a pair."""
    return show(complex(values[0], values[1]) if values.size == 2 else float(values[0]))
