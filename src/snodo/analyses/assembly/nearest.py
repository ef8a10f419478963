"""Of all closed positions that meet the wanted values, the one in which the joints are closest to the drawing.

    least  f = ½ Σ w² (x − x_drawn)²   with   Φ(t, q) = 0 and the wanted values       (1)

over the coordinates x of all joints (`joint_displacements`), so the result does not depend on the formulation.  From
a closed position, with X = ∂x/∂v and the columns of Z the directions in which it can move on,

    z = −(X Z)⁺ x                                                                     (2) Gauss–Newton
    z = −H⁻¹ Zᵀ Xᵀ x,   H = Zᵀ ∂(Xᵀ x + Jᵀ λ)/∂v Z,   Xᵀ x + Jᵀ λ ≈ 0                 (3) Newton

and the mechanism is closed again after every step.  Gauss–Newton is used near the drawing and in open trees; if its
steps do not shrink fast, Newton steps are used, with the curvature of the rows in H, computed by finite differences.
In large mechanisms Gauss–Newton steps are found with sparse matrices (`sparse_steps`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from snodo.analyses.assembly.closing import Closing
from snodo.analyses.assembly.joint_displacements import JointMoves
from snodo.analyses.assembly.sparse_steps import least_motion, many, scaled_gradients
from snodo.math.labelled_rows import RANK

Array = np.ndarray
SETTLED = 1e-11
"""Step, in radians and sizes of the mechanism, below which the search ends."""
NEARLY = 1e-6
"""Step below which f, which is then flat, is no longer asked whether it falls."""
LONGEST = 0.5
"""Longest step."""
MOST_STEPS = 50
MOST_CURVED = 30
"""Most free directions for which the curvature is found, which takes two evaluations for each."""
_EPSILON = 1e-5


def nearest_to_drawing(closing: Closing, moves: JointMoves, q: Array) -> tuple[Array, bool]:
    """From the closed position q to that of (1), and whether it was reached; if not, the best closed one on the way."""
    if many(closing.F, len(closing.wanted)):
        sparse = SparseSearch(closing, moves)
        q, near = walked(sparse, q)
        freedoms = closing.F.nv - closing.F.nc - len(closing.wanted)
        if sparse.possible and (near or freedoms > MOST_CURVED):  # the search below would go the same way
            return q, near
    return walked(Search(closing, moves), q) if can_search(closing) else (q, False)


def walked(search: Search, q: Array) -> tuple[Array, bool]:
    """Steps of a search from the closed position q until they are settled, and whether they are."""
    last = np.inf
    for _ in range(MOST_STEPS):
        step = search.step(q, last)
        length = search.length(step)
        if length <= SETTLED:
            return q, True
        found = search.advanced(q, step)
        if found is None:
            return q, length <= 1e2 * SETTLED
        q, last = found, length
    return q, False


class Search:
    """Steps of (2) and (3), and how far they may go."""

    def __init__(self, closing: Closing, moves: JointMoves) -> None:
        self.closing, self.moves, self.F = closing, moves, closing.F
        self.scale = closing.F.velocity_scale

    def length(self, step: Array) -> float:
        """Of a step, its velocities by their natural sizes."""
        return float(np.linalg.norm(step / self.scale))

    def step(self, q: Array, last: float) -> Array:
        """(2), or (3) if that does not shrink against the last step."""
        x, X = self.moves.changes(q), self.moves.gradients(q)
        Z = self.closing.free_directions(q)
        if not Z.shape[1]:
            return np.zeros(self.F.nv)
        step: Array = -Z @ np.linalg.lstsq(X @ Z, x, rcond=RANK)[0]
        if Z.shape[1] <= MOST_CURVED and max(SETTLED, 0.1 * last) < self.length(step) < LONGEST:
            curved = self._newton(q, X.T @ x, Z)
            return step if curved is None else curved
        return step

    def curvature(self, q: Array, slope: Array, Z: Array) -> Array:
        """H of (3), by differences."""
        multipliers = -np.linalg.lstsq(self.closing.jacobian(q).T, slope, rcond=RANK)[0]
        columns = []
        for direction in Z.T:
            ends = [self._slope(self.F.moved(q, h * direction), multipliers) for h in (_EPSILON, -_EPSILON)]
            columns.append(Z.T @ (ends[0] - ends[1]) / (2 * _EPSILON))
        return np.array(columns)

    def _newton(self, q: Array, slope: Array, Z: Array) -> Array | None:
        """(3); none where f is not convex."""
        H = self.curvature(q, slope, Z)
        try:
            np.linalg.cholesky(H + H.T)
        except np.linalg.LinAlgError:
            return None
        step: Array = -Z @ np.linalg.solve((H + H.T) / 2, Z.T @ slope)
        return step

    def _slope(self, q: Array, multipliers: Array) -> Array:
        """Xᵀ x + Jᵀ λ"""
        slope: Array = self.moves.gradients(q).T @ self.moves.changes(q) + self.closing.jacobian(q).T @ multipliers
        return slope

    def advanced(self, q: Array, step: Array) -> Array | None:
        """A closed position along the step with a lower f; none if there is none."""
        length, now = self.length(step), self._far(q)
        share = min(1.0, LONGEST / length)
        while share > 1e-3:
            further = self._closed(self.F.moved(q, share * step))
            if further is not None and (length < NEARLY or self._far(further) < now):
                return further
            share *= 0.5
        return None

    def _closed(self, q: Array) -> Array | None:
        q, _ = self.closing.newton(q)
        good = self.closing.closed(q) and not self.F.turned_around(q)
        return q if good else None

    def _far(self, q: Array) -> float:
        return float(np.linalg.norm(self.moves.changes(q)))


class SparseSearch(Search):
    """(2) with sparse matrices."""

    def __init__(self, closing: Closing, moves: JointMoves) -> None:
        super().__init__(closing, moves)
        self.possible = True

    def step(self, q: Array, last: float) -> Array:
        """Of all steps along the rows, that which moves the joints closest to the drawing."""
        J = self.closing.sparse_jacobian(q)
        z = least_motion(J, scaled_gradients(self.moves, q), np.zeros(J.shape[0]), self.moves.changes(q))
        if z is None:
            self.possible = False
            return np.zeros(self.F.nv)
        return z * self.scale


def can_search(closing: Closing) -> bool:
    """Whether the mechanism is small enough for dense matrices."""
    from snodo.analyses.assembly.closing import LARGEST_DENSE

    F: Any = closing.F
    return max(F.nc, F.nv) <= LARGEST_DENSE
