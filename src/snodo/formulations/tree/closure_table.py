"""Closures to arrays: the constraint rows of a tree behind its model, and the symbolic part of their solution."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.formulations.closures import Closure, Measure, Quantity
from snodo.formulations.store import Store
from snodo.formulations.tree.kernels import layout as at
from snodo.math.kernels import measures as kinds
from snodo.math.kernels.algebra import Vec3
from snodo.math.kernels.row_places import PythonTable, size
from snodo.math.sparse import symbolic
from snodo.mechanism.part import GROUND

if TYPE_CHECKING:
    from snodo.formulations.drawn_angles import DrawnAngles
    from snodo.formulations.tree.flatten import Flat

_KINDS = {"along": kinds.ALONG, "across": kinds.ACROSS, "turn": kinds.TURN, "square": kinds.SQUARE}
WRITTEN = -2
NO_FUNCTION = -1


class ClosureTable:
    """Writes the rows of one tree into the store that its laws are written to."""

    def __init__(self, flat: Flat, store: Store, reference: np.ndarray, angles: DrawnAngles, length: float) -> None:
        self.flat, self.store, self.reference, self.angles, self.length = flat, store, reference, angles, length
        self.places = {place.branch.joint.name: place for place in flat.places}
        self.first_freedom, self.freedoms = (flat.links(name).view(np.int64)[:, 0] for name in ("iv", "dofs"))
        self.measures: list[dict[str, Any]] = []
        self.terms: list[tuple[int, float]] = []
        self.header: dict[str, Any] = {}
        self._known: dict[Any, int] = {}

    def quantity(self, x: Quantity) -> tuple[int, int, float]:
        """First term, number of terms, and constant of a quantity."""
        first, constant = len(self.terms), x.constant
        for weight, measure in x.terms:
            constant += self._add(weight, measure)
        return first, len(self.terms) - first, constant

    def _add(self, weight: float, measure: Measure) -> float:
        """Append terms; returns what is constant in them."""
        if measure.kind == "heading":
            return weight * (self._heading(weight, measure.child) - self._heading(-weight, measure.parent))
        if measure.kind == "coordinate":
            place = self.places[measure.joint]
            q, v = place.q.start + measure.index, place.v.start + measure.index
            self.terms.append((self._coordinate(q, v), weight))
        else:
            self.terms.append((self._measure(measure), weight))
        return 0.0

    def _heading(self, weight: float, body: str) -> float:
        """In the plane a body's angle is a sum of coordinates: append them; returns the constant."""
        if body == GROUND:
            return 0.0
        turning = self.flat.turning(self.flat.bodies[body][0])
        for k in np.flatnonzero(turning):
            place = next(p for p in self.flat.places if p.q.start <= k < p.q.stop)
            v = place.v.start + int(k) - place.q.start
            self.terms.append((self._coordinate(int(k), v), weight * float(turning[k])))
        return self.angles[body] - float(turning @ self.reference)

    def _coordinate(self, q: int, v: int) -> int:
        link = int(np.flatnonzero((self.first_freedom <= v) & (v < self.first_freedom + self.freedoms))[-1])
        return self._new(("coordinate", q), kind=kinds.COORDINATE, i=self.flat.parents[link], j=link, iq=q, iv=v)

    def _measure(self, m: Measure) -> int:
        (i, a), (j, b) = self.flat.bodies[m.parent], self.flat.bodies[m.child]
        points = {"s_i": a.to_world(m.s_i), "s_j": b.to_world(m.s_j)}
        directions = {"e": a.A @ m.e, "g": a.A @ m.g, "f": b.A @ m.f}
        return self._new(None, kind=_KINDS[m.kind], i=i, j=j, **points, **directions)

    def _new(self, key: Any, **fields: Any) -> int:
        if key is not None and key in self._known:
            return self._known[key]
        self.measures.append(fields)
        number = len(self.measures) - 1
        if key is not None:
            self._known[key] = number
        return number

    # ---------------------------------------------------------------- rows
    def write(self, closures: Sequence[Closure], works: list[str]) -> dict[str, Any]:
        """Write everything, after the quantities of the laws were taken; returns the header's fields."""
        self.closures = list(closures)
        self.header["measured_laws"] = bool(self.terms)
        rows = [row for closure in closures for row in self._rows(closure)]
        items, inputs = self._written_items()
        self._lists(rows)
        self._drivers(works)
        self._tables(rows, items, inputs)
        self._scratch(rows, items)
        self._linear_algebra(rows)
        return self.header

    def _rows(self, closure: Closure) -> list[dict[str, Any]]:
        if closure.written is not None:
            return [{"function": WRITTEN} for _ in closure.rows]
        rows = []
        for x, function in zip(closure.quantities, closure.function_of):
            first, terms, constant = self.quantity(x)
            place = NO_FUNCTION if function is None else self.store.function(function)
            rows.append({"first": first, "terms": terms, "constant": constant, "period": x.period, "function": place})
        return rows

    def _written_items(self) -> tuple[list[dict[str, Any]], list[tuple[int, int, float]]]:
        """The user's rows, and the inputs of all of them."""
        items: list[dict[str, Any]] = []
        inputs: list[tuple[int, int, float]] = []
        row = 0
        for closure in self.closures:
            written = closure.written
            if written is not None:
                address = written.address if written.program is None else self.store.floats(written.program)
                kind = at.FORMULA if written.kind == "formula" else at.CALLED
                given = {"first_input": len(inputs), "inputs": len(closure.quantities)}
                items.append({"kind": kind, "address": address, "row": row, "rows": len(closure.rows), **given})
                inputs += [self.quantity(x) for x in closure.quantities]
                self.store.stack = max(self.store.stack, written.scratch)
                self.store.keep_alive.append(written)
            row += len(closure.rows)
        return items, inputs

    def _lists(self, rows: list[dict[str, Any]]) -> None:
        """The links that carry each row; rows that the user wrote get terms of their own."""
        r = 0
        for closure in self.closures:
            for _ in closure.rows:
                if closure.written is not None:
                    rows[r]["first"] = len(self.terms)
                    for x in closure.quantities:
                        self.quantity(x)
                    rows[r]["terms"] = len(self.terms) - rows[r]["first"]
                r += 1
        for row in rows:
            links = self._carriers(row)
            row["carriers"] = links
            row["links_at"], row["links"] = self.store.ints(links), len(links)

    def _carriers(self, row: dict[str, Any]) -> list[int]:
        """All links between those that a row measures and the ground, the outermost first."""
        found: set[int] = set()
        for measure, _ in self.terms[row["first"] : row["first"] + row["terms"]]:
            m = self.measures[measure]
            for link in (m["j"],) if m["kind"] == kinds.COORDINATE else (m["i"], m["j"]):
                while link and link not in found:
                    found.add(link)
                    link = self.flat.parents[link]
        return sorted(found, reverse=True)

    def _drivers(self, works: list[str]) -> None:
        """Rows that may do work: those that depend on time."""
        pairs, row = [], 0
        for closure in self.closures:
            if closure.rheonomic:
                works.append(closure.part.name)
                pairs += [(row + k, len(works) - 1) for k in range(len(closure.rows))]
            row += len(closure.rows)
        self.header["drivers"], self.header["driver_at"] = len(pairs), self.store.ints(pairs)

    # ---------------------------------------------------------------- to numbers
    def _tables(self, rows: list[dict[str, Any]], items: list[dict[str, Any]], inputs: list[Any]) -> None:
        for row in rows:
            row["freedoms"] = [j for link in row["carriers"] for j in self._inward(link)]
            row["y_at"] = self.store.zeros(len(row["freedoms"]))
        self.header["y_at"] = rows[0]["y_at"] if rows else 0
        self._table("row", at.Row, rows)
        self._table("measure", at.Measure, self.measures)
        self._table("term", at.Term, [{"measure": m, "weight": w} for m, w in self.terms])
        self._table("written", at.Written, items)
        self._table("input", at.Input, [dict(zip(("first", "terms", "constant"), x)) for x in inputs])
        self.header["rows"], self.header["measures"] = len(rows), len(self.measures)
        self.header["written"] = len(items)

    def _table(self, name: str, row: Any, entries: list[dict[str, Any]]) -> None:
        numbers = np.zeros(len(entries) * size(row))
        table = PythonTable(row, numbers, 0)
        for k, entry in enumerate(entries):
            for word, value in entry.items():
                if word in row._fields:
                    setattr(table[k], word, Vec3._make(value) if isinstance(value, np.ndarray) else value)
        self.header[f"{name}_at"] = self.store.floats(numbers)

    def _inward(self, link: int) -> list[int]:
        """Freedoms of a link in the order in which a force going inward meets them."""
        first = int(self.first_freedom[link])
        return list(range(first + int(self.freedoms[link]) - 1, first - 1, -1))

    def _scratch(self, rows: list[dict[str, Any]], items: list[dict[str, Any]]) -> None:
        m, head, store = len(rows), self.flat.header, self.store
        for name in ("phi_at", "nu_at", "phi_dot_at", "phi_ddot_at", "lambda_at", "permuted_at", "diagonal_at"):
            self.header[name] = store.zeros(m)
        units = [unit for closure in self.closures for unit in closure.units]
        self.header["scale_at"] = store.floats([self.length if unit == "m" else 1.0 for unit in units])
        self.header["mask_at"] = store.floats(np.ones(m))
        self.header["report_at"] = store.floats([1.0, -1.0])
        self.header["correction_at"] = store.zeros(head.nv + head.nq)
        needed = [3 * n + 3 * k + k * n + 3 * (n + 1) + 3 * k + 4 for n, k in ((x["inputs"], x["rows"]) for x in items)]
        self.header["row_user_at"] = store.zeros(max(needed, default=0))

    def _linear_algebra(self, rows: list[dict[str, Any]]) -> None:
        """Entries of Y by freedom, and the pattern of S."""
        entries: list[list[tuple[int, int]]] = [[] for _ in range(self.flat.header.nv)]
        for r, row in enumerate(rows):
            for k, j in enumerate(row["freedoms"]):
                entries[j].append((row["y_at"] + k, r))
        met = [(a[1], b[1]) for own in entries for k, a in enumerate(own) for b in own[: k + 1]]
        pairs = np.array(met, np.int64).reshape(-1, 2)
        pattern = symbolic(len(rows), pairs)
        store, header = self.store, self.header
        header["start_at"] = store.ints(np.cumsum([0, *map(len, entries)]))
        header["entry_at"] = store.ints([x for own in entries for x in own])
        header["slot_at"] = store.ints(pattern.slots(pairs[:, 0], pairs[:, 1]))
        header["S_at"], header["S_size"] = store.zeros(pattern.size), pattern.size
        header["permutation_at"] = store.ints(pattern.permutation)
        header["columns_at"] = store.ints(pattern.columns)
        header["rows_at"] = store.ints(pattern.rows)
        header["destinations_at"] = store.ints(pattern.destinations)
