"""Accelerations and multipliers in a position where kept rows depend on one another for a moment: a dead point, a
change point.

There the compiled factors of S = J M⁻¹ Jᵀ do not exist, but the accelerations do, and are unique, as long as the rows
do not contradict one another; the multipliers are those of least norm (`formulations/constrained.py`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from snodo.formulations.base import Array

if TYPE_CHECKING:
    from snodo.formulations.spatial.spatial import Spatial

CONTRADICTION = 1e-6
"""What may be left of J v̇ = γ, relative to the sizes of its terms."""


def evaluate_singular(spatial: Spatial, t: float, y: Array, out: Array) -> bool:
    """Fill the row of one state by the dense rank-revealing solution; returns whether there is one."""
    from snodo.formulations.kernels.statuses import SINGULAR_CONSTRAINTS

    nq, nv = spatial.nq, spatial.nv
    if spatial.factor(y, t) != SINGULAR_CONSTRAINTS:
        return False
    q, v = y[:nq], y[nq : nq + nv]
    a, multipliers = spatial.solve(q, v, t)
    if not (np.isfinite(a).all() and _consistent(spatial, q, v, t, a)):
        return False
    phi, phi_dot = spatial.constraints(q, t), spatial.jacobian(q, t, v=v) @ v - spatial.nu(q, t, v=v)
    energies = spatial.energies(np.array([t]), y[None].copy())[0]
    spatial._update(q, v, t)
    out[:] = np.concatenate([a, multipliers, phi, phi_dot, energies, _powers(spatial, multipliers)])
    return True


def _consistent(spatial: Spatial, q: Array, v: Array, t: float, a: Array) -> bool:
    """Whether the accelerations satisfy all rows."""
    J, gamma = spatial.jacobian(q, t, v=v), spatial.gamma(q, v, t)
    left = np.abs(J @ a - gamma) / spatial.row_scale
    sizes = (np.abs(J) @ np.abs(a) + np.abs(gamma)) / spatial.row_scale
    return bool(np.all(left <= CONTRADICTION * max(1.0, sizes.max(initial=0.0))))


def _powers(spatial: Spatial, multipliers: Array) -> Array:
    """Of the forces, as evaluated, and of the drivers, −λ ν."""
    powers, pairs = spatial.flat.table("power_at", len(spatial.work_names)), spatial.driver_rows
    powers[pairs[:, 1]] = 0.0
    np.subtract.at(powers, pairs[:, 1], multipliers[pairs[:, 0]] * spatial._rows("nu_at")[pairs[:, 0]])
    return powers
