"""Closures to arrays: measures, constraint rows and the symbolic part of their solution, behind a formulation's model.

Rows are solved through S = J M⁻¹ Jᵀ = Σ Y_c D_c⁻¹ Y_cᵀ, a sum over columns c: what a column is, how wide it is and
which columns a row meets is for the formulation to say.  Two rows meet in S where they share a column; the pattern is
analysed once.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, ClassVar

import numpy as np

from snodo.formulations.arrays.first_rows import first_counts
from snodo.formulations.arrays.writer import ModelWriter
from snodo.formulations.kernels import tables as at
from snodo.formulations.parts.yielding import LAWS_AS_ROWS
from snodo.math.kernels import measures as kinds
from snodo.math.kernels.extrapolation import MOST
from snodo.math.kernels.record_layout import hints, place, size
from snodo.math.kernels.spanning import COIL
from snodo.math.pattern import Pattern
from snodo.math.sparse import symbolic
from snodo.mechanism.geometry import Pose
from snodo.mechanism.measures import Combination, Measure, PartRows

KINDS = {
    "along": kinds.ALONG,
    "across": kinds.ACROSS,
    "turn": kinds.TURN,
    "counted": kinds.COUNTED,
    "outer": kinds.OUTER,
    "middle": kinds.MIDDLE,
    "square": kinds.SQUARE,
    "attitude": kinds.ATTITUDE,
    "edge": kinds.EDGE,
    "ball": kinds.BALL,
    "barrel": kinds.BARREL,
    "reach": kinds.REACH,
    "rim": kinds.RIM,
    "turning": kinds.TURNING,
    "twist": kinds.TWIST,
    "bend": kinds.BEND,
    "tilt": kinds.TILT,
    "span": kinds.SPAN,
    "wrap": kinds.WRAP,
    "coil": COIL,
    "lean": kinds.LEAN,
    "profile": kinds.PROFILE,
    "graze": kinds.GRAZE,
    "brush": kinds.BRUSH,
}
WRITTEN = -2
NO_FUNCTION = -1


class RowTable(ABC):
    """Writes the measures and rows of one mechanism into a store."""

    width: ClassVar[int] = 1
    """Numbers of a row in one column."""
    sets: ClassVar[int] = 1
    """How many sets of such numbers a row has room for."""

    def __init__(
        self, bodies: dict[str, tuple[int, Pose]], store: ModelWriter, length: float, counters: dict[str, int]
    ) -> None:
        self.bodies, self.store, self.length = bodies, store, length
        self.counters = counters
        """Where in q the turns of an angle are counted, by the name of that coordinate."""
        self.measures: list[dict[str, Any]] = []
        self.terms: list[tuple[Any, ...]] = []
        """Measure, weight, and the weight in the gradient if it is another."""
        self.entries: list[dict[str, Any]] = []
        """The rows, once they are written."""
        self.header: dict[str, Any] = {}
        self.shorter: list[dict[str, int]] = []
        """The header's fields for some of the first rows alone (`first_rows.py`)."""
        self._known: dict[Any, int] = {}

    # ---------------------------------------------------------------- defined by the formulation
    def _own(self, weight: float, measure: Measure) -> float | None:
        """Append terms of a measure that the formulation reads in its own way; returns their constant, None if none."""
        return None

    @abstractmethod
    def _carriers(self, row: dict[str, Any]) -> list[int]:
        """Numbers of the bodies that carry a row."""

    @abstractmethod
    def _columns(self, row: dict[str, Any]) -> list[int]:
        """The columns that a row meets, in the order of its numbers."""

    @abstractmethod
    def _counts(self) -> tuple[int, int, int]:
        """Numbers of columns, coordinates and velocities."""

    # ---------------------------------------------------------------- measures
    def quantity(self, x: Combination) -> tuple[int, int, float]:
        """First term, number of terms, and constant of a quantity."""
        first, constant = len(self.terms), x.constant
        for weight, measure in x.terms:
            if measure.joint in self.counters:
                self.terms.append((self.counted(measure), weight))
                continue
            own = self._own(weight, measure)
            constant += own or 0.0
            if own is None:
                self.terms.append((self._measure(measure), weight))
        return first, len(self.terms) - first, constant

    def counted(self, m: Measure) -> int:
        """The measure of a counted angle, once for each."""
        branch = self.counters.get(m.branch, 0)
        return self._measure(m, ("counted", m.joint), iq=self.counters[m.joint], iv=branch)

    def counting(self, measures: list[int]) -> dict[str, Any]:
        """The header's fields about counted angles, by their measures."""
        return {"counters": len(measures), "counter_at": self.store.ints(measures)}

    def _measure(self, m: Measure, key: Any = None, **more: Any) -> int:
        (i, a), (j, b) = self.bodies[m.parent], self.bodies[m.child]
        points = {"s_i": a.to_world(m.s_i), "s_j": b.to_world(m.s_j)}
        directions = {"e": a.A @ m.e, "g": a.A @ m.g, "f": b.A @ m.f}
        if m.kind in ("twist", "lean"):
            directions = dict(zip("egf", (b.A @ m.turned @ a.A.T).T))
        if m.kind == "lean":
            points["s_i"] = a.A[:, m.index]  # the axis of the body, which a link need not have
        more = {"iv": m.index, "radius": m.radius} | more
        if m.profile is not None:
            more["iq"] = self.store.once(m.profile)
        more["described"] = m
        return self._new(key, kind=KINDS[m.kind], i=i, j=j, **points, **directions, **more)

    def _new(self, key: Any, **fields: Any) -> int:
        if key is not None and key in self._known:
            return self._known[key]
        self.measures.append(fields)
        number = len(self.measures) - 1
        if key is not None:
            self._known[key] = number
        return number

    # ---------------------------------------------------------------- rows
    def write(self, all_rows: Sequence[PartRows], works: list[str]) -> dict[str, Any]:
        """Write everything, after the quantities of the laws were taken; returns the header's fields."""
        self.all_rows = list(all_rows)
        rows = [row for part_rows in all_rows for row in self._rows(part_rows)]
        items, inputs = self._written_items()
        self._lists(rows)
        self._drivers(works)
        self._tables(rows, items, inputs)
        counts = first_counts(self.all_rows)
        self._scratch(rows, items, counts)
        self.header |= self._linear_algebra(rows)
        at = self.header["diagonal_at"] + 2 * len(rows)
        for n in counts:
            own = {"rows": n, "measures": self._measures_of_first(rows, n), "diagonal_at": at}
            self.shorter.append(own | self._linear_algebra(rows[:n]))
            at += 2 * n
        self.entries = rows
        return self.header

    def _rows(self, part_rows: PartRows) -> list[dict[str, Any]]:
        if part_rows.written is not None:
            return [{"function": WRITTEN, "level": int(level)} for level in part_rows.levels]
        rows = []
        for x, function, level in zip(part_rows.quantities, part_rows.function_of, part_rows.levels):
            first, terms, constant = self.quantity(x)
            packed = NO_FUNCTION if function is None else self.store.function(function)
            row = {"first": first, "terms": terms, "constant": constant, "period": x.period, "function": packed}
            rows.append(row | {"level": int(level)})
        return rows

    def _written_items(self) -> tuple[list[dict[str, Any]], list[tuple[int, int, float, int]]]:
        """The user's rows, and the inputs of all of them."""
        items: list[dict[str, Any]] = []
        inputs: list[tuple[int, int, float, int]] = []
        row = 0
        for part_rows in self.all_rows:
            written = part_rows.written
            if written is not None:
                address = written.address if written.program is None else self.store.floats(written.program)
                kind = at.FORMULA if written.kind == "formula" else at.CALLED
                given = {"first_input": len(inputs), "inputs": len(part_rows.quantities)}
                items.append({"kind": kind, "address": address, "row": row, "rows": len(part_rows.rows), **given})
                inputs += [(*self.quantity(x), int(x.speed)) for x in part_rows.quantities]
                self.store.stack = max(self.store.stack, written.scratch)
                self.store.keep_alive.append(written)
            row += len(part_rows.rows)
        return items, inputs

    def _lists(self, rows: list[dict[str, Any]]) -> None:
        """The bodies that carry each row; rows that the user wrote get terms of their own."""
        r = 0
        for part_rows in self.all_rows:
            for _ in part_rows.rows:
                if part_rows.written is not None:
                    rows[r]["first"] = len(self.terms)
                    for x in part_rows.quantities:
                        self.quantity(x)
                    rows[r]["terms"] = len(self.terms) - rows[r]["first"]
                r += 1
        for row in rows:
            row["carriers"] = self._carriers(row)
            row["links_at"], row["links"] = self.store.ints(row["carriers"]), len(row["carriers"])

    def _measures_of_first(self, rows: list[dict[str, Any]], n: int) -> int:
        """How many of the measures there are without those that only the rows behind the first n need."""
        others = {k for row in rows[n:] for k in range(row["first"], row["first"] + row["terms"])}
        needed = [term[0] for k, term in enumerate(self.terms) if k not in others]
        return max([len(self.counters) - 1, *needed]) + 1

    def _measures_of(self, row: dict[str, Any]) -> list[dict[str, Any]]:
        """The measures of a row."""
        return [self.measures[m] for m, *_ in self.terms[row["first"] : row["first"] + row["terms"]]]

    def _drivers(self, works: list[str]) -> None:
        """Rows that may do work: those that depend on time."""
        pairs, row = [], 0
        for part_rows in self.all_rows:
            if part_rows.rheonomic:
                works.append(part_rows.part.name)
                pairs += [(row + k, len(works) - 1) for k in range(len(part_rows.rows))]
            row += len(part_rows.rows)
        self.header["drivers"], self.header["driver_at"] = len(pairs), self.store.ints(pairs)

    # ---------------------------------------------------------------- to numbers
    def _tables(self, rows: list[dict[str, Any]], items: list[dict[str, Any]], inputs: list[Any]) -> None:
        for row in rows:
            row["columns"] = self._columns(row)
            row["width"] = len(row["columns"])
            row["y_at"] = self.store.zeros(self.sets * self.width * row["width"])
        self.header["y_at"] = rows[0]["y_at"] if rows else 0
        self._table("row", at.Row, rows)
        self.header["measure_at"] = self._measure_table()
        self._table("term", at.Term, [{"measure": m, "weight": w, "push": p[0] if p else w} for m, w, *p in self.terms])
        self._table("written", at.Written, items)
        self._table("input", at.Input, [dict(zip(("first", "terms", "constant", "speed"), x)) for x in inputs])
        self.header["rows"], self.header["measures"] = len(rows), len(self.measures)
        self.header["written"] = len(items)

    def _packed_columns(self, row: Any, columns: dict[str, np.ndarray]) -> int:
        """The place of a table of which whole fields are given, all of them integers."""
        count = len(next(iter(columns.values())))
        numbers = np.zeros((count, size(row)))
        for word, values in columns.items():
            numbers.view(np.int64)[:, place(row, word)] = values
        return self.store.floats(numbers)

    def _measure_table(self) -> int:
        """The place of the measures: neighbours know how many share their points; counts nobody reads are rates."""
        read = {number for number, *_ in self.terms}
        for number, measure in enumerate(self.measures):
            if measure["kind"] == kinds.COUNTED and number not in read:
                measure["kind"] = kinds.TURN_RATE
        described = [measure.get("described") for measure in self.measures]
        alike = _followers([_share_points(*pair) for pair in pairwise(described)])
        for measure, count in zip(self.measures, alike.tolist()):
            measure["alike"] = count
        return self._packed(at.Measure, self.measures)

    def _table(self, name: str, row: Any, entries: list[dict[str, Any]]) -> None:
        self.header[f"{name}_at"] = self._packed(row, entries)

    def _packed(self, row: Any, entries: list[dict[str, Any]]) -> int:
        """Field after field, for all entries at once; fields that are not given are zero."""
        numbers = np.zeros((len(entries), size(row)))
        for word, kind in hints(row).items():
            given = [k for k, entry in enumerate(entries) if word in entry]
            if given:
                first, target = place(row, word), numbers.view(np.int64) if kind is int else numbers
                values = np.array([entries[k][word] for k in given], target.dtype).reshape(len(given), -1)
                target[given, first : first + size(kind)] = values
        return self.store.floats(numbers)

    def _scratch(self, rows: list[dict[str, Any]], items: list[dict[str, Any]], counts: Sequence[int]) -> None:
        m, (_, nq, nv), store = len(rows), self._counts(), self.store
        for name in ("phi_at", "nu_at", "phi_dot_at", "phi_ddot_at", "lambda_at", "permuted_at"):
            self.header[name] = store.zeros(m)
        self.header["diagonal_at"] = store.zeros(2 * (m + sum(counts)))
        units = [unit for part_rows in self.all_rows for unit in part_rows.units]
        self.header["scale_at"] = store.floats([self.length if unit == "m" else 1.0 for unit in units])
        self.header["mask_at"] = store.floats(np.ones(m))
        self.header["soft_at"] = store.zeros(3 * m)
        self.header["trail_at"] = store.zeros(1 + MOST + (MOST + 1) * nv)
        self.header["report_at"] = store.floats([1.0, -1.0])
        self.header["correction_at"] = store.zeros(nv + nq)
        self.header["x_at"] = store.zeros(nv)
        needed = [3 * n + 3 * k + k * n + 3 * (n + 1) + 3 * k + 4 for n, k in ((x["inputs"], x["rows"]) for x in items)]
        self.header["row_user_at"] = store.zeros(max(needed, default=0))

    def _linear_algebra(self, rows: list[dict[str, Any]]) -> dict[str, int]:
        """Where each row meets each column, and the pattern of S; returns the header's fields."""
        columns = np.array([column for row in rows for column in row["columns"]], np.int64)
        widths = np.array([row["width"] for row in rows], np.int64)
        of_row, first = np.repeat(np.arange(len(rows)), widths), np.array([row["y_at"] for row in rows], np.int64)
        place = first[of_row] + self.width * _counted(widths)
        order = np.argsort(columns, kind="stable")
        met, counts = of_row[order], np.bincount(columns, minlength=self._counts()[0])
        pairs = self._pairs(met, counts)
        pattern = symbolic(len(rows), pairs, fronts=not LAWS_AS_ROWS.get())
        store, header = self.store, {}
        header["start_at"] = store.ints(np.concatenate([[0], np.cumsum(counts)]))
        header["entry_at"] = store.ints(np.stack([place[order], met], axis=1))
        header["S_at"], header["S_size"] = store.aligned_zeros(pattern.size + pattern.scratch), pattern.size
        header["plan_at"] = store.ints(pattern.packed())
        return header | self._meetings(rows, pairs, pattern)

    def _pairs(self, met: np.ndarray, counts: np.ndarray) -> np.ndarray:
        """Pairs of the rows that meet in a column, column after column, as often as they meet.

        met: the rows of the first column, then those of the second, …; counts: how many each has.
        """
        among = _counted(counts)
        one = np.repeat(np.arange(met.size), among + 1)
        other = one - among[one] + _counted(among + 1)
        return np.stack([met[one], met[other]], axis=1)

    def _meetings(self, rows: list[dict[str, Any]], pairs: np.ndarray, pattern: Pattern) -> dict[str, int]:
        """Where each pair of rows that share a column goes in S, column after column."""
        return {"slot_at": self.store.ints(pattern.slots(pairs[:, 0], pairs[:, 1]))}


def _counted(counts: np.ndarray) -> np.ndarray:
    """0, 1, … for each of the counts, one after the other."""
    return np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)


def _share_points(a: Measure | None, b: Measure | None) -> bool:
    """Whether measures are of one kind, between points that are the same for all values of parameters."""
    if a is None or b is None:
        return False
    return (a.kind, a.parent, a.child) == (b.kind, b.parent, b.child) and a.s_i is b.s_i and a.s_j is b.s_j


def _followers(same: Sequence[bool]) -> np.ndarray:
    """How many entries behind each one are the same as it; same: whether each but the first is as the one before it."""
    ends = np.append(np.flatnonzero(~np.array(same, bool)), len(same))
    return ends[np.searchsorted(ends, np.arange(len(same) + 1))] - np.arange(len(same) + 1)
