"""Constraint methods: how the DAE becomes an ODE.  A word, or an object that carries its parameters.

Each method says four things about a run:

    start     what to set in the model before it            (gains)
    rate      the compiled right side ẏ = f(t, y)
    correct   the compiled correction after a step, or None
    recover   accelerations and multipliers from given states

All three below solve the augmented system  [M Φ_vᵀ; Φ_v 0] (v̇, λ) = (Q, γ*)  and differ in γ* and in the correction.
"""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Real
from typing import Any, ClassVar

import numpy as np

from snodo.errors import NameNotFound, Problem, SnodoError, UnsupportedError, suggestion
from snodo.formulations.base import STABILISATION_GAINS


@dataclass(frozen=True)
class ConstraintMethod:
    """What the methods have in common."""

    name: ClassVar[str] = ""
    alpha: ClassVar[float] = 0.0
    beta: ClassVar[float] = 0.0

    def start(self, formulation: Any) -> None:
        """Set the stabilisation gains in the model."""
        formulation.set_gains(self.alpha, self.beta)

    def rate(self, formulation: Any) -> Any:
        """The compiled rate."""
        return formulation.kernels.rate

    def correct(self, formulation: Any) -> Any:
        """The compiled correction after a step, or None."""
        return None

    def recover(self, formulation: Any, times: np.ndarray, states: np.ndarray) -> dict[str, np.ndarray]:
        """Accelerations, multipliers, violations, energies and powers in given states."""
        formulation.set_gains(0.0, 0.0)
        found: dict[str, np.ndarray] = formulation.evaluate(times, states)
        return found


@dataclass(frozen=True)
class Augmented(ConstraintMethod):
    """γ* = γ: the constraints hold at the acceleration level only, and drift slowly at the others."""

    name: ClassVar[str] = "augmented"


@dataclass(frozen=True)
class Baumgarte(ConstraintMethod):
    """γ* = γ − 2 α Φ̇ − β² Φ: violations die out like a damped oscillator (Baumgarte 1972); α = β is critical.

    alpha, beta: gains [1/s].  Large gains make the equations stiff: 1/α should stay well above the steps.
    """

    alpha: float = STABILISATION_GAINS["baumgarte"][0]  # type: ignore[misc]
    beta: float = STABILISATION_GAINS["baumgarte"][1]  # type: ignore[misc]

    name: ClassVar[str] = "baumgarte"

    def __post_init__(self) -> None:
        """Check the gains."""
        for word in ("alpha", "beta"):
            value = getattr(self, word)
            if isinstance(value, bool) or not isinstance(value, Real) or not 0 <= float(value) < np.inf:
                raise SnodoError(Problem(f"Baumgarte: {word} = {value!r}", "give a gain in 1/s, zero or positive"))


@dataclass(frozen=True)
class Projection(ConstraintMethod):
    """γ* = γ, then after each step the smallest correction, in the mass metric, to Φ = 0 and to Φ_v v = ν.

    Minimising ½ Δqᵀ M Δq subject to Φ + Φ_v Δq = 0 uses the factors of the last evaluation, so it costs little.
    tolerance: on Φ, relative to the size of the mechanism.
    """

    tolerance: float = 1e-12

    name: ClassVar[str] = "projection"

    def __post_init__(self) -> None:
        """Check the tolerance."""
        if not isinstance(self.tolerance, Real) or not 1e-15 <= self.tolerance <= 1e-3:
            raise SnodoError(Problem(f"Projection: tolerance = {self.tolerance!r}", "take a number from 1e-15 to 1e-3"))

    def correct(self, formulation: Any) -> Any:
        """The compiled projection."""
        return formulation.kernels.project


_METHODS: dict[str, type[ConstraintMethod]] = {c.name: c for c in (Augmented, Baumgarte, Projection)}
_NOT_YET = ("embedding", "quasi_velocities", "penalty")


def method_from(choice: object) -> ConstraintMethod:
    """The method for a word ("projection", "baumgarte", "augmented") or an object such as `Baumgarte(alpha=5)`."""
    if isinstance(choice, ConstraintMethod):
        return choice
    if isinstance(choice, type) and issubclass(choice, ConstraintMethod):
        return choice()
    word = str(choice).strip().lower().replace("-", "_")
    if word in _NOT_YET:
        raise UnsupportedError(Problem(f"the method {word!r} is not built yet", f"use one of {', '.join(_METHODS)}"))
    if word not in _METHODS:
        raise NameNotFound(Problem(f"there is no constraint method {choice!r}", suggestion(word, _METHODS)))
    return _METHODS[word]()
