"""Keeps a run in a folder: between two pieces of the loop, about as often as was asked for, and at its end.

The equations work on flat arrays with addresses in them, which are others in every process.  Therefore only those
numbers are kept that differ from the arrays as they were before the first step, which come out the same, but for the
addresses, whenever a mechanism is bound, assembled and prepared in the same way (`sameness.fingerprint`).  A loop that
solves the constraints itself has further arrays of that kind, which are made anew for each run (`Work.others`).

A run that chooses its integrator has several parts (`course.py`), and each part may consist of several runs, since rows
or pivots may be chosen anew in between.  What has ended is kept with its statistics; its outputs are on disk.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Protocol

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

Array = np.ndarray
Arrays = Mapping[str, Array]
OF_WORK = ("clock", "count", "W", "notes", "memory", "tolerances")
"""The arrays of `Work` that change."""
EVERY = 30.0
"""Time between two checkpoints [s]."""


class Continued(Protocol):
    """What knows something that the next steps depend on."""

    def kept(self) -> dict[str, Any]:
        """Numbers, words and arrays by name."""

    def put_back(self, kept: dict[str, Any]) -> None:
        """Continue with them."""


class RunKeeper(Keeper):
    """Keeps one run."""

    def __init__(self, folder: Folder, state: dict[str, Any] | None, times: Array, every: float = EVERY) -> None:
        """state: where a run is to be continued; times: of all outputs [s]; every: time between checkpoints [s]."""
        self.folder, self._state, self._times, self._every = folder, state, times, every
        self.before: Run | None = None
        """The parts that have ended, as one, without its outputs."""
        self.runs: list[Run] = []
        """The runs of the current part that have ended."""
        self.in_segment = False
        """Whether the current part may end by its number of steps without an end of the whole."""
        self.saved = None if state is None else float(state["t"])
        """Time reached in the last checkpoint [s]."""
        self._samples: Samples | None = None
        self._seconds = 0.0 if state is None else float(state["seconds"])
        self._cpu = 0.0 if state is None else float(state["cpu_seconds"])
        self._evaluations = -1
        self.pressed: list[int] = []
        """Not empty once Ctrl-C was pressed."""
        self._last = time.monotonic()

    # ---------------------------------------------------------------- before
    def begin(self, bound: Bound, monitor: Monitor | None, course: Continued | None = None) -> None:
        """Keep what is integrated from now on; if it was kept before, all is as it was then."""
        if not type(bound).__module__.startswith("snodo."):
            what = f"the method {bound.method!r} may keep something that a checkpoint does not know"
            raise UnsupportedError(Problem(what, "use a method of snodo, or simulate without a checkpoint"))
        self._bound, self._monitor, self._course = bound, monitor, course
        self._fresh = _copies(bound.arrays())
        state = self._state
        if state is None:
            return
        self._must_be_alike(state["fresh"], self._fresh)
        _restore(bound.arrays(), self._fresh, state["arrays"])
        for owner, word in ((monitor, "monitor"), (course, "course")):
            if owner is not None:
                owner.put_back(state[word])
        self._samples = Samples(self.folder, **state["samples"])
        if state["before"] is not None:
            self.before = replace(self._ended(state["before"], 0), status="finished", outcome=Outcome.FINISHED)
        for stored in state["runs"]:
            self.runs.append(self._ended(stored, self._rows_before))

    def _must_be_alike(self, kept: str, fresh: Arrays) -> None:
        if kept != fingerprint(fresh):
            what = f"the equations have other numbers than those of the checkpoint {self.folder.path}"
            remedy = f"call the same sn.simulate as before, on the same machine; or {AGAIN}"
            raise UnsupportedError(Problem(what, remedy))

    @property
    def _rows_before(self) -> int:
        """Outputs of all that has ended."""
        return sum(run.times.size for run in ([] if self.before is None else [self.before]) + self.runs)

    @property
    def _whole(self) -> bool:
        """Whether the integrated states are whole ones."""
        return type(self._bound).whole_states is Bound.whole_states

    def space(self, count: int, width: int, whole: Callable[[Array], Array] | None = None) -> Array:
        """Where the loop writes its outputs; they do not stay there."""
        self._to_whole = whole
        if self._samples is None:
            self._samples = Samples(self.folder, width if whole is None else whole(np.zeros((0, width))).shape[1])
        self._first, self._written = self._rows_before, 0
        self._space = Space(count, width)
        return self._space.rows

    def put_back(self, work: Work, history: Array) -> bool:
        """Continue a run that was kept, if there is one."""
        state, self._state = self._state, None
        self._began, self._cpu_began = time.perf_counter(), time.process_time()
        self._fresh_others = _copies(self._others(work))
        if state is None or "work" not in state:
            return False
        for name in OF_WORK[:-1]:
            getattr(work, name)[:] = state["work"][name]
        work.tolerances = state["work"]["tolerances"]
        history[: len(state["history"])] = state["history"]
        self._must_be_alike(state["fresh others"], self._fresh_others)
        _restore(self._bound.arrays(), self._fresh, state["arrays"])
        _restore(work.others, self._fresh_others, state["others"])
        self._written = state["samples"]["rows"] - self._first
        self._evaluations = state["evaluations"]
        return True

    def _others(self, work: Work) -> dict[str, Array]:
        """Arrays of the loop that are not those of the equations at the same time."""
        known = {array.ctypes.data for array in self._bound.arrays().values()}
        return {name: array for name, array in work.others.items() if array.ctypes.data not in known}

    # ---------------------------------------------------------------- during
    def pause(self, work: Work, history: Array) -> None:
        """Write the outputs, and if it is time, a checkpoint."""
        self._write_rows(work)
        if self.pressed:
            raise KeyboardInterrupt
        self._save_if_due(work, history)

    def end(self, outcome: Outcome, work: Work, history: Array) -> None:
        """Write the outputs, and a checkpoint unless the run has failed; after too many steps it may go on.

        A run that ends to continue with another integrator is kept as soon as that has begun.
        """
        self._write_rows(work)
        if outcome == Outcome.TOO_MANY_STEPS and self.in_segment:
            self._save_if_due(work, history)
        elif outcome in (Outcome.FINISHED, Outcome.PAUSED, Outcome.TOO_MANY_STEPS):
            self._save(work, history)

    def _save_if_due(self, work: Work, history: Array) -> None:
        if time.monotonic() - self._last >= self._every:
            self._save(work, history)
            self._last = time.monotonic()

    def _write_rows(self, work: Work) -> None:
        from snodo.integrators.ode.kernels.state import NEXT_OUTPUT

        reached = int(work.count[NEXT_OUTPUT])
        if reached > self._written:
            rows = self._space.rows[self._written : reached]
            self._append(rows if self._to_whole is None else self._to_whole(rows))
            self._space.give_back(self._written, reached)
            self._written = reached

    def _append(self, rows: Array) -> None:
        assert self._samples is not None
        with self._last_good():
            self._samples.append(rows)

    def _save(self, work: Work, history: Array) -> None:
        from snodo.integrators.ode.kernels import state as slots

        evaluations = int(work.count[slots.EVALUATIONS])
        if evaluations == self._evaluations:  # nothing has happened since
            return
        content = {
            "work": {name: getattr(work, name) for name in OF_WORK},
            "history": history[: int(work.count[slots.STEPS])],
            "fresh others": fingerprint(self._fresh_others),
            "others": _changes(self._fresh_others, self._others(work)),
            "evaluations": evaluations,
            "seconds": self._seconds + time.perf_counter() - self._began,
            "cpu_seconds": self._cpu + time.process_time() - self._cpu_began,
        }
        self._write(float(work.clock[slots.T]), content)
        self._evaluations = evaluations

    def _write(self, t: float, more: dict[str, Any]) -> None:
        """Replace the checkpoint by one at the time t [s]."""
        samples = self._samples
        assert samples is not None
        content = {
            "t": t,
            "fresh": fingerprint(self._fresh),
            "arrays": _changes(self._fresh, self._bound.arrays()),
            "monitor": {} if self._monitor is None else self._monitor.kept(),
            "course": {} if self._course is None else self._course.kept(),
            "samples": {"rows": samples.rows, "width": samples.width, "checksum": samples.checksum},
            "before": None if self.before is None else self._stored(self.before),
            "runs": [self._stored(run) for run in self.runs],
        }
        with self._last_good():
            samples.bring_to_disk()
            self.folder.write("state", content | more)
        self.saved = t

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

    # ---------------------------------------------------------------- runs and parts that have ended
    def completed(self, run: Run) -> Run:
        """The run with its outputs from the disk, unless more parts follow, and with the time spent on it before."""
        statistics = dict(run.statistics)
        statistics["seconds"] += self._seconds
        statistics["cpu_seconds"] += self._cpu
        self._seconds = self._cpu = 0.0
        self._evaluations = -1
        last = self._first + self._written
        rows = self._between(self._first, last) if self._course is None else run.states[:0]
        return replace(run, states=rows, statistics=statistics)

    def _between(self, first: int, last: int) -> Array:
        assert self._samples is not None
        return self._samples.between(first, last)

    def _stored(self, run: Run) -> dict[str, Any]:
        parts = {"rows": run.times.size, "t": run.t, "y": run.y, "statistics": run.statistics, "history": run.history}
        return parts if self._whole else {**parts, "states": run.states}

    def _ended(self, stored: dict[str, Any], first: int) -> Run:
        """A run that was continued with other rows, pivots or steps; its outputs begin with the first."""
        names = ("t", "y", "statistics", "history")
        return Run(
            times=self._times[first : first + stored["rows"]],
            states=stored.get("states", np.zeros((0, 0))),
            status="failed",
            outcome=Outcome.RATE_FAILED,
            problem=None,
            rate_status=0,
            **{name: stored[name] for name in names},
        )

    def all_of(self, runs: Sequence[Run]) -> Run:
        """The runs of a part as one, with all outputs from the disk unless more parts follow."""
        if not self._whole or (len(runs) == 1 and self._course is None):
            return joined(runs)
        part = joined([_without_rows(run) for run in runs])
        return part if self._course is not None else replace(part, states=self._between(0, self._rows_before))

    def add(self, part: Run, new: bool = False) -> None:
        """Count a part among those that have ended; new: its outputs are not on disk yet."""
        if new:
            self._append(part.states)
        count = self._rows_before if not new else self._rows_before + part.times.size
        ended = [run for run in (self.before, part) if run is not None]
        whole = joined([replace(_without_rows(run), times=run.times[:0]) for run in ended])
        self.before, self.runs[:] = replace(whole, times=self._times[:count]), ()

    def save_between(self) -> None:
        """Write a checkpoint between two parts."""
        assert self.before is not None
        self._write(self.before.t, {"seconds": 0.0, "cpu_seconds": 0.0})

    def whole(self) -> Run:
        """All parts as one, with all outputs from the disk."""
        assert self.before is not None
        return replace(self.before, states=self._between(0, self.before.times.size))

    def close(self) -> None:
        """No more outputs come."""
        if self._samples is not None:
            self._samples.close()


# ---------------------------------------------------------------- arrays
def _copies(arrays: Arrays) -> dict[str, Array]:
    return {name: array.copy() for name, array in arrays.items()}


def _bits(array: Array) -> Array:
    return np.ascontiguousarray(array).view(np.int64).ravel()


def _changes(fresh: Arrays, arrays: Arrays) -> dict[str, tuple[Array, Array]]:
    """Where arrays differ from what they were, and the bits that are there now."""
    found = {}
    for name, array in arrays.items():
        new = _bits(array)
        at = np.flatnonzero(_bits(fresh[name]) != new)
        found[name] = (at, new[at])
    return found


def _restore(arrays: Arrays, fresh: Arrays, changes: Mapping[str, tuple[Array, Array]]) -> None:
    """Make arrays what they were, with the changes."""
    for name, (at, bits) in changes.items():
        array = arrays[name]
        array[...] = fresh[name]
        array.view(np.int64).reshape(-1)[at] = bits


def _without_rows(run: Run) -> Run:
    return replace(run, states=np.zeros((0, run.y.size)))
