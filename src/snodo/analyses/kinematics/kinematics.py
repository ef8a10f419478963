"""Kinematic analysis: the motion of a mechanism whose drivers leave no freedom, from geometry alone.

Positions from Φ(t, q) = 0, velocities from Φ_v v = ν, accelerations from Φ_v v̇ = γ, at every time.  The multipliers of
the same instant then give the reactions and the forces and torques of the drivers (inverse dynamics).
If Φ_v loses rank during the motion, the mechanism is at a dead point: the analysis stops there and describes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from snodo.analyses.assembly.assemble import Assembly, assemble, turns
from snodo.analyses.doctor.mobility import Mobility, mobility
from snodo.analyses.kinematics.works import LateWorks
from snodo.compiled import Compiled, Family
from snodo.constraint_methods import in_time
from snodo.constraint_methods.redundancy import choose_rows_again, evaluated, keep_independent_rows
from snodo.errors import AssemblyError, Problem, RunError, UnsupportedError
from snodo.formulations.bind import bind
from snodo.formulations.parts.numbers import refuse_numbers
from snodo.formulations.rank import scaled_jacobian
from snodo.progress import ProgressBar, silence
from snodo.results.result import Result, redundant_names
from snodo.spelling import spelled
from snodo.types import FormulationLike, InitialValues, MechanismLike, Time, Times

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

CLOSED = 1e-12
SMALLEST_STEP = 1e-7
"""Smallest sub-step, relative to the whole time, before a dead point is declared."""
MOST_TRIES = 10
"""How often the redundant rows are chosen again between two output times."""
FEWEST_ROWS, PIECE = 64, 0.1
"""Rows of the first piece, and the time from which on pieces do not grow any more [s]."""
KERNELS = Compiled("snodo.analyses.kinematics.kernels", Family("driven motions", "following.follow"))


@spelled
def kinematics(
    mechanism: MechanismLike,
    duration: Time | None = None,
    *,
    output: Times | None = None,
    initial: InitialValues | None = None,
    initial_guess: InitialValues | None = None,
    formulation: FormulationLike | None = None,
    progress: bool = True,
) -> Result:
    """Compute the motion of a fully driven mechanism from geometry, with reactions and efforts.

    Ctrl-C returns what was computed so far.

    Parameters
    ----------
    mechanism : Mechanism or formulation
        The driven mechanism.
    duration : quantity, optional
        Duration [s]; by default that of the mechanism.
    output : quantity or array, optional
        Time between two rows [s], or the times of the rows [s]; by default 500 intervals.
    initial : mapping, optional
        Exact initial values [m, rad], as in `sn.assemble`.
    initial_guess : mapping, optional
        Values near which the search for the start begins; they select the branch.
    formulation : str or class, optional
        As in `sn.simulate`.
    progress : bool, optional
        Whether to show a progress bar for long motions.

    Returns
    -------
    Result
        Positions, velocities, accelerations, reactions and efforts of the drivers.

    Raises
    ------
    AssemblyError
        If the drivers leave a degree of freedom, or the mechanism does not close.
    RunError
        At a dead point, with the time and the joint; `error.result` holds the part before it.

    Examples
    --------
    >>> driven = pendulum.copy()
    >>> motor = driven.driver("motor", joint="A", speed="60 rpm")
    >>> result = sn.kinematics(driven, 1.0)
    >>> round(float(result["A.angle"][-1]), 6)
    6.283185
    """
    F = bind(mechanism, formulation)
    refuse_numbers(F, "the motion that drivers impose (sn.kinematics)")
    F.must_be_current()
    with F.lock, silence(not progress):
        return _driven(F, duration, output, initial, initial_guess)


def _driven(
    F: Formulation,
    duration: Any,
    output: Any,
    initial: Mapping[str, Any] | None,
    initial_guess: Mapping[str, Any] | None,
) -> Result:
    """The driven motion of a bound formulation; other threads wait for it."""
    from snodo.simulation.memory import must_fit
    from snodo.simulation.times import output_times

    refuse_velocity_rows(F, "use sn.simulate")
    times = output_times(duration, output, F.mechanism.run)
    must_fit(F, times.size)
    start = assemble(F, initial=initial, initial_guess=initial_guess, t=float(times[0]))
    _refuse_freedom(F, mobility(F, start.q, t=float(times[0])))
    keep_independent_rows(F, start.q, float(times[0]), start.v)
    F.set_gains(0.0, 0.0)
    states = np.zeros((times.size, F.nq + F.nv + len(F.work_names)))
    states[0] = F.state(start.q, start.v)
    F.forget_failures()
    reached, t, y, stopped = _follow(F, times, states)
    interrupted = stopped or F.interrupted()
    F.forget_failures()
    result = _result(F, times[:reached], states[:reached], start)
    F.must_have_repeated()
    if interrupted:
        result.info.update(status="interrupted", reached=float(times[max(reached - 1, 0)]))
    elif result.time.size < times.size:
        result.info["status"] = "failed"
        problem = _failure(F, y, t, 2 * SMALLEST_STEP * float(times[-1] - times[0]))
        result.info["failure"] = problem.what
        error = RunError(problem)
        error.result = result
        raise error
    return result


class Followed(NamedTuple):
    """How far a driven motion was followed."""

    rows: int
    """Rows filled,"""
    t: float
    """the time"""
    y: np.ndarray
    """and the state reached,"""
    interrupted: bool = False
    """and whether Ctrl-C ended it."""


def _follow(F: Formulation, times: np.ndarray, states: np.ndarray) -> Followed:
    """Fill the states, in pieces that do not change a bit of them; between two pieces Ctrl-C is heard."""
    report = np.zeros(2)
    smallest = SMALLEST_STEP * float(times[-1] - times[0])
    scratch = np.zeros((4, states.shape[1]))
    first, tries, length = 0, 0, FEWEST_ROWS
    report[0], scratch[0] = times[0], states[0]
    paired = F.nq - len(getattr(F.flat, "counters", ())) == F.nv
    equations = (F.model, F.nq, F.nv, int(paired), F.pivot_at, F.factored_at, CLOSED, smallest, scratch, report)
    t, y = float(times[0]), states[0].copy()
    with ProgressBar(t, float(times[-1]), "following the drivers") as bar:
        try:
            while first < times.size - 1:
                bar(t)
                end, began = min(first + length, times.size - 1), perf_counter()
                rows = slice(first, end + 1)
                follow = (in_time.rate(F), in_time.project(F), times[rows], states[rows])
                reached = first + KERNELS.follow(*follow, *equations)
                t, y = float(report[0]), scratch[0].copy()
                if reached == end + 1:
                    first, tries = end, 0
                    length *= 2 if perf_counter() - began < PIECE else 1
                    continue
                tries = tries + 1 if reached - 1 == first else 0
                if reached <= first or tries > MOST_TRIES or not choose_rows_again(F, y, t):
                    return Followed(reached, t, y)
                first = reached - 1
        except KeyboardInterrupt:
            return Followed(first + 1, float(times[first]), states[first].copy(), interrupted=True)
    return Followed(times.size, t, y)


def _failure(F: Formulation, y: np.ndarray, t: float, ahead: float) -> Problem:
    """Why the motion ends at t: a function that has no value there or a little ahead, or a dead point."""
    from snodo.formulations.kernels.statuses import FINE, SINGULAR_CONSTRAINTS

    for when in (t + ahead, t):
        status = in_time.rate(F)(when, y, np.empty_like(y), F.model)
        if status not in (FINE, SINGULAR_CONSTRAINTS):
            problem: Problem = F.failure(status, when)
            return problem
    return dead_point(F, y[: F.nq], t, F.smallest_pivot)


def refuse_velocity_rows(F: Formulation, remedy: str) -> None:
    """Refuse velocity constraints: with them, positions depend on the path and do not follow from geometry."""
    parts = list(dict.fromkeys(part for part, own in zip(F.row_parts, F.velocity_rows) if own))
    if parts:
        titles, verb = ", ".join(F.mechanism[part].title for part in parts), "constrain" + "s" * (len(parts) == 1)
        what = f"{titles} {verb} velocities, not positions: the motion must be integrated"
        raise UnsupportedError(Problem(what, remedy, F.mechanism[parts[0]].where))


def _refuse_freedom(F: Formulation, found: Mobility) -> None:
    if found.degrees_of_freedom == 0:
        return
    first = found.free_motions[0]
    moving = ", ".join(list(first)[:4])
    raise AssemblyError(
        Problem(
            f"mechanism {F.mechanism.name!r} keeps {found.degrees_of_freedom} degree(s) of freedom: "
            f"{moving} can still move",
            "add a driver for each, or use sn.simulate",
            F.mechanism.where,
        )
    )


def _result(F: Formulation, times: np.ndarray, states: np.ndarray, start: Assembly) -> Result:
    """Accelerations, multipliers and energies along the motion, where they exist; work is computed when needed."""
    found = evaluated(F, times, states, partial(in_time.evaluate, F))
    good = int(np.isfinite(found["acceleration"]).all(axis=1).sum())
    times, states, found = times[:good], states[:good], {name: rows[:good] for name, rows in found.items()}
    info = {
        "kind": "kinematics",
        "formulation": F.name,
        "method": "none (driven motion)",
        "integrator": "none (Newton at each time)",
        "status": "finished",
        "start": str(start),
        "cut_joints": list(F.cut_joints),
        "redundant_rows": redundant_names(F, start.q, float(times[0]) if times.size else 0.0, start.v),
        "user_functions": F.routes(),
    }
    result = Result(F, times, states, found, info)._with_least_norm_multipliers()
    result.late_works = LateWorks(F, times, states, found["power"], _follow)
    return result


def dead_point(F: Formulation, q: np.ndarray, t: float, pivot: float) -> Problem:
    """Describe a dead point: the driver that loses control, the body that becomes free, the stretched joint."""
    _, sizes, right = np.linalg.svd(scaled_jacobian(F, q, t))
    body = F.moved_by(int(np.abs(right[len(sizes) - 1]).argmax()))
    drivers = ", ".join(repr(d) for d in F.mechanism.drivers)
    place = ", ".join(f"{x:.6g}" for x in F.motion.position(body, q))
    what = f"dead point at t = {t:.6g} s: driver {drivers} can no longer move {body!r}, which is at ({place}) m"
    sines = turns(F, q)
    if sines:
        joint = min(sines, key=lambda name: abs(sines[name]))
        if abs(sines[joint]) < 0.02:
            what += f"; joint {joint!r} is stretched out, its links in line to {np.degrees(abs(sines[joint])):.2g}°"
    return Problem(
        f"{what} (relative pivot {pivot:.1e})",
        "the drivers cannot move the mechanism through this position: drive another joint, or stop before it",
        F.mechanism.where,
    )
