"""Embedding: equations of motion in independent coordinates (Lagrange and d'Alembert)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from snodo.constraint_methods.bound import Array
from snodo.constraint_methods.dense import ProjectedMethod
from snodo.constraint_methods.splitting import along, pivots, rows_in_use, solved_along, unit_vectors


@dataclass(frozen=True)
class Embedding(ProjectedMethod):
    """Velocities are split into dependent and independent ones; only the independent ones have equations of motion.

        Φ_v v = ν:      v_d = B v_i + b,     B = −J_d⁻¹ J_i,  b = J_d⁻¹ ν
        Φ_v v̇ = γ:      v̇ = R v̇_i + g,       R = (B; 1),  g = (J_d⁻¹ γ; 0)
        Rᵀ M R v̇_i = Rᵀ (Q − M g),           J_dᵀ λ = (Q − M v̇)_d

    Rheonomic rows enter through ν and γ.  Elimination with complete pivoting, in natural units, selects the dependent
    columns and, if rows are redundant, the rows in use.  The selection is kept until its smallest pivot has fallen to a
    hundredth; the run then continues from the last good step with a new one.  After every step the projection of the
    formulation makes the coordinates and velocities satisfy the constraints; with projection=False they drift.

    projection, tolerance: correct q and v after every step, with this tolerance relative to the mechanism's size
    """

    name: ClassVar[str] = "embedding"
    equations: ClassVar[str] = "snodo.constraint_methods.kernels.embedding"
    partition: ClassVar[bool] = True

    def solved(self, x: Any) -> tuple[Array, Array]:
        """Accelerations and multipliers of one state, given its terms, from the equations of independent velocities."""
        rows = rows_in_use(x.F, x.q, x.t)
        dependent = pivots(x.F, x.J, int(rows.sum()))[1]
        columns = [k for k in range(x.F.nv) if k not in dependent]
        return solved_along(along(x.F, x.J, rows, unit_vectors(x.F.nv, columns)), x)
