"""Impacts: velocities jump such that contacts part, and all rows that are on take their impulses.

With W the row of a contact, J the rows that are on, and x = A Wᵀ (`dynamics.py`):

    p = −(1 + e) W v⁻ / (W x),     v⁺ = v⁻ + x p,     loss = ½ (1 − e²) (W v⁻)² / (W x)                     (1)

Several contacts are taken in turn, the fastest first, until all of them part.  So a row of balls hands the impact on,
as on the desk; all at once would share it among them.

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
        e = contacts[k].restitution if speeds[k] < -contacts[k].quiet else 0.0
        push = -(1.0 + e) * speeds[k] / G[k, k]
        p[k] += push
        speeds = speeds + G[:, k] * push
    else:
        p = p + at_rest(G, speeds, np.zeros(rows.size), np.full(rows.size, np.inf)).force
    change, forces = dynamics.caused(dynamics.J[rows].T @ p, on)
    v = v + change
    impulse[rows] = p
    impulse[on] -= forces
    return Impact(v, impulse, before - dynamics.kinetic(v))


def _rubbing(dynamics: Dynamics, v: Array, on: Array, contacts: Sequence[Contact], impulse: Array) -> Array:
    """The same where contacts have friction (`routh.py`); impulses are added."""
    meeting = [_Meeting(dynamics, contact, on) for contact in contacts]
    rows, still = np.array([contact.row for contact in contacts]), np.array([contact.still for contact in contacts])
    yields = np.array([x.C[0, 0] > IMMOVABLE * x.mobility for x in meeting])
    for _ in range(MOST):
        speeds = dynamics.speeds(v)[rows]
        k = int(np.argmin(np.where(yields, speeds / still, np.inf)))
        if speeds[k] >= -still[k] or not yields[k]:
            break
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
