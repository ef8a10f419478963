"""A run that chooses its integrator: explicit steps, and implicit ones where stability limits the explicit ones.

After FIRST evaluations, and then each time their number has doubled, ρ is estimated (`integrators/stiffness.py`).  With
the mean step h since the last look:

    ρ h > LIMIT     the steps may be as long as stability allows: TRIED steps of Radau are made from here; if its steps
                    are GAIN times as long, the run continues with them
    ρ h < EASY      with Radau: its steps are not longer than explicit ones could be; the run returns to those

Looks are made after numbers of evaluations, not of seconds, so that a run is the same on every machine; a look that
does not change the integrator does not change a bit of the run.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.integrators.auto import Auto
from snodo.integrators.dae.bound import DirectBound, NoMethod
from snodo.integrators.ode.run import Run
from snodo.integrators.stiffness import largest_rate

if TYPE_CHECKING:
    from snodo.constraint_methods.bound import Bound
    from snodo.simulation.one_run import Choices

Array = np.ndarray

FIRST = 5_000
"""Evaluations after which a run is examined first."""
LIMIT, EASY = 2.0, 1.5
TRIED, GAIN = 40, 4.0
SEGMENT = 2_000
"""Steps of Radau after which ρ h is estimated again."""
MOST_CHANGES = 4


class Stiffness:
    """Watches a run with explicit steps."""

    def __init__(self, bound: Bound, try_implicit: Callable[[Array, float], Run]) -> None:
        self.bound, self._try = bound, try_implicit
        self.next = FIRST
        self.found: Run | None = None
        self.words = ""
        self._steps, self._t = 0, 0.0

    def due(self, work: Any) -> int:
        """Evaluations before the next look."""
        from snodo.integrators.ode.kernels.state import EVALUATIONS

        return self.next - int(work.count[EVALUATIONS])

    def look(self, work: Any) -> bool:
        """Whether Radau is to continue; the trial is in `found`."""
        from snodo.integrators.ode.kernels import state as at

        t, steps = float(work.clock[at.T]), int(work.count[at.STEPS])
        h = (t - (self._t if self._steps else work.plan.t_start)) / max(steps - self._steps, 1)
        answer = self._examined(work.y.copy(), t, h)
        self.next = max(2 * self.next, int(work.count[at.EVALUATIONS]) + 1)
        self._t, self._steps = t, steps
        return answer

    def _examined(self, y: Array, t: float, h: float) -> bool:
        """Whether Radau is to continue from the state y at t [s], after explicit steps of the length h [s]."""
        F = self.bound.formulation
        model = F.model.copy()
        try:
            rho = rate_of_motion(self.bound, y, t)
            if rho * h <= LIMIT:
                self.words = f"not stiff at t = {t:.4g} s (ρ h = {rho * h:.2g}, ρ = {rho:.2g} 1/s, h = {h:.2g} s)"
                return False
            trial = self._try(y, t)
        finally:
            F.model[:] = model
        if trial.status == "interrupted":
            raise KeyboardInterrupt
        taken = max(int(trial.statistics["steps"]), 1)
        longer = (trial.t - t) / taken / h
        how = (
            f"at t = {t:.4g} s, ρ = {rho:.2g} 1/s: explicit steps {h:.2g} s, those of Radau {longer:.2g} times as long"
        )
        self.words = f"{'stiff' if longer > GAIN else 'not stiff enough'} {how}"
        if longer <= GAIN:
            return False
        self.found = trial
        return True

    def kept(self) -> dict[str, Any]:
        """What the next look depends on."""
        return {"next": self.next, "words": self.words, "steps": self._steps, "t": self._t}

    def put_back(self, kept: dict[str, Any]) -> None:
        """Continue with it."""
        self.next, self.words, self._steps, self._t = kept["next"], kept["words"], kept["steps"], kept["t"]


def easier(bound: Bound, run: Run, since: float) -> str:
    """Why explicit steps would do after a segment of Radau from `since` [s] on; empty if they would not."""
    h = (run.t - since) / max(int(run.statistics["steps"]), 1)
    model = bound.formulation.model.copy()
    try:
        rho = rate_of_motion(bound, run.y, run.t)
    finally:
        bound.formulation.model[:] = model
    return f"no longer stiff at t = {run.t:.4g} s (ρ h = {rho * h:.2g})" if rho * h < EASY else ""


def rate_of_motion(bound: Bound, y: Array, t: float) -> float:
    """ρ of the equations of a bound formulation in the state y at t [s]."""
    F, n = bound.formulation, bound.controlled
    ydot = np.empty_like(y)

    def f(x: Array) -> Array | None:
        whole = y.copy()
        whole[:n] = x
        status = bound.rate(float(t), whole, ydot, bound.model)
        return ydot[:n].copy() if status == 0 and np.isfinite(ydot[:n]).all() else None

    scale = np.concatenate([F.coordinate_scale, F.velocity_scale])
    return largest_rate(f, y[:n].copy(), np.where(scale > 0.0, scale, 1.0))


def without_choice(choices: Choices) -> Choices:
    """The choices with the explicit integrator."""
    auto = choices.integrator
    return replace(choices, integrator=auto.explicit) if isinstance(auto, Auto) else choices


def implicit_choices(choices: Choices) -> Choices:
    """The choices with Radau, and without a constraint method."""
    assert isinstance(choices.integrator, Auto)
    return replace(choices, integrator=choices.integrator.implicit, method=NoMethod(index=3))


class GivingBack(DirectBound):
    """Takes the gains of the method away while Radau steps, and gives them back to the explicit steps that follow."""

    def integrate(self, *given: Any, **more: Any) -> Run:
        """The run; the arguments are those of `DirectBound.integrate`."""
        gains = self.formulation.gains
        try:
            return super().integrate(*given, **more)
        finally:
            self.formulation.set_gains(*gains)


def implicit_bound(bound: Bound, choices: Choices) -> DirectBound:
    """The formulation of a run, for Radau; the gains stay those of the method, with which explicit steps are taken."""
    F = bound.formulation
    gains, (q, v) = F.gains, F.reference()
    found = NoMethod(index=3).bind(F, q, v, choices.begin)
    F.set_gains(*gains)
    return GivingBack(found.method, F, found.rate, found.correct)
