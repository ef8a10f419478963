"""Synthesis of a four-bar whose coupler point passes through five points at prescribed crank angles.

The problem is in the manner of Cabrera, Simon and Prado, Mechanism and Machine Theory 37 (2002) 1165–1177 (their second
case), where it is solved by a genetic algorithm; the target points are quoted as they are usually given, not checked
against the paper.  The digits of the optimum are our own: the same from closed-form kinematics with complex-step
derivatives, and from here.

The mechanism is drawn in the first position, so that it always closes there; the lengths of the links follow.
"""

from typing import Any

import numpy as np

import snodo as sn

targets = np.array([[3, 3], [2.759, 3.363], [2.372, 3.663], [1.890, 3.862], [1.355, 3.943]])
crank_angles = np.pi * np.array([1 / 6, 1 / 4, 1 / 3, 5 / 12, 1 / 2])

m = sn.Mechanism("coupler curve")
m.parameter("frame", 4, unit="m", low=0.1, high=10)
m.parameter("crank", 2, unit="m", low=0.1, high=10)
for name, value in {"Cx": 3.5, "Cy": 3.5, "Px": 3.0, "Py": 3.0}.items():
    m.parameter(name, value, unit="m", low=-10, high=10)
m.add_points(A=(0, 0), B=("crank*cos(30 deg)", "crank*sin(30 deg)"), C=("Cx", "Cy"), D=("frame", 0), P=("Px", "Py"))
m.bar("input", "A", "B", mass=1)
m.bar("coupler", "B", "C", mass=1)
m.bar("rocker", "C", "D", mass=1)
for joint, parent, child in (("A", "ground", "input"), ("B", "input", "coupler"), ("C", "coupler", "rocker")):
    m.revolute(joint, parent, child)
m.revolute("D", "ground", "rocker")
m.frame("tip", on="coupler", at="P")


def misses(run: Any) -> Any:
    return np.concatenate([run["tip.x"] - targets[:, 0], run["tip.y"] - targets[:, 1]])


found = sn.optimize(
    m,
    misses,
    positions={"A.angle": crank_angles - crank_angles[0]},
    check_over={"A.angle": np.linspace(0, 2 * np.pi, 73)},
    precision=1e-15,
    progress=False,
)
print(found)

points = {name: np.array(point) for name, point in found.mechanism.points.items()}
coupler, rocker = np.linalg.norm(points["C"] - points["B"]), np.linalg.norm(points["D"] - points["C"])
along = (points["C"] - points["B"]) / coupler
x, y = points["P"] - points["B"]
tip = along @ (x, y), along[0] * y - along[1] * x
lengths = np.array([found["frame"], found["crank"], coupler, rocker, *tip])
print("frame, crank, coupler, rocker, tip along and across the coupler [m]:")
print(", ".join(f"{length:.6f}" for length in lengths))
assert found.good
assert abs(found.objective / 7.415751e-07 - 1) < 1e-6
assert np.abs(lengths - [3.669728, 1.997812, 3.996316, 2.704886, 1.672046, 1.680132]).max() < 1e-5
