"""A tree in time: its applied forces, its compiled equations as an ODE, and everything in the states of a motion."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from snodo.errors import Problem, RunError, UnsupportedError
from snodo.formulations.base import Array
from snodo.formulations.tree.dynamics import Dynamics
from snodo.formulations.tree.motion import Motion
from snodo.formulations.user_functions import UserFunctions
from snodo.mechanism.mechanism import Mechanism


class Running(UserFunctions, Dynamics):
    """The tree behind the seam between equations and time."""

    smallest_pivot = least_pivot = 1.0
    """Nothing to factor without constraint rows."""

    def __init__(self, mechanism: Mechanism) -> None:
        super().__init__(mechanism)
        self.kernels = self.entries
        self.motion = Motion(self)

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
        """Accelerations v̇, and no multipliers."""
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
        status = self.entries.rate(float(t), y, y_dot, self.model)
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
        """Baumgarte's α [1/s] holds Euler parameters at length one; there are no constraint rows."""
        self.flat.header.alpha = alpha

    @property
    def kept_rows(self) -> Array:
        """No rows, none left out."""
        return np.ones(0, dtype=bool)

    def set_kept_rows(self, kept: Any) -> None:
        """Nothing to choose."""

    def weakest_row(self) -> str:
        """No row."""
        return ""

    def evaluate(self, times: Array, states: Array) -> dict[str, Array]:
        """Accelerations, energies and powers in each of the states (time, nq + nv + works)."""
        count, works = times.size, len(self.work_names)
        out = np.zeros((count, self.nv + 3 + works))
        y_dot, sums = np.empty(states.shape[1]), np.empty(12)
        failed = self.entries.evaluate(self.entries.rate, times, states, self.model, y_dot, sums, out)
        if self.interrupted():
            self.forget_failures()
            raise KeyboardInterrupt
        if failed:
            out[failed - 1 :] = np.nan
        a, energy, power = np.split(out, [self.nv, self.nv + 3], axis=1)
        none = {name: np.zeros((count, 0)) for name in ("multiplier", "violation", "violation_rate")}
        return {"acceleration": a, **none, "energy": energy, "power": power}

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
        if body is not None:
            raise UnsupportedError(Problem("body goes with constraints, which a tree does not have", "leave it out"))
        return self.motion.reaction(name, times, states, found["acceleration"], axes, applied)

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
