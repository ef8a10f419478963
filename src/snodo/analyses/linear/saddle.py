"""The linear system of the constrained accelerations, for many right sides.

    [M  Φ_vᵀ] [x]   [f]            x = S (Sᵀ M S)⁻¹ Sᵀ (f − M g) + g,      Φ_v g = r,      Φ_v S = 0
    [Φ_v  0 ] [y] = [r]            Φ_vᵀ y = f − M x

M may be singular if the constraints hold what has no inertia.  The whole matrix is factored, in natural sizes; where it
is singular the second form is used, and y is of least norm where rows are redundant.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from scipy.linalg import lapack

from snodo.constraint_methods.splitting import Split, along, orthonormal, rows_in_use, unit_rows
from snodo.errors import Problem, RunError
from snodo.formulations.base import Array

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

LEAST_CONDITION = 1e-11
"""Reciprocal condition of the whole matrix, in natural sizes, from which on it is singular, or nearly so."""


@dataclass(frozen=True, eq=False)
class Saddle:
    """M and Φ_v in one state."""

    F: Formulation
    q: Array
    v: Array
    t: float
    J: Array

    @cached_property
    def M(self) -> Array:
        """The mass matrix."""
        return self.F.mass_matrix(self.q)

    @cached_property
    def rows(self) -> Array:
        """Mask of independent rows."""
        return rows_in_use(self.F, self.q, self.t, self.v) if self.F.nc else np.zeros(0, bool)

    @cached_property
    def split(self) -> Split:
        """Free motions S, orthonormal in natural units."""
        return along(self.F, self.J, self.rows, orthonormal(self.F, self.J, self.rows))

    @cached_property
    def mass(self) -> Array:
        """Sᵀ M S; RunError if no inertia resists a free motion."""
        mass = self.split.S.T @ self.M @ self.split.S
        try:
            np.linalg.cholesky(mass)
        except np.linalg.LinAlgError:
            what = "no inertia resists a motion that the constraints leave free: its acceleration is not determined"
            raise RunError(Problem(what, "give the bodies it moves mass and moments of inertia")) from None
        return mass

    @cached_property
    def _scaled(self) -> tuple[Array, Array] | None:
        """The whole matrix in natural sizes, and these; None if it is singular."""
        F, (nv, nc) = self.F, (self.F.nv, self.F.nc)
        scale = np.concatenate([F.velocity_scale, 1.0 / F.row_scale])
        mass = float(np.abs(np.diag(self.M) * F.velocity_scale**2).mean()) if nv else 0.0
        if not mass > 0.0:
            return None
        scale[:nv] /= np.sqrt(mass)
        scale[nv:] *= np.sqrt(mass)
        whole = np.zeros((nv + nc, nv + nc))
        whole[:nv, :nv], whole[nv:, :nv], whole[:nv, nv:] = self.M, self.J, self.J.T
        whole *= scale[:, None] * scale
        size = float(np.abs(whole).sum(axis=0).max())
        lu, _, failed = lapack.dgetrf(whole)
        return (whole, scale) if not failed and lapack.dgecon(lu, size)[0] > LEAST_CONDITION else None

    def solve(self, f: Array, r: Array) -> tuple[Array, Array]:
        """x (nv × k) and y (nc × k) for f (nv × k) and r (nc × k).

        It is factored once more: `dgetrs` of OpenBLAS, for factors that are there, wakes up threads even for a few rows
        (measured: thousands of microseconds instead of ten).
        """
        if self._scaled is not None:
            whole, scale = self._scaled
            found = scale[:, None] * np.linalg.solve(whole, scale[:, None] * np.vstack([f, r]))
            return found[: self.F.nv], found[self.F.nv :]
        S, g = self.split.S, self.split.across(r)
        x = S @ np.linalg.solve(self.mass, S.T @ (f - self.M @ g)) + g
        return x, self.multipliers(f - self.M @ x)

    def multipliers(self, rest: Array) -> Array:
        """Y with Φ_vᵀ y = rest."""
        if not self.F.nc:
            return np.zeros((0, rest.shape[1]))
        if not self.rows.all():
            return np.asarray(np.linalg.lstsq(self.J.T, rest, rcond=1e-9)[0])
        U, weights = unit_rows(self.F, self.J)
        found = np.linalg.lstsq(U.T, self.F.velocity_scale[:, None] * rest, rcond=None)[0]
        return np.asarray(weights[:, None] * found)
