"""Contacts in pictures: what touches, and what it touches, in the plane and in space."""

from __future__ import annotations

import numpy as np
import pytest

import snodo as sn
from snodo.formulations.bind import bind
from snodo.views.plane.contact_marks import planes, points, rings
from snodo.views.plane.sketch import sketch_of
from snodo.views.space.sketch import PosesInSpace, SpaceSketch


def ball(dimension: int = 2, **words) -> sn.Mechanism:
    m = sn.Mechanism("ball", dimension=dimension, gravity=(0, 0, -9.81)[-dimension:])
    m.body("ball", mass=1, inertia=0.004 if dimension == 2 else [0.004] * 3, at=(0, 0, 1)[-dimension:])
    m.sphere_contact("floor", "ball", 0.1, **words)
    return m


def extent(sketch) -> tuple[complex, complex]:
    z = np.concatenate([mark.vertices(sketch.poses).ravel() for mark in sketch.marks])
    return complex(z.real.min(), z.imag.min()), complex(z.real.max(), z.imag.max())


def test_a_bouncing_ball_is_a_disc_above_a_hatched_ground():
    sketch = sketch_of(ball())
    ((body, ring, closed),) = rings(sketch)
    assert (body, closed) == (0, True)
    np.testing.assert_allclose(np.abs(ring), 0.1, rtol=1e-12)
    ((on, start, end),) = planes(sketch)
    assert on == sketch.ground
    assert (start.imag, end.imag) == (0.0, 0.0)
    assert start.real < -0.1 < 0.1 < end.real
    low, high = extent(sketch)
    assert low.imag < 0.0  # hatched below the ground
    assert high.imag == pytest.approx(1.1)


def test_one_line_serves_all_contacts_on_one_plane():
    m = ball()
    m.point_contact("tip", {"ball": (0.3, 0)}, "ball")
    sketch = sketch_of(m)
    assert len(planes(sketch)) == 1
    assert points(sketch) == [(0, 0.3 + 0j)]


def test_boxes_discs_and_curves_are_drawn_on_their_bodies():
    m = sn.Mechanism("many", gravity=(0, -9.81))
    m.body("crate", mass=1, inertia=0.1, at=(0, 1))
    m.body("cam", mass=1, inertia=0.1, at=(3, 1), com=(0.1, 0))
    m.box_contact("feet", "crate", (0.4, 0.2))
    m.spheres_contact("click", "crate", "cam", radii=(0.1, 0.3))
    corners = [(3.5, 1), (3, 1.4), (2.6, 1), (3, 0.7)]
    m.curve_contact("lobe", "crate", against="cam", points=corners, radius=0.05)
    m.on_curve("slot", "ground", "crate", points=[(0, 0), (1, 0.5), (2, 0)], closed_curve=False)
    sketch = sketch_of(m)
    found = rings(sketch)
    assert [body for body, _, _ in found] == [0, 0, 1, 0, 1, 2]
    box = found[0][1]
    assert (np.ptp(box.real), np.ptp(box.imag)) == pytest.approx((0.4, 0.2))
    world = sketch.poses.point(1, 0j)[0] + found[4][1]
    for x, y in corners:
        assert np.abs(world - complex(x, y)).min() < 0.02  # half the way between two samples
    assert not found[5][2]


def test_in_space_bare_bodies_show_what_touches_and_the_ground_what_is_touched():
    m = ball(3)
    m.sphere_contact("wall", "ball", 0.1, normal=(-1, 0, 0), plane_point=(0.8, 0, 0))
    m.body("foot", mass=1, inertia=[0.01] * 3, at=(0, 1, 0.2))
    m.box_contact("sole", "foot", (0.3, 0.1, 0.05))
    m.sphere("shaped", 0.2, (0, 2, 1), mass=1)
    m.sphere_contact("own", "shaped", 0.2)
    m.spheres_contact("dome", "ball", "ground", radii=(0.1, 0.5), centres=((0, 0, 1), (0, 3, 0)))
    F = bind(m)
    sketch = SpaceSketch(F, PosesInSpace.of(F, F.reference()[0]))
    kinds = [sorted(form.kind for form in forms) for forms in sketch.forms]
    assert kinds[0].count("sphere") >= 3
    assert "box" in kinds[1]
    assert kinds[2] == ["sphere"]  # its own shape
    assert kinds[3] == ["box", "sphere"]  # the wall and the dome; the level floor is below everything
    (wall,) = [form for form in sketch.forms[3] if form.kind == "box"]
    corners = wall.solid().triangles.reshape(-1, 3)
    assert corners[:, 0].min() == pytest.approx(0.8)
    assert sketch.floor(sketch.places())[0] @ sketch.up == pytest.approx(0.0)
