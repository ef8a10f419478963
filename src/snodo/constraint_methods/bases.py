"""Quasi-velocities along a motion: a basis of the free motions that is continuous in time, and velocities along it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from snodo.formulations.base import Array

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

RANK = 1e-9
"""Relative size below which a singular value of the rows counts as zero."""


def quasi_velocities(F: Formulation, times: Array, q: Array, v: Array) -> tuple[Array, list[Array]]:
    """u (time, freedom) [1/s], and the basis S (nv × freedom) at each time:  v = S u + Φ_v⁺ ν.

    In natural units z = v / size the columns of S are orthonormal.  Each S is the previous one, projected onto the
    current free motions and made orthonormal again with the smallest rotation (its polar factor).  Where the rank
    changes, a new basis starts; velocities of freedoms that do not exist are NaN.
    """
    scale, rows = F.velocity_scale, []
    bases: list[Array] = []
    S = np.zeros((F.nv, 0))
    for t, q_k, v_k in zip(times, q, v):
        free, particular = _free_motions(F.jacobian(q_k, t, v=v_k) * scale, F.nu(q_k, t, v=v_k))
        S = _continued(S, free)
        rows.append(S.T @ (v_k / scale - particular))
        bases.append(scale[:, None] * S)
    u = np.full((len(rows), max((len(row) for row in rows), default=0)), np.nan)
    for k, row in enumerate(rows):
        u[k, : len(row)] = row
    return u, bases


def _free_motions(J: Array, nu: Array) -> tuple[Array, Array]:
    """Orthonormal columns with J z = 0, and the smallest z with J z = ν."""
    if not J.shape[0]:
        return np.eye(J.shape[1]), np.zeros(J.shape[1])
    lengths = np.linalg.norm(J, axis=1)
    weights = 1.0 / np.where(lengths > 0, lengths, 1.0)
    U, s, Vt = np.linalg.svd(weights[:, None] * J)
    rank = int((s > RANK * s[0]).sum()) if s[0] > 0 else 0
    return Vt[rank:].T, Vt[:rank].T @ ((U.T @ (weights * nu))[:rank] / s[:rank])


def _continued(before: Array, free: Array) -> Array:
    """The basis of the span of `free` that is closest to the previous one."""
    if before.shape != free.shape:
        return free
    U, _, Vt = np.linalg.svd(free.T @ before)
    turned: Array = free @ (U @ Vt)
    return turned
