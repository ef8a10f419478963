"""Inverse kinematics side by side with a loop around Pinocchio in Python, in one run.

Run from the repository root:   python -m benchmarks.inverse_kinematics

The same poses of the Panda arm, from the same start, to the same accuracy.  The loop is that of Pinocchio's
documentation (closed-loop inverse kinematics: damped least squares on the logarithm of the pose, steps of a tenth), and
the same with whole steps; it knows no limits.  Absolute times mean nothing on shared machines: look at the ratios.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pinocchio as pin
from benchmarks.ratios import Ratio
from benchmarks.robots import urdf

import snodo as sn

TIP, ACCURACY, POSES = "panda_hand_tcp", 1e-6, 200


def loop(model: Any, data: Any, frame: int, wanted: Any, q: Any, step: float, most: int = 1000) -> tuple[Any, int]:
    """Pinocchio's example; returns the coordinates and the iterations."""
    damping = 1e-12
    for k in range(most):
        pin.framesForwardKinematics(model, data, q)
        error = pin.log(data.oMf[frame].actInv(wanted)).vector
        if np.linalg.norm(error) < ACCURACY:
            return q, k
        J = pin.computeFrameJacobian(model, data, q, frame)
        J = -np.dot(pin.Jlog6(data.oMf[frame].actInv(wanted).inverse()), J)
        v = -J.T.dot(np.linalg.solve(J.dot(J.T) + damping * np.eye(6), error))
        q = pin.integrate(model, q, v * step)
    return q, most


OURS, PEER = "snodo, limits, nearest", "pinocchio, whole steps"
Answer = tuple[int, int]
"""How many poses were reached, and the iterations."""


class Arms(NamedTuple):
    """The Panda arm in both programs, and poses that it can reach."""

    arm: sn.Tree
    model: Any
    data: Any
    frame: int
    reached: np.ndarray
    work: dict[str, Callable[[], Answer]]


def arms(poses: int = POSES) -> Arms:
    """The arm, and the work of each program."""
    path: Path = urdf("panda")
    arm = sn.Tree(sn.load(path))
    model = pin.buildModelFromUrdf(str(path))
    data, frame = model.createData(), model.getFrameId(TIP)
    start = (model.lowerPositionLimit + model.upperPositionLimit) / 2
    generator = np.random.default_rng(0)
    reached = start + 0.4 * generator.standard_normal((poses, model.nq)) * (np.arange(model.nq) < 7)
    reached = np.clip(reached, model.lowerPositionLimit, model.upperPositionLimit)
    wanted = []
    for q in reached:
        pin.framesForwardKinematics(model, data, q)
        wanted.append(data.oMf[frame].copy())
    targets = [{TIP: (M.translation, sn.Rotation.from_matrix(M.rotation))} for M in wanted]

    def ours(**choices: Any) -> Answer:
        found = [
            sn.inverse_kinematics(arm, t, start=start, tolerance=ACCURACY, must_reach=False, **choices) for t in targets
        ]
        return sum(f.reached for f in found), sum(f.iterations for f in found)

    def theirs(step: float) -> Answer:
        counts = [loop(model, data, frame, M, start.copy(), step)[1] for M in wanted]
        return sum(k < 1000 for k in counts), sum(counts)

    work = {
        OURS: lambda: ours(),
        "snodo, no limits": lambda: ours(limits=False, nearest=False, tries=0),
        "pinocchio, steps of 0.1": lambda: theirs(0.1),
        PEER: lambda: theirs(1.0),
    }
    return Arms(arm, model, data, frame, reached, work)


def timed(call: Callable[[], Any], rounds: int = 3) -> tuple[float, Any]:
    """Least CPU seconds of a call, and its answer."""
    call()
    best, answer = np.inf, None
    for _ in range(rounds):
        begin = time.process_time()
        answer = call()
        best = min(best, time.process_time() - begin)
    return best, answer


def ratios(quick: bool = False) -> Iterator[Ratio]:
    """Poses one by one, and a path in one call."""
    found = arms(POSES // 4 if quick else POSES)
    for title, work in (("inverse kinematics, Panda, a pose", found.work), ("the same, a path of 1000", path(found))):
        times = {name: timed(work[name], 1 if quick else 3)[0] for name in (OURS, PEER)}
        yield Ratio(title, "Pinocchio", times[PEER] / times[OURS], ACCURACY)


def main() -> None:
    """Print the table."""
    found = arms()
    print(f"{POSES} poses of the Panda arm, one call each, to {ACCURACY:g}")
    print(f"{'':28s}{'reached':>10s}{'iterations':>12s}{'ms a pose':>12s}{'ratio':>8s}")
    times = {}
    for name, call in found.work.items():
        best, answer = timed(call)
        times[name] = best / POSES
        ratio = times[name] / times[OURS]
        print(f"{name:28s}{answer[0]:10d}{answer[1] / POSES:12.1f}{times[name] * 1e3:12.3f}{ratio:8.1f}")
    print("\na path of 1000 poses")
    for name, call in path(found).items():
        times[name], (good, _) = timed(call, 1)
        print(f"{name:28s}{good:10d}{times[name] * 1e3:24.1f} ms{times[name] / times[OURS]:8.1f}")


def path(found: Arms) -> dict[str, Callable[[], Answer]]:
    """A circle of a thousand poses, in one call."""
    arm, model, data, frame, q = *found[:4], found.reached[0]
    s = np.linspace(0, 2 * np.pi, 1000)
    pin.framesForwardKinematics(model, data, q)
    place = data.oMf[frame].copy()
    r = place.translation + 0.05 * np.column_stack([np.cos(s) - 1, np.sin(s), 0 * s])
    target = {TIP: (r, sn.Rotation.from_matrix(place.rotation))}

    def ours() -> Answer:
        answer = sn.inverse_kinematics(arm, target, start=q, tolerance=ACCURACY)
        return int(answer.reached.sum()), int(np.sum(answer.iterations))

    def theirs() -> Answer:
        now, good, iterations = q.copy(), 0, 0
        for x in r:
            now, k = loop(model, data, frame, pin.SE3(place.rotation, x), now, 1.0)
            good, iterations = good + (k < 1000), iterations + k
        return good, iterations

    return {OURS: ours, PEER: theirs}


if __name__ == "__main__":
    main()
