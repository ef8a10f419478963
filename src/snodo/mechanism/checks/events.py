"""Checks of events: measures and units of conditions, targets of actions, and parts that never close."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from snodo.errors import MechanismError, suggestion
from snodo.math.units import SI_UNIT, UnitError, quantity
from snodo.mechanism import constraints, joints
from snodo.mechanism.checks.joints import Found
from snodo.mechanism.checks.measures import event_quantity, unknown_in_event
from snodo.mechanism.elements import LinearActuator
from snodo.mechanism.event_words import CROSSINGS, TIME, Action, written_action, written_conditions
from snodo.mechanism.events import Event
from snodo.mechanism.forces import Clutch
from snodo.mechanism.functions.functions import Constant
from snodo.mechanism.part import part_fields, word_of

if TYPE_CHECKING:
    from snodo.mechanism.mechanism import Mechanism


def _event(part: Event, m: Mechanism) -> Found:
    """One event."""
    for measure, relation, value in written_conditions(part.when):
        yield from _condition(measure, relation, value, m)
    crossings = [c.measure for c in part.conditions if c.relation in CROSSINGS]
    if len(crossings) > 1:
        what = f"when: {' and '.join(crossings)} would have to reach their values at the same instant"
        yield what, "keep one of rises to, falls to, passes and t = …; write is above or is below for the others"
    yield from _order(part)
    for given, action in zip(part.do, part.actions):
        yield from _ACTIONS.get(action.kind, _nothing)(given, action, m)


def _condition(measure: str, relation: str, value: str, m: Mechanism) -> Found:
    kind = "time" if measure == TIME else event_quantity(measure, m)
    if measure == TIME and relation == "falls":
        yield "when: the time t only rises", "write t = 2 s"
    if kind is None:
        yield from (("when: " + what, remedy) for what, remedy in unknown_in_event(measure, m))
        return
    yield from _carried(measure, m)
    if kind == "any":  # of a state, signal or output: `Event.conditions` has read the number
        return
    try:
        quantity(value, kind)
    except UnitError as error:
        yield f"when: {measure}: {error.problems[0].what}", error.problems[0].remedy


def _carried(measure: str, m: Mechanism) -> Found:
    """The force of a cylinder is known to events where it follows from what holds it, and is a number otherwise."""
    part = m.forces.get(measure.removesuffix(".force")) if measure.endswith(".force") else None
    if not isinstance(part, LinearActuator):
        return
    if part.relief is not None:
        yield f"when: {measure} is bounded by its relief", "events of its relief valve are recorded; omit this one"
    elif part.force is not None and not isinstance(part.force, Constant):
        yield f"when: {measure} is a law of its own", "wait for what the law depends on"
    elif part.name not in openable_cylinders(m) and not part.closed:
        yield f"when: {measure} is given", "nothing holds this cylinder: give locked, a length or a speed"


def openable_cylinders(m: Mechanism) -> set[str]:
    """Cylinders that events open or close."""
    done = [action for event in m.events.values() for action in event.actions if action.kind in ("open", "close")]
    return {action.target for action in done if isinstance(m.forces.get(action.target), LinearActuator)}


def _order(part: Event) -> Found:
    """Nothing can follow a stop, and nothing is done and undone at once."""
    kinds = [action.kind for action in part.actions]
    if "stop" in kinds[:-1]:
        after = part.do[kinds.index("stop") + 1]
        yield (
            f"do: {after if isinstance(after, str) else 'a function'!r} comes after stop",
            "let stop be the last action",
        )
    targets = [(a.target, a.field) for a in part.actions if a.kind in ("open", "close", "set")]
    twice = next((target for target in targets if targets.count(target) > 1), None)
    if twice is not None:
        name = ".".join(word for word in twice if word)
        yield f"do: {name!r} is changed twice at the same instant", "keep one of the two actions, or make two events"


def _nothing(given: str, action: Action, m: Mechanism) -> Found:
    yield from ()


# ---------------------------------------------------------------- opening and closing
def _switch(given: str, action: Action, m: Mechanism) -> Found:
    """Open or close a part."""
    name, parts = action.target, switched_parts(m)
    if name not in parts:
        yield _not_switched(given, name, m)
        return
    part = parts[name]
    if getattr(part, "elastic", False):
        yield f"do: {given!r}: {part.title} is elastic, and has no constraint to {action.kind}", "make it rigid"
    elif action.kind == "close" and starts_closed(part) and not _changed("open", name, m):
        word = "engaged" if isinstance(part, Clutch) else "closed"
        remedy = f"write {word}: no, if it is open at the start" if hasattr(part, word) else "omit it"
        yield f"do: {given!r}: {part.title} is closed at the start, and no event opens it", remedy


def _not_switched(given: str, name: str, m: Mechanism) -> tuple[str, str]:
    known = list(switched_parts(m))
    try:
        part = m[name]
    except MechanismError:
        near = suggestion(name, known) if known else "add a joint or constraint with this name"
        return f"do: {given!r}: there is no part {name!r}", near
    verb = given.split()[0]
    remedy = "joints, constraints, contacts, clutches and cylinders are opened and closed"
    if name in m.drivers:
        remedy = "replace the driver by a torque or force, and set it"
    elif name in m.forces:
        remedy = f"set one of its fields: set {name}.… to 0"
    return f"do: {given!r}: a {part.kind.replace('_', ' ')} cannot {verb}", remedy


def switched_parts(m: Mechanism) -> dict[str, Any]:
    """The parts that events can open and close, by name."""
    clutches = {name: part for name, part in m.forces.items() if isinstance(part, Clutch | LinearActuator)}
    held = {name: part for name, part in m.joints.items() if "closed" not in part.without}
    return {**held, **m.constraints, **m.contacts, **clutches}


def starts_closed(part: Any) -> bool:
    """Whether a part that can be opened and closed is closed at the start."""
    return bool(getattr(part, "closed", getattr(part, "engaged", True)))


def _changed(kind: str, name: str, m: Mechanism) -> bool:
    """Whether an event opens or closes a part, as far as is known: a Python function may do it too."""
    done = [action for event in m.events.values() for action in event.actions]
    return any(a.kind == "call" or (a.kind == kind and a.target == name) for a in done)


def _never_closes(part: Any, m: Mechanism) -> Found:
    """A part that is open at the start is there to be closed."""
    if starts_closed(part):
        return
    if getattr(part, "elastic", False):
        yield "is elastic, and cannot be open at the start", "make it rigid, or omit closed"
    if not _changed("close", part.name, m):
        what = "is open at the start, and nothing closes it"
        yield what, f"add an event that does: {{when: …, do: close {part.name}}}, or remove the part"


# ---------------------------------------------------------------- setting
def _set(given: str, action: Action, m: Mechanism) -> Found:
    """Set a field of a force, or an input."""
    _, target, value = written_action(given)
    inputs = getattr(m, "inputs", {})
    if action.target in inputs and not action.field:
        return
    if action.target not in m.forces:
        known = [*inputs, *(f"{name}.{word}" for name, part in m.forces.items() for word in _settable(part))]
        yield f"do: {given!r}: there is no force or input {action.target!r}", suggestion(target, known)
        return
    part = m.forces[action.target]
    fields = _settable(part)
    if action.field not in fields:
        yield _not_set(given, part, action.field, fields)
        return
    kinds, problems = fields[action.field], []
    for kind in kinds:
        try:
            quantity(value, kind)
            return
        except UnitError as error:
            problems.append(error.problems[0])
    yield f"do: {given!r}: {problems[0].what}", problems[0].remedy


def _settable(part: Any) -> dict[str, tuple[str, ...]]:
    """The fields of a force that are numbers or constant functions, with the kinds of quantity they can have."""
    found: dict[str, tuple[str, ...]] = {}
    for spec in part_fields(type(part)):
        family, _, kind = spec.metadata["quantity"].partition(":")
        value = getattr(part, spec.name)
        if isinstance(value, Constant) and family in ("function", "one_or_more_functions"):
            found[word_of(spec)] = (kind,)
        elif isinstance(value, float | int | str) and not isinstance(value, bool) and family == "either":
            found[word_of(spec)] = tuple(kind.split("|"))
        elif isinstance(value, float | int) and not isinstance(value, bool) and family in SI_UNIT:
            found[word_of(spec)] = (family,)
    return found


def _not_set(given: str, part: Any, field: str, fields: dict[str, Any]) -> tuple[str, str]:
    near = suggestion(f"{part.name}.{field}", [f"{part.name}.{word}" for word in fields])
    if not field:
        return f"do: {given!r}: it does not say which field of {part.title}", near
    if field in {word_of(spec) for spec in part_fields(type(part))}:
        what = f"do: {given!r}: {field} of {part.title} is not a single number"
        return what, f"events set numbers: {', '.join(fields) or 'this part has none'}"
    return f"do: {given!r}: {part.title} has no field {field!r}", near


_ACTIONS: dict[str, Callable[[Any, Action, Any], Iterator[tuple[str, str]]]] = {
    "open": _switch,
    "close": _switch,
    "set": _set,
}

CHECKS: dict[Any, Callable[[Any, Mechanism], Found]] = {
    Event: _event,
    joints.Connection | constraints.Constraint | Clutch: _never_closes,
}
