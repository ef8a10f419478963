"""Laws to arrays: the applied forces of a tree, and the scratch they need, behind its model (`kernels/layout.py`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.formulations.closures import Closer, Closure
from snodo.formulations.store import Store
from snodo.formulations.tree.kernels import layout as at
from snodo.formulations.tree.laws import ZERO, Law
from snodo.math.kernels.algebra import Mat3, Vec3
from snodo.math.kernels.row_places import PythonTable, size
from snodo.mechanism.forces import POSITION_WORDS, VELOCITY_WORDS

if TYPE_CHECKING:
    from snodo.formulations.tree.flatten import Flat

_KINDS = {
    "spring": at.SPRING,
    "coordinate": at.COORDINATE,
    "point": at.POINT,
    "torque": at.TORQUE,
    "moment": at.MOMENT,
    "formula": at.FORMULA,
    "called": at.CALLED,
    "measured": at.MEASURED,
}


def attach(flat: Flat, laws: list[Law], closures: list[Closure], closer: Closer, reference: np.ndarray) -> None:
    """Write laws and constraint rows behind the model of a tree; `reference` are its coordinates as drawn."""
    LawTable(flat, closer, reference).write(laws, closures)


class LawTable:
    """Writes the laws of one tree."""

    def __init__(self, flat: Flat, closer: Closer, reference: np.ndarray) -> None:
        from snodo.formulations.tree.closure_table import ClosureTable

        self.flat = flat
        self.geometry = closer.geometry
        self.reference = reference
        self.store = Store(first=flat.model.size)
        self.rows = ClosureTable(flat, self.store, reference, closer.angles, closer.geometry.size())
        self.places = {place.branch.joint.name: place for place in flat.places}
        self.runner = 0
        dimension = self.geometry.dimension
        self.positions, self.speeds = len(POSITION_WORDS[dimension]), len(VELOCITY_WORDS[dimension])

    def write(self, laws: list[Law], closures: list[Closure]) -> None:
        """The laws, the constraint rows, then the scratch, then the header."""
        flat, store = self.flat, self.store
        flat.works = [law.part.name for law in laws if law.dissipates]
        rows = np.zeros(len(laws) * size(at.Law))
        table = PythonTable(at.Law, rows, 0)
        for k, law in enumerate(laws):
            self._row(table[k], law)
        header = self.rows.write(closures, flat.works)
        header |= {"laws": len(laws), "law_at": store.floats(rows), "works": len(flat.works)}
        header["wrenches"] = any(law.kind != "coordinate" for law in laws)
        header["power_at"], header["tau_at"] = store.zeros(len(flat.works)), store.zeros(flat.header.nv)
        if any(closure.written is not None and closure.written.program is not None for closure in closures):
            self._need_runner()
        header["stack_at"], header["runner"] = store.zeros(store.stack), self.runner
        most = max((len(law.bodies) for law in laws), default=0)
        given = most * (self.positions + self.speeds)
        header["user_at"] = store.zeros(given + 3 * (given + 1) + 3 * self.speeds * most + 4)
        flat.model, flat.forces, flat.keep_alive = np.concatenate([flat.model, store.done()]), laws, store.keep_alive
        flat.constraints = closures
        for name, value in header.items():
            setattr(flat.header, name, value)

    def _row(self, row: Any, law: Law) -> None:
        row.kind, row.work = _KINDS[law.kind], self.flat.works.index(law.part.name) if law.dissipates else -1
        row.i, row.s_i, _ = self._point(law.parent, law.start)
        row.j, row.s_j, row.axes = self._point(law.child, law.end)
        row.stiffness, row.damping, row.free = law.stiffness, law.damping, law.free
        row.rubs, row.coulomb, row.smoothing = law.coulomb != 0, law.coulomb, law.smoothing
        row.turning, row.axis = law.body_axes, Vec3._make(law.axis)
        row.positions, row.speeds = self.positions, self.speeds
        row.x, row.y, row.z = (self.store.function(f) for f in (*law.functions, ZERO, ZERO)[:3])
        if law.quantity is not None:
            row.first, row.terms, row.constant = self.rows.quantity(law.quantity)
        elif law.joint:
            place = self.places[law.joint]
            row.iq, row.iv = place.q.start, place.v.start
        if law.written is not None:
            self._written(row, law)

    def _point(self, body: str, s: np.ndarray) -> tuple[int, Vec3, Mat3]:
        """Link of a body, a point of the body in the link's axes, and the body's axes there."""
        link, placed = self.flat.bodies[body]
        return link, Vec3._make(placed.to_world(s)), Mat3(*map(Vec3._make, placed.A.T))

    def _written(self, row: Any, law: Law) -> None:
        written, store = law.written, self.store
        row.address = written.address if written.program is None else store.floats(written.program)
        listed = np.zeros(len(law.bodies) * size(at.Listed))
        for body, entry in zip(law.bodies, map(PythonTable(at.Listed, listed, 0).__getitem__, range(len(law.bodies)))):
            link, placed = self.flat.bodies[body]
            entry.link, entry.origin, entry.axes = link, Vec3._make(placed.r), Mat3(*map(Vec3._make, placed.A.T))
            if self.positions == 3:
                turned = float(self.flat.turning(link) @ self.reference)
                entry.angle = self.geometry.pose(body).angle - turned
        row.listed_at, row.listed = store.floats(listed), len(law.bodies)
        store.stack = max(store.stack, written.scratch)
        store.keep_alive.append(written)
        if written.program is not None:
            self._need_runner()

    def _need_runner(self) -> None:
        from snodo.math.kernels.formula import formula

        self.runner = formula.address
