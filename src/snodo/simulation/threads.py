"""Runs of a batch, one after the other or in several threads.

A bound formulation contains the scratch arrays of its equations, so every thread has its own.  The compiled loop
releases Python's lock, and a run does not depend on the others: results are bit-identical with any number of threads.
Ctrl-C reaches only the main thread, which stops the others between two pieces of their runs.
"""

from __future__ import annotations

import copy
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import Problem, SnodoError, UnsupportedError
from snodo.progress import Progress
from snodo.results.batch import Member

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation


@dataclass
class Done:
    """The results of one job."""

    members: list[Member]
    reason: str = ""
    """Why its members, which were to run in lanes, ran one after the other."""

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C ended it."""
        return any(member.interrupted for member in self.members)


def of_member(error: SnodoError, k: int) -> SnodoError:
    """The error with the number of the member."""
    return type(error)([Problem(f"member {k}: {p.what}", p.remedy, p.where) for p in error.problems])


@dataclass(frozen=True)
class Job:
    """Members `first` … `first + count − 1` of a batch, and how to run them."""

    first: int
    count: int
    run: Callable[[Progress | None], Done]


@dataclass
class Workers:
    """The threads of a batch, and its formulations."""

    threads: int
    formulations: Sequence[Any]
    lock: threading.Lock = field(default_factory=threading.Lock)
    """Lock of the formulations that threads share."""

    def __post_init__(self) -> None:
        """Check the number of threads, and find formulations that several members share."""
        if isinstance(self.threads, bool) or not isinstance(self.threads, int | np.integer) or self.threads < 1:
            raise UnsupportedError(Problem(f"threads = {self.threads!r}", "give 1, or the number of cores to use"))
        uses = Counter(map(id, self.formulations))
        self._shared = {key for key, count in uses.items() if count > 1}
        self._kept = threading.local()

    def own(self, F: Formulation) -> Any:
        """A formulation that no other thread uses."""
        if self.threads == 1 or id(F) not in self._shared:
            return F
        kept: dict[int, Any] = self._kept.__dict__.setdefault("formulations", {})
        if id(F) not in kept:
            with self.lock:
                kept[id(F)] = copy.copy(F)
        return kept[id(F)]

    def run(self, jobs: Sequence[Job], progress: Progress | None, span: float) -> list[Done]:
        """Run all jobs, or those up to Ctrl-C; the bar counts members, which last `span` seconds."""
        if self.threads == 1 or len(jobs) < 2:
            return list(_one_after_the_other(jobs, progress, span))
        return self._at_the_same_time(jobs, progress)

    def _at_the_same_time(self, jobs: Sequence[Job], progress: Progress | None) -> list[Done]:
        stop, finished = threading.Event(), Counter[str]()

        def watch(t: float) -> None:
            if stop.is_set():
                raise KeyboardInterrupt

        def work(job: Job) -> Done:
            done = job.run(watch)
            with self.lock:
                finished["members"] += job.count
                if progress is not None:
                    progress(finished["members"])
            return done

        pool = ThreadPoolExecutor(min(self.threads, len(jobs)), thread_name_prefix="snodo")
        futures = [pool.submit(work, job) for job in jobs]
        try:
            wait(futures, return_when=FIRST_EXCEPTION)
        except KeyboardInterrupt:
            pass
        finally:
            stop.set()
            pool.shutdown(cancel_futures=True)
        return [future.result() for future in futures if not future.cancelled()]


def _one_after_the_other(jobs: Sequence[Job], progress: Progress | None, span: float) -> Iterator[Done]:
    for job in jobs:
        done = job.run(partial(_shown, progress, job, span) if progress else None)
        yield done
        if done.interrupted:
            return
        if progress is not None:
            progress(job.first + job.count)


def _shown(progress: Progress, job: Job, span: float, t: float) -> None:
    progress(job.first + job.count * t / span)
