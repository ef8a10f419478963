"""Inertia against the definition: sums over clouds of particles, for which I_P = Σ m (sᵀs 1 − s sᵀ)."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

import snodo
from snodo.errors import MechanismError
from snodo.mechanism.shapes.inertia import Inertia

coordinate = st.floats(-3.0, 3.0)
points = st.tuples(coordinate, coordinate, coordinate)
clouds = st.lists(st.tuples(st.floats(0.01, 5.0), points), min_size=1, max_size=6)
rotations = points.map(lambda v: Rotation.from_rotvec(v).as_matrix())


def tensor_of(cloud, point):
    total = np.zeros((3, 3))
    for mass, place in cloud:
        x, y, z = np.subtract(place, point)
        total += mass * np.array(
            [[y * y + z * z, -x * y, -x * z], [-x * y, x * x + z * z, -y * z], [-x * z, -y * z, x * x + y * y]]
        )
    return total


def inertia_of(cloud):
    mass = sum(m for m, _ in cloud)
    com = sum(m * np.array(place) for m, place in cloud) / mass
    return Inertia(mass, com, tensor_of(cloud, com))


def assert_same(a, b):
    assert a.mass == pytest.approx(b.mass, rel=1e-12)
    np.testing.assert_allclose(a.com, b.com, atol=1e-11)
    np.testing.assert_allclose(a.tensor, b.tensor, atol=1e-9)


@given(clouds, points)
def test_about_any_point_is_the_sum_over_the_particles(cloud, point):
    np.testing.assert_allclose(inertia_of(cloud).about(point), tensor_of(cloud, point), atol=1e-9)


@given(clouds, clouds)
def test_sum_of_two_clouds_is_the_cloud_of_all_their_particles(a, b):
    assert_same(inertia_of(a) + inertia_of(b), inertia_of(a + b))


@given(clouds, clouds)
def test_taking_away_undoes_adding(a, b):
    whole = inertia_of(a) + inertia_of(b)
    assert_same(whole + inertia_of(b).scaled(-1.0), inertia_of(a))


@given(clouds, rotations, points)
def test_moved_is_the_inertia_of_the_moved_particles(cloud, R, t):
    moved = [(m, R.dot(place) + t) for m, place in cloud]
    assert_same(inertia_of(cloud).moved(R, t), inertia_of(moved))


@given(clouds, rotations, points)
def test_moving_there_and_back_changes_nothing_and_principal_moments_never_change(cloud, R, t):
    body = inertia_of(cloud)
    there = body.moved(R, t)
    assert_same(there.moved(R.T, -R.T.dot(t)), body)
    np.testing.assert_allclose(there.principal()[0], body.principal()[0], atol=1e-9)


@given(clouds)
def test_principal_axes_are_right_handed_and_diagonalise_the_tensor(cloud):
    body = inertia_of(cloud)
    moments, axes = body.principal()
    A = axes.as_matrix()
    assert (np.diff(moments) >= 0).all()
    np.testing.assert_allclose(A.dot(np.diag(moments)).dot(A.T), body.tensor, atol=1e-6)
    turned = Inertia(body.mass, (0, 0, 0), np.diag(moments)).moved(axes)
    np.testing.assert_allclose(turned.tensor, body.tensor, atol=1e-6)


@pytest.mark.parametrize(
    ("diagonal", "axes"),
    [
        ((1, 2, 2.5), [[1, 0, 0], [0, 1, 0], [0, 0, 1]]),
        ((2.5, 2, 1), [[0, 0, -1], [0, 1, 0], [1, 0, 0]]),
        ((2, 2, 2), np.eye(3)),
        ((2, 2, 1), [[0, 1, 0], [0, 0, 1], [1, 0, 0]]),
        ((1, 1, 2), np.eye(3)),
        ((0, 0, 0), np.eye(3)),
    ],
)
def test_principal_axes_of_diagonal_tensors_are_body_axes_and_rounding_does_not_turn_them(diagonal, axes):
    rng = np.random.default_rng(0)
    for size in (0.0, 1e-16, 1e-12):
        noise = size * rng.normal(size=(3, 3))
        moments, found = Inertia(1.0, (0, 0, 0), np.diag(diagonal) + (noise + noise.T) * any(diagonal)).principal()
        np.testing.assert_allclose(moments, sorted(diagonal), atol=1e-11)
        np.testing.assert_allclose(found.as_matrix(), axes, atol=1e-11)


@given(rotations)
def test_principal_axes_of_a_symmetric_top_in_any_attitude(R):
    for moments, lone in (((1.0, 1.0, 1.5), 2), ((1.0, 2.0, 2.0), 0)):
        body = Inertia(1.0, (0, 0, 0), np.diag(moments)).moved(R)
        found = body.principal()[1].as_matrix()
        assert abs(found[:, lone] @ R[:, lone]) == pytest.approx(1.0, abs=1e-12)
        np.testing.assert_allclose(found @ np.diag(moments) @ found.T, body.tensor, atol=1e-12)


@pytest.mark.parametrize(
    ("tensor", "said"), [(np.full((3, 3), np.nan), "finite"), ([[1, 0.1, 0], [0, 1, 0], [0, 0, 1]], "I_xy = 0.1")]
)
def test_principal_axes_of_what_is_no_tensor(tensor, said):
    with pytest.raises(MechanismError, match=said):
        Inertia(1.0, (0, 0, 0), tensor).principal()


def test_a_rotation_moves_as_its_matrix_does():
    turn = snodo.Rotation.from_axis_angle((1, 2, 3), "40 deg")
    body = Inertia(1.0, (0.1, 0.2, 0.3), np.diag([1, 2, 2.5]))
    assert_same(body.moved(turn, (1, 0, 0)), body.moved(turn.as_matrix(), (1, 0, 0)))


@given(clouds)
@settings(max_examples=50)
def test_every_cloud_is_a_real_body(cloud):
    assert inertia_of(cloud).problems("cloud") == []


def test_sum_does_not_depend_on_the_order():
    a, b, c = (Inertia.planar(m, (x, -x), m * 0.1) for m, x in [(1, 0.3), (2, -0.4), (0.5, 2.0)])
    assert_same((a + b) + c, a + (c + b))


def test_planar_body_obeys_the_plate_theorem():
    body = Inertia.planar(2.0, (0.1, 0.2), 0.6)
    assert body == Inertia(2.0, (0.1, 0.2, 0.0), ((0.3, 0, 0), (0, 0.3, 0), (0, 0, 0.6)))
    assert body.izz == 0.6
    assert body.problems("plate") == []
    assert body.about((0.0, 0.0))[2, 2] == pytest.approx(0.6 + 2.0 * 0.05)


def test_inertia_is_a_value():
    a = Inertia(1, [0, 1], np.eye(3))
    assert a == Inertia(1.0, (0.0, 1.0, 0.0), np.eye(3).tolist())
    assert len({a, Inertia(1, (0, 1, 0), np.eye(3))}) == 1


def test_scaled_multiplies_mass_and_tensor():
    assert Inertia(1, (1, 2, 3), np.eye(3)).scaled(3) == Inertia(3, (1, 2, 3), 3 * np.eye(3))


def test_massless_rotors_add():
    rotor = Inertia(0.0, (1.0, 0.0), np.diag([1.0, 1.0, 2.0]))
    assert rotor + rotor == Inertia(0.0, (1.0, 0.0), np.diag([2.0, 2.0, 4.0]))


def test_cancelling_masses_have_no_centre():
    with pytest.raises(MechanismError, match=r"2 kg and -2 kg cancel"):
        Inertia(2.0) + Inertia(-2.0, (1, 0, 0))


def test_particle_has_no_problems():
    assert Inertia(1.0).problems("bob") == []


@pytest.mark.parametrize("mass", [0.0, -1.0, np.inf, np.nan])
def test_bad_mass(mass):
    (problem,) = Inertia(mass).problems("crank")
    assert problem.what.startswith("crank: the mass is")
    assert "positive" in problem.remedy


def test_bad_centre_of_mass():
    (problem,) = Inertia(1.0, (np.nan, 0, 0)).problems("crank")
    assert problem.what == "crank: the centre of mass is (nan, 0, 0) m"


@pytest.mark.parametrize(
    ("tensor", "words"),
    [
        (np.diag([1.0, np.nan, 1.0]), "inertia tensor is"),
        ([[1, 0.1, 0], [0.2, 1, 0], [0, 0, 1]], "not symmetric: I_xy = 0.1, I_yx = 0.2"),
        (np.diag([-1.0, 1.0, 1.0]), r"negative: (-1, 1, 1)"),
        ([[1, 2, 0], [2, 1, 0], [0, 0, 2]], "negative: (-1, 2, 3)"),
        (np.diag([1.0, 4.0, 2.0]), "1 + 2 < 4"),
    ],
)
def test_bad_tensor(tensor, words):
    (problem,) = Inertia(1.0, (0, 0, 0), tensor).problems("coupler")
    assert problem.what.startswith("coupler: ")
    assert words in problem.what
    assert problem.remedy


def test_all_problems_come_at_once():
    assert len(Inertia(-1.0, (np.inf, 0, 0), np.diag([1.0, 1.0, 3.0])).problems("x")) == 3


def test_table_rounding_is_forgiven():
    assert Inertia(1.0, (0, 0, 0), np.diag([0.123456, 0.123457, 0.2469131])).problems("x") == []


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Inertia("heavy"), "the mass is 'heavy'"),
        (lambda: Inertia(1.0, (1, 2, 3, 4)), "give 2 or 3 numbers"),
        (lambda: Inertia(1.0, (0, 0, 0), [1, 2, 3]), "give 3×3 numbers"),
        (lambda: Inertia(1.0, (0, 0, 0), [[1, 2], [3]]), "the inertia tensor is"),
        (lambda: Inertia.planar(1.0, (0, 0), (1, 2)), "give one number"),
        (lambda: Inertia(1.0).about((1,)), "the point is"),
        (lambda: Inertia(1.0).moved(2 * np.eye(3)), "det R = 8"),
        (lambda: Inertia(1.0).moved(np.diag([1, 1, -1])), "det R = -1"),
        (lambda: Inertia(1.0).moved(np.full((3, 3), np.inf)), "is not one"),
        (lambda: Inertia(1.0).moved(np.eye(3), (1,)), "the translation is"),
    ],
)
def test_wrong_input_is_answered_in_words(make, words):
    with pytest.raises(MechanismError) as caught:
        make()
    assert words in str(caught.value)
