"""Derivatives along a run: their cost against the run alone, and against central differences, in one run.

Run from the repository root:   python -m benchmarks.sensitivities

    run           the integration alone, compiled: what every member of central differences costs at least
    with          the integration with derivatives along so many directions, in runs
    a direction   what one more direction costs, in runs; central differences cost two
    whole         `sn.sensitivities` with one output at 21 samples, against one `sn.simulate` with the same
                  samples; binding the mechanism at the points of the differences is a part of it, in the next column

Absolute times mean nothing on shared machines: look at the ratios.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

import snodo as sn
from snodo.constraint_methods.projection import Projection
from snodo.formulations.bind import bind
from snodo.integrators.explicit.dop853 import DOP853
from snodo.simulation.sensitivities.run import Task, run_along
from snodo.simulation.sensitivities.start import StartSlopes
from snodo.simulation.sensitivities.variants import variants

ROUNDS = 7


def four_bar() -> tuple[sn.Mechanism, dict[str, float]]:
    """Nine parameters and a speed."""
    m = sn.Mechanism("four-bar", gravity=(0, -9.81))
    for name, value in (("bx", 0.1), ("by", 0.15), ("cx", 0.45), ("cy", 0.3), ("dx", 0.5)):
        m.parameter(name, value, unit="m")
    for name, value in (("crank", 0.5), ("coupler", 1.2), ("rocker", 0.9)):
        m.parameter(name, value, unit="kg")
    m.parameter("k", 4.0, unit="N*m/rad")
    m.add_points(A=(0, 0), B=("bx", "by"), C=("cx", "cy"), D=("dx", 0))
    for name, ends in (("crank", "AB"), ("coupler", "BC"), ("rocker", "CD")):
        m.bar(f"{name}_bar", *ends, mass=name)
    m.revolute("A", "ground", "crank_bar")
    m.revolute("B", "crank_bar", "coupler_bar")
    m.revolute("C", "coupler_bar", "rocker_bar")
    m.revolute("D", "ground", "rocker_bar")
    m.torsional_spring("S", joint="C", stiffness="k", damping=0.02)
    return m, {"A.speed": 2.0}


def arm(links: int = 7) -> tuple[sn.Mechanism, dict[str, float]]:
    """A chain of hinges about y, z, x, y …, with masses and a length as parameters."""
    m = sn.Mechanism(f"arm of {links}", dimension=3, gravity=(0, 0, -9.81))
    m.parameter("length", 0.3, unit="m")
    for k in range(links):
        m.parameter(f"m{k}", 1.0 + 0.1 * k, unit="kg")
        m.box(f"b{k}", (0.3, 0.06, 0.05), (f"({k} + 0.5)*length", 0.01 * k, 0.02 * k), mass=f"m{k}")
        at = (f"{k}*length", 0, 0)
        m.revolute(f"j{k}", f"b{k - 1}" if k else "ground", f"b{k}", at=at, axis="yzx"[k % 3])
        m.friction(f"d{k}", joint=f"j{k}", viscous=0.2)
    return m, {"j1.speed": 2.0, "j0.speed": 1.0}


def least(f: Callable[[], Any]) -> float:
    """Least CPU time [s] of some rounds."""
    f()
    times = []
    for _ in range(ROUNDS):
        began = time.process_time()
        f()
        times.append(time.process_time() - began)
    return min(times)


def measure(m: sn.Mechanism, initial: dict[str, float], formulation: str, duration: float, output: str) -> None:
    """One line of the table."""
    over = [*m.parameters, *initial][:10]
    F = bind(m, formulation)
    method, steps, times = Projection(), DOP853(rtol=1e-8), np.linspace(0, duration, 21)
    start = sn.assemble(F, initial=initial)
    points = [variants(F, m.parameters[name]) if name in m.parameters else None for name in over]
    found = StartSlopes(F, initial, start.q, start.v)
    starts = [found.along_initial(n) if p is None else found.along_parameter(p) for n, p in zip(over, points)]

    def run(count: int) -> float:
        task = Task(F, method, steps, times, None, start.q, start.v, points[:count], starts[:count])
        return least(lambda: run_along(task))

    choices: dict[str, Any] = {"output": times, "initial": initial, "progress": False, "error_bars": False}
    choices |= {"formulation": formulation, "tolerance": 1e-8}
    alone = least(lambda: plain(F, method, steps, times, start))
    whole = least(lambda: sn.sensitivities(m, over=over, outputs=[output], **choices))
    single = least(lambda: sn.simulate(m, **choices))
    binding = least(lambda: [variants(F, m.parameters[name]) for name in over if name in m.parameters])
    ten, seven, one = run(len(over)), run(7), run(1)
    print(
        f"{m.name:>10} {formulation:>8}  {1e3 * alone:8.2f}"
        f"  {one / alone:6.2f}  {seven / alone:6.2f}  {ten / alone:6.2f}"
        f"  {(seven - one) / 6 / alone:8.2f}  {1e3 * single:8.1f}  {whole / single:6.1f}  {binding / single:8.1f}"
    )


def plain(F: Any, method: Any, steps: Any, times: np.ndarray, start: Any) -> None:
    """The integration alone."""
    from snodo.simulation.one_run import Choices, integrated

    F.forget_factors()
    bound = method.bind(F, start.q, start.v, 0.0)
    integrated(bound, Choices(method, steps, times), bound.state(start.q, start.v), None)


def main() -> None:
    """Print the table."""
    print(" mechanism    form.   run [ms]  with 1  with 7 with 10  direction  simulate   whole   binding")
    m, initial = four_bar()
    for formulation in ("planar", "tree"):
        measure(m, initial, formulation, 2.0, "B.angle")
    m, initial = arm()
    for formulation in ("tree", "spatial"):
        measure(m, initial, formulation, 2.0, "b6.x")


if __name__ == "__main__":
    main()
