"""Where the chunks of a sweep are computed: here, in other processes (`processes.py`), or on a cluster (`cluster.py`).

A place gives the rows of each chunk as they are ready, in any order; it ends early by an exception, and what it has
given until then is kept.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator, Sequence
from typing import Protocol

from snodo.errors import Problem, UnsupportedError
from snodo.simulation.sweeps.plan import Plan
from snodo.simulation.sweeps.work import Rows, Work


class Place(Protocol):
    """Computes chunks."""

    def rows(self, plan: Plan, chunks: Sequence[int]) -> Iterator[tuple[int, Rows]]:
        """Each chunk with its rows."""


class Here:
    """In this process, in one thread or several; the compiled loops release Python's lock."""

    def __init__(self, work: Work, threads: int = 1) -> None:
        """work: with the family that is made already."""
        self.work, self.threads = work, whole_number("threads", threads)

    def rows(self, plan: Plan, chunks: Sequence[int]) -> Iterator[tuple[int, Rows]]:
        """Each chunk with its rows."""
        if self.threads == 1 or len(chunks) < 2:
            for k in chunks:
                yield k, self.work.rows(plan.values(k))
            return
        yield from self._in_threads(plan, chunks)

    def _in_threads(self, plan: Plan, chunks: Sequence[int]) -> Iterator[tuple[int, Rows]]:
        left: queue.SimpleQueue[int] = queue.SimpleQueue()
        done: queue.SimpleQueue[tuple[int, Rows | BaseException]] = queue.SimpleQueue()
        stop = threading.Event()
        for k in chunks:
            left.put(k)

        def compute() -> None:
            while not stop.is_set():
                try:
                    k = left.get_nowait()
                except queue.Empty:
                    return
                try:
                    done.put((k, self.work.rows(plan.values(k))))
                except BaseException as error:  # goes on where the rows are awaited
                    done.put((k, error))
                    return

        threads = [threading.Thread(target=compute, daemon=True) for _ in range(min(self.threads, len(chunks)))]
        for thread in threads:
            thread.start()
        try:
            for _ in chunks:
                k, rows = done.get()
                if isinstance(rows, BaseException):
                    raise rows
                yield k, rows
        finally:
            stop.set()
            for thread in threads:
                thread.join()


def whole_number(word: str, value: object) -> int:
    """A number of threads or workers."""
    if isinstance(value, bool) or not hasattr(value, "__index__") or int(value.__index__()) < 1:
        raise UnsupportedError(Problem(f"{word} = {value!r}", "give 1, or the number of cores to use"))
    return int(value.__index__())
