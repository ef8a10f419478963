"""Constraints that are not joints: relations between joint coordinates, and the user's own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from snodo.mechanism.part import Part, given
from snodo.mechanism.velocity_constraints import VELOCITY_CONSTRAINTS


@dataclass(kw_only=True)
class Gear(Part):
    """Two toothed wheels in mesh: teeth₁ θ₁ + teeth₂ θ₂ stays constant (minus with an internal gear)."""

    joints: tuple[str, ...] = given(
        "names", "the revolute joints of the two wheels, with a common parent (the carrier)"
    )
    teeth: tuple[float, ...] = given("numbers:number", "numbers of teeth, or pitch radii, of the two wheels")
    internal: bool = given("flag", "true when the second wheel is a ring with inner teeth", False)

    kind: ClassVar[str] = "gear"
    primary: ClassVar[tuple[str, ...]] = ("joints",)

    def terms(self) -> dict[str, float]:
        """Its factors as a linear relation, scaled to one for the first wheel."""
        (first, second), (z1, z2) = self.joints, self.teeth
        return {first: 1.0, second: (-z2 if self.internal else z2) / z1}


@dataclass(kw_only=True)
class RackAndPinion(Part):
    """A toothed wheel on a rack: the rack's displacement is the radius times the wheel's angle, but for a constant."""

    joints: tuple[str, ...] = given(
        "names", "the revolute joint of the pinion and the prismatic joint of the rack, with a common parent"
    )
    radius: float = given("length", "pitch radius of the pinion [m]; negative if the rack runs backward")

    kind: ClassVar[str] = "rack_and_pinion"
    primary: ClassVar[tuple[str, ...]] = ("joints",)

    def terms(self) -> dict[str, float]:
        """Its factors as a linear relation, scaled to one for the pinion."""
        pinion, rack = self.joints
        return {pinion: 1.0, rack: -1.0 / self.radius}


@dataclass(kw_only=True)
class Parallel(Part):
    """An axis of the child stays parallel to one of the parent."""

    parent: str = given("body", "the first body")
    child: str = given("body", "the second body")
    axis: Any = given("direction", "the direction that both keep")

    kind: ClassVar[str] = "parallel"
    primary: ClassVar[tuple[str, ...]] = ("parent", "child")


@dataclass(kw_only=True)
class ConstantAngle(Part):
    """A direction of the parent and one of the child keep their angle."""

    parent: str = given("body", "the first body")
    child: str = given("body", "the second body")
    axis: Any = given("direction", "the direction on the parent")
    second: Any = given("direction", "the direction on the child")
    angle: float | None = given("angle", "the angle between them [rad]; if left out, as drawn", None)

    kind: ClassVar[str] = "constant_angle"
    primary: ClassVar[tuple[str, ...]] = ("parent", "child")


@dataclass(kw_only=True)
class Coupler(Part):
    """A linear relation between joint coordinates: Σ factor · coordinate = value.

    If it does not hold as drawn, assembly moves all its joints as little as possible; with a follower, that one: the
    others stay as drawn, as far as nothing else moves them.
    """

    factors: dict[str, float] = given("terms", "factor of each joint's coordinate: {A: 1, B: -2}")
    value: Any = given("either:angle|length", "the constant sum; if left out, its value as drawn", None)
    follower: str = given("joint", "the joint that gives way in assembly; if left out, all share", "")

    kind: ClassVar[str] = "coupler"
    primary: ClassVar[tuple[str, ...]] = ("factors",)

    def terms(self) -> dict[str, float]:
        """Its factors."""
        return dict(self.factors)


@dataclass(kw_only=True)
class UserConstraint(Part):
    """A relation Φ(t, q) = 0 written by the user, as formulas or as a Python function.

    Formulas speak of `t` and of `body.x`, `body.y`, `body.angle`; in space of `body.x`, `body.y`, `body.z` and the
    Euler parameters `body.e0` … `body.e3`.  A Python function `f(t, q)` gets these coordinates of the listed bodies one
    after the other and returns one number or a list of numbers.  (e0, e1, e2, e3) and their opposites are the same
    attitude: write what does not change with all four signs; a tree gives those with e0 ≥ 0.
    """

    bodies: tuple[str, ...] = given("names", "the bodies it speaks of, in the order in which the function wants them")
    formula: Any = given("formulas", "a formula that is kept at zero, or a list of them", None)
    function: Callable[..., Any] | None = given("anything", "a Python function Φ(t, q)", None)

    kind: ClassVar[str] = "formula"
    primary: ClassVar[tuple[str, ...]] = ("formula",)


_ON_POSITIONS: tuple[type[Part], ...] = (Gear, RackAndPinion, Parallel, ConstantAngle, Coupler, UserConstraint)
CONSTRAINTS: dict[str, type[Part]] = {c.kind: c for c in (*_ON_POSITIONS, *VELOCITY_CONSTRAINTS)}
