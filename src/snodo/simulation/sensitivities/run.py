"""The run with derivatives: the plain state, and (η, w) of every direction behind it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from snodo.compiled import Compiled, Family
from snodo.errors import Problem, RunError, UnsupportedError
from snodo.integrators.ode.run import Run, integrate
from snodo.simulation.one_run import tolerances
from snodo.simulation.sensitivities.directions import Directions, directions
from snodo.simulation.sensitivities.series import Slope
from snodo.simulation.sensitivities.variants import Variants
from snodo.simulation.time_breaks import time_breaks

Array = np.ndarray
KERNELS = Compiled(
    "snodo.simulation.sensitivities.kernels",
    Family("runs with derivatives", "along.rate along.project along.answers"),
)
SAME_BREAK = 1e-9
"""Relative difference of times that are the same."""
APART = 1e3
"""Difference from the plain run, in tolerances, that is none."""


@dataclass(frozen=True, eq=False)
class Task:
    """What is run: a bound mechanism from a start, over times, with derivatives along directions."""

    F: Any
    method: Any
    integrator: Any
    times: Array
    max_steps: int | None
    q: Array
    v: Array
    points: Sequence[Variants | None]
    """For each direction the models of its difference; None for an initial value."""
    starts: Sequence[tuple[Array, Array]]
    """(η, w) at the start."""
    along: Sequence[tuple[float, Array, Array]]
    """Times, positions and velocities along the run, at which the steps of differences are chosen."""


def run_along(task: Task) -> tuple[Run, list[Slope], dict[str, Array]]:
    """The run, the derivatives at its samples, and accelerations and multipliers there."""
    F = task.F
    F.forget_failures()
    F.forget_factors()
    bound = task.method.bind(F, task.q, task.v, 0.0)
    made = directions(F, bound, task.points, task.along)
    start = bound.state(task.q, task.v)
    y, plain = made.state(start, task.starts), start.size
    end = float(task.times[-1])
    breaks = time_breaks(F, task.q, task.v, end)
    _must_keep_breaks(task, made.differenced, breaks, end)
    absolute, relative = bound.integrated_tolerances(*tolerances(F, task.integrator))
    run = integrate(
        KERNELS.rate,
        None if bound.correct is None else KERNELS.project,
        made.model,
        y,
        0.0,
        task.times,
        task.integrator,
        bound.controlled,
        absolute,
        relative,
        projection_tolerance=getattr(task.method, "tolerance", None),
        max_steps=task.max_steps,
        stops=breaks.stops(),
        memory=F.memory,
    )
    if run.status != "finished":
        what = f"the run with derivatives ended at t = {run.t:.6g} s: {run.problem.what if run.problem else run.status}"
        raise RunError(Problem(what, "end the run earlier, or use a smaller tolerance"))
    slopes = _slopes(F, made, run, plain)
    return run, slopes, bound.recover(run.times, np.ascontiguousarray(run.states[:, :plain]))


def _slopes(F: Any, made: Directions, run: Run, plain: int) -> list[Slope]:
    """(η, w) and (a′, λ′) of each direction."""
    nv, states = F.nv, np.ascontiguousarray(run.states)
    answers = np.empty((run.times.size, made.numbers * (nv + F.nc)))
    failed = KERNELS.answers(run.times, states, np.zeros(states.shape[1]), made.model, answers)
    if failed:
        raise RunError(
            Problem(f"the equations could not be solved at t = {run.times[failed - 1]:.6g} s", "end earlier")
        )
    pairs = zip(made.rows(states[:, plain:], 2 * nv), made.rows(answers, nv + F.nc))
    return [Slope(own[:, :nv], own[:, nv:], found[:, :nv], found[:, nv:]) for own, found in pairs]


def _must_keep_breaks(task: Task, differenced: Sequence[Variants], breaks: Any, end: float) -> None:
    """Refuse a parameter that moves the time of a jump or kink of a function of time."""
    times = _times(breaks, end)
    for points in differenced:
        there = _times(time_breaks(points.points[-1].bound, task.q, task.v, end), end)
        if times.shape != there.shape or not np.allclose(times, there, rtol=SAME_BREAK, atol=SAME_BREAK * end):
            what = f"{points.name} moves the time at which a function of time has a jump or kink"
            raise UnsupportedError(Problem(what, "leave it out of over, or use a smooth function of time"))


def _times(breaks: Any, end: float) -> Array:
    stops = breaks.stops()
    return np.zeros(0) if stops is None else np.asarray(stops.table(0.0, end))[:, 0]
