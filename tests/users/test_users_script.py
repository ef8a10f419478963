"""Scripts of users pass `mypy --strict`, run, and what is wrong in them is found before they run."""

from __future__ import annotations

import os
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

import snodo as sn

HERE = Path(__file__).parent
EXAMPLES = HERE.parents[1] / "examples"
OTHERS = "[mypy]\n[mypy-scipy.*,pandas.*]\nignore_missing_imports = True\n"


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> dict[str, list[tuple[int, str]]]:
    """Line and code of every error, by file."""
    settings = tmp_path_factory.mktemp("mypy") / "mypy.ini"
    settings.write_text(OTHERS)
    cache = getattr(request.config, "cache", None)
    worker = os.environ.get("PYTEST_XDIST_WORKER", "alone")  # mypy does not share its cache with another one at work
    kept = cache.mkdir(f"mypy_of_users_{worker}") if cache else settings.parent
    own = [HERE / "users_script.py", HERE / "wrong_script.py", HERE.parent / "own_parts.py"]
    scripts = [*own, *sorted(EXAMPLES.glob("*.py"))]
    command = [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", "--scripts-are-modules"]
    command += [f"--config-file={settings}", f"--cache-dir={kept}", "--no-error-summary", *map(str, scripts)]
    environment = {**os.environ, "MYPYPATH": str(Path(sn.__file__).parents[1])}
    answer = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=settings.parent, check=False)
    assert answer.returncode in (0, 1), answer.stderr
    errors: dict[str, list[tuple[int, str]]] = {}
    for file, line, code in re.findall(r"^(\S+\.py):(\d+): error: .*\[([\w-]+)\]$", answer.stdout, re.MULTILINE):
        errors.setdefault(Path(file).name, []).append((int(line), code))
    assert "error" not in answer.stdout or errors, answer.stdout
    return errors


def test_a_users_script_has_no_errors(found: dict[str, list[tuple[int, str]]]) -> None:
    assert found.get("users_script.py", []) == []
    assert found.get("own_parts.py", []) == []  # joints, constraints and forces of a user


@pytest.mark.parametrize("script", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.stem)
def test_no_example_has_errors(found: dict[str, list[tuple[int, str]]], script: Path) -> None:
    assert found.get(script.name, []) == []


def test_mistakes_are_found(found: dict[str, list[tuple[int, str]]]) -> None:
    lines = (HERE / "wrong_script.py").read_text(encoding="utf-8").splitlines()
    wanted = [(k, m[1]) for k, line in enumerate(lines, 1) if (m := re.search(r"# error: ([\w-]+)$", line))]
    assert sorted(set(found["wrong_script.py"])) == wanted


def test_the_script_runs() -> None:
    told = runpy.run_path(str(HERE / "users_script.py"))
    assert told["message"] == "there is no such file"
    assert told["freedoms"] == 2
    assert isinstance(told["batch"], sn.Batch)
    assert isinstance(told["several"], sn.Batch)
    assert isinstance(told["going_on"], sn.Result)
    assert isinstance(told["efforts"], sn.ActuatorForces)


def test_the_public_names_are_written_out() -> None:
    assert sn.__all__ == ["__version__", *sn._HOME, *sn._MODULES]
