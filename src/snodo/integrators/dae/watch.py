"""Passages of singular positions are repeated with explicit steps, and compared (`kernels/watch.py` sees them).

Stages of implicit steps are on the constraints wherever they are.  Where two branches nearly touch, closer than the
steps resolve, a step may end on the other one, and nothing in it shows that.  Explicit steps approach the position
geometrically, and tell a crossing from a near miss by the opening of the rows (`snodo/singular`).  Therefore:

1  After s has dipped, the motion since the last state before the dip is integrated once more, explicitly.
2  If both agree within a few hundred tolerances, the steps stay as they are, to the last bit.
3  If not, the explicit passage takes their place, and the run goes on from its end.
4  So it does where the iterations of steps beside the singular position fail.
5  If the explicit passage fails too, the run stops: which branch is right is not known.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

import numpy as np

from snodo.errors import Problem
from snodo.formulations.pivots import relative_pivots
from snodo.integrators.ode.outcome import Outcome
from snodo.integrators.ode.run import Run

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation
    from snodo.integrators.ode.prepare import Work
    from snodo.integrators.ode.stops import Stops

Array = np.ndarray

APART = 300.0
"""Tolerances by which the passages may differ.  Errors of passages of 0.2 … 100 tolerances were measured; branches are
apart by a fraction of the motion."""
VISIBLY = 0.05
"""The same for steps of one length, of the largest velocity."""
LONGER = 6
"""How often the end of a passage that steps did not reach is put off."""


class Explicit(Protocol):
    """Integrates F from the state y at t over the times [s], explicitly, through singular positions."""

    def __call__(
        self, F: Formulation, y: Array, t: float, times: Array, tolerances: Array, stops: Stops | None, highest: float
    ) -> Run:
        """The run; highest: the largest s so far."""


@dataclass(eq=False)
class Watch:
    """Watches one run."""

    F: Formulation
    explicit: Explicit
    work: Work
    notes: Array
    outputs: Array
    rows: Array
    """States at the outputs."""
    history: Array
    stops: Stops | None
    memory: tuple[int, int]
    restart: Callable[[], None]
    """Begin the steps anew from the state and rate there are."""
    fixed: bool = False
    """Whether steps have one length: their errors are not controlled, and branches are told apart by velocities."""
    problem: Problem | None = None
    tally: Array = field(default_factory=lambda: np.array([0.0, 0.0, -np.inf]))
    """Passages that were compared; those that took the place of implicit steps, and the end of the last of them [s]."""

    def begin(self) -> None:
        """The state at the start is taken to be far from singular positions."""
        from snodo.integrators.dae.kernels import notes as at

        s, notes = distance(self.F), self.notes
        notes[at.DISTANCE], notes[at.LARGEST_YET] = s, max(s, notes[at.LARGEST_YET])
        notes[at.HALFWAY] = notes[at.THERE] = np.inf
        notes[at.HIGHEST_YET] = max(self.F.smallest_pivot, notes[at.HIGHEST_YET])
        self._far_away()

    def _far_away(self) -> None:
        """As `far_away` of the kernel."""
        from snodo.integrators.dae.kernels import notes as at
        from snodo.integrators.ode.kernels import state as slots

        safe, m = self._safe, self.memory[1]
        safe[:3] = self.work.clock[slots.T], self.work.clock[slots.H], self.work.count[slots.STEPS]
        safe[3:] = np.concatenate([self.work.y, self.notes[at.NOTES : at.NOTES + m]])
        self.notes[[at.DIPS, at.FLATTEST, at.STEEPEST, at.LOWEST]] = 0.0, np.inf, 0.0, np.inf

    @property
    def _safe(self) -> Array:
        from snodo.integrators.dae.kernels.notes import NOTES

        return self.notes[NOTES + self.memory[1] :]

    @property
    def dips(self) -> bool:
        """Whether a singular position may be near."""
        from snodo.integrators.dae.kernels import notes as at
        from snodo.integrators.dae.kernels.watch import FAR

        near = FAR * self.notes[at.LARGEST_YET]
        return bool(self.notes[at.DIPS] != 0.0 or min(self.notes[at.HALFWAY], self.notes[at.THERE]) < near)

    @property
    def unsure(self) -> bool:
        """Whether steps may have left a dip, or be in one, on another branch: as `unsure` of the kernel."""
        from snodo.integrators.dae.kernels import notes as at
        from snodo.integrators.dae.kernels.watch import AS_STEEP, VERY_CLOSE

        x = self.notes
        jumped = x[at.FLATTEST] <= AS_STEEP * x[at.STEEPEST]
        return bool(x[at.DIPS] != 0.0 and (jumped or x[at.LOWEST] < VERY_CLOSE * x[at.LARGEST_YET]))

    def around(self, go: Callable[[int], Outcome]) -> Callable[[int], Outcome]:
        """Pieces of the run that do not end inside a dip: their outputs may be replaced."""
        from snodo.integrators.dae.kernels.notes import DIPS

        def piece(budget: int) -> Outcome:
            outcome = self.after(go(budget))
            while outcome == Outcome.PAUSED and self.notes[DIPS] != 0.0:
                outcome = self.after(go(budget))
            return outcome

        return piece

    def after(self, outcome: Outcome) -> Outcome:
        """What follows from the outcome of a piece: PAUSED where the run goes on."""
        from snodo.integrators.ode.kernels.state import T

        if outcome == Outcome.LOOK:
            outcome = self._compare()
            ended = outcome == Outcome.PAUSED and self.work.clock[T] >= self.work.plan.t_end
            return Outcome.FINISHED if ended else outcome
        if outcome == Outcome.FINISHED and self.unsure:
            outcome = self._compare()
            return Outcome.FINISHED if outcome == Outcome.PAUSED else outcome
        if outcome.failed and outcome not in (Outcome.TOO_MANY_STEPS, Outcome.STOPPED) and self.dips:
            return self._lead(outcome)
        return outcome

    def _compare(self) -> Outcome:
        """1 … 3 and 5."""
        from snodo.integrators.ode.kernels.state import T

        n, t = self.F.nq + self.F.nv, float(self.work.clock[T])
        self.tally[0] += 1.0
        run, model, _ = self._repeated(t)
        if run.status != "finished":
            self.problem = _undecided(float(self._safe[0]), t, run)
            return Outcome.STOPPED
        if self._apart(run.y[:n], self.work.y[:n]):
            self._take(run, model, t)
        else:
            self._far_away()
        return Outcome.PAUSED

    def _apart(self, wanted: Array, found: Array) -> bool:
        """Whether two states are too far apart for the errors of the steps."""
        apart = np.abs(wanted - found)
        if self.fixed:
            return bool(apart[self.F.nq :].max() > VISIBLY * np.abs(wanted[self.F.nq :]).max())
        tolerances = self.work.tolerances
        return bool((apart / (tolerances[0] + tolerances[1] * np.abs(found))).max() > APART)

    def _lead(self, failure: Outcome) -> Outcome:
        """4: to where s is as large again as before, or to the end; the failure if that is not reached, or not left."""
        from snodo.integrators.dae.kernels.notes import LARGEST_YET
        from snodo.integrators.dae.kernels.watch import FAR
        from snodo.integrators.ode.kernels.state import T

        failed, last = float(self.work.clock[T]), float(self.work.plan.t_end)
        if self.tally[2] == failed:
            return failure
        span = max(failed - self._safe[0], self._safe[1])
        for k in range(LONGER):
            end = min(failed + span * 2.0**k, last)
            run, model, s = self._repeated(end)
            if run.status != "finished":
                return failure
            if s > FAR * self.notes[LARGEST_YET] or end == last:
                self._take(run, model, end)
                return Outcome.PAUSED if end < last else Outcome.FINISHED
        return failure

    def _repeated(self, end: float) -> tuple[Run, Array, float]:
        """The explicit run from the state before the dip, the model at its end, and s there; the model is as it was."""
        from snodo.integrators.dae.kernels.notes import HIGHEST_YET

        safe, model = self._safe, self.F.model
        now, (first, m) = model.copy(), self.memory
        inside = self.outputs[(self.outputs > safe[0]) & (self.outputs < end)]
        y = safe[3 : 3 + self.work.y.size].copy()
        if first >= 0:
            model[first : first + m] = safe[3 + y.size :]
        try:
            times, highest = np.append(inside, end), math.sqrt(max(float(self.notes[HIGHEST_YET]), 0.0))
            run = self.explicit(self.F, y, float(safe[0]), times, self.work.tolerances, self.stops, highest)
            self.F.factor(run.y.copy(), run.t)
            there, s = model.copy(), distance(self.F)
        finally:
            model[:] = now
        return run, there, s

    def _take(self, run: Run, there: Array, end: float) -> None:
        """The explicit run takes the place of the steps since the state before the dip."""
        from snodo.integrators.dae.kernels import notes as at
        from snodo.integrators.ode.kernels import state as slots

        safe, clock, count, (first, m) = self._safe, self.work.clock, self.work.count, self.memory
        self.tally[1:] = self.tally[1] + 1.0, end
        k = int(np.searchsorted(self.outputs, safe[0], side="right"))
        reached = int(np.searchsorted(self.outputs, end, side="right"))
        self.rows[k:reached] = run.states[: reached - k]
        count[slots.NEXT_OUTPUT] = reached
        done = int(safe[2])
        fits = self.history[done : done + len(run.history)]
        fits[:] = run.history[: len(fits)]
        count[slots.STEPS] = done + len(run.history)
        clock[slots.T], clock[slots.H] = end, safe[1]
        count[slots.GRID] = math.floor((end - self.work.plan.t_start) / safe[1] * (1.0 + 1e-12) + 1e-9)
        count[[slots.FAILURES_IN_A_ROW, slots.AFTER_REJECTION, slots.STATUS]] = 0
        self.work.y[:] = run.y
        if first >= 0:
            self.notes[at.NOTES : at.NOTES + m] = there[first : first + m]
            self.F.model[first : first + m] = there[first : first + m]
        self.restart()
        self.begin()


def distance(F: Formulation) -> float:
    """(1) of `kernels/watch.py`, in the state evaluated last."""
    found = relative_pivots(F)
    return math.sqrt(float(np.prod(np.sort(np.minimum(found, 1.0))[:3])))


def _undecided(start: float, end: float, run: Run) -> Problem:
    reason = "" if run.problem is None else f": {run.problem.what}"
    what = (
        f"a singular position was passed since t = {start:.6g} s, but whether on the right branch could not be checked"
    )
    remedy = "use dop853; or give check_passes=False to the integrator, if no other branch comes close to this one"
    return Problem(f"{what}: the motion to t = {end:.6g} s was repeated with explicit steps{reason}", remedy)
