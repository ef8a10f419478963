"""Pairs of directions that must not be opposite: the rows alone also hold with a body turned around.

(A_i e) · (A_j f) > 0,     e fixed in the parent, f in the child                               (1)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from snodo.mechanism.geometry import Pose
from snodo.mechanism.measures import PartRows

Array = np.ndarray


class AlikeDirections:
    """The pairs of all rows; bodies: number (in a tree, of the link) and frame of each body."""

    def __init__(self, all_rows: Sequence[PartRows], bodies: Mapping[str, tuple[int, Pose]]) -> None:
        pairs = [(part_rows.part.name, m) for part_rows in all_rows for m in part_rows.alike]
        self.parts = [name for name, _ in pairs]
        """Part of each pair."""
        ends = [(bodies[m.parent], bodies[m.child]) for _, m in pairs]
        self._i, self._j = (np.array([pair[k][0] for pair in ends], np.int64) for k in (0, 1))
        self._e = np.array([i.A @ m.e for ((_, i), _), (_, m) in zip(ends, pairs)]).reshape(-1, 3, 1)
        self._f = np.array([j.A @ m.f for (_, (_, j)), (_, m) in zip(ends, pairs)]).reshape(-1, 3, 1)

    def turned_around(self, axes: Array) -> list[str]:
        """Parts with a pair that violates (1); axes (numbers, 3, 3) of all bodies, the ground first."""
        cosines = (axes[self._i] @ self._e * (axes[self._j] @ self._f)).sum(axis=(1, 2))
        return list(dict.fromkeys(self.parts[k] for k in np.flatnonzero(cosines < 0)))
