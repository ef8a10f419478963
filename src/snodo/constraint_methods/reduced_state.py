"""A reduced state z = (q, u, works): velocities along constant directions stand for all of them (source text 003).

    u = Cᵀ v,      q̇ = N v,  v = S u + b,      Sᵀ M S u̇ = Sᵀ (Q − M g)

nq + f numbers in place of nq + nv, f the degrees of freedom: independent velocities (C: unit vectors, S = (B; 1)), or
quasi-velocities along any directions (S: the basis of the free motions with Cᵀ S = 1).  Velocities satisfy their rows
exactly; positions are closed after every step.  Results are those of whole states.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.compiled import Compiled, Family
from snodo.constraint_methods.bound import Array
from snodo.constraint_methods.dense import DenseBound, DenseMethod
from snodo.errors import Problem, UnsupportedError

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

KERNELS = Compiled(
    "snodo.constraint_methods.kernels",
    Family("reduced states", "reduced_state.rate reduced_state.correct reduced_state.whole_states"),
)
Directions = Callable[[Array, float], Array]
"""Cᵀ (f × nv) for a state y at a time [s]."""
Start = tuple[Array, Array, float]
"""q, v and the time [s]."""


class ReducedBound(DenseBound):
    """A method that integrates a reduced state; `whole` is the same method with whole states, for the results."""

    worn = 0.2
    """Errors of u grow with S: directions are chosen anew before it has grown much."""

    def __init__(self, whole: DenseBound, method: DenseMethod, directions: Directions, start: Start) -> None:
        F, (q, v, t) = whole.formulation, start
        _refuse_general(F)
        self.whole, self._choice = whole, directions
        self.C = np.array(directions(F.state(q, v), t), float)
        self.directions = len(self.C)
        self._y = F.state(q, v)
        super().__init__(method, F, q, v, t)

    def _compiled(self, method: DenseMethod, F: Formulation) -> tuple[Any, Any]:
        F.connect()
        return KERNELS.rate, KERNELS.correct if method.projects else None

    def _numbers(self, parameters: dict[str, Any]) -> Array:
        f, nv = self.directions, self.formulation.nv
        more = {"directions": f, "C_at": self.C.ravel(), "u_at": np.zeros(max(f, 1)), "state": self._y.ctypes.data}
        assert self.C.shape == (f, nv)
        return super()._numbers(more)

    def arrays(self) -> dict[str, Array]:
        """The same with the directions and the whole state; and the numbers of the method with whole states."""
        return {**super().arrays(), "C": self.C, "y": self._y, "whole": self.whole._own}

    # ---------------------------------------------------------------- the state that is integrated
    @property
    def controlled(self) -> int:
        """Coordinates and velocities along the directions."""
        return self.formulation.nq + self.directions

    def integrated_state(self, y: Array) -> Array:
        """(q, Cᵀ v, works) of (q, v, works)."""
        nq, end = self.formulation.nq, self.formulation.nq + self.formulation.nv
        return np.concatenate([y[:nq], self.C @ y[nq:end], y[end:]])

    def whole_states(self, times: Array, states: Array) -> Array:
        """(q, v, works) of (q, u, works), row by row."""
        out = np.full((times.size, self._y.size), np.nan)
        least, self.head.least = float(self.head.least), 0.0
        KERNELS.whole_states(np.ascontiguousarray(times), np.ascontiguousarray(states), self.model, out)
        self.head.least = least
        return out

    def integrated_tolerances(self, absolute: Array, relative: Array) -> tuple[Array, Array]:
        """Those of u: absolute ones as C combines them, relative ones the smallest of all velocities."""
        nq = self.formulation.nq
        along = np.linalg.norm(self.C * absolute[nq:], axis=1)
        return np.append(absolute[:nq], along), np.append(relative[:nq], np.full(self.directions, relative[nq:].min()))

    # ---------------------------------------------------------------- pivots
    def choose(self, y: Array, t: float) -> float:
        """Choose directions, unless the user did, and pivots in the state y; returns the smallest one."""
        if not self.method.by_user:
            self.C[:] = self._choice(y, t)
        self._own[self.head.C_at : self.head.C_at + self.C.size] = self.C.ravel()
        return super().choose(self.integrated_state(y), t)

    # ---------------------------------------------------------------- results
    def recover(self, times: Array, states: Array) -> dict[str, Array]:
        """Those of the same method with whole states."""
        return self.whole.recover(times, states)


def _refuse_general(F: Formulation) -> None:
    if F.general_rows.any():
        parts = dict.fromkeys(part for part, own in zip(F.row_parts, F.general_rows) if own)
        titles = " and ".join(F.mechanism[part].title for part in parts)
        what = f"reduced=True needs rows that are linear in the velocities; those of {titles} are not"
        raise UnsupportedError(Problem(what, "integrate the whole state: omit reduced"))
