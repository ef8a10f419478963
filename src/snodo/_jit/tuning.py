"""Code for this processor where the shipped one is slower: a quiet process compiles it after this one has ended."""

from __future__ import annotations

import atexit
import contextlib
import functools
import os
import subprocess
import sys

from snodo._jit.machine_code import CACHE_FOLDER, TUNED, can_be_tuned


def tune_later() -> None:
    """Called where shipped code is taken: at the end of the process, start the quiet one if it has work to do."""
    if can_be_tuned() and not os.environ.get("SNODO_MACHINE_CODE") and not (CACHE_FOLDER / TUNED).exists():
        _at_the_end()


@functools.cache
def _at_the_end() -> None:
    """Once in a process."""
    atexit.register(start_tuning)


def start_tuning() -> None:
    """Start `snodo warm --background`, which ends at once if another one is at work."""
    command = [sys.executable, "-m", "snodo", "warm", "--background"]
    environment = {**os.environ, "SNODO_MACHINE_CODE": "host"}
    silent = subprocess.DEVNULL
    with contextlib.suppress(OSError):  # nothing is lost: the shipped code does it
        subprocess.Popen(command, env=environment, stdin=silent, stdout=silent, stderr=silent, start_new_session=True)
