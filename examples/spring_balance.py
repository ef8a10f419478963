"""An arm balanced by a spring of zero free length: the potential energy is the same at every angle.

With the spring from a point at height a above the pivot to a point b along the arm, k = m g r/(a b) balances the weight
m g at distance r.  The optimisation is told only that the potential energy must not change.
"""

from typing import Any

import numpy as np

import snodo as sn

MASS, R, A, B, G = 2.0, 0.4, 0.3, 0.2, 9.81

m = sn.Mechanism("balanced arm", gravity=(0, -G))
m.parameter("stiffness", 50.0, unit="N/m", low=10, high=500)
m.add_points(O=(0, 0), top=(0, A), hook=(0, B))
m.body("arm", mass=MASS, inertia=0.01, com=(0, R), at="O")
m.revolute("pivot", "ground", "arm", at="O")
m.spring("spring", "ground", "arm", "top", "hook", stiffness="stiffness", length=0)
angles = np.radians(np.arange(15, 181, 15))


def changes(run: Any) -> Any:
    energy = run["energy.gravitational"] + run["energy.elastic"]
    return energy - energy.mean()


found = sn.optimize(m, changes, positions={"pivot.angle": angles}, progress=False)
print(found)
exact = MASS * G * R / (A * B)
print(f"stiffness {found['stiffness']:.9f} N/m, m g r/(a b) = {exact:.9f} N/m")
assert found.good
assert abs(found["stiffness"] - exact) < 1e-9

# The balanced arm stays at every angle: nothing accelerates it.
rest = sn.simulate(found.mechanism, 0.1, initial={"pivot.angle": "70 deg"}, progress=False)
print(f"acceleration when let go at 70°: {abs(float(rest['pivot.acceleration'][0])):.1e} rad/s²")
assert abs(float(rest["pivot.acceleration"][0])) < 1e-9
