"""One run out of many, which ends when it is done, cannot go on, or takes too long."""

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
from snodo.integrators.progress import ProgressBar
from snodo.results.result import Result
from snodo.simulation.one_run import Choices, must_move, run_one


@dataclass(frozen=True)
class Task:
    """What all runs have in common."""

    mechanism: Any
    times: np.ndarray
    """Of comparison [s]."""
    initial: Mapping[str, Any] | None
    patience: float
    progress: bool

    def run(self, formulation: FormulationLike, method: ConstraintMethod, integrator: Integrator) -> Result:
        """One run; what cannot be run, stops or takes too long raises an error, with the good part of the result."""
        F = bind(self.mechanism, formulation)
        must_move(F)
        label = f"{F.name} × {method.name}"
        with ProgressBar(0.0, float(self.times[-1]), label) as bar:
            watch = Watch(self.patience, bar if self.progress else None)
            result = run_one(F, self.initial, Choices(method, integrator, self.times, watch, error_bars=False))
        if watch.over:
            what = f"given up after {self.patience:g} s of computing, at t = {result.info['reached']:.3g} s"
            error = RunError(Problem(what, "give it more patience, or a larger tolerance"))
            error.result = result
            raise error
        if result.info["status"] == "interrupted":
            raise KeyboardInterrupt
        return result


class Watch:
    """Called with the time reached in a run; stops it, as Ctrl-C does, when the patience [s, process time] is over."""

    def __init__(self, patience: float, bar: ProgressBar | None) -> None:
        self.end, self.bar, self.over = time.process_time() + patience, bar, False

    def __call__(self, t: float) -> None:
        """Show the time reached, and look at the clock."""
        if self.bar is not None:
            self.bar(t)
        if time.process_time() > self.end:
            self.over = True
            raise KeyboardInterrupt
