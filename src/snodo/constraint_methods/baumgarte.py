"""Baumgarte's stabilisation."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from snodo.constraint_methods.bound import Array, Bound
from snodo.constraint_methods.dense import DenseBound
from snodo.constraint_methods.gains import Gain, checked_gain, completed, of_rows, refuse_undamped, shown
from snodo.constraint_methods.in_time import rate
from snodo.constraint_methods.method import ConstraintMethod, must_be
from snodo.constraint_methods.time_scales import fastest_rate
from snodo.errors import Problem, SnodoError

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

STIFF = 10.0
"""How many times faster than the motion violations may decay before they, not the motion, limit the steps."""
FOLLOWS = 0.2
"""h |s| above which the decay limits the steps."""


@dataclass(frozen=True)
class Baumgarte(ConstraintMethod):
    """γ* = γ − K_D Φ̇ − K_P Φ: violations decay like damped oscillators, Φ̈ + K_D Φ̇ + K_P Φ = 0 (Baumgarte 1972).

    One gain for all rows uses the compiled, sparse equations of the formulation; different gains and matrices use dense
    ones, as `Geometric` does.  The roots s of det(s² + K_D s + K_P) = 0 determine how fast violations decay.  Gains far
    above the rates of the motion make the equations stiff: an explicit method must resolve the decay, with steps of
    about the inverse of the largest root, and is unstable if their product exceeds the integrator's `stability_reach`.
    The result warns with these numbers (`result.info["warnings"]`).

    Parameters
    ----------
    alpha, beta : float, optional
        One gain for all rows [1/s]: K_D = 2 α, K_P = β²; α = β is critical damping, and a single one is used for both.
        By default both are Ω, the fastest rate of the motion at the start (the largest of speed / size,
        √(acceleration / size) and its natural frequencies), which the steps resolve anyway.
    K_P, K_D : float, sequence, mapping or matrix, optional
        Instead [1/s², 1/s]: a number, one for each row, {part or row: number} (Ω², 2 Ω for the others), or a positive
        definite matrix (rows × rows); a single one is completed to critical damping, K_D = 2 √K_P. Joints for which a
        formulation has no rows may be named too.
    """

    alpha: float | None = None
    beta: float | None = None
    K_P: Gain = None
    K_D: Gain = None

    name: ClassVar[str] = "baumgarte"
    cites: ClassVar[tuple[str, ...]] = ("Baumgarte1972",)
    equations: ClassVar[str] = "snodo.constraint_methods.kernels.baumgarte"
    rigid: ClassVar[bool] = False
    partition: ClassVar[bool] = False

    def __post_init__(self) -> None:
        """Check the gains."""
        for word in ("alpha", "beta"):
            if getattr(self, word) is not None:
                must_be("Baumgarte", word, getattr(self, word), 0.0, math.inf, "a gain in 1/s, zero or positive")
        if (self.alpha, self.beta) != (None, None) and (self.K_P is not None or self.K_D is not None):
            remedy = "omit one pair; K_D = 2 α, K_P = β²"
            raise SnodoError(Problem("Baumgarte: alpha and beta are given as well as K_D or K_P", remedy))
        self._refuse_zeros()
        for word, unit in (("K_P", "1/s²"), ("K_D", "1/s")):
            object.__setattr__(self, word, checked_gain(f"Baumgarte: {word}", getattr(self, word), unit))

    def _refuse_zeros(self) -> None:
        """Refuse α = 0, which damps nothing; a single gain is used for both."""
        given = [gain for gain in (self.alpha, self.beta) if gain is not None]
        if given and not any(given):
            what = "Baumgarte: alpha and beta are zero, so violations would not decay"
            raise SnodoError(Problem(what, "give positive gains, omit them, or use method=augmented"))
        if given and self.alpha == 0:
            what = f"Baumgarte: alpha = 0 with beta = {self.beta:g} 1/s: violations would oscillate forever"
            raise SnodoError(Problem(what, f"give a damping: alpha={self.beta:g} is critical"))

    def __repr__(self) -> str:
        given = {word: getattr(self, word) for word in ("alpha", "beta", "K_P", "K_D")}
        return f"Baumgarte({', '.join(f'{k}={shown(x)}' for k, x in given.items() if x is not None)})"

    # ---------------------------------------------------------------- gains
    def chosen(self, F: Formulation, q: Array, v: Array, t: float = 0.0) -> Baumgarte:
        """The method with all gains set, for a run from the state (q, v) at time t [s]."""
        if self.K_P is None and self.K_D is None:
            found = [gain for gain in (self.alpha, self.beta) if gain is not None]
            given = found[0] if found else _usual(F, q, v, t)
            return replace(
                self,
                alpha=given if self.alpha is None else self.alpha,
                beta=given if self.beta is None else self.beta,
            )
        K_P, K_D = (of_rows(F, word, getattr(self, word)) for word in ("K_P", "K_D"))
        K_D, K_P = completed(K_D, K_P, lambda: _usual(F, q, v, t))
        refuse_undamped(F, K_D, K_P)
        if isinstance(K_D, float) and isinstance(K_P, float):
            return Baumgarte(alpha=K_D / 2, beta=math.sqrt(K_P))
        return Baumgarte(K_P=K_P, K_D=K_D)

    def gains(self, F: Formulation, q: Array, v: Array, t: float = 0.0) -> tuple[Any, Any]:
        """K_D and K_P: two numbers, or matrices of rows × rows."""
        chosen = self.chosen(F, q, v, t)
        if chosen.alpha is not None and chosen.beta is not None:
            return 2 * chosen.alpha, chosen.beta**2
        return _matrix(F.nc, chosen.K_D), _matrix(F.nc, chosen.K_P)

    # ---------------------------------------------------------------- the run
    def start(self, formulation: Formulation) -> None:
        """Set the gains of all rows, or if there are none, only that of the length of Euler parameters."""
        chosen = self.chosen(formulation, *formulation.reference())
        formulation.set_gains(1.0 if chosen.alpha is None else chosen.alpha, chosen.beta or 0.0)

    @property
    def switches_rows(self) -> bool:
        """With one gain for all rows: others need dense equations."""
        return self.K_P is None and self.K_D is None

    def bind(self, formulation: Formulation, q: Array, v: Array, t: float = 0.0) -> Bound:
        """Bind the method to a formulation for a run from the state (q, v) at time t [s]."""
        chosen = self.chosen(formulation, q, v, t)
        if chosen.alpha is None:
            return DenseBound(chosen, formulation, q, v, t)  # type: ignore[arg-type]
        formulation.set_gains(chosen.alpha, chosen.beta or 0.0)
        return Bound(chosen, formulation, rate(formulation), None)

    def parameters(self, formulation: Formulation, q: Array, v: Array, t: float) -> dict[str, Any]:
        """Fields of the header of the dense equations."""
        K_D, K_P = self.gains(formulation, q, v, t)
        return {"stiffness_at": K_P.ravel(), "damping_at": K_D.ravel()}

    def solved(self, x: Any) -> tuple[Array, Array]:
        """Accelerations and multipliers of one state, given its terms."""
        found: tuple[Array, Array] = x.solved(stabilised(x, *self.gains(x.F, x.q, x.v, x.t)))
        return found

    # ---------------------------------------------------------------- warnings after a run
    @property
    def fastest_root(self) -> float:
        """The fastest rate of decay [1/s], for a method with all gains set."""
        if self.alpha is not None and self.beta is not None:
            a, b = self.alpha, self.beta
            return b if b >= a else a + math.sqrt(a**2 - b**2)
        n = max(np.size(np.atleast_1d(np.asarray(K)), 0) for K in (self.K_D, self.K_P))
        K_D, K_P = _matrix(n, self.K_D), _matrix(n, self.K_P)
        companion = np.block([[np.zeros((n, n)), np.eye(n)], [-K_P, -K_D]])
        return float(np.abs(np.linalg.eigvals(companion)).max(initial=0.0))

    def remarks(self, formulation: Formulation, integrator: Any, run: Any) -> list[str]:
        """Warn if the gains, not the motion, determined the steps."""
        if not formulation.nc:
            return []
        s, steps, reach = self.fastest_root, run.history[:, 1], integrator.stability_reach
        h = float(np.median(steps)) if steps.size else 0.0
        if h * s > reach:
            stable = f"{type(integrator).__name__} is stable up to {reach:.4g}"
            numbers = f"h |s| = {h * s:.2g} for steps of {h:.2g} s, and {stable}"
            return [f"{self._gains()} make the run unstable: {numbers}; {_remedy(1.0 / h)}"]
        if h * s <= FOLLOWS or not run.times.size:
            return []
        motion = max(_rate(formulation, t, y) for t, y in zip(run.times[[0, -1]], run.states[[0, -1]]))
        if s <= STIFF * motion:
            return []
        numbers = f"violations decay at |s| = {s:.3g} 1/s, {s / motion:.0f} times faster than the motion"
        return [f"{self._gains()} make the equations stiff: {numbers} with its {motion:.3g} 1/s; {_remedy(motion)}"]

    def _gains(self) -> str:
        if self.alpha is not None:
            return f"the gains α = {self.alpha:.4g} 1/s, β = {self.beta:.4g} 1/s"
        return "the gains K_P, K_D"


def stabilised(x: Any, K_D: Any, K_P: Any) -> Array:
    """γ − K_D Φ̇ − K_P Φ in one state, given its terms; gains are numbers, or matrices of rows × rows."""
    gamma: Array = x.gamma - np.dot(K_D, x.phi_dot) - np.dot(K_P, x.phi)
    return gamma


def _matrix(n: int, gain: Any) -> Array:
    """n × n matrix from one number, one for each row, or a matrix."""
    K = np.asarray(gain, float)
    return K if K.ndim == 2 else np.diag(np.broadcast_to(K, n))


def _usual(F: Formulation, q: Array, v: Array, t: float) -> float:
    """Ω [1/s], rounded as it is shown."""
    return float(f"{fastest_rate(F, q, v, t):.3g}")


def _remedy(rate: float) -> str:
    return f"use gains near {rate:.2g} 1/s, omit them, or use method=projection"


def _rate(F: Formulation, t: float, y: Array) -> float:
    return fastest_rate(F, y[: F.nq], y[F.nq : F.nq + F.nv], float(t))
