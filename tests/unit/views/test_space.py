"""Pictures of space: solids are closed and as large as they should be, nothing leaves the picture."""

import math
from pathlib import Path

import numpy as np
import pytest
from scipy.spatial import Delaunay

import snodo as sn
from snodo.mechanism import joints
from snodo.mechanism.body import rotation_about
from snodo.mechanism.visual import Visual
from snodo.views.plane.animation import timing_of
from snodo.views.plane.canvas import Box
from snodo.views.plane.drawing import draw_mechanism
from snodo.views.space import solids
from snodo.views.space.animation import FilmInSpace
from snodo.views.space.camera import Camera, upright
from snodo.views.space.canvas import SpaceCanvas
from snodo.views.space.drawing import room
from snodo.views.space.forms import Form, forms_of, shape_forms, visual_forms
from snodo.views.space.meshes import Meshes, MissingMeshWarning
from snodo.views.space.motion import MovingInSpace, nearest_rotations
from snodo.views.space.picture import Frame, Picture
from snodo.views.space.raster import Grid, rasterised
from snodo.views.space.sketch import PosesInSpace, SpaceSketch
from snodo.views.space.surfaces import rgb, rods_surface
from snodo.views.style import new_figure

EXAMPLES = Path(__file__).parents[3] / "examples"


def flux(solid):
    """∮ n dA, and the volume ⅓ ∮ r · n dA, of the sides that the triangles turn outward."""
    a, b, c = np.moveaxis(solid.triangles, 1, 0)
    twice = np.cross(b - a, c - a)
    return twice.sum(axis=0) / 2, float((twice * (a + b + c)).sum() / 18)


L_SHAPE = np.array([[0, 0], [2, 0], [2, 1], [1, 1], [1, 3], [0, 3]], float)
POLYGON = solids.ROUND / (2 * math.pi) * math.sin(2 * math.pi / solids.ROUND)
"""Area of the regular polygon that stands for a circle, against the circle's."""


@pytest.mark.parametrize(
    ("solid", "volume"),
    [
        (solids.box((1, 2, 3)), 6.0),
        (solids.prism(L_SHAPE, 0.5), 2.0),
        (solids.tube(0.5, 2.0), POLYGON * math.pi * 0.25 * 2),
        (solids.tube(0.5, 2.0, inner=0.2), POLYGON * math.pi * (0.25 - 0.04) * 2),
        (solids.rod(np.array([1.0, 2, 3]), np.array([2.0, 0, 1]), 0.1), POLYGON * math.pi * 0.01 * 3),
    ],
)
def test_solids_are_closed_and_have_their_volume(solid, volume):
    moved = solid.moved(np.array([0.3, -0.2, 0.7]), rotation_about(np.array([1.0, 2, 3]), 0.7))
    total, found = flux(moved)
    assert np.allclose(total, 0.0, atol=1e-12)
    assert math.isclose(found, volume, rel_tol=1e-12)
    outward = np.sum(moved.normals * solids.flat_normals(moved.triangles)[:, None], axis=2)
    assert outward.min() > 0.9  # the normals of light look outward too


def test_cones_and_rings_have_their_volume():
    assert math.isclose(flux(solids.cone(0.5, 2.0))[1], POLYGON * math.pi * 0.25 * 2 / 3, rel_tol=1e-12)
    total, found = flux(solids.ring(1.0, 0.2))
    assert np.allclose(total, 0.0, atol=1e-12)
    assert 0.85 < found / (2 * math.pi**2 * 0.04) < 1.0


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
            z = camera.picture(sketch.solid(k).triangles.reshape(-1, 3) @ pose.A[k].T + pose.r[k])
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


def balls():
    """One behind the other, seen along y."""
    m = sn.Mechanism("balls", dimension=3, gravity=(0, 0, -1))
    m.sphere("far", 0.1, at=(0, 1, 0), mass=1.0)
    m.sphere("near", 0.1, at=(0, 0, 0), mass=1.0)
    for name in m.bodies:
        m.add(joints.Free(name=f"f_{name}", parent="ground", child=name, at=(0, 0, 0)))
    F = sn.Tree(m)
    return SpaceSketch(F, PosesInSpace.of(F, F.reference()[0]))


@pytest.mark.parametrize(("azimuth", "expected"), [(-90.0, "near"), (90.0, "far")])
def test_what_is_nearer_hides_what_is_behind(azimuth, expected):
    sketch = balls()
    camera = Camera.looking(upright((0, 0, -1)), (azimuth, 0.0))
    ax = new_figure(4, 4).add_subplot()
    ax.set(xlim=(-0.3, 0.3), ylim=(-0.3, 0.3))
    canvas = SpaceCanvas(ax, sketch, camera, sketch.places())
    color, cover = canvas.picture.layer(sketch.poses[0])
    middle = color[color.shape[0] // 2, color.shape[1] // 2]
    assert cover[color.shape[0] // 2, color.shape[1] // 2, 0] == 1.0
    hues = {name: rgb(sketch.color(sketch.numbers[name])) for name in ("near", "far")}
    nearest = min(hues, key=lambda name: np.abs(middle / middle.max() - hues[name] / hues[name].max()).sum())
    assert nearest == expected


def test_bars_that_cross_are_both_seen_at_their_ends():
    """Two bars that pass through each other: none hides the other as a whole."""
    m = sn.Mechanism("scissors", dimension=3, gravity=(0, 0, -1))
    m.cylinder("a", (-1, -0.4, -1), (1, 0.4, 1), 0.06, mass=1)
    m.cylinder("b", (-1, -0.4, 1), (1, 0.4, -1), 0.06, mass=1)
    for name in m.bodies:
        m.add(joints.Free(name=f"f_{name}", parent="ground", child=name, at=(0, 0, 0)))
    F = sn.Tree(m)
    sketch = SpaceSketch(F, PosesInSpace.of(F, F.reference()[0]))
    frame = Frame(Box(-1.2, 1.2, -1.2, 1.2), 240, 240)
    picture = Picture(sketch, Camera.looking(upright((0, 0, -1)), (-90.0, 0.0)), sketch.places(), frame)
    color, cover = picture.layer(sketch.poses[0], 1)

    def body(x, z):
        pixel = color[round(120 - 100 * z), round(120 + 100 * x)]
        hues = [rgb(sketch.color(k)) for k in (0, 1)]
        return int(np.argmin([np.abs(pixel / pixel.max() - hue / hue.max()).sum() for hue in hues]))

    assert cover.max() == 1.0
    assert [body(-0.6, -0.6), body(0.6, -0.6), body(-0.6, 0.6), body(0.6, 0.6)] == [0, 1, 1, 0]


def test_samples_of_triangles_cover_their_area_without_gaps():
    """A square cut into many triangles is covered once, whatever their shape; its area is right to a row of samples."""
    rng = np.random.default_rng(3)
    points = np.vstack(
        [[(3.3, 4.1), (90.7, 4.1), (90.7, 77.2), (3.3, 77.2)], rng.uniform((3.3, 4.1), (90.7, 77.2), (300, 2))]
    )
    faces = Delaunay(points).simplices
    corners = np.concatenate([points[faces], np.full((len(faces), 3, 1), 2.0)], axis=2)
    depth, owner = rasterised(corners, Grid(100, 90))
    inside = np.zeros((90, 100), bool)
    inside[4:77, 3:91] = True
    assert ((owner.reshape(90, 100) >= 0) == inside).all()
    assert np.allclose(depth[owner >= 0], 2.0)


def test_a_rod_is_drawn_between_its_ends():
    m = sn.load(EXAMPLES / "delta_robot.yaml")
    F = sn.Tree(m)
    sketch = SpaceSketch(F, PosesInSpace.of(F, F.reference()[0]))
    assert [rod.name for rod in sketch.rods] == ["left_a", "right_a", "left_b", "right_b", "left_c", "right_c"]
    corners = rods_surface(sketch, sketch.poses[0]).triangles.reshape(-1, 3)
    (first, s), (second, e) = sketch.rods[0].ends
    start, end = sketch.poses[0].point(first, s), sketch.poses[0].point(second, e)
    assert np.linalg.norm(corners - start, axis=1).min() < sketch.h
    assert np.linalg.norm(corners - end, axis=1).min() < sketch.h
    assert math.isclose(float(np.linalg.norm(end - start)), 0.5, abs_tol=1e-3)


def test_what_bodies_look_like():
    m = top()
    m.visuals["rotor"] = [
        Visual("box", (0.1, 0.2, 0.3), (0, 0, 1), ((1, 0, 0), (0, 1, 0), (0, 0, 1)), color=(1, 0, 0, 1)),
        Visual("mesh", (1, 1, 1), (0, 0, 0), ((1, 0, 0), (0, 1, 0), (0, 0, 1)), file="rotor.stl"),
    ]
    F, meshes = sn.Tree(m), Meshes([], 1000)
    shaft, rotor = (
        forms_of(F, F.body_names.index(name), [np.array([0, 0, 0.1])], 0.005, meshes) for name in ("shaft", "rotor")
    )
    assert [form.kind for form in shaft] == ["cylinder"]
    assert rotor[0].color == "#FF0000"
    assert [form.kind for form in rotor] == ["box", "sphere", "cylinder"]  # for the mesh a ball and a bar to the joint
    assert np.allclose(rotor[0].solid().triangles.reshape(-1, 3).mean(axis=0), (0, 0, 1))
    (cylinder,) = visual_forms(Visual("cylinder", (0.1, 2.0), (0, 0, 0), np.eye(3).tolist()), meshes)
    assert np.ptp(cylinder.solid().triangles[..., 2]) == 2.0
    with pytest.warns(MissingMeshWarning, match="1 mesh not shown: rotor.stl .not found."):
        SpaceSketch(F, PosesInSpace.of(F, F.reference()[0]))


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
        forms: list[Form] = list(shape_forms(placed.shape, 0.01, 1000))
        corners = np.concatenate([form.solid().triangles for form in forms])
        assert len(corners) > 0
        assert np.linalg.norm(corners, axis=-1).max() < 1.1 * placed.shape.extent() + 0.02


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


def test_nearest_rotations_agree_with_singular_values():
    """Those close to a rotation by iteration, the others by decomposition: the same nearest rotation."""
    rng = np.random.default_rng(5)
    turned = np.array([rotation_about(rng.normal(size=3), angle) for angle in rng.uniform(-3, 3, 40)])
    for much in (1e-9, 1e-3, 0.2, 0.6):
        given = turned + much * rng.uniform(-1, 1, turned.shape)
        U, _, Vt = np.linalg.svd(given)
        assert np.allclose(nearest_rotations(given), U @ Vt, atol=1e-9)


def test_what_is_far_from_a_rotation_becomes_one_and_no_reflection():
    """Samples of a fast rotation too far apart: the best of all rotations, by a search around it."""
    rng = np.random.default_rng(6)
    given = rng.normal(size=(50, 3, 3))
    found = nearest_rotations(given)
    assert np.allclose(np.linalg.det(found), 1.0)
    assert (np.linalg.det(given) < 0).any()
    fit = np.einsum("nij,nij->n", found, given)
    for _ in range(200):
        other = rotation_about(rng.normal(size=3), rng.uniform(-3, 3)) @ found
        assert (np.einsum("nij,nij->n", other, given) <= fit + 1e-9).all()


def test_a_film_has_pictures_of_one_even_size():
    result = sn.simulate(top(), 0.2)
    film = FilmInSpace(result, timing_of(result.time, 10.0, 0.2), ("nose",), 240, False, None)
    frames = list(film.frames())
    assert len(frames) == 11
    assert {frame.shape for frame in frames} == {frames[0].shape}
    assert frames[0].shape[0] % 2 == frames[0].shape[1] % 2 == 0
    assert (frames[0] != frames[-1]).any()
    assert all(frame.dtype == np.uint8 and frame.min() < 100 and frame.max() == 255 for frame in frames)
