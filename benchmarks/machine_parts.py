"""What the problems of `benchmarks.machines` share: one compared number, and small mechanisms."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

import snodo as sn

G = 9.81
ALL = ("planar", "tree", "spatial")


@dataclass(frozen=True)
class Compared:
    """A quantity of a run beside its reference, and the largest difference allowed."""

    quantity: str
    found: Any
    reference: Any
    allowed: float

    @property
    def error(self) -> float:
        """Largest difference; infinite where numbers are missing."""
        found, reference = np.atleast_1d(self.found), np.atleast_1d(self.reference)
        if found.shape != reference.shape:
            return float("inf")
        error = float(np.abs(found - reference).max(initial=0.0))
        return error if error == error else float("inf")


@dataclass(frozen=True)
class Problem:
    """A problem with its number, what solves it in a formulation, and the formulations that apply."""

    number: str
    title: str
    solve: Callable[..., list[Compared]]
    formulations: Sequence[str] = ALL
    numbers: dict[str, Any] = field(default_factory=dict)


def run(m: sn.Mechanism, until: float, formulation: str, **words: Any) -> sn.Result:
    """A run at a tolerance of 1e-12 without its repetition."""
    given = {"tolerance": 1e-12, "error_bars": False, "progress": False}
    return sn.simulate(m, until, formulation=formulation, **{**given, **words})


def slider(mass: float = 1.0, axis: str = "x", gravity: tuple[float, float] = (0.0, -G)) -> sn.Mechanism:
    """A block on a straight guide P."""
    m = sn.Mechanism("slider", gravity=gravity)
    m.body("block", mass=mass, inertia=1.0)
    m.prismatic("P", "ground", "block", axis=axis, at=(0, 0))
    return m


def end(result: sn.Result, *names: str) -> Any:
    """The last values of series."""
    found = [float(result[name].values[-1]) for name in names]
    return found[0] if len(found) == 1 else np.array(found)
