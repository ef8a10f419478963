"""The engine against its energy: speed as a function of the crank angle from work and reduced inertia alone."""

from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import quad

import snodo as sn

EXAMPLES = Path(__file__).parents[2] / "examples"
r, l, g = 0.045, 0.145, 9.81  # noqa: E741
CRANK, FLYWHEEL, ROD, PISTON = 0.8, 6.0, 0.5, 0.7
LOAD = 16.0


def height(angle):
    """Of the piston pin."""
    return r * np.sin(angle) + np.sqrt(l**2 - (r * np.cos(angle)) ** 2)


def lift(angle):
    """d height / d angle."""
    return r * np.cos(angle) + r**2 * np.sin(angle) * np.cos(angle) / np.sqrt(l**2 - (r * np.cos(angle)) ** 2)


def gas(angle):
    return -6000 * np.exp(3 * (np.sin(angle) - 1)) * (1 - np.tanh(4 * np.cos(angle))) / 2


def energy_at_unit_speed(angle):
    """½ J(angle): the rod's inclination β from the vertical obeys l sin β = −r cos angle."""
    beta = np.arcsin(-r * np.cos(angle) / l)
    turn = r * np.sin(angle) / (l * np.cos(beta))
    pin = np.array([-r * np.sin(angle), r * np.cos(angle)])
    middle = (pin + np.array([0.0, lift(angle)])) / 2
    J = CRANK * r**2 / 3 + FLYWHEEL * 0.12**2 / 2 + ROD * (middle @ middle + l**2 / 12 * turn**2)
    return (J + PISTON * lift(angle) ** 2) / 2


def weight_energy(angle):
    rod = (r * np.sin(angle) + height(angle)) / 2
    return g * (CRANK * r * np.sin(angle) / 2 + ROD * rod + PISTON * height(angle))


@pytest.fixture(scope="module")
def engine():
    return sn.simulate(sn.load(EXAMPLES / "slider_crank.yaml"), progress=False)


def test_the_piston_follows_the_closed_form(engine):
    np.testing.assert_allclose(engine["piston.y"], height(engine["crank.angle"].values), atol=1e-11)
    assert np.ptp(height(np.linspace(0, 2 * np.pi, 721))) == pytest.approx(2 * r)


def test_the_speed_follows_from_work_and_inertia(engine):
    start = np.pi / 2
    total = energy_at_unit_speed(start) * (50 * np.pi) ** 2 + weight_energy(start)
    for k in range(0, 501, 25):
        angle = float(engine["crank.angle"][k])
        work = quad(lambda x: gas(x) * lift(x), start, angle, epsabs=1e-10, epsrel=1e-10, limit=400)[0]
        left = total + work - LOAD * (angle - start) - weight_energy(angle)
        assert float(engine["O.speed"][k]) == pytest.approx(np.sqrt(left / energy_at_unit_speed(angle)), rel=1e-8)
        assert float(engine["gas.work"][k]) == pytest.approx(work, abs=1e-6)


def test_gas_and_load_are_nearly_in_balance():
    per_turn = quad(lambda x: gas(x) * lift(x), np.pi / 2, 5 * np.pi / 2, epsabs=1e-10, limit=400)[0]
    assert per_turn == pytest.approx(100.645365, abs=1e-6)
    assert per_turn / (2 * np.pi) == pytest.approx(LOAD, rel=2e-3)


def test_bearings_and_gas_carry_what_accelerates_and_what_weighs(engine):
    """Newton for the whole engine; the torque about the shaft for crank and flywheel."""
    bodies = {"crank": CRANK, "flywheel": FLYWHEEL, "rod": ROD, "piston": PISTON}
    inertial_x = sum(m * engine[f"{body}.ax"] for body, m in bodies.items())
    inertial_y = sum(m * (engine[f"{body}.ay"] + g) for body, m in bodies.items())
    np.testing.assert_allclose(engine["O.fx"] + engine["cylinder.fx"], inertial_x, atol=1e-6)
    pressed = engine["O.fy"] + gas(engine["crank.angle"].values)
    np.testing.assert_allclose(pressed, inertial_y, atol=1e-6)

    arm = r * np.exp(1j * engine["crank.angle"].values)
    pin = engine["P.fx"].values + 1j * engine["P.fy"].values  # of the crank on the rod
    moment = -np.imag(np.conj(arm) * pin) - CRANK * g * arm.real / 2 - LOAD
    inertia = CRANK * r**2 / 3 + FLYWHEEL * 0.12**2 / 2
    np.testing.assert_allclose(inertia * engine["crank.alpha"], moment, atol=1e-6)
