"""A state of a simulator that can be kept and restored."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

Array = np.ndarray


@dataclass(frozen=True, repr=False, eq=False)
class Snapshot:
    """Everything that the next steps of a simulator depend on; made by `sim.state`, used by `sim.restore`."""

    owner: tuple[Any, ...]
    """Of which simulators it is a state."""
    numbers: dict[str, Array]
    """Copies of the arrays that change, by name."""
    time: Any
    """Time [s]; with copies, one for each."""
    more: dict[str, Any] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"state of a simulator at t = {np.min(self.time):g} s"
