"""Constraints on velocities: knife edges, rolling wheels and speed couplers, A(q) v = b(t); users' own, c(t, q, v) = 0.

They do not restrict the positions of a mechanism, only its velocities in each position.  If they cannot be integrated
to relations between positions, they are called nonholonomic (source text 003).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from snodo.mechanism.constraints import Constraint
from snodo.mechanism.functions.functions import Constant
from snodo.mechanism.functions.time_function import Function
from snodo.mechanism.measures import Combination, Measure, PartRows, along
from snodo.mechanism.part import given
from snodo.mechanism.reader import Array, Reader, directions_across

if TYPE_CHECKING:
    from snodo.mechanism.geometry import Geometry

ZERO = Constant(0.0)
Z = np.array([0.0, 0.0, 1.0])
RATES = {"vx": "x", "vy": "y", "vz": "z", "omega": "angle"}
"""Velocities of a body that are time derivatives of its coordinates."""


@dataclass(kw_only=True)
class OnVelocities(Constraint, abstract=True):
    """Base class of constraints with rows that constrain velocities only."""


@dataclass(kw_only=True)
class KnifeEdge(OnVelocities):
    """A blade, skate or sharp wheel on a surface of the parent: its point moves along the edge, not across it.

    The velocity of the point relative to the parent is zero in the direction normal × axis: in the plane across the
    axis, in space along the surface.  It does not keep the edge on the surface: add a joint for that.
    """

    parent: str = given("body", "the body that it cuts into, or ground")
    child: str = given("body", "the body with the edge")
    axis: Any = given("direction", "the direction of the edge, fixed in the child")
    at: Any = given("point", "the point of the edge; default: the point of the same name", None)
    normal: Any = given("direction", "in space: the normal of the surface, fixed in the parent", None)

    kind: ClassVar[str] = "knife_edge"
    noun: ClassVar[str] = "knife edge"
    primary: ClassVar[tuple[str, ...]] = ("parent", "child")

    def rows(self, reader: Reader) -> PartRows:
        """Zero velocity of the point across the edge, along the surface: in the direction normal × axis."""
        s_j = reader.geometry.local(self.name if self.at is None else self.at, self.child, self)
        n = Z if self.normal is None else reader.direction(self, self.normal)
        a = reader.direction(self, self.axis, self.child)
        return PartRows.of(self, {"across": Measure("edge", self.parent, self.child, s_j=s_j, g=n, f=a)}, [True])


@dataclass(kw_only=True)
class Rolling(OnVelocities):
    """A wheel, thin disc or ball rolls on a plane or round surface of the parent without slipping.

    It stays in contact with the surface, and its contact point has no velocity relative to the parent.  In space a
    wheel has an axis, and may lean as long as it does not lie flat; without an axis it is a ball.  In 2-D it rolls on a
    line.  A round surface is a circle in 2-D, and a cylinder (for balls only) in space.  The contact is bilateral: it
    pulls where a real wheel would lift off, and the quality of the result reports this.  Its reaction is given at the
    origin of the wheel.
    """

    parent: str = given("body", "the body with the surface, or ground")
    child: str = given("body", "the wheel or ball")
    radius: float = given("length", "its radius [m]")
    normal: Any = given("direction", "for a plane: its normal towards the wheel, fixed in the parent", None)
    axis: Any = given("direction", "in space: the axis of the wheel, fixed in the child; a ball has none", None)
    at: Any = given("point", "its centre; default: the point of the same name", None)
    on: Any = given(
        "point",
        "a point of the plane (default: the contact point as drawn), or the centre of a round surface",
        None,
    )
    surface_radius: float | None = given("length", "radius of a round surface [m]; negative: wheel inside", None)
    surface_axis: Any = given("direction", "in space: the axis of the cylinder, fixed in the parent", None)

    kind: ClassVar[str] = "rolling"
    noun: ClassVar[str] = "rolling contact"
    primary: ClassVar[tuple[str, ...]] = ("parent", "child")

    def rows(self, reader: Reader) -> PartRows:
        """The height of the centre, and zero velocity of the contact point.

        A ball does not slip in two directions of the plane; a wheel does not slip along its path, a × n, nor across it.
        In a 2-D mechanism a wheel has the axis z, and there is no motion across its path.
        """
        if self.surface_radius is not None:
            return self._on_cylinder(reader, self.surface_radius)
        centre, on, n = self.on_plane(reader.geometry)
        height = Combination([(1.0, along(self, on, centre, n))], -self.radius)
        if reader.plane:
            slips = {"forward": self._slip(centre, n, Z, 0)}
        elif self.axis is not None:
            a = reader.direction(self, self.axis, self.child)
            height.terms.append((-self.radius, Measure("rim", self.parent, self.child, e=n, f=a)))
            height.constant = 0.0
            slips = {word: self._slip(centre, n, a, k) for k, word in enumerate(("forward", "sideways"))}
        else:
            both = zip(("along_1", "along_2"), directions_across(n))
            slips = {word: Combination([(1.0, self._ball(centre, n, m))]) for word, m in both}
        return PartRows.of(self, {"height": height, **slips}, [False] + [True] * len(slips))

    def _on_cylinder(self, reader: Reader, surface: float) -> PartRows:
        """The distance from the axis is |surface + radius|; no slip around the cylinder and, in space, along it."""
        centre, on, k = self.on_round(reader.geometry)
        sign = float(np.sign(surface))

        def measure(kind: str, index: int = 0) -> Measure:
            return Measure(kind, self.parent, self.child, on, centre, e=k, radius=sign * self.radius, index=index)

        height = Combination([(1.0, measure("reach"))], -abs(surface + self.radius))
        around = Combination([(sign, measure("barrel"))])
        if reader.plane:
            return PartRows.of(self, {"height": height, "forward": around}, [False, True])
        along_it = measure("barrel", 1)
        return PartRows.of(self, {"height": height, "around": around, "along": along_it}, [False, True, True])

    def _slip(self, centre: Array, n: Array, a: Array, sideways: int) -> Combination:
        """Slip of the lowest point of a disc along its path, a × n, or sideways, towards its axis."""
        m = Measure("edge", self.parent, self.child, s_j=centre, g=n, f=a, radius=self.radius, index=sideways)
        return Combination([(-1.0, m)])

    def _ball(self, centre: Array, n: Array, m: Array) -> Measure:
        return Measure("ball", self.parent, self.child, s_j=centre, g=n, e=m, radius=self.radius)

    def on_round(self, geometry: Geometry) -> tuple[Array, Array, Array]:
        """Centre of the wheel (in the child's axes), centre and axis of its round surface (in the parent's axes)."""
        centre = geometry.local(self.name if self.at is None else self.at, self.child, self)
        along_axis = (0.0, 0.0, 1.0) if self.surface_axis is None else self.surface_axis
        return centre, geometry.local(self.on, self.parent, self), geometry.direction(along_axis, self.parent, self)

    def on_plane(self, geometry: Geometry) -> tuple[Array, Array, Array]:
        """Centre (in the child's axes), a point of the plane and its normal (in the parent's axes).

        If no point is given, the plane touches the wheel as drawn: it is R √(1 − (n·a)²) below its centre.
        """
        centre = geometry.local(self.name if self.at is None else self.at, self.child, self)
        n = geometry.direction(self.normal, self.parent, self)
        if self.on is not None:
            return centre, geometry.local(self.on, self.parent, self), n
        drawn = geometry.pose(self.parent).to_local(geometry.pose(self.child).to_world(centre))
        return centre, drawn - self.radius * self.rim(geometry) * n, n

    def rim(self, geometry: Geometry) -> float:
        """√(1 − (n·a)²) as drawn: height of the centre of a leaning wheel, in radii; 1 for a ball."""
        if self.axis is None:
            return 1.0
        a = geometry.pose(self.child).A @ geometry.direction(self.axis, self.child, self)
        n = geometry.pose(self.parent).A @ geometry.direction(self.normal, self.parent, self)
        return float(np.linalg.norm(np.cross(n, a)))


@dataclass(kw_only=True)
class SpeedCoupler(OnVelocities):
    """A linear relation between speeds: Σ factor · speed = value(t).

    A speed is given by the name of a joint with one coordinate, or it is a velocity of a body: `cart.vx`,
    `wheel.omega`, in space `body.vx` … `body.vz` of its origin and `body.wx` … `body.wz`, all in world axes.
    """

    factors: dict[str, float] = given("terms", "factor of each speed: {A: 1, cart.vx: -2}")
    value: Function = given("function:number", "the sum, a number or a function of time [SI units]", ZERO)

    kind: ClassVar[str] = "speed_coupler"
    noun: ClassVar[str] = "speed coupler"
    primary: ClassVar[tuple[str, ...]] = ("factors",)

    def rows(self, reader: Reader) -> PartRows:
        """Σ factor · speed − value(t)."""
        terms, units = [], []
        for name, factor in self.factors.items():
            x = self._speed(reader, name)
            terms += [(factor * weight, measure) for weight, measure in x.terms]
            units.append(x.unit)
        unit = "m" if all(unit == "m" for unit in units) else "rad"
        rows = PartRows.of(self, {"speed": Combination(terms, unit=unit)}, [True])
        rows.function_of = [None if self.value == ZERO else self.value]
        return rows

    def _speed(self, reader: Reader, name: str) -> Combination:
        """The quantity whose time derivative is the speed: of a joint, or of a body as in `cart.vx`."""
        if name in reader.mechanism.joints:
            return reader.coordinate(reader.mechanism.joints[name])
        body, _, word = name.rpartition(".")
        return reader.body_coordinate(body, RATES.get(word, word))


@dataclass(kw_only=True)
class VelocityConstraint(OnVelocities):
    """A relation c(t, q, v) = 0 written by the user, as formulas or as a Python function.

    It may be linear in the velocities, A(q, t) v − b(q, t), or not; then its reactions are Chetaev's, −(∂c/∂v)ᵀ λ.

    Formulas use `t`, the coordinates `body.x`, `body.y`, `body.angle` and the velocities `body.vx`,
    `body.vy`, `body.omega`; in space `body.x`, `body.y`, `body.z`, the Euler parameters `body.e0` … `body.e3`, and
    `body.vx`, `body.vy`, `body.vz`, `body.wx`, `body.wy`, `body.wz` in world axes.  A Python function `f(t, q, v)` gets
    these of the listed bodies one after the other and returns one number or a list of numbers.
    """

    bodies: tuple[str, ...] = given("names", "the bodies it refers to, in the order of the arguments of the function")
    formula: Any = given("formulas", "a formula that must be zero, or a list of them", None)
    function: Callable[..., Any] | None = given("anything", "a Python function c of (t, q, v)", None)

    kind: ClassVar[str] = "velocity_formula"
    noun: ClassVar[str] = "velocity constraint"
    primary: ClassVar[tuple[str, ...]] = ("formula",)

    def rows(self, reader: Reader) -> PartRows:
        """One row for each number that it returns."""
        return reader.users_rows(self)
