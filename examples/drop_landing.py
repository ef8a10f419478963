"""A person drops five centimetres and lands on both feet: how hard does the ground push?

The body in the sagittal plane has a trunk with head and arms, and two legs.  Each foot touches the ground with two
spheres, at the rear and the fore foot, which yield and rub.  Hips, knees and ankles are held by springs and dampers
about a slightly bent posture, as stiff as muscles that were tensed before.  Checked at the end:

    the impulse of the ground, beside that of the weight, is the change of momentum
    every load on a foot, with its inertia, adds up to zero
"""

import time

import numpy as np

import snodo as sn

G, HEIGHT, RADIUS = 9.81, 0.05, 0.04
person = sn.human.sagittal(1.75, 70.0, "female")

# A bent posture: the trunk leans forward, so that the centre of mass is above the feet.
POSTURE = {"hip": (0.55, 500, 30), "knee": (-0.80, 400, 20), "ankle": (0.40, 300, 10)}  # rad, N m/rad, N m s/rad
start = {"pelvis.angle": -0.15}
for side in ("left", "right"):
    for joint, (angle, stiffness, damping) in POSTURE.items():
        name = f"{side}_{joint}"
        start[f"{name}.angle"] = angle
        person.torque(f"{name}_muscles", f"{stiffness}*({angle} - {name}.angle) - {damping}*{name}.speed", joint=name)
    for spot, x in (("rear", -0.03), ("fore", 0.13)):
        foot = person.sphere_contact(f"{side}_{spot}", f"{side}_foot", RADIUS, at=(x, RADIUS), stiffness="400 kN/m")
        foot.damping, foot.mu, foot.bristle = 3.0, 0.8, 0.2e-3  # s/m, 1, m
PLACES = [f"{side}_{spot}" for side in ("left", "right") for spot in ("rear", "fore")]

hanging = sn.simulate(person, 1e-6, initial=start, progress=False)
start["pelvis.y"] = HEIGHT - min(float(hanging[f"{place}.gap"][0]) for place in PLACES)

began = time.process_time()
result = sn.simulate(person, 0.5, initial=start, tolerance=1e-9, output=1e-4, progress=False)
print(f"0.5 s in {time.process_time() - began:.1f} s of CPU time, {result.info['steps']:.0f} steps")
print(result.quality())

# Ground forces: when, where, how large.
ground = np.array([result[f"{place}.force"].values for place in PLACES]).sum(axis=0)
friction = np.array([result[f"{place}.friction"].values[:, 0] for place in PLACES]).sum(axis=0)
landed = min(result.events.times(place, "touches")[0] for place in PLACES)
print(f"first touch at {landed:.5f} s, by hand {np.sqrt(2 * HEIGHT / G):.5f} s")
assert abs(landed - np.sqrt(2 * HEIGHT / G)) < 1e-9

masses = {name: person.check().bodies[name].inertia.mass for name in person.bodies}
weight = G * sum(masses.values())
peak = int(ground.argmax())
after = 1e3 * (result.time[peak] - landed)
print(f"largest force {ground[peak]:.0f} N, {ground[peak] / weight:.2f} times the weight, {after:.1f} ms after")

# Impulse and momentum.
momentum = np.sum([mass * result.velocity(f"{name}.com").values for name, mass in masses.items()], axis=0)
change = momentum[-1] - momentum[0]
impulse = np.array([np.trapezoid(friction, result.time), np.trapezoid(ground, result.time) - weight * result.time[-1]])
print(f"impulse ({impulse[0]:.4f}, {impulse[1]:.4f}) N s, change of momentum ({change[0]:.4f}, {change[1]:.4f}) N s")
assert np.abs(impulse - change).max() < 1e-5 * weight * result.time[-1]

# The loads of a foot balance.
force, moment = result.loads_on("left_foot", float(result.time[peak])).unbalanced
print(f"loads on the left foot: {np.abs(force).max():.1e} N and {np.abs(moment).max():.1e} N m are left over")
assert np.abs(force).max() < 1e-6 * weight
