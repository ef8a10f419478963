"""Entries by name, and what the user is told."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

from snodo._jit.entries import COMPILING, Lazy


def named(path: str) -> Any:
    """The entry "package.module.function"."""
    module, _, name = path.rpartition(".")
    return getattr(importlib.import_module(module), name)


def compile_named(paths: Sequence[str]) -> None:
    """Compile the entries, or take them from the cache."""
    for path in paths:
        _ = named(path).compiled


def compiled(what: str, path: str, together: Sequence[str] = (), beside: Sequence[str] = ()) -> Any:
    """The machine code of the entry `path`, from the cache; if it is not there the user is told, and it is compiled.

    Then `together`, which the same work needs, is compiled with it, and `beside` by a second process meanwhile.
    """
    found = named(path)
    if not isinstance(found, Lazy):  # without the compiler
        return found
    with COMPILING:
        if not found.take():
            print(f"snodo: compiling {what}, once on this machine ...", end="", file=sys.stderr, flush=True)
            start = time.perf_counter()
            wait = _compiling_beside([other for other in beside if not named(other).take()])
            compile_named([path, *together])
            wait()
            print(f" {time.perf_counter() - start:.1f} s", file=sys.stderr, flush=True)
    return found.compiled


def _compiling_beside(paths: Sequence[str]) -> Callable[[], None]:
    """Start a process that compiles the entries, if there is a second core; returns how to wait for it.

    Whatever goes wrong there does no harm: what it did not put into the cache is compiled when it is asked for.
    """
    if not paths or (os.cpu_count() or 1) < 2:
        return lambda: None
    command = [sys.executable, "-c", f"from snodo._jit import compile_named; compile_named({list(paths)})"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    try:
        process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    except OSError:
        return lambda: None

    def wait() -> None:
        process.wait()

    return wait
