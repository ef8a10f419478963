"""Energy over a thousand seconds: every integrator of the registry on two conservative mechanisms with constraints.

    python -m benchmarks.energy [--duration 1000] [--patience 120] [--plot FILE] [--only WORD …]

A four-bar whose crank goes round under gravity (one degree of freedom, nine coordinates, eight rows), and a double
pendulum of two bars that tumbles (chaotic, six coordinates, four rows).  Both in plane coordinates, so that every
integrator meets constraints.  The energy is that of the states as they are given out, relative to the largest kinetic
energy.  For each half of the run the table has the change of its mean over twenty samples, from the start to the middle
and from there to the end, so that bounded oscillations do not count; then the largest deviation from the start at any
time, and process CPU seconds.  A drift that is as large in the second half as in the first goes on for ever; one that
is small in both beside the largest deviation is bounded.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import snodo as sn
from snodo.analyses.compare.timed_run import Task
from snodo.constraint_methods import method_from
from snodo.errors import SnodoError
from snodo.integrators.base import integrator_from, is_fixed
from snodo.registry import INTEGRATORS, METHODS

Array = np.ndarray
SAMPLES = 2000
PART = 20
"""Samples whose mean is the energy at the start, middle or end."""
TOLERANCES = (1e-5, 1e-7, 1e-9)
STEPS = (4e-3, 2e-3)


@dataclass(frozen=True)
class Row:
    """One run: its change in each half and its largest deviation, relative; CPU seconds; the energy along the run."""

    problem: str
    integrator: str
    setting: str
    first: float
    second: float
    largest: float
    cpu: float
    times: Array
    deviation: Array


# ---------------------------------------------------------------- mechanisms
def four_bar() -> sn.Mechanism:
    """Crank 0.1 m, coupler 0.35 m, rocker 0.3 m, ground 0.35 m: the crank goes round."""
    m = sn.Mechanism("four-bar", gravity=(0, -9.81))
    reach = 0.25**2  # from B = (0.1, 0) to D = (0.35, 0)
    x = 0.1 + (reach + 0.35**2 - 0.3**2) / (2 * 0.25)
    m.add_points(A=(0, 0), B=(0.1, 0), C=(x, np.sqrt(0.35**2 - (x - 0.1) ** 2)), D=(0.35, 0))
    for name, ends, mass in (("crank", "AB", 0.5), ("coupler", "BC", 1.2), ("rocker", "DC", 0.9)):
        m.bar(name, *ends, mass=mass)
    for name, parent, child in (("A", "ground", "crank"), ("B", "crank", "coupler"), ("C", "coupler", "rocker")):
        m.revolute(name, parent, child)
    m.revolute("D", "ground", "rocker")
    m.initial["A.speed"] = 12.0
    return m


def double_pendulum() -> sn.Mechanism:
    """Two bars of 0.5 m and 1 kg in line, let go horizontally."""
    m = sn.Mechanism("double pendulum", gravity=(0, -9.81))
    m.add_points(O=(0, 0), P=(0.5, 0), Q=(1, 0))
    m.bar("upper", "O", "P", mass=1)
    m.bar("lower", "P", "Q", mass=1)
    m.revolute("O", "ground", "upper")
    m.revolute("P", "upper", "lower")
    return m


PROBLEMS = {"four-bar": four_bar, "double pendulum": double_pendulum}


# ---------------------------------------------------------------- runs
def settings() -> Iterator[tuple[str, str, Any]]:
    """Every built-in integrator with its tolerances or steps."""
    for word in INTEGRATORS.built_in():
        if is_fixed(word):
            for h in STEPS:
                yield word, f"h = {1e3 * h:g} ms", integrator_from(word, step=h)
        else:
            smallest = float(getattr(INTEGRATORS[word], "smallest_rtol", 0.0))
            for rtol in TOLERANCES:
                yield word, f"rtol = {rtol:.0e}", integrator_from(word, rtol=max(rtol, smallest))


def energy_of(result: sn.Result) -> tuple[Array, float]:
    """Energy at the samples less that of the start, and the largest kinetic energy [J]."""
    total = result["energy.total"].values
    return total - total[0], float(result["energy.kinetic"].values.max())


def measured(problem: str, word: str, setting: str, integrator: Any, duration: float, patience: float) -> Row:
    """Run it."""
    times = np.linspace(0.0, duration, SAMPLES + 1)
    task = Task(sn.Planar(PROBLEMS[problem]()), times, None, patience)
    method = None if integrator.solves_constraints else method_from(METHODS.default)
    result = task.run("planar", method, integrator)
    change, size = energy_of(result)
    deviation = change / size
    half = deviation.size // 2
    start, middle, end = (float(deviation[k : k + PART].mean()) for k in (0, half, deviation.size - PART))
    largest = float(np.abs(deviation).max())
    cpu = float(result.info["cpu_seconds"])
    return Row(problem, word, setting, middle - start, end - middle, largest, cpu, times, deviation)


def all_runs(names: Sequence[str], only: Sequence[str], duration: float, patience: float) -> Iterator[Row]:
    """All of them; those that stop are told, and left out."""
    for problem in names:
        for word, setting, integrator in settings():
            if only and word not in only:
                continue
            try:
                yield measured(problem, word, setting, integrator, duration, patience)
            except SnodoError as error:
                print(
                    f"{problem:<16} {word:<18} {setting:<14} {error.problems[0].what.splitlines()[0][:90]}", flush=True
                )


def line(row: Row) -> str:
    return (
        f"{row.problem:<16} {row.integrator:<18} {row.setting:<14} {row.first:>10.1e} {row.second:>10.1e} "
        f"{row.largest:>10.1e} {row.cpu:>8.2f}"
    )


# ---------------------------------------------------------------- picture
STYLES = {  # colours of Okabe and Ito, told apart with any colour vision; auto runs on the line of dop853
    "dop853": ("#0072B2", "-"),
    "radau": ("#D55E00", "-"),
    "dormand_prince": ("#009E73", "-"),
    "bogacki_shampine": ("#E69F00", "-"),
    "rk4": ("#7F7F7F", "-"),
    "generalized_alpha": ("#CC79A7", "-"),
    "adaptive_alpha": ("#CC79A7", "--"),
    "auto": ("#000000", ":"),
}


def draw(rows: Sequence[Row], file: Path) -> None:
    """|energy − start| over time of one setting of each integrator (1e-7, the shorter step), a panel a mechanism."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    problems = list(dict.fromkeys(row.problem for row in rows))
    figure = Figure(figsize=(6 * len(problems), 5.0))
    FigureCanvasAgg(figure)
    axes = np.atleast_1d(figure.subplots(1, len(problems), sharey=True))
    handles: dict[str, Any] = {}
    for ax, problem in zip(axes, problems):
        for word, (colour, dashes) in STYLES.items():
            own = [row for row in rows if (row.problem, row.integrator) == (problem, word)]
            for row in own[len(own) // 2 :][:1]:
                running = np.maximum(np.maximum.accumulate(np.abs(row.deviation))[1:], 1e-16)
                (shown,) = ax.loglog(row.times[1:], running, color=colour, linestyle=dashes, linewidth=1.8)
                handles[f"{word}, {row.setting}"] = shown
        ax.set(title=problem, xlabel="time, s")
        ax.grid(color="#E4E6EA")
        ax.spines[["top", "right"]].set_visible(False)
    axes[0].set_ylabel("largest |energy − start| so far\n/ largest kinetic energy")
    figure.legend(handles.values(), handles.keys(), loc="lower center", ncols=4, frameon=False, fontsize=9)
    figure.tight_layout(rect=(0, 0.1, 1, 1))
    figure.savefig(file, dpi=110)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--duration", type=float, default=1000.0, help="of each run, s")
    parser.add_argument("--patience", type=float, default=120.0, help="process time after which a run is stopped, s")
    parser.add_argument("--only", nargs="*", default=(), metavar="WORD", help="integrators")
    parser.add_argument("--problems", nargs="*", default=tuple(PROBLEMS), choices=tuple(PROBLEMS), metavar="NAME")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the energies over time")
    chosen = parser.parse_args(arguments)
    print(f"{'':<16} {'':<18} {'':<14} {'1st half':>10} {'2nd half':>10} {'largest':>10} {'CPU s':>8}")
    rows = []
    for row in all_runs(chosen.problems, chosen.only, chosen.duration, chosen.patience):
        rows.append(row)
        print(line(row), flush=True)
    if chosen.plot and rows:
        draw(rows, chosen.plot)
        print(f"picture: {chosen.plot}")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
