"""Positions of a mechanism in which coordinates have given values, all on one branch and circuit.

    r(q, x) = (Φ(t, q), x(q) − x) = 0                                                            (1)

From the drawing, (1) is followed in small steps of x to each position in turn by Newton's method.  A step is taken only
if the sign of det ∂r/∂q stays, so that the branch cannot change unnoticed.  Where (1) cannot be followed, at a dead
point x_d, the position counts as open: its gap is the part of the way that is missing,

    gap = |x − x_d|,    dx_d/dp = uᵀ ∂r/∂p / u_x,    uᵀ ∂r/∂q = 0,                                (2)

which vanishes where the mechanism begins to close.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.analyses.assembly.assemble import assemble, least_gap
from snodo.analyses.assembly.closing import CLOSED as CLOSED_DRAWING
from snodo.analyses.assembly.closing import Closing
from snodo.analyses.assembly.targets import Against, Wanted, guessed_values
from snodo.errors import AssemblyError
from snodo.formulations.series.elastic_joints import rigid_twin

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

Array = np.ndarray
CLOSED, NEARLY = 1e-14, 1e-10
"""Gap at which Newton's method ends, and the largest one that counts as closed where rounding stops it."""
LONGEST, SHORTEST = 0.3, 1e-5
"""Longest and shortest step of the wanted coordinates [rad, sizes of the mechanism]."""
LARGEST_MOVE = 0.7
"""Largest change of a coordinate in one step [rad, sizes of the mechanism]."""
MOST_ITERATIONS = 9
DEPENDENT = 1e-9
"""Singular value, relative to the largest, below which rows count as redundant in the drawing."""


@dataclass
class Followed:
    """Positions that were followed."""

    q: Array
    x: Array
    """Wanted coordinates that were reached."""
    gap: Array
    """Part of the way that is missing [rad, sizes of the mechanism]; 0 where the mechanism closes."""
    start_gap: float
    """Gap of the drawing, relative to the size of the mechanism; 0 if it closes."""
    signs: Array
    """Sign of det ∂r/∂q, 0 if rows are redundant."""


class Following:
    """Follows the wanted coordinates of one formulation."""

    def __init__(self, F: Formulation, names: Sequence[str], size: float, like: Following | None = None) -> None:
        """like: of the same mechanism with other values of its parameters, if there is one."""
        self.F, self.names = F, list(names)
        self.size = size
        """The length by which lengths are measured [m]."""
        self.wanted: list[Wanted]
        """What is followed."""
        self.as_drawn: bool
        """Whether a drawing that closes is the start."""
        if like is not None and F.name == "planar" and not any(isinstance(w.quantity, Against) for w in like.wanted):
            self.wanted = [replace(w, quantity=F.motion.measured(w.name)[0]) for w in like.wanted]
            self.as_drawn = like.as_drawn
        else:
            self.wanted = guessed_values(F, dict.fromkeys(self.names, 0.0))
            self.as_drawn = F.name == "planar" and _stays_as_drawn(F)
        self.natural = np.array([size if w.unit == "m" else 1.0 for w in self.wanted])

    def closing(self, x: Array, t: float) -> Closing:
        """(1) for these values and this time."""
        wanted: Any = [replace(w, value=float(value)) for w, value in zip(self.wanted, x)]
        moves: Any = None
        return Closing(self.F, wanted, t, moves)

    def values(self, q: Array) -> Array:
        """The wanted coordinates in a position."""
        return np.array([w.value_at(self.F, q) for w in self.wanted])

    def start(self, t: float) -> tuple[Array, float]:
        """The assembled drawing, and its gap."""
        drawn = self.F.reference()[0]
        if self.as_drawn and np.linalg.norm(self.F.constraints(drawn, t) / self.F.row_scale) <= CLOSED_DRAWING:
            return drawn, 0.0
        try:
            return assemble(self.F, t=t).q, 0.0
        except AssemblyError:
            q = least_gap(self.F, t, tries=1)
            return q, float(np.linalg.norm(self.F.constraints(q, t) / self.natural_rows()))

    def natural_rows(self) -> Array:
        """Natural sizes of the rows of Φ."""
        return np.array([self.size if unit == "m" else 1.0 for unit in self.F.row_units])

    def natural_velocities(self) -> Array:
        """Natural sizes of the velocities, per second."""
        return np.array([self.size if unit == "m" else 1.0 for unit in self.F.velocity_units])

    def rows(self, q: Array, x: Array, t: float) -> Array:
        """r in natural units."""
        return self.closing(x, t).residual(q) / np.concatenate([self.natural_rows(), self.natural])

    def jacobian(self, q: Array, x: Array, t: float) -> Array:
        """∂r/∂q in natural units."""
        rows = np.concatenate([self.natural_rows(), self.natural])
        scaled: Array = self.closing(x, t).jacobian(q) / rows[:, None] * self.natural_velocities()
        return scaled

    def along(self, x: Array, times: Array, start: tuple[Array, float] | None = None) -> Followed:
        """The positions for rows of wanted coordinates and times."""
        q, start_gap = start or self.start(float(times[0]))
        now, t = self.values(q), float(times[0])
        found = Followed(np.zeros((len(x), q.size)), np.zeros_like(x), np.zeros(len(x)), start_gap, np.zeros(len(x)))
        for k in range(len(x)):
            if not start_gap:
                q, now, t = self._follow(q, now, t, x[k], float(times[k]))
            found.q[k], found.x[k] = q, now
            away = np.abs(x[k] - now) / self.natural
            found.gap[k] = start_gap + (float(np.linalg.norm(away)) if away.max(initial=0.0) > 1e-12 else 0.0)
            found.signs[k] = _sign(self.closing(now, t).pure_jacobian(q))
        return found

    def _follow(self, q: Array, x: Array, t: float, goal: Array, end: float) -> tuple[Array, Array, float]:
        """As near to the goal as the mechanism can be moved without passing a dead point."""
        way = float(np.abs((goal - x) / self.natural).max(initial=0.0))
        begin, t_begin, done = x.copy(), t, 0.0
        step = longest = min(1.0, LONGEST / way) if way > 0.0 else 1.0
        sign = _sign(self.closing(x, t).pure_jacobian(q))
        while done < 1.0:
            ahead = min(done + step, 1.0)
            at = goal if ahead == 1.0 else begin + ahead * (goal - begin)
            when = end if ahead == 1.0 else t_begin + ahead * (end - t_begin)
            further = self._closed(q, at, when, sign)
            if further is None:
                step *= 0.5
                if step * max(way, 1e-3) < SHORTEST:
                    return q, x, t
                continue
            q, x, t, done = further, at, when, ahead
            step = min(2.0 * step, longest)
        return q, x, t

    def _closed(self, q: Array, x: Array, t: float, sign: float) -> Array | None:
        """(1) by Newton's method, from a near position on the same branch."""
        closing, first = self.closing(x, t), q
        error = np.inf
        for _ in range(MOST_ITERATIONS):
            gaps = closing.residual(q) / closing.scale
            last, error = error, float(np.abs(gaps).max(initial=0.0))
            if error <= CLOSED or (error <= NEARLY and error > 0.1 * last):
                break
            J = closing.pure_jacobian(q)
            move = -np.linalg.lstsq(J, gaps, rcond=DEPENDENT)[0]
            if not np.abs(move).max(initial=0.0) <= LARGEST_MOVE:
                return None
            q = self.F.moved(q, move * closing.velocity_scale)
        if not error <= NEARLY or np.abs((q - first) / self.F.coordinate_scale).max(initial=0.0) > LARGEST_MOVE:
            return None
        return None if sign and _sign(closing.pure_jacobian(q)) != sign else q


def _stays_as_drawn(F: Formulation) -> bool:
    """Whether nothing but the drawing says where the mechanism starts, if it closes."""
    m = F.mechanism
    return not (m.initial or m.initial_guess) and rigid_twin(F) is None


def _sign(J: Array) -> float:
    """Sign of the determinant; 0 if the matrix is not square."""
    return float(np.linalg.slogdet(J)[0]) if J.shape[0] == J.shape[1] else 0.0


def pivot(J: Array, rank: int) -> float:
    """The square of the smallest singular value that is not zero by redundancy: it falls to 0 at a dead point."""
    if not rank:
        return 1.0
    return float(np.linalg.svd(J, compute_uv=False)[rank - 1] ** 2)


def rank_of(J: Array) -> int:
    """Number of independent rows."""
    sizes = np.linalg.svd(J, compute_uv=False)
    return int((sizes > DEPENDENT * sizes.max(initial=0.0)).sum())
