"""The events of a run: modes between them, what fires, and what the equations say in each of the modes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.constraint_methods import in_time
from snodo.formulations.first_rows import FirstRows
from snodo.integrators.ode.events import Events
from snodo.integrators.ode.outcome import Outcome
from snodo.integrators.ode.prepare import Work
from snodo.mechanism.event_words import CROSSINGS
from snodo.switching.compiled_modes import CompiledModes
from snodo.switching.guard_table import GuardTable, WatchedGuard
from snodo.switching.report import Log
from snodo.switching.resumed import by_name, resume
from snodo.switching.sharing import Sharing
from snodo.switching.switching import Mode, Switching, Watched
from snodo.switching.transition import Transition

if TYPE_CHECKING:
    from snodo.constraint_methods.bound import Bound

Array = np.ndarray


@dataclass
class Modes(Events):
    """The modes along a run."""

    bound: Bound
    switching: Switching
    resumed: Mapping[str, Any] | None = None
    """What events of an earlier run had changed (`resumed.py`), of which this is the continuation."""

    def __post_init__(self) -> None:
        self.F = self.bound.formulation
        self.log = Log()
        self.guards = GuardTable(self.F, self.switching)
        self.first_rows = FirstRows(self.F, self.switching.least_rows)
        self.transition = Transition(self.bound, self.switching, self.guards, self.log)
        self.F.kept["mode writer"] = self.transition.writer
        self.compiled = CompiledModes(self.transition, self.guards)
        self.happened = False
        """Whether anything has happened in this run besides records."""

    # ---------------------------------------------------------------- the run
    def enter(self, work: Work) -> Any:
        """While nothing has happened yet, rows behind those that act are not evaluated in steps, except by guards.

        From the first event on all rows are, and compiled code handles the next ones: it decides which rows are on.
        """
        if self.happened:
            self.compiled.connect(work)
            self.guards.exchange(work, self.first_rows.places, None, self.first_rows.values)
            return None
        self.compiled.disconnect(work)
        self.guards.exchange(work, self.first_rows.places, self.first_rows.enter(), self.first_rows.values)
        return self.first_rows.equations

    def leave(self, work: Work) -> None:
        """All rows again."""
        if not self.happened:
            self.first_rows.leave()

    def begin(self, work: Work) -> Outcome:
        """Find the modes of the start; of a run that is continued, go on with those it had."""
        self.compiled.read()
        self.guards.make(work)
        self.transition.rewind(_time(work))
        if self.resumed is not None and not self.transition.modes:
            resume(self.switching, self.transition.writer, self.resumed)
        starts = not self.transition.modes
        self.transition.make(work, _time(work), [], self._already(work, False) if starts else [])
        outcome = self._continue(work)
        pressed = self._already(work, True) if starts and not outcome.failed else []
        if pressed:
            self.transition.make(work, _time(work), [], pressed)
            outcome = self._continue(work)
        return outcome

    def _already(self, work: Work, by_force: bool) -> list[Watched]:
        """Events whose conditions all hold at the start: above or below a value, or the time itself.

        Those that wait for forces are asked once the modes of the start are known.
        """
        forced = {watched.event.name for watched in self.switching.events if watched.carried}
        names = dict.fromkeys(watched.event.name for watched in self.switching.events)
        names = {name: None for name in names if (name in forced) == by_force}
        if not names:
            return []
        self.guards.arm(work)
        found = []
        for event in names:
            own = [guard for guard in self.guards if guard.word == "event" and guard.owner.event.name == event]
            if all(self._holds_at_start(guard) for guard in own):
                found.append(own[0].owner)
        return found

    def _holds_at_start(self, guard: WatchedGuard) -> bool:
        watched, g = guard.owner, guard.record
        if watched.condition.relation in CROSSINGS:
            timed = watched.place is None and not watched.key and not watched.carried
            return timed and abs(g.here) <= g.tolerance
        return bool(g.here < -g.tolerance)

    def act(self, work: Work) -> Outcome:
        """Something happens at the time reached."""
        from snodo.integrators.ode.kernels import state as slots

        t = _time(work)
        self.compiled.read()
        self.problem = self.log.cycles(t)
        if self.problem is not None:
            self.problem = self.transition.jammed(work, t) or self.problem
            return Outcome.STOPPED
        fired = self.guards.fired(int(work.count[slots.SOUGHT]), t)
        self._note_recorded()
        if not fired:
            self.compiled.write()
            return Outcome.PAUSED if t < work.plan.t_end else Outcome.FINISHED
        self.happened = True
        self.transition.make(work, t, [g for g in fired if g.word != "event"], self._events_of(fired))
        return self._continue(work, fired)

    def stuck(self, work: Work) -> Outcome:
        """The force of a contact that jams grows without bound, and steps shrink with it."""
        self.compiled.read()
        self.problem = self.transition.jammed(work, _time(work))
        return Outcome.STEP_TOO_SMALL if self.problem is None else Outcome.STOPPED

    def _events_of(self, fired: list[WatchedGuard]) -> list[Watched]:
        """The user's events of these guards, if their other conditions hold; each once."""
        found: dict[str, Watched] = {}
        for guard in fired:
            if guard.word == "event" and self._others_hold(guard):
                found.setdefault(guard.owner.event.name, guard.owner)
        return list(found.values())

    def _others_hold(self, fired: WatchedGuard) -> bool:
        """Whether the other conditions of an event with several are true; those at their value count."""
        for guard in self.guards:
            g = guard.record
            mine = guard is not fired and g.standing and g.group == fired.record.group
            if mine and g.there > 10 * g.tolerance:
                return False
        return True

    def _note_recorded(self) -> None:
        """Events that are only recorded, found since the last call."""
        for time, watched in self.guards.recorded():
            value = float(watched.condition.value)
            self.log.note(time, watched.event.name, "recorded", before=value, after=value)

    def _continue(self, work: Work, fired: Sequence[WatchedGuard] = ()) -> Outcome:
        """Rate, guards, and whether the run goes on."""
        from snodo.integrators.ode.kernels import state as slots

        self.problem = self.transition.problem
        if self.problem is not None:
            return Outcome.STOPPED
        status = in_time.rate(self.F)(_time(work), work.y, work.W[0], self.F.model)
        work.count[slots.EVALUATIONS] += 1
        if status != 0:
            work.count[slots.STATUS] = status
            return Outcome.RATE_FAILED
        self.guards.arm(work, fired)
        self.compiled.write()
        if self.transition.stopped:
            return Outcome.FINISHED
        return Outcome.PAUSED if work.clock[slots.T] < work.plan.t_end else Outcome.FINISHED

    @property
    def stopped(self) -> bool:
        """Whether an event has ended the run."""
        return self.transition.stopped

    def after_sample(self, work: Work) -> Outcome:
        """Go on after a sample of a controller, at which forces may have jumped: what held may hold no longer."""
        self.compiled.read()
        outcome = self._continue(work)
        held = [g for g in self.guards if g.record.active and g.record.by_force]
        broken = [g for g in held if g.record.here < -g.record.tolerance]
        if outcome.failed or not broken:
            return outcome
        self.transition.make(work, _time(work), broken, [])
        return self._continue(work)

    # ---------------------------------------------------------------- the result
    def recovered(self, recover: Any, times: Array, states: Array) -> dict[str, Array]:
        """Accelerations, multipliers and all else in the states of a run, each in the modes of its time.

        A sample at the time of an event belongs to the modes before it.  Rows that are off have no violation.
        """
        self.compiled.read()
        self._note_recorded()
        modes = self.transition.modes or [self.transition.writer.written(float(times[0]))]  # none if the start failed
        number = np.maximum(np.searchsorted([mode.time for mode in modes], times, side="left") - 1, 0)
        alike: dict[bytes, int] = {}
        same = {k: alike.setdefault(self.transition.writer.in_force(modes[k]), k) for k in np.unique(number).tolist()}
        number = np.array([same[k] for k in number.tolist()], int)
        found: dict[str, Array] = {}
        for k in np.unique(number):
            own = number == k
            self.transition.writer.write(modes[k])
            part = recover(times[own], states[own])
            part["power"] = np.hstack([part["power"], np.zeros((part["power"].shape[0], 1))])  # of impacts
            acting = self.transition.writer.acting(modes[k])
            if acting.size:
                part["in_mode"] = np.tile(acting, (int(own.sum()), 1))
            off = self.F.off_rows
            for name in ("violation", "violation_rate", "multiplier"):
                part[name][:, off] = 0.0
            if self.switching.frictions:
                part |= self._friction(part, modes[k], times[own], states[own])
                slides = (np.array(modes[k].directions) != 0.0) & ~np.array(modes[k].still, bool)
                part["friction_slides"] = np.tile(slides, (int(own.sum()), 1)).astype(float)
            if self.bound.method.least_norm:
                self._share(part, times[own], states[own])
            for name, rows in part.items():
                found.setdefault(name, np.zeros((times.size, *rows.shape[1:])))[own] = rows
        return found if found else recover(times, states)

    def _friction(self, part: dict[str, Array], mode: Mode, times: Array, states: Array) -> dict[str, Array]:
        """Limits and utilisation of friction; where places hold one another, with the forces of all (`sharing.py`)."""
        sharing = Sharing(self.transition.writer, mode)
        if sharing.needed:
            found = sharing.shared(times, states)
            if "load" in part:
                rows = [self.F.load_numbers.place(dry.load) for dry in sharing.sharing if dry.load]
                found["load"] = part["load"].copy()
                found["load"][:, rows] = 0.0  # they are multipliers
            self.transition.writer.write(mode)
            return found
        limits = self._limits(times, states)
        force = np.abs(part["multiplier"][:, [dry.at[0] for dry in self.switching.frictions]])
        used = np.divide(force, limits, out=np.zeros_like(force), where=limits > 0.0)
        return {"friction_limit": limits, "friction_used": np.where(np.array(mode.directions) != 0.0, 1.0, used)}

    def _limits(self, times: Array, states: Array) -> Array:
        """The largest friction of each place at rest, in the states of one mode [N or N m]."""
        writer, F = self.transition.writer, self.F
        if not any(dry.load for dry in self.switching.frictions):
            return np.tile(writer.static_limits(), (times.size, 1))
        found, ydot = np.zeros((times.size, len(self.switching.frictions))), np.zeros(states.shape[1])
        for k, (t, y) in enumerate(zip(times, states)):
            in_time.rate(F)(float(t), np.ascontiguousarray(y), ydot, F.model)
            found[k] = writer.static_limits()
        return found

    def _share(self, part: dict[str, Array], times: Array, states: Array) -> None:
        """If rows that are on depend on one another, use multipliers of least norm."""
        F = self.F
        on = np.flatnonzero(~F.off_rows)
        if F.kept_rows.sum() == on.size:
            return
        for k, (t, y) in enumerate(zip(times, states)):
            J = F.jacobian(y[: F.nq], t, v=y[F.nq : F.nq + F.nv])[on]
            part["multiplier"][k, on] = np.linalg.lstsq(J.T, J.T @ part["multiplier"][k, on], rcond=1e-9)[0]

    def changes(self) -> list[dict[str, Any]]:
        """What events changed, for a run that goes on from a state of this one."""
        self.compiled.read()
        return by_name(self.switching, self.transition.writer, self.transition.modes)

    def notes(self) -> list[str]:
        """What a reader should know."""
        self.compiled.read()
        return list(self.log.notes.values())

    def table(self) -> list[dict[str, Any]]:
        """The events, in the order of time."""
        self.compiled.read()
        return self.log.table()


def _time(work: Work) -> float:
    from snodo.integrators.ode.kernels import state as slots

    return float(work.clock[slots.T])
