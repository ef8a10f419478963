"""Forces that are given beside those of the mechanism: joint forces and wrenches on bodies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from snodo.formulations.base import Array
from snodo.formulations.solving import given_forces
from snodo.math.differences import columns

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation


@dataclass(frozen=True, eq=False)
class GivenForces:
    """Joint forces and external wrenches, as `F.solve` takes them."""

    tau: ArrayLike | Mapping[str, float] | None = None
    external: Mapping[str, Sequence[float]] | None = None

    def at(self, F: Formulation, q: Array) -> Array:
        """Generalised forces (nv)."""
        return np.asarray(given_forces(F, q, self.tau, self.external))

    def by_q(self, F: Formulation, q: Array) -> Array:
        """Their derivatives along the velocities (nv × nv), by differences of eighth order; zero if none are given."""
        if self.tau is None and self.external is None:
            return np.zeros((F.nv, F.nv))
        return columns(lambda d: self.at(F, F.moved(q, d)), F.velocity_scale)
