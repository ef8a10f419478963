"""The sums over triangles against shapes whose integrals are known, against random points, and their refusals."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial import ConvexHull

from snodo.math.rotation import Rotation
from snodo.mechanism.shapes.polyhedron import Polyhedron
from snodo.mechanism.shapes.shape import Box

BOX = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)], dtype=float)
BOX_FACES = np.array(
    [
        [0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1],
        [2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4], [1, 5, 7], [1, 7, 3],
    ]
)  # fmt: skip


def box(size=(1.0, 1.0, 1.0), at=(0.0, 0.0, 0.0), turn: Rotation | None = None) -> Polyhedron:
    corners = (BOX - 0.5) * size
    return Polyhedron((corners if turn is None else turn.apply(corners)) + at, BOX_FACES)


def several(*parts: Polyhedron) -> Polyhedron:
    starts = np.cumsum([0, *(len(p.corners) for p in parts)])
    triangles = [p.triangles + start for p, start in zip(parts, starts)]
    return Polyhedron(np.concatenate([p.corners for p in parts]), np.concatenate(triangles))


def inside_out(p: Polyhedron) -> Polyhedron:
    return Polyhedron(p.corners, p.triangles[:, ::-1])


def said(p: Polyhedron) -> str:
    return " ".join(f"{problem.what} {problem.remedy}" for problem in p.problems)


def test_a_box_in_any_place_and_attitude_is_the_box() -> None:
    size, at, turn = (0.3, 0.2, 0.7), np.array([1.0, -2.0, 0.4]), Rotation.random(2)
    V, c, S = box(size, at, turn).moments
    A = turn.as_matrix()
    assert pytest.approx(0.042, rel=1e-14) == V
    np.testing.assert_allclose(c, at, atol=1e-15)
    np.testing.assert_allclose(S, A @ Box(size=size).spread() @ A.T, atol=1e-16)
    assert said(box(size, at, turn)) == ""


@given(st.integers(0, 2**31))
def test_hulls_of_random_points_are_the_sums_of_their_simplices(seed) -> None:
    """Fan of tetrahedra from an inner point, each integrated over its corners and middle (exact for degree two)."""
    rng = np.random.default_rng(seed)
    hull = ConvexHull(rng.normal(size=(12, 3)))
    triangles, inner = hull.simplices.copy(), hull.points[hull.vertices].mean(axis=0)
    outward = np.einsum("ij,ij->i", np.cross(*[hull.points[triangles[:, k]] - inner for k in (0, 1)]),
                        hull.points[triangles[:, 2]] - inner)  # fmt: skip
    triangles[outward < 0] = triangles[outward < 0][:, ::-1]
    V, first, second = 0.0, np.zeros(3), np.zeros((3, 3))
    for t in triangles:
        tetra = np.vstack([hull.points[t], inner])
        v = abs(np.linalg.det(tetra[:3] - inner)) / 6
        middle = tetra.mean(axis=0)
        V += v
        first += v * middle
        second += v * (0.05 * tetra.T @ tetra + 0.8 * np.outer(middle, middle))
    found = Polyhedron(hull.points, triangles).moments
    assert hull.volume == pytest.approx(found[0], rel=1e-12)
    assert pytest.approx(found[0], rel=1e-12) == V
    np.testing.assert_allclose(found[1], first / V, atol=1e-12)
    np.testing.assert_allclose(found[2], second / V - np.outer(first, first) / V**2, atol=1e-11)


def test_a_cavity_is_taken_away() -> None:
    hollow = several(box((2, 2, 2)), inside_out(box((1, 1, 1), at=(0.2, 0, 0))))
    assert said(hollow) == ""
    V, c, _ = hollow.moments
    assert pytest.approx(7.0) == V
    np.testing.assert_allclose(c, [-0.2 / 7, 0, 0], atol=1e-15)


def test_a_hole_is_found_with_its_place() -> None:
    p = box()
    text = said(Polyhedron(p.corners, p.triangles[1:]))
    assert "not closed: 3 of 18 edges have no second triangle, the first at (" in text


def test_turned_triangles_are_found() -> None:
    p = box()
    triangles = p.triangles.copy()
    triangles[3] = triangles[3][::-1]
    assert "do not agree on which side is outside, along 3 of 18 edges" in said(Polyhedron(p.corners, triangles))


def test_inverted_normals_are_found() -> None:
    assert "normals point inwards: the volume is -1 m³" in said(inside_out(box()))
    beside = several(box(), inside_out(box((0.5, 0.5, 0.5), at=(3, 0, 0))))
    assert "normals point inwards in 1 of its 2 shells: the volume is -0.125 m³" in said(beside)


def test_what_is_flat_or_empty_is_refused() -> None:
    assert "encloses no volume" in said(box((1, 1, 0)))
    turned = box((1, 1, 0), turn=Rotation.random(1))
    assert "encloses no volume" in said(turned)
    assert "no triangles" in said(Polyhedron(np.zeros((0, 3)), np.zeros((0, 3), dtype=np.int64)))
    assert "not finite" in said(Polyhedron(np.full((8, 3), np.nan), BOX_FACES))


def test_two_boxes_that_share_an_edge_are_closed() -> None:
    """Four triangles meet in the common edge; every direction is walked as often as its opposite."""
    whole = several(box(), box(at=(1, 1, 0)))
    corners, index = np.unique(whole.corners, axis=0, return_inverse=True)
    joined = Polyhedron(corners, index.ravel()[whole.triangles])
    assert len(corners) == 14
    assert said(joined) == ""
    assert joined.moments[0] == pytest.approx(2.0)
