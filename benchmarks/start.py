"""What a start costs: growth of binding, assembly and the first evaluation with the bodies, and the cost of readings.

    python benchmarks/start.py [largest number of bodies]

CPU time for each body, relative to that of the smallest chain: 1.0 is linear.  Readings of one state of a robot of
seven joints, relative to its forward dynamics; and of a state in a batch of a thousand.
"""

from __future__ import annotations

import sys
import timeit
from collections.abc import Callable
from time import process_time
from typing import Any

import numpy as np

import snodo as sn
from snodo.constraint_methods import in_time

FORMULATIONS: dict[str, tuple[Any, int]] = {"tree": (sn.Tree, 3), "planar": (sn.Planar, 2), "spatial": (sn.Spatial, 3)}


def tree_of(count: int, dimension: int, branching: int = 1) -> sn.Mechanism:
    """A chain of links of 1 m, or a tree in which every body carries some others."""
    m, z = sn.Mechanism("chain", dimension=dimension), (0.0,) * (dimension - 2)
    inertia: Any = 0.1 if dimension == 2 else (0.1, 0.1, 0.1)
    places: list[tuple[float, float]] = []
    for i in range(count):
        base = (i - 1) // branching if i else -1
        arm = (1.0, 0.3 * (i % 2)) if i else (0.0, 0.0)
        places.append((places[base][0] + arm[0], places[base][1] + arm[1]) if i else arm)
        parent, name = (f"b{base}" if i else "ground"), f"b{i}"
        m.body(name, mass=1.0, inertia=inertia, at=(*places[i], *z))
        axis: dict[str, Any] = {"axis": (0, 0, 1) if i % 2 else (0, 1, 0)} if dimension == 3 else {}
        m.revolute(f"J{i}", parent, name, at={parent: (*arm, *z), name: (0.0, 0.0, *z)}, **axis)
    return m


def seconds(work: Callable[[], Any]) -> tuple[float, Any]:
    start = process_time()
    found = work()
    return process_time() - start, found


def start_of(make: Any, mechanism: sn.Mechanism) -> dict[str, float]:
    """CPU time [s] of the parts of a start."""
    times = {}
    times["bind"], F = seconds(lambda: make(mechanism))
    times["assemble"], found = seconds(lambda: sn.assemble(F))
    times["evaluate"], _ = seconds(lambda: in_time.evaluate(F, np.zeros(1), F.state(found.q, found.v)[None]))
    times["simulate"], _ = seconds(lambda: sn.simulate(F, 1e-3, output=1e-3))
    return times


def growth(largest: int) -> None:
    for word, (make, dimension) in FORMULATIONS.items():
        for branching in (1, 2):
            start_of(make, tree_of(6, dimension))  # compiled
            first: dict[str, float] = {}
            for count in [n for n in (100, 400, 2000, 20_000) if n <= largest]:
                times = {part: x / count for part, x in start_of(make, tree_of(count, dimension, branching)).items()}
                first = first or times
                shown = ", ".join(f"{part} {1e6 * x:7.1f} us (x {x / first[part]:4.1f})" for part, x in times.items())
                print(
                    f"{word:8} {'chain' if branching == 1 else 'tree':5} {count:6} bodies: {shown} for each", flush=True
                )


def readings() -> None:
    tree = sn.Tree(tree_of(7, 3))
    rng = np.random.default_rng(0)
    q, v = tree.random(rng)
    Q, V = np.tile(q, (1000, 1)), np.tile(v, (1000, 1))
    one: dict[str, tuple[Callable[[], Any], Callable[[], Any]]] = {
        "forward dynamics": (lambda: tree.forward_dynamics(q, v, v), lambda: tree.forward_dynamics(Q, V, V)),
        "pose": (lambda: tree.pose(q, "b6"), lambda: tree.pose(Q, "b6")),
        "velocity": (lambda: tree.velocity(q, v, "b6"), lambda: tree.velocity(Q, V, "b6")),
        "acceleration": (lambda: tree.acceleration(q, v, v, "b6"), lambda: tree.acceleration(Q, V, V, "b6")),
        "Jacobian": (lambda: tree.jacobian_of(q, "b6"), lambda: tree.jacobian_of(Q, "b6")),
        "momentum": (lambda: tree.momentum(q, v), lambda: tree.momentum(Q, V)),
        "kinetic energy": (lambda: tree.kinetic_energy(q, v), lambda: tree.kinetic_energy(Q, V)),
    }
    unit = 0.0
    for name, (single, batch) in one.items():
        single(), batch()
        alone = min(timeit.repeat(single, timer=process_time, number=500, repeat=5)) / 500
        among = min(timeit.repeat(batch, timer=process_time, number=5, repeat=5)) / 5000
        unit = unit or alone
        print(f"{name:17} {1e6 * alone:6.2f} us = {alone / unit:5.2f}; in a batch {1e6 * among:6.2f} us", flush=True)


if __name__ == "__main__":
    readings()
    growth(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)
