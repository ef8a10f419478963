"""The equations of a plane mechanism in absolute coordinates: coordinates, M, Q, the labelled Jacobian, γ."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from snodo.analyses.doctor.mobility import Mobility, mobility
from snodo.formulations.planar.planar import Planar
from snodo.mechanism.part import GROUND
from snodo.views.explain.explanation import Array, Explanation, Labelled
from snodo.views.explain.plane.forces import Applied, applied_forces
from snodo.views.explain.plane.numbers import Explained, State, explained


@dataclass(frozen=True, repr=False)
class PlaneExplanation(Explanation):
    """The equations of a plane mechanism in one state."""

    state: State
    ground: bool
    """Whether the three columns of the ground come first in the Jacobian, as in the source text."""

    @property
    def formulation(self) -> Any:
        """The bound formulation."""
        return self.state.formulation

    @property
    def jacobian(self) -> Labelled:
        """Φ_q with names: rows of the constraints, columns of the coordinates."""
        F = self.formulation
        names = [*(f"{GROUND}.{word}" for word in ("x", "y", "angle")), *F.coordinate_names]
        first = 0 if self.ground else 3
        return Labelled(list(F.row_names), names[first:], self.state.jacobian[:, first:])

    @property
    def gamma(self) -> Labelled:
        """γ, the right-hand side of Φ_q q̈ = γ, one column."""
        return Labelled(list(self.formulation.row_names), ["gamma"], self.state.gamma[:, None])

    @property
    def bodies(self) -> list[int]:
        """Numbers of the bodies whose columns are shown, the ground (if shown) first."""
        count = len(self.formulation.body_names)
        return [*([count] if self.ground else []), *range(count)]

    @cached_property
    def mobility(self) -> Mobility:
        """Number and rank of the rows in this state."""
        return mobility(self.formulation, self.state.q, t=self.state.t)

    @property
    def dof(self) -> int:
        """Degrees of freedom, coordinates minus rank; drivers count as constraints."""
        return self.mobility.degrees_of_freedom

    @cached_property
    def constraints(self) -> list[Explained]:
        """Each constraint with its formula and numbers."""
        return explained(self.state)

    @cached_property
    def forces(self) -> list[Applied]:
        """Each applied force with its law and numbers."""
        return applied_forces(self.state)

    def text(self, width: int = 100) -> str:
        """Write everything as plain text, at most this many characters wide.

        A wider Jacobian is listed by its blocks.
        """
        from snodo.views.explain.plane.text import as_text

        return as_text(self, width)

    def html(self) -> str:
        """Write everything as a self-contained page, without scripts."""
        from snodo.views.explain.plane.html import as_html

        return as_html(self)


def explanation(F: Planar, q: Array, v: Array, t: float, *, ground: bool) -> PlaneExplanation:
    """The equations of a bound formulation in a state."""
    return PlaneExplanation(State.of(F, q, v, t), ground)
