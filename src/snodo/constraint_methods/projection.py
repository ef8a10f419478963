"""Coordinate projection after every step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from snodo.constraint_methods.method import ConstraintMethod, must_be


@dataclass(frozen=True)
class Projection(ConstraintMethod):
    """The augmented system, followed after each step by the smallest correction (mass metric) to Φ = 0 and Φ_v v = ν.

    Minimising ½ Δqᵀ M Δq subject to Φ + Φ_v Δq = 0 reuses the factors of the last evaluation, so it is cheap.

    Parameters
    ----------
    tolerance : float, optional
        Of Φ, relative to the size of the mechanism.
    """

    tolerance: float = 1e-12

    name: ClassVar[str] = "projection"
    cites: ClassVar[tuple[str, ...]] = ("Eich1993",)
    passes_singular: ClassVar[bool] = True

    def __post_init__(self) -> None:
        """Check the tolerance."""
        must_be("Projection", "tolerance", self.tolerance, 1e-15, 1e-3, "a number from 1e-15 to 1e-3")

    @property
    def projects(self) -> bool:
        """Yes."""
        return True
