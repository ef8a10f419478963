"""Inverse kinematics side by side with a loop around Pinocchio in Python, in one run.

Run from the repository root:   python -m benchmarks.inverse_kinematics

The same poses of the Panda arm, from the same start, to the same accuracy.  The loop is that of Pinocchio's
documentation (closed-loop inverse kinematics: damped least squares on the logarithm of the pose, steps of a tenth), and
the same with whole steps; it knows no limits.  Absolute times mean nothing on shared machines: look at the ratios.
"""

from __future__ import annotations

import time
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np
import pinocchio as pin

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


def robot() -> Path:
    """The URDF of the Panda arm, of example-robot-data."""
    files = metadata.files("example-robot-data") or []
    return next(Path(str(file.locate())) for file in files if file.name == "panda.urdf")


def main() -> None:
    """Print the table."""
    path = robot()
    arm = sn.Tree(sn.load(path))
    model = pin.buildModelFromUrdf(str(path))
    data, frame = model.createData(), model.getFrameId(TIP)
    start = (model.lowerPositionLimit + model.upperPositionLimit) / 2
    generator = np.random.default_rng(0)
    reached = start + 0.4 * generator.standard_normal((POSES, model.nq)) * (np.arange(model.nq) < 7)
    reached = np.clip(reached, model.lowerPositionLimit, model.upperPositionLimit)
    wanted = []
    for q in reached:
        pin.framesForwardKinematics(model, data, q)
        wanted.append(data.oMf[frame].copy())
    targets = [{TIP: (M.translation, sn.Rotation.from_matrix(M.rotation))} for M in wanted]

    def ours(**choices: Any) -> tuple[int, int]:
        found = [
            sn.inverse_kinematics(arm, t, start=start, tolerance=ACCURACY, must_reach=False, **choices) for t in targets
        ]
        return sum(f.reached for f in found), sum(f.iterations for f in found)

    def theirs(step: float) -> tuple[int, int]:
        counts = [loop(model, data, frame, M, start.copy(), step)[1] for M in wanted]
        return sum(k < 1000 for k in counts), sum(counts)

    work = {
        "snodo, limits, nearest": lambda: ours(),
        "snodo, no limits": lambda: ours(limits=False, nearest=False, tries=0),
        "pinocchio, steps of 0.1": lambda: theirs(0.1),
        "pinocchio, whole steps": lambda: theirs(1.0),
    }
    print(f"{POSES} poses of the Panda arm, one call each, to {ACCURACY:g}")
    print(f"{'':28s}{'reached':>10s}{'iterations':>12s}{'ms a pose':>12s}{'ratio':>8s}")
    times = {}
    for name, call in work.items():
        call()
        best, answer = np.inf, (0, 0)
        for _ in range(3):
            begin = time.process_time()
            answer = call()
            best = min(best, time.process_time() - begin)
        times[name] = best / POSES
        ratio = times[name] / times["snodo, limits, nearest"]
        print(f"{name:28s}{answer[0]:10d}{answer[1] / POSES:12.1f}{times[name] * 1e3:12.3f}{ratio:8.1f}")
    _path(arm, model, data, frame, reached[0])


def _path(arm: Any, model: Any, data: Any, frame: int, q: Any) -> None:
    """A circle of a thousand poses, in one call."""
    s = np.linspace(0, 2 * np.pi, 1000)
    pin.framesForwardKinematics(model, data, q)
    place = data.oMf[frame].copy()
    r = place.translation + 0.05 * np.column_stack([np.cos(s) - 1, np.sin(s), 0 * s])
    target = {TIP: (r, sn.Rotation.from_matrix(place.rotation))}

    def ours() -> int:
        return int(sn.inverse_kinematics(arm, target, start=q, tolerance=ACCURACY).reached.sum())

    def theirs() -> int:
        now, good = q.copy(), 0
        for x in r:
            now, k = loop(model, data, frame, pin.SE3(place.rotation, x), now, 1.0)
            good += k < 1000
        return good

    print(f"\na path of {s.size} poses")
    times = {}
    for name, call in (("snodo, limits, nearest", ours), ("pinocchio, whole steps", theirs)):
        call()
        begin = time.process_time()
        good = call()
        times[name] = time.process_time() - begin
        ratio = times[name] / times["snodo, limits, nearest"]
        print(f"{name:28s}{good:10d}{times[name] * 1e3:24.1f} ms{ratio:8.1f}")


if __name__ == "__main__":
    main()
