"""One combination of choices on one problem: run it, and compare it with the reference."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from snodo.analyses.compare.timed_run import Task
from snodo.analyses.verification.problem import Array, Compared, MotionProblem, StateProblem, sampled
from snodo.errors import SnodoError, UnsupportedError
from snodo.formulations.base import Formulation
from snodo.results.quality.error_estimates import envelope, richardson
from snodo.results.result import Result
from snodo.results.verification import MISSED, REACHED, STOPPED, VerificationRow

NONE = "–"
"""The word of a choice that is not made."""


@dataclass(frozen=True)
class Combination:
    """The choices of one row; a method of None: the integrator solves the constraints."""

    formulation: Formulation
    method: Any
    integrator: Any
    setting: str
    by_default: bool

    @property
    def words(self) -> dict[str, Any]:
        """For the row."""
        idle = self.method is None or not self.formulation.nc
        return {
            "formulation": self.formulation.name,
            "method": NONE if idle else self.method.name,
            "integrator": NONE if self.integrator is None else self.integrator.name,
            "setting": self.setting,
            "by_default": self.by_default,
        }


# ---------------------------------------------------------------- motions
def motion_row(problem: MotionProblem, chosen: Combination, quick: bool, patience: float) -> VerificationRow:
    """Run a motion and compare it."""
    compared = problem.quantities(quick)
    allowed = problem.goal if chosen.setting == "tight" else problem.tolerance
    words = {"problem": problem.name, **chosen.words, "allowed": allowed}
    F = chosen.formulation
    elastic = getattr(chosen.method, "elastic", False) and F.nc
    task = Task(F, sampled(compared), None, patience, error_bars=False if elastic else None)
    try:
        result = task.run(F.name, chosen.method, chosen.integrator)
    except SnodoError as error:
        return VerificationRow(**words, verdict=STOPPED, problem_met=_first_line(error))
    errors = {one.name: true_error(one, result) for one in compared}
    worst = max(errors, key=lambda name: _finite(errors[name]))
    reached = _finite(errors[worst]) <= allowed
    return VerificationRow(
        **words,
        error=errors[worst],
        estimated=None if result.twin is None else max(estimated_error(one, result) for one in compared),
        worst=worst,
        errors=", ".join(f"{name} {error:.1e}" for name, error in errors.items()),
        cpu=result.info["cpu_seconds"],
        steps=int(result.info["steps"]),
        energy_drift=result.quality().energy_relative,
        verdict=REACHED if reached else MISSED,
        problem_met="" if reached or not elastic else "constraints give way, by the method",
    )


def true_error(one: Compared, result: Result) -> float:
    """Largest difference from the reference, relative to the size of the quantity."""
    return float(np.abs(_at(one.read(result), one, result) - one.wanted).max()) / one.size


def estimated_error(one: Compared, result: Result) -> float:
    """The same from the error bars (`result.error`) at the same rows."""
    twin: Any = result.twin
    bars = envelope(richardson(result) * np.abs(one.read(result) - one.read(twin)))
    return float(np.nan_to_num(_at(bars, one, result)).max()) / one.size


def _at(values: Array, one: Compared, result: Result) -> Array:
    """The rows of a quantity at the times of its reference."""
    rows = [int(np.argmin(np.abs(result.time - t))) for t in one.times]
    found: Array = values[rows]
    return found


# ---------------------------------------------------------------- states
def state_row(problem: StateProblem, chosen: Combination) -> VerificationRow:
    """Evaluate quantities of one state and compare them."""
    words = {"problem": problem.name, **chosen.words, "allowed": problem.tolerance}
    begin = time.process_time()
    try:
        found = problem.measure(chosen.formulation, chosen.method)
    except UnsupportedError as problem_met:
        return VerificationRow(**words, problem_met=_first_line(problem_met))
    except SnodoError as problem_met:
        return VerificationRow(**words, verdict=STOPPED, problem_met=_first_line(problem_met))
    error = float(np.abs(found - problem.wanted).max()) / problem.size
    elastic = getattr(chosen.method, "elastic", False) and chosen.formulation.nc
    reached = _finite(error) <= problem.tolerance
    return VerificationRow(
        **words,
        error=error,
        cpu=time.process_time() - begin,
        verdict=REACHED if reached else MISSED,
        problem_met="" if reached or not elastic else "constraints give way, by the method",
    )


def _finite(error: float) -> float:
    return np.inf if np.isnan(error) else error


def _first_line(error: SnodoError) -> str:
    return error.problems[0].what.splitlines()[0]
