"""The constraint rows of a tree in one state: cut joints, couplers, constraints and drivers, with their numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from snodo.mechanism.measures import Measure, PartRows
from snodo.views.explain.notation import show
from snodo.views.explain.tree.formulas import MEASURES, RowFormula

Array = np.ndarray
_SIDES = ("phi", "nu", "gamma", "multiplier")


@dataclass(frozen=True)
class ExplainedRow:
    """One row: what it measures, and its numbers."""

    name: str
    units: str
    terms: tuple[tuple[float, Measure], ...]
    """Weights and measures; none for the user's own relation."""
    says: str
    """What is added to them, or subtracted."""
    driven: bool
    """Whether a function of time is subtracted."""
    velocity_only: bool
    """Whether it constrains velocities only, and has no Φ."""
    phi: float
    nu: float
    gamma: float
    multiplier: float
    jacobian: Array

    @property
    def formula(self) -> RowFormula | None:
        """Its formula, if it consists of one measure that has one."""
        alone = len(self.terms) == 1 and self.terms[0][1].kind in MEASURES
        return MEASURES[self.terms[0][1].kind] if alone else None

    def entries(self, names: list[str]) -> list[tuple[str, float]]:
        """Velocities that occur in the row, with their factors."""
        largest = np.abs(self.jacobian).max(initial=0.0)
        return [(name, float(x)) for name, x in zip(names, self.jacobian) if abs(x) > 1e-14 * largest]


@dataclass(frozen=True)
class ExplainedPart:
    """A part with rows."""

    title: str
    cut: bool
    """Whether it is a joint that the tree is cut at."""
    rows: tuple[ExplainedRow, ...]

    @property
    def formulas(self) -> list[RowFormula]:
        """The formulas of its rows, each once."""
        return list(dict.fromkeys(row.formula for row in self.rows if row.formula))

    @property
    def says(self) -> str:
        """What it does to the tree."""
        one = len(self.rows) == 1
        count = "one row" if one else f"{len(self.rows)} rows"
        does = f"The tree is cut here: {count} close{'s' if one else ''} the loop."
        words = [does if self.cut else f"It ties the joints by {count}."]
        if any(row.driven for row in self.rows):
            words.append("With a function of time, ν = ḟ(t), and f̈(t) is added to γ.")
        if any(row.velocity_only for row in self.rows):
            listed = ", ".join(row.name for row in self.rows if row.velocity_only)
            words.append(f"Of velocities only, without Φ: {listed}.")
        return " ".join(words)


def explained_parts(F: Any, numbers: dict[str, Array]) -> list[ExplainedPart]:
    """Every part with rows; `numbers` are Φ, ν, γ, λ and Φ_v."""
    found, first = [], 0
    for part_rows in F.flat.constraints:
        rows = []
        for k, name in enumerate(part_rows.rows):
            phi, nu, gamma, multiplier = (float(numbers[word][first + k]) for word in _SIDES)
            terms, says = _terms(part_rows, k)
            driven, level = _function(part_rows, k) is not None, part_rows.levels[k]
            unit, J = F.row_units[first + k], numbers["J"][first + k]
            rows.append(ExplainedRow(name, unit, terms, says, driven, level, phi, nu, gamma, multiplier, J))
        first += len(part_rows.rows)
        found.append(ExplainedPart(part_rows.part.title, part_rows.part.name in F.cut_joints, tuple(rows)))
    return found


def _terms(part_rows: PartRows, k: int) -> tuple[tuple[tuple[float, Measure], ...], str]:
    """The measures of a row, and what is added to them."""
    if part_rows.written is not None:
        return (), "a relation of the user's own"
    x = part_rows.quantities[k]
    words = [f"{'+' if x.constant > 0 else '−'} {show(abs(x.constant))}"] if abs(x.constant) > 1e-12 else []
    words += ["− f(t)"] if _function(part_rows, k) is not None else []
    return tuple(x.terms), " ".join(words)


def _function(part_rows: PartRows, k: int) -> Any:
    """The function of time that is subtracted from a row, if any."""
    return part_rows.function_of[k] if part_rows.function_of else None


def told(row: ExplainedRow) -> str:
    """The row in words: its measures with their weights and bodies."""
    if not row.terms:
        return row.says
    parts = [f"{'' if weight == 1.0 else f'{show(weight)} · '}{_measured(m)}" for weight, m in row.terms]
    return f"{' + '.join(parts).replace('+ −', '− ')} {row.says}".rstrip()


def _measured(m: Measure) -> str:
    if m.kind == "coordinate":
        return f"{NOUNS[m.kind]} {m.joint}"
    return f"{NOUNS.get(m.kind, m.kind)} of {m.parent} (i) and {m.child} (j)"


NOUNS = {
    "along": "displacement along e",
    "across": "cosine between directions",
    "square": "half the square of the distance",
    "heading": "angle in the plane",
    "coordinate": "coordinate of",
    "turn": "angle",
    "counted": "angle with all its turns",
    "outer": "angle of the first or last of three rotations",
    "middle": "angle of the second of three rotations",
    "meet": "displacement along a direction of the world",
    "attitude": "Euler parameter",
    "edge": "speed of the rim's contact point",
    "ball": "speed of the ball's contact point",
    "barrel": "speed of the contact point on a cylinder",
    "turning": "angular speed about e",
    "rim": "height of the rim",
    "reach": "distance from an axis",
    "profile": "distance from a curve",
}
"""What measures are called."""
