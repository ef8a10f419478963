"""Completion, by the shells themselves: bash, and zsh and fish where they are installed."""

from __future__ import annotations

import os
import select
import shutil
import subprocess
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from snodo.cli.completing.grammar import Command, Option, Value, commands
from snodo.cli.completing.zsh import escaped, quoted
from snodo.cli.main import main
from snodo.registry import FORMULATIONS, INTEGRATORS, METHODS

SHELLS = ("bash", "zsh", "fish")


def needs(shell: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shutil.which(shell) is None, reason=f"{shell} is not installed")


@pytest.fixture(scope="module")
def scripts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("scripts")
    found = {shell: folder / f"snodo.{shell}" for shell in SHELLS}
    for shell, path in found.items():
        answer = CliRunner().invoke(main, ["completion", shell])
        assert answer.exit_code == 0, answer.output
        path.write_text(answer.output, encoding="utf-8")
    return found


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("four bar.yaml", "robot.urdf", "run.nc", "notes.txt"):
        Path(name).touch()
    Path("models").mkdir()


# ---------------------------------------------------------------- what the commands take
def test_every_command_and_option_is_there() -> None:
    found = {command.name: command for command in commands(main)}
    assert found.keys() == main.commands.keys()
    for name, command in main.commands.items():
        listed = {word for option in found[name].options for word in option.names}
        assert {word for p in command.params for word in (*p.opts, *p.secondary_opts) if word.startswith("-")} <= listed
        assert "--help" in listed


def option(command: Command, name: str) -> Option:
    return next(one for one in command.options if name in one.names)


def test_values_are_those_that_are_understood() -> None:
    found = {command.name: command for command in commands(main)}
    run, compare = found["run"], found["compare"]
    for name, registry in (("formulation", FORMULATIONS), ("method", METHODS), ("integrator", INTEGRATORS)):
        assert option(run, f"--{name}").value == Value(name, tuple(registry))
        assert option(compare, f"--{name}s").value == Value(f"{name}s", tuple(registry), listed=True)
    assert option(run, "--animate").value == Value("animate", endings=(".gif", ".mp4", ".html"))
    assert option(run, "--checkpoint").value == Value("folder", folder=True)
    assert option(run, "--kinematics").value is None
    assert option(run, "--plot").repeated
    assert found["resume"].argument == Value("folder", folder=True)
    assert "four_bar" in found["examples"].argument.words  # type: ignore[union-attr]
    assert "A01" in found["verify"].argument.words  # type: ignore[union-attr]


def test_the_shell_must_be_known() -> None:
    answer = CliRunner().invoke(main, ["completion", "tcsh"])
    assert answer.exit_code == 2
    assert "tcsh" in answer.output


@pytest.mark.parametrize("shell", [pytest.param(shell, marks=needs(shell)) for shell in SHELLS])
def test_the_scripts_are_well_formed(shell: str, scripts: dict[str, Path]) -> None:
    done = subprocess.run([shell, "-n", scripts[shell]], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


CASES = [
    ("snodo compar", {"compare"}),
    ("snodo run --form", {"--formulation"}),
    ("snodo run --formulation ", set(FORMULATIONS)),
    ("snodo run x.yaml --integrator dor", {"dormand_prince"}),
    ("snodo run ", {"four bar.yaml", "robot.urdf", "models"}),
    ("snodo run --save ", {"run.nc", "models"}),
    ("snodo resume ", {"models"}),
    ("snodo compare x.yaml --methods projection,pen", {"projection,penalty"}),
    ("snodo examples fairbairn_d", {"fairbairn_driven"}),
    ("snodo verify A02", {"A02_N2", "A02_N40"}),
    ("snodo completion f", {"fish"}),
    ("snodo doctor --cl", {"--clean"}),
    ("snodo run --duration ", set()),
]
cases = pytest.mark.parametrize(("line", "wanted"), CASES, ids=[line for line, _ in CASES])


# ---------------------------------------------------------------- bash
def by_bash(script: Path, words: list[str]) -> set[str]:
    """What bash offers for the last of the words."""
    listed = " ".join("'" + word + "'" for word in words)
    code = f'source "{script}"; COMP_WORDS=({listed}); COMP_CWORD={len(words) - 1}; _snodo; '
    code += "printf '%s\\n' \"${COMPREPLY[@]}\""
    done = subprocess.run(["bash", "--norc", "-c", code], capture_output=True, text=True, check=True)
    return {line for line in done.stdout.splitlines() if line}


@needs("bash")
@cases
def test_bash(line: str, wanted: set[str], scripts: dict[str, Path]) -> None:
    assert by_bash(scripts["bash"], line.split(" ")) == wanted


@needs("bash")
def test_bash_with_an_equals_sign(scripts: dict[str, Path]) -> None:
    """Bash takes it for a word of its own."""
    assert by_bash(scripts["bash"], ["snodo", "run", "--formulation", "="]) == set(FORMULATIONS)
    assert by_bash(scripts["bash"], ["snodo", "run", "--formulation", "=", "pl"]) == {"planar"}


@needs("bash")
def test_no_program_is_started(scripts: dict[str, Path]) -> None:
    """Completion must answer at once: no Python runs."""
    code = f'source "{scripts["bash"]}"; PATH=; COMP_WORDS=(snodo run ""); COMP_CWORD=2; _snodo; echo "$COMPREPLY"'
    done = subprocess.run(
        [shutil.which("bash") or "bash", "--norc", "-c", code], capture_output=True, text=True, check=True
    )
    assert (done.stdout, done.stderr) == ("models\n", "")


# ---------------------------------------------------------------- fish
@needs("fish")
@cases
def test_fish(line: str, wanted: set[str], scripts: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> None:
    home = str(tmp_path_factory.mktemp("home"))
    code = f"source {scripts['fish']}; complete -C '{line}'"
    places = dict.fromkeys(("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"), home)
    environment = {**os.environ, **places}
    done = subprocess.run(["fish", "-N", "-c", code], capture_output=True, text=True, check=True, env=environment)
    offered = {answer.partition("\t")[0].rstrip("/").replace("\\ ", " ") for answer in done.stdout.splitlines()}
    assert offered == wanted


# ---------------------------------------------------------------- zsh
class Zsh:
    """An interactive zsh without settings."""

    def __init__(self, script: Path) -> None:
        import pty

        self.ours, theirs = pty.openpty()
        environment = {**os.environ, "TERM": "dumb", "PS1": "> "}
        self.process = subprocess.Popen(
            ["zsh", "-f", "-i"], stdin=theirs, stdout=theirs, stderr=theirs, env=environment, start_new_session=True
        )
        os.close(theirs)
        self.send("unsetopt zle_bracketed_paste; autoload -U compinit; compinit -u -D; ")
        self.send(f"source {script}; echo rea''dy\n")
        assert "ready\r" in self.read("ready\r")

    def send(self, text: str) -> None:
        os.write(self.ours, text.encode())

    def read(self, until: str) -> str:
        text, end = "", time.monotonic() + 60.0
        while until not in text and time.monotonic() < end:
            if select.select([self.ours], [], [], 0.1)[0]:
                text += os.read(self.ours, 65536).decode(errors="replace")
        return text

    def completed(self, line: str) -> str:
        """The line after a tab, as zsh would run it."""
        self.send(f"echo x; : {'y' * 3}\n")
        self.read("yyy")
        self.send(f"{line}\t\x01print -r -- '<\x05>'\n")
        text = self.read(">\r\n")
        return text.rpartition("\n<")[2].partition(">\r")[0] if "\n<" in text else text

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.ours)


@needs("zsh")
@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("snodo verif", "snodo verify "),
        ("snodo run --formula", "snodo run --formulation "),
        ("snodo run --formulation plan", "snodo run --formulation planar "),
        ("snodo run --save r", "snodo run --save run.nc "),
        ("snodo run r", "snodo run robot.urdf "),
        ("snodo compare x.yaml --methods projection,pena", "snodo compare x.yaml --methods projection,penalty"),
        ("snodo examples fairbairn_d", "snodo examples fairbairn_driven "),
    ],
)
def test_zsh(line: str, wanted: str, scripts: dict[str, Path]) -> None:
    shell = Zsh(scripts["zsh"])
    try:
        assert shell.completed(line).rstrip() == wanted.rstrip()
    finally:
        shell.close()


def test_signs_that_mean_something_to_zsh() -> None:
    assert escaped("time [s]: x\\y") == "time \\[s\\]\\: x\\\\y"
    assert quoted("joint's") == "'joint'\\''s'"
