"""Batches: arrays with one state in each row, several rows at a time in SIMD lanes (`kernels/batch.py`).

An array with one dimension, or one row, applies to all states.  A batch gives what a loop over its rows would give;
what such a loop would refuse is refused, with the number of the row.  External wrenches are six columns for each body.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import NameNotFound, Problem, SnodoError, UnsupportedError, suggestion

if TYPE_CHECKING:
    from snodo.formulations.tree.coordinates import Coordinates

Array = np.ndarray


ROWS_AT_ONCE = 256
"""States whose whole work of all links is kept at a time."""


def given(*states: Any) -> bool:
    """Whether one of these arrays, or mappings of arrays, has one row per state."""
    each = (x for state in states for x in (state.values() if isinstance(state, Mapping) else (state,)))
    return any(_dimensions(x) > 1 for x in each)


def _dimensions(x: Any) -> int:
    try:
        return np.ndim(x)
    except ValueError:  # lists of different lengths: reported later
        return 1


class Batch:
    """Some of q, v and tau or a (given with their words) for every state of a tree, and wrenches on its bodies."""

    def __init__(
        self, tree: Coordinates, threads: int = 1, external: Mapping[str, Any] | None = None, **states: Any
    ) -> None:
        self.tree = tree
        self.threads = _threads(threads)
        counts = dict.fromkeys(("q", "q0", "q1"), tree.nq)
        given = {word: _table(word, x, counts.get(word, tree.nv)) for word, x in states.items()}
        wrenches = {name: _wrench(tree, name, x) for name, x in (external or {}).items()}
        self.count = _common_length({**given, **{f"external {name!r}": x for name, x in wrenches.items()}})
        self.bodies = list(wrenches)
        self.flat = tree.flat if wrenches else tree.lean
        self.links = np.array([tree.flat.bodies[name][0] for name in wrenches], dtype=float)
        self.tables = list(given.values())
        if "v" in states and len(states) == 3:  # the dynamics, which wrenches take part in
            self.tables.append(_side_by_side(list(wrenches.values())))
            self.loads: tuple[Array, ...] = (self.links,)
        else:
            self.loads = ()

    def run(
        self,
        entry: Callable[..., int],
        width: int,
        one: Callable[..., Array],
        behind: int = 0,
        constants: tuple[Array, ...] = (),
        first: int = 0,
        count: int | None = None,
    ) -> Array:
        """Rows of `width` numbers computed by the compiled `entry`; `one` computes one row, or reports why it cannot.

        behind: elements of scratch behind the output; constants: further arrays for the entry;
        first, count: which of the states (all).
        """
        count = self.count if count is None else count
        out = np.empty((count, width))
        starts = range(0, count, self._step(count))

        def part(worker: int, start: int) -> int:
            rows, size = out[start : start + starts.step], width + behind
            tables = (self._rows(table, first + start, len(rows)) for table in self.tables)
            return entry(self.flat.model, self._scratch(worker, size), *tables, *self.loads, *constants, rows)

        with self.tree.lock:
            if len(starts) < 2:
                status = part(0, 0)
            else:
                status = max(_pool(len(starts)).map(part, range(len(starts)), starts))
            if status:
                self._look_again(out, one, first)
        return out

    def spread(self) -> list[Array]:
        """The arguments, one row per state."""
        return [np.array(np.broadcast_to(table, (self.count, table.shape[1])), order="C") for table in self.tables]

    def refuse_bad(self, one: Callable[..., Any], found: Array) -> None:
        """Report, with its row number, what is wrong with a state without a finite result."""
        from snodo.formulations.tree.kernels.layout import LARGEST, STRONGEST

        wrong = ~np.isfinite(found.reshape(len(found), -1)).all(axis=1)
        for table, limit in zip(self.tables, (LARGEST, STRONGEST, STRONGEST)):
            wrong |= ~(np.abs(table) <= limit).all(axis=1)
        for row in np.flatnonzero(wrong).tolist():
            self.numbered(row, one)

    def numbered(self, row: int, one: Callable[..., Any]) -> Any:
        """One state alone; errors give its number."""
        try:
            return one(*self.state(row))
        except SnodoError as error:
            problems = [Problem(f"row {row}: {p.what}", p.remedy, p.where) for p in error.problems]
            raise type(error)(problems) from None

    def works(self, entry: Callable[..., int], one: Callable[..., Array]) -> Iterator[Array]:
        """The work of all links that the compiled `entry` leaves, for some hundred states at a time."""
        from snodo.formulations.tree.kernels.batch import WORK

        for scratch in self.tree.lanes.values():
            scratch[:] = 0.0  # what an entry does not write would be checked with the rest
        self.flat = self.tree.flat  # with a link for every body
        links = self.flat.header.links + 1
        for first in range(0, max(self.count, 1), ROWS_AT_ONCE):
            count = min(ROWS_AT_ONCE, self.count - first)
            found = self.run(entry, links * WORK, one, first=first, count=count)
            yield found.reshape(count, links, WORK)

    def _step(self, count: int) -> int:
        """States for each thread: whole groups of lanes."""
        from snodo.formulations.tree.kernels.batch import LANES

        groups = -(-count // LANES)
        return max(1, -(-groups // self.threads)) * LANES

    def _rows(self, table: Array, first: int, count: int) -> Array:
        return table if len(table) == 1 else table[first : first + count]

    def _look_again(self, out: Array, one: Callable[..., Array], first: int) -> None:
        """Report the rows in which something is wrong, one by one."""
        from snodo.formulations.tree.kernels.layout import LARGEST, STRONGEST

        limits = (LARGEST, STRONGEST, STRONGEST, STRONGEST)
        wrong = np.zeros(len(out), bool)
        for table, limit in zip(self.tables, limits):
            wrong |= ~(np.abs(self._rows(table, first, len(out))) <= limit).all(axis=1)
        if not wrong.any():
            wrong = ~(np.abs(out) <= 1e300).all(axis=1)
        for k in np.flatnonzero(wrong):
            out[k] = np.ravel(self.numbered(first + int(k), one))

    def state(self, k: int) -> list[Any]:
        """The arguments of one state; the wrenches by body."""
        rows: list[Any] = [table[0 if len(table) == 1 else k] for table in self.tables]
        if self.loads:
            rows[-1] = dict(zip(self.bodies, rows[-1].reshape(-1, 6))) or None
        return rows

    def _scratch(self, worker: int, width: int) -> Array:
        """Scratch of a thread, kept with the tree; it starts where a cache line does (measured: 1.3 times as quick)."""
        from snodo.formulations.tree.kernels.batch import FREEDOM, LANES, WORK

        head, lanes = self.flat.header, self.tree.lanes
        state = head.nq + 2 * head.nv + 6 * len(self.bodies)
        need = ((head.links + 1) * WORK + head.nv * FREEDOM + state + width) * LANES
        kept = lanes.get(worker)
        if kept is None or kept.size < need:
            memory = np.zeros(need + 8)
            first = -memory.ctypes.data // 8 % 8
            kept = lanes[worker] = memory[first : first + need]
        return kept


def _table(word: str, x: Any, count: int) -> Array:
    """The arguments of the states as rows of float64."""
    from snodo.formulations.tree.arguments import real

    remedy = f"give {count} numbers for each state, an array (states, {count})"
    table = real(x)
    if table is None:
        raise UnsupportedError(Problem(f"{word} is not an array of numbers", remedy))
    if table.ndim not in (1, 2) or table.shape[-1] != count:
        raise UnsupportedError(Problem(f"{word} has shape {table.shape}", remedy))
    return np.atleast_2d(table)


def _wrench(tree: Coordinates, name: str, x: Any) -> Array:
    if name not in tree.mechanism.bodies:
        problem = Problem(f"external: there is no body {name!r}", suggestion(name, tree.mechanism.bodies))
        raise NameNotFound(problem)
    return _table(f"external {name!r}", x, 6)


def _side_by_side(wrenches: list[Array]) -> Array:
    """The wrenches of all bodies in the rows of one array."""
    count = max((len(x) for x in wrenches), default=1)
    return np.hstack([np.zeros((count, 0)), *(np.broadcast_to(x, (count, 6)) for x in wrenches)])


def _common_length(tables: Mapping[str, Array]) -> int:
    counts = {word: len(table) for word, table in tables.items() if len(table) != 1}
    if len(set(counts.values())) > 1:
        rows = ", ".join(f"{word} has {count} rows" for word, count in counts.items())
        raise UnsupportedError(
            Problem(f"the arrays of a batch have different lengths: {rows}", "give one row per state")
        )
    return next(iter(counts.values()), 1)


def _threads(threads: Any) -> int:
    if not (isinstance(threads, int | np.integer) and threads > 0):
        raise UnsupportedError(Problem(f"threads = {threads!r}", "give 1, or the number of cores to use"))
    return int(threads)


@cache
def _pool(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads, thread_name_prefix="snodo")
