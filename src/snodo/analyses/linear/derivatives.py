"""Derivatives of the constrained dynamics in one state.

    R = M a + Φ_vᵀ λ − Q = 0,      Γ = Φ_v a − γ = 0

    [M  Φ_vᵀ] [δa]     [∂R]        with ∂R = D(M a − Q) + (D Φ_v)ᵀ λ,     ∂Γ = (D Φ_v) a − D γ
    [Φ_v  0 ] [δλ] = − [∂Γ]

By q means by a displacement along the velocities, q ⊞ δ = F.moved(q, δ), at the same velocities: column k belongs to
velocity k.  A displacement that leaves Φ = 0 or Φ_v v = ν is differentiated all the same, as `F.solve` does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, cast

import numpy as np
from numpy.typing import ArrayLike

from snodo.analyses.equations.state import State, acceleration_names, multiplier_names, state_of
from snodo.analyses.linear.coordinates import Coordinates
from snodo.analyses.linear.frozen import refuse_sliding_loads
from snodo.analyses.linear.given import GivenForces
from snodo.analyses.linear.row_derivatives import RowDerivatives
from snodo.analyses.linear.saddle import Saddle
from snodo.errors import Problem, RunError, UnsupportedError
from snodo.formulations.base import Array, Formulation
from snodo.formulations.loads import loads_of
from snodo.formulations.parts.numbers import refuse_numbers
from snodo.formulations.tangent import Tangent, tangent
from snodo.math.labelled import Labelled
from snodo.notebook import letter
from snodo.spelling import Spelled, spelled
from snodo.types import FormulationLike, MechanismLike

if TYPE_CHECKING:
    from snodo.analyses.linear.actuators import Actuation
    from snodo.formulations.tree.tree import Tree


@dataclass(frozen=True, repr=False)
class By:
    """Derivatives of one quantity by the coordinates (along the velocities), the velocities and the joint forces."""

    q: Labelled
    v: Labelled
    tau: Labelled


@dataclass(frozen=True, repr=False, eq=False)
class Derivatives(Spelled):
    """Derivatives of the constrained dynamics in one state; made by `sn.derivatives`."""

    state: State
    a: Array
    """Accelerations (nv) [m/s², rad/s²]."""
    multipliers: Array
    """λ (nc) [N, N m]."""
    rows: RowDerivatives
    given: GivenForces
    saddle: Saddle

    @property
    def formulation(self) -> Formulation:
        """The bound formulation."""
        return self.state.formulation

    # ---------------------------------------------------------------- residuals
    @cached_property
    def _tangent(self) -> Tangent:
        s = self.state
        return tangent(s.formulation, s.q, s.v, s.t, self.a, self.multipliers)

    @cached_property
    def residual_by_q(self) -> Array:
        """∂(M a + Φ_vᵀ λ − Q)/∂q (nv × nv) at the same a and λ: the derivative of inverse dynamics."""
        return np.asarray(self._tangent.by_q.R - self.given.by_q(self.formulation, self.state.q))

    @property
    def residual_by_v(self) -> Array:
        """∂(M a + Φ_vᵀ λ − Q)/∂v (nv × nv) at the same a and λ."""
        return self._tangent.by_v.R

    @property
    def rows_by_q(self) -> Array:
        """∂(Φ_v a − γ)/∂q (nc × nv)."""
        return self._tangent.by_q.gamma

    @property
    def rows_by_v(self) -> Array:
        """∂(Φ_v a − γ)/∂v (nc × nv)."""
        return self._tangent.by_v.gamma

    # ---------------------------------------------------------------- forward dynamics
    @cached_property
    def _solved(self) -> dict[str, tuple[Array, Array]]:
        nv, nc = self.formulation.nv, self.formulation.nc
        recursive = self._by_recursion()
        if recursive is not None:
            return {word: (x, np.zeros((0, nv))) for word, x in zip(("q", "v", "tau"), recursive)}
        f = np.hstack([-self.residual_by_q, -self.residual_by_v, np.eye(nv)])
        a, multipliers = self.saddle.solve(f, np.hstack([-self.rows_by_q, -self.rows_by_v, np.zeros((nc, nv))]))
        return {
            word: (a[:, k : k + nv], multipliers[:, k : k + nv])
            for word, k in zip(("q", "v", "tau"), range(0, 3 * nv, nv))
        }

    def _by_recursion(self) -> tuple[Array, ...] | None:
        """∂a/∂q, ∂a/∂v and ∂a/∂τ of an open tree on which only joint forces act, by recursion; None for all others."""
        F, s, tau = self.formulation, self.state, self.given.tau
        if F.name != "tree" or F.nc or F.flat.forces or self.given.external or isinstance(tau, Mapping):
            return None
        tau = np.zeros(F.nv) if tau is None else np.asarray(tau, float)
        return tuple(cast("Tree", F).forward_dynamics_derivatives(s.q, s.v, tau))

    def along(self, c: Coordinates) -> tuple[Array, Array]:
        """δa and δλ along the states of a linear model (nv × (p + u)), (nc × (p + u))."""
        eta, w = c.directions
        f = -(self.residual_by_q @ eta + self.residual_by_v @ w)
        return self.saddle.solve(f, -(self.rows_by_q @ eta + self.rows_by_v @ w))

    def _labelled(self, rows: list[str], which: int) -> By:
        names = self.formulation.velocity_names
        return By(**{word: Labelled(rows, names, pair[which]) for word, pair in self._solved.items()})

    @cached_property
    def acceleration(self) -> By:
        """Of the accelerations: ∂a/∂q, ∂a/∂v and ∂a/∂τ (nv × nv)."""
        return self._labelled(acceleration_names(self.formulation), 0)

    @cached_property
    def multiplier(self) -> By:
        """Of the multipliers: ∂λ/∂q, ∂λ/∂v and ∂λ/∂τ (nc × nv); where rows are redundant, changes of least norm."""
        return self._labelled(multiplier_names(self.formulation), 1)

    @cached_property
    def inverse_dynamics(self) -> By:
        """Of the forces τ = M a + Φ_vᵀ λ − Q at the same a and λ: ∂τ/∂q, ∂τ/∂v; `tau` is ∂τ/∂a = M."""
        names = self.formulation.velocity_names
        pairs = {"q": self.residual_by_q, "v": self.residual_by_v, "tau": self.saddle.M}
        return By(**{word: Labelled(names, names, x) for word, x in pairs.items()})

    def actuators(self, names: str | Sequence[str], a: ArrayLike | None = None) -> Actuation:
        """Differentiate the forces of actuators that the motion needs (constrained inverse dynamics).

        Parameters
        ----------
        names : str or sequence of str
            As many inputs (see `sn.linearize`) as there are degrees of freedom: joints, or components on bodies.
        a : array, optional
            Accelerations [m/s², rad/s²]; by default those of the state.

        Returns
        -------
        Actuation
            `force` [N, N m], and its derivatives `q`, `v` and `a`.

        Raises
        ------
        UnsupportedError
            If the actuators are too many or too few, or do not control every motion.

        Examples
        --------
        >>> held = sn.derivatives(pendulum).actuators("A", a=[0.0, 0.0, 0.0])
        >>> round(float(held.force["A"]), 3)
        4.905
        """
        from snodo.analyses.linear.actuators import actuation

        return actuation(self, names, a)

    def __str__(self) -> str:
        F = self.formulation
        title = f"derivatives of the dynamics: {self.state}"
        return f"{title}\n{F.nv} velocities, {F.nc} rows\n∂a/∂q\n{self.acceleration.q}\n∂a/∂v\n{self.acceleration.v}"

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return letter(str(self))


@spelled
def derivatives(
    mechanism: MechanismLike,
    q: ArrayLike | None = None,
    v: ArrayLike | None = None,
    t: float = 0.0,
    *,
    tau: ArrayLike | Mapping[str, float] | None = None,
    external: Mapping[str, Sequence[float]] | None = None,
    formulation: FormulationLike | None = None,
) -> Derivatives:
    """Differentiate the constrained dynamics in one state: accelerations and multipliers by q, v and joint forces.

    Loops, drivers and constraints on velocities are included. By q means by a displacement along the velocities, at the
    same velocities. Derivatives are exact except for rounding: the compiled equations run on dual numbers. Only what
    you wrote yourself (formulas and Python functions as forces or constraints) and given wrenches are differentiated by
    central differences of order eight, which agree to about ten digits where the function is smooth.

    Parameters
    ----------
    mechanism : Mechanism or formulation
        The mechanism.
    q : array, optional
        Coordinates [m, rad]; by default the assembled mechanism.
    v : array, optional
        Velocities [m/s, rad/s]; by default the initial ones, or at rest if q is given.
    t : float, optional
        Time [s].
    tau : mapping or array, optional
        Joint forces [N, N m], as in `F.solve`.
    external : mapping, optional
        {body: (f, μ)}, wrenches [N, N m] in world axes at the bodies' origins.
    formulation : str or class, optional
        The formulation; by default planar in the plane and tree in space.

    Returns
    -------
    Derivatives
        `acceleration.q`, `.v`, `.tau`, `multiplier.q`, `.v`, `.tau` and `inverse_dynamics.q`, `.v`, labelled matrices
        in SI units.

    Raises
    ------
    UnsupportedError
        For "spatial_euler", whose velocities are not independent; use "spatial".
    RunError
        If no inertia resists a free motion.

    Examples
    --------
    >>> found = sn.derivatives(sn.Tree(pendulum), q=[-np.pi / 2], v=[0.0])
    >>> round(float(found.acceleration.q["A.speed_dot", "A.speed"]), 3)
    -14.715
    """
    return derivatives_at(state_of(mechanism, q, v, t, formulation), tau, external)


def derivatives_at(
    state: State,
    tau: ArrayLike | Mapping[str, float] | None = None,
    external: Mapping[str, Sequence[float]] | None = None,
) -> Derivatives:
    """The derivatives in a state that is known."""
    refuse_numbers(state.formulation, "derivatives of the equations")
    F, q, v, t = state.formulation, state.q, state.v, state.t
    if getattr(F, "euler", False):
        what = f"formulation {F.name!r} has velocities ṗ that are not independent: it has no derivatives"
        raise UnsupportedError(Problem(what, 'use formulation="spatial" or "tree"'))
    refuse_sliding_loads([load.part for load in loads_of(F) if load.friction])
    a, multipliers = F.solve(q, v, t, tau=tau, external=external)
    if not (np.isfinite(a).all() and np.isfinite(multipliers).all()):
        what = f"the accelerations of {F.mechanism.name!r} are not finite in this state"
        raise RunError(Problem(what, "check forces and functions of time there"))
    rows = RowDerivatives(F, q, v, t)
    given = GivenForces(tau, external)
    return Derivatives(state, a, multipliers, rows, given, Saddle(F, q, v, t, rows.jacobian))
