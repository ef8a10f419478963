"""A tree in time: its applied forces, its compiled equations as an ODE, and everything in the states of a motion."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from snodo.errors import Problem, RunError
from snodo.formulations.base import Array
from snodo.formulations.constrained import constrained, gains_of
from snodo.formulations.tree.dynamics import Dynamics
from snodo.formulations.tree.motion import Motion
from snodo.formulations.user_functions import UserFunctions
from snodo.mechanism.mechanism import Mechanism

LEAST_PIVOT = 1e-14
"""Relative pivot of S taken for a singular position."""


class Running(UserFunctions, Dynamics):
    """The tree behind the seam between equations and time."""

    def __init__(self, mechanism: Mechanism, cut: Sequence[str] = ()) -> None:
        from snodo.formulations.tree.compiled import InTime

        super().__init__(mechanism, cut)
        self.kernels = InTime(closed=self.nc > 0)
        self.motion = Motion(self)
        self.least_pivot = LEAST_PIVOT

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as its mechanism: the compiled side is bound again, so that results travel between processes."""
        return (type(self), (self.mechanism,))

    # ---------------------------------------------------------------- forces and accelerations
    def forces(self, q: Any, v: Any, t: float = 0.0) -> Array:
        """Q of M v̇ = Q: applied forces, gravity, Coriolis and centrifugal force."""
        tau = self._apply(q, v, t)
        head, needed = self.flat.header, np.empty(self.nv)
        head.loaded = head.wrenches
        try:
            self.entries.inverse(self.model, *self._checked(q, v), self._rest, needed)
        finally:
            head.loaded = 0
        return tau - needed

    def applied_forces(self, q: Any, v: Any, t: float = 0.0) -> tuple[Array, dict[str, Array]]:
        """Joint forces τ [N, N m], and wrenches {body: (f, μ)} [N, N m], world axes at its origin, without gravity."""
        tau = self._apply(q, v, t)
        external = self.flat.work("external")
        return tau, {name: external[self.flat.bodies[name][0]].copy() for name in self.body_names}

    def solve(self, q: Any, v: Any, t: float = 0.0, method: Any = "augmented") -> tuple[Array, Array]:
        """Accelerations v̇ and multipliers λ; with redundant rows the multipliers of least norm."""
        alpha, beta = gains_of(method)
        if self.nc:
            gamma = self.gamma(q, v, t) - 2 * alpha * self._rows("phi_dot_at") - beta**2 * self._rows("phi_at")
            J = self.jacobian(q, t)
            return constrained(self.metric(q), J, self.forces(q, v, t), gamma, self.row_sizes(J))
        y = self.state(q, v)
        y_dot = np.empty_like(y)
        self._rate(y, y_dot, t)
        return y_dot[self.nq : self.nq + self.nv], np.zeros(0)

    def _apply(self, q: Any, v: Any, t: float) -> Array:
        """Joint forces of the laws; their wrenches are left in the scratch."""
        head, y = self.flat.header, self.state(q, v)
        head.forces_only = 1
        try:
            self._rate(y, np.empty_like(y), t)
        finally:
            head.forces_only = 0
        return self.model[head.tau_at : head.tau_at + self.nv].copy()

    def _rate(self, y: Array, y_dot: Array, t: float) -> None:
        status = self.kernels.rate(float(t), y, y_dot, self.model)
        if status:
            raise RunError(self.failure(status, t))

    def _checked(self, q: Any, v: Any) -> tuple[Array, Array]:
        from snodo.formulations.tree import door

        return door.coordinates(self, q), door.velocities(self, v)

    # ---------------------------------------------------------------- the compiled side
    def state(self, q: Any, v: Any) -> Array:
        """y = (q, v, works) with the works at zero."""
        return np.concatenate([*self._checked(q, v), np.zeros(len(self.work_names))])

    def set_gains(self, alpha: float, beta: float) -> None:
        """Baumgarte's gains [1/s]; α also holds Euler parameters at length one."""
        self.flat.header.alpha, self.flat.header.beta = alpha, beta

    @property
    def kept_rows(self) -> Array:
        """Boolean mask of the rows that are not redundant."""
        return self._rows("mask_at") != 0.0

    def set_kept_rows(self, kept: Any) -> None:
        """Leave out redundant rows in the compiled rate; decided in a closed configuration."""
        first = self.flat.header.mask_at
        self.model[first : first + self.nc] = np.asarray(kept, float)

    def find_redundant(self, q: Any, t: float, tolerance: float) -> None:
        """Leave out the rows that depend on others in the configuration q: those of a smaller relative pivot."""
        y = self.state(q, np.zeros(self.nv))
        self.entries.find_redundant(self.kernels.rate, float(t), y, np.empty_like(y), self.model, tolerance)

    @property
    def smallest_pivot(self) -> float:
        """Smallest relative pivot of S = J M⁻¹ Jᵀ among the kept rows in the last evaluation."""
        return float(self.model[self.pivot_at])

    @property
    def least_pivot(self) -> float:
        """Relative pivot below which the compiled equations refuse the kept rows as singular."""
        return float(self.flat.header.least_pivot)

    @least_pivot.setter
    def least_pivot(self, value: float) -> None:
        self.flat.header.least_pivot = value

    @property
    def pivot_at(self) -> int:
        """Where in the model the smallest relative pivot stands."""
        return int(self.flat.header.report_at)

    @property
    def factored_at(self) -> int:
        """Where in the model it stands whether there are factors."""
        from snodo.math.kernels.row_places import place

        return int(place(self.kernels.layout.Header, "factored"))

    def moved(self, q: Array, step: Array) -> Array:
        """The coordinates after a step in the directions of the velocities, on their manifold."""
        return self.integrate(q, step, 1.0)

    def moved_by(self, k: int) -> str:
        """The body that velocity k moves."""
        return next(place.branch.body for place in self.flat.places if place.v.start <= k < place.v.stop)

    def turned_around(self, q: Array) -> list[str]:
        """Cut joints whose rows hold in q although a body is turned around."""
        from snodo.formulations.closures import Quantity

        rest, found = np.zeros(self.nv), []
        for closure in self.flat.constraints:
            cosines = [self.motion.along(Quantity([(1.0, m)]), q, rest, rest)[0] for m in closure.alike]
            if cosines and min(cosines) < 0:
                found.append(closure.part.name)
        return found

    def stressed_joints(self, q: Array, t: float, multipliers: Array) -> list[str]:
        """Joints of the tree through which self-equilibrated constraint forces (columns of multipliers) pass."""
        count = multipliers.shape[1] + 1
        states = np.tile(self.state(q, np.zeros(self.nv)), (count, 1))
        forces = np.vstack([np.zeros(self.nc), (multipliers / np.abs(multipliers).max(axis=0)).T])
        found = {"acceleration": np.zeros((count, self.nv)), "multiplier": forces}
        stressed = []
        for name in self._places:
            if name in self.mechanism.joints:
                wrench = self.motion.reaction(name, np.full(count, t), states, found)
                if np.abs(wrench[1:] - wrench[0]).max() > 1e-7:
                    stressed.append(name)
        return stressed

    def weakest_row(self) -> str:
        """The row nearest to depending on the others in the last evaluation, in words; empty if none is near."""
        pivot, row = self.model[self.pivot_at : self.pivot_at + 2]
        if not 0 <= row < self.nc or pivot > 1e-4:
            return ""
        return f"row {self.row_names[int(row)]!r} nearly depends on the others (relative pivot {pivot:.1e})"

    def row_not_finite(self, t: float) -> Problem:
        """Which row had no finite Φ, ν or γ in the last evaluation, in words."""
        return self.failure(self.kernels.layout.NOT_FINITE, t)

    def _rows(self, name: str) -> Array:
        """A table with a number for each row."""
        first = getattr(self.flat.header, name)
        return self.model[first : first + self.nc].copy()

    # ---------------------------------------------------------------- along a motion
    def evaluate(self, times: Array, states: Array) -> dict[str, Array]:
        """Accelerations, multipliers, violations, energies and powers in each of the states (time, nq + nv + works)."""
        nv, nc, works = self.nv, self.nc, len(self.work_names)
        out = np.zeros((times.size, nv + 3 * nc + 3 + works))
        y_dot, sums = np.empty(states.shape[1]), np.empty(12)
        failed = self.entries.evaluate(self.kernels.rate, times, states, self.model, y_dot, sums, out)
        if self.interrupted():
            self.forget_failures()
            raise KeyboardInterrupt
        if failed:
            out[failed - 1 :] = np.nan
        names = ("acceleration", "multiplier", "violation", "violation_rate", "energy", "power")
        ends = np.cumsum([nv, nc, nc, nc, 3])
        return dict(zip(names, np.split(out, ends, axis=1)))

    def reaction(
        self,
        name: str,
        times: Array,
        states: Array,
        found: Mapping[str, Array],
        axes: str = "world",
        body: str | None = None,
        applied: bool = False,
    ) -> Array:
        """Wrench that a joint's parent exerts on its child, at the child's joint frame (time, 6; in the plane 3)."""
        return self.motion.reaction(name, times, states, found, axes, applied, body)

    def measured_forces(self) -> dict[str, bool]:
        """Forces that act along a coordinate, by name; whether it is the length of a spring."""
        from snodo.formulations.tree.efforts import measured_forces

        return measured_forces(self)

    def effort_along(self, name: str, times: Array, q: Array, v: Array) -> tuple[Array, Array, Array, bool]:
        """Coordinate, speed and force (or torque) of a spring, joint torque, friction …; and whether it turns."""
        from snodo.formulations.tree.efforts import effort_along

        return effort_along(self, name, times, q, v)

    def failure(self, status: int, t: float) -> Problem:
        """What a status other than zero means, in words."""
        from snodo.formulations.tree.failures import explain

        return explain(self, status, t)
