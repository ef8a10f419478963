"""Impacts: velocities jump such that contacts part, and all rows that are on take their impulses.

With W the row of a contact, J the rows that are on, and x = A Wᵀ (`dynamics.py`):

    p = −(1 + e) W v⁻ / (W x),     v⁺ = v⁻ + x p,     loss = ½ (1 − e²) (W v⁻)² / (W x)                     (1)

Several contacts are taken in turn, the fastest first, until all of them part.  So a row of balls hands the impact on,
as on the desk.  Contacts that are to strike together share it: with G = W A Wᵀ and u = W v⁻,

    0 ≤ p  ⟂  u⁺ + e min(u, 0) ≥ 0,     u⁺ = u + G p                                                         (2)

With friction (1) is replaced by the construction of `routh.py`, on the row of the contact and its rows of slip.

A row that is closed, such as a latch, is a contact with e = 0 that stays: its velocities are projected in the mass
metric, together with those of all other rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from snodo.switching.dynamics import Dynamics
from snodo.switching.resting import at_rest
from snodo.switching.routh import BY_ENERGY, impulses

Array = np.ndarray
MOST = 2000
"""Impacts in turn at one instant; beyond, the rest is taken as a dead impact of all of them."""
IMMOVABLE = 1e-18
"""Part of its mobility without rows below which the rows impose the motion of a place."""


@dataclass(frozen=True)
class Contact:
    """A row that can only push, with its coefficient of restitution."""

    row: int
    restitution: float
    quiet: float
    """Speed of approach below which it does not rebound [m/s or rad/s],"""
    still: float
    """and below which it does not approach."""
    slips: tuple[int, ...] = ()
    """Rows of its slip, if it has friction,"""
    mu: float = 0.0
    static: float = 0.0
    """and its coefficients while it slides and at rest."""
    by: str = BY_ENERGY
    """What the coefficient of restitution is about."""
    together: bool = False
    """Whether it shares an impact with others that touch."""


@dataclass(frozen=True)
class Impact:
    """Velocities after it, the impulses of all rows, and the energy lost [J]."""

    v: Array
    impulse: Array
    loss: float


def collide(dynamics: Dynamics, v: Array, on: Array, contacts: Sequence[Contact]) -> Impact:
    """Impacts in turn until no contact approaches faster than `still`; on: indices of rows that are on.

    Contacts that nothing can stop, because the rows that are on impose their motion, are left as they are.
    """
    impulse, before = np.zeros(dynamics.J.shape[0]), dynamics.kinetic(v)
    rows = np.array([contact.row for contact in contacts], int)
    if not rows.size:
        return Impact(v, impulse, 0.0)
    if any(contact.slips for contact in contacts):
        v = _rubbing(dynamics, v, on, contacts, impulse)
        return Impact(v, impulse, before - dynamics.kinetic(v))
    G, mobility = dynamics.compliance(rows, on)
    yields = np.diag(G) > IMMOVABLE * mobility
    still = np.array([contact.still for contact in contacts])
    p, speeds = np.zeros(rows.size), dynamics.speeds(v)[rows]
    for _ in range(MOST):
        k = int(np.argmin(np.where(yields, speeds / still, np.inf)))
        if speeds[k] >= -still[k] or not yields[k]:
            break
        push = _shared(G, speeds, contacts, yields) if contacts[k].together else _alone(G, speeds, contacts, k)
        p += push
        speeds = speeds + G @ push
    else:
        p = p + at_rest(G, speeds, np.zeros(rows.size), np.full(rows.size, np.inf)).force
    change, forces = dynamics.caused(dynamics.J[rows].T @ p, on)
    v = v + change
    impulse[rows] = p
    impulse[on] -= forces
    return Impact(v, impulse, before - dynamics.kinetic(v))


def _rebound(contact: Contact, speed: float) -> float:
    """The coefficient of restitution at this speed."""
    return contact.restitution if speed < -contact.quiet else 0.0


def _alone(G: Array, speeds: Array, contacts: Sequence[Contact], k: int) -> Array:
    """Impulses if contact k strikes alone, by (1)."""
    p = np.zeros(speeds.size)
    p[k] = -(1.0 + _rebound(contacts[k], speeds[k])) * speeds[k] / G[k, k]
    return p


def _shared(G: Array, speeds: Array, contacts: Sequence[Contact], yields: Array) -> Array:
    """Impulses if all those strike that share impacts, by (2)."""
    p = np.zeros(speeds.size)
    own = np.array([k for k, contact in enumerate(contacts) if contact.together and yields[k]], int)
    w = np.array([speeds[k] + _rebound(contacts[int(k)], speeds[k]) * min(speeds[k], 0.0) for k in own])
    p[own] = at_rest(G[np.ix_(own, own)], w, np.zeros(own.size), np.full(own.size, np.inf)).force
    return p


def _rubbing(dynamics: Dynamics, v: Array, on: Array, contacts: Sequence[Contact], impulse: Array) -> Array:
    """The same where contacts have friction (`routh.py`); impulses are added."""
    meeting = [_Meeting(dynamics, contact, on) for contact in contacts]
    rows, still = np.array([contact.row for contact in contacts]), np.array([contact.still for contact in contacts])
    yields = np.array([x.C[0, 0] > IMMOVABLE * x.mobility for x in meeting])
    G = dynamics.compliance(rows, on)[0] if any(contact.together for contact in contacts) else np.zeros((0, 0))
    for _ in range(MOST):
        speeds = dynamics.speeds(v)[rows]
        k = int(np.argmin(np.where(yields, speeds / still, np.inf)))
        if speeds[k] >= -still[k] or not yields[k]:
            break
        if contacts[k].together:
            for x, p in zip(meeting, _shared(G, speeds, contacts, yields)):
                v = x.pushed(v, impulse, np.array([p])) if p else v
        else:
            v = meeting[k].strike(v, impulse)
    return v


class _Meeting:
    """One contact: its rows, and what unit impulses along them cause."""

    def __init__(self, dynamics: Dynamics, contact: Contact, on: Array) -> None:
        self.dynamics, self.contact, self.on = dynamics, contact, on
        self.rows = np.array([contact.row, *contact.slips])
        self.X, self.forces = dynamics.caused(dynamics.J[self.rows].T, on)
        self.C, mobility = dynamics.compliance(self.rows, on)
        self.mobility = float(mobility[0])

    def strike(self, v: Array, impulse: Array) -> Array:
        """The velocities after the impact; its impulses are added."""
        contact, u = self.contact, self.dynamics.speeds(v)[self.rows]
        e = contact.restitution if u[0] < -contact.quiet else 0.0
        if contact.slips:
            p = impulses(self.C, u, contact.mu, contact.static, e, contact.by)
        else:
            p = np.array([-(1.0 + e) * u[0] / self.C[0, 0]])
        return self.pushed(v, impulse, p)

    def pushed(self, v: Array, impulse: Array, p: Array) -> Array:
        """The velocities after impulses p along its rows, which are added."""
        impulse[self.rows] += p
        impulse[self.on] -= self.forces @ p
        return v + self.X @ p


def lock(dynamics: Dynamics, v: Array, on: Array) -> Impact:
    """The velocities nearest to v, in the mass metric, with which all rows that are on hold."""
    impulse = np.zeros(dynamics.J.shape[0])
    if not len(on):
        return Impact(v, impulse, 0.0)
    after, p = dynamics.locked(v, on)
    impulse[on] = p
    return Impact(after, impulse, dynamics.kinetic(v) - dynamics.kinetic(after))


def along(impulse: Array) -> float:
    """An impulse of friction as one number: with its sign in the plane, its size in space."""
    return float(impulse[0]) if impulse.size == 1 else float(np.linalg.norm(impulse))
