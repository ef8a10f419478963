"""The augmented system, with constraints at the acceleration level only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from snodo.constraint_methods.method import ConstraintMethod


@dataclass(frozen=True)
class Augmented(ConstraintMethod):
    """[M Φ_vᵀ; Φ_v 0] (v̇, λ) = (Q, γ): constraints hold at the acceleration level only; velocities and positions drift.

    Solved by its block inverse:  S λ = Φ_v M⁻¹ Q − γ,  S = Φ_v M⁻¹ Φ_vᵀ,  v̇ = M⁻¹ (Q − Φ_vᵀ λ).
    Φ̈ = 0 has the solutions Φ = c₀ + c₁ t: an error of the velocity opens a gap proportional to time, and since every
    step adds an error, the gap grows like t².
    """

    name: ClassVar[str] = "augmented"
    cites: ClassVar[tuple[str, ...]] = ("Haug1989",)
