"""Limits of a joint: range, effort and speed as data, and stops at the ends of the range if they act."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from snodo.errors import MechanismError, Problem
from snodo.mechanism.part import convert

STOP_WORDS = ("restitution", "stiffness", "stop_damping")
"""Giving one of these makes the limits act."""

LIMITS: dict[str, tuple[str, str]] = {
    "lower": ("angle", "length"),
    "upper": ("angle", "length"),
    "effort": ("torque", "force"),
    "speed": ("angular_speed", "speed"),
    "damping": ("torsional_damping", "damping"),
    "friction": ("torque", "force"),
    "act": ("flag", "flag"),
    "restitution": ("number", "number"),
    "stiffness": ("torsional_stiffness", "stiffness"),
    "stop_damping": ("torsional_damping", "damping"),
}
"""The names of limits, with their quantities for a joint that turns and for one that slides."""


@dataclass(frozen=True)
class Limits:
    """Limits of a joint; None where there is no limit.

    Limits without `act` are data for planning and control: the joint moves past them.  With `act`, the joint has a stop
    at `lower` and at `upper`, for joints with one coordinate x.  A stop is rigid, v⁺ = −restitution v⁻, unless it has a
    `stiffness`: then it pushes back with stiffness · depth + stop_damping · (speed into the stop).  A restitution other
    than zero, a stiffness or a damping of the stop imply `act`.

    Effort, speed, damping and friction of the joint are always data: damping and friction act if they are added as a
    force, `m.friction("f", joint, viscous=limits.damping, coulomb=limits.friction)`.
    """

    lower: float | None = None
    """Smallest coordinate [rad or m]."""
    upper: float | None = None
    """Largest coordinate [rad or m]."""
    effort: float | None = None
    """Largest torque or force of the drive [N m or N]."""
    speed: float | None = None
    """Largest speed [rad/s or m/s]."""
    damping: float = 0.0
    """Viscous damping of the joint [N m s/rad or N s/m], as a URDF gives it."""
    friction: float = 0.0
    """Dry friction of the joint [N m or N], as a URDF gives it."""
    act: bool = False
    """Whether the ends of the range are stops."""
    restitution: float = 0.0
    """Speed after the impact on a rigid stop, divided by that before it: 0 … 1."""
    stiffness: float | None = None
    """Stiffness of a compliant stop [N m/rad or N/m]; None: rigid."""
    stop_damping: float | None = None
    """Damping of a compliant stop [N m s/rad or N s/m]; None: none."""

    def __post_init__(self) -> None:
        """Let what describes the stops imply that they act."""
        if self.restitution != 0.0 or self.stiffness is not None or self.stop_damping is not None:
            object.__setattr__(self, "act", True)

    @property
    def rigid(self) -> bool:
        """Whether its stops do not yield."""
        return self.stiffness is None


def limit_quantity(joint: Any, word: str) -> str:
    """The quantity of a limit of this joint; a plain number if the joint has several coordinates."""
    if not joint.coordinate:
        return "flag" if word == "act" else "number"
    return LIMITS[word][0 if joint.coordinate == "angle" else 1]


def made_limits(given: Mapping[str, Any]) -> Limits:
    """Limits of these words, converted; a word of the stops that was given, even if it is zero, makes them act."""
    stops = [word for word in STOP_WORDS if word in given]
    if stops and not given.get("act", True):
        what = f"act is false, but {stops[0]} is given, which only a stop has"
        raise MechanismError(Problem(what, f"omit {' and '.join(stops)}, or act"))
    return Limits(**{**given, "act": bool(stops) or bool(given.get("act", False))})


def read_limits(joint: Any, given: Mapping[str, Any]) -> Limits:
    """Limits of a joint from what was written."""
    return made_limits({word: convert(value, limit_quantity(joint, word)) for word, value in given.items()})
