"""Through singular positions at high order: the gap.

Where constraint rows become dependent for a moment (change points of linkages), an error Φ of the rows gives an error
of the accelerations like Φ/s³, s = √(min D_i/S_ii) (`kernels/nearness.py`).  Adaptive steps take this noise for error,
shrink and die.  Therefore:

1  The run goes on as always until s falls below the zone, z; steps come closer geometrically.
2  From there to the predicted time after the singular position, what the soft rows prescribe is replaced by its
   extrapolation in time from the last five states (`formulations/kernels/gap.py`); nothing is projected.  Soft
   directions are orthogonal, in the mass metric, to the motion: errors in them touch it at second order only, and leave
   with the next projection.
3  On the other side the soft rows, once the hard ones are closed, tell: they are closed too after a true crossing, and
   open by about as much as the mechanism misses the singular position after a near miss.
   A run that starts inside is given its accelerations beforehand (`Entry`, from `simulation/singular_start.py`).
4  Not closed: all is taken back, and the zone is made smaller, in case the prediction was poor.  Still not closed: it
   is a near miss, which the equations pass by themselves.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.constraint_methods import in_time
from snodo.formulations.soft_rows import accelerations, no_soft_rows, relative_pivots, set_soft_rows
from snodo.integrators.ode.outcome import Outcome
from snodo.integrators.ode.prepare import Work

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

Array = np.ndarray
Go = Callable[[int], Outcome]
Choose = Callable[[Any, Array, float], bool]

ZONE = 0.01
"""Where the gap begins: s as a part of its highest value."""
SMALLER = 0.25
"""Of the zone, for the next attempt."""
ATTEMPTS = 3
WIDTHS = (3.0, 10.0)
"""Rows are soft up to this many times z."""
BEYOND = 1.25
"""How far behind the singular position the gap ends, times z."""
EXTENSIONS = 6
"""By half a zone each, while the end of the gap is still too near."""
CLOSED = 1e-11
"""Opening of the soft rows behind a true crossing at most, relative to the size of the mechanism."""
TIGHT = 1e-15
"""Of projections next to singular positions."""
SHARP = 1e-10
"""Relative tolerance inside the gap at most."""
CAREFUL = 1e-8
"""In a near miss: branches come as near to one another as the square root of what the mechanism misses."""
SINGULAR = 1e-14
"""Relative pivot below which there are no factors."""
MOST_STEPS = 100
NOISE = 5.0 * 2.0**-52
"""Of velocities in a near miss, at s = 1: steps may err by this much over s².  With 20 ε the motion errs three to four
times as much and takes 5 % fewer steps; with less than 5 ε nothing is gained (four-bars short by 1e-6 to 1e-10)."""


@dataclass(frozen=True)
class SingularPass:
    """A passage through a singular position: from `start` to `end` [s] reactions are not defined.

    rows      the constraint rows that depend on the others there, by name
    """

    start: float
    end: float
    rows: tuple[str, ...]
    gap: Gap = field(repr=False, compare=False)


@dataclass(frozen=True, eq=False)
class Gap:
    """How soft rows are passed over: the rows kept, those soft, and accelerations at some times [s]."""

    kept: Array
    soft: Array
    times: tuple[float, ...]
    accelerations: tuple[Array, ...]

    def open(self, F: Formulation) -> None:
        """From now on the soft rows follow the accelerations."""
        F.set_kept_rows(self.kept)
        set_soft_rows(F, self.soft, self.times, self.accelerations)


@dataclass(frozen=True, eq=False)
class Entry:
    """A start inside a gap that ends at a time [s]; s near by is at most `highest`."""

    gap: Gap
    end: float
    highest: float


class Passages:
    """Leads one run of a mechanism through its singular positions."""

    def __init__(self, F: Formulation, entry: Entry | None = None, choose: Choose | None = None) -> None:
        """choose(F, q, t): take other rows where rows are redundant and those kept wear out; returns whether it did."""
        self.F, self.entry, self.choose = F, entry, choose
        self.found: list[SingularPass] = []
        self.near_misses: list[float] = []
        """Times [s] at which a singular position was only nearly met."""
        self.highest = 0.0
        self.attempts = 0
        self.tolerances = np.zeros((2, 0))

    @property
    def watch(self) -> int:
        """Where in the model the smallest relative pivot stands."""
        return int(self.F.pivot_at)

    def start(self) -> None:
        """Before the first evaluation."""
        if self.entry is not None:
            self.F.least_pivot = SINGULAR
            self.highest = self.entry.highest
            self.entry.gap.open(self.F)

    def begin(self, work: Work, go: Go) -> Outcome:
        """Before the first step: a run that starts inside a gap leaves it."""
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
            no_soft_rows(self.F)
        saved.put_back(work, everything=False)
        if not left or not self._closed(work, entry.gap.soft):
            return Outcome.NO_BRANCH
        self._record(start, work, entry.gap)
        return Outcome.PAUSED if work.clock[slots.T] < work.plan.t_end else Outcome.FINISHED

    def _begin_trail(self, work: Work) -> None:
        """At the start, and after a pass: the trail begins in the state."""
        from snodo.integrators.ode.kernels import state as slots

        in_time.rate(self.F)(float(work.clock[slots.T]), work.y.copy(), np.empty(work.y.size), self.F.model)
        s = math.sqrt(max(self.F.smallest_pivot, 0.0))
        self.highest = max(self.highest, s)
        work.clock[slots.NEAR], work.clock[slots.FALL], work.clock[slots.HIGHEST] = s, 0.0, self.highest
        work.count[slots.TRAIL] = 1
        work.trail[0, 0], work.trail[0, 1:] = work.clock[slots.T], work.y
        self._watch(work)

    def _watch(self, work: Work) -> None:
        """Look out for a zone that has become smaller with every attempt; none after the last one."""
        zone = ZONE * SMALLER**self.attempts if self.attempts < ATTEMPTS else 0.0
        clear = 3 * ZONE * self.highest if self.attempts else math.inf
        work.plan = work.plan._replace(zone=zone, clear=clear, noise=NOISE if self.attempts else 0.0)
        work.tolerances = _sharpened(self.tolerances, CAREFUL) if self.attempts else self.tolerances

    def look(self, work: Work, go: Go) -> Outcome:
        """In the zone: pass over the gap, or find that it is a near miss.  Clear of it: look out for the next one."""
        from snodo.integrators.ode.kernels import state as slots

        self.highest = max(self.highest, float(work.clock[slots.HIGHEST]))
        if work.clock[slots.NEAR] >= work.plan.clear:
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
        z = work.plan.zone * self.highest
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

        q, t = work.y[: self.F.nq].copy(), float(work.clock[slots.T])
        return self.choose is not None and self.choose(self.F, q, t)

    # ---------------------------------------------------------------- the gap
    def _through(self, work: Work, go: Go, z: float, width: float) -> bool:
        """From the entrance of the gap to its end; whether all rows are closed there."""
        from snodo.integrators.ode.kernels import state as slots

        F, clock = self.F, work.clock
        entrance, fall = float(clock[slots.T]), float(clock[slots.FALL])
        times, known = self._known(work)
        gap = Gap(F.kept_rows, relative_pivots(F) < (width * z) ** 2, tuple(times), tuple(known))
        gap.open(F)
        try:
            end = entrance + (clock[slots.NEAR] + BEYOND * z) / fall
            if not self._over(work, go, float(end), z, fall):
                return False
        finally:
            no_soft_rows(F)
        if not self._closed(work, gap.soft):
            return False
        self._record(entrance, work, gap)
        return True

    def _record(self, start: float, work: Work, gap: Gap) -> None:
        from snodo.integrators.ode.kernels import state as slots

        names = tuple(name for name, soft in zip(self.F.row_names, gap.soft) if soft)
        self.found.append(SingularPass(start, float(work.clock[slots.T]), names, gap))

    def _known(self, work: Work) -> tuple[list[float], list[Array]]:
        """Times and accelerations of the trail, in tightly closed states; the last one becomes the state."""
        from snodo.integrators.ode.kernels import state as slots

        count, size = int(work.count[slots.TRAIL]), work.trail.shape[0]
        times, known = [], []
        for k in range(max(0, count - size), count):
            t, y = float(work.trail[k % size, 0]), work.trail[k % size, 1:].copy()
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
        """Integrate to the end of the gap, or as much further as it takes to be clear of the singular position."""
        from snodo.integrators.ode.kernels import state as slots

        F, clock, per_step = self.F, work.clock, work.plan.all_stages + 1
        work.tolerances = _sharpened(work.tolerances, SHARP)
        work.plan = work.plan._replace(project=0, watch=-1, zone=0.0, noise=0.0)
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
        """Whether the soft rows are closed where the hard ones are; if so, the state is closed and its rate known."""
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
    """All tolerances smaller, so that the relative ones are at most rtol."""
    return min(1.0, rtol / float(tolerances[1].max())) * tolerances


class _Saved:
    """The state of a run, to go back to."""

    def __init__(self, work: Work) -> None:
        self.plan, self.tolerances = work.plan, work.tolerances
        self.clock, self.count, self.W, self.trail = (x.copy() for x in (work.clock, work.count, work.W, work.trail))

    def put_back(self, work: Work, everything: bool) -> None:
        """The plan and tolerances; everything: the state too."""
        work.plan, work.tolerances = self.plan, self.tolerances
        if everything:
            for name in ("clock", "count", "W", "trail"):
                getattr(work, name)[:] = getattr(self, name)
