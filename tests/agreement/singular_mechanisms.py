"""Mechanisms that pass singular positions, each with its true motion in one minimal coordinate, found independently.

The coordinate θ turns one crank.  A function q(θ) places all centres of mass and angles on the right branch, smooth
through the singular position; energy gives θ̇² = 2 (E − V(θ)) / m(θ), which is integrated to 1e-12.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from benchmarks.mechanisms import windows
from scipy.integrate import solve_ivp

import snodo as sn

Array = np.ndarray
GRAVITY = 9.81


@dataclass
class Case:
    """A mechanism, the names of its cranks' angles, and the true angles (time, crank) from the start."""

    mechanism: sn.Mechanism
    angles: list[str]
    truth: Callable[[Array], Array]
    duration: float


def by_energy(place: Callable[[complex], Array], masses: Array, start: float, speed: float, times: Array) -> Array:
    """θ at the times; place(θ) gives x, y, angle of each body, complex to be differentiated; masses alike."""

    def terms(theta: float) -> tuple[float, float]:
        q = place(theta + 1e-30j)
        slope = q.imag / 1e-30
        return GRAVITY * float((masses * q.real)[1::3].sum()), float((masses * slope**2).sum())

    V, m = terms(start)
    energy = 0.5 * m * speed**2 + V

    def rate(_t: float, y: Array) -> list[float]:
        V, m = terms(y[0])
        return [math.copysign(math.sqrt(2 * (energy - V) / m), speed)]

    span = (0.0, float(times[-1]))
    return solve_ivp(rate, span, [start], method="DOP853", rtol=1e-13, atol=1e-13, t_eval=times).y[0]


def bars(lengths: list[float]) -> Array:
    """Masses and moments of slender bars of 1 kg/m, for x, y and angle."""
    return np.array([x for length in lengths for x in (length, length, length**3 / 12)])


# ---------------------------------------------------------------- A02: windows
def windows_case(n: int = 2, duration: float = 3.0) -> Case:
    def place(theta: complex) -> Array:  # from the x axis
        s, c = np.sin(theta), np.cos(theta)
        links = [x for k in range(n + 1) for x in (k + c / 2, s / 2, theta)]
        return np.array([*links, *(x for k in range(n) for x in (k + 0.5 + c, s, 0 * theta))])

    masses = np.tile([1.0, 1.0, 1 / 12], 2 * n + 1)

    def truth(times: Array) -> Array:
        turned = by_energy(place, masses, math.pi / 2, -1.0, times) - math.pi / 2
        return np.column_stack([turned] * (n + 1))

    return Case(windows(n), [f"A{k}" for k in range(n + 1)], truth, duration)


# ---------------------------------------------------------------- the four-bar with a change point
LINKS = (1.0, 2.5, 1.5, 2.0)
"""Crank, coupler, rocker, ground: 1 + 2.5 = 1.5 + 2."""
START = 1.0


def four_bar_places(theta: complex, short: float = 0.0) -> Array:
    """Centres and angles of crank, coupler and rocker; without `short` the branch changes side at θ = 0, 2π, …"""
    a, b, c, d = LINKS
    b = b - short
    ax, ay = a * np.cos(theta), a * np.sin(theta)
    ex, ey = d - ax, -ay
    L2 = ex * ex + ey * ey
    along = (b * b - c * c + L2) / 2
    if short:
        half = np.sqrt(((b + c) ** 2 - L2) * (L2 - (b - c) ** 2) / 4)
    else:  # L² − (b − c)² = 4 a d sin²(θ/2)
        half = np.sqrt(((b + c) ** 2 - L2) * a * d) * np.sin(theta / 2)
    cx, cy = ax + (along * ex - half * ey) / L2, ay + (along * ey + half * ex) / L2
    coupler, rocker = _angle(cy - ay, cx - ax), _angle(cy, cx - d)
    return np.array([ax / 2, ay / 2, theta, (ax + cx) / 2, (ay + cy) / 2, coupler, (d + cx) / 2, cy / 2, rocker])


def _angle(y: complex, x: complex) -> complex:
    """atan2 that can be differentiated along the imaginary axis."""
    rate = (np.real(x) * np.imag(y) - np.real(y) * np.imag(x)) / (np.real(x) ** 2 + np.real(y) ** 2)
    return complex(np.arctan2(np.real(y), np.real(x)), rate)


def four_bar_truth(times: Array, speed: float, short: float = 0.0, thick: float = 0.0) -> Array:
    a, b, c, _ = LINKS
    masses = np.concatenate([bars([a]), [b, b, b * (b - short) ** 2 / 12], bars([c])])
    masses[2::3] += masses[::3] * thick**2 / 4  # of round bars
    theta = by_energy(lambda x: four_bar_places(x, short), masses, START, speed, times)
    rocker = np.unwrap([four_bar_places(x + 0j, short)[8].real for x in theta])
    return np.column_stack([theta - theta[0], rocker - rocker[0]])


def four_bar_points(short: float = 0.0) -> dict[str, tuple[float, float]]:
    q = four_bar_places(START + 0j, short).real
    return {"O": (0.0, 0.0), "A": (2 * q[0], 2 * q[1]), "C": (2 * q[6] - LINKS[3], 2 * q[7]), "D": (LINKS[3], 0.0)}


def change_point(short: float = 0.0, speed: float = 6.0, duration: float = 3.0) -> Case:
    """Near misses: the coupler is short by so much."""
    m = sn.Mechanism("four-bar with a change point", gravity=(0, -GRAVITY))
    m.add_points(**four_bar_points(short))
    for name, ends, length in (("crank", "OA", 1.0), ("coupler", "AC", 2.5), ("rocker", "DC", 1.5)):
        m.bar(name, *ends, mass=length)
    m.revolute("O", "ground", "crank")
    m.revolute("A", "crank", "coupler")
    m.revolute("C", "coupler", "rocker")
    m.revolute("D", "ground", "rocker")
    m.initial["O.speed"] = speed
    return Case(m, ["O", "D"], lambda times: four_bar_truth(times, speed, short), duration)


def known_to(short: float, turned: float) -> float:
    """How well the angles of a four-bar that is short by so much can be known [rad] when its crank has turned so far.

    Rounding ε of the coordinates turns the direction of motion by ε/s² where the mechanism is nearest to its change
    point; s: smallest singular value of its rows, each of length one in the mass metric.  5 ε/s² of the speed may be
    wrong after each passage, and so much of the angle still to be turned is.  s² = 0.27 `short`; after three passages
    in 3 s 1e-8 rad for 1e-5, 1e-6 rad for 1e-7, 1e-4 rad for 1e-9.
    """
    F = sn.Planar(change_point(short).mechanism)
    q = F.reference()[0] + (four_bar_places(0j, short) - four_bar_places(START + 0j, short)).real
    rows = F.jacobian(q) / np.sqrt(np.diag(F.mass_matrix(q)))
    s = np.linalg.svd(rows / np.linalg.norm(rows, axis=1)[:, None], compute_uv=False)[-1]
    end = START + turned
    left = (end - np.arange(2 * math.pi, end, 2 * math.pi)).sum()
    return float(5 * 2.0**-52 / s**2 * left)


# ---------------------------------------------------------------- slider-crank with crank = rod
def equal_slider_crank(speed: float = 8.0, duration: float = 3.0) -> Case:
    """Crank and rod of 1 m, slider of 1 kg along x: singular with the slider over the pivot."""
    m = sn.Mechanism("slider-crank", gravity=(0, -GRAVITY))
    s, c = math.sin(0.3), math.cos(0.3)
    m.add_points(O=(0, 0), A=(c, s), B=(2 * c, 0))
    m.bar("crank", "O", "A", mass=1)
    m.bar("rod", "A", "B", mass=1)
    m.disc("slider", 0.2, at="B", mass=1)
    m.revolute("O", "ground", "crank")
    m.revolute("A", "crank", "rod")
    m.revolute("B", "rod", "slider")
    m.prismatic("guide", "ground", "slider", axis=(1, 0), at="B")
    m.initial["O.speed"] = speed

    def place(theta: complex) -> Array:
        x, y, none = np.cos(theta), np.sin(theta), 0 * theta
        return np.array([x / 2, y / 2, theta, 1.5 * x, y / 2, -theta, 2 * x, none, none])

    masses = np.concatenate([bars([1.0, 1.0]), [1.0, 1.0, 0.02]])

    def truth(times: Array) -> Array:
        return by_energy(place, masses, 0.3, speed, times)[:, None] - 0.3

    return Case(m, ["O"], truth, duration)


# ---------------------------------------------------------------- parallelogram with a redundant rod
def three_cranks(speed: float = 3.0, duration: float = 3.0) -> Case:
    """Three parallel cranks of 1 m carry one coupler of 1 m: a row is always redundant, two more when it is flat."""
    m = sn.Mechanism("parallelogram with a redundant rod", gravity=(0, -GRAVITY))
    x, y = math.cos(1.2), math.sin(1.2)
    for k in range(3):
        m.add_points(**{f"A{k}": (0.5 * k, 0), f"B{k}": (0.5 * k + x, y)})
        m.bar(f"crank{k}", f"A{k}", f"B{k}", mass=1)
        m.revolute(f"A{k}", "ground", f"crank{k}")
    m.bar("coupler", "B0", "B2", mass=1)
    for k in range(3):
        m.revolute(f"B{k}", f"crank{k}", "coupler")
    m.initial["A0.speed"] = speed

    def place(theta: complex) -> Array:
        c, s = np.cos(theta), np.sin(theta)
        return np.array([*(v for k in range(3) for v in (0.5 * k + c / 2, s / 2, theta)), 0.5 + c, s, 0 * theta])

    masses = np.tile([1.0, 1.0, 1 / 12], 4)

    def truth(times: Array) -> Array:
        turned = by_energy(place, masses, 1.2, speed, times) - 1.2
        return np.column_stack([turned] * 3)

    return Case(m, ["A0", "A1", "A2"], truth, duration)


# ---------------------------------------------------------------- in space
THICK = 0.05
"""Radius of bars in space [m]."""


def askew_four_bar(speed: float = 6.0, duration: float = 3.0) -> Case:
    """The four-bar with a change point lies askew in space, on four hinges: three rows are always redundant."""
    e = np.array([1.0, 2.0, -1.0]) / math.sqrt(6)
    x = np.cross(e, [0.3, -0.5, 0.8])
    x /= np.linalg.norm(x)
    y = np.cross(e, x)
    m = sn.Mechanism("four-bar askew", dimension=3, gravity=tuple((-GRAVITY * y).tolist()))
    for name, (a, b) in four_bar_points().items():
        m.point(name, *(a * x + b * y).tolist())
    for name, ends, length in (("crank", "OA", 1.0), ("coupler", "AC", 2.5), ("rocker", "DC", 1.5)):
        m.cylinder(name, *ends, THICK, mass=length)
    for name, parent, child in (("O", "ground", "crank"), ("A", "crank", "coupler"), ("C", "coupler", "rocker")):
        m.revolute(name, parent, child, axis=tuple(e.tolist()))
    m.revolute("D", "ground", "rocker", axis=tuple(e.tolist()))
    m.initial["O.speed"] = speed
    return Case(m, ["O", "D"], lambda times: four_bar_truth(times, speed, thick=THICK), duration)


ARCS = (0.5, 1.1, 0.7, 0.9)
"""Crank, coupler, rocker and ground of a spherical four-bar [rad]: 0.5 + 1.1 = 0.7 + 0.9, a change point."""


def on_sphere(theta: complex) -> tuple[Array, Array]:
    """Ends of the crank and of the rocker on the unit sphere, on the branch that is smooth through θ = 0.

    O = (0, 0, 1), D = (sin d, 0, cos d).  The rocker's end is at the arcs b from A and c from D: with cosines p = A·D,
    A·C = cos b, D·C = cos c,  C = α A + β D + κ A × D;  κ changes its sign where A, D and C lie on one great circle.
    """
    a, b, c, d = ARCS
    A = np.array([np.sin(a) * np.cos(theta), np.sin(a) * np.sin(theta), np.cos(a) + 0 * theta])
    D = np.array([np.sin(d), 0.0, np.cos(d)])
    p = A @ D
    n2 = 1 - p * p
    alpha, beta = (np.cos(b) - p * np.cos(c)) / n2, (np.cos(c) - p * np.cos(b)) / n2
    # 1 − |αA + βD|² = (cos(b − c) − p)(p − cos(b + c)) / n²,  cos(b − c) − p = 2 sin a sin d sin²(θ/2) as b − c = d − a
    kappa = np.sqrt(2 * np.sin(a) * np.sin(d) * (p - np.cos(b + c))) * np.sin(theta / 2) / n2
    return A, alpha * A + beta * D + kappa * np.cross(A, D)


def spherical_four_bar(speed: float = 6.0, duration: float = 3.0) -> Case:
    """Four hinges whose axes meet in one point; balls of 1 kg at the ends of crank and rocker, and between them."""
    radius, start = 0.1, 1.0
    A, C = (x.real for x in on_sphere(start + 0j))
    D = (math.sin(ARCS[3]), 0.0, math.cos(ARCS[3]))
    m = sn.Mechanism("spherical four-bar", dimension=3, gravity=(0, -GRAVITY, 0))
    for name, place in (("crank", A), ("coupler", (A + C) / 2), ("rocker", C)):
        m.sphere(name, radius, at=tuple(place.tolist()), mass=1.0)
    for name, parent, child, axis in (
        ("O", "ground", "crank", (0.0, 0.0, 1.0)),
        ("A", "crank", "coupler", tuple(A.tolist())),
        ("C", "coupler", "rocker", tuple(C.tolist())),
        ("D", "ground", "rocker", D),
    ):
        m.revolute(name, parent, child, axis=axis, at=(0.0, 0.0, 0.0))
    m.initial["O.speed"] = speed
    return Case(m, ["O", "D"], lambda times: spherical_truth(times, start, speed, radius), duration)


def spherical_truth(times: Array, start: float, speed: float, radius: float) -> Array:
    """Kinetic energy of turning with the axes R and the moment J of a ball: ½ J ω² = ½ (J/2) Σ Ṙ_ij²."""
    D = np.array([np.sin(ARCS[3]), 0.0, np.cos(ARCS[3])])
    moment = 0.4 * radius**2

    def rocker(theta: complex) -> complex:
        """Angle of the rocker about D, from the plane of O and D."""
        C = on_sphere(theta)[1]
        return _angle(C[1], C @ np.cross([0.0, 1.0, 0.0], D))

    def place(theta: complex) -> Array:
        A, C = on_sphere(theta)
        normal = np.cross(A, C) / math.sin(ARCS[1])
        axes = np.concatenate([A, normal, np.cross(normal, A)])
        turned = [theta, rocker(theta), *axes]
        return np.array([*A, *(A + C) / 2, *C, *(x for angle in turned for x in (0 * theta, 0 * theta, angle))])

    turning = [x for m in [moment, moment, *[moment / 2] * 9] for x in (0.0, 0.0, m)]
    theta = by_energy(place, np.array([1.0] * 9 + turning), start, speed, times)
    psi = np.unwrap([rocker(x + 0j).real for x in theta])
    return np.column_stack([theta - theta[0], psi - psi[0]])
