"""Mesh files as shapes and bodies: against trimesh's own integrals and the exact shapes; every refusal."""

from __future__ import annotations

import sys

import jsonschema
import numpy as np
import pytest
import yaml

import snodo as sn
from snodo.errors import FileError, MechanismError
from snodo.formats.published.json_schema import schema
from snodo.mechanism.shapes import composite
from snodo.mechanism.shapes.mesh import Mesh, MeshInPlace
from snodo.mechanism.shapes.round_shape import Sphere
from snodo.mechanism.shapes.shape import Box

trimesh = pytest.importorskip("trimesh")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def export(mesh, path, file_type=None) -> str:
    mesh.export(path, file_type=file_type)
    return str(path)


def bracket():
    """A lopsided solid, away from the origin."""
    points = np.random.default_rng(8).normal(size=(40, 3)) * (0.1, 0.2, 0.05) + (0.3, -0.1, 0.2)
    return trimesh.convex.convex_hull(points)


# ---------------------------------------------------------------- numbers
@pytest.mark.parametrize(
    ("name", "kind"), [("b.stl", "stl"), ("b.stl", "stl_ascii"), ("b.obj", "obj"), ("B.STL", "stl")]
)
def test_against_trimesh(folder, name, kind) -> None:
    file = export(bracket(), folder / name, kind)
    truth = trimesh.load_mesh(file, file_type=name.lower()[-3:])
    truth.density = 7850.0
    found = MeshInPlace(file=file).inertia(density="steel")
    assert found.mass == pytest.approx(truth.mass, rel=1e-9)
    np.testing.assert_allclose(found.com, truth.center_mass, atol=1e-9)
    np.testing.assert_allclose(found.tensor, truth.moment_inertia, rtol=1e-6, atol=1e-9 * found.mass)
    assert found.problems("bracket") == []


def test_a_box_is_the_box(folder) -> None:
    size = (0.5, 0.25, 2.0)  # exact in the 32 bits of an STL
    shape, exact = Mesh(file=export(trimesh.creation.box(size), folder / "box.stl")), Box(size=size)
    assert shape.volume() == pytest.approx(exact.volume(), rel=1e-14)
    np.testing.assert_allclose(shape.inertia(mass=3).tensor, exact.inertia(mass=3).tensor, atol=1e-14)
    np.testing.assert_allclose(
        shape.inertia(density=1000).tensor, exact.inertia(density=1000).tensor, rtol=1e-13, atol=1e-12
    )
    assert shape.extent() == pytest.approx(exact.extent())
    np.testing.assert_allclose(np.ptp(shape.outline()[0], axis=0), size[:2])


def test_finer_balls_come_nearer_to_the_ball(folder) -> None:
    errors, ball = [], Sphere(radius=0.5).inertia(density=1000)
    for fineness in (2, 3, 4):
        sphere = trimesh.creation.icosphere(subdivisions=fineness, radius=0.5)
        found = Mesh(file=export(sphere, folder / f"ball{fineness}.stl")).inertia(density=1000)
        errors.append(1 - found.tensor[0][0] / ball.tensor[0][0])
    assert errors[2] == pytest.approx(0.0, abs=5e-3)
    np.testing.assert_allclose(np.divide(errors[:-1], errors[1:]), 4, rtol=0.1)  # second order


def test_units(folder) -> None:
    file = export(trimesh.creation.box((200, 100, 50)), folder / "plate.stl")
    shape = Mesh(file=file, unit="mm")
    assert shape.volume() == pytest.approx(1e-3)
    assert shape.inertia(density="steel").mass == pytest.approx(7.85)
    assert Mesh(file=file, unit="m").volume() == pytest.approx(1e6)


def test_a_changed_file_is_read_again(folder) -> None:
    file = export(trimesh.creation.box((1, 1, 1)), folder / "box.stl")
    assert Mesh(file=file).volume() == pytest.approx(1.0)
    export(trimesh.util.concatenate([trimesh.creation.box((2, 1, 1)), bracket()]), file)
    assert Mesh(file=file).volume() > 2.0


def test_normals_and_textures_in_an_obj_do_not_open_it(folder) -> None:
    box = trimesh.creation.box((1, 1, 1))
    lines = ["mtllib nothing.mtl", *(f"v {x} {y} {z}" for x, y, z in box.vertices)]
    lines += [f"vn {x} {y} {z}" for x, y, z in box.face_normals]
    lines += ["f " + " ".join(f"{v + 1}//{k + 1}" for v in face) for k, face in enumerate(box.faces)]
    (folder / "box.obj").write_text("\n".join(lines))
    assert Mesh(file=str(folder / "box.obj")).volume() == pytest.approx(1.0)


# ---------------------------------------------------------------- bodies
def test_a_body_stands_where_its_file_has_it(folder) -> None:
    file, R = export(bracket(), folder / "bracket.stl"), sn.Rotation.random(1)
    m = sn.Mechanism("m", dimension=3)
    m.mesh("bracket", file, at=(1, 2, 3), density="aluminium", angle=R)
    placed = m.check().bodies["bracket"]
    truth = trimesh.load_mesh(file)
    np.testing.assert_allclose(placed.inertia.com, truth.center_mass, atol=1e-9)
    np.testing.assert_allclose(placed.pose.r, (1, 2, 3))
    assert placed.inertia.mass == pytest.approx(2700 * truth.volume)
    assert placed.shape.extent() == pytest.approx(np.linalg.norm(truth.vertices, axis=1).max())
    centre = np.array(placed.inertia.com)[:2]
    assert (np.abs(placed.shape.outline()[0] - centre).max(axis=0) <= np.ptp(truth.vertices, axis=0)[:2]).all()


def test_meshes_in_composites(folder) -> None:
    file = export(trimesh.creation.box((0.2, 0.1, 0.05)), folder / "box.stl")
    whole = composite.Composite(
        [composite.Part(Mesh(file=file), at=(0.1, 0, 0)), composite.Part(Box(size=(0.2, 0.1, 0.05)), at=(-0.1, 0, 0))]
    )
    exact = Box(size=(0.4, 0.1, 0.05)).inertia(mass=2)
    np.testing.assert_allclose(whole.inertia(mass=2).tensor, exact.tensor, atol=1e-9)


MECHANISM = """dimension: 3
bodies:
  link: {mesh: parts/link.stl, unit: mm, at: [0, 0, 1], density: steel}
  both: {composite: [{mesh: parts/link.stl, unit: mm, at: [0, 0, 0], mass: 1}, {sphere: 0.1, at: [1, 0, 0], mass: 2}]}
joints:
  A: {revolute: [ground, link], at: [0, 0, 1], axis: x}
"""


def test_files_name_meshes_relative_to_themselves(folder, monkeypatch) -> None:
    (folder / "parts").mkdir()
    export(trimesh.creation.box((200, 100, 50)), folder / "parts" / "link.stl")
    (folder / "m.yaml").write_text(MECHANISM)
    (folder / "elsewhere").mkdir()
    monkeypatch.chdir(folder / "elsewhere")
    m = sn.load("../m.yaml")
    assert m.check().bodies["link"].inertia.mass == pytest.approx(7.85)
    for name in ("m.yaml", "../deep.json"):
        sn.save(m, name)
        assert sn.load(name).bodies == m.bodies
    assert "mesh: ../parts/link.stl" in (folder / "elsewhere" / "m.yaml").read_text()
    assert '"parts/link.stl"' in (folder / "deep.json").read_text()
    assert sn.loads(sn.to_yaml(m)).bodies == m.bodies
    assert sn.loads(MECHANISM, folder=folder).bodies == m.bodies
    names: dict = {}
    exec(sn.to_python(m), names)
    assert names["m"].bodies == m.bodies


def test_the_schema_knows_meshes() -> None:
    validator = jsonschema.Draft202012Validator(schema())
    good = yaml.safe_load(MECHANISM)
    assert validator.is_valid(good)
    good["bodies"]["link"]["unit"] = "parsec"
    assert not validator.is_valid(good)


def test_a_mesh_swings_as_the_box_does(folder) -> None:
    export(trimesh.creation.box((0.5, 0.25, 0.125)), folder / "box.stl")
    results = []
    for word in ("mesh", "box"):
        m = sn.Mechanism("pendulum", dimension=3, gravity=(0, 0, -9.81))
        more = {"at": (0.25, 0, 0), "mass": 1.5}
        m.mesh("arm", "box.stl", **more) if word == "mesh" else m.box("arm", (0.5, 0.25, 0.125), **more)
        m.revolute("A", "ground", "arm", at=(0, 0, 0), axis="y")
        results.append(float(sn.simulate(m, 0.5)["A.angle"][-1]))
    assert results[0] == pytest.approx(results[1], abs=1e-12)


# ---------------------------------------------------------------- refusals
def refusal(file, **more) -> str:
    with pytest.raises(MechanismError) as error:
        Mesh(file=str(file), **more)
    return str(error.value)


def test_without_trimesh_it_says_what_to_install(folder, monkeypatch) -> None:
    file = export(trimesh.creation.box((1, 1, 1)), folder / "without.stl")
    monkeypatch.setitem(sys.modules, "trimesh", None)
    text = refusal(file)
    assert "'without.stl' the package trimesh is needed" in text
    assert "pip install snodo[meshes]" in text


def test_open_inverted_flat(folder) -> None:
    box = trimesh.creation.box((1, 1, 1))
    opened = trimesh.Trimesh(box.vertices, box.faces[1:], process=False)
    assert "open.stl: the surface is not closed: 3 of 18 edges" in refusal(export(opened, folder / "open.stl"))
    inverted = trimesh.Trimesh(box.vertices, box.faces[:, ::-1], process=False)
    assert "normals point inwards" in refusal(export(inverted, folder / "inverted.stl"))
    flat = trimesh.Trimesh(box.vertices * (1, 1, 0), box.faces, process=False)
    assert "no volume" in refusal(export(flat, folder / "flat.obj"))


def test_a_doubtful_unit(folder) -> None:
    text = refusal(export(trimesh.creation.box((200, 100, 50)), folder / "mm.stl"))
    assert "the mesh measures 200 × 100 × 50" in text
    assert "write unit: mm" in text
    assert "if its unit is the metre, which looks wrong" in refusal(
        export(trimesh.creation.box((2e-4, 1e-4, 5e-5)), folder / "tiny.stl")
    )
    assert "unit is 'parsec'" in refusal(folder / "mm.stl", unit="parsec")


@pytest.mark.parametrize(
    "content", [b"", b"garbage", b"solid x\n facet", bytes(300), b"v 0 0 0\nf 9 8 7\n", b"\xff" * 200]
)
@pytest.mark.parametrize("ending", ["stl", "obj"])
def test_broken_files(folder, content, ending) -> None:
    (folder / f"broken.{ending}").write_bytes(content)
    text = refusal(folder / f"broken.{ending}")
    assert "no triangles" in text or "cannot be read" in text or "no volume" in text or "not finite" in text


def test_files_that_are_not_there(folder) -> None:
    export(trimesh.creation.box((1, 1, 1)), folder / "arm.stl")
    assert "No such file" in refusal(folder / "leg.stl")
    assert "in that folder: arm.stl" in refusal(folder / "leg.stl")
    assert "no folder" in refusal(folder / "nowhere" / "leg.stl")
    assert "not an ordinary file" in refusal((folder / "f.stl").mkdir() or folder / "f.stl")
    assert ".stl or .obj" in refusal(folder / "arm.step")


def test_a_file_is_answered_with_its_line(folder) -> None:
    (folder / "m.yaml").write_text("dimension: 3\nbodies:\n  a: {mesh: gone.stl, mass: 1}\n")
    with pytest.raises(FileError, match=r"m\.yaml:3: mesh 'a': the mesh .*gone\.stl' cannot be read"):
        sn.load(folder / "m.yaml")
    (folder / "n.yaml").write_text("dimension: 3\nbodies:\n  a: {mesh: [1], unit: yard, mass: 1}\n")
    with pytest.raises(FileError, match="is not the name of a file"):
        sn.load(folder / "n.yaml")
