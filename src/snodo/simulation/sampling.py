"""Sampled controllers along a run: at t₀ + k T they read the state, compute, and set the numbers that they hold.

Outputs, outputs on their way and memories are numbers in the state y (`formulations/parts/numbers.py`): a run that is
continued from a state needs nothing else.  All controllers that are due at a time read the state before it.  Rows of
the result at that time have the outputs after it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from snodo.errors import Problem, RunError, UnsupportedError
from snodo.formulations.parts.numbers import waiting
from snodo.integrators.ode.events import Events
from snodo.integrators.ode.outcome import Outcome
from snodo.integrators.ode.prepare import Work
from snodo.integrators.ode.stops import Stops

if TYPE_CHECKING:
    from snodo.constraint_methods.bound import Bound
    from snodo.formulations.base import Formulation
    from snodo.mechanism.controllers import Controller
    from snodo.mechanism.mechanism import Mechanism

Array = np.ndarray
MOST = 10_000_000
"""Samples of a run."""


def sample_times(m: Mechanism, begin: float, end: float) -> Array:
    """Times of all samples after the beginning [s]; those closer to one another than rounding count once."""
    all_times = []
    for controller in m.controllers.values():
        count = int(np.floor((end - begin) / controller.every * (1.0 + 1e-12) + 1e-9))
        if count > MOST:
            what = f"{controller.title} has {count} samples in {end - begin:g} s"
            raise UnsupportedError(Problem(what, f"at most {MOST} are possible: give a longer every", controller.where))
        times = begin + controller.every * np.arange(1, count + 1)
        all_times.append(np.where(np.abs(times - end) <= _margin(end), end, times))
    merged = np.sort(np.concatenate([*all_times, np.zeros(0)]))
    apart = np.diff(merged, prepend=-np.inf) > np.array([_margin(t) for t in merged]) if len(all_times) > 1 else None
    return merged if apart is None else merged[apart]


def _margin(t: float) -> float:
    return Stops(np.zeros(0), (), abs(t)).margin(t)


class Sampled:
    """One controller of a bound formulation."""

    def __init__(self, F: Formulation, controller: Controller) -> None:
        self.F, self.part = F, controller
        place = {name: k for k, name in enumerate(F.number_names)}
        self.outputs = [place[name] for name in controller.outputs]
        self.waiting = [
            [place[waiting(controller, name, k)] for name in controller.outputs] for k in range(controller.delay)
        ]
        self.memory = {name: place[f"{controller.name}.{name}"] for name in controller.remembered}
        stem = controller.name
        self._gives = [f"{stem}.gives.{name}" for name in controller.outputs]
        self._then = {name: f"{stem}.then.{name}" for name in controller.then or {}}
        self._reads = [f"{stem}.reads.{k}" for k in range(len(controller.reads))]

    def due(self, t: float, begin: float) -> bool:
        """Whether a sample is at t [s]."""
        every = self.part.every
        return abs(begin + every * round((t - begin) / every) - t) <= _margin(t)

    def changes(self, t: float, y: Array, twice: bool) -> dict[int, float]:
        """New values of its numbers, by their places; twice: call a Python function twice with the same arguments."""
        x = self.F.numbers_in(y)
        gives, memory = self._computed(t, y, x, twice)
        found = {self.memory[name]: value for name, value in memory.items()}
        stages = [self.outputs, *self.waiting]
        for here, comes in pairwise(stages):
            found |= dict(zip(here, x[comes].tolist()))
        return found | dict(zip(stages[-1], gives))

    def _computed(self, t: float, y: Array, x: Array, twice: bool) -> tuple[Sequence[float], dict[str, float]]:
        if self.part.function is None:
            keys = [*self._gives, *self._then.values()]
            values = self.F.readings(t, y, keys).tolist()
            gives, memory = values[: len(self._gives)], dict(zip(self._then, values[len(self._gives) :]))
        else:
            given = self.F.readings(t, y, self._reads) if self._reads else np.zeros(0)
            before = {name: float(x[k]) for name, k in self.memory.items()}
            gives, memory = self._called(t, given, before)
            if twice:
                self._must_repeat((gives, memory), self._called(t, given, before))
        named = {**dict(zip(self.part.outputs, gives)), **memory}
        for name, value in named.items():
            if not np.isfinite(value):
                self._refuse(f"its {name} is {value}", "check its formulas or its function, and what it reads")
        return gives, memory

    # ---------------------------------------------------------------- a Python function
    def _called(self, t: float, given: Array, memory: Mapping[str, float]) -> tuple[list[float], dict[str, float]]:
        function: Callable[..., Any] = self.part.function  # type: ignore[assignment]
        try:
            answer = function(t, given.copy(), dict(memory))
        except Exception as error:
            self._refuse(f"its function raised {type(error).__name__}: {error}", _line_of(error), error)
        pair = isinstance(answer, tuple) and len(answer) == 2 and isinstance(answer[1], Mapping)
        if memory and not pair:
            self._refuse(f"its function returned {answer!r}", "return (outputs, memory), the memory as a dictionary")
        outputs, after = answer if pair else (answer, {})
        return self._outputs(outputs), self._memory(after)

    def _outputs(self, given: Any) -> list[float]:
        names = self.part.outputs
        if isinstance(given, Mapping):
            if set(given) != set(names):
                listed = ", ".join(map(str, given))
                self._refuse(f"its function returned the outputs {listed}", f"return {', '.join(names)}")
            given = [given[name] for name in names]
        try:
            values = np.atleast_1d(np.asarray(given, float))
        except (TypeError, ValueError):
            values = np.zeros((0, 0))
        if values.shape != (len(names),):
            what = f"its function returned {given!r} for its outputs {', '.join(names)}"
            self._refuse(what, f"return {len(names)} number{'s' * (len(names) > 1)}, in this order")
        return [float(x) for x in values]

    def _memory(self, given: Mapping[str, Any]) -> dict[str, float]:
        if set(given) != set(self.memory):
            listed = ", ".join(map(str, given)) or "nothing"
            self._refuse(f"its function returned the memory {listed}", f"return {', '.join(self.memory) or '{}'}")
        try:
            return {name: float(value) for name, value in given.items()}
        except (TypeError, ValueError):
            self._refuse(f"its function returned the memory {dict(given)!r}", "return one number for each name")

    def _must_repeat(self, first: Any, second: Any) -> None:
        if repr(first) != repr(second):
            k = int(repr(first[0]) == repr(second[0]))
            verb = ("answered", "left the memory")[k]
            what = f"called twice with the same arguments, its function {verb} {first[k]}, then {second[k]}"
            self._refuse(what, "keep what it remembers in memory={…}, which is given to it and returned by it")

    def _refuse(self, what: str, remedy: str, cause: Exception | None = None) -> NoReturn:
        raise RunError(Problem(f"{self.part.title}: {what}", remedy, self.part.where)) from cause


def _line_of(error: Exception) -> str:
    """Where the user's function raised."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = "" if trace is None else f" at {trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}"
    return f"correct it{where}"


class Sampler(Events):
    """All controllers of a run; what else happens in it (`switching/events.py`) is inside."""

    def __init__(self, bound: Bound, begin: float) -> None:
        self.bound, self.F, self.begins = bound, bound.formulation, begin
        self.stops = Stops(np.zeros(0))
        self.inner: Any = bound.events
        self.controllers = [Sampled(self.F, part) for part in self.F.mechanism.controllers.values()]
        self.samples = 0

    def with_samples(self, stops: Stops | None, end: float) -> Stops:
        """The known times at which steps end, and those of the samples."""
        found = Stops(np.zeros(0), (), end) if stops is None else stops
        self.stops = replace(found, samples=sample_times(self.F.mechanism, self.begins, end))
        return self.stops

    def first(self, y: Array) -> None:
        """The samples at the start; Python functions are called twice there."""
        self._sample(self.controllers, self.begins, y, True)

    def _sample(self, due: Sequence[Sampled], t: float, y: Array, twice: bool = False) -> None:
        changes = [controller.changes(t, y, twice) for controller in due]
        numbers = self.F.numbers_in(y)
        for change in changes:
            for k, value in change.items():
                numbers[k] = value
        self.samples += 1

    # ---------------------------------------------------------------- the run
    def enter(self, work: Work) -> None:
        """Compiled steps follow."""
        if self.inner is not None:
            self.inner.enter(work)

    def leave(self, work: Work) -> None:
        """They were taken."""
        if self.inner is not None:
            self.inner.leave(work)

    def begin(self, work: Work) -> Outcome:
        """The outputs are those of the start state."""
        if self.inner is None:
            return Outcome.PAUSED
        self.inner.outputs, self.inner.rows = self.outputs, self.rows
        found: Outcome = self.inner.begin(work)
        self.problem = self.inner.problem
        return found

    def act(self, work: Work) -> Outcome:
        """An event, a sample, or both: the event first."""
        from snodo.integrators.ode.kernels import state as slots

        t = float(work.clock[slots.T])
        if self.inner is not None and work.clock[slots.EVENT_AT] == t:
            outcome: Outcome = self.inner.act(work)
            self.problem = self.inner.problem
            if outcome.failed or self.inner.stopped:
                return outcome
        due = [controller for controller in self.controllers if controller.due(t, self.begins)]
        if due:
            try:
                self._sample(due, t, work.y)
            except RunError as error:
                self.problem = error.problems[0]
                return Outcome.STOPPED
            self._write_again(work, t)
        return self._continue(work, t)

    def _write_again(self, work: Work, t: float) -> None:
        """Rows of the result at this time."""
        from snodo.integrators.ode.kernels import state as slots

        k = int(work.count[slots.NEXT_OUTPUT]) - 1
        while k >= 0 and abs(self.outputs[k] - t) <= _margin(t):
            self.F.numbers_in(self.rows[k])[:] = self.F.numbers_in(work.y)
            k -= 1

    def _continue(self, work: Work, t: float) -> Outcome:
        """The rate after the sample, and the guards."""
        from snodo.integrators.ode.kernels import state as slots

        after = self.stops.right_of(t)
        if after != t and self.bound.correct is not None:
            self.bound.correct(after, work.y, self.bound.model, float(work.clock[slots.CLOSE_TO]))
        status = int(self.bound.rate(after, work.y, work.W[0], self.bound.model))
        work.count[slots.EVALUATIONS] += 1
        if status != 0:
            work.count[slots.STATUS] = status
            return Outcome.RATE_FAILED
        if self.inner is not None:
            found: Outcome = self.inner.after_sample(work)
            self.problem = self.inner.problem
            return found
        return Outcome.PAUSED if t < work.plan.t_end else Outcome.FINISHED

    # ---------------------------------------------------------------- the result
    def recovered(self, recover: Any, times: Array, states: Array) -> dict[str, Array]:
        """Accelerations, multipliers and all else in the states of a run; held numbers are in the states."""
        if self.inner is not None:
            found: dict[str, Array] = self.inner.recovered(recover, times, states)
            return found
        return dict(recover(times, states))

    def table(self) -> list[dict[str, Any]]:
        """The events, without the samples."""
        return [] if self.inner is None else list(self.inner.table())

    def notes(self) -> list[str]:
        """What a reader should know of the events."""
        return [] if self.inner is None else list(self.inner.notes())

    def changes(self) -> list[dict[str, Any]]:
        """What events changed, for a run that goes on from a state of this one."""
        return [] if self.inner is None else list(self.inner.changes())
