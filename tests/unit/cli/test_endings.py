"""How commands end: interrupted, in a closed pipe, on a full disk, as a module, without colours."""

from __future__ import annotations

import inspect
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import snodo as sn
from snodo.cli.main import main
from snodo.cli.starters import STARTERS

ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(os.path.abspath(p) for p in sys.path if p)}
PROGRAM = [sys.executable, "-m", "snodo"]
unix = pytest.mark.skipif(sys.platform == "win32", reason="signals, pipes and terminals of Unix")


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("p.yaml").write_text(STARTERS["pendulum"], encoding="utf-8")


def command(*arguments: str) -> Any:
    """Both streams apart; older versions of click must be asked for that."""
    apart = {"mix_stderr": False} if "mix_stderr" in inspect.signature(CliRunner.__init__).parameters else {}
    return CliRunner(**apart).invoke(main, arguments)


def run(*arguments: str) -> Any:
    return command("run", "p.yaml", *arguments)


# ---------------------------------------------------------------- Ctrl-C
@pytest.fixture
def interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C in the middle of a long run."""

    def stop(self: Any, t: float) -> None:
        if self.label == "simulating" and t > 10.0:
            raise KeyboardInterrupt

    monkeypatch.setattr("snodo.progress.ProgressBar.__call__", stop)


LONG = ("--duration", "20000", "--output-step", "2 ms")


@pytest.mark.usefixtures("interrupted")
def test_an_interrupted_run_keeps_the_old_file() -> None:
    assert run("--save", "old.nc", "--csv", "old.csv").exit_code == 0
    before = Path("old.nc").read_bytes(), Path("old.csv").read_bytes()
    done = run(*LONG, "--save", "old.nc", "--csv", "old.csv")
    assert done.exit_code == 130
    assert "interrupted at t = " in done.stderr
    assert "old.nc is not overwritten, because this run was not finished: writing old.unfinished.nc" in done.stderr
    assert (Path("old.nc").read_bytes(), Path("old.csv").read_bytes()) == before
    piece = sn.Result.load("old.unfinished.nc")
    assert piece.info["status"] == "interrupted"
    assert 0.0 < piece.time[-1] < 20000.0
    assert Path("old.unfinished.csv").exists()


@pytest.mark.usefixtures("interrupted")
def test_an_interrupted_run_is_saved_where_nothing_is_lost() -> None:
    done = run(*LONG, "--quiet", "--save", "new.nc")
    assert done.exit_code == 130
    assert "interrupted at t = " in done.stderr
    assert sn.Result.load("new.nc").info["status"] == "interrupted"
    assert not Path("new.unfinished.nc").exists()


def test_a_failed_run_keeps_the_old_file() -> None:
    assert run("--csv", "old.csv").exit_code == 0
    before = Path("old.csv").read_bytes()
    text = Path("p.yaml").read_text(encoding="utf-8")
    bad = text.replace("initial:", "forces:\n  bad: {torque: 'sqrt(0.5 - t)', joint: A}\n\ninitial:")
    Path("p.yaml").write_text(bad, encoding="utf-8")
    done = run("--csv", "old.csv", "--plot", "A.angle")
    assert done.exit_code == 5
    assert Path("old.csv").read_bytes() == before
    assert Path("old.unfinished.csv").exists()
    assert Path("plot.png").exists()


@pytest.mark.parametrize("word", ["run", "check"])
def test_ctrl_c_outside_the_integration_ends_with_130(monkeypatch: pytest.MonkeyPatch, word: str) -> None:
    def stop(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("snodo.formats.files.load_with", stop)
    done = command(word, "p.yaml")
    assert done.exit_code == 130
    assert "interrupted" in done.stderr


@unix
def test_a_real_signal() -> None:
    """From the first line that it prints, Ctrl-C ends a run well, wherever it is."""
    process = subprocess.Popen(
        [*PROGRAM, "run", "p.yaml", "--duration", "1e6", "--output-step", "10", "--save", "run.nc"],
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),  # it may be ignored in here
    )
    assert process.stdout is not None
    assert process.stdout.readline().startswith("my pendulum")
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    _, problems = process.communicate()
    assert process.returncode == 130
    assert "interrupted" in problems
    assert "Traceback" not in problems
    assert not list(Path().glob(".snodo-*"))


# ---------------------------------------------------------------- output
@unix
@pytest.mark.parametrize(
    "arguments", [["run", "p.yaml", "--csv", "run.csv"], ["examples"], ["schema"], ["check", "p.yaml"], ["--help"]]
)
def test_a_closed_pipe_is_no_problem(arguments: list[str]) -> None:
    """As with `snodo … | head -1`; the files are written all the same."""
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(
            [*PROGRAM, *arguments], env=ENVIRONMENT, stdout=writing, stderr=subprocess.PIPE, text=True, check=False
        )
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (0, "")
    assert Path("run.csv").exists() == ("--csv" in arguments)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_output_on_a_full_disk_is_a_problem_but_files_are_written() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*PROGRAM, "run", "p.yaml", "--csv", "run.csv"],
            env=ENVIRONMENT,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 7
    assert "the output could not be written: No space left on device" in done.stderr
    assert "Traceback" not in done.stderr
    assert Path("run.csv").exists()


def test_as_a_module() -> None:
    done = subprocess.run([*PROGRAM, "--version"], env=ENVIRONMENT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == f"snodo, version {sn.__version__}"


def on_a_terminal(*arguments: str, **variables: str) -> str:
    """What a command prints on a terminal, without the progress of its run."""
    import pty

    ours, theirs = pty.openpty()
    plain = {word: value for word, value in ENVIRONMENT.items() if word not in ("NO_COLOR", "FORCE_COLOR")}
    environment = {**plain, "TERM": "xterm-256color", **variables}
    process = subprocess.Popen([*PROGRAM, *arguments], env=environment, stdout=theirs, stderr=subprocess.DEVNULL)
    os.close(theirs)
    text = b"".join(_read(ours))
    os.close(ours)
    assert process.wait() == 0
    return text.decode()


def _read(handle: int) -> Iterator[bytes]:
    while True:
        try:
            piece = os.read(handle, 65536)
        except OSError:  # Linux: the other end is closed
            return
        if not piece:
            return
        yield piece


@unix
def test_colours_can_be_refused() -> None:
    assert "\x1b[32m" in on_a_terminal("run", "p.yaml")
    assert "\x1b[" not in on_a_terminal("run", "p.yaml", NO_COLOR="1")
