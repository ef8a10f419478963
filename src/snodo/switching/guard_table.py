"""The guards of a run: one or two for each place that can switch, and for each condition of an event.

| owner | guard | watched |
|---|---|---|
| stop, contact | its gap; of a freewheel, its speed | while it is open |
| | its force | while it carries |
| ratchet | also its way to the next tooth | while it is open |
| dry friction | its speed along the direction of sliding | while it slides |
| | static limit − force, static limit + force | while it sticks |
| friction of a contact | its slip; its static limit − the length of its force | while it slides; while it sticks |
| compliant stop | its gap, and the opposite | always |
| event | what it waits for; of a force, also whether it is resolved, once it has been positive | always |
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from snodo.integrators.ode.prepare import Work
from snodo.math.kernels.record_layout import PythonTable, column, hints, size
from snodo.mechanism.event_words import CROSSINGS
from snodo.switching.entries import KERNELS
from snodo.switching.places import Dry, Rub, Stop, Teeth
from snodo.switching.switching import Switching, Watched, number_at

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

ZERO = 1e-13
"""Guards below this, relative to their natural size, are zero."""
EPS = 2.0**-52
MOST_FIELDS = 16
"""Fields of a header that differ between all rows and some of them (`formulations/first_rows.py`)."""
Array = np.ndarray
BY_FORCE = ("force", "forward", "backward", "cone")
"""Guards that forces decide."""


@dataclass
class WatchedGuard:
    """A guard: the place or the user's event it belongs to, what it says, and its record in the table."""

    owner: Any
    word: str
    record: Any


class Spec(NamedTuple):
    """What a guard is made of: g = sign · quantity + offset."""

    owner: Any
    word: str
    kind: int
    row: int
    sign: float
    offset: float = 0.0
    acts: bool = True
    group: int = 0
    standing: int = 0
    place: int = 0


class GuardTable:
    """The guards of a run."""

    def __init__(self, F: Formulation, switching: Switching) -> None:
        self.F, self.switching = F, switching
        self.guards: list[WatchedGuard] = []
        self._exchanged: tuple[Array, Array | None] | None = None
        self.columns: dict[str, np.ndarray] = {}
        """The fields of all records, as views."""
        self._row_sizes = np.zeros(0)

    def __iter__(self) -> Iterator[WatchedGuard]:
        return iter(self.guards)

    def __getitem__(self, k: int) -> WatchedGuard:
        return self.guards[k]

    # ---------------------------------------------------------------- making
    def make(self, work: Work) -> None:
        """Put the table of guards, and the address of what evaluates them, into the work of a run."""
        from snodo.integrators.ode.kernels import state as slots
        from snodo.integrators.ode.kernels.guards import FIRST, Guard

        specs = list(self._specs())
        n, state = len(specs), work.y.size
        work.guards = np.zeros(FIRST + n * size(Guard) + state + 1 + 3 * MOST_FIELDS)
        work.guards[:2] = n, state
        table = PythonTable(Guard, work.guards, FIRST)
        self.guards = []
        for k, spec in enumerate(specs):
            record = table[k]
            record.place = spec.place or self._load_of(spec.owner)
            record.kind, record.row, record.sign, record.offset = spec.kind, spec.row, spec.sign, spec.offset
            record.acts, record.by_force, record.recorded = int(spec.acts), int(spec.word in BY_FORCE), -np.inf
            record.must = int(spec.word in ("gap", "speed"))
            record.group, record.standing = spec.group, spec.standing
            record.tolerance = ZERO * self._size_of(spec)
            self.guards.append(WatchedGuard(spec.owner, spec.word, record))
        self._look_at(work.guards)
        work.plan = work.plan._replace(guards=KERNELS.guard_values.address)
        work.count[slots.WATCHED] = n

    def _look_at(self, numbers: np.ndarray) -> None:
        """The columns of the table, and the sizes of the rows that its guards watch; infinite for those of no row."""
        from snodo.integrators.ode.kernels.guards import FIRST, Guard
        from snodo.switching.kernels.guard_values import FORMULA, TIME

        for word, kind in hints(Guard).items():
            own = column(Guard, word, numbers, FIRST, len(self.guards))[:, 0]
            self.columns[word] = own.view(np.int64) if kind is int else own
        of_rows = ~np.isin(self.columns["kind"], (TIME, FORMULA))
        self._row_sizes = np.full(len(self.guards), np.inf)
        self._row_sizes[of_rows] = self.F.row_scale[self.columns["row"][of_rows]]

    def _load_of(self, owner: Any) -> int:
        return int(self.F.load_numbers.place(owner.load)) if isinstance(owner, Dry) and owner.load else 0

    def _size_of(self, spec: Spec) -> float:
        from snodo.switching.kernels.guard_values import CARRIED, CONE, FORCE, FORMULA, LOAD, TIME

        if spec.kind == TIME:
            return 1e-3
        if spec.kind in (FORMULA, CARRIED):
            return max(1.0, abs(spec.offset))
        return 1.0 if spec.kind in (FORCE, LOAD, CONE) else float(self.F.row_scale[spec.row])

    def _specs(self) -> Iterator[Spec]:
        from snodo.switching.kernels.guard_values import FORCE, POSITION, SPEED

        for stop in self.switching.stops:
            yield Spec(stop, "gap", SPEED if stop.one_way else POSITION, stop.at[0], 1.0)
            yield Spec(stop, "force", FORCE, stop.at[0], -1.0)
            if isinstance(stop, Teeth):
                yield Spec(stop, "tooth", POSITION, stop.at[0], -1.0, stop.pitch)
        for dry in self.switching.frictions:
            yield from self._of_friction(dry)
        for soft in self.switching.soft:
            yield Spec(soft, "touches", POSITION, soft.at[0], 1.0)
            yield Spec(soft, "parts", POSITION, soft.at[0], -1.0)
        for watched in self.switching.events:
            yield from self._of_event(watched)

    def _of_friction(self, dry: Dry) -> Iterator[Spec]:
        from snodo.switching.kernels.guard_values import CONE, FORCE, LOAD, SLIP, SPEED

        if isinstance(dry, Rub):
            yield Spec(dry, "speed", SLIP if len(dry.at) == 2 else SPEED, dry.at[0], 1.0)
            yield Spec(dry, "cone", CONE, dry.at[0], 1.0)
            return
        kind, limit = FORCE, dry.static
        if dry.load:
            kind, limit = LOAD, self.F.load_numbers.loads[self._load_of(dry)].static
        yield Spec(dry, "speed", SPEED, dry.at[0], 1.0)
        yield Spec(dry, "forward", kind, dry.at[0], -1.0, limit)
        yield Spec(dry, "backward", kind, dry.at[0], 1.0, limit)

    def _of_event(self, watched: Watched) -> Iterator[Spec]:
        from snodo.switching.kernels.guard_values import CARRIED, FORMULA, POSITION, SPEED, TIME

        event, relation = watched.event, watched.condition.relation
        acts = any(action.kind != "record" for action in event.actions)
        group = [other.event for other in self.switching.events].index(event)
        fires = not any(other.relation in CROSSINGS for other in event.conditions)
        standing = (2 if fires else 1) if relation not in CROSSINGS else 0
        value, place = float(watched.condition.value), 0
        sign = -1.0 if relation in ("rises", "above") else 1.0
        if watched.carried:
            kind, row, offset, place = CARRIED, self._row_of(watched.carried), -sign * value, self._given(watched)
        elif watched.key:
            kind, row, offset = FORMULA, self.F.builder.reading_places[watched.key], -sign * value
        elif watched.place is None:
            sign = -1.0 if relation == "below" else 1.0
            yield Spec(watched, "event", TIME, 0, sign, sign * value, acts, group, standing)
            return
        else:
            row, speed = watched.place.at[0], watched.place.speed
            kind, offset = (SPEED, -sign * value) if speed else (POSITION, 0.0)
        yield Spec(watched, "event", kind, row, sign, offset, acts, group, standing, place)
        if relation == "passes":
            yield Spec(watched, "event", kind, row, -sign, -offset, acts, group, standing, place)

    def _row_of(self, part: str) -> int:
        """The row whose multiplier is the force of a driver or cylinder."""
        return int(self.F.row_parts.index(part))

    def _given(self, watched: Watched) -> int:
        """Where the number is that a cylinder pushes with besides what holds it; 0: there is none."""
        part = self.F.mechanism.forces.get(watched.carried)
        return 0 if getattr(part, "force", None) is None else number_at(self.F, watched.carried)

    # ---------------------------------------------------------------- along the run
    def exchange(self, work: Work, places: Array, now: Array | None, to_read: Array) -> None:
        """Fields of the model's header that guards change to read all rows; now None: they need not."""
        if self._exchanged is not None and self._exchanged[0] is work.guards and self._exchanged[1] is now:
            return
        self._exchanged = work.guards, now
        table = work.guards[-1 - 3 * MOST_FIELDS :]
        table[0] = 0.0 if now is None else places.size
        if now is not None:
            for k, values in enumerate((places, to_read, now)):
                table[1 + k : 1 + 3 * places.size : 3] = values

    def arm(self, work: Work, fired: Sequence[WatchedGuard] = ()) -> None:
        """Which guards are watched in the current modes, and their values at the beginning of the next step.

        Those that have just fired do not fire again before they have been positive.
        """
        from snodo.integrators.ode.kernels import state as slots
        from snodo.integrators.ode.kernels.stages import BY_FORCE as FORCES

        columns = self.columns
        active, sign = columns["active"], columns["sign"]
        for k, guard in enumerate(self.guards):
            owner = guard.owner
            if isinstance(owner, Stop):
                active[k] = owner.engaged and owner.on == (guard.word == "force")
            elif isinstance(owner, Dry):
                active[k] = owner.engaged and owner.on == (guard.word != "speed")
                if guard.word == "speed":
                    sign[k] = owner.direction
            else:
                active[k] = 1
        work.guards[FORCES] = bool(((active != 0) & (columns["by_force"] != 0)).any())
        h = max(float(work.clock[slots.H]), 1e-12)
        KERNELS.guards_at(float(work.clock[slots.T]), h, self.F.model, work.y, work.W[0], work.guards)
        columns["here"][:], columns["falls"][:] = columns["there"], columns["falling"]
        for guard in self.guards:
            if isinstance(guard.owner, Watched) and guard.owner.carried:
                guard.record.by_force = int(guard.record.here > guard.record.tolerance and guard not in fired)
        for guard in fired:
            if _is_zero(guard.record, float(work.clock[slots.T])):
                guard.record.here = 0.0
        work.clock[slots.SEEK], work.count[slots.SOUGHT], work.count[slots.TRIES] = np.inf, slots.NOBODY, 0

    def fired(self, sought: int, t: float) -> list[WatchedGuard]:
        """The guard that was located, and those that are zero at the same instant."""
        found = [self.guards[sought]] if sought >= 0 else []
        of = self.columns
        there, falling = of["there"], of["falling"]
        zero = np.abs(there) <= np.maximum(10 * of["tolerance"], 8 * EPS * np.abs(t * falling))
        watched = (of["active"] != 0) & (of["acts"] != 0) & (of["standing"] != 1)
        return found + [self.guards[k] for k in np.flatnonzero(watched & (falling < 0.0) & zero) if k != sought]

    def fastest(self) -> float:
        """The largest rate of the rows that guards watch so far, in natural sizes per second."""
        return float((self.columns["fastest"] / self._row_sizes).max(initial=0.0))

    def recorded(self) -> Iterator[tuple[float, Watched]]:
        """Times and conditions of events that are only recorded, found since the last call."""
        if not self.guards:
            return
        recorded = self.columns["recorded"]
        for k in np.flatnonzero(np.isfinite(recorded)):
            if self.guards[k].word == "event":
                yield float(recorded[k]), self.guards[k].owner
                recorded[k] = -np.inf


def _is_zero(g: Any, t: float) -> bool:
    """Whether a guard is zero to rounding at the time t."""
    return bool(abs(g.there) <= max(10 * g.tolerance, 8 * EPS * abs(t * g.falling)))
