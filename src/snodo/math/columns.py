"""Symbolic analysis for a factorisation column by column, where L is nearly empty: chains, trees, a few loops.

The entries of L in  P S Pᵀ = L D Lᵀ  are listed, and the places that every elimination step writes to, so that the
numeric factorisation does not search.

Storage: `values[0:n]` the diagonal in elimination order, then the entries below the diagonal, column after column.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from snodo.math.elimination import Ints, Step
from snodo.math.pattern import Pattern

HEAD = 15
"""Numbers of the head of a plan (`kernels/plan.py`)."""


class Columns(Pattern):
    """The pattern of an n × n sparse LDLᵀ column by column, from the steps of an elimination of its rows.

    columns        column k of L is values[columns[k]:columns[k+1]], length n + 1, columns[0] = n
    rows           its row numbers, ascending, in elimination order: rows[p - n] for values[p], length `fill`
    destinations   the slots that the elimination updates, in the order in which it does, length `operations`
    """

    def __init__(self, n: int, steps: list[Step]) -> None:
        super().__init__(n, np.array([i for step in steps for i in step.members], np.int64))
        self.columns, self.rows = self._lower_triangle(steps)
        self.destinations = self._destinations()

    @property
    def fill(self) -> int:
        """Number of entries of L below the diagonal."""
        return int(self.rows.size)

    @property
    def size(self) -> int:
        """Length of the array of values: diagonal and `fill`."""
        return self.n + self.fill

    @property
    def scratch(self) -> int:
        """None is needed."""
        return 0

    @property
    def operations(self) -> int:
        """Multiply-and-subtract operations of one factorisation."""
        return int(self.destinations.size)

    def packed(self) -> Ints:
        """The head, the permutation, columns, rows and destinations."""
        parts = [self.permutation, self.columns, self.rows, self.destinations]
        starts = HEAD + np.cumsum([0, *[part.size for part in parts[:-1]]])
        return np.concatenate([[0], starts, np.zeros(HEAD - 5), *parts]).astype(np.int64)

    def _lower_triangle(self, steps: list[Step]) -> tuple[Ints, Ints]:
        """Column pointers and row numbers of L in elimination order, ascending in every column."""
        below = [step.below.union(step.members[k + 1 :]) for step in steps for k in range(len(step.members))]
        lengths = np.array([len(rows) for rows in below], np.int64)
        columns = self.n + np.concatenate(([0], np.cumsum(lengths)))
        column = np.repeat(np.arange(self.n), lengths)
        rows = self.inverse[np.fromiter((i for own in below for i in own), np.int64, int(lengths.sum()))]
        return columns, rows[np.lexsort((rows, column))]

    def _destinations(self) -> Ints:
        """Slots of (r, q) for every column, every row r in it and every row q up to r, in this order.

        All columns of one length are treated together.
        """
        lengths = np.diff(self.columns)
        starts = np.concatenate(([0], np.cumsum(lengths * (lengths + 1) // 2)))
        destinations = np.empty(starts[-1], np.int64)
        for length in np.unique(lengths[lengths > 0]):
            of_length = np.flatnonzero(lengths == length)
            r, q = np.tril_indices(length)
            block = self.rows[(self.columns[of_length] - self.n)[:, None] + np.arange(length)]
            found, _ = self._find(block[:, q], block[:, r])
            destinations[starts[of_length][:, None] + np.arange(r.size)] = found
        return destinations

    @cached_property
    def _keys(self) -> Ints:
        """One number, column · n + row, for each entry of L; ascending; and one that no entry has."""
        keys = np.repeat(np.arange(self.n), np.diff(self.columns)) * self.n + self.rows
        return np.append(keys, self.n * self.n)

    def _find(self, column: Ints, row: Ints) -> tuple[Ints, NDArray[np.bool_]]:
        wanted = column * self.n + row
        place = np.searchsorted(self._keys, wanted)
        return np.where(row == column, row, self.n + place), (row == column) | (self._keys[place] == wanted)
