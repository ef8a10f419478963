"""The equations of a constraint method in one state of a mechanism."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from snodo.analyses.equations.state import Array, State, acceleration_names, multiplier_names, vector
from snodo.constraint_methods.choice import method_from
from snodo.constraint_methods.method import ConstraintMethod
from snodo.formulations.base import Formulation
from snodo.math.labelled import Labelled
from snodo.views.explain.explanation import Explanation
from snodo.views.explain.methods.pieces import Section


@dataclass(frozen=True, repr=False)
class MethodExplanation(Explanation):
    """A constraint method's equations with its matrices in one state, and their solution."""

    state: State
    method: ConstraintMethod

    @property
    def formulation(self) -> Any:
        """The bound formulation."""
        return self.state.formulation

    @cached_property
    def phi_dot(self) -> Array:
        """Φ̇ = Φ_v v − ν."""
        found: Array = self.state.jacobian @ self.state.v - self.state.nu
        return found

    @cached_property
    def phi(self) -> Array:
        """Φ."""
        return self.state.formulation.constraints(self.state.q, self.state.t)

    @cached_property
    def _solution(self) -> tuple[Array, Array]:
        s = self.state
        return s.formulation.solve(s.q, s.v, s.t, method=self.method)

    @property
    def acceleration(self) -> Labelled:
        """v̇ by this method."""
        return vector(acceleration_names(self.formulation), self._solution[0])

    @property
    def multipliers(self) -> Labelled:
        """λ by this method."""
        return vector(multiplier_names(self.formulation), self._solution[1])

    @cached_property
    def difference(self) -> float:
        """Largest difference of v̇ from that of the augmented system, relative to the largest that Q alone causes."""
        s = self.state
        rigid, _ = s.formulation.solve(s.q, s.v, s.t)
        scale, alone = s.formulation.velocity_scale, np.linalg.lstsq(s.mass, s.forces, rcond=None)[0]
        whole = float(np.abs(np.concatenate([rigid / scale, alone / scale])).max(initial=0.0))
        return float(np.abs((self._solution[0] - rigid) / scale).max(initial=0.0)) / (whole or 1.0)

    @cached_property
    def sections(self) -> list[Section]:
        """Section after section."""
        from snodo.views.explain.methods.contents import contents

        return contents(self)

    def text(self, width: int = 100) -> str:
        """Write everything as plain text; wide tables are divided into groups of columns."""
        from snodo.views.explain.methods.text import as_text

        return as_text(self, width)

    def html(self) -> str:
        """Write everything as a self-contained page, without scripts."""
        from snodo.views.explain.methods.html import as_html

        return as_html(self)


def explanation(F: Formulation, q: Array, v: Array, t: float, method: Any) -> MethodExplanation:
    """The equations of a constraint method, given by name or as an object, for a bound formulation in a state."""
    found = MethodExplanation(State(F, q, v, float(t)), method_from(method))
    from snodo.views.explain.methods.contents import refuse_unknown

    refuse_unknown(found.method)
    return found
