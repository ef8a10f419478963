"""Runs of DAE integrators: the compiled loop in pieces, as those of `ode/run.py`."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
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
from snodo.integrators.ode.prepare import checked_start, checked_tolerances, work_for
from snodo.integrators.ode.run import FIRST_AGAIN, Progress, Run, affordable, in_pieces, report
from snodo.integrators.ode.start import start
from snodo.integrators.ode.stops import Stops

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
    from snodo._jit import ready
    from snodo.integrators.dae.kernels.notes import NOTES
    from snodo.integrators.dae.kernels.watch import SAFE_Y
    from snodo.integrators.ode.kernels.state import T

    alpha = isinstance(integrator, GeneralizedAlpha | AdaptiveAlpha)
    advance = LOOP.advance_alpha if alpha else LOOP.advance
    y, outputs = checked_start(y0, t0, times)
    tolerances = checked_tolerances(integrator, F.nq + F.nv, y.size, atol, rtol)
    table = None if stops is None else stops.table(t0, float(outputs[-1]))
    work = work_for(
        integrator,
        y,
        (t0, outputs[-1]),
        tolerances,
        project is not None,
        projection_tolerance,
        max_steps,
        1,
        table,
        memory,
    )
    rho = getattr(integrator, "rho", 0.0) * (-1.0 if getattr(integrator, "hht", False) else 1.0)
    watched = explicit is not None and integrator.check_passes
    found = prepared(F, INDICES[integrator.index], rho=rho, kappa=getattr(integrator, "newton", 0.01), watched=watched)
    steps, notes = np.empty((history, 2)), np.zeros(NOTES + SAFE_Y + y.size + 2 * memory[1])
    rows = np.empty((outputs.size, y.size)) if keeper is None else keeper.space(outputs.size, y.size, whole)
    work.notes, work.others = notes, changing(F, found)

    def restart() -> None:
        right = work.clock[T] if stops is None else stops.right_of(float(work.clock[T]))
        rate(float(right), work.y, work.W[0], F.model)
        _begin(found.stages, work, notes)

    watch: Watch | None = None
    if explicit is not None and found.stages.size.watched:
        watch = Watch(F, explicit, work, notes, outputs, rows, steps, stops, memory, restart, alpha)
        work.others["passages"] = watch.tally
    began, cpu = time.perf_counter(), time.process_time()
    outcome = Outcome.PAUSED
    continued = keeper is not None and keeper.put_back(work, steps)
    if not continued:
        outcome = start(rate, F.model, integrator, work, outputs, rows, t0 if stops is None else stops.right_of(t0))
        _begin(found.stages, work, notes)
        notes[NOTES : NOTES + memory[1]] = F.model[memory[0] : memory[0] + memory[1]]
        if watch is not None and outcome == Outcome.PAUSED:
            watch.begin()
    if outcome == Outcome.PAUSED:
        equations, correct = ready(rate), ready(project)

        def piece(budget: int) -> Outcome:
            state = (work.plan, work.tolerances, work.clock, work.count, work.W, notes, rows, steps, work.stops)
            return Outcome(advance(equations, correct, F.model, *state, outputs, found.stages, budget))

        def between(t: float) -> None:
            if progress is not None:
                progress(t)
            if keeper is not None:
                keeper.pause(work, steps)

        first = FIRST_AGAIN if continued else affordable(1, time.perf_counter() - began)
        outcome = in_pieces(piece if watch is None else watch.around(piece), work, first, between)
    if keeper is not None:
        keeper.end(outcome, work, steps)
    problem = None if watch is None else watch.problem
    run = report(outcome, work, outputs, rows, steps, time.perf_counter() - began, problem)
    run.statistics["cpu_seconds"] = time.process_time() - cpu
    if run.outcome == Outcome.STEP_TOO_SMALL:
        run = replace(run, problem=_did_not_converge(run, integrator))
    run = replace(run, statistics=run.statistics | _counts(notes) | _passes(watch))
    return run if keeper is None else keeper.completed(run)


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
