"""Other values of parameters: numbers rewritten beside binding again, and members of a family beside a loop of runs.

    python -m benchmarks.parameters

Times are processor times, the least of several rounds; ratios are of one run of this program.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

import snodo as sn
from snodo.simulation.family import Family

ROUNDS, MEMBERS, ALONE = 4, 400, 25


def four_bar() -> sn.Mechanism:
    """A four-bar with the crank's length and a mass as parameters."""
    m = sn.Mechanism("four-bar", gravity=(0, -9.81))
    m.parameter("crank", 0.15, unit="m", low=0.05, high=0.2)
    m.parameter("mass", 1.2, unit="kg")
    m.add_points(A=(0, 0), B=(0, "crank"), C=(0.45, 0.3), D=(0.5, 0))
    m.bar("a", "A", "B", mass=0.5)
    m.bar("b", "B", "C", mass="mass")
    m.bar("c", "C", "D", mass=0.9)
    for name, bodies in (("A", ("ground", "a")), ("B", ("a", "b")), ("C", ("b", "c")), ("D", ("ground", "c"))):
        m.revolute(name, *bodies)
    return m


def least(call: Callable[[], Any], count: int) -> float:
    """Seconds of a call."""
    found = []
    for _ in range(ROUNDS):
        began = time.process_time()
        for _ in range(count):
            call()
        found.append((time.process_time() - began) / count)
    return min(found)


def main() -> None:
    """Print both tables."""
    m = four_bar()
    print("| formulation | rewritten [µs] | bound again [µs] | ratio |\n|---|---|---|---|")
    for kind in (sn.Planar, sn.Tree):
        F = kind(m)
        F.with_parameters(crank=0.1)
        fast = least(lambda F=F: F.with_parameters(crank=0.12, mass=1.5), 1000)  # type: ignore[misc]
        slow = least(lambda kind=kind: kind(m.with_parameters(crank=0.12, mass=1.5)), 10)  # type: ignore[misc]
        print(f"| {F.name} | {fast * 1e6:.1f} | {slow * 1e6:.0f} | {slow / fast:.0f} |")
    random = np.random.default_rng(1)
    values = np.column_stack([random.uniform(0.06, 0.19, MEMBERS), random.uniform(1, 2, MEMBERS)])
    starts = random.uniform(0, 3, (MEMBERS, 1))
    words: dict[str, Any] = {"output": 0.1}
    family = Family(m, 1.0, parameters=("crank", "mass"), initial=("A.speed",), outputs=("C.angle",), **words)
    family.run(values[:8], starts[:8])
    together = least(lambda: family.run(values, starts), 1) / MEMBERS

    def alone() -> None:
        for (crank, mass), (speed,) in zip(values[:ALONE], starts[:ALONE]):
            own = m.with_parameters(crank=float(crank), mass=float(mass))
            sn.simulate(own, 1.0, initial={"A.speed": speed}, progress=False, error_bars=False, **words)["C.angle"]

    single = least(alone, 1) / ALONE
    print(f"\nfour-bars of 1 s: {1 / together:.0f} a second and core ({family.how}),")
    print(f"{1 / single:.0f} by a loop over sn.simulate: {single / together:.0f} times as many")


if __name__ == "__main__":
    main()
