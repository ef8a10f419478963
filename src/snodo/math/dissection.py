"""Nested dissection: a large net is cut in two by few nodes, which are eliminated last; then each half, and so on.

George (1973) showed that a k × k grid so ordered has O(k² log k) entries of L and O(k³) operations.  Where to cut is
found from the graph alone.  A few nodes are chosen far from one another; the differences of the distances from two of
them are coordinates that run across the net (the embedding of Harel and Koren 2002).  Cuts at several places along
several such coordinates are compared by the nodes that touch them, and of the best the smallest set of nodes that
touches all cut edges is taken: a minimum vertex cover, from a maximum matching (König 1931).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import breadth_first_order, connected_components, dijkstra, maximum_bipartite_matching

Ints = NDArray[np.int64]
LEAF = 200
"""Nodes of a part that is not cut any more."""
CORNERS = 6
"""Nodes from which distances are measured."""
PLACES = (0.4, 0.45, 0.5, 0.55, 0.6)
"""Where cuts are tried, as parts of the nodes."""
COVERED = 3
"""Best cuts whose smallest separator is found."""
WORTH = 0.2
"""Largest separator that is worth a cut, as part of the nodes: what hangs together more closely is left as it is."""


def dissect(n: int, pairs: Ints) -> list[int]:
    """For each of n nodes when it is eliminated: 0 in the parts, larger in the separators, the first cut last."""
    i, j = pairs[pairs[:, 0] != pairs[:, 1]].T
    ends = np.concatenate([i, j]), np.concatenate([j, i])
    graph = csr_array((np.ones(2 * i.size, np.int8), ends), shape=(n, n))
    depth, todo = np.zeros(n, np.int64), [(np.arange(n), 1)]
    while todo:
        nodes, level = todo.pop()
        own = graph[nodes][:, nodes]
        count, part = connected_components(own, directed=False)
        if count > 1:
            todo += [(nodes[part == k], level) for k in range(count) if (part == k).sum() > LEAF]
        elif nodes.size > LEAF:
            first, separator, second = _cut(own)
            if separator.size < WORTH * nodes.size:
                depth[nodes[separator]] = level
                todo += [(nodes[half], level + 1) for half in (first, second)]
    return np.where(depth > 0, depth.max(initial=0) + 1 - depth, 0).tolist()


def _cut(graph: Any) -> tuple[Ints, Ints, Ints]:
    """Nodes of one half, of the separator, of the other half."""
    best, found = np.inf, None
    for _, _, first in sorted(_candidates(graph), key=lambda cut: cut[:2])[:COVERED]:
        separator = _cover(graph, first)
        rest = np.ones(first.size, bool)
        rest[separator] = False
        halves = first & rest, ~first & rest
        larger = max(half.sum() for half in halves) / first.size
        if separator.size * (1 + 2 * abs(larger - 0.5)) < best:
            best = separator.size * (1 + 2 * abs(larger - 0.5))
            found = np.flatnonzero(halves[0]), separator, np.flatnonzero(halves[1])
    assert found is not None
    return found


def _candidates(graph: Any) -> Iterator[tuple[float, int, NDArray[np.bool_]]]:
    """How many nodes touch a cut (unequal halves count more), its number, and the nodes of its first half."""
    distances, edges, n = _far_apart(graph), graph.tocoo(), graph.shape[0]
    for number, (i, j) in enumerate(combinations(range(CORNERS), 2)):
        across = distances[i] - distances[j] + 1e-3 * (distances[i] + distances[j])
        place = np.empty(n, np.int64)
        place[np.argsort(across, kind="stable")] = np.arange(n)
        a, b = place[edges.row], place[edges.col]
        for part in PLACES:
            middle = int(part * n)
            cut = (a < middle) & (b >= middle)
            touching = min(np.unique(side[cut]).size for side in (a, b))
            yield touching * (1 + 2 * abs(part - 0.5)), number, place < middle


def _far_apart(graph: Any) -> NDArray[np.float64]:
    """Distances of all nodes from a few that are as far as can be from one another, the first from any node."""
    node = int(breadth_first_order(graph, 0, directed=False, return_predecessors=False)[-1])
    found: list[NDArray[np.float64]] = []
    for _ in range(CORNERS):
        found.append(dijkstra(graph, indices=node, unweighted=True, directed=False))
        node = int(np.min(found, axis=0).argmax())
    return np.array(found)


def _cover(graph: Any, first: NDArray[np.bool_]) -> Ints:
    """The fewest nodes that touch all edges between the first half and the other.

    König: of the nodes that alternating paths from the unmatched ones of the first half reach, those of the other
    half; of the rest, those of the first.
    """
    edges, n = graph.tocoo(), first.size
    cut = first[edges.row] & ~first[edges.col]
    across = csr_array((np.ones(cut.sum(), np.int8), (edges.row[cut], edges.col[cut])), shape=(n, n))
    partner = maximum_bipartite_matching(across, perm_type="column")
    back = np.full(n, -1)
    back[partner[partner >= 0]] = np.flatnonzero(partner >= 0)
    touching = np.unique(edges.row[cut])
    todo = [i for i in touching.tolist() if partner[i] < 0]
    reached, other = set(todo), set()
    while todo:
        i = todo.pop()
        for j in across.indices[across.indptr[i] : across.indptr[i + 1]].tolist():
            other.add(j)
            if (k := int(back[j])) >= 0 and k not in reached:
                reached.add(k)
                todo.append(k)
    return np.array(sorted({*touching.tolist()} - reached | other), np.int64)
