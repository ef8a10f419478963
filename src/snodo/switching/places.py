"""Everything in a mechanism that can switch, with its rows (`formulations/parts/switched.py`) and its limits.

Stop        a coordinate against a bound, or a contact: a gap g ≥ 0.  Its row is on while it carries, λ ≤ 0
Dry         dry friction: its row is on while it sticks; the force ∓T acts while it slides
Rub         the friction of a rigid contact: dry, and only while the contact carries
Latch       rows that events open and close
Measured    a quantity that an event waits for: its row is never on
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import Problem, UnsupportedError
from snodo.formulations.loads import contact_loads, rubbing, slip_rows
from snodo.formulations.parts.cables import run_of
from snodo.formulations.parts.capstans import FIRST_GROUP, capstans, slip, slip_row
from snodo.formulations.parts.contact_gaps import contact_gaps
from snodo.formulations.parts.contact_slips import contact_slips, is_speed
from snodo.formulations.parts.named_measures import LENGTH, SPEED, STRETCHING, named_measure
from snodo.formulations.parts.soft_stops import soft_limits, stop_gap
from snodo.formulations.parts.switched import StopPart, SwitchedRow, openable, slipping_belts
from snodo.mechanism.cables import Cable
from snodo.mechanism.checks.measures import called_measure
from snodo.mechanism.elements import LinearActuator, Ratchet
from snodo.mechanism.forces import Clutch, Freewheel, Friction, Spring
from snodo.mechanism.frame import Frame
from snodo.mechanism.measures import Combination, Measure
from snodo.mechanism.part import GROUND, Part
from snodo.mechanism.spoken import bodies_behind
from snodo.mechanism.transmissions import Belt

if TYPE_CHECKING:
    from snodo.formulations.parts.constraint_rows import RowBuilder
    from snodo.mechanism.mechanism import Mechanism

Array = np.ndarray


@dataclass
class Place:
    """Something that switches."""

    name: str
    part: Part
    rows: list[SwitchedRow] = field(default_factory=list)
    on: bool = False
    """Whether its rows are on."""
    at: list[int] = field(default_factory=list)
    """Indices of its rows in the formulation."""
    engaged: bool = True
    """Whether it can act: a clutch or contact that an event has opened cannot."""


@dataclass
class Stop(Place):
    """A gap that cannot become negative."""

    restitution: float = 0.0
    pressed: float = 0.0
    """Acceleration with which it is pressed together while it rests [m/s² or rad/s²]."""
    one_way: bool = False
    """Whether it is a speed that cannot become negative: a freewheel."""


@dataclass
class Teeth(Stop):
    """The tooth of a ratchet behind its pawl; the next one is ahead by the pitch."""

    pitch: float = 0.0


@dataclass
class Dry(Place):
    """Friction between two bodies along a coordinate."""

    sliding: float = 0.0
    """Friction while it slides [N or N m],"""
    static: float = 0.0
    """the largest friction while it sticks."""
    direction: float = 0.0
    """Of the sliding; 0 while it sticks; larger than 1 if it is at rest with its largest force."""
    still: bool = False
    """Whether it sticks: by its own row, or held by other places that stick, with its largest force or none."""
    laws: list[tuple[str, int, float]] = field(default_factory=list)
    """Parts with the law that has the force, which of the laws of the part it is, and its sign."""
    load: str = ""
    """Name of the load that it follows, if it is a coefficient times a reaction (`formulations/loads.py`)."""

    @property
    def called(self) -> str:
        """Its name in the table of events."""
        return self.name

    def speed(self, speeds: Array) -> float:
        """How fast it slides [m/s or rad/s], among the speeds of all rows."""
        return float(speeds[self.at[0]])


@dataclass
class Relief(Dry):
    """A cylinder with a relief valve, which is closed while it sticks."""


@dataclass
class Slip(Dry):
    """A belt on its wheels: its limits follow from the geometry, once its row is known."""


@dataclass
class Rub(Dry):
    """The friction of a rigid contact, along one row in the plane and two in space."""

    stop: Stop | None = None
    """The contact, while whose row is on it acts."""
    aim: tuple[float, float, float] = (1.0, 0.0, 0.0)
    """In space: direction of the sliding along the two rows when it was last looked at, and the speed up to which it
    is taken."""
    group: int = 0
    """Friction with the same number sticks together."""

    @property
    def called(self) -> str:
        """The name of the contact."""
        return self.load

    def speed(self, speeds: Array) -> float:
        """How fast it slips; with its sign in the plane."""
        own = speeds[self.at]
        return float(own[0]) if len(own) == 1 else float(np.hypot(*own))


@dataclass
class Latch(Place):
    """A joint or constraint that events open and close."""

    captures: bool = True
    """Whether it can hold any position; else only the one it was described in."""


@dataclass
class Soft(Place):
    """A compliant stop or contact: steps end where it touches and where it parts."""


@dataclass
class Measured(Place):
    """A quantity that an event waits for, and its value."""

    value: float = 0.0
    speed: bool = False
    """Whether its rate is meant."""


def sum_of(builder: RowBuilder, weighted: list[tuple[float, str, str]], constant: float = 0.0) -> Combination:
    """Σ weight · coordinate of joints, given as (weight, joint, coordinate), + constant."""
    terms: list[Any] = []
    unit = "m"
    for weight, joint, word in weighted:
        x = builder.coordinate(builder.mechanism.joints[joint], word)
        if x.period:
            part = builder.mechanism.joints[joint]
            what = f"{part.title} closes a loop, and the whole turns of its angle are not counted there"
            raise UnsupportedError(Problem(what, "cut the loop at another joint", part.where))
        terms += [(weight * w, measure) for w, measure in x.terms]
        constant += weight * x.constant
        unit = x.unit
    return Combination(terms, constant, unit=unit)


def stops_of(m: Mechanism) -> Iterator[Stop]:
    """The limits of joints that act, contacts, if they are rigid, and the ends of cylinders."""
    for joint, limits in m.limits.items():
        if not limits.act or limits.stiffness is not None:
            continue
        for word, sign, bound in (("lower", 1.0, limits.lower), ("upper", -1.0, limits.upper)):
            if bound is None:
                continue

            def gap(builder: RowBuilder, joint: str = joint, sign: float = sign, bound: float = bound) -> Combination:
                return stop_gap(builder, joint, sign, bound)

            yield _stop(f"{joint}.{word}", StopPart(name=f"{joint}.{word}", where=m.joints[joint].where), gap, limits)
    for contact in m.contacts.values():
        if contact.rigid:
            for name in contact.names(m.dimension):
                yield _stop(name, contact, _gap_of(contact, name), contact)

    for name, part in m.forces.items():
        if isinstance(part, Cable) and part.stiffness is None:
            yield _stop(f"{name}.taut", StopPart(name=f"{name}.taut", where=part.where), _slack(part), part)
    for name, part in m.forces.items():
        if isinstance(part, Freewheel):
            yield _freewheel(name, part)
        elif isinstance(part, Ratchet):
            yield _ratchet(name, part)
        elif isinstance(part, LinearActuator) and part.stops is not None:
            for word in ("shortest", "longest"):
                owner = StopPart(name=f"{name}.{word}", where=part.where)
                yield _stop(owner.name, owner, _stop_of(part, owner.name), part)


def _freewheel(name: str, part: Any) -> Stop:
    sign = 1.0 if part.turns == "forward" else -1.0

    def speed(builder: RowBuilder) -> Combination:
        return sum_of(builder, [(sign, part.joint, "")])

    return Stop(name, part, [SwitchedRow(name, part, speed, on_velocity=True, pushes=True)], one_way=True)


def _ratchet(name: str, part: Ratchet) -> Teeth:
    sign = 1.0 if part.turns == "forward" else -1.0

    def gap(builder: RowBuilder) -> Combination:
        return sum_of(builder, [(sign, part.joint, "")])

    row = SwitchedRow(name, part, gap, pushes=True)
    return Teeth(name, part, [row], restitution=float(part.restitution), pitch=part.step)


def _stop(name: str, part: Part, gap: Any, given: Any) -> Stop:
    return Stop(name, part, [SwitchedRow(name, part, gap, pushes=True)], restitution=float(given.restitution))


def _gap_of(contact: Any, name: str) -> Any:
    def gap(builder: RowBuilder) -> Combination:
        return contact_gaps(builder, contact)[name]

    return gap


def _stop_of(cylinder: LinearActuator, name: str) -> Any:
    def gap(builder: RowBuilder) -> Combination:
        return cylinder.stop_gaps(builder)[name]

    return gap


def _beyond(spring: Spring) -> Any:
    """How much longer than its free length a spring is that only pushes; shorter, if it only pulls."""

    def gap(builder: RowBuilder) -> Combination:
        sign = 1.0 if spring.only == "push" else -1.0
        length = Measure("span", spring.parent, spring.child, *builder.ends(spring))
        return Combination([(sign, length)], -sign * spring.free_length(builder))

    return gap


def _slack(cable: Cable) -> Any:
    """How much shorter than its length the way of a cable is."""

    def gap(builder: RowBuilder) -> Combination:
        run = run_of(cable, builder)
        total = run.total()
        terms = [(-weight, measure) for weight, measure in total.terms]
        return Combination(terms, cable.free_length(run.length) - total.constant)

    return gap


def soft_of(m: Mechanism) -> Iterator[Soft]:
    """Compliant stops and contacts, springs with one side, and cables that stretch."""
    for name, joint, sign, bound in soft_limits(m):

        def gap(builder: RowBuilder, joint: str = joint, sign: float = sign, bound: float = bound) -> Combination:
            return stop_gap(builder, joint, sign, bound)

        part = StopPart(name=name, where=m.joints[joint].where)
        yield Soft(name, part, [SwitchedRow(name, part, gap, acts=False)])
    for name, part in m.forces.items():
        if isinstance(part, Spring) and part.only:
            row = SwitchedRow(f"{name}.{part.only}", part, _beyond(part), acts=False)
            yield Soft(row.name, part, [row])
        if isinstance(part, Cable) and part.stiffness is not None:
            yield Soft(f"{name}.taut", part, [SwitchedRow(f"{name}.taut", part, _slack(part), acts=False)])
    for contact in m.contacts.values():
        if not contact.rigid:
            for name in contact.names(m.dimension):
                yield Soft(name, contact, [SwitchedRow(name, contact, _gap_of(contact, name), acts=False)])


def frictions_of(m: Mechanism) -> Iterator[Dry]:
    """Dry friction of joints, clutches and brakes."""
    for name, part in m.forces.items():
        if isinstance(part, Friction) and getattr(part, "dry", False):
            static = getattr(part, "static", None)

            def along(builder: RowBuilder, part: Any = part) -> Combination:
                return sum_of(builder, [(1.0, part.joint, part.of)])

            dry = Dry(name, part, [SwitchedRow(f"{name}.stick", part, along)])
            if part.mu is not None:
                dry.load = name
            else:
                dry.laws = [(name, 0, 1.0)]
                dry.sliding, dry.static = float(part.coulomb), float(part.coulomb if static is None else static)
            yield dry
        elif isinstance(part, Clutch):
            yield _clutch(name, part)
        elif isinstance(part, LinearActuator) and part.relief is not None:
            yield _relief(name, part)
    for belt in slipping_belts(m):
        yield _slipping(belt)


def _slipping(belt: Belt) -> Slip:
    def along(builder: RowBuilder) -> Combination:
        place.sliding = place.static = belt.capacity(builder)
        place.laws = [(belt.name, k, sign) for k, (_, sign) in enumerate(belt.slip_laws(builder))]
        return belt.rows(builder).quantities[0]

    place = Slip(belt.name, belt, [SwitchedRow(f"{belt.name}.stick", belt, along)], engaged=belt.closed)
    return place


def _relief(name: str, part: LinearActuator) -> Relief:
    row = SwitchedRow(f"{name}.stick", part, part.distance, function=part.given_length)
    force = part.relief_range[1]
    return Relief(name, part, [row], engaged=part.closed, sliding=force, static=force, laws=[(name, 1, 1.0)])


def rubs_of(m: Mechanism, stops: Sequence[Stop]) -> Iterator[Rub]:
    """The friction of rigid contacts."""
    groups = {load.name: load.group for load in contact_loads(m)}
    for contact in rubbing(m):
        for name in contact.names(m.dimension):
            rows = [_slip_row(m, contact, name, k, row) for k, row in enumerate(slip_rows(name, m.dimension))]
            stop = next(stop for stop in stops if stop.name == name)
            yield Rub(f"{name}.friction", contact, rows, load=name, stop=stop, group=groups[name])
    for k, cable in enumerate(capstans(m)):
        stop = next(stop for stop in stops if stop.name == f"{cable.name}.taut")
        row = SwitchedRow(slip_row(cable), cable, partial(_slip_of, cable))
        yield Rub(f"{stop.name}.friction", cable, [row], load=stop.name, stop=stop, group=FIRST_GROUP + k)


def _slip_of(cable: Cable, builder: RowBuilder) -> Combination:
    return slip(builder, cable)


def _slip_row(m: Mechanism, contact: Any, name: str, k: int, row: str) -> SwitchedRow:
    def slip(builder: RowBuilder) -> Combination:
        return contact_slips(builder, contact)[name][k]

    return SwitchedRow(row, contact, slip, on_velocity=is_speed(contact, m.dimension))


def _clutch(name: str, part: Any) -> Dry:
    signs = [(1.0, part.joints[0], "")] + [(-1.0, joint, "") for joint in part.joints[1:]]

    def difference(builder: RowBuilder) -> Combination:
        return sum_of(builder, signs)

    dry = Dry(name, part, [SwitchedRow(f"{name}.stick", part, difference)])
    dry.laws = [(name, k, sign) for k, (sign, _, _) in enumerate(signs)]
    dry.sliding = float(part.capacity)
    dry.static = float(part.capacity if part.static is None else part.static)
    dry.engaged = part.engaged
    return dry


def latches_of(m: Mechanism) -> Iterator[Latch]:
    """Joints and constraints that events open and close, as at the start."""
    loose = openable(m)
    for name, part in {**m.joints, **m.constraints, **m.forces}.items():
        if name in loose and getattr(part, "relief", None) is None and getattr(part, "mu", None) is None:
            captures = getattr(part, "captures", getattr(part, "carries", False))
            yield Latch(name, part, on=getattr(part, "closed", True), captures=captures)


def measured(m: Mechanism, event: Any, number: int, condition: Any) -> Measured:
    """The quantity that a condition of an event is about."""
    name, value = condition.measure, float(condition.value)

    def quantity(builder: RowBuilder) -> Combination:
        contact = contact_named(m, name)
        if contact is not None:
            gap = contact_gaps(builder, contact)[name.rpartition(".")[0]]
            return Combination(gap.terms, gap.constant - value, unit=gap.unit)
        x = named_measure(builder, name, event)
        place.speed = x.what in (SPEED, STRETCHING)
        if x.what == STRETCHING:
            return Combination([(1.0, replace(x.quantity.terms[0][1], kind="span"))])
        if x.what == LENGTH and value > 0.0:  # (d·d − l²)/2l, as of a rod: monotone
            return Combination([(w / value, one) for w, one in x.quantity.terms], -0.5 * value, unit=x.quantity.unit)
        if x.what == LENGTH:  # half the square: monotone
            return Combination(x.quantity.terms, x.quantity.constant - 0.5 * value**2, unit=x.quantity.unit)
        offset = 0.0 if x.what == SPEED else value
        return Combination(x.quantity.terms, x.quantity.constant - offset, unit=x.quantity.unit)

    row = f"{event.name}.{number + 1}"
    owner = StopPart(name=f"{_owner_of(m, name)}.{row}", where=event.where)
    place = Measured(row, event, [SwitchedRow(row, owner, quantity, acts=False)], value=value)
    return place


def contact_named(m: Mechanism, name: str) -> Any:
    """The contact whose gap a measure is, or None."""
    stem, _, word = name.rpartition(".")
    return next((c for c in m.contacts.values() if word == "gap" and stem in c.names(m.dimension)), None)


def _owner_of(m: Mechanism, name: str) -> str:
    """The part that a measure belongs to; of a frame, its body."""
    contact = contact_named(m, name)
    if contact is not None:
        return str(contact.body)
    places = called_measure(name)
    if places is not None:
        return next((body for body in bodies_behind(m, name)), GROUND)
    part = m[name.rpartition(".")[0]]
    return str(part.on if isinstance(part, Frame) else part.name)
