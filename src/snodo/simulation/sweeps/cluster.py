"""Chunks on a Dask cluster, whose workers need nothing but the package.

At most four chunks wait at each worker, so the scheduler holds few tasks and no results.  Dask hands the chunk of a
killed worker to another one; a chunk that has killed several is computed here, in processes of its own (`apart`).
"""

from __future__ import annotations

import logging
import queue
import threading
import time
import warnings
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from snodo.errors import Problem, RunError, SnodoError, UnsupportedError
from snodo.simulation.checkpoints.sameness import processor, versions
from snodo.simulation.sweeps.plan import Plan
from snodo.simulation.sweeps.processes import apart, packed_task
from snodo.simulation.sweeps.work import Rows, Task, Work

Array = np.ndarray
WAITING = 4
"""Chunks that are handed out for each worker."""
NOISY = ("distributed", "tornado", "asyncio")
"""Loggers that print tracebacks of what is expected here."""
RETRIES = 3
MOST_TRIES = 10
"""How often a chunk is handed out whose rows are lost with the workers that have them."""
GATHER = 10.0
"""How long to wait for rows from the worker that has them [s]."""
PATIENCE = 30.0
"""How long to wait for the scheduler, and for a first worker [s]."""
LOOK = 5.0
"""How often the number of workers is asked for [s]."""
GONE = "the scheduler {} was lost"


class Cluster:
    """The workers of a Dask scheduler."""

    def __init__(self, task: Task, scheduler: Any) -> None:
        """scheduler: an address such as tcp://10.0.0.5:8786, or a `distributed.Client`."""
        self.task, self.packed = task, packed_task(task)
        self.client, self._own = _client(scheduler)
        self._threads, self._asked = 1, -LOOK
        self.name = str(getattr(getattr(self.client, "scheduler", None), "address", scheduler))
        try:
            self._must_agree()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Leave the scheduler, if it was given by its address."""
        if self._own:
            with _quiet():
                self.client.close(timeout=1)

    def _must_agree(self) -> None:
        """Wait for a worker, and refuse workers with other versions."""
        found = self._identities()
        mine, problems = versions(), []
        for worker, (theirs, _) in found.items():
            odd = [f"{name} {theirs.get(name)} instead of {number}" for name, number in mine.items()]
            odd = [words for words, name in zip(odd, mine) if theirs.get(name) != mine[name]]
            if odd:
                what = f"the worker {worker} has {', '.join(odd)}: it would compute other bits"
                problems.append(Problem(what, "install the same versions on all workers and here"))
        if problems:
            raise UnsupportedError(problems)
        kinds = {kind for _, kind in found.values()} | {processor()}
        if len(kinds) > 1:
            told = ", ".join(sorted(kinds))
            warnings.warn(f"processors of the sweep differ, so its last bits may: {told}", stacklevel=2)

    def _identities(self) -> dict[str, Any]:
        """Versions and processor of every worker that answers; those that end meanwhile do not."""
        from distributed.comm import CommClosedError

        end, reason = time.monotonic() + PATIENCE, "none has come"
        while time.monotonic() < end:
            try:
                self.client.wait_for_workers(1, timeout=PATIENCE)
                answers: dict[str, Any] = self.client.run(_identity, on_error="return")
            except (TimeoutError, OSError, CommClosedError) as error:
                reason = type(error).__name__
                continue
            for answer in answers.values():
                if isinstance(answer, ModuleNotFoundError):
                    what = f"a worker has no {answer.name}"
                    raise UnsupportedError(Problem(what, "install snodo on every worker"))
            found = {worker: answer for worker, answer in answers.items() if isinstance(answer, tuple)}
            if found:
                return found
            reason = "none has answered"
            time.sleep(0.1)
        what = f"the scheduler {self.name} has no workers ({reason})"
        raise RunError(Problem(what, f"start some: dask worker {self.name} --nthreads 1"))

    # ---------------------------------------------------------------- chunks
    def rows(self, plan: Plan, chunks: Sequence[int]) -> Iterator[tuple[int, Rows]]:
        """Each chunk with its rows."""
        left, waiting, tries = deque(chunks), dict[str, tuple[int, Any]](), Counter[int]()
        done: queue.SimpleQueue[Any] = queue.SimpleQueue()
        with _quiet():
            try:
                while left or waiting:
                    while left and len(waiting) < self._most():
                        k = left.popleft()
                        future = self._submitted(plan, k, tries[k])
                        waiting[future.key] = (k, future)
                        future.add_done_callback(done.put)
                    future = self._next(done)
                    if future is None or future.key not in waiting:
                        continue
                    k, _ = waiting.pop(future.key)
                    rows = self._outcome(plan, k, future)
                    tries[k] += 1
                    if rows is None and tries[k] < MOST_TRIES:
                        left.appendleft(k)
                    else:
                        yield k, apart(self.task, plan, k) if rows is None else rows
            finally:
                self._cancel([future for _, future in waiting.values()])

    def _most(self) -> int:
        """How many chunks are handed out at the same time; workers may come and go."""
        now = time.monotonic()
        if now - self._asked > LOOK:
            try:
                self._threads, self._asked = sum(self.client.nthreads().values()), now
            except Exception as error:
                raise self._lost() from error
        return WAITING * max(1, self._threads)

    def _submitted(self, plan: Plan, k: int, tried: int) -> Any:
        key = f"snodo-{id(self)}-{time.monotonic_ns()}-chunk-{k}-{tried}"
        try:
            return self.client.submit(
                computed, self.packed, versions(), plan.values(k), key=key, pure=False, retries=RETRIES
            )
        except Exception as error:
            raise self._lost() from error

    def _next(self, done: queue.SimpleQueue[Any]) -> Any:
        """A future that has ended; None after a while, so that a lost scheduler is noticed."""
        try:
            return done.get(timeout=0.5)
        except queue.Empty:
            if self._is_lost():
                raise self._lost() from None
            return None

    def _is_lost(self) -> bool:
        comm = getattr(self.client, "scheduler_comm", None)
        return self.client.status != "running" or comm is None or comm.comm.closed()

    def _lost(self) -> RunError:
        what = GONE.format(self.name)
        return SchedulerLost(Problem(what, "the chunks that were computed are kept: give the same sweep again"))

    def _outcome(self, plan: Plan, k: int, future: Any) -> Rows | None:
        """The rows of a chunk; None if they were lost with the worker that had them."""
        from distributed import CancelledError, KilledWorker
        from distributed.comm import CommClosedError

        try:
            if future.status == "finished":
                rows: Rows = future.result(timeout=GATHER)
                return rows
            error = future.exception(timeout=GATHER) if future.status == "error" else None
        except KilledWorker as killed:  # after it was finished once
            error = killed
        except (CommClosedError, OSError, TimeoutError, CancelledError):
            error = None
        if error is None:
            if self._is_lost():
                raise self._lost() from None
            return None
        if isinstance(error, KilledWorker):
            return apart(self.task, plan, k)
        if isinstance(error, SnodoError):
            raise error
        raise RunError(Problem(f"chunk {k} failed on the cluster: {type(error).__name__}: {error}")) from error

    def _cancel(self, futures: list[Any]) -> None:
        """Take back what is not computed yet."""
        if futures and not self._is_lost():
            try:
                self.client.cancel(futures, force=True)
            except Exception:  # the scheduler may be lost meanwhile
                logging.getLogger(__name__).debug("chunks were not taken back")


class SchedulerLost(RunError):
    """The scheduler does not answer any more."""


def _client(scheduler: Any) -> tuple[Any, bool]:
    """The client of a scheduler, and whether it was made here."""
    try:
        from distributed import Client
    except ModuleNotFoundError:
        remedy = 'pip install "snodo[dask]", or use workers=4 on this machine'
        raise UnsupportedError(Problem("a scheduler needs the package distributed", remedy)) from None
    if isinstance(scheduler, Client):
        return scheduler, False
    if not isinstance(scheduler, str):
        what = f"scheduler is a {type(scheduler).__name__}"
        raise UnsupportedError(Problem(what, 'give its address, such as "tcp://10.0.0.5:8786", or a Client'))
    try:
        with _quiet():
            return Client(scheduler, timeout=PATIENCE, set_as_default=False), True
    except (OSError, TimeoutError, ValueError) as error:
        what = f"the scheduler {scheduler} does not answer: {str(error).splitlines()[0] if str(error) else error!r}"
        raise RunError(Problem(what, "start it with: dask scheduler")) from None


@contextmanager
def _quiet() -> Iterator[None]:
    """No tracebacks of closed streams from Dask: what matters is said by us."""
    names = [name for name in logging.root.manager.loggerDict if name.partition(".")[0] in NOISY]
    loggers = [logging.getLogger(name) for name in {*names, *NOISY}]
    before = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in zip(loggers, before):
            logger.setLevel(level)


# ---------------------------------------------------------------- on the workers
_LOCK = threading.Lock()
_WORKS: dict[bytes, Work] = {}


def _identity() -> tuple[dict[str, str], str]:
    """Versions and processor of a worker."""
    return versions(), processor()


def computed(packed: bytes, expected: dict[str, str], values: Array) -> Rows:
    """The rows of some members, on a worker; one that came later with other versions refuses."""
    import pickle

    if versions() != expected:
        what = f"a worker has {versions()} instead of {expected}"
        raise UnsupportedError(Problem(what, "install the same versions on all workers and here"))
    with _LOCK:
        if packed not in _WORKS:
            _WORKS.clear()
            _WORKS[packed] = Work(pickle.loads(packed))
        work = _WORKS[packed]
    return work.rows(values)
