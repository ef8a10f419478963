"""Actuators by name, and the wrenches on the bodies of a unit effort of each.

    motor                    a driver: the force or torque along what it drives
    ram                      a cylinder: the force that pushes its ends apart
    A, A.angle, hip.wx       the freedoms of a joint, all or one: between its parent and its child
    base, base.fx            a wrench on a body at its origin, world axes: fx fy fz mx my mz, in the plane fx fy torque

A freedom with the coordinate x takes the wrenches that the gradient of x is made of (`measure_wrenches.py`); those of
spherical and free joints are torques and forces in the child's axes.  The power of every one of them is effort × speed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.analyses.inverse_dynamics.external_wrenches import WORDS
from snodo.errors import MechanismError, NameNotFound, Problem, UnsupportedError, suggestion
from snodo.formulations.parts.constraint_rows import RowBuilder
from snodo.formulations.parts.joint_frames import Framer
from snodo.formulations.series.measure_wrenches import Wrenches, gradient_wrenches
from snodo.formulations.series.placed_bodies import PlacedBodies
from snodo.mechanism.elements import LinearActuator
from snodo.mechanism.measures import Combination
from snodo.mechanism.part import GROUND
from snodo.results.inverse_efforts import effort_name

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

Array = np.ndarray
NONE = np.zeros(3)
IN_CHILD_AXES = ("spherical", "free")
"""Kinds of joints whose velocities are not the rates of coordinates."""


@dataclass(frozen=True)
class Actuator:
    """One actuator: a force or torque to be determined."""

    name: str
    """Of its series, such as A.torque, motor.effort or base.fx."""
    part: str
    """The joint, driver or body that it belongs to."""
    unit: str
    """N or N m."""
    unit_wrenches: Callable[[PlacedBodies], Wrenches]
    child: str = ""
    """The child of its joint."""
    row: int = -1
    """The row of a driver, −1 for others."""


def chosen_actuators(F: Formulation, names: Iterable[str] | None) -> list[Actuator]:
    """The actuators of a bound mechanism; None: its drivers, or if it has none, every freedom of its joints."""
    reader = _Reader(F)
    if names is None:
        names = reader.drives() or reader.driven_joints()
    elif isinstance(names, str):
        names = [names]
    found: dict[str, Actuator] = {}
    problems = []
    for name in names:
        try:
            found.update((actuator.name, actuator) for actuator in reader.read(name))
        except (NameNotFound, UnsupportedError) as error:
            problems += error.problems
    if problems:
        raise MechanismError(problems)
    return list(found.values())


def wrench_of_surroundings(F: Formulation, names: Iterable[str] | str | None) -> list[Actuator]:
    """All components of the wrench on each of the named bodies."""
    reader, found = _Reader(F), []
    for name in [names] if isinstance(names, str) else names or ():
        if name not in F.mechanism.bodies:
            what = f"residual: there is no body {name!r}"
            raise NameNotFound(Problem(what, suggestion(str(name), F.mechanism.bodies)))
        found += list(reader.read(name))
    return found


class _Reader:
    """Reads names in a mechanism."""

    def __init__(self, F: Formulation) -> None:
        self.F, self.mechanism = F, F.mechanism
        self.framer = Framer(F.mechanism, F.geometry)
        self.builder = RowBuilder(F.mechanism, F.geometry, self.framer)

    def drives(self) -> list[str]:
        """Drivers, and cylinders without a force of their own."""
        cylinders = [name for name, part in self.mechanism.forces.items() if isinstance(part, LinearActuator)]
        return [*self.mechanism.drivers, *(name for name in cylinders if self.mechanism.forces[name].force is None)]

    def driven_joints(self) -> list[str]:
        """Joints that have freedoms, except those of floating bodies."""
        counts = {name: len(self._freedoms(joint)) for name, joint in self.mechanism.joints.items()}
        return [name for name, count in counts.items() if 0 < count < (3 if self.mechanism.dimension == 2 else 6)]

    def read(self, name: str) -> Iterator[Actuator]:
        """The actuators behind a name."""
        m = self.mechanism
        stem, _, word = str(name).rpartition(".")
        if name in m.drivers:
            yield from self._driver(m.drivers[name])
        elif isinstance(m.forces.get(name), LinearActuator):
            yield self._cylinder(m.forces[name])
        elif name in m.joints or stem in m.joints:
            yield from self._joint(m.joints[name if name in m.joints else stem], "" if name in m.joints else word)
        elif name in m.bodies or stem in m.bodies:
            yield from self._body(name if name in m.bodies else stem, "" if name in m.bodies else word)
        else:
            known = [*m.drivers, *m.joints, *m.bodies, *self.drives()]
            raise NameNotFound(
                Problem(f"actuators: there is no driver, joint or body {name!r}", suggestion(str(name), known))
            )

    # ---------------------------------------------------------------- drivers
    def _driver(self, part: Any) -> Iterator[Actuator]:
        part_rows = self.builder.rows_of(part)
        rows = [k for k, owner in enumerate(self.F.row_parts) if owner == part.name]
        for row, x, axis in zip(rows, part_rows.quantities, "xyz"):
            word = f"effort_{axis}" if len(rows) > 1 else "effort"
            yield Actuator(f"{part.name}.{word}", part.name, _unit(x.unit), partial(_along, x), row=row)

    # ---------------------------------------------------------------- cylinders
    def _cylinder(self, part: Any) -> Actuator:
        if part.force is not None:
            what = f"actuators: {part.title} has a force of its own"
            raise UnsupportedError(Problem(what, "omit its force: it is what is to be found", part.where))
        row = self.F.row_parts.index(part.name) if part.driven else -1
        return Actuator(f"{part.name}.force", part.name, "N", partial(_along, part.distance(self.builder)), row=row)

    # ---------------------------------------------------------------- joints
    def _freedoms(self, joint: Any) -> list[tuple[str, str, str]]:
        """Words of its velocities and of their coordinates, with the unit of these."""
        if joint.coordinate:
            return [("speed", joint.coordinate, "rad" if joint.coordinate == "angle" else "m")]
        if not getattr(joint, "carries", False):
            return []
        frames = self.framer.frames(joint)
        coordinates = frames.velocities if frames.kind in IN_CHILD_AXES else frames.coordinates
        return list(zip(frames.velocities, coordinates, frames.velocity_units))

    def _joint(self, joint: Any, wanted: str) -> Iterator[Actuator]:
        freedoms = self._freedoms(joint)
        known = [word for pair in freedoms for word in dict.fromkeys(pair[:2])]
        if not freedoms or (wanted and wanted not in known):
            what = f"actuators: {joint.title} has no freedom" + (f" {wanted!r}" if freedoms else "")
            raise NameNotFound(Problem(what, suggestion(wanted, known) if freedoms else "name another joint"))
        for speed, coordinate, unit in freedoms:
            if wanted in ("", speed, coordinate):
                name = effort_name(f"{joint.name}.{speed}", unit)
                wrenches = self._wrenches(joint, speed, coordinate)
                yield Actuator(name, joint.name, _unit(unit), wrenches, joint.child)

    def _wrenches(self, joint: Any, speed: str, coordinate: str) -> Callable[[PlacedBodies], Wrenches]:
        if not joint.coordinate:
            frames = self.framer.frames(joint)
            if frames.kind in IN_CHILD_AXES:
                e = frames.on_child.A[:, "xyz".index(speed[1])]
                return partial(_in_child_axes, joint.parent, joint.child, frames.on_child.r, e, speed[0] == "w")
        return partial(_along, self.builder.coordinate(joint, coordinate))

    # ---------------------------------------------------------------- bodies
    def _body(self, body: str, wanted: str) -> Iterator[Actuator]:
        words = WORDS[self.mechanism.dimension]
        if wanted and wanted not in words:
            what = f"actuators: the wrench on body {body!r} has no {wanted!r}"
            raise NameNotFound(Problem(what, suggestion(wanted, words)))
        for word in words:
            if wanted in ("", word):
                axis = np.eye(3)[2 if word == "torque" else "xyz".index(word[1])]
                force, torque = (axis, NONE) if word[0] == "f" else (NONE, axis)
                unit = "N" if word[0] == "f" else "N m"
                yield Actuator(f"{body}.{word}", body, unit, partial(_on_body, body, force, torque))


# ---------------------------------------------------------------- wrenches of one unit
def _along(x: Combination, bodies: PlacedBodies) -> Wrenches:
    return [(body, w * f, w * m) for w, measure in x.terms for body, f, m in gradient_wrenches(bodies, measure)]


def _in_child_axes(parent: str, child: str, s: Array, e: Array, turns: bool, bodies: PlacedBodies) -> Wrenches:
    n, P = bodies.direction(child, e), bodies.point(child, s)
    if turns:
        return [(child, NONE, n), (parent, NONE, -n)]
    arms = (P - bodies.point(body, NONE) for body in (child, parent))
    return [(body, f, np.cross(arm, f)) for body, f, arm in zip((child, parent), (n, -n), arms)]


def _on_body(body: str, force: Array, torque: Array, bodies: PlacedBodies) -> Wrenches:
    return [(body, force, torque)]


def _unit(unit: str) -> str:
    return "N m" if unit == "rad" else "N"


def on_moving_bodies(wrenches: Wrenches) -> Wrenches:
    """Without those on the ground."""
    return [wrench for wrench in wrenches if wrench[0] != GROUND]
