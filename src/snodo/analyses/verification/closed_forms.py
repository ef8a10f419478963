"""Mechanisms whose motion is known in closed form: examples of the source texts and of the literature."""

from __future__ import annotations

from dataclasses import replace
from math import atan, cos, inf, pi, radians, sin, sqrt, tan, tanh

import numpy as np

from snodo.analyses.verification.benchmark_problems import attitude
from snodo.analyses.verification.problem import USUAL, Array, Compared, MotionProblem, Truth, closed, series

G = 9.81
ELLIPTIC = "closed form: Jacobi elliptic functions"
WEIGHTS = {1: 4 / 5, 2: -1 / 5, 3: 4 / 105, 4: -1 / 280}
"""f′ h ≈ Σ_k w_k (f(k h) − f(−k h)), order eight."""


# ---------------------------------------------------------------- pendulums
def swing(t: Array, rate: float, amplitude: float) -> tuple[Array, Array]:
    """φ from below and φ̇ of  φ̈ = −rate² sin φ,  from rest at the amplitude: sin(φ/2) = k sn(K + rate t)."""
    from scipy.special import ellipj, ellipk

    k = sin(amplitude / 2)
    sn, cn, _, _ = ellipj(float(ellipk(k * k)) + rate * t, k * k)
    return 2 * np.arcsin(k * sn), 2 * k * rate * cn


def mathematical_pendulum() -> MotionProblem:
    """The ball of A01: place, velocity and the pull of the rod."""

    def motion(t: Array) -> Array:
        angle, speed = swing(t, sqrt(G), pi / 2)
        x, y = -np.sin(angle), -np.cos(angle)
        return np.column_stack([x, y, y * speed, -x * speed, 3 * G * x * y, 3 * G * y * y])

    def part(first: int, last: int) -> Truth:
        return lambda t: motion(t)[:, first:last]

    compared = (
        closed("position", "m", ("ball.x", "ball.y"), part(0, 2), 5.0, 1.0),
        closed("velocity", "m/s", ("ball.vx", "ball.vy"), part(2, 4), 5.0),
        closed("pull of the rod", "N", ("tie.fx", "tie.fy"), part(4, 6), 5.0),
    )
    return MotionProblem(
        "mathematical_pendulum", "verification/a01_pendulum", ELLIPTIC, USUAL, 1e-10, compared,
        step=2e-3, tight=1e-13,
    )  # fmt: skip


def compound_pendulum() -> MotionProblem:
    """A bar on a pin, from 60°."""

    def angle(t: Array) -> Array:
        return swing(t, sqrt(1.5 * G), pi / 3)[0]

    def speed(t: Array) -> Array:
        return swing(t, sqrt(1.5 * G), pi / 3)[1]

    compared = (
        closed("angle", "rad", ("A.angle",), angle, 10.0, 1.0),
        closed("speed", "rad/s", ("A.speed",), speed, 10.0),
    )
    return MotionProblem("compound_pendulum", "pendulum", ELLIPTIC, USUAL, 1e-10, compared, quick=inf, tight=1e-13)


def conical_pendulum() -> MotionProblem:
    """A level circle at the angle 0.5 rad from below, with ω² = g / (l cos θ)."""
    tilt = 0.5
    rate = sqrt(G / cos(tilt))

    def place(t: Array) -> Array:
        return np.column_stack(
            [sin(tilt) * np.cos(rate * t), sin(tilt) * np.sin(rate * t), np.full_like(t, -cos(tilt))]
        )

    def pull(t: Array) -> Array:
        return -G / cos(tilt) * place(t)

    compared = (
        closed("position", "m", ("ball.x", "ball.y", "ball.z"), place, 5.0, 1.0),
        closed("pull of the rod", "N", ("tie.fx", "tie.fy", "tie.fz"), pull, 5.0),
    )
    return MotionProblem(
        "conical_pendulum", "verification/conical_pendulum", "closed form: uniform motion on a circle", USUAL, 1e-9,
        compared, quick=inf, tight=1e-13,
    )  # fmt: skip


# ---------------------------------------------------------------- Fairbairn's guide (source text 004)
def fairbairn() -> MotionProblem:
    """The driven guide: slider 6, rocker 2 and rod 5 from the crank angle; rates by complex steps and differences."""
    crank, pivot, rocker, rod, level, turning = 0.1, 0.3, 0.5, 0.12, 0.5, 3.14

    def end(t: Array) -> Array:
        theta = radians(30.0) + turning * t
        A = np.array([crank * np.cos(theta), pivot + crank * np.sin(theta)])
        return rocker * A / np.sqrt(A[0] ** 2 + A[1] ** 2)

    def slider(t: Array) -> Array:
        C = end(t)
        found: Array = C[0] - np.sqrt(rod**2 - (level - C[1]) ** 2)
        return found

    def speed(t: Array) -> Array:
        return slider(t + 1e-30j).imag / 1e-30

    def acceleration(t: Array, h: float = 2e-3) -> Array:
        ends = {k: speed(t + k * h) - speed(t - k * h) for k in WEIGHTS}
        return np.asarray(sum(WEIGHTS[k] * ends[k] for k in WEIGHTS)) / h

    def angles(t: Array) -> Array:
        C = end(t)
        return np.column_stack([np.arctan2(C[1], C[0]), pi - np.arcsin((level - C[1]) / rod)])

    compared = (
        closed("slider", "m", ("body6_slider.x",), slider, 2.0),
        closed("its velocity", "m/s", ("body6_slider.vx",), speed, 2.0),
        closed("its acceleration", "m/s²", ("body6_slider.ax",), acceleration, 2.0),
        closed("angles of rocker and rod", "rad", ("body2_rocker.angle", "body5_rod.angle"), angles, 2.0, 1.0),
    )
    return MotionProblem(
        "fairbairn", "fairbairn_driven", "closed form; source text 004 (Ferrante, after Nikravesh), data corrected",
        1e-7, 1e-11, compared, quick=inf, tight=1e-13,
    )  # fmt: skip


def slider_crank() -> MotionProblem:
    """Fifteen turns under gravity: the angle at 10 s."""
    last = Compared(
        "crank angle", "rad", (10.0,), np.array([[93.033794464746 - radians(30.0)]]), series("A.angle"), 1.0
    )
    return MotionProblem(
        "slider_crank", "verification/free_slider_crank", "quadrature of the energy, confirmed in 25-digit arithmetic",
        1e-4, 1e-8, (last,), tight=1e-13,
    )  # fmt: skip


# ---------------------------------------------------------------- particles
def kepler() -> MotionProblem:
    """Kepler's equation  E − e sin E = t,  by Newton's method."""

    def eccentric(t: Array, e: float = 0.3) -> Array:
        E = t + e * np.sin(t)
        for _ in range(30):
            E = E - (E - e * np.sin(E) - t) / (1 - e * np.cos(E))
        return E

    def place(t: Array, e: float = 0.3) -> Array:
        E = eccentric(t)
        return np.column_stack([np.cos(E) - e, sqrt(1 - e * e) * np.sin(E)])

    def velocity(t: Array, e: float = 0.3) -> Array:
        E = eccentric(t)
        return np.column_stack([-np.sin(E), sqrt(1 - e * e) * np.cos(E)]) / (1 - e * np.cos(E))[:, None]

    compared = (
        closed("position", "m", ("planet.x", "planet.y"), place, 12.0, 1.0),
        closed("velocity", "m/s", ("planet.vx", "planet.vy"), velocity, 12.0),
    )
    return MotionProblem(
        "kepler", "verification/kepler", "closed form: Kepler's equation", USUAL, 1e-10, compared,
        step=5e-3, tight=1e-13,
    )  # fmt: skip


def oscillator() -> MotionProblem:
    """2 kg on 2 N/mm with 8 N s/m, from 50 mm."""
    decay, stiffness = 8 / (2 * 2), 2000 / 2
    rate = sqrt(stiffness - decay**2)

    def place(t: Array) -> Array:
        return 0.05 * np.exp(-decay * t) * (np.cos(rate * t) + decay / rate * np.sin(rate * t))

    def velocity(t: Array) -> Array:
        return -0.05 * stiffness / rate * np.exp(-decay * t) * np.sin(rate * t)

    compared = (
        closed("displacement", "m", ("guide.displacement",), place, 2.0),
        closed("velocity", "m/s", ("guide.speed",), velocity, 2.0),
    )
    return MotionProblem("oscillator", "oscillator", "closed form", USUAL, 1e-10, compared, quick=inf, tight=1e-13)


def constant_speed() -> MotionProblem:
    """v̇ = g − (g·v) v / c² (Chetaev): v_x = c sech s, v_y = −c tanh s, s = g t / c + s₀."""
    c, start = 2.0, -float(np.arctanh(0.8))

    def place(t: Array) -> Array:
        s = G * t / c + start
        x = 2 * np.arctan(np.tanh(s / 2)) - 2 * atan(tanh(start / 2))
        return c * c / G * np.column_stack([x, -np.log(np.cosh(s) / np.cosh(start))])

    def velocity(t: Array) -> Array:
        s = G * t / c + start
        return c * np.column_stack([1 / np.cosh(s), -np.tanh(s)])

    def force(t: Array) -> Array:
        v = velocity(t)
        return 1.5 * G * v[:, 1:] * v / c**2

    compared = (
        closed("position", "m", ("P.x", "P.y"), place, 1.0, 1.0),
        closed("velocity", "m/s", ("P.vx", "P.vy"), velocity, 1.0),
        replace(closed("force of the constraint", "N", (), force, 1.0), read=lambda r: r.reaction("N").values[:, :2]),
    )
    return MotionProblem(
        "constant_speed", "constant_speed", "closed form; c(q, q̇) = 0 of source text 003", USUAL, 1e-10, compared,
        quick=inf, tight=1e-13,
    )  # fmt: skip


def appell_hamel() -> MotionProblem:
    """A straight line with the level acceleration g a / (1 + a²)."""
    a = 0.7
    gain = G * a / (1 + a * a)

    def velocity(t: Array) -> Array:
        return (0.5 + gain * t)[:, None] * np.array([0.6, 0.8, -a])

    def place(t: Array) -> Array:
        return (0.5 * t + gain * t * t / 2)[:, None] * np.array([0.6, 0.8, -a])

    compared = (
        closed("position", "m", ("P.x", "P.y", "P.z"), place, 1.0),
        closed("velocity", "m/s", ("P.vx", "P.vy", "P.vz"), velocity, 1.0),
    )
    return MotionProblem(
        "appell_hamel", "verification/appell_hamel", "closed form: Neimark and Fufaev 1972, chapter IV", 1e-9, 1e-12,
        compared, quick=inf,
    )  # fmt: skip


# ---------------------------------------------------------------- guided and driven
def trammel() -> MotionProblem:
    """The middle of the bar at the angle 0.3 + 2 t; each slot gives one component of its acceleration."""

    def place(t: Array) -> Array:
        return 0.5 * np.column_stack([np.cos(0.3 + 2 * t), np.sin(0.3 + 2 * t)])

    def force(t: Array) -> Array:
        return -4 * place(t)[:, 1]

    compared = (
        closed("middle of the bar", "m", ("middle.x", "middle.y"), place, 5.0),
        closed("force of the slot", "N", ("along_x.fy",), force, 5.0),
    )
    return MotionProblem("trammel", "verification/trammel", "closed form", USUAL, 1e-10, compared, tight=1e-13)


def bead() -> MotionProblem:
    """r = 0.01 cosh 4 t: an unstable motion."""

    def place(t: Array) -> Array:
        return 0.01 * np.cosh(4 * t) - 0.01

    def torque(t: Array) -> Array:
        return 8 * 0.01 * np.cosh(4 * t) * 0.04 * np.sinh(4 * t)

    compared = (
        closed("displacement", "m", ("slot.displacement",), place, 2.0),
        closed("torque of the motor", "N m", ("motor.effort",), torque, 2.0),
    )
    return MotionProblem("bead", "verification/bead", "closed form", USUAL, 1e-10, compared, tight=1e-13)


# ---------------------------------------------------------------- rolling
def wheel_in_a_bowl() -> MotionProblem:
    """A pendulum of the length 3/2 (R − r), from 1.2 rad."""

    def place(t: Array) -> Array:
        angle, _ = swing(t, sqrt(G / (1.5 * 0.8)), 1.2)
        return 0.8 * np.column_stack([np.sin(angle), -np.cos(angle)])

    compared = (closed("centre", "m", ("wheel.x", "wheel.y"), place, 5.0, 1.0),)
    return MotionProblem(
        "wheel_in_a_bowl", "verification/wheel_in_a_bowl", ELLIPTIC, USUAL, 1e-10, compared, tight=1e-13
    )


def turntable() -> MotionProblem:
    """z̈ = i (2/7) Ω ż in the complex plane: a circle."""
    rate, start, speed = 2 / 7 * 3.0, 0.5 + 0j, 0.2 - 0.1j

    def place(t: Array) -> Array:
        z = start + speed / (1j * rate) * (np.exp(1j * rate * t) - 1)
        return np.column_stack([z.real, z.imag])

    compared = (closed("position", "m", ("ball.x", "ball.y"), place, 8.0, 1.0),)
    return MotionProblem(
        "turntable", "verification/turntable", "closed form: Earnshaw 1844, Milne 1948", USUAL, 1e-10, compared,
        step=5e-3, tight=1e-13,
    )  # fmt: skip


def ball_in_a_pipe() -> MotionProblem:
    """z = −(5/7) g / ω² (1 − cos ω t),  ω = √(2/7) × 6 rad/s."""
    rate = sqrt(2 / 7) * 6.0

    def place(t: Array) -> Array:
        z = -G * 5 / 7 / rate**2 * (1 - np.cos(rate * t))
        return np.column_stack([0.4 * np.cos(6 * t), 0.4 * np.sin(6 * t), z])

    compared = (closed("position", "m", ("ball.x", "ball.y", "ball.z"), place, 4.0, 1.0),)
    return MotionProblem(
        "ball_in_a_pipe", "verification/ball_in_a_pipe", "closed form: Gualtieri and others 2006", USUAL, 1e-9,
        compared, step=5e-4, tight=1e-13,
    )  # fmt: skip


def disc_in_a_circle() -> MotionProblem:
    """The centre runs on a circle, at the speed r u₂ in the direction of the yaw."""
    r, lean, u3 = 0.3, 0.3, -2.5
    u2 = (r * u3**2 * tan(lean) / 4 - G * sin(lean)) / (1.5 * r * u3)
    yaw = u3 / cos(lean)

    def place(t: Array) -> Array:
        radius = r * u2 / yaw
        return np.column_stack([radius * np.sin(yaw * t), -r * sin(lean) + radius * (1 - np.cos(yaw * t))])

    compared = (closed("centre", "m", ("disc.x", "disc.y"), place, 3.0, 1.0),)
    return MotionProblem(
        "disc_in_a_circle", "verification/disc_in_a_circle", "closed form: moments about the contact", USUAL, 1e-8,
        compared, step=1e-3, tight=1e-13,
    )  # fmt: skip


# ---------------------------------------------------------------- tops
def turned(axis: Array, angles: Array) -> Array:
    """Rotation matrices about a unit axis u (source text 002, 1.1): cos φ 1 + sin φ ũ + (1 − cos φ) u uᵀ."""
    x, y, z = axis
    cross = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    c, s = np.cos(angles)[:, None, None], np.sin(angles)[:, None, None]
    found: Array = c * np.eye(3) + s * cross + (1 - c) * np.outer(axis, axis)
    return found


def free_top() -> MotionProblem:
    """ω goes round the angular momentum H at |H|/1 rad/s; the top turns at −5 rad/s about its axis besides."""
    H = sqrt(1 + 10**2)
    h, w = np.array([1.0, 0.0, 10.0]) / H, np.array([1.0, 0.0, 5.0])

    def spin(t: Array) -> Array:
        return turned(h, H * t) @ w

    def rotation(t: Array) -> Array:
        return (turned(h, H * t) @ turned(np.array([0.0, 0.0, 1.0]), -5.0 * t)).reshape(-1, 9)

    compared = (
        closed("angular velocity", "rad/s", ("top.wx", "top.wy", "top.wz"), spin, 5.0),
        replace(closed("attitude", "1", (), rotation, 5.0, 1.0), read=attitude("top")),
    )
    return MotionProblem(
        "free_top", "verification/free_top", "closed form: regular precession", USUAL, 1e-10, compared, step=2e-3,
        tight=1e-13,
    )  # fmt: skip


def steady_top() -> MotionProblem:
    """The centre of mass runs on a circle at 1.5 rad/s; the spherical joint carries the weight and turns it."""
    radius, height, rate, mass = 0.1 * sin(0.5), 0.1 * cos(0.5), 1.5, 2.0

    def place(t: Array) -> Array:
        return np.column_stack([radius * np.cos(rate * t), radius * np.sin(rate * t), np.full_like(t, height)])

    def force(t: Array) -> Array:
        pull = -mass * rate**2 * place(t)
        pull[:, 2] = mass * G
        return pull

    compared = (
        closed("centre of mass", "m", ("centre.x", "centre.y", "centre.z"), place, 2.0),
        closed("force of the joint", "N", ("O.fx", "O.fy", "O.fz"), force, 2.0),
    )
    return MotionProblem(
        "steady_top", "verification/steady_top", "closed form: steady precession", USUAL, 1e-8, compared, step=2e-4,
        tight=1e-13,
    )  # fmt: skip


# ---------------------------------------------------------------- chains (source texts 000, 001)
def falling_chain() -> MotionProblem:
    """Two bars in line, thrown: their centre of mass falls, they turn at 6 rad/s about it and pull at the pin."""
    rate, length, lever, mass = 6.0, 1 / 3, 0.4 / 3, 1.0  # of the short bar: from the common centre of mass

    def place(t: Array) -> Array:
        x, y = t - lever, 4.0 * t - G / 2 * t * t
        return np.column_stack([x + length * np.cos(rate * t), y + length * np.sin(rate * t)])

    def pull(t: Array) -> Array:
        return -mass * rate**2 * length * np.column_stack([np.cos(rate * t), np.sin(rate * t)])

    compared = (
        closed("short bar", "m", ("short.x", "short.y"), place, 2.0, 1.0),
        closed("force of the pin", "N", ("P.fx", "P.fy"), pull, 2.0),
    )
    return MotionProblem(
        "falling_chain", "verification/falling_chain",
        "closed form; forces between bodies and floating base of source text 001, (2.3), (2.15)", USUAL, 1e-10,
        compared, quick=inf, tight=1e-13,
    )  # fmt: skip


def closed_forms() -> tuple[MotionProblem, ...]:
    """All of them."""
    return (
        mathematical_pendulum(),
        compound_pendulum(),
        conical_pendulum(),
        fairbairn(),
        slider_crank(),
        kepler(),
        oscillator(),
        constant_speed(),
        appell_hamel(),
        trammel(),
        bead(),
        wheel_in_a_bowl(),
        turntable(),
        ball_in_a_pipe(),
        disc_in_a_circle(),
        free_top(),
        steady_top(),
        falling_chain(),
    )
