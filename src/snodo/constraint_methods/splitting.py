"""Free motions and what the rows prescribe: v = S u + p, v̇ = S u̇ + g, and the equations of motion along S.

    Φ_v S = 0,   Φ_v p = ν,   Φ_v g = γ:         (Sᵀ M S) u̇ = Sᵀ (Q − M g),         Φ_vᵀ λ = Q − M v̇

Rows are scaled to length one and velocities to natural units, so that pivots and condition numbers mean something.
Dense, for one state; the compiled methods (`kernels/embedding.py`, `kernels/quasi_velocities.py`) solve the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from snodo.errors import Problem, RunError
from snodo.formulations.base import Array
from snodo.formulations.rank import independent_rows_of
from snodo.math.labelled_rows import null_space

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation
    from snodo.formulations.solving import Terms


@dataclass(frozen=True)
class Split:
    """The rows in use (their numbers), W = [Φ_v; Cᵀ] in natural units, and the free motions S that follow from it."""

    rows: list[int]
    weights: Array
    """1 / length of each row in use."""
    scale: Array
    """Natural size of each velocity."""
    W: Array
    S: Array

    def across(self, right: Array) -> Array:
        """x with Φ_v x = right and Cᵀ x = 0; right (nc) or (nc × k)."""
        weighed = (right[self.rows].T * self.weights).T
        zeros = np.zeros((self.S.shape[1], *right.shape[1:]))
        return (np.linalg.solve(self.W, np.concatenate([weighed, zeros])).T * self.scale).T

    @property
    def condition(self) -> float:
        """Condition number of W in natural units."""
        return float(np.linalg.cond(self.W)) if self.W.size else 1.0


def rows_in_use(F: Formulation, q: Array, t: float, v: Array) -> Array:
    """Mask of independent rows, in the scales by which ranks are decided everywhere."""
    return independent_rows_of(F, q, t, v)


def unit_rows(F: Formulation, J: Array) -> tuple[Array, Array]:
    """Φ_v in natural units with rows of length one, and 1 / length of each."""
    U = J * F.velocity_scale
    lengths = np.linalg.norm(U, axis=1)
    weights = 1.0 / np.where(lengths > 0.0, lengths, 1.0)
    return weights[:, None] * U, weights


# ---------------------------------------------------------------- the two ways to choose S
def along(F: Formulation, J: Array, rows: Array, C: Array) -> Split:
    """S with Cᵀ S = 1 (C: nv × f): S = W⁻¹ (0; 1)."""
    scale, (U, weights) = F.velocity_scale, unit_rows(F, J)
    lengths = np.linalg.norm(C * scale[:, None], axis=0)
    lengths = np.where(lengths > 0.0, lengths, 1.0)
    W = np.vstack([U[rows], C.T * scale / lengths[:, None]])
    f = C.shape[1]
    right = np.vstack([np.zeros((F.nv - f, f)), np.diag(1.0 / lengths)])
    S = scale[:, None] * np.linalg.solve(W, right)
    return Split(list(np.flatnonzero(rows)), weights[rows], scale, W, S)


def orthonormal(F: Formulation, J: Array, rows: Array) -> Array:
    """C = D⁻² S of the basis S that is orthonormal in natural units, D the sizes of the velocities (Cᵀ S = 1).

    Among these bases it is the closest (polar factor) to that of elimination, each of whose columns has one velocity of
    its own: it does not depend on the order in which a singular value decomposition finds its vectors.
    """
    Z = null_space(unit_rows(F, J)[0][rows]) if rows.any() else np.eye(F.nv)
    U, _, Vt = np.linalg.svd(Z, full_matrices=False)
    found: Array = (U @ Vt) / F.velocity_scale[:, None]
    return found


def unit_vectors(nv: int, columns: Sequence[int]) -> Array:
    """C of an embedding: Cᵀ v are the independent velocities."""
    return np.eye(nv)[:, list(columns)]


def pivots(F: Formulation, J: Array, rank: int) -> tuple[list[int], list[int], list[float]]:
    """Rows, dependent columns and pivots of an elimination with complete pivoting, the largest pivot first."""
    A, _ = unit_rows(F, J)
    rows: list[int] = []
    columns: list[int] = []
    sizes: list[float] = []
    for _ in range(rank):
        r, c = (int(k) for k in np.unravel_index(np.abs(A).argmax(), A.shape))
        rows.append(r)
        columns.append(c)
        sizes.append(float(abs(A[r, c])))
        A = A - np.outer(A[:, c], A[r] / A[r, c])
        A[r], A[:, c] = 0.0, 0.0
    return rows, columns, sizes


# ---------------------------------------------------------------- the motion along S
def moved(M: Array, Q: Array, S: Array, g: Array) -> tuple[Array, Array, Array]:
    """Sᵀ M S, Sᵀ (Q − M g) and u̇; raises RunError if no inertia resists a free motion."""
    mass, force = S.T @ M @ S, S.T @ (Q - M @ g)
    try:
        np.linalg.cholesky(mass)
    except np.linalg.LinAlgError:
        what = "no inertia resists a motion that the constraints leave free: its acceleration is not determined"
        raise RunError(Problem(what, "give the bodies it moves mass and moments of inertia")) from None
    return mass, force, np.linalg.solve(mass, force)


def multipliers(split: Split, J: Array, rest: Array) -> Array:
    """λ with Φ_vᵀ λ = rest: by the rows in use, Wᵀ (λ; μ) = rest; of least norm where rows are redundant."""
    if len(split.rows) < J.shape[0]:
        found: Array = np.linalg.lstsq(J.T, rest, rcond=1e-9)[0]
        return found
    solved = np.linalg.solve(split.W.T, rest * split.scale)[: len(split.rows)]
    scaled: Array = solved * split.weights
    return scaled


def solved_along(split: Split, x: Terms) -> tuple[Array, Array]:
    """Accelerations and multipliers of one state, from the equations along S."""
    M, g = x.F.mass_matrix(x.q), split.across(x.gamma)
    u_dot = moved(M, x.Q, split.S, g)[2]
    a = split.S @ u_dot + g
    return a, multipliers(split, x.J, x.Q - M @ a)
