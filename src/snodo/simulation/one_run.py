"""One run: assemble, prepare for singular positions, bind the method, integrate, compute the result."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.analyses.assembly.continued_start import started
from snodo.analyses.kinematics.kinematics import dead_point
from snodo.constraint_methods import ConstraintMethod
from snodo.constraint_methods.bound import Bound
from snodo.constraint_methods.redundancy import choose_rows_again
from snodo.errors import Problem, RunError, UnsupportedError
from snodo.formulations.bind import bind
from snodo.formulations.loads import following, rubbing
from snodo.formulations.parts.capstans import capstans
from snodo.formulations.parts.fallen_wheels import lying_flat
from snodo.integrators.auto import Auto
from snodo.integrators.base import Integrator
from snodo.integrators.dae.bound import DirectBound
from snodo.integrators.ode.monitor import Monitor
from snodo.integrators.ode.run import HISTORY, Run, integrate, joined
from snodo.results.result import Result
from snodo.results.state import State
from snodo.simulation.checkpoints.keeper import RunKeeper
from snodo.simulation.choosing import Stiffness, implicit_choices, without_choice
from snodo.simulation.course import Course
from snodo.simulation.error_bars import check_by_twin
from snodo.simulation.missed import note_missed
from snodo.simulation.numbers import must_suit_numbers, start_numbers, whole_tolerances, without_numbers
from snodo.simulation.sampling import Sampler
from snodo.simulation.time_breaks import time_breaks
from snodo.singular.explicitly import explicit_pass
from snodo.singular.guide import guide, guide_onward
from snodo.singular.report import SingularPass
from snodo.switching.events import Modes
from snodo.switching.resumed import in_force
from snodo.switching.suits import must_suit_events
from snodo.switching.switching import Switching, switches

if TYPE_CHECKING:
    from snodo.analyses.assembly.assemble import Assembly
    from snodo.formulations.base import Formulation

Array = np.ndarray

ROUNDING = 1e-14
"""Relative tolerance of coordinates, limited by rounding."""
MOST_CHOICES = 3
"""How often rows or pivots are chosen again at the same time: they may alternate for ever."""


def must_move(F: Formulation) -> None:
    """Refuse a mechanism without a degree of freedom."""
    if F.nv == 0:
        what = f"mechanism {F.mechanism.name!r} has no joint that moves: there is nothing to simulate"
        raise UnsupportedError(Problem(what, "give it one (a robot that should float: base: free)"))


@dataclass(frozen=True)
class Choices:
    """The choices for runs."""

    method: ConstraintMethod
    integrator: Integrator
    times: Array
    """Times of the samples [s]."""
    progress: Callable[[float], None] | None = None
    """Called with the time reached [s]."""
    max_steps: int | None = None
    error_bars: bool | None = None
    """Whether the error is estimated by a twin run; None: if that is cheap."""
    runs: float = 1.0
    """Number of similar runs, which affects whether a twin is cheap."""
    guess: Mapping[str, Any] | None = None
    """Positions near which the start is searched for."""
    state: State | None = None
    """State to start from instead."""
    keeper: RunKeeper | None = None
    """Keeps the run on disk."""
    begin_at: float | None = None
    """Start time [s], if it is not that of the state."""
    numbers: Array | None = None
    """States and held numbers at the start; None: as described."""

    @property
    def begin(self) -> float:
        """Start time [s]."""
        if self.begin_at is not None:
            return self.begin_at
        return 0.0 if self.state is None else self.state.time


@dataclass(frozen=True, eq=False)
class Motion:
    """The outcome of an integration: the bound method, the states, and the singular positions passed."""

    bound: Bound
    run: Run
    passes: Sequence[SingularPass]
    integrator: Integrator
    chosen: str = ""
    """Which integrator was chosen and why, if it was chosen along the run."""


def run_one(F: Formulation, initial: Mapping[str, Any] | None, choices: Choices) -> Result:
    """One run of a bound formulation, with error bars if they are cheap or requested; other threads wait for it."""
    with F.lock:
        must_suit_numbers(F, choices)
        choices = replace(choices, numbers=start_numbers(F, initial, choices.state))
        start = assembled(F, without_numbers(F, initial), choices)
        F = switched(F, choices)
        motion = moved(F, start, choices)
        result = recovered(motion, start, choices)
        check_by_twin(result, start, motion.run, choices, partial(moved, F, start), moved_on)
        return result


def assembled(F: Formulation, initial: Mapping[str, Any] | None, choices: Choices) -> Assembly:
    """The start of a run."""
    F.must_be_current()
    _forget(F)
    return started(F, initial, choices.guess, choices.state)


def switched(F: Formulation, choices: Choices) -> Formulation:
    """The formulation with the rows of everything that switches along a run; the same if nothing does."""
    switching = Switching(F.mechanism)
    if not switching or (not switching.rigid and choices.integrator.solves_constraints):
        return F
    must_suit_events(choices)
    if "switched" not in F.kept:
        F.kept["switched"] = Switching(F.mechanism).bind(F.name)
    found: Formulation = F.kept["switched"]
    return found


def plain(F: Formulation) -> Formulation:
    """The formulation that a run begins with: that of a result may have rows of what switches, in their last mode."""
    return bind(F.mechanism, F.name) if switches(F) else F


def moved(F: Formulation, start: Assembly, choices: Choices) -> Motion:
    """Integrate from an assembled start; singular positions are passed if method and integrator support it."""
    _forget(F)
    modes = Switching(F.mechanism)
    if modes and switches(F):
        modes.found_in(F)
        choices = without_choice(choices) if isinstance(choices.integrator, Auto) else choices
    leader = guide(F, start, choices)
    if following(F.mechanism) or rubbing(F.mechanism) or capstans(F.mechanism) or F.number_names:
        leader = None  # forces that follow reactions have no limit in singular positions; states are not carried over
    bound = choices.method.bind(F, start.q, start.v, choices.begin)
    if modes and switches(F):
        bound.extra_works = (*bound.extra_works, "impacts")
        bound.events = Modes(bound, modes, _changed_before(choices.state))
    y = bound.state(start.q, start.v)
    if choices.numbers is not None:
        F.numbers_in(y)[:] = choices.numbers
    if F.mechanism.controllers:
        bound.events = Sampler(bound, choices.begin)
        bound.events.first(y)
    if leader is not None:
        leader.enter(lambda times, first: integrated(bound, _without_bar(choices, times), y, first), choices)
    chosen = ""
    if following(F.mechanism) or F.number_names:
        if F.number_names and isinstance(choices.integrator, Auto):
            chosen = f"{choices.integrator.explicit.name}: states and controllers need explicit steps"
        choices = without_choice(choices)
    if isinstance(choices.integrator, Auto):
        return _chosen(bound, choices, y, leader)
    if choices.keeper is not None:
        choices.keeper.begin(bound, leader)
    run = integrated(bound, choices, y, leader)
    return Motion(bound, run, _passes(leader), choices.integrator, chosen)


def _changed_before(state: State | None) -> Any:
    """What events of the run of a state had changed until then."""
    if state is None:
        return None
    return in_force(state.result.info.get("changed_by_events", ()), float(state.result.time[state.row]))


def _chosen(bound: Bound, choices: Choices, y: Array, leader: Any) -> Motion:
    """Explicit steps, replaced by those of Radau while these are much longer."""
    course = Course(bound, choices, integrated)
    run = course.follow(y, leader)
    return Motion(course.bound, run, _passes(leader), course.integrator, course.reasons)


def _passes(leader: Any) -> Sequence[SingularPass]:
    return leader.found if leader is not None else ()


def moved_on(bound: Bound, choices: Choices, y: Array, t: float) -> Run:
    """Continue from a state at the time t [s]."""
    choices = implicit_choices(choices) if _implicit(bound, choices) else without_choice(choices)
    return integrated(bound, choices, y, guide_onward(bound.formulation, choices), t)


def _implicit(bound: Bound, choices: Choices) -> bool:
    """Whether a run that chose its integrator ended with Radau."""
    return isinstance(choices.integrator, Auto) and isinstance(bound, DirectBound)


def recovered(motion: Motion, start: Assembly, choices: Choices) -> Result:
    """The result of the states; raises RunError with the valid part of the result if the run failed."""
    bound, run = motion.bound, motion.run
    F, problem = bound.formulation, failure_of(bound, run)
    result = Result.of_run(bound, motion.integrator, run, start, motion.passes)
    if motion.chosen:
        result.info["chosen"] = motion.chosen
    note_missed(result, time_breaks(F, start.q, start.v, float(choices.times[-1])), motion.integrator)
    F.must_have_repeated()
    F.set_numbers(F.described_numbers)
    if problem is not None:
        result.info["failure"] = problem.what
        error = RunError(problem)
        error.result = result
        raise error
    return result


def _forget(F: Formulation) -> None:
    """Forget what an earlier run stored."""
    F.forget_failures()
    F.forget_factors()
    F.set_numbers(F.described_numbers)


def _without_bar(choices: Choices, times: Array) -> Choices:
    return replace(choices, times=times, progress=None, keeper=None)


# ---------------------------------------------------------------- integrate
def integrated(
    bound: Bound,
    choices: Choices,
    y: Array,
    monitor: Monitor | None,
    t: float | None = None,
    watch: Stiffness | None = None,
) -> Run:
    """Integrate over the times, from the start or from t [s].

    If the rows or pivots in use have become a poor choice, others are chosen and the run continues.
    """
    F, integrator, keeper = bound.formulation, choices.integrator, choices.keeper
    t = choices.begin if t is None else t
    stops = time_breaks(F, y[: F.nq], y[F.nq : F.nq + F.nv], float(choices.times[-1])).stops()
    if isinstance(bound.events, Sampler):
        stops = bound.events.with_samples(stops, float(choices.times[-1]))
    limits = bound.integrated_tolerances(*tolerances(F, integrator))
    limits = whole_tolerances(F, limits, getattr(integrator, "rtol", 1e-8))
    shared: Any = {
        "projection_tolerance": getattr(bound.method, "tolerance", None),
        "progress": choices.progress,
        "max_steps": choices.max_steps,
        "history": HISTORY,
        "stops": stops,
        "memory": F.memory,
    }
    runs: list[Run] = [] if keeper is None else keeper.runs
    together = joined if keeper is None else keeper.all_of
    if runs:
        y, t = runs[-1].y, runs[-1].t
    while True:
        times = choices.times[sum(r.times.size for r in runs) :]
        if isinstance(bound, DirectBound):
            run = bound.integrate(y, t, times, integrator, limits, keeper, explicit=explicit_pass, **shared)
        else:
            begin = (bound.integrated_state(y), t, times, integrator, bound.controlled, *limits)
            run = integrate(
                bound.rate,
                bound.correct,
                bound.model,
                *begin,
                monitor=monitor,
                keeper=keeper,
                watch=watch,
                events=bound.events,
                **shared,
            )
        run = _whole(bound, run)
        runs.append(run)
        if run.status == "failed" and F.interrupted():
            F.forget_failures()
            runs[-1] = replace(run, status="interrupted", problem=None)
            return together(runs)
        if run.status != "failed" or _stuck(runs) or not choose_again(bound, run):
            return together(runs)
        y, t = run.y, run.t


def _stuck(runs: Sequence[Run]) -> bool:
    """Whether the last choices of rows or pivots did not lead to a step."""
    return len(runs) > MOST_CHOICES and runs[-1 - MOST_CHOICES].t == runs[-1].t


def _whole(bound: Bound, run: Run) -> Run:
    """The run with whole states (q, v, works)."""
    states = bound.whole_states(run.times, run.states)
    return replace(run, states=states, y=bound.whole_states(np.array([run.t]), run.y[None])[0])


def choose_again(bound: Bound, run: Run) -> bool:
    """After a failure: whether other rows or pivots were chosen to continue with."""
    F = bound.formulation
    return choose_rows_again(F, run.y, run.t) or bound.choose_again(run.rate_status, run.y, run.t)


def tolerances(F: Formulation, integrator: Integrator) -> tuple[Array, Array]:
    """Absolute and relative tolerance of each coordinate and velocity.

    Tolerances of positions are relative to the length of the body that moves, not to its distance from the origin or to
    the size of the mechanism.  Those of angles are absolute, so that many turns do not relax them.  The relative
    tolerance of both is that of rounding.
    """
    rtol = getattr(integrator, "rtol", 1e-8)
    atol = getattr(integrator, "atol", None)
    absolute = rtol * F.length_scale if atol is None else np.full(F.nq + F.nv, atol)
    return absolute, np.concatenate([np.full(F.nq, ROUNDING), np.full(F.nv, rtol)])


# ---------------------------------------------------------------- failures
def failure_of(bound: Bound, run: Run) -> Problem | None:
    """Why a run failed, as reported by the equations if they know more than the integrator."""
    if run.status != "failed" or run.problem is None:
        return None
    from snodo.formulations.kernels.statuses import FINE, NO_CONVERGENCE, SINGULAR_CONSTRAINTS

    F = bound.formulation
    status, pivot = abs(run.rate_status), F.smallest_pivot
    flat = lying_flat(F, run.y[: F.nq], run.t)
    if flat is not None:
        return Problem(flat.what, flat.remedy, F.mechanism.where)
    if F.mechanism.drivers and status in (FINE, SINGULAR_CONSTRAINTS, NO_CONVERGENCE) and pivot < 1e-6:
        return dead_point(F, run.y[: F.nq], run.t, pivot)
    if status:
        deeper = bound.failure(status, run.t)
        return Problem(deeper.what, deeper.remedy, deeper.where or F.mechanism.where)
    hint = F.weakest_row()
    what = run.problem.what + (f"; {hint}" if hint else "")
    return Problem(what, run.problem.remedy, F.mechanism.where)
