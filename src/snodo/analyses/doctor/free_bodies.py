"""Every body cut free, with the components of all reactions as the unknowns of equilibrium.

    G r + w = 0

A column of G holds the wrenches on all bodies (world axes, at their origins) of a unit reaction of one row: G is Φ_vᵀ
in absolute coordinates, for every formulation, and all joints have rows.  It follows from the geometry alone: the
gradient of a measure of two bodies is a wrench on each of them (`measure_wrenches.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import Problem, UnsupportedError
from snodo.formulations.parts.constraint_rows import Measure, PartRows, RowBuilder, can_close
from snodo.formulations.parts.joint_frames import Framer, axes_along
from snodo.formulations.series.measure_wrenches import Wrenches, gradient_wrenches
from snodo.formulations.series.placed_bodies import PlacedBodies
from snodo.formulations.series.reactions import bodies_of
from snodo.mechanism.joints import PinInSlot, Rod
from snodo.mechanism.part import GROUND

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation
    from snodo.mechanism.mechanism import Mechanism

Array = np.ndarray
PLANE = [0, 1, 5]
"""fx, fy and the torque about z, of a wrench."""
LABELS = {2: ("fx", "fy", "mz"), 3: ("fx", "fy", "fz", "mx", "my", "mz")}
"""Components of a reaction, by the dimension of the mechanism."""


@dataclass(frozen=True)
class Row:
    """One constraint row: its name, the part it belongs to, and its unit."""

    name: str
    part: Any
    unit: str

    @property
    def word(self) -> str:
        """Its direction, such as x or rz."""
        return self.name.rpartition(".")[2]


class FreeBodies(PlacedBodies):
    """A bound mechanism in the configuration q, cut free; at rest, unless rows depend on the velocities."""

    def __init__(self, F: Formulation, q: Array, t: float = 0.0, v: Array | None = None) -> None:
        super().__init__(F, q)
        self.t = t
        self.v = F.velocities_of_rows(v) if F.general_rows.any() else np.zeros(F.nv)
        self.framer = Framer(F.mechanism, F.geometry)
        self.builder = RowBuilder(_joints_only(F.mechanism), F.geometry, self.framer)
        self.names = [*F.body_names, GROUND]
        self._components = PLANE if self.dimension == 2 else list(range(6))
        self.rows: list[Row] = []
        columns: list[Array] = []
        of_joints = (x for x in self.builder.all_rows() if x.part.name in F.mechanism.joints)
        for part_rows in (*of_joints, *self._relations()):
            self.rows += [Row(n, part_rows.part, u) for n, u in zip(part_rows.rows, part_rows.units)]
            columns += self._columns(part_rows)
        self.all = np.array(columns).T if columns else np.zeros((6 * len(self.names), 0))
        self.G = self.all[self._equations()]

    # ---------------------------------------------------------------- columns
    def _relations(self) -> Iterator[PartRows]:
        """Rows of constraints, drivers and cylinders of given length; they may refer to joint coordinates."""
        joints = self.F.mechanism.joints
        with_coordinate = [name for name, part in joints.items() if not isinstance(part, PinInSlot | Rod)]
        builder = RowBuilder(self.F.mechanism, self.F.geometry, self.framer, with_coordinate)
        return (part_rows for part_rows in builder.all_rows() if part_rows.part.name not in joints)

    def gradient(self, m: Measure) -> Wrenches:
        """The wrenches that a measure's gradient consists of."""
        if m.kind != "coordinate":
            return gradient_wrenches(self, m)
        joint = self.F.mechanism.joints[m.joint]
        x = self.builder.coordinate(joint, self.framer.frames(joint).coordinates[m.index])
        return [(body, w * f, w * torque) for w, measure in x.terms for body, f, torque in self.gradient(measure)]

    def _columns(self, part_rows: PartRows) -> list[Array]:
        if part_rows.written is not None:
            return [self._written(name, part_rows.part) for name in part_rows.rows]
        columns = []
        for quantity in part_rows.quantities:
            column = np.zeros(6 * len(self.names))
            for weight, measure in quantity.terms:
                for body, force, torque in self.gradient(measure):
                    k = 6 * self.names.index(body)
                    column[k : k + 6] += weight * np.concatenate([force, torque])
            columns.append(column)
        return columns

    def _written(self, name: str, part: Any) -> Array:
        """Wrenches of a user's row: the formulation has its gradient; none where it is not finite."""
        F, column = self.F, np.zeros((len(self.names), 6))
        found = {"acceleration": np.zeros((1, F.nv)), "multiplier": np.zeros((1, F.nc))}
        found["multiplier"][0, F.row_names.index(name)] = -1.0
        state = F.state(self.q, self.v)[None]
        for body in bodies_of(F.mechanism, part):
            wrench = F.reaction(part.name, np.array([self.t]), state, found, body=body)[0]
            column[self.names.index(body), self._components] = wrench
        return column.ravel() if np.isfinite(column).all() else np.zeros(column.size)

    def _equations(self) -> Array:
        """The equations of equilibrium: without torques on bodies that never rotate, without the ground."""
        kept = np.zeros((len(self.names), 6), bool)
        for k, body in enumerate(self.F.body_names):
            kept[k, self._components] = True
            if self.framer.never_turned(body):
                kept[k, 3:] = False
        return kept.ravel()

    @property
    def scaled(self) -> Array:
        """G with torques divided by the size of the mechanism and columns of length one: pure numbers."""
        return self._pure() / self.lengths

    @property
    def lengths(self) -> Array:
        """Lengths of the columns of G, torques divided by the size of the mechanism (1 if empty)."""
        lengths = np.linalg.norm(self._pure(), axis=0)
        return np.where(lengths > 0, lengths, 1.0)

    def _pure(self) -> Array:
        scale = np.tile([1.0] * 3 + [1.0 / self.F.size] * 3, len(self.names))
        pure: Array = (self.all * scale[:, None])[self._equations()]
        return pure

    # ---------------------------------------------------------------- joints
    def own(self, joint: str) -> list[int]:
        """The rows of a part."""
        return [k for k, row in enumerate(self.rows) if row.part.name == joint]

    @property
    def joints(self) -> list[str]:
        """Joints that have rows."""
        owners = {row.part.name for row in self.rows}
        return [name for name in self.F.mechanism.joints if name in owners]

    def carried(self, joint: str, axes: str = "joint") -> Array:
        """Contribution of each row of a joint to its reaction on the child, at the joint: components × rows.

        axes: `joint` (those of its frame on the parent; x along a rod, along the axis in the plane) or `world`.
        """
        part, own = self.F.mechanism.joints[joint], self.own(joint)
        k = 6 * self.names.index(part.child)
        wrench = self.all[k : k + 6, own]
        arm = self.direction(part.child, self.builder.place_on_child(part))
        force, torque = wrench[:3], wrench[3:] - np.cross(arm, wrench[:3].T).T
        A = self.axes(part) if axes == "joint" else np.eye(3)
        return np.vstack([A.T @ force, A.T @ torque])[self._components]

    def axes(self, part: Any) -> Array:
        """World directions x, y, z (columns) of a joint's components."""
        if isinstance(part, Rod):
            ends = (part.parent, part.start), (part.child, part.end)
            start, end = (self.point(body, self.F.geometry.local(where, body, part)) for body, where in ends)
            return _x_along((end - start) / np.linalg.norm(end - start), self.dimension)
        if isinstance(part, PinInSlot) or (self.dimension == 2 and getattr(part, "axis", None) is not None):
            e = self.direction(part.parent, self.F.geometry.direction(part.axis, part.parent, part))
            return _x_along(e, self.dimension)
        return self.direction(part.parent, self.framer.frames(part).on_parent.A)


def _joints_only(mechanism: Mechanism) -> Any:
    """The mechanism without constraints and drivers, if each of its joints has rows."""
    for part in mechanism.joints.values():
        if not can_close(part):
            what = f"{part.title}: a joint with translations both before and after its rotations is not supported"
            raise UnsupportedError(Problem(what, "replace it by two joints with a body between", part.where))
    bare = mechanism.copy()
    bare.constraints.clear()
    bare.drivers.clear()
    return bare


def _x_along(e: Array, dimension: int) -> Array:
    """Axes with x along e; in the plane z stays."""
    if dimension == 2:
        return np.array([[e[0], -e[1], 0.0], [e[1], e[0], 0.0], [0.0, 0.0, 1.0]])
    z, x, y = axes_along(e).T[[2, 0, 1]]
    return np.column_stack([z, x, y])
