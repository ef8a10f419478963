import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial import ConvexHull

from snodo.views.plane.canvas import in_words
from snodo.views.plane.symbols import convex_hull, rounded, zigzag
from snodo.views.round_numbers import round125
from snodo.views.style import mixed

coordinate = st.floats(-10, 10).map(lambda x: round(x, 3))


@given(st.lists(st.tuples(coordinate, coordinate), min_size=3, max_size=30))
def test_hull_has_the_area_of_scipys(points):
    z = np.array([complex(*p) for p in points])
    z = np.concatenate([z, [20.0, 20.5 + 1j, 21.0]])
    hull = convex_hull(z)
    area = 0.5 * (hull[:-1].conj() * hull[1:]).imag.sum()
    np.testing.assert_allclose(area, ConvexHull(np.column_stack([z.real, z.imag])).volume, rtol=1e-9)


def test_a_rounded_bar_has_the_area_of_a_rectangle_and_a_disc():
    bar = rounded([0j, 3.0 + 4j], 0.5)
    area = 0.5 * (bar[:-1].conj() * bar[1:]).imag.sum()
    np.testing.assert_allclose(area, 5 * 1 + np.pi * 0.25, rtol=2e-3)


def test_a_spring_goes_from_end_to_end():
    a, b = zigzag(0.01, 0.4)
    for length in (0.1, 0.4):
        z = a + b * length
        assert z[0] == 0
        assert z[-1] == length
        assert np.all(np.diff(z.real) > 0)


def test_scales_are_round():
    assert [round125(x) for x in (0.099, 0.1, 0.34, 0.7, 1234.0)] == [0.05, 0.1, 0.2, 0.5, 1000.0]
    assert [in_words(x) for x in (2e-5, 0.05, 0.5, 2.0, 5000.0)] == ["20 µm", "50 mm", "500 mm", "2 m", "5 km"]


def test_colours_mix():
    assert mixed("#000000", "#FFFFFF", 0.0) == "#000000"
    assert mixed("#000000", "#FFFFFF", 1.0) == "#FFFFFF"
    assert mixed("#102030", "#304050", 0.5) == "#203040"
