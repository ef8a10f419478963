"""The four-bar of four_bar.yaml described in Python: the rocker's swing and the motor's torque."""

from math import acos, degrees, dist
from pathlib import Path

import snodo as sn

A, B, C, D = (0, 0), (0.10, 0.15), (0.45, 0.30), (0.50, 0)

m = sn.Mechanism("four-bar", gravity=(0, -9.81))
m.add_points(A=A, B=B, C=C, D=D)
m.bar("crank", "A", "B", mass=0.5)
m.bar("coupler", "B", "C", mass=1.2)
m.bar("rocker", "C", "D", mass=0.9)
m.revolute("A", "ground", "crank")
m.revolute("B", "crank", "coupler")
m.revolute("C", "coupler", "rocker")
m.revolute("D", "ground", "rocker")
m.driver("motor", joint="A", speed="60 rpm")

result = sn.simulate(m, 2.0, output=1e-4)
print(result)
print(result.quality())

# The rocker turns back where crank and coupler are in line: the law of cosines in the triangles A C D.
a, b, c, d = dist(A, B), dist(B, C), dist(C, D), dist(A, D)
swing = degrees(acos((c**2 + d**2 - (b + a) ** 2) / (2 * c * d)) - acos((c**2 + d**2 - (b - a) ** 2) / (2 * c * d)))
angle, torque = result["D.angle"], result["motor.effort"]
found = degrees(angle.max() - angle.min())
print(f"rocker swings by {found:.4f} deg, law of cosines {swing:.4f} deg")
print(f"motor torque {float(torque.min()):.3f} … {float(torque.max()):.3f} N m; over a turn it does no work:")
print(f"work of the motor after one turn {float(result['motor.work'].sel(time=1.0, method='nearest')):.1e} J")
assert abs(found - swing) < 1e-4

# The file says the same.
from_file = sn.simulate(sn.load(Path(__file__).with_suffix(".yaml")), output=1e-4)
assert float(abs(from_file["motor.effort"] - torque).max()) < 1e-9
