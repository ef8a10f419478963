"""Pendulums against Jacobi's elliptic functions and Lagrange's equations; the oscillator in closed form."""

from pathlib import Path

import numpy as np
from scipy.integrate import solve_ivp
from scipy.special import ellipj, ellipk

import snodo as sn

EXAMPLES = Path(__file__).parents[2] / "examples"
g = 9.81


def test_the_pendulum_follows_the_elliptic_sine():
    """sin(θ/2) = k sn(K − ω t), k = sin(θ₀/2), ω² = 3g/2l for a bar."""
    result = sn.simulate(sn.load(EXAMPLES / "pendulum.yaml"), tolerance=1e-11, progress=False)
    k, omega = np.sin(np.radians(30)), np.sqrt(3 * g / 2)
    expected = 2 * np.arcsin(k * ellipj(ellipk(k**2) - omega * result.time, k**2)[0])
    np.testing.assert_allclose(result["A.angle"], expected, atol=1e-8)


def double_pendulum(t, y):
    """Two uniform bars, angles from the vertical: M θ̈ = h."""
    (m1, l1), (m2, l2) = (1.2, 0.4), (0.9, 0.3)
    a, b, wa, wb = y
    c = m2 * l1 * l2 / 2
    M = [[(m1 / 3 + m2) * l1**2, c * np.cos(a - b)], [c * np.cos(a - b), m2 * l2**2 / 3]]
    h = [
        -c * wb**2 * np.sin(a - b) - (m1 / 2 + m2) * g * l1 * np.sin(a),
        c * wa**2 * np.sin(a - b) - m2 * g * l2 / 2 * np.sin(b),
    ]
    return [wa, wb, *np.linalg.solve(M, h)]


def test_the_double_pendulum_follows_lagrange():
    result = sn.simulate(sn.load(EXAMPLES / "double_pendulum.yaml"), 3.0, tolerance=1e-12, progress=False)
    start = [np.radians(120), np.radians(90), 0.0, 0.0]
    expected = solve_ivp(double_pendulum, (0, 3), start, "DOP853", result.time, rtol=1e-12, atol=1e-12).y
    np.testing.assert_allclose(result["A.angle"], expected[0], atol=1e-6)
    np.testing.assert_allclose(result["A.angle"] + result["B.angle"], expected[1], atol=1e-6)


def test_the_double_pendulum_keeps_its_energy():
    result = sn.simulate(sn.load(EXAMPLES / "double_pendulum.yaml"), progress=False)
    assert float(abs(result["energy.balance"]).max()) < 1e-9


def test_the_oscillator_rings_and_dies_away():
    """x = x₀ e^(−δt) (cos ω_d t + δ/ω_d sin ω_d t)."""
    result = sn.simulate(sn.load(EXAMPLES / "oscillator.yaml"), tolerance=1e-11, progress=False)
    delta, omega_0 = 8 / (2 * 2), np.sqrt(2000 / 2)
    omega = np.sqrt(omega_0**2 - delta**2)
    t = result.time
    expected = 0.05 * np.exp(-delta * t) * (np.cos(omega * t) + delta / omega * np.sin(omega * t))
    np.testing.assert_allclose(result["guide.displacement"], expected, atol=1e-10)
    assert abs(omega / (2 * np.pi) - 5.0) < 0.05
