"""Members of a batch in groups in SIMD lanes (`members.py`): their starts, and their results on demand.

A group whose members cannot run together, or that ends early, is run one after the other; `batch.how` says why.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from snodo.analyses.assembly.assemble import assemble
from snodo.analyses.assembly.open_tree import initial_state
from snodo.analyses.assembly.targets import initial_values
from snodo.constraint_methods.bound import Bound
from snodo.errors import AssemblyError, SnodoError
from snodo.formulations.members import differ
from snodo.formulations.tree.lanes_model import why_not as why_no_open_trees
from snodo.integrators.ode.run import Run
from snodo.results.batch import Member
from snodo.results.result import Result
from snodo.simulation.choosing import without_choice
from snodo.simulation.error_bars import attach, choices_of_twin, leave_unchecked, tighter
from snodo.simulation.error_bars import why_not as not_repeated
from snodo.simulation.members import Group, members_in_lanes, why_not_together
from snodo.simulation.missed import note_missed
from snodo.simulation.one_run import Choices, assembled, tolerances
from snodo.simulation.threads import Done, Job, Progress, Workers, of_member
from snodo.simulation.time_breaks import time_breaks
from snodo.singular.guide import guide

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation
    from snodo.formulations.tree.tree import Tree

Array = np.ndarray
Initial = Mapping[str, Any] | None
Case = tuple[Any, Initial]
"""A bound formulation and its initial values."""
COST_OF_LANES = 2.5
"""Eight states in lanes cost about as much as this many one after the other."""


def why_not(formulations: Sequence[Any], choices: Choices) -> str:
    """Why these bound formulations cannot run in lanes; empty if they can."""
    first, each = formulations[0], list({id(F): F for F in formulations}.values())
    if first.in_lanes is None and first.name == "tree" and choices.method.in_lanes:
        return why_no_open_trees(each)
    for F in each:
        reason = why_not_together(F, choices) or differ(first, F)
        if reason:
            return reason
    return ""


@dataclass(frozen=True, eq=False)
class Start:
    """A closed start: the state y, and the numbers of the model with the rows that are kept.

    Parameters
    ----------
    y, model : array
        State and model.
    kept : bytes
        Which rows are kept, which members of a group must have in common.
    problem : str
        Why it cannot run in lanes.
    """

    y: Array
    model: Array
    kept: bytes = b""
    problem: str = ""


NOTHING = np.zeros(0)


def start_of(F: Formulation, initial: Initial, k: int, choices: Choices) -> Start:
    """The start of member k; one that does not close, or that is singular, has a problem."""
    try:
        if F.nc == 0 and F.name == "tree":
            return _open_start(cast("Tree", F), initial, choices)
        start = assembled(F, initial, choices)
        leader = guide(F, start, choices)
        if leader is not None and leader.inside:
            return Start(NOTHING, NOTHING, problem="a member starts in a singular position")
        bound = choices.method.bind(F, start.q, start.v)
        if type(bound) is not Bound:
            return Start(NOTHING, NOTHING, problem="the method has matrices of gains")
        return Start(bound.state(start.q, start.v), F.model.copy(), F.kept_rows.tobytes())
    except AssemblyError as error:
        if F.nc == 0:
            raise of_member(error, k) from None
        return Start(NOTHING, NOTHING, problem="a member does not start")
    except SnodoError as error:
        raise of_member(error, k) from None


def _open_start(F: Tree, initial: Initial, choices: Choices) -> Start:
    F.must_be_current()
    q, v, left = initial_state(F, initial_values(F.mechanism, initial))
    if left or choices.guess or F.mechanism.initial_guess:
        start = assemble(F, initial=initial, initial_guess=choices.guess)
        q, v = start.q, start.v
    choices.method.start(F)
    return Start(F.state(q, v), F.model)


Singly = Callable[[Sequence[Case], int, Choices, Progress | None], Done]
"""Runs members one after the other: cases, number of the first, choices, progress."""


class LaneGroups:
    """The groups of a batch, fixed by the numbers of the members.

    Parameters
    ----------
    cases : sequence
        Bound formulations with initial values.
    choices : Choices
        Choices for the runs.
    workers : Workers
        Threads.
    singly : callable
        Runs members one after the other.
    """

    def __init__(self, cases: Sequence[Case], choices: Choices, workers: Workers, singly: Singly) -> None:
        self.cases, self.workers, self.singly = cases, workers, singly
        self.size = members_in_lanes(cases[0][0])
        self._single = replace(choices, runs=float(len(cases)))
        self.choices = replace(choices, runs=COST_OF_LANES * len(cases) / self.size)

    def jobs(self) -> list[Job]:
        """One for each group."""
        starts = [start_of(F, initial, k, self.choices) for k, (F, initial) in enumerate(self.cases)]
        found = []
        for first in range(0, len(self.cases), self.size):
            group, begin = self.cases[first : first + self.size], starts[first : first + self.size]
            found.append(Job(first, len(group), partial(self._run, group, begin, first)))
        return found

    def _run(self, cases: Sequence[Case], starts: Sequence[Start], first: int, progress: Progress | None) -> Done:
        """Members in lanes; if that cannot be done, one after the other."""
        reason = _not_together(starts)
        if not reason:
            choices = replace(self.choices, progress=None)
            run, beside = self._integrated(cases, starts, replace(choices, progress=progress))
            reason = _why_failed(run)
        if reason:
            return replace(self.singly(cases, first, self._single, progress), reason=reason)
        twin = self._twin(cases, starts, run, choices)
        members = []
        for lane, case in enumerate(cases):
            other = _own(twin, beside, lane, len(cases)) if isinstance(twin, Run) else twin
            members.append(_member(case, _own(run, beside, lane, len(cases)), choices, other))
        return Done(members)

    def _integrated(self, cases: Sequence[Case], starts: Sequence[Start], choices: Choices) -> tuple[Run, Any]:
        """One integration, using copies of the models."""
        each, last = [F for F, _ in cases], float(choices.times[-1])
        with self.workers.lock:
            for F in each:
                F.forget_failures()
                if F.in_lanes is not None:
                    F.connect()
        limits = tuple(np.array(own) for own in zip(*(tolerances(F, choices.integrator) for F in each)))
        own = {id(F): time_breaks(F, s.y[: F.nq], s.y[F.nq : F.nq + F.nv], last) for F, s in zip(each, starts)}
        breaks, *others = own.values()
        models, states = (np.array([getattr(start, word) for start in starts]) for word in ("model", "y"))
        group = Group(each[0], models, states, (limits[0], limits[1]), breaks.joined(others).stops())
        run, beside = group.integrated(choices, choices.progress)
        with self.workers.lock:
            if run.status == "failed" and any(F.interrupted() for F in each):
                run = replace(run, status="interrupted", problem=None)
            for F in each:
                F.forget_failures()
                F.must_have_repeated()
        return run, beside

    def _twin(self, cases: Sequence[Case], starts: Sequence[Start], run: Run, choices: Choices) -> Run | str:
        """The same group again with a tighter tolerance, to estimate the errors; or the reason why not."""
        reason = not_repeated(cases[0][0], run, choices)
        if reason:
            return reason
        twin, _ = self._integrated(cases, starts, choices_of_twin(choices, run))
        return twin if twin.status == "finished" else f"the twin run ended at t = {twin.t:.4g} s"


def _not_together(starts: Sequence[Start]) -> str:
    """Why members of a group cannot run together; empty if they can."""
    problem = next((start.problem for start in starts if start.problem), "")
    if problem:
        return problem
    same = all(start.kept == starts[0].kept for start in starts)
    return "" if same else "members keep different rows of redundant ones"


def _why_failed(run: Run) -> str:
    """Why a group ended early."""
    from snodo.integrators.ode.outcome import Outcome

    if run.status != "failed":
        return ""
    if run.outcome == Outcome.STOPPED:
        return "a member came near a singular position"
    return "steps of a member may be limited by stability" if run.outcome == Outcome.LOOK else "a member failed"


def _own(run: Run, beside: Any, lane: int, members: int) -> Run:
    """The part of one member, with its share of the seconds."""
    shared = {word: run.statistics[word] / members for word in ("seconds", "cpu_seconds")}
    statistics = {**run.statistics, **shared}
    return replace(run, states=beside.row(run.states, lane), y=beside.row(run.y, lane), statistics=statistics)


def _member(case: Case, run: Run, choices: Choices, twin: Run | str) -> Member:
    make = partial(_result, *case, run, choices, twin)
    return Member(case[0], run.times, run.states, make, interrupted=run.status == "interrupted")


def _result(F: Formulation, initial: Initial, run: Run, choices: Choices, twin: Run | str) -> Result:
    """The same as from a single run, computed from the states on demand."""
    with F.lock:
        choices = without_choice(choices)
        F.forget_failures()
        start = assemble(F, initial=initial, initial_guess=choices.guess)
        guide(F, start, choices)
        bound = choices.method.bind(F, start.q, start.v)
        result = Result.of_run(bound, choices.integrator, run, start)
        if isinstance(twin, Run):
            attach(result, Result.of_run(bound, tighter(choices.integrator), twin, start))
        else:
            leave_unchecked(result, twin)
        note_missed(result, time_breaks(F, start.q, start.v, float(choices.times[-1])), choices.integrator)
        return result
