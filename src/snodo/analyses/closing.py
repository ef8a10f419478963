"""Closing: positions with Φ(t, q) = 0 and the wanted values, from a rough drawing.

Damped Newton,  J Δ = −Φ,  with least squares, which let redundant rows do no harm.  Wanted values join as further rows.
Of all such steps that is taken which moves the joints least (`joint_moves`), so that all formulations walk about the
same way from the drawing; in large mechanisms that of minimum norm, angles weighted with the size of the mechanism.  If
the drawing leads nowhere, perturbed drawings are tried.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from snodo.analyses.joint_moves import JointMoves
from snodo.analyses.linear import free_directions
from snodo.analyses.wanted_values import Wanted
from snodo.errors import AssemblyError, Problem

Array = np.ndarray

CLOSED = 1e-11
"""Largest gap, relative to the size of the mechanism, that counts as closed."""
LARGEST_DENSE = 1200
"""Most rows for which steps use the dense pseudo-inverse."""


class Closing:
    """Φ and the wanted coordinates as one system of equations for q."""

    def __init__(self, F: Any, wanted: list[Wanted], t: float, moves: JointMoves) -> None:
        self.F, self.wanted, self.t, self.moves = F, wanted, t, moves
        self.weights = F.size / F.velocity_scale
        self.scale = np.concatenate([F.row_scale, [F.size if w.unit == "m" else 1.0 for w in wanted]])
        self.parts = [*F.row_parts, *[f"wanted {w.name}" for w in wanted]]

    def residual(self, q: Array) -> Array:
        """Φ, then the wanted coordinates; whole turns do not count in an angle that is known but for them."""
        wanted = [_within(w.read(self.F, q)[0] - w.value, getattr(w.quantity, "period", 0.0)) for w in self.wanted]
        return np.concatenate([self.F.constraints(q, self.t), wanted])

    def gap(self, q: Array) -> float:
        """Largest violated row [m or rad]."""
        return float(np.abs(self.residual(q)).max(initial=0.0))

    def error(self, q: Array) -> float:
        """All gaps by their natural sizes."""
        return float(np.linalg.norm(self.residual(q) / self.scale))

    def closed(self, q: Array) -> bool:
        """Whether all rows hold, and the wanted values are there."""
        return self.error(q) <= 1e2 * CLOSED

    def step(self, q: Array) -> Array:
        """−J⁺ Φ: of all steps that close to first order, that which moves the joints least."""
        right = -self.residual(q) / self.scale
        if right.size > LARGEST_DENSE:
            return self._sparse_step(q, right)
        step: Array = np.linalg.lstsq(self._pure_jacobian(q), right, rcond=1e-9)[0] * self.F.velocity_scale
        return step if self.F.nv > LARGEST_DENSE else self.moves.least(q, step, self.free_directions(q))

    def jacobian(self, q: Array) -> Array:
        """Φ_v, then the gradients of the wanted coordinates."""
        return np.vstack([self.F.position_jacobian(q, self.t), self._wanted_rows(q)])

    def free_directions(self, q: Array) -> Array:
        """Velocities (columns) with which all rows go on to hold."""
        return free_directions(self._pure_jacobian(q)) * self.F.velocity_scale[:, None]

    def _pure_jacobian(self, q: Array) -> Array:
        """Rows and velocities by their natural sizes."""
        pure: Array = self.jacobian(q) / self.scale[:, None] * self.F.velocity_scale
        return pure

    def _wanted_rows(self, q: Array) -> Array:
        return np.array([w.read(self.F, q)[1] for w in self.wanted]).reshape(-1, self.F.nv)

    def _sparse_step(self, q: Array, right: Array) -> Array:
        from scipy.sparse import csc_array, diags_array, eye_array, vstack
        from scipy.sparse.linalg import splu

        J = vstack([self.F.position_jacobian(q, self.t, sparse=True), csc_array(self._wanted_rows(q))])
        J = csc_array(diags_array(1 / self.scale) @ J @ diags_array(1 / self.weights))
        S = csc_array(J @ J.T + 1e-13 * eye_array(J.shape[0]))
        return (J.T @ splu(S).solve(right)) / self.weights

    def newton(self, q: Array) -> tuple[Array, int]:
        """Damped Newton from q; ends when closed, or when no step helps any more."""
        error = self.error(q)
        for iteration in range(60):
            if error <= CLOSED:
                return q, iteration
            step = self.step(q)
            largest = np.abs(step * self.weights).max(initial=0.0)
            damping = min(1.0, 0.5 * self.F.size / largest) if largest > 0 else 1.0
            while damping > 1e-4 and not self.error(self.F.moved(q, damping * step)) < error:
                damping *= 0.5
            if damping <= 1e-4:
                return q, iteration
            q = self.F.moved(q, damping * step)
            error = self.error(q)
        return q, 60

    def close(self, tries: int) -> tuple[Array, int, int]:
        """Closed positions, iterations and tries used."""
        q, total, used = self.best(tries)
        around = self.F.turned_around(q)
        if self.closed(q) and not around:
            return q, total, used
        raise AssemblyError(_turned_around(self.F, around) if around else self._not_closed(q, tries))

    def best(self, tries: int) -> tuple[Array, int, int]:
        """Closed positions, or those with the least gap that were found; iterations and tries used."""
        drawn = self.F.drawn_with_turns({w.name: w.value for w in self.wanted})
        random = np.random.default_rng(0)
        if not np.isfinite(self.error(drawn)):
            raise AssemblyError(self.F.row_not_finite(self.t))
        best, best_error, total = drawn, np.inf, 0
        for attempt in range(max(tries, 1)):
            noise = 0.0 if attempt == 0 else min(0.1 * attempt, 1.0)
            shift = noise * self.F.size * random.standard_normal(self.F.nv) / self.weights
            q, iterations = self.newton(self.F.moved(drawn, shift))
            total += iterations
            error = self.error(q)
            if self.closed(q) and not self.F.turned_around(q):
                return q, total, attempt + 1
            if error < best_error:
                best, best_error = q, error
        return best, total, max(tries, 1)

    def _not_closed(self, q: Array, tries: int) -> list[Problem]:
        """Which joint stays open, and by how much, when the others are closed as well as they can be."""
        gaps = self._gaps(q)
        open_parts = [part for part in gaps if gaps[part] > CLOSED * self.F.size]
        last = open_parts[-1]
        alone = self._gaps(self._opened_at(last, q))
        if max((gap for part, gap in alone.items() if part != last), default=0.0) < 0.01 * alone[last]:
            gaps, open_parts = alone, [last]
        worst = sorted(open_parts, key=lambda part: -gaps[part])
        m = self.F.mechanism
        titles = {part: part if part.startswith("wanted") else m[part].title for part in worst}
        shown = ", ".join(f"{titles[part]} by {gaps[part]:.4g} {self._unit(part)}".rstrip() for part in worst[:6])
        where = m[last].where if not last.startswith("wanted") else ""
        what = f"mechanism {m.name!r} does not close: {shown}"
        what += " stays open with all others closed" if len(worst) == 1 else " stay open"
        remedy = (
            f"tried the drawing and {max(tries, 1) - 1} perturbations of it, each with damped Newton; "
            "check the lengths of the links and the wanted values, or draw it nearer to a closed position"
        )
        return [Problem(what, remedy, where)]

    def _gaps(self, q: Array) -> dict[str, float]:
        """Gap of every joint and wanted value [m or rad], in the order of the description."""
        gaps: dict[str, float] = {}
        for part, gap in zip(self.parts, self.residual(q)):
            gaps[part] = float(np.hypot(gaps.get(part, 0.0), gap))
        return gaps

    def _unit(self, part: str) -> str:
        """Unit of a part's gap: metres if any of its rows is a length."""
        units = [*self.F.row_units, *[w.unit for w in self.wanted]]
        own = [unit for owner, unit in zip(self.parts, units) if owner == part]
        return "m" if "m" in own else own[0]

    def _opened_at(self, part: str, q: Array) -> Array:
        """Positions in which the rest is closed and `part` takes the whole gap."""
        scale = self.scale.copy()
        for softening in (1e1, 1e2, 1e3):
            self.scale = np.where([p == part for p in self.parts], softening * scale, scale)
            q, _ = self.newton(q)
        self.scale = scale
        return q


def _turned_around(F: Any, joints: list[str]) -> Problem:
    names = ", ".join(F.mechanism[joint].title for joint in joints)
    what = f"mechanism {F.mechanism.name!r} closes only with the bodies of {names} turned around"
    return Problem(what, "draw their axes nearer to how they are meant", F.mechanism[joints[0]].where)


def _within(away: float, period: float) -> float:
    return away - period * round(away / period) if period else away
