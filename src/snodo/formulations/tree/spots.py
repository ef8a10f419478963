"""Named places of a tree, each looked up once, and read from the scratch that the kernels leave.

With p, R, v, ω, a of the link (world axes, at its origin) and s the place in the link's axes, d = R s:

    r = p + d,     ṙ = v + ω × d,     r̈ = a + α × d + ω × (ω × d)                                   (1)

One state is a handful of numbers: they are taken as Python's own, which NumPy needs twenty times as long for.
"""

from __future__ import annotations

import numpy as np

from snodo.formulations.tree.kernels.layout import Work
from snodo.math.kernels.record_layout import place
from snodo.mechanism.geometry import Pose

Array = np.ndarray
_R, _W, _A, _P, _V = (place(Work, field) for field in "Rwapv")
_AXES = np.eye(3)


class Spot:
    """A body, frame or joint: its link, its place and axes there, and the link's row of the scratch."""

    def __init__(self, model: Array, row: Array, link: int, s: Array, A: Array) -> None:
        self.model, self.link, self.s, self.A = model, link, s, A
        self.place = tuple(map(float, s))
        self._row = row
        self._at_origin, self._as_link = not np.any(s), bool(np.array_equal(A, _AXES))

    @property
    def finite(self) -> bool:
        """Whether the link has an attitude: Euler parameters that are all zero give none."""
        x = self._row[_R]
        return bool(x == x)

    def pose(self) -> Pose:
        """(1): place and axes."""
        R, p = self._row[_R : _R + 9].reshape(3, 3).T, self._row[_P : _P + 3]
        return Pose(p.copy() if self._at_origin else p + R @ self.s, R.copy() if self._as_link else R @ self.A)

    def velocity(self) -> Array:
        """(1): (ṙ, ω)."""
        x, y, z = self._row[_V : _V + 3].tolist()
        a, b, c = self._row[_W : _W + 3].tolist()
        if not self._at_origin:
            i, j, k = self._arm()
            x, y, z = x + b * k - c * j, y + c * i - a * k, z + a * j - b * i
        return np.array((x, y, z, a, b, c))

    def acceleration(self) -> Array:
        """(1): (r̈, ω̇)."""
        if self._at_origin:
            return self._row[_A : _A + 6].copy()
        x, y, z, d, e, f = self._row[_A : _A + 6].tolist()
        a, b, c = self._row[_W : _W + 3].tolist()
        i, j, k = self._arm()
        u, v, w = b * k - c * j, c * i - a * k, a * j - b * i
        x, y, z = x + e * k - f * j, y + f * i - d * k, z + d * j - e * i
        return np.array((x + b * w - c * v, y + c * u - a * w, z + a * v - b * u, d, e, f))

    def _arm(self) -> tuple[float, float, float]:
        """d of (1); R is stored by columns."""
        a, b, c, d, e, f, g, h, i = self._row[_R : _R + 9].tolist()
        x, y, z = self.place
        return a * x + d * y + g * z, b * x + e * y + h * z, c * x + f * y + i * z
