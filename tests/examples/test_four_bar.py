"""The four-bar against closed forms: two circles meet, and one freedom moves by energy alone."""

from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import snodo as sn

EXAMPLES = Path(__file__).parents[2] / "examples"
A, B, C, D = 0j, 0.10 + 0.15j, 0.45 + 0.30j, 0.50 + 0j
a, b, c = abs(B - A), abs(C - B), abs(D - C)
MASSES = np.array([0.5, 1.2, 0.9])
INERTIAS = MASSES * np.array([a, b, c]) ** 2 / 12
g = 9.81


def angles(theta):
    """World angles of crank, coupler and rocker (from C to D): C is where two circles meet, left of B → D."""
    pin = A + a * np.exp(1j * theta)
    d = D - pin
    along = (b**2 - c**2 + abs(d) ** 2) / (2 * abs(d))
    C = pin + d / abs(d) * (along + 1j * np.sqrt(b**2 - along**2))
    return theta, np.angle(C - pin), np.angle(D - C)


def reduced(theta):
    """J(θ) = Σ m |r'|² + I φ'² and the height of the masses V(θ), with the velocity ratios of the loop A B C D."""
    _, beta, gamma = angles(theta)
    coupler = -a * np.sin(theta - gamma) / (b * np.sin(beta - gamma))
    rocker = -a * np.sin(theta - beta) / (c * np.sin(gamma - beta))
    ends = [a * np.exp(1j * theta), b * np.exp(1j * beta), c * np.exp(1j * gamma)]
    middle = [ends[0] / 2, ends[0] + ends[1] / 2, D - ends[2] / 2]
    rates = [1j * ends[0] / 2, 1j * (ends[0] + coupler * ends[1] / 2), -1j * rocker * ends[2] / 2]
    J = sum(m * abs(r) ** 2 for m, r in zip(MASSES, rates))
    J = J + INERTIAS[0] + INERTIAS[1] * coupler**2 + INERTIAS[2] * rocker**2
    return J, g * sum(m * r.imag for m, r in zip(MASSES, middle))


def slope(f, x, h=1e-5):
    return (f(x - 2 * h) - 8 * f(x - h) + 8 * f(x + h) - f(x + 2 * h)) / (12 * h)


@pytest.fixture(scope="module")
def driven():
    return sn.simulate(sn.load(EXAMPLES / "four_bar.yaml"), progress=False)


def test_it_is_the_file_of_the_documentation():
    page = (EXAMPLES.parent / "docs" / "reference" / "file_format" / "index.md").read_text(encoding="utf-8")
    shown = page.split("```yaml\n")[1].split("```")[0]
    lines = (EXAMPLES / "four_bar.yaml").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if not line.startswith("description:")] == shown.splitlines()


def test_the_rocker_follows_the_closed_form(driven):
    theta = np.angle(B) + 2 * np.pi * driven.time
    found = [driven[f"{body}.angle"].values for body in ("crank", "coupler", "rocker")]
    for angle, expected in zip(found, angles(theta)):
        np.testing.assert_allclose(np.exp(1j * angle), np.exp(1j * expected), atol=1e-9)


def test_the_swing_is_that_of_the_two_dead_positions():
    result = sn.kinematics(sn.load(EXAMPLES / "four_bar.yaml"), 1.0, output=1e-4)
    d = abs(D - A)
    ends = [np.arccos((c**2 + d**2 - (b + s * a) ** 2) / (2 * c * d)) for s in (1, -1)]
    swing = float(result["D.angle"].max() - result["D.angle"].min())
    assert swing == pytest.approx(ends[0] - ends[1], abs=1e-6)


def test_the_motor_torque_is_the_slope_of_the_energy(driven):
    """At constant ω the motor only changes the energy: τ = d(½ J ω² + V)/dθ."""
    omega = 2 * np.pi

    def energy(theta):
        J, V = reduced(theta)
        return J * omega**2 / 2 + V

    expected = slope(energy, np.angle(B) + omega * driven.time)
    np.testing.assert_allclose(driven["motor.effort"], expected, atol=1e-7)


def test_over_a_full_turn_the_motor_does_no_work(driven):
    work = driven["motor.work"].values
    assert driven.time[250] == pytest.approx(1.0)
    assert abs(work[250]) < 1e-7
    assert abs(work[500]) < 1e-7
    assert np.ptp(work) > 1.0


def test_set_free_it_falls_as_its_energy_allows():
    """J θ̈ + ½ J′ θ̇² + V′ = 0, integrated by scipy."""
    result = sn.simulate(sn.load(EXAMPLES / "four_bar_free.yaml"), 2.0, tolerance=1e-11, progress=False)

    def rate(t, y):
        J, _ = reduced(y[0])
        J_slope, V_slope = slope(lambda x: np.array(reduced(x)), y[0])
        return [y[1], -(J_slope * y[1] ** 2 / 2 + V_slope) / J]

    expected = solve_ivp(rate, (0, 2), [np.angle(B), 0.0], "DOP853", result.time, rtol=1e-10, atol=1e-11).y[0]
    np.testing.assert_allclose(result["crank.angle"], expected, atol=1e-6)
    assert float(abs(result["energy.balance"]).max()) < 1e-8
