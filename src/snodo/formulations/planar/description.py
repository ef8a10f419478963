"""From the parts of a mechanism to the rows and forces of the plane: which bodies, which points, which directions.

Bodies are numbered in the order in which they were described; the ground is the last.  Points are given from the centre
of mass, in the body's axes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from snodo.formulations.parts.drawn_angles import DrawnAngles
from snodo.formulations.parts.joint_frames import Framer
from snodo.mechanism import body as bodies
from snodo.mechanism import constraints as relations
from snodo.mechanism import forces as laws
from snodo.mechanism import joints
from snodo.mechanism.drivers import Driver
from snodo.mechanism.functions.functions import Constant
from snodo.mechanism.functions.time_function import Function
from snodo.mechanism.geometry import Geometry
from snodo.mechanism.mechanism import Mechanism
from snodo.mechanism.part import GROUND, Part

ZERO = Constant(0.0)


@dataclass
class Link:
    """Two bodies, a point on each, a direction on the first, and a constant: what most rows and forces are made of."""

    kind: str
    i: int
    j: int
    s_i: complex = 0j
    s_j: complex = 0j
    u: complex = 1.0 + 0j
    c: float = 0.0


@dataclass
class Constraint:
    """Rows of Φ that belong to one part: names, units (`m` or `rad`), and what the kernel needs."""

    part: Part
    link: Link
    rows: list[str]
    units: list[str]
    function: Function | None = None
    terms: list[tuple[float, Link]] = field(default_factory=list)
    bodies: list[int] = field(default_factory=list)
    written: Any = None
    on_velocity: list[bool] = field(default_factory=list)
    """Of each row, whether it constrains velocities alone; if left out, none does."""

    @property
    def levels(self) -> list[bool]:
        """Of each row, whether it constrains velocities alone."""
        return self.on_velocity or [False] * len(self.rows)

    @property
    def rheonomic(self) -> bool:
        """Whether its rows depend on time."""
        return self.function is not None

    @property
    def functions(self) -> tuple[Function, ...]:
        """Its functions of time."""
        return () if self.function is None else (self.function,)


@dataclass
class Force:
    """A force of one part, as the kernel needs it; `dissipates` when some of it has no potential."""

    part: Part
    link: Link
    dissipates: bool
    stiffness: float = 0.0
    damping: float = 0.0
    free: float = 0.0
    coulomb: float = 0.0
    smoothing: float = 1.0
    function: Function = ZERO
    function_2: Function = ZERO
    body_axes: bool = False
    bodies: list[int] = field(default_factory=list)
    written: Any = None
    row: str = ""
    """Name of the row of an elastic joint that it stands for."""

    @property
    def functions(self) -> tuple[Function, ...]:
        """Its functions of time."""
        return self.function, self.function_2


class Describer:
    """Numbers the bodies of a mechanism and describes its parts for the plane."""

    def __init__(self, mechanism: Mechanism, geometry: Geometry) -> None:
        self.mechanism = mechanism
        self.geometry = geometry
        self.body_names = list(mechanism.bodies)
        self._number = {name: k for k, name in enumerate([*self.body_names, GROUND])}
        self.initial = mechanism.initial_values()
        self._angles = DrawnAngles(mechanism, geometry, self.initial)
        self.framer = Framer(mechanism, geometry)

    # ---------------------------------------------------------------- points and links
    def number(self, body: str) -> int:
        """The body's number."""
        return self._number[body]

    def point(self, where: Any, body: str, part: Part) -> complex:
        """A place on a body, from its centre of mass, in body axes."""
        s = self.geometry.local(where, body, part)
        if body != GROUND:
            s = s - np.array(self.geometry.bodies[body].inertia.com)
        return complex(s[0], s[1])

    def angle(self, body: str) -> float:
        """φ of a body as drawn, with the turns that the user counts."""
        return self._angles[body]

    def drawn(self, body: str) -> tuple[float, float, float]:
        """x, y of a body's origin and its angle, as drawn."""
        x, y, _ = self.geometry.pose(body).r
        return float(x), float(y), self.angle(body)

    def link(self, kind: str, part: Any) -> Link:
        """Bodies, points and direction of a joint."""
        at = part.name if part.at is None else part.at
        u = 1.0 + 0j
        if getattr(part, "axis", None) is not None:
            direction = self.geometry.direction(part.axis, part.parent, part)
            u = complex(direction[0], direction[1])
        return Link(
            kind,
            self.number(part.parent),
            self.number(part.child),
            self.point(at, part.parent, part),
            self.point(at, part.child, part),
            u,
        )

    def two_points(self, kind: str, part: Any) -> Link:
        """Bodies and end points of a rod or a spring."""
        i, j = self.number(part.parent), self.number(part.child)
        return Link(kind, i, j, self.point(part.start, part.parent, part), self.point(part.end, part.child, part))

    def drawn_distance(self, part: Any) -> float:
        """Distance of the ends of a rod or spring as drawn."""
        ends = [
            self.geometry.pose(b).to_world(self.geometry.local(w, b, part))
            for b, w in ((part.parent, part.start), (part.child, part.end))
        ]
        return float(np.linalg.norm(ends[1] - ends[0]))

    def joint_coordinate(self, name: str) -> Link:
        """The coordinate of a joint, equal to its `reference` as drawn."""
        joint = self.mechanism.joints[name]
        if joint.coordinate == "angle":
            drawn = self.angle(joint.child) - self.angle(joint.parent)
            return Link("turn", self.number(joint.parent), self.number(joint.child), c=joint.reference - drawn)
        link = self.link("along", joint)
        pose_i, pose_j = self.geometry.pose(joint.parent), self.geometry.pose(joint.child)
        at = joint.name if joint.at is None else joint.at
        d = pose_j.to_world(self.geometry.local(at, joint.child, joint)) - pose_i.to_world(
            self.geometry.local(at, joint.parent, joint)
        )
        e = pose_i.A @ np.array([link.u.real, link.u.imag, 0.0])
        link.c = joint.reference - float(e @ d)
        return link

    def body_angle(self, body: str) -> Link:
        """A body's angle against the world."""
        return Link("turn", self.number(GROUND), self.number(body))

    # ---------------------------------------------------------------- constraints
    def constraints(self) -> Iterator[Constraint]:
        """All rows of Φ: joints, constraints, drivers, and particles that do not turn."""
        from snodo.formulations.planar.velocity_description import ON_VELOCITIES

        readers = {**_CONSTRAINTS, **ON_VELOCITIES}
        for section in (self.mechanism.joints, self.mechanism.constraints, self.mechanism.drivers):
            for part in section.values():
                if getattr(part, "elastic", False):
                    continue
                described = readers[type(part)](self, part)
                yield from described if isinstance(described, list) else [described]
        for body in self.mechanism.bodies.values():
            if isinstance(body, bodies.Particle):
                link = Link("turn", self.number(GROUND), self.number(body.name))
                yield Constraint(body, link, [f"{body.name}.turn"], ["rad"])

    def _revolute(self, part: joints.Revolute) -> Constraint:
        return Constraint(part, self.link("revolute", part), [f"{part.name}.x", f"{part.name}.y"], ["m", "m"])

    def _prismatic(self, part: joints.Prismatic) -> Constraint:
        link = self.link("prismatic", part)
        link.c = self.angle(part.child) - self.angle(part.parent)
        return Constraint(part, link, [f"{part.name}.across", f"{part.name}.angle"], ["m", "rad"])

    def _fixed(self, part: joints.Fixed) -> Constraint:
        link = self.link("fixed", part)
        link.c = self.angle(part.child) - self.angle(part.parent)
        rows = [f"{part.name}.{word}" for word in ("x", "y", "angle")]
        return Constraint(part, link, rows, ["m", "m", "rad"])

    def _floating(self, part: joints.Free | joints.PlanarJoint) -> list[Constraint]:
        """In the plane these leave everything free."""
        return []

    def _slot(self, part: joints.PinInSlot) -> Constraint:
        return Constraint(part, self.link("slot", part), [f"{part.name}.across"], ["m"])

    def _rod(self, part: joints.Rod) -> Constraint:
        link = self.two_points("rod", part)
        link.c = self.drawn_distance(part) if part.length is None else part.length
        return Constraint(part, link, [f"{part.name}.length"], ["m"])

    def _coupler(self, part: relations.Gear | relations.RackAndPinion | relations.Coupler) -> Constraint:
        terms = [(factor, self.joint_coordinate(name)) for name, factor in part.terms().items()]
        value = getattr(part, "value", None)
        if value is None:
            value = sum(f * self.mechanism.joints[name].reference for name, f in part.terms().items())
        sliding = all(link.kind == "along" for _, link in terms)
        link = Link("coupler", terms[0][1].i, terms[0][1].j, c=value)
        return Constraint(part, link, [f"{part.name}.sum"], ["m" if sliding else "rad"], terms=terms)

    def _written(self, part: relations.UserConstraint) -> Constraint:
        from snodo.formulations.parts.user_parts import constraint_of

        written = constraint_of(part, [x for body in part.bodies for x in self.drawn(body)])
        numbers = [self.number(b) for b in part.bodies]
        rows = [f"{part.name}.{k + 1}" for k in range(written.outputs)]
        return Constraint(
            part, Link(written.kind, numbers[0], numbers[0]), rows, [""] * len(rows), bodies=numbers, written=written
        )

    def _driver(self, part: Driver) -> Constraint | list[Constraint]:
        if part.motion == "path":
            return self._path(part)
        if part.motion == "joint":
            link = self.joint_coordinate(part.joint)
            joint = self.mechanism.joints[part.joint]
            start = self.initial.get(f"{part.joint}.{joint.coordinate}", joint.reference)
            speed = self.initial.get(f"{part.joint}.speed", 0.0)
        elif part.motion == "body angle":
            link = self.body_angle(part.body)
            start = self.initial.get(f"{part.body}.angle", self.angle(part.body))
            speed = self.initial.get(f"{part.body}.omega", 0.0)
        else:
            link, start, speed = self._driven_point(part), 0.0, 0.0
        word = "angle" if link.kind == "turn" else "displacement"
        function = part.coordinate(start, speed)
        return Constraint(part, link, [f"{part.name}.{word}"], ["rad" if word == "angle" else "m"], function)

    def _driven_point(self, part: Driver) -> Link:
        """A point of a body against where it was drawn, along a world direction."""
        where = {part.body: (0.0, 0.0)} if part.at is None else part.at
        place = self.geometry.pose(part.body).to_world(self.geometry.local(where, part.body, part))
        along = self.geometry.direction(part.along, GROUND, part)
        link = Link("along", self.number(GROUND), self.number(part.body), s_i=complex(place[0], place[1]))
        link.s_j, link.u = self.point(where, part.body, part), complex(along[0], along[1])
        return link

    def _path(self, part: Driver) -> list[Constraint]:
        """World coordinates of a point, one row each."""
        where = {part.body: (0.0, 0.0)} if part.at is None else part.at
        s_j = self.point(where, part.body, part)
        return [
            Constraint(
                part,
                Link("along", self.number(GROUND), self.number(part.body), s_j=s_j, u=u),
                [f"{part.name}.{word}"],
                ["m"],
                f,
            )
            for word, u, f in zip(("x", "y"), (1.0 + 0j, 1j), part.path or ())
        ]

    # ---------------------------------------------------------------- forces
    def forces(self) -> Iterator[Force]:
        """All forces but gravity, those of elastic joints last."""
        for part in self.mechanism.forces.values():
            yield _FORCES[type(part)](self, part)
        for joint in self.mechanism.joints.values():
            if joint.elastic:
                yield from self._elastic(joint)

    def _elastic(self, part: Any) -> Iterator[Force]:
        """−k Φ − d Φ̇ along every direction that an elastic joint holds, in its parent's axes; a rod is a spring."""
        for row, link in self._held(part):
            turns = link.kind == "turn"
            k, d = (part.torsional_stiffness, part.torsional_damping) if turns else (part.stiffness, part.damping)
            free = self._rod(part).link.c if link.kind == "spring" else 0.0
            yield Force(part, link, d > 0, k, d, free, row=f"{part.name}.{row}")

    def _held(self, part: Any) -> Iterator[tuple[str, Link]]:
        if isinstance(part, joints.Rod):
            yield "length", self.two_points("spring", part)
            return
        both = {"x": 1.0 + 0j, "y": 1j}
        for word, u in both.items() if isinstance(part, joints.Revolute | joints.Fixed) else [("across", None)]:
            link = self.link("along", part)
            link.u = 1j * link.u if u is None else u
            yield word, link
        if isinstance(part, joints.Prismatic | joints.Fixed):
            drawn = self.angle(part.child) - self.angle(part.parent)
            yield "angle", Link("turn", self.number(part.parent), self.number(part.child), c=-drawn)

    def _spring(self, part: laws.Spring) -> Force:
        free = self.drawn_distance(part) if part.length is None else part.length
        active = part.force != ZERO
        return Force(
            part,
            self.two_points("spring", part),
            part.damping > 0 or active,
            part.stiffness,
            part.damping,
            free,
            function=part.force,
        )

    def _torsional(self, part: laws.TorsionalSpring) -> Force:
        link = self.joint_coordinate(part.joint)
        free = self.mechanism.joints[part.joint].reference if part.angle is None else part.angle
        return Force(part, link, part.damping > 0, part.stiffness, part.damping, free)

    def _torque(self, part: laws.Torque) -> Force:
        link = self.joint_coordinate(part.joint) if part.joint else self.body_angle(part.body)
        return Force(part, link, True, function=part.torque)

    def _joint_force(self, part: laws.JointForce) -> Force:
        return Force(part, self.joint_coordinate(part.joint), True, function=part.force)

    def _friction(self, part: laws.Friction) -> Force:
        link = self.joint_coordinate(part.joint)
        return Force(part, link, True, damping=part.viscous, coulomb=part.coulomb, smoothing=part.smoothing)

    def _point_force(self, part: laws.PointForce) -> Force:
        where = {part.body: (0.0, 0.0)} if part.at is None else part.at
        link = Link("point", self.number(GROUND), self.number(part.body), s_j=self.point(where, part.body, part))
        fx, fy = part.force
        return Force(part, link, True, function=fx, function_2=fy, body_axes=part.axes == "body")

    def _written_force(self, part: laws.UserForce) -> Force:
        from snodo.formulations.parts.user_parts import force_of

        written = force_of(part)
        numbers = [self.number(b) for b in part.bodies]
        return Force(part, Link(f"{written.kind}_force", numbers[0], numbers[0]), True, bodies=numbers, written=written)


_CONSTRAINTS: dict[type, Callable[[Describer, Any], Constraint | list[Constraint]]] = {
    joints.Revolute: Describer._revolute,
    joints.Prismatic: Describer._prismatic,
    joints.Fixed: Describer._fixed,
    joints.PinInSlot: Describer._slot,
    joints.Free: Describer._floating,
    joints.PlanarJoint: Describer._floating,
    joints.Rod: Describer._rod,
    relations.Gear: Describer._coupler,
    relations.RackAndPinion: Describer._coupler,
    relations.Coupler: Describer._coupler,
    relations.UserConstraint: Describer._written,
    Driver: Describer._driver,
}
_FORCES: dict[type, Callable[[Describer, Any], Force]] = {
    laws.Spring: Describer._spring,
    laws.TorsionalSpring: Describer._torsional,
    laws.Torque: Describer._torque,
    laws.JointForce: Describer._joint_force,
    laws.Friction: Describer._friction,
    laws.PointForce: Describer._point_force,
    laws.UserForce: Describer._written_force,
}
