"""How far, how hard and how fast a joint may go: data for those who plan and control, not part of the equations."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """What a joint is made for; None where nothing is said.

    Nothing here acts on the motion: a joint runs past its limits, and damping and friction act only when they are
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
