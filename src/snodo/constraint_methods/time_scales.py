"""Time and mass scales from which default gains are derived."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from snodo.constraint_methods.gains import square_root
from snodo.formulations.base import Array
from snodo.formulations.constrained import over

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

STEP = 1e-6
"""Size of trial displacements, relative to the mechanism (or in rad)."""
RANK = 1e-9


def effective_masses(F: Formulation, q: Array, v: Array, t: float) -> Array:
    """1 / (Φ_v M⁻¹ Φ_vᵀ)_rr of each row [kg, kg m²]; 1 for a row that is empty in q."""
    J = over(F.jacobian(q, t, v=v), F.metric(q))
    squares = (J**2).sum(axis=1)
    masses: Array = 1.0 / np.where(squares > 0, squares, 1.0)
    return masses


def fastest_vibration(F: Formulation, stiffness: Array, q: Array, v: Array, t: float) -> float:
    """√ of the largest eigenvalue of M⁻¹ Φ_vᵀ K Φ_v [1/s], for a matrix of stiffness; 1 if there are no rows."""
    J, diagonal = over(F.jacobian(q, t, v=v), F.metric(q)), np.diagonal(stiffness)
    coupled = np.count_nonzero(stiffness) > np.count_nonzero(diagonal)
    J = square_root(stiffness) @ J if coupled else np.sqrt(diagonal)[:, None] * J
    return float(np.linalg.norm(J, 2)) or 1.0 if J.size else 1.0


def fastest_rate(F: Formulation, q: Array, v: Array, t: float) -> float:
    """Ω [1/s]: the largest of speed / size, √(acceleration / size) and the natural frequencies at rest in q."""
    acceleration, _ = F.solve(q, v, t)
    speed = np.abs(F.in_natural_units(q, v)).max(initial=0.0)
    pulled = np.sqrt(np.abs(F.in_natural_units(q, acceleration)).max(initial=0.0))
    found = [x for x in (speed, pulled, natural_frequency(F, q, v, t)) if np.isfinite(x)]
    return max(float(max(found)), 1e-3)


def natural_frequency(F: Formulation, q: Array, v: Array, t: float) -> float:
    """√ of the largest |eigenvalue| of M⁻¹ ∂Q/∂q along the free motions [1/s]."""
    rest, scale = np.zeros(F.nv), F.velocity_scale
    S = scale[:, None] * _null_space(F.jacobian(q, t, v=v) * scale)
    if not S.shape[1]:
        return 0.0
    stiffness = np.empty((S.shape[1],) * 2)
    for k, direction in enumerate(S.T):
        ahead, behind = (F.forces(F.moved(q, h * direction), rest, t) for h in (STEP, -STEP))
        stiffness[:, k] = S.T @ (behind - ahead) / (2 * STEP)
    values = np.linalg.eigvals(np.linalg.lstsq(S.T @ F.mass_matrix(q) @ S, stiffness, rcond=RANK)[0])
    return float(np.sqrt(np.abs(values).max()))


def _null_space(J: Array) -> Array:
    """Orthonormal columns with J x = 0."""
    if not J.shape[0]:
        return np.eye(J.shape[1])
    _, s, Vt = np.linalg.svd(J)
    rank = int((s > RANK * s[0]).sum()) if s.size and s[0] > 0 else 0
    columns: Array = Vt[rank:].T
    return columns
