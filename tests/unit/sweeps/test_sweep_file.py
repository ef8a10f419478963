"""The section `sweep` of a file, and the command that uses it."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from swept_mechanisms import pendulum

import snodo as sn
from snodo.cli.exit_codes import Exit
from snodo.cli.main import main
from snodo.errors import FileError
from snodo.formats.published.json_schema import schema
from snodo.mechanism.sweep_settings import SweepSettings

TEXT = """
mechanism: pendulum
gravity: [0, -9.81]
parameters: {length: {value: 0.5 m, from: 0.2 m, to: 2 m}}
points: {A: [0, 0], B: [length, 0]}
bodies: {rod: {bar: [A, B], mass: 1 kg}}
joints: {A: {revolute: [ground, rod]}}
run: {duration: 0.2 s, output: 20 ms}
sweep:
  vary: {length: 300 mm .. 0.5 m in 3, A.angle: [0, 30 deg]}
  outputs: [A.angle min, rod.x final]
"""


def test_the_section_is_read_used_and_written():
    m = sn.loads(TEXT)
    assert m.sweep == SweepSettings({"length": "300 mm .. 0.5 m in 3", "A.angle": [0, "30 deg"]}, m.sweep.outputs)
    again = sn.loads(sn.to_yaml(m))
    assert again.sweep == m.sweep
    names: dict = {}
    exec(sn.to_python(m), names)
    assert names["m"].sweep == m.sweep
    swept = sn.sweep(m, progress=False)
    assert swept.shape == (3, 2)
    assert swept.outputs == ["A.angle min", "rod.x final"]
    given = sn.sweep(m, 0.2, {"length": [0.3, 0.4, 0.5], "A.angle": [0.0, "30 deg"]}, m.sweep.outputs, progress=False)
    assert swept["A.angle min"].values == pytest.approx(given["A.angle min"].values, abs=1e-7)


def test_samples_of_a_file():
    vary = "{vary: {length: 0.3 m .. 0.5 m}, sampling: latin_hypercube, members: 9, seed: 3, outputs: A.angle min}"
    m = sn.loads(TEXT[: TEXT.index("sweep:")] + f"sweep: {vary}\n")
    found = sn.sweep(m, progress=False)
    assert len(found) == 9
    own = sn.sweep(m, 0.2, sn.LatinHypercube({"length": (0.3, 0.5)}, 9, seed=3), ["A.angle min"], progress=False)
    assert found.dataset["length"].values.tolist() == own.dataset["length"].values.tolist()
    assert sn.loads(sn.to_yaml(m)).sweep == m.sweep


@pytest.mark.parametrize(
    ("section", "words"),
    [
        ("{vray: {}}", "there is no field 'vray'"),
        ("{vary: 3}", "vary is .*a table of names and values"),
        ("{vary: {length: {a: 1}}}", "a table of names and values"),
        ("{vary: {length: 1}, outputs: {a: 1}}", "outputs is .*a list of texts"),
        ("{vary: {length: 1}, sampling: random}", "'random' is not known"),
        ("{vary: {length: 1}, sampling: sobol}", "sobol needs members"),
        ("{vary: {length: 1}, members: 3}", "a grid has as many members as its values give"),
        ("{vary: {length: 1}, sampling: sobol, members: 2.5}", "members is .*a whole number"),
        ("[1]", "sweep is a list"),
    ],
)
def test_mistakes_have_their_line(section, words):
    with pytest.raises(FileError, match=rf"(?s)<text>:9: .*{words}"):
        sn.loads(TEXT[: TEXT.index("sweep:")] + f"sweep: {section}\n")


def test_the_schema_accepts_the_section():
    jsonschema = pytest.importorskip("jsonschema")
    import yaml

    check = jsonschema.Draft202012Validator(schema())
    assert check.is_valid(yaml.safe_load(TEXT))
    assert not check.is_valid(yaml.safe_load(TEXT.replace("outputs:", "outptus:")))


# ---------------------------------------------------------------- the command
@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.yaml").write_text(TEXT)
    return tmp_path


def command(*words):
    return CliRunner().invoke(main, ["sweep", "p.yaml", *words])


@pytest.mark.usefixtures("folder")
def test_the_command_prints_and_writes():
    found = command("--save", "f.nc", "--csv", "f.csv", "--plot-file", "f.png")
    assert found.exit_code == 0, found.output
    assert "pendulum: 6 members, 6 finished" in found.output
    assert "rod.x final" in found.output
    assert not Path("f.sweep").exists()  # it was only needed while the sweep ran
    assert len(sn.Sweep.load("f.nc")) == 6
    assert Path("f.csv").read_text().startswith("member,length [m]")
    assert Path("f.png").stat().st_size > 5000


@pytest.mark.usefixtures("folder")
def test_options_take_precedence_and_failures_are_told():
    options = ("--vary", "length=0.3,3 m", "--outputs", "A.angle max, distance(A, rod.B) final", "--folder", "kept")
    found = command(*options, "--duration", "0.1")
    assert found.exit_code == 0, found.output
    assert "2 members, 1 finished, 1 failed" in found.output
    assert "member 1: length = 3 m" in found.output
    assert "distance(A, rod.B) final" in found.output
    plan = json.loads(Path("kept/plan.json").read_text())
    assert plan["members"] == 2
    other = command(*options, "--duration", "0.2")
    assert other.exit_code == Exit.USAGE
    assert "has another sweep: its rows are 0 to 0.1 s" in other.output


@pytest.mark.usefixtures("folder")
def test_drawn_members():
    found = command(
        "--vary", "length=0.3:0.5", "--sampling", "sobol", "--members", "4", "--seed", "7", "--save", "f.nc"
    )
    assert found.exit_code == 0, found.output
    expected = sn.sweep(pendulum(), 0.1, sn.Sobol({"length": (0.3, 0.5)}, 4, seed=7), progress=False)
    assert sn.Sweep.load("f.nc").dataset["length"].values.tolist() == expected.dataset["length"].values.tolist()


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--vary", "length"), "is no variation"),
        (("--vary", "length=1", "--vary", "length=2"), "a name is given twice"),
        (("--vary", "length=1", "--set", "length=2"), "length is given by --set and by --vary"),
        (("--vary", "length=1", "--set", "mass=2", "--set", "mass=3"), "--set: mass is given twice"),
        (("--vary", "length=1, 500 mm"), "'1' has no unit, and '500 mm' has one"),
        (("--workers", "2", "--threads", "2"), "choose one place"),
        (("--members", "3"), "need --sampling"),
        (("--sampling", "sobol"), "needs --members"),
        (("--sampling", "sobol", "--members", "4"), "needs --vary"),
        (("--scheduler", "tcp://127.0.0.1:1"), "needs --folder or --save"),
        (("--vary", "lenght=1"), "did you mean 'length'"),
        (("--outputs", "A.angel max"), "did you mean 'A.angle'"),
    ],
)
def test_wrong_options(words, told):
    found = command(*words)
    assert found.exit_code in (Exit.USAGE, Exit.MODEL)
    assert told in found.output


@pytest.mark.usefixtures("folder")
def test_a_sweep_that_fails_keeps_its_folder():
    found = command("--vary", "length=3 m,4 m", "--save", "f.nc")
    assert found.exit_code == Exit.STOPPED
    assert "the same command goes on with the folder f.sweep" in found.output
    assert not Path("f.nc").exists()
