"""Frames: named points on bodies, for observation, forces and measurements."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from snodo.mechanism.axis_angle import take_rotation
from snodo.mechanism.part import Part, Where, axis_problems, given


@dataclass(kw_only=True)
class Frame(Part):
    """A frame fixed to a body."""

    on: str = given("body", "the body that carries it")
    at: Where = given("point", "its origin: a point, world coordinates as drawn, or {body: [x, y]} in the body frame")
    angle: float = given("angle", "its rotation about z, or `axis`, relative to the body frame [rad]", 0.0)
    axis: Any = given("direction", "axis of that rotation in the body frame (3-D only)", None)

    kind: ClassVar[str] = "frame"

    def _convert(self) -> list[tuple[str, str]]:
        return take_rotation(self) + super()._convert() + axis_problems(self.axis)
