"""Rows c(t, q, v) = 0 in states where ∂c/∂v vanishes, or is not finite: there they determine no acceleration."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from snodo.errors import Problem
from snodo.math.labelled_rows import free_directions

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

Array = np.ndarray
STEEP = 1e-9
"""Part of a row's gradient along free velocities from which on it counts as more than rounding."""


def unsteady(F: Formulation, q: Array, v: Array, t: float, where: str) -> Problem | None:
    """What is wrong with a row in this state: it has no finite value, or determines no acceleration; `where` in words.

    A gradient vanishes if, along the velocities that the linear rows leave free, it is nothing beside that of
    velocities nearby.
    """
    if not F.general_rows.any():
        return None
    J, nu = _pure(F, q, v, t), F.nu(q, t, v=v)
    bad = ~(np.isfinite(J).all(axis=1) & np.isfinite(nu))
    if bad.any():
        return not_a_number(F, bad, where)
    general = F.general_rows
    free = free_directions(J[~general])
    size = max(1.0, float(np.abs(v / F.velocity_scale).max(initial=0.0)))
    aside = free @ np.random.default_rng(0).standard_normal(free.shape[1]) * size
    beside = _pure(F, q, v + aside * F.velocity_scale, t)[general]
    here, there = (np.linalg.norm(x @ free, axis=1) for x in (J[general], beside))
    lost = (here <= STEEP * there) & (there > STEEP * np.linalg.norm(beside, axis=1))
    if not lost.any():
        return None
    part = F.mechanism[F.row_parts[int(np.flatnonzero(general)[np.argmax(lost)])]]
    what = f"{part.title}: its derivatives with respect to the velocities vanish {where}"
    told = "there it determines no acceleration, and the motion is not unique"
    return Problem(f"{what}; {told}", "give speeds that satisfy it elsewhere", part.where)


def not_a_number(F: Formulation, bad: Array, where: str) -> Problem:
    """The first of these rows, which have no finite value or derivatives."""
    part = F.mechanism[F.row_parts[int(np.argmax(bad))]]
    what = f"{part.title} has no finite value or derivatives {where}, in this position"
    return Problem(what, "start where it is defined, or change it", part.where)


def _pure(F: Formulation, q: Array, v: Array, t: float) -> Array:
    """Φ_v in natural sizes."""
    J: Array = F.jacobian(q, t, v=v) / F.row_scale[:, None] * F.velocity_scale
    return J
