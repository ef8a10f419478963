"""Calls from Python that ask one thing: microseconds, for one state and a state of a batch, and against Pinocchio.

    python -m benchmarks.calls [folder of the sources of another version, such as ../older/src]

A four-bar in the plane (absolute coordinates, and as a tree with one cut joint) and Talos on a free base (URDF of
example_robot_data, 38 velocities).  CPU time, the best of some rounds.  With another version, both are measured in
processes of their own that take turns, and its time and the ratio are printed too.

Pinocchio has one call for most of them; it returns views of its data where it can, without a copy or a check.  A run
and a command are measured too: `sn.simulate` of the bound four-bar over 1 ms and 1 s, and a warm `snodo run
four_bar.yaml`.  Absolute times mean nothing on shared machines: look at the ratios.
"""

from __future__ import annotations

import json
import math
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

BATCH, ROUNDS, SECONDS = 256, 7, 0.005
TURNS = 2
FOUR_BAR = Path(__file__).parents[1] / "examples" / "four_bar.yaml"
NONE = math.nan
Calls = dict[str, Callable[[], Any]]
Measured = dict[str, dict[str, tuple[float, float]]]
"""Mechanism → call → microseconds for one state, and for a state of a batch."""


def cpu(call: Callable[[], Any]) -> float:
    """CPU seconds of a call, the best of some rounds; NaN if it is refused."""
    try:
        call()
    except Exception:  # an older version may not have it
        return NONE
    repeats, best = 1, math.inf
    while True:
        began = time.process_time()
        for _ in range(repeats):
            call()
        if time.process_time() - began > SECONDS:
            break
        repeats *= 2
    for _ in range(ROUNDS):
        began = time.process_time()
        for _ in range(repeats):
            call()
        best = min(best, (time.process_time() - began) / repeats)
    return best


def calls(F: Any, body: str, q: Any, v: Any) -> Calls:
    """All that one state, or a batch, is asked."""
    return {
        "pose": lambda: F.pose(q, body),
        "poses": lambda: F.poses(q),
        "velocity": lambda: F.velocity(q, v, body),
        "acceleration": lambda: F.acceleration(q, v, v, body),
        "jacobian_of": lambda: F.jacobian_of(q, body),
        "integrate": lambda: F.integrate(q, v, 0.1),
        "difference": lambda: F.difference(q, q),
        "coordinate_rates": lambda: F.coordinate_rates(q, v),
        "center_of_mass": lambda: F.center_of_mass(q),
        "mass_matrix": lambda: F.mass_matrix(q),
        "solve": lambda: F.solve(q, v),
    }


def single(F: Any, q: Any, v: Any) -> Calls:
    """What only one state is asked."""
    import snodo as sn

    return {
        "forces": lambda: F.forces(q, v),
        "jacobian": lambda: F.jacobian(q),
        "derivatives": lambda: sn.derivatives(F, q, v).acceleration,
    }


def cases() -> dict[str, tuple[Any, str, Any, Any]]:
    """Formulation, body, and a state."""
    import snodo as sn

    four, found = sn.load(FOUR_BAR), {}
    for name, make in (("four-bar, planar", sn.Planar), ("four-bar, tree", sn.Tree)):
        F = make(four)
        found[name] = F, "rocker", F.reference()[0], np.full(F.nv, 0.1)
    urdf = talos()
    if urdf is not None:
        T = sn.Tree(sn.load(urdf, base="free"))
        found["Talos"] = T, "right_sole_link", *T.random(np.random.default_rng(0))
    return found


def talos() -> Path | None:
    """The URDF, if example_robot_data is installed."""
    for folder in sys.path:
        place = Path(folder) / "cmeel.prefix/share/example-robot-data/robots/talos_data/robots/talos_reduced.urdf"
        if place.is_file():
            return place
    return None


def measured() -> Measured:
    """Every call of every mechanism, by the version of snodo in this process."""
    import snodo as sn

    found: Measured = {}
    for name, (F, body, q, v) in cases().items():
        one, many = calls(F, body, q, v), calls(F, body, np.tile(q, (BATCH, 1)), np.tile(v, (BATCH, 1)))
        found[name] = {word: (1e6 * cpu(one[word]), batch(F, word, many[word])) for word in one}
        found[name] |= {word: (1e6 * cpu(call), NONE) for word, call in single(F, q, v).items()}
    F = sn.Planar(sn.load(FOUR_BAR))
    found["four-bar, planar"] |= {
        "simulate 1 ms": (1e6 * cpu(lambda: sn.simulate(F, 1e-3, output=1e-3, progress=False)), NONE),
        "simulate 1 s": (1e6 * cpu(lambda: sn.simulate(F, 1.0, progress=False)), NONE),
        "snodo run": (1e6 * command(), NONE),
    }
    return found


def batch(F: Any, word: str, call: Callable[[], Any]) -> float:
    """Microseconds for a state of a batch; NaN where there is no batch of it."""
    try:
        answer = call()
    except Exception:
        return NONE
    first = getattr(answer, "r", answer[0] if isinstance(answer, tuple) else answer)
    many = BATCH in np.shape(first)[:2] if not isinstance(first, dict) else True
    return 1e6 * cpu(call) / BATCH if many else NONE


def command() -> float:
    """CPU seconds of a warm `snodo run four_bar.yaml`, the best of some."""
    best = math.inf
    for _ in range(4):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-m", "snodo", "run", str(FOUR_BAR)], stdout=subprocess.DEVNULL, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        best = min(best, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return best


def pinocchio() -> dict[str, float]:
    """Microseconds of the same calls of Talos."""
    try:
        import pinocchio as pin
    except ImportError:
        return {}
    model = pin.buildModelFromUrdf(str(talos()), pin.JointModelFreeFlyer())
    data, rng = model.createData(), np.random.default_rng(0)
    q, v, a = pin.neutral(model), rng.standard_normal(model.nv), rng.standard_normal(model.nv)
    q = pin.integrate(model, q, v)
    frame, world = model.getFrameId("right_sole_link"), pin.LOCAL_WORLD_ALIGNED

    def pose() -> Any:
        pin.forwardKinematics(model, data, q)
        return pin.updateFramePlacement(model, data, frame)

    def velocity() -> Any:
        pin.forwardKinematics(model, data, q, v)
        return pin.getFrameVelocity(model, data, frame, world)

    def acceleration() -> Any:
        pin.forwardKinematics(model, data, q, v, a)
        return pin.getFrameClassicalAcceleration(model, data, frame, world)

    theirs: Calls = {
        "pose": pose,
        "poses": lambda: pin.framesForwardKinematics(model, data, q),
        "velocity": velocity,
        "acceleration": acceleration,
        "jacobian_of": lambda: pin.computeFrameJacobian(model, data, q, frame, world),
        "integrate": lambda: pin.integrate(model, q, v),
        "difference": lambda: pin.difference(model, q, q),
        "center_of_mass": lambda: pin.centerOfMass(model, data, q),
        "mass_matrix": lambda: pin.crba(model, data, q),
        "solve": lambda: pin.aba(model, data, q, v, a),
        "derivatives": lambda: pin.computeABADerivatives(model, data, q, v, a),
    }
    return {word: 1e6 * cpu(call) for word, call in theirs.items()}


# ---------------------------------------------------------------- versions, and the table
def of_version(sources: str) -> Measured:
    """`measured` in a process of its own, with the sources in a folder."""
    path = os.pathsep.join([sources, str(Path(__file__).parents[1])])
    more = {"PYTHONPATH": path, "OPENBLAS_NUM_THREADS": "1"}
    command = [sys.executable, "-m", "benchmarks.calls", "--measure"]
    done = subprocess.run(command, env=os.environ | more, capture_output=True, text=True, check=True)
    found: Measured = json.loads(done.stdout)
    return found


def best(several: list[Measured]) -> Measured:
    """The least of all."""
    first = several[0]
    return {
        name: {word: tuple(min(one[name][word][k] for one in several) for k in (0, 1)) for word in first[name]}  # type: ignore[misc]
        for name in first
    }


def show(ours: Measured, before: Measured | None) -> None:
    """A table for each mechanism."""
    theirs = pinocchio() if "Talos" in ours else {}
    for name, words in ours.items():
        head = f"{'before':>10}{'ratio':>8}" * (before is not None) + f"{'batch':>9}"
        head += f"{'before':>10}{'ratio':>8}" * (before is not None)
        print(f"\n{name:<20}{'µs':>10}{head}{'pinocchio':>11}{'ratio':>7}")
        for word, (one, many) in words.items():
            line = f"  {word:<18}{one:10.2f}"
            if before is not None:
                old = before[name][word]
                line += f"{old[0]:10.2f}{old[0] / one:8.1f}{many:9.3f}{old[1]:10.3f}{old[1] / many:8.1f}"
            else:
                line += f"{many:9.3f}"
            if name == "Talos" and word in theirs:
                line += f"{theirs[word]:11.2f}{theirs[word] / one:7.1f}"
            print(line.replace("nan", "  –"))


def main() -> None:
    if "--measure" in sys.argv:
        print(json.dumps(measured()))
        return
    here, other = str(Path(__file__).parents[1] / "src"), next(iter(sys.argv[1:]), None)
    rounds = [(of_version(here), of_version(other) if other else None) for _ in range(TURNS)]
    older = [old for _, old in rounds if old is not None]
    show(best([own for own, _ in rounds]), best(older) if older else None)


if __name__ == "__main__":
    main()
