"""The monitor that leads a run through singular positions: enter the gap, cross it, verify, or go back."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.constraint_methods import in_time
from snodo.errors import Problem
from snodo.formulations.pivots import relative_pivots
from snodo.integrators.ode.monitor import Go, Monitor
from snodo.integrators.ode.outcome import Outcome
from snodo.integrators.ode.prepare import Work
from snodo.singular.entries import KERNELS
from snodo.singular.report import SingularPass
from snodo.singular.soft_rows import Gap, accelerations, close_gap

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

Array = np.ndarray
Choose = Callable[["Formulation", Array, float], bool]

ZONE = 0.01
"""Where the gap begins: s as a fraction of its highest value."""
SMALLER = 0.25
"""Reduction of the zone for the next attempt."""
ATTEMPTS = 3
WIDTHS = (3.0, 10.0)
"""Rows are soft up to this many times z."""
BEYOND = 1.25
"""How far after the singular position the gap ends, times z."""
EXTENSIONS = 6
"""Largest number of extensions by half a zone, while the end of the gap is too close."""
CLOSED = 1e-11
"""Largest violation of the soft rows after a true crossing, relative to the size of the mechanism."""
TIGHT = 1e-15
"""Tolerance of projections next to singular positions."""
SHARP = 1e-10
"""Largest relative tolerance inside the gap."""
CAREFUL = 1e-8
"""Largest relative tolerance in a near miss: branches are as close as the square root of the amount of the miss."""
SINGULAR = 1e-14
"""Relative pivot below which the factorisation fails."""
MOST_STEPS = 100
NOISE = 5.0 * 2.0**-52
"""Noise of velocities in a near miss, at s = 1: steps may have errors of this over s².  With 20 ε the error of the
motion is three to four times as large with 5 % fewer steps; less than 5 ε gains nothing (four-bars short by 1e-6 to
1e-10)."""


NO_BRANCH = Problem(
    "the motion starts in a singular position, but its velocities are along none of the branches that meet there",
    "give the speeds of more joints, or start a little away from it",
)


@dataclass(frozen=True, eq=False)
class Entry:
    """A start inside a gap, with the end time of the gap [s]; `highest`: largest s nearby."""

    gap: Gap
    end: float
    highest: float


class Passages(Monitor):
    """Leads one run of a mechanism through its singular positions."""

    def __init__(self, F: Formulation, entry: Entry | None = None, choose: Choose | None = None) -> None:
        """choose(F, q, t): choose other rows if some are redundant and pivots of those kept become small; returns
        whether it did."""
        self.F, self.entry, self.choose = F, entry, choose
        self.found: list[SingularPass] = []
        self.near_misses: list[float] = []
        """Times [s] of near misses of singular positions."""
        self.highest = 0.0
        self.attempts = 0
        self.tolerances = np.zeros((2, 0))
        self.now: Any = None
        """Data of the compiled side (`kernels/nearness.py`)."""

    @property
    def address(self) -> int:
        """Address of the compiled side."""
        return int(KERNELS.nearness.address)

    def notes(self, work: Work) -> Array:
        """Space for data about pivots, and for the trail."""
        from snodo.math.kernels.record_layout import PythonTable
        from snodo.singular.kernels.nearness import POINTS, TRAIL, Notes

        plan, n = work.plan, work.y.size
        notes = np.zeros(TRAIL + POINTS * (n + 1))
        self.now = now = PythonTable(Notes, notes, 0)[0]
        now.pivot_at, now.last, now.numbers = self.F.pivot_at, plan.stages - 1, n
        now.rest = 1.0 - work.table[plan.c, plan.stages - 2]
        now.rtol, now.closed, now.clear = work.tolerances[1, -1], plan.projection_tolerance, math.inf
        return notes

    def start(self, work: Work) -> None:
        """Called before the first evaluation."""
        super().start(work)
        if self.entry is not None:
            self.F.least_pivot = SINGULAR
            self.highest = self.entry.highest
            self.entry.gap.open(self.F)

    def begin(self, work: Work, go: Go) -> Outcome:
        """Called before the first step: a run that starts inside a gap leaves it."""
        self.tolerances = work.tolerances
        entry, self.entry = self.entry, None
        outcome = self._leave(work, go, entry) if entry is not None else Outcome.PAUSED
        if outcome == Outcome.PAUSED:
            self._begin_trail(work)
        return outcome

    def _leave(self, work: Work, go: Go, entry: Entry) -> Outcome:
        from snodo.integrators.ode.kernels import state as slots

        start, saved = float(work.clock[slots.T]), _Saved(work)
        z = ZONE * self.highest
        try:
            left = self._over(work, go, entry.end, z, (BEYOND * z) / (entry.end - start))
        finally:
            close_gap(self.F)
        saved.put_back(work, everything=False)
        if not left or not self._closed(work, entry.gap.soft):
            self.problem = NO_BRANCH
            return Outcome.STOPPED
        self._record(start, work, entry.gap)
        return Outcome.PAUSED if work.clock[slots.T] < work.plan.t_end else Outcome.FINISHED

    def _begin_trail(self, work: Work) -> None:
        """Start the trail in the current state: at the start of a run and after a pass."""
        from snodo.integrators.ode.kernels import state as slots

        in_time.rate(self.F)(float(work.clock[slots.T]), work.y.copy(), np.empty(work.y.size), self.F.model)
        s = math.sqrt(max(self.F.smallest_pivot, 0.0))
        self.highest = max(self.highest, s)
        self.now.near, self.now.fall, self.now.highest, self.now.points = s, 0.0, self.highest, 1
        trail = self._trail(work)
        trail[0, 0], trail[0, 1:] = work.clock[slots.T], work.y
        self._watch(work)

    def _trail(self, work: Work) -> Array:
        """Time and state of the last steps, one in each row."""
        from snodo.singular.kernels.nearness import POINTS, TRAIL

        trail: Array = work.notes[TRAIL:].reshape(POINTS, -1)
        return trail

    def _watch(self, work: Work) -> None:
        """Watch for a zone that becomes smaller with every attempt; none after the last one."""
        now = self.now
        now.zone = ZONE * SMALLER**self.attempts if self.attempts < ATTEMPTS else 0.0
        now.clear = 3 * ZONE * self.highest if self.attempts else math.inf
        now.noise = NOISE if self.attempts else 0.0
        work.tolerances = _sharpened(self.tolerances, CAREFUL) if self.attempts else self.tolerances
        now.rtol = work.tolerances[1, -1]

    def begin_anew(self, work: Work) -> None:
        """After an event: distances from singular positions are those of other rows."""
        self.attempts, self.highest = 0, 0.0
        self._begin_trail(work)

    def kept(self) -> dict[str, Any]:
        """The passes found, and what the next attempt depends on."""
        numbers = {"highest": self.highest, "attempts": self.attempts, "near_misses": list(self.near_misses)}
        return {**numbers, "tolerances": self.tolerances, "found": [p.stored() for p in self.found]}

    def put_back(self, kept: dict[str, Any]) -> None:
        """Continue with what was found before; a gap at the start has been left."""
        self.highest, self.attempts = float(kept["highest"]), int(kept["attempts"])
        self.near_misses[:], self.tolerances = kept["near_misses"], kept["tolerances"]
        self.found[:] = [SingularPass.of(p) for p in kept["found"]]
        self.entry = None

    def look(self, work: Work, go: Go) -> Outcome:
        """In the zone: cross the gap, or find that it is a near miss.  Outside: watch for the next zone."""
        from snodo.integrators.ode.kernels import state as slots

        self.highest = self.now.highest  # less than before if an event has changed the rows
        if self.now.near >= self.now.clear:
            self.attempts = 0
            self._watch(work)
        else:
            self._attempt(work, go)
        return Outcome.PAUSED if work.clock[slots.T] < work.plan.t_end else Outcome.FINISHED

    def _attempt(self, work: Work, go: Go) -> None:
        if self._other_rows(work):
            self._begin_trail(work)
            return
        saved, least = _Saved(work), self.F.least_pivot
        z = self.now.zone * self.highest
        self.F.least_pivot = SINGULAR
        crossed = False
        for width in WIDTHS:
            crossed = self._through(work, go, z, width)
            saved.put_back(work, everything=not crossed)
            if crossed:
                break
        self.F.least_pivot = least
        self.attempts = 0 if crossed else self.attempts + 1
        if self.attempts == ATTEMPTS:
            self.near_misses.append(float(saved.clock[0]))
        if crossed:
            self._begin_trail(work)
        else:
            self._watch(work)

    def _other_rows(self, work: Work) -> bool:
        from snodo.integrators.ode.kernels import state as slots

        y, t = work.y.copy(), float(work.clock[slots.T])
        return self.choose is not None and self.choose(self.F, y, t)

    # ---------------------------------------------------------------- the gap
    def _through(self, work: Work, go: Go, z: float, width: float) -> bool:
        """Cross the gap; returns whether all rows are closed at its end."""
        from snodo.integrators.ode.kernels import state as slots

        F, now, entrance = self.F, self.now, float(work.clock[slots.T])
        times, known = self._known(work)
        gap = Gap(F.kept_rows, relative_pivots(F) < (width * z) ** 2, tuple(times), tuple(known))
        gap.open(F)
        try:
            end = entrance + (now.near + BEYOND * z) / now.fall
            if not self._over(work, go, end, z, now.fall):
                return False
        finally:
            close_gap(F)
        if not self._closed(work, gap.soft):
            return False
        self._record(entrance, work, gap)
        return True

    def _record(self, start: float, work: Work, gap: Gap) -> None:
        from snodo.integrators.ode.kernels import state as slots

        names = tuple(name for name, soft in zip(self.F.row_names, gap.soft) if soft)
        self.found.append(SingularPass(start, float(work.clock[slots.T]), names, gap))

    def _known(self, work: Work) -> tuple[list[float], list[Array]]:
        """Times and accelerations of the trail, in tightly closed states; the last of these becomes the state."""
        trail, count = self._trail(work), self.now.points
        size, times, known = len(trail), [], []
        for k in range(max(0, count - size), count):
            t, y = float(trail[k % size, 0]), trail[k % size, 1:].copy()
            y_dot = self._close(t, y)
            times.append(t)
            known.append(accelerations(self.F, y_dot))
        work.y[:] = y
        return times, known

    def _close(self, t: float, y: Array) -> Array:
        """Close a state tightly in place; returns ẏ there."""
        F, y_dot = self.F, np.empty(y.size)
        F.forget_factors()
        in_time.project(F)(t, y, F.model, TIGHT)
        in_time.rate(F)(t, y, y_dot, F.model)
        return y_dot

    def _over(self, work: Work, go: Go, end: float, z: float, fall: float) -> bool:
        """Integrate to the end of the gap, or further until the singular position is far enough away."""
        from snodo.integrators.ode.kernels import state as slots

        F, clock, per_step = self.F, work.clock, work.plan.all_stages + 1
        work.tolerances = _sharpened(work.tolerances, SHARP)
        work.plan = work.plan._replace(project=0, monitor=0)
        clock[slots.ERROR_SCALE] = 1.0
        in_time.rate(F)(float(clock[slots.T]), work.y, work.W[0], F.model)
        for _ in range(EXTENSIONS):
            work.plan = work.plan._replace(t_end=end)
            clock[slots.H] = min(clock[slots.H], end - clock[slots.T])
            if go(MOST_STEPS * per_step) != Outcome.FINISHED:
                return False
            in_time.rate(F)(float(clock[slots.T]), work.y, work.W[0], F.model)
            if F.smallest_pivot >= (0.8 * z) ** 2:
                return True
            end += 0.5 * z / fall
        return False

    def _closed(self, work: Work, soft: Array) -> bool:
        """Whether the soft rows are closed once the hard ones are; if so, the state is closed and its rate known."""
        from snodo.integrators.ode.kernels import state as slots

        F, t, kept = self.F, float(work.clock[slots.T]), self.F.kept_rows
        y, rows = work.y.copy(), soft.size
        hard = kept.copy()
        hard[:rows] &= ~soft
        F.forget_factors()
        F.set_kept_rows(hard)
        status = in_time.project(F)(t, y, F.model, TIGHT)
        F.set_kept_rows(kept)
        if status < 0:
            return False
        opening = np.abs(F.constraints(y[: F.nq], t)[:rows] / F.row_scale[:rows])[soft].max()
        if not opening <= CLOSED:
            return False
        work.W[0] = self._close(t, y)
        work.y[:] = y
        return bool(np.isfinite(work.W[0]).all())


def _sharpened(tolerances: Array, rtol: float) -> Array:
    """All tolerances reduced such that the relative ones are at most rtol."""
    return min(1.0, rtol / float(tolerances[1].max())) * tolerances


class _Saved:
    """The saved state of a run."""

    def __init__(self, work: Work) -> None:
        self.plan, self.tolerances = work.plan, work.tolerances
        self.clock, self.count, self.W, self.notes = (x.copy() for x in (work.clock, work.count, work.W, work.notes))

    def put_back(self, work: Work, everything: bool) -> None:
        """Restore the plan and tolerances; with everything, the state too."""
        work.plan, work.tolerances = self.plan, self.tolerances
        if everything:
            for name in ("clock", "count", "W", "notes"):
                getattr(work, name)[:] = getattr(self, name)
