"""The augmented system with the bare constraints at the acceleration level."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from snodo.constraint_methods.method import ConstraintMethod


@dataclass(frozen=True)
class Augmented(ConstraintMethod):
    """[M Φ_vᵀ; Φ_v 0] (v̇, λ) = (Q, γ): the constraints hold at the acceleration level only, and drift at the others.

    Solved by its block inverse:  S λ = Φ_v M⁻¹ Q − γ,  S = Φ_v M⁻¹ Φ_vᵀ,  v̇ = M⁻¹ (Q − Φ_vᵀ λ).
    Φ̈ = 0 has Φ = c₀ + c₁ t as solutions: an error of the speed grows to a gap in proportion to time, and since every
    step adds one, the gap grows like t².
    """

    name: ClassVar[str] = "augmented"
