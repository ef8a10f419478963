"""The command line: what it prints, what it writes, how it ends."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from snodo import __version__
from snodo.cli.main import main
from snodo.cli.starters import STARTERS
from snodo.formats.example_files import example_files

COMMANDS = ["run", "resume", "check", "compare", "explain", "report", "verify", "new", "examples", "schema"]


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def four_bar() -> str:
    Path("four bar.yaml").write_text(STARTERS["four-bar"], encoding="utf-8")
    return "four bar.yaml"


@pytest.fixture
def pendulum() -> str:
    Path("pendulum.yaml").write_text(STARTERS["pendulum"], encoding="utf-8")
    return "pendulum.yaml"


def snodo(*arguments: object) -> Result:
    result = CliRunner().invoke(main, [str(a) for a in arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


# ---------------------------------------------------------------- help
@pytest.mark.parametrize("command", COMMANDS)
def test_help_ends_in_an_example(command):
    result = snodo(command, "--help")
    assert result.exit_code == 0
    assert result.output.strip().splitlines()[-1].strip().startswith(f"Example:  snodo {command}")


def test_help_lists_the_commands():
    output = snodo("--help").output
    assert all(command in output for command in COMMANDS)
    assert "..." not in output.partition("Commands:")[2]


def test_version():
    assert snodo("--version").output.strip() == f"snodo, version {__version__}"


def test_help_loads_nothing_heavy():
    heavy = ("numpy", "numba", "matplotlib", "xarray", "scipy", "yaml", "rich")
    code = f"import sys, snodo.cli.main; print([m for m in {heavy!r} if m in sys.modules])"
    output = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert output.strip() == "[]"


def test_run_loads_neither_xarray_nor_matplotlib(four_bar):
    code = (
        "import sys; from click.testing import CliRunner; from snodo.cli.main import main\n"
        f"assert CliRunner().invoke(main, ['run', {four_bar!r}]).exit_code == 0\n"
        "print([m for m in ('xarray', 'matplotlib', 'pandas') if m in sys.modules])"
    )
    output = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert output.strip() == "[]"


# ---------------------------------------------------------------- run
def test_run_tells_what_came_out(four_bar):
    result = snodo("run", four_bar)
    assert result.exit_code == 0
    assert "my four-bar: 3 bodies, 4 joints, 1 driver" in result.output
    assert "0 degrees of freedom" in result.output
    assert "--kinematics" in result.output
    assert "motor.effort" in result.output
    assert "quality good" in result.output
    assert "\x1b[" not in result.output


def test_run_prints_the_numbers_of_the_result(pendulum):
    result = snodo("run", pendulum, "--duration", "500 ms", "--output-step", 0.1)
    line = next(line for line in result.output.splitlines() if line.startswith("A.angle"))
    assert "1.0472" in line.split()[1]
    assert "6 rows" in result.output


def test_run_tells_when_assembly_moved_the_drawing(pendulum, four_bar):
    assert (
        "assembled: bodies moved to close the joints and meet the initial values, arm by"
        in snodo("run", pendulum).output
    )
    assert "assembled" not in snodo("run", four_bar).output


def test_numbers_are_never_broken_or_cut(pendulum, monkeypatch):
    monkeypatch.setenv("COLUMNS", "20")
    assert "0.0833333" in snodo("check", pendulum).output


def test_run_quietly(pendulum):
    assert snodo("run", pendulum, "--quiet").output == ""


def test_run_with_every_choice(pendulum):
    output = snodo("run", pendulum, "--method", "baumgarte", "--integrator", "rk4", "--step", "1 ms").output
    assert "method Baumgarte" in output
    assert "integrator RK4(step=0.001)" in output
    output = snodo("run", pendulum, "--integrator", "dormand_prince", "--tolerance", "1e-6").output
    assert "DormandPrince(rtol=1e-06)" in output


def test_run_without_a_duration_takes_five_seconds(pendulum):
    text = Path(pendulum).read_text(encoding="utf-8").replace("run: {duration: 5 s}", "")
    Path(pendulum).write_text(text, encoding="utf-8")
    output = snodo("run", pendulum).output
    assert "has no duration: simulating 5 s" in output
    assert "t = 0 … 5 s" in output


def test_run_follows_drivers(four_bar):
    result = snodo("run", four_bar, "--kinematics")
    assert result.exit_code == 0, result.output
    assert "motor.effort" in result.output


def test_run_saves(pendulum):
    result = snodo("run", pendulum, "--save", "run.nc", "--csv", "a table.csv")
    assert result.exit_code == 0, result.output
    assert "wrote run.nc" in result.output
    assert "wrote a table.csv" in result.output
    assert "A.angle" in Path("a table.csv").read_text(encoding="utf-8").splitlines()[0]


def test_run_draws_and_plots(pendulum):
    result = snodo("run", pendulum, "--plot", "A.angle", "--draw", "positions.svg")
    assert result.exit_code == 0, result.output
    assert Path("plot.png").stat().st_size > 0
    assert Path("positions.svg").stat().st_size > 0


def test_one_wrong_file_does_not_keep_the_others(pendulum):
    Path("plot.png").mkdir()
    result = snodo("run", pendulum, "--plot", "A.angle", "--csv", "run.csv")
    assert result.exit_code == 7
    assert "plot.png was not written" in result.stderr
    assert Path("run.csv").exists()


def test_unknown_names_are_told_all_at_once_before_the_run(pendulum):
    table, trace = ["--csv", "run.csv", "--series", "A.fz"], ["--draw", "drawing.png", "--trace", "Q"]
    result = snodo("run", pendulum, "--plot", "A.angel", "--plot", "A.angel", *table, *trace)
    assert result.exit_code == 2
    assert "3 problems" in result.stderr
    assert all(word in result.stderr for word in ("'A.angel'", "'A.angle'", "'A.fz'", "'Q'"))
    assert result.stdout == ""
    assert not Path("run.csv").exists()


def test_a_table_of_chosen_series(pendulum):
    assert snodo("run", pendulum, "--csv", "run.csv", "--series", "A.fx", "--series", "A.omega").exit_code == 0
    assert Path("run.csv").read_text(encoding="utf-8").splitlines()[0] == "time [s],A.fx [N],A.omega [rad/s]"


def test_traces_are_drawn(four_bar):
    few = snodo("run", four_bar, "--draw", "one.svg", "--trace", "B")
    many = snodo("run", four_bar, "--draw", "two.svg", "--trace", "B", "--trace", "C")
    assert few.exit_code == many.exit_code == 0
    assert Path("two.svg").stat().st_size > Path("one.svg").stat().st_size


def test_names_of_all_series_without_a_run(four_bar):
    result = snodo("run", four_bar, "--names")
    assert result.exit_code == 0
    lines = {line.split()[0]: line for line in result.output.splitlines() if line.strip()}
    assert "omega" in lines["crank"]
    assert "effort" in lines["motor"]
    assert "balance" in lines["energy"]
    assert "t = 0" not in result.output


LOCKED = """
mechanism: locked
points: {A: [0, 0], B: [1, 0], C: [0.5, 1]}
bodies:
  a: {bar: [A, C], mass: 1 kg}
  b: {bar: [B, C], mass: 1 kg}
joints:
  A: {revolute: [ground, a]}
  B: {revolute: [ground, b]}
  C: {revolute: [a, b]}
  again: {revolute: [a, b], at: C}
run: {duration: 1 s}
"""


@pytest.mark.parametrize("command", ["run", "check"])
def test_a_locked_mechanism_is_told_as_such(command):
    Path("locked.yaml").write_text(LOCKED, encoding="utf-8")
    result = snodo(command, "locked.yaml")
    assert result.exit_code == 0
    assert "hint: the mechanism is locked" in result.output
    assert "redundant rows: again.x, again.y" in result.output
    assert "the drivers determine the motion" not in result.output


@pytest.mark.parametrize("command", ["run", "check"])
def test_words_of_the_run_settings_are_checked_with_their_line(command):
    text = LOCKED.replace("duration: 1 s", "method: magic, integrator: euler")
    Path("wrong.yaml").write_text(text, encoding="utf-8")
    result = snodo(command, "wrong.yaml")
    assert result.exit_code == 3
    assert len(re.findall(r"wrong.yaml:\d+: run:", result.stderr)) == 2
    for bad in ("integrator: rk4", "step: 1 ms"):
        Path("wrong.yaml").write_text(LOCKED.replace("duration: 1 s", bad), encoding="utf-8")
        assert "rk4" in snodo(command, "wrong.yaml").stderr
    Path("right.yaml").write_text(LOCKED.replace("1 s}", "1 s, integrator: rk4, step: 1 ms}"), encoding="utf-8")
    assert snodo("check", "right.yaml").exit_code == 0


def test_a_forgotten_unit_is_worth_a_look(four_bar):
    text = Path(four_bar).read_text(encoding="utf-8")
    far = text.replace("C: {revolute: [coupler, rocker]}", "C: {revolute: [coupler, rocker], at: [450, 300]}")
    assert far != text
    Path("far.yaml").write_text(far, encoding="utf-8")
    result = snodo("check", "far.yaml")
    assert "hint: revolute 'C' holds 'coupler'" in result.output


def test_failed_run_keeps_the_good_part(pendulum):
    text = Path(pendulum).read_text(encoding="utf-8")
    text = text.replace("initial:", "forces:\n  bad: {torque: 'sqrt(0.5 - t)', joint: A}\n\ninitial:")
    Path(pendulum).write_text(text, encoding="utf-8")
    result = snodo("run", pendulum, "--csv", "run.csv")
    assert result.exit_code == 5
    assert "problem:" in result.stderr
    assert "Traceback" not in result.output
    last = Path("run.csv").read_text(encoding="utf-8").splitlines()[-1]
    assert 0.4 < float(last.split(",")[0]) <= 0.5


@pytest.mark.parametrize(
    "arguments",
    [
        ["--duration", "-1"],
        ["--duration", "3 kg"],
        ["--tolerance", "0"],
        ["--method", "magic"],
        ["--save", "run.txt"],
        ["--save", "no such folder/run.nc"],
        ["--step", "1 ms"],
        ["--kinematics", "--method", "baumgarte"],
        ["--integrator", "rk4", "--tolerance", "1e-6"],
        ["--series", "A.angle"],
        ["--trace", "A"],
        ["--no-such-option"],
    ],
    ids=" ".join,
)
def test_wrong_usage_ends_with_two(pendulum, arguments):
    result = snodo("run", pendulum, *arguments)
    assert result.exit_code == 2
    assert "Error" in result.stderr


@pytest.mark.parametrize("command", ["run", "check", "explain"])
def test_missing_file(command, pendulum):
    result = snodo(command, "pendulm.yaml")
    assert result.exit_code == 3
    assert "there is no such file" in result.stderr
    assert "did you mean 'pendulum.yaml'?" in result.stderr
    assert result.stdout == ""


@pytest.mark.parametrize("command", ["run", "check", "explain"])
def test_problems_come_all_at_once_with_their_lines(command, pendulum):
    text = Path(pendulum).read_text(encoding="utf-8").replace("1 kg", "1 m").replace("60 deg", "60 kg")
    Path("bad.yaml").write_text(text, encoding="utf-8")
    result = snodo(command, "bad.yaml")
    assert result.exit_code == 3
    assert len(re.findall(r"bad.yaml:\d+:", result.stderr)) == 2


# ---------------------------------------------------------------- check
def test_check(four_bar, pendulum):
    result = snodo("check", four_bar, pendulum)
    assert result.exit_code == 0
    assert "Grübler" in result.output
    assert "branch (direction in which each joint bends): B right, C right" in result.output
    assert "size [m]" in result.output
    assert "in body axes" in result.output
    assert "hint:" not in result.output
    assert "mass [kg]" in result.output
    assert "1 degree of freedom" in result.output


def test_check_goes_on_after_a_bad_file(pendulum):
    result = snodo("check", "missing.yaml", pendulum)
    assert result.exit_code == 3
    assert "pendulum.yaml is valid" in result.stdout
    assert "missing.yaml: 1 problem" in result.stderr


def test_check_that_does_not_close(four_bar):
    text = Path(four_bar).read_text(encoding="utf-8")
    text = text.replace(
        "C: {revolute: [coupler, rocker]}", "C: {revolute: [coupler, rocker], at: {coupler: [9, 0], rocker: [0, 0]}}"
    )
    Path("open.yaml").write_text(text, encoding="utf-8")
    result = snodo("check", "open.yaml")
    assert result.exit_code == 4
    assert "does not close" in result.stderr


def test_check_tells_what_the_doctor_finds(four_bar):
    assert "No problems found." in snodo("check", four_bar).output
    result = snodo("check", Path(__file__).parents[3] / "examples" / "parallelogram.yaml")
    assert result.exit_code == 0
    assert "1 redundant row:" in result.output
    assert "replace hinge F by a pin in a slot along y" in result.output
    assert "A: fy is not determined; the rest is" in result.output


def test_check_names_what_cannot_hold_together(four_bar):
    text = Path(four_bar).read_text(encoding="utf-8")
    Path("twice.yaml").write_text(text.replace("drivers:", "drivers:\n  second: {joint: D, speed: 1 rpm}"), "utf-8")
    result = snodo("check", "twice.yaml")
    assert result.exit_code == 4
    assert "the smallest set of contradictory constraints: all of hinge" in result.stdout
    assert "driver second: its prescribed angle" in result.stdout


def test_check_draws_a_free_motion(pendulum, four_bar):
    result = snodo("check", pendulum, "--draw", "motion.png")
    assert result.exit_code == 0
    assert Path("motion.png").stat().st_size > 5000
    assert snodo("check", pendulum, "--draw", "motion.png", "--motion", "2").exit_code == 2
    assert "--draw works with one FILE only" in snodo("check", pendulum, four_bar, "--draw", "motion.png").output


# ---------------------------------------------------------------- explain
def test_explain(four_bar):
    assert "Φ_q, 9 × 9" in snodo("explain", four_bar).output
    assert "Φ_q, 9 × 12" in snodo("explain", four_bar, "--ground").output
    assert "ground (i)" in snodo("explain", four_bar, "--at-start").output
    assert "the sweeps" in snodo("explain", four_bar, "--formulation", "tree").output
    assert "the method embedding\n" in snodo("explain", four_bar, "--method", "embedding").output
    assert "did you mean 'embedding'" in snodo("explain", four_bar, "--method", "embeding").output


def test_explain_as_a_page(four_bar):
    result = snodo("explain", four_bar, "--html", "the page.html")
    assert result.exit_code == 0, result.output
    assert "<math" in Path("the page.html").read_text(encoding="utf-8")


# ---------------------------------------------------------------- new, examples, schema
@pytest.mark.parametrize("kind", list(STARTERS))
def test_new_files_run_as_they_are(kind):
    result = snodo("new", "mine.yaml", "--kind", kind)
    assert result.exit_code == 0
    assert "snodo run mine.yaml" in result.output
    assert "quality good" in snodo("run", "mine.yaml").output


def test_new_does_not_overwrite(pendulum):
    before = Path(pendulum).read_text(encoding="utf-8")
    result = snodo("new", pendulum)
    assert result.exit_code == 2
    assert "--force" in result.stderr
    assert Path(pendulum).read_text(encoding="utf-8") == before
    assert snodo("new", pendulum, "--force").exit_code == 0
    assert "four-bar" in Path(pendulum).read_text(encoding="utf-8")


def test_examples_are_found():
    assert {"four_bar", "fairbairn", "pendulum"} <= set(example_files())
    output = snodo("examples").output
    assert all(name in output for name in example_files())


def test_examples_are_printed_and_copied():
    assert snodo("examples", "pendulum").output.startswith("mechanism:")
    assert snodo("examples", "fairbairn_driven.yaml", "--copy").exit_code == 0
    assert {path.name for path in Path().glob("*.yaml")} == {"fairbairn.yaml", "fairbairn_driven.yaml"}
    again = snodo("examples", "fairbairn_driven", "--copy")
    assert "exists already" in again.stderr


def test_an_example_is_copied_with_its_urdf():
    assert snodo("examples", "palletizer", "--copy").exit_code == 0
    assert {path.name for path in Path().glob("palletizer.*")} == {"palletizer.yaml", "palletizer.urdf"}
    assert snodo("check", "palletizer.yaml").exit_code == 0


def test_unknown_example():
    result = snodo("examples", "four_bra")
    assert result.exit_code == 2
    assert "did you mean 'four_bar'" in result.stderr
    assert snodo("examples", "--copy").exit_code == 2


def test_schema_is_json():
    assert json.loads(snodo("schema").output)["title"] == "A mechanism for Snodo"
