"""Difference quotients that know their errors.

How long a step h may be, and how short, is not known beforehand: a coordinate of 100 m may end a bar of 0.1 m, and an
eccentricity of 1e-9 m be added to 0.5 m.  A formula of lower order on the same points differs by E, from which follow

    truncation ≈ min(E, 4 E²/|f′|),     rounding ≈ 4 ε |f|/h                                     (1)

of which the first is exact for the central formulas of orders 4 and 2 and f = 1/(1 − h/L).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

Array = np.ndarray
EPS = float(np.finfo(float).eps)
CENTRAL = ((-2, 1 / 12, 0.0), (-1, -2 / 3, -1 / 2), (1, 2 / 3, 1 / 2), (2, -1 / 12, 0.0))
AHEAD = ((0, -25 / 12, -11 / 6), (1, 4.0, 3.0), (2, -3.0, -3 / 2), (3, 4 / 3, 1 / 3), (4, -1 / 4, 0.0))
"""(c, w h) of the points, and w h of the formula of lower order."""
TRUNCATED, ROUNDED = 1e-10, 1e-8
"""Errors of a derivative, relative to it, beyond which other steps are tried."""
APART, CLEAN = 1e-6, 1e-10
"""E/|f′| that is wanted of a shorter step, and the error of rounding of a longer one."""
SHORTER, LONGER = (1e-4, 0.3), (10.0, 1e5)
"""Least and greatest change of a step."""


Axis = int | tuple[()] | None
"""Along which numbers are of one kind: `()` each is of its own, `None` all are alike."""


@dataclass(frozen=True, eq=False)
class Quotient:
    """A difference quotient, and its errors."""

    value: Array
    truncated: Array
    rounded: Array
    apart: Array
    """E."""
    size: Array
    """Of the derivatives of one kind."""

    @classmethod
    def of(cls, values: Array, weights: tuple[Array, Array], h: float | Array, axis: Axis, size: Any = 0.0) -> Quotient:
        """(1), from the values at the points.

        The weights of both formulas belong to steps of one.  What numbers are made of may be larger than they are:
        `size`, if it is given.
        """
        found, less = (np.einsum("k,k...->...", own, values) / h for own in weights)
        apart, whole = np.abs(found - less), _largest(found, axis)
        whole_values = np.maximum(_largest(np.abs(values).max(axis=0, initial=0.0) / h, axis), size / np.abs(h))
        with np.errstate(divide="ignore", invalid="ignore"):
            truncated = np.minimum(apart, np.where(apart > 0.0, 4.0 * apart**2 / whole, 0.0))
        bad = ~np.isfinite(found + truncated)
        rounded = np.broadcast_to(4 * EPS * whole_values, found.shape)
        return cls(found, np.where(bad, np.inf, truncated), rounded, np.where(bad, np.inf, apart), whole)

    def bettered(self, other: Quotient, poor: Array) -> Quotient:
        """Where this one is poor, of both the number with the smaller error."""
        better = poor & (other.error < self.error)
        pairs = zip(vars(other).values(), vars(self).values())
        return Quotient(*(np.where(better, theirs, own) for theirs, own in pairs))

    @property
    def error(self) -> Array:
        """Both errors together."""
        return np.asarray(self.truncated + self.rounded)

    def shorter(self) -> tuple[Array, float]:
        """Which numbers need a shorter step, and by how much."""
        poor = (self.truncated > TRUNCATED * self.size) & (self.truncated > self.rounded)
        with np.errstate(divide="ignore", invalid="ignore"):
            apart = np.nan_to_num(self.apart[poor] / self.size[poor], nan=np.inf).max(initial=APART)
        return poor, float(np.clip(np.sqrt(APART / apart), *SHORTER))

    def longer(self) -> tuple[Array, float]:
        """Which numbers need a longer step, and by how much; not those that change by rounding alone."""
        poor = (self.rounded > ROUNDED * self.size) & (self.rounded < self.size)
        rounded = (self.rounded[poor] / self.size[poor]).max(initial=CLEAN)
        return poor, float(np.clip(rounded / CLEAN, *LONGER))

    @property
    def worst(self) -> float:
        """The largest error relative to what is of its kind, of the kinds that change at all."""
        changing = self.size > 10.0 * self.rounded
        return float((self.error[changing] / self.size[changing]).max(initial=0.0))


def _largest(x: Array, axis: Axis) -> Array:
    """Of those of one kind, for each number."""
    size = np.abs(x)
    return size if axis == () else np.broadcast_to(size.max(axis=axis, keepdims=True, initial=0.0), x.shape)
