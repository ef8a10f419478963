"""The embedded equations of one state: which velocities are independent, why, and the equations they obey.

Φ_v = [J_d J_i],    v = B v_i + b,    B = (−J_d⁻¹ J_i; 1),    b = (J_d⁻¹ ν; 0)
(Bᵀ M B) v̇_i = Bᵀ (Q − M g),          v̇ = B v̇_i + g,          g = (J_d⁻¹ γ; 0)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from snodo.analyses.equations.reduced import ReducedEquations
from snodo.analyses.equations.state import Array, State, state_of, vector
from snodo.constraint_methods.dense import SINGULAR
from snodo.constraint_methods.independent import independent_columns
from snodo.constraint_methods.splitting import along, pivots, unit_rows, unit_vectors
from snodo.errors import Problem, UnsupportedError
from snodo.math.labelled import Labelled
from snodo.math.labelled_rows import null_space
from snodo.spelling import spelled
from snodo.types import FormulationLike, MechanismLike


@dataclass(frozen=True, repr=False)
class EmbeddedEquations(ReducedEquations):
    """The equations of motion in independent velocities, in one state; made by `sn.embedding`."""

    columns: list[int]
    """Columns of v that are independent."""
    chosen: bool
    """Whether the user chose them."""

    @property
    def names(self) -> list[str]:
        """Names of the independent velocities."""
        return self.independent

    @property
    def independent(self) -> list[str]:
        """Names of the independent velocities, in the order of v_i."""
        return [self.formulation.velocity_names[k] for k in self.columns]

    @property
    def dependent(self) -> list[str]:
        """Names of the other velocities."""
        return [name for k, name in enumerate(self.formulation.velocity_names) if k not in self.columns]

    @property
    def B(self) -> Labelled:
        """B (nv × f) of v = B v_i + b, with a unit row for each independent velocity."""
        return Labelled(self.formulation.velocity_names, self.independent, self.split.S)

    @property
    def b(self) -> Labelled:
        """b (nv) of v = B v_i + b: the velocities that rheonomic rows prescribe; zero if there are none."""
        return vector(self.formulation.velocity_names, self._particular)

    @property
    def v(self) -> Labelled:
        """B v_i + b (nv): the given velocities if they satisfy the rows, otherwise those with the same v_i that do."""
        return vector(self.formulation.velocity_names, self.B @ self.state.v[self.columns] + self._particular)

    @cached_property
    def dependent_condition(self) -> float:
        """Condition number of J_d, in natural units and with rows of length one."""
        J_d = _dependent_block(self.state, self.columns, self.state.rows)
        return float(np.linalg.cond(J_d)) if J_d.size else 1.0

    @cached_property
    def pivots(self) -> dict[str, float]:
        """Pivots of the elimination with complete pivoting, by the dependent velocity that each determines."""
        _, columns, sizes = pivots(self.formulation, self.state.jacobian, int(self.state.rows.sum()))
        return {self.formulation.velocity_names[k]: size for k, size in zip(columns, sizes)}

    @property
    def why(self) -> str:
        """Why these velocities are independent, with the numbers."""
        number = f"the condition number of J_d is {self.dependent_condition:.3g}"
        if self.chosen:
            return f"chosen by the user; {number}"
        if not self.pivots:
            return "there are no rows: all velocities are independent"
        least = min(self.pivots.values())
        return f"left over by an elimination with complete pivoting, smallest pivot {least:.3g}; {number}"

    def __str__(self) -> str:
        from snodo.analyses.equations.printing import embedding_in_words

        return embedding_in_words(self)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        from snodo.analyses.equations.printing import embedding_as_html

        return embedding_as_html(self)


def _dependent_block(state: State, columns: Sequence[int], rows: Array) -> Array:
    """J_d of the rows in use, in natural units and with rows of length one."""
    U = unit_rows(state.formulation, state.jacobian)[0]
    block: Array = np.delete(U, list(columns), axis=1)[rows]
    return block


def _eliminated(state: State) -> list[int]:
    """Columns that complete pivoting leaves over."""
    dependent = pivots(state.formulation, state.jacobian, int(state.rows.sum()))[1]
    return [k for k in range(state.formulation.nv) if k not in dependent]


def _refuse_degenerate(state: State, columns: list[int]) -> None:
    """Refuse a choice whose J_d is singular: velocities that can stand still while the mechanism moves."""
    J_d, F = _dependent_block(state, columns, state.rows), state.formulation
    sizes = np.linalg.svd(J_d, compute_uv=False)
    if not sizes.size or sizes[-1] > SINGULAR:
        return
    names = F.velocity_names
    rest = [k for k in range(F.nv) if k not in columns]
    loose = np.abs(null_space(J_d)).max(axis=1, initial=0.0)
    moving = [names[k] for k, size in zip(rest, loose) if size > 1e-6]
    better = _eliminated(state)
    number = float(np.linalg.cond(_dependent_block(state, better, state.rows)))
    shown = ", ".join(moving[:4]) + (", …" if len(moving) > 4 else "")
    what = (
        f"{', '.join(names[k] for k in columns)} cannot be independent here: J_d is singular (smallest singular value "
        f"{sizes[-1]:.2g}, condition number {sizes[0] / max(sizes[-1], 1e-300):.2g})"
    )
    moves = f"; with it at rest {shown} can still move" if shown else ""
    remedy = f"choose {[names[k] for k in better]} (condition number {number:.3g}), or another position"
    raise UnsupportedError(Problem(what + moves, remedy))


@spelled
def embedding(
    mechanism: MechanismLike,
    q: ArrayLike | None = None,
    v: ArrayLike | None = None,
    t: float = 0.0,
    *,
    independent: Sequence[str] | None = None,
    formulation: FormulationLike | None = None,
) -> EmbeddedEquations:
    """Write the equations of motion in one state in independent velocities (Lagrange and d'Alembert).

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
    independent : sequence of str, optional
        The independent velocities, by their names, those of coordinates, or of joints that one velocity moves; by
        default those that an elimination with complete pivoting leaves over.
    formulation : str, optional
        The formulation; by default that of the mechanism.

    Returns
    -------
    EmbeddedEquations
        `independent` and `why`, `dependent`, `B` and `b` with v = B v_i + b, the reduced `mass`, `force` and
        `acceleration`, `v_dot`, `multipliers`. Print it, or show it in a notebook.

    Raises
    ------
    SnodoError
        If names are unknown, repeated or too many or too few.
    UnsupportedError
        If the chosen velocities do not determine the others: J_d is singular.

    Examples
    --------
    >>> e = sn.embedding(pendulum, independent=["A"])
    >>> e.independent, e.dependent
    (['arm.omega'], ['arm.vx', 'arm.vy'])
    """
    state = state_of(mechanism, q, v, t, formulation)
    F = state.formulation
    columns = (
        _eliminated(state) if independent is None else independent_columns(F, state.q, independent, state.t, state.v)
    )
    if independent is not None:
        _refuse_degenerate(state, columns)
    split = along(F, state.jacobian, state.rows, unit_vectors(F.nv, columns))
    return EmbeddedEquations(state, split, columns, independent is not None)
