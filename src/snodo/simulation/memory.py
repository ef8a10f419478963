"""Check before a run whether its result fits into the memory of this machine."""

from __future__ import annotations

import contextlib
import ctypes
import os
import sys
import time
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from snodo.errors import MechanismError, Problem

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

COPIES = 3
"""Samples exist twice for a moment, when pieces of a run are joined and when a result is made of them; the twin run,
from which errors are estimated, has its own samples."""
GROUP = Path("/sys/fs/cgroup")
"""Where Linux reports the limits of a container."""


def must_fit(F: Formulation, rows: int, members: int = 1) -> None:
    """Refuse a run whose samples do not fit into memory.

    Parameters
    ----------
    F : Formulation
        Bound to the mechanism.
    rows : int
        Output times of a run.
    members : int
        Runs of a batch; only their states are kept, everything else is computed on demand.
    """
    states = F.nq + F.nv + len(F.work_names) + len(F.number_names)
    found = F.nv + 3 * F.nc + 3 + len(F.work_names)
    needed = 8 * COPIES * rows * (members * (states + 1) + found)
    free = available()
    if free is not None and needed > free:
        what = f"{rows} rows of {states + found + 1} numbers" + f" in {members} runs" * (members > 1)
        what += f" take about {in_words(needed)} of memory; {in_words(free)} are free"
        remedy = "give a longer output step, or simulate in pieces"
        if members == 1:
            remedy += "; sn.simulate with checkpoint=… keeps the rows on disk"
        raise MechanismError(Problem(what, remedy))


def in_words(size: float) -> str:
    """`2.4 GB`"""
    for unit in ("bytes", "kB", "MB", "GB"):
        if size < 1000.0:
            return f"{size:.3g} {unit}"
        size /= 1000.0
    return f"{size:.3g} TB"


def available() -> float | None:
    """Memory available to this process [bytes], the smallest of all limits that the system reports; None if none."""
    return _least(int(time.monotonic()), GROUP)


@lru_cache(maxsize=1)
def _least(second: int, group: Path) -> float | None:
    """The smallest of all limits, looked up once a second: many short runs may follow one another."""
    return min(_limits(), default=None)


def _limits() -> Iterator[float]:
    """Limits of the machine, of the control group and of the process."""
    if sys.platform == "win32":
        yield from _of_windows()
        return
    fields = _fields(Path("/proc/meminfo"))
    if "MemAvailable" in fields:
        yield 1024.0 * fields["MemAvailable"]
    else:
        with contextlib.suppress(ValueError, OSError, AttributeError):  # the total, if the free part is not reported
            yield float(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    yield from _of_group()
    yield from _of_process()


def _fields(path: Path, colon: str = ":") -> dict[str, float]:
    """The pairs `name: number`, one in each line."""
    found = {}
    with contextlib.suppress(OSError):
        for line in path.read_text(encoding="ascii", errors="replace").splitlines():
            name, _, rest = line.partition(colon)
            with contextlib.suppress(ValueError, IndexError):
                found[name] = float(rest.split()[0])
    return found


def _of_group() -> Iterator[float]:
    """Containers: the limit of a control group (version 2 or 1); cached files count as free."""
    for most, used, kept in (
        (GROUP / "memory.max", GROUP / "memory.current", "file"),
        (GROUP / "memory/memory.limit_in_bytes", GROUP / "memory/memory.usage_in_bytes", "total_cache"),
    ):
        with contextlib.suppress(OSError, ValueError):  # no such file, or the word "max"
            spare = _fields(most.with_name("memory.stat"), " ").get(kept, 0.0)
            yield float(most.read_text()) - float(used.read_text()) + spare


def _of_process() -> Iterator[float]:
    """The rest of the limit set by `ulimit -v`."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        most = resource.getrlimit(resource.RLIMIT_AS)[0]
        pages = Path("/proc/self/statm").read_text().split()[0]
        if most != resource.RLIM_INFINITY:
            yield float(most - int(pages) * os.sysconf("SC_PAGE_SIZE"))


class _Status(ctypes.Structure):
    """MEMORYSTATUSEX of Windows."""

    _fields_ = [
        ("length", ctypes.c_ulong),
        ("load", ctypes.c_ulong),
        *[(name, ctypes.c_ulonglong) for name in ("total", "free", "page_total", "page_free", "virtual")],
        ("virtual_free", ctypes.c_ulonglong),
        ("extended", ctypes.c_ulonglong),
    ]


def _of_windows() -> Iterator[float]:
    status = _Status()
    status.length = ctypes.sizeof(_Status)
    with contextlib.suppress(AttributeError, OSError):
        if getattr(ctypes, "windll").kernel32.GlobalMemoryStatusEx(ctypes.byref(status)):  # noqa: B009
            yield float(min(status.free, status.virtual_free))
