"""Chunks in several processes of this machine.

A process that ends before its chunk is computed (killed, out of memory) is replaced and its chunk computed again.  A
chunk that ends three processes is cut into groups, and these into members, each in a process of its own, until those
are found that do it: they become rows that say so.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import queue
import subprocess
import sys
import threading
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from snodo.errors import Problem, RunError, UnsupportedError
from snodo.simulation.sweeps.places import whole_number
from snodo.simulation.sweeps.plan import Plan
from snodo.simulation.sweeps.work import LOST, Rows, Task
from snodo.simulation.sweeps.worker import COMMAND, receive, send

Array = np.ndarray
TRIES = 3
"""How many processes a chunk may end before it is cut."""
MOST_STARTS = 3
"""How many processes in a row may end before they have begun."""
ONE_THREAD = ("NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


class Process:
    """A process that computes one chunk at a time; its answers come into a queue."""

    def __init__(self, packed: bytes, answers: queue.SimpleQueue[tuple[Process, Any]]) -> None:
        """packed: the task."""
        self.chunk: int | None = None
        self.ready = False
        environment = {**os.environ, **dict.fromkeys(ONE_THREAD, "1")}
        ours = str(Path(__file__).parents[3])
        environment["PYTHONPATH"] = os.pathsep.join([ours, *filter(None, [environment.get("PYTHONPATH")])])
        self.process = subprocess.Popen(
            [sys.executable, "-c", COMMAND], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, bufsize=0
        )
        self._answers = answers
        threading.Thread(target=self._listen, args=(packed,), daemon=True).start()

    def _listen(self, packed: bytes) -> None:
        """Hand over the task, then put every answer into the queue, and None at the end."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        try:
            self.process.stdin.write(len(packed).to_bytes(8, "little") + packed)
            self.process.stdin.flush()
            while True:
                self._answers.put((self, receive(self.process.stdout)))
        except (EOFError, OSError, ValueError, pickle.UnpicklingError):
            self._answers.put((self, None))

    def ask(self, k: int, values: Array) -> None:
        """Compute a chunk; if the process has ended, that comes as its answer."""
        self.chunk = k
        with contextlib.suppress(OSError, ValueError):
            send(self.process.stdin, (k, values))  # type: ignore[arg-type]

    def end(self) -> int:
        """End it, and return how it ended."""
        self.process.kill()
        code = self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()
        return code


class Processes:
    """Several processes of this machine."""

    def __init__(self, task: Task, workers: int) -> None:
        """The task must be able to travel."""
        self.task, self.workers = task, whole_number("workers", workers)
        self.packed = packed_task(task)
        self.running: list[Process] = []
        """The processes at work, for those who want to know."""

    def rows(self, plan: Plan, chunks: Sequence[int]) -> Iterator[tuple[int, Rows]]:
        """Each chunk with its rows."""
        left, tries, starts = deque(chunks), Counter[int](), 0
        answers: queue.SimpleQueue[tuple[Process, Any]] = queue.SimpleQueue()
        open_ones = set(chunks)
        self.running = [Process(self.packed, answers) for _ in range(min(self.workers, len(chunks)))]
        try:
            while open_ones:
                process, answer = answers.get()
                if answer is not None:
                    starts, process.ready = 0, True
                    k, outcome = answer
                    process.chunk = None
                    if isinstance(outcome, Exception):
                        raise outcome
                    if k != "ready":
                        open_ones.discard(k)
                        yield k, outcome
                    self._next(process, plan, left)
                    continue
                self.running.remove(process)
                code, k = process.end(), process.chunk
                starts += not process.ready
                if starts > MOST_STARTS:
                    what = f"the processes of the sweep end before they begin (exit code {code})"
                    raise RunError(Problem(what, "look at their messages above, or leave out workers"))
                if k is not None:
                    tries[k] += 1
                    if tries[k] < TRIES:
                        left.appendleft(k)
                    else:
                        open_ones.discard(k)
                        yield k, apart(self.task, plan, k)
                if open_ones:
                    self.running.append(Process(self.packed, answers))
        finally:
            while self.running:
                self.running.pop().end()

    def _next(self, process: Process, plan: Plan, left: deque[int]) -> None:
        if left:
            k = left.popleft()
            process.ask(k, plan.values(k))


def packed_task(task: Task) -> bytes:
    """The task as bytes that other processes can read."""
    try:
        found = pickle.dumps(task)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        what = f"the mechanism cannot go to other processes: {error}"
        remedy = "use threads instead of workers, or put its Python functions into a module that can be imported"
        raise UnsupportedError(Problem(what, remedy)) from None
    if b"\x8c\x08__main__" in found:
        what = "a Python function of the mechanism is defined in the script itself, where other processes do not see it"
        raise UnsupportedError(Problem(what, "put it into a module that can be imported, or use threads"))
    return found


# ---------------------------------------------------------------- a chunk that ends its processes
def apart(task: Task, plan: Plan, k: int) -> Rows:
    """A chunk by groups of lanes, and a group that ends its process member by member, each in an own process."""
    values, numbers = plan.values(k), plan.numbers(k)
    found = Rows.empty(task, len(values), LOST)
    for group in range(0, len(values), plan.lanes):
        some = values[group : group + plan.lanes]
        rows, _ = alone(task, some)
        if rows is not None:
            found.put(range(group, group + len(some)), rows)
            continue
        for row, one in enumerate(some, group):
            rows, code = alone(task, one[None])
            if rows is None:
                words = f"signal {-code}" if code < 0 else f"exit code {code}"
                reason = f"member {numbers[row]}: the process that computed it ended ({words})"
                rows = Rows.empty(task, 1, LOST, reason)
            found.put([row], rows)
    return found


def alone(task: Task, values: Array) -> tuple[Rows | None, int]:
    """Members in a process of their own; None if it ends before they do, with its exit code."""
    answers: queue.SimpleQueue[tuple[Process, Any]] = queue.SimpleQueue()
    process = Process(packed_task(task), answers)
    try:
        while True:
            _, answer = answers.get()
            if answer is None:
                return None, process.end()
            k, outcome = answer
            if isinstance(outcome, Exception):
                raise outcome
            if k != "ready":
                return outcome, 0
            process.ask(0, values)
    finally:
        process.end()
