"""Baumgarte's stabilisation."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from snodo.constraint_methods.method import ConstraintMethod, must_be
from snodo.constraint_methods.time_scales import fastest_rate
from snodo.formulations.base import STABILISATION_GAINS

REACH = {"RK4": 2.78, "DormandPrince": 3.3, "DOP853": 6.1}
"""h |s| up to which they are stable on the negative real axis (Hairer and Wanner, Solving ODE II, IV.2)."""
STIFF = 10.0
"""How many times faster than the motion violations may die out before the steps follow them, not the motion."""
FOLLOWS = 0.2
"""h |s| from which on the steps follow the decay."""


@dataclass(frozen=True)
class Baumgarte(ConstraintMethod):
    """γ* = γ − 2 α Φ̇ − β² Φ: violations die out like a damped oscillator (Baumgarte 1972); α = β is critical.

    alpha, beta: gains [1/s].  Violations obey Φ̈ + 2 α Φ̇ + β² Φ = 0, with roots s of size up to |s| = α + √(α² − β²),
    or β if that is larger than α.  Gains far above the scales of the motion make the equations stiff: an explicit
    method resolves the decay, with steps like 1/|s|, and is unstable where h |s| is above 2.8 (RK4), 3.3
    (Dormand–Prince) or 6.1 (DOP853).  The result says so with its numbers (`result.info["warnings"]`).
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

    def remarks(self, formulation: Any, integrator: Any, run: Any) -> list[str]:
        """Whether the gains, not the motion, decided the steps."""
        s, word, steps = self.fastest_root, type(integrator).__name__, run.history[:, 1]
        h = float(np.median(steps)) if steps.size else 0.0
        reach = REACH.get(word, min(REACH.values()))
        if h * s > reach:
            numbers = f"h |s| = {h * s:.2g} for steps of {h:.2g} s, and {word} is stable up to {reach}"
            return [f"{self._gains()} make the run unstable: {numbers}; {self._remedy(1.0 / h)}"]
        if h * s <= FOLLOWS or not run.times.size:
            return []
        motion = max(_rate(formulation, t, y) for t, y in zip(run.times[[0, -1]], run.states[[0, -1]]))
        if s <= STIFF * motion:
            return []
        numbers = f"violations die out at |s| = {s:.3g} 1/s, {s / motion:.0f} times faster than the motion"
        return [f"{self._gains()} make the equations stiff: {numbers}; {self._remedy(motion)}"]

    def _gains(self) -> str:
        return f"the gains α = {self.alpha:g} 1/s, β = {self.beta:g} 1/s"

    def _remedy(self, rate: float) -> str:
        return f"take gains near {rate:.2g} 1/s, or method=projection"


def _rate(F: Any, t: float, y: np.ndarray) -> float:
    return fastest_rate(F, y[: F.nq], y[F.nq : F.nq + F.nv], float(t))
