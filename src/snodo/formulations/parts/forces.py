"""From the applied forces of a mechanism to laws: which bodies, which points, which joint's coordinate."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from snodo.errors import Problem, UnsupportedError
from snodo.formulations.parts.constraint_rows import RowBuilder
from snodo.mechanism import forces
from snodo.mechanism.body import Particle
from snodo.mechanism.functions.functions import Constant
from snodo.mechanism.functions.time_function import Function
from snodo.mechanism.geometry import Geometry
from snodo.mechanism.joints import Rod
from snodo.mechanism.measures import Combination
from snodo.mechanism.mechanism import Mechanism
from snodo.mechanism.part import GROUND, Part

ZERO = Constant(0.0)


def _origin() -> np.ndarray:
    return np.zeros(3)


@dataclass
class Law:
    """A force of one part; `dissipates` when some of it has no potential."""

    part: Part
    kind: str
    """spring, coordinate, measured, point, torque (one axis), moment (three components), torsion, formula, called."""
    dissipates: bool
    parent: str = GROUND
    child: str = GROUND
    start: np.ndarray = field(default_factory=_origin)
    """Points on parent and child, in their axes; of a torsion, the directions e and f."""
    end: np.ndarray = field(default_factory=_origin)
    joint: str = ""
    stiffness: float = 0.0
    damping: float = 0.0
    free: float = 0.0
    coulomb: float = 0.0
    smoothing: float = 1.0
    functions: tuple[Function, ...] = (ZERO,)
    axis: np.ndarray = field(default_factory=_origin)
    """Of a torque: in the world's axes, or in the body's if `body_axes`."""
    body_axes: bool = False
    bodies: tuple[str, ...] = ()
    written: Any = None
    quantity: Combination | None = None
    """The coordinate it acts on, if its joint closes a loop; or the row of an elastic joint."""
    row: str = ""
    """Name of the row of an elastic joint that it stands for."""
    held: int = 0
    """Turns that a torsion holds (`kernels/torsion.py`),"""
    turned: np.ndarray = field(default_factory=lambda: np.eye(3))
    """and from the parent's axes to the child's, without strain."""

    @property
    def work(self) -> str:
        """Name of its work."""
        return self.row or self.part.name


def laws_of(mechanism: Mechanism, geometry: Geometry, closer: RowBuilder) -> list[Law]:
    """All forces but gravity; raises UnsupportedError with every one that cannot be had."""
    reader = _Reader(mechanism, geometry)
    problems = [problem for part in mechanism.forces.values() for problem in reader.problems(part)]
    laws = [] if problems else [_READERS[type(part)](reader, part) for part in mechanism.forces.values()]
    for law in laws:
        if law.joint and law.joint not in closer.carried:
            law.kind, law.quantity = "measured", closer.coordinate(mechanism.joints[law.joint])
            if law.quantity.period and law.stiffness:
                what = f"{law.part.title} acts in joint {law.joint!r}, which closes a loop and does not count its turns"
                problems.append(Problem(what, "let another joint of the loop be cut", law.part.where))
    if problems:
        raise UnsupportedError(problems)
    return [*laws, *elastic_laws(mechanism, geometry, closer)]


def elastic_laws(mechanism: Mechanism, geometry: Geometry, closer: RowBuilder) -> list[Law]:
    """F = −k Φ − d Φ̇ for every row Φ that an elastic joint would have if it were rigid; a rod is a spring.

    In space the rows that hold turns are products of directions; one torsion stands for all of them.
    """
    laws, reader = [], _Reader(mechanism, geometry)
    for part in mechanism.joints.values():
        if part.elastic and isinstance(part, Rod):
            laws.append(reader.elastic_rod(part))
        elif part.elastic:
            closure = closer.closure_of(part)
            for row, x in zip(closure.rows, closure.quantities):
                turns = x.unit == "rad"
                if turns and mechanism.dimension == 3:
                    continue
                law = Law(part, "measured", False, quantity=x, row=row)
                law.stiffness = part.torsional_stiffness if turns else part.stiffness
                law.damping = part.torsional_damping if turns else part.damping
                law.dissipates = law.damping > 0
                laws.append(law)
            if part.torsional_stiffness and mechanism.dimension == 3:
                laws.append(_torsion(part, closer))
    return laws


def _torsion(part: Any, closer: RowBuilder) -> Law:
    """The moment of an elastic joint in space, against the turns that it does not leave free."""
    a, b, free = closer.turning(part)
    law = Law(part, "torsion", part.torsional_damping > 0, part.parent, part.child, row=f"{part.name}.turn")
    law.held, law.turned = 3 - len(free), b @ a.T
    if free:
        law.start, law.end = a @ free[0], b @ free[-1]
    law.stiffness, law.damping = part.torsional_stiffness, part.torsional_damping
    return law


class _Reader:
    """Reads the parts."""

    def __init__(self, mechanism: Mechanism, geometry: Geometry) -> None:
        self.mechanism = mechanism
        self.geometry = geometry

    def problems(self, part: Any) -> list[Problem]:
        """Why this force cannot be had."""
        if not self._turns_particle(part):
            return []
        what = f"{part.title}: it would turn a particle, which does not turn"
        return [Problem(what, "make it a body with a moment of inertia", part.where)]

    def _turns_particle(self, part: Any) -> bool:
        joint = self.mechanism.joints.get(getattr(part, "joint", ""))
        if joint is None or joint.coordinate != "angle":
            return False
        return any(isinstance(self.mechanism.bodies.get(body), Particle) for body in (joint.parent, joint.child))

    def spring(self, part: forces.Spring) -> Law:
        ends = [self.geometry.local(w, b, part) for b, w in ((part.parent, part.start), (part.child, part.end))]
        drawn = [self.geometry.pose(b).to_world(s) for b, s in zip((part.parent, part.child), ends)]
        free = float(np.linalg.norm(drawn[1] - drawn[0])) if part.length is None else part.length
        return Law(
            part,
            "spring",
            part.damping > 0 or part.force != ZERO,
            part.parent,
            part.child,
            ends[0],
            ends[1],
            stiffness=part.stiffness,
            damping=part.damping,
            free=free,
            functions=(part.force,),
        )

    def elastic_rod(self, part: Rod) -> Law:
        ends = [self.geometry.local(w, b, part) for b, w in ((part.parent, part.start), (part.child, part.end))]
        drawn = [self.geometry.pose(b).to_world(s) for b, s in zip((part.parent, part.child), ends)]
        free = float(np.linalg.norm(drawn[1] - drawn[0])) if part.length is None else part.length
        law = Law(part, "spring", part.damping > 0, part.parent, part.child, ends[0], ends[1])
        law.row = f"{part.name}.length"
        law.stiffness, law.damping, law.free = part.stiffness or 0.0, part.damping, free
        return law

    def torsional(self, part: forces.TorsionalSpring) -> Law:
        free = self.mechanism.joints[part.joint].reference if part.angle is None else part.angle
        law = Law(part, "coordinate", part.damping > 0, joint=part.joint, free=free)
        law.stiffness, law.damping = part.stiffness, part.damping
        return law

    def torque(self, part: forces.Torque) -> Law:
        if part.joint:
            return Law(part, "coordinate", True, joint=part.joint, functions=(part.torque,))
        law = Law(part, "torque", True, child=part.body, body_axes=part.axes == "body")
        if isinstance(part.torque, tuple):
            law.kind, law.functions = "moment", part.torque
        else:
            law.functions, law.axis = (part.torque,), self._axis(part)
        return law

    def _axis(self, part: forces.Torque) -> np.ndarray:
        """The unit vector of a torque on a body, in the plane z."""
        along = (0.0, 0.0, 1.0) if part.axis is None else part.axis
        return self.geometry.direction(along, part.body if part.axes == "body" else GROUND, part)

    def joint_force(self, part: forces.JointForce) -> Law:
        return Law(part, "coordinate", True, joint=part.joint, functions=(part.force,))

    def friction(self, part: forces.Friction) -> Law:
        law = Law(part, "coordinate", True, joint=part.joint, damping=part.viscous)
        law.coulomb, law.smoothing = part.coulomb, part.smoothing
        return law

    def point_force(self, part: forces.PointForce) -> Law:
        end = _origin() if part.at is None else self.geometry.local(part.at, part.body, part)
        return Law(part, "point", True, child=part.body, end=end, functions=part.force, body_axes=part.axes == "body")

    def user_force(self, part: forces.UserForce) -> Law:
        from snodo.formulations.parts.user_parts import force_of

        written = force_of(part, self.mechanism.dimension)
        return Law(part, written.kind, True, bodies=part.bodies, written=written)


_READERS: dict[type, Callable[[_Reader, Any], Law]] = {
    forces.Spring: _Reader.spring,
    forces.TorsionalSpring: _Reader.torsional,
    forces.Torque: _Reader.torque,
    forces.JointForce: _Reader.joint_force,
    forces.Friction: _Reader.friction,
    forces.PointForce: _Reader.point_force,
    forces.UserForce: _Reader.user_force,
}
