"""Symbolic analysis of a sparse symmetric matrix, once; the numbers follow in `kernels/sparse.py`, many times.

For S = J M⁻¹ Jᵀ, whose pattern never changes during a run, everything that depends on the pattern alone is found here:
the elimination order, and where every number of L in  P S Pᵀ = L D Lᵀ  lives.  Two ways:

* column by column (`columns.py`), where few numbers meet in an elimination step: chains, trees, small mechanisms;
* by fronts (`fronts.py`), dense blocks of rows eliminated together, where much meets much: nets.

Rows with the same neighbours, as those of one joint, are one node of the graph.  Nodes are eliminated by minimum degree
(`elimination.py`); large nets are first cut into parts (`dissection.py`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from snodo.errors import Problem, UnsupportedError
from snodo.math.columns import Columns
from snodo.math.elimination import Ints, Step, minimum_degree, neighbours_of
from snodo.math.fronts import Fronts
from snodo.math.pattern import Pattern, check_range

WORTH_FRONTS = 60
"""Operations for each row from which fronts take less time (measured)."""
WORTH_DISSECTING = 500
"""Nodes from which nested dissection gives fewer operations than minimum degree alone (measured)."""
MOST_OPERATIONS = 20_000_000_000


def symbolic(n: int, pairs: Iterable[tuple[int, int]] | NDArray[Any], *, fronts: bool = True) -> Pattern:
    """Analyse the n × n symmetric matrix with a full diagonal and the off-diagonal entries `pairs` (i, j).

    Pairs may repeat, come in either order and include the diagonal.  Without fronts, it is factored column by column.
    """
    table = np.array(pairs if isinstance(pairs, np.ndarray) else list(pairs), np.int64).reshape(-1, 2)
    check_range(n, table[:, 0], table[:, 1])
    rows = _once(n, np.concatenate([table, table[:, ::-1]]))
    node = _nodes(n, rows)
    rows_of = np.split(np.argsort(node, kind="stable"), np.cumsum(np.bincount(node))[:-1]) if n else []
    edges = _once(n, node[rows])
    steps = minimum_degree(neighbours_of(len(rows_of), edges), beside=True)
    sizes = [own.size for own in rows_of]
    if not fronts or _operations(sizes, steps) <= WORTH_FRONTS * n:
        return Columns(n, minimum_degree(neighbours_of(n, rows)))
    if len(rows_of) > WORTH_DISSECTING:
        steps = _dissected(len(rows_of), edges, sizes, steps)
    _check_effort(n, _operations(sizes, steps))
    return Fronts(rows_of, steps, rows)


def _once(n: int, pairs: Ints) -> Ints:
    """Each pair of numbers below n once."""
    return np.stack(np.divmod(np.unique(pairs[:, 0] * n + pairs[:, 1]), max(n, 1)), axis=1)


def _dissected(count: int, edges: Ints, sizes: list[int], steps: list[Step]) -> list[Step]:
    """The elimination after nested dissection, unless the given one has fewer operations."""
    from snodo.math.dissection import dissect

    cut = minimum_degree(neighbours_of(count, edges), dissect(count, edges), beside=True)
    return min(steps, cut, key=lambda found: _operations(sizes, found))


def _nodes(n: int, pairs: Ints) -> Ints:
    """Number of the node of each row: rows that meet the same rows, themselves included, are one node.

    Each row gets a random number; what the numbers of the rows that a row meets add up to tells which ones it meets.
    """
    numbers = np.random.default_rng(0).integers(0, 2**63, n, np.uint64)
    met, apart = numbers.copy(), pairs[pairs[:, 0] != pairs[:, 1]]
    np.add.at(met, apart[:, 0], numbers[apart[:, 1]])
    _, first, node = np.unique(met, return_index=True, return_inverse=True)
    return np.argsort(np.argsort(first))[node]


def _operations(sizes: list[int], steps: list[Step]) -> int:
    """Multiply-and-subtract operations of one factorisation."""
    total = 0
    for step in steps:
        below = sum(sizes[node] for node in step.below)
        width = sum(sizes[node] for node in step.members)
        total += sum(k * (k + 1) // 2 for k in range(below, below + width))
    return total


def _check_effort(n: int, operations: int) -> None:
    if operations > MOST_OPERATIONS:
        raise UnsupportedError(
            Problem(
                f"the constraints couple too densely: factoring their {n} rows would take {operations:.1e} operations",
                "reduce the number of joints on one body, or describe the mechanism as a tree with few loops",
            )
        )
