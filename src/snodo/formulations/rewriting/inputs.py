"""The parameters of a mechanism and of the parts used again in it, by path, as the inputs of a tape.

track          a parameter of the mechanism
left/track     that of a part used again; it may be a formula, of its part or, by `set`, of what is around it
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from snodo.errors import SnodoError
from snodo.formulations.rewriting.program import Program
from snodo.formulations.rewriting.tape import NotRecorded, Recorded, Tape, Value, formula
from snodo.math.calculated import knowing
from snodo.math.expression import Expression
from snodo.math.formula_reader import parse
from snodo.mechanism.attaching.attach import Attachment, with_own_values
from snodo.mechanism.mechanism import Mechanism
from snodo.mechanism.parameters import Parameter, scope_of

Array = np.ndarray


@dataclass(frozen=True)
class Input:
    """A parameter with its path."""

    name: str
    parameter: Parameter
    expression: Expression | None = None
    """Its formula, if it is one."""
    within: str = ""
    """What stands in front of the names in the formula."""

    @property
    def needs(self) -> frozenset[str]:
        """The parameters in its formula, by path."""
        found = () if self.expression is None else self.expression.variables()
        return frozenset(self.within + name for name in found)


def inputs_of(mechanism: Mechanism, path: str = "") -> Iterator[Input]:
    """All parameters of a mechanism and of the parts used again in it."""
    known = mechanism.parameters
    for name, parameter in known.items():
        expression = parse(str(parameter.given), known) if parameter.depends_on else None
        yield Input(path + name, parameter, expression, path)
    for prefix, attachment in mechanism.attachments.items():
        yield from _of_part(mechanism, attachment, path, f"{path}{prefix}/")


def _of_part(mechanism: Mechanism, attachment: Attachment, around: str, path: str) -> Iterator[Input]:
    with knowing(scope_of(mechanism.parameters)):
        part = with_own_values(attachment)
    for one in inputs_of(part, path):
        given = attachment.set.get(one.name.removeprefix(path))
        expression = _around(given, mechanism) if isinstance(given, str) else None
        yield one if expression is None else replace(one, expression=expression, within=around)


def _around(text: str, mechanism: Mechanism) -> Expression | None:
    """What `set` gives, if it is a formula of parameters of what is around the part."""
    try:
        found = parse(text, mechanism.parameters)
    except SnodoError:
        return None
    return found if found.variables() else None


class Formulas:
    """The parameters that are formulas of others, calculated by a tape."""

    def __init__(self, inputs: Iterable[Input]) -> None:
        self._own = own = list(inputs)
        self.names = [one.name for one in own]
        self.ordered: list[Input] = []
        """Each formula after those that it depends on."""
        left = {one.name: one for one in own if one.expression is not None}
        while left:
            ready = [one for one in left.values() if not one.needs & left.keys()]
            self.ordered += ready
            for one in ready:
                del left[one.name]
        self._programs: dict[frozenset[str], Program | None] = {}

    def fill(self, values: Array, given: Iterable[str]) -> None:
        """Calculate the formulas in place, unless they are given."""
        key = frozenset(given)
        if key not in self._programs:
            self._programs[key] = self._program(key)
        program = self._programs[key]
        if program is not None:
            program(values.copy(), values)
            return
        known = self._calculated(dict(zip(self.names, values.tolist())), key)
        values[:] = [float(known[name]) for name in self.names]

    def _program(self, given: frozenset[str]) -> Program | None:
        """The formulas as a tape; None if one of them has a function that a tape does not have."""
        tape = Tape()
        known = {one.name: tape.input(one.parameter.value) for one in self._own}
        try:
            found = self._calculated(known, given)
        except NotRecorded:
            return None
        numbers = [x if isinstance(x, Recorded) else tape.constant(x) for x in found.values()]
        return Program(tape, [(k, x.index, 1.0, 0.0) for k, x in enumerate(numbers)], guarded=False)

    def _calculated(self, known: dict[str, Value], given: frozenset[str]) -> dict[str, Value]:
        for one in self.ordered:
            if one.name not in given and one.expression is not None:
                local = {name: known[one.within + name] for name in one.expression.variables()}
                known[one.name] = formula(one.expression, local)
        return known

    def following(self, names: Iterable[str]) -> list[str]:
        """These parameters, and those whose formulas depend on them."""
        found = list(names)
        for one in self.ordered:
            if one.name not in found and one.needs & set(found):
                found.append(one.name)
        return found
