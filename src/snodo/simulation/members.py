"""Members of a batch side by side in SIMD lanes: mechanisms of one structure, given as numbers.

Groups are fixed by the numbers of their members, so that a batch has the same bits with any number of threads.  A
group has one step, that of its worst member, and is closed until the worst one is.  It ends where a member fails or
comes near a singular position, or where stability limits the steps (with `integrator="auto"`); then its members run
one by one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.constraint_methods import in_time
from snodo.errors import Problem, SnodoError
from snodo.formulations.members import Members, why_not
from snodo.formulations.tree.lanes_model import Abreast
from snodo.formulations.tree.lanes_model import why_not as why_no_open_tree
from snodo.integrators.auto import Auto
from snodo.integrators.ode.monitor import Monitor
from snodo.integrators.ode.run import HISTORY, Run, integrate
from snodo.integrators.ode.stops import Stops
from snodo.integrators.stiffness import largest_rate
from snodo.progress import Progress
from snodo.simulation.choosing import FIRST, LIMIT, without_choice
from snodo.simulation.one_run import Choices, tolerances
from snodo.simulation.threads import Job, Workers
from snodo.simulation.time_breaks import time_breaks
from snodo.singular.guide import can_lead
from snodo.singular.sighting import Sighting

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

Array = np.ndarray
IN_LANES, ALONE, SINGULAR, FAILED, INTERRUPTED = 0, 1, 2, 3, 4
"""What became of a member: it finished in lanes, or alone; it met a singular position, which only `sn.simulate` passes;
it failed; or Ctrl-C ended it."""


@dataclass(eq=False)
class Together:
    """The motions of members that are given as numbers.

    Parameters
    ----------
    states : array
        (member, time, number): rows (q, v, works) at the times; not-a-number where a member has ended.
    status : array
        For each member: IN_LANES 0, ALONE 1, SINGULAR 2, FAILED 3 or INTERRUPTED 4.
    problems : dict
        Why members ended early, by number.
    how : str
        How they were run, in words.
    """

    states: Array
    status: Array
    problems: dict[int, Problem] = field(default_factory=dict)
    how: str = ""


# ---------------------------------------------------------------- one group
def why_not_together(F: Formulation, choices: Choices) -> str:
    """Why mechanisms like this one cannot run in lanes with these choices, in words; empty if they can."""
    if not choices.method.in_lanes:
        return f"the method {choices.method.name} has its own equations"
    if F.in_lanes is None and F.name == "tree":
        return why_no_open_tree([F])
    return why_not(F)


def members_in_lanes(F: Formulation) -> int:
    """How many are side by side."""
    from snodo.formulations.kernels.members import MEMBERS
    from snodo.math.kernels.lanes import LANES

    return int(MEMBERS if F.in_lanes is not None else LANES)


@dataclass(frozen=True, eq=False)
class Group:
    """Members of one group: their numbers, closed starts, tolerances of each number, and times at which steps end.

    Parameters
    ----------
    F : Formulation
        One of them, bound: its structure and rows.
    models, starts : array
        A row for each member.
    limits : tuple of array
        Absolute and relative tolerances, a row for each member.
    stops : Stops
        Times at which steps end, of all of them.
    """

    F: Formulation
    models: Array
    starts: Array
    limits: tuple[Array, Array]
    stops: Stops | None = None

    def integrated(self, choices: Choices, progress: Progress | None = None) -> tuple[Run, Any]:
        """Integrate all of them together; the run, whose states are interleaved, and what takes them apart."""
        F, method = self.F, choices.method
        beside: Any = Members(F, self.models) if F.in_lanes is not None else Abreast.of_models(F, self.models)
        rate, project = (beside.rate, beside.project) if F.in_lanes is None else (in_time.rate(F), in_time.project(F))
        absolute, relative = (beside.interleaved(own) for own in self.limits)
        run = integrate(
            rate,
            project if method.correct(F) is not None else None,
            beside.model,
            beside.interleaved(self.starts),
            0.0,
            choices.times,
            without_choice(choices).integrator,
            absolute.size,
            absolute,
            relative,
            projection_tolerance=getattr(method, "tolerance", None),
            progress=progress,
            max_steps=choices.max_steps,
            history=HISTORY,
            lanes=beside.lanes,
            monitor=_monitor(F, beside, choices),
            stops=self.stops,
            memory=beside.memory,
            watch=_Watch(rate, beside, F) if isinstance(choices.integrator, Auto) else None,
        )
        if run.status == "finished" and run.t < choices.times[-1]:
            what = f"at t = {run.t:.6g} s steps of a member may be limited by stability"
            run = replace(run, status="failed", problem=Problem(what, "simulate it by itself"))
        return run, beside


def _monitor(F: Formulation, beside: Any, choices: Choices) -> Monitor | None:
    return Sighting(beside.model, F.pivot_at) if can_lead(F, choices) else None


class _Watch:
    """Ends a group whose steps may be as long as stability allows: ρ h > LIMIT, as for single runs (`choosing.py`)."""

    def __init__(self, rate: Any, beside: Any, F: Formulation) -> None:
        self._rate, self._beside, self._F = rate, beside, F
        self._next, self._steps, self._t = FIRST, 0, 0.0

    def due(self, work: Any) -> int:
        """Evaluations before the next look."""
        from snodo.integrators.ode.kernels.state import EVALUATIONS

        return self._next - int(work.count[EVALUATIONS])

    def look(self, work: Any) -> bool:
        """Whether ρ h is larger than explicit steps need."""
        from snodo.integrators.ode.kernels import state as at

        t, steps, y, F = float(work.clock[at.T]), int(work.count[at.STEPS]), work.y, self._F
        h, n = (t - self._t) / max(steps - self._steps, 1), (F.nq + F.nv) * self._beside.lanes
        self._next = max(2 * self._next, int(work.count[at.EVALUATIONS]) + 1)
        self._t, self._steps = t, steps
        model, ydot = self._beside.model.copy(), np.empty_like(y)

        def f(x: Array) -> Array | None:
            status = self._rate(t, np.concatenate([x, y[n:]]), ydot, model)
            return ydot[:n].copy() if status == 0 and np.isfinite(ydot[:n]).all() else None

        scale = np.concatenate([F.coordinate_scale, F.velocity_scale])
        scale = np.repeat(np.where(scale > 0.0, scale, 1.0), self._beside.lanes)
        return bool(largest_rate(f, y[:n].copy(), scale) * h > LIMIT)


# ---------------------------------------------------------------- members given as numbers
def integrate_members(
    F: Formulation,
    models: Array,
    starts: Array,
    choices: Choices,
    threads: int = 1,
    limits: tuple[Array, Array] | None = None,
) -> Together:
    """Integrate mechanisms of one structure that are given as numbers, in groups in lanes where that is possible.

    A group that ends early is run again member by member.

    Parameters
    ----------
    F : Formulation
        One of them, bound, with its redundant rows left out (`keep_independent_rows`): structure, verbs and names.
    models : array
        For each member the numbers of its model, like those of `F.model`; whole numbers and kept rows are those of F.
    starts : array
        For each member its state y = (q, v, works) at t = 0, closed.
    choices : Choices
        Method, integrator and times [s]; the integrator is explicit, and "auto" begins with DOP853 and stays there.
    threads : int, optional
        Groups that are integrated in parallel; they have the same bits with any number of threads.
    limits : tuple of array, optional
        Absolute and relative tolerances of (q, v), a row for each member; by default those of F for all.

    Returns
    -------
    Together
        States, and what became of each member.
    """
    models, starts = (np.ascontiguousarray(x, float) for x in (models, starts))
    if models.shape != (len(starts), F.model.size) or not len(starts):
        what = f"models is {models.shape} and starts is {starts.shape}"
        raise SnodoError(Problem(what, f"give a row of {F.model.size} numbers, and one of a state, for each member"))
    found = Together(np.full((len(models), choices.times.size, starts.shape[1]), np.nan), np.zeros(len(models), int))
    F.connect()
    choices.method.start(F)
    reason, size = why_not_together(F, choices), members_in_lanes(F)
    whole = tuple(np.tile(own, (len(models), 1)) for own in tolerances(F, choices.integrator))
    part = _Parts(F, models, starts, choices, whole if limits is None else limits, found)
    if reason:
        part.alone(range(len(models)), None)
        found.how = f"one after the other: {reason}"
        return found
    firsts = range(0, len(models), size)
    jobs = [Job(first, size, partial(part.together, slice(first, first + size))) for first in firsts]
    Workers(threads, [F]).run(jobs, None, float(choices.times[-1]))
    again = [int(k) for k in np.flatnonzero(found.status == ALONE)]
    part.alone(again, None)
    found.how = f"{size} at a time in SIMD lanes" + (f", {len(again)} one after the other" if again else "")
    return found


@dataclass(eq=False)
class _Parts:
    """The work of `integrate_members`."""

    F: Formulation
    models: Array
    starts: Array
    choices: Choices
    limits: tuple[Array, ...]
    found: Together

    def _group(self, own: slice) -> Group:
        limits = (self.limits[0][own], self.limits[1][own])
        return Group(self.F, self.models[own], self.starts[own], limits, self._stops())

    def _stops(self) -> Stops | None:
        F, y = self.F, self.starts[0]
        return time_breaks(F, y[: F.nq], y[F.nq : F.nq + F.nv], float(self.choices.times[-1])).stops()

    def together(self, own: slice, progress: Progress | None) -> Any:
        """One group; its members are marked where they are to be run alone."""
        run, beside = self._group(own).integrated(self.choices, progress)
        ended = {"finished": IN_LANES, "interrupted": INTERRUPTED}.get(run.status, ALONE)
        self.found.status[own] = ended
        if ended != ALONE:
            for lane, k in enumerate(range(len(self.models))[own]):
                self.found.states[k, : run.times.size] = beside.row(run.states, lane)
        return _Ended(run.status == "interrupted")

    def alone(self, members: Sequence[int] | range, progress: Progress | None) -> None:
        """One after the other, with the numbers in F."""
        F, kept = self.F, self.F.model.copy()
        try:
            for k in members:
                F.model[:] = self.models[k]
                F.forget_factors()
                self._one(int(k))
                if self.found.status[k] == INTERRUPTED:
                    break
        finally:
            F.model[:] = kept

    def _one(self, k: int) -> None:
        F, choices = self.F, self.choices
        monitor = Sighting(F.model, F.pivot_at) if can_lead(F, choices) else None
        run = integrate(
            in_time.rate(F),
            choices.method.correct(F),
            F.model,
            self.starts[k],
            0.0,
            choices.times,
            without_choice(choices).integrator,
            F.nq + F.nv,
            self.limits[0][k],
            self.limits[1][k],
            projection_tolerance=getattr(choices.method, "tolerance", None),
            max_steps=choices.max_steps,
            monitor=monitor,
            stops=self._stops(),
            memory=F.memory,
        )
        self.found.states[k, : run.times.size] = run.states
        status = {"finished": ALONE, "interrupted": INTERRUPTED}.get(run.status, FAILED)
        seen = monitor is not None and monitor.problem is not None
        self.found.status[k] = SINGULAR if seen else status
        if run.problem is not None:
            self.found.problems[k] = run.problem


@dataclass
class _Ended:
    """What a job tells the threads."""

    interrupted: bool
