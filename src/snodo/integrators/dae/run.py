"""Runs of DAE integrators: the compiled loop in pieces, as those of `ode/run.py`."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.compiled import Compiled, Family
from snodo.errors import Problem
from snodo.integrators.dae.direct import changing, prepared
from snodo.integrators.dae.generalized_alpha import AdaptiveAlpha, GeneralizedAlpha
from snodo.integrators.dae.radau import INDICES
from snodo.integrators.dae.watch import Explicit, Watch
from snodo.integrators.ode.keeper import Keeper
from snodo.integrators.ode.outcome import Outcome
from snodo.integrators.ode.prepare import Work, checked_start, checked_tolerances, work_for
from snodo.integrators.ode.run import FIRST_AGAIN, Progress, Run, affordable, between_pieces, in_pieces, report
from snodo.integrators.ode.start import start
from snodo.integrators.ode.stops import Stops
from snodo.interrupts import waiting_interrupts

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

Array = np.ndarray
LOOP = Compiled(
    "snodo.integrators.dae.kernels",
    Family("the loop over the steps of Radau", "advance.advance"),
    Family("the loop over the steps of generalised α", "alpha.advance_alpha"),
)


def solve_directly(
    F: Formulation,
    rate: Any,
    project: Any,
    y0: Array,
    t0: float,
    times: Array,
    integrator: Any,
    atol: Array,
    rtol: Array,
    *,
    projection_tolerance: float,
    progress: Progress | None = None,
    max_steps: int | None = None,
    history: int = 0,
    stops: Stops | None = None,
    memory: tuple[int, int] = (-1, 0),
    keeper: Keeper | None = None,
    whole: Callable[[Array], Array] | None = None,
    explicit: Explicit | None = None,
) -> Run:
    """Integrate the constrained equations of F from (t0, y0), with the states at `times`; arguments as `integrate`.

    whole: the states that a keeper keeps, and returns, from those of F.
    explicit: repeats passages of singular positions, to compare them.
    """
    alpha = isinstance(integrator, GeneralizedAlpha | AdaptiveAlpha)
    y, outputs = checked_start(y0, t0, times)
    tolerances = checked_tolerances(integrator, F.nq + F.nv, y.size, atol, rtol)
    table = None if stops is None else stops.table(t0, float(outputs[-1]))
    span, projects = (t0, float(outputs[-1])), project is not None
    work = work_for(integrator, y, span, tolerances, projects, projection_tolerance, max_steps, 1, table, memory)
    rho = getattr(integrator, "rho", 0.0) * (-1.0 if getattr(integrator, "hht", False) else 1.0)
    watched = explicit is not None and integrator.check_passes
    found = prepared(F, INDICES[integrator.index], rho=rho, kappa=getattr(integrator, "newton", 0.01), watched=watched)
    rows = np.empty((outputs.size, y.size)) if keeper is None else keeper.space(outputs.size, y.size, whole)
    steps = np.empty((history, 2))
    loop = Loop(F, rate, found.stages, work, outputs, rows, steps, stops, memory)
    work.notes, work.others = loop.notes, changing(F, found)
    watch: Watch | None = None
    if explicit is not None and found.stages.size.watched:
        watch = Watch(F, explicit, work, loop.notes, outputs, rows, steps, stops, memory, loop.begin_anew, alpha)
        work.others["passages"] = watch.tally
    began, cpu = time.perf_counter(), time.process_time()
    outcome = Outcome.PAUSED
    continued = keeper is not None and keeper.put_back(work, steps)
    with waiting_interrupts() as pressed:
        if not continued:
            outcome = start(rate, F.model, integrator, work, outputs, rows, t0 if stops is None else stops.right_of(t0))
            loop.begin()
            if watch is not None and outcome == Outcome.PAUSED:
                watch.begin()
        if outcome == Outcome.PAUSED:
            piece = loop.pieces(LOOP.advance_alpha if alpha else LOOP.advance, project)
            first = FIRST_AGAIN if continued else affordable(1, time.perf_counter() - began)
            between = between_pieces(progress, keeper, work, steps)
            outcome = in_pieces(piece if watch is None else watch.around(piece), work, first, between, pressed)
    if keeper is not None:
        keeper.end(outcome, work, steps)
    problem = None if watch is None else watch.problem
    run = report(outcome, work, outputs, rows, steps, time.perf_counter() - began, problem)
    run.statistics["cpu_seconds"] = time.process_time() - cpu
    if run.outcome == Outcome.STEP_TOO_SMALL:
        run = replace(run, problem=_did_not_converge(run, integrator))
    run = replace(run, statistics=run.statistics | _counts(loop.notes) | _passes(watch))
    return run if keeper is None else keeper.completed(run)


@dataclass(eq=False)
class Loop:
    """The compiled loop over the steps of a run, with its arrays."""

    F: Formulation
    rate: Any
    stages: Any
    work: Work
    outputs: Array
    rows: Array
    """States at the outputs."""
    steps: Array
    stops: Stops | None
    memory: tuple[int, int]

    @cached_property
    def notes(self) -> Array:
        """Notes of the loop, the memory of the equations, and the last state far from singular positions."""
        from snodo.integrators.dae.kernels.notes import NOTES
        from snodo.integrators.dae.kernels.watch import SAFE_Y

        return np.zeros(NOTES + SAFE_Y + self.work.y.size + 2 * self.memory[1])

    def begin(self) -> None:
        """Before the first step: accelerations at the start, and the memory of the equations, are known."""
        from snodo.integrators.dae.kernels.notes import NOTES

        first, count = self.memory
        _begin(self.stages, self.work, self.notes)
        self.notes[NOTES : NOTES + count] = self.F.model[first : first + count]

    def begin_anew(self) -> None:
        """Go on from another state: its accelerations are evaluated."""
        from snodo.integrators.ode.kernels.state import T

        t = float(self.work.clock[T])
        self.rate(t if self.stops is None else self.stops.right_of(t), self.work.y, self.work.W[0], self.F.model)
        _begin(self.stages, self.work, self.notes)

    def pieces(self, advance: Any, project: Any) -> Callable[[int], Outcome]:
        """The loop for so many evaluations."""
        from snodo._jit import ready

        equations, correct, work = ready(self.rate), ready(project), self.work

        def piece(budget: int) -> Outcome:
            state = (work.plan, work.tolerances, work.clock, work.count, work.W, self.notes, self.rows, self.steps)
            found = (work.stops, self.outputs, self.stages, budget)
            return Outcome(advance(equations, correct, self.F.model, *state, *found))

        return piece


def _did_not_converge(run: Run, integrator: Any) -> Problem | None:
    """The failure of steps that became too short, with what else may be chosen."""
    if run.problem is None:
        return None
    what, other = run.problem.what, []
    if not integrator.adaptive:
        what = f"at t = {run.t:.9g} s the iterations of a step of {integrator.step:g} s did not converge"
        other = ["a shorter step"]
    if integrator.index != 3:
        other += ["index=3, which passes singular positions and has springs and dampers as rows"]
    if not integrator.adaptive:
        other += ["sn.Radau, which chooses its steps"]
    return Problem(what, f"use {', or '.join(other)}" if other else run.problem.remedy)


def _counts(notes: Array) -> dict[str, float]:
    """What the loop has counted beside its steps."""
    from snodo.integrators.dae.kernels import notes as slots

    words = {"iterations": slots.ITERATIONS, "factorisations": slots.FACTORED}
    words |= {"iterations_failed": slots.REFUSED, "whole_iterations": slots.WHOLE, "steps_near_singular": slots.NEAR}
    words |= {"closed_without_forces": slots.WITHOUT_FORCES}
    return {word: float(notes[k]) for word, k in words.items()}


def _passes(watch: Watch | None) -> dict[str, float]:
    """How many passages of singular positions were compared with explicit ones, and how many of these were taken."""
    if watch is None:
        return {}
    return {"passes_compared": float(watch.tally[0]), "passes_replaced": float(watch.tally[1])}


def _begin(stages: Any, work: Any, notes: Array) -> None:
    """The state of the loop before its first step: accelerations at the start are known."""
    from snodo.integrators.dae.kernels import notes as slots
    from snodo.integrators.dae.kernels import tables as at

    size = stages.size
    notes[slots.FIRST], notes[slots.SMOOTH] = 1.0, float(not size.yielding)
    a = work.W[0, size.nq : size.nq + size.nv]
    stages.V[at.ACC_END], stages.V[at.START_A] = a, a
    stages.L[at.LAM : at.LAM + 3] = 0.0
    stages.L[at.LAM_BEFORE] = 0.0
    stages.V[at.ACC_BEFORE], stages.V[at.ACC_BEFORE + 2] = a, a
    first, counted = size.nq + size.nv, size.nq - size.counters
    stages.P[0] = np.concatenate([work.W[0, first : first + size.works], work.W[0, counted : size.nq]])
