"""Embedding: equations of motion in independent coordinates (Lagrange and d'Alembert)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from snodo.constraint_methods.dense import ProjectedMethod


@dataclass(frozen=True)
class Embedding(ProjectedMethod):
    """The velocities are split into dependent and independent ones, and only these have equations of motion.

        Φ_v v = ν:      v_d = B v_i + b,     B = −J_d⁻¹ J_i,  b = J_d⁻¹ ν
        Φ_v v̇ = γ:      v̇ = R v̇_i + g,       R = (B; 1),  g = (J_d⁻¹ γ; 0)
        Rᵀ M R v̇_i = Rᵀ (Q − M g),           J_dᵀ λ = (Q − M v̇)_d

    Rheonomic rows enter through ν and γ.  Elimination with complete pivoting, in natural units, chooses the dependent
    columns and, of redundant rows, those in use.  The choice is kept until its smallest pivot has fallen to a
    hundredth; then a new one is made from the last good step on.  The dependent coordinates and velocities are solved
    to the constraints after every step, by the formulation's projection; projection=False leaves them to drift.

    projection, tolerance: correct q and v after every step, to this part of the mechanism's size
    """

    name: ClassVar[str] = "embedding"
    equations: ClassVar[str] = "snodo.constraint_methods.kernels.embedding"
    partition: ClassVar[bool] = True
