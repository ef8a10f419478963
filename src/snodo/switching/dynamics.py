"""The equations in one state, as small dense matrices: what impacts and places at rest need.

With the rows J that are on, x = A f and Λ are the solution of

    M x + Jᵀ Λ = f,     J x = 0                                                                             (1)

With M = L Lᵀ and the columns of L⁻¹ Jᵀ in orthogonal directions Q₁, the others being Q₂ (a QR factorisation with
pivoting, so that dependent rows are left out),

    L⁻¹ Jᵀ = Q₁ R,      A = L⁻ᵀ Q₂ Q₂ᵀ L⁻¹,     C A Cᵀ = UᵀU  with  U = Q₂ᵀ L⁻¹ Cᵀ                          (2)

which has no negative rounding errors where the rows J leave C no motion.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

Array = np.ndarray
RANK = 1e-9
"""Relative size of a row beside those before it below which it depends on them."""


def inverse(L: Array) -> Array:
    """L⁻¹ of a small lower triangular matrix, without the threads that libraries wake up for it."""
    found = np.zeros_like(L)
    for i in range(L.shape[0]):
        found[i] = -(L[i, :i] @ found[:i])
        found[i, i] += 1.0
        found[i] /= L[i, i]
    return found


def rows_left(F: Any, word: str) -> Array:
    """Numbers of all rows that the last evaluation has left in the model."""
    first = getattr(F.layout_places, word)
    found: Array = F.model[first : first + F.nc].copy()
    return found


class Rows:
    """Rows that are on, as directions Q₁ of (2)."""

    def __init__(self, C: Array) -> None:
        from scipy.linalg import qr

        self.lengths = np.maximum(np.linalg.norm(C, axis=0), 1e-300)
        Q, R, self.order = qr(C / self.lengths, mode="economic", pivoting=True, check_finite=False)
        self.rank = int((np.abs(np.diag(R)) > RANK).sum())
        self.first = self.order[: self.rank]
        self.Q, self.R_inverse = Q[:, : self.rank], inverse(R[: self.rank, : self.rank].T).T

    def without(self, u: Array) -> Array:
        """Q₂ Q₂ᵀ u, orthogonalised twice."""
        u = u - self.Q @ (self.Q.T @ u)
        return u - self.Q @ (self.Q.T @ u)

    def forces(self, c: Array) -> Array:
        """Λ with Q₁ R Λ = Q₁ c, zero for rows that depend on others."""
        found = np.zeros((self.lengths.size, *c.shape[1:]))
        found[self.first] = self.R_inverse @ c
        return (found.T / self.lengths).T

    def steps(self, r: Array) -> Array:
        """c such that the displacement Q₁ c changes the rows by r."""
        found: Array = self.R_inverse.T @ (r / self.lengths)[self.first]
        return found


class Dynamics:
    """M, J and the rows in a state (t, q, v)."""

    def __init__(self, F: Formulation, t: float, q: Array, v: Array, known: Dynamics | None = None) -> None:
        """Positions may be those of a state that is known."""
        self.F, self.t, self.q, self.v = F, t, q, v
        if known is None or F.general_rows.any():
            self.M, self.J, self.nu = F.mass_matrix(q), F.jacobian(q, t, v=v), rows_left(F, "nu_at")
            self.L_inverse = inverse(self._factor())
            self._rows: dict[bytes, Any] = {}
        else:
            self.M, self.J, self.nu, self.L_inverse, self._rows = (
                known.M,
                known.J,
                known.nu,
                known.L_inverse,
                known._rows,
            )

    def _factor(self) -> Array:
        """L; of Euler parameters, with their normalisations added to M, which change no motion that satisfies them."""
        bodies = self.F.mechanism.bodies
        own = (
            [k for k, part in enumerate(self.F.row_parts) if part in bodies] if getattr(self.F, "euler", False) else []
        )
        if not own:
            return np.linalg.cholesky(self.M)
        J = self.J[own]
        lengths = np.einsum("ij,ij->i", J, J)
        return np.linalg.cholesky(self.M + (J.T * (np.trace(self.M) / self.M.shape[0] / lengths)) @ J)

    def speeds(self, v: Array) -> Array:
        """Φ̇ of all rows."""
        found: Array = self.J @ v - self.nu
        return found

    def on(self, rows: Array) -> Rows:
        """These rows (indices) as directions."""
        key = np.asarray(rows, int).tobytes()
        if key not in self._rows:
            self._rows[key] = Rows(self._down(self.J[rows].T))
        found: Rows = self._rows[key]
        return found

    def caused(self, f: Array, rows: Array) -> tuple[Array, Array]:
        """x = A f and Λ of (1) for columns f, with these rows (indices)."""
        u = self._down(f)
        if not len(rows):
            return self._up(u), np.zeros((0, *f.shape[1:]))
        on = self.on(rows)
        return self._up(on.without(u)), on.forces(on.Q.T @ u)

    def compliance(self, places: Array, rows: Array) -> tuple[Array, Array]:
        """C A Cᵀ of the rows `places` with `rows` on, and the diagonal of C M⁻¹ Cᵀ, without any rows."""
        u = self._down(self.J[places].T)
        U = self.on(rows).without(u) if len(rows) else u
        return U.T @ U, np.einsum("ij,ij->j", u, u)

    def locked(self, v: Array, rows: Array) -> tuple[Array, Array]:
        """The velocities nearest to v, in the mass metric, with which these rows hold, and their impulses."""
        if not len(rows):
            return v, np.zeros(0)
        on = self.on(rows)
        c = on.steps(self.speeds(v)[rows])
        return v - self._up(on.Q @ c), -on.forces(c)

    def accelerations(self, rows: Array) -> Array:
        """v̇ under the applied forces, with these rows."""
        F = self.F
        free = self._up(self._down(F.forces(self.q, self.v, self.t)))
        if not len(rows):
            return free
        on = self.on(rows)
        gap = self.J[rows] @ free - F.gamma(self.q, self.v, self.t)[rows]
        return free - self._up(on.Q @ on.steps(gap))

    def kinetic(self, v: Array) -> float:
        """½ vᵀ M v [J]."""
        return float(0.5 * v @ self.M @ v)

    def _down(self, f: Array) -> Array:
        """L⁻¹ f."""
        found: Array = self.L_inverse @ f
        return found

    def _up(self, u: Array) -> Array:
        """L⁻ᵀ u."""
        found: Array = self.L_inverse.T @ u
        return found
