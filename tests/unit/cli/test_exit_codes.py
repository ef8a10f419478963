"""Exit codes, by commands in processes of their own; and the page that lists them."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from snodo.cli.exit_codes import MEANINGS, Exit, exit_code
from snodo.cli.main import main
from snodo.cli.starters import STARTERS
from snodo.errors import AssemblyError, FileError, NameNotFound, Problem, RunError, UnsupportedError, WriteError

ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(os.path.abspath(p) for p in sys.path if p)}
PAGE = Path(__file__).parents[3] / "docs" / "command_line.md"
STARTED = "from snodo.__main__ import start; print(1, flush=True); start()"
PENDULUM = STARTERS["pendulum"]
FOUR_BAR = STARTERS["four-bar"]
MODELS = {
    "pendulum.yaml": PENDULUM,
    "four_bar.yaml": FOUR_BAR,
    "wrong.yaml": PENDULUM.replace("1 kg", "1 m"),
    "open.yaml": FOUR_BAR.replace(
        "C: {revolute: [coupler, rocker]}", "C: {revolute: [coupler, rocker], at: {coupler: [9, 0], rocker: [0, 0]}}"
    ),
    "stops.yaml": PENDULUM.replace("initial:", "forces:\n  bad: {torque: 'sqrt(0.5 - t)', joint: A}\n\ninitial:"),
}


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in MODELS.items():
        Path(name).write_text(text, encoding="utf-8")


def snodo(*arguments: str, **variables: str) -> Any:
    command = [sys.executable, "-m", "snodo", *arguments]
    return subprocess.run(command, env={**ENVIRONMENT, **variables}, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (["run", "pendulum.yaml"], Exit.DONE, ""),
        (["run", "pendulum.yaml", "--no-such-option"], Exit.USAGE, "No such option"),
        (["run", "pendulum.yaml", "--plot", "A.angel"], Exit.USAGE, "did you mean 'A.angle'"),
        (["runn"], Exit.USAGE, "No such command"),
        (["examples", "four_bra"], Exit.USAGE, "did you mean 'four_bar'"),
        (["run", "nothing.yaml"], Exit.MODEL, "there is no such file"),
        (["run", "wrong.yaml"], Exit.MODEL, "wrong.yaml:"),
        (["check", "pendulum.yaml", "wrong.yaml", "open.yaml"], Exit.MODEL, "wrong.yaml:"),
        (["run", "open.yaml"], Exit.ASSEMBLY, "does not close"),
        (["check", "open.yaml", "pendulum.yaml"], Exit.ASSEMBLY, "does not close"),
        (["doctor", "open.yaml"], Exit.ASSEMBLY, "does not close"),
        (["run", "stops.yaml"], Exit.STOPPED, "problem:"),
        (["run", "pendulum.yaml", "--csv", "folder.csv"], Exit.WRITING, "folder.csv was not written"),
        (["explain", "pendulum.yaml", "--html", "folder.html"], Exit.WRITING, "folder.html cannot be written"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_codes(arguments: list[str], code: Exit, told: str) -> None:
    for name in ("folder.csv", "folder.html"):
        Path(name).mkdir()
    done = snodo(*arguments)
    assert done.returncode == code, done.stderr
    assert told in done.stderr
    assert "Traceback" not in done.stderr


def test_a_missed_tolerance() -> None:
    few = ["--formulations", "planar", "--methods", "penalty", "--integrators", "rk4"]
    assert snodo("verify", "A01", *few).returncode == Exit.TOLERANCE
    loose = ["--formulations", "planar", "--methods", "penalty", "--duration", "0.5", "--accuracy", "1e-15"]
    done = snodo("compare", "four_bar.yaml", *loose)
    assert done.returncode == Exit.TOLERANCE, done.stderr
    assert "No motion is accurate" in done.stdout


def test_no_run_that_ends() -> None:
    few = ["--formulations", "planar", "--methods", "projection"]
    assert snodo("compare", "stops.yaml", *few).returncode == Exit.STOPPED


def test_an_installation_with_a_problem() -> None:
    done = snodo("doctor", SNODO_CACHE_DIR=str(Path("pendulum.yaml").resolve()))
    assert done.returncode == Exit.INSTALLATION
    assert "SNODO_CACHE_DIR" in done.stderr


def test_a_wrong_setting_of_the_progress() -> None:
    done = snodo("run", "pendulum.yaml", SNODO_PROGRESS="line")
    assert done.returncode == Exit.USAGE
    assert "did you mean 'lines'" in done.stderr


def test_an_error_that_nobody_foresaw(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise ZeroDivisionError("by accident")

    monkeypatch.setattr("snodo.formats.published.json_schema.schema_text", fail)
    done = CliRunner().invoke(main, ["schema"])
    assert done.exit_code == Exit.UNEXPECTED
    assert "Traceback" in done.output
    assert "ZeroDivisionError: by accident" in done.output
    assert "this is an error of snodo" in done.output


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
@pytest.mark.parametrize(
    "arguments",
    [["verify"], ["compare", "four_bar.yaml", "--duration", "2000", "--patience", "500"]],
    ids=lambda words: words[0],
)
def test_ctrl_c(arguments: list[str]) -> None:
    """Commands that return what is done by then say with their code that it is not all."""
    process = subprocess.Popen(
        [sys.executable, "-m", "snodo", *arguments],
        env={**ENVIRONMENT, "SNODO_PROGRESS": "lines"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),  # it may be ignored in here
    )
    assert process.stderr is not None
    assert any(" %" in line for line in process.stderr)  # the first line of progress
    process.send_signal(signal.SIGINT)
    _, problems = process.communicate()
    assert process.returncode == Exit.INTERRUPTED, problems
    assert "Traceback" not in problems


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
def test_ctrl_c_while_it_starts() -> None:
    """From the first moments on it ends in one line."""
    for wait in (0.05, 0.15, 0.25):
        process = subprocess.Popen(
            [
                sys.executable,
                "-c",
                "from snodo.__main__ import start; print(1, flush=True); start()",
                "check",
                "x.yaml",
            ],
            env=ENVIRONMENT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
        )
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(wait)
        process.send_signal(signal.SIGINT)
        _, problems = process.communicate()
        assert process.returncode in (Exit.INTERRUPTED, Exit.MODEL)  # it may have been faster
        assert "Traceback" not in problems


# ---------------------------------------------------------------- the table
def test_errors_have_their_codes() -> None:
    for kind, code in (
        (FileError, Exit.MODEL),
        (WriteError, Exit.WRITING),
        (AssemblyError, Exit.ASSEMBLY),
        (RunError, Exit.STOPPED),
        (UnsupportedError, Exit.USAGE),
        (NameNotFound, Exit.USAGE),
    ):
        assert exit_code(kind(Problem("x"))) is code


def test_the_page_lists_all_codes_and_commands() -> None:
    text = PAGE.read_text(encoding="utf-8")
    listed = dict(re.findall(r"^\| (\d+) \| (.+?) \|$", text, re.M))
    assert listed == {str(int(code)): meaning for code, meaning in MEANINGS.items()}
    assert set(MEANINGS) == set(Exit)
    assert set(re.findall(r"^\| `snodo ([a-z]+)", text, re.M)) == set(main.commands)


# ---------------------------------------------------------------- JSON
def test_findings_as_json() -> None:
    done = snodo("check", "--json", "four_bar.yaml", "open.yaml", "wrong.yaml")
    found = json.loads(done.stdout)
    assert done.returncode == found["exit_code"] == Exit.ASSEMBLY
    first, second, third = found["files"]
    assert first["degrees_of_freedom"] == 0
    assert first["total_mass"] == pytest.approx(2.6)
    assert first["problems"] == []
    assert second["exit_code"] == Exit.ASSEMBLY
    assert "does not close" in second["problems"][0]["what"]
    assert third["exit_code"] == Exit.MODEL
    assert re.search(r"wrong\.yaml:\d+", third["problems"][0]["where"])
    assert done.stderr == ""


@pytest.mark.parametrize("command", ["check", "doctor"])
def test_json_draws_nothing(command: str) -> None:
    done = CliRunner().invoke(main, [command, "pendulum.yaml", "--json", "--draw", "motion.png"])
    assert done.exit_code == Exit.USAGE
    assert "--json draws nothing" in done.output


def test_the_doctor_of_a_mechanism_is_check() -> None:
    answers = [CliRunner().invoke(main, [word, "four_bar.yaml"]).output for word in ("check", "doctor")]
    assert answers[0] == answers[1]
    assert "No problems found." in answers[0]
