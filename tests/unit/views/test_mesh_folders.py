"""Where a saved result finds the meshes of its model, without telling others how folders are named elsewhere."""

import os
import shutil
import warnings
from pathlib import Path

import pytest
from click.testing import CliRunner

import snodo as sn
from snodo.cli.main import main
from snodo.mechanism import mesh_folders
from snodo.results.files.result_file import unpacked, write_dataset
from snodo.views.live.sources import Source
from snodo.views.scene.scene import scene_of
from snodo.views.space.meshes import MissingMeshWarning

trimesh = pytest.importorskip("trimesh")
URDF = """<robot name="arm"><link name="base"/><link name="arm">
    <inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
    <visual><geometry><mesh filename="meshes/ball.stl"/></geometry></visual></link>
  <joint name="j" type="continuous"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/></joint></robot>"""


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A project with a model and its meshes; the current folder is elsewhere."""
    found = tmp_path / "alice" / "project"
    (found / "models" / "meshes").mkdir(parents=True)
    trimesh.creation.icosphere(subdivisions=1, radius=0.1).export(found / "models" / "meshes" / "ball.stl")
    (found / "models" / "arm.urdf").write_text(URDF)
    (tmp_path / "far" / "away" / "from").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "far" / "away" / "from")
    return found


def run(project):
    return sn.simulate(sn.load(project / "models" / "arm.urdf"), 0.1, initial={"j.speed": 1.0})


def stored(path):
    return unpacked(path).attrs.get("folders")


def shown(result):
    """Whether the mesh is shown, without a warning."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", MissingMeshWarning)
        return len(scene_of(result)["meshes"]) == 1


# ---------------------------------------------------------------- the way
@pytest.mark.parametrize(
    ("place", "way"), [("models", "."), (".", "models"), ("results", "../models"), ("out/today", "../../models")]
)
def test_a_result_near_its_model_finds_the_meshes(project, place, way):
    (project / place).mkdir(parents=True, exist_ok=True)
    path = run(project).save(project / place / "run.nc")
    assert stored(path) == f'["{way}"]'
    assert str(project.parent).encode() not in path.read_bytes()
    assert shown(sn.Result.load(path))


def test_they_move_together(project, tmp_path):
    (project / "results").mkdir()
    run(project).save(project / "results" / "run.nc")
    shutil.move(project, tmp_path / "bob")
    assert shown(sn.Result.load(tmp_path / "bob" / "results" / "run.nc"))


def test_meshes_may_be_sent_beside_the_result(project, tmp_path):
    path = run(project).save("run.nc")
    (tmp_path / "mail").mkdir()
    shutil.copy(path, tmp_path / "mail")
    shutil.move(project / "models" / "meshes", tmp_path / "mail")
    assert shown(sn.Result.load(tmp_path / "mail" / "run.nc"))


def test_a_result_without_meshes_names_no_folder(project):
    (project / "pendulum.yaml").write_text("mechanism: ball\nbodies: {ball: {particle: [0, 1], mass: 2 kg}}\n")
    path = sn.simulate(sn.load(project / "pendulum.yaml"), 0.1).save(project / "run.nc")
    assert stored(path) is None


@pytest.mark.parametrize(
    ("folder", "place", "way"),
    [
        ("/home/alice/p/models", "/home/alice/p/results", "../models"),
        ("/home/alice/p/models", "/home/alice/p/a/b/c", None),  # too far
        ("/home/alice/p/models", "/home/alice/results", None),  # by way of the home
        ("/home/alice/p/models", "/home/alice", "p/models"),  # below it
        ("/home/alice/models", "/tmp/results", None),
        ("/home/alice/models", "/tmp", None),
        ("/home/alice/models", "/home/bob", None),
        ("/home/alice/models", "/home", None),
        ("/home/alice/models", "/", None),
        ("/Users/alice/models", "/Users/bob", None),
        ("/data/models", "/data/results", "../models"),
    ],
)
@pytest.mark.skipif(os.name == "nt", reason="paths of other systems")
def test_ways_that_would_tell_names_are_not_stored(monkeypatch, folder, place, way):
    monkeypatch.setattr(Path, "home", lambda: Path("/home/alice"))
    assert mesh_folders.ways_to([folder], Path(place)) == ([] if way is None else [way])


@pytest.mark.parametrize(
    "wrong", ["", "[", "7", '"models"', "[7, null]", '["/etc"]', '["../../../.."]', '["a\\u0000b"]']
)
def test_what_a_file_says_of_folders_is_only_a_hint(project, wrong):
    path = run(project).save(project / "run.nc")
    dataset = unpacked(path)
    dataset.attrs["folders"] = wrong
    write_dataset(path, dataset)
    assert sn.Result.load(path).mechanism.folders == [str(project)]
    assert not shown(sn.Result.load(path))


# ---------------------------------------------------------------- the folder that a user names
def test_a_folder_can_be_named(project):
    path = run(project).save("run.nc")
    lost = sn.Result.load(path)
    with pytest.warns(MissingMeshWarning, match="not found"):
        remark = scene_of(lost)["missing"][0]
    assert "meshes=FOLDER" in remark
    assert "--meshes FOLDER" in remark
    assert shown(sn.Result.load(path, meshes=project / "models"))
    assert len(Source(path, project / "models").read()["meshes"]) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error", MissingMeshWarning)
        lost.animate("page.html", meshes=project / "models")
        lost.draw("picture.png")  # it remembers


def test_a_mechanism_in_memory_is_not_changed_by_looking_at_it(project):
    m = sn.load(project / "models" / "arm.urdf")
    m.folders.clear()
    scene = Source(m, project / "models").read().scene()
    assert len(scene["meshes"]) == 1
    assert m.folders == []


def test_a_wrong_folder_gets_a_suggestion(project):
    result = run(project)
    with pytest.raises(sn.FileError, match="did you mean 'models'"):
        result.animate("page.html", meshes=project / "model")
    with pytest.raises(sn.FileError, match="is a file"):
        result.animate("page.html", meshes=project / "models" / "arm.urdf")
    for wrong in (7, "a\0b"):
        with pytest.raises(sn.FileError, match="give"):
            result.animate("page.html", meshes=wrong)
    assert not Path("page.html").exists()


def test_commands_take_a_folder(project):
    run(project).save("run.nc")
    meshes = str(project / "models")
    done = CliRunner().invoke(main, ["view", "run.nc", "--static", "page.html", "--meshes", meshes])
    assert done.exit_code == 0, done.output
    assert "not found" not in Path("page.html").read_text(encoding="utf-8")
    assert CliRunner().invoke(main, ["view", "run.nc", "--static", "x.html", "--meshes", "nowhere"]).exit_code != 0
    shutil.copy(project / "models" / "arm.urdf", ".")
    options = ["run", "arm.urdf", "--duration", "0.1", "-q"]
    done = CliRunner().invoke(main, [*options, "--animate", "page.html", "--meshes", meshes])
    assert done.exit_code == 0, done.output
    assert "not found" not in Path("page.html").read_text(encoding="utf-8")
    done = CliRunner().invoke(main, [*options, "--meshes", meshes])
    assert done.exit_code == 2
    assert "--meshes needs --animate or --draw" in done.output
