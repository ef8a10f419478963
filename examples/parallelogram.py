"""A swing with three hangers: counting says it is stuck, the rank of Φ_q says it swings."""

from pathlib import Path

import numpy as np

import snodo as sn

swing = sn.load(Path(__file__).with_suffix(".yaml"))
mobility = sn.mobility(swing)
print(mobility)
assert mobility.grubler == 0
assert mobility.degrees_of_freedom == 1
assert len(mobility.redundant) == 1

result = sn.simulate(swing)
print(result)
print(result.quality())

# The seat stays level and each of its points moves on a circle.
tilt = np.degrees(float(abs(result["seat.angle"]).max()))
print(f"swings to {np.degrees(float(result['A.angle'].max())):.3f} deg; the seat tilts by {tilt:.0e} deg")
assert tilt < 1e-9

# How three hangers share the load is a question of their stiffness: the equations give the share of least norm.
at_pins = [float(result[f"{pin}.fy"][0]) for pin in "ABC"]
expected = 7 * 9.81 + (4 * 0.8 + 3 * 1 * 0.4) * np.radians(150) ** 2
print("at the start the upper pins carry", " + ".join(f"{f:.3f}" for f in at_pins), f"= {sum(at_pins):.3f} N")
assert abs(sum(at_pins) - expected) < 1e-9  # weight and centripetal force
