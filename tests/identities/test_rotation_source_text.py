"""Source text 002 (Belfiore, Meccanica dei robot), parts 1 and 2, identity by identity under its own number.

Attitudes are random, and the bound is 1e-14.  Where the text is misprinted, the printed formula is shown to
contradict the definition, and the corrected one to agree.  Relations of 1.3 that the text tells in words carry its
section.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest

import snodo as sn
from snodo.math.euler_parameters import attitude, conjugate, extracted, matrix_E, matrix_G, product, tilde
from snodo.mechanism.shapes.inertia import Inertia

TOLERANCE = 1e-14
I3 = np.eye(3)


def assert_equal(a, b, tolerance: float = TOLERANCE) -> None:
    np.testing.assert_allclose(a, b, rtol=0, atol=tolerance)


class Turn(NamedTuple):
    """A random attitude with random rates, all quantities of order one."""

    u: np.ndarray
    theta: float
    p: np.ndarray
    p_dot: np.ndarray
    p_ddot: np.ndarray
    v: np.ndarray

    @property
    def A(self) -> np.ndarray:
        return sn.Rotation.from_axis_angle(self.u, self.theta).as_matrix()

    @property
    def omega(self) -> np.ndarray:
        return 2 * matrix_E(self.p) @ self.p_dot


@pytest.fixture(params=range(40))
def turn(request) -> Turn:
    rng = np.random.default_rng(request.param)
    u = rng.normal(size=3)
    u /= np.linalg.norm(u)
    theta = rng.uniform(-np.pi, np.pi)
    p = np.array([np.cos(theta / 2), *(u * np.sin(theta / 2))])
    w, a, v = rng.uniform(-1, 1, (3, 3))
    p_dot = product([0, *w], p) / 2
    return Turn(u, theta, p, p_dot, product([0, *a], p) / 2 - w @ w / 4 * p, v)


# ---------------------------------------------------------------- 1.1 Rodrigues
def test_1_to_9_rodrigues(turn) -> None:
    u, theta, v = turn.u, turn.theta, turn.v
    along, across = (v @ u) * u, v - (v @ u) * u  # (2), (3)
    assert_equal(across, -np.cross(u, np.cross(u, v)))  # (3)
    turned = np.cos(theta) * across + np.sin(theta) * np.cross(u, v)  # (5)–(7)
    whole = (v @ u) * u - np.cos(theta) * np.cross(u, np.cross(u, v)) + np.sin(theta) * np.cross(u, v)  # (8)
    assert_equal(along + turned, whole)  # (1), (4)
    assert_equal(turn.A @ v, whole)  # (9)
    assert_equal(turn.A @ u, u)
    assert_equal(np.trace(turn.A), 1 + 2 * np.cos(theta))


# ---------------------------------------------------------------- 1.2 Euler parameters
def test_10_to_12_matrix_of_the_euler_parameters(turn) -> None:
    e0, e = turn.p[0], turn.p[1:]
    assert_equal(turn.p @ turn.p, 1.0)  # (11)
    assert_equal((2 * e0**2 - 1) * I3 + 2 * np.outer(e, e) + 2 * e0 * tilde(e), turn.A)  # (12)


def test_1_2_the_best_of_four_extractions(turn) -> None:
    """Each of the four ways is exact where its divisor is not small; the chosen one always is."""
    assert_equal(extracted(turn.A) * np.sign(extracted(turn.A) @ turn.p), turn.p)
    near_half_turn = attitude(sn.Rotation.from_axis_angle(turn.u, np.pi - 1e-9).p)
    e0 = np.sqrt(abs(1 + np.trace(near_half_turn))) / 2  # the first way: (1 + tr A) / 4 = e0²
    by_e0 = np.array([near_half_turn[2, 1], near_half_turn[0, 2], near_half_turn[1, 0]])
    by_e0 -= [near_half_turn[1, 2], near_half_turn[2, 0], near_half_turn[0, 1]]
    best = extracted(near_half_turn)
    assert_equal(attitude(best), near_half_turn)
    assert abs(e0 - best[0]) > 1e-10 or abs(by_e0 / (4 * max(e0, 1e-300)) - best[1:]).max() > 1e-10


# ---------------------------------------------------------------- 1.3 kinematics
def test_13_to_16_E_and_G(turn) -> None:
    p, (e0, e) = turn.p, (turn.p[0], turn.p[1:])
    E, G = matrix_E(p), matrix_G(p)
    assert_equal(e0**2 + e @ e, 1.0)  # (13)
    assert_equal(E, np.column_stack([-e, tilde(e) + e0 * I3]))  # (14)
    assert_equal(G, np.column_stack([-e, -tilde(e) + e0 * I3]))  # (15)
    assert_equal(E @ G.T, turn.A)  # (16)
    for B in (E, G):
        assert_equal(B @ B.T, I3)
        assert_equal(B @ p, 0)
        assert_equal(B.T @ B, np.eye(4) - np.outer(p, p))


def test_1_3_rates_of_E_and_G(turn) -> None:
    p, p_dot = turn.p, turn.p_dot
    E, G, E_dot, G_dot = matrix_E(p), matrix_G(p), matrix_E(p_dot), matrix_G(p_dot)
    assert_equal(p @ p_dot, 0)
    assert_equal(E @ p_dot, -E_dot @ p)
    assert_equal(G @ p_dot, -G_dot @ p)
    assert_equal(E_dot @ p_dot, 0)
    assert_equal(G_dot @ p_dot, 0)
    assert_equal(E_dot @ G.T, E @ G_dot.T)
    A_dot = E_dot @ G.T + E @ G_dot.T
    assert_equal(A_dot, 2 * E @ G_dot.T)  # Ȧ = 2 E Ġᵀ
    assert_equal(A_dot, tilde(turn.omega) @ turn.A)


def test_1_3_angular_velocity_in_both_frames_and_back(turn) -> None:
    p, p_dot, R = turn.p, turn.p_dot, sn.Rotation(turn.p)
    omega, omega_body = R.angular_velocity(p_dot), R.angular_velocity(p_dot, axes="body")
    A_dot = 2 * matrix_E(p) @ matrix_G(p_dot).T
    assert_equal(A_dot @ turn.A.T, tilde(omega))  # ω = 2 E ṗ
    assert_equal(turn.A.T @ A_dot, tilde(omega_body))  # ω′ = 2 G ṗ
    assert_equal(turn.A @ omega_body, omega)
    assert_equal(R.rate(omega), p_dot)  # ṗ = ½ Eᵀ ω
    assert_equal(R.rate(omega_body, axes="body"), p_dot)  # ṗ = ½ Gᵀ ω′
    assert_equal(omega @ omega, 4 * p_dot @ p_dot)
    assert_equal(tilde(omega_body), 2 * matrix_G(p) @ matrix_G(p_dot).T)  # ω̃′ = 2 G Ġᵀ
    assert_equal(tilde(omega), -2 * matrix_E(p) @ matrix_E(p_dot).T)


def test_1_3_angular_acceleration_in_both_frames_and_back(turn) -> None:
    p, p_dot, p_ddot, R = turn.p, turn.p_dot, turn.p_ddot, sn.Rotation(turn.p)
    alpha, alpha_body = R.angular_acceleration(p_ddot), R.angular_acceleration(p_ddot, axes="body")
    E, G, E_dot, G_dot = matrix_E(p), matrix_G(p), matrix_E(p_dot), matrix_G(p_dot)
    A_ddot = matrix_E(p_ddot) @ G.T + 2 * E_dot @ G_dot.T + E @ matrix_G(p_ddot).T
    spin = tilde(turn.omega)
    assert_equal(A_ddot, (tilde(alpha) + spin @ spin) @ turn.A)
    assert_equal(turn.A @ alpha_body, alpha)
    assert_equal(p @ p_ddot, -p_dot @ p_dot)
    assert_equal(R.second_rate(turn.omega, alpha), p_ddot)
    assert_equal(R.second_rate(turn.A.T @ turn.omega, alpha_body, axes="body"), p_ddot)


# ---------------------------------------------------------------- 1.4 virtual rotations, quaternions
def test_17_to_22_virtual_displacements(turn) -> None:
    rng = np.random.default_rng(5)
    dtheta, dr0, s = rng.uniform(-1, 1, (3, 3))
    A, dp = turn.A, sn.Rotation(turn.p).rate(dtheta)  # δp = ½ Eᵀ δθ
    dA = matrix_E(dp) @ matrix_G(turn.p).T + matrix_E(turn.p) @ matrix_G(dp).T
    assert_equal(turn.p @ dp, 0)
    assert_equal(A @ dA.T, -dA @ A.T)  # (19)
    assert_equal(dA @ A.T, tilde(dtheta))  # (20)
    dr = dr0 + dA @ s  # (18), of (17)
    assert_equal(dr, dr0 + tilde(dtheta) @ (A @ s))  # (21)
    assert_equal(dr, dr0 + A @ (tilde(A.T @ dtheta) @ s))  # (22)
    assert_equal(2 * matrix_E(turn.p) @ dp, dtheta)
    assert_equal(2 * matrix_G(turn.p) @ dp, A.T @ dtheta)  # above (64): with G the virtual rotation is in body axes


def test_23_quaternions(turn) -> None:
    i, j, k = np.eye(4)[1:]
    assert_equal(product(i, i), [-1, 0, 0, 0])
    assert_equal(product(product(i, j), k), [-1, 0, 0, 0])
    assert_equal(product(turn.p, product([0, *turn.v], conjugate(turn.p))), [0, *(turn.A @ turn.v)])
    other = sn.Rotation.random(1)
    assert_equal(attitude(product(turn.p, other.p)), turn.A @ other.as_matrix())
    assert_equal(product(turn.p, conjugate(turn.p)), [1, 0, 0, 0])


# ---------------------------------------------------------------- 2 Newton–Euler of lumped masses
class Cloud(NamedTuple):
    """Particles m_i at s_i of a body that stands at r_O with attitude A and moves with v_O, ω, a_O, α."""

    m: np.ndarray
    s: np.ndarray
    r_O: np.ndarray
    v_O: np.ndarray
    a_O: np.ndarray
    alpha: np.ndarray

    def inertia(self) -> Inertia:
        G = self.m @ self.s / self.m.sum()
        d = self.s - G
        J = np.einsum("i,ijk->jk", self.m, [x @ x * I3 - np.outer(x, x) for x in d])
        return Inertia(self.m.sum(), tuple(G), J)


@pytest.fixture
def cloud() -> Cloud:
    rng = np.random.default_rng(11)
    return Cloud(rng.uniform(0.05, 0.3, 5), rng.uniform(-1, 1, (5, 3)), *rng.uniform(-1, 1, (4, 3)))


def moving(turn: Turn, cloud: Cloud) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Places from the moving origin, velocities and accelerations of the particles, in world axes: (47)–(49)."""
    d, w = cloud.s @ turn.A.T, turn.omega
    v = cloud.v_O + np.cross(w, d)
    return d, v, cloud.a_O + np.cross(cloud.alpha, d) + np.cross(w, np.cross(w, d))


def test_30_to_33_transport_of_angular_momentum(turn, cloud) -> None:
    d, v, _ = moving(turn, cloud)
    M, G = cloud.m.sum(), cloud.m @ d / cloud.m.sum()
    r_AG = np.array([0.3, -0.2, 0.5])
    v_G = cloud.m @ v / M
    H_A = cloud.m @ np.cross(r_AG + d - G, v)  # (30)
    H_G = cloud.m @ np.cross(d - G, v)
    assert_equal(H_A, cloud.m @ np.cross(r_AG, v) + H_G)  # (31)
    assert_equal(cloud.m @ np.cross(r_AG, v), M * tilde(r_AG) @ v_G)  # (32)
    assert_equal(H_A, H_G + M * tilde(r_AG) @ v_G)  # (33)


def test_34_to_38_angular_momentum_about_the_moving_origin(turn, cloud) -> None:
    """Misprint: r_G is from the moving origin to the centre of mass, and the first sum of (35) has r_Gi, not r_O."""
    d, v, _ = moving(turn, cloud)
    inertia, w = cloud.inertia(), turn.omega
    M, J = inertia.mass, inertia.about((0.0, 0.0, 0.0))
    H_O = cloud.m @ np.cross(d, v)  # (34)
    second = cloud.m @ np.cross(d, np.cross(w, d))
    printed = cloud.m.sum() * np.cross(cloud.r_O, cloud.v_O) + second  # (35) as printed
    assert np.abs(printed - H_O).max() > 1e-3
    assert_equal(cloud.m @ np.cross(d, np.tile(cloud.v_O, (5, 1))) + second, H_O)  # (35) corrected
    r_G = turn.A @ inertia.com
    assert_equal(cloud.m @ d, M * r_G)  # (36)
    assert np.abs(M * (cloud.r_O + r_G) - cloud.m @ d).max() > 1e-3  # with r_G from the fixed origin it fails
    assert_equal(second, turn.A @ J @ turn.A.T @ w)  # (37)
    assert_equal(H_O, M * tilde(r_G) @ cloud.v_O + turn.A @ J @ turn.A.T @ w)  # (38)


def test_39_to_42_angular_momentum_in_body_axes_about_any_pole(turn, cloud) -> None:
    d, v, _ = moving(turn, cloud)
    inertia, w = cloud.inertia(), turn.A.T @ turn.omega
    d, v = d @ turn.A, v @ turn.A  # both in body axes
    H_G = cloud.m @ np.cross(d - inertia.com, v)  # (39), (40)
    assert_equal(H_G, np.array(inertia.tensor) @ w)  # (41)
    pole = np.array([0.4, 0.7, -0.2])
    v_pole = turn.A.T @ cloud.v_O + np.cross(w, pole)
    H_A = cloud.m @ np.cross(d - pole, v)
    assert_equal(H_A, inertia.mass * tilde(inertia.com - pole) @ v_pole + inertia.about(pole) @ w)  # (42)


def test_43_to_54_newton_euler(turn, cloud) -> None:
    d, v, a = moving(turn, cloud)
    inertia, w, alpha = cloud.inertia(), turn.omega, cloud.alpha
    F = cloud.m[:, None] * a
    M, r_G = inertia.mass, turn.A @ inertia.com
    a_G = cloud.m @ a / M
    assert_equal(F.sum(axis=0), M * a_G)  # (25)
    assert_equal(np.cross(v, cloud.m[:, None] * v), 0)  # (43): Σ v_i × p_i = 0
    about_fixed = np.cross(cloud.r_O + d, F).sum(axis=0)  # (44)–(46)
    about_moving = np.cross(d, F).sum(axis=0)
    assert_equal(about_fixed, tilde(cloud.r_O) @ (M * a_G) + about_moving)  # (50)–(52)
    J = turn.A @ np.array(inertia.tensor) @ turn.A.T
    about_G = np.cross(d - r_G, F).sum(axis=0)
    assert_equal(about_G, J @ alpha + tilde(w) @ J @ w)  # (53)
    left = np.block([[M * I3, np.zeros((3, 3))], [np.zeros((3, 3)), J]]) @ np.concatenate([a_G, alpha])
    assert_equal(left, np.concatenate([F.sum(axis=0), about_G - tilde(w) @ J @ w]))  # (54)


# ---------------------------------------------------------------- 3.3 normalisation
def test_71_to_73_normalisation(turn) -> None:
    """Misprint: the row of pᵀp − 1 is 2 pᵀ, and its right side −2 ṗᵀṗ; the printed −ṗᵀṗ belongs to the row pᵀ."""
    p, p_dot, p_ddot = turn.p, turn.p_dot, turn.p_ddot
    assert_equal(p @ p - 1, 0)  # (71), (72)
    assert_equal(2 * p @ p_ddot, -2 * p_dot @ p_dot)  # (73) corrected
    assert_equal(p @ p_ddot, -p_dot @ p_dot)
    assert abs(2 * p @ p_ddot + p_dot @ p_dot) > 1e-3  # as printed, with the Jacobian of (72)
