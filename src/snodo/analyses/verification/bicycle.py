"""The Whipple bicycle: eigenvalues of the motion linearised about riding straight, and the critical speeds.

The accelerations of lean and steer are differentiated numerically on the constraints (`linearised`), by central
differences of the order eight.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from snodo.analyses.verification.problem import Array, StateProblem
from snodo.analyses.verification.published import numbers, published, source
from snodo.constraint_methods import in_time
from snodo.formulations.base import Formulation

STEP = 0.02
"""Of the differences [rad, rad/s]."""
WEIGHTS = {1: 4 / 5, 2: -1 / 5, 3: 4 / 105, 4: -1 / 280}
"""f′ h ≈ Σ_k w_k (f(k h) − f(−k h))."""
SPEEDS = tuple(range(11))
BRACKETS = {"weave": (4.0, 4.6), "capsize": (5.6, 6.4)}
"""Between which speeds [m/s] the critical ones are searched for."""


def linearised(F: Formulation, speed: float) -> Array:
    """A of ẋ = A x, for x = (lean, steer, their rates), riding straight at a speed [m/s]."""
    riding = _Riding(F, speed)
    A = np.zeros((4, 4))
    A[:2, 2:] = np.eye(2)
    for k, x in enumerate(STEP * np.eye(4)):
        ends = {n: riding.acceleration(n * x) - riding.acceleration(-n * x) for n in WEIGHTS}
        A[2:, k] = sum(WEIGHTS[n] * ends[n] for n in WEIGHTS) / STEP
    return A


class _Riding:
    """A bicycle that rides nearly straight along x."""

    def __init__(self, F: Formulation, speed: float) -> None:
        from snodo.analyses.assembly.assemble import assemble

        self.F, self.speed, self.q = F, speed, assemble(F).q

    def rates(self, q: Array) -> Array:
        """Lean rate, steer rate and speed, per unit of each velocity (3 × nv)."""
        F = self.F
        v, rest = np.eye(F.nv), np.zeros((F.nv, F.nv))
        states = np.broadcast_to(q, (F.nv, F.nq))
        lean = F.motion.angular_velocity("frame", states, v)[:, 0]
        return np.array([lean, F.motion.joint("S", states, v, rest)[1], F.motion.velocity("rear", states, v)[:, 0]])

    def state(self, x: Array) -> tuple[Array, Array]:
        """Closed positions with the lean and steer x[:2], and velocities with their rates x[2:] that do not slip.

        Lean and steer are displacements along the constraints at the upright position: their second order, and with it
        the choice of coordinates, does not matter at an equilibrium.
        """
        F = self.F
        step = _least(np.vstack([F.position_jacobian(self.q), self.rates(self.q)]), [*np.zeros(F.nc), *x[:2], 0.0])
        y = F.state(F.moved(self.q, step), np.zeros(F.nv))
        F.forget_factors()
        in_time.project(F)(0.0, y, F.model, 1e-14)
        q = y[: F.nq]
        return q, _least(np.vstack([F.jacobian(q), self.rates(q)]), [*np.zeros(F.nc), *x[2:], self.speed])

    def acceleration(self, x: Array) -> Array:
        """Of lean and steer."""
        q, v = self.state(x)
        a, _ = self.F.solve(q, v)
        motion = self.F.motion
        return np.array([motion.angular_acceleration("frame", q, v, a)[0], motion.joint("S", q, v, a)[2]])


def _least(rows: Array, right: Any) -> Array:
    solution: Array = np.linalg.lstsq(rows, np.array(right), rcond=None)[0]
    return solution


# ---------------------------------------------------------------- what is compared
def eigenvalues(F: Formulation, method: Any) -> Array:
    """Real and imaginary parts from 0 to 10 m/s, sorted."""
    found = [np.linalg.eigvals(linearised(F, float(speed))) for speed in SPEEDS]
    return np.concatenate([_parts(one) for one in found])


def _parts(values: Array) -> Array:
    """Real and imaginary parts; pairs that are conjugate but for rounding in a definite order."""
    ordered = sorted(values.tolist(), key=lambda x: (round(x.real, 6), x.imag))
    return np.array([[x.real, x.imag] for x in ordered]).ravel()


def critical_speeds(F: Formulation, method: Any) -> Array:
    """Speeds at which the weave becomes stable and the capsize unstable."""
    from scipy.optimize import brentq

    def weave(speed: float) -> float:
        values = np.linalg.eigvals(linearised(F, speed))
        return float(values[np.argmax(np.abs(values.imag))].real)

    def capsize(speed: float) -> float:
        values = np.linalg.eigvals(linearised(F, speed))
        return float(values[np.argmin(np.abs(values))].real)

    found = [brentq(f, *BRACKETS[name], xtol=1e-12) for name, f in (("weave", weave), ("capsize", capsize))]
    return np.array(found)


def bicycle() -> tuple[StateProblem, ...]:
    """Both of them."""
    file, origin = "verification/whipple_bicycle", source("whipple_bicycle")
    rows = [numbers("whipple_bicycle", "eigenvalues", str(speed)) for speed in SPEEDS]
    wanted = np.concatenate([_parts(row[:, 0] + 1j * row[:, 1]) for row in rows])
    speeds = published()["whipple_bicycle"]["critical_speeds"]
    critical = np.array([float(speeds[name]) for name in BRACKETS])
    return (
        StateProblem("whipple_bicycle", file, origin, 1e-7, 1e-9, "1/s", wanted, eigenvalues, scale=1.0),
        StateProblem(
            "whipple_critical_speeds",
            file,
            origin,
            1e-7,
            1e-8,
            "m/s",
            critical,
            critical_speeds,
            quick=False,
            scale=1.0,
        ),
    )
