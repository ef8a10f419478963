"""Identification of the friction in a bearing from the measured swing of a pendulum.

The bearing has viscous and dry friction.  The measurement is a simulation with noise of 2 mrad, so that the true values
are known: they are within the intervals that are found.  The example shows as well what one swing cannot tell: viscous
and dry friction both slow it down, and their errors are correlated by −0.996.
"""

import numpy as np

import snodo as sn

VISCOUS, DRY, NOISE = 0.12, 0.35, 0.002  # [N m s/rad, N m, rad]

m = sn.Mechanism("pendulum", gravity=(0, -9.81))
m.parameter("viscous", 0.05, unit="N*m*s/rad", low=0, high=2)
m.parameter("dry", 0.1, unit="N*m", low=0, high=2)
m.add_points(A=(0, 0), B=(0, -0.75))
m.bar("arm", "A", "B", mass=16 / 3)  # moment of inertia about A: 1 kg m²; as long as a thread of 0.5 m
m.revolute("A", "ground", "arm")
m.friction("bearing", joint="A", viscous="viscous", coulomb="dry", smoothing="0.05 rad/s")
m.initial["A.angle"] = 1.2

times = np.linspace(0, 5, 251)
true = sn.simulate(m.with_parameters(viscous=VISCOUS, dry=DRY), output=times, tolerance=1e-11, progress=False)
angle = true["A.angle"].values + NOISE * np.random.default_rng(1).normal(size=times.size)

found = sn.identify(m, {"time": times, "A.angle": angle}, noise=NOISE, progress=False)
print(found)
print(found.correlation)

errors = found.standard_errors
print(f"angle without noise after 5 s: {float(true['A.angle'][-1]):.8f} rad")
assert abs(float(true["A.angle"][-1]) + 0.31923685) < 1e-7
assert all(low < value < high for (low, high), value in zip(found.intervals.values(), (VISCOUS, DRY)))
assert abs(errors["viscous"] / 1.372e-3 - 1) < 0.01  # at the true values, by differences of an independent program
assert abs(errors["dry"] / 4.593e-3 - 1) < 0.01
assert abs(found.correlation["viscous", "dry"] + 0.9965) < 2e-4
assert "hardly told apart" in found.warnings[0]
