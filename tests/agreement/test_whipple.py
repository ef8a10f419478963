"""The Whipple bicycle of bodies, joints and rolling wheels: eigenvalues of the motion linearised about riding straight.

Parameters and equations: Meijaard, Papadopoulos, Ruina and Schwab, Linearized dynamics equations for the balance and
steer of a bicycle: a benchmark and review, Proc. R. Soc. A 463, 2007.  There z points down and y to the right; here z
points up and y to the left.  The truth are the eigenvalues of their M, C1, K0, K2; here the accelerations of lean and
steer are differentiated numerically on the constraints.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import snodo as sn
from snodo.constraint_methods import in_time
from snodo.formulations.bind import bind

G, WHEELBASE, TRAIL, TILT = 9.81, 1.02, 0.08, np.pi / 10
REAR, FRONT = 0.3, 0.35
M = np.array([[80.81722, 2.31941332208709], [2.31941332208709, 0.29784188199686]])
C1 = np.array([[0.0, 33.86641391492494], [-0.85035641456978, 1.6854039739756]])
K0 = np.array([[-80.95, -2.59951685249872], [-2.59951685249872, -0.80329488458618]])
K2 = np.array([[0.0, 76.59734589573222], [0.0, 2.65431523794604]])
STEP = 1e-4


def bicycle() -> sn.Mechanism:
    m = sn.Mechanism("Whipple bicycle", dimension=3, gravity=(0, 0, -G))
    m.add_points(R=(0, 0, REAR), F=(WHEELBASE, 0, FRONT), S=(WHEELBASE + TRAIL, 0, 0), O=(0, 0, 0))
    m.body("frame", mass=85.0, inertia=((9.2, 0, -2.4), (0, 11.0, 0), (-2.4, 0, 2.8)), at=(0.3, 0, 0.9))
    fork = ((0.05892, 0, 0.00756), (0, 0.06, 0), (0.00756, 0, 0.00708))
    m.body("fork", mass=4.0, inertia=fork, at=(0.9, 0, 0.7))
    m.body("rear", mass=2.0, inertia=(0.0603, 0.12, 0.0603), at="R")
    m.body("front", mass=3.0, inertia=(0.1405, 0.28, 0.1405), at="F")
    m.revolute("R", "frame", "rear", axis="y")
    m.revolute("F", "fork", "front", axis="y")
    m.revolute("S", "frame", "fork", axis=(-np.sin(TILT), 0, np.cos(TILT)))
    m.rolling("rear_contact", "ground", "rear", REAR, normal="z", axis="y", at="R", on="O")
    m.rolling("front_contact", "ground", "front", FRONT, normal="z", axis="y", at="F", on="O")
    return m


class Riding:
    """A bicycle that rides nearly straight along x: lean and steer, their rates and accelerations."""

    def __init__(self, formulation: str) -> None:
        self.F = bind(bicycle(), formulation)
        self.q = sn.assemble(self.F).q

    def rates(self, q: np.ndarray) -> np.ndarray:
        """Lean rate, steer rate and speed, per unit of each velocity (3 × nv)."""
        F = self.F
        v, rest = np.eye(F.nv), np.zeros((F.nv, F.nv))
        states = np.broadcast_to(q, (F.nv, F.nq))
        lean = F.motion.angular_velocity("frame", states, v)[:, 0]
        return np.array([lean, F.motion.joint("S", states, v, rest)[1], F.motion.velocity("rear", states, v)[:, 0]])

    def state(self, x: np.ndarray, speed: float) -> tuple[np.ndarray, np.ndarray]:
        """Closed positions with the lean and steer x[:2], and velocities with their rates x[2:] that do not slip."""
        F = self.F
        step = _least(np.vstack([F.position_jacobian(self.q), self.rates(self.q)]), [*np.zeros(F.nc), *x[:2], 0.0])
        y = F.state(F.moved(self.q, step), np.zeros(F.nv))
        F.forget_factors()
        assert in_time.project(F)(0.0, y, F.model, 1e-14) >= 0
        q = y[: F.nq]
        return q, _least(np.vstack([F.jacobian(q), self.rates(q)]), [*np.zeros(F.nc), *x[2:], speed])

    def acceleration(self, x: np.ndarray, speed: float) -> np.ndarray:
        """Of lean and steer."""
        q, v = self.state(x, speed)
        a, _ = self.F.solve(q, v)
        motion = self.F.motion
        return np.array([motion.angular_acceleration("frame", q, v, a)[0], motion.joint("S", q, v, a)[2]])

    def linearised(self, speed: float) -> np.ndarray:
        """ẋ = A x for x = (lean, steer, their rates)."""
        A = np.zeros((4, 4))
        A[:2, 2:] = np.eye(2)
        for k, x in enumerate(STEP * np.eye(4)):
            A[2:, k] = (self.acceleration(x, speed) - self.acceleration(-x, speed)) / (2 * STEP)
        return A


def _least(rows: np.ndarray, right: Any) -> np.ndarray:
    solution: np.ndarray = np.linalg.lstsq(rows, np.array(right), rcond=None)[0]
    return solution


def published(speed: float) -> np.ndarray:
    """M q̈ + v C1 q̇ + (g K0 + v² K2) q = 0."""
    A = np.zeros((4, 4))
    A[:2, 2:] = np.eye(2)
    A[2:] = -np.linalg.solve(M, np.hstack([G * K0 + speed**2 * K2, speed * C1]))
    return A


@pytest.mark.parametrize("formulation", ["tree", "spatial"])
def test_eigenvalues_of_the_whipple_bicycle(formulation: str) -> None:
    riding = Riding(formulation)
    for speed in range(11):
        found, wanted = (np.sort_complex(np.linalg.eigvals(A)) for A in (riding.linearised(speed), published(speed)))
        np.testing.assert_allclose(found, wanted, atol=1e-6)


def test_published_eigenvalues() -> None:
    """At 5 m/s the bicycle is stable: weave and capsize as tabled by Meijaard and others (2007), table 2."""
    found = np.sort_complex(np.linalg.eigvals(published(5.0)))
    np.testing.assert_allclose(found[0].real, -14.07838969279822, atol=1e-9)
    np.testing.assert_allclose(found[-1].real, -0.32286642900409, atol=1e-9)
    np.testing.assert_allclose(
        found[1:3], [-0.77534188219585 - 4.46486771378823j, -0.77534188219585 + 4.46486771378823j]
    )


def test_it_steers_itself_upright_where_it_is_stable() -> None:
    """Pushed aside at 5 m/s it comes back; at 3 m/s its weave grows (unstable below 4.29 m/s)."""
    sizes = {}
    for speed in (3.0, 5.0):
        m = bicycle()
        m.initial = {"frame.wx": 0.02, "S.speed": 0.0, "rear.vx": speed}
        result = sn.simulate(m, 3.0, tolerance=1e-9, output=0.05, progress=False)
        steer = np.abs(result["S.angle"].values)
        sizes[speed] = steer[-20:].max() / steer[:20].max()
    assert sizes[5.0] < 0.3 < 1.0 < sizes[3.0]


def test_seven_coordinates_three_velocities() -> None:
    found = sn.mobility(bicycle())
    assert (found.free_positions, found.degrees_of_freedom, found.velocity_rows) == (7, 3, 4)
