"""Identification of stiffness and damping of an oscillator, with errors known in closed form.

x″ + 2 d x′ + w² x = 0 from x = 1 at rest has a closed form; with it, the covariance of the least squares is
σ² (JᵀJ)⁻¹.  The standard errors and the correlation that are found from the simulated motion must be these.
"""

from typing import Any

import numpy as np

import snodo as sn

D, W2, NOISE = 0.1, 4.0, 0.01

m = sn.Mechanism("oscillator", gravity=(0, 0))
m.parameter("stiffness", 4.2, unit="N/m", low=1, high=10)
m.parameter("damping", 0.3, unit="N*s/m", low=0, high=2)
m.add_points(wall=(0, 0), mass=(1, 0))
m.body("cart", mass=1, inertia=1, at="mass")
m.prismatic("guide", "ground", "cart", axis="x", at="mass")
m.spring("spring", "ground", "cart", "wall", "mass", stiffness="stiffness", damping="damping", length=1)
m.initial["guide.displacement"] = 1.0

times = np.linspace(0, 10, 201)


def closed_form(d: Any, w2: Any) -> Any:
    w = np.sqrt(w2 - d * d)
    return np.exp(-d * times) * (np.cos(w * times) + d / w * np.sin(w * times))


measured = closed_form(D, W2) + NOISE * np.random.default_rng(0).normal(size=times.size)
found = sn.identify(m, {"time": times, "guide.displacement": measured}, noise=NOISE, progress=False)
print(found)
print(found.correlation)

# σ² (JᵀJ)⁻¹ of the closed form at the values that were found, by complex steps; d is half the damping.
step, d, w2 = 1e-20, found["damping"] / 2, found["stiffness"]
J = np.stack([closed_form(d, w2 + 1j * step).imag / step, closed_form(d + 1j * step, w2).imag / step / 2], axis=1)
C = NOISE**2 * np.linalg.inv(J.T @ J)
errors = found.standard_errors
print(f"standard errors {errors['stiffness']:.6g}, {errors['damping']:.6g}; closed form", np.sqrt(np.diag(C)))
assert abs(errors["stiffness"] / np.sqrt(C[0, 0]) - 1) < 1e-6
assert abs(errors["damping"] / np.sqrt(C[1, 1]) - 1) < 1e-6
assert abs(found.correlation["stiffness", "damping"] - C[0, 1] / np.sqrt(C[0, 0] * C[1, 1])) < 1e-6
assert abs(found["stiffness"] - W2) < 3 * errors["stiffness"]
assert abs(found["damping"] - 2 * D) < 3 * errors["damping"]
