"""The equations of equilibrium: what pushes a mechanism out of a position, and its derivative.

In the joint coordinates of a tree, at rest or at constant joint speeds v(q), v̇ = 0:

    f = S_vᵀ Q(q, v) = 0,      γ(q, v) = 0,      Φ(q) = 0                                            (1)

S_v are the free motions.  With the multipliers of Φ_vᵀ λ = Q (least squares) and displacements η = S_q p

    D f = −K p,      K = S_vᵀ (D(−Q) + (D Φ_v)ᵀ λ) along (η, D_η v)                                  (2)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from snodo.analyses.equations.state import State as Place
from snodo.analyses.linear.coordinates import Coordinates, coordinates_of
from snodo.analyses.linear.row_derivatives import RowDerivatives
from snodo.formulations.tangent import tangent

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

Array = np.ndarray
Velocities = Callable[[Array], Array]
"""Velocities v(q) of the steady motion: zero, or constant joint speeds."""
_STEP = 1e-5


@dataclass(frozen=True, eq=False)
class SteadyForces:
    """f, γ and their derivatives in one position; energies are the natural unit of both."""

    F: Formulation
    q: Array
    t: float
    velocities: Velocities

    @cached_property
    def v(self) -> Array:
        """The velocities here."""
        return self.velocities(self.q)

    @cached_property
    def _rows(self) -> RowDerivatives:
        return RowDerivatives(self.F, self.q, self.v, self.t)

    @cached_property
    def coordinates(self) -> Coordinates:
        """Independent displacements and velocities."""
        return coordinates_of(Place(self.F, self.q, self.v, self.t), self._rows)

    @cached_property
    def Q(self) -> Array:
        """Generalised forces, with gravity and inertial forces of the steady motion."""
        return self.F.forces(self.q, self.v, self.t)

    @property
    def scale(self) -> tuple[Array, Array]:
        """Natural sizes of p and u."""
        c, sizes = self.coordinates, self.F.velocity_scale
        return sizes[c.p], sizes[c.u]

    @cached_property
    def push(self) -> Array:
        """f in natural units (u) [J]."""
        return np.asarray(self.coordinates.S_v.T @ self.Q * self.scale[1])

    @cached_property
    def twist(self) -> Array:
        """γ (nc) in natural units [1/s²]: what keeps the joint speeds from being constant."""
        return np.asarray(self.F.gamma(self.q, self.v, self.t) / self.F.row_scale)

    @cached_property
    def mass(self) -> Array:
        """S_vᵀ M S_v in natural units (u × u)."""
        S = self.coordinates.S_v * self.scale[1]
        return np.asarray(S.T @ self.F.mass_matrix(self.q) @ S)

    @cached_property
    def _velocity_changes(self) -> Array:
        """D v(q) along the displacements (nv × p)."""
        if not self.v.any():
            return np.zeros_like(self.coordinates.S_q)
        F, found = self.F, []
        for eta in self.coordinates.S_q.T:
            h = _STEP / float(np.abs(eta / F.velocity_scale).max())
            ahead, behind = (self.velocities(F.moved(self.q, x * eta)) for x in (h, -h))
            found.append((ahead - behind) / (2 * h))
        return np.array(found).reshape(-1, F.nv).T

    @cached_property
    def stiffness(self) -> Array:
        """K in natural units (u × p) [J]."""
        F, c, rows = self.F, self.coordinates, self._rows
        multipliers = np.linalg.lstsq(rows.jacobian.T, self.Q, rcond=1e-9)[0] if F.nc else np.zeros(0)
        found = tangent(F, self.q, self.v, self.t, np.zeros(F.nv), multipliers)
        K = found.by_q.R @ c.S_q
        if self.v.any():
            K = K + found.by_v.R @ self._velocity_changes
        return np.asarray((c.S_v * self.scale[1]).T @ K * self.scale[0])

    @cached_property
    def twist_by_p(self) -> Array:
        """D γ in natural units (nc × p)."""
        F, c = self.F, self.coordinates
        if not self.v.any():
            return np.zeros((F.nc, len(c.p)))
        changes = self._rows.gamma_by_q @ c.S_q + self._rows.gamma_by_v @ self._velocity_changes
        return np.asarray(changes / F.row_scale[:, None] * self.scale[0])

    @cached_property
    def energy(self) -> float:
        """Energy that is large for this mechanism [J]: forces are compared with it."""
        weight = self.F.total_mass * float(np.linalg.norm(self.F.mechanism.gravity)) * self.F.size
        return max(weight, float(np.abs(self.stiffness).max(initial=0.0)), 1e-300)

    def displacement(self, p: Array) -> Array:
        """η of p in natural units."""
        return np.asarray(self.coordinates.S_q @ (p * self.scale[0]))
