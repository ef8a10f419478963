"""The shortest mechanism in Python: a bar on a pin. Its period, against the complete elliptic integral."""

import numpy as np
from scipy.special import ellipk

import snodo as sn

pendulum = sn.Mechanism("pendulum", gravity=(0, -9.81))
pendulum.add_points(A=(0, 0), B=(0, -1))
pendulum.bar("arm", "A", "B", mass=2.0)
pendulum.revolute("A", "ground", "arm")

result = sn.simulate(pendulum, 10.0, initial={"A.angle": "60 deg"}, tolerance=1e-10, output=1e-3)
print(result.quality())

# The bar hangs straight down once in every half period.
angle = result["A.angle"].values
k = np.flatnonzero(angle[:-1] * angle[1:] < 0)
low = result.time[k] - angle[k] / result["A.speed"].values[k]  # one Newton step from the row before
period = 2 * np.mean(np.diff(low))

expected = 4 * np.sqrt(2 * 1.0 / (3 * 9.81)) * ellipk(np.sin(np.radians(30)) ** 2)
small = 2 * np.pi * np.sqrt(2 * 1.0 / (3 * 9.81))
print(f"period {period:.8f} s, elliptic integral {expected:.8f} s, small swings {small:.8f} s")
assert abs(period - expected) < 1e-8
