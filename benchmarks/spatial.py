"""Chains and nets in absolute coordinates side by side with Exudyn, Bricard's mechanism with OpenSim, in one run.

Run from the repository root:   python -m benchmarks.spatial [--large]

Times are process CPU seconds, one thread, best of a few runs, of the solve alone.  The error of chains and nets is that
of the place of the last bar at the end, against our own run at 1e-12.  Absolute times mean nothing on shared machines:
look at the ratios.
"""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np
from benchmarks.loops import Runs, compare, opensim_runs, peer_is_missing, rows_of
from benchmarks.mechanisms import bricard
from benchmarks.nets import Bars, chain, net
from benchmarks.ratios import Ratio
from benchmarks.references import BRICARD_P3, bricard_error

import snodo as sn
from benchmarks import planar
from snodo.constraint_methods import Projection, in_time
from snodo.integrators.ode.run import integrate
from snodo.simulation.one_run import tolerances


class Problem:
    """Bars bound in absolute coordinates, ready to run again and again."""

    def __init__(self, bars: Bars, duration: float) -> None:
        began = time.process_time()
        self.F = sn.Spatial(bars.mechanism())
        self.binding = time.process_time() - began
        self.bars, self.duration = bars, duration
        self.y0 = self.F.state(*self.F.reference())

    def run(self, integrator: Any, runs: int = 2) -> dict[str, Any]:
        """Best CPU time, steps, and the place of the last bar at the end, with projection after each step."""
        F, best = self.F, math.inf
        for _ in range(runs):
            F.forget_factors()
            began = time.process_time()
            run = integrate(
                in_time.rate(F),
                in_time.project(F),
                F.model,
                self.y0,
                0.0,
                np.array([0.0, self.duration]),
                integrator,
                F.nq + F.nv,
                *tolerances(F, integrator),
                projection_tolerance=Projection().tolerance,
            )
            best = min(best, time.process_time() - began)
        place = F.motion.position(F.body_names[-1], run.states[-1][: F.nq])
        return {"cpu": best, "steps": run.statistics["steps"], "place": place}


RTOLS = (1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9)


def at_equal_error(
    name: str, bars: Bars, duration: float, steps: Sequence[float], rtols: Sequence[float] = RTOLS, best: float = 1e-12
) -> None:
    """For each step of Exudyn: our quickest run that is at least as accurate, and the ratio."""
    from benchmarks.peers import exudyn_spatial

    problem = Problem(bars, duration)
    exact = problem.run(sn.DOP853(rtol=best), runs=1)["place"]
    mine = []
    for method in [sn.DOP853(rtol=rtol) for rtol in rtols]:
        found = problem.run(method)
        mine.append({"setting": f"{method.name} rtol {method.rtol:.0e}", **found, "error": _away(found, exact)})
    print(f"\n{name}, {duration:g} s")
    print(f"  {'Exudyn':<10} {'CPU ms':>9} {'error m':>9}   {'snodo':<20} {'CPU ms':>8} {'error m':>9} {'ratio':>7}")
    for step in steps:
        peer = exudyn_spatial.run(bars, duration, step)
        error = _away(peer, exact)
        good = [row for row in mine if row["error"] <= error]
        left = f"  h {step:<8.0e} {1e3 * peer['cpu']:9.1f} {error:9.1e}"
        if not good:
            print(f"{left}   none as accurate")
            continue
        quick = min(good, key=lambda row: row["cpu"])
        numbers = f"{1e3 * quick['cpu']:8.2f} {quick['error']:9.1e} {peer['cpu'] / quick['cpu']:7.1f}"
        print(f"{left}   {quick['setting']:<20} {numbers}", flush=True)


def _away(found: dict[str, Any], exact: np.ndarray) -> float:
    return float(np.abs(found["place"] - exact).max())


def at_equal_step(problem: Problem, step: float = 1e-3, count: int = 20) -> tuple[float, float]:
    """CPU seconds of a step: RK4 with projection, and Exudyn's trapezoidal rule."""
    from benchmarks.peers import exudyn_spatial

    mine = problem.run(sn.RK4(step=step))
    peer = exudyn_spatial.run(problem.bars, count * step, step, modified_newton=True)
    return mine["cpu"] / count, peer["cpu"] / count


def growth(name: str, sizes: Sequence[Bars], step: float = 1e-3, count: int = 20) -> None:
    """Cost of a bar and step at equal steps."""
    print(f"\n{name}: µs a bar and step, steps of {step:g} s")
    print(
        f"  {'bars':>6} {'rows':>6} {'snodo RK4':>10} {'evaluation':>11} {'Exudyn':>8} {'ratio':>6} {'binding s':>10}"
    )
    for bars in sizes:
        n, problem = len(bars.centres), Problem(bars, count * step)
        ours, theirs = (1e6 * seconds / n for seconds in at_equal_step(problem, step, count))
        once = 1e6 * _evaluation(problem) / n
        numbers = f"{ours:10.2f} {once:11.3f} {theirs:8.2f} {theirs / ours:6.1f} {problem.binding:10.2f}"
        print(f"  {n:6d} {problem.F.nc:6d} {numbers}", flush=True)


def _evaluation(problem: Problem) -> float:
    """Seconds of one evaluation of the equations."""
    from benchmarks.repeat import repeat

    F, y = problem.F, problem.y0
    count, best, y_dot = max(3, 20_000 // len(problem.bars.centres)), math.inf, np.empty_like(y)
    for _ in range(3):
        began = time.process_time()
        repeat(in_time.rate(F), y, y_dot, F.model, count)
        best = min(best, (time.process_time() - began) / count)
    return best


def bricard_runs() -> Runs:
    """Bricard's mechanism in absolute coordinates: six hinges, the redundant row found and left out."""
    problem = planar.Problem(
        sn.Spatial(bricard()),
        [0.0, *BRICARD_P3],
        lambda F, states: bricard_error(F.motion.position("P3f", y[: F.nq]) for y in states[1:]),
    )
    return {
        f"spatial DOP853 rtol {rtol:.0e}": partial(problem.run, sn.DOP853(rtol=rtol), runs=1)
        for rtol in (1e-6, 1e-7, 5e-8, 3e-8, 1e-8, 1e-9, 1e-10)
    }


BRICARD = "Bricard's mechanism, absolute coordinates, 10 s"


def ratios(quick: bool = False) -> Iterator[Ratio]:
    """Bricard's mechanism beside OpenSim, and nets beside Exudyn at equal steps."""
    rows = rows_of(bricard_runs(), opensim_runs(), 1 if quick else 5)
    yield from planar.at_equal_error(BRICARD, *rows, "OpenSim", 1e-8)
    if peer_is_missing("exudyn"):
        return
    for side in (3, 7, 22) if quick else (3, 7, 22, 40):
        bars = net(side, side)
        ours, theirs = at_equal_step(Problem(bars, 0.02))
        yield Ratio(f"net of {len(bars.centres)} bars, equal steps", "Exudyn", theirs / ours)


def main() -> None:
    large = "--large" in sys.argv
    compare(BRICARD, bricard_runs(), "OpenSim", opensim_runs())
    at_equal_error("chain of 10", chain(10), 1.0, [1e-2, 3e-3, 1e-3, 3e-4])
    at_equal_error("chain of 100", chain(100), 0.5, [1e-2, 3e-3, 1e-3])
    at_equal_error("net of 5 by 5", net(5, 5), 0.5, [1e-2, 3e-3, 1e-3])
    at_equal_error("net of 23 by 23", net(23, 23), 0.2, [1e-2, 3e-3, 1e-3], (1e-2, 1e-3, 1e-4, 1e-5, 1e-6), 1e-9)
    growth("hanging chain", [chain(n) for n in (10, 100, 1000, *([10_000] if large else []))])
    growth("net", [net(k, k) for k in (3, 7, 22, 40, *([71] if large else []))])


if __name__ == "__main__":
    main()
