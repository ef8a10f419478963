"""Two planar mechanisms and a spatial one with loops: their data, and where they must be at the end.

Every body is given by its mass (kg), its moment of inertia about the centre of mass (kg m²) and, in a body frame of the
author's choice, its centre of mass and its points (m).  Angles in rad, counter-clockwise from the world's x axis.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import asin, cos, pi, radians, sin, sqrt

import numpy as np
from numpy.typing import NDArray
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

Point = tuple[float, float]


# ---------------------------------------------------------------- slider-crank
@dataclass(frozen=True)
class SliderCrank:
    """Crank and rod are uniform bars, the guide is horizontal and passes through the crank's pivot; free motion."""

    crank: float = 0.1
    rod: float = 0.4
    mass: float = 1.0  # of crank, rod and slider, each
    slider_inertia: float = 0.001
    gravity: float = 9.81
    angle: float = radians(30.0)
    speed: float = 10.0
    duration: float = 10.0

    def rod_angle(self, theta: float) -> tuple[float, float, float]:
        """φ(θ) and its first and second derivative, from  l sin φ = −r sin θ."""
        k = self.crank / self.rod
        phi = -asin(k * sin(theta))
        d1 = -k * cos(theta) / cos(phi)
        d2 = (k * sin(theta) + sin(phi) * d1**2) / cos(phi)
        return phi, d1, d2

    def reduced_mass(self, theta: float) -> tuple[float, float]:
        """m(θ) in  T = ½ m(θ) θ̇²,  and dm/dθ."""
        r, l, m = self.crank, self.rod, self.mass  # noqa: E741
        phi, d1, d2 = self.rod_angle(theta)
        bend1, bend2 = -l * sin(phi) * d1, -l * (cos(phi) * d1**2 + sin(phi) * d2)  # derivatives of l cos φ
        turn1, turn2 = -r * sin(theta), -r * cos(theta)  # derivatives of r cos θ
        rate = np.array([r / 2, d1 * l / sqrt(12), turn1 + bend1 / 2, r * cos(theta) / 2, turn1 + bend1])
        slope = np.array([0.0, d2 * l / sqrt(12), turn2 + bend2 / 2, -r * sin(theta) / 2, turn2 + bend2])
        return m * float(rate @ rate) + m * r**2 / 12, 2 * m * float(rate @ slope)

    def potential(self, theta: float) -> float:
        """V(θ): the centres of crank and rod are both at the height (r/2) sin θ."""
        return self.mass * self.gravity * self.crank * sin(theta)

    def rate(self, t: float, y: NDArray[np.float64]) -> list[float]:
        """Lagrange's equation  m θ̈ + ½ m′ θ̇² + V′ = 0."""
        theta, omega = float(y[0]), float(y[1])
        m, slope = self.reduced_mass(theta)
        torque = -self.mass * self.gravity * self.crank * cos(theta)
        return [omega, (torque - 0.5 * slope * omega**2) / m]

    def angle_by_integration(self) -> float:
        """Crank angle at the end, from the equation of motion."""
        y0, span = [self.angle, self.speed], (0.0, self.duration)
        run = solve_ivp(self.rate, span, y0, method="DOP853", rtol=1e-13, atol=1e-13, max_step=2e-3)
        return float(run.y[0, -1])

    def angle_by_quadrature(self) -> float:
        """The same from the energy alone: whole turns take  T = ∮ dθ / ω(θ);  the rest is where the time is used up.

        The trapezoidal rule is exact to rounding for the periodic 1/ω; its interpolating cosine and sine series is
        integrated term by term for the part of a turn.
        """
        samples = 512
        slowness = np.array([1.0 / self.speed_at(self.angle + 2 * pi * k / samples) for k in range(samples)])
        series = np.fft.rfft(slowness)[: samples // 2] / samples
        k = np.arange(1, series.size)

        def elapsed(angle: float) -> float:
            wave = (np.exp(1j * k * angle) - 1.0) / (1j * k)
            return float(series[0].real * angle + 2 * np.real(series[1:] @ wave))

        return self.angle + brentq(lambda a: elapsed(a) - self.duration, 0.0, 1e3, xtol=1e-13, rtol=1e-15)

    def speed_at(self, theta: float) -> float:
        """ω(θ) by conservation of energy."""
        energy = 0.5 * self.reduced_mass(self.angle)[0] * self.speed**2 + self.potential(self.angle)
        return sqrt(2.0 * (energy - self.potential(theta)) / self.reduced_mass(theta)[0])


SLIDER_CRANK_ANGLE = 93.033794464746
"""Crank angle at 10 s: quadrature of the energy, confirmed in 25-digit arithmetic; DOP853 agrees to 3e-11."""


# ---------------------------------------------------------------- Andrews' squeezing mechanism
@dataclass(frozen=True)
class PlanarBody:
    """A body, the world position of its frame's origin and the frame's angle at the start."""

    mass: float
    inertia: float
    centre: Point
    origin: Point
    angle: float


@dataclass(frozen=True)
class PlanarJoint:
    """A pin: a point on one body (None: the ground) and a point on another, each in its body's frame."""

    first: str | None
    first_point: Point
    second: str
    second_point: Point


@dataclass(frozen=True)
class PlanarSpring:
    """A spring (N/m, unstretched length m) from a point of the ground to a point of a body, in the body's frame."""

    stiffness: float
    length: float
    ground: Point
    body: str
    point: Point


# Parameters: Mazzia and Magherini, Test Set for IVP Solvers 2.4, "Andrews' squeezing mechanism";
# equations: Hairer and Wanner, Solving Ordinary Differential Equations II, section VII.7.
ANDREWS_START = (
    -0.0617138900142764496358948458001,
    0.0,
    0.455279819163070380255912382449,
    0.222668390165885884674473185609,
    0.487364979543842550225598953530,
    -0.222668390165885884674473185609,
    1.23054744454982119249735015568,
)
"""(β, Θ, γ, Φ, δ, Ω, ε) at t = 0, at rest."""

ANDREWS_END = (
    15.81077119515370709712,
    -15.75637105841183946973,
    0.04082224011964580485828,
    -0.5347301163420795937702,
    0.5244099658799540693717,
    0.5347301163420795937702,
    1.048080741041937873069,
)
"""(β, Θ, γ, Φ, δ, Ω, ε) at t = 0.03 s, recomputed in 28-digit arithmetic.

The widely printed 16-digit values differ by 1.1e-9 rad in β.
"""

ANDREWS_DURATION = 0.03
ANDREWS_TORQUE = 0.033
ANDREWS_SPRING = PlanarSpring(4530.0, 0.07785, (0.014, 0.072), "K3", (0.02, -0.018))

_D, _DA, _E, _EA, _R, _RA = 0.028, 0.0115, 0.02, 0.01421, 0.007, 0.00092
_S, _SA, _SB, _TA, _TB, _U, _UA, _UB = 0.035, 0.01874, 0.01043, 0.02308, 0.00916, 0.04, 0.01228, 0.00449
_ZF, _ZT, _FA = 0.02, 0.04, 0.01421
_A, _B = (-0.06934, -0.00227), (-0.03635, 0.03273)

ANDREWS_JOINTS = {
    "O": PlanarJoint(None, (0.0, 0.0), "K1", (0.0, 0.0)),
    "P": PlanarJoint("K1", (_R, 0.0), "K2", (0.0, 0.0)),
    "F3": PlanarJoint("K2", (-_D, 0.0), "K3", (0.0, -_S)),
    "F4": PlanarJoint("K2", (-_D, 0.0), "K4", (0.0, -_E)),
    "F6": PlanarJoint("K2", (-_D, 0.0), "K6", (_ZF, 0.0)),
    "B": PlanarJoint(None, _B, "K3", (0.0, 0.0)),
    "E": PlanarJoint("K5", (_ZT, 0.0), "K4", (0.0, 0.0)),
    "G": PlanarJoint("K7", (0.0, -_U), "K6", (0.0, 0.0)),
    "A5": PlanarJoint(None, _A, "K5", (0.0, 0.0)),
    "A7": PlanarJoint(None, _A, "K7", (0.0, 0.0)),
}


def andrews_bodies() -> dict[str, PlanarBody]:
    """The seven bodies; each frame's origin is the joint from which the equations measure the body."""
    b1, b2, b3, b4, b5, b6, b7 = andrews_body_angles(ANDREWS_START)
    p = (_R * cos(b1), _R * sin(b1))
    e = (_A[0] + _ZT * cos(b5), _A[1] + _ZT * sin(b5))
    g = (_A[0] + _U * sin(b7), _A[1] - _U * cos(b7))
    return {
        "K1": PlanarBody(0.04325, 2.194e-6, (_RA, 0.0), (0.0, 0.0), b1),
        "K2": PlanarBody(0.00365, 4.41e-7, (-_DA, 0.0), p, b2),
        "K3": PlanarBody(0.02373, 5.255e-6, (_SB, -_SA), _B, b3),
        "K4": PlanarBody(0.00706, 5.667e-7, (0.0, _EA - _E), e, b4),
        "K5": PlanarBody(0.0705, 1.169e-5, (_TA, _TB), _A, b5),
        "K6": PlanarBody(0.00706, 5.667e-7, (_ZF - _FA, 0.0), g, b6),
        "K7": PlanarBody(0.05498, 1.912e-5, (-_UB, -_UA), _A, b7),
    }


def andrews_body_angles(angles: tuple[float, ...]) -> tuple[float, ...]:
    """Angles of the seven body frames from (β, Θ, γ, Φ, δ, Ω, ε)."""
    beta, theta, gamma, phi, delta, omega, epsilon = angles
    return (beta, beta + theta, gamma, phi + delta, delta, omega + epsilon, epsilon)


def andrews_error(body_angles: dict[str, float]) -> float:
    """Largest error of the seven angles of the equations at the end, rad."""
    k = body_angles
    found = (k["K1"], k["K2"] - k["K1"], k["K3"], k["K4"] - k["K5"], k["K5"], k["K6"] - k["K7"], k["K7"])
    return max(abs(a - b) for a, b in zip(found, ANDREWS_END))


# ---------------------------------------------------------------- Bricard's mechanism
# IFToMM library of computational benchmark problems, A04: six hinges, five uniform bars of 1 m, 1 kg, square section,
# from rest under gravity along −y.  Bar k reaches from hinge k to hinge k + 1; the first and last stand on the ground.
BRICARD_HINGES = ((0, 0, 0), (1, 0, 0), (1, -1, 0), (1, -1, 1), (0, -1, 1), (0, 0, 1))
BRICARD_AXES = "yzxyzx"
BRICARD_GRAVITY = 9.81
BRICARD_WIDTH = 0.1

BRICARD_P3 = {
    0.5: (0.774717808039234, -0.979815047655669, -0.199906158953442),
    1.0: (0.274481319264625, -0.886707938734672, -0.462330002687376),
    2.0: (-0.778135373033288, -0.980352683443256, -0.197252670617173),
    3.0: (-0.771281358968611, -0.9792693298398, -0.202562532653767),
    5.0: (0.999932742302118, -0.999999997738353, -6.72554360828809e-05),
    7.5: (-0.99984867442085, -0.999999988552017, -0.000151314129434483),
    10.0: (0.999730987303825, -0.999999963825817, -0.000268976512259494),
}
"""Third hinge at a time (s), m; own computation of high accuracy, energy drift 1.2e-13."""


@dataclass(frozen=True)
class Bar:
    """A uniform bar with its edges along the world's axes at the start: edges, middle (m) and inertia there (kg m²)."""

    edges: NDArray[np.float64]
    middle: NDArray[np.float64]
    inertia: NDArray[np.float64]
    mass: float = 1.0


def bricard_bars() -> list[Bar]:
    """The five bars."""
    bars = []
    for a, b in zip(np.array(BRICARD_HINGES), np.array(BRICARD_HINGES[1:])):
        edges = np.where(a == b, BRICARD_WIDTH, 1.0)
        bars.append(Bar(edges, (a + b) / 2, (edges @ edges - edges**2) / 12))
    return bars


def bricard_error(places: Iterable[Sequence[float]]) -> float:
    """Largest error of the third hinge's places at the times of BRICARD_P3, m."""
    return float(np.abs(np.array(list(places)) - list(BRICARD_P3.values())).max())


# ---------------------------------------------------------------- windows, governor, elastic pin
WINDOWS_B0 = (0.3284581115408154, 0.944518538178601)
"""Top of the first link of two windows after 10 s, m (IFToMM library, A02; exact elliptic solution)."""

GOVERNOR_END = (55.935409909093636, 0.6196229170640236)
"""Angle of the shaft (rad) and height of the slider (m) after 10 s (IFToMM library, A05; known to 4e-10)."""


@dataclass(frozen=True)
class ElasticPin(SliderCrank):
    """The slider-crank with an elastic pin between crank and rod: stiffness (N/m) and damping (N s/m) of the pin."""

    duration: float = 0.5
    stiffness: float = 1e9
    damping: float = 0.1 * sqrt(0.2e9)


if __name__ == "__main__":
    problem = SliderCrank()
    print(f"slider-crank: {problem.angle_by_integration():.13f} {problem.angle_by_quadrature():.13f}")
