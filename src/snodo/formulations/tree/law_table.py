"""Laws to arrays: the applied forces of a tree, and the scratch they need, behind its model (`kernels/layout.py`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.formulations.store import Store
from snodo.formulations.tree.kernels import layout as at
from snodo.formulations.tree.laws import ZERO, Law
from snodo.math.kernels.algebra import Mat3, Vec3
from snodo.math.kernels.row_places import PythonTable, size
from snodo.mechanism.geometry import Geometry

if TYPE_CHECKING:
    from snodo.formulations.tree.flatten import Flat

_KINDS = {
    "spring": at.SPRING,
    "coordinate": at.COORDINATE,
    "point": at.POINT,
    "torque": at.TORQUE,
    "formula": at.FORMULA,
    "called": at.CALLED,
}


def attach(flat: Flat, laws: list[Law], geometry: Geometry, reference: np.ndarray) -> None:
    """Write the laws behind the model of a tree; `reference` are its coordinates as drawn."""
    LawTable(flat, geometry, reference).write(laws)


class LawTable:
    """Writes the laws of one tree."""

    def __init__(self, flat: Flat, geometry: Geometry, reference: np.ndarray) -> None:
        self.flat = flat
        self.geometry = geometry
        self.reference = reference
        self.store = Store(first=flat.model.size)
        self.places = {place.branch.joint.name: place for place in flat.places}
        self.runner = 0

    def write(self, laws: list[Law]) -> None:
        """The rows, then the scratch, then the header."""
        flat, store = self.flat, self.store
        flat.works = [law.part.name for law in laws if law.dissipates]
        rows = np.zeros(len(laws) * size(at.Law))
        table = PythonTable(at.Law, rows, 0)
        for k, law in enumerate(laws):
            self._row(table[k], law)
        header: dict[str, Any] = {"laws": len(laws), "law_at": store.floats(rows), "works": len(flat.works)}
        header["wrenches"] = any(law.kind != "coordinate" for law in laws)
        header["power_at"], header["tau_at"] = store.zeros(len(flat.works)), store.zeros(flat.header.nv)
        header["stack_at"], header["runner"] = store.zeros(store.stack), self.runner
        most = max((len(law.bodies) for law in laws), default=0)
        header["user_at"] = store.zeros(6 * most + 3 * (6 * most + 1) + 9 * most + 4)
        flat.model, flat.forces, flat.keep_alive = np.concatenate([flat.model, store.done()]), laws, store.keep_alive
        for name, value in header.items():
            setattr(flat.header, name, value)

    def _row(self, row: Any, law: Law) -> None:
        row.kind, row.work = _KINDS[law.kind], self.flat.works.index(law.part.name) if law.dissipates else -1
        row.i, row.s_i, _ = self._point(law.parent, law.start)
        row.j, row.s_j, row.axes = self._point(law.child, law.end)
        row.stiffness, row.damping, row.free = law.stiffness, law.damping, law.free
        row.rubs, row.coulomb, row.smoothing = law.coulomb != 0, law.coulomb, law.smoothing
        row.turning = law.body_axes
        row.x, row.y, row.z = (self.store.function(f) for f in (*law.functions, ZERO, ZERO)[:3])
        if law.joint:
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
            drawn = self.geometry.pose(body).angle
            entry.link, entry.origin = link, Vec3._make(placed.r)
            entry.angle = drawn - float(self.flat.turning(link) @ self.reference)
        row.listed_at, row.listed = store.floats(listed), len(law.bodies)
        store.stack = max(store.stack, written.scratch)
        store.keep_alive.append(written)
        if written.program is not None:
            from snodo.math.kernels.formula import formula

            self.runner = formula.address
