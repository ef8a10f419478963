"""A person stands quietly and leans forward a little, stiff as a board: what must ankles, knees and hips hold?

The whole body is turned about the ankles by three degrees; the feet stay flat.  First inverse dynamics is asked what
the ground must bring: the residual.  Given back to the feet, half to each, it leaves nothing over, and the joint
torques are those of the muscles.  By hand, each joint holds the weight of all that is above it, at its lever:

    2 τ = g sin(lean) Σ m (h − h_joint)

with the heights h of the centres of mass of the upright body.  The calves do most of it.
"""

import numpy as np

import snodo as sn

STATURE, MASS, LEAN = 1.75, 70.0, np.radians(3.0)
person = sn.human.sagittal(STATURE, MASS, "female")

# The pelvis goes round the ankle; angles are counter-clockwise, and a lean forward is clockwise.
leg = person.points["pelvis"][1] - person.points["left_ankle"][1]
posture = {"pelvis.x": leg * np.sin(LEAN), "pelvis.y": leg * (np.cos(LEAN) - 1), "pelvis.angle": -LEAN}
posture |= {"left_ankle.angle": LEAN, "right_ankle.angle": LEAN}

hanging = sn.inverse_dynamics(person, posture, [0.0])
fx, fy, torque = hanging.residual.values[0]
foot = {"force": (fx / 2, fy / 2), "moment": torque / 2, "at": (0.0, 0.0)}
found = sn.inverse_dynamics(person, posture, [0.0], external={"left_foot": foot, "right_foot": foot})
print(found)

# By hand, from the table of the segments and the heights of the joints.
table, upright = sn.human.segments(STATURE, MASS, "female"), sn.human.body(STATURE, MASS, "female")
z = {name: place[2] for name, place in upright.points.items()}
top = {"thigh": z["left_hip"], "shank": z["left_knee"], "head": z["vertex"]}
top |= {"upper_trunk": z["thoracic"] + table["upper_trunk"].length}
top |= {"middle_trunk": z["thoracic"], "lower_trunk": z["lumbar"]}
top |= {"upper_arm": z["left_shoulder"], "forearm": z["left_elbow"], "hand": z["left_wrist"]}
above = {"hip": top.keys() - {"thigh", "shank"}, "knee": top.keys() - {"shank"}, "ankle": top.keys()}
for joint, carried in above.items():
    moment = sum(table[s].count * table[s].mass * (top[s] - table[s].com - z[f"left_{joint}"]) for s in carried)
    by_hand = 9.81 * np.sin(LEAN) * moment / 2
    torque_found = float(found[f"left_{joint}.torque"][0])
    print(f"{joint:<6} {torque_found:9.4f} N m, by hand {by_hand:8.4f} N m")
    assert abs(abs(torque_found) - by_hand) < 1e-9 * by_hand

pressure = torque / fy
print(f"ground: {fy:.3f} N (weight {MASS * 9.81:.3f} N), centre of pressure {1000 * pressure:.1f} mm before the ankles")
assert abs(fy - MASS * 9.81) < 1e-9
assert abs(found.residual.values).max() < 1e-9
assert person.points["left_heel"][0] < pressure < person.points["left_toe"][0]
