"""Rotation against scipy.spatial.transform.Rotation, and against what it promises where SciPy gives no answer."""

from __future__ import annotations

import copy
import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation as Scipy
from scipy.spatial.transform import Slerp

import snodo as sn
from snodo.errors import MechanismError
from snodo.math.euler_angles import SEQUENCES
from snodo.math.rotation import GimbalLockWarning, Rotation

N = 300
number = st.floats(-5.0, 5.0)
vectors = st.tuples(number, number, number)


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(20020)


def scipy_of(R: Rotation) -> Scipy:
    return Scipy.from_quat(np.roll(R.p, -1, axis=-1))


def assert_same(R: Rotation, S: Scipy, error: float = 4e-15) -> None:
    np.testing.assert_allclose(R.as_matrix(), S.as_matrix(), rtol=0, atol=error)


# ---------------------------------------------------------------- made from, turned into
def test_rotation_vectors(rng) -> None:
    v = rng.normal(size=(N, 3)) * rng.choice([1e-200, 1e-9, 1e-3, 1.0, 10.0], size=(N, 1))
    R, S = Rotation.from_rotation_vector(v), Scipy.from_rotvec(v)
    assert_same(R, S)
    np.testing.assert_allclose(R.as_rotation_vector(), S.as_rotvec(), rtol=1e-14, atol=4e-15)


def test_tiny_rotation_vectors_keep_their_digits() -> None:
    for size in (1e-300, 1e-160, 1e-12):
        v = np.array([0.6, 0.0, -0.8]) * size
        np.testing.assert_allclose(Rotation.from_rotation_vector(v).as_rotation_vector(), v, rtol=1e-15)


def test_axis_and_angle(rng) -> None:
    axis, angle = rng.normal(size=(N, 3)), rng.uniform(-3, 3, N)
    u = axis / np.linalg.norm(axis, axis=1)[:, None]
    R = Rotation.from_axis_angle(axis, angle)
    assert_same(R, Scipy.from_rotvec(u * angle[:, None]))
    found, turned = R.as_axis_angle()
    np.testing.assert_allclose(turned, np.abs(angle), atol=1e-14)
    np.testing.assert_allclose(found, u * np.sign(angle)[:, None], atol=1e-12)
    assert Rotation.from_axis_angle("-z", "90 deg").apply((1, 0, 0)) == pytest.approx([0, -1, 0])
    assert Rotation.from_axis_angle([[1, 0, 0], [0, 1, 0]], "30 deg").shape == (2,)


def test_no_rotation_is_one_by_zero_about_z() -> None:
    axis, angle = Rotation.identity().as_axis_angle()
    assert axis.tolist() == [0.0, 0.0, 1.0]
    assert angle == 0.0


def test_quaternions_and_euler_parameters(rng) -> None:
    q = rng.normal(size=(N, 4))
    R, S = Rotation.from_quaternion(q), Scipy.from_quat(q)
    assert_same(R, S)
    np.testing.assert_allclose(R.as_quaternion(), S.as_quat(canonical=True), atol=1e-15)
    np.testing.assert_allclose(R.as_euler_parameters(), S.as_quat(canonical=True)[:, [3, 0, 1, 2]], atol=1e-15)
    np.testing.assert_allclose(R.p, np.roll(S.as_quat(), 1, axis=1), atol=1e-15)  # the sign as it was given
    assert_same(Rotation.from_euler_parameters(np.roll(q, 1, axis=1)), S)
    assert Rotation.from_euler_parameters((1e-200, 0, 0, 1e-200)).magnitude() == pytest.approx(np.pi / 2)


def test_matrices(rng) -> None:
    S = Scipy.from_quat(rng.normal(size=(N, 4)))
    A = S.as_matrix()
    assert_same(Rotation.from_matrix(A), S)
    for half_turn in (np.diag([1, -1, -1]), np.diag([-1, 1, -1]), np.diag([-1, -1, 1])):
        assert np.array_equal(Rotation.from_matrix(half_turn).as_matrix(), half_turn)
    rounded = np.round(A, 7)
    nearest = Rotation.from_matrix(rounded).as_matrix()
    U, _, V = np.linalg.svd(rounded)
    np.testing.assert_allclose(nearest, U @ V, atol=4e-15)


@pytest.mark.parametrize("sequence", SEQUENCES)
def test_euler_angles(sequence, rng) -> None:
    angles = rng.uniform(-3.1, 3.1, (N, 3))
    R, S = Rotation.from_euler_angles(sequence, angles), Scipy.from_euler(sequence, angles)
    assert_same(R, S)
    found, expected = R.as_euler_angles(sequence), S.as_euler(sequence)
    np.testing.assert_allclose(found, expected, atol=1e-12)
    assert_same(Rotation.from_euler_angles(sequence, found), S)
    assert not R.gimbal_lock(sequence).any()


@pytest.mark.parametrize("sequence", SEQUENCES)
@pytest.mark.parametrize("end", [0, 1])
def test_gimbal_lock(sequence, end) -> None:
    middle = end * np.pi if sequence[0] == sequence[2] else (end - 0.5) * np.pi
    R = Rotation.from_euler_angles(sequence, [0.4, middle, -1.1])
    assert R.gimbal_lock(sequence)
    with pytest.warns(GimbalLockWarning, match="third angle is set to zero"):
        angles = R.as_euler_angles(sequence)
    assert angles[2] == 0.0
    assert_same(Rotation.from_euler_angles(sequence, angles), scipy_of(R))
    for near in (1e-11, 1e-9, 1e-6):  # not at lock: no digit of the rotation is lost
        beside = Rotation.from_euler_angles(sequence, [0.4, middle + near, -1.1])
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            again = Rotation.from_euler_angles(sequence, beside.as_euler_angles(sequence))
        assert_same(again, scipy_of(beside))


def test_gimbal_lock_of_some_says_how_many() -> None:
    R = Rotation.from_euler_angles("ZXZ", [[0.1, 0.2, 0.3], [0.1, 0.0, 0.3]])
    with pytest.warns(GimbalLockWarning, match="in 1 of 2 rotations"):
        R.as_euler_angles("ZXZ")
    assert R.gimbal_lock("ZXZ").tolist() == [False, True]


def test_angles_with_units() -> None:
    R = Rotation.from_euler_angles("ZXZ", ["30 deg", 0.2, "0.1 rev"])
    assert_same(R, Scipy.from_euler("ZXZ", [np.radians(30), 0.2, 0.2 * np.pi]))
    many = Rotation.from_euler_angles("xyz", [["30 deg", 0, 0], [0, "90°", 0]])
    assert_same(many, Scipy.from_euler("xyz", [[30, 0, 0], [0, 90, 0]], degrees=True))


@given(vectors, vectors)
def test_two_vectors(a, b) -> None:
    if np.linalg.norm(a) < 1e-3 or np.linalg.norm(b) < 1e-3:
        return
    a, b = np.array(a) / np.linalg.norm(a), np.array(b) / np.linalg.norm(b)
    R = Rotation.from_two_vectors(3 * a, 0.2 * b)
    np.testing.assert_allclose(R.apply(a), b, atol=2e-15)
    angle = 2 * np.arctan2(np.linalg.norm(a - b), np.linalg.norm(a + b))
    assert R.magnitude() == pytest.approx(angle, abs=1e-7)


def test_opposite_vectors(rng) -> None:
    a = rng.normal(size=(N, 3))
    a /= np.linalg.norm(a, axis=1)[:, None]
    for b in (-a, -a + 1e-9 * rng.normal(size=(N, 3)), -a + 1e-14 * rng.normal(size=(N, 3))):
        np.testing.assert_allclose(
            Rotation.from_two_vectors(a, b).apply(a), b / np.linalg.norm(b, axis=1)[:, None], atol=2e-15
        )
    assert Rotation.from_two_vectors("x", "-x").magnitude() == pytest.approx(np.pi)


# ---------------------------------------------------------------- algebra
def test_product_inverse_apply_and_magnitude(rng) -> None:
    R, Q = Rotation.random(rng, N), Rotation.random(rng, N)
    S, T = scipy_of(R), scipy_of(Q)
    v = rng.normal(size=(N, 3))
    assert_same(R * Q, S * T)
    assert_same(R.inverse(), S.inv())
    np.testing.assert_allclose(R.apply(v), S.apply(v), atol=1e-14)
    np.testing.assert_allclose(R.inverse().apply(R.apply(v)), v, atol=1e-14)
    np.testing.assert_allclose(R.magnitude(), S.magnitude(), atol=1e-14)
    assert R.is_close(Rotation.from_euler_parameters(-R.p)).all()
    assert not R.is_close(Q).any()


def test_interpolation(rng) -> None:
    for _ in range(20):
        R, Q = Rotation.random(rng), Rotation.random(rng)
        t = np.linspace(0, 1, 7)
        slerp = Slerp([0, 1], Scipy.concatenate([scipy_of(R), scipy_of(Q)]))
        assert_same(R.interpolate(Q, t), slerp(t), 1e-14)


def test_mean(rng) -> None:
    for n in (1, 2, 20):
        R, w = Rotation.random(rng, n), rng.uniform(0.1, 2.0, n)
        assert_same(R.mean(), scipy_of(R).mean(), 1e-12)
        assert_same(R.mean(w), scipy_of(R).mean(w), 1e-12)


def test_random_is_even() -> None:
    """The angle has the density (1 − cos θ)/π, the image of any vector is even on the sphere."""
    R = Rotation.random(7, 40_000)
    assert R.magnitude().mean() == pytest.approx(np.pi / 2 + 2 / np.pi, abs=0.02)
    np.testing.assert_allclose(R.as_matrix().mean(axis=0), 0, atol=0.02)
    assert R[:3].is_close(Rotation.random(np.random.default_rng(7), 40_000)[:3]).all()


# ---------------------------------------------------------------- rates
def test_rates_against_differences(rng) -> None:
    """A turn at constant speed w in the world after one that accelerates by 2 a in the body: differences of p."""
    R = Rotation.random(rng)
    w, a = rng.normal(size=3), rng.normal(size=3)

    def at(t: float) -> Rotation:
        return Rotation.from_rotation_vector(w * t) * R * Rotation.from_rotation_vector(a * t * t)

    h = 1e-4
    before, now, after = at(-h).p, at(0.0).p, at(h).p
    p = [s * np.sign(s @ now) for s in (before, after)]
    p_dot, p_ddot = (p[1] - p[0]) / (2 * h), (p[1] - 2 * now + p[0]) / h**2
    still = at(0.0)
    np.testing.assert_allclose(still.angular_velocity(p_dot), w, atol=1e-7)
    np.testing.assert_allclose(still.angular_velocity(p_dot, "body"), still.inverse().apply(w), atol=1e-7)
    np.testing.assert_allclose(still.angular_acceleration(p_ddot), 2 * R.apply(a), atol=1e-6)
    np.testing.assert_allclose(still.angular_acceleration(p_ddot, axes="body"), 2 * a, atol=1e-6)


@pytest.mark.parametrize("axes", ["world", "body"])
def test_rates_there_and_back(axes, rng) -> None:
    R, w, a = Rotation.random(rng, N), rng.normal(size=(N, 3)), rng.normal(size=(N, 3))
    p_dot, p_ddot = R.rate(w, axes), R.second_rate(w, a, axes)
    np.testing.assert_allclose(R.angular_velocity(p_dot, axes), w, atol=2e-15)
    np.testing.assert_allclose(R.angular_acceleration(p_ddot, axes), a, atol=4e-15)
    np.testing.assert_allclose(np.sum(R.p * p_dot, axis=-1), 0, atol=2e-15)
    np.testing.assert_allclose(np.sum(R.p * p_ddot + p_dot**2, axis=-1), 0, atol=8e-15)


# ---------------------------------------------------------------- as a value and as an array
def test_it_never_changes() -> None:
    given = np.array([1.0, 0, 0, 0])
    R = Rotation.from_euler_parameters(given)
    given[0] = 5
    assert R.p[0] == 1.0
    with pytest.raises(AttributeError):
        R.p = given
    with pytest.raises(ValueError, match="read-only"):
        R.p[0] = 2.0
    assert copy.deepcopy(R).is_close(R)


def test_leading_axes() -> None:
    R = Rotation.random(0, (2, 3))
    assert R.shape == (2, 3)
    assert len(R) == 2
    assert [row.shape for row in R] == [(3,), (3,)]
    assert R[1, 2].is_close(R[1][2])
    assert R.apply(np.zeros((4, 2, 3, 3))).shape == (4, 2, 3, 3)
    assert (R * Rotation.identity()).shape == (2, 3)
    assert R.as_matrix().shape == (2, 3, 3, 3)
    assert repr(R) == "2 × 3 rotations"
    assert repr(sn.Rotation.from_axis_angle("z", "30 deg")) == "Rotation by 30° about (0, 0, 1)"


# ---------------------------------------------------------------- what cannot be a rotation
@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: Rotation.from_euler_parameters([0, 0, 0, 0]), "the zero vector has no direction"),
        (lambda: Rotation.from_euler_parameters([1, 0, 0]), "is not 4 numbers"),
        (lambda: Rotation.from_euler_parameters([np.nan, 0, 0, 1]), "is not finite"),
        (lambda: Rotation.from_quaternion("abcd"), "is not 4 numbers"),
        (lambda: Rotation.from_axis_angle([0, 0, 0], 1.0), "axis: the zero vector has no direction"),
        (lambda: Rotation.from_axis_angle("w", 1.0), "'w' is not a direction"),
        (lambda: Rotation.from_axis_angle("x", "1 m"), "is a length where an angle"),
        (lambda: Rotation.from_axis_angle(np.eye(3), [1.0, 2.0]), "axis and angle: 3 and 2 do not fit"),
        (lambda: Rotation.from_rotation_vector([np.inf, 0, 0]), "is not finite"),
        (lambda: Rotation.from_matrix(2 * np.eye(3)), r"\|AᵀA − 1\| = 3, det A = 8"),
        (lambda: Rotation.from_matrix(np.diag([1, 1, -1])), "it is a reflection"),
        (lambda: Rotation.from_matrix([np.eye(3), np.ones((3, 3))]), "1 of 2 matrices"),
        (lambda: Rotation.from_matrix(np.full((3, 3), 1e200)), "is not a rotation matrix"),
        (lambda: Rotation.from_matrix(np.eye(2)), "is not 3 × 3 numbers"),
        (lambda: Rotation.from_euler_angles("xxy", [0, 0, 0]), "no letter twice"),
        (lambda: Rotation.from_euler_angles("xYz", [0, 0, 0]), "is not a sequence"),
        (lambda: Rotation.from_euler_angles("xyz", [0, 0]), "is not 3 numbers"),
        (lambda: Rotation.from_euler_angles("xyz", ["30 mm", 0, 0]), "is a length"),
        (lambda: Rotation.from_two_vectors("x", (0, 0, 0)), "end: the zero vector has no direction"),
        (lambda: Rotation.random("seed"), "is not a random generator"),
        (lambda: Rotation.identity(3) * Rotation.identity(2), "rotations: 3 and 2 do not fit"),
        (lambda: Rotation.identity(3).apply(np.ones((2, 3))), "rotations and vectors"),
        (lambda: Rotation.identity().interpolate(np.eye(3), 0.5), "is not a Rotation"),
        (lambda: Rotation.identity().rate([1, 0, 0], axes="wolrd"), "choose axes="),
        (lambda: Rotation.identity(2).mean([1, -1]), "none negative"),
        (lambda: Rotation.identity(0).mean(), "no rotations"),
    ],
)
def test_errors(make, said) -> None:
    with pytest.raises(MechanismError, match=said):
        make()


def test_arrays_do_not_swallow_rotations() -> None:
    with pytest.raises(TypeError):
        np.ones(3) * Rotation.identity()
    with pytest.raises(TypeError):
        Rotation.identity() * np.ones(3)
    with pytest.raises(TypeError, match="no length"):
        len(Rotation.identity())


@given(st.lists(st.floats(allow_nan=True, allow_infinity=True), min_size=4, max_size=4))
@settings(max_examples=200)
def test_any_four_numbers_are_a_rotation_or_an_error(numbers) -> None:
    try:
        R = Rotation.from_euler_parameters(numbers)
    except MechanismError:
        return
    assert np.isfinite(R.as_matrix()).all()
    assert abs(np.linalg.det(R.as_matrix()) - 1) < 1e-14


# ---------------------------------------------------------------- E, G, Ȧ, Ä
def turning(t: float) -> sn.Rotation:
    """A smooth motion about a changing axis, whose p are continuous."""
    return sn.Rotation.from_axis_angle("z", 1.3 * t) * sn.Rotation.from_axis_angle((1, 2, 2), 0.4 + t * t)


def spinning(t: float) -> tuple[np.ndarray, np.ndarray]:
    """Its ω and α in world axes, by hand: ω = 1.3 z + 2 t A_z u, α = 2 A_z u + 1.3 z × 2 t A_z u."""
    u = sn.Rotation.from_axis_angle("z", 1.3 * t).apply(np.array([1, 2, 2]) / 3)
    z = np.array([0.0, 0.0, 1.3])
    return z + 2 * t * u, 2 * u + np.cross(z, 2 * t * u)


def differences(f, t: float, h: float = 1e-4) -> np.ndarray:
    """f′ with an error of h⁴: 1e-16, and rounding 1e-16 / h = 1e-12."""
    return (8 * (f(t + h) - f(t - h)) - (f(t + 2 * h) - f(t - 2 * h))) / (12 * h)


@pytest.mark.parametrize("axes", ["world", "body"])
def test_rates_of_the_matrices_are_their_derivatives(axes: str) -> None:
    t = 0.7
    R, (w, a) = turning(t), spinning(t)
    if axes == "body":
        w, a = R.inverse().apply(w), R.inverse().apply(a)
    np.testing.assert_allclose(R.E_rate(w, axes), differences(lambda t: turning(t).E, t), atol=1e-11)
    np.testing.assert_allclose(R.G_rate(w, axes), differences(lambda t: turning(t).G, t), atol=1e-11)
    np.testing.assert_allclose(R.matrix_rate(w, axes), differences(lambda t: turning(t).as_matrix(), t), atol=1e-11)
    second = differences(lambda t: turning(t).matrix_rate(spinning(t)[0]), t)
    np.testing.assert_allclose(R.matrix_second_rate(w, a, axes), second, atol=1e-10)


def test_arrays_of_rotations_have_arrays_of_matrices() -> None:
    many, w = sn.Rotation.random(3, (2, 5)), np.random.default_rng(4).normal(size=(2, 5, 3))
    assert many.E.shape == many.G.shape == many.E_rate(w).shape == (2, 5, 3, 4)
    assert many.matrix_rate(w[0, 0]).shape == sn.tilde(w).shape == (2, 5, 3, 3)
    for k in np.ndindex(2, 5):
        np.testing.assert_allclose(many.E[k], many[k].E, atol=1e-14)
        np.testing.assert_allclose(many.matrix_rate(w, "body")[k], many[k].matrix_rate(w[k], "body"), atol=1e-14)
        np.testing.assert_allclose(sn.tilde(w)[k] @ [1, 2, 3], np.cross(w[k], [1, 2, 3]), atol=1e-14)


def test_rates_refuse_what_is_no_vector_and_no_axes() -> None:
    with pytest.raises(sn.MechanismError, match="axes='local' is not known"):
        sn.Rotation.identity().matrix_rate((0, 0, 1), axes="local")
    with pytest.raises(sn.MechanismError, match="omega"):
        sn.Rotation.identity().G_rate((0, 1))
    with pytest.raises(sn.MechanismError, match=r"a: .* is not 3 numbers"):
        sn.tilde((1, 2))
