"""Drivers: motions imposed as functions of time (rheonomic constraints).

A driver moves one of
* a joint's coordinate (relative):            joint: A,   angle: … | displacement: … | speed: …
* a body's angle against the world:           body: crank, angle: … | speed: …
* a point of a body along a direction:        body: slider, at: P, along: x, displacement: … | speed: …
* a point of a body along a path:             body: arm, at: P, path: [x(t), y(t)]

A `speed` is constant and starts from the initial value of the coordinate.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from snodo.mechanism.part import Part, Where, given
from snodo.mechanism.time_function import Function


@dataclass(kw_only=True)
class Driver(Part):
    """An imposed motion."""

    joint: str = given("joint", "the joint whose coordinate is driven", "")
    body: str = given("body", "or the body that is driven", "")
    at: Where | None = given("point", "the driven point of the body; if left out, its origin", None)
    along: Any = given("direction", "world direction in which that point is driven", None)
    angle: Function | None = given("function:angle", "the angle as a function of time [rad]", None)
    displacement: Function | None = given("function:length", "the displacement as a function of time [m]", None)
    path: tuple[Function, ...] | None = given("functions:length", "world coordinates of the point [m]", None)
    speed: Any = given("anything", "constant speed [rad/s] or [m/s]", None)

    kind: ClassVar[str] = "driver"

    @property
    def motion(self) -> str:
        """What it moves: `joint`, `body angle`, `point` or `path`."""
        if self.joint:
            return "joint"
        if self.path is not None:
            return "path"
        return "point" if self.along is not None or self.displacement is not None else "body angle"
