"""A one-cylinder engine: does it keep its speed, how evenly does it run, what do its bearings carry?"""

from math import pi
from pathlib import Path

import numpy as np

import snodo as sn

engine = sn.load(Path(__file__).with_suffix(".yaml"))
result = sn.simulate(engine, output=1e-4)
print(result)
print(result.quality())

rpm = 30 / pi * result["O.speed"].values
turns = result["O.angle"].values / (2 * pi)
stroke = np.ptp(result["piston.y"].values)
print(f"stroke {1e3 * stroke:.3f} mm; {turns[-1]:.2f} turns, {rpm.min():.0f} … {rpm.max():.0f} rpm")

# Work of gas and load over the first three turns, and the speed that is left.
work = {name: float(np.interp(3.0, turns, result[f"{name}.work"].values)) / 3 for name in ("gas", "load")}
print(f"each turn the gas gives {work['gas']:.3f} J, the load takes {-work['load']:.3f} J")
print(f"after three turns {np.interp(3.0, turns, rpm):.2f} rpm of 1500")

for joint, part in (("O", "main bearing"), ("P", "crank pin"), ("W", "piston pin"), ("cylinder", "cylinder wall")):
    force = np.hypot(result[f"{joint}.fx"], result[f"{joint}.fy"])
    print(f"largest force in the {part:14} {float(force.max()):7.0f} N")

assert abs(stroke - 0.090) < 1e-6
assert abs(work["gas"] - 100.64536) < 1e-3  # ∮ F dy by quadrature
