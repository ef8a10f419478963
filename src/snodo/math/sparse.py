"""Symbolic analysis of a sparse symmetric matrix, once; the numbers follow in `kernels/sparse.py`, many times.

For S = J M⁻¹ Jᵀ, whose pattern never changes during a run, everything that depends on the pattern alone is found here:
the elimination order, the entries of L in  P S Pᵀ = L D Lᵀ,  and the list of the places that every elimination step
writes to, so that the numeric factorisation does not search.

Order: minimum degree (Tinney and Walker 1967) on the elimination graph, from a heap whose outdated entries are skipped
when met.  Neighbours that the pivot leaves with nothing outside their clique are eliminated with it: they are minimal
and cause no fill ("mass elimination", George and Liu 1989), so that the rows of one joint, and dense blocks, cost one
step.  Ties go to the lower row.

Storage: `values[0:n]` the diagonal in elimination order, then the entries below the diagonal, column after column.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from snodo.errors import Problem, SnodoError, UnsupportedError

Ints = NDArray[np.int64]
MOST_OPERATIONS = 200_000_000


@dataclass(frozen=True, eq=False)
class Pattern:
    """Where every number of an n × n sparse LDLᵀ lives; all arrays int64, ready to be packed into a flat model.

    permutation    row of S eliminated k-th, length n
    columns        column k of L is values[columns[k]:columns[k+1]], length n + 1, columns[0] = n
    rows           its row numbers, ascending, in elimination order: rows[p - n] for values[p], length `fill`
    destinations   the slots that the elimination updates, in the order in which it does, length `operations`
    """

    n: int
    permutation: Ints
    columns: Ints
    rows: Ints
    destinations: Ints

    @property
    def fill(self) -> int:
        """Number of entries of L below the diagonal."""
        return int(self.rows.size)

    @property
    def size(self) -> int:
        """Length of the array of values: diagonal and `fill`."""
        return self.n + self.fill

    @property
    def operations(self) -> int:
        """Multiply-and-subtract operations of one factorisation."""
        return int(self.destinations.size)

    @cached_property
    def inverse(self) -> Ints:
        """Step at which row i of S is eliminated."""
        inverse = np.empty(self.n, np.int64)
        inverse[self.permutation] = np.arange(self.n)
        return inverse

    @cached_property
    def _keys(self) -> Ints:
        return _keys(self.n, self.columns, self.rows)

    def slots(self, rows: Any, columns: Any) -> Ints:
        """Index into the values of the entries (rows[k], columns[k]) of S, in either order of row and column."""
        i, j = np.broadcast_arrays(np.asarray(rows, np.int64), np.asarray(columns, np.int64))
        _check_range(self.n, i, j)
        a, b = self.inverse[i], self.inverse[j]
        found, here = _find(self.n, self._keys, np.minimum(a, b), np.maximum(a, b))
        if not np.all(here):
            k = np.argmin(here)
            raise SnodoError(
                Problem(f"entry ({i.flat[k]}, {j.flat[k]}) is not in the sparsity pattern", "name it in `pairs`")
            )
        return found

    def slot(self, i: int, j: int) -> int:
        """Index into the values of entry (i, j) of S."""
        return int(self.slots(i, j))


def symbolic(n: int, pairs: Iterable[tuple[int, int]] | NDArray[Any]) -> Pattern:
    """Analyse the n × n symmetric matrix with a full diagonal and the off-diagonal entries `pairs` (i, j).

    Pairs may repeat, come in either order and include the diagonal.
    """
    permutation, structure = _minimum_degree(_neighbours(n, pairs))
    order = np.array(permutation, np.int64)
    columns, rows = _lower_triangle(order, structure)
    return Pattern(n, order, columns, rows, _destinations(n, columns, rows))


def _neighbours(n: int, pairs: Iterable[tuple[int, int]] | NDArray[Any]) -> list[set[int]]:
    table = np.array(pairs if isinstance(pairs, np.ndarray) else list(pairs), np.int64).reshape(-1, 2)
    _check_range(n, table[:, 0], table[:, 1])
    neighbours: list[set[int]] = [set() for _ in range(n)]
    for i, j in table.tolist():
        if i != j:
            neighbours[i].add(j)
            neighbours[j].add(i)
    return neighbours


def _minimum_degree(neighbours: list[set[int]]) -> tuple[list[int], list[set[int]]]:
    """The order of elimination, and for each step the rows below its pivot; empties `neighbours`."""
    heap = [(len(near), k) for k, near in enumerate(neighbours)]
    heapq.heapify(heap)
    eliminated = [False] * len(neighbours)
    order: list[int] = []
    structure: list[set[int]] = []
    while heap:
        degree, pivot = heapq.heappop(heap)
        if eliminated[pivot] or degree != len(neighbours[pivot]):
            continue
        clique = neighbours[pivot]
        before = {i: len(neighbours[i]) for i in clique}
        group = [pivot, *_join(neighbours, pivot)]
        left = clique.difference(group)
        for k, member in enumerate(group):
            eliminated[member] = True
            order.append(member)
            structure.append(left.union(group[k + 1 :]))
            neighbours[member] = set()
        for i in sorted(left):
            neighbours[i].difference_update(group)
            if len(neighbours[i]) != before[i]:
                heapq.heappush(heap, (len(neighbours[i]), i))
    return order, structure


def _join(neighbours: list[set[int]], pivot: int) -> list[int]:
    """Make the pivot's neighbours a clique; those that have no neighbour outside it can be eliminated with it."""
    clique = neighbours[pivot]
    for i in clique:
        neighbours[i] |= clique
        neighbours[i] -= {i, pivot}
    return sorted(i for i in clique if len(neighbours[i]) == len(clique) - 1)


def _lower_triangle(order: Ints, structure: list[set[int]]) -> tuple[Ints, Ints]:
    """Column pointers and row numbers of L in elimination order, ascending in every column."""
    n = order.size
    inverse = np.empty(n, np.int64)
    inverse[order] = np.arange(n)
    lengths = np.array([len(below) for below in structure], np.int64)
    columns = n + np.concatenate(([0], np.cumsum(lengths)))
    column = np.repeat(np.arange(n), lengths)
    rows = inverse[np.fromiter((i for below in structure for i in below), np.int64, int(lengths.sum()))]
    return columns, rows[np.lexsort((rows, column))]


def _destinations(n: int, columns: Ints, rows: Ints) -> Ints:
    """Slots of (r, q) for every column, every row r in it and every row q up to r, in this order.

    All columns of one length are treated together.
    """
    lengths = np.diff(columns)
    starts = np.concatenate(([0], np.cumsum(lengths * (lengths + 1) // 2)))
    _check_effort(n, int(starts[-1]))
    destinations = np.empty(starts[-1], np.int64)
    keys = _keys(n, columns, rows)
    for length in np.unique(lengths[lengths > 0]):
        of_length = np.flatnonzero(lengths == length)
        r, q = np.tril_indices(length)
        block = rows[(columns[of_length] - n)[:, None] + np.arange(length)]
        found, _ = _find(n, keys, block[:, q], block[:, r])
        destinations[starts[of_length][:, None] + np.arange(r.size)] = found
    return destinations


def _keys(n: int, columns: Ints, rows: Ints) -> Ints:
    """One number, column · n + row, for each entry of L; ascending."""
    return np.repeat(np.arange(n), np.diff(columns)) * n + rows


def _find(n: int, keys: Ints, column: Ints, row: Ints) -> tuple[Ints, NDArray[np.bool_]]:
    """Slots of the entries (row ≥ column, both in elimination order), and whether they exist."""
    wanted = column * n + row
    place = np.searchsorted(keys, wanted)
    padded = np.append(keys, -1)
    return np.where(row == column, row, n + place), (row == column) | (padded[place] == wanted)


def _check_range(n: int, i: Ints, j: Ints) -> None:
    for index in (i, j):
        wrong = index[(index < 0) | (index >= n)]
        if wrong.size:
            raise SnodoError(
                Problem(f"row {wrong[0]} does not exist in a matrix of {n} rows", f"rows are numbered 0 to {n - 1}")
            )


def _check_effort(n: int, operations: int) -> None:
    if operations > MOST_OPERATIONS:
        raise UnsupportedError(
            Problem(
                f"the constraints couple too densely: factoring their {n} rows would take {operations:.1e} operations",
                "reduce the number of joints on one body, or describe the mechanism as a tree with few loops",
            )
        )
