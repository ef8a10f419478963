"""Rows A(q) v = b(t), and general ones c(t, q, v) = 0, in every formulation, against the velocities of the bodies.

A, γ and ν are checked against differences.

The velocities of edges and points of contact are computed here from places, rotations and angular velocities of the
bodies, as one would on paper.  Differences are central, of sixth order, in random states that need not be closed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

import snodo as sn
from snodo.formulations.bind import bind

STEP = 1e-3
FIRST = {1: 3 / 4, 2: -3 / 20, 3: 1 / 60}
IN_PLANE = ("planar", "tree", "spatial", "spatial_euler")
IN_SPACE = ("tree", "spatial", "spatial_euler")
R = 0.3
Check = Callable[[Any, np.ndarray, np.ndarray, float], np.ndarray]


def plane() -> sn.Mechanism:
    """A cart that slides and turns, and a body that is free against it."""
    m = sn.Mechanism("plane", gravity=(0.3, -9.81))
    m.add_points(A=(0.1, 0.2), B=(0.7, 0.5))
    m.body("cart", mass=2.0, inertia=0.3, com=(0.1, -0.05), at="A", angle=0.4)
    m.body("wheel", mass=1.0, inertia=0.2, com=(-0.07, 0.1), at="B", angle=-0.8)
    return m


def space() -> sn.Mechanism:
    m = sn.Mechanism("space", dimension=3, gravity=(0.3, 0.2, -9.81))
    m.add_points(A=(0.1, 0.2, -0.1), B=(0.7, 0.5, 0.4))
    inertia = ((0.3, 0.02, 0.01), (0.02, 0.4, -0.03), (0.01, -0.03, 0.35))
    m.body("cart", mass=2.0, inertia=inertia, com=(0.1, -0.05, 0.03), at="A", axis=(1, 2, 3), angle=0.4)
    m.body("wheel", mass=1.0, inertia=inertia, com=(-0.07, 0.1, 0.02), at="B", axis=(0, 1, -1), angle=-0.8)
    return m


# ---------------------------------------------------------------- what is on paper
def vector(x: Any) -> np.ndarray:
    return np.array([*x, 0.0][:3], float)


def pose(F: Any, body: str, q: np.ndarray, v: np.ndarray) -> tuple[np.ndarray, ...]:
    """Place, rotation, velocity of the origin and angular velocity of a body."""
    if body == "ground":
        return np.zeros(3), np.eye(3), np.zeros(3), np.zeros(3)
    motion = F.motion
    r, u = vector(motion.position(body, q)), vector(motion.velocity(body, q, v))
    if F.mechanism.dimension == 3:
        return r, motion.rotation(body, q), u, motion.angular_velocity(body, q, v)
    angle, omega, _ = motion.turn(body, q, v, v)
    c, s = np.cos(angle), np.sin(angle)
    return r, np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]]), u, np.array([0, 0, omega])


def against(F: Any, parent: str, P: np.ndarray, q: np.ndarray, v: np.ndarray) -> np.ndarray:
    """Velocity of the wheel at the place P against the parent."""
    (r_i, _, v_i, w_i), (r_j, _, v_j, w_j) = (pose(F, body, q, v) for body in (parent, "wheel"))
    return v_j + np.cross(w_j, P - r_j) - v_i - np.cross(w_i, P - r_i)


def drawn(F: Any, body: str) -> tuple[np.ndarray, np.ndarray]:
    placed = F.geometry.pose(body)
    return placed.r, placed.A


# ---------------------------------------------------------------- parts, and what their rows must be
def edge(m: sn.Mechanism, parent: str) -> Check:
    spatial = m.dimension == 3
    more = {"normal": (0.2, -0.1, 1.0)} if spatial else {}
    m.knife_edge(
        "part", parent, "wheel", axis=(1.0, 0.3, 0.2)[: m.dimension], at=(0.8, 0.4, 0.3)[: m.dimension], **more
    )

    def check(F: Any, q: np.ndarray, v: np.ndarray, t: float) -> np.ndarray:
        (r0, A0), (_, B0) = drawn(F, "wheel"), drawn(F, parent)
        (r, A, _, _), (_, B, _, _) = (pose(F, body, q, v) for body in ("wheel", parent))
        axis = A @ A0.T @ vector((1.0, 0.3, 0.2)[: m.dimension])
        normal = B @ B0.T @ vector((0.2, -0.1, 1.0) if spatial else (0, 0, 1))
        P = r + A @ A0.T @ (vector((0.8, 0.4, 0.3)[: m.dimension]) - r0)
        across = np.cross(normal, axis)
        return np.array([across @ against(F, parent, P, q, v) / np.linalg.norm(across)])

    return check


def wheel(m: sn.Mechanism, parent: str) -> Check:
    """A wheel in the plane, a disc in space."""
    spatial = m.dimension == 3
    n, a, at = (0.2, 1.0, 0.1)[: m.dimension], (0.9, 0.3, 0.5), (0.8, 0.4, 0.3)[: m.dimension]
    m.rolling("part", parent, "wheel", R, normal=n, at=at, **({"axis": a} if spatial else {}))

    def check(F: Any, q: np.ndarray, v: np.ndarray, t: float) -> np.ndarray:
        (r0, A0), (_, B0) = drawn(F, "wheel"), drawn(F, parent)
        (r, A, _, _), (_, B, _, _) = (pose(F, body, q, v) for body in ("wheel", parent))
        normal = B @ B0.T @ vector(n) / np.linalg.norm(n)
        axis = A @ A0.T @ (np.array(a) / np.linalg.norm(a)) if spatial else np.array([0, 0, 1.0])
        lowest = normal - (normal @ axis) * axis
        P = r + A @ A0.T @ (vector(at) - r0) - R * lowest / np.linalg.norm(lowest)
        forward = np.cross(axis, normal) / np.linalg.norm(np.cross(axis, normal))
        u = against(F, parent, P, q, v)
        return np.array([forward @ u, np.cross(normal, forward) @ u] if spatial else [forward @ u])

    return check


def ball(m: sn.Mechanism, parent: str) -> Check:
    n, at = np.array([0.2, 1.0, 0.1]), (0.8, 0.4, 0.3)
    m.rolling("part", parent, "wheel", R, normal=n, at=at)

    def check(F: Any, q: np.ndarray, v: np.ndarray, t: float) -> np.ndarray:
        """Both speeds along the plane, up to the choice of directions in it: their squares."""
        (r0, A0), (_, B0) = drawn(F, "wheel"), drawn(F, parent)
        (r, A, _, _), (_, B, _, _) = (pose(F, body, q, v) for body in ("wheel", parent))
        normal = B @ B0.T @ n / np.linalg.norm(n)
        u = against(F, parent, r + A @ A0.T @ (np.array(at) - r0) - R * normal, q, v)
        return np.array([u @ u - (u @ normal) ** 2])

    return check


def circle(m: sn.Mechanism, parent: str) -> Check:
    """On a circle, in space on a cylinder: from outside."""
    return _round(m, parent, 0.25)


def bowl(m: sn.Mechanism, parent: str) -> Check:
    """The same from inside."""
    return _round(m, parent, -0.9)


def _round(m: sn.Mechanism, parent: str, surface: float) -> Check:
    spatial, at, on = m.dimension == 3, (0.8, 0.4, 0.3)[: m.dimension], (0.3, 0.1, -0.2)[: m.dimension]
    k = np.array([0.3, -0.2, 1.0]) / np.linalg.norm([0.3, -0.2, 1.0]) if spatial else np.array([0, 0, 1.0])
    more = {"surface_axis": k} if spatial else {}
    m.rolling("part", parent, "wheel", R, at=at, on=on, surface_radius=surface, **more)

    def check(F: Any, q: np.ndarray, v: np.ndarray, t: float) -> np.ndarray:
        (r0, A0), (s0, B0) = drawn(F, "wheel"), drawn(F, parent)
        (r, A, _, _), (s, B, _, _) = (pose(F, body, q, v) for body in ("wheel", parent))
        centre, axis = r + A @ A0.T @ (vector(at) - r0), B @ B0.T @ k
        d = centre - s - B @ B0.T @ (vector(on) - s0)
        normal = np.sign(surface) * (d - axis * (axis @ d))
        normal /= np.linalg.norm(normal)
        u = against(F, parent, centre - R * normal, q, v)
        return np.array([np.cross(axis, normal) @ u, *([axis @ u] if spatial else [])])

    return check


def speeds(m: sn.Mechanism, parent: str) -> Check:
    spatial = m.dimension == 3
    factors = {"wheel.vx": 0.7, "cart.vy": -0.4, ("wheel.wx" if spatial else "wheel.omega"): 0.3}
    factors |= {"cart.wz": 1.2} if spatial else {}
    m.speed_coupler("part", factors, value="0.3*sin(2*t) + 0.1")

    def check(F: Any, q: np.ndarray, v: np.ndarray, t: float) -> np.ndarray:
        (_, _, v_j, w_j), (_, _, v_i, w_i) = (pose(F, body, q, v) for body in ("wheel", "cart"))
        turning = 0.3 * w_j[0] + 1.2 * w_i[2] if spatial else 0.3 * w_j[2]
        return np.array([0.7 * v_j[0] - 0.4 * v_i[1] + turning - 0.3 * np.sin(2 * t) - 0.1])

    return check


def formula(m: sn.Mechanism, parent: str) -> Check:
    """As text, and the same as a function that is called back: it branches."""
    spin = "wz" if m.dimension == 3 else "omega"
    m.velocity_constraint(
        "part", ("wheel", "cart"), formula=f"sin(wheel.x)*wheel.vy + cart.y*cart.{spin} - cart.vx*t - t^2"
    )
    n, d = (7, 6) if m.dimension == 3 else (3, 3)

    def called(t: Any, q: Any, v: Any) -> Any:
        if t < -1e6:
            return 0.0
        return np.sin(q[0]) * v[1] + q[n + 1] * v[2 * d - 1] - v[d] * t - t * t

    m.velocity_constraint("called", ("wheel", "cart"), function=called)

    def check(F: Any, q: np.ndarray, v: np.ndarray, t: float) -> np.ndarray:
        (r, _, v_j, _), (r_i, _, v_i, w_i) = (pose(F, body, q, v) for body in ("wheel", "cart"))
        return np.full(2, np.sin(r[0]) * v_j[1] + r_i[1] * w_i[2] - v_i[0] * t - t * t)

    return check


def general(m: sn.Mechanism, parent: str) -> Check:
    """Not linear in the velocities, as text and called back."""
    spin = "wz" if m.dimension == 3 else "omega"
    text = f"wheel.vx^2 + sin(wheel.x)*wheel.vy*cart.{spin} + sqrt(4 + cart.vx^2)*cart.y*t - 0.3"
    m.velocity_constraint("part", ("wheel", "cart"), formula=text)
    n, d = (7, 6) if m.dimension == 3 else (3, 3)

    def called(t: Any, q: Any, v: Any) -> Any:
        if t < -1e6:
            return 0.0
        return v[0] ** 2 + np.sin(q[0]) * v[1] * v[2 * d - 1] + np.sqrt(4 + v[d] ** 2) * q[n + 1] * t - 0.3

    m.velocity_constraint("called", ("wheel", "cart"), function=called)

    def check(F: Any, q: np.ndarray, v: np.ndarray, t: float) -> np.ndarray:
        (r, _, v_j, _), (r_i, _, v_i, w_i) = (pose(F, body, q, v) for body in ("wheel", "cart"))
        root = np.sqrt(4 + v_i[0] ** 2)
        return np.full(2, v_j[0] ** 2 + np.sin(r[0]) * v_j[1] * w_i[2] + root * r_i[1] * t - 0.3)

    return check


# ---------------------------------------------------------------- tests
def random_state(F: Any, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng, free = np.random.default_rng(seed), _in_plane(F)
    q = F.moved(F.reference()[0], 0.3 * free * rng.standard_normal(F.nv))
    v, a = free * rng.standard_normal(F.nv), free * rng.standard_normal(F.nv)
    if getattr(F, "euler", False):  # p stays of length one
        p, p_dot, p_ddot = F.attitudes(q), v.reshape(-1, 7)[:, 3:], a.reshape(-1, 7)[:, 3:]
        p_dot -= p * (p * p_dot).sum(axis=1, keepdims=True)
        p_ddot -= p * ((p * p_ddot).sum(axis=1) + (p_dot * p_dot).sum(axis=1))[:, None]
    return q, v, a


def _in_plane(F: Any) -> np.ndarray:
    """Ones for the velocities that stay in the plane of a 2-D mechanism."""
    if F.mechanism.dimension == 3 or F.name in ("planar", "tree"):
        return np.ones(F.nv)
    return np.tile([1.0, 1, 0, 1, 0, 0, 1] if F.euler else [1.0, 1, 0, 0, 0, 1], len(F.body_names))


def difference(f: Callable[[float], np.ndarray], h: float = STEP) -> np.ndarray:
    return sum(w * (f(k * h) - f(-k * h)) for k, w in FIRST.items()) / h


PARTS = (edge, wheel, circle, bowl, speeds, formula, general)
CASES = [(plane, part, word) for part in PARTS for word in IN_PLANE]
CASES += [(space, part, word) for part in (*PARTS, ball) for word in IN_SPACE]


@pytest.mark.parametrize("parent", ["ground", "cart"])
@pytest.mark.parametrize(("describe", "part", "formulation"), CASES, ids=lambda x: getattr(x, "__name__", x))
def test_rows_are_the_velocities_they_speak_of(describe: Any, part: Any, formulation: str, parent: str) -> None:
    m = describe()
    check = part(m, parent)
    F = bind(m, formulation)
    own = F.velocity_rows
    assert own.any()
    for seed in range(3):
        q, v, _ = random_state(F, seed)
        t = 0.37 + seed
        found = (F.jacobian(q, t, v=v) @ v - F.nu(q, t, v=v))[own]
        found = np.array([found @ found]) if part is ball else found
        np.testing.assert_allclose(found, check(F, q, v, t), atol=1e-11)
        np.testing.assert_array_equal(F.constraints(q, t)[own], 0.0)


@pytest.mark.parametrize("parent", ["ground", "cart"])
@pytest.mark.parametrize(("describe", "part", "formulation"), CASES, ids=lambda x: getattr(x, "__name__", x))
def test_gamma_is_what_the_rate_of_the_rows_lacks(describe: Any, part: Any, formulation: str, parent: str) -> None:
    m = describe()
    part(m, parent)
    F = bind(m, formulation)
    for seed in range(3):
        q, v, a = random_state(F, seed)
        t = 0.37 + seed
        wanted = difference(partial(_violation, F, q, v, a, t))
        np.testing.assert_allclose(F.jacobian(q, t, v=v) @ a - F.gamma(q, v, t), wanted, atol=1e-8)


def _violation(F: Any, q: np.ndarray, v: np.ndarray, a: np.ndarray, t: float, h: float) -> np.ndarray:
    """A v − b a time h later, on a path with the velocities v and the accelerations a."""
    there, v = F.moved(q, h * v), v + h * a
    return F.jacobian(there, t + h, v=v) @ v - F.nu(there, t + h, v=v)


def _place(F: Any, q: np.ndarray, v: np.ndarray, row: int, h: float) -> np.ndarray:
    return F.constraints(F.moved(q, h * v))[row : row + 1]


@pytest.mark.parametrize("parent", ["ground", "cart"])
@pytest.mark.parametrize("part", [wheel, circle, bowl])
@pytest.mark.parametrize(("describe", "formulation"), [(plane, w) for w in IN_PLANE] + [(space, w) for w in IN_SPACE])
def test_the_height_of_a_wheel_is_a_position(describe: Any, formulation: str, part: Any, parent: str) -> None:
    m = describe()
    part(m, parent)
    F = bind(m, formulation)
    row = F.row_names.index("part.height")
    assert not F.velocity_rows[row]
    if part is wheel:
        assert abs(F.constraints(F.reference()[0])[row]) < 1e-14
    for seed in range(3):
        q, v, _ = random_state(F, seed)
        wanted = difference(partial(_place, F, q, v, row))
        np.testing.assert_allclose(F.jacobian(q)[row] @ v, wanted[0], atol=1e-9)


@pytest.mark.parametrize(("describe", "formulation"), [(plane, w) for w in IN_PLANE] + [(space, w) for w in IN_SPACE])
def test_the_jacobian_of_general_rows_is_their_derivative(describe: Any, formulation: str) -> None:
    m = describe()
    general(m, "ground")
    F = bind(m, formulation)
    assert F.general_rows[: len(F.flat.constraints)].sum() == 2
    q, v, w = random_state(F, 5)
    wanted = difference(lambda h: F.jacobian(q, 0.6, v=v + h * w) @ (v + h * w) - F.nu(q, 0.6, v=v + h * w))
    np.testing.assert_allclose(F.jacobian(q, 0.6, v=v) @ w, wanted, atol=1e-9)
    with pytest.raises(sn.UnsupportedError, match=r"'part' and (.|\n)*'called'(.|\n)*give the velocities: v="):
        F.jacobian(q, 0.6)
    with pytest.raises(sn.UnsupportedError, match="give the velocities"):
        F.nu(q)
