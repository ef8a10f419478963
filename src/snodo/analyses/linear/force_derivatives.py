"""Derivatives of M a − Q, the forces that a motion needs, by displacements of the coordinates and by the velocities.

tree      D (M a + bias) from the derivatives of the recursive Newton-Euler algorithm: exact
planar, spatial    M is constant, the gyroscopic torque quadratic in v: exact
applied   springs, dampers, bushings, user functions, given joint forces and wrenches: differences of eighth order
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.analyses.linear.differences import columns
from snodo.formulations.base import Array
from snodo.formulations.solving import given_forces

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

CONSTANT_MASS = ("planar", "spatial")
"""Formulations whose mass matrix does not depend on q."""


@dataclass(frozen=True, eq=False)
class ForceDerivatives:
    """Derivatives of M a − Q in one state, at the same accelerations."""

    F: Formulation
    q: Array
    v: Array
    t: float
    a: Array
    tau: Any = None
    external: Any = None

    @cached_property
    def _tree(self) -> Any:
        """Derivatives of M a + bias; None if the formulation has no analytic ones."""
        if self.F.name != "tree":
            return None
        return self.F.inverse_dynamics_derivatives(self.q, self.v, self.a, loops="ignore")  # type: ignore[attr-defined]

    @property
    def _applies_forces(self) -> bool:
        """Whether anything but gravity and inertia acts."""
        return bool(self.F.flat.forces) or self.tau is not None or self.external is not None

    def _applied(self, q: Array, v: Array) -> Array:
        """Q and what is given, without the part that is differentiated analytically."""
        F = self.F
        Q = F.forces(q, v, self.t) + given_forces(F, q, self.tau, self.external)
        return Q if self._tree is None else Q + F.inverse_dynamics(q, v, np.zeros(F.nv), loops="ignore")  # type: ignore[attr-defined]

    @cached_property
    def by_q(self) -> Array:
        """D_k (M a − Q) (nv × nv)."""
        F, scale = self.F, self.F.velocity_scale
        if self._tree is not None:
            found = self._tree.by_q
        elif F.name in CONSTANT_MASS:
            found = np.zeros((F.nv, F.nv))
        else:
            found = columns(lambda d: F.mass_matrix(F.moved(self.q, d)) @ self.a, scale)
        if not self._applies_forces and (self._tree is not None or F.name in CONSTANT_MASS):
            return np.array(found)
        return np.asarray(found - columns(lambda d: self._applied(F.moved(self.q, d), self.v), scale))

    @cached_property
    def by_v(self) -> Array:
        """−∂Q/∂v (nv × nv)."""
        scale = self.F.velocity_scale
        found = np.zeros((self.F.nv, self.F.nv)) if self._tree is None else self._tree.by_v
        if not self._applies_forces and self._tree is not None:
            return np.array(found)
        return np.asarray(found - columns(lambda d: self._applied(self.q, self.v + d), scale))
