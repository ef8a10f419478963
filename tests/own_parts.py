"""Joints, constraints and forces as a user would define them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from snodo.extend import Combination, Constraint, Force, Joint, Law, PartRows, Reader, Relation, along, distance, field


@dataclass(kw_only=True)
class Roller(Joint):
    """A wheel on the child rolls along a line of the parent, and may slip."""

    axis: Any = field("direction", "the line; it turns with the parent")
    radius: float = field("length", "its radius [m]")

    kind = "roller"
    carries = False

    def holds(self, dimension: int) -> tuple[str, ...]:
        return ("slides",)

    def rows(self, reader: Reader) -> PartRows:
        s_i, s_j = reader.places(self)
        words = reader.across(reader.direction(self, self.axis))
        return PartRows.of(
            self, {w: Combination([(1.0, along(self, s_i, s_j, n))], -self.radius) for w, n in words.items()}
        )


@dataclass(kw_only=True)
class Tether(Constraint):
    """The origins of two bodies keep a distance."""

    parent: str = field("body", "the first body")
    child: str = field("body", "the second body")
    length: float = field("length", "the distance [m]")

    kind = "tether"
    primary = ("parent", "child")

    def rows(self, reader: Reader) -> PartRows:
        return PartRows.of(self, {"length": distance(self, np.zeros(3), np.zeros(3), self.length)})


@dataclass(kw_only=True)
class Halves(Relation):
    """The second joint turns half as far as the first."""

    first: str = field("joint", "the first joint")
    second: str = field("joint", "the second joint")

    kind = "halves"

    def terms(self) -> dict[str, float]:
        return {self.first: 0.5, self.second: -1.0}


@dataclass(kw_only=True)
class ReturnSpring(Force):
    """A preloaded spring on a joint."""

    joint: str = field("joint:angle", "the revolute joint")
    stiffness: float = field("torsional_stiffness", "stiffness [N m/rad]")
    preload: float = field("torque", "torque where the angle is zero [N m]", 0.0)

    kind = "return_spring"

    def law(self, reader: Reader) -> Law:
        law = Law(self, "coordinate", False, joint=self.joint, free=-self.preload / self.stiffness)
        law.stiffness = self.stiffness
        return law


OWN = (Roller, Tether, Halves, ReturnSpring)
for _cls in OWN:  # other tests look at the words of the library alone
    del _cls.registry._classes[_cls.kind]
