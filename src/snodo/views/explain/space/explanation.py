"""The equations of a mechanism in absolute coordinates of space: r, p, M, Q, the labelled Φ_r and Φ_θ (or Φ_p), γ."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from snodo.analyses.doctor.mobility import Mobility, mobility
from snodo.errors import Problem, UnsupportedError
from snodo.formulations.spatial.spatial import Spatial
from snodo.views.explain.explanation import Array, Explanation, Labelled
from snodo.views.explain.space.forces import Applied, applied_forces
from snodo.views.explain.space.numbers import Explained, State, explained


@dataclass(frozen=True, repr=False)
class SpaceExplanation(Explanation):
    """The equations of a mechanism in absolute coordinates of space, in one state."""

    state: State

    @property
    def formulation(self) -> Any:
        """The bound formulation."""
        return self.state.formulation

    @property
    def jacobian(self) -> Labelled:
        """Φ_v = (Φ_r, Φ_θ) or (Φ_r, Φ_p) with names: rows of the constraints, columns of the velocities."""
        F = self.formulation
        return Labelled(list(F.row_names), list(F.velocity_names), self.state.jacobian)

    @property
    def gamma(self) -> Labelled:
        """γ, the right-hand side of Φ_v v̇ = γ, one column."""
        return Labelled(list(self.formulation.row_names), ["gamma"], self.state.gamma[:, None])

    @property
    def mass_matrix(self) -> Labelled:
        """M with the names of the velocities."""
        names = list(self.formulation.velocity_names)
        return Labelled(names, names, self.state.mass)

    @property
    def right_side(self) -> Labelled:
        """Q, the applied forces and the gyroscopic terms, one column."""
        return Labelled(list(self.formulation.velocity_names), ["Q"], self.state.Q[:, None])

    @cached_property
    def mobility(self) -> Mobility:
        """Number and rank of the rows in this state."""
        return mobility(self.formulation, self.state.q, v=self.state.v, t=self.state.t)

    @property
    def dof(self) -> int:
        """Degrees of freedom, velocities minus rank; drivers count as constraints."""
        return self.mobility.degrees_of_freedom

    @cached_property
    def constraints(self) -> list[Explained]:
        """Each joint, constraint and driver with its rows."""
        return explained(self.state)

    @cached_property
    def forces(self) -> list[Applied]:
        """Each applied force with its contribution to Q."""
        return applied_forces(self.state)

    def text(self, width: int = 100) -> str:
        """Write everything as plain text, at most this many characters wide."""
        from snodo.views.explain.space.text import as_text

        return as_text(self, width)

    def html(self) -> str:
        """Write everything as a self-contained page, without scripts."""
        from snodo.views.explain.space.html import as_html

        return as_html(self)


def explanation(F: Spatial, q: Array, v: Array, t: float, *, ground: bool) -> SpaceExplanation:
    """The equations of a bound formulation in a state."""
    if ground:
        what = "the ground has no columns in absolute coordinates of space"
        raise UnsupportedError(Problem(what, 'omit ground, or use formulation="planar" in the plane'))
    return SpaceExplanation(State.of(F, q, v, t))
