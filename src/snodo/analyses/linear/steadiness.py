"""Axes in which a steady motion has a constant A.

A wheel that rolls straight on looks the same at all times along axes that stand still, but not along its own; a
conical pendulum along its own, but not along axes that stand still; a coin that rolls in a circle along axes that turn
with the circle.  The change of A over a short time tells them apart.  With none of them, A changes along the motion,
and its eigenvalues describe an instant.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from snodo.analyses.equations.state import State as Place
from snodo.analyses.linear.coordinates import Coordinates, along_axes
from snodo.analyses.linear.turning_axes import common_turn
from snodo.errors import SnodoError

if TYPE_CHECKING:
    from snodo.analyses.linear.derivatives import Derivatives

Array = np.ndarray
AHEAD = 1e-4
"""How far ahead A is compared, in radians or sizes of the mechanism of the fastest velocity."""
NO_TURN = 1e-9
"""Turning of the axes, relative to the fastest velocity, that is none."""


def state_matrix(c: Coordinates, a: Array) -> Array:
    """A, from the accelerations along the states."""
    return c.rates(*c.directions, a)


def steady_axes(d: Derivatives, c: Coordinates) -> Coordinates:
    """The coordinates along the axes of the velocities, or others: those in which A changes least."""
    F, s = c.formulation, c.place
    fastest = float(np.abs(s.v / F.velocity_scale).max(initial=0.0))
    if fastest == 0.0:
        return c
    tried, seen = [c], [np.zeros((F.nv, F.nv))]
    for spin in (np.zeros(3), common_turn(F, s.q, s.v, d.a)):
        if spin is None:
            continue
        other = replace(c, spin=spin)
        if all(_differs(c, other.turning - one) > NO_TURN * fastest for one in seen):
            tried.append(other)
            seen.append(other.turning)
    if len(tried) == 1:
        return c
    rates = [change_rate(d, one, state_matrix(one, d.along(one)[0])) for one in tried]
    return tried[int(np.argmin(rates))]


def _differs(c: Coordinates, turned: Array) -> float:
    """How much the states see of a turn of the axes."""
    return max(float(np.abs(C.T @ turned @ S).max(initial=0.0)) for C, S in ((c.C_q, c.S_q), (c.C_v, c.S_v)))


def change_rate(d: Derivatives, c: Coordinates, A: Array) -> float:
    """Change of A relative to A, over the time in which the fastest velocity goes a radian or a size."""
    from snodo.analyses.linear.derivatives import derivatives_at

    F, q, v, t = c.formulation, c.place.q, c.place.v, c.place.t
    fastest = float(np.abs(v / F.velocity_scale).max(initial=0.0))
    if fastest == 0.0:
        return 0.0
    h = AHEAD / fastest
    turned = np.eye(F.nv) + h * c.turning
    try:
        ahead = derivatives_at(Place(F, F.moved(q, h * v), v + h * d.a, t + h))
        there = along_axes(ahead.state, ahead.rows, c.p, c.u, turned.T @ c.C_q, turned.T @ c.C_v, c.spin)
    except SnodoError:
        return np.inf
    scale = c.scale
    pure = [X * scale / scale[:, None] for X in (A, state_matrix(there, ahead.along(there)[0]))]
    size = max(float(np.linalg.norm(pure[0])), fastest)
    return float(np.linalg.norm(pure[1] - pure[0])) / size / AHEAD
