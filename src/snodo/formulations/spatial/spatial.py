"""Absolute coordinates of space: the centre of mass r and the Euler parameters p of each body (source text 002).

v = (ṙ, ω′), ω′ in body axes (default): M is block-diagonal and constant, N turns ω′ into ṗ = ½ Gᵀ ω′.
v = (ṙ, ṗ), velocities="euler": the complete system (74), with the normalisation rows ½ (pᵀp − 1) = 0 and their
multipliers σ behind the others.

All joints are rows made of a few measures (`parts/constraint_rows.py`).  Redundant rows are found once the mechanism is
closed, and left out of the compiled solution; `solve` is dense and rank-revealing, with multipliers of least norm.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, overload

import numpy as np

from snodo.errors import RunError
from snodo.formulations.base import Array
from snodo.formulations.spatial import attitudes
from snodo.formulations.spatial.coordinates import Coordinates
from snodo.math import euler_parameters as ep
from snodo.mechanism.mechanism import Mechanism

if TYPE_CHECKING:
    from scipy.sparse import csr_array

LARGEST_DENSE = 1500
"""Most velocities for which the metric takes products of inertia into account."""


class Spatial(Coordinates):
    """A mechanism in absolute coordinates of space: place and Euler parameters of each body.

    Threads that share one wait for one another; `copy.copy` makes one of their own.

    Parameters
    ----------
    mechanism : Mechanism
        The mechanism; later changes of it do not change this formulation.
    velocities : {"angular", "euler"}, optional
        Whether v holds angular velocities in body axes or the rates of Euler parameters.

    Raises
    ------
    MechanismError
        If the description is wrong.

    Examples
    --------
    >>> spatial = sn.Spatial(pendulum)
    >>> spatial.velocity_names
    ['arm.vx', 'arm.vy', 'arm.vz', 'arm.w1', 'arm.w2', 'arm.w3']
    """

    name = "spatial"
    cites = ("Haug1989", "Nikravesh1988")

    # ---------------------------------------------------------------- M and Q
    def mass_matrix(self, q: Any = None) -> Array:
        """M [kg, kg m²]: (m, J′) of each body, or (m, 4 Gᵀ J′ G), which is singular along p."""
        return self._mass(q, 0.0)

    def _mass(self, q: Any, along: float) -> Array:
        """M, plus `along` times the trace of J′ on p pᵀ if v = (ṙ, ṗ)."""
        M = np.zeros((self.nv, self.nv))
        attitude = self.attitudes(self.state(q, np.zeros(self.nv))) if self.euler else None
        for number, (mass, J) in enumerate(self.flat.inertias, 1):
            own = self.velocity_slice(number)
            block = M[own, own]
            block[:3, :3] = mass * np.eye(3)
            block[3:, 3:] = J if attitude is None else _of_rates(J, attitude[number - 1], along)
        return M

    def _root(self, q: Any) -> Array:
        """R with Rᵀ R = M, made regular along p, where the normalisation rows leave no choice."""
        R: Array = np.linalg.cholesky(self._mass(q, 1.0)).T
        return R

    def metric(self, q: Any) -> Array:
        """R with Rᵀ R = M, or with very many velocities the square root of M's diagonal."""
        if self.nv <= LARGEST_DENSE:
            return self._root(q)
        moments = [np.full(4, 2 * np.trace(J)) if self.euler else np.diag(J) for _, J in self.flat.inertias]
        masses = [np.full(3, mass) for mass, _ in self.flat.inertias]
        return np.sqrt(np.concatenate([x for pair in zip(masses, moments) for x in pair]))

    def forces(self, q: Any, v: Any, t: float = 0.0) -> Array:
        """Q [N, N m]: forces in world axes; torques n′ − ω′ × J′ ω′ about the centre of mass in body axes.

        For v = (ṙ, ṗ): 2 Gᵀ n′ + 8 Ġᵀ J′ Ġ p in their place.
        """
        y = self._update(q, v, t)
        Q = self.flat.table("force_at", 6 * len(self.body_names)).reshape(-1, 6)
        if not self.euler:
            return Q.ravel()
        p, p_dot = self.attitudes(y), self._turning_rates(y)
        J = np.array([J for _, J in self.flat.inertias])
        momentum = (J @ attitudes.spin(p, p_dot)[..., None])[..., 0]
        growth = 2 * (p * p_dot).sum(axis=1, keepdims=True)
        turning = 4 * ep.rate(p, Q[:, 3:] + momentum * growth, "body")
        turning += 2 * (attitudes.spin(p, p_dot) * momentum).sum(axis=1, keepdims=True) * p
        return np.hstack([Q[:, :3], turning]).ravel()

    # ---------------------------------------------------------------- Φ, Φ_v, ν, γ
    def constraints(self, q: Any, t: float = 0.0) -> Array:
        """Φ(t, q) [m or rad]; the normalisation rows are ½ (pᵀp − 1)."""
        self._update(q, None, t)
        p = self.attitudes(np.asarray(q, float))
        return self._with_normalisation(self._rows("phi_at"), ((p * p).sum(axis=1) - 1) / 2)

    def nu(self, q: Any, t: float = 0.0, *, v: Any = None) -> Array:
        """ν(t, q) = −Φ_t [m/s or rad/s]."""
        self._update(q, self.velocities_of_rows(v), t)
        return self._with_normalisation(self._rows("nu_at"), np.zeros(len(self.body_names)))

    def gamma(self, q: Any, v: Any, t: float = 0.0) -> Array:
        """γ(t, q, v), the right side of Φ_v v̇ = γ [m/s² or rad/s²]; −ṗᵀ ṗ in the normalisation rows."""
        y = self._update(q, v, t)
        gamma = -self._rows("phi_ddot_at")
        if not self.euler:
            return gamma
        p, p_dot = self.attitudes(y), self._turning_rates(y)
        growth = 2 * (p * p_dot).sum(axis=1, keepdims=True) * attitudes.spin(p, p_dot)
        turning = self.flat.blocks()[:, 3:] * growth[self.flat.block_body - 1]
        np.add.at(gamma, self.flat.block_row, turning.sum(axis=1))
        return self._with_normalisation(gamma, -(p_dot * p_dot).sum(axis=1))

    @overload
    def jacobian(self, q: Any, t: float = 0.0, *, v: Any = None, sparse: Literal[False] = False) -> Array: ...
    @overload
    def jacobian(self, q: Any, t: float = 0.0, *, v: Any = None, sparse: Literal[True]) -> csr_array: ...
    @overload
    def jacobian(self, q: Any, t: float = 0.0, *, v: Any = None, sparse: bool) -> Array | csr_array: ...
    def jacobian(self, q: Any, t: float = 0.0, *, v: Any = None, sparse: bool = False) -> Array | csr_array:
        """Give the Jacobian of the constraints, Φ_v.

        Parameters
        ----------
        q : array
            Coordinates [m, Euler parameters].
        t : float, optional
            Time [s].
        v : array, optional
            Velocities [m/s, rad/s]; needed if rows are not linear in them.
        sparse : bool, optional
            Whether to return a scipy CSR array.

        Returns
        -------
        array or csr_array
            Φ_v (nc × nv).

        Examples
        --------
        >>> J = spatial.jacobian(spatial.reference()[0])
        """
        y = self._update(q, self.velocities_of_rows(v), t)
        blocks, numbers = self.flat.blocks().copy(), self.flat.block_body
        rows = self.flat.block_row
        if self.euler:
            p = self.attitudes(y)
            turning = (blocks[:, None, 3:] @ (2 * ep.matrix_G(p))[numbers - 1])[:, 0]
            normal = np.hstack([np.zeros((len(p), 3)), p])
            blocks = np.vstack([np.hstack([blocks[:, :3], turning]), normal])
            rows = np.concatenate([rows, self.flat.header.rows + np.arange(len(p))])
            numbers = np.concatenate([numbers, np.arange(1, len(p) + 1)])
        width = blocks.shape[1]
        columns = (width * (numbers - 1)[:, None] + np.arange(width)).ravel()
        if sparse:
            from scipy.sparse import coo_array

            return coo_array((blocks.ravel(), (np.repeat(rows, width), columns)), shape=(self.nc, self.nv)).tocsr()
        J = np.zeros((self.nc, self.nv))
        np.add.at(J, (np.repeat(rows, width), columns), blocks.ravel())
        return J

    def _with_normalisation(self, rows: Array, more: Array) -> Array:
        return np.concatenate([rows, more]) if self.euler else rows

    def _turning_rates(self, y: Array) -> Array:
        """ṗ (bodies, 4) of a state."""
        return y[self.nq : self.nq + self.nv].reshape(-1, 7)[:, 3:]

    # ---------------------------------------------------------------- solution
    def regular(self, q: Any, Q: Array, J: Array, gamma: Array) -> tuple[Array, Array]:
        """R with Rᵀ R = M, and Q.

        For v = (ṙ, ṗ), M + μ p pᵀ stands for M and Q + μ p γ for Q: the normalisation rows pᵀ p̈ = γ make both the same.
        """
        return self._root(q), self._with_radial_inertia(q, Q, gamma) if self.euler else Q

    def _with_radial_inertia(self, q: Any, Q: Array, gamma: Array) -> Array:
        """Q + μ p γ_p with the trace of J′ for μ."""
        traces = np.array([np.trace(inertia) for _, inertia in self.flat.inertias])
        p, found = self.attitudes(self.state(q, np.zeros(self.nv))), Q.copy()
        found.reshape(-1, 7)[:, 3:] += (traces * gamma[self.flat.header.rows :])[:, None] * p
        return found

    def _update(self, q: Any, v: Any, t: float) -> Array:
        """Fill Φ, Φ_v, ν, Φ̈ and Q; returns the state."""
        y = self.state(q, np.zeros(self.nv) if v is None else v)
        status = self.entries.update(int(self.euler), float(t), y, self.model)
        if status:
            raise RunError(self.failure(status, t))
        return y

    def _evaluate(self, rate: Any, times: Array, states: Array, out: Array) -> int:
        """Where the factors of the kept rows do not exist, the dense solution answers: see `singular_times`."""
        from snodo.formulations.spatial.singular import evaluate_singular

        y_dot, first = np.empty(states.shape[1]), 0
        self.singular_times = []
        while True:
            rest = times[first:], states[first:], self.model, y_dot, self.nv, out[first:]
            failed = int(self.entries.evaluate_states(rate, *rest))
            first += failed
            if not failed or not evaluate_singular(self, times[first - 1], states[first - 1], out[first - 1]):
                return first if failed else 0
            self.singular_times.append(float(times[first - 1]))

    def energies(self, times: Array, states: Array) -> Array:
        """Kinetic, gravitational and elastic energy in each of the states [J], without solving for accelerations."""
        out = np.empty((times.size, 3))
        self.entries.energies_of(int(self.euler), times, states, self.model, out)
        return out

    @property
    def terms(self) -> Any:
        """A verb that fills the terms from the place `what` on (`kernels/terms.py`, `kernels/euler_terms.py`)."""
        return self.entries.terms

    def known_multipliers(self, q: Array, v: Array) -> Array:
        """σ = 2 ω′ᵀ J′ ω′ of the normalisation rows (…, nc), zero for all other rows, along states (…, nq), (…, nv)."""
        known = np.zeros((*q.shape[:-1], self.nc))
        if self.euler:
            for number, (_, J) in enumerate(self.flat.inertias, 1):
                p, p_dot = q[..., 7 * number - 4 : 7 * number], v[..., 7 * number - 4 : 7 * number]
                w = attitudes.spin(p, p_dot)
                known[..., self.flat.header.rows + number - 1] = 2 * ((w @ J) * w).sum(axis=-1)
        return known

    def dense_terms(self, q: Any, v: Any, Q: Array, gamma: Array) -> tuple[Array, Array]:
        """M and Q; for v = (ṙ, ṗ), M + μ p pᵀ, and Q + μ p γ_p without the part that σ balances."""
        if not self.euler:
            return super().dense_terms(q, v, Q, gamma)
        y, Q = self.state(q, v), self._with_radial_inertia(q, Q, gamma)
        load = self.known_multipliers(y[: self.nq], y[self.nq : self.nq + self.nv])[self.flat.header.rows :]
        Q.reshape(-1, 7)[:, 3:] -= load[:, None] * self.attitudes(y)
        return self._mass(q, 1.0), Q


class SpatialEuler(Spatial):
    """The same with v = (ṙ, ṗ): `Spatial(mechanism, velocities="euler")`."""

    name = "spatial_euler"
    cites = ("Haug1989", "Nikravesh1988")

    def __init__(self, mechanism: Mechanism) -> None:
        super().__init__(mechanism, velocities="euler")

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self.mechanism,))


def _of_rates(J: Array, p: Array, along: float) -> Array:
    """4 Gᵀ J′ G, plus `along` times the trace of J′ on p pᵀ."""
    G = ep.matrix_G(p)
    inertia: Array = 4 * G.T @ J @ G + along * np.trace(J) * np.outer(p, p)
    return inertia
