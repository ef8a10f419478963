"""The Python side of what compiled code does at events (`kernels/happening.py`): its numbers, written and read.

Compiled code changes modes in the model and writes lines and modes into tables.  `read` brings the places, the log and
the list of modes up to date; `write` tells compiled code what Python has done.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.integrators.ode.prepare import Work
from snodo.math.kernels.record_layout import PythonTable, column, hints, packed, size
from snodo.switching.entries import KERNELS
from snodo.switching.guard_table import GuardTable
from snodo.switching.kernels import modes as at
from snodo.switching.places import Dry, Place, Rub, Stop
from snodo.switching.report import Happened
from snodo.switching.switching import Mode, Watched, aim_of, constant_at
from snodo.switching.transition import Transition

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

Array = np.ndarray
MOST = 500
"""Events between two calls of Python."""
WORDS = {"gap": 0, "force": 1, "speed": 2, "forward": 3, "backward": 3, "touches": 4, "parts": 5, "event": 6}
"""What guards are about, see `kernels/modes.py`,"""
LEFT_TO_PYTHON = 7
"""and all others."""
AS_STOP, AS_FRICTION = {0: "parts", 1: "rests"}, {0: "is free", 1: "sticks", 2: "slips", -2: "slips"}
"""What places have become."""


class CompiledModes:
    """The numbers of the compiled side of a run."""

    def __init__(self, transition: Transition, guards: GuardTable) -> None:
        self.transition, self.guards, self.switching = transition, guards, transition.switching
        self.F: Formulation = transition.F
        self.places = self.switching.places
        self.numbers = np.zeros(0)
        self.head: Any = None
        self.spots: dict[str, Array] = {}

    # ---------------------------------------------------------------- making
    def connect(self, work: Work) -> None:
        """Give the loop the address of what handles events, with numbers for the guards of this work."""
        from snodo.integrators.ode.kernels import state as slots

        if self.F.general_rows.any():
            return  # their Jacobian jumps with the velocities
        place = work.guards.ctypes.data
        if self.head is not None and work.count[slots.HANDLER] and self.head.guards == place:
            return
        if self.head is None:
            self._make(work)
            self.head = PythonTable(at.Modes, self.numbers, 0)[0]
            self.write()
        self.head.guards = place
        work.count[slots.HANDLER] = KERNELS.happening.address
        work.count[slots.OWN] = self.numbers.ctypes.data

    def disconnect(self, work: Work) -> None:
        """Let Python handle all events."""
        from snodo.integrators.ode.kernels import state as slots

        work.count[slots.HANDLER] = 0

    def _make(self, work: Work) -> None:
        F, writer = self.F, self.transition.writer
        spots = packed(at.Spot, [self._spot(place) for place in self.places]) if self.places else np.zeros(0)
        pairs = np.array([pair for laws in writer.directions_at for pair in laws], float).ravel()
        captured = np.array([constant_at(F, row) for row in writer.captured], float).ravel()
        rows, state, n = F.layout_places.rows, work.y.size, len(self.places)
        width, lines = 2 + rows + len(writer.captured) + 3 * n, MOST * (3 + 2 * n) + 2 * len(self.guards.guards)
        parts = [spots, self._owners(), F.row_scale, F.velocity_scale, pairs, captured]
        parts += [np.zeros(at.LINE * lines), np.zeros(width * MOST), np.zeros(width + state + 2 * rows)]
        first = size(at.Modes)
        starts = [int(x) for x in first + np.cumsum([0, *(part.size for part in parts)])]
        words = ("spot_at", "owner_at", "row_size_at", "speed_size_at", "law_at", "captured_at", "line_at", "mode_at")
        numbers: dict[str, Any] = dict.fromkeys(at.Modes._fields, 0)
        numbers |= {"state": state, "spots": n, "captured": len(writer.captured), "most_lines": lines}
        numbers |= {"most_modes": MOST, "width": width, "fastest": 0.0, "last": -np.inf}
        numbers |= dict(zip((*words, "saved_at"), starts))
        self.numbers = np.concatenate([packed(at.Modes, [at.Modes(**numbers)]).ravel(), *(p.ravel() for p in parts)])
        for word, kind in hints(at.Spot).items():
            own = column(at.Spot, word, self.numbers, first, n)[:, 0] if n else np.zeros(0)
            self.spots[word] = own.view(np.int64) if kind is int else own
        self._line_at, self._mode_at, self._width = numbers["line_at"], numbers["mode_at"], width

    def _owners(self) -> Array:
        """The place of each guard, −1 for none, and what it is about."""
        found = np.full((len(self.guards.guards), 2), -1.0)
        for k, guard in enumerate(self.guards):
            own = [j for j, place in enumerate(self.places) if place is guard.owner]
            found[k] = own[0] if own else -1, WORDS.get(guard.word, LEFT_TO_PYTHON)
        return found

    def _spot(self, place: Place) -> Any:
        numbers: dict[str, Any] = dict.fromkeys(at.Spot._fields, 0)
        numbers |= {"kind": at.OTHER, "row": place.at[0] if place.at else 0, "load": -1, "direction": 0.0}
        frictions = self.switching.frictions
        if isinstance(place, Stop):
            rubs = any(isinstance(x, Rub) and x.stop is place for x in frictions)
            numbers |= {"kind": at.STOP, "restitution": place.restitution, "one_way": int(place.one_way)}
            numbers["rubs"] = int(rubs) if type(place) is Stop else 2  # teeth move
        if isinstance(place, Dry):
            laws, k = self.transition.writer.directions_at, frictions.index(place)
            special = type(place) is not Dry or place.part.name not in self.F.mechanism.forces
            numbers |= {"kind": at.DRY, "rubs": 2 * special, "static": place.static}
            numbers |= {"first_law": sum(len(x) for x in laws[:k]), "laws": len(laws[k])}
            numbers |= dict(zip(("constant_at", "constant_sign"), constant_at(self.F, place.at[0])))
            if place.load:
                numbers["load"] = self.F.load_numbers.place(place.load)
                numbers["static"] = self.F.load_numbers.loads[numbers["load"]].static
        return at.Spot(**numbers)

    # ---------------------------------------------------------------- along the run
    def write(self) -> None:
        """Tell compiled code the modes as they are."""
        if self.head is None:
            return
        spots, transition = self.spots, self.transition
        for j, place in enumerate(self.places):
            spots["on"][j], spots["engaged"][j] = place.on, place.engaged
            if isinstance(place, Dry):
                spots["direction"][j], spots["still"][j] = place.direction, place.still
        self.head.fastest, self.head.last = transition.fastest, transition.log.last

    def read(self) -> None:
        """What has happened since the last call."""
        if self.head is None or not (self.head.lines or self.head.modes):
            return
        head, transition = self.head, self.transition
        lines, modes = int(head.lines), int(head.modes)
        table = self.numbers[self._line_at : self._line_at + at.LINE * lines].reshape(-1, at.LINE).tolist()
        transition.log.happened += [self._happened(*line) for line in table]
        if modes:
            self._add_modes(self.numbers[self._mode_at : self._mode_at + self._width * modes].reshape(modes, -1).copy())
        transition.fastest = float(head.fastest)
        transition.log.last, transition.log.at_once = float(head.last), 0
        head.lines = head.modes = 0

    def _happened(self, t: float, kind: float, which: float, *numbers: float) -> Happened:
        """A line of the table in words."""
        k, (before, after, impulse, loss) = int(which), numbers
        if kind == at.IMPACT:
            return Happened(t, self.places[k].name, "impact", before, after, impulse, loss)
        if kind == at.BECAME:
            place = self.places[k]
            words = AS_STOP if isinstance(place, Stop) else AS_FRICTION
            return Happened(t, getattr(place, "called", place.name), words[int(before)])
        if kind == at.RECORDED:
            watched: Watched = self.guards[k].owner
            value = float(watched.condition.value)
            return Happened(t, watched.event.name, "recorded", value, value)
        return Happened(t, self.guards[k].owner.name, self.guards[k].word, before, after)

    def _add_modes(self, rows: Array) -> None:
        """More modes, and the places as they are in the last one."""
        known, transition = self.transition.modes[-1], self.transition
        n, captured = self.F.layout_places.rows, len(transition.writer.captured)
        switch = np.array([isinstance(place, (Stop, Dry)) for place in self.places])
        frictions = [self.places.index(friction) for friction in self.switching.frictions]
        places = rows[:, 2 + n + captured :].reshape(rows.shape[0], -1, 3)
        on = np.where(switch, places[:, :, 0] != 0.0, np.array(known.on, bool)).tolist()
        directions, aims = places[:, frictions, 1], np.array([aim_of(x) for x in self.switching.frictions])
        still = (places[:, frictions, 2] != 0.0).tolist()
        for row, held, along, rests in zip(rows, on, directions, still):
            mask, constants = row[2 : 2 + n], row[2 + n : 2 + n + captured]
            numbers = (mask, constants, along, known.numbers, float(row[1]))
            transition.modes.append(Mode(float(row[0]), *numbers, tuple(held), known.engaged, aims, tuple(rests)))
        for place, own, (_, direction, still) in zip(self.places, on[-1], places[-1].tolist()):
            if isinstance(place, (Stop, Dry)):
                place.on = own
            if isinstance(place, Dry):
                place.direction, place.still = direction, bool(still)
