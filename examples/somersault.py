"""A diver in free flight turns, though nothing outside turns her: as a cat does.

First she folds the legs by torques in the knees, and opens them again: the equations of motion are integrated.  Angular
momentum about the centre of mass stays zero all the time, and yet the trunk pitches to and fro.

Then both arms go round once, backward and up as in backstroke, and end where they began.  Without angular momentum the
trunk must turn the other way, and it stays turned: the posture is the same, the attitude is not.  How the trunk turns
follows from M_bb v_b + M_bs v_s = 0 (base b, shape s); inverse dynamics then finds that the whole motion needs no
wrench from outside, only torques in the shoulders.
"""

import numpy as np
from scipy.integrate import solve_ivp

import snodo as sn

# ---------------------------------------------------------------- the legs fold
diver = sn.human.body(stature=1.70, mass=60, sex="female", joints="reduced")
for side in ("left", "right"):
    diver.torque(f"{side}_fold", "4 * cos(2*pi*t/0.4)", joint=f"{side}_knee")
result = sn.simulate(diver, 0.4, integrator=sn.DOP853(rtol=1e-12, atol=1e-13))

tree = result.formulation
pitch = np.degrees(2 * np.arctan2(result.q[:, 5], result.q[:, 3]))  # e2 and e0 of the pelvis
momentum = tree.momentum(result.q, result.v)
fall = momentum[-1, 2] / 60

print(result)
knee = np.degrees(result["left_knee.angle"].values).max()
print(f"the trunk pitched by up to {np.abs(pitch).max():.2f} degrees, the knees bent by {knee:.1f}")
print(f"angular momentum about the centre of mass: at most {np.abs(momentum[:, 3:]).max():.1e} kg m²/s")
print(f"fall speed {fall:.6f} m/s, −g t = {-9.81 * 0.4:.6f} m/s")
assert np.abs(pitch).max() > 1.0
assert np.abs(momentum[:, 3:]).max() < 1e-9
assert abs(fall + 9.81 * 0.4) < 1e-9
assert result.quality().verdict == "good"

# ---------------------------------------------------------------- the arms go round
swimmer = sn.human.body(stature=1.70, mass=60, sex="female", joints="reduced")
swimmer.gravity = (0.0, 0.0, 0.0)  # as seen by somebody who falls with her
tree = sn.Tree(swimmer)
shoulders = [tree.position_slice(f"{side}_shoulder") for side in ("left", "right")]
turning = [tree.velocity_slice(f"{side}_shoulder").start + 1 for side in ("left", "right")]  # about y


def state(t: float, base: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """q and v with the arms turned by a smooth full turn in one second, and the base as momentum wants it."""
    angle, rate = 2 * np.pi * t - np.sin(2 * np.pi * t), 2 * np.pi * (1 - np.cos(2 * np.pi * t))
    q, v = tree.reference()
    q[:7] = base
    for place, k in zip(shoulders, turning):
        q[place], v[k] = (np.cos(angle / 2), 0.0, np.sin(angle / 2), 0.0), rate
    M = tree.mass_matrix(q)
    v[:6] = -np.linalg.solve(M[:6, :6], M[:6, 6:] @ v[6:])
    return q, v


times = np.linspace(0.0, 1.0, 201)
path = solve_ivp(
    lambda t, base: tree.coordinate_rates(*state(t, base))[:7],
    (0.0, 1.0),
    tree.reference()[0][:7],
    t_eval=times,
    method="DOP853",
    rtol=1e-12,
    atol=1e-12,
)
q, v = map(np.array, zip(*(state(t, base) for t, base in zip(times, path.y.T))))
found = sn.inverse_dynamics(tree, q, times, velocities=v)

turned = np.degrees(2 * np.arctan2(q[-1, 5], q[-1, 3]))
posture = np.abs(np.abs(q[-1, 7:]) - np.abs(q[0, 7:])).max()
shoulder = np.abs(found["left_shoulder.torque_y"].values).max()
outside = np.abs(found.residual.values).max(axis=0)
print(f"after one turn of the arms the posture is the same to {posture:.0e}, and she pitched by {turned:.4f} degrees")
print(f"the shoulders needed up to {shoulder:.2f} N m each; from outside {outside.max():.0e} N, N m")
assert abs(turned) > 10.0
assert posture < 1e-12
assert np.abs(tree.momentum(q, v)).max() < 1e-9
assert outside.max() < 1e-4
