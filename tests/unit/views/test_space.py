"""Pictures of space: solids are closed and as large as they should be, nothing leaves the picture."""

import math

import numpy as np
import pytest

import snodo as sn
from snodo.mechanism import joints
from snodo.mechanism.body import rotation_about
from snodo.mechanism.visual import Visual
from snodo.views.plane.drawing import draw_mechanism
from snodo.views.space import solids
from snodo.views.space.bodies import pieces_of, shape_solids, visual_solid
from snodo.views.space.camera import Camera, upright
from snodo.views.space.canvas import SpaceCanvas
from snodo.views.space.drawing import room
from snodo.views.space.motion import MovingInSpace
from snodo.views.space.sketch import PosesInSpace, SpaceSketch
from snodo.views.style import new_figure


def flux(solid):
    """∮ n dA, and the volume ⅓ ∮ r · n dA, of the outward normals as given."""
    a, b, c, d = np.moveaxis(solid.faces, 1, 0)
    area = 0.5 * np.linalg.norm(np.cross(c - a, d - b), axis=1)
    middle = ((a + b + c) * np.linalg.norm(np.cross(b - a, c - a), axis=1)[:, None]) / 6
    middle = middle + (a + c + d) * np.linalg.norm(np.cross(c - a, d - a), axis=1)[:, None] / 6
    return (solid.normals * area[:, None]).sum(axis=0), float((middle * solid.normals).sum() / 3)


L_SHAPE = np.array([[0, 0], [2, 0], [2, 1], [1, 1], [1, 3], [0, 3]], float)
POLYGON = solids.ROUND / (2 * math.pi) * math.sin(2 * math.pi / solids.ROUND)
"""Area of the regular polygon that stands for a circle, against the circle's."""


@pytest.mark.parametrize(
    ("solid", "volume"),
    [
        (solids.box((1, 2, 3)), 6.0),
        (solids.box((1, 2, 3), grain=0.4), 6.0),
        (solids.prism(L_SHAPE, 0.5), 2.0),
        (solids.tube(0.5, 2.0), POLYGON * math.pi * 0.25 * 2),
        (solids.tube(0.5, 2.0, inner=0.2, grain=0.1), POLYGON * math.pi * (0.25 - 0.04) * 2),
        (solids.rod(np.array([1.0, 2, 3]), np.array([2.0, 0, 1]), 0.1), POLYGON * math.pi * 0.01 * 3),
    ],
)
def test_solids_are_closed_and_have_their_volume(solid, volume):
    moved = solid.moved(np.array([0.3, -0.2, 0.7]), rotation_about(np.array([1.0, 2, 3]), 0.7))
    total, found = flux(moved)
    assert np.allclose(total, 0.0, atol=1e-12)
    assert math.isclose(found, volume, rel_tol=1e-12)


def test_a_ball_is_closed_and_nearly_as_large():
    total, found = flux(solids.ball(2.0))
    assert np.allclose(total, 0.0, atol=1e-10)
    assert 0.95 < found / (4 / 3 * math.pi * 8) < 1.0


def test_a_concave_outline_is_covered_once():
    cut = solids.triangles(L_SHAPE)
    areas = [0.5 * np.linalg.det([L_SHAPE[b] - L_SHAPE[a], L_SHAPE[c] - L_SHAPE[a]]) for a, b, c in cut]
    assert min(areas) > 0
    assert math.isclose(sum(areas), 4.0)


@pytest.mark.parametrize("gravity", [(0, 0, -9.81), (0, -9.81, 0), (9.81, 0, 0), (0, 0, 0), (1, 2, -3)])
def test_the_camera_stands_upright(gravity):
    camera = Camera.looking(upright(gravity), (-40.0, 25.0))
    axes = np.array([camera.right, camera.upward, camera.towards])
    assert np.allclose(axes @ axes.T, np.eye(3), atol=1e-14)
    assert np.linalg.det(axes) > 0
    assert abs(camera.picture(camera.up).real) < 1e-14
    assert math.isclose(camera.picture(camera.up).imag, math.cos(math.radians(25)))


def top():
    m = sn.Mechanism("top", dimension=3, gravity=(0, 0, -9.81))
    m.add_points(O=(0, 0, 0), P=(0.1, 0, 0.3))
    m.cylinder("shaft", "O", "P", 0.01, mass=0.2)
    m.body("rotor", mass=1.0, inertia=(0.002, 0.002, 0.004), at=(0.05, 0, 0.15))
    m.add(joints.Spherical(name="O", parent="ground", child="shaft"))
    m.revolute("R", "shaft", "rotor", at=(0.05, 0, 0.15), axis=(0.1, 0, 0.3))
    m.spring("s", "ground", "shaft", (0.3, 0, 0), "P", stiffness=5.0)
    m.frame("nose", "shaft", "P")
    m.initial = {"R.speed": 200.0}
    return m


def test_nothing_leaves_the_picture():
    result = sn.simulate(top(), 0.3)
    camera = Camera.looking(upright((0, 0, -1)), (-30, 35))
    moving = MovingInSpace(result, camera)
    sketch = SpaceSketch(moving.F, moving.poses)
    places, box = room(sketch, camera)
    for k in range(sketch.ground):
        for row in (0, 50, 150):
            pose = sketch.poses[row]
            z = camera.picture(sketch.solid(k).faces.reshape(-1, 3) @ pose.A[k].T + pose.r[k])
            assert box.left < z.real.min() < z.real.max() < box.right
            assert box.bottom < z.imag.min() < z.imag.max() < box.top
    assert np.ptp(places, axis=0).min() > 0.05


def test_between_rows_a_turning_body_goes_on_turning():
    """A ball that turns steadily about z, with rows 0.6 rad apart."""
    m = sn.Mechanism("ball", dimension=3)
    m.sphere("ball", 0.1, at=(0, 0, 0), mass=1.0)
    m.add(joints.Free(name="free", parent="ground", child="ball", at=(0, 0, 0)))
    m.initial = {"free.wz": 3.0, "free.vx": 0.5}
    result = sn.simulate(m, 2.0, output=0.2)
    moving = MovingInSpace(result, Camera.looking(upright(()), (-60, 20)))
    times = np.linspace(0, 2, 57)
    poses = moving.poses_at(times)
    assert np.allclose(poses.A[:, 0] @ np.swapaxes(poses.A[:, 0], 1, 2), np.eye(3), atol=1e-12)
    assert np.allclose(poses.A[:, 0, 0, 0], np.cos(3 * times), atol=2e-3)
    assert np.allclose(poses.A[:, 0, 1, 0], np.sin(3 * times), atol=2e-3)
    exact = sn.simulate(m, 2.0, output=times)
    assert np.allclose(poses.r[:, 0], exact.position("ball"), atol=2e-3)


def test_near_faces_are_painted_last():
    """Two balls one behind the other: the pixel in their middle has the colour of the near one."""
    m = sn.Mechanism("balls", dimension=3, gravity=(0, 0, -1))
    m.sphere("far", 0.1, at=(0, 1, 0), mass=1.0)
    m.sphere("near", 0.1, at=(0, 0, 0), mass=1.0)
    for name in m.bodies:
        m.add(joints.Free(name=f"f_{name}", parent="ground", child=name, at=(0, 0, 0)))
    F = sn.Tree(m)
    sketch = SpaceSketch(F, PosesInSpace.of(F, F.reference()[0]))
    for azimuth, expected in ((-90.0, 1), (90.0, 0)):
        camera = Camera.looking(upright((0, 0, -1)), (azimuth, 0.0))
        scene = SpaceCanvas(new_figure(4, 4).add_subplot(), sketch, camera, sketch.places())
        solid = scene.add(sketch.poses[0])[1]
        last = solid.get_facecolor()[-1][:3]
        pieces = [np.array(scene.surface.face_color[scene.surface.face_body == k][0]) for k in (0, 1)]
        nearest = np.argmin([np.abs(last / last.max() - c / c.max()).sum() for c in pieces])
        assert nearest == expected


def test_what_bodies_look_like():
    m = top()
    m.visuals["rotor"] = [
        Visual("box", (0.1, 0.2, 0.3), (0, 0, 1), ((1, 0, 0), (0, 1, 0), (0, 0, 1)), color=(1, 0, 0, 1)),
        Visual("mesh", (1, 1, 1), (0, 0, 0), ((1, 0, 0), (0, 1, 0), (0, 0, 1)), file="rotor.stl"),
    ]
    F = sn.Tree(m)
    shaft, rotor = (
        pieces_of(F, F.body_names.index(name), [np.array([0, 0, 0.1])], 0.005) for name in ("shaft", "rotor")
    )
    assert len(shaft) == 1
    assert rotor[0][1] == "#FF0000"
    assert len(rotor) == 3  # the box, and for the mesh a ball and a bar to the joint
    assert np.allclose(rotor[0][0].faces.reshape(-1, 3).mean(axis=0), (0, 0, 1))
    assert np.ptp(visual_solid(Visual("cylinder", (0.1, 2.0), (0, 0, 0), np.eye(3).tolist()), 1).faces[..., 2]) == 2.0


def test_every_shape_has_a_solid():
    m = sn.Mechanism("shapes", dimension=3)
    m.bar("bar", (0, 0, 0), (1, 0, 0), mass=1)
    m.box("box", (1, 2, 3), mass=1)
    m.disc("disc", 0.3, mass=1)
    m.sphere("sphere", 0.3, mass=1)
    m.cylinder("cylinder", (0, 0, 0), (0, 1, 0), 0.1, mass=1)
    m.plate("plate", (0, 0, 0), (1, 0, 0), (0, 1, 0), mass=1)
    m.particle("particle", (0, 0, 0), mass=1)
    m.composite(
        "composite", [{"box": [1, 1, 1], "at": [0, 0, 2], "mass": 1}, {"sphere": 0.2, "mass": 1, "at": [0, 0, 0]}]
    )
    for placed in m.geometry().bodies.values():
        faces = np.concatenate([solid.faces for solid in shape_solids(placed.shape, 0.01)])
        assert len(faces) > 0
        assert np.linalg.norm(faces, axis=-1).max() < 1.1 * placed.shape.extent() + 0.02


def test_files_are_written(tmp_path):
    result = sn.simulate(top(), 0.1)
    draw_mechanism(top(), path=tmp_path / "still.png", view=(30, 10))
    result.draw(tmp_path / "motion.svg", count=3, trace=["nose"], labels=True)
    result.animate(tmp_path / "motion.gif", fps=5, width=200)
    result.animate(tmp_path / "motion.html", trace=None)
    from PIL import Image

    assert Image.open(tmp_path / "motion.gif").n_frames > 3
    assert all((tmp_path / name).stat().st_size > 2000 for name in ("still.png", "motion.svg", "motion.html"))


@pytest.mark.parametrize("view", [(0, 100), 30, ("a", 2), (math.nan, 0)])
def test_a_view_from_nowhere_is_refused(view):
    with pytest.raises(sn.SnodoError, match="view is"):
        draw_mechanism(top(), view=view)


def test_in_the_plane_there_is_no_view():
    m = sn.Mechanism("arm")
    m.bar("arm", (0, 0), (1, 0), mass=1.0)
    m.revolute("A", "ground", "arm", at=(0, 0))
    with pytest.raises(sn.SnodoError, match="lies in the plane"):
        draw_mechanism(m, view=(0, 0))


def test_names_do_not_move_in_space(tmp_path):
    with pytest.raises(sn.UnsupportedError, match="animations in space have no labels"):
        sn.simulate(top(), 0.1).animate(tmp_path / "motion.gif", labels=True)


def test_what_cannot_move_is_drawn_too():
    """A block welded to a ground that has looks of its own."""
    m = sn.Mechanism("still", dimension=3)
    m.box("block", (1, 1, 1), mass=1)
    m.fixed("weld", "ground", "block", at=(0, 0, 0))
    m.visuals["ground"] = [Visual("sphere", (0.2,), (3, 0, 0), ((1, 0, 0), (0, 1, 0), (0, 0, 1)))]
    F = sn.Tree(m)
    sketch = SpaceSketch(F, PosesInSpace.of(F, F.reference()[0]))
    assert np.allclose(sketch.places().max(axis=0), (3.2, 0.5, 0.5))
    assert draw_mechanism(m).axes
