"""Contradictory rows, and the smallest set of them.

Rows contradict one another if a combination n of their gradients vanishes, Σ n_k Φ_v,k = 0, but the same combination of
their demands does not, Σ n_k d_k ≠ 0.  For positions d = Φ, where the gap is smallest (there Φ_vᵀ Φ = 0, so the gaps
themselves are such a combination); for velocities d = ν.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from snodo.analyses.assembly.assemble import least_gap
from snodo.analyses.doctor.free_bodies import FreeBodies, Row

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

Array = np.ndarray
RANK = 1e-5
"""Singular value that counts as zero: a least gap is found less precisely than a closed position."""
PRESENT = 1e-4
"""Fraction of the demands above which rows contradict one another."""
STEPS = 300
"""Steps to the least gap."""
MOST_ROWS = 150
"""Largest number of rows for which the smallest set is searched."""


def contradiction(F: Formulation, t: float) -> tuple[FreeBodies, list[Row], bool]:
    """The bodies at the smallest gap, the smallest contradictory set, and whether it concerns positions."""
    q = _settled(F, least_gap(F, t), t)
    bodies = FreeBodies(F, q, t, np.zeros(F.nv))
    gaps, rates = (
        _by_row(F, bodies, _finite(x) / F.row_scale) for x in (F.constraints(q, t), F.nu(q, t, v=np.zeros(F.nv)))
    )
    positions = bool(np.abs(gaps).max(initial=0.0) > 1e-9)
    found = _smallest(bodies.scaled, (gaps if positions else rates) * _units(F, bodies))
    return bodies, [bodies.rows[k] for k in found], positions


def _settled(F: Formulation, q: Array, t: float) -> Array:
    """Minimise |Φ|², each row relative to its natural size: damped Gauss-Newton steps (Levenberg and Marquardt)."""
    damping, gap = 1e-3, _finite(F.constraints(q, t)) / F.row_scale
    for _ in range(STEPS):
        J = _finite(F.position_jacobian(q, t)) / F.row_scale[:, None] * F.velocity_scale
        slope = J.T @ gap
        if np.linalg.norm(slope) <= 1e-12 * (float(np.linalg.norm(gap)) + 1e-3):
            break
        step = np.linalg.solve(J.T @ J + damping * np.eye(F.nv), -slope)
        trial = F.moved(q, step * F.velocity_scale)
        there = _finite(F.constraints(trial, t)) / F.row_scale
        better = there @ there < gap @ gap
        q, gap = (trial, there) if better else (q, gap)
        damping = max(damping / 4, 1e-9) if better else damping * 4
        if damping > 1e9:
            break
    return q


def _finite(rows: Array) -> Array:
    """Zero for rows that are not finite, which contradict nothing."""
    finite = np.isfinite(rows).reshape(len(rows), -1).all(axis=1)
    return np.where(finite.reshape(-1, *[1] * (rows.ndim - 1)), rows, 0.0)


def _by_row(F: Formulation, bodies: FreeBodies, values: Array) -> Array:
    """Values of the formulation's rows, zero for the joints that it has no rows for."""
    table = dict(zip(F.row_names, values))
    return np.array([table.get(row.name, 0.0) for row in bodies.rows])


def _units(F: Formulation, bodies: FreeBodies) -> Array:
    """From gaps relative to the natural size of the rows to those of columns of length one."""
    scale = dict(zip(F.row_names, F.row_scale))
    return np.array([scale.get(row.name, 1.0) for row in bodies.rows]) / bodies.lengths


def _smallest(G: Array, demands: Array) -> list[int]:
    """A contradictory set from which no row can be dropped; empty if there is no contradiction."""
    largest = np.abs(demands).max(initial=0.0)
    rows = list(range(G.shape[1]))
    if largest == 0.0 or not _contradicts(G, demands, rows, largest):
        return []
    null = _null(G)
    weight = np.abs(null @ (null.T @ demands))
    rows = [k for k in rows if weight[k] > 1e-3 * weight.max()]
    for k in sorted(rows, key=lambda k: weight[k]) if len(rows) <= MOST_ROWS else ():
        rest = [row for row in rows if row != k]
        if _contradicts(G, demands, rest, largest):
            rows = rest
    return rows


def _contradicts(G: Array, demands: Array, rows: list[int], largest: float) -> bool:
    null = _null(G[:, rows])
    return bool(np.linalg.norm(null.T @ demands[rows]) > PRESENT * largest)


def _null(G: Array) -> Array:
    """Orthonormal columns n with G n = 0."""
    if not G.shape[1]:
        return np.zeros((0, 0))
    _, sizes, Vt = np.linalg.svd(G, full_matrices=True)
    rank = int((sizes > RANK * sizes[0]).sum())
    null: Array = Vt[rank:].T
    return null
