"""The force of friction that sticks, and of cylinders driven or locked: the multiplier of its row (`switching/`).

That of friction which slides under a reaction was found with the accelerations (`formulations/loads.py`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from snodo.formulations.loads import loads_of
from snodo.mechanism.elements import LinearActuator
from snodo.results.numbers import with_numbers

if TYPE_CHECKING:
    from snodo.results.result import Result

Array = np.ndarray


def effort_of(result: Result, name: str) -> tuple[Array, Array, Array, bool]:
    """Coordinate, speed and force (or torque) of a spring, torque, friction …; and whether the coordinate is an angle.

    A positive force increases the coordinate.  The force of friction that sticks is what holds it.
    """
    F = result.formulation
    with with_numbers(result):
        x, rate, effort, turns = F.effort_along(name, result.time, result.q, result.v)
    part = F.mechanism.forces[name]
    row = f"{name}.length" if isinstance(part, LinearActuator) else f"{name}.stick"
    if row in F.row_names:
        effort = effort - result.multipliers[:, F.row_names.index(row)]
    if getattr(part, "follows_reactions", False) and "load" in result.found:
        effort = effort - result.found["load"][:, [load.name for load in loads_of(F)].index(name)]
    return x, rate, effort, turns
