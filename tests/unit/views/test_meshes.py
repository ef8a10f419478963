"""Meshes of robots: found where packages are, reduced, in their colours; what is missing is told."""

import math
import warnings

import numpy as np
import pytest

import snodo as sn
from snodo.mechanism.visual import Visual
from snodo.views.scene.meshes import packed_mesh
from snodo.views.scene.packing import FULL
from snodo.views.scene.scene import scene_of
from snodo.views.space.mesh_files import located
from snodo.views.space.meshes import Meshes, MissingMeshWarning, by_clusters, welded

trimesh = pytest.importorskip("trimesh")
NO_TURN = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
URDF = """<robot name="arm">
  <link name="base"/>
  <link name="arm">
    <inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
    <visual><geometry><mesh filename="{file}" scale="2 2 2"/></geometry>
      <material name="m"><color rgba="1 0.5 0 1"/></material></visual>
  </link>
  <joint name="j" type="continuous"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/></joint>
</robot>"""


def sphere(path, subdivisions=3):
    path.parent.mkdir(parents=True, exist_ok=True)
    trimesh.creation.icosphere(subdivisions=subdivisions, radius=0.1).export(path)
    return path


def robot(folder, file):
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "arm.urdf"
    path.write_text(URDF.format(file=file))
    return sn.load(path)


# ---------------------------------------------------------------- where they are
@pytest.mark.parametrize(
    ("file", "where"),
    [
        ("meshes/ball.stl", "robot/urdf/meshes/ball.stl"),
        ("../meshes/ball.stl", "robot/meshes/ball.stl"),
        ("package://robot/meshes/ball.stl", "robot/meshes/ball.stl"),
        ("package://other/meshes/ball.stl", "other/meshes/ball.stl"),
        ("model://robot/meshes/ball.stl", "robot/meshes/ball.stl"),
        ("package:///robot/meshes/ball.stl", "robot/meshes/ball.stl"),
    ],
)
def test_meshes_are_found_beside_and_above_the_model(tmp_path, file, where):
    wanted = sphere(tmp_path / where)
    m = robot(tmp_path / "robot" / "urdf", file)
    found = located(m.visuals["arm"][0].file, m.folders)
    assert found is not None
    assert found.resolve() == wanted.resolve()


@pytest.mark.parametrize(
    ("variable", "where", "folder"),
    [("ROS_PACKAGE_PATH", "far/robot/ball.stl", "far"), ("AMENT_PREFIX_PATH", "far/share/robot/ball.stl", "far")],
)
def test_meshes_are_found_in_packages(tmp_path, monkeypatch, variable, where, folder):
    wanted = sphere(tmp_path / where)
    (tmp_path / "here").mkdir()
    assert located("package://robot/ball.stl", [str(tmp_path / "here")]) is None
    monkeypatch.setenv(variable, str(tmp_path / folder))
    assert located("package://robot/ball.stl", [str(tmp_path / "here")]) == wanted


@pytest.mark.parametrize(
    "file", ["", "package://", "package://robot", "x" * 5000, "a\0b", "package://../../etc/passwd"]
)
def test_strange_names_are_not_found(tmp_path, file):
    assert located(file, [str(tmp_path)]) is None


# ---------------------------------------------------------------- what is in them
def test_a_mesh_is_scaled_coloured_and_reduced(tmp_path):
    sphere(tmp_path / "ball.stl", 5)
    piece = Visual("mesh", (2.0, 2.0, 2.0), (0, 0, 0), NO_TURN, file="ball.stl")
    meshes = Meshes([str(tmp_path)], 1000)
    (part,) = meshes.parts(piece)
    assert 200 < len(part.faces) <= 1200
    assert np.linalg.norm(part.points, axis=1).max() == pytest.approx(0.2, rel=0.04)  # quadrics move corners outwards
    assert part.color is None
    assert meshes.notes() == []


def test_colours_of_the_file_are_kept(tmp_path):
    (tmp_path / "red.mtl").write_text("newmtl red\nKd 1 0 0\n")
    (tmp_path / "a.obj").write_text(
        "mtllib red.mtl\nusemtl red\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n"
    )
    (part,) = Meshes([str(tmp_path)], 100).parts(Visual("mesh", (1, 1, 1), (0, 0, 0), NO_TURN, file="a.obj"))
    assert part.color == "#FF0000"
    assert len(part.faces) == 4


def test_clusters_keep_the_form():
    """A ball of 20480 triangles with a tenth of them: nearly the same volume, no corner far from its surface."""
    ball = trimesh.creation.icosphere(subdivisions=5, radius=1.0)
    points, faces = by_clusters(*welded(np.array(ball.vertices), np.array(ball.faces)), 2000)
    assert 800 < len(faces) <= 2000
    small = trimesh.Trimesh(points, faces)
    assert abs(small.volume) == pytest.approx(4 / 3 * math.pi, rel=0.05)
    assert np.abs(np.linalg.norm(points[np.unique(faces)], axis=1) - 1.0).max() < 0.06


def test_a_mirrored_mesh_looks_outward(tmp_path):
    sphere(tmp_path / "ball.stl")
    piece = Visual("mesh", (1.0, -1.0, 1.0), (0, 0, 0), NO_TURN, file="ball.stl")
    (part,) = Meshes([str(tmp_path)], 3000).parts(piece)
    assert trimesh.Trimesh(part.points, part.faces).volume > 0


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [("no.stl", None, "not found"), ("bad.stl", b"nonsense", "cannot be read"), ("x.png", b"\x89PNG", "not a .stl")],
)
def test_what_cannot_be_shown_is_told(tmp_path, name, content, said):
    if content is not None:
        (tmp_path / name).write_bytes(content)
    meshes = Meshes([str(tmp_path)], 100)
    assert meshes.parts(Visual("mesh", (1, 1, 1), (0, 0, 0), NO_TURN, file=name)) == ()
    (note,) = meshes.notes()
    assert note.startswith(f"1 mesh not shown: {name} ({said}")


# ---------------------------------------------------------------- in a scene
def test_a_scene_has_the_mesh_once_and_says_what_is_missing(tmp_path):
    sphere(tmp_path / "ball.stl")
    m = robot(tmp_path, "ball.stl")
    m.visuals["arm"].append(m.visuals["arm"][0])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        scene = scene_of(sn.simulate(m, 0.1))
    pieces = scene["bodies"][0]["pieces"]
    assert [(one["kind"], one["color"]) for one in pieces] == [("mesh", "#FF8000"), ("mesh", "#FF8000")]
    assert len(scene["meshes"]) == 1
    assert scene["missing"] == []
    (tmp_path / "ball.stl").unlink()
    with pytest.warns(MissingMeshWarning):
        scene = scene_of(sn.simulate(m, 0.1))
    assert "ball.stl (not found)" in scene["missing"][0]
    assert scene["bodies"][0]["pieces"][0]["kind"] == "sphere"


def test_a_packed_mesh_is_read_again():
    """As the page reads it: differences undone, scaled to the box."""
    import base64
    import zlib

    ball = trimesh.creation.icosphere(subdivisions=2, radius=0.3)
    points, faces = np.array(ball.vertices), np.array(ball.faces)
    found = packed_mesh(points, faces)
    p = np.frombuffer(zlib.decompress(base64.b64decode(found["p"]), -15), np.uint16).reshape(3, found["np"])
    tri = np.frombuffer(zlib.decompress(base64.b64decode(found["i"]), -15), np.uint16).reshape(-1, 3)
    read = np.array(found["low"]) + (np.cumsum(p, axis=1, dtype=np.int64) & FULL).T / FULL * np.array(found["span"])
    again = trimesh.Trimesh(read, tri)
    assert found["nt"] == len(faces)
    assert again.volume == pytest.approx(ball.volume, rel=1e-4)
