"""A batch of runs: many initial states of a mechanism, or many mechanisms with the same coordinates.

Open trees and planar mechanisms run several at a time in SIMD lanes (`lane_groups.py`), everything else one after the
other.  If a group cannot be finished, its members are run again one after the other, so that only members that fail on
their own are lost.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import AssemblyError, MechanismError, Problem, RunError, SnodoError
from snodo.formulations.bind import FormulationLike, MechanismLike, bind
from snodo.progress import ProgressBar
from snodo.results.batch import Batch, Member
from snodo.results.result import Result
from snodo.simulation.lane_groups import LaneGroups, why_not
from snodo.simulation.memory import must_fit
from snodo.simulation.one_run import Choices, must_move, run_one
from snodo.simulation.threads import Done, Job, Progress, Workers, of_member
from snodo.switching.switching import Switching

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

Initial = Mapping[str, Any] | None
EVENTS = "stops, contacts, dry friction or events happen at times of their own"
Members = MechanismLike | Sequence[MechanismLike]
"""The mechanisms of a batch, or one for all."""
Case = tuple[Any, Initial]
"""A bound formulation and its initial values."""


def simulate_batch(
    mechanism: Members,
    formulation: FormulationLike | None,
    initial: Initial,
    choices: Choices,
    progress: bool,
    threads: int = 1,
) -> Batch:
    """Simulate every case; raises RunError if all of them fail."""
    cases = _cases(mechanism, formulation, initial)
    must_fit(cases[0][0], choices.times.size, len(cases))
    workers = Workers(threads, [F for F, _ in cases])
    switching = any(Switching(F.mechanism) for F in {id(F): F for F, _ in cases}.values())
    reason = EVENTS if switching else why_not([F for F, _ in cases], choices)
    groups = None if reason else LaneGroups(cases, choices, workers, partial(_single, workers=workers))
    jobs = _single_jobs(cases, choices, workers) if groups is None else groups.jobs()
    with ProgressBar(0.0, len(cases), things="runs") as bar:
        found = workers.run(jobs, bar if progress else None, choices.times[-1])
    members = [member for done in found for member in done.members]
    if members and all(member.problem is not None for member in members):
        raise _all_failed(members)
    how = f"one after the other: {reason}" if groups is None else f"{groups.size} at a time in SIMD lanes"
    return Batch(members, choices.times, how + _exceptions(jobs, found, threads))


def _exceptions(jobs: Sequence[Job], found: Sequence[Done], threads: int) -> str:
    """Which groups ran one after the other, and why, and in how many threads."""
    groups: dict[str, list[str]] = {}
    for job, done in zip(jobs, found):
        if done.reason:
            groups.setdefault(done.reason, []).append(f"{job.first} to {job.first + job.count - 1}")
    words = [f"; {reason}: members {', '.join(each)} ran one after the other" for reason, each in groups.items()]
    return "".join(words) + (f"; in {min(threads, len(jobs))} threads" if threads > 1 < len(jobs) else "")


# ---------------------------------------------------------------- the cases
def is_batch(mechanism: Members, initial: Initial) -> bool:
    """Whether several mechanisms, or several values of an initial condition, are given."""
    return isinstance(mechanism, (list, tuple)) or any(_several(value) for value in (initial or {}).values())


def _several(value: Any) -> bool:
    return not isinstance(value, str) and np.ndim(value) > 0


def _cases(mechanism: Members, formulation: FormulationLike | None, initial: Initial) -> list[Case]:
    several = mechanism if isinstance(mechanism, (list, tuple)) else None
    lengths = {name: len(value) for name, value in (initial or {}).items() if _several(value)}
    if several is not None:
        lengths = {"the list of mechanisms": len(several), **lengths}
    count = next(iter(lengths.values()))
    if set(lengths.values()) != {count} or not count:
        listed = ", ".join(f"{name} has {length}" for name, length in lengths.items())
        raise MechanismError(Problem(f"the lengths of the batch differ or are zero: {listed}", "give equal lengths"))
    one: Any = mechanism
    bound = [bind(one, formulation)] * count if several is None else [bind(m, formulation) for m in several]
    _must_agree(bound)
    must_move(bound[0])
    return [(F, _nth(initial, k)) for k, F in enumerate(bound)]


def _nth(initial: Initial, k: int) -> Initial:
    """The initial values of member k; a value that is not a sequence is shared."""
    return {name: value[k] if _several(value) else value for name, value in (initial or {}).items()}


def _must_agree(bound: Sequence[Any]) -> None:
    """Check that the members of a batch have the same coordinates."""
    first = bound[0]
    for k, F in enumerate(bound):
        if F.name != first.name or F.coordinate_names != first.coordinate_names:
            what = f"mechanism {k} of the batch has different coordinates from the first"
            remedy = "give mechanisms with the same bodies and joints that differ only in numbers"
            raise MechanismError(Problem(what, remedy, F.mechanism.where))


# ---------------------------------------------------------------- one after the other
def _single_jobs(cases: Sequence[Case], choices: Choices, workers: Workers) -> list[Job]:
    choices = replace(choices, runs=float(len(cases)))
    return [Job(k, 1, partial(_single, [case], k, choices, workers=workers)) for k, case in enumerate(cases)]


def _single(cases: Sequence[Case], first: int, choices: Choices, progress: Progress | None, workers: Workers) -> Done:
    """Members one by one, as single runs."""
    members: list[Member] = []
    for k, (F, initial) in enumerate(cases, first):
        members.append(_alone(workers.own(F), initial, k, replace(choices, progress=progress)))
        if members[-1].interrupted:
            break
    return Done(members)


def _alone(F: Formulation, initial: Initial, k: int, choices: Choices) -> Member:
    """One member as a single run."""
    result, problem = None, None
    try:
        result = run_one(F, initial, choices)
    except (AssemblyError, RunError) as error:
        problem, result = error.problems[0], getattr(error, "result", None)
    except SnodoError as error:
        raise of_member(error, k) from None
    if not isinstance(result, Result):
        return Member(F, choices.times[:0], np.zeros((0, F.nq + F.nv)), None, problem)
    interrupted = problem is None and result.info["status"] == "interrupted"
    return Member(F, result.time, result.states, partial(_same, result), problem, interrupted)


def _same(result: Result) -> Result:
    return result


def _all_failed(members: Sequence[Member]) -> RunError:
    problems = [(k, member.problem) for k, member in enumerate(members) if member.problem is not None]
    error = RunError([Problem(f"member {k}: {p.what}", p.remedy, p.where) for k, p in problems])
    error.result = next((member.result for member in members if member.make is not None), None)
    return error
