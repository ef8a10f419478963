"""Two stiff legs walk down a slope, driven by gravity alone: the simplest walking model.

A mass at the hip and two light feet at the ends of stiff legs (Garcia, Chatterjee, Ruina and Coleman, The simplest
walking model, J. Biomech. Eng. 120, 1998).  The stance foot is a hinge on the ground.  When the other foot comes down
in front of it, an event closes the hinge of this foot, a plastic impact, and opens the other: a step.  As in the paper,
the swing foot may pass through the ground below the hip; the event waits until the stance leg leans forward.  Checked:

    every heel strike against the two equations of motion and the impact, written by hand and integrated by SciPy
    the gait it settles to against the published one for feet without mass: a stance angle of 0.200311 rad
"""

import math
from collections.abc import Sequence

import numpy as np
from scipy.integrate import solve_ivp

import snodo as sn

G, LENGTH, SLOPE = 9.81, 1.0, 0.009
HIP, FOOT, INERTIA = 70.0, 7e-3, 1e-6  # kg, kg, kg m² of a leg
STEPS = 40
ANGLE, RATE = 0.200310900544287, 0.199832473004977  # published, after a heel strike: rad, √(g/l)
SWING = RATE * math.cos(2 * ANGLE)  # of the leg that leaves the ground

walker = sn.Mechanism("walker", gravity=(G * math.sin(SLOPE), -G * math.cos(SLOPE)))
walker.add_points(F=(0, 0), H=(0, LENGTH))
walker.body("hip", mass=HIP, inertia=1.0, at="H")
for side in ("left", "right"):
    walker.body(side, mass=FOOT, inertia=INERTIA, at="F")
walker.revolute("H", "left", "right")
walker.revolute("top", "left", "hip", at="H")
walker.revolute("left_pin", "ground", "left", at="F")
walker.revolute("right_pin", "ground", "right", at="F", closed=False)

# Both feet are on the ground where both legs lean alike; the one in front has a positive angle.
walker.signal("lean", "left.angle + right.angle")
for new, old in (("right", "left"), ("left", "right")):
    when = f"lean falls to 0 and {new}.angle is above 0.05 rad"
    walker.event(f"{new}_strikes", when=when, do=[f"close {new}_pin", f"open {old}_pin"])

unit = math.sqrt(G / LENGTH)
start = {"left.angle": ANGLE, "left.omega": -RATE * unit, "right.angle": -ANGLE, "right.omega": -SWING * unit}
start |= {"hip.angle": 0.0, "hip.omega": 0.0, "left.x": 0.0, "left.y": 0.0}


# ---------------------------------------------------------------- the same by hand
def rates(t: float, x: Sequence[float]) -> list[float]:
    """Stance leg at a, swing leg at b from the normal of the slope, both positive where the hip is ahead of the foot.

    (M + m + J) ä − m b̈ cos(a−b) = m ḃ² sin(a−b) + (M + m) g sin(a+γ)
    (m + J) b̈ − m ä cos(a−b) = −m ȧ² sin(a−b) − m g sin(b+γ),       for l = 1 m
    """
    a, b, u, w = x
    c, s = FOOT * math.cos(a - b), FOOT * math.sin(a - b)
    mass = [[HIP + FOOT + INERTIA, -c], [-c, FOOT + INERTIA]]
    force = [s * w * w + (HIP + FOOT) * G * math.sin(a + SLOPE), -s * u * u - FOOT * G * math.sin(b + SLOPE)]
    return [u, w, *np.linalg.solve(mass, force)]


def strike(x: Sequence[float]) -> list[float]:
    """Legs change roles; the trailing leg keeps its moment of momentum about the hip, both that about the new foot."""
    a, b, u, w = x
    c = math.cos(a - b)
    about = [[-FOOT * c, FOOT + INERTIA], [HIP + FOOT * (1 - c) + INERTIA, FOOT * (1 - c) + INERTIA]]
    return [b, a, *np.linalg.solve(about, [INERTIA * u, HIP * c * u + INERTIA * (u + w)])]


def both_down(t: float, x: Sequence[float]) -> float:
    return x[0] + x[1] if x[0] > 0.05 else 1.0


setattr(both_down, "terminal", True)  # noqa: B010  functions have no such attribute for type checkers
x, time, by_hand = [-ANGLE, ANGLE, RATE * unit, SWING * unit], 0.0, list[tuple[float, float, float]]()
for _ in range(STEPS):
    # After 1 s the feet have passed one another, and the stance leg leans forward.
    early = solve_ivp(rates, (0.0, 1.0), x, method="DOP853", rtol=1e-12, atol=1e-14)
    late = solve_ivp(rates, (1.0, 2.0), early.y[:, -1], method="DOP853", events=both_down, rtol=1e-12, atol=1e-14)
    x, time = strike(late.y_events[0][0]), time + float(late.t_events[0][0])
    by_hand.append((time, -x[0], x[2]))

result = sn.simulate(walker, time + 0.1, initial=start, formulation="tree", tolerance=1e-11, progress=False)
strikes = np.sort(np.concatenate([result.events.times(f"{side}_pin", "closes") for side in ("left", "right")]))
expected = np.array(by_hand)
print(result.quality())
print(f"{strikes.size} steps, times by hand to {np.abs(strikes - expected[:, 0]).max():.1e} s")
assert np.abs(strikes - expected[:, 0]).max() < 1e-7

# The foot that stands during the last steps: two places are 2 l sin θ apart.
period, middles = float(np.diff(strikes)[-4:].mean()), strikes[-2:] + 0.05
feet = [
    np.interp(t, result.time, result[f"{side}.x"].values) for t, side in zip(middles, ("right", "left"), strict=True)
]
angle = math.asin(0.5 * (feet[1] - feet[0]) / LENGTH)
print(f"gait: {period:.8f} s a step = {period * unit:.6f} √(l/g), legs at {angle:.7f} rad, published {ANGLE:.7f}")
print(
    f"walked {float(result['hip.x'].values[-1]):.3f} m; impacts took {-float(result['impacts.work'].values[-1]):.3f} J"
)
assert abs(angle - expected[-1, 1]) < 1e-8
assert abs(angle - ANGLE) < 2e-5  # feet of 1e-4 of the mass
