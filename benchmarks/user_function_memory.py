"""Memory of many bindings and runs with laws written in Python: it must not grow.

python benchmarks/user_function_memory.py            # 100 bindings, 1000 runs
python benchmarks/user_function_memory.py 500 10000  # the whole campaign
"""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import snodo as sn


def resident() -> float:
    """Resident memory of this process [MB]."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096 / 1e6


def laws(k: float) -> dict[str, Callable[..., Any]]:
    """A law for each route; the compiled one has a value of its own."""
    table = np.array([k, 1.0])

    def formula(t, q, v):
        return [-k * q[0] * table[1], 0.0, 0.0]

    def compiled(t, q, v):
        return [k, 0.0, 0.0] if t < 0.05 else [0.5 * k, 0.0, 0.0]

    def called(t, q, v):
        return [1, 0, 0] if t < 0.05 else [0.5, 0, 0]

    return {"formula": formula, "compiled": compiled, "called": called}


def mechanism(law: Callable[..., Any]) -> sn.Mechanism:
    m = sn.Mechanism("mass", gravity=(0, 0))
    m.box("c", (0.1, 0.1), at=(0, 0), mass=1.0)
    m.prismatic("P", "ground", "c", axis="x", at=(0, 0))
    m.force("law", "c", law)
    return m


def repeated(what: str, count: int, step: Callable[[int], None]) -> float:
    """Growth of the memory from a tenth of the way to the end [MB]."""
    start, begun = 0.0, time.process_time()
    for k in range(count):
        step(k)
        if k == count // 10:
            gc.collect()
            start = resident()
    gc.collect()
    grown = resident() - start
    seconds = (time.process_time() - begun) / count
    print(
        f"{what:<34} {count:>6} times: {grown:+7.2f} MB, {1e3 * seconds:.2f} ms each, {resident():.0f} MB", flush=True
    )
    return grown


def campaign(bindings: int, runs: int) -> dict[str, float]:
    """Growth by what was repeated [MB]."""
    found = {}
    for route in ("formula", "compiled", "called"):
        found[f"bindings, {route}"] = repeated(
            f"bindings, {route}", bindings, lambda k, route=route: bind_and_run(laws(1.0 + k % 5)[route])
        )
    for route in ("formula", "compiled", "called"):
        F = sn.Planar(mechanism(laws(1.0)[route]))
        found[f"runs, {route}"] = repeated(f"runs, {route}", runs, lambda _, F=F: run(F))
    return found


def bind_and_run(law: Callable[..., Any]) -> None:
    run(mechanism(law))


def run(m: Any) -> None:
    sn.simulate(m, 0.1, progress=False, output=[0.1])


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:]]
    grown = campaign(*(given or (100, 1000)))
    sys.exit(max(grown.values()) > 5.0)
