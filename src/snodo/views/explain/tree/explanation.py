"""The equations of a mechanism in the coordinates of its joints: the sweeps, and the rows that tie the joints."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from snodo.analyses.doctor.mobility import Mobility, mobility
from snodo.errors import Problem, RunError, UnsupportedError
from snodo.formulations.tree.loops import IGNORE
from snodo.formulations.tree.sweeps import Sweeps
from snodo.formulations.tree.tree import Tree
from snodo.views.explain.explanation import Array, Explanation, Labelled
from snodo.views.explain.tree.rows import ExplainedPart, explained_parts


@dataclass(frozen=True, repr=False)
class TreeExplanation(Explanation):
    """The equations of a tree in one state."""

    tree: Tree
    q: Array
    v: Array
    t: float

    @property
    def formulation(self) -> Any:
        """The bound formulation."""
        return self.tree

    @property
    def jacobian(self) -> Labelled:
        """Φ_v with names: rows of cut joints, constraints and drivers, columns of the velocities."""
        return Labelled(
            list(self.tree.row_names), list(self.tree.velocity_names), self.tree.jacobian(self.q, self.t, v=self.v)
        )

    @property
    def gamma(self) -> Labelled:
        """γ, the right-hand side of Φ_v v̇ = γ, one column."""
        gamma = self.tree.gamma(self.q, self.v, self.t)
        return Labelled(list(self.tree.row_names), ["gamma"], gamma[:, None])

    @cached_property
    def solved(self) -> tuple[Array, Array]:
        """Accelerations v̇ and multipliers λ."""
        return self.tree.solve(self.q, self.v, self.t)

    @cached_property
    def tau(self) -> Array:
        """τ of the mechanism's own forces on the joints."""
        return self.tree.applied_forces(self.q, self.v, self.t)[0]

    @property
    def loop_forces(self) -> Array:
        """−Φ_vᵀ λ: what the rows exert on the joints."""
        return -self.jacobian.array.T @ self.solved[1]

    @cached_property
    def sweeps(self) -> Sweeps:
        """The sweeps of the open tree; what ties the joints acts on them as the joint forces −Φ_vᵀ λ.

        Raises
        ------
        RunError
            If no inertia resists a joint of the open tree.
        """
        wrenches = self.tree.applied_forces(self.q, self.v, self.t)[1]
        tau = self.tau + self.loop_forces if self.tree.nc else self.tau
        return self.tree.sweeps(self.q, self.v, tau, external=wrenches, loops=IGNORE)

    @property
    def obstacle(self) -> str:
        """Why there are no sweeps, in words; empty if there are."""
        try:
            return "" if len(self.sweeps) else "there are no links"
        except RunError as error:
            return error.problems[0].what

    @cached_property
    def parts(self) -> list[ExplainedPart]:
        """Cut joints, constraints and drivers with their rows."""
        F = self.tree
        numbers = {
            "phi": F.constraints(self.q, self.t),
            "nu": F.nu(self.q, self.t, v=self.v),
            "gamma": F.gamma(self.q, self.v, self.t),
            "multiplier": self.solved[1] if F.nc else np.zeros(0),
            "J": self.jacobian.array,
        }
        return explained_parts(F, numbers)

    @cached_property
    def mobility(self) -> Mobility:
        """Number and rank of the rows in this state."""
        return mobility(self.tree, self.q, v=self.v, t=self.t)

    @property
    def dof(self) -> int:
        """Degrees of freedom, velocities minus rank; drivers count as constraints."""
        return self.mobility.degrees_of_freedom

    def text(self, width: int = 100) -> str:
        """Write everything as plain text, at most this many characters wide where tables allow it."""
        from snodo.views.explain.tree.text import as_text

        return as_text(self, width)

    def html(self) -> str:
        """Write everything as a self-contained page, without scripts."""
        from snodo.views.explain.tree.html import as_html

        return as_html(self)


def explanation(F: Tree, q: Array, v: Array, t: float, *, ground: bool) -> TreeExplanation:
    """The equations of a bound tree in a state."""
    if ground:
        what = f"the Jacobian of the formulation 'tree' of {F.mechanism.name!r} has no columns of the ground"
        raise UnsupportedError(Problem(what, "omit ground: its columns are the velocities of the joints"))
    return TreeExplanation(F, q, v, t)
