"""Derivatives of constrained inverse dynamics: the forces of chosen actuators that a motion needs.

    [Φ_vᵀ  −B] (λ; τ) = Q − M a                                                                     (1)

B has a column for each actuator.  As many actuators as degrees of freedom determine λ and τ for any q, v and a; their
derivatives follow from those of the residual R = M a + Φ_vᵀ λ − Q and of B τ.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from snodo.analyses.linear.inputs import input_forces
from snodo.errors import Problem, UnsupportedError
from snodo.formulations.base import Array
from snodo.math.differences import columns
from snodo.math.labelled import Labelled

if TYPE_CHECKING:
    from snodo.analyses.linear.derivatives import Derivatives

LARGEST_CONDITION = 1e10
"""Condition number of (1), in natural units, from which on actuators do not control the motion."""


@dataclass(frozen=True, repr=False)
class Actuation:
    """Forces of the actuators and their derivatives (actuators × nv)."""

    force: Labelled
    """τ [N, N m]."""
    q: Labelled
    """∂τ/∂q along the velocities,"""
    v: Labelled
    """∂τ/∂v,"""
    a: Labelled
    """∂τ/∂a."""


def actuation(d: Derivatives, names: Sequence[str], a: ArrayLike | None) -> Actuation:
    """τ of (1) and its derivatives, for the accelerations of the state or given ones."""
    F, q = d.formulation, d.state.q
    named = [names] if isinstance(names, str) else list(names)
    given = d.a if a is None else _accelerations(d, a)
    B = input_forces(F, q, named)
    solve = _Solver(d, B, named)
    needed = d.state.forces + d.given.at(F, q) - d.saddle.M @ given
    multipliers, tau = solve(needed[:, None])
    here = replace(d, a=given, multipliers=multipliers[:, 0])
    pushed = columns(lambda step: input_forces(F, F.moved(q, step), named) @ tau[:, 0], F.velocity_scale)
    found = [solve(-x)[1] for x in (here.residual_by_q - pushed, here.residual_by_v, d.saddle.M)]
    labelled = [Labelled(named, F.velocity_names, x) for x in found]
    return Actuation(Labelled(named, [], tau[:, 0]), *labelled)


def _accelerations(d: Derivatives, given: ArrayLike) -> Array:
    try:
        a = np.array(given, float)
    except (TypeError, ValueError):
        a = np.full(0, np.nan)
    F = d.formulation
    if a.shape != (F.nv,) or not np.isfinite(a).all():
        what, shown = f"a is {given!r}", ", ".join(F.velocity_names[:6])
        raise UnsupportedError(Problem(what, f"give {F.nv} finite numbers, the rates of {shown}"))
    return a


class _Solver:
    """(λ; τ) of (1) for many right sides, by the independent rows."""

    def __init__(self, d: Derivatives, B: Array, names: list[str]) -> None:
        F, self.rows = d.formulation, d.saddle.rows
        self.scale = F.velocity_scale
        W = np.hstack([d.saddle.J[self.rows].T, -B]) * self.scale[:, None]
        lengths = np.linalg.norm(W, axis=0)
        self.lengths = np.where(lengths > 0.0, lengths, 1.0)
        self.W, self.count = W / self.lengths, int(self.rows.sum())
        freedoms = F.nv - self.count
        if len(names) != freedoms:
            what = f"actuators: {len(names)} named, but {F.mechanism.name!r} has degrees of freedom: {freedoms}"
            raise UnsupportedError(Problem(what, "name as many joints, or use inverse_dynamics.q and .v"))
        if np.linalg.cond(self.W) > LARGEST_CONDITION:
            what = f"actuators: {', '.join(names)} do not control every motion in this position"
            raise UnsupportedError(Problem(what, "choose other joints"))

    def __call__(self, right: Array) -> tuple[Array, Array]:
        x = np.linalg.solve(self.W, self.scale[:, None] * right) / self.lengths[:, None]
        multipliers = np.zeros((self.rows.size, right.shape[1]))
        multipliers[self.rows] = x[: self.count]
        return multipliers, x[self.count :]
