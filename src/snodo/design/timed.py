"""Runs in time: what an objective reads of a simulated or driven motion, with derivatives.

The derivatives of a series are difference quotients of fourth order of whole runs at the same output times.  Their
error is that of the runs divided by the step, so that objectives use tighter tolerances than plots.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.design.members import FOURTH, LONG_STEP, Members
from snodo.design.variables import ParameterValues
from snodo.errors import RunError
from snodo.math.differentiable import Differentiable

if TYPE_CHECKING:
    from snodo.mechanism.mechanism import Mechanism
    from snodo.results.result import Result

Array = np.ndarray


class Motion:
    """Which motion: a simulation, or the kinematics of a driven mechanism, with all its choices."""

    def __init__(self, kind: str, duration: Any, choices: Mapping[str, Any]) -> None:
        self.kind, self.duration, self.choices = kind, duration, dict(choices)
        self.runs = 0
        """Number of runs made."""

    def run(self, formulation: Any) -> tuple[Result, str]:
        """The run of one member, and why it ended early."""
        from snodo.analyses.kinematics.kinematics import kinematics
        from snodo.simulation.simulate import simulate

        self.runs += 1
        make: Any = kinematics if self.kind == "kinematics" else simulate
        try:
            result = make(formulation, self.duration, progress=False, **self.choices)
        except RunError as error:
            if error.result is None or error.result.time.size < 2:
                raise
            return error.result, error.problems[0].what
        if result.info.get("status") == "interrupted":
            raise KeyboardInterrupt
        return result, ""


class TimedRun:
    """A motion: `run["tip.x"]` is an array over `run.time`; `run.result` is the plain result.

    `run.stopped` is the part of the duration that is missing if the run ended early.
    """

    def __init__(self, members: Members, motion: Motion, x: Array, derivatives: bool) -> None:
        self._members, self._motion, self._x = members, motion, x
        self.derivatives = derivatives
        self.count = x.size if derivatives else 0
        self.parameters = ParameterValues(members.mechanism, members.variables).at(x, derivatives)
        self.result, self.ended_early = motion.run(members.bound(x))

    def __getitem__(self, name: str) -> Differentiable:
        """A series by its name, with its derivatives."""
        if name in self.parameters and "." not in name:
            return self.parameters[name]
        value = np.asarray(self.result[name].values, float)
        slopes = np.zeros((*value.shape, self.count))
        for k in range(self.count):
            rows = [(w, np.asarray(result[name].values, float)) for w, result in self._neighbours[k]]
            size = min(len(value), *(len(r) for _, r in rows))
            for w, series in rows:
                slopes[:size, ..., k] += w * series[:size] / self._steps[k]
        return Differentiable(value, slopes)

    @property
    def time(self) -> Array:
        """Times of the samples [s]."""
        return self.result.time

    @property
    def mechanism(self) -> Mechanism:
        """The mechanism with these parameters."""
        return self.result.mechanism

    @property
    def gap(self) -> Differentiable:
        """The part of the duration that is missing, (T − t_d)/T; 0 if the run finished."""
        if not self.ended_early:
            return Differentiable(np.zeros(1), np.zeros((1, self.count)))
        missing = self._missing(self.result)
        slopes = [
            sum(w * self._missing(result) for w, result in self._neighbours[k]) / self._steps[k]
            for k in range(self.count)
        ]
        return Differentiable(np.array([missing]), np.array(slopes).reshape(1, self.count))

    def _missing(self, result: Result) -> float:
        whole = self._end - float(self.result.time[0])
        reached = float(result.info.get("reached", result.time[-1]))
        return max(0.0, self._end - reached) / whole

    @cached_property
    def _end(self) -> float:
        from snodo.simulation.times import output_times

        times = output_times(self._motion.duration, self._motion.choices.get("output"), self.mechanism.run)
        return float(times[-1])

    @cached_property
    def _steps(self) -> Array:
        return LONG_STEP * self._members.variables.step_scale(self._x)

    @cached_property
    def _neighbours(self) -> list[list[tuple[float, Result]]]:
        """For each parameter the weights and runs of its difference quotient."""
        found = []
        for k in range(self.count):
            each = []
            for offset, weight in FOURTH:
                x = self._x.copy()
                x[k] += offset * self._steps[k]
                each.append((weight, self._motion.run(self._members.bound(x))[0]))
            found.append(each)
        return found
