"""Analysed pattern of a sparse symmetric matrix: its order, and the index of each entry."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from snodo.errors import Problem, SnodoError

Ints = NDArray[np.int64]


class Pattern(ABC):
    """Where every number of an n × n sparse LDLᵀ lives; permutation: the row of S eliminated k-th."""

    def __init__(self, n: int, permutation: Ints) -> None:
        self.n, self.permutation = n, permutation

    @property
    @abstractmethod
    def size(self) -> int:
        """Numbers of S, the first n of which are its diagonal in elimination order, and then D⁻¹."""

    @property
    @abstractmethod
    def scratch(self) -> int:
        """Numbers that kernels need behind them."""

    @property
    @abstractmethod
    def operations(self) -> int:
        """Multiply-and-subtract operations of one factorisation."""

    @cached_property
    def inverse(self) -> Ints:
        """Step at which row i of S is eliminated."""
        inverse = np.empty(self.n, np.int64)
        inverse[self.permutation] = np.arange(self.n)
        return inverse

    @abstractmethod
    def packed(self) -> Ints:
        """The pattern as kernels read it (`kernels/plan.py`)."""

    @abstractmethod
    def _find(self, column: Ints, row: Ints) -> tuple[Ints, NDArray[np.bool_]]:
        """Slots of the entries (row ≥ column, both in elimination order), and whether they exist."""

    def slots(self, rows: Any, columns: Any) -> Ints:
        """Index into the values of the entries (rows[k], columns[k]) of S, in either order of row and column."""
        i, j = np.broadcast_arrays(np.asarray(rows, np.int64), np.asarray(columns, np.int64))
        check_range(self.n, i, j)
        a, b = self.inverse[i], self.inverse[j]
        found, here = self._find(np.minimum(a, b), np.maximum(a, b))
        if not np.all(here):
            k = np.argmin(here)
            raise SnodoError(
                Problem(f"entry ({i.flat[k]}, {j.flat[k]}) is not in the sparsity pattern", "name it in `pairs`")
            )
        return found

    def slot(self, i: int, j: int) -> int:
        """Index into the values of entry (i, j) of S."""
        return int(self.slots(i, j))


def check_range(n: int, i: Ints, j: Ints) -> None:
    """Refuse rows that do not exist."""
    for index in (i, j):
        wrong = index[(index < 0) | (index >= n)]
        if wrong.size:
            raise SnodoError(
                Problem(f"row {wrong[0]} does not exist in a matrix of {n} rows", f"rows are numbered 0 to {n - 1}")
            )
