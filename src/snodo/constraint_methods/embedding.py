"""Embedding: equations of motion in independent coordinates (Lagrange and d'Alembert)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from snodo.constraint_methods.bound import Array
from snodo.constraint_methods.dense import DenseBound, ProjectedMethod
from snodo.constraint_methods.independent import independent_columns
from snodo.constraint_methods.method import must_say
from snodo.constraint_methods.splitting import along, pivots, rows_in_use, solved_along, unit_vectors
from snodo.errors import Problem, SnodoError

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation


@dataclass(frozen=True)
class Embedding(ProjectedMethod):
    """Velocities are split into dependent and independent ones; only the independent ones have equations of motion.

    The equations::

        Φ_v v = ν:      v_d = B v_i + b,     B = −J_d⁻¹ J_i,  b = J_d⁻¹ ν
        Φ_v v̇ = γ:      v̇ = R v̇_i + g,       R = (B; 1),  g = (J_d⁻¹ γ; 0)
        Rᵀ M R v̇_i = Rᵀ (Q − M g),           J_dᵀ λ = (Q − M v̇)_d

    Rheonomic rows enter through ν and γ.  Elimination with complete pivoting, in natural units, selects the dependent
    columns and, if rows are redundant, the rows in use.  The selection is kept until its smallest pivot has fallen to a
    hundredth; the run then continues from the last good step with a new one.  After every step the projection of the
    formulation makes the coordinates and velocities satisfy the constraints; with projection=False they drift.

    Parameters
    ----------
    projection : bool, optional
        Whether q and v are corrected after every step.
    tolerance : float, optional
        Of the correction, relative to the mechanism's size.
    independent : str or sequence of str, optional
        Names of the independent velocities, as many as there are degrees of freedom: velocities, coordinates or joints
        such as "A"; by default chosen.  A run ends where the others do not follow from them.
    reduced : bool, optional
        Whether (q, v_i) is integrated instead of (q, v).
    """

    independent: tuple[str, ...] | None = None
    reduced: bool = False

    name: ClassVar[str] = "embedding"
    cites: ClassVar[tuple[str, ...]] = ("GarciaDeJalonBayo1994",)
    equations: ClassVar[str] = "snodo.constraint_methods.kernels.embedding"
    partition: ClassVar[bool] = True

    def __post_init__(self) -> None:
        """Check the parameters."""
        super().__post_init__()
        must_say("Embedding", "reduced", self.reduced)
        if self.independent is not None:
            if not isinstance(self.independent, Sequence):
                what = f"Embedding: independent = {self.independent!r}"
                raise SnodoError(Problem(what, "give a name, or a list of names"))
            names = (self.independent,) if isinstance(self.independent, str) else tuple(self.independent)
            object.__setattr__(self, "independent", names)

    @property
    def by_user(self) -> bool:
        """Whether the user named the independent velocities."""
        return self.independent is not None

    def bind(self, formulation: Formulation, q: Array, v: Array, t: float = 0.0) -> DenseBound:
        """Bind the method to a formulation for a run from the state (q, v) at time t [s]."""
        whole = DenseBound(replace(self, reduced=False), formulation, q, v, t)
        if not self.reduced:
            return whole
        from snodo.constraint_methods.reduced_state import ReducedBound

        def directions(y: Array, t: float) -> Array:
            whole.choose(y, t)
            order = whole.integers("column_order_at", formulation.nv)
            return np.eye(formulation.nv)[np.sort(order[whole.rank :])]

        return ReducedBound(whole, self, directions, (q, v, t))

    def parameters(self, formulation: Formulation, q: Array, v: Array, t: float) -> dict[str, Any]:
        """The columns of the velocities that the user chose."""
        if self.independent is None:
            return {}
        columns = independent_columns(formulation, q, self.independent, t, v)
        return {"chosen": len(columns), "independent_at": np.array(columns, int)}

    def degenerate(self, formulation: Formulation, t: float, pivot: float) -> Problem:
        """The message if the dependent velocities do not follow from the named ones, at time t [s]."""
        names = ", ".join(self.independent or ())
        what = f"at t = {t:.6g} s the independent velocities {names} do not determine the others (pivot {pivot:.1e}):"
        what += " the mechanism is at a dead centre of this choice"
        return Problem(what, f"choose others of {', '.join(formulation.velocity_names[:12])}, or omit `independent`")

    def solved(self, x: Any) -> tuple[Array, Array]:
        """Accelerations and multipliers of one state, given its terms, from the equations of independent velocities."""
        rows = rows_in_use(x.F, x.q, x.t, x.v)
        if self.independent is None:
            dependent = pivots(x.F, x.J, int(rows.sum()))[1]
            columns = [k for k in range(x.F.nv) if k not in dependent]
        else:
            columns = independent_columns(x.F, x.q, self.independent, x.t, x.v)
        return solved_along(along(x.F, x.J, rows, unit_vectors(x.F.nv, columns)), x)
