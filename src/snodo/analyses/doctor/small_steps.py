"""A small closed step along each free motion: whether the motion lasts, and whether the rank is the same there.

The null space of Φ_v holds velocities.  After a step of δ along one of them, Newton steps of least norm close the
mechanism again.  If they bring it back to the start, the motion is only infinitesimal (a shaky position); if the
rank is higher where they end, several branches meet at the start (a change point).  If no row is redundant, neither
can be.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from snodo.analyses.doctor.free_bodies import FreeBodies
from snodo.math.labelled_rows import dependent_rows

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

Array = np.ndarray
STEP = 1e-3
"""The step, relative to the size of the mechanism."""
BACK = 0.2
"""A motion lasts if more than this part of the step remains."""
ITERATIONS, CLOSED = 60, 1e-12


@dataclass(frozen=True)
class Beside:
    """The state after a small step along one free motion."""

    lasts: bool
    gained: tuple[str, ...] = ()
    """Rows that are redundant at the start but not after the step."""


def redundant_rows(bodies: FreeBodies) -> list[str]:
    """Names of the rows that follow from earlier ones."""
    return [bodies.rows[k].name for k, _ in dependent_rows(bodies.scaled.T)]


def beside(bodies: FreeBodies, velocity: Array) -> Beside:
    """Take a step along a free motion; in both directions, in case the first does not close."""
    F, q = bodies.F, bodies.q
    unit = velocity / np.abs(velocity / F.velocity_scale).max()
    for sign in (1.0, -1.0):
        there = _closed(F, F.moved(q, sign * STEP * unit), bodies.t)
        if there is None or _far(F, q, there) < BACK * _far(F, q, F.moved(q, STEP * unit)):
            continue
        here, still = redundant_rows(bodies), redundant_rows(FreeBodies(F, there, bodies.t, bodies.v))
        return Beside(True, tuple(row for row in here if row not in still) if len(still) < len(here) else ())
    return Beside(False)


def _far(F: Formulation, q: Array, there: Array) -> float:
    return float(np.abs((there - q) / F.coordinate_scale).max())


def _closed(F: Formulation, q: Array, t: float) -> Array | None:
    """Newton steps of least norm in weighted coordinates; None if they do not close."""
    for _ in range(ITERATIONS):
        gap = F.constraints(q, t) / F.row_scale
        if np.abs(gap).max(initial=0.0) <= CLOSED:
            return q
        J = F.position_jacobian(q, t) / F.row_scale[:, None] * F.velocity_scale
        q = F.moved(q, -np.linalg.lstsq(J, gap, rcond=1e-9)[0] * F.velocity_scale)
    return None
