"""Checks of states, signals and controllers: names that exist and are free, formulas without circles."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from snodo.errors import suggestion
from snodo.math.expression import CONSTANTS, FUNCTIONS
from snodo.math.units import ELECTRICAL, UNITS, UnitError
from snodo.mechanism.checks.joints import Found
from snodo.mechanism.checks.measures import unknown_measure
from snodo.mechanism.controllers import Controller
from snodo.mechanism.functions.measured_formula import MeasuredFormula, names_in
from snodo.mechanism.part import convert
from snodo.mechanism.states import Signal, Signals, State, plain_names

if TYPE_CHECKING:
    from snodo.mechanism.mechanism import Mechanism


def unknown_name(name: str, m: Mechanism, own: Iterable[str] = ()) -> Found:
    """What is wrong with a name in a formula; own: names that are known in addition."""
    if "." in name or "(" in name:
        yield from unknown_measure(name, m)
        return
    known = [*plain_names(m), *own]
    if name in known:
        return
    if name in m.joints or name in m.bodies or name in m.frames:
        words = [f"{name}.{word}" for word in ("angle", "speed")] if name in m.joints else [f"{name}.x", f"{name}.vx"]
        yield f"depends on {name!r}, which is not a number", f"name a measure of it, such as {' or '.join(words)}"
        return
    what = f"depends on {name!r}, but there is no state, signal or output of a controller with this name"
    yield what, suggestion(name, known) if known else f'add one, as in m.state("{name}", rate=…)'


def names_of_function(value: Any, m: Mechanism) -> Found:
    """Names in the functions of a force that do not exist."""
    for function in value if isinstance(value, tuple) else (value,):
        if isinstance(function, MeasuredFormula):
            for name in function.names:
                yield from unknown_name(name, m)


def name_problems(name: str, word: str = "its name") -> Found:
    """Why a word cannot be a name in formulas."""
    if not name.isidentifier():
        yield f"{word} {name!r} cannot be used in a formula", "use letters, digits and '_'"
    elif name == "t":
        yield f"{word} is t, which is the time", "choose another"
    elif name in FUNCTIONS or name in CONSTANTS:
        yield f"{word} {name!r} is that of a function or constant", "choose another"
    elif name in UNITS or name in ELECTRICAL:
        yield f"{word} {name!r} is a unit", "choose another, such as x_" + name


def _state(part: State, m: Mechanism) -> Found:
    yield from name_problems(part.name)
    yield from _formula("rate", part.rate, m)
    if part.name in m.initial:
        try:
            convert(m.initial[part.name], "plain")
        except (UnitError, ValueError, TypeError) as error:
            yield f"initial {part.name}: {error}", "give a number"
    if not part.scale > 0:
        yield f"scale is {part.scale:g}", "give the usual size of the state, a positive number"


def _signal(part: Signal, m: Mechanism) -> Found:
    yield from name_problems(part.name)
    yield from _formula("formula", part.formula, m)
    loop = Signals(m).loop
    if part.name in loop and part.name == min(loop):
        around = loop[loop.index(part.name) : -1] + loop[: loop.index(part.name)] + (part.name,)
        yield f"depends on itself: {' → '.join(around)}", "break the circle: make one of them a state with a rate"


def _formula(word: str, text: str, m: Mechanism, own: Iterable[str] = ()) -> Found:
    for name in names_in(text):
        for what, remedy in unknown_name(name, m, own):
            yield f"{word} {what}", remedy


def _controller(part: Controller, m: Mechanism) -> Found:
    if not part.every > 0:
        yield f"every is {part.every:g} s", "give a positive time"
    for name in part.outputs:
        yield from _own_name(part, name, "output", m)
    for name in part.remembered:
        yield from name_problems(name, "the memory")
        if name in plain_names(m):
            yield f"the memory {name!r} has the name of a {plain_names(m)[name]}", "choose another"
    yield from _by_function(part, m) if part.function is not None else _by_formulas(part, m)


def _own_name(part: Controller, name: str, word: str, m: Mechanism) -> Found:
    """Whether the name of an output is free."""
    yield from name_problems(name, f"the {word}")
    other = next((p for p in m.parts() if p.name == name), None)
    if other is not None:
        yield f"the {word} {name!r} has the name of {other.title}", "choose another"
    others = [c for c in m.controllers.values() if c is not part and name in c.outputs]
    if others:
        yield f"the {word} {name!r} is given by {others[0].title}, too", "choose another"


def _by_formulas(part: Controller, m: Mechanism) -> Found:
    if part.reads:
        yield "has reads, but no function that would be given them", "omit reads, or give function="
    for name, text in part.gives.items():
        if not text:
            what = f"the output {name!r} has no formula, and there is no function"
            yield what, f"give gives={{{name!r}: …}}, or function="
        yield from _formula(f"output {name!r}", text, m, part.remembered)
    for name, text in (part.then or {}).items():
        if name not in part.remembered:
            yield (
                f"then: there is no memory {name!r}",
                (suggestion(name, part.remembered) if part.remembered else f"give memory: {{{name}: 0}}"),
            )
        yield from _formula(f"memory {name!r}", text, m, part.remembered)
    idle = [name for name in part.remembered if name not in (part.then or {})]
    if idle:
        yield f"the memory {idle[0]!r} never changes", f"give then: {{{idle[0]}: …}}, or write the number itself"


def _by_function(part: Controller, m: Mechanism) -> Found:
    if not callable(part.function):
        yield f"function is {part.function!r}, which cannot be called", "give a Python function f(t, x, memory)"
    if part.then:
        yield "has a function, and then: …", "return the new memory from the function, and omit then"
    if any(part.gives.values()):
        yield "has a function, and formulas of outputs", f"name them alone: gives={list(part.gives)!r}"
    for name in part.reads:
        for what, remedy in unknown_name(name, m):
            yield f"reads: {what.replace('depends on', 'it reads')}", remedy


CHECKS: dict[Any, Callable[[Any, Mechanism], Found]] = {State: _state, Signal: _signal, Controller: _controller}
