"""Entries by name, and what the user is told."""

from __future__ import annotations

import contextlib
import importlib
import os
import subprocess
import sys
import threading
import time
from collections import deque
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

    So is `together`, which the same work needs, and `beside`, which a second process begins with meanwhile.
    """
    found = named(path)
    if not isinstance(found, Lazy):  # without the compiler
        return found
    with COMPILING:
        if not found.take():
            print(f"snodo: compiling {what}, once on this machine ...", end="", file=sys.stderr, flush=True)
            start = time.perf_counter()
            helper = Helper([other for other in beside if not named(other).take()])
            compile_named([path, *together])
            helper.finish()
            print(f" {time.perf_counter() - start:.1f} s", file=sys.stderr, flush=True)
    return found.compiled


ASKED = """
import sys
from snodo._jit import compile_named
for path in iter(sys.stdin.readline, ""):
    compile_named([path.strip()])
    print(flush=True)
"""


class Helper:
    """A second process that compiles entries, if there is a second core: one after the other, from the first on.

    `finish` takes them from the last one on, until none is left, so that neither waits long for the other.  Whatever
    goes wrong in the process does no harm: what it did not put into the cache is compiled when it is asked for.
    """

    def __init__(self, paths: Sequence[str]) -> None:
        self._left = deque(paths)
        self._feeding: threading.Thread | None = None
        if not paths or (os.cpu_count() or 1) < 2:
            self._left.clear()
            return
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
        pipe, silent = subprocess.PIPE, subprocess.DEVNULL
        command = [sys.executable, "-c", ASKED]
        try:
            process = subprocess.Popen(command, env=environment, stdin=pipe, stdout=pipe, stderr=silent, text=True)
        except OSError:
            self._left.clear()
            return
        self._feeding = threading.Thread(target=self._feed, args=(process,), daemon=True)
        self._feeding.start()

    def _feed(self, process: subprocess.Popen[str]) -> None:
        """Hand it one entry after the other, until none is left or it ends."""
        assert process.stdin is not None
        assert process.stdout is not None
        with contextlib.suppress(OSError), process:
            while (path := _one_of(self._left.popleft)) is not None:
                print(path, file=process.stdin, flush=True)
                if not process.stdout.readline():
                    break
            process.stdin.close()

    def finish(self) -> None:
        """Compile what the process has not begun with, and wait for it."""
        if self._feeding is not None:
            while (path := _one_of(self._left.pop)) is not None:
                compile_named([path])
            self._feeding.join()


def _one_of(take: Callable[[], str]) -> str | None:
    """An entry that nobody has begun with; None if there is none."""
    try:
        return take()
    except IndexError:
        return None
