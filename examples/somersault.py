"""A diver in free flight folds the legs: the trunk turns, though nothing outside turns it.

The sixteen-segment body is let go at rest.  Torques in the knees fold the shanks and open them again; angular momentum
about the centre of mass stays zero all the time, and yet the trunk pitches to and fro.
"""

import numpy as np

import snodo as sn

diver = sn.human.body(stature=1.70, mass=60, sex="female", joints="reduced")
for side in ("left", "right"):
    diver.torque(f"{side}_fold", "4 * cos(2*pi*t/0.4)", joint=f"{side}_knee")
result = sn.simulate(diver, 0.4)

tree = result.formulation
pitch = np.degrees(2 * np.arctan2(result.q[:, 5], result.q[:, 3]))  # e2 and e0 of the pelvis
momentum = np.array([tree.momentum(q, v) for q, v in zip(result.q, result.v)])
fall = momentum[-1, 2] / 60

print(result)
knee = np.degrees(result["left_knee.angle"].values).max()
print(f"the trunk pitched by up to {np.abs(pitch).max():.2f} degrees, the knees bent by {knee:.1f}")
print(f"angular momentum about the centre of mass: at most {np.abs(momentum[:, 3:]).max():.1e} kg m²/s")
print(f"fall speed {fall:.6f} m/s, −g t = {-9.81 * 0.4:.6f} m/s")
assert np.abs(pitch).max() > 1.0
assert np.abs(momentum[:, 3:]).max() < 1e-7
assert abs(fall + 9.81 * 0.4) < 1e-9
assert result.quality().verdict == "good"
