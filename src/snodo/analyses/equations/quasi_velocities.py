"""The equations of one state along a basis of the free motions, with the derivative of the basis.

    W = [Φ_v; Cᵀ],      S = W⁻¹ (0; 1),      v = S ν + p,      p = W⁻¹ (Φ_v v; 0),      ν = Cᵀ v
    Ṡ = −W⁻¹ (Φ̇_v; 0) S,                     v̇ = S ν̇ + g,      g = W⁻¹ (γ; 0), without rheonomic rows Ṡ ν
    (Sᵀ M S) ν̇ = Sᵀ (Q − M g)

C is constant: ν = Cᵀ v are the quasi-velocities.  By default S is orthonormal in natural units, D⁻¹ S with the sizes D
of the velocities, and C = D⁻² S of this state; Ṡ is then that of the basis with the smallest rotation too.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from snodo.analyses.equations.reduced import ReducedEquations
from snodo.analyses.equations.state import Array, State, state_of, vector
from snodo.constraint_methods.dense import SINGULAR
from snodo.constraint_methods.rates_of_rows import rate_of_rows
from snodo.constraint_methods.splitting import along as split_along
from snodo.constraint_methods.splitting import orthonormal, unit_rows
from snodo.errors import Problem, SnodoError, UnsupportedError
from snodo.math.labelled import Labelled
from snodo.spelling import spelled
from snodo.types import FormulationLike, MechanismLike


@dataclass(frozen=True, repr=False)
class EquationsAlongFreeMotions(ReducedEquations):
    """The equations of motion in quasi-velocities, in one state; made by `sn.quasi_velocities`."""

    C: Array
    """Constant C (nv × f) with Cᵀ S = 1: the quasi-velocities are Cᵀ v."""
    chosen: bool
    """Whether the user gave C."""

    @property
    def names(self) -> list[str]:
        """Names of the quasi-velocities: nu1, nu2, …"""
        return [f"nu{k}" for k in range(1, self.C.shape[1] + 1)]

    @property
    def S(self) -> Labelled:
        """S (nv × f): a basis of the free motions, Φ_v S = 0, Cᵀ S = 1."""
        return Labelled(self.formulation.velocity_names, self.names, self.split.S)

    @cached_property
    def S_dot(self) -> Labelled:
        """Ṡ = −W⁻¹ (Φ̇_v S; 0) (nv × f) along the motion."""
        s = self.state
        change = rate_of_rows(s.formulation, s.q, s.v, s.t, self.split.S, self.v_dot.array)
        return Labelled(s.formulation.velocity_names, self.names, -self.split.across(change))

    @property
    def nu(self) -> Labelled:
        """The quasi-velocities Cᵀ v (f)."""
        return vector(self.names, self.C.T @ self.state.v)

    @property
    def particular(self) -> Labelled:
        """p (nv) of v = S ν + p: the velocities that rheonomic rows prescribe; zero if there are none."""
        return vector(self.formulation.velocity_names, self._particular)

    @property
    def v(self) -> Labelled:
        """S ν + p (nv): the given velocities if they satisfy the rows, otherwise those with the same ν that do."""
        return vector(self.formulation.velocity_names, self.S @ self.nu + self._particular)

    @property
    def why(self) -> str:
        """Which basis it is."""
        count = f"degrees of freedom: {len(self.names)}; the condition number of W = [Φ_v; Cᵀ] is {self.condition:.3g}"
        which = "Cᵀ S = 1 with the given C" if self.chosen else "S is orthonormal in natural units"
        return f"{which}; {count}"

    def __str__(self) -> str:
        from snodo.analyses.equations.printing import free_motions_in_words

        return free_motions_in_words(self)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        from snodo.analyses.equations.printing import free_motions_as_html

        return free_motions_as_html(self)


def _given(state: State, along: Any) -> Array:
    """C as given, checked."""
    F, f = state.formulation, state.formulation.nv - int(state.rows.sum())
    try:
        C = np.array(along, dtype=float)
    except (TypeError, ValueError):
        C = np.full(0, np.nan)
    if C.shape == (F.nv,) and f == 1:
        C = C[:, None]
    if C.shape != (F.nv, f) or not np.isfinite(C).all():
        what = f"along has the shape {C.shape}, and {F.mechanism.name!r} has degrees of freedom: {f}"
        remedy = f"give finite numbers C ({F.nv} × {f}), a row for each of {', '.join(F.velocity_names[:6])}…"
        raise SnodoError(Problem(what, remedy))
    _refuse_degenerate(state, C)
    return C


def _refuse_degenerate(state: State, C: Array) -> None:
    """Refuse C that does not see a free motion."""
    F = state.formulation
    lengths = np.linalg.norm(C * F.velocity_scale[:, None], axis=0)
    if not lengths.all():
        column = int(np.flatnonzero(lengths == 0.0)[0]) + 1
        raise UnsupportedError(Problem(f"along: column {column} of C is zero", "give independent columns"))
    W = np.vstack([unit_rows(F, state.jacobian)[0][state.rows], (C * F.velocity_scale[:, None] / lengths).T])
    _, sizes, Vt = np.linalg.svd(W)
    if not sizes.size or sizes[-1] > SINGULAR:
        return
    moving = [name for name, size in zip(F.velocity_names, np.abs(Vt[-1])) if size > 1e-6]
    what = (
        f"along: W = [Φ_v; Cᵀ] is singular (smallest singular value {sizes[-1]:.2g}): a motion of "
        f"{', '.join(moving[:4])}{', …' if len(moving) > 4 else ''} satisfies the rows and has Cᵀ v = 0"
    )
    remedy = "give columns that measure every free motion, such as the S of sn.quasi_velocities without `along`"
    raise UnsupportedError(Problem(what, remedy))


@spelled
def quasi_velocities(
    mechanism: MechanismLike,
    q: ArrayLike | None = None,
    v: ArrayLike | None = None,
    t: float = 0.0,
    *,
    along: ArrayLike | None = None,
    formulation: FormulationLike | None = None,
) -> EquationsAlongFreeMotions:
    """Write the equations of motion in one state in quasi-velocities, along a basis S of the free motions.

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
    along : array, optional
        C (nv × f): quasi-velocities are Cᵀ v, and S the basis with Cᵀ S = 1; by default S is orthonormal in natural
        units.
    formulation : str, optional
        The formulation; by default that of the mechanism.

    Returns
    -------
    EquationsAlongFreeMotions
        `S`, `S_dot`, `nu` and `particular` with v = S nu + particular, the reduced `mass`, `force` and `acceleration`,
        `v_dot`, `multipliers`. Print it, or show it in a notebook.

    Raises
    ------
    SnodoError
        If C has the wrong shape.
    UnsupportedError
        If C does not measure every free motion: [Φ_v; Cᵀ] is singular.

    Examples
    --------
    >>> e = sn.quasi_velocities(pendulum, along=[0, 0, 1])
    >>> [round(float(x), 3) + 0.0 for x in e.S.array[:, 0]]
    [0.0, 0.5, 1.0]
    """
    state = state_of(mechanism, q, v, t, formulation)
    F = state.formulation
    C = orthonormal(F, state.jacobian, state.rows) if along is None else _given(state, along)
    return EquationsAlongFreeMotions(state, split_along(F, state.jacobian, state.rows, C), C, along is not None)
