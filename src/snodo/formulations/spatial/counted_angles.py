"""The angles whose whole turns are counted, all of them at once.

φ = arctan2(g·f, e·f) + 2π k,     e, g fixed in the parent, f in the child, k the turns of the count     (1)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from snodo.formulations.spatial import attitudes
from snodo.mechanism.measures import Measure

Array = np.ndarray
TURN = 2 * np.pi


class CountedAngles:
    """The counted angles of a bound mechanism; numbers: of the bodies, the ground first."""

    def __init__(self, measures: Sequence[Measure], numbers: Mapping[str, int]) -> None:
        self._parents, self._children = (
            np.array([numbers[body] for body in bodies])
            for bodies in ([m.parent for m in measures], [m.child for m in measures])
        )
        self._e, self._g, self._f = (np.array([getattr(m, word) for m in measures]) for word in "egf")

    def angles(self, q: Array, p: Array) -> Array:
        """(1) [rad]; q ends with the counts so far, p (bodies, 4) has the Euler parameters."""
        A = np.concatenate([np.eye(3)[None], attitudes.rotation(p)])
        A_i, A_j = A[self._parents], A[self._children]
        e, g, f = (_turned(R, s) for R, s in ((A_i, self._e), (A_i, self._g), (A_j, self._f)))
        angle = np.arctan2((g * f).sum(axis=1), (e * f).sum(axis=1))
        counted: Array = angle + TURN * np.floor((q[len(q) - len(angle) :] - angle) / TURN + 0.5)
        return counted


def _turned(A: Array, s: Array) -> Array:
    return np.asarray((A @ s[..., None])[..., 0])
