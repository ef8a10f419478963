"""Joints: each connects a frame on the parent to a frame on the child; its coordinates move the child relative to the
parent.

A joint's coordinate is zero as drawn, unless `reference` gives its value there.  `at` is one place (a point, or world
coordinates as drawn) or one place on each body, {parent: [x, y], child: [x, y]} in their frames: the drawing may then
be rough, and assembly closes the joint.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from snodo.mechanism.measures import Combination, PartRows, across, along, distance
from snodo.mechanism.part import Part, Where, given, undefined
from snodo.mechanism.reader import Array, Reader, axes_along
from snodo.registry import JOINTS, Registered

SPEED_OF = {"x": "vx", "y": "vy", "z": "vz", "rx": "wx", "ry": "wy", "rz": "wz"}
"""Name of the velocity along or about each direction."""
QUANTITY = {
    **dict.fromkeys(("x", "y", "z", "displacement"), "length"),
    **dict.fromkeys(("angle", "first", "second", "rx", "ry", "rz"), "angle"),
    **dict.fromkeys(("e0", "e1", "e2", "e3"), "number"),
    **dict.fromkeys(("vx", "vy", "vz", "speed"), "speed"),
    **dict.fromkeys(("omega", "first_speed", "second_speed", "wx", "wy", "wz"), "angular_speed"),
}
"""Physical quantity of each coordinate and velocity of joints with several coordinates."""
_IN_PLANE = {"slides": ("x", "y"), "turns": ("rz",)}


@dataclass(kw_only=True)
class Connection(Part, Registered, registry=JOINTS):
    """A connection of two bodies, rigid or, with a stiffness, elastic (a bushing).

    An elastic joint has springs and dampers instead of constraint rows.  In every direction that a rigid joint would
    constrain, F = −stiffness Φ − damping Φ̇, where Φ is the displacement in that direction.  Rotations that are not free
    are resisted by a moment −torsional_stiffness θ, where θ is their angle; in space this is correct up to half a turn
    (a universal joint: a quarter).  A gap in the drawing is not a strain: assembly closes it as if the joint were
    rigid, and the run starts without force in the joint, unless an initial value requires one.
    """

    stiffness: float | None = given(
        "stiffness", "stiffness in the constrained directions [N/m], which makes it elastic; default: rigid", None
    )
    damping: float = given("damping", "damping of an elastic joint [N s/m]", 0.0)
    torsional_stiffness: float | None = given(
        "torsional_stiffness", "stiffness of an elastic joint about the constrained axes [N m/rad]", None
    )
    torsional_damping: float = given("torsional_damping", "damping of an elastic one about these axes [N m s/rad]", 0.0)

    closed: bool = given("flag", "whether it holds at the start; events open and close it", True)

    may_be_elastic: ClassVar[bool] = True
    needs_space: ClassVar[bool] = False
    """Whether it exists in three dimensions only."""
    noun: ClassVar[str] = ""
    """The usual engineering name, if it differs from the kind."""

    @property
    def elastic(self) -> bool:
        """Whether it has springs instead of constraint rows."""
        return self.stiffness is not None or self.torsional_stiffness is not None

    def holds(self, dimension: int) -> tuple[str, ...]:
        """What it constrains, at least in part: `slides` (translations), `turns` (rotations)."""
        return ("slides", "turns")

    @property
    def keeps_attitude(self) -> bool:
        """Whether the child cannot rotate relative to the parent at all."""
        return False

    def rows(self, reader: Reader) -> PartRows:
        """Its constraint rows: measures between its bodies that must vanish."""
        raise undefined(self, "its rows", "rows(reader)")


@dataclass(kw_only=True)
class Joint(Connection, abstract=True):
    """Base class of joints with one place on each of two bodies.

    A joint that can carry a body in a tree declares the motion between its frames in `chain`, and names its coordinates
    and velocities in `freedoms` and `speeds`.  Any other joint sets `carries = False` and defines its constraints in
    `rows`.
    """

    parent: str = given("body", "the body it is fixed to")
    child: str = given("body", "the body it carries")
    at: Where | None = given("point", "its position; default: the point with the name of the joint", None)

    primary: ClassVar[tuple[str, ...]] = ("parent", "child")
    coordinate: ClassVar[str] = ""
    """Name of its coordinate, if it has exactly one: angle [rad] or displacement [m]."""
    freedoms: ClassVar[tuple[str, ...]] = ()
    """Names of its coordinates, if it has several."""
    speeds: ClassVar[tuple[str, ...]] = ()
    """Names of its velocities, if it has several."""
    carries: ClassVar[bool] = True
    """Whether it can carry a body in a tree, with its own coordinates; if not, it always becomes constraint rows."""
    chain: ClassVar[tuple[str, ...] | None] = None
    """Motion between its frames, whose z is along `axis` if there is one: translations x, y, z and rotations rx, ry,
    rz, one after the other, each in the axes moved by the previous ones."""

    def words(self, dimension: int) -> dict[str, str]:
        """Names of its coordinates and velocities in a mechanism of this dimension, each with its quantity."""
        if self.coordinate == "angle":
            return {"angle": "angle", "speed": "angular_speed"}
        if self.coordinate == "displacement":
            return {"displacement": "length", "speed": "speed"}
        return {word: QUANTITY[word] for word in (*self.freedoms, *self.speeds)}

    def holds(self, dimension: int) -> tuple[str, ...]:
        """What its chain constrains."""
        if self.chain is None:
            return ("slides", "turns")
        free = {"slides": ("x", "y", "z"), "turns": ("rx", "ry", "rz")} if dimension == 3 else _IN_PLANE
        return tuple(word for word, those in free.items() if not set(those) <= set(self.chain))

    @property
    def keeps_attitude(self) -> bool:
        """Whether the child cannot rotate relative to the parent at all."""
        return self.chain is not None and not any(word.startswith("r") for word in self.chain)

    def rows(self, reader: Reader) -> PartRows:
        """The rows that constrain its frames."""
        return reader.rows_between_frames(self)


@dataclass(kw_only=True)
class Revolute(Joint):
    """The child rotates about a point of the parent (about an axis in 3-D)."""

    axis: Any = given("direction", "axis of rotation (3-D only)", None)
    reference: float = given("angle", "value of the joint angle as drawn [rad]", 0.0)

    kind: ClassVar[str] = "revolute"
    noun: ClassVar[str] = "hinge"
    coordinate: ClassVar[str] = "angle"

    def holds(self, dimension: int) -> tuple[str, ...]:
        """Translations; in space also the other two rotations."""
        return ("slides", "turns") if dimension == 3 else ("slides",)


@dataclass(kw_only=True)
class Prismatic(Joint):
    """The child slides along an axis of the parent without rotating."""

    axis: Any = given("direction", "axis of sliding: a vector, an angle, or two points; fixed in the parent")
    reference: float = given("length", "value of the displacement as drawn [m]", 0.0)

    kind: ClassVar[str] = "prismatic"
    noun: ClassVar[str] = "slider"
    coordinate: ClassVar[str] = "displacement"

    @property
    def keeps_attitude(self) -> bool:
        """True: it only slides."""
        return True


@dataclass(kw_only=True)
class Fixed(Joint):
    """The child is welded to the parent."""

    kind: ClassVar[str] = "fixed"
    noun: ClassVar[str] = "weld"
    chain: ClassVar[tuple[str, ...] | None] = ()


@dataclass(kw_only=True)
class PinInSlot(Joint):
    """A pin on the child slides in a straight slot of the parent and may rotate in it."""

    axis: Any = given("direction", "direction of the slot, fixed in the parent")
    reference: float = given("length", "value of the displacement along the slot as drawn [m]", 0.0)

    kind: ClassVar[str] = "pin_in_slot"
    noun: ClassVar[str] = "slot"
    coordinate: ClassVar[str] = "displacement"
    carries: ClassVar[bool] = False

    def holds(self, dimension: int) -> tuple[str, ...]:
        """No turns."""
        return ("slides",)

    def rows(self, reader: Reader) -> PartRows:
        """The pin stays on the line of the slot: one row across it in the plane, two in space."""
        s_i, s_j = reader.places(self)
        e = reader.direction(self, self.axis)
        return PartRows.of(self, {word: along(self, s_i, s_j, n) for word, n in reader.across(e).items()})


@dataclass(kw_only=True)
class Rod(Connection):
    """A massless rod of constant length with a pin at each end."""

    parent: str = given("body", "the body at its first end")
    child: str = given("body", "the body at its second end")
    start: Where = given("point", "its end on the parent", yaml="from")
    end: Where = given("point", "its end on the child", yaml="to")
    length: float | None = given("length", "its length [m]; default: the distance as drawn", None)

    kind: ClassVar[str] = "rod"
    primary: ClassVar[tuple[str, ...]] = ("parent", "child")
    coordinate: ClassVar[str] = ""

    def holds(self, dimension: int) -> tuple[str, ...]:
        """Translations: its length."""
        return ("slides",)

    def rows(self, reader: Reader) -> PartRows:
        """(d·d − l²)/2l = 0: the gradient is a unit vector, so λ is the force in the rod."""
        s_i, s_j = reader.ends(self)
        return PartRows.of(self, {"length": distance(self, s_i, s_j, self.full_length(reader))})

    def full_length(self, reader: Reader) -> float:
        """Its length [m], given or as drawn."""
        return float(np.linalg.norm(reader.drawn(self, *reader.ends(self)))) if self.length is None else self.length


@dataclass(kw_only=True)
class RevoluteSpherical(Rod):
    """A massless rod that rotates about an axis of the parent and ends in a ball on the child."""

    axis: Any = given("direction", "axis of rotation on the parent; the rod keeps its angle with it as drawn")

    kind: ClassVar[str] = "revolute_spherical"
    may_be_elastic: ClassVar[bool] = False
    needs_space: ClassVar[bool] = True

    def rows(self, reader: Reader) -> PartRows:
        """The length of the rod, and the height of its ball above the plane in which it rotates."""
        s_i, s_j = reader.ends(self)
        e = reader.direction(self, self.axis)
        height = float(reader.geometry.pose(self.parent).A @ e @ reader.drawn(self, s_i, s_j))
        held = Combination([(1.0, along(self, s_i, s_j, e))], -height)
        return PartRows.of(self, {"length": distance(self, s_i, s_j, self.full_length(reader)), "height": held})


@dataclass(kw_only=True)
class PointInPlane(Joint):
    """A point of the child stays in a plane of the parent."""

    axis: Any = given("direction", "normal of the plane, fixed in the parent")

    kind: ClassVar[str] = "point_in_plane"
    carries: ClassVar[bool] = False
    needs_space: ClassVar[bool] = True

    def holds(self, dimension: int) -> tuple[str, ...]:
        """No turns."""
        return ("slides",)

    def rows(self, reader: Reader) -> PartRows:
        """The height of the point above the plane."""
        s_i, s_j = reader.places(self)
        return PartRows.of(self, {"height": along(self, s_i, s_j, reader.direction(self, self.axis))})


@dataclass(kw_only=True)
class ConstantVelocity(Joint):
    """Two shafts that meet in a point and rotate at the same speed at any angle between them: a homokinetic joint."""

    axis: Any = given("direction", "the shaft of the parent")
    second: Any = given("direction", "the shaft of the child; default: in line with that of the parent", None)

    kind: ClassVar[str] = "constant_velocity"
    carries: ClassVar[bool] = False
    may_be_elastic: ClassVar[bool] = False
    needs_space: ClassVar[bool] = True

    def rows(self, reader: Reader) -> PartRows:
        """A ball joint, and no twist: x_j·y_i = y_j·x_i, with z along both shafts and x, y swung from one to the other.

        That is 4 e0 e3 = 0 for the Euler parameters of the child's frame in the parent's: the axis of the relative
        rotation stays perpendicular to the bisector of the shafts, and they rotate at the same speed.
        """
        s_i, s_j = reader.places(self)
        A, B = self._swung(reader)
        twist = [(0.5, across(self, A[:, 1], B[:, 0])), (-0.5, across(self, A[:, 0], B[:, 1]))]
        point = {word: along(self, s_i, s_j, n) for word, n in zip("xyz", A.T)}
        return PartRows.of(self, {**point, "twist": Combination(twist, unit="rad")})

    def _swung(self, reader: Reader) -> tuple[Array, Array]:
        """Axes with z along the shafts, in the axes of parent and child; x is the axis of the angle between them."""
        a, b = (reader.geometry.pose(body).A for body in (self.parent, self.child))
        first = a @ reader.direction(self, self.axis)
        second = first if self.second is None else b @ reader.direction(self, self.second, self.child)
        bend = np.cross(first, second)
        straight = axes_along(first, bend if np.linalg.norm(bend) > 1e-9 else None)
        return a.T @ straight, b.T @ axes_along(second, straight[:, 0])


@dataclass(kw_only=True)
class Cylindrical(Joint):
    """The child slides along an axis of the parent and rotates about it."""

    axis: Any = given("direction", "axis of sliding and rotation")

    kind: ClassVar[str] = "cylindrical"
    noun: ClassVar[str] = "cylindrical joint"
    chain: ClassVar[tuple[str, ...] | None] = ("z", "rz")
    needs_space: ClassVar[bool] = True
    freedoms: ClassVar[tuple[str, ...]] = ("displacement", "angle")
    speeds: ClassVar[tuple[str, ...]] = ("speed", "omega")


@dataclass(kw_only=True)
class Helical(Joint):
    """The child rotates about an axis of the parent and advances along it: a screw."""

    axis: Any = given("direction", "axis of the screw")
    pitch: float = given("length", "advance per turn [m]; negative for a left-hand thread")
    reference: float = given("angle", "value of the joint angle as drawn [rad]", 0.0)

    kind: ClassVar[str] = "helical"
    noun: ClassVar[str] = "screw"
    needs_space: ClassVar[bool] = True
    coordinate: ClassVar[str] = "angle"
    may_be_elastic: ClassVar[bool] = False


@dataclass(kw_only=True)
class Universal(Joint):
    """A cross with two axes: the first on the parent, the second, perpendicular to it, on the child."""

    axis: Any = given("direction", "first axis, on the parent")
    second: Any = given("direction", "second axis, on the child; perpendicular to the first as drawn")

    kind: ClassVar[str] = "universal"
    noun: ClassVar[str] = "universal joint"
    needs_space: ClassVar[bool] = True
    freedoms: ClassVar[tuple[str, ...]] = ("first", "second")
    speeds: ClassVar[tuple[str, ...]] = ("first_speed", "second_speed")


@dataclass(kw_only=True)
class Spherical(Joint):
    """The child rotates freely about a point of the parent."""

    kind: ClassVar[str] = "spherical"
    noun: ClassVar[str] = "ball joint"
    needs_space: ClassVar[bool] = True
    freedoms: ClassVar[tuple[str, ...]] = ("e0", "e1", "e2", "e3")
    speeds: ClassVar[tuple[str, ...]] = ("wx", "wy", "wz")

    def holds(self, dimension: int) -> tuple[str, ...]:
        """No turns."""
        return ("slides",)


@dataclass(kw_only=True)
class PlanarJoint(Joint):
    """The child slides on a plane of the parent and rotates about its normal."""

    axis: Any = given("direction", "normal of the plane (3-D only)", None)

    kind: ClassVar[str] = "planar"
    noun: ClassVar[str] = "planar joint"
    chain: ClassVar[tuple[str, ...] | None] = ("x", "y", "rz")
    freedoms: ClassVar[tuple[str, ...]] = ("x", "y", "angle")
    speeds: ClassVar[tuple[str, ...]] = ("vx", "vy", "omega")


@dataclass(kw_only=True)
class Oldham(Joint):
    """The child moves across an axis of the parent and rotates with it: an Oldham coupling of two parallel shafts."""

    axis: Any = given("direction", "axis of the shafts (3-D only)", None)

    kind: ClassVar[str] = "oldham"
    noun: ClassVar[str] = "Oldham coupling"
    chain: ClassVar[tuple[str, ...] | None] = ("x", "y")
    freedoms: ClassVar[tuple[str, ...]] = ("x", "y")
    speeds: ClassVar[tuple[str, ...]] = ("vx", "vy")


@dataclass(kw_only=True)
class Free(Joint):
    """The child moves freely relative to the parent: a floating base."""

    kind: ClassVar[str] = "free"
    without: ClassVar[tuple[str, ...]] = ("closed",)
    freedoms: ClassVar[tuple[str, ...]] = ("x", "y", "z", "e0", "e1", "e2", "e3")
    speeds: ClassVar[tuple[str, ...]] = ("vx", "vy", "vz", "wx", "wy", "wz")

    def holds(self, dimension: int) -> tuple[str, ...]:
        """Nothing."""
        return ()

    def words(self, dimension: int) -> dict[str, str]:
        """In the plane: x, y and an angle."""
        return (
            super().words(dimension)
            if dimension == 3
            else {w: QUANTITY[w] for w in (*PlanarJoint.freedoms, *PlanarJoint.speeds)}
        )


@dataclass(kw_only=True)
class Selection(Joint):
    """Any of the six directions, in the order given: translations x, y, z and rotations about these axes, rx, ry, rz.

    The directions form a chain: each is in the axes moved by the previous ones.
    """

    directions: tuple[str, ...] = given("names", "the free directions, such as [x, rz]")

    kind: ClassVar[str] = "selection"
    noun: ClassVar[str] = "support"
    needs_space: ClassVar[bool] = True

    def holds(self, dimension: int) -> tuple[str, ...]:
        """The directions that are not free."""
        free = {"slides": {"x", "y", "z"}, "turns": {"rx", "ry", "rz"}}
        return tuple(word for word, those in free.items() if not those <= set(self.directions))

    @property
    def keeps_attitude(self) -> bool:
        """Whether none of its directions is a rotation."""
        return not any(word.startswith("r") for word in self.directions)

    def words(self, dimension: int) -> dict[str, str]:
        """The directions themselves, with vx, vy, vz, wx, wy, wz for their velocities."""
        return {word: QUANTITY[word] for word in (*self.directions, *(SPEED_OF[d] for d in self.directions))}
