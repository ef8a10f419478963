"""`snodo doctor`: versions, processor, cache, what is compiled, and what first runs would compile."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import snodo as sn
from snodo import _jit
from snodo.cli.installation import cache, kernels, packages
from snodo.cli.installation.findings import Section, size
from snodo.cli.main import main

ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(os.path.abspath(p) for p in sys.path if p)}
compiled = pytest.mark.skipif(bool(_jit.numba.config.DISABLE_JIT), reason="nothing is compiled")


def doctor(*arguments: str) -> Any:
    return CliRunner().invoke(main, ["doctor", *arguments])


# ---------------------------------------------------------------- the report
@compiled
def test_the_report_of_this_installation() -> None:
    found = doctor()
    assert found.exit_code == 0, found.output
    for words in ("software", "packages", "processor", "cache", "compiled", "extras", "numba", sn.__version__):
        assert words in found.output
    assert "No problems found." in found.output


@compiled
def test_the_same_as_json() -> None:
    found = json.loads(doctor("--json").output)
    assert found["snodo"] == found["software"]["snodo"] == sn.__version__
    assert found["problems"] == []
    assert found["packages"]["numba"]["version"] == _jit.numba.__version__
    assert found["processor"]["lanes"] == found["processor"]["register_width"]
    assert found["cache"]["folder"] == str(_jit.CACHE_FOLDER)
    assert found["cache"]["kept"]
    assert "the planar equations" in found["compiled"]["families"]
    assert set(found["compiled"]["seconds_to_compile"]) == {run.what for run in kernels.FIRST_RUNS}


@pytest.mark.parametrize(
    "options", [("--draw", "motion.png"), ("--motion", "2"), ("--motion", "1", "--draw", "motion.png")]
)
def test_options_of_mechanisms_need_one(options: tuple[str, ...]) -> None:
    found = doctor(*options)
    assert found.exit_code == 2
    assert f"{'--draw' if '--draw' in options else '--motion'} needs a mechanism" in found.output
    assert "snodo doctor FILE --draw motion.png" in found.output


def test_cleaning_is_about_the_installation() -> None:
    assert doctor("x.yaml", "--clean").exit_code == 2


def test_an_empty_cache_has_everything_to_compile(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "snodo", "doctor", "--json"],
        env={**ENVIRONMENT, "SNODO_CACHE_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    found = json.loads(done.stdout)
    assert Path(found["cache"]["folder"]).parent == tmp_path
    assert found["cache"]["files"] == 0
    if not _jit.numba.config.DISABLE_JIT:
        assert not any(found["compiled"]["families"].values())
        assert found["compiled"]["seconds_to_compile"] == {run.what: run.seconds for run in kernels.FIRST_RUNS}
    assert not list(tmp_path.rglob("*.code"))  # looking compiles nothing


def test_without_the_compiler(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "snodo", "doctor"],
        env={**ENVIRONMENT, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 8
    assert "NUMBA_DISABLE_JIT is set" in done.stderr
    assert "→ unset it" in done.stderr


# ---------------------------------------------------------------- packages
@pytest.mark.parametrize(
    ("installed", "least", "is_older"),
    [
        ("1.9", "1.10", True),
        ("1.10", "1.9", False),
        ("2.0.0", "2", False),
        ("2", "2.0.0", False),
        ("1.26.4", "1.26", False),
        ("2024.1.0", "2024.1", False),
        ("0.62.9", "0.63", True),
        ("0.63.0rc1", "0.63", False),
        ("1.2.3+local7", "1.2.4", True),
    ],
)
def test_versions_are_compared_by_their_numbers(installed: str, least: str, is_older: bool) -> None:
    assert packages.older(installed, least) is is_older


def test_missing_and_old_packages_are_problems(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packages, "requires", lambda _: ["numpy>=99", "no-such-thing>=1.2", "x>=1; extra == 'dev'"])
    found = packages.packages()
    old, missing = sorted(found.problems, key=str, reverse=True)
    assert "is older than 99" in old.what or "is older than 99" in missing.what
    remedies = {problem.remedy for problem in found.problems}
    assert remedies == {"pip install 'numpy>=99'", "pip install 'no-such-thing>=1.2'"}


def test_what_only_some_work_needs_is_no_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packages, "find_spec", lambda _: None)
    monkeypatch.setattr(packages.shutil, "which", lambda _: None)
    found = packages.extras()
    assert not found.problems
    assert all(fact.value == "not found" for fact in found.facts)
    assert any("pip install 'snodo[meshes]'" in fact.note for fact in found.facts)


# ---------------------------------------------------------------- processor
@compiled
@pytest.mark.parametrize(("name", "wide"), [("x86-64-v4", 8), ("haswell", 4), ("generic", 2)])
def test_numbers_in_a_register_of_a_processor_chosen_by_name(name: str, wide: int) -> None:
    """It has no list of features."""
    chosen = {"NUMBA_CPU_NAME": name, "NUMBA_CPU_FEATURES": ""}
    command = [sys.executable, "-m", "snodo", "doctor", "--json"]
    done = subprocess.run(command, env={**ENVIRONMENT, **chosen}, capture_output=True, text=True, check=True)
    found = json.loads(done.stdout)["processor"]
    assert (found["lanes"], found["register_width"]) == (wide, wide)


# ---------------------------------------------------------------- cache
def test_caches_of_other_versions_are_removed_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mine, other = tmp_path / ("0.2.0-" + "a" * 16), tmp_path / ("0.1.0-" + "b" * 16)
    for folder in (mine, other, tmp_path / "precious-0123456789abcdef", tmp_path / "notes"):
        folder.mkdir()
        (folder / "one.code").write_bytes(b"x" * 1000)
    monkeypatch.setattr(_jit, "CACHE_FOLDER", mine)
    assert cache.cache().data["other_versions"] == [str(other)]
    assert cache.clean() == (1, 1000)
    assert sorted(path.name for path in tmp_path.iterdir()) == [mine.name, "notes", "precious-0123456789abcdef"]


def test_a_cache_that_does_not_last_is_a_problem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "snodo-abc"
    folder.mkdir()
    monkeypatch.setattr(_jit, "CACHE_FOLDER", folder)
    monkeypatch.setattr(cache.tempfile, "gettempdir", lambda: str(tmp_path))
    found = cache.cache()
    assert not found.data["kept"]
    assert "in every process" in found.problems[0].what


def test_a_full_disk_is_a_problem() -> None:
    section = Section("cache")
    cache._complain(section, Path("/anywhere/0.2.0-x"), 5e6)
    assert any("only 5 MB are free" in problem.what for problem in section.problems)


@pytest.mark.parametrize(("number", "words"), [(0, "0 B"), (999, "999 B"), (2.5e6, "2.5 MB"), (3e9, "3 GB")])
def test_sizes_in_words(number: float, words: str) -> None:
    assert size(number) == words


# ---------------------------------------------------------------- what is compiled
@compiled
def test_what_is_said_to_be_kept_can_be_taken() -> None:
    """Both ways of asking agree on every entry: by the name of its file, and by loading it."""
    for what in ("the planar equations", "the monitor of singular positions", "forward dynamics of trees"):
        for path in kernels.paths_of(*kernels.families()[what]):
            assert kernels.kept(path) == _jit.named(path).take()


FIRST = """
import sys
import snodo as sn
from snodo import _jit
asked = set()
real = _jit.compiled
def noting(what, *more):
    asked.add(what)
    return real(what, *more)
_jit.compiled = noting
sn.simulate(sn.load(sys.argv[1]), 0.1, formulation=sys.argv[2], progress=False)
print("\\n".join(sorted(asked)))
"""
EXAMPLES = Path(__file__).parents[3] / "examples"


@compiled
@pytest.mark.parametrize(
    ("run", "example", "formulation"),
    [(0, "four_bar_free", "planar"), (1, "double_pendulum", "tree"), (2, "bricard", "tree"), (3, "bricard", "spatial")],
)
def test_first_runs_need_what_is_estimated(run: int, example: str, formulation: str) -> None:
    """A run is followed: the kernels it asks for are those that the doctor would list."""
    command = [sys.executable, "-c", FIRST, str(EXAMPLES / f"{example}.yaml"), formulation]
    done = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, check=True)
    assert set(done.stdout.splitlines()) == set(kernels.FIRST_RUNS[run].families)
