"""Steps of mechanisms in which something switches: the loop of `sn.simulate`, whose state is kept between two steps.

A step goes from event to event, as a run does.  Where an input has changed, what holds and what slides is found anew.
That is done in Python, and takes up to a millisecond or two where something begins or ceases to hold.  Events inside a
step are handled by compiled code where they can be (`switching/kernels/happening.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from snodo.compiled import direct
from snodo.constraint_methods.projection import Projection
from snodo.errors import Problem, RunError, UnsupportedError
from snodo.formulations.base import Formulation
from snodo.integrators.base import Integrator
from snodo.integrators.explicit.rk4 import RK4
from snodo.integrators.ode.outcome import Outcome
from snodo.integrators.ode.prepare import checked_tolerances, work_for
from snodo.integrators.ode.run import LOOP, report
from snodo.simulation.one_run import failure_of, tolerances
from snodo.simulation.stepping.compiled_steps import AHEAD, MOST_STEPS, CompiledSteps, depends_on_time
from snodo.simulation.stepping.held_inputs import HeldInput, input_places
from snodo.simulation.stepping.outputs import Outputs
from snodo.simulation.time_breaks import time_breaks
from snodo.switching.events import Modes
from snodo.switching.switching import Switching

Array = np.ndarray
SHUT, SLOW = 1e-9, 1e-9
"""Gaps and speeds below this, relative to their natural size and to the largest speed so far, may begin to hold."""
BUDGET = 1 << 40
"""Evaluations in one call of the loop: no limit."""


class EventSteps:
    """A run with events that is continued step by step."""

    copies = 1
    substeps = 0

    def __init__(
        self, F: Formulation, switching: Switching, held: Sequence[HeldInput], outputs: Outputs, integrator: Integrator
    ) -> None:
        _refuse_set_inputs(switching, held)
        q, v = F.reference()
        self._reading = CompiledSteps(Projection().bind(F, q, v), [], outputs, RK4(step=1.0), 1, 1)
        self.F = switching.bind(F.name)
        if self.F.coordinate_names != F.coordinate_names:
            what = f"what switches in mechanism {F.mechanism.name!r} has coordinates of its own in {F.name}"
            raise UnsupportedError(Problem(what, "use another formulation"))
        self._places, self._integrator = input_places(self.F, self.F.flat, held), integrator
        self._timed = depends_on_time(self.F)
        self.u, self.out = np.zeros(len(held)), self._reading.out
        self._acting = np.full(len(held), np.nan)

    # ---------------------------------------------------------------- the start
    def begin(self, c: int, q: Array, v: Array, t: float, numbers: Array | None = None) -> None:
        """Start in this state; the modes are found with the first step, when the inputs are known (no states here)."""
        F = self.F
        F.forget_failures()
        F.forget_factors()
        self._switching = Switching(F.mechanism)
        self._switching.found_in(F)
        self.bound = bound = Projection().bind(F, q, v, t)
        bound.extra_works = (*bound.extra_works, "impacts")
        bound.events = Modes(bound, self._switching)
        y = bound.state(q, v)
        limits = checked_tolerances(
            self._integrator, bound.controlled, y.size, *bound.integrated_tolerances(*tolerances(F, self._integrator))
        )
        closed = float(bound.method.tolerance)
        self._work = work_for(self._integrator, y, (t, t + 1.0), limits, True, closed, MOST_STEPS, 1, None, F.memory)
        self._acting[:] = np.nan
        self._base, self._begun, self._until, self._stopped = np.array([t, 0.0, 0.0]), False, 0.0, ""

    @property
    def time(self) -> Array:
        """Time [s]."""
        return self._work.clock[:1]

    @property
    def y(self) -> Array:
        """The state, in one row."""
        return self._work.y[None]

    def happened(self) -> list[dict[str, Any]]:
        """The table of events."""
        found: list[dict[str, Any]] = self.bound.events.table()
        return found

    # ---------------------------------------------------------------- steps
    def advance(self, dt: float) -> None:
        """A step of length dt [s]; raises RunError if it cannot be made."""
        from snodo.integrators.ode.kernels import state as slots

        self._must_go_on()
        work, events = self._work, self.bound.events
        t1 = self._end_of(dt)
        work.plan = work.plan._replace(t_end=t1)
        self._look_ahead(t1)
        work.count[[slots.STEPS, slots.REJECTED]] = 0
        outcome = Outcome.PAUSED
        if not self._begun or not np.array_equal(self.u, self._acting):
            outcome = self._with_new_inputs(dt)
        go = self._loop()
        while outcome == Outcome.PAUSED:
            outcome = go()
            if outcome == Outcome.EVENT:
                outcome = events.act(work)
        events.compiled.read()
        del events.transition.modes[:-1]  # of earlier times, for results
        if outcome.failed:
            raise self._error(outcome)
        if work.clock[slots.T] < t1 or events.stopped:
            self._stopped = next((x.name for x in reversed(events.log.happened) if x.what == "stop"), "an event")
        self.read()

    def _must_go_on(self) -> None:
        if self._stopped:
            what = f"event {self._stopped!r} has stopped the simulation at t = {self.time[0]:.9g} s"
            raise RunError(Problem(what, "start again with sim.reset()"))

    def _end_of(self, dt: float) -> float:
        """The time at the end of a step, without the rounding errors of a sum."""
        t, base = float(self.time[0]), self._base
        if dt != base[1] or t != base[0] + base[2] * dt:
            base[:] = t, dt, 0.0
        base[2] += 1.0
        return float(base[0] + base[2] * dt)

    def _with_new_inputs(self, dt: float) -> Outcome:
        """Inputs into the model: what holds and what slides is found anew."""
        from snodo.integrators.ode.kernels import state as slots

        F, work, events = self.F, self._work, self.bound.events
        if not np.isfinite(self.u).all():
            what = f"at t = {self.time[0]:.9g} s an input is not a finite number: {self.u}"
            raise RunError(Problem(what, "check what computes the inputs"))
        F.model[self._places] = self.u
        self._acting[:] = self.u
        status = int(self.bound.rate(float(self.time[0]), work.y, work.W[0], F.model))
        if status:
            work.count[slots.STATUS] = status
            return Outcome.RATE_FAILED
        if self._begun:
            outcome = Outcome(events._continue(work))
            if not self._modes_hold():
                events.transition.make(work, float(self.time[0]), [], [])
                outcome = Outcome(events._continue(work))
            return outcome
        self._begun, work.clock[slots.H] = True, dt
        first, count = work.plan.memory, work.memory.size
        work.memory[:] = F.model[first : first + count]
        outcome = Outcome(events.begin(work))
        events.compiled.connect(work)  # steps from outside evaluate all rows
        return outcome

    def _modes_hold(self) -> bool:
        """Whether everything that holds still does, and nothing is about to begin to hold."""
        F, events, head = self.F, self.bound.events, self.F.flat.header
        phi, speeds = (F.model[at : at + head.rows] for at in (head.phi_at, head.phi_dot_at))
        slow = SLOW * max(events.transition.fastest, 1e-300) * F.row_scale
        if any(g.record.active and g.record.by_force and g.record.there < 0.0 for g in events.guards):
            return False
        for stop in self._switching.stops:
            x, least = (speeds, slow) if stop.one_way else (phi, SHUT * F.row_scale)
            if not stop.on and x[stop.at[0]] <= least[stop.at[0]]:
                return False
        return all(
            dry.on or not dry.engaged or abs(dry.speed(speeds)) > slow[dry.at[0]] for dry in self._switching.frictions
        )

    def _loop(self) -> Any:
        from snodo._jit import ready

        rate, correct, work = ready(self.bound.rate), ready(self.bound.correct), self._work
        n, none, advance = work.y.size, np.zeros(0), direct(LOOP.advance)
        found = none, np.zeros((0, n)), np.zeros((0, 2))

        def go() -> Outcome:
            state = (work.plan, work.table, work.tolerances, work.clock, work.count, work.W, work.notes, work.guards)
            made = advance(rate, correct, self.F.model, *state, *found, work.stops, work.memory, BUDGET)
            return Outcome(made)

        return go

    def _look_ahead(self, until: float) -> None:
        """Breaks of functions of time."""
        from snodo.integrators.ode.kernels import state as slots

        if self._timed and until > self._until:
            self._until = max(AHEAD, 2.0 * until)
            F, y = self.F, self._work.y
            stops = time_breaks(F, y[: F.nq], y[F.nq : F.nq + F.nv], self._until).stops()
            self._work.stops = np.zeros((0, 3)) if stops is None else stops.table(0.0, self._until)
            self._work.count[slots.STOP] = 0

    def read(self) -> None:
        """Outputs in the present state."""
        reading, n = self._reading, self.F.nq + self.F.nv
        reading.y[0, :n], reading.clock[0, 0] = self._work.y[:n], self.time[0]
        reading.read()

    def _error(self, outcome: Outcome) -> RunError:
        work, none = self._work, np.zeros(0)
        run = report(outcome, work, none, np.zeros((0, work.y.size)), none, 0.0, self.bound.events.problem)
        found = failure_of(self.bound, run)
        assert found is not None
        return RunError(found)

    # ---------------------------------------------------------------- states that are kept
    def _arrays(self) -> dict[str, Array]:
        work, memory = self._work, self.F.memory
        found = {word: getattr(work, word) for word in ("clock", "count", "W", "memory", "guards")}
        found |= {"base": self._base, "u": self.u, "acting": self._acting, "out": self.out}
        found["sizes"] = self.F.model[memory[0] : memory[0] + memory[1]] if memory[1] else np.zeros(0)
        loads = self.F.load_numbers
        return found | ({} if loads is None else {"loads": loads.numbers})

    def kept(self) -> tuple[dict[str, Array], dict[str, Any]]:
        """Everything that the next steps depend on: copies of arrays, and more."""
        events, t = self.bound.events, float(self.time[0])
        transition, log = events.transition, events.log
        more: dict[str, Any] = {"fastest": transition.fastest, "stopped": transition.stopped}
        more |= {"last": log.last, "at_once": log.at_once, "happened": list(log.happened)}
        more |= {"begun": self._begun, "until": self._until, "by": self._stopped}
        more["mode"] = transition.writer.written(t) if self._begun else None
        more["places"] = [
            {
                word: getattr(place, word)
                for word in ("on", "direction", "engaged", "still", "aim")
                if hasattr(place, word)
            }
            for place in self._switching.places
        ]
        more["stops"], more["plan"] = self._work.stops, self._work.plan
        return {word: array.copy() for word, array in self._arrays().items()}, more

    def put_back(self, numbers: dict[str, Array], more: dict[str, Any]) -> None:
        """As it was then."""
        events, work, F = self.bound.events, self._work, self.F
        if not more["begun"]:
            y = numbers["W"][work.plan.y]
            self.begin(0, y[: F.nq], y[F.nq : F.nq + F.nv], float(numbers["clock"][0]))
            events, work = self.bound.events, self._work
        elif not self._begun:
            events.guards.make(work)
        transition, log = events.transition, events.log
        transition.fastest, transition.stopped, transition.problem = more["fastest"], more["stopped"], None
        log.last, log.at_once, log.happened[:], events.problem = more["last"], more["at_once"], more["happened"], None
        self._begun, self._until, self._stopped = more["begun"], more["until"], more["by"]
        for place, words in zip(self._switching.places, more["places"]):
            for word, value in words.items():
                setattr(place, word, value)
        work.stops, work.plan = more["stops"], more["plan"]
        for word, array in self._arrays().items():
            array[...] = numbers[word]
        if more["mode"] is not None:
            transition.modes[:] = [more["mode"]]
            transition.writer.write(more["mode"])
            F.model[self._places] = self._acting
            events.compiled.connect(work)
            events.compiled.write()


def _refuse_set_inputs(switching: Switching, held: Sequence[HeldInput]) -> None:
    """An input is set from outside only."""
    parts = {one.part: one.name for one in held}
    for event in getattr(switching.mechanism, "events", {}).values():
        for action in event.actions:
            if action.kind == "set" and action.target in parts:
                what = f"{event.title} sets {action.target}, which is the input {parts[action.target]!r}"
                raise UnsupportedError(Problem(what, "set it from outside, or name another input", event.where))
