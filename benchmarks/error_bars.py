"""Error bars against the truth: closed forms and reference problems × formulations × tolerances × integrators.

Run from the repository root:   python -m benchmarks.error_bars [--quick] [part of the name of a case …]

Of each series the largest bar, max |result.error(name)|, is divided by the largest true error, max |result − truth|.
Not counted are series whose true error is rounding, or not ten times larger than the error of the truth itself.  The
cost of the twin is its process CPU time over that of the run.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from benchmarks.closed_forms import CASES, CLOSED_FORMS, Case

import snodo as sn
from snodo.formulations.bind import bind

ROWS = 200
TOLERANCES = (1e-3, 1e-5, 1e-7, 1e-9, 1e-11)
EPS = float(np.finfo(float).eps)
ROUNDING = 1e3
"""Errors up to this many units of rounding times the square root of the number of steps are not counted."""
FACTOR, NEVER_BELOW = 3.0, 0.1


@dataclass(frozen=True)
class Found:
    """One series of one run."""

    case: str
    formulation: str
    integrator: str
    series: str
    bar: float
    true: float
    floor: float
    sensitive: bool
    covered: float
    """Part of the rows whose own bar is at least a third of their own error."""

    @property
    def counts(self) -> bool:
        """Whether the true error is known and is not rounding."""
        return self.true > self.floor

    @property
    def ratio(self) -> float:
        """Estimated over true."""
        return self.bar / self.true if self.true else np.inf

    def __str__(self) -> str:
        word = "  sensitive" if self.sensitive else ""
        where = f"{self.case:24} {self.formulation:8} {self.integrator:22} {self.series:20}"
        return f"{where} true {self.true:8.1e}  bar {self.bar:8.1e}  ratio {self.ratio:8.3g}{word}"


@dataclass(frozen=True)
class Cost:
    """CPU seconds of a run and of its twin."""

    integrator: str
    run: float
    twin: float


def integrators(case: Case, quick: bool) -> Iterator[tuple[str, Any]]:
    """Of a case, with their names."""
    tolerances = TOLERANCES[1::2] if quick else TOLERANCES
    for kind in (sn.DOP853, sn.DormandPrince):
        for rtol in tolerances:
            yield f"{kind.name} {rtol:.0e}", kind(rtol=rtol)
    for part in (2,) if quick else (1, 2, 4):
        yield f"rk4 {case.step / part:.3g}", sn.RK4(step=case.step / part)


def truth_of(case: Case, F: Any, times: np.ndarray) -> tuple[dict[str, np.ndarray], dict[str, float]]:
    """The true series, and how well each is known."""
    if callable(case.truth):
        found = case.truth(times)
        return found, dict.fromkeys(found, 0.0)
    tight = sn.DOP853(rtol=1e-13)
    run = sn.simulate(F, output=times, integrator=tight, error_bars=True, progress=False)
    if case.published:
        rows = sn.simulate(F, output=[0.0, *case.published], integrator=tight, error_bars=False, progress=False)
        known = [(k, s, x) for k, row in enumerate(case.published.values(), 1) for s, x in row.items()]
        worst = max(abs(float(rows[s].values[k]) - x) for k, s, x in known)
        print(f"{case.name:24} {F.name:8} the truth agrees with {len(known)} published numbers to {worst:.0e}")
    return {s: run[s].values for s in case.truth}, {s: float(run.error(s).max()) for s in case.truth}


def examine(case: Case, formulation: str, quick: bool) -> tuple[list[Found], list[Cost]]:
    """All integrators on one case in one formulation."""
    times = np.linspace(0.0, case.duration, ROWS + 1)
    F = bind(case.describe(), formulation)
    truth, known = truth_of(case, F, times)
    found, costs = [], []
    for name, integrator in integrators(case, quick):
        try:
            result = sn.simulate(F, output=times, integrator=integrator, error_bars=True, progress=False)
        except sn.SnodoError as error:
            print(f"{case.name}, {formulation}, {name}: {str(error).splitlines()[0]}")
            continue
        if result.twin is None:
            print(f"{case.name}, {formulation}, {name}: {result.quality().accuracy}")
            continue
        costs.append(Cost(name.split()[0], result.info["cpu_seconds"], result.twin.info["cpu_seconds"]))
        found += [compared(case, formulation, name, result, s, truth[s], known[s]) for s in truth]
    return found, costs


def compared(
    case: Case, formulation: str, integrator: str, result: sn.Result, series: str, truth: np.ndarray, known: float
) -> Found:
    """The bar of a series beside its true error."""
    true = np.abs(result[series].values - truth)
    bar = result.error(series).values
    rounding = ROUNDING * EPS * float(np.abs(truth).max()) * np.sqrt(result.info["steps"])
    floor = max(rounding, 10 * known)
    looked = true > floor
    covered = float((bar[looked] > true[looked] / FACTOR).mean()) if looked.any() else 1.0
    sensitive = bool(result.quality().accuracy.sensitive)
    worst = float(true.max())
    return Found(case.name, formulation, integrator, series, float(bar.max()), worst, floor, sensitive, covered)


def report(found: list[Found], costs: list[Cost]) -> None:
    """Shares, extremes, and everything outside."""
    counted = [f for f in found if f.counts]
    ratios = np.array([f.ratio for f in counted])
    within = (ratios >= 1 / FACTOR) & (ratios <= FACTOR)
    bad = [f for f in counted if f.ratio < NEVER_BELOW and not f.sensitive]
    print(f"\n{len(found)} series, of which {len(found) - len(counted)} at the level of rounding or of the truth")
    if not counted:
        return
    print(f"{len(counted)} counted: {100 * within.mean():.1f} % within a factor of {FACTOR:g}, ", end="")
    print(f"ratio {ratios.min():.3g} … {ratios.max():.3g}, median {np.median(ratios):.3g}")
    print(f"below {NEVER_BELOW:g} and not called sensitive: {len(bad)}")
    covered = 100 * np.mean([f.covered for f in counted])
    print(f"rows whose own bar is at least a third of their own error: {covered:.1f} %")
    print("\nintegrator                series   within   smallest    largest     cost of the twin: median      max")
    for kind in dict.fromkeys(f.integrator.split()[0] for f in counted):
        costly = np.array([c.twin / c.run for c in costs if c.integrator == kind and c.run > 0])
        for name in sorted({_setting(f) for f in counted if f.integrator.split()[0] == kind}):
            own = np.array([f.ratio for f in counted if _setting(f) == name])
            share = 100 * ((own >= 1 / FACTOR) & (own <= FACTOR)).mean()
            print(f"{name:24} {own.size:7d} {share:7.1f}% {own.min():10.3g} {own.max():10.3g}")
        print(f"{kind:60} {np.median(costly):32.2f} {costly.max():8.2f}")
    outside = sorted((f for f in counted if not 1 / FACTOR <= f.ratio <= FACTOR), key=lambda f: f.ratio)
    print(f"\noutside a factor of {FACTOR:g}: {len(outside)}")
    for f in outside:
        print(f)


def _setting(f: Found) -> str:
    return "rk4" if f.integrator.startswith("rk4") else f.integrator


def main(words: list[str]) -> None:
    """All cases, or those whose names contain one of the words."""
    quick, wanted = "--quick" in words, [w.lower() for w in words if not w.startswith("--")]
    cases = CLOSED_FORMS if quick and not wanted else CASES
    found: list[Found] = []
    costs: list[Cost] = []
    for case in cases:
        if wanted and not any(word in case.name.lower() for word in wanted):
            continue
        for formulation in case.formulations:
            some, their = examine(case, formulation, quick)
            found, costs = found + some, costs + their
            inside = sum(1 / FACTOR <= f.ratio <= FACTOR for f in some if f.counts)
            print(f"{case.name:24} {formulation:8} {inside} of {sum(f.counts for f in some)} within", flush=True)
    report(found, costs)


if __name__ == "__main__":
    main(sys.argv[1:])
