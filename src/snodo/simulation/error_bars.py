"""Error bars of a run: a twin run at a tenth of the tolerance (or half the step), and the growth of a disturbance.

A run is checked by default if repeating it is cheap: the number of evaluations, weighted by the size of an evaluation,
is bounded (`MOST_WORK`), which takes about a second or two.  The bound counts evaluations, not seconds, so that the
same run is checked on every machine.  Longer runs are checked on request (`error_bars=True`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.constraint_methods.bound import Bound
from snodo.errors import SnodoError
from snodo.integrators.base import AdaptiveStep, FixedStep, Integrator
from snodo.integrators.ode.run import Run
from snodo.math.rows_on_disk import on_disk
from snodo.progress import again
from snodo.results.quality.error_estimates import Accuracy, estimate, scaled_difference, state_scale
from snodo.results.result import Result

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation
    from snodo.simulation.one_run import Choices, Motion

Array = np.ndarray
Repeated = Callable[["Choices"], "Motion"]
Continued = Callable[[Bound, "Choices", Array, float], Run]

TIGHTER = 10.0
"""Ratio of the tolerances of a run and its twin."""
MOST_WORK = 4e7
"""Evaluations × size of an evaluation (`work_of`) up to which a run is checked by default."""
PYTHON = 300
"""A Python call costs as much as this many velocities of compiled equations."""
LONGER = 6
"""The twin may take this many times as many steps as the run."""
SUSPICIOUS = 100.0
"""Relative error, in tolerances, above which the growth of a disturbance is measured;"""
LARGE = 0.01
"""relative error above which it is always measured, for any tolerance."""
DISTURBED = (0.05, 0.5)
"""Fractions of the run between which a disturbance is introduced."""
DIFFERENT = 1e-13
"""Relative difference that is more than rounding."""
GROWN, EXPONENTIAL, SATURATED = 30.0, 8.0, 0.03
"""Exponential growth: by at least GROWN in all, and by EXPONENTIAL in the second half, before it saturates."""


def check_by_twin(
    result: Result, start: Any, run: Run, choices: Choices, repeated: Repeated, continued: Continued
) -> None:
    """Run the twin and note in the result how much they differ, or why there is none."""
    F = result.formulation
    reason = why_not(F, run, choices)
    if reason:
        leave_unchecked(result, reason)
        return
    twin_choices = choices_of_twin(choices, run)
    with unchanged(F):
        try:
            twin = repeated(twin_choices)
        except SnodoError as error:
            leave_unchecked(result, f"the twin run failed ({error.problems[0].what})")
            return
        if twin.run.status != "finished":
            leave_unchecked(result, f"the twin run ended at t = {twin.run.t:.4g} s of {choices.times[-1]:.4g} s")
            return
        if twin.run.times.size != run.times.size:
            leave_unchecked(result, "an event stopped the twin run before or after the last row")
            return
        attach(result, Result.of_run(twin.bound, twin.integrator, twin.run, start, twin.passes))
        if _suspicious(result, choices.integrator):
            _measure_growth(result, lambda y, t, times: continued(twin.bound, replace(twin_choices, times=times), y, t))


def attach(result: Result, twin: Result) -> None:
    """Give a result its twin, and the estimate of its error."""
    result.twin = twin
    found = Accuracy(True, twin=str(twin.info["integrator"]), **estimate(result, twin))
    result.info["accuracy"] = found.as_dict()


def leave_unchecked(result: Result, reason: str) -> None:
    """Note why a result has no error bars."""
    result.info["accuracy"] = Accuracy(False, reason).as_dict()


# ---------------------------------------------------------------- whether and how to check
def why_not(F: Formulation, run: Run, choices: Choices) -> str:
    """Why a run is not checked by a twin; empty if it is."""
    if run.status != "finished":
        return f"the run was {run.status}"
    if choices.error_bars is False:
        return "error_bars=False"
    if choices.error_bars is None and on_disk(run.states):
        return f"{run.times.size} rows are on disk, and not repeated by default (error_bars=True repeats them)"
    evaluations = choices.runs * run.statistics["evaluations"]
    repeats = 1.3 if choices.integrator.adaptive else 2.0
    if choices.error_bars is None and repeats * evaluations * work_of(F) > MOST_WORK:
        return f"{evaluations:.2g} evaluations are not repeated by default (error_bars=True repeats them)"
    return ""


def work_of(F: Formulation) -> int:
    """The size of an evaluation: velocities, constraint rows, and Python calls."""
    called = sum("Python" in route for route in F.routes().values())
    return int(F.nv + 3 * F.nc + PYTHON * called)


def choices_of_twin(choices: Choices, run: Run) -> Choices:
    """The choices for the twin of a run, which must not take much longer."""
    most = LONGER * int(run.statistics["steps"] + run.statistics["rejected"]) + 1000
    shown = again(choices.progress, "estimating the error")
    return replace(choices, integrator=tighter(choices.integrator), progress=shown, max_steps=most, keeper=None)


def tighter(integrator: Integrator) -> Integrator:
    """The integrator of the twin; at the limit of double precision a looser one, whose difference is larger."""
    if isinstance(integrator, FixedStep):
        return replace(integrator, step=0.5 * integrator.step)
    assert isinstance(integrator, AdaptiveStep)
    ratio = TIGHTER if integrator.rtol >= 2.0 * integrator.smallest_rtol else 1.0 / TIGHTER
    atol = None if integrator.atol is None else integrator.atol / ratio
    return replace(integrator, rtol=max(integrator.rtol / ratio, integrator.smallest_rtol), atol=atol)


@contextmanager
def unchanged(F: Formulation) -> Iterator[None]:
    """Restore the formulation's model at the end of the context."""
    model, singular = F.model.copy(), list(getattr(F, "singular_times", []))
    try:
        yield
    finally:
        F.model[:] = model
        if hasattr(F, "singular_times"):
            F.singular_times = singular
        F.forget_failures()


# ---------------------------------------------------------------- growth of a disturbance
def _suspicious(result: Result, integrator: Integrator) -> bool:
    rtol = getattr(integrator, "rtol", 1e-8)
    return bool(result.info["accuracy"]["motion"] > min(SUSPICIOUS * rtol, LARGE))


def _measure_growth(result: Result, continued: Callable[[Array, float, Array], Run]) -> None:
    """Continue with the twin's tolerance from a state of the result, and compare with the twin.

    The state of the result differs from the twin's by the error so far: a disturbance that satisfies the constraints
    and is much larger than the further errors of both.  Both may begin with the same long step, so the first sample
    that differs by more than rounding is used.
    """
    twin, scale = result.twin, state_scale(result)
    if twin is None:
        return
    between = scaled_difference(result.states, twin.states, scale)
    part = (result.time - result.time[0]) / max(float(np.ptp(result.time)), 1e-300)
    early = (part >= DISTURBED[0]) & (part <= DISTURBED[1]) & (between > DIFFERENT)
    if early.sum() < 2 or result.time.size - int(np.argmax(early)) < 8:
        return
    k = int(np.argmax(early))
    first = float(between[k])
    run = continued(result.states[k].copy(), float(result.time[k]), result.time[k:])
    if run.times.size < 4:
        return
    apart = np.maximum.accumulate(scaled_difference(run.states, twin.states[k:], scale))
    growth, sensitive = _growth(apart, first)
    found = {**result.info["accuracy"], "growth": growth, "since": float(result.time[k]), "sensitive": sensitive}
    result.info["accuracy"] = found


def _growth(apart: Array, first: float) -> tuple[float, bool]:
    """Growth factor of a disturbance, and whether it is exponential: the same growth in the second half."""
    saturated = int(np.argmax(apart > SATURATED)) if (apart > SATURATED).any() else apart.size - 1
    end, middle = float(apart[saturated]), float(apart[saturated // 2])
    growth = end / first
    return growth, bool(growth > GROWN and end / max(middle, first) > EXPONENTIAL)
