"""Derivatives along a run: their cost against the run alone, and against central differences, in one run.

Run from the repository root:   python -m benchmarks.sensitivities

    run           the integration alone, compiled: what every member of central differences costs at least
    with          the integration with derivatives along so many directions, in runs; central differences: twice as many
    whole         `sn.sensitivities` with one output at 21 samples, against one `sn.simulate` with the same samples
    again         the same for a bound formulation that was differentiated before
    bindings      how often the mechanism is bound for the first of them

Absolute times mean nothing on shared machines: look at the ratios.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np

import snodo as sn
from snodo.constraint_methods.projection import Projection
from snodo.formulations.bind import bind
from snodo.integrators.explicit.dop853 import DOP853
from snodo.simulation.sensitivities.run import Task, run_along
from snodo.simulation.sensitivities.start import StartSlopes
from snodo.simulation.sensitivities.variants import rewriting_for, variants

ROUNDS = 9
DIRECTIONS = 1, 3, 7, 10, 21, 42
NUMBERS = {
    "mass: 43.25 g": "m1", "mass: 3.65 g": "m2", "mass: 23.73 g": "m3", "mass: 70.50 g": "m5", "mass: 54.98 g": "m7",
    "inertia: 2.194e-6": "i1", "inertia: 5.255e-6": "i3", "inertia: 1.169e-5": "i5", "stiffness: 4.53 N/mm": "k",
    "length: 77.85 mm": "free",
}  # fmt: skip
"""Numbers of Andrews' squeezer that become parameters."""


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


def andrews() -> tuple[sn.Mechanism, dict[str, float]]:
    """Ten parameters: masses, moments of inertia and a spring."""
    text = (Path(__file__).parents[1] / "examples" / "andrews.yaml").read_text()
    declared = []
    for given, name in NUMBERS.items():
        word, _, value = given.partition(": ")
        unit = " kg*m^2" if word == "inertia" else ""
        text = text.replace(given, f"{word}: {name}")
        declared.append(f"  {name}: {value}{unit}")
    return sn.loads("\n".join([text, "parameters:", *declared])), {}


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


def least(calls: dict[Any, Callable[[], Any]]) -> dict[Any, float]:
    """Least CPU time [s] of each call, in alternating rounds."""
    times = dict.fromkeys(calls, float("inf"))
    for round_ in range(ROUNDS + 1):
        for name, call in calls.items():
            began = time.process_time()
            call()
            if round_:
                times[name] = min(times[name], time.process_time() - began)
    return times


def measure(m: sn.Mechanism, initial: dict[str, float], formulation: str, duration: float, output: str) -> None:
    """One line of the table."""
    over = [*m.parameters, *initial][:10]
    F = bind(m, formulation)
    method, steps, times = Projection(), DOP853(rtol=1e-8), np.linspace(0, duration, 21)
    start = sn.assemble(F, initial=initial)
    rewriting = rewriting_for(F, [name for name in over if name in m.parameters])
    points = [variants(F, m.parameters[name], rewriting) if name in m.parameters else None for name in over]
    found = StartSlopes(F, initial, start.q, start.v)
    starts = [found.along_initial(n) if p is None else found.along_parameter(p) for n, p in zip(over, points)]

    def run(count: int) -> Callable[[], Any]:
        several = -(-count // len(over))
        own = (several * points)[:count], (several * starts)[:count]
        task = Task(F, method, steps, times, None, start.q, start.v, *own, [(0.0, start.q, start.v)])
        return lambda: run_along(task)

    choices: dict[str, Any] = {"output": times, "initial": initial, "progress": False, "error_bars": False}
    choices |= {"formulation": formulation, "tolerance": 1e-8}
    t = least(
        {
            "run": lambda: plain(F, method, steps, times, start),
            **{count: run(count) for count in DIRECTIONS},
            "single": lambda: sn.simulate(m, **choices),
            "whole": lambda: sn.sensitivities(m, over=over, outputs=[output], **choices),
            "again": lambda: sn.sensitivities(F, over=over, outputs=[output], **choices),
        }
    )
    with_ = "".join(f"{t[count] / t['run']:7.2f}" for count in DIRECTIONS)
    count = bindings(type(F), lambda: sn.sensitivities(m, over=over, outputs=[output], **choices))
    print(
        f"{m.name[:12]:>12} {formulation:>8}  {1e3 * t['run']:8.2f} {with_}  {1e3 * t['single']:8.1f}"
        f"  {t['whole'] / t['single']:6.1f} {t['again'] / t['single']:6.1f}  {count:8d}",
        flush=True,
    )


def bindings(kind: Any, call: Callable[[], Any]) -> int:
    """How often a mechanism is bound meanwhile."""
    count, begin = [0], kind.__init__

    def counted(self: Any, *given: Any) -> None:
        count[0] += 1
        begin(self, *given)

    with patch.object(kind, "__init__", counted):
        call()
    return count[0]


def plain(F: Any, method: Any, steps: Any, times: np.ndarray, start: Any) -> None:
    """The integration alone."""
    from snodo.simulation.one_run import Choices, integrated

    F.forget_factors()
    bound = method.bind(F, start.q, start.v, 0.0)
    integrated(bound, Choices(method, steps, times), bound.state(start.q, start.v), None)


def main() -> None:
    """Print the table."""
    heads = "".join(f"{f'with {count}':>7}" for count in DIRECTIONS)
    print(f"   mechanism    form.   run [ms] {heads}  simulate   whole  again  bindings")
    m, initial = four_bar()
    for formulation in ("planar", "tree"):
        measure(m, initial, formulation, 2.0, "B.angle")
    m, initial = andrews()
    measure(m, initial, "planar", 0.05, "K1.angle")
    m, initial = arm()
    for formulation in ("tree", "spatial"):
        measure(m, initial, formulation, 2.0, "b6.x")


if __name__ == "__main__":
    main()
