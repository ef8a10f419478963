"""Quasi-velocities: equations of motion along a basis of the free motions that moves with the mechanism."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from snodo.constraint_methods.bound import Array
from snodo.constraint_methods.dense import DenseBound, ProjectedMethod
from snodo.constraint_methods.method import must_say
from snodo.constraint_methods.splitting import along, orthonormal, rows_in_use, solved_along
from snodo.errors import Problem, SnodoError
from snodo.math.labelled_rows import free_directions

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation


@dataclass(frozen=True)
class QuasiVelocities(ProjectedMethod):
    """v = S u + Φ_v⁺ ν with an orthonormal basis S of the free motions, in natural units.

    The equations::

        v̇ = S w + Φ_v⁺ γ,                     w = u̇ + Sᵀ d/dt (Φ_v⁺ ν)
        Sᵀ M S w = Sᵀ (Q − M Φ_v⁺ γ),        Φ_vᵀ λ = Q − M v̇

    Differentiating Φ_v S = 0 gives Φ_v Ṡ = −Φ̇_v S, and the basis with the smallest rotation has no further part:
    Ṡ = −Φ_v⁺ Φ̇_v S.  Ṡ u is orthogonal to the free motions, where Φ_v v̇ = γ determines v̇: it is a part of Φ_v⁺ γ.
    Without rheonomic rows w is u̇.  S is the previous basis projected onto the current free motions: it is continuous in
    time, works for any number of degrees of freedom, and needs no partition of the coordinates.
    `result.quasi_velocities()` returns u along a motion.

    With a reduced state, (q, u) is integrated instead of (q, v).  Then u = Cᵀ v with constant directions C, and S is
    the basis of the free motions with Cᵀ S = 1: Φ_v Ṡ = −Φ̇_v S and Cᵀ Ṡ = 0.

    Parameters
    ----------
    projection : bool, optional
        Whether q and v are corrected after every step.
    tolerance : float, optional
        Of the correction, relative to the mechanism's size.
    reduced : bool, optional
        Whether (q, u) is integrated instead of (q, v).
    along : array, optional
        For a reduced state, the directions C, nv × degrees of freedom; by default the free motions at the start,
        orthonormal in natural units, and new ones when the mechanism has turned far from them.
    """

    reduced: bool = False
    along: Any = None

    name: ClassVar[str] = "quasi_velocities"
    cites: ClassVar[tuple[str, ...]] = ("GarciaDeJalonBayo1994",)
    equations: ClassVar[str] = "snodo.constraint_methods.kernels.quasi_velocities"

    def __post_init__(self) -> None:
        """Check the parameters."""
        super().__post_init__()
        must_say("QuasiVelocities", "reduced", self.reduced)
        if self.along is None:
            return
        if not self.reduced:
            what = "QuasiVelocities: `along` is for a reduced state"
            raise SnodoError(Problem(what, "add reduced=True; sn.quasi_velocities(…, along=C) shows S in one state"))
        try:
            C = np.array(self.along, float)
        except (TypeError, ValueError):
            C = np.zeros(0)
        C = C[:, None] if C.ndim == 1 and C.size else C
        if C.ndim != 2 or not np.isfinite(C).all():
            what = f"QuasiVelocities: along = {self.along!r}"
            raise SnodoError(Problem(what, "give a matrix of finite numbers: a row for each velocity"))
        object.__setattr__(self, "along", tuple(tuple(row) for row in C.tolist()))

    @property
    def by_user(self) -> bool:
        """Whether the user gave the directions."""
        return self.along is not None

    def bind(self, formulation: Formulation, q: Array, v: Array, t: float = 0.0) -> DenseBound:
        """Bind the method to a formulation for a run from the state (q, v) at time t [s]."""
        whole = DenseBound(replace(self, reduced=False, along=None), formulation, q, v, t)
        if not self.reduced:
            return whole
        from snodo.constraint_methods.reduced_state import ReducedBound

        F, scale, f = formulation, formulation.velocity_scale, formulation.nv - whole.rank

        def directions(y: Array, t: float) -> Array:
            if self.along is None:
                J = F.jacobian(y[: F.nq], t)
                return free_directions(J * scale / F.row_scale[:, None]).T / scale
            C = np.array(self.along, float)
            if C.shape != (F.nv, f):
                what = f"QuasiVelocities: along has {C.shape[0]} rows and {C.shape[1]} columns"
                raise SnodoError(
                    Problem(what, f"give {F.nv} rows, one for each velocity, and {f}: the degrees of freedom")
                )
            return C.T

        return ReducedBound(whole, self, directions, (q, v, t))

    def degenerate(self, formulation: Formulation, t: float, pivot: float) -> Problem:
        """The message if the velocities do not follow from those along the given directions, at time t [s]."""
        what = f"at t = {t:.6g} s the velocities along the given directions do not determine the others"
        what += f" (pivot {pivot:.1e})"
        return Problem(what, "give other directions, or omit `along`: they are then chosen, and chosen again")

    def solved(self, x: Any) -> tuple[Array, Array]:
        """Accelerations and multipliers of one state, given its terms, from the equations along the free motions."""
        rows = rows_in_use(x.F, x.q, x.t, x.v)
        return solved_along(along(x.F, x.J, rows, orthonormal(x.F, x.J, rows)), x)
