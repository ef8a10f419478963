"""What the two reduced systems have in common: equations of motion along a basis of the free motions."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property

from snodo.analyses.equations.state import Array, State, acceleration_names, multiplier_names, vector
from snodo.constraint_methods.splitting import Split, moved, multipliers
from snodo.formulations.base import Formulation
from snodo.math.labelled import Labelled
from snodo.spelling import Spelled


@dataclass(frozen=True)
class ReducedEquations(Spelled, ABC):
    """v = S u + p, v̇ = S u̇ + g and (Sᵀ M S) u̇ = Sᵀ (Q − M g) in one state."""

    state: State
    split: Split

    @property
    def formulation(self) -> Formulation:
        """The bound formulation."""
        return self.state.formulation

    @property
    @abstractmethod
    def names(self) -> list[str]:
        """Names of the reduced velocities u."""

    @property
    def condition(self) -> float:
        """Condition number of the choice, in natural units and with rows of length one."""
        return self.split.condition

    @cached_property
    def _particular(self) -> Array:
        return self.split.across(self.state.nu)

    @cached_property
    def residual_acceleration(self) -> Labelled:
        """g (nv): the part of v̇ that γ prescribes, v̇ = S u̇ + g."""
        return vector(acceleration_names(self.formulation), self.split.across(self.state.gamma))

    @cached_property
    def _solved(self) -> tuple[Array, Array, Array]:
        return moved(self.state.mass, self.state.forces, self.split.S, self.residual_acceleration.array)

    @property
    def mass(self) -> Labelled:
        """The reduced mass matrix Sᵀ M S (f × f)."""
        return Labelled(self.names, self.names, self._solved[0])

    @property
    def force(self) -> Labelled:
        """The reduced force Sᵀ (Q − M g) (f)."""
        return vector(self.names, self._solved[1])

    @property
    def acceleration(self) -> Labelled:
        """u̇ (f)."""
        return vector([f"{name}_dot" for name in self.names], self._solved[2])

    @cached_property
    def v_dot(self) -> Labelled:
        """The accelerations of all velocities, v̇ = S u̇ + g (nv)."""
        a = self.split.S @ self._solved[2] + self.residual_acceleration.array
        return vector(acceleration_names(self.formulation), a)

    @cached_property
    def multipliers(self) -> Labelled:
        """λ (nc) [N, N m] from Φ_vᵀ λ = Q − M v̇; with redundant rows of least norm."""
        s = self.state
        found = multipliers(self.split, s.jacobian, s.forces - s.mass @ self.v_dot.array)
        return vector(multiplier_names(self.formulation), found)
