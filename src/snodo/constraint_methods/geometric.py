"""Geometric projection: forces and accelerations are split orthogonally, in the mass metric, by the constraints."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from snodo.constraint_methods.bound import Array
from snodo.constraint_methods.dense import ProjectedMethod
from snodo.constraint_methods.projector_matrices import projected


@dataclass(frozen=True)
class Geometric(ProjectedMethod):
    """A projector P splits forces into a part that does work and a part that the constraints absorb.

    The projector and the accelerations::

        P = 1 − Φ_vᵀ (Φ_v M⁻¹ Φ_vᵀ)⁺ Φ_v M⁻¹,      P² = P,      P M = M Pᵀ
        v̇ = M⁻¹ P Q + Φ_v⁺ γ,                      Φ_v⁺ = M⁻¹ Φ_vᵀ (Φ_v M⁻¹ Φ_vᵀ)⁺

    P Q and (1 − P) Q are orthogonal in M⁻¹, Pᵀ x and (1 − Pᵀ) x in M (Liu and Li, IEEE Transactions on Robotics and
    Automation 18(4), 2002).  Without velocities and drivers γ = 0: only the working part moves the mechanism.  The
    pseudo-inverse, by orthonormal rows, allows redundant rows; their number is fixed at the start.
    `sn.projectors` returns the matrices, `result.working()` and `result.absorbed()` the two parts along a motion.

    Parameters
    ----------
    projection : bool, optional
        Whether q and v are corrected after every step.
    tolerance : float, optional
        Of the correction, relative to the mechanism's size.
    """

    name: ClassVar[str] = "geometric"
    cites: ClassVar[tuple[str, ...]] = ("LiuLi2002",)
    equations: ClassVar[str] = "snodo.constraint_methods.kernels.geometric"

    def solved(self, x: Any) -> tuple[Array, Array]:
        """Accelerations and multipliers of one state, given its terms, from the projectors."""
        R, Q = x.F.regular(x.q, x.Q, x.J, x.gamma)
        return projected(R, x.J, Q, x.gamma, x.F.row_sizes(x.J))
