"""Whitworth's quick return: how long do the two strokes take, and what does the motor feel?"""

from math import asin, pi
from pathlib import Path

import numpy as np

import snodo as sn

machine = sn.load(Path(__file__).with_suffix(".yaml"))
result = sn.kinematics(machine, 4.0, output=1e-3)  # driven: geometry alone decides

# The ram turns back where its velocity passes zero.
t, v = result.time, result["ram.vx"].values
k = np.flatnonzero(v[:-1] * v[1:] < 0)
back = t[k] - v[k] * (t[k + 1] - t[k]) / (v[k + 1] - v[k])
slow, fast = sorted(np.diff(back)[:2], reverse=True)

# In both dead points the lever is horizontal: the pin is 60 mm below the shaft on a circle of 120 mm.
dip = asin(60 / 120)
expected = (pi + 2 * dip) / (pi - 2 * dip)
print(f"stroke {1e3 * float(np.ptp(result['ram.x'].values)):.2f} mm")
print(f"slow stroke {slow:.4f} s, fast stroke {fast:.4f} s: ratio {slow / fast:.4f}, closed form {expected:.4f}")
print(f"motor torque {float(result['motor.effort'].min()):.2f} … {float(result['motor.effort'].max()):.2f} N m")
assert abs(slow / fast - expected) < 1e-4
