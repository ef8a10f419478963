"""Runs in time: what an objective reads of a simulated or driven motion, with derivatives.

The derivatives of the series of a simulation are those of `sn.sensitivities`: exact derivatives of the computed motion.
Where it refuses (dry friction, contacts, Python functions, driven motions, runs that end early) they are difference
quotients of fourth order of whole runs at the same output times.  Their error is that of the runs divided by the step,
so that objectives use tighter tolerances than plots.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.design.members import FOURTH, LONG_STEP, Members
from snodo.design.variables import ParameterValues
from snodo.errors import RunError, UnsupportedError
from snodo.math.differentiable import Differentiable

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation
    from snodo.mechanism.mechanism import Mechanism
    from snodo.results.result import Result

Array = np.ndarray


class Motion:
    """Which motion: a simulation, or the kinematics of a driven mechanism, with all its choices."""

    def __init__(self, kind: str, duration: Any, choices: Mapping[str, Any]) -> None:
        self.kind, self.duration, self.choices = kind, duration, dict(choices)
        self.runs = 0
        """Number of runs made."""
        self.names: dict[str, None] = {}
        """Series that the objective reads, so that all are differentiated in one go."""
        self.not_exact = "" if kind == "simulate" else "the motion is driven"
        """Why derivatives are difference quotients; empty if they are exact."""

    def run(self, member: Any) -> tuple[Result, str]:
        """The run of one member, and why it ended early."""
        from snodo.analyses.kinematics.kinematics import kinematics
        from snodo.simulation.simulate import simulate

        self.runs += 1
        make: Any = kinematics if self.kind == "kinematics" else simulate
        try:
            result = make(member, self.duration, progress=False, **self.choices)
        except RunError as error:
            if error.result is None or error.result.time.size < 2:
                raise
            return error.result, error.problems[0].what
        if result.info.get("status") == "interrupted":
            raise KeyboardInterrupt
        return result, ""

    def sensitivities(self, member: Formulation, over: Sequence[str]) -> Any:
        """The derivatives of the series that were read, by these parameters."""
        from snodo.simulation.sensitivities.sensitivities import sensitivities

        return sensitivities(
            member, self.duration, over=list(over), outputs=list(self.names), progress=False, **self.choices
        )


class TimedRun:
    """A motion: `run["tip.x"]` is an array over `run.time`; `run.result` is the plain result.

    `run.gap` is the part of the duration that is missing if the run ended early.
    """

    def __init__(self, members: Members, motion: Motion, x: Array, derivatives: bool) -> None:
        self._members, self._motion, self._x = members, motion, x
        self.derivatives = derivatives
        self.count = x.size if derivatives else 0
        self.parameters = ParameterValues(members.mechanism, members.variables).at(x, derivatives)
        self._member = members.bound(x)
        self._sensitivities = self._differentiated() if derivatives and motion.names else None
        if self._sensitivities is not None:
            self.result, self.ended_early = self._sensitivities.result, ""
        else:
            self.result, self.ended_early = motion.run(self._member)

    def __getitem__(self, name: str) -> Differentiable:
        """A series by its name, with its derivatives."""
        if name in self.parameters and "." not in name:
            return self.parameters[name]
        value = np.asarray(self.result[name].values, float)
        self._motion.names[name] = None
        exact = self._exact(name) if self.count and not self.ended_early else None
        if exact is not None and exact.shape == (*value.shape, self.count):
            return Differentiable(value, exact)
        slopes = np.zeros((*value.shape, self.count))
        for k in range(self.count):
            rows = [(w, np.asarray(result[name].values, float)) for w, result in self._neighbours[k]]
            size = min(len(value), *(len(r) for _, r in rows))
            for w, series in rows:
                slopes[:size, ..., k] += w * series[:size] / self._steps[k]
        return Differentiable(value, slopes)

    def _exact(self, name: str) -> Array | None:
        """Derivatives by `sn.sensitivities`; None where it refuses."""
        if self._sensitivities is None or name not in self._sensitivities.outputs:
            self._sensitivities = self._differentiated()
        if self._sensitivities is None:
            return None
        return np.asarray(self._sensitivities.array(name), float)

    def _differentiated(self) -> Any:
        """The sensitivities of the series that are read; None where they are refused, or the run ends early."""
        if self._motion.not_exact:
            return None
        try:
            return self._motion.sensitivities(self._member, self._members.variables.names)
        except UnsupportedError as error:
            self._motion.not_exact = error.problems[0].what
        except RunError:
            pass
        return None

    @property
    def gradient_kind(self) -> str:
        """How derivatives are computed."""
        return f"differences of runs: {self._motion.not_exact}" if self._motion.not_exact else "exact"

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
