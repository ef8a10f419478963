"""Pivots of the rows in the last factorisation of S = J M⁻¹ Jᵀ = L D Lᵀ, and the sizes that they are measured from."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

Array = np.ndarray


class SoftPlaces(NamedTuple):
    """Where a flat model keeps its pivots, and what belongs to soft rows (`singular/soft_rows.py`)."""

    rows: int
    """Number of rows behind the factorisation."""
    nv: int
    """Accelerations that the equations solve for."""
    gap: int
    """Address of what solves for them where a singular position is being passed."""
    soft: int
    trail: int
    pivots: int
    diagonal: int
    permutation: int
    accelerations: int
    """Offset of those of the last evaluation; −1: they are only in ẏ."""


def permutation_at(model: Array, plan: int) -> int:
    """Where the elimination order is stored in a model whose pattern is at `plan`."""
    from snodo.math.kernels.plan import Plan
    from snodo.math.kernels.record_layout import PythonTable

    return plan + int(PythonTable(Plan, model, plan)[0].permutation)


def relative_pivots(F: Formulation) -> Array:
    """D_i / S_ii of each row in the last factorisation; infinite for rows left out, 0 for those without a pivot."""
    at, model = F.soft_places, F.model
    inverse, before = (model[first : first + at.rows] for first in (at.pivots, at.diagonal))
    kept = F.kept_rows[: at.rows]
    order = model.view(np.int64)[at.permutation : at.permutation + at.rows]
    found = np.zeros(at.rows)
    found[order] = np.divide(1.0, inverse * before, out=np.zeros(at.rows), where=inverse > 0)
    return np.where(kept, found, np.inf)


def forget_row_sizes(F: Formulation) -> None:
    """Let relative pivots refer to the rows in the current state."""
    at = F.soft_places
    F.model[at.diagonal : at.diagonal + 2 * at.rows + F.sizes_of_first_rows] = 0.0


def remember_row_sizes(F: Formulation) -> None:
    """From now on relative pivots are measured from the rows as they were in the last evaluation, or larger."""
    at = F.soft_places
    present = F.model[at.diagonal : at.diagonal + at.rows]
    F.model[at.diagonal + at.rows : at.diagonal + 2 * at.rows] = np.where(np.isfinite(present), present, 0.0)
