"""Two clones of this repository beside each other: CPU times of the same work, as ratios from one run.

    python -m benchmarks.side_by_side ../old            speed
    python -m benchmarks.side_by_side ../old --cold     compilation with an empty cache too

The work of each clone runs in processes of its own, in turns, and the least CPU time counts: on a shared machine only
the ratios mean something.  Evaluations of the equations and whole runs at the default tolerance are measured apart.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

HERE = Path(__file__).parents[1]
ROUNDS = 3
COLD = {
    "planar": "import snodo as sn; sn.simulate(sn.load('examples/four_bar.yaml'), 0.1).reaction('A')",
    "tree": (
        "import snodo as sn, numpy as np; from benchmarks.mechanisms import chain; T = sn.Tree(chain(6)); "
        "q, v = T.reference(); T.forward_dynamics(q, v, v); T.inverse_dynamics(q, v, v); T.mass_matrix(q); "
        "sn.simulate(chain(6), 0.1, formulation='tree')"
    ),
    "tree with loops": "import snodo as sn; sn.simulate(sn.load('examples/four_bar.yaml'), 0.1, formulation='tree')",
    "spatial": "import snodo as sn; sn.simulate(sn.load('examples/four_bar.yaml'), 0.1, formulation='spatial')",
}


def least(work: Callable[[], Any], seconds: float = 0.15, rounds: int = 7) -> float:
    """Least CPU time of one call [s], over several rounds of about so many seconds each."""
    work()
    start = time.process_time()
    work()
    count = max(1, int(seconds / max(time.process_time() - start, 1e-7)))
    best = np.inf
    for _ in range(rounds):
        start = time.process_time()
        for _ in range(count):
            work()
        best = min(best, (time.process_time() - start) / count)
    return float(best)


def compiled_rate(F: Any) -> Any:
    """rate(t, y, ydot, model) of a formulation, in this clone or in an older one."""
    if hasattr(F, "kernels"):
        return F.kernels.rate
    from snodo.constraint_methods import in_time

    return in_time.rate(F)


def evaluation(F: Any, inner: int = 200) -> Callable[[], None]:
    """Evaluations of the equations in time, in the configuration as assembled, at some speeds."""
    import snodo as sn

    found = sn.assemble(F)
    y = F.state(found.q, 0.1 * np.cos(np.arange(F.nv)))
    rate, model, y_dot = compiled_rate(F), F.model, np.empty_like(y)

    def work() -> None:
        for _ in range(inner):
            rate(0.0, y, y_dot, model)

    return work


def works() -> dict[str, Callable[[], Any]]:
    """What is measured, by name."""
    from benchmarks.mechanisms import andrews, bricard, chain, slider_crank, windows

    import snodo as sn

    four_bar = sn.load(HERE / "examples" / "four_bar.yaml")
    found: dict[str, Callable[[], Any]] = {}
    for name, m in (("four-bar", four_bar), ("slider-crank", slider_crank()), ("Andrews", andrews())):
        found[f"{name}, planar: evaluation"] = evaluation(sn.Planar(m))
    end = {"four-bar": 1.0, "slider-crank": 1.0, "Andrews": 0.03}
    quiet: dict[str, Any] = {"progress": False, "error_bars": False}
    for name, m in (("four-bar", four_bar), ("slider-crank", slider_crank()), ("Andrews", andrews())):
        F = sn.Planar(m)
        found[f"{name}, planar: run"] = lambda F=F, t=end[name]: sn.simulate(F, t, output=t, **quiet)
    for word, bound in (("tree", sn.Tree(bricard())), ("spatial", sn.Spatial(bricard()))):
        found[f"Bricard, {word}: evaluation"] = evaluation(bound)
        found[f"Bricard, {word}: run"] = lambda F=bound: sn.simulate(F, 1.0, output=1.0, **quiet)
    A02 = sn.Tree(windows(40))
    found["A02, 40 windows, tree: evaluation"] = evaluation(A02, 5)
    robot = sn.Tree(humanoid())
    q, v = robot.reference()
    found["34 freedoms: forward dynamics"] = lambda: robot.forward_dynamics(q, v, v)
    found["34 freedoms: inverse dynamics"] = lambda: robot.inverse_dynamics(q, v, v)
    found["34 freedoms: mass matrix"] = lambda: robot.mass_matrix(q)
    Q, V = np.tile(q, (64, 1)), np.zeros((64, robot.nv))
    found["34 freedoms: forward dynamics of 64 states"] = lambda: robot.forward_dynamics(Q, V, V)
    found["chain of 1000: evaluation"] = evaluation(sn.Tree(chain(1000)), 2)
    angles = {"J1.angle": np.linspace(0.1, 1.0, 16)}
    pendulums = chain(4)
    first = next(iter(pendulums.joints))
    found["batch of 16 chains: run"] = lambda: sn.simulate(
        pendulums, 0.5, formulation="tree", initial={f"{first}.angle": angles["J1.angle"]}, output=0.5, **quiet
    )
    return found


def humanoid() -> Any:
    """A floating body with arms and legs, 34 freedoms: as many as Talos has."""
    import snodo as sn

    m = sn.Mechanism("humanoid", dimension=3, gravity=(0, 0, -9.81))
    m.body("trunk", mass=30.0, inertia=[1.0, 1.2, 0.8])
    m.free("base", "ground", "trunk", at=(0, 0, 0))
    for limb in range(4):
        parent = "trunk"
        for k in range(7):
            name = f"b{limb}{k}"
            m.body(name, mass=2.0, inertia=[0.02, 0.02, 0.01], com=(0, 0, -0.1), at=(0.2 * limb, 0.1, -0.2 * k))
            axis = [(1, 0, 0), (0, 1, 0), (0, 0, 1)][k % 3]
            m.revolute(f"j{limb}{k}", parent, name, axis=axis, at=(0.2 * limb, 0.1, -0.2 * k))
            parent = name
    return m


def measure() -> None:
    """In one clone: a line of JSON."""
    print(json.dumps({name: least(work) for name, work in works().items()}))


def run(root: Path, code: str, cache: str | None = None) -> tuple[str, float]:
    """Run code with the package of a clone; what it printed, and its CPU time with that of its children [s]."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(root / "src"), str(HERE)])}
    if cache is not None:
        environment["SNODO_CACHE_DIR"] = cache
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-c", code]
    answer = subprocess.run(command, env=environment, cwd=HERE, capture_output=True, text=True)
    if answer.returncode:
        raise SystemExit(answer.stderr)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return answer.stdout, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def compare(name: str, old: float, new: float, unit: float, word: str) -> None:
    """One line."""
    print(f"{name:44s} {old * unit:10.3f} → {new * unit:10.3f} {word:3s} {new / old:6.2f}", flush=True)


def main() -> None:
    """Print the ratios, new over old."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("other", type=Path, help="the clone with the old code")
    parser.add_argument("--cold", action="store_true", help="measure compilation too")
    chosen = parser.parse_args()
    roots = [chosen.other.resolve(), HERE]
    best: list[dict[str, float]] = [{}, {}]
    for _ in range(ROUNDS):
        for k, root in enumerate(roots):
            lines = run(root, "from benchmarks.side_by_side import measure; measure()")[0]
            for name, t in json.loads(lines.splitlines()[-1]).items():
                best[k][name] = min(t, best[k].get(name, np.inf))
    for name, t in best[1].items():
        inner = 1e6 if "run" not in name else 1e3
        compare(name, best[0][name], t, inner, "µs" if inner == 1e6 else "ms")
    if chosen.cold:
        for name, code in COLD.items():
            times = []
            for root in roots:
                with tempfile.TemporaryDirectory() as cache:
                    times.append(run(root, code, cache)[1])
            compare(f"cold compilation, {name}", *times, 1.0, "s")


if __name__ == "__main__":
    main()
