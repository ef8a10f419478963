"""Derivatives of named series of a result, from those of states, accelerations and multipliers.

A series is an explicit, smooth function of a state, its accelerations and multipliers, and of the mechanism.  Its
derivative along a direction is a central difference of order six of that function: along the derivatives of the state
with the mechanism as it is, and at the states as they are with the mechanism of other values of the parameter.  Nothing
is simulated again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from snodo.errors import NameNotFound, Problem, UnsupportedError
from snodo.math.euler_parameters import exponential, product
from snodo.mechanism.measures import Combination
from snodo.results.result import Result
from snodo.simulation.family_outputs import Along, quick_output
from snodo.simulation.sensitivities.quotients import EPS, Quotient
from snodo.simulation.sensitivities.reach import only_inertias_and_forces, read_from_places
from snodo.simulation.sensitivities.variants import Point, Variants

Array = np.ndarray
STEP = 4e-3
"""Of differences along states: changes of coordinates, relative to their natural sizes."""
CENTRAL = (
    (-3, -1 / 60, 0.0),
    (-2, 3 / 20, 1 / 12),
    (-1, -3 / 4, -2 / 3),
    (1, 3 / 4, 2 / 3),
    (2, -3 / 20, -1 / 12),
    (3, 1 / 60, 0.0),
)
"""(c, w) of their points, of order six, and w of order four."""
SHORTER = (0.1, 0.01, 1e-3, 1e-4)
"""Shorter steps, where the two orders differ by more than"""
NEARLY = 1e-8
"""this part of the largest derivative of a series: friction is far from straight over long steps of velocities."""
FAST = 1e-2
"""Part of a change of velocities, relative to the largest velocity, that counts as a change of coordinates."""
LOST = 10.0
"""Factor by which rounding grows on the way to a series."""
MOST_ROWS = 200_000
"""States that are evaluated in one go."""
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
        arrays = [result[name] for name in self.names]
        self.turning = np.array([array.attrs.get("units") == "rad" for array in arrays])
        """Angles may be known up to whole turns."""
        self.base = self.values(self.F, result.time, result.states, self.a, self.multipliers)

    @cached_property
    def made_of(self) -> float:
        """The largest number from which series are made, such as a force that leaves no moment."""
        return max(float(np.abs(x).max(initial=0.0)) for x in (self.base, self.multipliers))

    def values(self, F: Any, times: Array, states: Array, a: Array, multipliers: Array) -> Array:
        """All series (outputs, time)."""
        states = self._with_angles(F, states)
        found = {"acceleration": a, "multiplier": multipliers, "energy": F.energies(times, states)}
        other = Result(F, times, states, {**self.result.found, **found}, self.result.info)
        return np.array([np.asarray(other[name].values, float) for name in self.names])

    def _with_angles(self, F: Any, states: Array) -> Array:
        """With the angles that these states have in the coordinates that count their turns, as far as they are read.

        Such a coordinate is a state, which as such does not follow from the lengths of the mechanism.
        """
        read = {name: k for name, k in getattr(F.flat, "counters", {}).items() if name in self.names}
        if not read:
            return states
        states, v = states.copy(), states[:, F.nq : F.nq + F.nv]
        for name, k in read.items():
            angle = Combination([(1.0, F.builder.counter(name))])
            states[:, k] = F.motion.along(angle, states[:, : F.nq], v, np.zeros_like(v))[0]
        return states

    def near(self, values: Array) -> Array:
        """The same, angles with the whole turns of the result (outputs, …, time)."""
        base = self.base.reshape(len(self.base), *[1] * (values.ndim - 2), -1)
        turns = np.round((values - base) / (2 * np.pi))
        turning = self.turning.reshape(-1, *[1] * (values.ndim - 1))
        return np.asarray(np.where(turning, values - 2 * np.pi * turns, values))

    # ---------------------------------------------------------------- by the states
    def along(self, slopes: Sequence[Slope]) -> list[Array]:
        """By the states, along each direction (outputs, time)."""
        most = max(1, MOST_ROWS // max(1, len(CENTRAL) * self.result.time.size))
        return [x for k in range(0, len(slopes), most) for x in self._along(slopes[k : k + most])]

    def _along(self, slopes: Sequence[Slope]) -> list[Array]:
        """Of some directions; with shorter steps where a series is far from a polynomial over the step."""
        steps = [self._steps(slope) for slope in slopes]
        found = self._quotients(slopes, steps)
        for shorter in SHORTER:
            poor = {d: bad for d, own in enumerate(found) if (bad := self._doubtful(own, steps[d])).any()}
            if not poor:
                break
            again = self._quotients([slopes[d] for d in poor], [shorter * steps[d] for d in poor])
            for (d, bad), other in zip(poor.items(), again):
                found[d] = found[d].bettered(other, bad)
        return [own.value for own in found]

    def _doubtful(self, own: Quotient, h: Array) -> Array:
        """Which numbers may be wrong by more than rounding, also of what they are made of; h: the first steps."""
        return np.asarray(own.apart > NEARLY * own.size + own.rounded + LOST * EPS * self.made_of / h)

    def _quotients(self, slopes: Sequence[Slope], steps: Sequence[Array]) -> list[Quotient]:
        """In one go: the states of all points of all differences, one after the other."""
        rows, F = self.result.time.size, self.F
        blocks = [self._moved(slope, (c * h)[:, None]) for slope, h in zip(slopes, steps) for c, *_ in CENTRAL]
        states, a, multipliers = (np.concatenate(parts) for parts in zip(*blocks))
        values = self.values(F, np.tile(self.result.time, len(blocks)), states, a, multipliers)
        values = self.near(values.reshape(len(self.names), len(blocks), rows))
        values = values.reshape(len(self.names), len(slopes), len(CENTRAL), rows)
        weights = np.array([w for _, w, _ in CENTRAL]), np.array([w for *_, w in CENTRAL])
        parts = [np.moveaxis(values[:, d], 1, 0) for d in range(len(slopes))]
        return [Quotient.of(part, weights, h, -1) for part, h in zip(parts, steps)]

    def _moved(self, slope: Slope, x: Array) -> tuple[Array, Array, Array]:
        """States, accelerations and multipliers after a step along a direction."""
        F, states = self.F, self.result.states.copy()
        states[:, : F.nq] = moved(F, self.result.q, x * slope.eta)
        states[:, F.nq : F.nq + F.nv] += x * slope.w
        return states, self.a + x * slope.a, self.multipliers + x * slope.multipliers

    def _steps(self, slope: Slope) -> Array:
        """Steps of the differences: coordinates change by little, what is polynomial need not."""
        units = self.F.velocity_scale
        fast = np.abs(self.result.v / units).max(initial=0.0) + 1.0
        sizes = np.abs(slope.eta / units).max(axis=1) + FAST * np.abs(slope.w / units).max(axis=1) / fast
        return np.where(sizes > 0.0, STEP / np.where(sizes > 0.0, sizes, 1.0), 1.0)

    # ---------------------------------------------------------------- by the mechanism
    def by_constants(self, points: Variants) -> Array:
        """By the mechanism, at the states as they are (outputs, time)."""
        found = np.zeros_like(self.base)
        still = only_inertias_and_forces(self.F, points)
        others = []
        for k, name in enumerate(self.names):
            if still and read_from_places(self.F, name):
                continue
            quick = self._quick(name, points)
            if quick is None:
                others.append(k)
            else:
                found[k] = quick
        if others:
            found[others] = self._by_results(points)[others]
        return found

    def _by_results(self, points: Variants) -> Array:
        """From results of the mechanisms."""
        r = self.result

        def at(point: Point) -> Array:
            return self.near(self.values(point.bound, r.time, r.states, self.a, self.multipliers))

        return points.derivative(at, self.base, axis=-1)

    def _quick(self, name: str, points: Variants) -> Array | None:
        """From the numbers of the mechanisms; None if the series needs more."""
        if points.rewriting is None:
            return None
        read = quick_output(self.F, points.rewriting.base, name)
        if read is None:
            return None
        model, r = self.F.model, self.result
        with self.F.lock:
            own = model.copy()

            def at(point: Point) -> Array:
                assert point.numbers is not None  # as of all points that are rewritten
                model[:] = point.fresh
                return read[0](AsFound(self.F, point.numbers, r.time, r.states, self.a, self.multipliers))

            try:
                return points.derivative(at, axis=-1)
            finally:
                model[:] = own


@dataclass(frozen=True, eq=False)
class AsFound(Along):
    """States with the accelerations and multipliers that were found in the run."""

    a: Array
    multipliers: Array

    @property
    def found(self) -> dict[str, Array]:
        """Accelerations and multipliers."""
        return {"acceleration": self.a, "multiplier": self.multipliers}


def moved(F: Any, q: Array, steps: Array) -> Array:
    """Coordinates (time, nq) after steps along the velocities."""
    if F.nq == F.nv:
        return np.asarray(q + steps)
    if F.name == "spatial" and not F.flat.header.counters:
        n, after = F.nv // 6, q.copy().reshape(len(q), -1, 7)
        by = steps.reshape(len(q), n, 6)
        after[..., :3] += by[..., :3]
        after[..., 3:] = product(after[..., 3:], exponential(by[..., 3:]))
        return after.reshape(q.shape)
    return np.array([F.moved(row, step) for row, step in zip(q, steps)]).reshape(q.shape)
