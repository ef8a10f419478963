"""How friction at rest shares a load where places hold one another: so that the most used one is used least.

Several places may hold one freedom, as the pins and the guide of a slider-crank do: their forces are not determined.
Of all forces τ that hold, |τ_j| ≤ T_j, those are taken whose largest utilisation |τ_j|/T_j is as small as possible;
then the next largest, and so on.  They are unique.  With one freedom all its places are used alike, and this
utilisation is the factor by which all coefficients could be smaller until it slips.

    ρ_j = −τ_j/T_j:    min max |ρ_j|   with   w − D T ρ = 0                                                  (1)

w, D: accelerations along the places without their forces, and those that unit forces cause (`resting.py`).  T_j of
friction that follows a reaction depends on the forces: it acts as friction that slides with the coefficient ρ_j µ, and
(1) is solved again for the loads that this gives, until they do not change.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from snodo.constraint_methods import in_time
from snodo.switching.dynamics import Dynamics
from snodo.switching.impact import IMMOVABLE
from snodo.switching.places import Dry, Rub
from snodo.switching.switching import Mode, ModeWriter

Array = np.ndarray
ROUNDS = 60
SAME = 1e-14
"""Change of the utilisations at which the loads are taken as found."""
DEPENDENT = 1e-10
"""Relative size of eigenvalues of T D T that count as zero."""


def least_used(D: Array, w: Array, limit: Array) -> Array:
    """ρ of (1); zero for places without a limit or without motion."""
    rho = np.zeros(w.size)
    own = np.flatnonzero((limit > 0.0) & (np.diag(D) > 0.0))
    if not own.size:
        return rho
    scaled = limit[own, None] * D[np.ix_(own, own)] * limit[own]
    values, vectors = np.linalg.eigh(scaled)
    kept = values > DEPENDENT * values[-1]
    B = vectors[:, kept].T  # the equations B ρ = b, independent of one another
    b = (vectors[:, kept].T @ (limit[own] * w[own])) / values[kept]
    rho[own] = _one_freedom(B[0], float(b[0])) if B.shape[0] == 1 else _in_turn(B, b)
    return rho


def _one_freedom(direction: Array, b: float) -> Array:
    """All places are used alike."""
    direction = np.where(np.abs(direction) > 1e-9 * np.abs(direction).max(), direction, 0.0)
    return np.asarray(np.sign(direction) * (b / np.abs(direction).sum()))


def _in_turn(B: Array, b: Array) -> Array:
    """The largest |ρ_j| first; those that must be as large are fixed, and the others follow."""
    from scipy.optimize import linprog

    rho, free = np.zeros(B.shape[1]), np.ones(B.shape[1], bool)
    while free.any():
        A, right = B[:, free], b - B[:, ~free] @ rho[~free]
        least = np.linalg.lstsq(A, right, rcond=1e-9)
        if least[2] == A.shape[1]:  # determined
            rho[free] = least[0]
            break
        n = A.shape[1]
        bounds = np.block([[np.eye(n), -np.ones((n, 1))], [-np.eye(n), -np.ones((n, 1))]])
        equations = np.hstack([A, np.zeros((A.shape[0], 1))])
        cost = np.concatenate([np.zeros(n), [1.0]])
        found = linprog(cost, bounds, np.zeros(2 * n), equations, right, bounds=(None, None), method="highs")
        if found.status != 0 or found.x[-1] <= 1e-15:
            rho[free] = least[0]
            break
        price = -found.ineqlin.marginals
        fixed = (price[:n] > 1e-9) | (price[n:] > 1e-9)
        places = np.flatnonzero(free)[fixed]
        rho[places] = np.where(price[:n] > price[n:], 1.0, -1.0)[fixed] * found.x[-1]
        free[places] = False
    return rho


class Sharing:
    """Forces of friction at rest in the states of one mode."""

    def __init__(self, writer: ModeWriter, mode: Mode) -> None:
        self.writer, self.F, self.mode = writer, writer.F, mode
        self.frictions: list[Dry] = writer.switching.frictions
        flags = zip(self.frictions, mode.still)
        self.places = [k for k, (dry, still) in enumerate(flags) if still and not isinstance(dry, Rub)]
        self.rows = np.array([self.frictions[k].at[0] for k in self.places], int)
        self._at: tuple[bytes, Array, Array] = b"", np.zeros(0), np.zeros(0)
        self._written = any(part.written is not None for part in writer.F.flat.constraints)
        self._rho = np.zeros(len(self.places))
        self._last: dict[str, Any] = {}

    @property
    def sharing(self) -> list[Dry]:
        """The friction that sticks."""
        return [self.frictions[k] for k in self.places]

    @property
    def needed(self) -> bool:
        """Whether some of the places that stick are held by others."""
        return bool((self.mode.mask[self.rows] <= 0.0).any())

    def shared(self, times: Array, states: Array) -> dict[str, Array]:
        """In some states: ρ of all friction, its limits, and all multipliers with those of the rows that stick."""
        mask = self.mode.mask.copy()
        mask[self.rows] = -1.0
        found: dict[str, list[Array]] = {"friction_used": [], "friction_limit": [], "multiplier": []}
        for t, y in zip(times, states):
            self._one(float(t), np.ascontiguousarray(y), mask)
            for name, rows in found.items():
                rows.append(self._last[name].copy())
        return {name: np.array(rows) for name, rows in found.items()}

    def _one(self, t: float, y: Array, mask: Array) -> None:
        """The forces in one state, from those of the state before."""
        F, q, v = self.F, y[: self.F.nq], y[self.F.nq : self.F.nq + self.F.nv]
        D, J = self._compliance(t, q, v, mask)
        gamma, rho = F.gamma(q, v, t)[self.rows], self._rho
        for _ in range(ROUNDS):
            accelerations = self._put(mask, rho, t, y)
            limit = self.writer.static_limits()[self.places]
            w = J @ accelerations - gamma + D @ (rho * limit)
            before, rho = rho, least_used(D, w, limit)
            if np.abs(rho - before).max() <= SAME * max(np.abs(rho).max(), 1.0):
                break
        self._rho = rho
        self._put(mask, rho, t, y)
        self._keep(rho)

    def _compliance(self, t: float, q: Array, v: Array, mask: Array) -> tuple[Array, Array]:
        """D of (1) and the places' rows of J: the same while nothing moves, unless a row that a user wrote does."""
        key = np.concatenate([q, v, [t if self._written else 0.0]]).tobytes()
        if self._at[0] != key:
            at = Dynamics(self.F, t, q, v)
            D, mobility = at.compliance(self.rows, np.flatnonzero(mask > 0.0))
            imposed = np.diag(D) <= IMMOVABLE * mobility
            D[imposed], D[:, imposed] = 0.0, 0.0
            self._at = key, D, at.J[self.rows]
        return self._at[1:]

    def _keep(self, rho: Array) -> None:
        """What was found in the last evaluation."""
        F, head, limits = self.F, self.F.flat.header, self.writer.static_limits()
        used = np.where(np.array(self.mode.directions) != 0.0, 1.0, 0.0)
        used[self.places] = np.abs(rho)
        multipliers = F.model[head.lambda_at : head.lambda_at + head.rows].copy()
        multipliers[F.off_rows] = 0.0
        multipliers[self.rows] = rho * limits[self.places]
        self._last = {"friction_used": used, "friction_limit": limits, "multiplier": multipliers}

    def _put(self, mask: Array, rho: Array, t: float, y: Array) -> Array:
        """The places slide with this part of their static friction; the accelerations that follow."""
        F, first = self.F, self.F.flat.header.mask_at
        self.writer.write(self.mode)
        F.model[first : first + mask.size] = mask
        directions = np.array(self.mode.directions, float)
        for k, x in zip(self.places, rho):
            directions[k] = x * self.writer.static_share(self.frictions[k])
        self.writer.put_directions(directions, self.mode.aims)
        ydot = np.zeros(y.size)
        status = in_time.rate(F)(t, y, ydot, F.model)
        return ydot[F.nq : F.nq + F.nv] if status == 0 else np.full(F.nv, np.nan)
