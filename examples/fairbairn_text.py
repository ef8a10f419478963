"""The Fairbairn guide with the tables of its text: the printed numbers beside the correct ones, and the text's loop.

Source: D. Ferrante, "Costruzione automatica della matrice jacobiana da impiegare nella simulazione dinamica" (adviser
N. P. Belfiore), after Nikravesh (1988).  Bodies are numbered from 1, the frame, to 6; lengths are in mm as printed.
"""

from pathlib import Path

import numpy as np

import snodo as sn

here = Path(__file__).parent
guide = sn.load(here / "fairbairn_text.yaml")
planar = sn.Planar(guide)
start = sn.assemble(planar)

# 1. What the text prints, and what its own tables give.
mm = np.array([1e3, 1e3, 1.0])
printed_q = [[60.048, 242.68, 1.328], [43.3, 325, 0.52], [36.6, 350, 1.328], [60.045, 492.7, 3.02], [0, 492.7, 0]]
printed_spin = [0.603, 3.14, 0.603, 0.607, 0]
correct_q, correct_v = start.q.reshape(5, 3) * mm, start.v.reshape(5, 3) * mm
print("body        printed   correct  difference")
for body, (printed, correct, spin, v) in enumerate(zip(printed_q, correct_q, printed_spin, correct_v), 2):
    for name, a, b in zip(["x", "y", "φ", "φ̇"], [*printed, spin], [*correct, v[2]]):
        print(f"{name}_{body} {'mm' if name in 'xy' else '':4s}{a:11.4f}{b:11.4f}{a - b:11.4f}")
C = 500 * np.array([50 * 3**0.5, 350]) / np.hypot(50 * 3**0.5, 350)  # end of rocker 2, which points at A = (86.6, 350)
assert abs(correct_q[4, 0] - (C[0] - np.sqrt(120**2 - (500 - C[1]) ** 2))) < 1e-8
assert abs(correct_v[3, 2] - 0.608876) < 1e-6

# 2. Φ_q, 14 × 18, and γ; the prismatic rows of the text are longer than ours by |IJ| = 100 mm and |EF| = 20 mm.
jacobian, gamma = planar.jacobian(start.q, ground=True), planar.gamma(start.q, start.v)
print("\nΦ_q is", " × ".join(map(str, jacobian.shape)), "and γ has", gamma.size, "rows; blocks by joints and bodies:")
for name, rows in zip(guide.joints, jacobian.reshape(7, 2, 6, 3)):
    letter = "P" if name.startswith("T") else "R"
    print(f"  {name:4s}", " ".join(letter if block.any() else "·" for block in rows.transpose(1, 0, 2)))
assert jacobian.shape == (14, 18)

# 3. The loop of the text: Jacobian and γ, accelerations from (a), one step of integration, and again.
M, g = planar.mass_matrix(start.q), planar.forces(start.q, start.v)


def rate(y: np.ndarray) -> np.ndarray:
    q, v = np.split(y, 2)
    A = planar.jacobian(q)
    system = np.block([[M, A.T], [A, np.zeros((14, 14))]])
    return np.concatenate([v, np.linalg.solve(system, np.concatenate([g, planar.gamma(q, v)]))[:15]])


y, h = np.concatenate([start.q, start.v]), 2e-3
for _ in range(100):
    k1 = rate(y)
    k2 = rate(y + h / 2 * k1)
    k3 = rate(y + h / 2 * k2)
    y = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + rate(y + h * k3))
run = sn.simulate(guide, 0.2, progress=False)
apart = abs(y[5] - float(run["body3.angle"][-1]))
print(f"\ncrank after 0.2 s: {y[5]:.9f} rad by the loop of the text, {apart:.1e} rad from sn.simulate")
assert apart < 1e-8
