"""The projectors of geometric projection as matrices (Liu and Li 2002)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from snodo.errors import RunError
from snodo.formulations.base import Array
from snodo.formulations.bind import bind
from snodo.formulations.constrained import EMPTY, over

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

RANK = 1e-9
"""Relative size below which a singular value of the rows counts as zero."""


class Projectors(NamedTuple):
    """Matrices of a configuration; with P = working:  P² = P,  P M = M Pᵀ,  rank P = nv − rank Φ_v."""

    working: Array
    """P: selects the part of generalised forces that does work along free motions."""
    absorbed: Array
    """1 − P: selects the part that the constraints absorb; −Φ_vᵀ λ cancels it."""
    free: Array
    """Pᵀ: selects the part of accelerations or velocities along the free motions."""
    rank: int
    """Rank of Φ_v: number of independent rows."""


def projectors(F: Formulation, q: Any, t: float = 0.0, *, v: Any = None) -> Projectors:
    """P = 1 − Φ_vᵀ (Φ_v M⁻¹ Φ_vᵀ)⁺ Φ_v M⁻¹ of a formulation or mechanism in the configuration q at time t [s].

    Rows that are not linear in the velocities need v [m/s, rad/s] too.

    >>> F = sn.Planar(mechanism)
    >>> P = sn.projectors(F, q).working
    >>> P @ F.forces(q, v)
    """
    F = bind(F)
    J = F.jacobian(q, t, v=v)
    R = _metric(F, q, J)
    U = _row_space(over(J, R))
    absorbed = U.T @ U
    R = np.diag(R) if R.ndim == 1 else R
    absorbed = R.T @ np.linalg.solve(R, absorbed.T).T  # Rᵀ UᵀU R⁻ᵀ, with Rᵀ R = M
    working = np.eye(F.nv) - absorbed
    return Projectors(working, absorbed, working.T, U.shape[0])


def _metric(F: Formulation, q: Any, J: Array) -> Array:
    """R with Rᵀ R = M; where M is singular, of M + c Φ_vᵀ Φ_v, which has the same projectors; else natural sizes."""
    try:
        return F.regular(q, np.zeros(F.nv), J, np.zeros(F.nc))[0]
    except RunError:
        return F.metric(q)


def projected(R: Array, J: Array, Q: Array, gamma: Array, sizes: Array) -> tuple[Array, Array]:
    """v̇ = M⁻¹ P Q + Φ_v⁺ γ and λ of least norm, Φ_vᵀ λ = (1 − P) Q − M Φ_v⁺ γ, with Rᵀ R = M.

    sizes: lengths of the rows in natural sizes; what is dust in them is no constraint.
    """
    J = np.where(sizes[:, None] > EMPTY, J, 0.0)
    B, w = over(J, R), over(Q, R)
    lengths = np.linalg.norm(B, axis=1)
    weights = 1.0 / np.where(lengths > 0, lengths, 1.0)
    U = _row_space(B)
    absorbed = U.T @ (U @ w)
    prescribed = U.T @ (np.linalg.pinv((weights[:, None] * B) @ U.T, rcond=RANK) @ (weights * gamma))
    rest, a = absorbed - prescribed, w - absorbed + prescribed
    if R.ndim == 1:
        return a / R, np.linalg.lstsq(J.T, R * rest, rcond=RANK)[0]
    return np.linalg.solve(R, a), np.linalg.lstsq(J.T, R.T @ rest, rcond=RANK)[0]


def _row_space(B: Array) -> Array:
    """Orthonormal rows that span the rows of B, which are scaled to length one first."""
    if not B.shape[0]:
        return B
    lengths = np.linalg.norm(B, axis=1)
    _, s, Vt = np.linalg.svd(B / np.where(lengths > 0, lengths, 1.0)[:, None], full_matrices=False)
    rows: Array = Vt[: int((s > RANK * s[0]).sum())] if s[0] > 0 else Vt[:0]
    return rows
