"""Joints: each joins a frame on the parent to a frame on the child; its coordinate moves the child against the parent.

A joint's coordinate is zero as drawn, unless `reference` gives its value there.  `at` is one place (a point, or world
coordinates as drawn) or one place on each body, {parent: [x, y], child: [x, y]} in their frames: then the drawing
may be rough and assembly closes it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from snodo.mechanism.part import Part, Where, given


@dataclass(kw_only=True)
class Joint(Part):
    """What all joints have."""

    parent: str = given("body", "the body it is fixed to")
    child: str = given("body", "the body it carries")
    at: Where | None = given("point", "where it is; if left out, at the point of the joint's name", None)

    primary: ClassVar[tuple[str, ...]] = ("parent", "child")
    coordinate: ClassVar[str] = ""
    """Word for its coordinate, or empty: angle [rad] or displacement [m]."""


@dataclass(kw_only=True)
class Revolute(Joint):
    """The child turns about a point of the parent (about an axis in 3-D)."""

    axis: Any = given("direction", "axis of rotation (3-D only)", None)
    reference: float = given("angle", "value of the joint angle as drawn [rad]", 0.0)

    kind: ClassVar[str] = "revolute"
    coordinate: ClassVar[str] = "angle"


@dataclass(kw_only=True)
class Prismatic(Joint):
    """The child slides along an axis of the parent without turning."""

    axis: Any = given("direction", "axis of sliding: a vector, an angle, or two points; it turns with the parent")
    reference: float = given("length", "value of the displacement as drawn [m]", 0.0)

    kind: ClassVar[str] = "prismatic"
    coordinate: ClassVar[str] = "displacement"


@dataclass(kw_only=True)
class Fixed(Joint):
    """The child is welded to the parent."""

    kind: ClassVar[str] = "fixed"


@dataclass(kw_only=True)
class PinInSlot(Joint):
    """A pin on the child slides in a straight slot of the parent and may turn in it."""

    axis: Any = given("direction", "direction of the slot; it turns with the parent")
    reference: float = given("length", "value of the displacement along the slot as drawn [m]", 0.0)

    kind: ClassVar[str] = "pin_in_slot"
    coordinate: ClassVar[str] = "displacement"


@dataclass(kw_only=True)
class Rod(Part):
    """A massless rod of constant length with a pin at each end."""

    parent: str = given("body", "the body at its first end")
    child: str = given("body", "the body at its second end")
    start: Where = given("point", "its end on the parent", yaml="from")
    end: Where = given("point", "its end on the child", yaml="to")
    length: float | None = given("length", "its length [m]; if left out, the distance as drawn", None)

    kind: ClassVar[str] = "rod"
    primary: ClassVar[tuple[str, ...]] = ("parent", "child")
    coordinate: ClassVar[str] = ""


JOINTS: dict[str, type[Part]] = {c.kind: c for c in (Revolute, Prismatic, Fixed, PinInSlot, Rod)}
