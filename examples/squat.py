"""A slow squat in space: how hard do knees and hips work, and does the person fall over?

Shanks lean forward, thighs backward, the trunk forward, all by one smooth function of time, two seconds down and two
seconds up; the feet do not move.  The ground's wrench is what inverse dynamics finds left over at the floating pelvis.
Half of it is given to each foot, at the centre of pressure in the middle of the foot's breadth; then nothing is left
over, and the torques are those of the muscles.  On the way up these do the work that lifts the body.
"""

import numpy as np

import snodo as sn

MASS, G = 75.0, 9.81
SHANK, THIGH, TRUNK = np.radians([30.0, 75.0, 42.0])  # at the lowest point
person = sn.human.body(1.80, MASS, "male", joints="reduced", arms="forward")
places = {name: np.array(place) for name, place in person.points.items()}
shank = places["left_knee"][2] - places["left_ankle"][2]
thigh = places["left_hip"][2] - places["left_knee"][2]

times = np.linspace(0.0, 4.0, 401)
depth = (1 - np.cos(np.pi * times / 2)) / 2  # 0 upright, 1 at two seconds
a, b, c = (angle * depth for angle in (SHANK, THIGH, TRUNK))


def about_y(angle: np.ndarray) -> np.ndarray:
    """Rotation vectors."""
    return np.outer(angle, (0.0, 1.0, 0.0))


# The pelvis: between the hips, and from there to the middle of the lower trunk, which turns with the trunk.
arm = person.check().pose("lower_trunk").r - places["pelvis"]
pelvis = np.zeros((times.size, 7))
pelvis[:, 0] = shank * np.sin(a) - thigh * np.sin(b) + arm[2] * np.sin(c)
pelvis[:, 2] = places["left_ankle"][2] + shank * np.cos(a) + thigh * np.cos(b) + arm[2] * np.cos(c)
pelvis[:, 3], pelvis[:, 5] = np.cos(c / 2), np.sin(c / 2)
motion = {"pelvis": pelvis}
for side in ("left", "right"):
    motion[f"{side}_hip"] = about_y(-b - c)
    motion[f"{side}_knee.angle"] = a + b
    motion[f"{side}_ankle.first"] = a
    motion[f"{side}_shoulder"] = about_y(-c)  # the arms stay level

ground = sn.inverse_dynamics(person, motion, times).residual.values
force, pressure = ground[:, :3], -ground[:, 4] / ground[:, 2]
feet = {}
for side in ("left", "right"):
    at = np.column_stack([pressure, np.full_like(pressure, places[f"{side}_ankle"][1]), np.zeros_like(pressure)])
    feet[f"{side}_foot"] = {"force": force / 2, "at": at}
found = sn.inverse_dynamics(person, motion, times, external=feet)
print(found)

knee, hip = found["left_knee.torque"].values, found["left_hip.torque_y"].values
works = [found[f"{joint}.work"].values for joint in person.joints if joint != "pelvis"]
lowest = 200
work = sum(w[-1] - w[lowest] for w in works)
tree = found.formulation
lift = tree.center_of_mass(found.q[-1])[2] - tree.center_of_mass(found.q[lowest])[2]
heel, toe = places["left_heel"][0], places["left_toe"][0]

print(f"each knee up to {np.abs(knee).max():.1f} N m, each hip up to {np.abs(hip).max():.1f} N m")
print(f"ground {force[:, 2].min():.1f} … {force[:, 2].max():.1f} N, weight {MASS * G:.1f} N")
print(f"centre of pressure {pressure.min():.3f} … {pressure.max():.3f} m, the foot {heel:.3f} … {toe:.3f} m")
print(f"work of the joints on the way up {work:.4f} J, m g h = {MASS * G * lift:.4f} J")
assert np.abs(found.residual.values).max() < 1e-6
assert heel < pressure.min()
assert pressure.max() < toe
assert abs(work - MASS * G * lift) < 1e-4
assert abs(force[:-1, 2].mean() - MASS * G) < 1e-3  # on the average the ground carries the weight
assert found.quality().verdict == "good"
