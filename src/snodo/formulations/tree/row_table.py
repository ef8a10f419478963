"""The constraint rows of a tree: a row is carried by all links between those that it measures and the ground.

A column is a degree of freedom; a row has the numbers y and z in each that it meets (`kernels/constraint_forces.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from snodo.formulations.arrays.rows import RowTable
from snodo.formulations.arrays.writer import ModelWriter
from snodo.formulations.tree.kernels.layout import Meeting
from snodo.math.kernels import measures as kinds
from snodo.math.pattern import Pattern
from snodo.mechanism.measures import Measure, PartRows
from snodo.mechanism.part import GROUND

if TYPE_CHECKING:
    from snodo.formulations.parts.drawn_angles import DrawnAngles
    from snodo.formulations.tree.flatten import Flat


class TreeRowTable(RowTable):
    """Writes the rows of one tree into the store that its laws are written to."""

    sets: ClassVar[int] = 2

    def __init__(
        self, flat: Flat, store: ModelWriter, reference: np.ndarray, angles: DrawnAngles, length: float
    ) -> None:
        super().__init__(flat.bodies, store, length, flat.counters)
        self.flat, self.reference, self.angles = flat, reference, angles
        self.places = {place.branch.joint.name: place for place in flat.places}
        self.first_freedom, self.freedoms = (flat.links(name).view(np.int64)[:, 0] for name in ("iv", "dofs"))

    def write(self, all_rows: Sequence[PartRows], works: list[str]) -> dict[str, Any]:
        """Write everything; terms that are there before it belong to laws."""
        measured = bool(self.terms)
        return super().write(all_rows, works) | {"measured_laws": measured}

    def _own(self, weight: float, measure: Measure) -> float | None:
        """Coordinates of the tree, Euler parameters of bodies, and in the plane their angles."""
        if measure.kind == "heading":
            (i, _), (j, _) = self.bodies[measure.parent], self.bodies[measure.child]
            torque = [0.0, 0.0, 0.0, 0.0, 0.0, 1.0]
            self.terms.append((self._new(("spin", i, j), kind=kinds.SPIN, i=i, j=j, F=torque), weight))
            return weight * (self._heading(weight, measure.child) - self._heading(-weight, measure.parent))
        if measure.kind == "coordinate":
            place = self.places[measure.joint]
            q, v = place.q.start + measure.index, place.v.start + measure.index
            self.terms.append((self._coordinate(q, v), weight))
            return 0.0
        if measure.kind == "attitude":
            self.terms.append((self._attitude(measure.child, measure.index), weight))
            return 0.0
        return None

    def _attitude(self, body: str, k: int) -> int:
        """Euler parameter k of a body, from the columns e, g, f of its axes."""
        link, placed = self.bodies[body]
        e, g, f = placed.A.T
        return self._new(("attitude", body, k), kind=kinds.EXTRACTED, i=0, j=link, e=e, g=g, f=f, iv=k)

    def _heading(self, weight: float, body: str) -> float:
        """In the plane a body's angle is a sum of coordinates, which it does not push: append them; the constant."""
        if body == GROUND:
            return 0.0
        turning = self.flat.turning(self.flat.bodies[body][0])
        for k in np.flatnonzero(turning):
            place = next(p for p in self.flat.places if p.q.start <= k < p.q.stop)
            v = place.v.start + int(k) - place.q.start
            self.terms.append((self._coordinate(int(k), v), weight * float(turning[k]), 0.0))
        return self.angles[body] - float(turning @ self.reference)

    def _coordinate(self, q: int, v: int) -> int:
        link = int(np.flatnonzero((self.first_freedom <= v) & (v < self.first_freedom + self.freedoms))[-1])
        return self._new(("coordinate", q), kind=kinds.COORDINATE, i=self.flat.parents[link], j=link, iq=q, iv=v)

    def _carriers(self, row: dict[str, Any]) -> list[int]:
        """All links between those that a row measures and the ground, the outermost first."""
        found: set[int] = set()
        for m in self._measures_of(row):
            for link in (m["j"],) if m["kind"] == kinds.COORDINATE else (m["i"], m["j"]):
                while link and link not in found:
                    found.add(link)
                    link = self.flat.parents[link]
        return sorted(found, reverse=True)

    def _columns(self, row: dict[str, Any]) -> list[int]:
        """The freedoms of its links, in the order in which a force going inward meets them."""
        return [j for link in row["carriers"] for j in self._inward(link)]

    def _inward(self, link: int) -> list[int]:
        first = int(self.first_freedom[link])
        return list(range(first + int(self.freedoms[link]) - 1, first - 1, -1))

    def _counts(self) -> tuple[int, int, int]:
        head = self.flat.header
        return head.nv, head.nq, head.nv

    def _pairs(self, met: np.ndarray, counts: np.ndarray) -> np.ndarray:
        """Pairs (a, b ≤ a) of the rows that meet anywhere, once: on long chains many rows meet in many columns."""
        from scipy.sparse import csr_array, tril

        columns = np.repeat(np.arange(counts.size), counts)
        meets = csr_array((np.ones(met.size), (met, columns)), shape=(int(met.max(initial=-1)) + 1, counts.size))
        found = tril(meets @ meets.T).tocoo()
        pairs = np.column_stack([found.row, found.col]).astype(np.int64)
        return pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))]

    def _meetings(self, rows: list[dict[str, Any]], pairs: np.ndarray, pattern: Pattern) -> dict[str, int]:
        """The freedoms that two rows have in common, in runs that follow one another on both ways."""
        slots = pattern.slots(pairs[:, 0], pairs[:, 1])
        numbers: dict[tuple[int, ...], int] = {}  # the rows of one joint go the same way
        way = np.array([numbers.setdefault(tuple(row["columns"]), len(numbers)) for row in rows], np.int64)
        y_at, width = (np.array([row[word] for row in rows], np.int64) for word in ("y_at", "width"))
        both, which = np.unique(way[pairs[:, 0]] * len(numbers) + way[pairs[:, 1]], return_inverse=True)
        runs, count = _all_runs(list(numbers), *np.divmod(both, max(len(numbers), 1)))
        start, repeats = np.cumsum(count) - count, count[which]
        pair = np.repeat(np.arange(len(pairs)), repeats)
        own = runs[np.repeat(start[which] - (np.cumsum(repeats) - repeats), repeats) + np.arange(pair.size)]
        a, b = pairs[pair].T
        places = {"slot": slots[pair], "y": y_at[a] + own[:, 0], "z": y_at[b] + width[b] + own[:, 1]}
        table = self._packed_columns(Meeting, places | {"length": own[:, 2]})
        return {"meeting_at": table, "meetings": pair.size}


def _all_runs(ways: list[tuple[int, ...]], first: np.ndarray, second: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The runs of each pair of ways, one pair after the other, and how many each has; `first` is in order."""
    columns = 1 + max((max(way, default=-1) for way in ways), default=-1)
    places = np.full((len(ways), columns), -1, np.int32)
    for n, way in enumerate(ways):
        places[n, list(way)] = np.arange(len(way))
    found, counts = [np.zeros((0, 3), np.int64)], [np.zeros(0, np.int64)]
    ends = np.searchsorted(first, np.arange(len(ways) + 1))
    for n, way in enumerate(ways):
        others = places[second[ends[n] : ends[n + 1]]][:, list(way)]
        runs, count = _runs(others)
        found.append(runs)
        counts.append(count)
    return np.concatenate(found), np.concatenate(counts)


def _runs(others: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Where a way runs side by side with others, whose places are given in rows (−1: not there).

    Place in the way, place in the other, length; and the number of runs of each other.
    """
    met = others >= 0
    begins, ends = met.copy(), met.copy()
    follows = met[:, 1:] & met[:, :-1] & (others[:, 1:] == others[:, :-1] + 1)
    begins[:, 1:] &= ~follows
    ends[:, :-1] &= ~follows
    which, k = np.nonzero(begins)
    length = np.nonzero(ends)[1] + 1 - k
    return np.stack([k, others[which, k], length], axis=1), begins.sum(axis=1)
