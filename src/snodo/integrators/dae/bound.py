"""A formulation bound to a DAE integrator: there is no constraint method, only the projection after each step."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from snodo.constraint_methods.augmented_lagrangian import AugmentedLagrangian
from snodo.constraint_methods.bound import Bound
from snodo.constraint_methods.in_time import project, rate
from snodo.constraint_methods.method import ConstraintMethod
from snodo.formulations.compliant import angular_form
from snodo.formulations.loads import refuse_loads
from snodo.integrators.dae.run import solve_directly
from snodo.integrators.ode.keeper import Keeper
from snodo.integrators.ode.run import Run
from snodo.math import euler_parameters as ep

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

Array = np.ndarray


@dataclass(frozen=True, repr=False)
class NoMethod(ConstraintMethod, abstract=True):
    """What takes the place of a constraint method where the integrator solves the constraints itself."""

    index: int | str = 3
    tolerance: float = field(default=1e-12)

    name: ClassVar[str] = "none"
    in_lanes: ClassVar[bool] = False

    @classmethod
    def of(cls, integrator: Any) -> NoMethod:
        """The one for an integrator that solves the constraints."""
        return cls(index=integrator.index)

    def __repr__(self) -> str:
        return f"none (index {self.index})"

    @property
    def projects(self) -> bool:
        """After every step."""
        return True

    @property
    def needs_rank(self) -> bool:
        """A start in a singular position is not refused: stages are away from it."""
        return False

    def bind(self, formulation: Formulation, q: Array, v: Array, t: float = 0.0) -> DirectBound:
        """Bind it to a formulation for a run from the state (q, v) at time t [s]."""
        refuse_loads(formulation.mechanism, "integrators of the DAE do not solve for it", "use integrator dop853")
        self.start(formulation)
        formulation.connect()
        return DirectBound(self, formulation, rate(formulation), self.correct(formulation))


class DirectBound(Bound):
    """A formulation and the way to integrate it directly, with velocities (ṙ, ω′) in space."""

    def remarks(self, integrator: Any, run: Any) -> list[str]:
        """Warn of steps close to singular positions where the branch they are left on is not checked."""
        found, near = super().remarks(integrator, run), int(run.statistics.get("steps_near_singular", 0))
        if not near or getattr(integrator, "check_passes", False):
            return found
        told = f"{near} steps were close to a singular position"
        return [*found, f"{told}, and may have changed to another branch: use check_passes=True, or dop853"]

    def integrate(
        self, y: Array, t: float, times: Array, integrator: Any, limits: Any, keeper: Keeper | None = None, **more: Any
    ) -> Run:
        """The run from the state y at t [s]; the arguments are those of `solve_directly`."""
        F = self.formulation
        G = angular_form(F)
        if G is F:
            return solve_directly(F, rate(F), _correct(F), y, t, times, integrator, *limits, keeper=keeper, **more)
        own = dict(zip(F.row_names, F.kept_rows))
        G.set_kept_rows([own[name] for name in G.row_names])
        more |= {"memory": G.memory, "keeper": keeper, "whole": partial(_to_rates, F)}
        y = _to_spin(F, y[None])[0]
        run = solve_directly(G, rate(G), _correct(G), y, t, times, integrator, *_of_spin(F, limits), **more)
        states = _to_rates(F, run.states) if keeper is None else run.states
        return replace(run, states=states, y=_to_rates(F, run.y[None])[0])


def _correct(F: Formulation) -> Any:
    """The projection, left to a later step where one ends in a singular position."""
    return AugmentedLagrangian().correct(F) if F.nc else project(F)


# ---------------------------------------------------------------- v = (ṙ, ṗ)
def _split(F: Formulation, states: Array, width: int) -> tuple[Array, Array, Array, Array]:
    """q, Euler parameters, velocities by bodies, works."""
    n = len(F.body_names)
    q, v, works = np.split(states, [F.nq, F.nq + width * n], axis=1)
    rows = len(states)
    return q, q[:, : 7 * n].reshape(rows, n, 7)[:, :, 3:], v.reshape(rows, n, width), works


def _to_spin(F: Formulation, states: Array) -> Array:
    q, p, v, works = _split(F, states, 7)
    spin = np.concatenate([v[:, :, :3], ep.angular_velocity(p, v[:, :, 3:], "body")], axis=2)
    return np.hstack([q, spin.reshape(len(q), 6 * v.shape[1]), works])


def _to_rates(F: Formulation, states: Array) -> Array:
    q, p, v, works = _split(F, states, 6)
    rates = np.concatenate([v[:, :, :3], ep.rate(p, v[:, :, 3:], "body")], axis=2)
    return np.hstack([q, rates.reshape(len(q), 7 * v.shape[1]), works])


def _of_spin(F: Formulation, limits: tuple[Array, Array]) -> tuple[Array, Array]:
    """Tolerances of (ṙ, ω′) from those of (ṙ, ṗ)."""
    found = []
    for x in limits:
        bodies = x[F.nq :].reshape(-1, 7)[:, :6]
        found.append(np.concatenate([x[: F.nq], bodies.ravel()]))
    return found[0], found[1]
