"""Quasi-velocities: equations of motion along a basis of the free motions that moves with the mechanism."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from snodo.constraint_methods.bound import Array
from snodo.constraint_methods.dense import ProjectedMethod
from snodo.constraint_methods.splitting import along, orthonormal, rows_in_use, solved_along


@dataclass(frozen=True)
class QuasiVelocities(ProjectedMethod):
    """v = S u + Φ_v⁺ ν with an orthonormal basis S of the free motions, in natural units.

        v̇ = S w + Φ_v⁺ γ,                     w = u̇ + Sᵀ d/dt (Φ_v⁺ ν)
        Sᵀ M S w = Sᵀ (Q − M Φ_v⁺ γ),        Φ_vᵀ λ = Q − M v̇

    Differentiating Φ_v S = 0 gives Φ_v Ṡ = −Φ̇_v S, and the basis with the smallest rotation has no further part:
    Ṡ = −Φ_v⁺ Φ̇_v S.  Ṡ u is orthogonal to the free motions, where Φ_v v̇ = γ determines v̇: it is a part of Φ_v⁺ γ.
    Without rheonomic rows w is u̇.  S is the previous basis projected onto the current free motions: it is continuous in
    time, works for any number of degrees of freedom, and needs no partition of the coordinates.
    `result.quasi_velocities()` returns u along a motion.

    projection, tolerance: correct q and v after every step, with this tolerance relative to the mechanism's size
    """

    name: ClassVar[str] = "quasi_velocities"
    equations: ClassVar[str] = "snodo.constraint_methods.kernels.quasi_velocities"

    def solved(self, x: Any) -> tuple[Array, Array]:
        """Accelerations and multipliers of one state, given its terms, from the equations along the free motions."""
        rows = rows_in_use(x.F, x.q, x.t)
        return solved_along(along(x.F, x.J, rows, orthonormal(x.F, x.J, rows)), x)
