"""Limits of a joint (range, effort, speed): data for planning and control, not part of the equations."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Limits of a joint; None where there is no limit.

    They do not affect the motion: a joint moves past its limits, and damping and friction act only if they are
    added as a force, `m.friction("f", joint, viscous=limits.damping, coulomb=limits.friction)`.
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
    """Viscous damping [N m s/rad or N s/m]."""
    friction: float = 0.0
    """Dry friction [N m or N]."""
