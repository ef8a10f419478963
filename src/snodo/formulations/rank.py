"""The rank of the constraint rows in pure numbers, and the parts whose reactions it leaves undetermined."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.math.labelled_rows import independent_rows, null_space, undetermined
from snodo.math.sparse_rank import clearly_independent

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

LARGEST = 1500
"""Most rows that are analysed; beyond, the dense rank takes too long."""
FEW = 60
"""Rows up to which the dense rank is the quickest."""


def scaled_jacobian(F: Formulation, q: Any, t: float, v: Any = None) -> np.ndarray:
    """Φ_v with angles weighted by the size of the mechanism and each row by its natural size: pure numbers.

    Rows that are switched off are zero.
    """
    weights = F.size / F.velocity_scale
    scale = F.row_scale
    scaled: np.ndarray = F.jacobian(q, t, v=v) / scale[:, None] / weights * F.size
    scaled[F.off_rows] = 0.0
    return scaled


def independent_rows_of(
    F: Formulation, q: Any, t: float, v: Any = None, rank: int | None = None, weights: np.ndarray | float = 1.0
) -> np.ndarray:
    """Mask of independent rows of Φ_v in pure numbers (`independent_rows`); many rows are first tried sparsely."""
    if rank is None and F.nc > FEW:
        on = ~F.off_rows
        if clearly_independent(_sparse_scaled_jacobian(F, q, t, v)[on]):
            return on
    return independent_rows(scaled_jacobian(F, q, t, v), rank, weights)


def _sparse_scaled_jacobian(F: Formulation, q: Any, t: float, v: Any) -> Any:
    """`scaled_jacobian` as a sparse array."""
    from scipy.sparse import csr_array, diags_array

    J = F.jacobian(q, t, v=v, sparse=True)
    return csr_array(diags_array(1.0 / F.row_scale) @ J @ diags_array(F.velocity_scale))


def open_reactions(F: Formulation, q: np.ndarray, t: float, v: np.ndarray) -> list[str] | None:
    """Parts whose reactions are not uniquely determined in a configuration; None if there are too many rows."""
    return None if F.nc > LARGEST else undetermined_parts(F, q, t, scaled_jacobian(F, q, t, v))


def undetermined_parts(F: Formulation, q: np.ndarray, t: float, J: np.ndarray) -> list[str]:
    """Owners of rows in the left null space of J, and other parts through which the self-stress passes."""
    if J.shape[0] == 0:
        return []
    on = ~F.off_rows
    rows = undetermined(J[on])
    found = [part for part, wanting in zip(np.array(F.row_parts, object)[on], rows) if wanting]
    if found:
        stress = np.zeros((on.size, (own := null_space(J[on].T)).shape[1]))
        stress[on] = own
        found += F.stressed_joints(q, t, stress / F.row_scale[:, None])
    return [part.name for part in F.mechanism.parts() if part.name in found]
