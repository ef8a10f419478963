"""The quadruped ANYmal stands on four feet with friction, held by PD torques in its twelve joints.

The feet are spheres against the ground: compliant, with dry friction by bristles.  The robot is put down a few
millimetres above the ground in a posture with bent legs; the torques are laws of the measured angles and speeds.  When
it has come to rest,

    the forces of the ground carry its weight,   and no foot creeps.

Needs the robot descriptions of the package example-robot-data.
"""

import time
from importlib import metadata

import numpy as np

import snodo as sn

files = metadata.files("example-robot-data") or []
model = next(file for file in files if str(file).endswith("anymal_b_simple_description/robots/anymal.urdf"))
robot = sn.load(str(model.locate()), base="free")

FEET, RADIUS = ("LF", "RF", "LH", "RH"), 0.031
posture = {}
for leg in FEET:
    back = -1.0 if leg.endswith("H") else 1.0
    for joint, angle, stiffness, damping in (("HAA", 0.0, 300, 15), ("HFE", 0.6, 300, 15), ("KFE", -1.2, 300, 15)):
        name, target = f"{leg}_{joint}", back * angle
        posture[f"{name}.angle"] = target
        law = f"{stiffness}*({target} - {name}.angle) - {damping}*{name}.speed"
        robot.torque(f"{name}_servo", law, joint=name)
    robot.sphere_contact(
        leg, f"{leg}_FOOT", RADIUS, stiffness="100 kN/m", damping="10 s/m", mu=0.7, static=0.8, bristle="50 µm"
    )

# The height at which the feet hang 5 mm above the ground.
hanging = sn.simulate(robot, 1e-6, initial=posture, progress=False)
lowest = min(float(hanging[f"{leg}.gap"][0]) for leg in FEET)
start = {**posture, "base.z": 0.005 - lowest}

began = time.process_time()
result = sn.simulate(robot, 3.0, initial=start, tolerance=1e-8, output=5e-4, progress=False)
print(f"3 s in {time.process_time() - began:.1f} s of CPU time, {result.info['steps']} steps")
print(result.events)
print(result.quality())

weight = 9.81 * sum(robot.check().bodies[name].inertia.mass for name in robot.bodies)
ground = np.sum([result[f"{leg}.force"].values for leg in FEET], axis=0)
print(f"weight {weight:.4f} N, ground {ground[-1]:.4f} N, largest on landing {ground.max():.0f} N")
for leg in FEET:
    friction = result[f"{leg}.friction"].values[-1]
    print(f"{leg}: {float(result[f'{leg}.force'][-1]):7.3f} N, friction ({friction[0]:7.3f}, {friction[1]:7.3f}) N")
assert abs(ground[-1] / weight - 1.0) < 1e-6

# The impulse of the ground is the change of momentum: at rest before and after, weight times time.
impulse = np.trapezoid(ground, result.time)
print(f"impulse of the ground {impulse:.4f} N s, weight times time {weight * result.time[-1]:.4f} N s")
assert abs(impulse / (weight * result.time[-1]) - 1.0) < 1e-5
slipped = max(float(result[f"{leg}.slip"][-1]) for leg in FEET)
print(f"fastest slip at the end {slipped:.1e} m/s")
assert slipped < 1e-7
