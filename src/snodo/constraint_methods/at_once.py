"""Accelerations and multipliers of single states by the compiled equations, where they are beyond doubt.

The compiled equations need a few microseconds where dense linear algebra in Python (`Formulation.solve`) needs a
hundred, but they know nothing of redundant rows, vanishing gradients or masses of zero.  They are taken if all rows are
kept and their smallest relative pivot is so large that both agree to rounding; otherwise the careful way decides.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.constraint_methods.in_time import rate
from snodo.formulations.loads import loads_of
from snodo.math.kernels.record_layout import place

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

Array = np.ndarray
CLEAR = 1e-4
"""Smallest relative pivot with which accelerations lose at most four digits of sixteen."""
GAINS = "alpha", "beta", "gap"
"""Fields of the header which are zero while the plain equations are solved."""


class AtOnce:
    """The compiled equations of one formulation, for one state at a time."""

    def __init__(self, F: Any) -> None:
        self.F = F
        self.able = bool(F.nc) and not (F.general_rows.any() or F.number_names or loads_of(F))
        if self.able:
            self._rate, head = rate(F), F.layout_places
            self._gains = np.array([place(F.layout.Header, word) for word in GAINS])
            self._mask = slice(head.mask_at, head.mask_at + F.nc)
            self._found = slice(head.lambda_at, head.lambda_at + F.nc)
            self._moving = slice(F.nq, F.nq + F.nv)

    def solve(self, q: Any, v: Any, t: float) -> tuple[Array, Array] | None:
        """v̇ and λ in a state, or None if the careful way has to be asked."""
        F = self.F
        y = F.straight_state(q, v) if self.able else None
        model = F.model
        if y is None or model[self._gains].any() or not (model[self._mask] > 0.0).all():
            return None
        y_dot = np.empty_like(y)
        if self._rate(float(t), y, y_dot, model) != 0:
            F.forget_failures()
            return None
        a, multipliers = y_dot[self._moving], model[self._found].copy()
        return (a, multipliers) if model[F.pivot_at] > CLEAR else None


def at_once(F: Formulation, q: Any, v: Any, t: float) -> tuple[Array, Array] | None:
    """v̇ and λ in a state, or None if the careful way has to be asked."""
    known = F.kept.get("at once")
    if known is None or known.F is not F:
        known = F.kept["at once"] = AtOnce(F)
    found: tuple[Array, Array] | None = known.solve(q, v, t)
    return found
