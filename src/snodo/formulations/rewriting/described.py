"""The numbers of a description as they follow from its parameters, on a tape.

Where the user wrote a formula, the number is that of the formula; everything else is a plain number.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import fields
from typing import Any

from snodo.errors import SnodoError
from snodo.formulations.rewriting.inputs import inputs_of
from snodo.formulations.rewriting.tape import NotRecorded, Recorded, Tape, Value, applied, formula, number
from snodo.math.formula_reader import parse
from snodo.mechanism.mechanism import Mechanism
from snodo.mechanism.part import Part
from snodo.mechanism.written import Written

SAME = 1e-12
"""Relative difference of a formula on the tape from the value that it gave."""
ANYWHERE: tuple[str, ...] = ("angle", "point", "points", "direction", "tensor", "terms", "anything", "function")
ANYWHERE += ("functions", "one_or_more_functions", "motion")
"""Quantities that may change their sign without changing what a part is;"""
DISPLACED: tuple[str, ...] = ("com",)
"""and fields of other quantities."""

ORDERED: tuple[tuple[str, str | float], ...] = (("restitution", 1.0), ("coulomb", "static"), ("mu", "static"))
ORDERED += (("inner_radius", "radius"), ("helix", 0.5 * math.pi), ("pressure_angle", 0.5 * math.pi))
"""Fields, and what they are at most."""


class Described:
    """A mechanism with the parameters on a tape, as inputs in their order (`inputs.py`)."""

    def __init__(self, mechanism: Mechanism, tape: Tape, around: Mapping[str, Value] | None = None, path: str = ""):
        """around: of a part used again, all inputs, of which its own have this path in front of their names."""
        self.mechanism, self.tape, self.path = mechanism, tape, path
        if around is None:
            around = {one.name: tape.input(one.parameter.value) for one in inputs_of(mechanism)}
        self.inputs = around
        self.known: dict[str, Value] = {name: around[path + name] for name in mechanism.parameters}
        """The parameters."""
        self.gravity = self._written(("gravity", ""), mechanism.gravity)

    def point(self, name: str) -> Any:
        """The coordinates of a point."""
        return self._written(("points", name), self.mechanism.points[name])

    def initial(self, name: str, value: float) -> Value:
        """An initial value."""
        text = self.mechanism.initial[name]
        return self.merged(text, value) if isinstance(text, str) else value

    def field(self, part: Part, word: str) -> Any:
        """The value of a field."""
        value, written = getattr(part, word), part.expressions.get(word)
        return value if written is None or not written.still(value) else self.merged(written.text, value)

    def see_fields(self, part: Part) -> None:
        """Put the numbers of all fields of a part on the tape, with guards where the sign decides what a part is."""
        kinds = {spec.name: str(spec.metadata.get("quantity", "")).partition(":")[0] for spec in fields(part)}
        for word in part.expressions:
            with suppress(NotRecorded):
                if kinds.get(word, "") not in ANYWHERE and word not in DISPLACED:
                    self._keep_signs(self.field(part, word))
            self._see_inside(part.expressions[word].text)
        self._keep_order(part)

    def _keep_order(self, part: Part) -> None:
        """Put guards on the tape for fields that may not be larger than others, or than a number."""
        for word, most in ORDERED:
            with suppress(NotRecorded, AttributeError):
                x = self.field(part, word)
                y = self.field(part, most) if isinstance(most, str) else most
                if isinstance(x, Recorded | float) and isinstance(y, Recorded | float):
                    self._keep_larger(y, x)

    def _keep_larger(self, large: Value, small: Value) -> None:
        if isinstance(large, Recorded) or isinstance(small, Recorded):
            self.tape.guard(large, small)

    def _keep_signs(self, value: Any) -> None:
        if isinstance(value, list | tuple):
            for inside in value:
                self._keep_signs(inside)
        if isinstance(value, Recorded):
            self.tape.guard(0.0, value)
            if value.value <= 0.0:
                self.tape.guard(value, 0.0)

    def _written(self, key: tuple[str, str], value: Any) -> Any:
        written: Written | None = self.mechanism.expressions.get(key)
        return value if written is None or not written.still(value) else self.merged(written.text, value)

    # ---------------------------------------------------------------- from text to numbers
    def merged(self, text: Any, value: Any) -> Any:
        """The value, with the formulas of the text where they gave its numbers."""
        if isinstance(text, str):
            if isinstance(value, str):
                return value
            if isinstance(value, tuple) and len(value) == 3:
                return self._direction(text, value)
            return self._number(text, value)
        if isinstance(text, Mapping) and isinstance(value, Mapping) and text.keys() == value.keys():
            return {key: self.merged(text[key], inside) for key, inside in value.items()}
        if isinstance(text, list | tuple) and isinstance(value, list | tuple) and len(text) == len(value):
            return tuple(self.merged(a, b) for a, b in zip(text, value))
        return self._same(text, value)

    def _number(self, text: str, value: Any) -> Value:
        if not isinstance(value, int | float):
            raise NotRecorded(text)
        with suppress(SnodoError):
            expression = parse(text, self.known)
            if expression.variables():
                return self._same(formula(expression, self.known), value)
        return float(value)

    def _direction(self, text: str, value: tuple[Any, ...]) -> tuple[Any, ...]:
        """A direction in the plane, given by its angle."""
        with suppress(SnodoError):
            expression = parse(text, self.known)
            if expression.variables():
                angle = formula(expression, self.known)
                found = applied("cos", angle), applied("sin", angle), 0.0
                return tuple(self._same(a, b) for a, b in zip(found, value))
        return value

    def _same(self, found: Any, value: Any) -> Any:
        """What was found, if it is the value."""
        if not isinstance(found, int | float | Recorded) or not isinstance(value, int | float):
            raise NotRecorded(f"{found!r} became {value!r}")
        if not abs(number(found) - value) <= SAME * max(1e-300, abs(value)):
            raise NotRecorded(f"{number(found)!r} became {value!r}")
        return found

    def _see_inside(self, text: Any) -> None:
        """Put all parts of formulas on the tape that follow from parameters alone, as in formulas of time."""
        if isinstance(text, Mapping):
            text = list(text.values())
        if isinstance(text, list | tuple):
            for inside in text:
                self._see_inside(inside)
        if isinstance(text, str):
            from snodo.math.formula_reader import parse_open

            with suppress(SnodoError, NotRecorded):
                formula(parse_open(text, self.known), self.known, see=lambda x: None)
