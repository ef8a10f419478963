"""How cost and memory grow with the number of bodies: chains and random trees of hinges, 10 to 10 000 bodies.

    python -m benchmarks.tree_growth        (part of python -m benchmarks.tree)

Every row is a process of its own, held to 4 GB of memory: forward dynamics from Python, one evaluation of the equations
as `sn.simulate` makes them, the way from the description to the bound tree, the array the kernels work on, and all the
memory that the tree and its description took (for Pinocchio, model and data).
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from benchmarks.random_trees import Link, pin_model, random_link, snodo_tree

from snodo.constraint_methods import in_time

COUNTS = (10, 100, 1000, 10_000)
KINDS = ("chain", "random tree")
LIMIT = 4 * 2**30


def grown(kind: str, count: int) -> list[Link]:
    """Hinges one on the other, or each on a random one before it."""
    rng = np.random.default_rng(count)
    parents = range(-1, count - 1) if kind == "chain" else [-1, *(int(rng.integers(k)) for k in range(1, count))]
    return [random_link(rng, parent, str(rng.choice(list("xyz")))) for parent in parents]


def seconds(call: Callable[[], Any]) -> float:
    """The best of several rounds of at least 20 ms."""
    call()
    began = time.perf_counter()
    call()
    repeats = max(1, int(0.02 / (time.perf_counter() - began)))
    rounds = []
    for _ in range(7):
        began = time.perf_counter()
        for _ in range(repeats):
            call()
        rounds.append((time.perf_counter() - began) / repeats)
    return min(rounds)


def memory() -> int:
    """Bytes that this process holds (Linux)."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


def snodo_row(links: list[Link]) -> dict[str, float]:
    snodo_tree(links[:2])  # whatever does not grow is loaded
    before, began = memory(), time.perf_counter()
    tree = snodo_tree(links)
    build, taken = time.perf_counter() - began, memory() - before
    q, v = tree.random(np.random.default_rng(0))
    y = tree.state(q, v)
    y_dot, rest = np.empty_like(y), np.zeros(tree.nv)
    aba = seconds(lambda: tree.forward_dynamics(q, v, rest))
    rate = seconds(lambda: in_time.rate(tree)(0.0, y, y_dot, tree.model))
    return {"aba": aba, "rate": rate, "build": build, "model": tree.model.nbytes, "memory": taken}


def pinocchio_row(links: list[Link]) -> dict[str, float]:
    import pinocchio as pin

    pin_model(links[:2]).createData()
    before, began = memory(), time.perf_counter()
    model = pin_model(links)
    data = model.createData()
    build, taken = time.perf_counter() - began, memory() - before
    q, v, rest = np.zeros(model.nq), np.zeros(model.nv), np.zeros(model.nv)
    aba = seconds(lambda: pin.aba(model, data, q, v, rest))
    return {"aba": aba, "build": build, "memory": taken}


def row_of(who: str, kind: str, count: int) -> dict[str, float] | str:
    """What one process finds, or what it died of."""
    command = [sys.executable, "-m", "benchmarks.tree_growth", who, kind, str(count)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        return (done.stderr.splitlines() or [f"status {done.returncode}"])[-1]
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def measure(who: str, kind: str, count: int) -> None:
    """In a process of its own."""
    resource.setrlimit(resource.RLIMIT_AS, (LIMIT, LIMIT))
    links = grown(kind, count)
    print(json.dumps(snodo_row(links) if who == "snodo" else pinocchio_row(links)))


def show(who: str, kind: str) -> None:
    for count in COUNTS:
        row = row_of(who, kind, count)
        if isinstance(row, str):
            print(f"  {who:<12}{kind:<13}{count:>7}   not within {LIMIT // 2**30} GB: {row}")
            return
        rate = f"{1e6 * row['rate'] / count:9.4f}" if "rate" in row else f"{'':>9}"
        model = f"{row['model'] / count / 1e3:9.2f}" if "model" in row else f"{'':>9}"
        print(f"  {who:<12}{kind:<13}{count:>7}{1e6 * row['aba'] / count:9.4f}{rate}", end="")
        print(f"{1e3 * row['build'] / count:9.3f}{model}{row['memory'] / count / 1e3:10.1f}", flush=True)


def main() -> None:
    print("\ngrowth, for each body\n" + " " * 34 + "  ABA µs  rate µs build ms model kB memory kB")
    for kind in KINDS:
        for who in ("snodo", "pinocchio"):
            show(who, kind)


if __name__ == "__main__":
    if len(sys.argv) == 4:
        measure(sys.argv[1], sys.argv[2], int(sys.argv[3]))
    else:
        main()
