"""Φ̇_v along a motion, applied to vectors: what the derivative of a basis of the free motions is made of.

Position rows have a γ that is quadratic in v.  With G(a, b) = (D_a Φ_v) b, D_a the derivative along q̇ = N a,

    γ(v) = −G(v, v) − 2 Φ_vt v − Φ_tt,           Φ̇_v b = G(v, b) + Φ_vt b

G is symmetric up to the bracket of the velocities,  G(a, b) − G(b, a) = Φ_v c(a, b),  N c = (D_a N) b − (D_b N) a
(Φ_v = Φ_q N and Φ_qq is symmetric), so that γ in two states determines the rest:

    Φ̇_v b = −¼ (γ(v + b) − γ(v − b)) + ½ Φ_v c(v, b)

Rows on velocities alone, A(q) v = b(t), are derivatives of nothing, and their γ does not determine (D_v A) b.  There
A is differentiated along the motion by central differences of eighth order.  So is ∂c/∂v of rows c(t, q, v) = 0 that
are not linear in the velocities; it changes with v, and needs the accelerations too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from snodo.errors import Problem, UnsupportedError
from snodo.formulations.base import Array
from snodo.math.differences import EIGHTH, SIXTH

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

STEPS = (0.04, 0.013, 0.004, 0.0013)
"""Steps that are tried: turns [rad], or displacements relative to the size of the mechanism."""


def rate_of_rows(F: Formulation, q: Array, v: Array, t: float, b: Array, a: Array | None = None) -> Array:
    """Φ̇_v b (nc × k) for the columns of b (nv × k), in the state (q, v) at time t [s].

    a: the accelerations, needed by rows that are not linear in the velocities
    """
    found = np.zeros((F.nc, b.shape[1]))
    if not found.size:
        return found
    if a is None and F.general_rows.any():
        what = "the rate of the Jacobian of rows that are not linear in the velocities depends on the accelerations"
        raise UnsupportedError(Problem(what, "give the accelerations"))
    J = F.jacobian(q, t, v=v)
    for k, column in enumerate(b.T):
        found[:, k] = _polarised(F, J, q, v, t, column)
    if F.velocity_rows.any():
        found[F.velocity_rows] = (_differenced(F, q, v, t, np.zeros(F.nv) if a is None else a) @ b)[F.velocity_rows]
    return found


def _polarised(F: Formulation, J: Array, q: Array, v: Array, t: float, b: Array) -> Array:
    """Φ̇_v b of position rows; b is brought to the size of v, so that neither is lost beside the other."""
    scale = F.velocity_scale
    fast, long = (float(np.abs(x / scale).max(initial=0.0)) for x in (v, b))
    if long == 0.0:
        return np.zeros(F.nc)
    factor = fast / long if fast > 0.0 else 1.0
    step = factor * b
    change = F.gamma(q, v + step, t) - F.gamma(q, v - step, t)
    found: Array = (-0.25 * change + 0.5 * J @ F.bracket(v, step)) / factor
    return found


def _differenced(F: Formulation, q: Array, v: Array, t: float, a: Array) -> Array:
    """Φ̇_v from Φ_v along the motion, by the step with the smallest difference between the orders eight and six."""
    speed, pulled = (float(np.abs(x / F.velocity_scale).max(initial=0.0)) for x in (v, a))
    rate = max(speed, pulled**0.5, 1.0)
    best, least = np.zeros((F.nc, F.nv)), np.inf
    for size in STEPS:
        h = size / rate
        ahead = [_rows(F, q, v, t, a, k * h) - _rows(F, q, v, t, a, -k * h) for k in range(1, 5)]
        eighth, sixth = (sum(w * x for w, x in zip(weights, ahead)) / h for weights in (EIGHTH, SIXTH))
        error = float(np.abs((eighth - sixth)[F.velocity_rows]).max(initial=0.0))
        if error < least:
            best, least = eighth, error
    return best


def _rows(F: Formulation, q: Array, v: Array, t: float, a: Array, s: float) -> Array:
    """Φ_v after the time s: to first order, which is all that its derivative needs, on the motion with v and a."""
    return F.jacobian(F.moved(q, s * v), t + s, v=v + s * a)
