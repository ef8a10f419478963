"""The works along a driven motion, computed when they are first asked for: they cost more than the motion itself.

The powers P are known in the rows; between them the motion is followed again, at times halved until the integral

    W(t) = ∫ P dt,     of a cubic spline through the powers,                                          (1)

does not change any more.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.constraint_methods import in_time
from snodo.constraint_methods.redundancy import evaluated

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

Array = np.ndarray
LEAST_POINTS, MOST_POINTS, SETTLED = 1000, 20_000, 1e-7
"""Least and most times at which the powers are taken, and the relative change of the works at which they are good."""


class LateWorks:
    """Works (time, works) [J] since the first row; follow: fills states at given times and returns how many."""

    def __init__(self, F: Formulation, times: Array, states: Array, powers: Array, follow: Callable[..., Any]) -> None:
        self._F, self._times, self._start, self._powers, self._follow = F, times, states[:1].copy(), powers, follow
        self._model = F.model.copy()

    def __call__(self) -> Array:
        """(1), with the model as it was when the motion was found."""
        F = self._F
        meanwhile = F.model.copy()
        F.model[:] = self._model
        try:
            return self._integrated()
        finally:
            F.model[:] = meanwhile

    def _integrated(self) -> Array:
        fine, rows = np.unique(self._times, return_index=True)
        if fine.size < 2 or not self._powers.shape[1]:
            return np.zeros_like(self._powers)
        works = _integral(fine, self._powers[rows], self._times)
        while 2 * fine.size < MOST_POINTS:
            fine = np.sort(np.concatenate([fine, 0.5 * (fine[1:] + fine[:-1])]))
            powers = self._powers_at(fine)
            if powers is None:
                return works
            before, works = works, _integral(fine, powers, self._times)
            change = np.abs(works - before).max(initial=0.0)
            if fine.size > LEAST_POINTS and change <= SETTLED * np.abs(works).max(initial=0.0):
                return works
        return works

    def _powers_at(self, times: Array) -> Array | None:
        """The powers along the motion, followed again; none where it is not defined."""
        path = np.zeros((times.size, self._start.shape[1]))
        path[:1] = self._start
        reached = self._follow(self._F, times, path)[0]
        powers: Array = evaluated(self._F, times, path, partial(in_time.evaluate, self._F))["power"]
        return powers if reached == times.size and np.isfinite(powers).all() else None


def _integral(times: Array, powers: Array, at: Array) -> Array:
    from scipy.interpolate import CubicSpline

    integral: Array = CubicSpline(times, powers).antiderivative()(at)
    return integral
