"""Numbers in the state y beside coordinates, velocities and works: states x with a rate, and numbers that are held.

    y = (q, v, works, x, …)          ẋ_k = f_k(t, measures, x)      held numbers: ẋ_k = 0, somebody sets them

The states of the user come first (`mechanism/states.py`), then outputs and memories of sampled controllers, which are
held, then those of parts that need some, such as the bristle of a contact.  All are under error control, relative to
their scale.  A part adds numbers by a method

    numbers(builder) -> list[Number]

Its `Number` has either `function`, a `MeasuredFormula` whose names are in `measures` (as in `Law.measures`, from any
quantities of the builder) or are names of numbers; or `kernel=True`: then a kernel of the part writes the rate, at
every evaluation of the forces, to `model[rates_at + k]` of the record `States` (`formulations/kernels/states.py`),
where it also finds the value, at `model[values_at + k]`; k is `builder.number_of(name)`.  A law that reads a number has
the name in the formula of its function, and `held(builder, name)` in `Law.measures`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from snodo.errors import Problem, UnsupportedError
from snodo.formulations.parts.named_measures import HELD, Named, named_measure
from snodo.mechanism.functions.measured_formula import MeasuredFormula
from snodo.mechanism.measures import Combination
from snodo.mechanism.part import Part
from snodo.mechanism.states import Signals, by_formula

if TYPE_CHECKING:
    from snodo.formulations.parts.constraint_rows import RowBuilder


@dataclass(frozen=True)
class Number:
    """A number in y; without a function and not of a kernel, it is held."""

    name: str
    """Its name in formulas; that of a memory is `controller.name`, and no formula of others can use it."""
    part: Part
    function: MeasuredFormula | None = None
    """Its rate,"""
    measures: dict[str, Named] = field(default_factory=dict)
    """and what that depends on, by name."""
    kernel: bool = False
    """Whether a kernel writes its rate instead."""
    initial: float = 0.0
    scale: float = 1.0
    what: str = "state"
    """`state`, `output`, `waiting` (an output with a delay, on its way), `memory`, or the word of a part's own."""

    @property
    def held(self) -> bool:
        """Whether it is constant until somebody sets it."""
        return self.function is None and not self.kernel


def numbers_of(builder: RowBuilder) -> list[Number]:
    """All numbers of a mechanism, without what their rates depend on: the list of their names must be known first."""
    m, signals = builder.mechanism, Signals(builder.mechanism, builder.geometry)
    found: list[Number] = []
    for state in m.states.values():
        rate = signals.written_out(MeasuredFormula(state.rate))
        found.append(Number(state.name, state, rate, initial=state.initial, scale=state.scale))
    for controller in m.controllers.values():
        found += [Number(name, controller, what="output") for name in controller.outputs]
        for k in range(controller.delay):
            found += [Number(waiting(controller, name, k), controller, what="waiting") for name in controller.outputs]
        for name, value in controller.remembered.items():
            found.append(Number(f"{controller.name}.{name}", controller, initial=value, what="memory"))
    for part in (*m.forces.values(), *m.contacts.values()):
        own: Any = getattr(part, "numbers", None)
        found += own(builder) if own is not None else []
    return found + _bristles(builder)


def _bristles(builder: RowBuilder) -> list[Number]:
    """Deflections of the bristles of compliant contacts with friction."""
    from snodo.formulations.parts.bristles import bristle_numbers, bristled

    contacts = builder.mechanism.contacts.values()
    return [number for contact in contacts if bristled(contact) for number in bristle_numbers(builder, contact)]


@dataclass(frozen=True)
class Reading:
    """A formula that is evaluated in single states: of a controller, or of the condition of an event."""

    key: str
    part: Part
    function: MeasuredFormula
    measures: dict[str, Named]


def readings_of(builder: RowBuilder) -> list[Reading]:
    """All such formulas of a mechanism: `controller.gives.u`, `controller.then.I`, `controller.reads.0`, `event.0`."""
    m, signals, found = builder.mechanism, Signals(builder.mechanism, builder.geometry), []

    def add(key: str, part: Part, text: str, own: dict[str, Named]) -> None:
        function = signals.written_out(MeasuredFormula(text))
        found.append(Reading(key, part, function, inputs_of(builder, function, part, own)))

    for c in m.controllers.values():
        own = {name: held(builder, f"{c.name}.{name}") for name in c.remembered}
        for word, table in (("gives", c.gives), ("then", c.then or {})):
            for name, text in table.items() if c.function is None else ():
                add(f"{c.name}.{word}.{name}", c, text, own)
        for k, name in enumerate(c.reads):
            add(f"{c.name}.reads.{k}", c, name, {})
    for event in m.events.values():
        for k, condition in enumerate(event.conditions):
            if by_formula(condition.measure, m):
                add(f"{event.name}.{k}", event, condition.measure, {})
    return found


def refuse_numbers(F: Any, analysis: str) -> None:
    """Raise UnsupportedError if a formulation has states or controllers, for an analysis that would leave them out."""
    parts = {number.part.name: number.part for number in F.builder.numbers}
    wrong = [
        Problem(f"{part.title}: {analysis} cannot take it into account", "use sn.simulate, or remove it", part.where)
        for part in parts.values()
    ]
    if wrong:
        raise UnsupportedError(wrong)


def held(builder: RowBuilder, name: str) -> Named:
    """A number as something that a law or a rate depends on."""
    return Named(Combination([]), HELD, builder.number_of(name))


def waiting(controller: Any, output: str, k: int) -> str:
    """The name of an output that is on its way, and comes out after k more samples."""
    return f"{controller.name}.{output}.{k + 1}"


def inputs_of(builder: RowBuilder, function: MeasuredFormula, part: Part, known: dict[str, Named]) -> dict[str, Named]:
    """What a formula depends on: measures by name, numbers, and what is known already."""
    return {name: known.get(name) or named_input(builder, name, part) for name in function.names}


def named_input(builder: RowBuilder, name: str, part: Part) -> Named:
    """A measure or a number."""
    return held(builder, name) if name in builder.number_names else named_measure(builder, name, part)
