"""The augmented system of one state, [A]{x} = {b}, with its blocks, its block inverse and its condition.

[ M    Φ_vᵀ ] [ v̇ ]   [ Q ]          [ M    Φ_vᵀ ]⁻¹   [ X   Y  ]      X = M⁻¹ − Y Φ_v M⁻¹
[ Φ_v   0   ] [ λ ] = [ γ ]          [ Φ_v   0   ]   = [ Yᵀ  −Z ]      Y = M⁻¹ Φ_vᵀ Z,  Z = (Φ_v M⁻¹ Φ_vᵀ)⁻¹
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from snodo.analyses.equations.state import (
    Array,
    State,
    acceleration_names,
    multiplier_names,
    redundant_rows,
    state_of,
    vector,
)
from snodo.constraint_methods.projector_matrices import Projectors, projectors
from snodo.errors import Problem, UnsupportedError
from snodo.formulations.base import Formulation
from snodo.math.labelled import Labelled
from snodo.spelling import Spelled, spelled
from snodo.types import FormulationLike, MechanismLike


class BlockInverse(NamedTuple):
    """The inverse of the augmented matrix, [X Y; Yᵀ −Z]: v̇ = X Q + Y γ, λ = Yᵀ Q − Z γ."""

    accelerations_of_forces: Labelled
    """X = M⁻¹ − Y Φ_v M⁻¹ (nv × nv): the accelerations that forces cause under the constraints."""
    accelerations_of_rows: Labelled
    """Y = M⁻¹ Φ_vᵀ Z (nv × nc): the smallest accelerations, in the mass metric, that γ asks for."""
    multipliers_of_rows: Labelled
    """−Z, Z = (Φ_v M⁻¹ Φ_vᵀ)⁻¹ (nc × nc)."""
    whole: Labelled
    """The whole inverse, (nv + nc) × (nv + nc)."""

    def __repr__(self) -> str:
        from snodo.analyses.equations.printing import block_inverse_in_words

        return block_inverse_in_words(self)

    def _repr_html_(self) -> str:
        from snodo.analyses.equations.printing import block_inverse_as_html

        return block_inverse_as_html(self)


@dataclass(frozen=True)
class Equations(Spelled):
    """The equations of motion in one state as a labelled linear system; made by `sn.equations`."""

    state: State

    @property
    def formulation(self) -> Formulation:
        """The bound formulation."""
        return self.state.formulation

    # ---------------------------------------------------------------- the system
    @property
    def unknowns(self) -> list[str]:
        """Names of {x}: the accelerations, `crank.omega_dot`, then the multipliers, `A.x_lambda`."""
        return [*acceleration_names(self.formulation), *multiplier_names(self.formulation)]

    @cached_property
    def matrix(self) -> Labelled:
        """[A] = [M Φ_vᵀ; Φ_v 0], a row for each velocity and each constraint row."""
        F, s = self.formulation, self.state
        A = np.block([[s.mass, s.jacobian.T], [s.jacobian, np.zeros((F.nc, F.nc))]])
        return Labelled([*F.velocity_names, *F.row_names], self.unknowns, A)

    @cached_property
    def right_side(self) -> Labelled:
        """{b} = (Q, γ)."""
        F, s = self.formulation, self.state
        return vector([*F.velocity_names, *F.row_names], np.concatenate([s.forces, s.gamma]))

    @cached_property
    def solution(self) -> Labelled:
        """{x} = (v̇, λ); with redundant rows the multipliers of least norm."""
        s = self.state
        return vector(self.unknowns, np.concatenate(self.formulation.solve(s.q, s.v, s.t)))

    @property
    def acceleration(self) -> Labelled:
        """v̇ [m/s², rad/s²]."""
        nv = self.formulation.nv
        return vector(self.unknowns[:nv], self.solution.array[:nv])

    @property
    def multipliers(self) -> Labelled:
        """λ [N, N m]; constraint forces are −Φ_vᵀ λ."""
        nv = self.formulation.nv
        return vector(self.unknowns[nv:], self.solution.array[nv:])

    # ---------------------------------------------------------------- blocks
    @property
    def mass(self) -> Labelled:
        """M (nv × nv)."""
        names = self.formulation.velocity_names
        return Labelled(names, names, self.state.mass)

    @property
    def jacobian(self) -> Labelled:
        """Φ_v (nc × nv)."""
        return Labelled(self.formulation.row_names, self.formulation.velocity_names, self.state.jacobian)

    @property
    def forces(self) -> Labelled:
        """Q (nv) [N, N m]."""
        return vector(self.formulation.velocity_names, self.state.forces)

    @property
    def gamma(self) -> Labelled:
        """γ (nc) [m/s², rad/s²]."""
        return vector(self.formulation.row_names, self.state.gamma)

    @property
    def nu(self) -> Labelled:
        """ν (nc) [m/s, rad/s], the right side of Φ_v v = ν."""
        return vector(self.formulation.row_names, self.state.nu)

    # ---------------------------------------------------------------- inverses
    @property
    def redundant(self) -> list[str]:
        """Rows that follow from the others: with them the matrix has no inverse (a hyperstatic mechanism)."""
        return redundant_rows(self.state)

    @cached_property
    def block_inverse(self) -> BlockInverse:
        """The inverse by blocks; raises UnsupportedError if rows are redundant."""
        self._refuse_redundant("block_inverse", "block_pseudo_inverse")
        return self._blocks(self._inverse())

    @cached_property
    def block_pseudo_inverse(self) -> BlockInverse:
        """The same blocks with Z = (Φ_v M⁻¹ Φ_vᵀ)⁺: accelerations are exact, multipliers those of least norm."""
        s = self.state
        L = _factor(self.formulation, s.mass) if self.regular_mass else None
        if L is None:
            return self._blocks(self._singular_pseudo_inverse())
        B = np.linalg.solve(L, s.jacobian.T).T
        pseudo = _pseudo_inverse(B, int(s.rows.sum()))
        inverse = np.linalg.inv(L)
        Y, Z = inverse.T @ pseudo, pseudo.T @ pseudo
        X = inverse.T @ (np.eye(len(L)) - pseudo @ B) @ inverse
        return self._blocks(np.block([[X, Y], [Y.T, -Z]]))

    @property
    def weighted_inverse(self) -> Labelled:
        """Y = M⁻¹ Φ_vᵀ (Φ_v M⁻¹ Φ_vᵀ)⁻¹, the right inverse of Φ_v weighted by the inertia: Φ_v Y = 1."""
        self._refuse_redundant("weighted_inverse", "weighted_pseudo_inverse")
        return self.block_inverse.accelerations_of_rows

    @property
    def weighted_pseudo_inverse(self) -> Labelled:
        """Φ_v⁺ = M⁻¹ Φ_vᵀ (Φ_v M⁻¹ Φ_vᵀ)⁺, also with redundant rows: Φ_v Φ_v⁺ Φ_v = Φ_v."""
        return self.block_pseudo_inverse.accelerations_of_rows

    @cached_property
    def projectors(self) -> Projectors:
        """The projectors of forces and accelerations (Liu and Li 2002)."""
        return projectors(self.formulation, self.state.q, self.state.t, v=self.state.v)

    @cached_property
    def condition(self) -> dict[str, float]:
        """Condition numbers in natural units and rows of length one: of the matrix, of M, and of Φ_v M⁻¹ Φ_vᵀ."""
        A, M = self._scaled(), self._scaled()[: self.formulation.nv, : self.formulation.nv]
        J = self._scaled()[self.formulation.nv :, : self.formulation.nv]
        found = {"matrix": _cond(A), "mass": _cond(M)}
        regular = found["mass"] < SINGULAR_MASS
        return found | {"Φ_v M⁻¹ Φ_vᵀ": _cond(J @ np.linalg.solve(M, J.T)) if regular else np.inf}

    @property
    def regular_mass(self) -> bool:
        """Whether M has an inverse; for v = (ṙ, ṗ) it has none."""
        return self.condition["mass"] < SINGULAR_MASS

    # ---------------------------------------------------------------- within
    def _sizes(self) -> Array:
        """What each unknown is divided by: natural sizes of velocities; multipliers that balance the largest mass."""
        from snodo.constraint_methods.splitting import unit_rows

        F, s = self.formulation, self.state
        weights = unit_rows(F, s.jacobian)[1]
        heavy = float(np.sqrt(np.abs((s.mass * F.velocity_scale).T * F.velocity_scale).max(initial=0.0))) or 1.0
        return np.concatenate([F.velocity_scale / heavy, weights * heavy])

    def _scaled(self) -> Array:
        """The matrix with pure numbers of about one."""
        sizes = self._sizes()
        scaled: Array = (self.matrix.array * sizes).T * sizes
        return scaled

    def _inverse(self) -> Array:
        sizes = self._sizes()
        try:
            inverse: Array = (np.linalg.inv(self._scaled()) * sizes).T * sizes
        except np.linalg.LinAlgError:
            raise UnsupportedError(_without_inertia(self.formulation)) from None
        return inverse

    def _singular_pseudo_inverse(self) -> Array:
        """The same where M has no inverse: X and Y are those of M + Φ_vᵀ W Φ_v, λ follows from Φ_vᵀ λ = Q − M v̇."""
        F, s = self.formulation, self.state
        weighed = s.jacobian * self._sizes()[F.nv :, None]
        L = _factor(F, s.mass + weighed.T @ weighed)
        B = np.linalg.solve(L, s.jacobian.T).T
        pseudo, inverse = _pseudo_inverse(B, int(s.rows.sum())), np.linalg.inv(L)
        X, Y = inverse.T @ (np.eye(F.nv) - pseudo @ B) @ inverse, inverse.T @ pseudo
        back = _pseudo_inverse(s.jacobian.T, int(s.rows.sum()))
        found: Array = np.block([[X, Y], [Y.T, -back @ s.mass @ Y]])
        return found

    def _blocks(self, inverse: Array) -> BlockInverse:
        nv, rows, columns = self.formulation.nv, self.unknowns, self.matrix.rows
        if self.state.rows.sum() == nv:  # the rows determine all accelerations: forces cause none
            inverse[:nv, :nv] = 0.0
        X = Labelled(rows[:nv], columns[:nv], inverse[:nv, :nv])
        Y = Labelled(rows[:nv], columns[nv:], inverse[:nv, nv:])
        Z = Labelled(rows[nv:], columns[nv:], inverse[nv:, nv:])
        return BlockInverse(X, Y, Z, Labelled(rows, columns, inverse))

    def _refuse_redundant(self, word: str, other: str) -> None:
        names = self.redundant
        if not names:
            return
        F = self.formulation
        shown = ", ".join(names[:6]) + (", …" if len(names) > 6 else "")
        what = (
            f"{word}: the augmented matrix of {F.mechanism.name!r} has no inverse: {len(names)} of {F.nc} rows are "
            f"redundant ({shown}), so the mechanism is hyperstatic"
        )
        remedy = f"use .{other}, or remove what repeats the other joints; sn.doctor says which"
        raise UnsupportedError(Problem(what, remedy, F.mechanism.where))

    def __str__(self) -> str:
        from snodo.analyses.equations.printing import equations_in_words

        return equations_in_words(self)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        from snodo.analyses.equations.printing import equations_as_html

        return equations_as_html(self)


def _factor(F: Formulation, M: Array) -> Array:
    """L with L Lᵀ = M."""
    try:
        return np.linalg.cholesky(M)
    except np.linalg.LinAlgError:
        raise UnsupportedError(_without_inertia(F)) from None


def _pseudo_inverse(B: Array, rank: int) -> Array:
    """B⁺ of a matrix whose rank is known."""
    U, sizes, Vt = np.linalg.svd(B, full_matrices=False)
    found: Array = (Vt[:rank].T / sizes[:rank]) @ U[:, :rank].T
    return found


def _without_inertia(F: Formulation) -> Problem:
    what = f"the mass matrix of {F.mechanism.name!r} (formulation {F.name}) is singular, but this form needs M⁻¹"
    remedy = "use sn.embedding or sn.quasi_velocities, or give the bodies mass and inertia"
    if getattr(F, "euler", False):
        remedy = 'M has no inverse for v = (ṙ, ṗ): use formulation="spatial", sn.embedding or sn.quasi_velocities'
    return Problem(what, remedy)


SINGULAR_MASS = 1e13
"""Condition number, in natural units, from which on a mass matrix counts as singular."""


def _cond(A: Array) -> float:
    return float(np.linalg.cond(A)) if A.size else 1.0


@spelled
def equations(
    mechanism: MechanismLike,
    q: ArrayLike | None = None,
    v: ArrayLike | None = None,
    t: float = 0.0,
    *,
    formulation: FormulationLike | None = None,
) -> Equations:
    """Write the equations of motion in one state as the labelled linear system [A]{x} = {b}.

    The unknowns are the accelerations and the multipliers, M v̇ + Φ_vᵀ λ = Q and Φ_v v̇ = γ.

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
    formulation : str, optional
        The formulation; by default that of the mechanism.

    Returns
    -------
    Equations
        `matrix`, `unknowns`, `right_side`, `solution`; the blocks `mass`, `jacobian`, `forces`, `gamma`;
        `block_inverse`, `weighted_inverse`, `projectors`, `multipliers`, `condition`. Print it, or show it in a
        notebook.

    Raises
    ------
    UnsupportedError
        If it has too many rows; from `block_inverse` if rows are redundant.

    Examples
    --------
    >>> e = sn.equations(pendulum)
    >>> e.unknowns
    ['arm.vx_dot', 'arm.vy_dot', 'arm.omega_dot', 'A.x_lambda', 'A.y_lambda']
    >>> bool(abs(e.matrix @ e.solution - e.right_side).max() < 1e-12)
    True
    """
    return Equations(state_of(mechanism, q, v, t, formulation))
