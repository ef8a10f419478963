"""A monitor is asked at declared events, and its answers are obeyed; one that only goes on changes nothing."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from snodo import DOP853, BogackiShampine, DormandPrince, _jit
from snodo.errors import Problem
from snodo.integrators.ode.kernels.monitor import ACCEPTED, BEGIN, END, STAGE
from snodo.integrators.ode.kernels.state import CLOSE_TO, ERROR_SCALE, GO_ON, LOOK, REJECT, H, T
from snodo.integrators.ode.monitor import Go, Monitor
from snodo.integrators.ode.outcome import Outcome
from snodo.integrators.ode.prepare import Work
from snodo.integrators.ode.run import Run, integrate

METHODS = [BogackiShampine(1e-5), DormandPrince(1e-7), DOP853(1e-8)]
LONGEST, BELOW, SCALE, CLOSED, AT, LENGTH = range(4, 10)


@_jit.entry(_jit.RATE)
def pendulum(t, y, ydot, model):
    ydot[0] = y[1]
    ydot[1] = -np.sin(y[0])
    return 0


@_jit.entry(_jit.PROJECT)
def notes_its_tolerance(t, y, model, tolerance):
    model[0] = tolerance
    return 0


@_jit.monitor
def watching(event, k, t, h, model, y, ydot, clock, notes):
    """Counts events; shortens long steps; looks where y[0] is below a limit; notes where and how long steps were."""
    y, ydot, clock, notes = _jit.array_at(y), _jit.array_at(ydot), _jit.array_at(clock), _jit.array_at(notes)
    notes[event] += 1.0
    if event == BEGIN:
        clock[ERROR_SCALE] = notes[SCALE]
        if notes[CLOSED] > 0.0:
            clock[CLOSE_TO] = notes[CLOSED]
    if event == STAGE and h > notes[LONGEST]:
        clock[H] = 0.5 * notes[LONGEST]
        return REJECT
    if event == ACCEPTED:
        notes[AT], notes[LENGTH] = t, h
        if ydot[0] != y[1] or clock[T] != t:
            notes[AT] = np.nan
        if y[0] < notes[BELOW]:
            return LOOK
    return GO_ON


class Watching(Monitor):
    """What the compiled function above is to do, and what is done when it says LOOK."""

    def __init__(self, longest: float = np.inf, below: float = -np.inf, scale: float = 1.0, closed: float = 0.0):
        self.told = [longest, below, scale, closed]
        self.looked: list[float] = []
        self.stop = False
        self.noted = np.zeros(0)

    @property
    def address(self) -> int:
        return int(watching.address)

    def notes(self, work: Work) -> Any:
        self.noted = np.array([0.0, 0.0, 0.0, 0.0, *self.told, 0.0, 0.0])
        return self.noted

    def look(self, work: Work, go: Go) -> Outcome:
        self.looked.append(float(work.clock[T]))
        if not self.stop:
            return Outcome.PAUSED
        self.problem = Problem("the pendulum is low", "lift it")
        return Outcome.STOPPED


def swing(integrator: Any, monitor: Monitor | None = None, times: Any = (10.0,), **options: Any) -> Run:
    return integrate(pendulum, None, np.zeros(2), [1.0, 0.5], 0.0, times, integrator, monitor=monitor, **options)


@pytest.mark.parametrize("integrator", METHODS)
def test_every_event_comes(integrator: Any) -> None:
    monitor = Watching()
    run = swing(integrator, monitor)
    steps, tried = run.statistics["steps"], run.statistics["steps"] + run.statistics["rejected"]
    assert monitor.noted[BEGIN] == tried
    assert monitor.noted[STAGE] == tried * (integrator.table().stages - 1)
    assert monitor.noted[END] == monitor.noted[ACCEPTED] == steps
    assert monitor.noted[AT] == run.t == 10.0


@pytest.mark.parametrize("integrator", METHODS)
def test_one_that_goes_on_changes_no_bit(integrator: Any) -> None:
    times = np.linspace(0.0, 10.0, 37)
    assert np.array_equal(swing(integrator, None, times).states, swing(integrator, Watching(), times).states)


@pytest.mark.parametrize("integrator", METHODS)
def test_a_rejected_step_is_tried_again_as_long_as_it_says(integrator: Any) -> None:
    limit = 0.02
    run = swing(integrator, Watching(longest=limit), history=10_000)
    assert run.status == "finished"
    assert run.history[:, 1].max() <= limit
    assert run.statistics["rejected"] >= 0.4 * run.statistics["steps"]
    assert np.isclose(run.history[:, 1], 0.5 * limit).any()


@pytest.mark.parametrize("integrator", METHODS)
def test_python_looks_after_the_step_that_asks_for_it(integrator: Any) -> None:
    monitor = Watching(below=0.0)
    plain, run = swing(integrator, history=10_000), swing(integrator, monitor)
    ends = plain.history.sum(axis=1)
    assert np.isin(monitor.looked, ends).all()
    assert 0 < len(monitor.looked) < len(ends)
    assert np.array_equal(plain.states, run.states)


def test_there_is_nothing_to_look_at_behind_the_end() -> None:
    monitor = Watching(below=np.inf)
    run = swing(DOP853(), monitor)
    assert len(monitor.looked) == run.statistics["steps"] - 1
    assert run.outcome == Outcome.FINISHED


def test_a_run_is_stopped_in_its_words() -> None:
    monitor = Watching(below=0.0)
    monitor.stop = True
    run = swing(DOP853(), monitor)
    assert run.status == "failed"
    assert run.outcome == Outcome.STOPPED
    assert run.problem is not None
    assert run.problem.what == f"at t = {run.t:.9g} s the pendulum is low"
    assert run.problem.remedy == "lift it"
    assert monitor.looked == [run.t]


@pytest.mark.parametrize("integrator", METHODS)
def test_errors_are_measured_in_its_unit(integrator: Any) -> None:
    """A thousandth of the error is a thousand times the tolerance: the same steps, as far as they are not the first."""
    loose = type(integrator)(1000 * integrator.rtol, first_step=0.01)
    strict = type(integrator)(integrator.rtol, first_step=0.01)
    scaled = swing(strict, Watching(scale=1e-3)).statistics["steps"]
    assert scaled == pytest.approx(swing(loose).statistics["steps"], abs=1)
    assert scaled < 0.8 * swing(strict).statistics["steps"]


def test_projections_are_as_tight_as_it_says() -> None:
    tolerances = []
    for monitor in (None, Watching(), Watching(closed=1e-13)):
        model = np.zeros(2)
        integrate(
            pendulum,
            notes_its_tolerance,
            model,
            [1.0, 0.5],
            0.0,
            [1.0],
            DOP853(),
            projection_tolerance=1e-9,
            monitor=monitor,
        )
        tolerances.append(model[0])
    assert tolerances == [1e-9, 1e-9, 1e-13]
