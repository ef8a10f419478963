"""Constraints that are not joints: relations between joint coordinates, and the user's own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from snodo.errors import Problem, UnsupportedError
from snodo.mechanism.loads import Load
from snodo.mechanism.measures import Combination, Measure, PartRows, across
from snodo.mechanism.part import Part, given, undefined
from snodo.mechanism.reader import Reader, directions_across
from snodo.registry import CONSTRAINTS, Registered


@dataclass(kw_only=True)
class Constraint(Part, Registered, registry=CONSTRAINTS):
    """A relation between bodies or joint coordinates that is not a joint."""

    closed: bool = given("flag", "whether it holds at the start; events open and close it", True)

    needs_space: ClassVar[bool] = False
    """Whether it exists in three dimensions only."""
    noun: ClassVar[str] = ""
    """The usual engineering name, if it differs from the kind."""

    def rows(self, reader: Reader) -> PartRows:
        """Its constraint rows: combinations of measures that must vanish."""
        raise undefined(self, "its rows", "rows(reader)")


@dataclass(kw_only=True)
class Relation(Constraint, abstract=True):
    """A linear relation between joint coordinates: Σ factor · coordinate = value."""

    def terms(self) -> dict[str, float]:
        """The factor of each joint's coordinate."""
        raise undefined(self, "its factors", "terms()")

    def rows(self, reader: Reader) -> PartRows:
        """Σ factor · coordinate − value; the default value is the sum as drawn."""
        terms: list[tuple[float, Measure]] = []
        constant, reference, period = 0.0, 0.0, 0.0
        units: list[str] = []
        for name, factor in self.terms().items():
            joint = reader.mechanism.joints[name]
            x = reader.coordinate(joint)
            terms += [(factor * weight, measure) for weight, measure in x.terms]
            constant += factor * x.constant
            reference += factor * getattr(joint, "reference", 0.0)
            period, units = self._common_period(period, abs(factor) * x.period), [*units, x.unit]
        value = getattr(self, "value", None)
        constant -= reference if value is None else value
        unit = "m" if all(unit == "m" for unit in units) else "rad"
        return PartRows.of(self, {"sum": Combination(terms, constant, period, unit)})

    def _common_period(self, one: float, other: float) -> float:
        """Period of a sum of angles known up to whole turns; two with different factors have no common period."""
        if one and other and abs(one - other) > 1e-12 * one:
            what = f"{self.title} couples the angles of two joints that close loops, whose whole turns are not counted"
            raise UnsupportedError(Problem(what, "cut the loops at other joints", self.where))
        return one or other


@dataclass(kw_only=True)
class Gear(Relation):
    """Two gear wheels in mesh: teeth₁ θ₁ + teeth₂ θ₂ is constant (minus for an internal gear).

    With a pressure angle the teeth exert forces at the pitch point, which the bearings carry (`transmissions.py`);
    without it only torques.
    """

    joints: tuple[str, ...] = given(
        "names", "the revolute joints of the two wheels, with a common parent (the carrier)"
    )
    teeth: tuple[float, ...] = given("numbers:number", "numbers of teeth, or pitch radii, of the two wheels")
    internal: bool = given("flag", "whether the second wheel is a ring with internal teeth", False)
    pressure_angle: float | None = given("angle", "pressure angle across the teeth [rad]; default: only torques", None)
    helix: float = given("angle", "helix angle of the teeth, with a pressure angle [rad]", 0.0)
    hand: str = given("word:right|left", "hand of the helix of the first wheel", "right")

    kind: ClassVar[str] = "gear"
    primary: ClassVar[tuple[str, ...]] = ("joints",)

    @property
    def follows_reactions(self) -> bool:
        """Whether forces act between its teeth."""
        return self.pressure_angle is not None

    def rows(self, reader: Reader) -> PartRows:
        """The relation between the angles, or the row at the pitch point."""
        if self.pressure_angle is None:
            return super().rows(reader)
        from snodo.mechanism.transmissions import gear_mesh, tangent_rows

        return tangent_rows(self, reader, gear_mesh(self, reader), "tooth")

    def loads(self, reader: Reader) -> list[Load]:
        """The forces between its teeth across the tangent."""
        from snodo.mechanism.transmissions import gear_mesh, tooth_loads

        return tooth_loads(self, reader, gear_mesh(self, reader))

    def terms(self) -> dict[str, float]:
        """Factors of the linear relation, scaled to one for the first wheel."""
        (first, second), (z1, z2) = self.joints, self.teeth
        return {first: 1.0, second: (-z2 if self.internal else z2) / z1}


@dataclass(kw_only=True)
class RackAndPinion(Relation):
    """A pinion on a rack: the displacement of the rack is the radius times the angle of the pinion, plus a constant."""

    joints: tuple[str, ...] = given(
        "names", "the revolute joint of the pinion and the prismatic joint of the rack, with a common parent"
    )
    radius: float = given("length", "pitch radius of the pinion [m]; negative if the rack moves the opposite way")
    pressure_angle: float | None = given("angle", "pressure angle of the teeth [rad]; default: only torques", None)

    kind: ClassVar[str] = "rack_and_pinion"
    primary: ClassVar[tuple[str, ...]] = ("joints",)

    @property
    def follows_reactions(self) -> bool:
        """Whether forces act between its teeth."""
        return self.pressure_angle is not None

    def rows(self, reader: Reader) -> PartRows:
        """The relation between the coordinates, or the row at the pitch point."""
        if self.pressure_angle is None:
            return super().rows(reader)
        from snodo.mechanism.transmissions import rack_mesh, tangent_rows

        return tangent_rows(self, reader, rack_mesh(self, reader), "tooth")

    def loads(self, reader: Reader) -> list[Load]:
        """The force between its teeth across the tangent."""
        from snodo.mechanism.transmissions import rack_mesh, tooth_loads

        return tooth_loads(self, reader, rack_mesh(self, reader))

    def terms(self) -> dict[str, float]:
        """Factors of the linear relation, scaled to one for the pinion."""
        pinion, rack = self.joints
        return {pinion: 1.0, rack: -1.0 / self.radius}


@dataclass(kw_only=True)
class Parallel(Constraint):
    """An axis of the child stays parallel to one of the parent."""

    parent: str = given("body", "the first body")
    child: str = given("body", "the second body")
    axis: Any = given("direction", "the common direction as drawn")

    kind: ClassVar[str] = "parallel"
    primary: ClassVar[tuple[str, ...]] = ("parent", "child")
    needs_space: ClassVar[bool] = True

    def rows(self, reader: Reader) -> PartRows:
        """Two directions of the child, perpendicular to its axis, stay perpendicular to the axis of the parent."""
        e, f = (reader.direction(self, self.axis, body) for body in (self.parent, self.child))
        names = zip(("across_1", "across_2"), directions_across(f))
        rows = PartRows.of(self, {word: Combination([(1.0, across(self, e, n))], unit="rad") for word, n in names})
        rows.alike = [across(self, e, f)]
        return rows


@dataclass(kw_only=True)
class ConstantAngle(Constraint):
    """The angle between a direction of the parent and one of the child is constant."""

    parent: str = given("body", "the first body")
    child: str = given("body", "the second body")
    axis: Any = given("direction", "the direction on the parent")
    second: Any = given("direction", "the direction on the child")
    angle: float | None = given("angle", "the angle between them [rad]; default: as drawn", None)

    kind: ClassVar[str] = "constant_angle"
    primary: ClassVar[tuple[str, ...]] = ("parent", "child")
    needs_space: ClassVar[bool] = True

    def rows(self, reader: Reader) -> PartRows:
        """e·f − cos θ = 0."""
        e, f = reader.direction(self, self.axis), reader.direction(self, self.second, self.child)
        drawn = float((reader.geometry.pose(self.parent).A @ e) @ (reader.geometry.pose(self.child).A @ f))
        cosine = drawn if self.angle is None else float(np.cos(self.angle))
        if abs(cosine) > 1 - 1e-10:
            what = f"{self.title}: its directions are parallel, which one row cannot enforce"
            raise UnsupportedError(Problem(what, "use parallel: [parent, child], axis: …", self.where))
        return PartRows.of(self, {"angle": Combination([(1.0, across(self, e, f))], -cosine, unit="rad")})


@dataclass(kw_only=True)
class Coupler(Relation):
    """A linear relation between joint coordinates: Σ factor · coordinate = value.

    If it does not hold as drawn, assembly moves all its joints as little as possible.  With a follower, it moves only
    that joint; the others stay as drawn unless something else moves them.
    """

    factors: dict[str, float] = given("terms", "factor of each joint's coordinate: {A: 1, B: -2}")
    value: Any = given("either:angle|length", "the constant sum; default: its value as drawn", None)
    follower: str = given("joint", "the joint that assembly adjusts; default: all of them", "")

    kind: ClassVar[str] = "coupler"
    primary: ClassVar[tuple[str, ...]] = ("factors",)

    def terms(self) -> dict[str, float]:
        """Its factors."""
        return dict(self.factors)


@dataclass(kw_only=True)
class UserConstraint(Constraint):
    """A relation Φ(t, q) = 0 written by the user, as formulas or as a Python function.

    Formulas use `t`, coordinates of joints (`A.angle`, `S.displacement`), places of bodies and frames (`crank.x`,
    `hand.y`), in the plane also their `angle`, lengths of springs, and tables; in space also the Euler parameters of
    bodies, `body.e0` … `body.e3`.  A Python function `f(t, q)` gets these coordinates of the listed bodies one after
    the other and returns one number or a list of numbers.  (e0, e1, e2, e3) and (−e0, −e1, −e2, −e3) are the same
    orientation, so the relation must not change with all four signs; a tree provides e0 ≥ 0.
    """

    bodies: tuple[str, ...] = given("names", "the bodies that a function refers to, in the order of its arguments", ())
    formula: Any = given("formulas", "a formula that must be zero, or a list of them", None)
    function: Callable[..., Any] | None = given("anything", "a Python function Φ(t, q)", None)

    kind: ClassVar[str] = "formula"
    noun: ClassVar[str] = "constraint"
    primary: ClassVar[tuple[str, ...]] = ("formula",)

    def rows(self, reader: Reader) -> PartRows:
        """One row for each number that it returns."""
        return reader.users_rows(self)
