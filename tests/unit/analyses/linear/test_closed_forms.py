"""Equilibria, frequencies and critical speeds in closed form, in every formulation that applies.

Most are found to rounding, 1e-15.  Of the governor, the inertia of its balls, 1e-9 kg m², costs four digits in absolute
coordinates: there it is the only one that resists small turns of a ball, until the constraints are eliminated.
"""

from __future__ import annotations

import numpy as np
import pytest
from linear_mechanisms import G, chain, quarter_car, top
from test_equilibrium import governor

import snodo as sn

PLANE, SPACE = ("planar", "tree", "spatial", "spatial_euler"), ("tree", "spatial", "spatial_euler")
IN_THE_PLANE = pytest.mark.parametrize("formulation", PLANE)
IN_SPACE = pytest.mark.parametrize("formulation", SPACE)


def near(found: np.ndarray, wanted: np.ndarray, digits: float) -> None:
    """Each wanted eigenvalue is among those found."""
    for value in wanted:
        assert np.abs(found - value).min() < 10**-digits * abs(value), (value, found)


@IN_THE_PLANE
def test_two_masses(formulation: str) -> None:
    """ω² = (3 ∓ √5)/2 k/m of two masses m in a row on two springs k, the first on a wall."""
    wanted = np.sqrt(3.0 / 2.0 * (3 + np.array([-1, 1]) * np.sqrt(5)) / 2)
    near(2 * np.pi * sn.modes(chain((2.0, 2.0), 3.0), formulation=formulation).frequencies, wanted, 11)


@IN_THE_PLANE
def test_a_compound_pendulum(formulation: str) -> None:
    """ω² = m g d/(I + m d²), hanging; the same growth, upright."""
    m = sn.Mechanism("compound pendulum", gravity=(0, -G))
    m.body("plate", mass=3.0, inertia=0.07, com=(0.25, 0.0), at=(0, 0))
    m.revolute("A", "ground", "plate", at=(0, 0))
    rate = np.sqrt(3.0 * G * 0.25 / (0.07 + 3.0 * 0.25**2))
    down = sn.equilibrium(m, initial={"A.angle": -1.0})
    assert down["A.angle"] == pytest.approx(-np.pi / 2, abs=1e-13)
    near(sn.linearize(m, at=down, formulation=formulation).eigenvalues, 1j * rate * np.array([1, -1]), 12.5)
    up = sn.linearize(m, at={"A.angle": "90 deg"}, formulation=formulation).eigenvalues
    near(up, rate * np.array([1, -1]), 12.5)


@IN_THE_PLANE
def test_a_quarter_car(formulation: str) -> None:
    """Against the matrices of the text book: body and wheel hop, damping, and the response to the road's force."""
    M, ks, kt, c = np.diag([30.0, 250.0]), 16e3, 150e3, 1e3
    K, C = np.array([[ks + kt, -ks], [-ks, ks]]), c * np.array([[1, -1], [-1, 1.0]])
    A = np.block([[np.zeros((2, 2)), np.eye(2)], [-np.linalg.solve(M, K), -np.linalg.solve(M, C)]])
    x = sn.linearize(quarter_car(), inputs="wheel.fy", outputs=["car.y", "suspension.length"], formulation=formulation)
    near(x.eigenvalues, np.linalg.eigvals(A), 10)
    s = 8.0j
    moved = np.linalg.solve(s * s * M + s * C + K, [1.0, 0.0])
    np.testing.assert_allclose(x.transfer(s)[:, 0], [moved[1], moved[1] - moved[0]], rtol=1e-9)


@IN_SPACE
def test_a_sleeping_top(formulation: str) -> None:
    """I z² − i I₃ Ω z − m g h = 0 for its tilt z in the plane: asleep above Ω = 2 √(I m g h)/I₃."""
    across, critical = 0.05 + 2.0 * 0.16, 2 * np.sqrt((0.05 + 2.0 * 0.16) * 2.0 * G * 0.4) / 0.03
    for factor, word in ((0.9, "unstable"), (1.1, "stable")):
        spin = factor * critical
        x = sn.linearize(top(), at={"S.wz": spin}, formulation=formulation)
        roots = np.roots([across, -1j * 0.03 * spin, -2.0 * G * 0.4])
        found = x.eigenvalues[: len(x.eigenvalues) - x.spectrum.drifting]
        seen = [np.abs(found[:, None] - others).min(axis=0).max() for others in (roots, roots - 1j * spin)]
        assert min(seen) < 1e-9 * spin  # from axes that stand still, or turn with it
        assert x.stability == word


@IN_SPACE
def test_watts_governor(formulation: str) -> None:
    """cos θ = (m + M) g/(m l Ω²), and ω² = m l² Ω² sin²θ/(m l² + J + 2 M l² sin²θ) about it."""
    spin, ball, sleeve, length, own = 12.0, 1.5, 4.0, 0.5, 1e-9
    m = governor(spin)
    found = sn.equilibrium(m)
    cosine = (ball + sleeve) * G / (ball * length * spin**2)
    assert -found["sleeve.z"] / (2 * length) == pytest.approx(cosine, rel=1e-11)
    square = 1 - cosine**2
    rate = spin * np.sqrt(ball * length**2 * square / (ball * length**2 + own + 2 * sleeve * length**2 * square))
    near(sn.linearize(m, at=found, formulation=formulation).eigenvalues, 1j * rate * np.array([1, -1]), 9)
