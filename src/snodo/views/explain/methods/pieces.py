"""What a section consists of: words, formulas in linear notation, and labelled tables of the state's numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from snodo.analyses.equations.state import Array, State
from snodo.math.labelled import Labelled


class Words(NamedTuple):
    """A paragraph."""

    text: str


class Formula(NamedTuple):
    """A line of mathematics (`views/explain/notation.py`)."""

    formula: str


class Table(NamedTuple):
    """A labelled matrix or vector with its symbol."""

    caption: str
    numbers: Labelled


Piece = Words | Formula | Table


@dataclass(frozen=True)
class Section:
    """A title and its pieces."""

    title: str
    pieces: Sequence[Piece]


# ---------------------------------------------------------------- tables
def columns(names: Sequence[str], **vectors: Array) -> Labelled:
    """Vectors side by side, under their symbols."""
    return Labelled(list(names), list(vectors), np.column_stack(list(vectors.values())))


def velocities(state: State, **vectors: Array) -> Labelled:
    """Vectors over the velocities."""
    return columns(state.formulation.velocity_names, **vectors)


def rows(state: State, **vectors: Array) -> Labelled:
    """Vectors over the constraint rows."""
    return columns(state.formulation.row_names, **vectors)


def by_velocity(state: State, matrix: Array) -> Labelled:
    """A matrix over velocities × velocities."""
    names = state.formulation.velocity_names
    return Labelled(names, names, matrix)


def by_row(state: State, matrix: Array) -> Labelled:
    """A matrix over rows × rows."""
    names = state.formulation.row_names
    return Labelled(names, names, matrix)


def size(values: Array, scale: Array) -> float:
    """Largest of the values, each relative to its natural size."""
    return float(np.abs(values / scale).max(initial=0.0))


def number(x: float) -> str:
    """A number with four digits."""
    return f"{x:.4g}".replace("-", "−")
