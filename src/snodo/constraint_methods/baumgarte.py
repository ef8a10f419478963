"""Baumgarte's stabilisation."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from snodo.constraint_methods.method import ConstraintMethod, must_be
from snodo.formulations.base import STABILISATION_GAINS

REACH = {"RK4": 2.78, "DormandPrince": 3.3, "DOP853": 6.1}
"""h |s| up to which they are stable on the negative real axis (Hairer and Wanner, Solving ODE II, IV.2)."""
HELD_SHORT = 0.5
"""Part of that reach beyond which the gains, not the motion, decide the steps."""


@dataclass(frozen=True)
class Baumgarte(ConstraintMethod):
    """γ* = γ − 2 α Φ̇ − β² Φ: violations die out like a damped oscillator (Baumgarte 1972); α = β is critical.

    alpha, beta: gains [1/s].  Violations obey Φ̈ + 2 α Φ̇ + β² Φ = 0, with roots s of size up to |s| = α + √(α² − β²),
    or β if that is larger than α.  An explicit method with steps h needs h |s| below about 3 (RK4), 3 (Dormand–Prince)
    or 6 (DOP853): large gains make the equations stiff, and the result says so with its numbers.
    """

    alpha: float = STABILISATION_GAINS["baumgarte"][0]  # type: ignore[misc]
    beta: float = STABILISATION_GAINS["baumgarte"][1]  # type: ignore[misc]

    name: ClassVar[str] = "baumgarte"

    def __post_init__(self) -> None:
        """Check the gains."""
        for word in ("alpha", "beta"):
            must_be("Baumgarte", word, getattr(self, word), 0.0, math.inf, "a gain in 1/s, zero or positive")

    @property
    def fastest_root(self) -> float:
        """|s| of the faster of the two decays [1/s]."""
        return self.beta if self.beta >= self.alpha else self.alpha + math.sqrt(self.alpha**2 - self.beta**2)

    def remarks(self, integrator: Any, steps: np.ndarray) -> list[str]:
        """Whether the gains held the steps short."""
        word = type(integrator).__name__
        reach, s = REACH.get(word, 3.0), self.fastest_root
        h = float(np.median(steps)) if steps.size else 0.0
        if h * s <= HELD_SHORT * reach:
            return []
        gains = f"the gains α = {self.alpha:g}, β = {self.beta:g} 1/s make the equations stiff"
        numbers = (
            f"half of the steps are longer than {h:.2g} s, h |s| = {h * s:.2g}, and {word} is stable up to {reach}"
        )
        return [f"{gains}: {numbers}; take gains below {0.1 * reach / h:.2g} 1/s, or method=projection"]
