"""Derivatives of a tree's dynamics: for linearisation, implicit integrators and optimal control.

By q means by a small displacement δ (nv numbers) of the coordinates on their manifold, q ⊞ δ = `integrate(q, δ, 1)`:
the column of a spherical or free joint's velocity is the derivative along that velocity.  Element [i, j] of a matrix
is the derivative of number i by number j.
"""

from __future__ import annotations

from functools import cached_property, partial
from typing import Any, NamedTuple

import numpy as np

from snodo.formulations.base import Array
from snodo.formulations.tree import batches
from snodo.formulations.tree.dynamics import NOT_ARRAYS, Dynamics, Wrenches
from snodo.formulations.tree.loops import OBEY, refuse
from snodo.mechanism.part import GROUND


class InverseDerivatives(NamedTuple):
    """Of the joint forces τ: by the coordinates, the velocities and the accelerations (that is M), nv × nv each."""

    by_q: Array
    by_v: Array
    by_a: Array


class ForwardDerivatives(NamedTuple):
    """Of the accelerations: by the coordinates, the velocities and the joint forces (that is M⁻¹), nv × nv each."""

    by_q: Array
    by_v: Array
    by_tau: Array


class Derivatives(Dynamics, abstract=True):
    """The derivatives of forward and inverse dynamics; for a batch with one row per state (states, nv, nv)."""

    def inverse_dynamics_derivatives(
        self, q: Any, v: Any, a: Any, external: Wrenches | None = None, threads: int = 1, *, loops: str = OBEY
    ) -> InverseDerivatives:
        """Differentiate `inverse_dynamics`: ∂τ/∂q, ∂τ/∂v and ∂τ/∂a = M.

        The external wrenches keep their directions in the world and act at the moving origins of the bodies.

        Parameters
        ----------
        q, v, a : array
            Coordinates [m, rad], velocities [m/s, rad/s] and accelerations [m/s², rad/s²].
        external : mapping, optional
            {body: (f, μ)}, wrenches [N, N m] in world axes at the bodies' origins.
        threads : int, optional
            Number of threads for many states.
        loops : {"obey", "ignore"}, optional
            With "ignore", the constraint rows are ignored: the result is that of the open tree.

        Returns
        -------
        InverseDerivatives
            The three matrices, in SI units.

        Raises
        ------
        UnsupportedError
            If there are constraint rows.

        Examples
        --------
        >>> q, v = tree.reference()
        >>> found = tree.inverse_dynamics_derivatives(q, v, np.zeros(tree.nv))
        """
        refuse(self, "inverse_dynamics_derivatives", loops)
        if batches.given(q, v, a, external):
            batch = batches.Batch(self, threads, external, q=q, v=v, a=a)
            run, one = self.entries.inverse_derivatives_batch, partial(self.inverse_dynamics_derivatives, loops=loops)
            return InverseDerivatives(*self._of_batch(batch, run, one, ()))
        run, scratch = self.entries.inverse_derivatives, (self._scratch,)
        return InverseDerivatives(*self._differentiate(run, scratch, q, v, a, external, "a"))

    def forward_dynamics_derivatives(
        self, q: Any, v: Any, tau: Any, external: Wrenches | None = None, threads: int = 1, *, loops: str = OBEY
    ) -> ForwardDerivatives:
        """Differentiate `forward_dynamics`: ∂a/∂q, ∂a/∂v and ∂a/∂τ = M⁻¹.

        Parameters
        ----------
        q, v : array
            Coordinates [m, rad] and velocities [m/s, rad/s].
        tau : array
            Joint forces (nv) [N, N m].
        external : mapping, optional
            {body: (f, μ)}, wrenches [N, N m] in world axes at the bodies' origins.
        threads : int, optional
            Number of threads for many states.
        loops : {"obey", "ignore"}, optional
            With "ignore", the constraint rows are ignored: the result is that of the open tree.

        Returns
        -------
        ForwardDerivatives
            The three matrices, in SI units.

        Raises
        ------
        UnsupportedError
            If there are constraint rows.

        Examples
        --------
        >>> q, v = tree.reference()
        >>> found = tree.forward_dynamics_derivatives(q, v, np.zeros(tree.nv))
        """
        refuse(self, "forward_dynamics_derivatives", loops)
        if batches.given(q, v, tau, external):
            batch = batches.Batch(self, threads, external, q=q, v=v, tau=tau)
            run, one = self.entries.forward_derivatives_batch, partial(self.forward_dynamics_derivatives, loops=loops)
            return ForwardDerivatives(*self._of_batch(batch, run, one, (self._scratch,)))
        run, scratch = self.entries.forward_derivatives, (self._scratch, self._factor)
        return ForwardDerivatives(*self._differentiate(run, scratch, q, v, tau, external, "tau"))

    def _of_batch(self, batch: batches.Batch, run: Any, one: Any, constants: tuple[Array, ...]) -> Array:
        """The three matrices of every state."""
        behind = self._scratch.size + self.nv**2
        found = batch.run(run, 3 * self.nv**2, one, behind, constants)
        return found.reshape(-1, 3, *self._square).swapaxes(0, 1)

    def _differentiate(
        self, run: Any, scratch: tuple[Array, ...], q: Any, v: Any, x: Any, external: Wrenches | None, word: str
    ) -> Array:
        """The three matrices; arrays of float64 go straight to the kernel, anything else is converted first."""
        from snodo.formulations.tree import arguments

        out = np.empty((3, *self._square))
        if external is None:
            try:
                if not run(self.lean.model, *scratch, q, v, x, out):
                    return out
            except NOT_ARRAYS:
                pass
        q, v, x = arguments.coordinates(self, q), arguments.velocities(self, v), arguments.velocities(self, x, word)
        with self._loaded(external):
            if run(self.model, *scratch, q, v, x, out):
                raise arguments.singular(self)
        return out

    # ---------------------------------------------------------------- scratch, made on first use
    @cached_property
    def _scratch(self) -> Array:
        from snodo.formulations.tree.kernels.derivatives import SUBTREE, TANGENT, Tangent
        from snodo.math.kernels.record_layout import PythonTable

        scratch = np.zeros(self.nv * (2 + TANGENT) + len(self.flat.parents) * SUBTREE)
        rows = PythonTable(Tangent, scratch, 2 * self.nv)
        for j, before in enumerate(self._freedoms_before()):
            rows[j].before = before
        return scratch

    @cached_property
    def _factor(self) -> Array:
        return np.empty((self.nv, self.nv))

    def _freedoms_before(self) -> list[int]:
        """The degree of freedom before each on the path to the ground, or −1."""
        before, last = [], {GROUND: -1}
        for place in self.flat.places:
            near = last[place.branch.base]
            for j in range(place.v.start, place.v.stop):
                before.append(near)
                near = j
            last[place.branch.body] = near
        return before
