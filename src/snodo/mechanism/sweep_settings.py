"""Default settings of a sweep: what varies, how its members are chosen, and what is kept of each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

SAMPLINGS = ("grid", "latin_hypercube", "sobol")


@dataclass(frozen=True)
class SweepSettings:
    """What `sn.sweep` does if it is not told otherwise."""

    vary: Mapping[str, Any] = field(default_factory=dict)
    """Parameters and initial values by name: a text such as `80 mm .. 200 mm in 25`, or a list of values."""
    outputs: tuple[str, ...] = ()
    """What is kept of each member, such as `B.reaction max`; none: the coordinates of the joints."""
    sampling: str = "grid"
    members: int | None = None
    """Number of samples; a grid has none."""
    seed: int = 0
    """Seed of the samples."""
    where: str = field(default="", compare=False)
    """The user's line."""
