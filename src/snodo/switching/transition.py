"""From the modes and velocities before an event to those after it.

1  what the user's events do: rows open and close, numbers change, the run stops
2  latches that close: the motion across them stops at once          (`impact.py`)
3  impacts of contacts that approach, in turn until all part         (`impact.py`)
4  which of the places at rest hold                                  (`holding.py`, `resting.py`)
5  rows are switched, and the state is projected onto those that are on
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.constraint_methods import in_time
from snodo.errors import Problem
from snodo.integrators.ode.prepare import Work
from snodo.switching.dynamics import Dynamics, rows_left
from snodo.switching.guard_table import GuardTable, WatchedGuard
from snodo.switching.holding import Holding
from snodo.switching.impact import Contact, along, collide, lock
from snodo.switching.places import Dry, Latch, Place, Relief, Rub, Stop, Teeth
from snodo.switching.report import Log
from snodo.switching.rubbing import aim_at, jams, not_unique, release, slipping_together
from snodo.switching.switching import Mode, ModeWriter, Switching, Watched

if TYPE_CHECKING:
    from snodo.constraint_methods.bound import Bound

Array = np.ndarray
CLOSED = 1e-10
"""Gaps below this, relative to the natural size, are closed,"""
QUIET = 1e-6
"""and rebounds slower than this, relative to the largest speed so far, are not made."""
STILL = 1e-11
"""Speeds below this, relative to the largest so far, are zero."""
ENDED = 1e-9
"""Slips in space slower than this, relative to the largest speed so far, have ended where their guard is zero."""
NO_WAY = 1e-14
"""Speeds that move nothing by more than this, in natural sizes, in the whole run are zero too."""
PASSED = 1e-9
"""Teeth of a ratchet nearer than this, in pitches, have been passed."""
FITS = 1e-6
"""Rows of a latch that are open by more, relative to the natural size, do not fit."""
JAMS = 0.01
"""Where events cycle, a contact jams if friction takes all of its force but this part."""


class Transition:
    """Changes of modes along a run."""

    def __init__(self, bound: Bound, switching: Switching, guards: GuardTable, log: Log) -> None:
        self.bound, self.switching, self.guards, self.log = bound, switching, guards, log
        self.F = bound.formulation
        self.writer = ModeWriter(self.F, switching)
        self.writer.reset()
        self.holding = Holding(bound, switching, self.writer)
        self.modes: list[Mode] = []
        self.problem: Problem | None = None
        self.stopped = False
        self.fastest = 0.0
        self.row_scale, self.velocity_scale = self.F.row_scale, self.F.velocity_scale

    def make(self, work: Work, t: float, fired: list[WatchedGuard], events: list[Watched]) -> None:
        """New modes and velocities in the state of the work."""
        F = self.F
        q, v = work.y[: F.nq].copy(), work.y[F.nq : F.nq + F.nv].copy()
        F.set_numbers(F.numbers_in(work.y))
        dynamics = Dynamics(F, t, q, v)
        phi = F.constraints(q, t) if F.general_rows.any() else rows_left(F, "phi_at")
        self._measure_speeds(work, v)
        head = F.layout_places
        forces = F.model[head.lambda_at : head.lambda_at + head.rows].copy()
        self._closing: list[Latch] = []
        for watched in events:
            self._do(watched, t)
        self._must_fit(phi)
        self._pass_teeth(phi, fired, t)
        self._must_be_open(phi)
        self._note_soft(fired, dynamics.speeds(v), t)
        touching = [s for s in self.switching.stops if self._touches(s, phi, dynamics.speeds(v), fired)]
        self.loss, v = self._lock(dynamics, v, t)
        before, v = dynamics.speeds(v), self._impacts(dynamics, v, touching, t)
        self._rest(dynamics, v, touching, fired, forces)
        for stop in touching:
            self._note_rest(stop, float(before[stop.at[0]]), t)
        self._settle(work, dynamics, v, phi)

    def jammed(self, work: Work, t: float) -> Problem | None:
        """The contact whose friction pulls it in by nearly as much as its force pushes it out (Painlevé)."""
        F = self.F
        v = work.y[F.nq : F.nq + F.nv].copy()
        dynamics = Dynamics(F, t, work.y[: F.nq].copy(), v)
        speeds = dynamics.speeds(v)
        for rub in self.switching.frictions:
            if isinstance(rub, Rub) and rub.stop is not None and abs(rub.speed(speeds)) > self._still(rub.at[0]):
                C, _ = dynamics.compliance(np.array([*rub.stop.at, *rub.at]), self._bilateral())
                load = F.load_numbers.loads[F.load_numbers.place(rub.load)]
                pull = load.mu * float(C[0, 1:] @ speeds[rub.at]) / abs(rub.speed(speeds))
                if C[0, 0] - pull <= JAMS * C[0, 0]:
                    return jams(rub.stop)
        return None

    def _measure_speeds(self, work: Work, v: Array) -> None:
        """The largest speed so far, in natural sizes per second."""
        duration = max(float(work.plan.t_end - work.plan.t_start), 1e-300)
        own = float((np.abs(v) / self.velocity_scale).max(initial=0.0))
        self.fastest = max(self.fastest, self.guards.fastest(), own, NO_WAY / (100 * STILL * duration))

    def _still(self, row: int) -> float:
        """Speed of a row that counts as zero."""
        return 100 * STILL * self.fastest * float(self.row_scale[row])

    # ---------------------------------------------------------------- 1
    def _do(self, watched: Watched, t: float) -> None:
        """What the user's event does."""
        event = watched.event
        value = float(watched.condition.value)
        for action in event.actions:
            word = f"{action.kind} {action.target}".strip() if action.kind != "record" else "recorded"
            self.log.note(t, event.name, word, before=value, after=value)
            if action.kind == "stop":
                self.stopped = True
            elif action.kind in ("open", "close"):
                self._switch(action)
            elif action.kind == "set":
                self.writer.set_number(action.target, float(action.value))
            elif action.kind == "call":
                action.function(t)

    def _switch(self, action: Any) -> None:
        """Engage or release a clutch, open or close a latch."""
        closes = bool(action.kind == "close")
        for place in [*self.switching.frictions, *self.switching.stops]:
            if place.part.name == action.target:
                place.engaged = closes
        for latch in self.switching.latches:
            if latch.name == action.target and latch.on != closes:
                latch.on = closes
                if closes:
                    self._closing.append(latch)

    def _must_fit(self, phi: Array) -> None:
        """Refuse to close what is open and cannot hold any position."""
        for latch in self._closing:
            worst = max(latch.at, key=lambda row: abs(phi[row]) / self.row_scale[row])
            if not latch.captures and abs(phi[worst]) > FITS * self.row_scale[worst]:
                unit = self.F.row_units[worst]
                what = f"{latch.part.title} is told to close, but its row {self.F.row_names[worst]!r} is open by"
                remedy = "close it when its place is reached, or use a joint, which holds any position"
                self.problem = Problem(f"{what} {phi[worst]:.4g} {unit}".rstrip(), remedy, latch.part.where)

    def _must_be_open(self, phi: Array) -> None:
        """Refuse a start beyond a rigid stop, and a contact that an event closes there."""
        for stop in self.switching.stops:
            row, begins = stop.at[0], not self.modes or not self.modes[-1].engaged[self.switching.places.index(stop)]
            if begins and stop.engaged and not stop.one_way and phi[row] < -FITS * self.row_scale[row]:
                unit = self.F.row_units[row]
                what = f"the motion starts beyond the stop {stop.name!r}, by {-phi[row]:.4g} {unit}".rstrip()
                remedy = "start inside, move the stop, or make it compliant (stiffness)"
                self.problem = Problem(what, remedy, stop.part.where)

    def _pass_teeth(self, phi: Array, fired: list[WatchedGuard], t: float) -> None:
        """The pawls of ratchets drop behind the last tooth that has passed, at the start too."""
        for stop in self.switching.stops:
            drops = any(guard.owner is stop and guard.word == "tooth" for guard in fired)
            if isinstance(stop, Teeth) and (drops or not self.modes):
                passed = math.floor(phi[stop.at[0]] / stop.pitch + PASSED) * stop.pitch
                self.writer.shift(stop.at[0], -passed)
                phi[stop.at[0]] -= passed
                if drops:
                    self.log.note(t, stop.name, "tooth")

    def _note_soft(self, fired: list[WatchedGuard], speeds: Array, t: float) -> None:
        """Compliant stops that touch or part."""
        for guard in fired:
            if guard.word in ("touches", "parts"):
                speed = float(speeds[guard.owner.at[0]])
                self.log.note(t, guard.owner.name, guard.word, before=speed, after=speed)

    # ---------------------------------------------------------------- 2 and 3
    def _touches(self, stop: Stop, phi: Array, speeds: Array, fired: list[WatchedGuard]) -> bool:
        """Whether a contact is closed, or a freewheel stands still or turns backward."""
        row = stop.at[0]
        if stop.on or not stop.engaged:
            return stop.engaged
        if stop.one_way:
            located = any(guard.owner is stop for guard in fired)
            return located or bool(speeds[row] <= self._still(row))
        return bool(phi[row] <= CLOSED * self.row_scale[row])

    def _lock(self, dynamics: Dynamics, v: Array, t: float) -> tuple[float, Array]:
        """Latches that close stop the motion across them at once; returns the energy lost."""
        if not self._closing:
            return 0.0, v
        impact = lock(dynamics, v, self._bilateral())
        for latch in self._closing:
            size = float(np.linalg.norm(impact.impulse[latch.at]))
            self.log.note(t, latch.name, "closes", impulse=size, loss=impact.loss / len(self._closing))
        return impact.loss, impact.v

    def _bilateral(self) -> Array:
        """Rows that always hold."""
        own = np.ones(self.F.nc, bool)
        for place in self.switching.places:
            own[place.at] = isinstance(place, Latch) and place.on
        return np.flatnonzero(own)

    def _impacts(self, dynamics: Dynamics, v: Array, touching: list[Stop], t: float) -> Array:
        """Velocities after all impacts."""
        contacts = [self._contact(stop) for stop in touching]
        impact = collide(dynamics, v, self._bilateral(), contacts)
        speeds, after = dynamics.speeds(v), dynamics.speeds(impact.v)
        self._must_yield(touching, after)
        total = impact.impulse[[stop.at[0] for stop in touching]].sum()
        for stop, contact in zip(touching, contacts):
            p = float(impact.impulse[contact.row])
            if p > 0.0:
                numbers = {"before": float(speeds[contact.row]), "after": float(after[contact.row]), "impulse": p}
                numbers |= {"loss": impact.loss * p / total, "friction": along(impact.impulse[[*contact.slips]])}
                self.log.note(t, stop.name, "impact", **numbers)
        self.loss += impact.loss
        return impact.v

    def _contact(self, stop: Stop) -> Contact:
        """A contact as impacts see it."""
        row = stop.at[0]
        quiet, still = QUIET * self.fastest * float(self.row_scale[row]), 0.01 * self._still(row)
        rub = next((x for x in self.switching.frictions if isinstance(x, Rub) and x.stop is stop), None)
        if rub is None:
            together = getattr(stop.part, "impacts", "") == "together"
            return Contact(row, stop.restitution, quiet, still, together=together)
        load = self.F.load_numbers.loads[self.F.load_numbers.place(rub.load)]
        by = load.part.restitution_by
        return Contact(row, stop.restitution, quiet, still, tuple(rub.at), load.mu, load.static, by)

    def _must_yield(self, touching: list[Stop], speeds: Array) -> None:
        """Refuse to go through a stop."""
        for stop in touching:
            if speeds[stop.at[0]] < -self._still(stop.at[0]):
                what = f"the stop {stop.name!r} is reached, but the joints and drivers impose the motion there"
                remedy = "replace a driver by a force, or make the stop compliant (stiffness)"
                self.problem = Problem(what, remedy, stop.part.where)

    def _note_rest(self, stop: Stop, speed: float, t: float) -> None:
        """A touch that hardly approaches; how much bouncing a stop that rests leaves out: 2 e v/(a (1 − e)) in all."""
        e, v, a = stop.restitution, abs(min(speed, 0.0)), stop.pressed
        slow = QUIET * self.fastest * float(self.F.row_scale[stop.at[0]])
        if not stop.on and self._still(stop.at[0]) < v <= slow:
            unit = self.F.row_units[stop.at[0]]
            self.log.notes[stop.name] = f"{stop.name} touches with {v:.1e} {unit}/s at {t:.6g} s"
        rested = bool(self.modes) and self.modes[-1].on[self.switching.places.index(stop)]
        if stop.on and not rested and 0.0 < e < 1.0 and v > 0.0 and a > 0.0:
            left = 1.05 * 2.0 * e * v / (a * (1.0 - e))  # not less when rounded
            self.log.notes[stop.name] = f"{stop.name} rests from {t:.6g} s; at most {left:.1e} s of bouncing left out"

    # ---------------------------------------------------------------- 4
    def _rest(
        self, dynamics: Dynamics, v: Array, touching: list[Stop], fired: list[WatchedGuard], forces: Array
    ) -> None:
        """Decide which contacts carry and which friction sticks."""
        speeds = dynamics.speeds(v)
        parted = {guard.owner.name for guard in fired if guard.word == "force"}
        quiet = [s for s in touching if abs(speeds[s.at[0]]) <= self._still(s.at[0]) and s.name not in parted]
        was = {place.name: _words(place) for place in self.switching.places}
        slipping = self._slipping(fired, forces)
        if slipping:  # it stood still, up to rounding, unless it was struck at this instant
            own = dynamics.speeds(dynamics.v)
            kept = {x.name for x in self.switching.frictions if self._as_before(x, own, speeds)}
            slipping = {name: way for name, way in slipping.items() if name in kept}
        held = [dry for dry in self.switching.frictions if self._may_hold(dry, speeds, quiet, fired, slipping)]
        at = Dynamics(self.F, dynamics.t, dynamics.q, v, dynamics)
        self.problem = self.holding.decide(at, self._bilateral(), quiet, held) or self.problem
        if held:
            self.holding.mark(at, self._bilateral(), [*held, *(self.friction(name) for name in slipping)])
        for stop in self.switching.stops:
            if stop not in quiet:
                stop.on = False
        release(self.switching.frictions)
        self._note_changes(was, dynamics.t)

    def _may_hold(
        self, dry: Dry, speeds: Array, quiet: list[Stop], fired: list[WatchedGuard], slipping: dict[str, float]
    ) -> bool:
        """Whether friction is at rest, and may hold; if not, its direction is set."""
        speed, still = dry.speed(speeds), self._still(dry.at[0])
        dry.on, dry.direction, dry.still = False, 0.0, False
        located = max(still, self._located(dry, fired))
        if isinstance(dry, Rub):
            dry.engaged = dry.stop in quiet
            aim_at(dry, speeds, located)
        if dry.name in slipping:
            dry.direction = slipping[dry.name]
        elif dry.engaged and abs(speed) <= located:
            return True
        elif dry.engaged:
            dry.direction = float(np.sign(speed))
        return False

    def _as_before(self, dry: Dry, before: Array, after: Array) -> bool:
        """Whether impacts have left a friction its speed."""
        return abs(dry.speed(after) - dry.speed(before)) <= self._still(dry.at[0])

    def _slipping(self, fired: list[WatchedGuard], forces: Array) -> dict[str, float]:
        """Friction that has reached its static limit, with the direction in which it slips."""
        found: dict[str, float] = {}
        for guard in fired:
            if guard.word == "cone":
                found |= slipping_together(guard.owner, self.switching.frictions, forces)
            if guard.word in ("forward", "backward"):
                found[guard.owner.name] = 1.0 if forces[guard.owner.at[0]] > 0.0 else -1.0
        return found

    def _located(self, dry: Dry, fired: list[WatchedGuard]) -> float:
        """Speed that counts as zero because the guard was located there."""
        mine = [guard for guard in fired if guard.owner is dry and guard.word == "speed"]
        if mine and len(dry.at) == 2:
            return max(4.0 * abs(mine[0].record.there), ENDED * self.fastest * float(self.row_scale[dry.at[0]]))
        return max((abs(guard.record.there) * 1.001 for guard in mine), default=0.0)

    def friction(self, name: str) -> Dry:
        """The friction of a name."""
        return next(dry for dry in self.switching.frictions if dry.name == name)

    def _note_changes(self, was: dict[str, str], t: float) -> None:
        """Stops that rest or part, friction that sticks or slips; friction at the start is not an event."""
        for place in self.switching.places:
            now = _words(place)
            ended = isinstance(place, Rub) and not place.engaged  # the contact parts, which is another line
            if now != was[place.name] and not ended and (self.modes or isinstance(place, Stop)):
                self.log.note(t, getattr(place, "called", place.name), now.split(",")[0])

    def rewind(self, t: float) -> None:
        """Back to the modes of an earlier time."""
        later = [mode for mode in self.modes if mode.time > t]
        if later:
            self.modes = [mode for mode in self.modes if mode.time <= t] or self.modes[:1]
            self.writer.put_back(self.modes[-1])

    # ---------------------------------------------------------------- 5
    def _settle(self, work: Work, dynamics: Dynamics, v: Array, phi: Array) -> None:
        """Switch the rows and project the state onto those that are on."""
        from snodo.integrators.ode.kernels import state as slots

        F, t = self.F, dynamics.t
        held = [] if self.modes else [latch for latch in self.switching.latches if latch.captures]
        for place in [*self.switching.frictions, *self._closing, *held]:
            if place.on:
                self.writer.capture(place, phi)
        self.writer.switch(dynamics.q, v, t)
        self.problem = self.problem or not_unique(self.switching.frictions, F.kept_rows)
        work.y[F.nq : F.nq + F.nv] = lock(dynamics, v, np.flatnonzero(F.kept_rows)).v
        if len(self.bound.extra_works):
            work.y[-1] -= self.loss
        status = in_time.project(F)(t, work.y, F.model, float(work.clock[slots.CLOSE_TO]))
        if status < 0:
            problem = F.failure(-status, t)
            self.problem = Problem(f"the state after an event cannot be closed: {problem.what}", problem.remedy)
        self.modes.append(self.writer.written(t))


def _words(place: Place) -> str:
    """What a place does, in words."""
    if isinstance(place, Stop):
        return "rests" if place.on else "parts"
    if isinstance(place, Relief):
        return (
            "relief closes" if place.still else f"relief opens, {place.direction:g}" if place.direction else "is free"
        )
    if isinstance(place, Dry):
        return "sticks" if place.still else f"slips, {place.direction:g}" if place.direction else "is free"
    return ""
