"""Numbers that are calculated: "2*crank + 5 mm", with the parameters that are known where it is written.

While a part is converted, the parameters of its mechanism are known through a scope (`knowing`); a number is then
read from a formula of these as from a number with a unit.  What was calculated is recorded (`recording`), so that a
part keeps the formula beside its value.  Nothing is evaluated as code: `formula_reader.py` reads the text.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import lru_cache

from snodo.errors import Problem
from snodo.math.dimensions import Dimension, dimension_of, named, suits, text_of_unit
from snodo.math.expression import CONSTANTS, FUNCTIONS, Expression, ExpressionError
from snodo.math.formula_reader import bare_names, parse, substituted
from snodo.math.units import UnitError, example, is_quantity, wanted


@dataclass(frozen=True)
class Scope:
    """Parameters that may be named: their values in SI units, and their dimensions (None: not known)."""

    values: Mapping[str, float] = field(default_factory=dict)
    dimensions: Mapping[str, Dimension | None] = field(default_factory=dict)


@dataclass
class Record:
    """What was calculated since the recording began."""

    calculated: bool = False
    parameters: set[str] = field(default_factory=set)

    def note(self, names: Collection[str]) -> None:
        """Note a formula and the parameters in it."""
        self.calculated = True
        self.parameters |= set(names)


_NOTHING = Scope()
_SCOPE: ContextVar[Scope] = ContextVar("scope", default=_NOTHING)
_RECORD: ContextVar[Record | None] = ContextVar("record", default=None)


@contextmanager
def knowing(scope: Scope) -> Iterator[None]:
    """Let formulas name these parameters."""
    token = _SCOPE.set(scope)
    try:
        yield
    finally:
        _SCOPE.reset(token)


@contextmanager
def recording() -> Iterator[Record]:
    """Record what is calculated."""
    record = Record()
    token = _RECORD.set(record)
    try:
        yield record
    finally:
        _RECORD.reset(token)
        outer = _RECORD.get()
        if outer is not None and record.calculated:
            outer.note(record.parameters)


def known_parameters() -> Mapping[str, float]:
    """The parameters that may be named here, with their values."""
    return _SCOPE.get().values


_SIGNS = re.compile(r"[-+*/^(]")
_ARITHMETIC = re.compile(
    r"[\w.)]\s*[+]|[\w.)]\s+-|\d\s*-\s*[\d(]|[\w.)]\s*[*/]\s*[\d(]|[\d)]\s*\^|\bpi\b|[^\W\d_]\s*\(|^\s*[-+]?\s*\("
)


def reads_as_formula(text: str) -> bool:
    """Whether text is no number with a unit, but meant as a formula of numbers and parameters."""
    if is_quantity(text):
        return False
    known = _SCOPE.get().values
    names = set(bare_names(text))
    if names & (known.keys() | FUNCTIONS.keys() | CONSTANTS.keys()) or _ARITHMETIC.search(text):
        return True
    return bool(known) and bool(names) and (bool(_SIGNS.search(text)) or text.strip().isidentifier())


def calculated(text: str, kind: str = "") -> float:
    """The value of a formula of numbers and parameters in SI units, which must be of this kind; none: of any."""
    return _calculated(text, kind)[0]


def with_numbers(text: str) -> str:
    """A number that is calculated as a number with its SI unit, as text; other text as it is."""
    if not reads_as_formula(text):
        return text
    value, dimension = _calculated(text, "")
    unit = "" if dimension is None else text_of_unit(dimension)
    return f"{value!r} {unit}".strip()


def formula_with_numbers(text: str) -> str:
    """A formula of time and measures, with the values of the parameters in their place."""
    known = _SCOPE.get().values
    if not known:
        return text
    changed, used = substituted(text, known)
    _note(used)
    return changed if used else text


def _calculated(text: str, kind: str) -> tuple[float, Dimension | None]:
    scope = _SCOPE.get()
    expression = read_formula(text, scope.values)
    dimension = dimension_of(expression, scope.dimensions, text)
    if kind and dimension is not None and not suits(dimension, kind):
        raise UnitError(Problem(f"{text!r} is {named(dimension)} where {wanted(kind)} is expected", example(kind)))
    value = float(expression.evaluate(scope.values))
    if not math.isfinite(value):
        numbers = ", ".join(f"{name} = {scope.values[name]:g}" for name in sorted(expression.variables()))
        what = f"{text!r} has no finite value{f' for {numbers}' if numbers else ''}"
        raise UnitError(Problem(what, "correct the division, root or power"))
    _note(expression.variables(), always=True)
    return value, dimension


def read_formula(text: str, names: Collection[str]) -> Expression:
    """A formula of parameters; raises `UnitError` that points at the first mistake."""
    return _read_once(text, frozenset(names))


@lru_cache(maxsize=4096)
def _read_once(text: str, names: frozenset[str]) -> Expression:
    """Families of mechanisms read the same formulas again and again."""
    try:
        return _parsed(text, tuple(names))
    except ExpressionError as error:
        raise UnitError(error.problems) from None


@lru_cache(maxsize=2048)
def _parsed(text: str, names: tuple[str, ...]) -> Expression:
    """Mechanisms that differ in the values of their parameters have the same formulas."""
    return parse(text, names, noun="parameter")


def _note(names: Collection[str], always: bool = False) -> None:
    record = _RECORD.get()
    if record is not None and (names or always):
        record.note(names)
