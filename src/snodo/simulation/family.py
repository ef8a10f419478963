"""Many members of a family: one mechanism with other values of its parameters and initial conditions, member by member.

A member that fails is a row with its reason; it never ends the others.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from snodo.analyses.assembly.continued_start import times_from
from snodo.errors import MechanismError, Problem, SnodoError
from snodo.formulations.bind import FormulationLike, bind
from snodo.mechanism.mechanism import Mechanism
from snodo.results.result import Result
from snodo.simulation.one_run import Choices, must_move, run_one
from snodo.simulation.simulate import chosen

Array = np.ndarray


@dataclass
class Members:
    """What came of some members of a family, one row each."""

    time: Array
    """Times of the samples [s]."""
    series: dict[str, Array]
    """(member, time, …) of each output; not-a-number behind the end of a run that failed."""
    status: list[str]
    """finished, failed or interrupted."""
    reasons: list[str]
    """Why a member failed; empty if it did not."""
    units: dict[str, str]
    """SI units of the outputs."""
    evaluations: Array
    """Evaluations of the equations by each member."""
    seconds: float = 0.0
    """Processor time of all of them [s]."""

    def __len__(self) -> int:
        return len(self.status)


class Family:
    """A mechanism of which some parameters and initial values vary, prepared to be run many times.

    Parameters
    ----------
    mechanism : Mechanism or formulation
        The mechanism.
    duration : quantity, optional
        Duration of each run [s]; by default that of the mechanism.
    parameters : sequence of str, optional
        The parameters that vary.
    initial : sequence of str, optional
        The initial values that vary.
    outputs : sequence of str, optional
        The series that are kept.
    output : quantity or array, optional
        Time between two samples [s], or their times.
    shared : mapping, optional
        Initial values that all members have.
    formulation, method, integrator, tolerance, max_steps, initial_guess
        As in `sn.simulate`.
    """

    def __init__(
        self,
        mechanism: Any,
        duration: Any = None,
        *,
        parameters: Sequence[str] = (),
        initial: Sequence[str] = (),
        outputs: Sequence[str] = (),
        output: Any = None,
        shared: Mapping[str, Any] | None = None,
        formulation: FormulationLike | None = None,
        method: Any = None,
        integrator: Any = None,
        tolerance: float | None = None,
        max_steps: int | None = None,
        initial_guess: Mapping[str, Any] | None = None,
    ) -> None:
        self.F = bind(mechanism, formulation or _settings_of(mechanism).formulation)
        must_move(self.F)
        self.mechanism = self.F.mechanism
        self.parameters, self.initial, self.outputs = tuple(parameters), tuple(initial), tuple(outputs)
        self.shared, self.guess = dict(shared or {}), initial_guess
        settings = self.mechanism.run
        own_method, own_integrator, most = chosen(settings, method, integrator, tolerance, max_steps)
        self.times = times_from(0.0, duration, output, settings)
        self.choices = Choices(own_method, own_integrator, self.times, None, most, False, guess=initial_guess)
        _must_know(self.mechanism, self.parameters)

    @property
    def lanes(self) -> int:
        """How many members run side by side, with common steps."""
        return 1

    @property
    def how(self) -> str:
        """How members are computed, in words."""
        return "bound and run one after the other"

    def run(self, values: Any = None, starts: Any = None) -> Members:
        """Run members: one row of values of the parameters, and one of initial values, for each [SI units]."""
        values, starts = self._rows(values, self.parameters), self._rows(starts, self.initial)
        count = max(len(values), len(starts)) if self.parameters or self.initial else 1
        found = Members(self.times, {}, [], [], {}, np.zeros(count, int))
        began = time.process_time()
        for k in range(count):
            self._member(found, k, values[k] if self.parameters else (), starts[k] if self.initial else ())
        found.seconds = time.process_time() - began
        return found

    def _rows(self, given: Any, names: Sequence[str]) -> Array:
        return np.asarray(given, float).reshape(-1, len(names)) if names else np.zeros((0, 0))

    def _member(self, found: Members, k: int, values: Sequence[float], starts: Sequence[float]) -> None:
        """One member, as a run of its own."""
        result, reason = None, ""
        try:
            m = self.mechanism
            if self.parameters:
                m = m.with_parameters(**{name: float(x) for name, x in zip(self.parameters, values)})
            initial = {**self.shared, **{name: float(x) for name, x in zip(self.initial, starts)}}
            result = run_one(bind(m, type(self.F)), initial, self.choices)
        except SnodoError as error:
            reason, result = _in_words(error.problems), getattr(error, "result", None)
        interrupted = result is not None and not reason and result.info["status"] == "interrupted"
        found.status.append("failed" if reason else "interrupted" if interrupted else "finished")
        found.reasons.append(reason)
        if result is not None:
            found.evaluations[k] = int(result.info.get("evaluations", 0))
            self._keep(found, k, result)

    def _keep(self, found: Members, k: int, result: Result) -> None:
        for name in self.outputs:
            series = result[name]
            rows = found.series.get(name)
            if rows is None:
                shape = (len(found.evaluations), self.times.size, *series.shape[1:])
                rows = found.series[name] = np.full(shape, np.nan)
                found.units[name] = str(series.attrs.get("units", ""))
            count = min(len(series), self.times.size)
            rows[k, :count] = series.values[:count]


def _settings_of(mechanism: Any) -> Any:
    owner = mechanism if isinstance(mechanism, Mechanism) else mechanism.mechanism
    return owner.run


def _must_know(mechanism: Mechanism, names: Sequence[str]) -> None:
    """Refuse names of parameters that the mechanism does not have."""
    from snodo.mechanism.parameters import unknown

    problems = [
        Problem(f"there is no parameter {name!r}", unknown(name, mechanism.parameters))
        for name in names
        if "/" not in name and name not in mechanism.parameters
    ]
    if problems:
        raise MechanismError(problems)


def _in_words(problems: Sequence[Problem]) -> str:
    return "; ".join(f"{p.what} -> {p.remedy}" if p.remedy else p.what for p in problems)
