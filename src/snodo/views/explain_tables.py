"""What the text and the page show alike: the block picture, the entries of Φ_q, formulas with their numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from snodo.views.explain_notation import show, substitute
from snodo.views.explain_numbers import Explained

if TYPE_CHECKING:
    from snodo.views.explain import Explanation

Table = list[list[str]]

MOST_BODIES = 40
"""Largest mechanism whose block picture and matrix are drawn in full."""


def blocks_of(e: Explanation) -> dict[str, dict[int, str]]:
    """For each part the letter of its block on each body."""
    found: dict[str, dict[int, str]] = {}
    for c in e.constraints:
        found.setdefault(c.name, {}).update({b: c.formula.letter for b in c.bodies if b in e.bodies})
    return found


def titles_of(e: Explanation) -> dict[str, str]:
    """The kinds behind each letter."""
    found: dict[str, list[str]] = {}
    for c in e.constraints:
        titles = found.setdefault(c.formula.letter, [])
        if c.formula.title not in titles:
            titles.append(c.formula.title)
    return {letter: " or ".join(titles) for letter, titles in found.items()}


def legend(e: Explanation) -> str:
    """What the letters mean: `R revolute joint, D driver of an angle`."""
    return ", ".join(f"{letter} {title}" for letter, title in titles_of(e).items())


def entries(e: Explanation) -> Table:
    """The numbers of the Jacobian; a dot where a row does not touch a body."""
    touched = np.zeros(e.state.jacobian.shape, bool)
    count = len(e.formulation.body_names)
    for c in e.constraints:
        for b in c.bodies:
            first = 0 if b == count else 3 * b + 3
            touched[c.rows, first : first + 3] = True
    touched = touched if e.ground else touched[:, 3:]
    array = e.jacobian.array
    return [[show(float(x)) if on else "·" for x, on in zip(row, ons)] for row, ons in zip(array, touched)]


def filled(formula: str, c: Explained, result: np.ndarray) -> str:
    """The formula with its numbers, and what comes out, in linear notation."""
    numbers, end = substitute(formula, c.symbols), outcome(result)
    return numbers if numbers == end else f"{numbers} = {end}"


def outcome(values: np.ndarray) -> str:
    """One or two components as a number or a pair."""
    return show(complex(values[0], values[1]) if values.size == 2 else float(values[0]))
