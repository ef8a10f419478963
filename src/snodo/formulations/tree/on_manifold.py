"""Motion on the manifold of a tree's coordinates, of one state or of each of many (`manifold.py` has the equations)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numpy import empty

from snodo.formulations.base import Array
from snodo.formulations.tree import batches
from snodo.formulations.tree.coordinates import Coordinates

NOT_ARRAYS = (TypeError, ValueError, AttributeError)
"""What a kernel raises when it is given anything but arrays of float64."""


class OnManifold(Coordinates, abstract=True):
    """Steps along velocities, differences of coordinates, and their rates.

    Arrays of float64 go straight to the kernels; anything else, and what they refuse, is converted or reported here.
    """

    def integrate(self, q: Any, v: Any, dt: float) -> Array:
        """Move for a time at constant velocities, on the manifold of the coordinates.

        Parameters
        ----------
        q, v : array
            Coordinates [m, rad] and velocities [m/s, rad/s]; one row per state for a batch.
        dt : float
            The time [s].

        Returns
        -------
        array
            The coordinates at the end, (nq) or (states, nq).

        Examples
        --------
        >>> later = tree.integrate(*tree.reference(), 0.1)
        """
        if not self.flat.counters:
            try:
                after = empty(self._nq)
                if q.ndim == 1 and not self.entries.moved_coordinates(self._at_once, q, v, dt, after):
                    return after
            except NOT_ARRAYS:
                pass
        from snodo.formulations.tree import arguments, manifold

        if batches.given(q, v):
            one = partial(self.integrate, dt=dt)
            return self._of_states("moved_coordinates", self.nq, one, (float(dt),), q=q, v=v)
        given = arguments.coordinates(self, q), arguments.velocities(self, v)
        return self.count_turns(manifold.integrate(self.flat.places, *given, float(dt)))

    def difference(self, q0: Any, q1: Any) -> Array:
        """Return the constant velocities that lead from one position to another in one second.

        Parameters
        ----------
        q0, q1 : array
            Coordinates [m, rad]; one row per state for a batch.

        Returns
        -------
        array
            Velocities (nv) or (states, nv) [m/s, rad/s].

        Examples
        --------
        >>> v = tree.difference(tree.neutral(), tree.reference()[0])
        """
        if not self.flat.counters:
            try:
                v = empty(self._nv)
                if q0.ndim == 1 and not self.entries.difference_of_coordinates(self._at_once, q0, q1, v):
                    return v
            except NOT_ARRAYS:
                pass
        from snodo.formulations.tree import arguments, manifold

        if batches.given(q0, q1):
            return self._of_states("difference_of_coordinates", self.nv, self.difference, (), q0=q0, q1=q1)
        start, end = arguments.coordinates(self, q0), arguments.coordinates(self, q1)
        return manifold.difference(self.flat.places, self.nv, start, end)

    def coordinate_rates(self, q: Any, v: Any) -> Array:
        """Return q̇ = N(q) v.

        Parameters
        ----------
        q, v : array
            Coordinates [m, rad] and velocities [m/s, rad/s]; one row per state for a batch.

        Returns
        -------
        array
            q̇ (nq) or (states, nq).

        Examples
        --------
        >>> rates = tree.coordinate_rates(*tree.reference())
        """
        if not self.flat.counters:
            try:
                rates = empty(self._nq)
                if q.ndim == 1 and not self.entries.rates_of_coordinates(self._at_once, q, v, rates):
                    return rates
            except NOT_ARRAYS:
                pass
        from snodo.formulations.tree import arguments, manifold

        if batches.given(q, v):
            return self._of_states("rates_of_coordinates", self.nq, self.coordinate_rates, (), q=q, v=v)
        given = arguments.coordinates(self, q), arguments.velocities(self, v)
        rates = manifold.rates(self.flat.places, *given)
        if self.flat.counters:
            rates[-len(self.flat.counters) :] = self.counting_rates(*given)
        return rates

    def coordinate_gradient(self, q: Array, k: int) -> Array:
        """∂q̇_k/∂v: row k of N(q)."""
        return np.array([self.coordinate_rates(q, unit)[k] for unit in np.eye(self.nv)])

    def counting_rates(self, q: Array, v: Array) -> Array:
        """Rates of the coordinates that count whole turns [rad/s]."""
        return np.zeros(0)

    def random(self, generator: np.random.Generator) -> tuple[Array, Array]:
        """Draw a random state: standard normal about the neutral one.

        Parameters
        ----------
        generator : numpy Generator
            Source of the random numbers.

        Returns
        -------
        tuple of arrays
            Coordinates q and velocities v.

        Examples
        --------
        >>> q, v = tree.random(np.random.default_rng(1))
        """
        q = self.integrate(self.neutral(), generator.standard_normal(self.nv), 1.0)
        return q, generator.standard_normal(self.nv)

    def _of_states(
        self, entry: str, width: int, one: Callable[..., Array], constants: tuple[float, ...], **states: Any
    ) -> Array:
        """What an entry gives for each of many states; `one` says what is wrong in a row, and counts turns."""
        batch = batches.Batch(self, **states)
        out = np.full((batch.count, width), np.nan)
        if self.flat.counters:
            for row in range(batch.count):
                out[row] = batch.numbered(row, one)
            return out
        given = (x.ravel() for x in batch.spread())
        if getattr(self.entries, entry)(self._at_once, *given, *constants, out.reshape(-1)):
            batch.refuse_bad(one, out)
        return out
