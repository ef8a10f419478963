"""Joints that creep where dry friction would hold them.

Friction is smoothed by tanh(speed / smoothing): at rest it is zero, so that a loaded joint never sticks but creeps at

    v = smoothing · atanh(load / coulomb)                                                                    (1)

A passage through zero speed is short: it takes about 2 · smoothing / |acceleration|.  A joint that stays below 2 ·
smoothing for much longer would be held by real friction, and the distance it moves meanwhile is an error of the model.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from snodo.formulations.series.joint_series import rate_of
from snodo.mechanism.checks.joints import kind_of
from snodo.mechanism.forces import Friction

if TYPE_CHECKING:
    from snodo.results.result import Result

Array = np.ndarray
SLOW = 2.0
"""Joints count as held below this many times the smoothing speed,"""
LONG = 20.0
"""for this many times what a run through zero takes."""


class Creep(NamedTuple):
    """A friction that lets its joint creep."""

    name: str
    distance: float
    """The way made while creeping [m or rad]."""
    relative: float
    """The same against the range of the joint's coordinate."""
    unit: str
    smoothing: float

    def __str__(self) -> str:
        way = f"the joint of friction {self.name!r} creeps by {self.distance:.3g} {self.unit}"
        return (
            f"{way}, below the smoothing speed {self.smoothing:g} {self.unit}/s, where dry friction would hold it still"
        )


def creeping(result: Result) -> Iterator[Creep]:
    """The frictions of a result that let their joints creep."""
    F = result.formulation
    for name, part in F.mechanism.forces.items():
        rubs = isinstance(part, Friction) and not dry(part) and float(part.coulomb or part.mu or 0.0) > 0.0
        if rubs and result.time.size > 2:
            x, speed, acceleration = _rubbing(result, part)
            way = _way_made(result.time, speed, acceleration, part.reversal)
            span = float(np.ptp(x))
            if way > 0.0 and span > 0.0:
                unit = "rad" if kind_of(F.mechanism.joints[part.joint], part.of) == "angle" else "m"
                yield Creep(name, way, way / span, unit, part.reversal)


def dry(part: Friction) -> bool:
    """Whether it sticks."""
    return bool(getattr(part, "dry", False))


def _rubbing(result: Result, part: Friction) -> tuple[Array, Array, Array]:
    """The coordinate that a friction acts on, its speed and its acceleration."""
    motion, state = result.formulation.motion, (result.q, result.v, result.a)
    if not part.of:
        found: tuple[Array, Array, Array] = motion.joint(part.joint, *state)
        return found
    words = list(result.mechanism.joints[part.joint].words(result.mechanism.dimension))
    speed, series = words[words.index(part.of) + len(words) // 2], motion.freedoms(part.joint, *state)
    return series[part.of], series[speed], series[rate_of(speed)]


def _way_made(time: Array, speed: Array, acceleration: Array, smoothing: float) -> float:
    """∫ |speed| dt over the stretches in which the joint is slow for long."""
    fastest = float(np.nan_to_num(np.abs(acceleration)).max(initial=0.0))
    if fastest == 0.0:
        return 0.0
    shortest, way = LONG * 2.0 * smoothing / fastest, 0.0
    for first, last in _stretches(np.abs(speed) < SLOW * smoothing):
        if time[last] - time[first] > shortest:
            rows = slice(first, last + 1)
            slow = np.abs(speed[rows])
            way += float(0.5 * (slow[1:] + slow[:-1]) @ np.diff(time[rows]))
    return way


def _stretches(mask: Array) -> Iterator[tuple[int, int]]:
    """First and last rows of the stretches in which a condition holds."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], mask.astype(int), [0]])))
    for first, end in edges.reshape(-1, 2):
        yield int(first), int(end) - 1


def worst_creep(result: Result) -> tuple[float, list[str]]:
    """Largest relative way made by creeping, and the sentences about all."""
    found: list[Any] = list(creeping(result))
    return max((creep.relative for creep in found), default=0.0), [str(creep) for creep in found]
