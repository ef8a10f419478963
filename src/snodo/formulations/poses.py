"""The poses of many bodies and frames."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from snodo.errors import NameNotFound, Problem, suggestion
from snodo.mechanism.geometry import Pose

Array = np.ndarray


class Poses(Mapping[str, Pose]):
    """Poses by name, and all of them as arrays.

    Parameters
    ----------
    numbers : mapping
        The place of each body, frame or joint in the arrays, in their order.
    r, A : array
        Positions (names, 3) or (names, states, 3) [m]; rotations (names, 3, 3) or (names, states, 3, 3), from their
        axes to world axes.
    """

    def __init__(self, numbers: Mapping[str, int], r: Array, A: Array) -> None:
        self._numbers, self.r, self.A = numbers, r, A

    @property
    def names(self) -> list[str]:
        """In the order of the arrays."""
        return list(self._numbers)

    def __getitem__(self, name: str) -> Pose:
        k = self._numbers.get(name)
        if k is None:
            what = f"there is no pose of {name!r} among these"
            raise NameNotFound(Problem(what, suggestion(str(name), self.names)))
        return Pose(self.r[k], self.A[k])

    def __iter__(self) -> Iterator[str]:
        return iter(self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)

    def __repr__(self) -> str:
        return f"Poses({', '.join(self.names)})"
