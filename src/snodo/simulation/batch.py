"""A batch of runs: many initial states of a mechanism, or many mechanisms with the same coordinates.

Open trees run several at a time in SIMD lanes (8, 4 or 2) through the same equations and integrators, with one step for
the group, determined by the worst of them.  Everything else runs one after the other.  If a group cannot be
finished, its members are run again one after the other, so that only members that fail on their own are lost.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from snodo.analyses.assembly.assemble import assemble
from snodo.analyses.assembly.open_tree import initial_state
from snodo.analyses.assembly.targets import initial_values
from snodo.errors import AssemblyError, MechanismError, Problem, RunError, SnodoError
from snodo.formulations.bind import FormulationLike, MechanismLike, bind
from snodo.formulations.tree.lanes_model import Abreast, lanes, why_not
from snodo.integrators.ode.run import Run, integrate
from snodo.progress import ProgressBar
from snodo.results.batch import Batch, Member
from snodo.results.result import Result
from snodo.simulation.error_bars import attach, choices_of_twin, leave_unchecked, tighter
from snodo.simulation.error_bars import why_not as not_repeated
from snodo.simulation.memory import must_fit
from snodo.simulation.missed import note_missed
from snodo.simulation.one_run import Choices, must_move, run_one, tolerances
from snodo.simulation.threads import Done, Job, Progress, Workers
from snodo.simulation.time_breaks import time_breaks
from snodo.switching.switching import Switching

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation
    from snodo.formulations.tree.tree import Tree

Initial = Mapping[str, Any] | None
EVENTS = "stops, contacts, dry friction or events happen at times of their own"
COST_OF_LANES = 2.5
"""Eight states in lanes cost about as much as this many one after the other."""
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
    own = "" if choices.method.in_lanes else f"the method {choices.method.name} has its own equations"
    switching = any(Switching(F.mechanism) for F in {id(F): F for F, _ in cases}.values())
    reason = own or (EVENTS if switching else why_not([F for F, _ in cases]))
    jobs = _single_jobs(cases, choices, workers) if reason else _abreast_jobs(cases, choices, workers)
    with ProgressBar(0.0, len(cases), things="runs") as bar:
        found = workers.run(jobs, bar if progress else None, choices.times[-1])
    members = [member for done in found for member in done.members]
    if members and all(member.problem is not None for member in members):
        raise _all_failed(members)
    return Batch(members, choices.times, _how(reason, jobs, found, threads))


def _how(reason: str, jobs: Sequence[Job], found: Sequence[Done], threads: int) -> str:
    """How the batch was run, in words."""
    how = f"one after the other: {reason}" if reason else f"{lanes()} at a time in SIMD lanes"
    again = [f"{job.first} to {job.first + job.count - 1}" for job, done in zip(jobs, found) if done.failed_together]
    if again:
        how += f"; a member of each of these groups failed, so they ran one after the other: members {', '.join(again)}"
    return how + (f"; in {min(threads, len(jobs))} threads" if threads > 1 < len(jobs) else "")


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
    return [Job(k, 1, partial(_single, [case], k, choices, workers)) for k, case in enumerate(cases)]


def _single(cases: Sequence[Case], first: int, choices: Choices, workers: Workers, progress: Progress | None) -> Done:
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
        raise _of_member(error, k) from None
    if not isinstance(result, Result):
        return Member(F, choices.times[:0], np.zeros((0, F.nq + F.nv)), None, problem)
    interrupted = problem is None and result.info["status"] == "interrupted"
    return Member(F, result.time, result.states, partial(_same, result), problem, interrupted)


def _same(result: Result) -> Result:
    return result


def _of_member(error: SnodoError, k: int) -> SnodoError:
    return type(error)([Problem(f"member {k}: {p.what}", p.remedy, p.where) for p in error.problems])


# ---------------------------------------------------------------- in lanes
def _abreast_jobs(cases: Sequence[Case], choices: Choices, workers: Workers) -> list[Job]:
    """Eight at a time."""
    starts = [_start(F, initial, k, choices.guess) for k, (F, initial) in enumerate(cases)]
    choices = replace(choices, runs=COST_OF_LANES * len(cases) / lanes())
    jobs = []
    for first in range(0, len(cases), lanes()):
        group, begin = cases[first : first + lanes()], starts[first : first + lanes()]
        jobs.append(Job(first, len(group), partial(_in_lanes, group, begin, first, choices, workers)))
    return jobs


def _in_lanes(
    group: Sequence[Case],
    starts: Sequence[np.ndarray],
    first: int,
    choices: Choices,
    workers: Workers,
    progress: Progress | None,
) -> Done:
    """Members in lanes; if they fail, one after the other."""
    run, abreast = _run_abreast(group, starts, replace(choices, progress=progress), workers)
    if run.status == "failed":
        return Done(_single(group, first, choices, workers, progress).members, failed_together=True)
    choices = replace(choices, progress=None)
    twin = _twin_abreast(group, starts, run, choices, workers)
    members = []
    for lane, case in enumerate(group):
        other = _own(twin, abreast, lane, len(group)) if isinstance(twin, Run) else twin
        members.append(_member(case, _own(run, abreast, lane, len(group)), choices, other))
    return Done(members)


def _twin_abreast(
    group: Sequence[Case], starts: Sequence[np.ndarray], run: Run, choices: Choices, workers: Workers
) -> Run | str:
    """The same group again with a tighter tolerance, to estimate the errors; or the reason why not."""
    reason = not_repeated(group[0][0], run, choices)
    if reason:
        return reason
    twin, _ = _run_abreast(group, starts, choices_of_twin(choices, run), workers)
    return twin if twin.status == "finished" else f"the twin run ended at t = {twin.t:.4g} s"


def _start(F: Formulation, initial: Initial, k: int, guess: Initial) -> np.ndarray:
    """The state y at the start."""
    try:
        q, v, left = initial_state(cast("Tree", F), initial_values(F.mechanism, initial))
        if left or guess or F.mechanism.initial_guess:
            start = assemble(F, initial=initial, initial_guess=guess)
            q, v = start.q, start.v
        state: np.ndarray = F.state(q, v)
    except SnodoError as error:
        raise _of_member(error, k) from None
    return state


def _run_abreast(
    group: Sequence[Case], starts: Sequence[np.ndarray], choices: Choices, workers: Workers
) -> tuple[Run, Abreast]:
    """One integration of trees, using copies of them."""
    trees = [F for F, _ in group]
    with workers.lock:
        for F in trees:
            F.must_be_current()
            F.forget_failures()
            choices.method.start(F)
        abreast = Abreast(trees)
    absolute, relative = zip(*(tolerances(F, choices.integrator) for F in trees))
    last = float(choices.times[-1])
    own = {id(F): time_breaks(F, y[: F.nq], y[F.nq : F.nq + F.nv], last) for F, y in zip(trees, starts)}
    first, *others = own.values()
    run = integrate(
        abreast.rate,
        abreast.project if choices.method.correct(trees[0]) is not None else None,
        abreast.model,
        abreast.interleaved(starts),
        0.0,
        choices.times,
        choices.integrator,
        (trees[0].nq + trees[0].nv) * abreast.lanes,
        abreast.interleaved(absolute),
        abreast.interleaved(relative),
        progress=choices.progress,
        max_steps=choices.max_steps,
        history=100_000,
        lanes=abreast.lanes,
        stops=first.joined(others).stops(),
    )
    with workers.lock:
        if run.status == "failed" and any(F.interrupted() for F in trees):
            run = replace(run, status="interrupted", problem=None)
        for F in trees:
            F.forget_failures()
            F.must_have_repeated()
    return run, abreast


def _own(run: Run, abreast: Abreast, lane: int, members: int) -> Run:
    """The part of one member, with its share of the seconds."""
    shared = {word: run.statistics[word] / members for word in ("seconds", "cpu_seconds")}
    statistics = {**run.statistics, **shared}
    return replace(run, states=abreast.row(run.states, lane), y=abreast.row(run.y, lane), statistics=statistics)


def _member(case: Case, run: Run, choices: Choices, twin: Run | str) -> Member:
    make = partial(_result, *case, run, choices, twin)
    return Member(case[0], run.times, run.states, make, interrupted=run.status == "interrupted")


def _result(F: Formulation, initial: Initial, run: Run, choices: Choices, twin: Run | str) -> Result:
    """The same as from a single run, computed from the states on demand."""
    with F.lock:
        F.forget_failures()
        start = assemble(F, initial=initial, initial_guess=choices.guess)
        bound = choices.method.bind(F, start.q, start.v)
        result = Result.of_run(bound, choices.integrator, run, start)
        if isinstance(twin, Run):
            attach(result, Result.of_run(bound, tighter(choices.integrator), twin, start))
        else:
            leave_unchecked(result, twin)
        note_missed(result, time_breaks(F, start.q, start.v, float(choices.times[-1])), choices.integrator)
        return result


def _all_failed(members: Sequence[Member]) -> RunError:
    problems = [(k, member.problem) for k, member in enumerate(members) if member.problem is not None]
    error = RunError([Problem(f"member {k}: {p.what}", p.remedy, p.where) for k, p in problems])
    error.result = next((member.result for member in members if member.make is not None), None)
    return error
