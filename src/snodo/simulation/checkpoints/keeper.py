"""Keeps a run in a folder: between two pieces of the loop, about as often as was asked for, and at its end.

The equations work on flat arrays with addresses in them, which are others in every process.  Therefore only those
numbers are kept that differ from the arrays as they were before the first step, which come out the same, but for the
addresses, whenever a mechanism is bound, assembled and prepared in the same way (`sameness.fingerprint`).
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.constraint_methods.bound import Bound
from snodo.errors import FileError, Problem, UnsupportedError
from snodo.integrators.ode.keeper import Keeper
from snodo.integrators.ode.monitor import Monitor
from snodo.integrators.ode.outcome import Outcome
from snodo.integrators.ode.prepare import Work
from snodo.integrators.ode.run import Run, joined
from snodo.simulation.checkpoints.folder import Folder, Samples
from snodo.simulation.checkpoints.sameness import AGAIN, fingerprint
from snodo.simulation.checkpoints.space import Space

if TYPE_CHECKING:
    from types import FrameType

Array = np.ndarray
OF_WORK = ("clock", "count", "W", "notes", "memory", "tolerances")
"""The arrays of `Work` that change."""
EVERY = 30.0
"""Time between two checkpoints [s]."""


class RunKeeper(Keeper):
    """Keeps one run, which may consist of several: rows or pivots may be chosen anew in between."""

    def __init__(self, folder: Folder, state: dict[str, Any] | None, times: Array, every: float = EVERY) -> None:
        """state: where a run is to be continued; times: of all outputs [s]; every: time between checkpoints [s]."""
        self.folder, self._state, self._times, self._every = folder, state, times, every
        self.runs: list[Run] = []
        """Runs that have ended."""
        self.saved = None if state is None else float(state["t"])
        """Time reached in the last checkpoint [s]."""
        self._samples: Samples | None = None
        self._seconds = 0.0 if state is None else float(state["seconds"])
        self._cpu = 0.0 if state is None else float(state["cpu_seconds"])
        self._evaluations = -1
        self._asked = False

    # ---------------------------------------------------------------- before
    def follow(self, bound: Bound, monitor: Monitor | None) -> list[Run]:
        """Keep the runs of a bound method; returns those that have ended before, to which others are added."""
        if not type(bound).__module__.startswith("snodo."):
            what = f"the method {bound.method!r} may keep something that a checkpoint does not know"
            raise UnsupportedError(Problem(what, "use a method of snodo, or simulate without a checkpoint"))
        self._bound, self._monitor = bound, monitor
        self._fresh = {name: array.copy() for name, array in bound.arrays().items()}
        self._alike = fingerprint(self._fresh)
        if self._state is not None:
            self._must_be_alike(self._state)
            for kept in self._state["runs"]:
                self.runs.append(self._ended(kept))
        return self.runs

    def _must_be_alike(self, state: dict[str, Any]) -> None:
        if state["fresh"] != self._alike:
            what = f"the equations have other numbers than those of the checkpoint {self.folder.path}"
            remedy = f"call the same sn.simulate as before, on the same machine; or {AGAIN}"
            raise UnsupportedError(Problem(what, remedy))

    @property
    def _whole(self) -> bool:
        """Whether the integrated states are whole ones."""
        return type(self._bound).whole_states is Bound.whole_states

    def space(self, count: int, width: int) -> Array:
        """Where the loop writes its outputs; they do not stay there."""
        if self._samples is None:
            kept = {} if self._state is None else self._state["samples"]
            self._samples = Samples(self.folder, width, **kept)
        self._before = sum(run.times.size for run in self.runs)
        self._space, self._written = Space(count, width), 0
        return self._space.rows

    def put_back(self, work: Work, history: Array) -> bool:
        """Continue a run that was kept, if there is one."""
        state, self._state = self._state, None
        self._began, self._cpu_began, self._last = time.perf_counter(), time.process_time(), time.monotonic()
        if state is None:
            return False
        for name in OF_WORK[:-1]:
            getattr(work, name)[:] = state["work"][name]
        work.tolerances = state["work"]["tolerances"]
        history[: len(state["history"])] = state["history"]
        for name, array in self._bound.arrays().items():
            array[...] = self._fresh[name]
            at, bits = state["arrays"][name]
            array.view(np.int64).ravel()[at] = bits
        if self._monitor is not None:
            self._monitor.put_back(state["monitor"], work)
        self._written = state["samples"]["rows"] - self._before
        self._evaluations = state["evaluations"]
        return True

    # ---------------------------------------------------------------- during
    def pause(self, work: Work, history: Array) -> None:
        """Write the outputs, and if it is time, a checkpoint."""
        self._write_rows(work)
        if self._asked:
            raise KeyboardInterrupt
        if time.monotonic() - self._last >= self._every:
            self._save(work, history)
            self._last = time.monotonic()

    def end(self, outcome: Outcome, work: Work, history: Array) -> None:
        """Write the outputs, and a checkpoint unless the run has failed; after too many steps it may go on."""
        self._write_rows(work)
        if not outcome.failed or outcome == Outcome.TOO_MANY_STEPS:
            self._save(work, history)

    def _write_rows(self, work: Work) -> None:
        from snodo.integrators.ode.kernels.state import NEXT_OUTPUT

        reached = int(work.count[NEXT_OUTPUT])
        if reached > self._written:
            assert self._samples is not None
            with self._last_good():
                self._samples.append(self._space.rows[self._written : reached])
            self._space.give_back(self._written, reached)
            self._written = reached

    def _save(self, work: Work, history: Array) -> None:
        from snodo.integrators.ode.kernels import state as slots

        evaluations = int(work.count[slots.EVALUATIONS])
        if evaluations == self._evaluations:  # nothing has happened since
            return
        assert self._samples is not None
        with self._last_good():
            self._samples.bring_to_disk()
            self.folder.write("state", self._content(work, history))
        self._evaluations, self.saved = evaluations, float(work.clock[slots.T])

    def _content(self, work: Work, history: Array) -> dict[str, Any]:
        from snodo.integrators.ode.kernels import state as slots

        assert self._samples is not None
        return {
            "t": float(work.clock[slots.T]),
            "fresh": self._alike,
            "work": {name: getattr(work, name) for name in OF_WORK},
            "history": history[: int(work.count[slots.STEPS])],
            "arrays": {name: _changes(self._fresh[name], array) for name, array in self._bound.arrays().items()},
            "monitor": {} if self._monitor is None else self._monitor.kept(),
            "samples": {"rows": self._samples.rows, "checksum": self._samples.checksum},
            "evaluations": int(work.count[slots.EVALUATIONS]),
            "seconds": self._seconds + time.perf_counter() - self._began,
            "cpu_seconds": self._cpu + time.process_time() - self._cpu_began,
            "runs": [self._stored(run) for run in self.runs],
        }

    @contextmanager
    def _last_good(self) -> Iterator[None]:
        """Errors of the disk name the checkpoint that there is."""
        try:
            yield
        except FileError as error:
            kept = "there is none before" if self.saved is None else f"the one at t = {self.saved:.9g} s is kept"
            problem = error.problems[0]
            what = f"no checkpoint could be written ({kept}): {problem.what}"
            raise FileError(Problem(what, f"{problem.remedy}; then call the same again")) from None

    # ---------------------------------------------------------------- runs that have ended
    def completed(self, run: Run) -> Run:
        """The run with its outputs from the disk."""
        assert self._samples is not None
        rows = self._samples.between(self._before, self._before + self._written)
        statistics = dict(run.statistics)
        statistics["seconds"] += self._seconds
        statistics["cpu_seconds"] += self._cpu
        self._seconds = self._cpu = 0.0
        self._evaluations = -1
        return replace(run, states=rows, statistics=statistics)

    def _stored(self, run: Run) -> dict[str, Any]:
        parts = {"rows": run.times.size, "t": run.t, "y": run.y, "statistics": run.statistics, "history": run.history}
        return parts if self._whole else {**parts, "states": run.states}

    def _ended(self, stored: dict[str, Any]) -> Run:
        """A run that was continued with other rows or pivots."""
        first, count = sum(run.times.size for run in self.runs), stored["rows"]
        names = ("t", "y", "statistics", "history")
        return Run(
            times=self._times[first : first + count],
            states=stored.get("states", np.zeros((0, 0))),
            status="failed",
            outcome=Outcome.RATE_FAILED,
            problem=None,
            rate_status=0,
            **{name: stored[name] for name in names},
        )

    def all_of(self, runs: Sequence[Run]) -> Run:
        """The runs as one, with all outputs from the disk."""
        assert self._samples is not None
        self._samples.close()
        if len(runs) == 1 or not self._whole:
            return joined(runs)
        rows = [replace(run, states=np.zeros((0, run.y.size))) for run in runs]
        return replace(joined(rows), states=self._samples.between(0, self._samples.rows))

    # ---------------------------------------------------------------- Ctrl-C
    @contextmanager
    def between_pieces(self) -> Iterator[None]:
        """Let Ctrl-C wait for the end of a piece, where the run can be kept; the second one does not wait."""
        usual = signal.getsignal(signal.SIGINT) is signal.default_int_handler
        if not usual or threading.current_thread() is not threading.main_thread():
            yield
            return

        def asked(number: int, frame: FrameType | None) -> None:
            if self._asked:
                raise KeyboardInterrupt
            self._asked = True

        before = signal.signal(signal.SIGINT, asked)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)


def _changes(fresh: Array, array: Array) -> tuple[Array, Array]:
    """Where an array differs from what it was, and the bits that are there now."""
    old, new = (np.ascontiguousarray(x).view(np.int64).ravel() for x in (fresh, array))
    at = np.flatnonzero(old != new)
    return at, new[at]
