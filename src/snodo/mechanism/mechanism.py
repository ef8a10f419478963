"""The mechanism: only the description by the user, no equations."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from typing import Any

from snodo.errors import MechanismError, Problem, suggestion, user_line
from snodo.math.units import UnitError, quantity
from snodo.mechanism import body as bodies
from snodo.mechanism import constraints, forces, joints
from snodo.mechanism.adding.adding import SomePart
from snodo.mechanism.adding.attaching import AddsAttachments
from snodo.mechanism.adding.bodies import AddsBodies
from snodo.mechanism.adding.constraints import AddsConstraints
from snodo.mechanism.adding.contacts import AddsContacts
from snodo.mechanism.adding.elements import AddsElements
from snodo.mechanism.adding.forces import AddsForces
from snodo.mechanism.adding.joints import AddsJoints
from snodo.mechanism.adding.laws import AddsLaws
from snodo.mechanism.adding.modes import AddsModes
from snodo.mechanism.adding.parameters import AddsParameters
from snodo.mechanism.adding.places import AddsPlaces
from snodo.mechanism.adding.shaped_bodies import AddsShapedBodies
from snodo.mechanism.adding.spatial_joints import AddsSpatialJoints
from snodo.mechanism.adding.states import AddsStates
from snodo.mechanism.adding.tables import AddsTables
from snodo.mechanism.contacts import Contact
from snodo.mechanism.controllers import Controller
from snodo.mechanism.drivers import Driver
from snodo.mechanism.events import Event
from snodo.mechanism.frame import Frame
from snodo.mechanism.geometry import Geometry
from snodo.mechanism.input_types import Vector
from snodo.mechanism.limits import Limits
from snodo.mechanism.parameters import Parameter
from snodo.mechanism.part import GROUND, Part, coordinates
from snodo.mechanism.run_settings import RunSettings
from snodo.mechanism.states import Signal, State
from snodo.mechanism.sweep_settings import SweepSettings
from snodo.mechanism.tables import NamedTable
from snodo.mechanism.visual import Visual
from snodo.mechanism.written import Written

PART_SECTIONS: tuple[str, ...] = ("bodies", "frames", "joints", "constraints", "forces", "drivers", "contacts")
PART_SECTIONS += ("events", "states", "signals", "controllers", "tables")
"""The tables of a mechanism that hold its parts, by name."""


class Mechanism(
    AddsParameters,
    AddsAttachments,
    AddsPlaces,
    AddsBodies,
    AddsShapedBodies,
    AddsJoints,
    AddsSpatialJoints,
    AddsConstraints,
    AddsForces,
    AddsElements,
    AddsContacts,
    AddsModes,
    AddsStates,
    AddsTables,
    AddsLaws,
):
    """Bodies, joints, constraints, forces and drivers, each with a unique name.

    Build it with the methods below (`bar`, `revolute`, `spring`, …) or read it from a file with `sn.load`.
    Mistakes in one call are raised by that call; mistakes between parts are reported all at once by `check`, which
    every analysis calls first.

    Parameters
    ----------
    name : str, optional
        Name of the mechanism.
    dimension : {2, 3}, optional
        Whether it is planar or spatial.
    gravity : sequence of quantities, optional
        Gravity in world axes [m/s²]; by default none.

    Raises
    ------
    MechanismError
        If the dimension is neither 2 nor 3, or gravity is not a vector.

    Examples
    --------
    >>> m = sn.Mechanism("pendulum", gravity=(0, -9.81))
    >>> m.add_points(A=(0, 0), B=(1, 0))
    >>> arm = m.bar("arm", "A", "B", mass=1.0)
    >>> joint = m.revolute("A", "ground", "arm")
    >>> m.initial["A.angle"] = "30 deg"
    >>> print(m)
    mechanism 'pendulum': 2-D, gravity (0, -9.81) m/s²
    points
      A            (0, 0) m
      B            (1, 0) m
    bodies
      arm          bar              mass 1 kg, (A, B)
    joints
      A            revolute         ground, arm
    initial
      A.angle      30 deg
    """

    def __init__(self, name: str = "mechanism", *, dimension: int = 2, gravity: Vector | None = None) -> None:
        if dimension not in (2, 3):
            raise MechanismError(
                Problem(f"dimension: {dimension!r} is neither 2 nor 3", "a mechanism is planar (2) or spatial (3)")
            )
        self.name = str(name)
        self.description = ""
        self.dimension = int(dimension)
        self.gravity: tuple[float, ...] = _gravity(gravity, dimension)
        self.parameters: dict[str, Parameter] = {}
        self.expressions: dict[tuple[str, str], Written] = {}
        """Points, limits and gravity that were written as formulas of parameters, by section and name."""
        self.attachments: dict[str, Any] = {}
        """Parts used again, by prefix."""
        self.source = ""
        """The file that it was read from, if any."""
        self.points: dict[str, tuple[float, ...]] = {}
        self.bodies: dict[str, bodies.Body] = {}
        self.frames: dict[str, Frame] = {}
        self.joints: dict[str, Any] = {}
        self.constraints: dict[str, Any] = {}
        self.forces: dict[str, Any] = {}
        self.drivers: dict[str, Driver] = {}
        self.contacts: dict[str, Contact] = {}
        self.events: dict[str, Event] = {}
        self.states: dict[str, State] = {}
        self.signals: dict[str, Signal] = {}
        self.controllers: dict[str, Controller] = {}
        self.tables: dict[str, NamedTable] = {}
        self.initial: dict[str, Any] = {}
        self.initial_guess: dict[str, Any] = {}
        """Positions near which the search for a closed start begins; they select the branch."""
        self.limits: dict[str, Limits] = {}
        """Limits of joints, in SI units: data, unless they act as stops (see `Limits` and the method `limit`)."""
        self.visuals: dict[str, list[Visual]] = {}
        """Shapes for pictures, by body, from a robot's file."""
        self.folders: list[str] = []
        """Folders of the files that it was read from, where the meshes of pictures are looked for."""
        self.run = RunSettings(name="run")
        self.sweep = SweepSettings()
        self.where = user_line()
        self.point_lines: dict[str, str] = {}
        self.initial_lines: dict[str, str] = {}
        self.guess_lines: dict[str, str] = {}
        self.limit_lines: dict[str, str] = {}

    # ---------------------------------------------------------------- all parts
    def add(self, part: SomePart) -> SomePart:
        """Add a part made elsewhere.

        Parameters
        ----------
        part : Part
            A body, frame, joint, constraint, force, driver, contact, event or table; its name must be new.

        Returns
        -------
        Part
            The same part.

        Raises
        ------
        MechanismError
            If the name is taken, or the object is not a part.

        Examples
        --------
        >>> from snodo.mechanism.joints import Revolute
        >>> joint = m.add(Revolute(name="B", parent="crank", child="rod"))
        """
        if isinstance(part, joints.Fixed) and self.attachments and self._mounted(part):
            return part
        section = self._section_of(part)
        if part.name == GROUND:
            raise MechanismError(
                Problem(f"{part.title}: 'ground' is the name of the fixed frame", "choose another name", part.where)
            )
        other = next((parts[part.name] for parts in self._sections() if part.name in parts), None)
        if other is not None:
            what = f"{part.title}: the name is taken by {other.title} ({other.where})"
            raise MechanismError(Problem(what, "names are unique: choose another", part.where))
        section[part.name] = part
        return part

    def _mounted(self, joint: joints.Fixed) -> bool:
        """Whether a fixed joint only says on which body a part used again stands."""
        from snodo.mechanism.attaching.attach import mount

        return mount(self, joint)

    def _section_of(self, part: Part) -> dict[str, Any]:
        for classes, section in (
            ((bodies.Body,), self.bodies),
            ((Frame,), self.frames),
            ((joints.Connection,), self.joints),
            ((constraints.Constraint,), self.constraints),
            ((forces.Force,), self.forces),
            ((Driver,), self.drivers),
            ((Contact,), self.contacts),
            ((Event,), self.events),
            ((State,), self.states),
            ((Signal,), self.signals),
            ((Controller,), self.controllers),
            ((NamedTable,), self.tables),
        ):
            if isinstance(part, classes):
                return section
        raise MechanismError(f"{part!r} is not a part of a mechanism")

    def parts(self) -> Iterator[Part]:
        """Iterate over all parts, bodies first.

        Returns
        -------
        iterator of Part
            Bodies, frames, joints, constraints, forces, drivers, contacts, events and tables.

        Examples
        --------
        >>> [part.name for part in m.parts()][:2]
        ['crank', 'rod']
        """
        for section in self._sections():
            yield from section.values()

    def _sections(self) -> tuple[dict[str, Any], ...]:
        return tuple(getattr(self, section) for section in PART_SECTIONS)

    def copy(self) -> Mechanism:
        """Copy the mechanism; parts of the copy can be changed, added and removed without changing this one.

        Returns
        -------
        Mechanism
            The copy.

        Examples
        --------
        >>> heavier = m.copy()
        >>> heavier.bodies["crank"].mass = 5.0
        """
        other = copy.copy(self)
        tables = ("parameters", "expressions", "attachments", "points", "initial", "initial_guess", "limits")
        for word in (*tables, "point_lines", "initial_lines", "guess_lines", "limit_lines"):
            setattr(other, word, dict(getattr(self, word)))
        for word in PART_SECTIONS:
            setattr(other, word, {name: copy.copy(part) for name, part in getattr(self, word).items()})
        other.visuals = {body: list(pieces) for body, pieces in self.visuals.items()}
        other.folders = list(self.folders)
        other.run = copy.copy(self.run)
        return other

    def __getitem__(self, name: str) -> Any:
        for part in self.parts():
            if part.name == name:
                return part
        raise MechanismError(
            Problem(f"mechanism {self.name!r} has no part {name!r}", suggestion(name, [p.name for p in self.parts()]))
        )

    # ---------------------------------------------------------------- meaning
    def geometry(self) -> Geometry:
        """Compute the geometry as drawn.

        Returns
        -------
        Geometry
            Poses of bodies and frames, positions of joints [m].

        Raises
        ------
        MechanismError
            If a place cannot be resolved.

        Examples
        --------
        >>> list(m.geometry().bodies)
        ['crank', 'rod']
        """
        return Geometry(self)

    def check(self) -> Geometry:
        """Check the description.

        Returns
        -------
        Geometry
            The geometry as drawn, if there are no mistakes.

        Raises
        ------
        MechanismError
            With all mistakes at once, each with its remedy and the user's line.

        Examples
        --------
        >>> geometry = m.check()
        """
        from snodo.mechanism.checks.check import problems_of

        geometry, problems = problems_of(self)
        if problems:
            raise MechanismError(problems)
        return geometry

    def coordinate(self, name: str) -> tuple[Part, str, str]:
        """Look up a coordinate or speed by its name.

        Parameters
        ----------
        name : str
            Such as `crank.angle` or `A.speed`.

        Returns
        -------
        tuple
            The part, the name within it, and its quantity (`angle`, `length`, `speed`, …).

        Raises
        ------
        MechanismError
            If there is no such coordinate; the message suggests the nearest names.

        Examples
        --------
        >>> m.coordinate("A.speed")[1:]
        ('speed', 'angular_speed')
        """
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
        """Names to suggest instead of one that a body or joint does not have."""
        own = [f"{part.name}.{w}" for w in self._words(part)]
        if own:
            return suggestion(word, own)
        body = part.child if part.child in self.bodies else part.parent
        around = ", ".join(self.names_around(body)[:8])
        return f"it has no coordinates; name those of a body, as in {body}.x" + (
            f", or of a joint: {around}" * bool(around)
        )

    def names_around(self, body: str) -> list[str]:
        """List the coordinates and velocities of all joints of a body.

        Parameters
        ----------
        body : str
            The body.

        Returns
        -------
        list of str
            Such as `A.angle`, `A.speed`.

        Examples
        --------
        >>> m.names_around("crank")
        ['A.angle', 'A.speed']
        """
        around = [joint for joint in self.joints.values() if body in (joint.parent, joint.child)]
        return [f"{joint.name}.{word}" for joint in around for word in self._words(joint)]

    def _words(self, part: Any) -> dict[str, str]:
        """Names of a body's or joint's coordinates and velocities, each with its quantity."""
        if isinstance(part, bodies.Body):
            return _PLANE_WORDS if self.dimension == 2 else _SPACE_WORDS
        return part.words(self.dimension) if isinstance(part, joints.Joint) else {}

    def initial_values(self) -> dict[str, float]:
        """Convert the initial conditions to SI units.

        Returns
        -------
        dict
            The given value of each coordinate and speed.

        Raises
        ------
        MechanismError
            If there are mistakes; the message lists all of them.

        Examples
        --------
        >>> m.initial["A.speed"] = "60 rpm"
        >>> m.initial_values()
        {'A.speed': 6.283185307179586}
        """
        return self._in_si_units("initial", self.initial, self.initial_lines)

    def guess_values(self) -> dict[str, float]:
        """Convert the guesses for the start to SI units.

        Returns
        -------
        dict
            The given value of each coordinate.

        Raises
        ------
        MechanismError
            If there are mistakes; the message lists all of them.

        Examples
        --------
        >>> m.initial_guess["A.angle"] = "90 deg"
        >>> m.guess_values()
        {'A.angle': 1.5707963267948966}
        """
        return self._in_si_units("initial_guess", self.initial_guess, self.guess_lines)

    def _in_si_units(self, section: str, given: Mapping[str, Any], lines: Mapping[str, str]) -> dict[str, float]:
        values, problems = {}, []
        for name, value in given.items():
            if name in self.states:
                continue  # `formulations/parts/numbers.py` reads them
            line = lines.get(name, "")
            try:
                with self._knowing():
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

    def _repr_html_(self) -> str:
        from snodo.mechanism.printing import as_html

        return as_html(self)


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
