"""A point or a roller that follows a curve on another body: a cam in a groove, a pin in a curved slot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from snodo.mechanism.constraints import Constraint
from snodo.mechanism.measures import Combination, PartRows
from snodo.mechanism.part import Where, given
from snodo.mechanism.profiles import distance_from
from snodo.mechanism.reader import Reader

if TYPE_CHECKING:
    from snodo.mechanism.geometry import Geometry

Array = np.ndarray


@dataclass(kw_only=True)
class OnCurve(Constraint):
    """A point of the child, or a roller on it, stays on a curve of the parent, and never leaves it.

    The curve is a table of radii over the angle from x of the parent, about a centre, or a spline through points.  A
    roller is on the side that is named.
    """

    parent: str = given("body", "the body with the curve")
    child: str = given("body", "the body that follows it")
    at: Where | None = given("point", "the point, or the centre of the roller; default: the origin of the child", None)
    radius: float = given("length", "radius of the roller; default: a point [m]", 0.0)
    profile: str = given("table", "a table of radii [m] over the angle [rad] from x of the parent", "")
    points: tuple[Where, ...] = given("points", "points of the curve instead, in order", ())
    closed_curve: bool = given("flag", "whether a curve through points is closed", True)
    side: str = given(
        "word:outside|inside|left|right",
        "side of the roller: outside or inside of a closed curve, left or right of an open one; "
        "default: outside, or left",
        "",
    )
    centre: Where | None = given("point", "the centre of the radii; default: the origin of the parent", None)

    kind: ClassVar[str] = "on_curve"
    primary: ClassVar[tuple[str, ...]] = ("parent", "child")

    def place(self, geometry: Geometry) -> Array:
        """The point, or the centre of the roller, in the axes of the child [m]."""
        return np.zeros(3) if self.at is None else geometry.local(self.at, self.child, self)

    def rows(self, reader: Reader) -> PartRows:
        """The distance from the curve is the radius."""
        s = self.place(reader.geometry)
        distance = distance_from(self, (self.parent, self.child), s, reader.geometry, reader.mechanism)
        return PartRows.of(self, {"normal": Combination([(1.0, distance)], -self.radius)})
