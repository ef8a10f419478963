"""Derivatives of the constraint rows in one state, along displacements of the coordinates and along velocities."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from snodo.formulations.base import Array
from snodo.formulations.tangent import Tangent, tangent

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation


@dataclass(frozen=True, eq=False)
class RowDerivatives:
    """Φ_v, and the derivatives of Φ_v v − ν and γ."""

    F: Formulation
    q: Array
    v: Array
    t: float

    @cached_property
    def jacobian(self) -> Array:
        """Φ_v."""
        return self.F.jacobian(self.q, self.t, v=self.v)

    @cached_property
    def _tangent(self) -> Tangent:
        """Without accelerations and multipliers: Γ = −γ."""
        return tangent(self.F, self.q, self.v, self.t, np.zeros(self.F.nv), np.zeros(self.F.nc))

    @property
    def slip_by_q(self) -> Array:
        """D_k (Φ_v v − ν) (nc × nv): what a displacement changes in the rows on velocities, at the same velocities."""
        return self._tangent.by_q.sigma

    @property
    def gamma_by_q(self) -> Array:
        """D_k γ (nc × nv)."""
        return -self._tangent.by_q.gamma

    @property
    def gamma_by_v(self) -> Array:
        """∂γ/∂v (nc × nv)."""
        return -self._tangent.by_v.gamma
