"""The mechanism: what the user describes, and nothing else.  No equations here."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from snodo.errors import MechanismError, Problem, suggestion, user_line
from snodo.math.units import SI_UNIT, UnitError, quantity
from snodo.mechanism import body as bodies
from snodo.mechanism import constraints, forces, joints
from snodo.mechanism import velocity_constraints as on_velocities
from snodo.mechanism.drivers import Driver
from snodo.mechanism.frame import Frame
from snodo.mechanism.geometry import Geometry
from snodo.mechanism.limits import Limits
from snodo.mechanism.part import GROUND, Part, coordinates, given
from snodo.mechanism.visual import Visual


@dataclass(kw_only=True)
class RunSettings(Part):
    """How long to run and how, when the user does not say otherwise."""

    duration: float | None = given("time", "how long to simulate [s]", None)
    output: float | None = given("time", "time between two rows of the result [s]", None)
    formulation: str | None = given(
        "registered:formulation", "coordinates; if left out, planar in the plane and tree in space", None
    )
    method: str | None = given("registered:method", "how the constraints are kept", None)
    integrator: str | None = given("registered:integrator", "how the steps in time are made", None)
    tolerance: float | None = given("number", "relative tolerance of the integrator", None)
    step: float | None = given("time", "step of a fixed-step integrator [s]", None)
    first_step: float | None = given("time", "first step of an integrator that chooses its steps [s]", None)
    max_step: float | None = given("time", "longest step of an integrator that chooses its steps [s]", None)
    max_steps: float | None = given("number", "most steps of a run; if left out, 10 million", None)
    error_bars: bool | None = given(
        "flag", "whether a twin run estimates the error; if left out, where that is cheap", None
    )
    cut: tuple[str, ...] = given("names", "joints to be cut in the tree formulation; if left out, chosen", ())

    kind: ClassVar[str] = "run"


class Mechanism:
    """Bodies, joints, constraints, forces and drivers, each with a unique name.

    Build it with the methods below (`bar`, `revolute`, `spring`, …) or read it from a file with `sn.load`.
    Mistakes in one call are raised by that call; mistakes between parts are raised all at once by `check`, which
    every analysis calls first.

    >>> m = Mechanism("pendulum", gravity=(0, -9.81))
    >>> m.add_points(A=(0, 0), B=(1, 0))
    >>> m.bar("arm", "A", "B", mass=1.0)
    >>> m.revolute("A", "ground", "arm")
    """

    def __init__(self, name: str = "mechanism", *, dimension: int = 2, gravity: Any = None) -> None:
        if dimension not in (2, 3):
            raise MechanismError(
                Problem(f"dimension: {dimension!r} is neither 2 nor 3", "a mechanism is planar (2) or spatial (3)")
            )
        self.name = str(name)
        self.description = ""
        self.dimension = int(dimension)
        self.gravity: tuple[float, ...] = _gravity(gravity, dimension)
        self.points: dict[str, tuple[float, ...]] = {}
        self.bodies: dict[str, bodies.Body] = {}
        self.frames: dict[str, Frame] = {}
        self.joints: dict[str, Any] = {}
        self.constraints: dict[str, Any] = {}
        self.forces: dict[str, Any] = {}
        self.drivers: dict[str, Driver] = {}
        self.initial: dict[str, Any] = {}
        self.initial_guess: dict[str, Any] = {}
        """Positions near which a closed start is searched for; they choose the branch."""
        self.limits: dict[str, Limits] = {}
        """What the joints of a robot are made for; data that does not act (see `Limits`)."""
        self.visuals: dict[str, list[Visual]] = {}
        """Pieces for viewing by body, from a robot's file."""
        self.run = RunSettings(name="run")
        self.where = user_line()
        self.point_lines: dict[str, str] = {}
        self.initial_lines: dict[str, str] = {}
        self.guess_lines: dict[str, str] = {}

    # ---------------------------------------------------------------- points and frames
    def add_points(self, **places: Any) -> None:
        """Named points, in world coordinates as drawn [m]: `m.add_points(A=(0, 0), B=(0.1, "150 mm"))`."""
        for name, place in places.items():
            self.point(name, *place)

    def point(self, name: str, *place: Any) -> None:
        """One named point, in world coordinates as drawn [m]: `m.point("A", 0, 0)`."""
        where = user_line()
        try:
            xyz = coordinates(place[0] if len(place) == 1 else place)
        except (UnitError, ValueError) as error:
            raise MechanismError(
                Problem(f"point {name!r}: {error}", "give its coordinates, as in A: [0, 0.1]", where)
            ) from None
        if name in self.points:
            raise MechanismError(
                Problem(f"point {name!r} is given twice", f"it was first given at {self.point_lines[name]}", where)
            )
        self.points[name] = xyz
        self.point_lines[name] = where

    def frame(self, name: str, on: str, at: Any, angle: Any = 0.0, axis: Any = None) -> Frame:
        """A named frame on body `on`; `at` a point, world coordinates as drawn [m], or {body: (x, y)} in its frame.

        `angle` [rad] is about z or `axis`, or a whole `Rotation`, frame to body.
        """
        return self.add(Frame(name=name, on=on, at=at, angle=angle, axis=axis))

    # ---------------------------------------------------------------- bodies
    def body(
        self, name: str, *, mass: Any, inertia: Any, com: Any = None, at: Any = None, angle: Any = 0.0, **more: Any
    ) -> bodies.Body:
        """A body by its mass [kg], centre of mass [m] and moment of inertia about it [kg m²], in its own frame.

        Here and in other bodies `angle` [rad] is about z or `axis`, or a whole `Rotation`, body to world as drawn.
        """
        return self.add(bodies.Body(name=name, mass=mass, inertia=inertia, com=com, at=at, angle=angle, **more))

    def bar(self, name: str, start: Any, end: Any, **more: Any) -> bodies.Bar:
        """A bar between two points; `mass` [kg], or `density` with `width` and `thickness` [m]."""
        return self.add(bodies.Bar(name=name, ends=(start, end), **more))

    def cylinder(self, name: str, start: Any, end: Any, radius: Any, **more: Any) -> bodies.Cylinder:
        """A round bar of the given radius [m] between two points; `mass` [kg] or `density`."""
        return self.add(bodies.Cylinder(name=name, ends=(start, end), radius=radius, **more))

    def disc(self, name: str, radius: Any, at: Any = None, **more: Any) -> bodies.Disc:
        """A disc of the given radius [m] about `at`; `mass` [kg], or `density` with `thickness`."""
        return self.add(bodies.Disc(name=name, radius=radius, at=at, **more))

    def box(self, name: str, size: Any, at: Any = None, **more: Any) -> bodies.Box:
        """A block with sides `size` [m] about `at`; `mass` [kg] or `density`."""
        return self.add(bodies.Box(name=name, size=size, at=at, **more))

    def sphere(self, name: str, radius: Any, at: Any = None, **more: Any) -> bodies.Sphere:
        """A ball of the given radius [m] about `at`; `mass` [kg] or `density`."""
        return self.add(bodies.Sphere(name=name, radius=radius, at=at, **more))

    def plate(self, name: str, *corners: Any, **more: Any) -> bodies.Plate:
        """A flat plate with the given corners; `mass` [kg], or `density` with `thickness`."""
        return self.add(bodies.Plate(name=name, outline=corners, **more))

    def mesh(self, name: str, file: Any, at: Any = None, **more: Any) -> bodies.Mesh:
        """What a closed mesh in an STL or OBJ file encloses, its origin at `at`; `mass` [kg] or `density`, `unit`."""
        return self.add(bodies.Mesh(name=name, file=file, at=at, **more))

    def particle(self, name: str, point: Any, mass: Any) -> bodies.Particle:
        """A point mass [kg] that has no size and does not turn."""
        return self.add(bodies.Particle(name=name, point=point, mass=mass))

    def composite(self, name: str, parts: Sequence[Any], **more: Any) -> bodies.Composite:
        """Several shapes in one body: `[{"disc": 0.05, "at": (0, 0), "mass": 1}, …]`."""
        return self.add(bodies.Composite(name=name, parts=list(parts), **more))

    # ---------------------------------------------------------------- joints
    def revolute(self, name: str, parent: str, child: str, at: Any = None, **more: Any) -> joints.Revolute:
        """The child turns about a point of the parent (about `axis` in 3-D)."""
        return self.add(joints.Revolute(name=name, parent=parent, child=child, at=at, **more))

    def prismatic(self, name: str, parent: str, child: str, axis: Any, at: Any = None, **more: Any) -> joints.Prismatic:
        """The child slides along `axis` of the parent without turning."""
        return self.add(joints.Prismatic(name=name, parent=parent, child=child, axis=axis, at=at, **more))

    def fixed(self, name: str, parent: str, child: str, at: Any = None, **more: Any) -> joints.Fixed:
        """The child is welded to the parent."""
        return self.add(joints.Fixed(name=name, parent=parent, child=child, at=at, **more))

    def pin_in_slot(
        self, name: str, parent: str, child: str, axis: Any, at: Any = None, **more: Any
    ) -> joints.PinInSlot:
        """A pin on the child slides in a straight slot of the parent, along `axis`, and may turn in it."""
        return self.add(joints.PinInSlot(name=name, parent=parent, child=child, axis=axis, at=at, **more))

    def rod(
        self, name: str, parent: str, child: str, start: Any, end: Any, length: Any = None, **more: Any
    ) -> joints.Rod:
        """A massless rod of constant length [m] from `start` on the parent to `end` on the child."""
        return self.add(joints.Rod(name=name, parent=parent, child=child, start=start, end=end, length=length, **more))

    def spherical(self, name: str, parent: str, child: str, at: Any = None, **more: Any) -> joints.Spherical:
        """The child turns freely about a point of the parent (3-D)."""
        return self.add(joints.Spherical(name=name, parent=parent, child=child, at=at, **more))

    def cylindrical(
        self, name: str, parent: str, child: str, axis: Any, at: Any = None, **more: Any
    ) -> joints.Cylindrical:
        """The child slides along `axis` of the parent and turns about it (3-D)."""
        return self.add(joints.Cylindrical(name=name, parent=parent, child=child, axis=axis, at=at, **more))

    def helical(
        self, name: str, parent: str, child: str, axis: Any, pitch: Any, at: Any = None, **more: Any
    ) -> joints.Helical:
        """A screw along `axis` that advances by `pitch` [m] in one turn (3-D)."""
        return self.add(joints.Helical(name=name, parent=parent, child=child, axis=axis, pitch=pitch, at=at, **more))

    def universal(
        self, name: str, parent: str, child: str, axis: Any, second: Any, at: Any = None, **more: Any
    ) -> joints.Universal:
        """A cross with the first `axis` on the parent and the `second`, at right angles to it, on the child (3-D)."""
        return self.add(
            joints.Universal(name=name, parent=parent, child=child, axis=axis, second=second, at=at, **more)
        )

    def planar(
        self, name: str, parent: str, child: str, at: Any = None, axis: Any = None, **more: Any
    ) -> joints.PlanarJoint:
        """The child slides on a plane of the parent, with the normal `axis` in 3-D, and turns in it."""
        return self.add(joints.PlanarJoint(name=name, parent=parent, child=child, at=at, axis=axis, **more))

    def free(self, name: str, parent: str, child: str, at: Any = None) -> joints.Free:
        """The child moves freely against the parent: a floating base."""
        return self.add(joints.Free(name=name, parent=parent, child=child, at=at))

    def selection(
        self, name: str, parent: str, child: str, directions: Sequence[str], at: Any = None, **more: Any
    ) -> joints.Selection:
        """Any of the six directions x, y, z, rx, ry, rz, as a chain in this order (3-D)."""
        directions = tuple(directions)
        return self.add(joints.Selection(name=name, parent=parent, child=child, directions=directions, at=at, **more))

    # ---------------------------------------------------------------- constraints
    def gear(self, name: str, first: str, second: str, teeth: Any, internal: bool = False) -> constraints.Gear:
        """Two wheels in mesh, by their revolute joints (with the carrier as common parent) and numbers of teeth."""
        return self.add(constraints.Gear(name=name, joints=(first, second), teeth=teeth, internal=internal))

    def rack_and_pinion(self, name: str, first: str, second: str, radius: Any) -> constraints.RackAndPinion:
        """A pinion (its revolute joint) on a rack (its prismatic joint, with the same parent); pitch radius [m]."""
        return self.add(constraints.RackAndPinion(name=name, joints=(first, second), radius=radius))

    def coupler(
        self, name: str, factors: Mapping[str, float], value: Any = None, follower: str = ""
    ) -> constraints.Coupler:
        """A linear relation between joint coordinates: Σ factor · coordinate = value (as drawn if left out).

        follower: the joint that gives way if it does not hold as drawn; if left out, all share.
        """
        return self.add(constraints.Coupler(name=name, factors=dict(factors), value=value, follower=follower))

    def constraint(
        self, name: str, bodies: Any, function: Callable[..., Any] | None = None, formula: Any = None
    ) -> constraints.UserConstraint:
        """The user's own Φ(t, q) = 0: a Python function of (t, q), or formulas (see `UserConstraint`)."""
        return self.add(constraints.UserConstraint(name=name, bodies=bodies, function=function, formula=formula))

    # ---------------------------------------------------------------- constraints on velocities
    def knife_edge(
        self, name: str, parent: str, child: str, axis: Any, at: Any = None, normal: Any = None
    ) -> on_velocities.KnifeEdge:
        """A blade of the child along `axis` that does not slip sideways on a surface of the parent (3-D: `normal`)."""
        edge = on_velocities.KnifeEdge(name=name, parent=parent, child=child, axis=axis, at=at, normal=normal)
        return self.add(edge)

    def rolling(
        self, name: str, parent: str, child: str, radius: Any, normal: Any = None, at: Any = None, **more: Any
    ) -> on_velocities.Rolling:
        """A wheel (3-D: with its `axis`) or ball of a radius [m] rolls on a plane of the parent (see `Rolling`)."""
        rolling = on_velocities.Rolling(
            name=name, parent=parent, child=child, radius=radius, normal=normal, at=at, **more
        )
        return self.add(rolling)

    def speed_coupler(self, name: str, factors: Mapping[str, float], value: Any = 0.0) -> on_velocities.SpeedCoupler:
        """A linear relation between speeds of joints and bodies: Σ factor · speed = value(t) (see `SpeedCoupler`)."""
        return self.add(on_velocities.SpeedCoupler(name=name, factors=dict(factors), value=value))

    def velocity_constraint(
        self, name: str, bodies: Any, function: Callable[..., Any] | None = None, formula: Any = None
    ) -> on_velocities.VelocityConstraint:
        """The user's own A(q) v − b(t) = 0: a function of (t, q, v), or formulas (see `VelocityConstraint`)."""
        written = on_velocities.VelocityConstraint(name=name, bodies=bodies, function=function, formula=formula)
        return self.add(written)

    # ---------------------------------------------------------------- forces
    def spring(self, name: str, parent: str, child: str, start: Any, end: Any, **more: Any) -> forces.Spring:
        """Spring, damper and actuator between points: `stiffness` [N/m], `damping` [N s/m], `length`, `force` [N]."""
        return self.add(forces.Spring(name=name, parent=parent, child=child, start=start, end=end, **more))

    def torsional_spring(self, name: str, joint: str, **more: Any) -> forces.TorsionalSpring:
        """Spring and damper on a revolute joint: `stiffness` [N m/rad], `damping` [N m s/rad], relaxed `angle`."""
        return self.add(forces.TorsionalSpring(name=name, joint=joint, **more))

    def point_force(self, name: str, body: str, force: Any, at: Any = None, axes: str = "world") -> forces.PointForce:
        """A force [N] at a point of a body; components are numbers or functions of time."""
        return self.add(forces.PointForce(name=name, body=body, force=force, at=at, axes=axes))

    def torque(
        self, name: str, torque: Any, *, body: str = "", joint: str = "", axis: Any = None, axes: str = "world"
    ) -> forces.Torque:
        """A torque [N m] on a body (in space about `axis`, or three components), or in a revolute joint."""
        return self.add(forces.Torque(name=name, torque=torque, body=body, joint=joint, axis=axis, axes=axes))

    def joint_force(self, name: str, force: Any, joint: str) -> forces.JointForce:
        """A force [N] along the axis of a prismatic joint (positive on its child)."""
        return self.add(forces.JointForce(name=name, force=force, joint=joint))

    def friction(self, name: str, joint: str, **more: Any) -> forces.Friction:
        """Friction in a joint: `viscous`, `coulomb` and `smoothing` (see `Friction`)."""
        return self.add(forces.Friction(name=name, joint=joint, **more))

    def force(
        self, name: str, bodies: Any, function: Callable[..., Any] | None = None, formula: Any = None
    ) -> forces.UserForce:
        """The user's own force law: a Python function of (t, q, v) or formulas (see `UserForce`)."""
        return self.add(forces.UserForce(name=name, bodies=bodies, function=function, formula=formula))

    # ---------------------------------------------------------------- drivers
    def driver(self, name: str, **more: Any) -> Driver:
        """An imposed motion: `joint=` or `body=`, and `speed=`, `angle=`, `displacement=` or `path=` (see `Driver`)."""
        return self.add(Driver(name=name, **more))

    # ---------------------------------------------------------------- all parts
    def add(self, part: Any) -> Any:
        """Add a part made elsewhere; its name must be new."""
        section = self._section_of(part)
        if part.name == GROUND:
            raise MechanismError(
                Problem(f"{part.title}: 'ground' is the name of the frame", "choose another name", part.where)
            )
        other = next((parts[part.name] for parts in self._sections() if part.name in parts), None)
        if other is not None:
            what = f"{part.title}: the name is taken by {other.title} ({other.where})"
            raise MechanismError(Problem(what, "names are unique: choose another", part.where))
        section[part.name] = part
        return part

    def _section_of(self, part: Part) -> dict[str, Any]:
        for classes, section in (
            ((bodies.Body,), self.bodies),
            ((Frame,), self.frames),
            (tuple(joints.JOINTS.values()), self.joints),
            (tuple(constraints.CONSTRAINTS.values()), self.constraints),
            (tuple(forces.FORCES.values()), self.forces),
            ((Driver,), self.drivers),
        ):
            if isinstance(part, classes):
                return section
        raise MechanismError(f"{part!r} is not a part of a mechanism")

    def parts(self) -> Iterator[Any]:
        """Every part, bodies first."""
        for section in self._sections():
            yield from section.values()

    def _sections(self) -> tuple[dict[str, Any], ...]:
        return (self.bodies, self.frames, self.joints, self.constraints, self.forces, self.drivers)

    def copy(self) -> Mechanism:
        """A copy whose parts can be changed, added and removed without touching this one."""
        other = copy.copy(self)
        for word in ("points", "initial", "initial_guess", "limits", "point_lines", "initial_lines", "guess_lines"):
            setattr(other, word, dict(getattr(self, word)))
        for word in ("bodies", "frames", "joints", "constraints", "forces", "drivers"):
            setattr(other, word, {name: copy.copy(part) for name, part in getattr(self, word).items()})
        other.visuals = {body: list(pieces) for body, pieces in self.visuals.items()}
        other.run = copy.copy(self.run)
        return other

    def __getitem__(self, name: str) -> Any:
        for part in self.parts():
            if part.name == name:
                return part
        raise MechanismError(
            Problem(f"mechanism {self.name!r} has no part {name!r}", suggestion(name, [p.name for p in self.parts()]))
        )

    # ---------------------------------------------------------------- what it means
    def geometry(self) -> Geometry:
        """Where everything is, as drawn."""
        return Geometry(self)

    def check(self) -> Geometry:
        """Find every mistake in the description and raise them all at once; returns the geometry if there are none."""
        from snodo.mechanism.checks.check import problems_of

        geometry, problems = problems_of(self)
        if problems:
            raise MechanismError(problems)
        return geometry

    def coordinate(self, name: str) -> tuple[Part, str, str]:
        """Part, word and quantity of a coordinate or speed such as `crank.angle` or `A.speed`."""
        part_name, _, word = name.partition(".")
        part = self.joints.get(part_name) or self.bodies.get(part_name)
        if part is None:
            remedy = suggestion(part_name, [*self.bodies, *self.joints])
            if part_name in self.frames:
                on = self.frames[part_name].on
                remedy = f"{part_name!r} is a frame: name coordinates of its body {on!r}, or of joints"
            raise MechanismError(Problem(f"{name!r}: there is no body or joint {part_name!r}", remedy))
        words = self._words(part)
        if word not in words:
            raise MechanismError(Problem(f"{name!r}: a {part.kind} has no {word!r}", self._instead(part, word)))
        return part, word, words[word]

    def _instead(self, part: Any, word: str) -> str:
        """Which names would work in place of a word that a body or joint has not."""
        own = [f"{part.name}.{w}" for w in self._words(part)]
        if own:
            return suggestion(word, own)
        body = part.child if part.child in self.bodies else part.parent
        around = ", ".join(self.names_around(body)[:8])
        return f"it has no coordinates; name those of a body, as in {body}.x" + (
            f", or of a joint: {around}" * bool(around)
        )

    def names_around(self, body: str) -> list[str]:
        """Names of the coordinates and velocities of all joints that a body has."""
        around = [joint for joint in self.joints.values() if body in (joint.parent, joint.child)]
        return [f"{joint.name}.{word}" for joint in around for word in self._words(joint)]

    def _words(self, part: Any) -> dict[str, str]:
        """Words of a body's or joint's coordinates and velocities, each with its quantity."""
        if isinstance(part, bodies.Body):
            return _PLANE_WORDS if self.dimension == 2 else _SPACE_WORDS
        return part.words(self.dimension) if isinstance(part, joints.Joint) else {}

    def initial_values(self) -> dict[str, float]:
        """The initial conditions in SI units; raises all mistakes in them at once."""
        return self._in_si_units("initial", self.initial, self.initial_lines)

    def guess_values(self) -> dict[str, float]:
        """The guesses for the start in SI units; raises all mistakes in them at once."""
        return self._in_si_units("initial_guess", self.initial_guess, self.guess_lines)

    def _in_si_units(self, section: str, given: Mapping[str, Any], lines: Mapping[str, str]) -> dict[str, float]:
        values, problems = {}, []
        for name, value in given.items():
            line = lines.get(name, "")
            try:
                values[name] = quantity(value, self.coordinate(name)[2])
            except UnitError as error:
                problems += [Problem(f"{section} {name}: {p.what}", p.remedy, line) for p in error.problems]
            except MechanismError as error:
                problems += [Problem(f"{section} {p.what}", p.remedy, line) for p in error.problems]
        if problems:
            raise MechanismError(problems)
        return values

    def __str__(self) -> str:
        from snodo.mechanism.printing import as_table

        return as_table(self)

    __repr__ = __str__


_PLANE_WORDS = {word: joints.QUANTITY[word] for word in ("x", "y", "angle", "vx", "vy", "omega")}
_SPACE_WORDS = {**_PLANE_WORDS, **{word: joints.QUANTITY[word] for word in joints.Free.freedoms + joints.Free.speeds}}
"""Of a body; in space also Euler parameters, and its angular velocity in world axes."""


def _gravity(value: Any, dimension: int) -> tuple[float, ...]:
    if value is None:
        return (0.0,) * dimension
    try:
        gravity = coordinates(value, "acceleration")
    except (UnitError, ValueError) as error:
        raise MechanismError(Problem(f"gravity: {error}", "write for example gravity: [0, -9.81]")) from None
    return gravity


__all__ = ["SI_UNIT", "Mechanism", "RunSettings"]
