"""Benchmark problems with published or recomputed digits: the IFToMM library, the IVP test set, tops, sleigh, disc."""

from __future__ import annotations

from math import inf
from typing import Any

import numpy as np

from snodo.analyses.verification.problem import USUAL, Array, Compared, MotionProblem, Read, series
from snodo.analyses.verification.published import columns, numbers, published, source, times
from snodo.results.result import Result


def table(problem: str, name: str, unit: str, words: dict[str, str], scale: float = 0.0) -> Compared:
    """Columns of a published table, each read from a series: {"x": "ball.x"}."""
    return Compared(name, unit, times(problem), columns(problem, *words), series(*words.values()), scale)


# ---------------------------------------------------------------- IFToMM library of computational benchmark problems
def pendulum() -> MotionProblem:
    """A01."""
    place = table("A01", "position", "m", {"x": "ball.x", "y": "ball.y"}, scale=1.0)
    return MotionProblem(
        "A01", "verification/a01_pendulum", source("A01"), USUAL, 1e-10, (place,), step=2e-3, quick=inf, tight=1e-13
    )


def windows(count: int, file: str, quick: float, **more: Any) -> MotionProblem:
    """A02 with so many windows."""
    name = f"A02_N{count}"
    place = table(name, "position", "m", {"B0x": "top.x", "B0y": "top.y"}, scale=1.0)
    speed = table(name, "velocity", "m/s", {"B0vx": "top.vx", "B0vy": "top.vy"})
    file = f"verification/{file}"
    return MotionProblem(name, file, source(name), 1e-4, 1e-6, (place, speed), quick=quick, **more)


K = tuple(f"K{k}" for k in range(1, 8))


def _relative(word: str, result: Result) -> Array:
    """The coordinates (β, Θ, γ, Φ, δ, Ω, ε) of the benchmark from the seven body angles, or their rates."""
    k1, k2, k3, k4, k5, k6, k7 = (result[f"{body}.{word}"].values for body in K)
    return np.column_stack([k1, k2 - k1, k3, k4 - k5, k5, k6 - k7, k7])


def _loop_forces(result: Result) -> Array:
    """λ: the loops are closed at the common point F, where K3, K4 and K6 are joined to K2."""
    return np.hstack([result.reaction(joint).values[:, :2] for joint in ("F3", "F4", "F6")])


def andrews() -> MotionProblem:
    """A03: positions, velocities, accelerations and multipliers."""
    end = (float(published()["A03"]["t_end"]),)

    def at_end(name: str, unit: str, word: str, scale: float = 0.0) -> Compared:
        return Compared(name, unit, end, numbers("A03", name)[None], lambda result: _relative(word, result), scale)

    start = Compared(
        "multipliers at the start", "N", (0.0,), numbers("A03", "start", "lambda1,lambda2")[None],
        lambda result: _loop_forces(result)[:, :2],
    )  # fmt: skip
    first = Compared(
        "accelerations at the start", "rad/s²", (0.0,), numbers("A03", "start", "dd_beta,dd_Theta")[None],
        lambda result: _relative("alpha", result)[:, :2],
    )  # fmt: skip
    compared = (
        at_end("angles", "rad", "angle", 1.0),
        at_end("speeds", "rad/s", "omega"),
        at_end("accelerations", "rad/s²", "alpha"),
        Compared("multipliers", "N", end, numbers("A03", "multipliers")[None], _loop_forces),
        start,
        first,
    )
    return MotionProblem("A03", "andrews", source("A03"), 1e-4, 1e-9, compared, step=5e-6, quick=inf, tight=1e-13)


def bricard() -> MotionProblem:
    """A04."""
    place = table("A04", "position", "m", {"P3x": "tip.x", "P3y": "tip.y", "P3z": "tip.z"}, scale=1.0)
    return MotionProblem("A04", "bricard", source("A04"), USUAL, 1e-8, (place,), step=2e-3, quick=3.0)


def governor() -> MotionProblem:
    """A05."""
    turns = {"shaft_angle": "bearing.angle", "rod_angle_from_down": "right_hinge.angle"}
    rates = {"shaft_speed": "bearing.speed", "rod_rate": "right_hinge.speed"}
    compared = (
        table("A05", "angles", "rad", turns, scale=1.0),
        table("A05", "height of the slider", "m", {"s": "guide.displacement"}, scale=1.0),
        table("A05", "angular velocities", "rad/s", rates),
        table("A05", "velocity of the slider", "m/s", {"s_rate": "guide.speed"}),
    )
    long: dict[str, Any] = {"quick": 0.5, "apart": 2, "patience": 10.0}
    return MotionProblem("A05", "verification/a05_governor", source("A05"), 1e-4, 1e-7, compared, step=1e-4, **long)


# ---------------------------------------------------------------- rotations
def spin(body: str) -> Read:
    """Angular velocity in the axes of the body."""

    def read(result: Result) -> Array:
        R = result.formulation.motion.rotation(body, result.q)
        world = result.angular_velocity(body).values
        found: Array = np.einsum("tji,tj->ti", R, world)
        return found

    return read


def attitude(body: str) -> Read:
    """Its rotation matrix, in a row."""
    return lambda result: result.formulation.motion.rotation(body, result.q).reshape(-1, 9)


def rotations(parameters: Array) -> Array:
    """Rotation matrices of Euler parameters (times × 4), each in a row."""
    from snodo.math.rotation import Rotation

    found: Array = Rotation(parameters).as_matrix().reshape(-1, 9)
    return found


def free_rigid_body() -> MotionProblem:
    """A tumbling body: ω in body axes."""
    name = "free_rigid_body"
    rates = Compared("angular velocity", "rad/s", times(name), columns(name, "w1", "w2", "w3"), spin("body"))
    return MotionProblem(
        name, "verification/free_rigid_body", source(name), USUAL, 1e-9, (rates,), step=1e-3, quick=inf, tight=1e-13
    )


def heavy_top() -> MotionProblem:
    """A fast top: attitude and ω in body axes."""
    name = "heavy_top"
    attitudes = rotations(columns(name, "e0", "e1", "e2", "e3"))
    compared = (
        Compared("attitude", "1", times(name), attitudes, attitude("top"), scale=1.0),
        Compared("angular velocity", "rad/s", times(name), columns(name, "wx", "wy", "wz"), spin("top")),
    )
    return MotionProblem(
        name, "verification/heavy_top", source(name), USUAL, 1e-9, compared, step=1e-4, quick=inf, tight=1e-13
    )


# ---------------------------------------------------------------- constraints on velocities
def chaplygin_sleigh() -> MotionProblem:
    """Place, direction and velocities of the blade."""
    name = "chaplygin_sleigh"
    v, angle = columns(name, "v", "theta").T
    velocity = np.column_stack([v * np.cos(angle), v * np.sin(angle)])
    compared = (
        table(name, "position", "m", {"x": "sleigh.x", "y": "sleigh.y"}, scale=1.0),
        table(name, "angle", "rad", {"theta": "sleigh.angle"}, scale=1.0),
        table(name, "angular velocity", "rad/s", {"w": "sleigh.omega"}),
        Compared("velocity", "m/s", times(name), velocity, series("sleigh.vx", "sleigh.vy")),
    )
    return MotionProblem(
        name, "chaplygin_sleigh", source(name), USUAL, 1e-10, compared, step=2e-3, quick=inf, tight=1e-13
    )


def skate_on_incline() -> MotionProblem:
    """Place and direction of the blade."""
    name = "skate_on_incline"
    compared = (
        table(name, "position", "m", {"x": "skate.x", "y": "skate.y"}, scale=1.0),
        table(name, "angle", "rad", {"phi": "skate.angle"}, scale=1.0),
    )
    return MotionProblem(
        name, "verification/skate_on_incline", source(name), USUAL, 1e-10, compared, step=2e-3, quick=inf, tight=1e-13
    )


RADIUS = 0.3
"""Of the rolling disc [m]."""


def _leaning(yaw: float, lean: float) -> Array:
    """The leaning axes of the disc, as columns: yaw about z, then lean about x."""
    c, s, k, n = np.cos(yaw), np.sin(yaw), np.cos(lean), np.sin(lean)
    return np.array([[c, -s * k, s * n], [s, c * k, -c * n], [0.0, n, k]])


def _disc_rows() -> tuple[Array, Array]:
    """Attitude (its first and third axis) and ω in world axes, from the columns of the table."""
    attitudes, rates = [], []
    for q1, q2, q3, *u in columns("rolling_disc", "q1", "q2", "q3", "u1", "u2", "u3"):
        A = _leaning(q1, q2)
        attitudes.append(np.concatenate([np.cos(q3) * A[:, 0] - np.sin(q3) * A[:, 2], A[:, 1]]))
        rates.append(A @ np.array(u))
    return np.array(attitudes), np.array(rates)


def _disc_axes(result: Result) -> Array:
    """The same of a result; in the file the axis of the disc is its z axis."""
    R = result.formulation.motion.rotation("disc", result.q)
    return np.hstack([R[:, :, 0], R[:, :, 2]])


def _contact(result: Result) -> Array:
    """Where the disc touches the plane: one radius from its centre, down along its steepest diameter."""
    axis = result.formulation.motion.rotation("disc", result.q)[:, :, 2]
    up = np.array([0.0, 0.0, 1.0]) - axis[:, 2:] * axis
    found: Array = result.position("disc").values - RADIUS * up / np.linalg.norm(up, axis=1)[:, None]
    return found[:, :2]


def rolling_disc() -> MotionProblem:
    """Point of contact, attitude and angular velocity."""
    name = "rolling_disc"
    attitudes, rates = _disc_rows()
    compared = (
        Compared("point of contact", "m", times(name), columns(name, "xc", "yc"), _contact, scale=1.0),
        Compared("attitude", "1", times(name), attitudes, _disc_axes, scale=1.0),
        Compared("angular velocity", "rad/s", times(name), rates, lambda r: r.angular_velocity("disc").values),
    )
    return MotionProblem(name, "rolling_disc", source(name), USUAL, 1e-9, compared, step=1e-3, quick=inf)


def benchmark_problems() -> tuple[MotionProblem, ...]:
    """All of them."""
    return (
        pendulum(),
        windows(2, "a02_two_windows", quick=5.0, patience=1.0, apart=2),
        windows(40, "a02_forty_windows", quick=1.0, patience=20.0, apart=1),
        andrews(),
        bricard(),
        governor(),
        free_rigid_body(),
        heavy_top(),
        chaplygin_sleigh(),
        skate_on_incline(),
        rolling_disc(),
    )
