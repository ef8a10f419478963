"""All numbers of a bound formulation that a run reads, one after the other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

Array = np.ndarray


class Snapshot:
    """The arrays of a formulation by name, and all their numbers in one."""

    def __init__(self, F: Any) -> None:
        self.parts = arrays_of(F)
        self.places, at = {}, 0
        for name, array in self.parts.items():
            self.places[name] = slice(at, at + array.size)
            at += array.size
        self.numbers = np.concatenate([*self.parts.values(), np.zeros(0)])

    def like(self, other: Snapshot) -> bool:
        """Whether the arrays have the same names and sizes."""
        return self.places == other.places

    def owner(self, place: int) -> str:
        """The name of the array of a number."""
        return next(name for name, own in self.places.items() if own.start <= place < own.stop)


def arrays_of(F: Any) -> Mapping[str, Array]:
    """The model (of a tree, also the one without welds), the drawing, and what the start of a run needs."""
    found = {"model": F.model}
    lean = getattr(F, "lean", None)
    if lean is not None and lean is not F.flat:
        found["lean"] = lean.model
    found["drawn"] = F.reference()[0]
    found["size"] = np.array([F.size])
    names = [*F.coordinate_names, *F.velocity_names]
    found["lengths"] = np.asarray(F.groups.lengths(names), float)
    found["numbers"] = F.described_numbers
    found["initial"] = np.array(list(F.mechanism.initial_values().values()), float)
    return found
