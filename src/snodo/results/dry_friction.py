"""The force of friction that sticks, and of cylinders driven or locked: the multiplier of its row (`switching/`).

That of friction which slides under a reaction was found with the accelerations (`formulations/loads.py`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from snodo.formulations.loads import loads_of
from snodo.mechanism.elements import LinearActuator
from snodo.results.numbers import with_numbers
from snodo.results.pushing import sticking_parts

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
    held = next((row for row in (f"{name}.stick", f"{name}.length") if row in F.row_names), "")
    if held:
        effort = effort - result.multipliers[:, F.row_names.index(held)]
    if isinstance(part, LinearActuator) and held == f"{name}.stick":
        effort = effort + _yielding(result, part, rate)
    if getattr(part, "follows_reactions", False) and "load" in result.found:
        effort = effort - result.found["load"][:, [load.name for load in loads_of(F)].index(name)]
    return x, rate, effort, turns


def _yielding(result: Result, part: LinearActuator, rate: Array) -> Array:
    """The relief force of a cylinder while it yields, against its speed beyond the given one; the middle of two."""
    F, names = result.formulation, sticking_parts(result.formulation)
    slides = result.found["friction_slides"][:, names.index(part.name)]
    length = part.given_length(F.builder)
    given = 0.0 if length is None else np.array([length.derivatives(float(t))[1] for t in result.time])
    middle, reach = part.relief_range
    return middle - np.where(slides, reach * np.sign(rate - given), 0.0)
