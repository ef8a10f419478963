"""Run one combination under a time limit."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from snodo.constraint_methods.method import ConstraintMethod
from snodo.errors import Problem, RunError
from snodo.formulations.bind import FormulationLike, bind
from snodo.integrators.base import Integrator
from snodo.integrators.dae.bound import NoMethod
from snodo.progress import Progress, ProgressBar
from snodo.results.result import Result
from snodo.simulation.one_run import Choices, must_move, run_one


@dataclass(frozen=True)
class Task:
    """The settings that all runs share."""

    mechanism: Any
    times: np.ndarray
    """Times of comparison [s]."""
    initial: Mapping[str, Any] | None
    patience: float
    tally: Tally | None = None
    """Shows which of the runs is being done."""
    error_bars: bool | None = False
    """Whether each run is repeated to estimate its error; None: if that is cheap."""

    def run(self, formulation: FormulationLike, method: ConstraintMethod | None, integrator: Integrator) -> Result:
        """One run; if it fails, stops or takes too long, an error is raised, with the valid part of the result.

        Without a method the integrator solves the constraints.
        """
        F = bind(self.mechanism, formulation)
        given: Any = NoMethod(index=integrator.index) if method is None else method  # type: ignore[attr-defined]
        must_move(F)
        label = f"{F.name} × {(method or integrator).name}"
        shown = None if self.tally is None else self.tally.of_run(label, float(self.times[0]), float(self.times[-1]))
        watch = Watch(self.patience, shown)
        choices = Choices(given, integrator, self.times, watch, error_bars=self.error_bars)
        result = run_one(F, self.initial, choices)
        if watch.over:
            what = f"stopped after {self.patience:g} s of computing time, at t = {result.info['reached']:.3g} s"
            error = RunError(Problem(what, "increase patience, or the tolerance"))
            error.result = result
            raise error
        if result.info["status"] == "interrupted":
            raise KeyboardInterrupt
        return result


class Tally:
    """Counts the runs that are done."""

    def __init__(self, bar: ProgressBar) -> None:
        self.bar, self.done = bar, 0

    def of_run(self, label: str, begin: float, end: float) -> Progress:
        """Progress of the run that is done next, from `begin` to `end` [s]."""
        self.bar.label = label
        self.bar(self.done)
        return self.bar.part(self.done, begin, end)


class Watch:
    """Progress callback that stops a run, as Ctrl-C does, when the patience [s, process time] is over.

    It counts from its first call: what is compiled or loaded before is not the fault of the run.
    """

    def __init__(self, patience: float, shown: Progress | None) -> None:
        self.patience, self.shown, self.over = patience, shown, False
        self.end = float("inf")

    def __call__(self, t: float) -> None:
        """Show the time reached, and check the process time."""
        if self.shown is not None:
            self.shown(t)
        if self.end == float("inf"):
            self.end = time.process_time() + self.patience
        if time.process_time() > self.end:
            self.over = True
            raise KeyboardInterrupt
