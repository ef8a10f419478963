"""Frames: named places on bodies, to look at, to pull at, to measure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from snodo.mechanism.part import Part, Where, given


@dataclass(kw_only=True)
class Frame(Part):
    """A frame fixed to a body."""

    on: str = given("body", "the body that carries it")
    at: Where = given("point", "its origin: a point, world coordinates as drawn, or {body: [x, y]} in the body frame")
    angle: float = given("angle", "its rotation about z against the body frame [rad]", 0.0)

    kind: ClassVar[str] = "frame"
