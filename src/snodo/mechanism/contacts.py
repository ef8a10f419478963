"""Contacts: what may touch what, and how it rebounds, yields and rubs.  Only the description, no equations.

A contact watches the gap between a point, a sphere or the corners of a box of one body and a plane of another body or
of the ground, between two spheres, or between a point or roller and a curve.  It is rigid, and then has a
`restitution`, unless it has a `stiffness` or a `depth`: then it yields with the force of Hunt and Crossley,
k δⁿ (1 + d δ̇), where δ is the depth.

A contact names its own numbers; no materials are combined.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from snodo.errors import MechanismError, Problem
from snodo.mechanism.part import GROUND, Part, Where, given
from snodo.registry import CONTACTS, Registered

if TYPE_CHECKING:
    from snodo.mechanism.geometry import Geometry
    from snodo.mechanism.mechanism import Mechanism

Array = np.ndarray
BRISTLE = 1e-5
"""Default length by which compliant friction gives way before it slips [m]."""


@dataclass(kw_only=True)
class Contact(Part, Registered, registry=CONTACTS):
    """What may touch a plane, which is fixed to a body or to the ground."""

    body: str = given("body", "the body that touches")
    at: Where | None = given("point", "the point, or the centre; default: the origin of the body frame", None)
    radius: float = given("length", "radius of the sphere, in the plane of the disc [m]", 0.0)
    against: str = given("body", "the body with the plane", GROUND)
    plane_point: Where | None = given("point", "a point of the plane; default: the origin", None, yaml="through")
    normal: Any = given(
        "direction", "normal of the plane, towards the side that is free; default: against gravity", None
    )
    restitution: float = given("number", "speed after an impact divided by that before it, 0 … 1", 0.0)
    restitution_by: str = given(
        "word:energy|impulse|speed",
        "with friction, what restitution is about: energy (Stronge), impulse (Poisson) or speed (Newton)",
        "energy",
    )
    impacts: str = given(
        "word:in turn|together",
        "without friction, how it strikes when others touch in the same instant: handed on in turn, or shared",
        "in turn",
    )
    mu: float = given("number", "coefficient of sliding friction", 0.0)
    static: float | None = given("number", "coefficient of friction at rest; default: mu", None)
    stiffness: Any = given("either:stiffness|number", "k of a compliant contact [N/m]; default: rigid", None)
    exponent: float = given("number", "n of a compliant contact; 1.5 for spheres (Hertz)", 1.0)
    damping: float | None = given("inverse_speed", "d of a compliant contact [s/m], instead of restitution", None)
    depth: float | None = given("length", "greatest depth after an impact at at_speed [m], instead of stiffness", None)
    at_speed: float | None = given("speed", "impact speed at which restitution and depth are meant [m/s]", None)
    bristle: float = given("length", "way of compliant friction before it slips [m]", BRISTLE)

    noun: ClassVar[str] = ""
    """The usual engineering name, if it differs from the kind."""

    @property
    def title(self) -> str:
        """Its name in messages: `sphere contact 'heel'`."""
        return f"{self.kind.replace('_', ' ')} contact {self.name!r}"

    @property
    def rigid(self) -> bool:
        """Whether it does not yield."""
        return self.stiffness is None and self.depth is None

    def names(self, dimension: int) -> tuple[str, ...]:
        """Names of its places of contact: its own, or `name.1`, `name.2`, … if it has several."""
        return (self.name,)

    def places(self, geometry: Geometry) -> dict[str, Array]:
        """Its points or centres, by name, in the axes of its body [m]."""
        return {self.name: self._at(geometry)}

    def plane(self, geometry: Geometry, mechanism: Mechanism) -> tuple[Array, Array]:
        """A point of the plane [m] and its normal, in the axes of the body `against`."""
        where: Any = (0.0, 0.0, 0.0) if self.plane_point is None else self.plane_point
        if self.plane_point is None and self.against != GROUND:
            where = {self.against: (0.0, 0.0, 0.0)}
        normal = upward(mechanism.gravity) if self.normal is None else self.normal
        if normal is None:
            raise MechanismError(
                Problem(f"{self.title}: has no normal", "give normal: x, y, z or a vector", self.where)
            )
        return geometry.local(where, self.against, self), geometry.direction(normal, self.against, self)

    def _at(self, geometry: Geometry) -> Array:
        return np.zeros(3) if self.at is None else geometry.local(self.at, self.body, self)


@dataclass(kw_only=True)
class PointContact(Contact):
    """A point of a body against a plane."""

    kind: ClassVar[str] = "point"
    primary: ClassVar[tuple[str, ...]] = ("at",)
    without: ClassVar[tuple[str, ...]] = ("radius",)


@dataclass(kw_only=True)
class SphereContact(Contact):
    """A sphere on a body, in the plane a disc, against a plane."""

    kind: ClassVar[str] = "sphere"
    primary: ClassVar[tuple[str, ...]] = ("body",)


@dataclass(kw_only=True)
class SpheresContact(Contact):
    """Two spheres, in the plane two discs, on two bodies."""

    centres: tuple[Where, ...] | None = given("points", "the two centres; default: the origins of the bodies", None)
    radii: tuple[float, ...] = given("numbers:length", "the two radii [m]")

    kind: ClassVar[str] = "spheres"
    primary: ClassVar[tuple[str, ...]] = ("body", "against")
    without: ClassVar[tuple[str, ...]] = ("at", "radius", "plane_point", "normal")

    def places(self, geometry: Geometry) -> dict[str, Array]:
        """Its first centre, in the axes of its body [m]; `second_centre` gives the other."""
        first = None if self.centres is None else self.centres[0]
        return {self.name: np.zeros(3) if first is None else geometry.local(first, self.body, self)}

    def second_centre(self, geometry: Geometry) -> Array:
        """The centre on the body `against`, in its axes [m]."""
        return np.zeros(3) if self.centres is None else geometry.local(self.centres[1], self.against, self)


@dataclass(kw_only=True)
class CurveContact(Contact):
    """A point or a roller on a body against a curve on another one: a cam, a track, a hollow.

    The curve is a table of radii over the angle from x of its body, about a centre, or a spline through points.  It
    goes on straight beyond its ends if it is open.  In space it is in the plane of x and y of its body, the surface is
    straight along z, and a roller is a ball.
    """

    profile: str = given("table", "a table of radii [m] over the angle [rad] from x of the body `against`", "")
    points: tuple[Where, ...] = given("points", "points of the curve instead, in order", ())
    closed_curve: bool = given("flag", "whether a curve through points is closed", True)
    side: str = given(
        "word:outside|inside|left|right",
        "the free side: outside or inside of a closed curve, left or right of an open one; default: outside, or left",
        "",
    )
    centre: Where | None = given("point", "the centre of the radii; default: the origin of the body `against`", None)

    kind: ClassVar[str] = "curve"
    primary: ClassVar[tuple[str, ...]] = ("body",)
    without: ClassVar[tuple[str, ...]] = ("plane_point", "normal")


@dataclass(kw_only=True)
class BoxContact(Contact):
    """The corners of a box on a body, in the plane of a rectangle, against a plane.

    `at` is the centre of the box, and its edges are along the axes of the body.  Its corners are contacts of their own:
    `name.1` … `name.8`, in the plane `name.1` … `name.4`.
    """

    size: tuple[float, ...] = given("vector:length", "its edges along x, y and z of the body [m]")

    kind: ClassVar[str] = "box"
    primary: ClassVar[tuple[str, ...]] = ("body",)
    without: ClassVar[tuple[str, ...]] = ("radius",)

    def names(self, dimension: int) -> tuple[str, ...]:
        """One for each corner."""
        return tuple(f"{self.name}.{k + 1}" for k in range(2**dimension))

    def places(self, geometry: Geometry) -> dict[str, Array]:
        """Its corners; x changes its sign first, then y, then z: (−, −), (+, −), (−, +), (+, +)."""
        n, centre = geometry.dimension, self._at(geometry)
        half = np.array([*self.size, 0.0][:3]) / 2
        signs = [np.array([*reversed(signs), 0.0][:3]) for signs in product((-1.0, 1.0), repeat=n)]
        return {name: centre + sign * half for name, sign in zip(self.names(n), signs)}


@dataclass(kw_only=True)
class CylinderContact(Contact):
    """The edges of a cylinder or disc on a body in space, against a plane.

    `at` is the centre of the cylinder.  Its two edges are contacts of their own, `name.1` at the end against `axis` and
    `name.2`; a disc, without a length, has one.  An edge touches with its lowest point; it must not lie flat.
    """

    axis: Any = given("direction", "its axis, fixed in the body")
    length: float = given("length", "its length [m]; default: a thin disc with one edge", 0.0)

    kind: ClassVar[str] = "cylinder"
    needs_space: ClassVar[bool] = True
    primary: ClassVar[tuple[str, ...]] = ("body",)

    def names(self, dimension: int) -> tuple[str, ...]:
        """One for each edge."""
        return (f"{self.name}.1", f"{self.name}.2") if self.length else (self.name,)

    def places(self, geometry: Geometry) -> dict[str, Array]:
        """The centres of its edges."""
        half = 0.5 * self.length * self.along(geometry)
        ends = (-half, half) if self.length else (half,)
        return {name: self._at(geometry) + end for name, end in zip(self.names(3), ends)}

    def along(self, geometry: Geometry) -> Array:
        """Its axis, in the axes of its body."""
        return geometry.direction(self.axis, self.body, self)


def upward(gravity: tuple[float, ...]) -> tuple[float, ...] | None:
    """The direction against gravity, if gravity is along one axis."""
    along = [k for k, g in enumerate(gravity) if g != 0.0]
    if len(along) != 1:
        return None
    return tuple(-np.sign(gravity[k]) if k == along[0] else 0.0 for k in range(3))[: max(len(gravity), 2)]
