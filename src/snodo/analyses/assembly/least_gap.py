"""Positions in which the gaps are as small as they can be nearby, closed or not.

    least  ½ |r|²,   r the gaps by their natural sizes,   J = ∂r/∂v
    (JᵀJ + μ 1) s = −Jᵀ r                                              (1) Levenberg and Marquardt

Where a mechanism cannot close, Jᵀ r vanishes at the end and J is singular: Newton's steps grow without bound there,
those of (1) do not.  μ falls after steps that help and grows after those that do not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from snodo.analyses.assembly.closing import Closing

Array = np.ndarray
MOST_STEPS = 60
STATIONARY = 1e-5
"""|Jᵀ r| relative to |r|, below which no small step helps."""
SLOW = 1e-4
"""Relative gain of a step below which, three times in a row, the search ends."""
CLOSED = 1e-11


def settled(closing: Closing, q: Array) -> tuple[Array, int]:
    """Where (1) ends from q, and its steps."""
    gaps, damping, slow = closing.residual(q) / closing.scale, 1e-2, 0
    system = _System(closing, q, gaps)
    for iteration in range(MOST_STEPS):
        error = float(np.linalg.norm(gaps))
        if error <= CLOSED or system.slope_size <= STATIONARY * error or slow == 3 or damping > 1e8:
            return q, iteration
        trial = closing.F.moved(q, system.step(damping) * closing.velocity_scale)
        there = closing.residual(trial) / closing.scale
        gain = 1.0 - float(np.linalg.norm(there)) / error
        if not gain > 0.0:
            damping *= 5.0
            continue
        slow = slow + 1 if gain < SLOW else 0
        q, gaps, damping = trial, there, max(damping * (0.2 if gain > 0.01 else 0.5), 1e-9)
        system = _System(closing, q, gaps)
    return q, MOST_STEPS


class _System:
    """(1) in one position, in pure numbers."""

    def __init__(self, closing: Closing, q: Array, gaps: Array) -> None:
        from snodo.analyses.assembly.closing import LARGEST_DENSE

        self.dense = max(closing.F.nv, gaps.size) <= LARGEST_DENSE
        J = closing.pure_jacobian(q) if self.dense else closing.sparse_jacobian(q)
        self._normal, self._slope = J.T @ J, J.T @ gaps
        self.slope_size = float(np.linalg.norm(self._slope))

    def step(self, damping: float) -> Array:
        """s of (1)."""
        n = self._slope.size
        if self.dense:
            return np.asarray(np.linalg.solve(self._normal + damping * np.eye(n), -self._slope))
        from scipy.sparse import csc_array, eye_array
        from scipy.sparse.linalg import splu

        return np.asarray(splu(csc_array(self._normal + damping * eye_array(n))).solve(-self._slope))
