"""Sampled controllers along a run: at t₀ + k T they read the state, compute, and set the numbers that they hold.

Outputs, outputs on their way and memories are numbers in the state y (`formulations/parts/numbers.py`): a run that is
continued from a state needs nothing else.  All controllers that are due at a time read the state before it.  Rows of
the result at that time have the outputs after it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import Problem, RunError, UnsupportedError
from snodo.integrators.ode.events import Events
from snodo.integrators.ode.outcome import Outcome
from snodo.integrators.ode.prepare import Work
from snodo.integrators.ode.stops import Stops
from snodo.simulation.sample_table import KERNELS, SampleTable
from snodo.simulation.sampled import ROUNDINGS, Sampled

if TYPE_CHECKING:
    from snodo.constraint_methods.bound import Bound
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
        all_times.append(np.where(np.abs(times - end) <= ROUNDINGS * abs(end), end, times))
    merged = np.sort(np.concatenate([*all_times, np.zeros(0)]))
    apart = np.diff(merged, prepend=-np.inf) > ROUNDINGS * np.abs(merged) if len(all_times) > 1 else None
    return merged if apart is None else merged[apart]


class Sampler(Events):
    """All controllers of a run; what else happens in it (`switching/events.py`) is inside."""

    def __init__(self, bound: Bound, begin: float) -> None:
        self.bound, self.F, self.begins = bound, bound.formulation, begin
        self.stops = Stops(np.zeros(0))
        self.inner: Any = bound.events
        self.controllers = [Sampled(self.F, part) for part in self.F.mechanism.controllers.values()]
        self.samples = SampleTable(self.F, self.controllers, begin)

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

    # ---------------------------------------------------------------- the run
    def enter(self, work: Work) -> Any:
        """Compiled steps follow."""
        self.samples.entered = perf_counter()
        return None if self.inner is None else self.inner.enter(work)

    def leave(self, work: Work) -> None:
        """They were taken."""
        if self.inner is not None:
            self.inner.leave(work)

    def begin(self, work: Work) -> Outcome:
        """The outputs are those of the start state; the loop takes the samples that follow."""
        numbers = self.samples.numbers.ctypes.data
        work.plan = work.plan._replace(sampler=KERNELS.sampler.address, samples=numbers)
        if self.inner is None:
            return Outcome.PAUSED
        self.inner.outputs, self.inner.rows = self.outputs, self.rows
        found: Outcome = self.inner.begin(work)
        self.problem = self.inner.problem
        return found

    def act(self, work: Work) -> Outcome:
        """An event, a sample that the loop has not taken, or both: the event first; or what a sample has broken."""
        from snodo.integrators.ode.kernels import state as slots

        t = float(work.clock[slots.T])
        if work.count[slots.SAMPLED]:
            work.count[slots.SAMPLED] = 0
            return self._after_sample(work)
        if self.inner is not None and work.clock[slots.EVENT_AT] == t:
            outcome: Outcome = self.inner.act(work)
            self.problem = self.inner.problem
            if outcome.failed or self.inner.stopped:
                return outcome
        due = [controller for controller in self.controllers if controller.due(t, self.begins)]
        if due:
            try:
                self._must_have_answered()
                self._sample(due, t, work.y)
            except RunError as error:
                self.problem = error.problems[0]
                return Outcome.STOPPED
            self._write_again(work, t)
        return self._continue(work, t)

    def stuck(self, work: Work) -> Outcome:
        """As what switches says."""
        if self.inner is None:
            return super().stuck(work)
        found: Outcome = self.inner.stuck(work)
        self.problem = self.inner.problem
        return found

    def _must_have_answered(self) -> None:
        """Raise what a Python function has raised in the loop."""
        error, self.samples.error = self.samples.error, None
        if error is not None:
            raise error

    def _after_sample(self, work: Work) -> Outcome:
        """What is held by forces may be held no longer."""
        found: Outcome = self.inner.after_sample(work)
        self.problem = self.inner.problem
        return found

    def _write_again(self, work: Work, t: float) -> None:
        """Rows of the result at this time."""
        from snodo.integrators.ode.kernels import state as slots

        k = int(work.count[slots.NEXT_OUTPUT]) - 1
        while k >= 0 and abs(self.outputs[k] - t) <= ROUNDINGS * abs(t):
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
            return self._after_sample(work)
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
