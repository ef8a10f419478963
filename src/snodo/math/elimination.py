"""In which order the rows of a sparse symmetric matrix are eliminated, so that little fill appears.

Minimum degree (Tinney and Walker 1967) on the elimination graph, from a heap whose outdated entries are skipped when
met.  Neighbours that the pivot leaves with nothing outside their clique are eliminated with it: they are minimal and
cause no fill ("mass elimination", George and Liu 1989), so that the rows of one joint, and dense blocks, cost one step.

Ties matter in nets, where nearly all nodes look alike: going on beside the pivot of before (`beside`) gives a third
less operations than taking the lower row.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]


class Step(NamedTuple):
    """Nodes eliminated together, in this order, and the nodes below them."""

    members: list[int]
    below: set[int]


def neighbours_of(n: int, pairs: Ints) -> list[set[int]]:
    """For each of n nodes the nodes that it meets in the pairs (i, j)."""
    neighbours: list[set[int]] = [set() for _ in range(n)]
    for i, j in pairs.tolist():
        if i != j:
            neighbours[i].add(j)
            neighbours[j].add(i)
    return neighbours


def minimum_degree(neighbours: list[set[int]], later: Sequence[int] | None = None, beside: bool = False) -> list[Step]:
    """The steps of the elimination; empties `neighbours`.  Nodes with a larger `later` wait for the others."""
    rank = [0] * len(neighbours) if later is None else later
    heap = [(rank[k], len(near), 0, k) for k, near in enumerate(neighbours)]
    heapq.heapify(heap)
    eliminated = [False] * len(neighbours)
    steps: list[Step] = []
    while heap:
        _, degree, _, pivot = heapq.heappop(heap)
        if eliminated[pivot] or degree != len(neighbours[pivot]):
            continue
        before = {i: len(neighbours[i]) for i in neighbours[pivot]}
        step = _eliminate(neighbours, pivot)
        for member in step.members:
            eliminated[member] = True
        steps.append(step)
        tie = -len(steps) if beside else 0
        for i in sorted(step.below):
            if beside or len(neighbours[i]) != before[i]:
                heapq.heappush(heap, (rank[i], len(neighbours[i]), tie, i))
    return steps


def _eliminate(neighbours: list[set[int]], pivot: int) -> Step:
    """Make the pivot's neighbours a clique, and take it out with those that have no neighbour outside."""
    clique = neighbours[pivot]
    for i in clique:
        neighbours[i] |= clique
        neighbours[i] -= {i, pivot}
    members = [pivot, *sorted(i for i in clique if len(neighbours[i]) == len(clique) - 1)]
    below = clique.difference(members)
    for member in members:
        neighbours[member] = set()
    for i in below:
        neighbours[i].difference_update(members)
    return Step(members, below)
