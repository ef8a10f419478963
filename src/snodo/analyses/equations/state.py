"""One state of a mechanism and the terms of its equations, for the labelled matrices of a constraint method."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from snodo.analyses.assembly.assemble import assemble
from snodo.errors import Problem, SnodoError, UnsupportedError
from snodo.formulations.base import Formulation
from snodo.formulations.bind import bind
from snodo.formulations.rank import LARGEST
from snodo.formulations.vanishing import unsteady
from snodo.math.labelled import Labelled
from snodo.types import FormulationLike, MechanismLike

Array = np.ndarray


@dataclass(frozen=True)
class State:
    """A bound formulation with coordinates, velocities, a time, and the terms of its equations there."""

    formulation: Formulation
    q: Array
    v: Array
    t: float

    @cached_property
    def mass(self) -> Array:
        """M."""
        return self.formulation.mass_matrix(self.q)

    @cached_property
    def forces(self) -> Array:
        """Q."""
        return self.formulation.forces(self.q, self.v, self.t)

    @cached_property
    def jacobian(self) -> Array:
        """Φ_v."""
        return self.formulation.jacobian(self.q, self.t, v=self.v)

    @cached_property
    def nu(self) -> Array:
        """ν."""
        return self.formulation.nu(self.q, self.t, v=self.v)

    @cached_property
    def gamma(self) -> Array:
        """γ."""
        return self.formulation.gamma(self.q, self.v, self.t)

    @cached_property
    def rows(self) -> Array:
        """Mask of independent rows."""
        from snodo.constraint_methods.splitting import rows_in_use

        return rows_in_use(self.formulation, self.q, self.t, self.v)

    def __str__(self) -> str:
        return f"mechanism {self.formulation.mechanism.name!r}, formulation {self.formulation.name}, t = {self.t:g} s"


def state_of(mechanism: MechanismLike, q: Any, v: Any, t: float, formulation: FormulationLike | None) -> State:
    """The state: by default the assembled mechanism with its initial velocities; at rest if only q is given."""
    F = bind(mechanism, formulation)
    if F.nv + F.nc > LARGEST:
        what = f"{F.mechanism.name!r} has {F.nv} velocities and {F.nc} rows: too many for labelled matrices"
        raise UnsupportedError(Problem(what, f"the limit is {LARGEST}; use F.solve and F.jacobian(q, sparse=True)"))
    t = float(_numbers("t", [t], 1, ["the time in s"])[0])
    if q is None:
        start = assemble(F, t=t)
        q, v = start.q, start.v if v is None else v
    v = np.zeros(F.nv) if v is None else v
    state = State(F, _numbers("q", q, F.nq, F.coordinate_names), _numbers("v", v, F.nv, F.velocity_names), t)
    problem = unsteady(F, state.q, state.v, t, "at these velocities")
    if problem is not None:
        raise UnsupportedError(problem)
    return state


def _numbers(word: str, given: Any, count: int, names: list[str]) -> Array:
    try:
        found = np.array(given, dtype=float)
    except (TypeError, ValueError):
        found = np.full(0, np.nan)
    if found.shape != (count,) or not np.isfinite(found).all():
        shown = ", ".join(names[:6]) + (", …" if len(names) > 6 else "")
        raise SnodoError(Problem(f"{word} is {given!r}", f"give {count} finite numbers: {shown}"))
    return found


def acceleration_names(F: Formulation) -> list[str]:
    """Names of the accelerations: `crank.omega_dot`."""
    return [f"{name}_dot" for name in F.velocity_names]


def multiplier_names(F: Formulation) -> list[str]:
    """Names of the multipliers: `A.x_lambda`."""
    return [f"{name}_lambda" for name in F.row_names]


def vector(names: list[str], values: Array) -> Labelled:
    """A labelled vector."""
    return Labelled(list(names), [], values)


def redundant_rows(state: State) -> list[str]:
    """Names of the rows that follow from the others."""
    return [name for name, kept in zip(state.formulation.row_names, state.rows) if not kept]
