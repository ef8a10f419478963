"""Compile families of kernels before they are needed, each in a process of its own."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from snodo.cli.installation.kernels import FIRST_RUNS, families, kept, paths_of

KINDS = {
    "planar": ("planar mechanisms",),
    "tree": ("open chains and trees in space", "loops in space"),
    "spatial": ("absolute coordinates in space",),
}
"""First runs of each kind (`kernels.py`)."""
BY_ADDRESS = (
    "snodo.math.kernels.formula.formula",
    "snodo.math.kernels.formula.time_formula",
    "snodo.math.kernels.function_shapes.shaped",
    "snodo.formulations.kernels.measured_law.measured_law",
    "snodo.formulations.planar.kernels.measured_law.measured_law",
)
"""Entries of mechanisms that have formulas, or functions of time with a shape: they belong to no family."""


def folder() -> Path:
    """Where machine code is kept."""
    from snodo._jit import CACHE_FOLDER

    return CACHE_FOLDER


def every_entry() -> list[str]:
    """The full names of all entries."""
    return sorted({path for paths in _entries(()).values() for path in paths})


def missing_families(kinds: Sequence[str] = ()) -> dict[str, list[str]]:
    """Entries that are not compiled yet, by family; of all families, or of what first runs of these kinds need."""
    missing: dict[str, list[str]] = {}
    taken = set[str]()
    for what, paths in _entries(kinds).items():  # some entries belong to two families, and are compiled once
        missing[what] = [path for path in paths if path not in taken and not kept(path)]
        taken.update(paths)
    return {what: paths for what, paths in sorted(missing.items(), key=_work) if paths}


def _entries(kinds: Sequence[str]) -> dict[str, list[str]]:
    """Entries by family: of all families, or of what first runs of these kinds need."""
    runs = [run for run in FIRST_RUNS if any(run.what in KINDS[kind] for kind in kinds)]
    wanted = {what for run in runs for what in run.families}
    everything = {what: paths_of(table, family) for what, (table, family) in families().items()}
    chosen = {what: paths for what, paths in everything.items() if not kinds or what in wanted}
    return {**chosen, "formulas and functions of time": list(BY_ADDRESS)}


def _work(item: tuple[str, list[str]]) -> tuple[int, str]:
    """The largest families first, so that no core waits for one at the end."""
    return -len(item[1]), item[0]


def compile_families(missing: dict[str, list[str]], jobs: int, say: Callable[[str], None]) -> list[str]:
    """Compile in `jobs` processes at a time; returns the families that failed."""
    start, total = time.monotonic(), sum(map(len, missing.values()))
    waiting, running, done, failed = list(missing), dict[str, "subprocess.Popen[bytes]"](), 0, []
    while waiting or running:
        while waiting and len(running) < jobs:
            what = waiting.pop(0)
            running[what] = _compiling(missing[what])
        time.sleep(0.05)
        for what in [what for what, process in running.items() if process.poll() is not None]:
            if running.pop(what).returncode:
                failed.append(what)
            done += len(missing[what])
            spent = time.monotonic() - start
            left = spent * (total - done) / done
            say(f"{done:4d} of {total} kernels, about {_in_words(left)} left: {what}")
    return failed


def _compiling(paths: Sequence[str]) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", f"from snodo._jit import compile_named; compile_named({list(paths)})"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p), "PYTHONHASHSEED": "0"}
    return subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)


def _in_words(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.0f} min"


# ---------------------------------------------------------------- for this processor, quietly
def tune() -> None:
    """Compile for this processor all that the package has for a baseline; nothing is said."""
    from snodo._jit.machine_code import TUNED

    with _alone(folder() / "tuning") as alone:
        if alone and not (folder() / TUNED).exists():
            if hasattr(os, "nice"):
                os.nice(19)
            if not compile_families(missing_families(), 1, lambda _: None):
                (folder() / TUNED).write_text("")


@contextlib.contextmanager
def _alone(lock: Path) -> Iterator[bool]:
    """Whether no other process is at it: a file holds its number, and is taken over if that process has ended."""
    with contextlib.suppress(OSError, ValueError):
        if not _runs(int(lock.read_text())):
            lock.unlink()
    try:
        with open(lock, "x", encoding="utf-8") as file:
            file.write(str(os.getpid()))
    except OSError:
        yield False
        return
    try:
        yield True
    finally:
        lock.unlink(missing_ok=True)


def _runs(pid: int) -> bool:
    if sys.platform == "win32":
        return True  # a signal would end it: the file stays until it is removed by hand
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
