"""Rolling contacts that pull: a wheel is held on its surface from both sides, where a real one would lift off.

The row of the height Φ exerts −λ Φ_v on the wheel: with −λ < 0 it draws the wheel to the surface.  Inside a round
surface, Φ grows towards it, and the signs are opposite.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from snodo.mechanism.velocity_constraints import Rolling

Array = np.ndarray
PULL = 1e-6
"""Part of the largest normal force, and of the natural weight, from which on a pull counts."""


def pulls(result: Any) -> Iterator[str]:
    """`rolling 'W' pulls with up to 3.2 N, first at t = 0.4 s: a real wheel would lift off`, of every one that does."""
    F = result.formulation
    weight = float(F.total_mass) * (float(np.linalg.norm(F.mechanism.gravity)) or F.size)
    for name, part in F.mechanism.constraints.items():
        if not isinstance(part, Rolling) or name in (result.undetermined or ()):
            continue
        pull = np.nan_to_num(_pull(part, result.multipliers[:, F.row_names.index(f"{name}.height")]))
        pulling = pull > PULL * max(weight, float(np.abs(pull).max()))
        if pulling.any():
            first = float(result.time[np.argmax(pulling)])
            told = f"{part.title} pulls with up to {pull.max():.3g} N, first at t = {first:.4g} s"
            yield f"{told}: a real wheel would lift off"


def _pull(part: Rolling, multiplier: Array) -> Array:
    """The force towards the surface [N]."""
    inside = part.surface_radius is not None and part.surface_radius < 0
    return -multiplier if inside else multiplier
