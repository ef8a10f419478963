"""The constraint rows of a tree: a row is carried by all links between those that it measures and the ground.

A column is a degree of freedom; a row has the numbers y and z in each that it meets (`kernels/constraint_forces.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from scipy.sparse import csr_array, tril

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

    def _pairs(self, met: list[list[int]]) -> np.ndarray:
        """Pairs (a, b ≤ a) of the rows that meet anywhere, once: on long chains many rows meet in many columns."""
        rows = [r for own in met for r in own]
        columns = np.repeat(np.arange(len(met)), [len(own) for own in met])
        meets = csr_array((np.ones(len(rows)), (rows, columns)), shape=(max(rows, default=-1) + 1, len(met)))
        found = tril(meets @ meets.T).tocoo()
        pairs = np.column_stack([found.row, found.col]).astype(np.int64)
        return pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))]

    def _meetings(self, rows: list[dict[str, Any]], pairs: np.ndarray, pattern: Pattern) -> dict[str, int]:
        """The freedoms that two rows have in common, in runs that follow one another on both ways."""
        ways = [tuple(row["columns"]) for row in rows]
        common: dict[tuple[Any, Any], list[tuple[int, int, int]]] = {}  # the rows of one joint go the same way
        meetings = []
        for (a, b), slot in zip(pairs.tolist(), pattern.slots(pairs[:, 0], pairs[:, 1])):
            y, z, both = rows[a]["y_at"], rows[b]["y_at"] + rows[b]["width"], (ways[a], ways[b])
            if both not in common:
                common[both] = _runs(*both)
            meetings += [{"slot": int(slot), "y": y + k, "z": z + n, "length": length} for k, n, length in common[both]]
        return {"meeting_at": self._packed(Meeting, meetings), "meetings": len(meetings)}


def _runs(first: tuple[int, ...], second: tuple[int, ...]) -> list[tuple[int, int, int]]:
    """Where two ways run side by side: place in the one, place in the other, length."""
    _, k, m = np.intersect1d(first, second, assume_unique=True, return_indices=True)
    order = np.argsort(k)
    k, m = k[order], m[order]
    if not k.size:
        return []
    starts = np.flatnonzero(np.concatenate([[True], (np.diff(k) != 1) | (np.diff(m) != 1)]))
    lengths = np.diff([*starts, k.size])
    return [(int(k[n]), int(m[n]), int(length)) for n, length in zip(starts, lengths)]
