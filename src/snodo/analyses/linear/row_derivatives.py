"""Derivatives of the constraint rows, along displacements of the coordinates on their manifold and along velocities.

With G(a, b) = (D_a Φ_v) b, D_a the derivative along q̇ = N a, position rows have

    γ(v) = −G(v, v) − 2 Φ_vt v − Φ_tt                                                              (1)

G is symmetric up to the bracket of the velocities (`constraint_methods/rates_of_rows.py`), and (1) is quadratic in v:

    G(a, b) = −¼ (γ(a + b) − γ(a − b) − γ(b) + γ(−b)) + ½ Φ_v c(a, b)                               (2)

which is exact: no step is small.  It is evaluated for pairs of velocities that appear in the same row.  Rows on
velocities alone, A(q) v = b(t) or c(t, q, v) = 0, are derivatives of nothing: their G is found by differences of eighth
order, as are D γ of all rows (third derivatives of Φ) and ∂Φ_v/∂v of rows that are not linear in the velocities.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from snodo.analyses.linear.differences import columns
from snodo.errors import RunError
from snodo.formulations.base import Array

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

ELSEWHERE = 0.2
"""How far away rows are looked at for the velocities they contain [rad, sizes of the mechanism]."""


@dataclass(frozen=True, eq=False)
class Changes:
    """D Φ_v, or ∂Φ_v/∂v: of row i the derivative along k of its entry l, for pairs (k, l) that are not zero."""

    nv: int
    k: Array
    l: Array  # noqa: E741  # the index of the theory
    values: Array
    """(pairs, nc)."""

    def transposed_times(self, multipliers: Array) -> Array:
        """D_k (Φ_vᵀ λ) (nv × nv)."""
        found = np.zeros((self.nv, self.nv))
        np.add.at(found, (self.l, self.k), self.values @ multipliers)
        return found

    def times(self, x: Array) -> Array:
        """D_k (Φ_v x) (nc × nv)."""
        found = np.zeros((self.nv, self.values.shape[1]))
        np.add.at(found, self.k, self.values * x[self.l][:, None])
        return found.T


@dataclass(frozen=True, eq=False)
class RowDerivatives:
    """Derivatives of Φ_v, Φ_v v − ν and γ in one state."""

    F: Formulation
    q: Array
    v: Array
    t: float

    @cached_property
    def jacobian(self) -> Array:
        """Φ_v."""
        return self.F.jacobian(self.q, self.t, v=self.v)

    @cached_property
    def by_q(self) -> Changes:
        """D Φ_v."""
        F, (k, j) = self.F, self._pairs
        values = self._polarised(k, j) if not F.velocity_rows.all() else np.zeros((k.size, F.nc))
        if F.velocity_rows.any():
            moved = columns(
                lambda d: F.jacobian(F.moved(self.q, d), self.t, v=self.v)[F.velocity_rows], F.velocity_scale
            )
            values[:, F.velocity_rows] = moved[:, j, k].T
        return Changes(F.nv, k, j, values)

    @cached_property
    def _pairs(self) -> tuple[Array, Array]:
        """Pairs of velocities in the same row: those with entries elsewhere, where none vanishes by chance."""
        F, random = self.F, np.random.default_rng(0)
        held = self.jacobian != 0.0
        for _ in range(2):
            held |= self._entries(random)
        turned = np.array([F.bracket(unit, random.standard_normal(F.nv)) != 0.0 for unit in np.eye(F.nv)])
        held |= held.astype(float) @ turned.reshape(F.nv, F.nv).T > 0.0  # c(a, b) of (2) moves what neither does
        if F.velocity_rows.any():
            held[F.velocity_rows] = True  # their derivatives contain more than their entries
        together = held.T.astype(float) @ held.astype(float) > 0.0
        first, second = np.nonzero(together)
        return first, second

    def _entries(self, random: np.random.Generator) -> Array:
        """Mask of the entries of Φ_v in a random state; all of them where the rows have no value."""
        F = self.F
        q = F.moved(self.q, ELSEWHERE * random.standard_normal(F.nv) * F.velocity_scale)
        try:
            return F.jacobian(q, self.t, v=self.v + random.standard_normal(F.nv) * F.velocity_scale) != 0.0
        except RunError:
            return np.ones((F.nc, F.nv), bool)

    def _polarised(self, k: Array, j: Array) -> Array:
        """G of position rows by (2), for pairs of displacements and velocities; other rows have no meaning."""
        F, q, t = self.F, self.q, self.t
        units, found = np.diag(F.velocity_scale), np.zeros((k.size, F.nc))
        place = {pair: n for n, pair in enumerate(zip(k.tolist(), j.tolist()))}
        odd = -4.0 * self._rheonomic * F.velocity_scale
        for (a, b), n in place.items():
            if b > a:
                continue
            change = F.gamma(q, units[a] + units[b], t) - F.gamma(q, units[a] - units[b], t)
            half = 0.5 * self.jacobian @ F.bracket(units[a], units[b])
            even = -0.25 * (change - odd[:, b])
            found[place[b, a]] = even - half
            found[n] = even + half
        return found / (F.velocity_scale[k] * F.velocity_scale[j])[:, None]

    @cached_property
    def by_v(self) -> Changes:
        """∂Φ_v/∂v; none but for rows that are not linear in the velocities."""
        F = self.F
        if not F.general_rows.any():
            return Changes(F.nv, np.zeros(0, int), np.zeros(0, int), np.zeros((0, F.nc)))
        k, j = (x.ravel() for x in np.indices((F.nv, F.nv)))
        moved = columns(lambda d: F.jacobian(self.q, self.t, v=self.v + d), F.velocity_scale)
        return Changes(F.nv, k, j, moved[:, j, k].T * F.general_rows)

    @cached_property
    def slip_by_q(self) -> Array:
        """D_k (Φ_v v − ν) (nc × nv): what a displacement changes in the rows on velocities, at the same velocities."""
        F = self.F
        found = self.by_q.times(self.v) + self._rheonomic
        if F.velocity_rows.any():
            own = F.velocity_rows
            found[own] = columns(lambda d: self._slip(F.moved(self.q, d)), F.velocity_scale)[own]
        return found

    @cached_property
    def _rheonomic(self) -> Array:
        """Φ_vt of position rows, from the part of γ that is odd in v."""
        F, q, t = self.F, self.q, self.t
        units = np.diag(F.velocity_scale)
        found = [-0.25 * (F.gamma(q, u, t) - F.gamma(q, -u, t)) for u in units]
        return np.array(found).reshape(F.nv, F.nc).T / F.velocity_scale

    def _slip(self, q: Array) -> Array:
        return self.F.jacobian(q, self.t, v=self.v) @ self.v - self.F.nu(q, self.t, v=self.v)

    @cached_property
    def gamma_by_q(self) -> Array:
        """D_k γ (nc × nv)."""
        F = self.F
        return columns(lambda d: F.gamma(F.moved(self.q, d), self.v, self.t), F.velocity_scale)

    @cached_property
    def gamma_by_v(self) -> Array:
        """∂γ/∂v (nc × nv); exact where γ is quadratic in v."""
        F = self.F
        return columns(lambda d: F.gamma(self.q, self.v + d, self.t), F.velocity_scale)
