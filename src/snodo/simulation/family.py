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
from snodo.analyses.assembly.given_values import spread
from snodo.analyses.assembly.targets import initial_values
from snodo.errors import MechanismError, Problem, SnodoError
from snodo.formulations.bind import FormulationLike, bind
from snodo.formulations.rewriting.member import rewriting_of
from snodo.mechanism.mechanism import Mechanism
from snodo.results.result import Result
from snodo.simulation.family_numbers import Numbers
from snodo.simulation.family_reruns import Reruns
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
    """Evaluations of the equations by each member that was run by itself; 0 for those run as numbers."""
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
        self.shared = spread(self.mechanism, dict(shared or {}))
        settings = self.mechanism.run
        own_method, own_integrator, most = chosen(settings, method, integrator, tolerance, max_steps)
        self.times = times_from(0.0, duration, output, settings)
        self.choices = Choices(own_method, own_integrator, self.times, None, most, False, guess=initial_guess)
        self._arguments = {"output": self.times, "method": own_method, "integrator": own_integrator, "max_steps": most}
        self._arguments |= {"initial_guess": initial_guess, "formulation": type(self.F)}
        _must_know(self.mechanism, self.parameters, (*self.initial, *self.shared))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle it as its arguments: it is made again on the other side."""
        words = {"parameters": self.parameters, "initial": self.initial, "outputs": self.outputs, "shared": self.shared}
        return _again, (self.mechanism, {**words, **self._arguments})

    @property
    def lanes(self) -> int:
        """How many members run side by side, with common steps; known after the first run."""
        return self._numbers.lanes if self._numbers is not None and not self._numbers.reason else 1

    @property
    def how(self) -> str:
        """How members are computed, in words; known after the first run."""
        if self._numbers is None:
            return "not known before the first run"
        if self._numbers.reason:
            return self._how_alone(self._numbers.reason)
        own = f"{self.lanes} at a time in SIMD lanes" if self.lanes > 1 else "one after the other"
        return f"numbers of one model are rewritten; {own}"

    def _how_alone(self, reason: str) -> str:
        if self._bound_because is None or self._bound_because:
            again = "" if not self._bound_because or self._bound_because in reason else f"; {self._bound_because}"
            return f"each is bound and run by itself: {reason}{again}"
        return f"each is run by itself{', its numbers rewritten' if self.parameters else ''}: {reason}"

    _numbers: Numbers | None = None
    _reruns: Reruns | None = None
    _bound_because: str | None = None
    """Why members do not share a formulation; empty if they do, None if that is not known."""

    def run(self, values: Any = None, starts: Any = None) -> Members:
        """Run members.

        Parameters
        ----------
        values : array, optional
            A row for each member, with the values of the parameters that vary [SI units].
        starts : array, optional
            A row for each member, with the initial values that vary [SI units].

        Returns
        -------
        Members
            Their series, and what became of each.
        """
        values, starts = _rows(values, self.parameters, "parameters"), _rows(starts, self.initial, "initial values")
        counts = [len(rows) for rows, names in ((values, self.parameters), (starts, self.initial)) if names]
        count = counts[0] if counts else 1
        if len(set(counts)) > 1:
            what = f"{len(values)} rows of parameters and {len(starts)} of initial values"
            raise SnodoError(Problem(what, "give one of each for every member"))
        values, starts = (x if x.size else np.zeros((count, 0)) for x in (values, starts))
        found = Members(self.times, {}, ["failed"] * count, [""] * count, {}, np.zeros(count, int))
        began = time.process_time()
        alone = self._as_numbers(found, values, starts)
        for k in sorted(alone):
            self._member(found, k, values[k], starts[k])
        for name in self.outputs:
            found.series.setdefault(name, np.full((count, self.times.size), np.nan))
        found.seconds = time.process_time() - began
        return found

    def ends(self, values: Array, starts: Array | None = None) -> Array | None:
        """Coordinates of members at the end, lengths over the size of the mechanism; None if one has no end.

        Only members that run as numbers have them; a run must have been made before.
        """
        if self._numbers is None or self._numbers.reason:
            return None
        own = np.zeros((len(values), 0)) if starts is None else starts
        return self._numbers.ends(values, [dict(zip(self.initial, row.tolist())) for row in own])

    def _as_numbers(self, found: Members, values: Array, starts: Array) -> Sequence[int]:
        """Run members as numbers; returns those that must be run by themselves."""
        everyone = range(len(values))
        if not len(values):
            return everyone
        if self._numbers is None:
            self._numbers = self._prepared(starts[0])
        if self._numbers.reason:
            return everyone
        found.units |= {name: unit for name, (_, unit) in self._numbers.outputs.items()}
        return self._numbers.run(found, values, [dict(zip(self.initial, row.tolist())) for row in starts])

    def _prepared(self, start: Array) -> Numbers:
        """What runs members as numbers, prepared with the initial values of one."""
        given = {**self.shared, **dict(zip(self.initial, start.tolist()))}
        moving = {name: value for name, value in given.items() if name not in self.mechanism.states}
        initial, shared = initial_values(self.mechanism, moving), moving.keys() & self.shared.keys()
        own = type(self.F)(self.mechanism)
        return Numbers(own, rewriting_of(self.F), self.parameters, initial, shared, self.outputs, self.choices)

    def _member(self, found: Members, k: int, values: Sequence[float], starts: Sequence[float]) -> None:
        """One member, as a run of its own."""
        result, reason = None, ""
        try:
            initial = {**self.shared, **{name: float(x) for name, x in zip(self.initial, starts)}}
            result = run_one(self._bound({n: float(x) for n, x in zip(self.parameters, values)}), initial, self.choices)
        except SnodoError as error:
            reason, result = _in_words(error.problems), getattr(error, "result", None)
        interrupted = result is not None and not reason and result.info["status"] == "interrupted"
        found.status[k] = "failed" if reason else "interrupted" if interrupted else "finished"
        found.reasons[k] = reason
        if result is not None:
            found.evaluations[k] = int(result.info.get("evaluations", 0))
            self._keep(found, k, result)
        if reason:
            self._reruns = None  # a run that failed may leave something behind

    def _bound(self, given: dict[str, float]) -> Any:
        """The formulation of a member: one that all share, with its numbers, or a binding of its own."""
        m = self.mechanism.with_parameters(**given) if given else self.mechanism
        if self._numbers is not None and self._numbers.reason and self._reruns is None:
            self._reruns = Reruns(type(self.F), rewriting_of(self.F), self.parameters)
            self._bound_because = self._reruns.reason
        found = None if self._reruns is None else self._reruns.of(m, given)
        return bind(m, type(self.F)) if found is None else found

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


def _again(mechanism: Mechanism, words: dict[str, Any]) -> Family:
    return Family(mechanism, **words)


def _rows(given: Any, names: Sequence[str], what: str) -> Array:
    """A row for each member."""
    rows = np.zeros((0, len(names))) if given is None else np.asarray(given, float)
    if names and rows.ndim == 1:
        rows = rows.reshape(-1, len(names))
    if names and (rows.ndim != 2 or rows.shape[1] != len(names)):
        raise SnodoError(Problem(f"rows of shape {rows.shape} for {len(names)} {what}", "give one column for each"))
    return np.ascontiguousarray(rows)


def _must_know(mechanism: Mechanism, names: Sequence[str], initial: Sequence[str]) -> None:
    """Refuse names of parameters and initial values that the mechanism does not have."""
    from snodo.mechanism.parameters import unknown

    problems = [
        Problem(f"there is no parameter {name!r}", unknown(name, mechanism.parameters))
        for name in names
        if "/" not in name and name not in mechanism.parameters
    ]
    if problems:
        raise MechanismError(problems)
    for name in initial:
        if name not in mechanism.states:
            mechanism.coordinate(name)


def _in_words(problems: Sequence[Problem]) -> str:
    return "; ".join(f"{p.what} -> {p.remedy}" if p.remedy else p.what for p in problems)
