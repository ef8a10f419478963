"""Entries are compiled when they are first asked for, once, and the user reads one line for each family."""

from __future__ import annotations

import gc
import importlib
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from snodo import _jit
from snodo.compiled import Compiled, Family

pytestmark = pytest.mark.skipif(bool(_jit.numba.config.DISABLE_JIT), reason="nothing is compiled")

SOURCE = """
from snodo._jit import PROJECT, RATE, RATE_FUNCTION, Floats, c_entry, entry, f8, i8, kernel


@entry(RATE)
def rate(t, y, ydot, model):
    ydot[0] = t + y[0]
    return 7


@entry(PROJECT)
def project(t, y, model, tolerance):
    return 0


@entry(i8(RATE_FUNCTION, Floats))
def call(rate, y):
    return rate(1.0, y, y, y)


@kernel
def twice(x):
    return 2.0 * x


@entry(f8(f8))
def beside(x):
    return twice(x)


@c_entry
def terms(t, first, second, out):
    return 0
"""


@pytest.fixture
def kernels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A module of entries and an empty cache, for this process and for those that it starts."""
    (tmp_path / "some_kernels").mkdir()
    (tmp_path / "some_kernels" / "equations.py").write_text(SOURCE, encoding="utf-8")
    monkeypatch.setattr(_jit.machine_code, "CACHE_FOLDER", tmp_path / "cache")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield importlib.import_module("some_kernels.equations")
    for name in ("some_kernels.equations", "some_kernels"):
        sys.modules.pop(name, None)


def files(kernels: Any) -> set[str]:
    """Names of the entries in the cache."""
    return {path.name.split(".")[1] for path in _jit.machine_code.CACHE_FOLDER.glob("*.code")}


def equations(beside: str = "") -> Compiled:
    return Compiled(
        "some_kernels",
        Family("the test's equations", "equations.rate equations.project", beside),
        Family("the test's terms", "equations.terms"),
    )


def test_importing_compiles_nothing(kernels: Any) -> None:
    assert files(kernels) == set()
    assert kernels.beside.compiled(2.0) == 4.0
    assert files(kernels) == {"beside"}


def test_what_is_kept_has_no_addresses_of_this_process(kernels: Any) -> None:
    _ = kernels.beside.compiled
    (file,) = _jit.machine_code.CACHE_FOLDER.glob("*.beside.*.code")
    assert b" at 0x" not in file.read_bytes()


def test_an_entry_can_be_called_itself(kernels: Any) -> None:
    assert kernels.beside(4.0) == 8.0
    assert kernels.beside.__name__ == "beside"


def test_threads_compile_once(kernels: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    make = _jit.Entry._make
    monkeypatch.setattr(_jit.Entry, "_make", lambda self, cache: made.append(self) or make(self, cache))
    threads = [threading.Thread(target=lambda: kernels.beside.compiled) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert made == [kernels.beside]


def test_nothing_is_compiled_to_see_what_is_kept(kernels: Any) -> None:
    assert not kernels.beside.take()
    assert not kernels.terms.take()
    assert files(kernels) == set()
    _ = kernels.beside.compiled, kernels.terms.address
    again = _jit.entry(_jit.f8(_jit.f8))(kernels.beside.__wrapped__)
    assert again.take()
    assert again.compiled.stats.cache_hits
    assert _jit.c_entry(kernels.terms.__wrapped__).take()


@pytest.mark.parametrize("given", [lambda e: e, lambda e: e.compiled, _jit.ready, lambda e: _jit.ready(e.compiled)])
def test_an_entry_is_an_argument_of_another(kernels: Any, given: Any) -> None:
    y = np.array([3.0])
    assert kernels.call(given(kernels.rate), y) == 7
    assert y[0] == 4.0


def test_a_family_is_told_in_one_line(kernels: Any, capfd: pytest.CaptureFixture[str]) -> None:
    first = equations()
    assert first.rate(1.0, np.zeros(1), np.zeros(1), np.zeros(1)) == 7
    assert first.project(1.0, np.zeros(1), np.zeros(1), 0.0) == 0
    told = capfd.readouterr().err
    assert told.startswith("snodo: compiling the test's equations, once on this machine ... ")
    assert told.count("\n") == 1
    assert files(kernels) == {"rate", "project"}


def test_what_is_kept_is_not_announced(kernels: Any, capfd: pytest.CaptureFixture[str]) -> None:
    _ = kernels.rate.compiled
    assert equations().rate is kernels.rate.compiled
    assert capfd.readouterr().err == ""
    assert files(kernels) == {"rate"}  # and only what is asked for is made ready


def test_each_family_has_its_line(kernels: Any, capfd: pytest.CaptureFixture[str]) -> None:
    kept = equations()
    _ = kept.rate, kept.terms.address, kept.terms
    told = capfd.readouterr().err.splitlines()
    assert [line.split(",")[0] for line in told] == [
        "snodo: compiling the test's equations",
        "snodo: compiling the test's terms",
    ]


class Process:
    """Stands for the second process: it answers so many entries, then it has ended."""

    started: list[Process] = []
    answers = 9

    def __init__(self, command: list[str], **_: Any) -> None:
        self.command, self.stdin, self.stdout, self.asked = command, self, self, list[str]()
        self.closed = self.left = False
        Process.started.append(self)

    def write(self, text: str) -> None:
        self.asked += text.split()

    def flush(self) -> None:
        """As a pipe."""

    def readline(self) -> str:
        return "\n" if len(self.asked) <= self.answers else ""

    def close(self) -> None:
        self.closed = True

    def __enter__(self) -> Process:
        return self

    def __exit__(self, *_: Any) -> None:
        self.left = True


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> list[Process]:
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    monkeypatch.setattr(subprocess, "Popen", Process)
    monkeypatch.setattr(Process, "started", [])
    return Process.started


BESIDE = "some_kernels.equations.beside"


def test_a_second_process_compiles_beside(kernels: Any, processes: list[Process]) -> None:
    """It is told what to compile, one entry after the other, and waited for; here it finds its own cache."""
    _ = equations(BESIDE).rate
    (process,) = processes
    assert process.asked in ([BESIDE], [])  # or this one was quicker
    assert process.closed
    assert process.left
    processes.clear()
    _ = kernels.beside.compiled, equations(BESIDE).terms
    assert processes == []  # nothing is left to do


def test_two_processes_share_what_there_is(kernels: Any, processes: list[Process], monkeypatch: Any) -> None:
    """The second one begins with the first entry, this one with the last; none is done twice, none is left."""
    from snodo._jit import by_name

    names, done = [f"some.kernel{k}" for k in range(40)], list[str]()
    monkeypatch.setattr(by_name, "compile_named", done.extend)
    helper = by_name.Helper(names)
    helper.finish()
    (process,) = processes
    assert process.asked == names[: len(process.asked)]
    assert process.asked + done[::-1] == names


def test_a_second_process_that_ends_does_no_harm(
    kernels: Any, processes: list[Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    from snodo._jit import by_name

    names, done = [f"some.kernel{k}" for k in range(40)], list[str]()
    monkeypatch.setattr(by_name, "compile_named", done.extend)
    monkeypatch.setattr(Process, "answers", 2)
    helper = by_name.Helper(names)
    helper.finish()
    (process,) = processes
    assert len(process.asked) <= 3
    assert process.left
    assert process.asked + done[::-1] == names  # of those that it was asked for, any may be missing


def test_the_second_process_does_as_it_is_told(kernels: Any, tmp_path: Path) -> None:
    """In a cache of its own, with the command that is really started."""
    from snodo._jit.by_name import ASKED

    place = {**os.environ, "SNODO_CACHE_DIR": str(tmp_path / "other"), "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", ASKED]
    answer = subprocess.run(command, env=place, input=BESIDE + "\n", capture_output=True, text=True, check=True)
    assert answer.stdout == "\n"
    assert [path.name.split(".")[1] for path in (tmp_path / "other").rglob("*.code")] == ["beside"]


def test_compiling_leaves_the_garbage_collector_as_it_was(kernels: Any) -> None:
    seen = list[bool]()
    make = kernels.rate._make
    kernels.rate._make = lambda cache: (seen.append(gc.isenabled()), make(cache))[1]
    assert gc.isenabled()
    _ = kernels.rate.compiled
    assert seen == [False]
    assert gc.isenabled()


def test_one_core_compiles_alone(kernels: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    monkeypatch.setattr(subprocess, "Popen", None)
    _ = equations("some_kernels.equations.beside").rate
    assert files(kernels) == {"rate", "project"}


def test_a_name_that_is_none_is_refused() -> None:
    with pytest.raises(AttributeError, match="'rat' is not a kernel of some_kernels"):
        _ = equations().rat


def test_flags_are_compared_as_before() -> None:
    """Numba's own way against the quick one."""
    from numba.core.compiler import Flags
    from numba.core.targetconfig import TargetConfig

    some = [Flags() for _ in range(4)]
    some[1].nrt = some[0].nrt  # set, to its default
    some[2].no_cfunc_wrapper = True
    some[3].no_cfunc_wrapper, some[3].error_model = True, "numpy"
    for a in some:
        assert hash(a) == TargetConfig.__hash__(a)
        for b in some:
            assert (a == b) == TargetConfig.__eq__(a, b)
    assert some[0] != "flags"
