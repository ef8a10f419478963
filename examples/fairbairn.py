"""The Fairbairn guide: Φ_q and γ assembled from joint data, the driven turn, and the free motion that follows.

Source: D. Ferrante, "Costruzione automatica della matrice jacobiana da impiegare nella simulazione dinamica" (adviser
N. P. Belfiore), after Nikravesh (1988).  Misprints of its data are corrected: slider 4 is at x = 86.6 mm, slider 6 at
y = 500 mm.
"""

from pathlib import Path

import numpy as np

import snodo as sn

here = Path(__file__).parent
guide = sn.load(here / "fairbairn.yaml")

# 1. The matrices of the text, in its example position: crank at 30°, 3.14 rad/s.
planar = sn.Planar(guide)
start = sn.assemble(planar)
jacobian, gamma = planar.jacobian(start.q, ground=True), planar.gamma(start.q, start.v)
print("Φ_q is", " × ".join(map(str, jacobian.shape)), "with the frame's columns; γ has", gamma.size, "rows")
assert jacobian.shape == (14, 18)
assert gamma.shape == (14,)

v = dict(zip(planar.velocity_names, start.v))
print(f"rocker 2 turns with {v['body2_rocker.omega']:.5f} rad/s, ", end="")
print(f"its centre moves with ({1e3 * v['body2_rocker.vx']:.2f}, {1e3 * v['body2_rocker.vy']:.2f}) mm/s")
print(f"slider 6 moves with {1e3 * v['body6_slider.vx']:.1f} mm/s")
assert abs(v["body2_rocker.omega"] - 0.603846) < 1e-6

# 2. One full turn at 3.14 rad/s, twice: from geometry alone, and by integrating the equations of motion.
driven = sn.load(here / "fairbairn_driven.yaml")
turn = 2 * np.pi / 3.14
geometry, motion = sn.kinematics(driven, turn), sn.simulate(driven, turn)
apart = float(abs(geometry["body6_slider.x"] - motion["body6_slider.x"]).max())
torque = float(abs(geometry["motor.effort"] - motion["motor.effort"]).max())
print(f"one turn: stroke {1e3 * float(np.ptp(motion['body6_slider.x'].values)):.2f} mm; kinematics and simulation are")
print(f"{apart:.1e} m and {torque:.1e} N m apart")
assert apart < 1e-9
assert torque < 1e-6

# 3. The motor is taken away: the guide runs on from there.
free = sn.simulate(guide)
print(f"free: crank at {np.degrees(float(free['Q.angle'][-1])):.3f} deg after 2 s;", free.quality())
assert free.quality().energy_relative < 1e-6
