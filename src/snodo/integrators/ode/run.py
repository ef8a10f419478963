"""Run the compiled loop in pieces of about 0.15 s, and report how the run ended.

Between two pieces Python shows the progress and handles Ctrl-C.  The pieces do not change the result by a single bit.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from snodo.compiled import Compiled, Family, direct
from snodo.errors import Problem
from snodo.integrators.base import Integrator
from snodo.integrators.ode.events import Events
from snodo.integrators.ode.keeper import Keeper
from snodo.integrators.ode.monitor import Monitor
from snodo.integrators.ode.outcome import Outcome, problem_of
from snodo.integrators.ode.prepare import Work, checked_start, checked_tolerances, work_for
from snodo.integrators.ode.start import start
from snodo.integrators.ode.stops import Stops
from snodo.interrupts import waiting_interrupts
from snodo.progress import Progress

Array = NDArray[np.float64]

PIECE_SECONDS = 0.15
LARGEST_FIRST_BUDGET = 100_000
FIRST_AGAIN = 100
"""Evaluations of the first piece of a run that is continued."""
HISTORY = 100_000
"""Accepted steps that a run records, the first ones."""
LOOP = Compiled(
    "snodo.integrators.ode.kernels",
    Family("the loop over the steps", "advance.advance advance.no_projection"),
)


class Watch(Protocol):
    """Looks at a run from time to time: after numbers of evaluations, so that it does so alike on every machine."""

    def due(self, work: Work) -> int:
        """How many evaluations may be made before the next look: at least one after a look."""

    def look(self, work: Work) -> bool:
        """Whether the run is to end here.  KeyboardInterrupt: nothing has changed, and it must look again."""


@dataclass(frozen=True, eq=False)
class Run:
    """The outcome of an integration.

    times, states     the outputs reached: (k,) in s and (k, n)
    status            "finished", "interrupted" or "failed"
    outcome           the same in detail; problem: the failure in words, or None
    rate_status       status of the equations (or the projection) when they failed; else 0
    t, y              time and state after the last good step
    statistics        evaluations, steps, rejected, projection_iterations, smallest_step and largest_step (s, without a
                      shortened last one), seconds, cpu_seconds (process time)
    history           (k, 2): start and length of the accepted steps [s], as many as were requested
    """

    times: Array
    states: Array
    status: str
    outcome: Outcome
    problem: Problem | None
    rate_status: int
    t: float
    y: Array
    statistics: dict[str, float]
    history: Array


def integrate(
    rate: Any,
    project: Any | None,
    model: Array,
    y0: ArrayLike,
    t0: float,
    times: ArrayLike,
    integrator: Integrator,
    n_controlled: int | None = None,
    atol: ArrayLike | None = None,
    rtol: ArrayLike | None = None,
    projection: bool = True,
    projection_tolerance: float | None = None,
    progress: Progress | None = None,
    max_steps: int | None = None,
    history: int = 0,
    lanes: int = 1,
    monitor: Monitor | None = None,
    stops: Stops | None = None,
    memory: tuple[int, int] = (-1, 0),
    keeper: Keeper | None = None,
    watch: Watch | None = None,
    events: Events | None = None,
) -> Run:
    """Integrate ẏ = f(t, y) from (t0, y0) and return the states at `times` [s] (increasing, the last one is the end).

    rate, project          compiled for `_jit.RATE` and `_jit.PROJECT`; project None: nothing to correct
    model                  the flat array both read (and may use as scratch)
    n_controlled           number of leading components under error control (default all); the rest are quadratures
    atol, rtol             one number, or one for each controlled component (default: the integrator's; atol: its rtol)
    projection             whether to project after every step and at every output
    projection_tolerance   passed on to project (default a hundredth of the smallest rtol)
    progress               called with the time reached (s), a few times a second
    max_steps              limit on accepted plus rejected steps (default 10 million; none for a fixed step)
    history                how many accepted steps to record
    lanes                  problems side by side, interleaved in y: one step for all, determined by the worst
    monitor                is called at every step, such as the one that passes singular positions
    stops                  known times at which steps end
    memory                 where the model stores earlier states, and how many numbers it uses for that
    keeper                 keeps the run on disk, and continues one that was kept
    watch                  looks at the run when it has used a number of evaluations, and may end it there
    events                 guards whose zeros are located, and what happens there
    """
    from snodo._jit import ready
    from snodo.integrators.ode.kernels.state import EVALUATIONS

    advance = direct(LOOP.advance)

    y, outputs = checked_start(y0, t0, times)
    tolerances = checked_tolerances(integrator, y.size if n_controlled is None else n_controlled, y.size, atol, rtol)
    projecting = projection and project is not None
    closed = 0.01 * float(tolerances[1].min()) if projection_tolerance is None else projection_tolerance
    work = work_for(
        integrator,
        y,
        (t0, outputs[-1]),
        tolerances,
        projecting,
        closed,
        max_steps,
        lanes,
        None if stops is None else stops.table(t0, float(outputs[-1])),
        memory,
    )
    rows = np.empty((outputs.size, y.size)) if keeper is None else keeper.space(outputs.size, y.size)
    steps = np.empty((history, 2))
    equations, correct = ready(rate), ready(project if projecting else LOOP.no_projection)
    entries: dict[Any, tuple[Any, Any]] = {None: (equations, correct)}

    began, cpu = time.perf_counter(), time.process_time()
    if monitor is not None:
        monitor.start(work)
    continued = keeper is not None and keeper.put_back(work, steps)
    outcome = Outcome.PAUSED

    def go(budget: int) -> Outcome:
        state = (work.plan, work.table, work.tolerances, work.clock, work.count, work.W, work.notes, work.guards)
        found = (outputs, rows, steps, work.stops, work.memory)
        if events is None:
            return Outcome(advance(equations, correct, model, *state, *found, budget))
        own = events.enter(work)
        if own not in entries:
            entries[own] = ready(own.rate), ready(own.project) if projecting else correct
        try:
            return Outcome(advance(*entries[own], model, *state, *found, budget))
        finally:
            events.leave(work)

    with waiting_interrupts() as pressed:
        if not continued:
            outcome = start(rate, model, integrator, work, outputs, rows, t0 if stops is None else stops.right_of(t0))
            work.memory[:] = model[memory[0] : memory[0] + memory[1]]
            if events is not None and outcome == Outcome.PAUSED:
                events.outputs, events.rows = outputs, rows
                outcome = events.begin(work)
                if outputs[0] <= t0:
                    rows[0] = work.y  # the start is shown as it goes on
            if monitor is not None and outcome == Outcome.PAUSED:
                outcome = monitor.begin(work, go)
        if outcome == Outcome.PAUSED:
            used = int(work.count[EVALUATIONS])
            first = FIRST_AGAIN if continued else affordable(used, time.perf_counter() - began)
            piece = _with_looks(go, work, monitor, watch, events)
            outcome = in_pieces(piece, work, first, between_pieces(progress, keeper, work, steps), pressed)
    if keeper is not None:
        keeper.end(outcome, work, steps)
    by_monitor = next((x.problem for x in (events, monitor) if x is not None and x.problem is not None), None)
    if events is not None and outcome == Outcome.FINISHED:
        outputs, rows = with_end(work, outputs, rows)
    run = report(outcome, work, outputs, rows, steps, time.perf_counter() - began, by_monitor)
    run.statistics["cpu_seconds"] = time.process_time() - cpu
    return run if keeper is None else keeper.completed(run)


def _with_looks(
    go: Callable[[int], Outcome], work: Work, monitor: Monitor | None, watch: Watch | None, events: Events | None
) -> Callable[[int], Outcome]:
    """Pieces of a run at which a monitor and a watch look, when they are due, and at whose ends something happens."""

    def looked() -> bool:
        return watch is not None and watch.due(work) <= 0 and watch.look(work)

    def piece(budget: int) -> Outcome:
        if looked():  # a look was interrupted
            return Outcome.LOOK
        outcome = go(budget if watch is None else min(budget, watch.due(work)))
        if monitor is not None and outcome == Outcome.LOOK:
            outcome = monitor.look(work, go)
        if events is not None and outcome == Outcome.EVENT:
            outcome = events.act(work)
            if monitor is not None and outcome == Outcome.PAUSED:
                monitor.begin_anew(work)
        if events is not None and outcome == Outcome.STEP_TOO_SMALL:
            outcome = events.stuck(work)
        return Outcome.LOOK if outcome == Outcome.PAUSED and looked() else outcome

    return piece


def between_pieces(progress: Progress | None, keeper: Keeper | None, work: Work, steps: Array) -> Progress:
    """What is done between two pieces: show the progress, and keep the run on disk."""

    def between(t: float) -> None:
        if progress is not None:
            progress(t)
        if keeper is not None:
            keeper.pause(work, steps)

    return between


def in_pieces(
    piece: Callable[[int], Outcome], work: Work, budget: int, between: Progress, pressed: Sequence[int]
) -> Outcome:
    """Call `piece(budget)` until the run ends, and `between(t)` after each; Ctrl-C ends it as PAUSED after a piece.

    pressed: not empty once Ctrl-C was pressed (`snodo.interrupts`).
    """
    from snodo.integrators.ode.kernels.state import EVALUATIONS, T

    budget = min(budget, LARGEST_FIRST_BUDGET)
    with suppress(KeyboardInterrupt):
        while not pressed:
            before, began = int(work.count[EVALUATIONS]), time.perf_counter()
            outcome = piece(budget)
            if outcome.failed or (outcome != Outcome.PAUSED and not pressed):
                return outcome
            used = int(work.count[EVALUATIONS]) - before
            budget = min(affordable(used, time.perf_counter() - began), 16 * budget)
            between(float(work.clock[T]))
    return Outcome.PAUSED


def affordable(evaluations: int, seconds: float) -> int:
    """How many evaluations fill a piece, if this many took these seconds."""
    return max(1, int(PIECE_SECONDS * evaluations / max(seconds, 1e-6)))


def with_end(work: Work, outputs: Array, rows: Array) -> tuple[Array, Array]:
    """The outputs of a run that an event has ended, with its end as the last one."""
    from snodo.integrators.ode.kernels import state as slots

    n, t = int(work.count[slots.NEXT_OUTPUT]), float(work.clock[slots.T])
    if t >= work.plan.t_end or (n and outputs[n - 1] >= t):
        return outputs, rows
    work.count[slots.NEXT_OUTPUT] += 1
    return np.append(outputs[:n], t), np.vstack([rows[:n], work.y])


def report(
    outcome: Outcome, work: Work, outputs: Array, rows: Array, steps: Array, seconds: float, by_monitor: Problem | None
) -> Run:
    """The outcome of a run, from the state of its loop."""
    from snodo.integrators.ode.kernels import state as slots

    clock, count = work.clock, work.count
    reached, taken, t = int(count[slots.NEXT_OUTPUT]), int(count[slots.STEPS]), float(clock[slots.T])
    by_rate = outcome in (Outcome.RATE_FAILED, Outcome.PROJECTION_FAILED)
    rate_status = int(count[slots.STATUS]) if by_rate else 0
    return Run(
        times=outputs[:reached],
        states=rows[:reached],
        status="failed" if outcome.failed else "interrupted" if outcome == Outcome.PAUSED else "finished",
        outcome=outcome,
        problem=problem_of(outcome, t, float(clock[slots.H]), work.plan.max_steps, rate_status, by_monitor),
        rate_status=rate_status,
        t=t,
        y=work.y.copy(),
        statistics=_statistics(clock, count, seconds),
        history=steps[:taken],
    )


def _statistics(clock: Array, count: NDArray[np.int64], seconds: float) -> dict[str, float]:
    from snodo.integrators.ode.kernels import state as slots

    taken = int(count[slots.STEPS])
    return {
        "evaluations": int(count[slots.EVALUATIONS]),
        "steps": taken,
        "rejected": int(count[slots.REJECTED]),
        "projection_iterations": int(count[slots.PROJECTION_ITERATIONS]),
        "smallest_step": float(clock[slots.SMALLEST]) if taken else 0.0,
        "largest_step": float(clock[slots.LARGEST]),
        "seconds": seconds,
    }


def joined(runs: Sequence[Run]) -> Run:
    """Successive runs as one: it ends like the last one, and its statistics are the sums.

    Runs may be joined in any groups, one after the other, with the same result.
    """
    if len(runs) == 1:
        return runs[0]
    last, limits = runs[-1], ("smallest_step", "largest_step")
    sums = [name for name in dict.fromkeys(name for run in runs for name in run.statistics) if name not in limits]
    statistics = {name: sum(run.statistics.get(name, 0.0) for run in runs) for name in sums}
    statistics["smallest_step"] = min(run.statistics["smallest_step"] for run in runs)
    statistics["largest_step"] = max(run.statistics["largest_step"] for run in runs)
    return replace(
        last,
        times=np.concatenate([run.times for run in runs]),
        states=np.concatenate([run.states for run in runs]),
        statistics=statistics,
        history=np.concatenate([run.history for run in runs])[:HISTORY],
    )
