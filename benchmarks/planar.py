"""Planar mechanisms side by side with Exudyn in one run: CPU time at equal error, and growth with the number of bodies.

Run from the repository root:   python -m benchmarks.planar

Times are process CPU seconds, one thread, best of a few runs, of the solve alone; 101 rows of dense output on our side.
Absolute times mean nothing on shared machines: look at the ratios.
"""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from benchmarks.mechanisms import andrews, chain, ladder, slider_crank
from benchmarks.ratios import Ratio
from benchmarks.references import (
    ANDREWS_DURATION,
    ANDREWS_END,
    SLIDER_CRANK_ANGLE,
    SliderCrank,
    andrews_body_angles,
)

import snodo as sn
from snodo.analyses.assembly.assemble import assemble
from snodo.constraint_methods import Projection, in_time
from snodo.constraint_methods.redundancy import keep_independent_rows
from snodo.integrators.ode.run import integrate
from snodo.simulation.one_run import tolerances


class Problem:
    """A bound mechanism ready to run again and again; `error_of(F, states)` judges the states at the times."""

    def __init__(self, F: Any, times: Any, error_of: Callable[[Any, np.ndarray], float]) -> None:
        self.F, self.times, self.error_of = F, np.asarray(times), error_of
        start = assemble(F)
        keep_independent_rows(F, start.q, 0.0)
        self.y0 = F.state(start.q, start.v)

    def run(self, integrator: Any, runs: int = 5) -> dict[str, float]:
        """Best CPU time, error and evaluations with projection after each step."""
        F, best = self.F, math.inf
        for _ in range(runs):
            began = time.process_time()
            run = integrate(
                in_time.rate(F),
                in_time.project(F),
                F.model,
                self.y0,
                0.0,
                self.times,
                integrator,
                F.nq + F.nv,
                *tolerances(F, integrator),
                projection_tolerance=Projection().tolerance,
            )
            best = min(best, time.process_time() - began)
        return {"cpu": best, "error": self.error_of(F, run.states), "evaluations": run.statistics["evaluations"]}


def slider_crank_problem() -> Problem:
    times = np.linspace(0.0, SliderCrank().duration, 101)
    return Problem(sn.Planar(slider_crank()), times, lambda F, states: abs(states[-1, 2] - SLIDER_CRANK_ANGLE))


def andrews_problem() -> Problem:
    times = np.linspace(0.0, ANDREWS_DURATION, 101)
    return Problem(sn.Planar(andrews()), times, lambda F, states: planar_andrews_error(states[-1, 2 : F.nq : 3]))


def planar_andrews_error(angles: np.ndarray) -> float:
    """Largest error of the bodies' angles at the end, rad."""
    return float(np.abs(angles - andrews_body_angles(ANDREWS_END)).max())


def ours(problem: Problem) -> list[dict[str, Any]]:
    """Our runs over a range of tolerances."""
    rows = []
    for tolerance in (1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-12):
        for method in (sn.DOP853(rtol=tolerance), sn.DormandPrince(rtol=tolerance)):
            if isinstance(method, sn.DormandPrince) and tolerance < 1e-8:
                continue
            rows.append({"setting": f"{method.name} rtol {tolerance:.0e}", **problem.run(method)})
    return rows


Rows = Sequence[dict[str, Any]]
"""Runs, each with its `setting`, its `cpu` seconds and its `error`."""


def as_accurate(mine: Rows, row: dict[str, Any]) -> dict[str, Any] | None:
    """Our quickest run that is at least as accurate as a peer's."""
    return min((r for r in mine if r["error"] <= row["error"]), key=lambda r: r["cpu"], default=None)


def at_equal_error(name: str, mine: Rows, peer: Rows, who: str, error: float) -> Iterator[Ratio]:
    """The quickest run of a peer that reaches the error, over our quickest that is at least as accurate as this one."""
    theirs = as_accurate(peer, {"error": error})
    ours = as_accurate(mine, theirs) if theirs else None
    if theirs and ours:
        yield Ratio(name, who, theirs["cpu"] / ours["cpu"], error)


def side_by_side(name: str, mine: Rows, peer: Rows, who: str = "Exudyn") -> None:
    """For each peer run: our quickest run that is at least as accurate, and the ratio."""
    print(f"\n{name}")
    print(f"  {who:<24} {'CPU ms':>9} {'error':>9}   {'snodo':<26} {'CPU ms':>8} {'error':>9} {'ratio':>7}")
    for row in peer:
        best = as_accurate(mine, row)
        if best is None:
            print(f"  {row['setting']:<24} {1e3 * row['cpu']:9.1f} {row['error']:9.1e}   none as accurate")
            continue
        print(
            f"  {row['setting']:<24} {1e3 * row['cpu']:9.1f} {row['error']:9.1e}   {best['setting']:<26}"
            f" {1e3 * best['cpu']:8.2f} {best['error']:9.1e} {row['cpu'] / best['cpu']:7.0f}"
        )
    print("  all of ours: " + "; ".join(f"{r['setting']} {1e3 * r['cpu']:.2f} ms → {r['error']:.0e}" for r in mine))


def growth(name: str, build: Callable[[int], sn.Mechanism], sizes: list[int], bodies: Callable[[int], int]) -> None:
    """Cost of one evaluation of the equations against the number of bodies."""
    print(f"\n{name}: one evaluation")
    print(f"  {'bodies':>7} {'µs':>9} {'µs per body':>12} {'binding s':>10}")
    for size in sizes:
        began = time.process_time()
        F = sn.Planar(build(size))
        binding, n = time.process_time() - began, bodies(size)
        microseconds = evaluation(F, count=max(3, 50_000 // n))
        print(f"  {n:7d} {microseconds:9.2f} {microseconds / n:12.3f} {binding:10.2f}")


def evaluation(F: Any, count: int, runs: int = 5) -> float:
    """CPU time of one evaluation of the equations in the configuration as drawn, µs."""
    from benchmarks.repeat import repeat

    y = F.state(*F.reference())
    ydot, best = np.empty_like(y), math.inf
    for _ in range(runs):
        began = time.process_time()
        repeat(in_time.rate(F), y, ydot, F.model, count)
        best = min(best, (time.process_time() - began) / count)
    return 1e6 * best


def main() -> None:
    from benchmarks.peers import exudyn_planar

    for name, problem, peer, steps in (
        ("slider-crank, 10 s", slider_crank_problem(), exudyn_planar.slider_crank, [1e-3, 3e-4, 1e-4, 3e-5]),
        ("Andrews' squeezer, 0.03 s", andrews_problem(), exudyn_planar.andrews, [1e-5, 3e-6, 1e-6, 3e-7]),
    ):
        mine = ours(problem)
        side_by_side(name, mine, [{"setting": f"h {h:.0e}", **peer(h)} for h in steps])
    growth("open chain", chain, [3, 10, 30, 100, 300, 1000, 3000], lambda n: n)
    growth("ladder of four-bars", ladder, [1, 5, 15, 50, 150, 500, 1500], lambda n: 2 * n + 1)


if __name__ == "__main__":
    sys.exit(main())
