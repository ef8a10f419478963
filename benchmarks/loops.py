"""Closed loops on the tree, side by side with Exudyn and OpenSim in one run, and where the tree's cost grows.

Run from the repository root:   python -m benchmarks.loops

Times are process CPU seconds, one thread, of the solve alone, the best of five rounds in which all candidates take
turns, one run each.  Everybody delivers the same: Andrews' mechanism at the end, Bricard's at the times of the
reference.  Absolute times mean nothing on shared machines: look at the ratios.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from typing import Any

import numpy as np
from benchmarks.mechanisms import andrews, bricard, ladder, scissors
from benchmarks.planar import Problem, Rows, at_equal_error, evaluation, planar_andrews_error, side_by_side
from benchmarks.ratios import Ratio
from benchmarks.references import ANDREWS_DURATION, BRICARD_P3, bricard_error

import snodo as sn

Runs = dict[str, Callable[[], dict[str, Any]]]


def in_turns(runs: Runs, rounds: int) -> dict[str, dict[str, Any]]:
    """Call all in turns; of each the quickest run."""
    found = [{name: run() for name, run in runs.items()} for _ in range(rounds)]
    return {name: min((turn[name] for turn in found), key=lambda row: row["cpu"]) for name in runs}


def rows_of(ours: Runs, theirs: Runs, rounds: int = 5) -> tuple[Rows, Rows]:
    """Our runs and those of a peer, all in turns."""
    found = in_turns({**ours, **theirs}, rounds)
    mine, peer = ([{"setting": name, **found[name]} for name in runs] for runs in (ours, theirs))
    return mine, peer


def compare(title: str, ours: Runs, who: str, theirs: Runs) -> None:
    """For each run of a peer our quickest run that is at least as accurate."""
    side_by_side(title, *rows_of(ours, theirs), who)


def peer_is_missing(package: str) -> bool:
    """Say so if a peer cannot be imported."""
    missing = find_spec(package) is None
    if missing:
        print(f"\n{package} is not installed: pip install {package} to compare with it")
    return missing


# ---------------------------------------------------------------- Andrews
def tree_angles(F: sn.Tree, y: np.ndarray) -> np.ndarray:
    """Angles of the bodies: in the plane, sums of the joints' angles."""
    q, drawn = y[: F.nq], F.reference()[0]
    turns = [F.flat.turning(F.flat.bodies[name][0]) @ (q - drawn) for name in F.mechanism.bodies]
    return np.array(turns) + [body.angle for body in F.mechanism.bodies.values()]


def andrews_runs() -> Runs:
    """In joint coordinates, and in absolute coordinates."""
    times, F = [0.0, ANDREWS_DURATION], sn.Tree(andrews())
    tree = Problem(F, times, lambda F, states: planar_andrews_error(tree_angles(F, states[-1])))
    plane = Problem(sn.Planar(andrews()), times, lambda F, states: planar_andrews_error(states[-1, 2 : F.nq : 3]))
    return {
        f"{name} DOP853 rtol {rtol:.0e}": partial(problem.run, sn.DOP853(rtol=rtol), runs=1)
        for name, problem in (("tree", tree), ("planar", plane))
        for rtol in (1e-6, 1e-7, 1e-8, 1e-9)
    }


def against_exudyn() -> None:
    if peer_is_missing("exudyn"):
        return
    from benchmarks.peers import exudyn_planar

    theirs = {f"h {h:.0e}": partial(exudyn_planar.andrews, h, runs=1) for h in (3e-6, 1e-6, 7e-7)}
    compare("Andrews' squeezer, 0.03 s", andrews_runs(), "Exudyn", theirs)


# ---------------------------------------------------------------- Bricard
def bricard_runs() -> Runs:
    """One hinge cut, its redundant row found and left out."""
    problem = Problem(
        sn.Tree(bricard()),
        [0.0, *BRICARD_P3],
        lambda F, states: bricard_error(F.pose(y[: F.nq], "P3f").r for y in states[1:]),
    )
    return {
        f"tree DOP853 rtol {rtol:.0e}": partial(problem.run, sn.DOP853(rtol=rtol), runs=1)
        for rtol in (1e-6, 1e-7, 5e-8, 3e-8, 1e-8, 1e-9, 1e-10)
    }


BRICARD = "Bricard's mechanism, joint coordinates, 10 s"


def opensim_runs() -> Runs:
    """None where it is not installed."""
    if peer_is_missing("opensim"):
        return {}
    from benchmarks.peers import opensim_loops

    def run(method: str, accuracy: float) -> dict[str, Any]:
        cpu, places = opensim_loops.bricard(method, accuracy)
        return {"cpu": cpu, "error": bricard_error(places.reshape(-1, 3))}

    return {f"{method} {accuracy:.0e}": partial(run, method, accuracy) for method, accuracy in opensim_loops.SETTINGS}


def against_opensim() -> None:
    compare(BRICARD, bricard_runs(), "OpenSim", opensim_runs())


def ratios(quick: bool = False) -> Iterator[Ratio]:
    """Bricard's mechanism beside OpenSim; others with loops are in `work_precision`."""
    rows = rows_of(bricard_runs(), opensim_runs(), 1 if quick else 5)
    yield from at_equal_error(BRICARD, *rows, "OpenSim", 1e-8)


# ---------------------------------------------------------------- growth
def growth(title: str, build: Callable[[int], sn.Mechanism], sizes: list[int]) -> None:
    """Cost of one evaluation against the number of bodies, in joint and in absolute coordinates."""
    print(f"\n{title}: one evaluation, µs a body")
    print(f"  {'bodies':>7} {'tree':>8} {'planar':>8} {'planar/tree':>12} {'entries of S':>13}")
    for size in sizes:
        mechanism = build(size)
        n = len(mechanism.bodies)
        tree, plane = sn.Tree(mechanism), sn.Planar(mechanism)
        a, b = (evaluation(F, count=max(3, 20_000 // n)) / n for F in (tree, plane))
        print(f"  {n:7d} {a:8.3f} {b:8.3f} {b / a:12.2f} {tree.flat.header.S_size:13d}")


def main() -> None:
    against_exudyn()
    against_opensim()
    growth("ladder of four-bars, every loop near the ground", ladder, [1, 2, 5, 10, 20, 50, 100, 200])
    growth("scissors, every loop on top of the last one: S is dense", scissors, [1, 2, 5, 10, 20, 40])


if __name__ == "__main__":
    sys.exit(main())
