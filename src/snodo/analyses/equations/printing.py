"""The labelled systems as tables, in words and in notebooks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from snodo.math.labelled import MOST, Labelled, as_html, lines
from snodo.notebook import card, paragraph

if TYPE_CHECKING:
    from snodo.analyses.equations.embedding import EmbeddedEquations
    from snodo.analyses.equations.equations import BlockInverse, Equations
    from snodo.analyses.equations.quasi_velocities import EquationsAlongFreeMotions

Piece = str | Labelled
"""A line of words, or a table."""


# ---------------------------------------------------------------- pieces
def as_words(title: str, pieces: list[Piece]) -> str:
    """A title, then lines and indented tables."""
    told = [title]
    for piece in pieces:
        told += ["", piece] if isinstance(piece, str) else [f"  {line}" for line in lines(piece)]
    return "\n".join(told)


def as_card(title: str, pieces: list[Piece]) -> str:
    """The same for a notebook."""
    return card(title, *(paragraph(piece) if isinstance(piece, str) else as_html(piece) for piece in pieces))


def _beside(table: Labelled, **more: np.ndarray) -> Labelled:
    """A table with further columns, at most as many as are printed altogether."""
    room = max(MOST - len(more), 1)
    columns = [*table.columns[:room], *more]
    return Labelled(table.rows, columns, np.column_stack([table.array[:, :room], *more.values()]))


def _cut(count: int, kept: int) -> str:
    return f"; of {count} columns the first {kept}, the others in .array" if count > kept else ""


# ---------------------------------------------------------------- the augmented system
def equations_in_words(e: Equations) -> str:
    """The system as a table: the matrix, the right side and the solution."""
    return as_words(*_equations(e))


def equations_as_html(e: Equations) -> str:
    """The same for a notebook."""
    return as_card(*_equations(e))


def _equations(e: Equations) -> tuple[str, list[Piece]]:
    F = e.formulation
    title = f"equations of motion [A]{{x}} = {{b}}: {e.state}"
    room = MOST - 1
    pieces: list[Piece] = [
        f"[M Φ_vᵀ; Φ_v 0] ({F.nv} + {F.nc} unknowns); b = (Q, γ) is last{_cut(F.nv + F.nc, room)}",
        _beside(e.matrix, b=e.right_side.array),
        "solution x = (v̇, λ)",
        e.solution,
    ]
    told = ", ".join(f"{word} {number:.3g}" for word, number in e.condition.items())
    pieces.append(f"condition numbers, in natural units: {told}")
    if e.redundant:
        names = ", ".join(e.redundant)
        pieces.append(f"redundant rows: {names}; the matrix has no inverse, and these multipliers are of least norm")
    return title, pieces


def block_inverse_in_words(inverse: BlockInverse) -> str:
    """The three blocks as tables."""
    return as_words(*_block_inverse(inverse))


def block_inverse_as_html(inverse: BlockInverse) -> str:
    """The same for a notebook."""
    return as_card(*_block_inverse(inverse))


def _block_inverse(inverse: BlockInverse) -> tuple[str, list[Piece]]:
    X, Y, Z = inverse[:3]
    pieces: list[Piece] = [f"X, .accelerations_of_forces ({_size(X)})", X]
    if Y.columns:
        pieces += [f"Y, .accelerations_of_rows ({_size(Y)})", Y, f"−Z, .multipliers_of_rows ({_size(Z)})", Z]
    return "block inverse [X Y; Yᵀ −Z]: v̇ = X Q + Y γ, λ = Yᵀ Q − Z γ; together in .whole", pieces


def _size(table: Labelled) -> str:
    return " × ".join(map(str, table.shape))


# ---------------------------------------------------------------- reduced systems
def embedding_in_words(e: EmbeddedEquations) -> str:
    """The choice, B and the reduced system."""
    return as_words(*_embedding(e))


def embedding_as_html(e: EmbeddedEquations) -> str:
    """The same for a notebook."""
    return as_card(*_embedding(e))


def _embedding(e: EmbeddedEquations) -> tuple[str, list[Piece]]:
    title = f"embedding: {e.state}"
    return title, [
        f"independent: {', '.join(e.independent) or 'none'}",
        e.why,
        f"v = B v_i + b{_cut(len(e.independent), MOST - 2)}",
        _beside(e.B, b=e.b.array, v=e.v.array),
        "(Bᵀ M B) v̇_i = Bᵀ (Q − M g): the reduced mass matrix, force and v̇_i",
        _beside(e.mass, force=e.force.array, acceleration=e.acceleration.array),
        "multipliers λ",
        e.multipliers,
    ]


def free_motions_in_words(e: EquationsAlongFreeMotions) -> str:
    """S, Ṡ and the reduced system."""
    return as_words(*_free_motions(e))


def free_motions_as_html(e: EquationsAlongFreeMotions) -> str:
    """The same for a notebook."""
    return as_card(*_free_motions(e))


def _free_motions(e: EquationsAlongFreeMotions) -> tuple[str, list[Piece]]:
    title = f"quasi-velocities: {e.state}"
    return title, [
        e.why,
        f"v = S nu + p, the basis S{_cut(len(e.names), MOST - 2)}",
        _beside(e.S, p=e.particular.array, v=e.v.array),
        "its derivative S_dot",
        e.S_dot,
        "(Sᵀ M S) nu_dot = Sᵀ (Q − M g): the reduced mass matrix, force, nu and nu_dot",
        _beside(e.mass, force=e.force.array, nu=e.nu.array, nu_dot=e.acceleration.array),
        "multipliers λ",
        e.multipliers,
    ]
