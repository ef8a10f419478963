"""The work of a sweep: what all members have in common (`Task`), and the rows of some of them (`Rows`)."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from snodo.simulation.family import Family
from snodo.simulation.sweeps.outputs import Output, numbers_of
from snodo.simulation.sweeps.quantities import PARAMETER, Varied

Array = np.ndarray
STATUS = ("not run", "finished", "failed", "lost")
"""What a row may say: `lost` are members whose process ended before they did, again and again."""
FINISHED = STATUS.index("finished")
LOST = STATUS.index("lost")


@dataclass(frozen=True)
class Task:
    """What all members have in common; it goes to other processes."""

    mechanism: Any
    varied: tuple[Varied, ...]
    outputs: tuple[Output, ...]
    times: Array
    """Times of the rows of a run [s]."""
    initial: Mapping[str, Any] = field(default_factory=dict)
    """Initial values that all members share."""
    choices: Mapping[str, Any] = field(default_factory=dict)
    """Other arguments of `sn.simulate`."""
    first: Array = field(default_factory=lambda: np.zeros(0))
    """Values of the first member, with which every process makes ready, so that all do it alike."""

    def family(self) -> Family:
        """The compiled family."""
        return Family(
            self.mechanism,
            None,
            parameters=[one.name for one in self.varied if one.kind == PARAMETER],
            initial=[one.name for one in self.varied if one.kind != PARAMETER],
            outputs=list(dict.fromkeys(one.of for one in self.outputs)),
            output=self.times,
            shared=dict(self.initial),
            **self.choices,
        )


@dataclass
class Rows:
    """The outcome of some members, one after the other."""

    status: Array
    """Numbers of `STATUS`."""
    reasons: list[str]
    """Why a member failed; empty if it did not."""
    reached: Array
    """Time to which it ran [s]."""
    numbers: Array
    """(member, number)"""
    series: dict[str, Array]
    """(member, time), by name of the output."""

    @classmethod
    def empty(cls, task: Task, count: int, status: int = 0, reason: str = "") -> Rows:
        """Rows of members without an outcome."""
        single = sum(one.word != "series" for one in task.outputs)
        series = {one.name: np.full((count, task.times.size), np.nan) for one in task.outputs if one.word == "series"}
        return cls(
            np.full(count, status, np.uint8),
            [reason] * count,
            np.full(count, np.nan),
            np.full((count, single), np.nan),
            series,
        )

    def put(self, those: Array | Sequence[int], rows: Rows) -> None:
        """Write rows in place of those with these numbers."""
        self.status[those], self.reached[those], self.numbers[those] = rows.status, rows.reached, rows.numbers
        for k, reason in zip(those, rows.reasons):
            self.reasons[k] = reason
        for name, values in rows.series.items():
            self.series[name][those] = values

    @property
    def failed(self) -> int:
        """Number of members that did not finish."""
        return int((self.status != FINISHED).sum())


class Work:
    """Computes members; each thread has its own family."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self._own = threading.local()
        which = [one.kind == PARAMETER for one in task.varied]
        self._parameters, self._initial = np.flatnonzero(which), np.flatnonzero(np.logical_not(which))

    @property
    def family(self) -> Family:
        """The family of this thread."""
        if not hasattr(self._own, "family"):
            made = self.task.family()
            made.run(*self._apart(self.task.first[None]))
            self._own.family = made
        found: Family = self._own.family
        return found

    def _apart(self, values: Array) -> tuple[Array, Array | None]:
        """Values of parameters and of initial values."""
        starts = np.ascontiguousarray(values[:, self._initial]) if self._initial.size else None
        return np.ascontiguousarray(values[:, self._parameters]), starts

    def ends(self, values: Array) -> Array | None:
        """Coordinates of members at the end, in natural sizes; None if they do not run as numbers."""
        return self.family.ends(*self._apart(values))

    def rows(self, values: Array) -> Rows:
        """The members with these values (member, quantity)."""
        members = self.family.run(*self._apart(values))
        if "interrupted" in members.status:
            raise KeyboardInterrupt
        return self._reduced(members, values)

    def _reduced(self, members: Any, values: Array) -> Rows:
        """Numbers and series of the members that finished."""
        done = np.array([status == "finished" for status in members.status])
        nothing = np.full((len(done), members.time.size), np.nan)
        known = {one.of: members.series.get(one.of, nothing) for one in self.task.outputs}  # none if all members fail
        numbers, series = numbers_of(self.task.outputs, members.time, known)
        numbers[~done] = np.nan
        reached = np.array([_reached(members, k) for k in range(len(done))])
        names = [one.name for one in self.task.varied]
        reasons = [
            "" if ok else _with_values(self._named(names, row), reason)
            for ok, row, reason in zip(done, values, members.reasons)
        ]
        status = np.where(done, FINISHED, STATUS.index("failed")).astype(np.uint8)
        return Rows(status, reasons, reached, numbers, series)

    def _named(self, names: Sequence[str], row: Array) -> str:
        """`crank = 0.3 m`"""
        units = [one.unit for one in self.task.varied]
        return ", ".join(f"{name} = {value:.6g} {unit}".rstrip() for name, value, unit in zip(names, row, units))


def _with_values(named: str, reason: str) -> str:
    """The reason behind the values of the member, which some reasons name already."""
    return reason if reason.startswith(named) else f"{named}: {reason}"


def _reached(members: Any, k: int) -> float:
    """Time of the last row of a member [s]; NaN if it did not start."""
    known = np.zeros(members.time.size, bool)
    for table in members.series.values():
        known |= np.isfinite(table[k].reshape(members.time.size, -1)).any(axis=1)
    return float(members.time[np.flatnonzero(known)[-1]]) if known.any() else float("nan")
