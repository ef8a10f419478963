"""Drivers: motions imposed as functions of time (rheonomic constraints).

A driver moves one of
* a joint's coordinate (relative):            joint: A,   angle: … | displacement: … | speed: … | acceleration: …
* one of several coordinates of a joint:      joint: U, of: second, angle: … | …
* a body's angle in the world:                body: crank, angle: … | speed: … | acceleration: …
* a point of a body along a direction:        body: slider, at: P, along: x, displacement: … | speed: … | …
* a point of a body along a path:             body: arm, at: P, path: [x(t), y(t)]
* all turns of a spherical joint:             joint: H, rotation_vector: [x(t), y(t), z(t)] | cardan: [α(t), β(t), γ(t)]

A `speed` is a function of time; the coordinate is its exact antiderivative from its initial value.  An `acceleration`
is integrated twice, from the initial value and the initial speed of the coordinate (a point starts from rest).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from snodo.mechanism.functions.antiderivative import antiderivative, second_antiderivative
from snodo.mechanism.functions.tabulated import resolved
from snodo.mechanism.functions.time_function import Function
from snodo.mechanism.joints import Joint
from snodo.mechanism.part import Part, Where, given


@dataclass(kw_only=True)
class Driver(Part):
    """An imposed motion."""

    joint: str = given("joint", "the joint whose coordinate is driven", "")
    of: str = given(
        "word:displacement|angle|first|second|x|y|z|rx|ry|rz", "the driven coordinate of a joint that has several", ""
    )
    body: str = given("body", "alternatively, the body that is driven", "")
    at: Where | None = given("point", "the driven point of the body; default: its origin", None)
    along: Any = given("direction", "world direction in which that point is driven", None)
    angle: Function | None = given("function:angle", "the angle as a function of time [rad]", None)
    displacement: Function | None = given("function:length", "the displacement as a function of time [m]", None)
    path: tuple[Function, ...] | None = given("functions:length", "world coordinates of the point [m]", None)
    speed: Any = given("motion:speed", "the speed as a function of time [rad/s] or [m/s], from the initial value", None)
    acceleration: Any = given(
        "motion:acceleration",
        "the acceleration [rad/s²] or [m/s²]: a number, ramp or polynomial, from the initial value and speed",
        None,
    )

    rotation_vector: tuple[Function, ...] | None = given(
        "functions:angle", "of a spherical joint: its rotation vector in the joint's frame, three functions [rad]", None
    )
    cardan: tuple[Function, ...] | None = given(
        "functions:angle",
        "of a spherical joint: angles about x, the new y, the newest z, three functions [rad]",
        None,
    )

    kind: ClassVar[str] = "driver"

    @property
    def motion(self) -> str:
        """What it moves: `joint`, `ball joint`, `body angle`, `point` or `path`."""
        if self.rotation_vector is not None or self.cardan is not None:
            return "ball joint"
        if self.joint:
            return "joint"
        if self.path is not None:
            return "path"
        return "point" if self.along is not None or self.displacement is not None else "body angle"

    def drives(self, joint: Joint, dimension: int) -> tuple[str, str]:
        """Names of the driven coordinate of its joint, and of its velocity."""
        if not self.of:
            return joint.coordinate, "speed"
        words = list(joint.words(dimension))
        return self.of, words[words.index(self.of) + len(words) // 2]

    def coordinate(self, start: float, speed: float, curves: Mapping[str, Any] | None = None) -> Function | None:
        """The driven coordinate as a function of time; an integrated one has this value (and speed) at t = 0."""
        if self.acceleration is not None:
            return second_antiderivative(resolved(self.acceleration, curves or {}), start, speed)
        if self.speed is not None:
            return antiderivative(resolved(self.speed, curves or {}), start)
        found: Function | None = resolved(self.displacement if self.angle is None else self.angle, curves or {})
        return found
