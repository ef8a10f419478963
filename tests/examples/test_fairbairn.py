"""The Fairbairn guide of the source text, against constraint equations written again here, and closed forms."""

from pathlib import Path

import numpy as np
import pytest

import snodo as sn

EXAMPLES = Path(__file__).parents[2] / "examples"
SPEED, CRANK, PIVOT, ROCKER, ROD, LEVEL = 3.14, 0.1, 0.3, 0.5, 0.12, 0.5


@pytest.fixture(scope="module")
def planar():
    return sn.Planar(sn.load(EXAMPLES / "fairbairn.yaml"))


@pytest.fixture(scope="module")
def start(planar):
    return sn.assemble(planar)


def constraints(q):
    """Φ of the text in its numbering: q holds x, y, φ of bodies 1 (frame) to 6, centres in the middle of the links."""
    r, phi = q.reshape(6, 3)[:, :2], q.reshape(6, 3)[:, 2]

    def at(body, xi, eta=0.0):
        c, s = np.cos(phi[body - 1]), np.sin(phi[body - 1])
        return r[body - 1] + np.array([c * xi - s * eta, s * xi + c * eta])

    def slide(A, B, C):
        return (B[0] - A[0]) * (C[1] - B[1]) - (C[0] - B[0]) * (B[1] - A[1])

    pins = [
        at(1, 0.0) - at(2, -0.25),
        at(1, 0.0, 0.3) - at(3, -0.05),
        at(3, 0.05) - at(4, 0.0),
        at(2, 0.25) - at(5, -0.06),
        at(5, 0.06) - at(6, 0.0),
    ]
    slides = [
        slide(at(2, 0.0), at(2, 0.1), at(4, 0.0)),
        phi[1] - phi[3],
        slide(at(1, 0.01, 0.5), at(1, -0.01, 0.5), at(6, 0.0)),
        phi[0] - phi[5],
    ]
    return np.concatenate([*pins, slides])


def with_frame(x):
    return np.concatenate([np.zeros(3), x])


def test_the_position_is_that_of_the_text(start):
    """q of the text, with slider 4 at x = 86.6 (printed 36.6) and slider 6 at y = 500 (printed 492.7)."""
    q = start.q.reshape(5, 3) * [1e3, 1e3, 1]
    np.testing.assert_allclose(q[0], [60.048, 242.68, 1.328], atol=2e-3)
    np.testing.assert_allclose(q[1], [43.3, 325, 0.52], atol=5e-3)
    np.testing.assert_allclose(q[2], [86.6, 350, 1.328], atol=5e-3)
    np.testing.assert_allclose(q[3][2], 3.02, atol=5e-3)
    np.testing.assert_allclose(q[4][1:], [500, 0], atol=1e-9)


def test_the_velocities_are_those_of_the_text(planar, start):
    """φ̇₂ = φ̇₃ r (r + h sin φ₃) / (r² + h² + 2 r h sin φ₃), and what follows from it."""
    turn = SPEED * CRANK * (CRANK + PIVOT * 0.5) / (CRANK**2 + PIVOT**2 + CRANK * PIVOT)
    phi = np.arctan2(0.350, 0.1 * np.cos(np.radians(30)))
    v = dict(zip(planar.velocity_names, start.v))
    assert turn == pytest.approx(0.60384, abs=1e-5)
    assert v["body2_rocker.omega"] == pytest.approx(turn, rel=1e-12)
    assert v["body4_slider.omega"] == pytest.approx(turn, rel=1e-12)
    assert v["body2_rocker.vx"] == pytest.approx(-ROCKER / 2 * np.sin(phi) * turn, rel=1e-12)
    assert 1e3 * np.array([v["body2_rocker.vx"], v["body2_rocker.vy"]]) == pytest.approx([-146.54, 36.26], abs=0.005)
    assert 1e3 * np.array([v["body4_slider.vx"], v["body4_slider.vy"]]) == pytest.approx([-157.0, 271.93], abs=0.005)
    assert 1e3 * v["body6_slider.vx"] == pytest.approx(-302.0, abs=0.05)


def test_the_jacobian_is_the_derivative_of_the_constraints(planar, start):
    """14 × 18 with the frame's columns; rows may differ by a factor (the text measures slides by a cross product)."""
    q = with_frame(start.q)
    expected = np.array([np.imag(constraints(q + 1e-30j * column)) / 1e-30 for column in np.eye(18)]).T
    found = planar.jacobian(start.q, ground=True)
    assert found.shape == expected.shape == (14, 18)
    np.testing.assert_allclose(found, factors(found, expected) * expected, atol=1e-12)


def test_gamma_is_minus_the_second_derivative_along_the_motion(planar, start):
    q, v = with_frame(start.q), with_frame(start.v)
    h = 1e-3
    expected = -np.real(constraints(q + h * v) - 2 * constraints(q) + constraints(q - h * v)) / h**2
    jacobian = np.array([np.imag(constraints(q + 1e-30j * column)) / 1e-30 for column in np.eye(18)]).T
    found = planar.gamma(start.q, start.v)
    assert found.shape == (14,)
    factor = factors(planar.jacobian(start.q, ground=True), jacobian)[:, 0]
    np.testing.assert_allclose(found, factor * expected, atol=1e-6)


def factors(found, expected):
    """For each row, how many times `expected` is contained in `found`."""
    return ((found * expected).sum(axis=1) / (expected**2).sum(axis=1))[:, None]


def slider(t):
    """x of slider 6, all angles from the crank's."""
    pin = 1j * PIVOT + CRANK * np.exp(1j * (np.radians(30) + SPEED * t))
    C = ROCKER * pin / abs(pin)
    return C.real - np.sqrt(ROD**2 - (LEVEL - C.imag) ** 2)


def test_driven_by_geometry_and_by_dynamics_it_moves_the_same():
    driven = sn.load(EXAMPLES / "fairbairn_driven.yaml")
    turn = 2 * np.pi / SPEED
    geometry, motion = sn.kinematics(driven, turn), sn.simulate(driven, turn, progress=False)
    for result in (geometry, motion):
        np.testing.assert_allclose(result["body6_slider.x"], slider(result.time), atol=1e-10)
    for name in ("body5_rod.angle", "body6_slider.vx", "body2_rocker.alpha", "motor.effort", "T2.torque", "O.fx"):
        np.testing.assert_allclose(geometry[name], motion[name], atol=1e-7, err_msg=name)
    assert np.ptp(slider(np.linspace(0, turn, 3601))) == pytest.approx(1 / 3, abs=1e-6)


def test_set_free_it_keeps_its_energy():
    result = sn.simulate(sn.load(EXAMPLES / "fairbairn.yaml"), progress=False)
    assert float(result["Q.speed"][0]) == pytest.approx(SPEED)
    assert result.quality().energy_relative < 1e-6
    other = sn.simulate(sn.load(EXAMPLES / "fairbairn.yaml"), method="baumgarte", tolerance=1e-11, progress=False)
    assert float(other["Q.angle"][-1]) == pytest.approx(float(result["Q.angle"][-1]), abs=1e-6)


def test_the_variant_of_the_text_moves_in_the_same_way(planar, start):
    """Other local axes and points, the same mechanism; the tolerance of the runs is 1e-10."""
    other = sn.load(EXAMPLES / "fairbairn_text.yaml")
    twin = sn.assemble(other)
    centres = [0, 1, 3, 4, 6, 7, 9, 10, 12, 13]
    np.testing.assert_allclose(twin.q[centres], start.q[centres], atol=1e-11)
    one, two = (sn.simulate(m, 0.5, progress=False) for m in (planar, other))
    names = [("body2_rocker", "body2"), ("body3_crank", "body3"), ("body6_slider", "body6")]
    for ours, theirs in names:
        for what in ("x", "y", "angle"):
            one_way, another = one[f"{ours}.{what}"].values[-1], two[f"{theirs}.{what}"].values[-1]
            assert another == pytest.approx(one_way, abs=1e-8), (theirs, what)


def test_the_explanation_shows_the_points_of_the_text():
    """ξ + i η of its two tables, in mm and in its order; columns of the frame first."""
    explained = sn.explain(sn.load(EXAMPLES / "fairbairn_text.yaml"), ground=True)
    shown = {one.name: (1e3 * one.symbols["s_i′"], 1e3 * one.symbols["s_j′"]) for one in explained.constraints}
    table = {
        "R12": (0, -250),
        "R13": (300j, -50),
        "R34": (50, 0),
        "R25": (250, 60),
        "R56": (-60, 0),
        "T2": (0, 0),
        "T1": (10 + 500j, 0),
    }
    assert list(shown) == list(table)
    for name, points in table.items():
        assert shown[name] == pytest.approx(points, abs=1e-12), name
    assert explained.jacobian.array.shape == (14, 18)
    assert explained.jacobian.columns[:4] == ["ground.x", "ground.y", "ground.angle", "body2.x"]
