"""Machine code of the package: taken where it fits this processor, replaced by better code when that is complete."""

from __future__ import annotations

import importlib
import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from snodo import _cache_folder, _jit
from snodo._jit import machine_code, tuning
from snodo.cli.installation import warming
from snodo.cli.warm import warm

pytestmark = pytest.mark.skipif(bool(_jit.numba.config.DISABLE_JIT), reason="nothing is compiled")
SOURCE = "def triple(x):\n    return 3.0 * x\n"
TARGET = {"machine": ["", "", ""], "needs": [], "better": []}


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package that ships the machine code of one function, and an empty cache."""
    shipped, cache = tmp_path / "shipped", tmp_path / "cache"
    cache.mkdir()
    monkeypatch.setattr(_jit.numba.config, "CPU_NAME", None)
    monkeypatch.setattr(_jit.numba.config, "CPU_FEATURES", None)
    monkeypatch.setattr(machine_code, "SHIPPED", shipped)
    monkeypatch.setattr(machine_code, "CACHE_FOLDER", shipped)
    monkeypatch.setattr(tuning, "CACHE_FOLDER", cache)
    shipped.mkdir()
    forget()
    (tmp_path / "a_function.py").write_text(SOURCE, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("a_function", tmp_path / "a_function.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["a_function"] = module
    spec.loader.exec_module(module)
    assert hits() == 0
    write(shipped)
    monkeypatch.setattr(machine_code, "CACHE_FOLDER", cache)
    yield cache
    del sys.modules["a_function"]
    forget()


def write(shipped: Path, **changed: Any) -> None:
    machine = _jit.numba.core.registry.cpu_target.target_context.codegen().magic_tuple()
    (shipped / "target.json").write_text(json.dumps({**TARGET, "machine": machine, **changed}), encoding="utf-8")
    forget()


def forget() -> None:
    machine_code.shipped.cache_clear()
    machine_code.takes_shipped.cache_clear()


def hits() -> int:
    """Whether the function was taken from a file."""
    found = _jit.entry(_jit.f8(_jit.f8))(sys.modules["a_function"].triple).compiled
    assert found(2.0) == 6.0
    return int(sum(found.stats.cache_hits.values()))


def test_shipped_code_is_taken_and_nothing_is_written(package: Path) -> None:
    assert hits() == 1
    assert list(package.iterdir()) == []


@pytest.mark.parametrize(
    "changed",
    [
        {"needs": ["a feature of the future"]},
        {"machine": ["m68k-atari-tos", "68000", ""]},
        {"machine": 7},
        {"needs": None},
    ],
)
def test_code_for_others_is_left_alone(package: Path, changed: dict[str, Any]) -> None:
    write(machine_code.SHIPPED, **changed)
    assert machine_code.shipped() is None
    assert hits() == 0
    assert len(list(package.iterdir())) == 1


def test_a_target_that_cannot_be_read_ships_nothing(package: Path) -> None:
    (machine_code.SHIPPED / "target.json").write_text("{", encoding="utf-8")
    forget()
    assert machine_code.shipped() is None


@pytest.mark.parametrize("name", ["CPU_NAME", "CPU_FEATURES"])
def test_who_chooses_a_processor_gets_code_for_it(package: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(_jit.numba.config, name, "generic" if name == "CPU_NAME" else "")
    forget()
    assert not machine_code.takes_shipped()


def test_the_environment_chooses(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SNODO_MACHINE_CODE", "host")
    forget()
    assert not machine_code.takes_shipped()
    monkeypatch.setenv("SNODO_MACHINE_CODE", "shipped")
    better(monkeypatch)
    (package / machine_code.TUNED).write_text("", encoding="utf-8")
    forget()
    assert machine_code.takes_shipped()


def test_lanes_are_those_of_the_code_that_is_taken(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = _jit.lanes_of(_jit.numba.core.registry.cpu_target.target_context.codegen().magic_tuple())
    assert _jit.lanes_of_this_process() == own
    other = {2: "x86-64-v3", 4: "generic", 8: "x86-64-v3"}[own]
    triple = _jit.llvmlite.binding.get_process_triple()
    write(machine_code.SHIPPED, machine=[triple, other, ""])
    lanes = _jit.lanes_of_this_process()
    assert lanes == _jit.lanes_of((triple, other, "")) != own
    of_batches = machine_code.MachineCode(_jit.named("snodo.formulations.tree.kernels.aba.forward_batch")._function)
    assert of_batches._with_lanes((triple, "this", "")) == (triple, f"this, {lanes} lanes", "")
    alone = machine_code.MachineCode(sys.modules["a_function"].triple)
    assert alone._with_lanes((triple, "this", "")) == (triple, "this", "")
    monkeypatch.setenv("SNODO_MACHINE_CODE", "host")
    forget()
    assert _jit.lanes_of_this_process() == own


def better(monkeypatch: pytest.MonkeyPatch) -> None:
    """A processor that can do more than the baseline."""
    able = _jit.llvmlite.binding.get_host_cpu_features()
    write(machine_code.SHIPPED, better=[next(word for word, there in able.items() if there)])


def test_better_code_is_taken_when_all_of_it_is_there(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[bool] = []
    monkeypatch.setattr(tuning, "_at_the_end", lambda: started.append(True))
    assert hits() == 1
    assert started == []  # nothing to gain here
    better(monkeypatch)
    assert hits() == 1
    assert started == [True]
    (package / machine_code.TUNED).write_text("", encoding="utf-8")
    forget()
    assert hits() == 0  # compiled for this processor
    assert hits() == 1


def test_the_quiet_process_is_started_detached(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[Any, dict[str, Any]]] = []
    monkeypatch.setattr(tuning.subprocess, "Popen", lambda command, **given: calls.append((command, given)))
    tuning.start_tuning()
    ((command, given),) = calls
    assert command[1:] == ["-m", "snodo", "warm", "--background"]
    assert given["start_new_session"]
    assert given["env"]["SNODO_MACHINE_CODE"] == "host"


# ---------------------------------------------------------------- snodo warm
def test_all_families_are_compiled_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warming, "_compiling", lambda paths: subprocess.Popen([sys.executable, "-c", ""]))
    said: list[str] = []
    assert warming.compile_families({"one": ["a.b", "a.c"], "two": ["a.d"]}, 2, said.append) == []
    assert len(said) == 2
    assert "   3 of 3 kernels, about 0 s left" in said[-1]


def test_a_family_that_fails_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = [sys.executable, "-c", "raise SystemExit(1)"]
    monkeypatch.setattr(warming, "_compiling", lambda paths: subprocess.Popen(wrong))
    monkeypatch.setattr(warming, "missing_families", lambda kinds: {"the equations": ["a.b"]})
    answer = CliRunner().invoke(warm, [])
    assert answer.exit_code == 1
    assert "1 families could not be compiled: the equations" in answer.output


def test_nothing_is_compiled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warming, "kept", lambda path: True)
    answer = CliRunner().invoke(warm, ["planar"])
    assert answer.output == "everything is compiled already\n"


def test_kinds_need_less(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warming, "kept", lambda path: False)
    everything, planar = warming.missing_families(), warming.missing_families(["planar"])
    assert set(planar) < set(everything)
    assert "the planar equations" in planar
    assert "the equations of trees" not in planar
    named = {path for paths in everything.values() for path in paths}
    assert set(warming.BY_ADDRESS) < named


def test_every_entry_of_every_kernel_is_compiled() -> None:
    found = set()
    for name in _cache_folder._kernels():
        module = importlib.import_module(name)
        lazy = [word for word, x in vars(module).items() if isinstance(x, _jit.Lazy) and x.__module__ == name]
        found |= {f"{name}.{word}" for word in lazy}
    assert len(found) > 100
    assert found == set(warming.every_entry())


def test_entries_of_two_families_are_compiled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warming, "kept", lambda path: False)
    paths = [path for paths in warming.missing_families().values() for path in paths]
    assert sorted(paths) == warming.every_entry()


def test_one_quiet_process_at_a_time(tmp_path: Path) -> None:
    lock = tmp_path / "tuning"
    with warming._alone(lock) as first, warming._alone(lock) as second:
        assert first
        assert not second
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    lock.write_text(str(ended.pid), encoding="utf-8")
    with warming._alone(lock) as taken_over:
        assert taken_over
        assert lock.read_text() == str(os.getpid())
    assert not lock.exists()


def test_tuning_ends_with_a_mark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warming, "folder", lambda: tmp_path)
    monkeypatch.setattr(warming.os, "nice", lambda by: by)
    monkeypatch.setattr(warming, "missing_families", lambda: {})
    warming.tune()
    assert [path.name for path in tmp_path.iterdir()] == [machine_code.TUNED]
