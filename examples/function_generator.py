"""A four-bar as a function generator: its rocker turns by given angles when its crank does, in three positions.

Freudenstein's equation  K₁ cos ψ − K₂ cos φ + K₃ = cos(φ − ψ)  is linear in K₁ = d/a, K₂ = d/c and
K₃ = (a² − b² + c² + d²)/(2 a c): three positions give the three links in closed form.  Snodo knows nothing of this
equation; it finds the same links from the motion.
"""

import numpy as np

import snodo as sn

crank_angles, rocker_angles = np.radians([40.0, 45.0, 50.0]), np.radians([70.0, 76.0, 83.0])

# Drawn in the first position, in which the links are as long as they are drawn: the coupler follows.
m = sn.Mechanism("function generator")
m.parameter("crank", 1.0, unit="m", low=0.2, high=3.0)
m.parameter("rocker", 0.7, unit="m", low=0.2, high=3.0)
m.add_points(A=(0, 0), D=(1, 0), B=("crank*cos(40 deg)", "crank*sin(40 deg)"))
m.point("C", "1 m + rocker*cos(70 deg)", "rocker*sin(70 deg)")
m.bar("input", "A", "B", mass=1)
m.bar("output", "D", "C", mass=1)
m.revolute("A", "ground", "input")
m.revolute("D", "ground", "output")
m.rod("coupler", "input", "output", "B", "C")

found = sn.optimize(
    m,
    lambda run: run["D.angle"] - (rocker_angles - rocker_angles[0]),
    positions={"A.angle": crank_angles - crank_angles[0]},
    progress=False,
)
print(found)

φ, ψ = crank_angles, rocker_angles
K = np.linalg.solve(np.column_stack([np.cos(ψ), -np.cos(φ), np.ones(3)]), np.cos(φ - ψ))
crank, rocker = 1 / K[0], 1 / K[1]
coupler = np.sqrt(crank**2 + rocker**2 + 1 - 2 * crank * rocker * K[2])
B, C = (np.array(found.mechanism.points[name]) for name in "BC")
print(f"crank {found['crank']:.8f}, rocker {found['rocker']:.8f}, coupler {np.linalg.norm(C - B):.8f}")
print(f"closed form {crank:.8f}, {rocker:.8f}, {coupler:.8f}")
assert found.good
assert abs(found["crank"] - crank) < 1e-9
assert abs(found["rocker"] - rocker) < 1e-9
assert abs(np.linalg.norm(C - B) - coupler) < 1e-9
