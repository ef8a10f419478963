"""Which places at rest hold: contacts that carry, and friction that sticks.

Along each place j there is a relative acceleration r = w + D τ, with w that without the forces τ of the places, and
D = C A Cᵀ the accelerations that unit forces cause (A: the inverse of the constrained mass matrix).  Forces are
limited, a ≤ τ ≤ b: a contact pushes, 0 ≤ τ; friction holds up to its static limit, |τ| ≤ T.

    a < τ < b:   r = 0      it holds
    τ = a:       r ≥ 0      it parts, or slips forward
    τ = b:       r ≤ 0      it slips backward                                                            (1)

Friction in space has two forces across one another, |τ| ≤ T: it slips against them, r = −c τ, c ≥ 0, where |τ| = T.

This is the minimum of ½ τᵀ D τ + wᵀ τ within the limits, which is convex: the accelerations are unique, though forces
need not be (D is singular if places hold one another).  Projected Gauss–Seidel finds the set of places that hold, and
one direct solution their forces.  If D of these is singular, forces are moved along its null vectors until some of them
are zero or at their limits: the others, which hold, are independent of one another.

Source: Pfeiffer and Glocker, *Multibody Dynamics with Unilateral Contacts*, 1996.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from snodo.switching.entries import KERNELS

Array = np.ndarray
FIRST, SECOND = 1.0, 2.0
"""Forces of a pair, see `kernels/sweeps.py`."""
ROUNDS = 60
SLACK = 1e-9
"""Relative size of accelerations and forces below which they count as zero."""
DEPENDENT = 1e-12
"""Relative size of eigenvalues of D below which places hold one another."""


@dataclass(frozen=True)
class Rest:
    """The solution: forces, accelerations, and which of the places hold."""

    force: Array
    acceleration: Array
    holds: Array
    """Those within their limits, which are independent,"""
    within: Array
    """and all within their limits, of which some hold others."""


def at_rest(D: Array, w: Array, low: Array, high: Array, discs: Sequence[int] = ()) -> Rest:
    """Solve (1).

    `discs` are the first indices of pairs of forces whose length is limited, by `high` of the first.
    """
    tau = _swept(D, w, low, high, discs)
    if len(discs):
        return _with_discs(D, w, tau, low, high, discs)
    size = np.abs(w).max(initial=0.0) + 1e-300
    limit = SLACK * (np.abs(tau).max(initial=0.0) + 1e-300)
    free = (tau > low + limit) & (tau < high - limit)
    for _ in range(ROUNDS):
        trial = _with_free(D, w, tau, low, high, free)
        r = w + D @ trial
        wrong = free & ((trial < low - limit) | (trial > high + limit))
        back = ~free & np.where(tau <= low + limit, r < -SLACK * size, r > SLACK * size)
        if not wrong.any() and not back.any():
            tau = trial
            break
        tau = np.clip(trial, low, high)
        free = (free & ~wrong) | (back if not wrong.any() else False)
    tau, independent = _independent(D, np.clip(tau, low, high), low, high, free)
    return Rest(tau, w + D @ tau, independent, free)


def _independent(D: Array, tau: Array, low: Array, high: Array, free: Array) -> tuple[Array, Array]:
    """Forces with the same accelerations whose free places are independent.

    Places are taken in the order of what they can carry.  One that depends on those before it gives them its force; if
    one of these then reaches a limit, it stays there, and the place takes the rest.
    """
    strength = np.minimum(high - low, 1e300) * np.sqrt(np.maximum(np.diag(D), 0.0))
    own: list[int] = []
    for j in sorted(map(int, np.flatnonzero(free)), key=lambda k: (-strength[k], k)):
        z = np.zeros(tau.size)
        z[j] = 1.0
        z[own] = -np.linalg.lstsq(D[np.ix_(own, own)], D[own, j], rcond=DEPENDENT)[0]
        own.append(j)
        if z @ D @ z > DEPENDENT * D[j, j]:
            continue
        z *= -np.sign(tau[j]) or 1.0
        with np.errstate(divide="ignore", invalid="ignore"):
            room = np.where(z > 0.0, (high - tau) / z, np.where(z < 0.0, (low - tau) / z, np.inf))[own]
        room[-1] = abs(tau[j])
        k = int(np.argmin(room))
        tau = tau + room[k] * z
        end = own.pop(k)
        tau[end] = 0.0 if end == j else high[end] if z[end] > 0.0 else low[end]
    found = np.zeros(free.size, bool)
    found[own] = True
    return tau, found


def _with_discs(D: Array, w: Array, tau: Array, low: Array, high: Array, discs: Sequence[int]) -> Rest:
    """The solution from converged sweeps, with those places that hold solved for once more."""
    limit = SLACK * (np.abs(tau).max(initial=0.0) + 1e-300)
    holds = (tau > low + limit) & (tau < high - limit)
    for k in discs:
        holds[k] = holds[k + 1] = np.hypot(tau[k], tau[k + 1]) < high[k] - limit
    if holds.any():
        right = -(w[holds] + D[np.ix_(holds, ~holds)] @ tau[~holds])
        exact = tau.copy()
        exact[holds] = np.linalg.lstsq(D[np.ix_(holds, holds)], right, rcond=1e-11)[0]
        if np.abs(D @ (exact - tau)).max() <= 1e-6 * (np.abs(w).max() + 1e-300):
            tau = exact
    return Rest(tau, w + D @ tau, holds, holds)


def _swept(D: Array, w: Array, low: Array, high: Array, discs: Sequence[int] = ()) -> Array:
    """Projected Gauss–Seidel; pairs of forces take a step together."""
    tau, kinds, paces = np.clip(np.zeros(w.size), low, high), np.zeros(w.size), np.zeros(w.size)
    for k in discs:
        kinds[k], kinds[k + 1] = FIRST, SECOND
        paces[k] = np.linalg.norm(D[k : k + 2, k : k + 2], 2)
    numbers = [np.ascontiguousarray(x, float) for x in (D, w, low, high)]
    KERNELS.swept(*numbers, kinds, paces, tau)
    return tau


def _with_free(D: Array, w: Array, tau: Array, low: Array, high: Array, free: Array) -> Array:
    """Forces of the free places such that they do not accelerate; the others are at their limits."""
    found = np.clip(tau, low, high)
    found[~free] = np.where(np.abs(found - low)[~free] <= np.abs(high - found)[~free], low[~free], high[~free])
    if free.any():
        right = -(w[free] + D[np.ix_(free, ~free)] @ found[~free])
        found[free] = np.linalg.lstsq(D[np.ix_(free, free)], right, rcond=1e-11)[0]
    return found
