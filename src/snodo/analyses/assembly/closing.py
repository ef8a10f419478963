"""Closing: positions with Φ(t, q) = 0 and the wanted values, from a rough drawing.

Damped Newton steps  J Δ = −Φ  by least squares, so that rows may be redundant.  Wanted values are additional rows.  Of
all such steps the one that moves the joints least (`joint_displacements`) is used, so that all formulations follow
nearly the same path from the drawing.  In large mechanisms it is found with sparse matrices (`sparse_steps`); where
these are too full, it is the step of least norm.  If that fails, the position with the smallest gap near the drawing is
searched (`least_gap`), then positions near perturbed drawings.  If small perturbations lead to the same smallest gap
and large ones to none smaller, the search ends.  `refusal` finds the reason why it does not close.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.analyses.assembly.joint_displacements import JointMoves
from snodo.analyses.assembly.sparse_steps import least_motion, many, scaled_gradients, sparse_rows
from snodo.analyses.assembly.targets import Wanted
from snodo.errors import AssemblyError, Problem
from snodo.math.labelled_rows import free_directions

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

Array = np.ndarray

CLOSED = 1e-11
"""Largest gap, relative to the size of the mechanism, of a closed position."""
LARGEST_DENSE = 1200
"""Largest number of rows for which steps use the dense pseudo-inverse."""
STALLED = 6
"""Steps of Newton's method in which the gaps must at least be halved."""
NEARLY_CLOSED = 1e-3
"""Gaps, relative to their natural sizes, below which Newton's method is tried once more."""
SAME = 1e-3
"""Relative difference up to which two smallest gaps are considered equal."""
AGREEING = 2
"""Small perturbations, and then large ones, that must lead to the same least gap as the drawing."""
MOST_LARGE = 4
"""Large perturbations after which none is expected to lead to less, if the small ones agree."""


class Closing:
    """Φ and the wanted coordinates as one system of equations for q."""

    def __init__(self, F: Formulation, wanted: list[Wanted], t: float, moves: JointMoves) -> None:
        self.F, self.wanted, self.t, self.moves = F, wanted, t, moves
        self.velocity_scale = F.velocity_scale
        self.weights = F.size / self.velocity_scale
        self.scale = np.concatenate([F.row_scale, [F.size if w.unit == "m" else 1.0 for w in wanted]])
        self.parts = [*F.row_parts, *[f"wanted {w.name}" for w in wanted]]
        self.evaluations = 0
        """How often the gaps were evaluated."""
        self.begin: Array | None = None
        """Where the search begins; by default at the drawing."""

    def residual(self, q: Array) -> Array:
        """Φ, then the wanted coordinates; whole turns are ignored in angles that are known only up to whole turns."""
        self.evaluations += 1
        wanted = [_within(w.value_at(self.F, q) - w.value, getattr(w.quantity, "period", 0.0)) for w in self.wanted]
        return np.concatenate([self.F.constraints(q, self.t), wanted])

    def gap(self, q: Array) -> float:
        """Largest violated row [m or rad]."""
        return float(np.abs(self.residual(q)).max(initial=0.0))

    def error(self, q: Array) -> float:
        """All gaps, relative to their natural sizes."""
        return float(np.linalg.norm(self.residual(q) / self.scale))

    def closed(self, q: Array) -> bool:
        """Whether all rows and wanted values are satisfied."""
        return self.error(q) <= 1e2 * CLOSED

    def step(self, q: Array) -> Array:
        """−J⁺ Φ: of all steps that close to first order, that which moves the joints least."""
        right = -self.residual(q) / self.scale
        if many(self.F, len(self.wanted)):
            step = least_motion(self.sparse_jacobian(q), scaled_gradients(self.moves, q), right)
            if step is not None:
                return step * self.velocity_scale
        if right.size > LARGEST_DENSE:
            return self._sparse_step(q, right)
        step = np.linalg.lstsq(self.pure_jacobian(q), right, rcond=1e-9)[0] * self.velocity_scale
        return step if self.F.nv > LARGEST_DENSE else self.moves.least(q, step, self.free_directions(q))

    def jacobian(self, q: Array) -> Array:
        """Φ_v, then the gradients of the wanted coordinates."""
        return np.vstack([self.F.position_jacobian(q, self.t), self._wanted_rows(q)])

    def free_directions(self, q: Array) -> Array:
        """Velocities (columns) that keep all rows satisfied."""
        return free_directions(self.pure_jacobian(q)) * self.velocity_scale[:, None]

    def pure_jacobian(self, q: Array) -> Array:
        """Rows and velocities scaled by their natural sizes."""
        pure: Array = self.jacobian(q) / self.scale[:, None] * self.velocity_scale
        return pure

    def _wanted_rows(self, q: Array) -> Array:
        return np.array([w.gradient_at(self.F, q) for w in self.wanted]).reshape(-1, self.F.nv)

    def sparse_jacobian(self, q: Array) -> Any:
        """The rows of `pure_jacobian`, sparse."""
        from scipy.sparse import csc_array, diags_array, vstack

        wanted = sparse_rows((w.gradient_at(self.F, q) for w in self.wanted), self.F.nv)
        J = vstack([self.F.position_jacobian(q, self.t, sparse=True), wanted])
        return csc_array(diags_array(1 / self.scale) @ J @ diags_array(self.velocity_scale))

    def _sparse_step(self, q: Array, right: Array) -> Array:
        from scipy.sparse import csc_array, eye_array
        from scipy.sparse.linalg import splu

        J = self.sparse_jacobian(q)
        S = csc_array(J @ J.T + 1e-13 * eye_array(J.shape[0]))
        return (J.T @ splu(S).solve(right)) * self.velocity_scale

    def newton(self, q: Array, most: int = 60) -> tuple[Array, int]:
        """Damped Newton from q; ends when closed, when no step helps, when many help little, or after `most` steps."""
        errors = [self.error(q)]
        for iteration in range(most):
            if errors[-1] <= CLOSED or (iteration >= STALLED and errors[-1] > 0.5 * errors[-1 - STALLED]):
                return q, iteration
            step = self.step(q)
            largest = np.abs(step * self.weights).max(initial=0.0)
            damping = min(1.0, 0.5 * self.F.size / largest) if largest > 0 else 1.0
            while damping > 1e-4:
                further = self.F.moved(q, damping * step)
                error = self.error(further)
                if error < errors[-1]:
                    break
                damping *= 0.5
            else:
                return q, iteration
            q = further
            errors.append(error)
        return q, most

    def close(self, tries: int) -> tuple[Array, int, int]:
        """Closed positions, iterations and tries used."""
        q, total, used = self.best(tries)
        if self.closed(q):
            around = self.F.turned_around(q)
            if not around:
                return q, total, used
            raise AssemblyError(_turned_around(self.F, around))
        from snodo.analyses.assembly.refusal import refusal

        raise AssemblyError(refusal(self, q, used))

    def best(self, tries: int) -> tuple[Array, int, int]:
        """Closed positions, or those with the smallest gap found; iterations and tries used."""
        drawn = self.begin
        if drawn is None:
            drawn = self.F.drawn_with_turns({w.name: w.value for w in self.wanted})
        if not np.isfinite(self.error(drawn)):
            raise AssemblyError(self.F.row_not_finite(self.t))
        return self.best_from(drawn, tries)

    def best_from(self, drawn: Array, tries: int) -> tuple[Array, int, int]:
        """The same from given positions: tries end when small and large perturbations agree in the least gap."""
        random, total = np.random.default_rng(0), 0
        found: list[tuple[float, Array, float]] = []
        for attempt in range(max(tries, 1)):
            noise = self._noise(attempt, found)
            shift = noise * self.F.size * random.standard_normal(self.F.nv) / self.weights
            q, iterations = self._settled(self.F.moved(drawn, shift)) if noise else self._followed(drawn)
            total += iterations
            if self.closed(q) and not self.F.turned_around(q):
                return q, total, attempt + 1
            found.append((self.error(q), q, noise))
            if self._hopeless(found):
                break
        return min(found, key=lambda one: one[0])[1], total, len(found)

    def _noise(self, attempt: int, found: list[tuple[float, Array, float]]) -> float:
        """Size of a perturbation [rad, sizes of the mechanism]: growing, large once the small ones agree."""
        small = min(0.1 * attempt, 1.0)
        return 1.0 if attempt and self._agreeing(found, 0.0) > AGREEING else small

    def _hopeless(self, found: list[tuple[float, Array, float]]) -> bool:
        """Whether small perturbations lead to the same smallest gap, and large ones too, or many to none smaller."""
        large = sum(noise == 1.0 for _, _, noise in found)
        if self._agreeing(found, 0.0) <= AGREEING or not large:
            return False
        return self._agreeing(found, 1.0) >= AGREEING or large >= MOST_LARGE

    def _agreeing(self, found: list[tuple[float, Array, float]], noise: float) -> int:
        """How many tries with at least this perturbation led to the least gap of all."""
        least = min((error for error, _, _ in found), default=0.0)
        return sum(size >= noise and error <= (1 + SAME) * least for error, _, size in found)

    def _followed(self, q: Array) -> tuple[Array, int]:
        """By Newton's method, joints moving least; where that stalls, to the least gap."""
        q, iterations = self.newton(q)
        if self.closed(q):
            return q, iterations
        q, more = self._settled(q)
        return q, iterations + more

    def _settled(self, q: Array) -> tuple[Array, int]:
        """To the least gap, and if that is nearly none, by Newton's method on from there."""
        from snodo.analyses.assembly.least_gap import settled

        q, iterations = settled(self, q)
        if CLOSED < self.error(q) < NEARLY_CLOSED:
            q, more = self.newton(q)
            iterations += more
        return q, iterations


def _turned_around(F: Formulation, joints: list[str]) -> Problem:
    names = ", ".join(F.mechanism[joint].title for joint in joints)
    what = f"mechanism {F.mechanism.name!r} closes only if the bodies of {names} are turned around"
    return Problem(what, "draw their axes closer to the intended directions", F.mechanism[joints[0]].where)


def _within(away: float, period: float) -> float:
    return away - period * round(away / period) if period else away
