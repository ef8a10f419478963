"""Symbolic analysis for a factorisation by fronts: which rows are eliminated together, and where everything lives.

Rows that are eliminated together have the rows below them in common: they form a dense block, a front (Duff and Reid
1983).  What a front leaves for the rows below it goes to its parent, the front that eliminates the first of them.  A
front is merged with its parent (Ashcraft and Grimes 1989) where one larger block takes less than both, zeros included.

Fronts are numbered children first.  What children leave lives on two stacks, one for every other generation: when a
front is done, what its children left is on top of the one and its own goes on top of the other.

Storage: `values[0:n]` the diagonal in elimination order, then the entries of S below it, front after front; behind them
the columns of the fronts, in stripes of STRIPE rows, each column after column, with room for whole groups of columns.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from snodo.compiled import Compiled, Family
from snodo.math.elimination import Ints, Step
from snodo.math.pattern import Pattern

EACH, PASSED = 4000, 10
"""What a front takes, and each number that it leaves to its parent, beside the operations and as so many (measured)."""
GROUP, STRIPE, HEAD, FIELDS = 4, 8, 15, 12
"""As in `kernels/plan.py`."""
KERNELS = Compiled("snodo.math.kernels", Family("the solution of nets", "fronts.factor fronts.solve"))


@dataclass
class Front:
    """Nodes eliminated together, the nodes below, how many rows both are, and the front that they leave the rest to."""

    nodes: list[int]
    below: set[int]
    width: int
    height: int
    parent: int


class Fronts(Pattern):
    """The pattern of a sparse LDLᵀ by fronts, from the steps of an elimination of nodes, each of some rows alike."""

    def __init__(self, rows_of: list[Ints], steps: list[Step], pairs: Ints) -> None:
        fronts = _merged(_fronts(rows_of, steps))
        order = np.concatenate([rows_of[node] for front in fronts for node in front.nodes])
        super().__init__(order.size, order)
        self.width = np.array([front.width for front in fronts])
        self.height = np.array([front.height for front in fronts])
        self.first = np.concatenate([[0], np.cumsum(self.width)[:-1]])
        self.parent = np.array([front.parent for front in fronts])
        self.below = [self._below(rows_of, front) for front in fronts]
        """Rows below each front, in elimination order."""
        self.stripe = STRIPE * _rounded(self.width, GROUP)
        """Numbers of a stripe of each front's columns."""
        sizes = _rounded(self.height, STRIPE) // STRIPE * self.stripe
        self._columns = _starts(sizes)
        self.targets = self._targets(pairs)
        """Where the entries of S below the diagonal go, from the beginning of the columns on."""
        first = -(-self.size // STRIPE) * STRIPE
        self.panel, self._top = first + self._columns, int(first + sizes.sum())
        self._stack()

    def _below(self, rows_of: list[Ints], front: Front) -> Ints:
        rows = [rows_of[node] for node in front.below]
        return np.sort(self.inverse[np.concatenate(rows)]) if rows else np.zeros(0, np.int64)

    def _targets(self, pairs: Ints) -> Ints:
        """The entries of S in the order in which the fronts take them in."""
        i, j = self.inverse[pairs[pairs[:, 0] != pairs[:, 1]]].T
        found: Ints = np.unique(self._target(np.minimum(i, j), np.maximum(i, j))[0])
        return found

    def _stack(self) -> None:
        """Where each front puts what it leaves, behind the columns."""
        count, before = len(self.width), self.width // GROUP * GROUP
        above = self.width // STRIPE * STRIPE
        self.rest_size = sizes = (_rounded(self.height, STRIPE) - above) * _rounded(self.height - before, GROUP)
        generation, freed = np.zeros(count, np.int64), np.zeros(count, np.int64)
        for k in range(count - 1, -1, -1):
            if self.parent[k] >= 0:
                generation[k] = 1 - generation[self.parent[k]]
        top, highest, self.rest = [0, 0], [0, 0], np.zeros(count, np.int64)
        for k, own in enumerate(generation.tolist()):
            self.rest[k] = top[own]
            top[own] += int(sizes[k])
            highest[own] = max(highest[own], top[own])
            top[1 - own] -= int(freed[k])
            if self.parent[k] >= 0:
                freed[self.parent[k]] += sizes[k]
        self.rest += self._top + np.where(generation == 1, highest[0], 0)
        self._room = sum(highest)

    # ---------------------------------------------------------------- sizes
    @property
    def size(self) -> int:
        """Numbers of S: the diagonal and the entries below it, front after front."""
        return self.n + self.targets.size

    @property
    def scratch(self) -> int:
        """Numbers behind them: columns, stacks, and what one group of columns needs."""
        return int(self._top - self.size + self._room + GROUP * (self.height.max() + 3 * STRIPE))

    @property
    def operations(self) -> int:
        """Multiply-and-subtract operations of one factorisation."""
        return int(_operations(self.width, self.height).sum())

    # ---------------------------------------------------------------- where an entry of S is
    @cached_property
    def _front_of(self) -> Ints:
        return np.repeat(np.arange(self.width.size), self.width)

    @cached_property
    def _keys(self) -> Ints:
        return np.concatenate([k * self.n + below for k, below in enumerate(self.below)])

    def _place_in(self, front: Ints, row: Ints) -> tuple[Ints, Any]:
        """Position of a row, in elimination order, in a front, and whether it is there."""
        inside = row < self.first[front] + self.width[front]
        before = _starts(self.height - self.width)
        found = np.searchsorted(self._keys, front * self.n + row)
        here = np.append(self._keys, -1)[found] == front * self.n + row
        return np.where(inside, row - self.first[front], self.width[front] + found - before[front]), inside | here

    def _target(self, column: Ints, row: Ints) -> tuple[Ints, Any]:
        """Where an entry of S, in elimination order, goes in the columns, and whether it can be there."""
        front = self._front_of[column]
        place, here = self._place_in(front, row)
        stripe, within = np.divmod(place, STRIPE)
        above = self._columns[front] + stripe * self.stripe[front]
        return above + STRIPE * (column - self.first[front]) + within, here

    def _find(self, column: Ints, row: Ints) -> tuple[Ints, Any]:
        target, here = self._target(column, row)
        found = np.searchsorted(self.targets, target)
        known = here & (np.append(self.targets, -1)[found] == target)
        return np.where(row == column, row, self.n + found), known | (row == column)

    # ---------------------------------------------------------------- as kernels read it
    def packed(self) -> Ints:
        """The head, the permutation, the table of fronts, the rows below, their places in the parents, the targets."""
        count, left = self.width.size, self.height - self.width
        below, table = np.concatenate(self.below), HEAD + self.n
        rows = table + FIELDS * count
        places, targets = rows + below.size, rows + 2 * below.size
        first, entries = self._entries()
        fields = [self.first, self.width, self.height, self.panel, self.rest, rows + _starts(left)]
        fields += [places + _starts(left), *self._family(), self.n + first, entries, targets + first]
        head = [count, HEAD, 0, 0, 0, table, self._top + self._room, *_addresses(), 0, 0, 0, 0, 0, 0]
        place = self._place_in(np.repeat(self.parent, left), below)[0]
        target = self.targets - np.repeat(self._columns, entries)
        parts: list[Any] = [head, self.permutation, np.stack(fields, axis=1).ravel(), below, place, target]
        return np.concatenate(parts).astype(np.int64)

    def _entries(self) -> tuple[Ints, Ints]:
        """The first entry of S in each front, and how many it has."""
        ends = np.searchsorted(self.targets, np.append(self._columns[1:], self._top))
        count: Ints = np.diff(ends, prepend=0)
        return ends - count, count

    def _family(self) -> tuple[Ints, Ints]:
        """One child of each front, and the next child of the same parent."""
        child, sibling = np.full(self.parent.size, -1), np.full(self.parent.size, -1)
        for k, parent in enumerate(self.parent.tolist()):
            if parent >= 0:
                child[parent], sibling[k] = k, child[parent]
        return child, sibling


def _addresses() -> tuple[int, int]:
    """Of the compiled factorisation and solution."""
    return KERNELS.factor.address, KERNELS.solve.address


def _fronts(rows_of: list[Ints], steps: list[Step]) -> list[Front]:
    """One for each step; parents come later."""
    step_of = {node: k for k, step in enumerate(steps) for node in step.members}
    fronts = []
    for step in steps:
        width = sum(rows_of[node].size for node in step.members)
        height = width + sum(rows_of[node].size for node in step.below)
        parent = min((step_of[node] for node in step.below), default=-1)
        fronts.append(Front(step.members, step.below, width, height, parent))
    return fronts


def _merged(fronts: list[Front]) -> list[Front]:
    """Merge fronts into their parents where that pays, and number those that stay, children first."""
    into = list(range(len(fronts)))
    for k, front in enumerate(fronts):
        if front.parent >= 0 and _worth_merging(front, parent := fronts[front.parent]):
            parent.nodes, into[k] = front.nodes + parent.nodes, front.parent
            parent.width, parent.height = parent.width + front.width, parent.height + front.width
    for k in range(len(fronts) - 1, -1, -1):
        into[k] = into[into[k]] if into[k] != k else k
    children: dict[int, list[int]] = {}
    for k, front in enumerate(fronts):
        if into[k] == k:
            front.parent = into[front.parent] if front.parent >= 0 else -1
            children.setdefault(front.parent, []).append(k)
    return _numbered(fronts, children)


def _worth_merging(front: Front, parent: Front) -> bool:
    together = _effort(front.width + parent.width, front.width + parent.height)
    return together <= _effort(front.width, front.height) + _effort(parent.width, parent.height)


def _effort(width: int, height: int) -> int:
    """What a front takes, counted in operations."""
    left = height - width
    return EACH + PASSED * left * (left + 1) // 2 + _operations(width, height)


def _operations(width: Any, height: Any) -> Any:
    """Multiply-and-subtract operations of fronts: Σ k (k + 1) / 2 from height − width to height − 1."""
    left = height - width
    return (height**3 - height - left**3 + left) // 6


def _numbered(fronts: list[Front], children: dict[int, list[int]]) -> list[Front]:
    """In the order in which they are eliminated: the children of a front right before it."""
    order, todo = [], list(children.get(-1, []))
    while todo:
        k = todo.pop()
        order.append(k)
        todo += children.get(k, [])
    order.reverse()
    number = {k: place for place, k in enumerate(order)}
    for k in order:
        fronts[k].parent = number.get(fronts[k].parent, -1)
    return [fronts[k] for k in order]


def _rounded(counts: Ints, multiple: int) -> Ints:
    return -(-counts // multiple) * multiple


def _starts(sizes: Ints) -> Ints:
    """Where blocks of these sizes start, one after the other."""
    return np.concatenate([[0], np.cumsum(sizes)[:-1]])
