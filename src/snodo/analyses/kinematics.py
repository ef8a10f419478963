"""Kinematic analysis: the motion of a mechanism whose drivers leave no freedom, from geometry alone.

Positions from Φ(t, q) = 0, velocities from Φ_v v = ν, accelerations from Φ_v v̇ = γ, at every time.  The multipliers of
the same instant then give the reactions and the forces and torques the drivers must bring (inverse dynamics).
Where Φ_v loses rank on the way, the mechanism is at a dead point: the analysis stops there and names the place.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from snodo.analyses.assembly import Assembly, assemble, turns
from snodo.analyses.mobility import Mobility, mobility, scaled_jacobian
from snodo.analyses.redundancy import choose_rows_again, keep_independent_rows
from snodo.errors import AssemblyError, Problem, RunError
from snodo.formulations.bind import bind
from snodo.results.result import Result, redundant_names

CLOSED = 1e-12
SMALLEST_STEP = 1e-7
"""Smallest sub-step, relative to the whole time, before a dead point is declared."""


def kinematics(
    mechanism: Any,
    duration: Any = None,
    *,
    output: Any = None,
    initial: Mapping[str, Any] | None = None,
    formulation: Any = None,
) -> Result:
    """Position, velocity, acceleration, reactions and driver efforts of a driven mechanism over `duration` [s].

    output: time between two rows [s], or an array of times.  Raises AssemblyError if the drivers leave a freedom, and
    RunError at a dead point, with the time, the joint, and in `result` the part before it.
    """
    from snodo.analyses.times import output_times

    F = bind(mechanism, formulation)
    times = output_times(duration, output, F.mechanism.run)
    start = assemble(F, initial=initial, t=float(times[0]))
    _refuse_freedom(F, mobility(F, start.q, t=float(times[0])))
    keep_independent_rows(F, start.q, float(times[0]))
    F.set_gains(0.0, 0.0)
    states = np.zeros((times.size, F.nq + F.nv + len(F.work_names)))
    states[0] = F.state(start.q, start.v)
    reached, t, q = _follow(F, times, states)
    result = _result(F, times[:reached], states[:reached], start)
    if reached < times.size:
        error = RunError(dead_point(F, q, t, F.smallest_pivot))
        error.result = result
        raise error
    return result


def _follow(F: Any, times: np.ndarray, states: np.ndarray) -> tuple[int, float, np.ndarray]:
    """Fill the states; returns the rows filled, and the time and positions of the last one or of the dead point."""
    kernels, report = F.kernels, np.zeros(2)
    smallest = SMALLEST_STEP * float(times[-1] - times[0])
    scratch = np.zeros((4, states.shape[1]))
    first = 0
    while True:
        rows = states[first:]
        arguments = (times[first:], rows, F.model, CLOSED, smallest, scratch, report)
        reached = first + kernels.follow(kernels.rate, kernels.project, *arguments)
        t, q = float(report[0]), scratch[0, : F.nq].copy()
        if reached == times.size or not choose_rows_again(F, q, t) or reached - 1 == first:
            return reached, t, q
        first = reached - 1


def _refuse_freedom(F: Any, found: Mobility) -> None:
    if found.degrees_of_freedom == 0:
        return
    first = found.free_motions[0]
    moving = ", ".join(list(first)[:4])
    raise AssemblyError(
        Problem(
            f"mechanism {F.mechanism.name!r} keeps {found.degrees_of_freedom} degree(s) of freedom: "
            f"{moving} can still move",
            "add a driver for each, or let forces decide with sn.simulate",
            F.mechanism.where,
        )
    )


def _result(F: Any, times: np.ndarray, states: np.ndarray, start: Assembly) -> Result:
    """Accelerations, multipliers and energies along the motion; works by integrating the powers."""
    found = F.evaluate(times, states)
    if times.size > 2 and F.work_names:
        from scipy.interpolate import CubicSpline

        states[:, F.nq + F.nv :] = CubicSpline(times, found["power"]).antiderivative()(times)
    info = {
        "kind": "kinematics",
        "formulation": F.name,
        "method": "none (driven motion)",
        "integrator": "none (Newton at each time)",
        "status": "finished",
        "start": str(start),
        "redundant_rows": redundant_names(F, start.q, float(times[0]) if times.size else 0.0),
        "user_functions": F.routes(),
    }
    return Result(F, times, states, found, info)._with_least_norm_multipliers()


def dead_point(F: Any, q: np.ndarray, t: float, pivot: float) -> Problem:
    """Where it stuck: the driver that loses its grip, the body that becomes free, the joint that is stretched out."""
    _, sizes, right = np.linalg.svd(scaled_jacobian(F, q, t))
    body = F.body_names[int(np.abs(right[len(sizes) - 1]).argmax()) // 3]
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
        "the drivers cannot carry the mechanism through this position: drive another joint, or stop before it",
        F.mechanism.where,
    )
