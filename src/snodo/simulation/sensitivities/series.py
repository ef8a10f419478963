"""Derivatives of named series of a result, from those of states, accelerations and multipliers.

A series is an explicit, smooth function of a state, its accelerations and multipliers, and of the mechanism.  Its
derivative along a direction is a central difference of order six of that function: along the derivatives of the state
with the mechanism as it is, and at the states as they are with the mechanism of other values of the parameter.  Nothing
is simulated again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from snodo.errors import NameNotFound, Problem, UnsupportedError
from snodo.results.result import Result
from snodo.simulation.sensitivities.variants import CENTRAL, STEP, Variants

Array = np.ndarray
FAST = 1e-2
"""Part of a change of velocities, relative to the largest velocity, that counts as a change of coordinates."""
ENDINGS = (".work", ".power", ".balance", ".effort")


@dataclass(frozen=True, eq=False)
class Slope:
    """Derivatives along one direction at every sample."""

    eta: Array
    """Of the coordinates, a displacement along the velocities (time, nv),"""
    w: Array
    """the velocities,"""
    a: Array
    """the accelerations"""
    multipliers: Array
    """and the multipliers."""


def scalar_name(result: Result, name: str) -> str:
    """The series of one number for each time that a name stands for; `B.reaction.x` is `B.fx`."""
    stem, _, axis = name.rpartition(".")
    if stem.endswith(".reaction") and axis in ("x", "y", "z"):
        name = f"{stem.removesuffix('.reaction')}.f{axis}"
    if name.endswith(ENDINGS):
        what = f"{name} has no derivative: works and powers are not differentiated"
        raise UnsupportedError(Problem(what, "choose coordinates, speeds, reactions or energies"))
    dims = result[name].dims
    if dims != ("time",):
        parts = [n for n in result.names() if n.startswith(f"{name.rpartition('.')[0]}.")]
        raise NameNotFound(Problem(f"{name} is not one number for each time", f"name one of {', '.join(parts[:12])}"))
    return name


class Outputs:
    """Series of a result, and how they change with its states and with the mechanism."""

    def __init__(self, result: Result, found: dict[str, Array], names: Sequence[str]) -> None:
        self.result, self.F, self.names = result, result.formulation, list(names)
        self.a, self.multipliers = found["acceleration"], found["multiplier"]
        self.base = self.values(self.F, result.states, self.a, self.multipliers)

    def values(self, F: Any, states: Array, a: Array, multipliers: Array) -> Array:
        """All series (outputs, time)."""
        found = {"acceleration": a, "multiplier": multipliers, "energy": F.energies(self.result.time, states)}
        other = Result(F, self.result.time, states, {**self.result.found, **found}, self.result.info)
        return np.array([np.asarray(other[name].values, float) for name in self.names])

    def along(self, slope: Slope) -> Array:
        """By the states (outputs, time)."""
        F, total = self.F, np.zeros_like(self.base)
        q, v = self.result.q, self.result.v
        h = self._steps(slope, v)
        for c, weight in CENTRAL:
            x = (c * h)[:, None]
            states = self.result.states.copy()
            states[:, : F.nq] = moved(F, q, x * slope.eta)
            states[:, F.nq : F.nq + F.nv] = v + x * slope.w
            values = self.values(F, states, self.a + x * slope.a, self.multipliers + x * slope.multipliers)
            total += weight * values / h
        return total

    def _steps(self, slope: Slope, v: Array) -> Array:
        """Steps of the differences: coordinates change by little, what is polynomial need not."""
        units = self.F.velocity_scale
        fast = np.abs(v / units).max(initial=0.0) + 1.0
        sizes = np.abs(slope.eta / units).max(axis=1) + FAST * np.abs(slope.w / units).max(axis=1) / fast
        return np.where(sizes > 0.0, STEP / np.where(sizes > 0.0, sizes, 1.0), 1.0)

    def by_constants(self, points: Variants) -> Array:
        """By the mechanism, at the states as they are (outputs, time)."""

        def at(F: Any) -> Array:
            return self.values(F, self.result.states, self.a, self.multipliers)

        ends = at(points.bound[0]), at(points.bound[-1])
        if np.array_equal(ends[0], self.base) and np.array_equal(ends[1], self.base):
            return np.zeros_like(self.base)
        return points.derivative([ends[0], *map(at, points.bound[1:-1]), ends[1]])


def moved(F: Any, q: Array, steps: Array) -> Array:
    """Coordinates (time, nq) after steps along the velocities."""
    if F.nq == F.nv:
        return np.asarray(q + steps)
    return np.array([F.moved(row, step) for row, step in zip(q, steps)]).reshape(q.shape)
