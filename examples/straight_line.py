"""The four-bar of Hoecken whose coupler point moves straightest while the crank turns by 140°.

Crank 1, frame L1; coupler, rocker and the way from their joint to the point are equally long, L3.  Norton (Design of
Machinery, table 3-1) publishes the ratios of least error, on a grid of 0.025: L1 = 2.500, L3 = 3.250; the point then
leaves the line by 0.023 % of the way ΔCx = 3.623.  Here both lengths are free.  The greatest deviation is made least
as a parameter of its own, which bounds the deviation in every position.
"""

from typing import Any

import numpy as np

import snodo as sn

# Drawn in the middle of the line, where the crank points away from D; the motion is symmetric about this position.
m = sn.Mechanism("straight line")
m.parameter("L1", 2.2, unit="m", low=1.5, high=3.5)
m.parameter("L3", 3.0, unit="m", low=2.0, high=5.0)
m.parameter("level", 4.9, unit="m", low=1.0, high=9.0)
m.parameter("deviation", 0.1, unit="m", low=0.0, high=1.0)
m.add_points(A=(0, 0), B=(-1, 0), D=("L1", 0))
m.point("C", "(L1 - 1 m)/2", "sqrt(L3^2 - ((L1 + 1 m)/2)^2)")
m.point("P", "L1", "2*sqrt(L3^2 - ((L1 + 1 m)/2)^2)")
m.bar("crank", "A", "B", mass=1)
m.bar("coupler", "B", "P", mass=1)
m.bar("rocker", "C", "D", mass=1)
m.revolute("A", "ground", "crank")
m.revolute("B", "crank", "coupler")
m.revolute("C", "coupler", "rocker")
m.revolute("D", "ground", "rocker")
m.frame("tip", on="coupler", at="P")


def above(run: Any) -> Any:
    return run.parameters["deviation"] + (run["tip.y"] - run.parameters["level"])


def below(run: Any) -> Any:
    return run.parameters["deviation"] - (run["tip.y"] - run.parameters["level"])


found = sn.optimize(
    m,
    lambda run: run.parameters["deviation"],
    positions={"A.angle": np.radians(np.linspace(0, 70, 141))},
    subject_to=[above, below],
    check_over={"A.angle": np.linspace(0, 2 * np.pi, 73)},
    progress=False,
)
print(found)


def straightness(L1: float, L3: float) -> tuple[float, float]:
    """Error of the line in per cent of its length, and the length, in closed form."""
    B = np.exp(1j * (np.pi + np.radians(np.linspace(-70, 70, 2801))))
    way = L1 - B
    C = B + way / 2 + 1j * way / abs(way) * np.sqrt(L3**2 - abs(way) ** 2 / 4)
    P = 2 * C - B
    return 100 * np.ptp(P.imag) / np.ptp(P.real), np.ptp(P.real)


ours, published = straightness(found["L1"], found["L3"]), straightness(2.5, 3.25)
print(f"L1 {found['L1']:.4f}, L3 {found['L3']:.4f}: error {ours[0]:.5f} % of {ours[1]:.4f}")
print(f"published 2.500, 3.250: error {published[0]:.5f} % of {published[1]:.4f} (table: 0.023 % of 3.623)")
assert found.good
assert round(published[0], 3) == 0.023
assert abs(published[1] - 3.623) < 1e-3
assert abs(found["L1"] - 2.5) < 0.025
assert abs(found["L3"] - 3.25) < 0.025
assert ours[0] < published[0]
