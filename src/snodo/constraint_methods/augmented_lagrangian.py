"""Augmented Lagrangian: a penalty made exact by iterating the multipliers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from snodo.compiled import Compiled, Family
from snodo.constraint_methods.baumgarte import stabilised
from snodo.constraint_methods.bound import Array
from snodo.constraint_methods.dense import DenseBound, ProjectedMethod, accelerated
from snodo.constraint_methods.method import must_be
from snodo.constraint_methods.time_scales import effective_masses, fastest_rate
from snodo.errors import Problem, SnodoError

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

PROJECTION = Compiled(
    "snodo.constraint_methods.kernels", Family("the projection of augmented_lagrangian", "augmented_lagrangian.project")
)


@dataclass(frozen=True)
class AugmentedLagrangian(ProjectedMethod):
    """A penalty on violations of the accelerations, and multipliers that take over its force iteratively, in sweeps::

        γ* = γ − 2 ζ ω Φ̇ − ω² Φ
        M v̇ + Φ_vᵀ (λ + α (Φ_v v̇ − γ*)) = Q,       λ ← λ + α (Φ_v v̇ − γ*)

    (García de Jalón and Bayo, Kinematic and Dynamic Simulation of Multibody Systems, 1994, section 5.1.4.)  The matrix
    M + Φ_vᵀ α Φ_v is positive definite for any rank of the rows: accelerations need no choice among redundant rows, and
    exist in singular positions too.  With the singular values σ of the rows (scaled to length one in the mass metric),
    a sweep contracts by 1 / (1 + penalty σ²): a few sweeps suffice, except in directions that are weakly constrained.
    There the sweeps end early, and this is why singular positions are passed: converged accelerations would contain
    rounding errors and violations divided by σ.  A smaller penalty makes the passage wider and less accurate.  Where
    branches meet, violations decide which one is taken: without projection that is left to chance, and a run warns.

    Parameters
    ----------
    penalty : float, optional
        α_r = penalty · m_r, with the effective mass m_r = 1 / (Φ_v M⁻¹ Φ_vᵀ)_rr of row r at the start.
    frequency : float, optional
        ω of the decay of violations [1/s]; by default zero with projection, else the mechanism's fastest natural or
        driven rate.
    damping_ratio : float, optional
        ζ.
    iterations : int, optional
        Largest number of sweeps.
    precision : float, optional
        Relative change of v̇ at which the sweeps end.
    projection : bool, optional
        Whether q and v are corrected after every step; only this needs rows of constant rank. A step that ends at the
        distance σ from a singular position is corrected along directions with an error of Φ/σ²: rows are closed as far
        as rounding allows, and closer than σ = 1e-4 the correction is left to a later step.
    tolerance : float, optional
        Of the correction, relative to the mechanism's size.
    """

    tolerance: float = 1e-15

    penalty: float = 1e5
    frequency: float | None = None
    damping_ratio: float = 1.0
    iterations: int = 20
    precision: float = 1e-14

    name: ClassVar[str] = "augmented_lagrangian"
    cites: ClassVar[tuple[str, ...]] = ("GarciaDeJalonBayo1994",)
    equations: ClassVar[str] = "snodo.constraint_methods.kernels.augmented_lagrangian"
    rigid: ClassVar[bool] = False

    @property
    def needs_rank(self) -> bool:
        """True only with projection."""
        return self.projection

    def __post_init__(self) -> None:
        """Check the parameters."""
        super().__post_init__()
        must_be("AugmentedLagrangian", "penalty", self.penalty, 1.0, 1e12, "a number from 1 to 1e12")
        must_be("AugmentedLagrangian", "damping_ratio", self.damping_ratio, 0.0, 100.0, "a number from 0 to 100")
        must_be("AugmentedLagrangian", "precision", self.precision, 0.0, 1.0, "a number from 0 to 1")
        if self.frequency is not None:
            must_be("AugmentedLagrangian", "frequency", self.frequency, 0.0, 1e12, "a number in 1/s, zero or positive")
        if (
            isinstance(self.iterations, bool)
            or not isinstance(self.iterations, int)
            or not 1 <= self.iterations <= 1000
        ):
            what = f"AugmentedLagrangian: iterations = {self.iterations!r}"
            raise SnodoError(Problem(what, "give a whole number from 1 to 1000"))

    def bind(self, formulation: Formulation, q: Array, v: Array, t: float = 0.0) -> SweepingBound:
        """Bind the method to a formulation for a run from the state (q, v) at time t [s]."""
        return SweepingBound(self, formulation, q, v, t)

    def start(self, formulation: Formulation) -> None:
        """Set the gain that keeps Euler parameters at length one, if nothing is projected."""
        formulation.set_gains(0.0 if self.projection else 1.0, 0.0)

    def parameters(self, formulation: Formulation, q: Array, v: Array, t: float) -> dict[str, Any]:
        """α of each row, and the decay of violations."""
        frequency = self.frequency
        if frequency is None:
            frequency = 0.0 if self.projection else fastest_rate(formulation, q, v, t)
        return {
            "stiffness_at": self.penalty * effective_masses(formulation, q, v, t),
            "alpha": self.damping_ratio * frequency,
            "beta": frequency,
            "iterations": self.iterations,
            "precision": self.precision,
        }

    def correct(self, formulation: Formulation) -> Any:
        """The projection, postponed where a step ends too close to a singular position; or None."""
        if not self.projection or formulation.shorter_equations is not None:
            return super().correct(formulation)
        formulation.connect()
        return PROJECTION.project

    def solved(self, x: Any) -> tuple[Array, Array]:
        """Accelerations and multipliers of one state after the sweeps, given its terms."""
        found = self.parameters(x.F, x.q, x.v, x.t)
        alpha = found["stiffness_at"]
        gamma = stabilised(x, 2.0 * found["alpha"], found["beta"] ** 2)
        M, Q = x.F.dense_terms(x.q, x.v, x.Q, x.gamma)
        A, scale = M + x.J.T @ (alpha[:, None] * x.J), x.F.velocity_scale
        multipliers, a = np.zeros(x.F.nc), np.zeros(x.F.nv)
        for _ in range(self.iterations):
            change = accelerated(A, Q - M @ a - x.J.T @ (multipliers + alpha * (x.J @ a - gamma)))
            a = a + change
            multipliers = multipliers + alpha * (x.J @ a - gamma)
            if np.abs(change / scale).max(initial=0.0) <= self.precision * np.abs(a / scale).max(initial=0.0):
                break
        return a, multipliers + x.F.known_multipliers(x.q, x.v)


class SweepingBound(DenseBound):
    """A formulation with the iterated multipliers."""

    def remarks(self, integrator: Any, run: Any) -> list[str]:
        """Warn if sweeps ended early: near singular positions, or where violations make redundant rows independent."""
        count = int(self.head.unconverged)
        found = super().remarks(integrator, run)
        if not count:
            return found
        told = f"in {count} evaluations the sweeps did not converge: rows are nearly dependent there"
        chance = "; in singular positions the branch is left to chance without projection: use projection=True"
        return [*found, told + ("" if self.correct is not None else chance)]
