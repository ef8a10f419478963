"""Laws to arrays: the applied forces of a mechanism, and the scratch they need (`kernels/forces.py`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from snodo.formulations.arrays.measured_laws import PackedLaw, complete
from snodo.formulations.arrays.numbers import NumberTable
from snodo.formulations.arrays.rows import RowTable
from snodo.formulations.kernels import tables as at
from snodo.formulations.parts.constraint_rows import RowBuilder
from snodo.formulations.parts.named_measures import HELD, Named
from snodo.formulations.parts.numbers import Number, Reading
from snodo.formulations.parts.switched import SWITCHED
from snodo.math.kernels.algebra import Mat3, Vec3
from snodo.math.kernels.record_layout import PythonTable, size
from snodo.mechanism.forces import POSITION_WORDS, VELOCITY_WORDS
from snodo.mechanism.functions.measured_formula import MeasuredFormula
from snodo.mechanism.functions.time_function import Function
from snodo.mechanism.laws import ZERO, Law
from snodo.mechanism.measures import Combination, Measure, PartRows
from snodo.mechanism.part import GROUND, Part

_KINDS = {
    "spring": at.SPRING,
    "coordinate": at.COORDINATE,
    "point": at.POINT,
    "torque": at.TORQUE,
    "moment": at.MOMENT,
    "formula": at.FORMULA,
    "called": at.CALLED,
    "measured": at.MEASURED,
    "torsion": at.TORSION,
}


def heading_of(body: str) -> Combination:
    """In the plane: the angle of a body with all its turns."""
    return Combination([(1.0, Measure("heading", GROUND, body))], unit="rad")


def friction_kind(law: Any) -> int:
    """None, smooth, or dry; dry friction is smooth unless somebody switches its direction (`switching/`)."""
    if law.coulomb == 0.0:
        return 0
    return at.DRY if law.dry and SWITCHED.get() else at.SMOOTH


class LawTable:
    """Writes the laws of one mechanism, with its constraint rows behind them, into the store of the rows."""

    def __init__(self, rows: RowTable, dimension: int, builder: RowBuilder) -> None:
        self.rows = rows
        self.store = rows.store
        self.numbers = NumberTable(self.store, builder)
        self.positions, self.speeds = len(POSITION_WORDS[dimension]), len(VELOCITY_WORDS[dimension])
        self.works: list[str] = []
        self.runner = 0
        self.measured: list[PackedLaw] = []

    def write(self, laws: list[Law], all_rows: list[PartRows], velocities: int) -> dict[str, Any]:
        """The laws, the constraint rows, then the scratch; returns the header's fields."""
        store = self.store
        self.works = [law.work for law in laws if law.dissipates]
        numbers = np.zeros(len(laws) * size(at.Law))
        table = PythonTable(at.Law, numbers, 0)
        for k, law in enumerate(laws):
            self._row(table[k], law)
        self.numbers.functions(self._rate)
        header = self.rows.write(all_rows, self.works)
        complete(self.measured, header["measure_at"], header["term_at"])
        header |= {"laws": len(laws), "law_at": store.floats(numbers), "works": len(self.works)}
        header["wrenches"] = any(law.kind != "coordinate" for law in laws)
        header["power_at"], header["tau_at"] = store.zeros(len(self.works)), store.zeros(velocities)
        if any(part_rows.written is not None and part_rows.written.program is not None for part_rows in all_rows):
            self._need_runner()
        header["stack_at"], header["runner"] = store.zeros(store.stack), self.runner
        header |= self.numbers.header(header["stack_at"])
        most = max((len(law.bodies) for law in laws), default=0)
        given = most * (self.positions + self.speeds)
        header["user_at"] = store.zeros(given + 3 * (given + 1) + 3 * self.speeds * most + 4)
        return header

    def _row(self, row: Any, law: Law) -> None:
        row.kind, row.work = _KINDS[law.kind], self.works.index(law.work) if law.dissipates else -1
        row.i, row.s_i, _ = self._point(law.parent, law.start)
        row.j, row.s_j, row.axes = self._point(law.child, law.end)
        row.stiffness, row.damping, row.free = law.stiffness, law.damping, law.free
        row.rubs, row.coulomb, row.smoothing = friction_kind(law), law.coulomb, law.smoothing
        row.turning, row.axis = law.body_axes, Vec3._make(law.axis)
        row.positions, row.speeds = self.positions, self.speeds
        row.x, row.y, row.z = (self._function(f, law) for f in (*law.functions, ZERO, ZERO)[:3])
        if law.quantity is not None:
            row.first, row.terms, row.constant = self.rows.quantity(law.quantity)
        if law.written is not None:
            self._written(row, law)
        if law.held:
            self._torsion(row, law)

    def _function(self, function: Function, law: Law) -> int:
        """Where a function of time, or of measures, is packed."""
        if not isinstance(function, MeasuredFormula):
            return self.store.function(function)
        return self._measured(law.part, function, law.measures)

    def _rate(self, number: Number | Reading) -> int:
        """Where the rate of a state, or a formula of a controller or condition, is packed."""
        assert number.function is not None
        return self._measured(number.part, number.function, number.measures)

    def _measured(self, part: Part, function: MeasuredFormula, measures: Mapping[str, Named]) -> int:
        from snodo.formulations.kernels.measured_law import LawInput, measured_law

        records = [self._input(measures[name]) for name in function.names]
        packed = PackedLaw(self.store, part, function, measured_law.address, LawInput, records)
        self.measured.append(packed)
        return packed.at

    def _input(self, x: Named) -> Any:
        from snodo.formulations.kernels.measured_law import LawInput

        if x.what == HELD:
            return LawInput(self.numbers.place(x.index), 0, 0.0, HELD)
        return LawInput(*self.rows.quantity(x.quantity), x.what)

    def _torsion(self, row: Any, law: Law) -> None:
        """Directions and frames in the axes the kernels use."""
        A, B = (self.rows.bodies[body][1].A for body in (law.parent, law.child))
        row.held, row.axes = law.held, _columns(B @ law.turned @ A.T)
        row.s_i, row.s_j = Vec3._make(A @ law.start), Vec3._make(B @ law.end)

    def _point(self, body: str, s: np.ndarray) -> tuple[int, Vec3, Mat3]:
        """Number of a body, a point of the body in the axes the kernels use, and the body's axes there."""
        number, placed = self.rows.bodies[body]
        return number, Vec3._make(placed.to_world(s)), _columns(placed.A)

    def _written(self, row: Any, law: Law) -> None:
        written, store = law.written, self.store
        row.address = written.address if written.program is None else store.floats(written.program)
        listed = np.zeros(len(law.bodies) * size(at.Listed))
        for body, entry in zip(law.bodies, map(PythonTable(at.Listed, listed, 0).__getitem__, range(len(law.bodies)))):
            entry.link, placed = self.rows.bodies[body]
            entry.origin, entry.axes = Vec3._make(placed.r), _columns(placed.A)
            if self.positions == 3:
                entry.first, entry.terms, entry.angle = self.rows.quantity(heading_of(body))
        row.listed_at, row.listed = store.floats(listed), len(law.bodies)
        store.stack = max(store.stack, written.scratch)
        store.keep_alive.append(written)
        if written.program is not None:
            self._need_runner()

    def _need_runner(self) -> None:
        from snodo.math.kernels.formula import formula

        self.runner = formula.address


def _columns(A: np.ndarray) -> Mat3:
    return Mat3(*map(Vec3._make, A.T))
