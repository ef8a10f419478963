"""A formulation with the rows of everything that switches, and its modes written into the model."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from snodo.constraint_methods.redundancy import SINGULAR, WORN
from snodo.errors import Problem, UnsupportedError
from snodo.formulations.bind import bind
from snodo.formulations.connected import FACTORS
from snodo.formulations.parts.switched import SWITCHED, LatchRows, Switched
from snodo.formulations.pivots import forget_row_sizes, remember_row_sizes
from snodo.formulations.rank import LARGEST, independent_rows_of
from snodo.math.kernels.record_layout import PythonTable, hints
from snodo.math.kernels.record_layout import place as number_of
from snodo.mechanism.checks.measures import carried_quantity
from snodo.mechanism.functions.functions import Constant
from snodo.mechanism.laws import ZERO
from snodo.mechanism.mechanism import Mechanism
from snodo.mechanism.states import by_formula
from snodo.switching.places import (
    Dry,
    Latch,
    Measured,
    Place,
    Rub,
    Slip,
    Soft,
    Stop,
    Teeth,
    frictions_of,
    latches_of,
    measured,
    rubs_of,
    soft_of,
    stops_of,
)

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

Array = np.ndarray


AS_GOOD, CLEARLY = 0.1, 1e-6
"""Rows that were kept before are kept again if their smallest pivot is above this part of what it was, and this."""


@dataclass(frozen=True, eq=False)
class Watched:
    """An event of the user: when a quantity reaches its value, and what is done then."""

    event: Any
    condition: Any
    place: Measured | None
    """None: a time, or a state, signal or output,"""
    key: str = ""
    """the formula of which has this key (`formulations/parts/numbers.py`),"""
    carried: str = ""
    """or the force of this part."""


class Switching:
    """Everything that switches in a mechanism; empty (false) if nothing does."""

    def __init__(self, mechanism: Mechanism) -> None:
        self.mechanism = mechanism
        self.stops: list[Stop] = list(stops_of(mechanism))
        self.frictions: list[Dry] = [*frictions_of(mechanism), *rubs_of(mechanism, self.stops)]
        self.soft: list[Soft] = list(soft_of(mechanism))
        self.latches: list[Latch] = list(latches_of(mechanism))
        self.events: list[Watched] = []
        for event in getattr(mechanism, "events", {}).values():
            for k, condition in enumerate(event.conditions):
                plain = by_formula(condition.measure, mechanism)
                timed = condition.measure == "t"
                force = condition.measure.rpartition(".")[0] if carried_quantity(condition.measure, mechanism) else ""
                place = None if timed or plain or force else measured(mechanism, event, k, condition)
                self.events.append(Watched(event, condition, place, f"{event.name}.{k}" if plain else "", force))

        self._must_switch_rigid_contacts()
        for name in _set_by_events(self):
            _give_its_own_number(mechanism, name)

    def _must_switch_rigid_contacts(self) -> None:
        """Compliant contacts are forces, which events do not open or close."""
        for event in self.mechanism.events.values():
            for action in event.actions:
                contact = self.mechanism.contacts.get(action.target) if action.kind in ("open", "close") else None
                if contact is not None and not contact.rigid:
                    what = f"{event.title} is to {action.kind} {contact.title}, which is compliant"
                    raise UnsupportedError(Problem(what, "make it rigid: restitution without stiffness", event.where))

    def __bool__(self) -> bool:
        return bool(self.rigid or self.soft)

    @property
    def rigid(self) -> bool:
        """Whether rows are switched, or events wait for something: compliant stops alone are forces."""
        return bool(self.stops or self.frictions or self.latches or self.events)

    @property
    def places(self) -> list[Place]:
        """All of them, in the order of their rows."""
        waits = [watched.place for watched in self.events if watched.place is not None]
        return [*self.stops, *self.frictions, *self.latches, *self.soft, *waits]

    @property
    def least_rows(self) -> int:
        """How many of the first rows are needed even if they are off: along those of friction in contacts it acts."""
        return 1 + max(
            (row for friction in self.frictions if isinstance(friction, Rub) for row in friction.at), default=-1
        )

    def bind(self, formulation: str) -> Formulation:
        """The formulation with all rows, which are off."""
        if formulation == "spatial_euler":
            what = f"mechanism {self.mechanism.name!r} has stops, contacts, dry friction or events, and velocities ṗ"
            raise UnsupportedError(
                Problem(f"{what} have no mass matrix that could be solved", "use formulation spatial")
            )
        rows: list[Switched] = []
        for place in self.places:
            rows += [LatchRows(place.part)] if isinstance(place, Latch) else place.rows
        token = SWITCHED.set(tuple(rows))
        try:
            F = bind(self.mechanism, formulation)
        finally:
            SWITCHED.reset(token)
        if F.nc > LARGEST:
            what = f"mechanism {self.mechanism.name!r} has {F.nc} constraint rows, and stops, events or dry friction"
            raise UnsupportedError(Problem(what, f"at most {LARGEST} rows are possible with them"))
        self.found_in(F)
        return F

    def found_in(self, F: Formulation) -> None:
        """Find the rows in a formulation that has them."""
        F.kept["switches"] = True
        number = {name: k for k, name in enumerate(F.row_names)}
        for place in self.places:
            place.at = [number[row.name] for row in place.rows]
            if isinstance(place, Latch):
                own = {name for other in self.places for name in (row.name for row in other.rows)}
                rows = zip(F.row_names, F.row_parts)
                place.at = [k for k, (row, part) in enumerate(rows) if part == place.name and row not in own]
            if isinstance(place, Measured | Slip):
                place.rows[0].quantity(F.builder)  # finds out whether it is a speed, or what it carries
        F.switch_rows(np.isin(np.arange(F.nc), [row for place in self.places for row in place.at]))


def mode_writer(F: Formulation) -> ModeWriter:
    """What writes modes into a formulation that has the rows of everything that switches: that of its run, if any."""
    if "mode writer" not in F.kept:
        switching = Switching(F.mechanism)
        switching.found_in(F)
        F.kept["mode writer"] = ModeWriter(F, switching)
    found: ModeWriter = F.kept["mode writer"]
    return found


def switches(F: Formulation) -> bool:
    """Whether a formulation has the rows of everything that switches; events that wait for times alone have none."""
    return bool(F.kept.get("switches", False))


def switched_formulation(mechanism: Mechanism, word: str) -> Formulation:
    """The formulation of a run: with the rows of everything that switches, if anything does."""
    switching = Switching(mechanism)
    return switching.bind(word) if switching else bind(mechanism, word)


# ---------------------------------------------------------------- modes in the model
class Mode(NamedTuple):
    """What switches, from a time on: the mask of the rows, constants of rows, and directions of friction."""

    time: float
    mask: Array
    constants: Array
    directions: Array
    numbers: Array
    """Numbers that events set."""
    least_pivot: float
    on: tuple[bool, ...]
    """Whether the rows of each place are on,"""
    engaged: tuple[bool, ...]
    """and whether each can act."""
    aims: Array
    """Directions of friction in space."""
    still: tuple[bool, ...] = ()
    """Whether each friction sticks."""


class ModeWriter:
    """Writes modes into the model of a formulation."""

    def __init__(self, F: Formulation, switching: Switching) -> None:
        self.F, self.switching = F, switching
        F.connect()
        self.directions_at = [
            [(direction_at(F, name, k), sign) for name, k, sign in friction.laws] for friction in switching.frictions
        ]
        """Where the model has the directions of friction, with their signs."""
        holding: list[Place] = [*switching.frictions, *(latch for latch in switching.latches if latch.captures)]
        holding += [stop for stop in switching.stops if isinstance(stop, Teeth)]
        self.captured = [row for place in holding for row in place.at]
        """Rows that hold the position in which they are switched on,"""
        self._numbers = sorted({number_at(F, name) for name in _set_by_events(switching)})
        """Where the numbers are that events set."""
        if "as described" not in F.kept:
            constants = [constant(F, row) for row in self.captured]
            F.kept["as described"] = constants, F.model[self._numbers].copy()
        self._first, self._given = F.kept["as described"]
        """Constants of these rows and numbers as they were described: earlier runs may have changed them."""
        self._closed = {latch.name: latch.on for latch in switching.latches}
        self._analysed: dict[bytes, tuple[Array, float]] = {}
        """For rows that are off, those that were kept of the others, and their smallest pivot."""

    def switch(self, q: Array, v: Array, t: float) -> None:
        """Rows are on or off as the places say; redundant ones are left out."""
        F, off = self.F, np.zeros(self.F.nc, bool)
        for place in self.switching.places:
            off[place.at] = not place.on
        F.switch_rows(off)
        F.least_pivot = SINGULAR
        forget_row_sizes(F)
        kept = self._keep(q, v, t, off)
        remember_row_sizes(F)
        if kept.sum() < F.nc - off.sum():
            F.least_pivot = max(SINGULAR, WORN * F.smallest_pivot)
        self.set_directions()

    def _keep(self, q: Array, v: Array, t: float, off: Array) -> Array:
        """Keep independent rows, and factor them; those found before, if they are still good."""
        F, key = self.F, off.tobytes()
        y = F.state(q, v)
        if key in self._analysed:
            kept, pivot = self._analysed[key]
            F.set_kept_rows(kept)
            if FACTORS.factor_state(t, y, F.model) == 0 and F.smallest_pivot > max(AS_GOOD * pivot, CLEARLY):
                return kept
        kept = independent_rows_of(F, q, t, v)
        F.set_kept_rows(kept)
        F.factor(y, t)
        if not any((place.on and not kept[place.at].all()) for place in self.switching.places):
            self._analysed[key] = kept, F.smallest_pivot
        return kept

    def capture(self, place: Place, phi: Array) -> None:
        """A place that begins to hold does so where it is: its rows are zero there."""
        for row in place.at:
            at, sign = constant_at(self.F, row)
            self.F.model[at] -= sign * phi[row]

    def shift(self, row: int, way: float) -> None:
        """Add to the constant of a row."""
        set_constant(self.F, row, constant(self.F, row) + way)

    def written(self, t: float) -> Mode:
        """The modes as they are in the model."""
        F = self.F
        first, count = F.layout_places.mask_at, F.layout_places.rows
        constants = np.array([constant(F, row) for row in self.captured])
        directions = np.array([friction.direction for friction in self.switching.frictions])
        numbers = F.model[self._numbers].copy()
        on = tuple(place.on for place in self.switching.places)
        engaged = tuple(place.engaged for place in self.switching.places)
        mask, aims = F.model[first : first + count].copy(), np.array([aim_of(x) for x in self.switching.frictions])
        still = tuple(friction.still for friction in self.switching.frictions)
        return Mode(t, mask, constants, directions, numbers, F.least_pivot, on, engaged, aims, still)

    def acting(self, mode: Mode) -> Array:
        """What changes forces in a mode: directions of friction, their directions in space, numbers set by events.

        Friction at rest is a multiplier of its row, also where it shares a load (`sharing.py`): it has no direction.
        """
        directions = np.where(np.array(mode.still, bool), 0.0, mode.directions)
        return np.concatenate([directions, np.ravel(mode.aims), mode.numbers])

    def put_acting(self, row: Array) -> None:
        """The same into the model."""
        n = len(self.switching.frictions)
        self.put_directions(row[:n], row[n : 4 * n].reshape(n, 3))
        self.F.model[self._numbers] = row[4 * n :]

    @contextmanager
    def forces_as_they_are(self) -> Iterator[None]:
        """What changes forces is put back at the end."""
        places = [at for laws in self.directions_at for at, _ in laws] + self._numbers
        loads: Any = self.F.load_numbers
        numbers = self.F.model[places].copy()
        ways = (loads.modes.copy(), loads.aims.copy()) if loads is not None else None
        try:
            yield
        finally:
            self.F.model[places] = numbers
            if ways is not None:
                loads.modes[...], loads.aims[...] = ways

    def acting_along(self, rows: Array) -> dict[str, Array]:
        """Of rows by `acting` (time, numbers): numbers that events set, by the names of their parts, and directions of
        friction, by `name.sliding`, of a second law `name.1.sliding` (`series/numbers_along.py`)."""
        own = rows[:, 4 * len(self.switching.frictions) :]
        at = {number_at(self.F, name): name for name in sorted(_set_by_events(self.switching))}
        found = {at[place]: own[:, k] for k, place in enumerate(self._numbers)}
        for k, friction in enumerate(self.switching.frictions):
            for name, law, sign in friction.laws:
                found[f"{name}.{law}.sliding" if law else f"{name}.sliding"] = sign * rows[:, k]
        return found

    def put_back(self, mode: Mode) -> None:
        """Put back modes of another time, from which the run goes on."""
        self.write(mode)
        for place, on, engaged in zip(self.switching.places, mode.on, mode.engaged):
            place.on, place.engaged = on, engaged
        for friction, direction, aim, still in zip(self.switching.frictions, mode.directions, mode.aims, mode.still):
            friction.direction, friction.still = float(direction), still
            if isinstance(friction, Rub):
                friction.aim = (float(aim[0]), float(aim[1]), float(aim[2]))

    def in_force(self, mode: Mode) -> bytes:
        """All numbers of a mode that the equations depend on: constants of rows that are off are none of them."""
        constants = np.where(mode.mask[self.captured] >= 0.0, mode.constants, 0.0)
        numbers = (mode.mask, constants, mode.directions, mode.numbers, mode.aims)
        return b"".join(np.ascontiguousarray(x, float).tobytes() for x in numbers)

    def write(self, mode: Mode) -> None:
        """Put back modes of another time."""
        F = self.F
        first, count = F.layout_places.mask_at, F.layout_places.rows
        F.model[first : first + count] = mode.mask
        for row, value in zip(self.captured, mode.constants):
            set_constant(F, row, float(value))
        F.model[self._numbers] = mode.numbers
        self.put_directions(mode.directions, mode.aims)
        F.least_pivot = mode.least_pivot
        F.forget_factors()

    def set_directions(self) -> None:
        """The directions of friction that slides."""
        frictions = self.switching.frictions
        self.put_directions([x.direction for x in frictions], [aim_of(x) for x in frictions])

    def put_directions(self, directions: Sequence[float] | Array, aims: Sequence[Any] | Array) -> None:
        """Directions of all friction, into the model."""
        for friction, laws, direction, aim in zip(self.switching.frictions, self.directions_at, directions, aims):
            for at, sign in laws:
                self.F.model[at] = sign * direction
            if friction.load:
                k = self.F.load_numbers.place(friction.load)
                self.F.load_numbers.modes[k], self.F.load_numbers.aims[k] = direction, aim

    def static_share(self, dry: Dry) -> float:
        """The largest friction at rest against that of sliding: the direction with which it acts in full at rest."""
        if dry.load:
            load = self.F.load_numbers.loads[self.F.load_numbers.place(dry.load)]
            return 1.0 if load.stribeck else float(load.static / load.mu) if load.mu else 0.0
        return dry.static / dry.sliding if dry.sliding else 0.0

    def static_limits(self) -> Array:
        """The largest friction of each place while it sticks, under the loads of the last evaluation [N or N m]."""
        found = np.array([friction.static for friction in self.switching.frictions])
        for k, friction in enumerate(self.switching.frictions):
            if friction.load:
                loads = self.F.load_numbers
                found[k] = loads.static_limits[loads.place(friction.load)]
        return found

    def set_number(self, name: str, value: float) -> None:
        """Set the force or torque of a part."""
        self.F.model[number_at(self.F, name)] = value

    def numbers_by_name(self, mode: Mode) -> dict[str, float]:
        """The numbers that events set, by the names of their parts."""
        at = {number_at(self.F, name): name for name in sorted(_set_by_events(self.switching))}
        return {at[place]: float(x) for place, x in zip(self._numbers, mode.numbers)}

    def reset(self) -> None:
        """As before the first step."""
        self.F.model[self._numbers] = self._given
        for row, value in zip(self.captured, self._first):
            set_constant(self.F, row, value)
        for place in self.switching.places:
            place.on = self._closed.get(place.name, False)
        for friction in self.switching.frictions:
            friction.direction = 0.0
        self.set_directions()


def aim_of(friction: Dry) -> tuple[float, float, float]:
    """Direction of friction in space; it means nothing elsewhere."""
    return friction.aim if isinstance(friction, Rub) else (1.0, 0.0, 0.0)


def _set_by_events(switching: Switching) -> set[str]:
    """Parts whose number events set."""
    events = getattr(switching.mechanism, "events", {}).values()
    return {action.target for event in events for action in event.actions if action.kind == "set"}


def _give_its_own_number(m: Mechanism, name: str) -> None:
    """A number that is the same object in two parts is set in one of them only."""
    part: Any = m.forces.get(name)
    for word in ("torque", "force"):
        function = getattr(part, word, None)
        others = [other for other in m.forces.values() if other is not part]
        if isinstance(function, Constant) and any(getattr(other, word, None) is function for other in others):
            setattr(part, word, Constant(function.value))


def number_at(F: Formulation, name: str) -> int:
    """Where the constant force or torque of a part is in the model: its kind, then the number."""
    part = F.mechanism.forces[name]
    function = next((getattr(part, word) for word in ("torque", "force") if hasattr(part, word)), None)
    if not isinstance(function, Constant) or function is ZERO:
        what = f"an event sets a field of {part.title}, which has no constant force or torque"
        remedy = "events set the number of a force or torque that is constant otherwise"
        raise UnsupportedError(Problem(what, remedy, part.where))
    return int(law_of(F, F.flat, name, 0).x) + 1


def constant(F: Formulation, row: int) -> float:
    """The constant of a row Φ = Σ weight · measure + constant."""
    at, sign = constant_at(F, row)
    return float(sign * F.model[at])


def set_constant(F: Formulation, row: int, value: float) -> None:
    """Change the constant of a row."""
    at, sign = constant_at(F, row)
    F.model[at] = sign * value


def constant_at(F: Formulation, row: int) -> tuple[int, float]:
    """Where the model has the constant of a row, and its sign there."""
    known: dict[int, tuple[int, float]] = F.kept.setdefault("constants of rows", {})
    if row not in known:
        known[row] = _constant_at(F, row)
    return known[row]


def _planar_sign(F: Formulation, row: int) -> float:
    """Planar rows are Σ a x − c, and x + c − f(t) if they depend on time."""
    return -1.0 if F.flat.constraints[F.flat.row_parts[row]].function is None else 1.0


def _constant_at(F: Formulation, row: int) -> tuple[int, float]:
    if F.name == "planar":
        from snodo.formulations.planar.kernels import layout

        number = F.flat.row_parts[row]
        plain = sum(constraint.written is None for constraint in F.flat.constraints[:number])
        record = PythonTable(layout.Constraint, F.model, F.flat.header.constraint_at)[plain]
        link = hints(layout.Constraint)["link"]
        return record._at + number_of(layout.Constraint, "link") + number_of(link, "c"), _planar_sign(F, row)
    from snodo.formulations.kernels import tables

    return PythonTable(tables.Row, F.model, F.flat.header.row_at)[row]._at + number_of(tables.Row, "constant"), 1.0


def direction_at(F: Formulation, name: str, k: int) -> int:
    """Where the model has the direction of the k-th law of a part."""
    law = law_of(F, F.flat, name, k)
    return int(law._at + number_of(law._row, "direction"))


def law_of(F: Formulation, flat: Any, name: str, k: int) -> Any:
    """The record of the k-th law of a part in one of the flat models of a formulation."""
    own = [n for n, law in enumerate(flat.forces) if law.part.name == name][k]
    if F.name == "planar":
        from snodo.formulations.planar.kernels import layout

        plain = sum(force.written is None for force in flat.forces[:own])
        return PythonTable(layout.Law, flat.model, flat.header.law_at)[plain]
    from snodo.formulations.kernels import tables

    return PythonTable(tables.Law, flat.model, flat.header.law_at)[own]
