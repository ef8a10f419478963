"""The four-bar linkage with a spring of the IFToMM library: its equilibrium, and its eigenvalues there.

The linkage is a rhombus, so that one angle φ of its cranks says everything.  With rods of mass m and length l, the
spring (k, c) from the first pivot to the opposite pin has the length s = 2 l cos φ/2, and

    V(φ) = 2 m g l sin φ + ½ k (s − s₀)²,   T = ½ (5/3) m l² φ̇²,   Rayleigh's function ½ c s′² φ̇².
"""

from __future__ import annotations

from math import cos, sin, sqrt
from typing import Any

import numpy as np

from snodo.analyses.verification.problem import Array, StateProblem
from snodo.formulations.base import Formulation

GRAVITY, STIFFNESS, DAMPING, UNSTRETCHED = 9.81, 25.0, 1.0, sqrt(2.0)
"""Masses of 1 kg and lengths of 1 m."""
PUBLISHED = 2.23433101898
"""Angle of equilibrium [rad] that is printed with the problem."""
SOURCE = (
    "IFToMM library, four-bar linkage with diagonal spring (González and others, J. Comput. Nonlinear Dyn. 12, 2017); "
    "data as in B. Minaker's solution (EoM); closed form of the rhombus"
)


def torque(angle: float) -> float:
    """V′ [N m]."""
    stretch = 2 * cos(angle / 2) - UNSTRETCHED
    return 2 * GRAVITY * cos(angle) - STIFFNESS * stretch * sin(angle / 2)


def stiffness(angle: float) -> float:
    """V″ [N m/rad]."""
    stretch = 2 * cos(angle / 2) - UNSTRETCHED
    return -2 * GRAVITY * sin(angle) + STIFFNESS * (sin(angle / 2) ** 2 - stretch * cos(angle / 2) / 2)


def resting_angle() -> float:
    """Where V′ vanishes, by Newton's method from the printed angle [rad]."""
    angle = PUBLISHED
    for _ in range(5):
        angle -= torque(angle) / stiffness(angle)
    return angle


def eigenvalues() -> Array:
    """Real and imaginary part of the pair  (5/3) λ² + c s′² λ + V″ = 0  [1/s]."""
    angle = resting_angle()
    decay = DAMPING * sin(angle / 2) ** 2 / (2 * 5 / 3)
    return np.array([-decay, sqrt(stiffness(angle) / (5 / 3) - decay**2)])


def linkage() -> tuple[StateProblem, ...]:
    """Both problems."""

    def resting(F: Formulation, method: Any) -> Array:
        from snodo.analyses.linear.equilibrium import equilibrium

        return np.array([equilibrium(F)["A.angle"]])

    def pair(F: Formulation, method: Any) -> Array:
        from snodo.analyses.linear.equilibrium import equilibrium
        from snodo.analyses.linear.linearize import linearize

        found = linearize(F, at=equilibrium(F)).eigenvalues
        upper = found[np.argmax(found.imag)]
        return np.array([upper.real, upper.imag])

    file = "verification/four_bar_with_spring"
    angle = np.array([resting_angle()])
    return (
        StateProblem("four_bar_equilibrium", file, SOURCE, 1e-8, 1e-12, "rad", angle, resting, scale=1.0),
        StateProblem("four_bar_eigenvalues", file, SOURCE, 1e-8, 1e-11, "1/s", eigenvalues(), pair),
    )
