"""Shapes against integrals (sympy, quadrature), and against other shapes that must weigh the same."""

import math
from dataclasses import fields

import numpy as np
import pytest
import sympy as sy
from hypothesis import given
from hypothesis import strategies as st

from snodo.errors import MechanismError
from snodo.mechanism.shapes import shape as module
from snodo.mechanism.shapes.composite import Composite, Part
from snodo.mechanism.shapes.inertia import Inertia
from snodo.mechanism.shapes.material import MATERIALS, density_of
from snodo.mechanism.shapes.plate import Plate
from snodo.mechanism.shapes.round_shape import Cylinder, Disc, Sphere
from snodo.mechanism.shapes.shape import Bar, Box, Particle

ARROW = [(0.0, 0.0), (2.0, 0.5), (0.3, 0.6), (0.5, 2.0), (-0.4, 1.1)]
ARROW_TRIANGLES = [(0, 1, 2), (0, 2, 4), (2, 3, 4)]
size = st.floats(0.05, 3.0)
EXAMPLES = [
    Bar(2.0),
    Bar(2.0, 0.2),
    Bar(2.0, 0.2, 0.1),
    Disc(0.5),
    Disc(0.5, 0.2, 0.1),
    Disc(0.5, 0.5),
    Box((1.0, 2.0)),
    Box((1.0, 2.0, 3.0)),
    Cylinder(0.2, 1.0),
    Cylinder(0.2, 1.0, 0.1),
    Sphere(0.5),
    Sphere(0.5, 0.4),
    Plate(ARROW),
    Plate(ARROW, 0.1),
    Particle(),
    Composite([Part(Box((1.0, 1.0))), Part(Disc(0.2), at=(0.1, 0.1), hole=True)]),
]


def assert_same(a: Inertia, b: Inertia, rel=1e-12):
    assert a.mass == pytest.approx(b.mass, rel=rel)
    np.testing.assert_allclose(a.com, b.com, atol=1e-12)
    np.testing.assert_allclose(a.tensor, b.tensor, rtol=rel, atol=rel * np.abs(b.tensor).max())


def problems_of(make):
    with pytest.raises(MechanismError) as caught:
        make()
    assert all(problem.remedy for problem in caught.value.problems)
    return str(caught.value)


# ---------------------------------------------------------------- against integrals

x, y, z, r, a, b = sy.symbols("x y z r a b")


def integrated(place, jacobian, *limits):
    """Volume and tensor for density one by symbolic integration of the definition."""
    s = sy.Matrix(place)
    integrand = (s.dot(s) * sy.eye(3) - s * s.T) * jacobian
    volume = float(sy.integrate(jacobian, *limits))
    return volume, np.array(integrand.applyfunc(lambda f: sy.integrate(sy.expand(f), *limits)).evalf(), dtype=float)


R, RI, L = sy.Rational(1, 2), sy.Rational(1, 5), sy.Rational(6, 5)
CASES = [
    (Box((1.2, 0.4, 1.0)), ([x, y, z], 1, (x, -L / 2, L / 2), (y, -RI, RI), (z, -R, R))),
    (Bar(1.2, 0.4, 1.0), ([x, y, z], 1, (x, -L / 2, L / 2), (y, -RI, RI), (z, -R, R))),
    (Disc(0.5, 0.2, 1.2), ([r * sy.cos(a), r * sy.sin(a), z], r, (r, RI, R), (a, 0, 2 * sy.pi), (z, -L / 2, L / 2))),
    (
        Cylinder(0.5, 1.2, 0.2),
        ([x, r * sy.cos(a), r * sy.sin(a)], r, (r, RI, R), (a, 0, 2 * sy.pi), (x, -L / 2, L / 2)),
    ),
    (
        Sphere(0.5, 0.2),
        (
            [r * sy.sin(b) * sy.cos(a), r * sy.sin(b) * sy.sin(a), r * sy.cos(b)],
            r**2 * sy.sin(b),
            (r, RI, R),
            (a, 0, 2 * sy.pi),
            (b, 0, sy.pi),
        ),
    ),
]


@pytest.mark.parametrize(("shape", "integral"), CASES, ids=lambda v: type(v).__name__)
def test_solid_is_its_integral(shape, integral):
    volume, tensor = integrated(*integral)
    assert shape.volume() == pytest.approx(volume, rel=1e-13)
    np.testing.assert_allclose(shape.inertia(density=7.0).tensor, 7.0 * tensor, rtol=1e-12, atol=1e-14)


def test_plate_is_the_sum_of_its_triangles():
    """Quadratic integrands over a triangle are exact with the mean over the midpoints of its edges."""
    corners = np.array(ARROW)
    area, places = 0.0, []
    for triangle in ARROW_TRIANGLES:
        A, B, C = corners[list(triangle)]
        size = abs(np.linalg.det(np.column_stack([B - A, C - A]))) / 2
        area += size
        places += [(size / 3, (p + q) / 2) for p, q in [(A, B), (B, C), (C, A)]]
    cloud = [Inertia(m, p) for m, p in places]
    whole = sum(cloud[1:], start=cloud[0])
    plate = Plate(ARROW)
    assert plate.content() == (pytest.approx(area), 2)
    np.testing.assert_allclose(plate.centroid(), whole.com, atol=1e-14)
    assert_same(plate.inertia(mass=area), Inertia(area, (0, 0, 0), whole.tensor))


def test_plate_is_its_integral_on_a_fine_grid():
    n = 1500
    grid = [np.linspace(lo, hi, n, endpoint=False) + (hi - lo) / n / 2 for lo, hi in [(-0.4, 2.0), (0.0, 2.0)]]
    X, Y = np.meshgrid(*grid)
    inside = np.zeros(X.shape, bool)
    for (x0, y0), (x1, y1) in zip(ARROW, ARROW[1:] + ARROW[:1]):
        if y0 != y1:
            inside ^= ((y0 > Y) != (y1 > Y)) & (x0 + (Y - y0) * (x1 - x0) / (y1 - y0) > X)
    X, Y = X[inside], Y[inside]
    plate = Plate(ARROW)
    np.testing.assert_allclose(plate.centroid()[:2], [X.mean(), Y.mean()], atol=1e-4)
    ixx, iyy, ixy = Y.var(), X.var(), -np.cov(X, Y)[0, 1]
    expected = [[ixx, ixy, 0], [ixy, iyy, 0], [0, 0, ixx + iyy]]
    np.testing.assert_allclose(plate.inertia(mass=1.0).tensor, expected, atol=1e-4)


# ---------------------------------------------------------------- textbook numbers


def test_slender_bar():
    np.testing.assert_allclose(Bar(2.0).inertia(mass=3.0).tensor, np.diag([0.0, 1.0, 1.0]))


def test_thin_disc_hoop_and_shells():
    assert Disc(0.5).inertia(mass=2.0).izz == pytest.approx(2.0 * 0.25 / 2)
    assert Disc(0.5, 0.3).inertia(mass=2.0).izz == pytest.approx(2.0 * (0.25 + 0.09) / 2)
    assert Disc(0.5, 0.5).inertia(mass=2.0).izz == pytest.approx(2.0 * 0.25)
    assert Sphere(0.5).inertia(mass=2.0).izz == pytest.approx(0.4 * 2.0 * 0.25)
    assert Sphere(0.5, 0.5).inertia(mass=2.0).izz == pytest.approx(2 / 3 * 2.0 * 0.25)
    assert Cylinder(0.5, 1.0, 0.5).inertia(mass=2.0).tensor[0][0] == pytest.approx(2.0 * 0.25)


def test_particle_turns_for_nothing():
    assert Particle().inertia(mass=2.0) == Inertia(2.0)
    assert Particle().volume() == 0.0


@given(st.floats(1e-9, 1e-3))
def test_thin_wall_approaches_the_shell_without_losing_digits(wall):
    thin, shell = Sphere(1.0, 1.0 - wall), Sphere(1.0, 1.0)
    assert thin.inertia(mass=1.0).izz == pytest.approx(shell.inertia(mass=1.0).izz, rel=2 * wall)
    assert thin.volume() == pytest.approx(shell.content()[0] * wall, rel=2 * wall)


# ---------------------------------------------------------------- shape against shape


@given(size, size, size)
def test_box_is_a_bar_is_a_rectangular_plate(length, w, t):
    box = Box((length, w, t))
    plate = Plate([(1, 5), (1 + length, 5), (1 + length, 5 + w), (1, 5 + w)], thickness=t)
    assert_same(Bar(length, w, t).inertia(density="steel"), box.inertia(density="steel"))
    assert_same(plate.inertia(density="steel"), box.inertia(density="steel"), rel=1e-9)
    np.testing.assert_allclose(plate.centroid(), (1 + length / 2, 5 + w / 2, 0))
    assert plate.extent() == pytest.approx(box.extent())


@given(size, st.floats(0.01, 0.95), size)
def test_hollow_is_the_full_one_less_the_core(radius, fraction, length):
    inner = fraction * radius
    for full, core, hollow in [
        (Cylinder(radius, length), Cylinder(inner, length), Cylinder(radius, length, inner)),
        (Sphere(radius), Sphere(inner), Sphere(radius, inner)),
        (Disc(radius, thickness=length), Disc(inner, thickness=length), Disc(radius, inner, length)),
    ]:
        composite = Composite([Part(core, hole=True), Part(full)])
        assert composite.volume() == pytest.approx(hollow.volume())
        assert_same(composite.inertia(density=1e3), hollow.inertia(density=1e3), rel=1e-9)


def test_polygon_with_many_sides_approaches_the_disc_with_second_order():
    def error(n):
        angle = np.linspace(0, 2 * np.pi, n, endpoint=False)
        plate = Plate(0.5 * np.column_stack([np.cos(angle), np.sin(angle)]), thickness=0.1)
        return np.abs(
            np.subtract(plate.inertia(density=1.0).tensor, Disc(0.5, 0, 0.1).inertia(density=1.0).tensor)
        ).max()

    assert error(400) < 2e-6
    assert error(200) / error(400) == pytest.approx(4.0, rel=0.01)


def test_disc_turned_on_its_side_is_a_cylinder():
    turn = [[0, 0, 1], [0, 1, 0], [-1, 0, 0]]
    assert_same(Disc(0.3, 0.1, 2.0).inertia(mass=2.0).moved(turn), Cylinder(0.3, 2.0, 0.1).inertia(mass=2.0))


@given(st.floats(-math.pi, math.pi), st.floats(-5, 5), st.floats(-5, 5))
def test_plate_turned_and_shifted_weighs_the_same(angle, dx, dy):
    c, s = math.cos(angle), math.sin(angle)
    turn = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    shift = np.array([dx, dy, 0.0])
    there = Plate(np.array(ARROW).dot(turn[:2, :2].T) + shift[:2])
    assert_same(there.inertia(mass=2.0), Plate(ARROW).inertia(mass=2.0).moved(turn), rel=1e-10)
    np.testing.assert_allclose(there.centroid(), turn.dot(Plate(ARROW).centroid()) + shift, atol=1e-12)


def test_plate_does_not_mind_orientation_first_corner_closing_or_distance():
    plate = Plate(ARROW)
    for points in (ARROW[::-1], ARROW[2:] + ARROW[:2], [*ARROW, ARROW[0]], np.array(ARROW)):
        assert_same(Plate(points).inertia(mass=1.0), plate.inertia(mass=1.0))
    far = Plate(np.array(ARROW) + 1e6)
    assert_same(far.inertia(mass=1.0), plate.inertia(mass=1.0), rel=1e-8)
    assert far.content()[0] == pytest.approx(plate.content()[0], rel=1e-9)
    assert Plate([*ARROW, ARROW[0]]) == plate
    assert hash(Plate(ARROW[::-1]))


# ---------------------------------------------------------------- composites


@given(size, size, st.floats(0.1, 0.9))
def test_box_in_two_halves(length, w, cut):
    left, right = Box((cut * length, w, 0.1)), Box(((1 - cut) * length, w, 0.1))
    parts = [Part(left, at=(cut * length / 2, 0.0)), Part(right, at=(cut * length + (1 - cut) * length / 2, 0.0))]
    whole = Composite(parts)
    np.testing.assert_allclose(whole.centroid(), (length / 2, 0, 0), atol=1e-12)
    assert_same(whole.inertia(density="oak"), Box((length, w, 0.1)).inertia(density="oak"), rel=1e-9)
    assert_same(whole.inertia(mass=2.0), Box((length, w)).inertia(mass=2.0) + tilt_of_thickness(2.0, 0.1), rel=1e-9)


def tilt_of_thickness(mass, thickness):
    """What the thickness adds to I_xx and I_yy of a lamina."""
    return Inertia(0.0, (0, 0, 0), np.diag([1.0, 1.0, 0.0]) * mass * thickness**2 / 12)


def test_parts_with_their_own_masses():
    """Dumb-bell: a bar and two particles, by hand."""
    bell = Composite(
        [Part(Bar(2.0), mass=3.0), Part(Particle(), (1, 0), mass=2.0), Part(Particle(), (-1, 0), mass=1.0)]
    )
    assert bell.centroid() == pytest.approx((1 / 6, 0, 0))
    about_middle = 3.0 * 4 / 12 + 2.0 + 1.0
    assert bell.inertia().mass == pytest.approx(6.0)
    assert bell.inertia().izz == pytest.approx(about_middle - 6.0 / 36)
    assert bell.inertia().com == (0, 0, 0)


def test_angle_turns_a_part_about_its_own_centre():
    upright = Composite([Part(Bar(2.0), at=(5, 5), angle=math.pi / 2, mass=3.0)])
    np.testing.assert_allclose(upright.inertia().tensor, np.diag([1.0, 0.0, 1.0]), atol=1e-14)
    np.testing.assert_allclose(upright.outline()[0], [[0, -1], [0, 1]], atol=1e-14)
    assert upright.centroid() == pytest.approx((5, 5, 0))


def test_part_without_a_place_stays_where_it_was_drawn():
    square = Plate([(0, 0), (2, 0), (2, 2), (0, 2)], thickness=0.1)
    holed = Composite([Part(square), Part(Disc(0.5, thickness=0.1), at=(1.0, 1.0), hole=True)])
    assert holed.centroid() == pytest.approx((1, 1, 0))
    assert holed.volume() == pytest.approx(0.1 * (4 - math.pi / 4))
    assert holed.inertia(density=10).izz == pytest.approx(4 * 8 / 12 - math.pi / 4 * 0.125)


def test_mixed_materials_and_numbers():
    rod = Cylinder(0.01, 1.0)
    two = Composite([Part(rod, at=(0.5, 0), density="steel"), Part(rod, at=(-0.5, 0), density=7850.0)])
    assert_same(two.inertia(), Cylinder(0.01, 2.0).inertia(density="steel"))


def test_flat_and_slender_parts_share_a_mass_by_area_and_length():
    frame = Composite([Part(Bar(3.0)), Part(Bar(1.0), at=(1.5, 0.5), angle=math.pi / 2)])
    assert frame.content() == (4.0, 1)
    assert frame.centroid() == pytest.approx((0.375, 0.125, 0))
    ring = Composite([Part(Disc(0.5)), Part(Disc(0.2), hole=True)])
    assert_same(ring.inertia(mass=2.0), Disc(0.5, 0.2).inertia(mass=2.0))


def test_composites_nest():
    ring = Composite([Part(Disc(0.5)), Part(Disc(0.2), hole=True)])
    filled = Composite([Part(ring, at=(1, 0)), Part(Disc(0.2), at=(1, 0))])
    assert_same(filled.inertia(mass=2.0), Disc(0.5).inertia(mass=2.0))
    weighed = Composite([Part(Composite([Part(Disc(0.5), mass=2.0)])), Part(Particle(), mass=1.0)])
    assert weighed.inertia().mass == 3.0
    assert Composite([Part(ring, mass=2.0)]).inertia().izz == pytest.approx(Disc(0.5, 0.2).inertia(mass=2.0).izz)


def test_holes_may_come_before_what_they_are_in():
    disc, box, core = Disc(0.5), Box((2.0, 2.0)), Disc(0.5)
    parts = [Part(core, hole=True), Part(disc, at=(5, 0)), Part(box)]
    assert Composite(parts).content()[0] == pytest.approx(4.0)
    assert_same(Composite(parts).inertia(mass=1.0), Composite(parts[::-1]).inertia(mass=1.0))


# ---------------------------------------------------------------- pictures


def signed_area(ring):
    (x, y), (u, v) = ring[:-1].T, ring[1:].T
    return ((x * v - u * y) / 2).sum()


@pytest.mark.parametrize("shape", EXAMPLES, ids=repr)
def test_outline_lies_within_the_extent_and_is_closed(shape):
    for ring in shape.outline():
        assert ring.shape[1] == 2
        assert np.hypot(*ring.T).max() <= shape.extent() * (1 + 1e-12)
        if len(ring) > 2:
            np.testing.assert_array_equal(ring[0], ring[-1])


@pytest.mark.parametrize(
    ("shape", "area"),
    [
        (Box((1.0, 2.0)), 2.0),
        (Bar(2.0, 0.1), 0.2),
        (Cylinder(0.2, 1.0, 0.1), 0.4),
        (Plate(ARROW[::-1]), Plate(ARROW).content()[0]),
        (Disc(0.5, 0.2), math.pi * 0.21),
        (Sphere(0.5, 0.2), math.pi * 0.25),
        (Composite([Part(Disc(0.2), hole=True), Part(Box((1.0, 1.0)))]), 1.0 - math.pi * 0.04),
        (Composite([Part(Disc(0.2, 0.1), hole=True), Part(Box((1.0, 1.0)))]), 1.0 - math.pi * 0.03),
    ],
    ids=repr,
)
def test_outlines_turn_left_and_holes_right(shape, area):
    assert sum(signed_area(ring) for ring in shape.outline()) == pytest.approx(area, rel=5e-3)


def test_line_and_point():
    np.testing.assert_array_equal(Bar(2.0).outline()[0], [[-1, 0], [1, 0]])
    np.testing.assert_array_equal(Particle().outline()[0], [[0, 0]])
    assert Bar(2.0).extent() == 1.0
    assert Sphere(0.3).extent() == 0.3
    assert Disc(3.0, 0, 8.0).extent() == 5.0
    assert Composite([Part(Sphere(0.3), at=(k, 0, 0)) for k in (-1, 1)]).extent() == pytest.approx(1.3)


@pytest.mark.parametrize("shape", EXAMPLES, ids=repr)
def test_every_shape_is_a_real_body_and_documents_its_fields(shape):
    assert shape.inertia(mass=2.0).problems("it") == []
    assert shape.inertia(mass=2.0).com == (0, 0, 0)
    assert type(shape).__doc__
    for f in fields(shape):
        assert f.metadata["quantity"]
        assert f.metadata["doc"]


# ---------------------------------------------------------------- materials


def test_materials():
    assert density_of("steel") == 7850.0
    assert density_of(" ABS ") == MATERIALS["abs"]
    assert density_of(1234) == 1234.0
    assert density_of(np.float32(2.0)) == 2.0


def test_material_with_a_slip():
    assert "did you mean 'aluminium'?" in problems_of(lambda: density_of("aluminum"))
    assert "known names: steel" in problems_of(lambda: density_of("unobtainium-x"))


@pytest.mark.parametrize("density", [0.0, -1.0, math.nan, math.inf, [1.0]])
def test_bad_density(density):
    assert "density is" in problems_of(lambda: density_of(density))


# ---------------------------------------------------------------- wrong input


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Bar(0.0), "Bar: length is 0.0"),
        (lambda: Bar("long"), "Bar: length is 'long'"),
        (lambda: Bar([1.0, 2.0]), "Bar: length is [1.0, 2.0]"),
        (lambda: Bar(1.0, -0.1), "Bar: width is -0.1"),
        (lambda: Bar(1.0, None), "Bar: width is None"),
        (lambda: Bar(math.inf), "length is inf"),
        (lambda: Disc(math.nan), "Disc: radius is nan"),
        (lambda: Disc(0.5, 0.6), "inner_radius 0.6 m is larger than radius 0.5 m"),
        (lambda: Disc(0.5, thickness=-1.0), "thickness is -1.0"),
        (lambda: Cylinder(0.5, 1.0, 0.6), "Cylinder: inner_radius"),
        (lambda: Sphere(0.5, 0.6), "Sphere: inner_radius"),
        (lambda: Box((1.0,)), "give two or three edges"),
        (lambda: Box(1.0), "size is 1.0"),
        (lambda: Box((1.0, -2.0)), "the size along y is -2.0"),
        (lambda: Box((1.0, "b", 0.0)), "2 problems"),
        (lambda: Plate([(0, 0), (1, 0)]), "2 different points"),
        (lambda: Plate([(0, 0), (1, 0), (0, 0)]), "2 different points"),
        (lambda: Plate([(0, 0, 0), (1, 0, 0), (0, 1, 0)]), "list of corners (x, y)"),
        (lambda: Plate([]), "points is []"),
        (lambda: Plate(np.zeros((0, 2))), "points is"),
        (lambda: Plate("ABC"), "points is 'ABC'"),
        (lambda: Plate([(0, 0), (1, math.nan), (0, 1)]), "finite"),
        (lambda: Plate([(0, 0), (1, 1), (1, 0), (0, 1)]), "the edge (0, 0)–(1, 1) and the edge (1, 0)–(0, 1)"),
        (lambda: Plate([(0, 0), (2, 0), (2, 2), (1, 0), (0, 2)]), "meets itself"),
        (lambda: Plate([(0, 0), (1, 0), (2, 0)]), "meets itself"),
        (lambda: Plate([(0, 0), (1, 0), (1, 0), (1, 1)]), "meets itself"),
        (lambda: Plate([(0, 0), (2, 0), (1, 0), (1, 1)]), "meets itself"),
        (lambda: Plate([(0, 0), (1, 0), (0, 1e-15)]), "lie on one line"),
        (lambda: Plate([(0, 0)], thickness=-1.0), "2 problems"),
        (lambda: Part("disc"), "'disc' is not a shape"),
        (lambda: Part(Disc(1.0), at=(1.0,)), "at is (1.0,)"),
        (lambda: Part(Disc(1.0), at=(1.0, math.nan), angle=math.inf), "2 problems"),
        (lambda: Part(Disc(1.0), angle="right"), "angle is 'right'"),
        (lambda: Part(Disc(1.0), mass=-1.0), "Part (Disc): mass is -1.0"),
        (lambda: Part(Disc(1.0), mass=1.0, density=1.0), "mass 1.0 and density 1.0"),
        (lambda: Part(Disc(1.0), density="steel"), "give a thickness"),
        (lambda: Part(Disc(1.0, thickness=0.1), density="steal"), "did you mean 'steel'?"),
        (lambda: Part(Particle(), density=1.0), "a shape with a volume"),
        (lambda: Composite([]), "there are no parts"),
        (lambda: Composite(Disc(1.0)), "is not a part"),
        (lambda: Composite([Disc(1.0)]), "is not a part"),
        (lambda: Composite([Part(Disc(1.0), mass=1.0), Part(Box((1, 1)))]), "part 2 (Box) has neither"),
        (lambda: Composite([Part(Disc(1.0)), Part(Bar(1.0))]), "there is a line, a flat shape among them"),
        (lambda: Composite([Part(Disc(1.0)), Part(Disc(2.0), hole=True)]), "leave nothing"),
        (lambda: Composite([Part(Disc(1.0)), Part(Disc(1.0), hole=True)]), "leave nothing"),
        (lambda: Composite([Part(Disc(1.0), hole=True)]), "leave nothing"),
        (lambda: Composite([Part(Disc(1.0)), Part(Disc(0.5), at=(9, 0), hole=True)]), "keep every hole inside"),
        (
            lambda: Part(Composite([Part(Disc(1.0), mass=1.0)]), mass=2.0),
            "its parts already have masses, 1 kg in total",
        ),
    ],
)
def test_wrong_shape_is_answered_in_words(make, words):
    assert words in problems_of(make)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Disc(1.0).inertia(), "Disc: neither mass nor density"),
        (lambda: Disc(1.0, 0, 1.0).inertia(mass=1.0, density=1.0), "give exactly one"),
        (lambda: Disc(1.0).inertia(mass=0.0), "mass is 0.0"),
        (lambda: Disc(1.0).inertia(mass="1 kg"), "mass is '1 kg'"),
        (lambda: Disc(1.0, 0, 1.0).inertia(density=0.0), "density is 0.0"),
        (lambda: Bar(1.0, 0.1).inertia(density="steel"), "give a width and a thickness, or the mass"),
        (lambda: Disc(1.0).inertia(density="steel"), "a thickness"),
        (lambda: Box((1.0, 1.0)).inertia(density="steel"), "a third size"),
        (lambda: Cylinder(1.0, 1.0, 1.0).inertia(density=1.0), "smaller than the radius"),
        (lambda: Sphere(1.0, 1.0).inertia(density=1.0), "smaller than the radius"),
        (lambda: Plate(ARROW).inertia(density="steal"), "2 problems"),
        (lambda: Particle().inertia(density=1.0), "a shape with a volume"),
        (lambda: Composite([Part(Disc(1.0))]).inertia(), "Composite: neither mass nor density"),
        (lambda: Composite([Part(Disc(1.0))]).inertia(density=1.0), "parts with a volume"),
        (lambda: Composite([Part(Disc(1.0), mass=1.0)]).inertia(mass=1.0), "either to the parts or to the whole"),
    ],
)
def test_wrong_mass_is_answered_in_words(make, words):
    assert words in problems_of(make)


@pytest.mark.parametrize("base", [module.Shape, module.Block])
def test_a_new_shape_must_answer(base):
    """The bases alone are no shapes."""
    with pytest.raises(TypeError, match="abstract"):
        base()
