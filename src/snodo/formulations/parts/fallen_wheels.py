"""Wheels that have fallen flat."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from snodo.errors import Problem
from snodo.mechanism.velocity_constraints import Rolling

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

Array = np.ndarray
FLAT = 0.02
"""Sine of the angle between a wheel and its plane below which it counts as lying flat."""


def lying_flat(F: Formulation, q: Array, t: float) -> Problem | None:
    """A message about the first wheel that lies flat on its plane in q, where its contact point is not defined."""
    for part in F.mechanism.constraints.values():
        if isinstance(part, Rolling) and part.axis is not None:
            a = F.motion.rotation(part.child, q) @ F.geometry.direction(part.axis, part.child, part)
            n = F.motion.rotation(part.parent, q) @ F.geometry.direction(part.normal, part.parent, part)
            if np.linalg.norm(np.cross(n, a)) < FLAT:
                what = f"at t = {t:.6g} s {part.title}: the wheel has fallen flat (axis · normal = {float(n @ a):.6g})"
                return Problem(what, "end the run before, or start the wheel faster; it cannot roll lying flat")
    return None
