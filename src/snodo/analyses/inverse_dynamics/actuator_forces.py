"""Forces that the actuators must exert for a given motion of a mechanism with loops, constraints and floating bases.

With the unit efforts of the actuators as columns of B, and the constraint rows J = Φ_v (source text 003, equations of
Lagrange and d'Alembert; formulations/base.py (2)):

    M v̇ − Q = B u − Jᵀ λ                                                              (1)
    J N = 0:     Nᵀ B u = Nᵀ (M v̇ − Q)                                                (2)

The columns of N are the free motions, so that (2) is virtual work: constraints do none.  With f freedoms, m actuators
and ρ = rank NᵀB there are

    ρ = f = m     one solution
    ρ < m         more than one (over-actuated): on request that of the least Σ w u²
    ρ < f         none, unless the motion happens to need no more (under-actuated): otherwise the part of the right side
                  that no u balances is an error or, on request, minimised by (3)

    min |Δv̇|_M  with  Δv̇ = N (NᵀMN)⁻¹ Nᵀ (M v̇ − Q − B u)                             (3)

Gauss's principle: the actuators produce v̇ − Δv̇, which is as close as possible, and M Δv̇ is left
unbalanced.  Then Jᵀ λ = Q + B u − M (v̇ − Δv̇) has the multipliers, of least norm where rows are redundant.
Torques are divided by the size of the mechanism to compare them with forces.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from snodo.analyses.inverse_dynamics.actuators import Actuator, on_moving_bodies
from snodo.analyses.inverse_dynamics.consistent_motion import OnRows
from snodo.errors import NameNotFound, Problem, RunError, SnodoError, UnsupportedError, suggestion
from snodo.formulations.series.measure_wrenches import Wrenches
from snodo.formulations.series.placed_bodies import PlacedBodies
from snodo.math.labelled_rows import RANK, null_space
from snodo.progress import ProgressBar

Array = np.ndarray
RESOLUTIONS = ("least norm", "least squares")


@dataclass
class Balance:
    """The solution, one row per time."""

    efforts: Array
    """u (time, actuators) [N, N m]."""
    multipliers: Array
    """λ (time, nc): of the constraints, and −u of the drivers that are actuators."""
    deficit: Array
    """Δv̇ (time, nv) [m/s², rad/s²]: what the actuators cannot produce."""
    unbalanced: Array
    """M Δv̇ (time, nv) [N, N m]."""
    powers: Array
    """Powers (time, works) [W]."""
    rank: Array
    """Rank of NᵀB (time)."""
    freedoms: Array
    """Columns of N (time)."""
    speeds: Array
    """Bᵀ v (time, actuators) [m/s, rad/s]: against these the efforts act."""
    unit_wrenches: list[list[Wrenches]]
    """At each time, the wrenches that one unit of each effort is made of."""


@dataclass
class _Moment:
    """The terms of (2) at one time, in natural units: N for z = v / size, torques as forces at the size."""

    t: float
    q: Array
    N: Array
    A: Array
    """NᵀB, the columns scaled."""
    b: Array
    """Nᵀ (M v̇ − Q)."""
    M: Array
    needed: Array
    """M v̇ − Q."""
    B: Array
    unit_wrenches: list[Wrenches]
    J: Array
    size: float
    """The largest of |M v̇|, |Q| and vᵀ M v: of what is balanced also by the constraints, or by inertia alone."""
    powers: Array


class Actuation:
    """Solves (2) along a motion."""

    def __init__(
        self,
        moved: OnRows,
        actuators: Sequence[Actuator],
        external: Mapping[str, Array],
        resolve: str | None,
        weights: Any,
        tolerance: float,
    ) -> None:
        if resolve is not None and resolve not in RESOLUTIONS:
            raise NameNotFound(Problem(f"there is no resolve={resolve!r}", suggestion(str(resolve), RESOLUTIONS)))
        self.F, self.motion, self.rows = moved.F, moved.motion, moved.rows
        self.actuators, self.external, self.resolve, self.tolerance = actuators, external, resolve, tolerance
        torques = np.array([actuator.unit == "N m" for actuator in actuators], bool)
        self.scale = np.where(torques, self.F.size, 1.0) / np.sqrt(_weights(actuators, weights, resolve))

    def balance(self) -> Balance:
        """Efforts, multipliers and the unbalanced rest at all times; raises an error if `resolve` is needed."""
        count = self.motion.times.size
        with ProgressBar(0.0, count, "inverse dynamics", "times") as bar:
            moments = [self._moment(k) for k in bar.over(range(count))]
        solved = [_solution(moment, self.resolve == "least squares") for moment in moments]
        rank = np.array([r for _, r in solved], int)
        freedoms = np.array([moment.N.shape[1] for moment in moments], int)
        self._refuse_surplus(rank, freedoms)
        self._refuse_lack(moments, [u for u, _ in solved])
        F = self.F
        found = Balance(
            np.array([u * self.scale for u, _ in solved]).reshape(count, len(self.actuators)),
            np.zeros((count, F.nc)),
            np.zeros((count, F.nv)),
            np.zeros((count, F.nv)),
            np.array([moment.powers for moment in moments]).reshape(count, len(F.work_names)),
            rank,
            freedoms,
            np.array([m.B.T @ v for m, v in zip(moments, self.motion.v)]).reshape(count, len(self.actuators)),
            [moment.unit_wrenches for moment in moments],
        )
        for k, moment in enumerate(moments):
            self._multipliers(found, k, moment)
        return found

    # ---------------------------------------------------------------- (2) at one time
    def _moment(self, k: int) -> _Moment:
        F, rows = self.F, self.rows
        t, q, v, a = (x[k] for x in self.motion)
        M, Q, powers = F.mass_matrix(q), F.forces(q, v, t), F.last_powers()
        J = F.jacobian(q, t, v=v)[rows]
        bodies = PlacedBodies(F, q)
        Q = Q + bodies.generalised(self._outside(k))
        units = [on_moving_bodies(actuator.unit_wrenches(bodies)) for actuator in self.actuators]
        B = np.array([bodies.generalised(wrenches) for wrenches in units]).reshape(len(units), F.nv).T
        N = F.velocity_scale[:, None] * _free_motions(J * F.velocity_scale)
        sizes = tuple(float(np.linalg.norm(F.velocity_scale * force)) for force in (M @ a, Q))
        size = max(*sizes, float(v @ M @ v))
        needed = M @ a - Q
        return _Moment(float(t), q, N, N.T @ B * self.scale, N.T @ needed, M, needed, B, units, J, size, powers)

    def _outside(self, k: int) -> Wrenches:
        return [(body, rows[k, :3], rows[k, 3:]) for body, rows in self.external.items()]

    def _multipliers(self, found: Balance, k: int, moment: _Moment) -> None:
        """λ by (1), Δv̇ by (3), and the powers of rows that move."""
        F, u = self.F, found.efforts[k]
        left = moment.needed - moment.B @ u
        if self.resolve == "least squares":
            found.deficit[k] = _deficit(moment, left)
            found.unbalanced[k] = moment.M @ found.deficit[k]
        if self.rows.any():
            left = left - found.unbalanced[k]
            found.multipliers[k, self.rows] = np.linalg.lstsq(moment.J.T, -left, rcond=RANK)[0]
        for j, actuator in enumerate(self.actuators):
            if actuator.row >= 0:
                found.multipliers[k, actuator.row] = -u[j]
        speeds = F.jacobian(moment.q, moment.t, v=self.motion.v[k]) @ self.motion.v[k] if F.nc else np.zeros(0)
        for j, name in enumerate(F.work_names):
            own = [r for r, part in enumerate(F.row_parts) if part == name]
            if own:
                found.powers[k, j] = -found.multipliers[k, own] @ speeds[own]

    # ---------------------------------------------------------------- too many, too few
    def _refuse_surplus(self, rank: Array, freedoms: Array) -> None:
        count = len(self.actuators)
        if self.resolve is not None or not rank.size or count <= rank.max():
            return
        names = ", ".join(actuator.name for actuator in self.actuators[:8])
        what = f"over-actuated: {count} actuators ({names}) act on {rank.max()} of {freedoms[rank.argmax()]} freedoms"
        remedy = f'name {rank.max()} of them in actuators=[…], or share the load with resolve="least norm"'
        raise UnsupportedError(Problem(what, remedy))

    def _refuse_lack(self, moments: Sequence[_Moment], u: Sequence[Array]) -> None:
        """The unbalanced forces relative to the largest of all forces, including those balanced by constraints.

        A motion that needs no force at all (it coasts) still has the forces of inertia, m size Ω² at most.
        """
        if self.resolve == "least squares" or not moments:
            return
        size = max(moment.size for moment in moments)
        left = [float(np.linalg.norm(m.b - m.A @ x)) for m, x in zip(moments, u)]
        k = int(np.argmax(left))
        if left[k] > self.tolerance * size:
            raise RunError(self._lack(moments[k]))

    def _lack(self, moment: _Moment) -> Problem:
        """The forces needed along the free motions in which all actuators are at rest: there no u does work."""
        F = self.F
        still = null_space(np.vstack([moment.J, moment.B.T]))
        own = [int(np.flatnonzero((column == 1.0) & (np.abs(still).sum(axis=1) == 1.0))[0]) for column in still.T]
        amounts = still.T @ moment.needed
        natural = np.abs(amounts) * F.velocity_scale[own]
        order = [j for j in np.argsort(-natural) if natural[j] > 1e-6 * natural.max()]
        units = ["N m" if F.velocity_units[k] == "rad" else "N" for k in own]
        told = ", ".join(f"{amounts[j]:.4g} {units[j]} along {F.velocity_names[own[j]]}" for j in order[:6])
        freedoms = moment.N.shape[1]
        what = (
            f"under-actuated: at t = {moment.t:g} s {len(self.actuators)} actuator(s) act on "
            f"{freedoms - still.shape[1]} of {freedoms} freedoms; in the other directions the motion needs {told}"
        )
        remedy = 'add actuators, name the body held by the surroundings in residual=…, or use resolve="least squares"'
        return Problem(what, remedy, F.mechanism.where)


def _free_motions(J: Array) -> Array:
    """Orthonormal columns z with J z = 0; every row counts with length one."""
    if not J.shape[0]:
        return np.eye(J.shape[1])
    lengths = np.linalg.norm(J, axis=1)
    _, s, Vt = np.linalg.svd(J / np.where(lengths > 0, lengths, 1.0)[:, None])
    rank = int((s > RANK * s[0]).sum()) if s[0] > 0 else 0
    free: Array = Vt[rank:].T
    return free


def _solution(moment: _Moment, gauss: bool) -> tuple[Array, int]:
    """u of (2), scaled: the least of all if there are several; with gauss the one of (3).  And the rank of NᵀB."""
    A, b = moment.A, moment.b
    if not A.size:
        return np.zeros(A.shape[1]), 0
    rank = int((np.linalg.svd(A, compute_uv=False) > RANK * np.linalg.norm(A)).sum())
    if gauss:
        L = _root(moment)
        A, b = np.linalg.solve(L, A), np.linalg.solve(L, b)
    return np.linalg.lstsq(A, b, rcond=RANK)[0], rank


def _root(moment: _Moment) -> Array:
    """L with L Lᵀ = NᵀMN."""
    try:
        L: Array = np.linalg.cholesky(moment.N.T @ moment.M @ moment.N)
    except np.linalg.LinAlgError:
        what = f"at t = {moment.t:g} s no inertia resists one of the free motions"
        raise RunError(Problem(what, "give every body mass and moments of inertia")) from None
    return L


def _deficit(moment: _Moment, left: Array) -> Array:
    """Δv̇ of (3) for the forces that are left."""
    if not moment.N.size:
        return np.zeros(moment.N.shape[0])
    L = _root(moment)
    found: Array = moment.N @ np.linalg.solve(L.T, np.linalg.solve(L, moment.N.T @ left))
    return found


def _weights(actuators: Sequence[Actuator], given: Any, resolve: str | None) -> Array:
    """Of each actuator, by its name or its part's."""
    if given is None:
        return np.ones(len(actuators))
    if resolve is None or not isinstance(given, Mapping):
        remedy = 'use resolve="least norm", weights={"A": 1, "B": 4}: the least Σ w u²'
        raise SnodoError(Problem("weights must be a table, and need resolve", remedy))
    known = dict.fromkeys(name for actuator in actuators for name in (actuator.name, actuator.part))
    for name, w in given.items():
        if name not in known:
            raise NameNotFound(Problem(f"weights: there is no actuator {name!r}", suggestion(str(name), known)))
        if not (isinstance(w, int | float) and np.isfinite(w) and w > 0):
            raise SnodoError(Problem(f"weights: the weight of {name!r} is {w!r}", "give a positive number"))
    return np.array([given.get(actuator.name, given.get(actuator.part, 1.0)) for actuator in actuators], float)
