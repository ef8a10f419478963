"""How the way from a description to a first result grows with the number of bodies.

    python -m benchmarks.growth                       (250 to 2000 bodies)
    python -m benchmarks.growth 1000 4000 20000       (other numbers of bodies)
    python -m benchmarks.growth --only chain tree 250 500

Every row is a process of its own, held to 4 GB of memory and to ten minutes: CPU seconds to build the description in
Python, to write it as YAML and read it again, to check it, to bind it, to assemble it, and to simulate three steps; and
the memory that the process took beyond what it had before.  Under each kind of mechanism, the exponents p of cost ~ nᵖ
between its last two rows.  Run it on two commits to compare them.
"""

from __future__ import annotations

import json
import math
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from benchmarks.random_trees import random_link

import snodo as sn
from benchmarks import nets
from snodo.formulations.bind import bind

COUNTS = (250, 500, 1000, 2000)
LIMIT, SECONDS = 4 * 2**30, 600
STAGES = ("build", "save", "load", "check", "bind", "assemble", "start", "again", "memory")
CASES = (
    ("planar chain", "planar"),
    ("planar chain", "tree"),
    ("hinge chain", "tree"),
    ("hinge tree", "tree"),
    ("ball chain", "tree"),
    ("ball chain", "spatial"),
    ("net", "tree"),
    ("net", "spatial"),
)


def planar_chain(count: int) -> sn.Mechanism:
    """Bars that zigzag, hinged one to the other."""
    m = sn.Mechanism("planar chain", gravity=(0, -9.81))
    for k in range(count + 1):
        m.add_points(**{f"P{k}": (0.1 * k, 0.02 * (k % 2))})
    for k in range(count):
        m.bar(f"b{k}", f"P{k}", f"P{k + 1}", mass=0.1)
        m.revolute(f"j{k}", f"b{k - 1}" if k else "ground", f"b{k}", at=f"P{k}")
    return m


def hinges(count: int, parents: list[int]) -> sn.Mechanism:
    """Bodies on hinges with random axes, each on its parent."""
    rng = np.random.default_rng(count)
    m = sn.Mechanism("hinges", dimension=3, gravity=(0, 0, -9.81))
    places: list[np.ndarray] = []
    for k, parent in enumerate(parents):
        link = random_link(rng, parent, str(rng.choice(list("xyz"))))
        places.append(link.offset + (places[parent] if parent >= 0 else 0.0))
        at = tuple(places[k].tolist())
        m.body(f"b{k}", mass=link.mass, com=tuple(link.com.tolist()), inertia=link.inertia.tolist(), at=at)
        m.revolute(f"j{k}", f"b{parent}" if parent >= 0 else "ground", f"b{k}", at=at, axis=link.axis)
    return m


def random_parents(count: int) -> list[int]:
    rng = np.random.default_rng(count + 1)
    return [-1, *(int(rng.integers(k)) for k in range(1, count))]


def net(count: int) -> sn.Mechanism:
    """A square net with about this number of bars: rows × columns + rows × (columns − 1)."""
    side = max(2, round((1 + math.sqrt(1 + 8 * count)) / 4))
    return nets.net(side, side).mechanism()


KINDS: dict[str, Callable[[int], sn.Mechanism]] = {
    "planar chain": planar_chain,
    "hinge chain": lambda count: hinges(count, list(range(-1, count - 1))),
    "hinge tree": lambda count: hinges(count, random_parents(count)),
    "ball chain": lambda count: nets.chain(count).mechanism(),
    "net": net,
}


def memory() -> int:
    """Bytes that this process holds (Linux)."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


def walk(kind: str, formulation: str, count: int) -> dict[str, float]:
    """CPU seconds of each stage."""
    row: dict[str, float] = {}

    def stage(name: str, call: Callable[[], Any]) -> Any:
        began = time.process_time()
        made = call()
        row[name] = time.process_time() - began
        return made

    step = sn.RK4(step=1e-4)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "grown.yaml"
        m = stage("build", lambda: KINDS[kind](count))
        stage("save", lambda: sn.save(m, path))
        read = stage("load", lambda: sn.load(path))
        stage("check", read.check)
        bound = stage("bind", lambda: bind(read, formulation))
        stage("assemble", lambda: sn.assemble(bound))
        options: dict[str, Any] = {"integrator": step, "output": 3e-4, "progress": False, "error_bars": False}
        stage("start", lambda: sn.simulate(bound, 3e-4, **options))
        stage("again", lambda: sn.simulate(bound, 3e-4, **options))
    row["bodies"] = len(m.bodies)
    return row


def measure(kind: str, formulation: str, count: int) -> None:
    """In a process of its own; what does not grow is loaded first."""
    resource.setrlimit(resource.RLIMIT_AS, (LIMIT, LIMIT))
    walk(kind, formulation, 6)
    before = memory()
    row = walk(kind, formulation, count)
    row["memory"] = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 - before) / 2**20
    print(json.dumps(row))


def row_of(kind: str, formulation: str, count: int) -> dict[str, float] | str:
    """What one process finds, or what it died of."""
    command = [sys.executable, "-m", "benchmarks.growth", "--measure", kind, formulation, str(count)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return f"not within {SECONDS} s"
    if done.returncode:
        return (done.stderr.splitlines() or [f"status {done.returncode}"])[-1]
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def show(kind: str, formulation: str, counts: list[int]) -> None:
    rows: list[dict[str, float]] = []
    for count in counts:
        row = row_of(kind, formulation, count)
        if isinstance(row, str):
            print(f"{kind:<13}{formulation:<9}{count:>7}   {row}")
            break
        rows.append(row)
        print(f"{kind:<13}{formulation:<9}{row['bodies']:>7}", end="")
        print("".join(f"{row[stage]:10.3f}" for stage in STAGES), flush=True)
    if len(rows) > 1:
        grown = math.log(rows[-1]["bodies"] / rows[-2]["bodies"])
        powers = [math.log(max(rows[-1][s], 1e-4) / max(rows[-2][s], 1e-4)) / grown for s in STAGES]
        print(f"{'exponents':<29}" + "".join(f"{power:10.2f}" for power in powers), flush=True)


def main(words: list[str]) -> None:
    if words[:1] == ["--measure"]:
        return measure(words[1], words[2], int(words[3]))
    numbers = [int(word) for word in words if word.isdigit()]
    wanted = [word for word in words if not word.isdigit() and word != "--only"]
    print(f"{'mechanism':<13}{'equations':<9}{'bodies':>7}" + "".join(f"{s:>10}" for s in STAGES) + "   [CPU s; MB]")
    for kind, formulation in CASES:
        if all(word in f"{kind} {formulation}".split() for word in wanted):
            show(kind, formulation, numbers or list(COUNTS))
    return None


if __name__ == "__main__":
    main(sys.argv[1:])
