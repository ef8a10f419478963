"""One step in the sagittal plane: the right foot stands, the left leg swings through.

The motion is made up, not measured: the hips travel over the standing foot at a steady height, slower in the middle as
an inverted pendulum does, x″ = (g/h) (x − p) with the pressure at p; the trunk stays upright, the swinging leg bends
its knee.  What the ground must bring is the residual at the floating pelvis.  Given back to the standing foot as the
wrench of a force plate (about the world's origin) it leaves nothing over, and the joint torques are those of the
muscles.  As a check, the balance of moments of the whole body about the standing ankle, through its angular momentum,
which inverse dynamics does not use.
"""

import numpy as np

import snodo as sn

MASS, G, DURATION, STEP, PRESSURE = 70.0, 9.81, 0.5, 0.36, 0.06  # [kg, m/s², s, m, m]
person = sn.human.sagittal(1.75, MASS, "female")
heights = {name: place[1] for name, place in person.points.items()}
SHANK, THIGH = heights["left_knee"] - heights["left_ankle"], heights["left_hip"] - heights["left_knee"]
LEG = 0.92 * (SHANK + THIGH)  # height of the hips over the ankles, never quite stretched

times = np.linspace(0.0, DURATION, 121)
phase = times / DURATION


def leg(forward: np.ndarray, down: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Angles of thigh and shank for an ankle so far before and below its hip, with the knee bent forward."""
    reach = np.hypot(forward, down)
    bend = np.arccos((THIGH**2 + reach**2 - SHANK**2) / (2 * THIGH * reach))
    knee = np.arccos((THIGH**2 + SHANK**2 - reach**2) / (2 * THIGH * SHANK))
    thigh = np.arctan2(forward, down) + bend
    return thigh, thigh - (np.pi - knee)


rate = np.sqrt(G / 0.97)  # the centre of mass is about 0.97 m above the ground
hips = PRESSURE + STEP / 2 * np.sinh(rate * (times - DURATION / 2)) / np.sinh(rate * DURATION / 2)
swing = STEP * (-1 + 2 * (phase - np.sin(2 * np.pi * phase) / (2 * np.pi)))
lifted = 0.06 * np.sin(np.pi * phase) ** 2
motion = {"pelvis.x": hips, "pelvis.y": LEG - (SHANK + THIGH) + 0 * phase}
for side, ankle, up in (("right", 0 * phase, 0 * phase), ("left", swing, lifted)):
    thigh, shank = leg(ankle - hips, LEG - up)
    motion |= {f"{side}_hip.angle": thigh, f"{side}_knee.angle": shank - thigh, f"{side}_ankle.angle": -shank}

ground = sn.inverse_dynamics(person, motion, times).residual.values
plate = {"force": ground[:, :2], "moment": ground[:, 2], "at": (0.0, 0.0)}
found = sn.inverse_dynamics(person, motion, times, external={"right_foot": plate})
print(found)

# The moment about the standing ankle turns the body: d/dt of its angular momentum, by differences of the momentum.
tree, ankle = found.formulation, np.array([0.0, heights["right_ankle"]])
momentum = tree.momentum(found.q, found.v, about="origin")
about_ankle = momentum[:, 5] - (ankle[0] * momentum[:, 1] - ankle[1] * momentum[:, 0])
change = np.gradient(about_ankle, times, edge_order=2)[2:-2]
com = tree.center_of_mass(found.q)[:, 0]
moment = ground[:, 2] - (ankle[0] * ground[:, 1] - ankle[1] * ground[:, 0]) - MASS * G * (com - ankle[0])
error = np.abs(moment[2:-2] - change).max()

pressure = ground[:, 2] / ground[:, 1]
peaks = {joint: np.abs(found[f"right_{joint}.torque"].values).max() for joint in ("hip", "knee", "ankle")}
print(", ".join(f"{joint} {peak:.1f} N m" for joint, peak in peaks.items()), "at most in the standing leg")
print(f"ground {ground[:, 1].min():.0f} … {ground[:, 1].max():.0f} N, weight {MASS * G:.0f} N")
print(f"centre of pressure {pressure.min():.3f} … {pressure.max():.3f} m from the ankle")
print(f"balance of moments about the ankle to {error:.2g} N m of {np.abs(change).max():.1f} N m")
assert np.abs(found.residual.values).max() < 1e-9
assert person.points["right_heel"][0] < pressure.min()
assert pressure.max() < person.points["right_toe"][0]
assert error < 0.01 * np.abs(change).max()
assert np.abs(found.position("right_ankle").values - ankle).max() < 1e-12
