"""A batch of runs: many initial states of a mechanism, or many mechanisms of the same coordinates.

Open trees run eight at a time in SIMD lanes through the same equations and integrators, with one common step for the
eight, governed by the worst of them.  Everything else runs one after the other.  If a group of eight cannot be
finished, its members run once more, one after the other, so that only those are lost that fail on their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from snodo.analyses.assembly import assemble, wanted_values
from snodo.analyses.initial_state import initial_state
from snodo.errors import AssemblyError, MechanismError, Problem, RunError, SnodoError
from snodo.formulations.bind import bind
from snodo.formulations.tree.abreast import Abreast, lanes, why_not
from snodo.integrators.ode.run import Run, integrate
from snodo.integrators.progress import ProgressBar
from snodo.results.batch import Batch, Member
from snodo.results.result import Result
from snodo.simulation import Choices, must_move, run_one, tolerances

Initial = Mapping[str, Any] | None
Case = tuple[Any, Initial]
"""A bound formulation and the initial values wanted of it."""


def simulate_batch(mechanism: Any, formulation: Any, initial: Initial, choices: Choices, progress: bool) -> Batch:
    """Simulate every case; raises RunError if all of them fail."""
    cases = _cases(mechanism, formulation, initial)
    own = "" if choices.method.in_lanes else f"the method {choices.method.name} has equations of its own"
    reason = own or why_not([F for F, _ in cases])
    with ProgressBar(0.0, choices.times[-1] * len(cases)) as bar:
        shown = bar if progress else None
        if reason:
            members, how = list(_one_after_the_other(cases, choices, shown)), f"one after the other: {reason}"
        else:
            members, how = _in_lanes(cases, choices, shown)
    if members and all(member.problem is not None for member in members):
        raise _all_failed(members)
    return Batch(members, choices.times, how)


# ---------------------------------------------------------------- the cases
def is_batch(mechanism: Any, initial: Initial) -> bool:
    """Whether several mechanisms, or several values of an initial condition, are given."""
    return isinstance(mechanism, (list, tuple)) or any(_several(value) for value in (initial or {}).values())


def _several(value: Any) -> bool:
    return not isinstance(value, str) and np.ndim(value) > 0


def _cases(mechanism: Any, formulation: Any, initial: Initial) -> list[Case]:
    several = isinstance(mechanism, (list, tuple))
    lengths = {name: len(value) for name, value in (initial or {}).items() if _several(value)}
    if several:
        lengths = {"the list of mechanisms": len(mechanism), **lengths}
    count = next(iter(lengths.values()))
    if set(lengths.values()) != {count} or not count:
        listed = ", ".join(f"{name} has {length}" for name, length in lengths.items())
        raise MechanismError(Problem(f"a batch of unequal lengths, or of none: {listed}", "give as many of each"))
    bound = [bind(m, formulation) for m in mechanism] if several else [bind(mechanism, formulation)] * count
    _must_agree(bound)
    must_move(bound[0])
    return [(F, _nth(initial, k)) for k, F in enumerate(bound)]


def _nth(initial: Initial, k: int) -> Initial:
    """The initial values of member k; a value that is no sequence is shared."""
    return {name: value[k] if _several(value) else value for name, value in (initial or {}).items()}


def _must_agree(bound: Sequence[Any]) -> None:
    """The members of a batch have the same coordinates."""
    first = bound[0]
    for k, F in enumerate(bound):
        if F.name != first.name or F.coordinate_names != first.coordinate_names:
            what = f"mechanism {k} of the batch has other coordinates than the first"
            remedy = "give mechanisms with the same bodies and joints, which differ in numbers only"
            raise MechanismError(Problem(what, remedy, F.mechanism.where))


# ---------------------------------------------------------------- one after the other
def _one_after_the_other(
    cases: Sequence[Case], choices: Choices, progress: Callable[[float], None] | None, first: int = 0
) -> Iterator[Member]:
    span = choices.times[-1]
    for k, (F, initial) in enumerate(cases, first):
        shown = partial(_shifted, progress, k * span) if progress else None
        member = _alone(F, initial, k, replace(choices, progress=shown))
        yield member
        if member.problem is None and member.result.info["status"] == "interrupted":
            return


def _shifted(progress: Callable[[float], None], by: float, t: float) -> None:
    progress(by + t)


def _alone(F: Any, initial: Initial, k: int, choices: Choices) -> Member:
    """One member by the ordinary road."""
    result, problem = None, None
    try:
        result = run_one(F, initial, choices)
    except (AssemblyError, RunError) as error:
        problem, result = error.problems[0], getattr(error, "result", None)
    except SnodoError as error:
        raise _of_member(error, k) from None
    if not isinstance(result, Result):
        return Member(F, choices.times[:0], np.zeros((0, F.nq + F.nv)), None, problem)
    return Member(F, result.time, result.states, partial(_same, result), problem)


def _same(result: Result) -> Result:
    return result


def _of_member(error: SnodoError, k: int) -> SnodoError:
    return type(error)([Problem(f"member {k}: {p.what}", p.remedy, p.where) for p in error.problems])


# ---------------------------------------------------------------- in lanes
def _in_lanes(
    cases: Sequence[Case], choices: Choices, progress: Callable[[float], None] | None
) -> tuple[list[Member], str]:
    """Eight at a time; groups that fail, one after the other."""
    members: list[Member] = []
    how, again = "eight at a time in SIMD lanes", []
    starts = [_start(F, initial, k) for k, (F, initial) in enumerate(cases)]
    span = choices.times[-1]
    for first in range(0, len(cases), lanes()):
        group = cases[first : first + lanes()]
        shown = partial(_weighted, progress, first * span, len(group)) if progress else None
        run, eight = _run_abreast(group, starts[first : first + len(group)], replace(choices, progress=shown))
        if run.status == "failed":
            again.append(f"{first} to {first + len(group) - 1}")
            members += _one_after_the_other(group, choices, progress, first)
        else:
            members += [_member(case, _own(run, eight, lane, len(group)), choices) for lane, case in enumerate(group)]
        if run.status == "interrupted":
            break
    if again:
        how += f"; one of each of these failed, so they ran one after the other: members {', '.join(again)}"
    return members, how


def _weighted(progress: Callable[[float], None], by: float, members: int, t: float) -> None:
    progress(by + members * t)


def _start(F: Any, initial: Initial, k: int) -> np.ndarray:
    """The state y at the start."""
    try:
        state: np.ndarray = F.state(*initial_state(F, wanted_values(F.mechanism, initial)))
    except SnodoError as error:
        raise _of_member(error, k) from None
    return state


def _run_abreast(group: Sequence[Case], starts: Sequence[np.ndarray], choices: Choices) -> tuple[Run, Abreast]:
    """One integration of up to eight trees."""
    trees = [F for F, _ in group]
    for F in trees:
        F.forget_failures()
        choices.method.start(F)
    eight = Abreast(trees)
    absolute, relative = zip(*(tolerances(F, choices.integrator) for F in trees))
    run = integrate(
        eight.rate,
        eight.project if choices.method.correct(trees[0]) is not None else None,
        eight.model,
        eight.interleaved(starts),
        0.0,
        choices.times,
        choices.integrator,
        (trees[0].nq + trees[0].nv) * eight.lanes,
        eight.interleaved(absolute),
        eight.interleaved(relative),
        progress=choices.progress,
        max_steps=choices.max_steps,
        history=100_000,
        lanes=eight.lanes,
    )
    if run.status == "failed" and any(F.interrupted() for F in trees):
        run = replace(run, status="interrupted", problem=None)
    for F in trees:
        F.forget_failures()
    return run, eight


def _own(run: Run, eight: Abreast, lane: int, members: int) -> Run:
    """The part of one member; its seconds are its share."""
    statistics = {**run.statistics, "seconds": run.statistics["seconds"] / members}
    return replace(run, states=eight.row(run.states, lane), y=eight.row(run.y, lane), statistics=statistics)


def _member(case: Case, run: Run, choices: Choices) -> Member:
    return Member(case[0], run.times, run.states, partial(_result, *case, run, choices.method, choices.integrator))


def _result(F: Any, initial: Initial, run: Run, method: Any, integrator: Any) -> Result:
    """Everything that an ordinary run gives, found from the states when it is asked for."""
    F.forget_failures()
    start = assemble(F, initial=initial)
    return Result.of_run(method.bind(F, start.q, start.v), integrator, run, start)


def _all_failed(members: Sequence[Member]) -> RunError:
    problems = [(k, member.problem) for k, member in enumerate(members) if member.problem is not None]
    error = RunError([Problem(f"member {k}: {p.what}", p.remedy, p.where) for k, p in problems])
    error.result = next((member.result for member in members if member.make is not None), None)
    return error
