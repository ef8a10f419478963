"""Batches: arrays with one state in each row, eight rows at a time in SIMD lanes (`kernels/batch.py`).

Whatever has one dimension, or one row, serves all states.  A batch finds what a loop over its rows would find; what
such a loop would refuse is refused with the number of the row.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import Problem, SnodoError, UnsupportedError

if TYPE_CHECKING:
    from snodo.formulations.tree.reading import Reading

Array = np.ndarray


def given(*states: Any) -> bool:
    """Whether one of these arrays has a row for each state."""
    return any(_dimensions(x) > 1 for x in states)


def _dimensions(x: Any) -> int:
    try:
        return np.ndim(x)
    except ValueError:  # lists of different lengths: the door says so
        return 1


class Batch:
    """Some of q, v and tau or a (given with their words) for every state of a tree."""

    def __init__(self, tree: Reading, threads: int = 1, **states: Any) -> None:
        self.tree = tree
        self.threads = _threads(threads)
        self.tables = [_table(tree, word, x) for word, x in states.items()]
        counts = {word: len(table) for word, table in zip(states, self.tables) if len(table) != 1}
        if len(set(counts.values())) > 1:
            rows = ", ".join(f"{word} has {count} rows" for word, count in counts.items())
            raise UnsupportedError(Problem(f"a batch of unequal lengths: {rows}", "give one row for each state"))
        self.count = next(iter(counts.values()), 1)

    def run(self, entry: Callable[..., int], width: int, one: Callable[..., Array]) -> Array:
        """Rows of `width` numbers that the compiled `entry` finds; `one` finds one row, or says why it cannot."""
        out = np.empty((self.count, width))
        starts = range(0, self.count, self._step())
        if len(starts) < 2:
            status = self._slice(entry, out, 0, self.count, 0)
        else:
            jobs = ((entry, out, start, starts.step, k) for k, start in enumerate(starts))
            status = max(_pool(len(starts)).map(lambda job: self._slice(*job), jobs))
        if status:
            self._look_again(out, one)
        return out

    def _step(self) -> int:
        """States for each thread: whole groups of eight."""
        groups = -(-self.count // 8)
        return max(1, -(-groups // self.threads)) * 8

    def _slice(self, entry: Callable[..., int], out: Array, start: int, count: int, worker: int) -> int:
        part = slice(start, start + count)
        tables = (table if len(table) == 1 else table[part] for table in self.tables)
        return entry(self.tree.model, _scratch(self.tree, worker, out.shape[1]), *tables, out[part])

    def _look_again(self, out: Array, one: Callable[..., Array]) -> None:
        """At the rows in which something is wrong, one by one."""
        from snodo.formulations.tree.kernels.layout import LARGEST, STRONGEST

        limits = (LARGEST, STRONGEST, STRONGEST)
        wrong = np.zeros(self.count, bool)
        for table, limit in zip(self.tables, limits):
            wrong |= ~(np.abs(table) <= limit).all(axis=1)
        if not wrong.any():
            wrong = ~(np.abs(out) <= 1e300).all(axis=1)
        for k in np.flatnonzero(wrong):
            try:
                out[k] = one(*(table[0 if len(table) == 1 else k] for table in self.tables)).ravel()
            except SnodoError as error:
                raise type(error)([Problem(f"row {k}: {p.what}", p.remedy, p.where) for p in error.problems]) from None


def _table(tree: Reading, word: str, x: Any) -> Array:
    """The states as rows of float64."""
    from snodo.formulations.tree.door import real

    names = tree.coordinate_names if word == "q" else tree.velocity_names
    remedy = f"give {len(names)} numbers for each state, an array (states, {len(names)})"
    table = real(x)
    if table is None:
        raise UnsupportedError(Problem(f"{word} is not an array of numbers", remedy))
    if table.ndim > 2 or table.shape[-1] != len(names):
        raise UnsupportedError(Problem(f"{word} has shape {table.shape}", remedy))
    return np.atleast_2d(table)


def _threads(threads: Any) -> int:
    if not (isinstance(threads, int) and threads > 0):
        raise UnsupportedError(Problem(f"threads = {threads!r}", "give 1, or the number of cores to use"))
    return threads


@cache
def _pool(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads, thread_name_prefix="snodo")


def _scratch(tree: Reading, worker: int, width: int) -> Array:
    """Scratch of a thread, kept with the tree; it starts where a cache line does (measured: 1.3 times as quick)."""
    from snodo.formulations.tree.kernels.batch import FREEDOM, LANES, WORK

    head = tree.flat.header
    need = ((head.links + 1) * WORK + head.nv * FREEDOM + head.nq + 2 * head.nv + width) * LANES
    kept = tree.lanes.get(worker)
    if kept is None or kept.size < need:
        memory = np.zeros(need + 8)
        first = -memory.ctypes.data // 8 % 8
        kept = tree.lanes[worker] = memory[first : first + need]
    return kept


def refuse_wrenches(external: Any) -> None:
    """External wrenches do not act on batches."""
    if external:
        what = "external wrenches on a batch of states are not built yet"
        raise UnsupportedError(Problem(what, "loop over the states, or put the wrenches into tau with the Jacobian"))
