"""A02, windows through singular positions, side by side with Exudyn in one run; and our cost with their number.

Run from the repository root:   python -m benchmarks.constraints

Forty windows for 20 s: all links become level at the same time, again and again, and the mobility jumps from 1 to 41.
Errors are those of the place of B0 at the end, against the exact solution.  Times are process CPU seconds, one thread,
of the solve alone, the best of three rounds in which all candidates take turns, one run each.  Absolute times mean
nothing on shared machines: look at the ratios.
"""

from __future__ import annotations

from functools import partial
from time import process_time
from typing import Any

import numpy as np
from benchmarks.loops import Runs, compare, peer_is_missing
from benchmarks.mechanisms import windows

import snodo as sn

END = 20.0
B0 = (0.4109011537629452, 0.9116799009719807)
"""Of forty windows after 20 s (IFToMM library, A02; exact elliptic solution)."""


def ours(F: Any, rtol: float, end: float = END) -> dict[str, Any]:
    """One run: CPU seconds of the whole simulation, without binding, and the error of B0."""
    start = process_time()
    result = sn.simulate(F, output=[0.0, end], integrator=sn.DOP853(rtol=rtol), progress=False)
    seconds = process_time() - start
    error = float(np.abs(result.position("B0f").values[-1] - B0).max())
    return {"cpu": seconds, "error": error, "steps": result.info["steps"], "passes": len(result.singular_passes)}


def against_exudyn(n: int = 40) -> None:
    """Exudyn's best setting: generalised-α with spectral radius 0.9, full Newton, EigenSparse."""
    mine: Runs = {}
    for name, bind in (("planar", sn.Planar), ("tree", sn.Tree)):
        F = bind(windows(n))
        for rtol in (1e-7, 1e-8, 1e-9, 1e-10, 1e-12, 1e-13):
            mine[f"{name} {rtol:.0e}"] = partial(ours, F, rtol)
    theirs: Runs = {}
    if not peer_is_missing("exudyn"):
        from benchmarks.peers.exudyn_windows import run

        theirs = {f"h = {step:g} s": partial(run, n, END, step, B0) for step in (2e-3, 1e-3)}
    compare("A02, forty windows, 20 s", mine, "Exudyn", theirs, rounds=3)


def growth() -> None:
    """Our cost with the number of windows: two seconds, three singular positions."""
    print("\nwindows   planar: CPU s   per window ms   steps     tree: CPU s   per window ms   steps")
    for n in (2, 5, 10, 20, 40, 80, 160):
        cells = []
        for bind in (sn.Planar, sn.Tree):
            F = bind(windows(n))
            found = min((ours(F, 1e-8, 2.0) for _ in range(3)), key=lambda row: row["cpu"])
            cells.append(f"{found['cpu']:13.3f}{1e3 * found['cpu'] / n:16.2f}{found['steps']:8.0f}")
        print(f"{n:7d}   " + "   ".join(cells), flush=True)


if __name__ == "__main__":
    against_exudyn()
    growth()
