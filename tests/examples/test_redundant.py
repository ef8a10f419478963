"""Mechanisms with more constraints than they need: three hangers, three planets."""

from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import snodo as sn

EXAMPLES = Path(__file__).parents[2] / "examples"
g = 9.81


# ---------------------------------------------------------------- swing with three hangers
@pytest.fixture(scope="module")
def swing():
    return sn.simulate(sn.load(EXAMPLES / "parallelogram.yaml"), progress=False)


def test_counting_says_stuck_and_rank_says_one_freedom():
    found = sn.mobility(sn.load(EXAMPLES / "parallelogram.yaml"))
    assert (found.grubler, found.degrees_of_freedom) == (0, 1)
    (row,) = found.redundant
    assert row.partition(".")[0] in "ABCDEF"
    assert row in str(found)


def test_it_swings_like_one_pendulum(swing):
    """All hangers turn alike: (3 m/3 + M) l² θ̈ = −(3 m/2 + M) g l sin θ."""
    m, M, l = 1.0, 4.0, 0.8  # noqa: E741
    stiffness = (3 * m / 2 + M) * g / ((m + M) * l)
    start = [0.0, np.radians(150)]
    expected = solve_ivp(
        lambda t, y: [y[1], -stiffness * np.sin(y[0])], (0, 5), start, "DOP853", swing.time, rtol=1e-12, atol=1e-12
    ).y
    for joint in "ABC":
        np.testing.assert_allclose(swing[f"{joint}.angle"], expected[0], atol=1e-8)


def test_it_moves_like_a_parallelogram_with_two_heavier_hangers(swing):
    two = sn.Mechanism("two hangers", gravity=(0, -g))
    two.add_points(A=(0, 0), C=(1.2, 0), D=(0, -0.8), F=(1.2, -0.8))
    two.bar("left", "A", "D", mass=1.5)
    two.bar("right", "C", "F", mass=1.5)
    two.bar("seat", "D", "F", mass=4)
    two.revolute("A", "ground", "left")
    two.revolute("C", "ground", "right")
    two.revolute("D", "left", "seat")
    two.revolute("F", "right", "seat")
    result = sn.simulate(two, 5.0, initial={"A.speed": "150 deg/s"}, tolerance=1e-10, progress=False)
    assert result.info["redundant_rows"] == []
    np.testing.assert_allclose(result["seat.x"], swing["seat.x"], atol=1e-8)


def test_it_names_what_it_leaves_out_and_adds_up_all_the_same(swing):
    (row,) = swing.info["redundant_rows"]
    assert row in str(swing)
    carried = sum(swing[f"{pin}.fy"] for pin in "ABC")
    masses = {"left": 1.0, "middle": 1.0, "right": 1.0, "seat": 4.0}
    np.testing.assert_allclose(carried, sum(m * (swing[f"{b}.ay"] + g) for b, m in masses.items()), atol=1e-6)


# ---------------------------------------------------------------- planetary gear
@pytest.fixture(scope="module")
def gear():
    return sn.simulate(sn.load(EXAMPLES / "gear_train.yaml"), progress=False)


def test_the_ratios_are_those_of_willis(gear):
    sun, planet, carrier = (gear[f"{body}.omega"].values[1:] for body in ("sun", "planet2", "carrier"))
    np.testing.assert_allclose((sun - carrier) / (0 - carrier), -60 / 24, rtol=1e-9)
    np.testing.assert_allclose((planet - carrier) / (0 - carrier), 60 / 18, rtol=1e-9)


def test_the_motor_feels_the_reduced_inertia(gear):
    """J = J_s + (J_c + 3 m_p r²)/3.5² + 3 J_p (ω_p/ω_s)² with solid steel discs, and the load torque over 3.5."""

    def disc(radius, thickness):
        mass = 7850 * np.pi * radius**2 * thickness
        return mass, mass * radius**2 / 2

    (_, J_s), (m_p, J_p), (_, J_c) = disc(0.024, 0.02), disc(0.018, 0.02), disc(0.055, 0.015)
    J = J_s + (J_c + 3 * m_p * 0.042**2) / 3.5**2 + 3 * J_p * ((1 - 60 / 18) / 3.5) ** 2
    alpha = (3 - 9 / 3.5) / J
    np.testing.assert_allclose(gear["sun.alpha"], alpha, rtol=1e-8)
    np.testing.assert_allclose(gear["sun.omega"], alpha * gear.time, atol=1e-5)


def test_the_planets_share_the_load(gear):
    found = sn.mobility(sn.load(EXAMPLES / "gear_train.yaml"))
    assert (found.grubler, found.degrees_of_freedom, len(found.redundant)) == (-1, 1, 2)
    shares = [gear.reaction(f"sun_{k}", body="sun").sel(component="torque").values for k in (1, 2, 3)]
    np.testing.assert_allclose(shares[0], shares[1], atol=1e-9)
    np.testing.assert_allclose(shares[0], shares[2], atol=1e-9)
    J_s = 7850 * np.pi * 0.024**4 * 0.02 / 2
    np.testing.assert_allclose(3 + sum(shares), J_s * gear["sun.alpha"], atol=1e-9)
