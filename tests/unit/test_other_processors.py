"""Who runs the delicate tests as on other processors, and where."""

from __future__ import annotations

import platform
import subprocess
import sys
from pathlib import Path

import llvmlite.binding as llvm
import pytest

import other_processors
from other_processors import PROCESSORS, ROOT, environment, main, reason_to_skip


def test_every_processor_has_a_cache_of_its_own_in_a_folder_that_git_ignores() -> None:
    caches = {Path(environment(name)["SNODO_CACHE_DIR"]) for name in PROCESSORS}
    assert len(caches) == len(PROCESSORS)
    assert all(cache.is_relative_to(ROOT / ".cache") for cache in caches)
    assert "/.cache/" in (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("name", PROCESSORS)
def test_numba_compiles_for_that_processor_alone(name: str) -> None:
    """Without the instructions of this one, which numba would add."""
    code = "from numba.core.registry import cpu_target as t; print(*t.target_context.codegen().magic_tuple()[1:])"
    command = [sys.executable, "-c", code]
    answer = subprocess.run(command, env=environment(name), capture_output=True, text=True, check=True)
    assert answer.stdout.split() == [name]


def test_generic_code_runs_everywhere() -> None:
    assert reason_to_skip("generic") is None


def test_haswell_is_skipped_where_there_is_no_such_thing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(platform, "machine", lambda: "aarch64")
    assert reason_to_skip("haswell") == "haswell is an x86 processor, and this one is of the kind aarch64"
    monkeypatch.setattr(platform, "machine", lambda: "AMD64")
    monkeypatch.setattr(llvm, "get_host_cpu_features", lambda: {"avx2": False, "fma": True})
    assert reason_to_skip("haswell") == "this processor lacks avx2"
    monkeypatch.setattr(other_processors, "PROCESSORS", ("haswell",))
    assert main([]) == 0
    assert capsys.readouterr().out == "delicate tests as on haswell: skipped, as this processor lacks avx2\n"


def test_a_failure_on_one_processor_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter([subprocess.CompletedProcess([], code) for code in (1, 0)])
    monkeypatch.setattr(other_processors, "reason_to_skip", lambda name: None)
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: next(answers))
    assert main([]) == 1
