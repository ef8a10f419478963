"""The blocks (1)–(4) of source text 004 (Ferrante and Belfiore, after Nikravesh 1988).

As corrected they equal ours on random data; each misprint is shown: the printed formula contradicts the numerical
derivative, the corrected one agrees.  Then its example, the Fairbairn guide, with corrected data.
"""

from __future__ import annotations

from math import atan2, cos, hypot, pi, sin, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_plane import pair, three_bodies

import snodo as sn

SEEDS = st.integers(0, 2**32 - 1)


def turn(phi: float) -> np.ndarray:
    return np.array([[cos(phi), -sin(phi)], [sin(phi), cos(phi)]])


# ---------------------------------------------------------------- the text's blocks
def jacobian_revolute_local(phi_i, phi_j, s_i, s_j):
    """(1): rows 2m−1, 2m; columns x_i, y_i, φ_i, x_j, y_j, φ_j."""
    (xi_i, eta_i), (xi_j, eta_j) = s_i, s_j
    first = [1, 0, -xi_i * sin(phi_i) - eta_i * cos(phi_i), -1, 0, xi_j * sin(phi_j) + eta_j * cos(phi_j)]
    second = [0, 1, xi_i * cos(phi_i) - eta_i * sin(phi_i), 0, -1, -xi_j * cos(phi_j) + eta_j * sin(phi_j)]
    return np.array([first, second])


def jacobian_revolute_absolute(r_i, r_j, P_i, P_j, printed=False):
    """(1) in absolute coordinates; printed: the columns of j carry the coordinates of i."""
    (x_i, y_i), (x_j, y_j) = r_i, r_i if printed else r_j
    (X_i, Y_i), (X_j, Y_j) = P_i, P_i if printed else P_j
    return np.array([[1, 0, y_i - Y_i, -1, 0, -(y_j - Y_j)], [0, 1, -(x_i - X_i), 0, -1, x_j - X_j]])


def jacobian_prismatic_local(q_i, q_j, A, B, C):
    """(2): A, B on body i, C on body j, in their frames."""
    (x_i, y_i, phi), (x_j, y_j, _) = q_i, q_j
    xi_T, eta_T = A - B
    x_C, y_C = np.array(q_j[:2]) + turn(q_j[2]) @ C
    s, c = xi_T * sin(phi) + eta_T * cos(phi), xi_T * cos(phi) - eta_T * sin(phi)
    h_i, h_j = (x_C - x_i) * c + (y_C - y_i) * s, -(x_C - x_j) * c - (y_C - y_j) * s
    return np.array([[-s, c, h_i, s, -c, h_j], [0, 0, 1, 0, 0, -1]])


def jacobian_prismatic_absolute(r_i, r_j, A, B, C):
    """(2) in absolute coordinates."""
    X, Y = B - A
    h_i = -(C[0] - r_i[0]) * X - (C[1] - r_i[1]) * Y
    h_j = (C[0] - r_j[0]) * X + (C[1] - r_j[1]) * Y
    return np.array([[Y, -X, h_i, -Y, X, h_j], [0, 0, 1, 0, 0, -1]])


def gamma_revolute_local(phi_i, phi_j, s_i, s_j, w_i, w_j, printed=False):
    """(3); printed: ξ_j cos φ_j + η_j sin φ_j in the first row."""
    (xi_i, eta_i), (xi_j, eta_j) = s_i, s_j
    sign = 1 if printed else -1
    first = (xi_i * cos(phi_i) - eta_i * sin(phi_i)) * w_i**2 - (xi_j * cos(phi_j) + sign * eta_j * sin(phi_j)) * w_j**2
    second = (xi_i * sin(phi_i) + eta_i * cos(phi_i)) * w_i**2 - (xi_j * sin(phi_j) + eta_j * cos(phi_j)) * w_j**2
    return np.array([first, second])


def gamma_revolute_absolute(r_i, r_j, P_i, P_j, w_i, w_j):
    """(3) in absolute coordinates, with the joint P (printed A)."""
    return (P_i - r_i) * w_i**2 - (P_j - r_j) * w_j**2


def gamma_prismatic_absolute(r_i, r_j, v_i, v_j, A, B, w, printed=False):
    """(4) in absolute coordinates, φ̇_i = φ̇_j = w; printed: a minus between the first two products."""
    (X, Y), d, d_dot = B - A, r_i - r_j, v_i - v_j
    first = -2 * (X * d_dot[0] + (-Y if printed else Y) * d_dot[1]) * w - (X * d[1] - Y * d[0]) * w**2
    return np.array([first, 0.0])


def gamma_prismatic_local(q_i, q_j, v_i, v_j, A, B, w, printed=False):
    """(4) in local coordinates; printed: a minus before (ξ_T sin φ + η_T cos φ)(x_i − x_j)."""
    (x_i, y_i, phi), (x_j, y_j, _) = q_i, q_j
    xi_T, eta_T = A - B
    c, s = -xi_T * cos(phi) + eta_T * sin(phi), xi_T * sin(phi) + eta_T * cos(phi)
    d_dot = v_i - v_j
    sign = -1 if printed else 1
    first = -2 * (c * d_dot[0] - s * d_dot[1]) * w - (c * (y_i - y_j) + sign * s * (x_i - x_j)) * w**2
    return np.array([first, 0.0])


# ---------------------------------------------------------------- a random joint between two of three bodies
class Sample:
    """A joint of one kind between bodies i and j in a random state; points from the centres of mass, as in the text."""

    def __init__(self, kind: str, seed: int) -> None:
        rng = np.random.default_rng(seed)
        m = three_bodies(rng)
        i, j = pair(rng)
        while "ground" in (i, j):
            i, j = pair(rng)
        self.A, self.B, self.C = rng.uniform(-1, 1, (3, 2))
        com_i, com_j = (np.array(m.bodies[b].com) for b in (i, j))
        at = {i: tuple(self.B + com_i), j: tuple(self.C + com_j)}
        if kind == "revolute":
            m.revolute("J", i, j, at=at)
        else:
            m.prismatic("J", i, j, {i: tuple(self.B - self.A)}, at=at)
        self.F = F = sn.Planar(m)
        self.q, self.v = rng.uniform(-2, 2, (2, 9))
        self.at = [3 * F.body_names.index(b) for b in (i, j)]
        if kind == "prismatic":
            self.v[self.at[1] + 2] = self.v[self.at[0] + 2]
        self.q_i, self.q_j = (self.q[k : k + 3] for k in self.at)
        self.v_i, self.v_j = (self.v[k : k + 3] for k in self.at)
        self.length = hypot(*(self.B - self.A))

    @property
    def world(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """A and B on body i, C on body j, in the world."""
        on_i = [self.q_i[:2] + turn(self.q_i[2]) @ s for s in (self.A, self.B)]
        return on_i[0], on_i[1], self.q_j[:2] + turn(self.q_j[2]) @ self.C

    @property
    def jacobian(self) -> np.ndarray:
        columns = [k + c for k in self.at for c in range(3)]
        return self.F.jacobian(self.q)[:, columns]

    @property
    def gamma(self) -> np.ndarray:
        return self.F.gamma(self.q, self.v)

    def by_differences(self, h: float = 1e-2) -> tuple[np.ndarray, np.ndarray]:
        """Φ_q and γ from our Φ alone (sixth order)."""
        F, q, v, columns = self.F, self.q, self.v, [k + c for k in self.at for c in range(3)]

        def first(f):
            return sum(w * (f(k * h) - f(-k * h)) for k, w in {1: 3 / 4, 2: -3 / 20, 3: 1 / 60}.items()) / h

        def along(s):
            return F.constraints(q + s * v)

        J = np.column_stack([first(lambda s, c=c: F.constraints(q + s * np.eye(9)[c])) for c in columns])
        pairs = {1: 3 / 2, 2: -3 / 20, 3: 1 / 90}
        second = (-49 / 18 * along(0) + sum(w * (along(k * h) + along(-k * h)) for k, w in pairs.items())) / h**2
        return J, -second


@settings(max_examples=200, deadline=None)
@given(seed=SEEDS)
def test_revolute_blocks(seed: int) -> None:
    s = Sample("revolute", seed)
    (phi_i, phi_j), (w_i, w_j) = (s.q_i[2], s.q_j[2]), (s.v_i[2], s.v_j[2])
    _, P_i, P_j = s.world
    np.testing.assert_allclose(s.jacobian, jacobian_revolute_local(phi_i, phi_j, s.B, s.C), atol=1e-13)
    np.testing.assert_allclose(s.jacobian, jacobian_revolute_absolute(s.q_i[:2], s.q_j[:2], P_i, P_j), atol=1e-13)
    np.testing.assert_allclose(s.gamma, gamma_revolute_local(phi_i, phi_j, s.B, s.C, w_i, w_j), atol=1e-12)
    np.testing.assert_allclose(s.gamma, gamma_revolute_absolute(s.q_i[:2], s.q_j[:2], P_i, P_j, w_i, w_j), atol=1e-12)


@settings(max_examples=200, deadline=None)
@given(seed=SEEDS)
def test_prismatic_blocks_up_to_the_length_of_AB(seed: int) -> None:
    s = Sample("prismatic", seed)
    scale = np.array([s.length, 1.0])
    A, B, C = s.world
    J = scale[:, None] * s.jacobian
    np.testing.assert_allclose(J, jacobian_prismatic_local(s.q_i, s.q_j, s.A, s.B, s.C), atol=1e-12)
    np.testing.assert_allclose(J, jacobian_prismatic_absolute(s.q_i[:2], s.q_j[:2], A, B, C), atol=1e-12)
    velocities = s.v_i[:2], s.v_j[:2]
    local = gamma_prismatic_local(s.q_i, s.q_j, *velocities, s.A, s.B, s.v_i[2])
    absolute = gamma_prismatic_absolute(s.q_i[:2], s.q_j[:2], *velocities, A, B, s.v_i[2])
    np.testing.assert_allclose(scale * s.gamma, local, atol=1e-11)
    np.testing.assert_allclose(scale * s.gamma, absolute, atol=1e-11)


# ---------------------------------------------------------------- the misprints
def test_misprint_in_gamma_of_the_revolute() -> None:
    s = Sample("revolute", 1)
    _, true = s.by_differences()
    data = s.q_i[2], s.q_j[2], s.B, s.C, s.v_i[2], s.v_j[2]
    assert np.abs(gamma_revolute_local(*data) - true).max() < 1e-8
    assert np.abs(gamma_revolute_local(*data, printed=True) - true).max() > 0.1


def test_misprint_in_gamma_of_the_prismatic() -> None:
    s = Sample("prismatic", 1)
    true = s.length * s.by_differences()[1][0]
    A, B, _ = s.world
    data = s.q_i[:2], s.q_j[:2], s.v_i[:2], s.v_j[:2], A, B, s.v_i[2]
    assert abs(gamma_prismatic_absolute(*data)[0] - true) < 1e-8
    assert abs(gamma_prismatic_absolute(*data, printed=True)[0] - true) > 0.1


def test_misprint_in_the_local_form_of_gamma_of_the_prismatic() -> None:
    """Its velocity term is right where the absolute form is wrong; its φ̇² term has the wrong sign instead."""
    s = Sample("prismatic", 2)
    true = s.length * s.by_differences()[1][0]
    data = s.q_i, s.q_j, s.v_i[:2], s.v_j[:2], s.A, s.B, s.v_i[2]
    assert abs(gamma_prismatic_local(*data)[0] - true) < 1e-8
    assert abs(gamma_prismatic_local(*data, printed=True)[0] - true) > 0.1


def test_misprint_in_the_absolute_form_of_the_revolute() -> None:
    s = Sample("revolute", 1)
    true, _ = s.by_differences()
    _, P_i, P_j = s.world
    data = s.q_i[:2], s.q_j[:2], P_i, P_j
    assert np.abs(jacobian_revolute_absolute(*data) - true).max() < 1e-9
    assert np.abs(jacobian_revolute_absolute(*data, printed=True) - true).max() > 0.1


# ---------------------------------------------------------------- the Fairbairn guide
FAIRBAIRN_JOINTS = {  # bodies i, j and local coordinates in mm, as printed
    "O": (1, 2, (0, 0), (-250, 0)),
    "C": (1, 3, (0, 300), (-50, 0)),
    "A": (3, 4, (50, 0), (0, 0)),
    "B": (2, 5, (250, 0), (60, 0)),
    "D": (5, 6, (-60, 0), (0, 0)),
}
NAMES = {1: "ground", 2: "arm", 3: "crank", 4: "block", 5: "link", 6: "slider"}


def fairbairn_positions(phi_3: float = pi / 6) -> dict[int, tuple[float, float, float]]:
    """x, y [mm], φ of the bodies' centres from the crank angle, by trigonometry."""
    A = np.array([100 * cos(phi_3), 300 + 100 * sin(phi_3)])
    phi_2 = atan2(A[1], A[0])
    B = 500 * np.array([cos(phi_2), sin(phi_2)])
    D = np.array([B[0] - sqrt(120**2 - (500 - B[1]) ** 2), 500.0])
    return {
        2: (*(B / 2), phi_2),
        3: (50 * cos(phi_3), 300 + 50 * sin(phi_3), phi_3),
        4: (*A, phi_2),
        5: (*((B + D) / 2), atan2(*(B - D)[::-1])),
        6: (*D, 0.0),
    }


def fairbairn(positions: dict[int, tuple[float, float, float]] | None = None) -> sn.Mechanism:
    """Bodies 2 … 6 in metres; the joints lie where their bodies' own coordinates say."""
    m = sn.Mechanism("Fairbairn guide")
    for k, (x, y, phi) in (positions or fairbairn_positions()).items():
        m.body(NAMES[k], mass=1.0, inertia=0.01, at=(x / 1e3, y / 1e3), angle=phi)
    for name, (i, j, s_i, s_j) in FAIRBAIRN_JOINTS.items():
        at = {NAMES[i]: (s_i[0] / 1e3, s_i[1] / 1e3), NAMES[j]: (s_j[0] / 1e3, s_j[1] / 1e3)}
        m.revolute(name, NAMES[i], NAMES[j], at=at)
    m.prismatic("T2", "arm", "block", {"arm": (1, 0)}, at={"arm": (0.1, 0), "block": (0, 0)})
    m.prismatic("T1", "ground", "slider", (1, 0), at={"ground": (0.01, 0.5), "slider": (0, 0)})
    return m


def test_fairbairn_has_fourteen_rows_and_eighteen_columns() -> None:
    """2k rows for k = 7 joints (the text says columns), 3n columns for n = 6 bodies with the frame."""
    F = sn.Planar(fairbairn())
    q, v = F.reference()
    assert F.jacobian(q, ground=True).shape == (14, 18)
    assert F.gamma(q, v).shape == (14,)
    assert np.abs(F.constraints(q)).max() < 1e-14
    assert sn.mobility(fairbairn()).degrees_of_freedom == 1


def test_fairbairn_jacobian_block_by_block() -> None:
    """The whole 14 × 18 matrix and γ put together from the text's blocks."""
    F = sn.Planar(fairbairn())
    v = sn.assemble(F, initial={"crank.omega": 3.14}).v
    q, _ = F.reference()
    full_q, full_v = np.concatenate([np.zeros(3), q]), np.concatenate([np.zeros(3), v])
    J, gamma = np.zeros((14, 18)), np.zeros(14)
    for row, (i, j, s_i, s_j) in zip(range(0, 10, 2), FAIRBAIRN_JOINTS.values()):
        s_i, s_j = np.array(s_i) / 1e3, np.array(s_j) / 1e3
        a, b = 3 * i - 3, 3 * j - 3
        block = jacobian_revolute_local(full_q[a + 2], full_q[b + 2], s_i, s_j)
        J[row : row + 2, a : a + 3], J[row : row + 2, b : b + 3] = block[:, :3], block[:, 3:]
        angles, speeds = full_q[[a + 2, b + 2]], full_v[[a + 2, b + 2]]
        gamma[row : row + 2] = gamma_revolute_local(*angles, s_i, s_j, *speeds)
    for row, (i, j, A, B, C) in zip(
        (10, 12), ((2, 4, (0, 0), (0.1, 0), (0, 0)), (1, 6, (-0.01, 0.5), (0.01, 0.5), (0, 0)))
    ):
        A, B, C = map(np.array, (A, B, C))
        a, b = 3 * i - 3, 3 * j - 3
        scale = np.array([1 / hypot(*(B - A)), 1.0])
        block = scale[:, None] * jacobian_prismatic_local(full_q[a : a + 3], full_q[b : b + 3], A, B, C)
        J[row : row + 2, a : a + 3], J[row : row + 2, b : b + 3] = block[:, :3], block[:, 3:]
        motion = full_v[a : a + 2], full_v[b : b + 2]
        gamma[row : row + 2] = scale * gamma_prismatic_local(
            full_q[a : a + 3], full_q[b : b + 3], *motion, A, B, full_v[a + 2]
        )
    np.testing.assert_allclose(F.jacobian(q, ground=True), J, atol=1e-14)
    np.testing.assert_allclose(F.gamma(q, v), gamma, atol=1e-13)


def test_fairbairn_velocities() -> None:
    """φ₃ = 30°, φ̇₃ = 3.14 rad/s; in parentheses what the text prints (x and y of J are swapped there)."""
    F = sn.Planar(fairbairn())
    start = sn.assemble(F, initial={"crank.omega": 3.14})
    speed = dict(zip(F.velocity_names, start.v))
    assert speed["arm.omega"] == pytest.approx(0.60384, abs=1e-5)  # (0.603)
    assert speed["block.omega"] == pytest.approx(speed["arm.omega"], abs=1e-12)
    assert speed["link.omega"] == pytest.approx(0.607, abs=3e-3)  # (0.607)
    assert 1e3 * speed["slider.vx"] == pytest.approx(-302.0, abs=0.05)  # (−301.5 … −301.9)
    assert speed["slider.vy"] == pytest.approx(0.0, abs=1e-12)
    centre = 1e3 * np.array([speed["arm.vx"], speed["arm.vy"]])
    np.testing.assert_allclose(centre, [-146.54, 36.26], atol=0.01)  # (−36.2089, 146.336)
    A = 1e3 * np.array([speed["block.vx"], speed["block.vy"]])
    np.testing.assert_allclose(A, [-157.0, 271.93], atol=0.01)  # (−157, 271.93)


def test_fairbairn_data_as_printed_do_not_close() -> None:
    """x₄ = 36.6, y₆ = 492.7 and φ₅ = 3.02 leave joints open; corrected they close to the printed digits."""
    printed = {
        2: (60.048, 242.68, 1.328),
        3: (43.3, 325, 0.52),
        4: (36.6, 350, 1.328),
        5: (60.045, 492.7, 3.02),
        6: (0, 492.7, 0),
    }
    corrected = printed | {4: (86.6, 350, 1.328), 5: (60.045, 492.7, 3.02 - pi), 6: (0.99, 500, 0)}

    def gaps(positions: dict) -> dict[str, float]:
        F = sn.Planar(fairbairn(positions))
        return dict(zip(F.row_names, np.abs(F.constraints(F.reference()[0]))))

    wrong, right = gaps(printed), gaps(corrected)
    assert wrong["A.x"] == pytest.approx(0.050, abs=1e-3)
    assert wrong["T1.across"] == pytest.approx(0.0073, abs=1e-4)
    assert wrong["B.x"] > 0.1
    assert max(right.values()) < 1.5e-3
    for k, place in fairbairn_positions().items():
        np.testing.assert_allclose(place, corrected[k], atol=0.6)
