"""Work against precision: our integrators, Exudyn, MuJoCo, SUNDIALS' IDA and OpenSim in one run.

    python -m benchmarks.work_precision [--quick] [--plot FILE]

Six problems, each solved by everybody with a series of tolerances or steps.  Times are process CPU seconds of the
solve alone, one thread, the best of three (of up to fifteen if they are short); building and assembling are not
counted, ours no less than theirs.  The error is the largest of the quantities named, against a published reference or
DOP853 at a tolerance of 1e-13.  The table has the ratio of the best other program to our best integrator at equal
error, interpolated between the runs of each; a run that is by chance better than the next finer one counts as that
one.  A second table has the same for `auto`, the default.  Absolute times mean nothing on shared machines: look at the
ratios, and read them as ± 30 %.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import astuple, dataclass, field, replace
from functools import partial
from importlib.util import find_spec
from itertools import pairwise, zip_longest
from math import exp, inf, log
from pathlib import Path
from typing import Any

import numpy as np
from benchmarks.loops import tree_angles
from benchmarks.mechanisms import andrews, bricard, governor, slider_crank, windows
from benchmarks.ratios import Ratio
from benchmarks.references import (
    ANDREWS_DURATION,
    ANDREWS_END,
    BRICARD_P3,
    GOVERNOR_END,
    SLIDER_CRANK_ANGLE,
    WINDOWS_B0,
    ElasticPin,
    andrews_body_angles,
)

import snodo as sn

Array = np.ndarray
Run = Callable[[], tuple[float, Array]]
"""One run: its CPU seconds, and the quantities of the problem that it ends with."""
ERRORS = tuple(10.0**-k for k in range(3, 10))
OURS = {"Snodo DOP853": "D", "Snodo Radau": "R", "Snodo generalised α": "α", "Snodo RK4": "4", "Snodo auto": "a"}
CHOSEN = tuple(OURS)[:4]
"""Those that a user chooses; auto, the default, goes over from one to the other, and has a table of its own."""
PEERS = {"Exudyn": "E", "MuJoCo": "M", "SUNDIALS IDA": "I", "OpenSim": "O"}


@dataclass(frozen=True)
class Row:
    """One run of a program."""

    setting: str
    cpu: float
    error: float


@dataclass(frozen=True)
class Problem:
    """A mechanism, what of its motion is compared, and the steps [s] of those that have fixed ones."""

    name: str
    compared: str
    make: Callable[[], sn.Mechanism]
    formulation: str
    times: Sequence[float]
    values: Callable[..., Array]
    """The quantities compared, from a result at the times."""
    known: Sequence[float] | None
    """Their exact values; None: those of DOP853 at 1e-13."""
    alpha: Sequence[float]
    exudyn: Sequence[float]
    mujoco: Sequence[float]
    """Also of our RK4."""
    ida: Sequence[bool] = (False,)
    """Which equations IDA is given: index 1, stabilised index 2."""
    cpodes: bool = True
    """Whether OpenSim's implicit integrator comes to an end."""
    remarks: Sequence[str] = field(default_factory=tuple)


def last(*names: str) -> Callable[..., Array]:
    """The values of series at the end, or at another sample."""
    return lambda result, at=-1: np.array([float(result[name].values[at]) for name in names])


def problems() -> list[Problem]:
    """A02 to A05 of the IFToMM library, a slider-crank, and the same with an elastic pin."""
    return [
        Problem(
            "A02, two windows, 10 s",
            "place of B0, m",
            partial(windows, 2),
            "tree",
            [10.0],
            lambda result: np.asarray(result.position("B0f").values[-1])[:2],
            WINDOWS_B0,
            alpha=[2e-2, 1e-2, 5e-3, 2e-3, 1e-3, 5e-4, 2e-4, 1e-4, 5e-5],
            exudyn=[1e-2, 5e-3, 2e-3, 1e-3, 5e-4, 2e-4, 1e-4],
            mujoco=[2e-3, 1e-3, 5e-4, 2e-4, 1e-4, 5e-5],
            ida=(),
            cpodes=False,
            remarks=[
                "IDA is not run: it stops or leaves the branch in the first singular positions",
                "OpenSim leaves the branch there (errors of a metre); its CPodes, which never ends, is not run",
            ],
        ),
        Problem(
            "A03, Andrews, 0.03 s",
            "angles, rad",
            andrews,
            "planar",
            [ANDREWS_DURATION],
            last(*(f"K{k}.angle" for k in range(1, 8))),
            andrews_body_angles(ANDREWS_END),
            alpha=[1e-4, 5e-5, 2e-5, 1e-5, 5e-6, 2e-6, 1e-6, 5e-7],
            exudyn=[1e-4, 5e-5, 2e-5, 1e-5, 5e-6, 2e-6, 1e-6, 5e-7, 2e-7],
            mujoco=[3e-4, 2e-4, 1e-4, 5e-5, 2e-5, 1e-5, 5e-6, 2e-6, 1e-6, 5e-7, 2e-7, 1e-7],
            ida=(False, True),
        ),
        Problem(
            "A04, Bricard, 10 s",
            "places of P3, m",
            bricard,
            "tree",
            list(BRICARD_P3),
            lambda result: np.asarray(result.position("P3f").values[1:]).ravel(),
            np.array(list(BRICARD_P3.values())).ravel().tolist(),
            alpha=[5e-2, 2e-2, 1e-2, 5e-3, 2e-3, 1e-3, 5e-4, 2e-4, 1e-4],
            exudyn=[1e-1, 5e-2, 2e-2, 1e-2, 5e-3, 2e-3, 1e-3, 5e-4, 2e-4],
            mujoco=[2.5e-1, 1.25e-1, 1e-1, 5e-2, 2e-2, 1e-2, 5e-3, 2e-3, 1e-3, 5e-4, 2e-4, 1e-4],
            ida=(False, True),
        ),
        Problem(
            "A05, governor, 10 s",
            "shaft, rad, and slider, m",
            governor,
            "tree",
            [10.0],
            last("bearing.angle", "guide.displacement"),
            GOVERNOR_END,
            alpha=[2e-2, 1e-2, 5e-3, 2e-3, 1e-3, 5e-4, 2e-4, 1e-4],
            exudyn=[2e-2, 1e-2, 5e-3, 2e-3, 1e-3, 5e-4, 2e-4],
            mujoco=[10 / 30000, 2.5e-4, 2e-4, 1e-4],
        ),
        Problem(
            "slider-crank, 10 s",
            "angle of the crank, rad",
            slider_crank,
            "planar",
            [10.0],
            last("crank.angle"),
            [SLIDER_CRANK_ANGLE],
            alpha=[5e-3, 2e-3, 1e-3, 5e-4, 2e-4, 1e-4, 5e-5],
            exudyn=[5e-3, 2e-3, 1e-3, 5e-4, 2e-4, 1e-4, 5e-5],
            mujoco=[2e-3, 1e-3, 5e-4, 2e-4, 1e-4, 5e-5],
            ida=(False, True),
        ),
        Problem(
            "elastic pin 1e9 N/m, 0.5 s",
            "angles, rad",
            partial(slider_crank, ElasticPin()),
            "planar",
            [0.5],
            last("crank.angle", "rod.angle"),
            None,
            alpha=[5e-3, 2e-3, 1e-3, 5e-4, 2e-4, 1e-4, 5e-5, 2e-5, 1e-5, 5e-6],
            exudyn=[1e-3, 5e-4, 2e-4, 1e-4, 5e-5, 2e-5, 1e-5, 5e-6, 2e-6],
            mujoco=[2.5e-5, 2e-5, 1e-5, 5e-6],
            cpodes=False,
            remarks=["OpenSim's CPodes stops at 0.12 s or before"],
        ),
    ]


# ---------------------------------------------------------------- programs
FORMULATIONS = {"tree": sn.Tree, "planar": sn.Planar}
TOLERANCES = tuple(10.0 ** (-k / 2) for k in range(4, 27))
MOST_ROUNDS, SHORT = 15, 0.03
"""Runs of a few milliseconds are repeated more often: up to so many times, or so many seconds."""
STABLE = (1e-4, 1e-6)
"""Accuracies of explicit methods on stiff problems, where stability sets the step and every accuracy costs the same."""


def solved(F: Any, problem: Problem, integrator: Any) -> tuple[float, Array]:
    output = [0.0, *problem.times]
    result = sn.simulate(F, output=output, integrator=integrator, progress=False, error_bars=False)
    return result.info["cpu_seconds"], problem.values(result)


def our_runs(problem: Problem) -> dict[str, dict[str, Run]]:
    """Of each integrator."""
    F = FORMULATIONS[problem.formulation](problem.make())
    explicit = {f"rtol {rtol:.0e}": partial(solved, F, problem, sn.DOP853(rtol=rtol)) for rtol in TOLERANCES}
    within = [rtol for rtol in TOLERANCES if rtol > 0.9e-11]
    radau = {f"rtol {rtol:.0e}": partial(solved, F, problem, sn.Radau(rtol=rtol)) for rtol in within}
    alpha = {f"h {h:.0e}": partial(solved, F, problem, sn.GeneralizedAlpha(step=h, rho=0.9)) for h in problem.alpha}
    auto = {f"rtol {rtol:.0e}": partial(solved, F, problem, sn.Auto(rtol=rtol)) for rtol in TOLERANCES}
    rk4 = {f"h {h:.1e}": partial(solved, F, problem, sn.RK4(step=h)) for h in problem.mujoco}
    return dict(zip(OURS, (explicit, radau, alpha, rk4, auto)))


def exudyn_runs(problem: Problem) -> dict[str, Run]:
    from benchmarks.peers import exudyn_more, exudyn_planar, exudyn_windows

    def of_angles(run: Callable[..., dict[str, Any]], names: Sequence[str], step: float) -> tuple[float, Array]:
        found = run(step, runs=1)
        return found["cpu"], np.array([found["angles"][name] for name in names])

    def top(step: float) -> tuple[float, Array]:
        model = exudyn_windows.model_of(2)
        cpu = exudyn_planar.timed(model, problem.times[-1], step, exudyn_windows.SETTINGS, 1)["cpu"]
        middle = model.system.GetNodeOutput(model.nodes["link0"], exudyn_planar.exu.OutputVariableType.Position)
        return cpu, 2 * np.array(middle[:2])

    run: Callable[[float], tuple[float, Array]] = {
        "A02": top,
        "A03": partial(of_angles, exudyn_planar.andrews, [f"K{k}" for k in range(1, 8)]),
        "A04": exudyn_more.bricard,
        "A05": exudyn_more.governor,
        "slider-crank": partial(of_angles, exudyn_planar.slider_crank, ["crank"]),
        "elastic": exudyn_more.elastic_pin,
    }[key(problem)]
    runs = {f"h {h:.0e}": partial(run, h) for h in problem.exudyn}
    if key(problem) == "A05":
        chosen = exudyn_planar.Settings(solver="RK44")
        runs |= {f"RK44 h {h:.1e}": partial(exudyn_more.governor, h, chosen) for h in (10 / 30000, 2e-4)}
    return runs


def mujoco_runs(problem: Problem) -> dict[str, Run]:
    from benchmarks.peers import mujoco_loops

    def crank(step: float) -> tuple[float, Array]:
        cpu, angles = mujoco_loops.slider_crank(step)
        return cpu, angles[:1]

    run: Callable[[float], tuple[float, Array]] = {
        "A02": mujoco_loops.windows,
        "A03": mujoco_loops.andrews,
        "A04": mujoco_loops.bricard,
        "A05": mujoco_loops.governor,
        "slider-crank": crank,
        "elastic": lambda step: mujoco_loops.slider_crank(step, ElasticPin()),
    }[key(problem)]
    return {f"h {h:.1e}": partial(run, h) for h in problem.mujoco}


def ida_runs(problem: Problem) -> dict[str, Run]:
    """In joint coordinates, where it has the fewest unknowns."""
    from benchmarks.peers.sundials_ida import Equations, solve

    if not problem.ida:
        return {}
    F = sn.Tree(problem.make())
    equations = Equations(F)
    begun = sn.simulate(F, output=[0.0, 1e-6], progress=False, error_bars=False)
    start = None if key(problem) == "A04" else problem.values(begun, 0)

    def run(rtol: float, stabilised: bool) -> tuple[float, Array]:
        found = solve(equations, problem.times, rtol, stabilised)
        return found["cpu"], values_of(problem, F, found["states"], start)

    runs = {}
    for stabilised in problem.ida:
        word = "stabilised" if stabilised else "index 1"
        for rtol in TOLERANCES[::2]:
            runs[f"{word} rtol {rtol:.0e}"] = partial(run, rtol, stabilised)
    return runs


def values_of(problem: Problem, F: sn.Tree, states: Sequence[Array], start: Array | None) -> Array:
    """The quantities compared, from states in joint coordinates; `start`: their values at the start."""
    if start is None:
        return np.array([F.pose(y[: F.nq], "P3f").r for y in states]).ravel()
    if key(problem) == "A05":
        at = [F.coordinate_names.index(name) for name in ("bearing.angle", "guide.displacement")]
        return start + states[-1][at] - F.reference()[0][at]
    turned = tree_angles(F, states[-1]) - tree_angles(F, F.reference()[0])
    return start + turned[: start.size]


def opensim_runs(problem: Problem) -> dict[str, Run]:
    """Explicit methods everywhere; CPodes, which is implicit, where it comes to an end."""
    from benchmarks.peers import opensim_loops

    def crank(method: str, accuracy: float) -> tuple[float, Array]:
        cpu, angles = opensim_loops.slider_crank(method, accuracy)
        return cpu, angles[:1]

    run: Callable[[str, float], tuple[float, Array]] = {
        "A02": opensim_loops.windows,
        "A03": opensim_loops.andrews,
        "A04": opensim_loops.bricard,
        "A05": opensim_loops.governor,
        "slider-crank": crank,
        "elastic": lambda method, accuracy: opensim_loops.slider_crank(method, accuracy, ElasticPin()),
    }[key(problem)]
    stiff = key(problem) in ("A05", "elastic")
    runs = {}
    for method in opensim_loops.METHODS:
        if method == "CPodes" and not problem.cpodes:
            continue
        few = STABLE if stiff else TOLERANCES[:12:4] if key(problem) == "A02" else None
        for accuracy in few if few and method != "CPodes" else TOLERANCES[::2]:
            runs[f"{method} {accuracy:.0e}"] = partial(run, method, accuracy)
    return runs


def key(problem: Problem) -> str:
    """The first word of its name."""
    return problem.name.split()[0].rstrip(",")


PACKAGES = {"Exudyn": "exudyn", "MuJoCo": "mujoco", "SUNDIALS IDA": "sksundae", "OpenSim": "opensim"}
RUNS = {"Exudyn": exudyn_runs, "MuJoCo": mujoco_runs, "SUNDIALS IDA": ida_runs, "OpenSim": opensim_runs}
INSTALL = {"sksundae": "scikit-sundae"}


def installed() -> list[str]:
    """The other programs that can be run; says which cannot."""
    found = []
    for program, package in PACKAGES.items():
        if find_spec(package) is None:
            print(f"{program} is not installed, and left out: pip install {INSTALL.get(package, package)}")
        else:
            found.append(program)
    return found


# ---------------------------------------------------------------- measuring
def measured(runs: dict[str, Run], reference: Array, rounds: int, budget: float) -> list[Row]:
    """The best time of each run; from coarse to fine, as long as a run is expected to stay within the budget [s]."""
    rows: list[Row] = []
    series = ""
    for setting, run in runs.items():
        word = series_of(setting)
        if word == series and rows and rows[-1].cpu > 0.4 * budget:
            continue
        series, spent, best, values = word, 0.0, inf, np.full(1, np.nan)
        try:
            for count in range(MOST_ROUNDS):
                cpu, values = run()
                best, spent = min(best, cpu), spent + cpu
                if spent > budget or (count + 1 >= rounds and (spent > SHORT or rounds == 1)):
                    break
        except (RuntimeError, sn.SnodoError) as error:
            print(f"    {setting}: stopped: {str(error).splitlines()[0].rsplit(': ', 1)[-1][:100]}")
            continue
        error = float(np.abs(values - reference).max())
        if np.isfinite(error):
            rows.append(Row(setting, best, max(error, 1e-16)))
    return rows


def reference_of(problem: Problem) -> Array:
    """The exact values of what is compared."""
    if problem.known is not None:
        return np.array(problem.known)
    F = FORMULATIONS[problem.formulation](problem.make())
    return solved(F, problem, sn.DOP853(rtol=1e-13))[1]


def compared(problem: Problem, peers: Iterable[str], rounds: int = 3, budget: float = 4.0) -> dict[str, list[Row]]:
    """The rows of every program."""
    reference, found = reference_of(problem), {}
    for program, runs in our_runs(problem).items():
        with suppress(sn.SnodoError):
            next(iter(runs.values()))()  # compiles
        found[program] = measured(thinned(runs, rounds), reference, rounds, budget)
    for program in peers:
        found[program] = measured(thinned(RUNS[program](problem), rounds), reference, rounds, budget)
    return {program: rows for program, rows in found.items() if rows}


def thinned(runs: dict[str, Run], rounds: int) -> dict[str, Run]:
    """Every other run, where all are run only once."""
    return runs if rounds > 1 else dict(list(runs.items())[::2])


# ---------------------------------------------------------------- table
def without_luck(rows: Sequence[Row]) -> list[Row]:
    """The rows of a program, each with at least the error of the next finer run: a lucky one cannot be asked for."""
    found = []
    for row, finer in zip_longest(rows, rows[1:]):
        lucky = finer is not None and series_of(finer.setting) == series_of(row.setting)
        found.append(replace(row, error=max(row.error, finer.error)) if lucky else row)
    return found


def series_of(setting: str) -> str:
    """A setting without its tolerance or step."""
    return setting.rsplit(" ", 1)[0]


def front(rows: Sequence[Row]) -> list[Row]:
    """The runs that no other beats in time and error, from coarse to fine."""
    kept: list[Row] = []
    for row in sorted(without_luck(rows), key=lambda r: (r.cpu, r.error)):
        if not kept or row.error < kept[-1].error:
            kept.append(row)
    return kept


def cost_at(rows: Sequence[Row], error: float) -> float | None:
    """CPU seconds for the error, interpolated in logarithms; None if no run is as accurate."""
    best = front(rows)
    if not best or best[-1].error > error:
        return None
    if best[0].error <= error:
        return best[0].cpu
    for a, b in pairwise(best):
        if b.error <= error:
            part = log(a.error / error) / log(a.error / b.error)
            return exp(log(a.cpu) + part * log(b.cpu / a.cpu))
    return None


def best_at(found: dict[str, list[Row]], programs: Iterable[str], error: float) -> tuple[float, str] | None:
    """The least cost of these programs, and whose it is."""
    costs = [(cost, name) for name in programs if (cost := cost_at(found.get(name, ()), error)) is not None]
    return min(costs, default=None)


def ratio(found: dict[str, list[Row]], error: float, names: Sequence[str] = CHOSEN) -> tuple[float, str] | None:
    """Best other program to the best of ours with these names at the error, and a word about both.

    If no other program reaches the error, the ratio is that of the cheapest of their most accurate runs, and a bound;
    programs that do not even reach the largest of `ERRORS` do not count.
    """
    ours, theirs = best_at(found, names, error), best_at(found, PEERS, error)
    if ours is None:
        return None
    if theirs is not None:
        return theirs[0] / ours[0], f"{PEERS[theirs[1]]}/{OURS[ours[1]]}"
    last_runs = [front(found[name])[-1] for name in PEERS if found.get(name)]
    ends = [row.cpu for row in last_runs if row.error <= ERRORS[0]]
    return (min(ends) / ours[0], f">/{OURS[ours[1]]}") if ends else None


def cell(found: dict[str, list[Row]], error: float, names: Sequence[str] = CHOSEN) -> str:
    """A ratio as the table shows it."""
    value = ratio(found, error, names)
    if value is None:
        return "–"
    number = f"{value[0]:.1f}" if value[0] < 10 else f"{value[0]:.0f}"
    return f">{number} {value[1][1:]}" if value[1].startswith(">") else f"{number} {value[1]}"


def table(
    found: dict[str, dict[str, list[Row]]], errors: Sequence[float] = ERRORS, names: Sequence[str] = CHOSEN
) -> str:
    """Ratios of all problems, a line each."""
    letters = ", ".join(f"{letter} {name}" for name, letter in (PEERS | {name: OURS[name] for name in names}).items())
    whose = "our best integrator" if len(names) > 1 else names[0]
    lines = [f"CPU of the best other program / CPU of {whose}, at equal error"]
    lines += [f"({letters}; >: nobody else reaches the error, the cheapest of their most accurate runs is taken)"]
    lines += [f"{'':<28}" + "".join(f"{error:>12.0e}" for error in errors)]
    for name, rows in found.items():
        lines.append(f"{name:<28}" + "".join(f"{cell(rows, error, names):>12}" for error in errors))
    return "\n".join(lines)


def each(found: dict[str, dict[str, list[Row]]], errors: Sequence[float] = ERRORS) -> str:
    """CPU milliseconds of every program at equal error."""
    lines = ["CPU time, ms, at equal error (–: no run is as accurate)"]
    lines += [f"{'':<48}" + "".join(f"{error:>9.0e}" for error in errors)]
    for name, programs in found.items():
        for program, rows in programs.items():
            costs = [cost_at(rows, error) for error in errors]
            words = "".join(f"{'–' if cost is None else f'{1e3 * cost:.3g}':>9}" for cost in costs)
            lines.append(f"{name:<28}{program:<20}{words}")
    return "\n".join(lines)


def show(problem: Problem, found: dict[str, list[Row]]) -> None:
    """All runs of a problem."""
    print(f"\n{problem.name} ({problem.compared}): CPU ms → error")
    for program, rows in found.items():
        print(f"  {program:<20}" + "; ".join(f"{r.setting} {1e3 * r.cpu:.3g} → {r.error:.0e}" for r in rows))
    for remark in problem.remarks:
        print(f"  {remark}")
    sys.stdout.flush()


# ---------------------------------------------------------------- one table of all benchmarks
SHOWN_ERRORS = (1e-3, 1e-6, 1e-9)


def ratios(quick: bool = False) -> Iterator[Ratio]:
    """Of every program to our best integrator, at equal error."""
    rounds, budget = (1, 1.0) if quick else (3, 4.0)
    peers = installed()
    for problem in problems():
        yield from against_each(problem.name, compared(problem, peers, rounds, budget))


def against_each(name: str, found: dict[str, list[Row]]) -> Iterator[Ratio]:
    """A row for every program and error that it reaches."""
    for error in SHOWN_ERRORS:
        ours = best_at(found, CHOSEN, error)
        for program in PEERS:
            cost = cost_at(found.get(program, ()), error)
            if ours is not None and cost is not None:
                yield Ratio(name, program, cost / ours[0], error)


# ---------------------------------------------------------------- picture
STYLES = {  # colours of Okabe and Ito, told apart with any colour vision; ours have filled marks and full lines
    "Snodo DOP853": ("#0072B2", "o", "-"),
    "Snodo Radau": ("#D55E00", "s", "-"),
    "Snodo generalised α": ("#CC79A7", "^", "-"),
    "Snodo RK4": ("#7F7F7F", "p", "-"),
    "Snodo auto": ("#0072B2", ".", ":"),
    "Exudyn": ("#009E73", "v", "--"),
    "MuJoCo": ("#000000", "D", "--"),
    "SUNDIALS IDA": ("#E69F00", "X", "--"),
    "OpenSim": ("#56B4E9", "P", "--"),
}


def draw(found: dict[str, dict[str, list[Row]]], units: dict[str, str], file: Path) -> None:
    """CPU time over error, a panel for each problem."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(12, 7.9))
    FigureCanvasAgg(figure)
    axes = figure.subplots(2, 3).ravel()
    for ax, (name, programs) in zip(axes, found.items()):
        for program, rows in programs.items():
            color, marker, line = STYLES[program]
            best = front(rows)
            face = color if program in OURS else "white"
            ax.loglog(
                [r.error for r in best],
                [1e3 * r.cpu for r in best],
                color=color,
                marker=marker,
                linestyle=line,
                markerfacecolor=face,
                markersize=5,
                linewidth=1.6,
                label=program,
            )
        ax.set(title=name, xlabel=f"error ({units[name]})", xlim=(3e-1, 1e-11))
        ax.set_ylabel("CPU time, ms")
        ax.grid(color="#E4E6EA")
        ax.spines[["top", "right"]].set_visible(False)
    for ax in axes[len(found) :]:
        ax.set_visible(False)
    handles: dict[str, Any] = {}
    for ax in axes:
        handles |= {label: handle for handle, label in zip(*ax.get_legend_handles_labels())}
    order = [name for name in STYLES if name in handles]
    figure.legend([handles[n] for n in order], order, loc="lower center", ncols=5, frameon=False)
    figure.tight_layout(rect=(0, 0.08, 1, 1))
    figure.savefig(file, dpi=110)


def loaded(file: Path) -> dict[str, dict[str, list[Row]]]:
    """Runs that were kept with `--save`."""
    plain = json.loads(file.read_text(encoding="utf-8"))
    return {name: {who: [Row(*row) for row in rows] for who, rows in all.items()} for name, all in plain.items()}


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="half of the runs, each once")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the work–precision picture")
    parser.add_argument("--only", nargs="*", metavar="WORD", help="problems by the first word of their name")
    parser.add_argument("--save", type=Path, metavar="FILE", help="keep all runs as JSON")
    parser.add_argument("--load", type=Path, metavar="FILE", help="show kept runs instead of running anything")
    chosen = parser.parse_args(arguments)
    rounds, budget = (1, 1.0) if chosen.quick else (3, 4.0)
    asked = [problem for problem in problems() if not chosen.only or key(problem) in chosen.only]
    units = {problem.name: problem.compared for problem in asked}
    kept = loaded(chosen.load) if chosen.load else {}
    peers = [] if chosen.load else installed()
    found: dict[str, dict[str, list[Row]]] = {}
    for problem in asked:
        rows = kept.get(problem.name) if chosen.load else compared(problem, peers, rounds, budget)
        if rows:
            found[problem.name] = rows
            show(problem, rows)
    print(f"\n{each(found)}\n\n{table(found)}\n\n{table(found, names=['Snodo auto'])}")
    if chosen.save:
        plain = {
            name: {who: [astuple(row) for row in rows] for who, rows in all.items()} for name, all in found.items()
        }
        chosen.save.write_text(json.dumps(plain, indent=1), encoding="utf-8")
    if chosen.plot:
        draw(found, units, chosen.plot)
        print(f"\npicture: {chosen.plot}")


if __name__ == "__main__":
    main()
