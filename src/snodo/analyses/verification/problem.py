"""What a verification problem is: a mechanism in a file, what is compared with what, and how well it must agree.

Errors are relative: the largest difference of a quantity, in all its components and at all its times, divided by its
`scale`.  That is the largest reference value, unless a natural unit is better: a radian for angles, one for attitudes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from snodo.formulations.base import Formulation
from snodo.mechanism.mechanism import Mechanism
from snodo.results.result import Result

Array = np.ndarray
Read = Callable[[Result], Array]
"""A quantity of a result: one row for each time (and a column for each component)."""
Truth = Callable[[Array], Array]
"""A quantity in closed form, from the times."""
Measure = Callable[[Formulation, Any], Array]
"""A quantity of one state, from a formulation and a constraint method."""

USUAL = 1e-5
"""Error that is allowed with the default choices: a thousand times their tolerance, as in `sn.compare`."""
SAMPLES = 200
"""Rows of a run besides those of the reference, so that error bars see the neighbourhood of each."""
COMPARED = 40
"""Times at which a closed form is compared."""


@dataclass(frozen=True, eq=False)
class Compared:
    """A quantity and its reference values (times × components); scale: what errors are relative to."""

    name: str
    unit: str
    times: tuple[float, ...]
    wanted: Array
    read: Read
    scale: float = 0.0

    @property
    def size(self) -> float:
        """The scale, or the largest reference value."""
        return self.scale or float(np.abs(self.wanted).max())

    def until(self, end: float) -> Compared | None:
        """The part of it up to a time [s]; None if there is none."""
        kept = [k for k, t in enumerate(self.times) if t <= end * (1 + 1e-12)]
        if not kept:
            return None
        times = tuple(self.times[k] for k in kept)
        return Compared(self.name, self.unit, times, self.wanted[kept], self.read, self.size)


@dataclass(frozen=True, eq=False)
class VerificationProblem:
    """What motions and states have in common.

    tolerance: error up to which a run with the default choices is right; goal: the same of the best setting.
    """

    name: str
    file: str
    """Name of an example file."""
    source: str
    tolerance: float
    goal: float

    def mechanism(self) -> Mechanism:
        """The mechanism in the file."""
        from snodo.formats import load
        from snodo.formats.example_files import example_files

        return load(example_files()[self.file])


@dataclass(frozen=True, eq=False)
class MotionProblem(VerificationProblem):
    """A run, of which some quantities are known at some times.

    step: of integrators with a fixed step [s]; tight: relative tolerance of the best setting; quick: time up to which a
    quick verification runs [s] (None: not at all); patience: process time after which a run is stopped [s]; apart:
    how many of the three choices may differ from the default (for problems whose runs are long).
    """

    compared: tuple[Compared, ...]
    step: float = 1e-3
    tight: float = 1e-12
    quick: float | None = None
    patience: float = 3.0
    apart: int = 3

    def quantities(self, quick: bool) -> tuple[Compared, ...]:
        """What is compared."""
        if not quick or self.quick is None:
            return self.compared
        return tuple(kept for one in self.compared if (kept := one.until(self.quick or 0.0)) is not None)


@dataclass(frozen=True, eq=False)
class StateProblem(VerificationProblem):
    """Quantities of one state, without integration.

    by_methods: whether constraint methods make a difference.
    """

    unit: str
    wanted: Array
    measure: Measure
    by_methods: bool = False
    quick: bool = True
    scale: float = 0.0

    @property
    def size(self) -> float:
        """What errors are relative to."""
        return self.scale or float(np.abs(self.wanted).max())


# ---------------------------------------------------------------- quantities
def series(*names: str) -> Read:
    """Named series of a result, side by side."""
    return lambda result: np.column_stack([result[name].values for name in names])


def closed(name: str, unit: str, names: tuple[str, ...], truth: Truth, duration: float, scale: float = 0.0) -> Compared:
    """Named series and their closed form, at equally spaced times up to the duration [s]."""
    times = np.linspace(0.0, duration, COMPARED + 1)[1:]
    return Compared(name, unit, tuple(times.tolist()), truth(times).reshape(times.size, -1), series(*names), scale)


def sampled(compared: tuple[Compared, ...]) -> Array:
    """Times of the rows of a run: those of the reference, and between."""
    wanted = sorted({t for one in compared for t in one.times} | {0.0})
    grid = np.linspace(0.0, wanted[-1], SAMPLES + 1)
    near = np.abs(grid[:, None] - np.array(wanted)).min(axis=1) < 1e-9 * wanted[-1]
    return np.sort(np.concatenate([wanted, grid[~near]]))
