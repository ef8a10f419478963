"""A planetary gear: ratio and acceleration against Willis' formula and the inertia reduced to the motor shaft."""

from pathlib import Path

import snodo as sn

gear = sn.load(Path(__file__).with_suffix(".yaml"))
print(sn.mobility(gear))
result = sn.simulate(gear)
print(result)

# Willis: (ω_sun − ω_carrier) / (ω_ring − ω_carrier) = −z_ring / z_sun, and the ring stands still.
ratio = float(result["sun.omega"][-1] / result["carrier.omega"][-1])
print(f"ratio sun : carrier = {ratio:.6f}, Willis 1 + 60/24 = {1 + 60 / 24:.6f}")
assert abs(ratio - 3.5) < 1e-9

# Everything as seen from the motor: J = Σ J_i (ω_i/ω_sun)² + Σ m_i (v_i/ω_sun)², M = M_motor + M_load ω_carrier/ω_sun.
inertia = {name: body.inertia for name, body in gear.geometry().bodies.items()}
carrier, planet = 1 / 3.5, (1 - 60 / 18) / 3.5
J = inertia["sun"].izz + inertia["carrier"].izz * carrier**2
J += 3 * (inertia["planet1"].izz * planet**2 + inertia["planet1"].mass * (0.042 * carrier) ** 2)
alpha = float(result["sun.alpha"][-1])
expected = (3 - 9 / 3.5) / J
print(f"inertia at the motor {J:.4e} kg m²: the sun accelerates with {alpha:.3f} rad/s², closed form {expected:.3f}")
assert abs(alpha / expected - 1) < 1e-9

shares = [float(result.reaction(f"sun_{k}", body="sun")[-1, 2]) for k in (1, 2, 3)]
print("the planets brake the sun with", ", ".join(f"{-s:.4f}" for s in shares), "N m: even shares")
assert max(shares) - min(shares) < 1e-9
