"""Derivatives of the constraint rows, along displacements of the coordinates on their manifold and along velocities.

With G(a, b) = (D_a Φ_v) b, D_a the derivative along q̇ = N a, position rows have

    γ(v) = −G(v, v) − 2 Φ_vt v − Φ_tt                                                              (1)

G is symmetric up to the bracket of the velocities (`constraint_methods/rates_of_rows.py`), and (1) is quadratic in v:

    G(a, b) = −¼ (γ(a + b) − γ(a − b) − γ(b) + γ(−b)) + ½ Φ_v c(a, b)                               (2)

which is exact: no step is small.  Rows on velocities alone, A(q) v = b(t) or c(t, q, v) = 0, are derivatives of
nothing: their G is found by differences of eighth order, as are D γ of all rows (third derivatives of Φ) and ∂Φ_v/∂v of
rows that are not linear in the velocities.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from snodo.analyses.linear.differences import columns
from snodo.formulations.base import Array

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation


@dataclass(frozen=True, eq=False)
class RowDerivatives:
    """Derivatives of Φ_v, Φ_v v − ν and γ in one state."""

    F: Formulation
    q: Array
    v: Array
    t: float

    @cached_property
    def jacobian(self) -> Array:
        """Φ_v."""
        return self.F.jacobian(self.q, self.t, v=self.v)

    @cached_property
    def G(self) -> Array:
        """(D_k Φ_v)[i, l] as [i, k, l]: row, displacement, velocity (nc × nv × nv)."""
        F = self.F
        found = self._polarised() if not F.velocity_rows.all() else np.zeros((F.nc, F.nv, F.nv))
        if F.velocity_rows.any():
            moved = columns(lambda d: F.jacobian(F.moved(self.q, d), self.t, v=self.v), F.velocity_scale)
            found[F.velocity_rows] = moved.swapaxes(1, 2)[F.velocity_rows]
        return found

    def _polarised(self) -> Array:
        """G of position rows by (2); entries of other rows have no meaning."""
        F, q, t = self.F, self.q, self.t
        units = np.diag(F.velocity_scale)
        mixed = [F.gamma(q, u, t) - F.gamma(q, -u, t) for u in units]
        G = np.zeros((F.nc, F.nv, F.nv))
        for k, a in enumerate(units):
            for j, b in enumerate(units[: k + 1]):
                change = F.gamma(q, a + b, t) - F.gamma(q, a - b, t)
                half = 0.5 * self.jacobian @ F.bracket(a, b)
                even = -0.25 * (change - mixed[j])
                G[:, k, j], G[:, j, k] = even + half, even - half
        return G / np.outer(F.velocity_scale, F.velocity_scale)

    @cached_property
    def by_v(self) -> Array:
        """(∂Φ_v/∂v_k)[i, l] as [i, k, l]; zero but for rows that are not linear in the velocities."""
        F = self.F
        if not F.general_rows.any():
            return np.zeros((F.nc, F.nv, F.nv))
        moved = columns(lambda d: F.jacobian(self.q, self.t, v=self.v + d), F.velocity_scale)
        return moved.swapaxes(1, 2) * F.general_rows[:, None, None]

    @cached_property
    def slip_by_q(self) -> Array:
        """D_k (Φ_v v − ν) (nc × nv): what a displacement changes in the rows on velocities, at the same velocities."""
        F = self.F
        found = self.G @ self.v + self._rheonomic
        if F.velocity_rows.any():
            own = F.velocity_rows
            found[own] = columns(lambda d: self._slip(F.moved(self.q, d)), F.velocity_scale)[own]
        return found

    @cached_property
    def _rheonomic(self) -> Array:
        """Φ_vt of position rows, from the part of γ that is odd in v."""
        F, q, t = self.F, self.q, self.t
        units = np.diag(F.velocity_scale)
        found = [-0.25 * (F.gamma(q, u, t) - F.gamma(q, -u, t)) for u in units]
        return np.array(found).reshape(F.nv, F.nc).T / F.velocity_scale

    def _slip(self, q: Array) -> Array:
        return self.F.jacobian(q, self.t, v=self.v) @ self.v - self.F.nu(q, self.t, v=self.v)

    @cached_property
    def gamma_by_q(self) -> Array:
        """D_k γ (nc × nv)."""
        F = self.F
        return columns(lambda d: F.gamma(F.moved(self.q, d), self.v, self.t), F.velocity_scale)

    @cached_property
    def gamma_by_v(self) -> Array:
        """∂γ/∂v (nc × nv); exact where γ is quadratic in v."""
        F = self.F
        return columns(lambda d: F.gamma(self.q, self.v + d, self.t), F.velocity_scale)
