"""What varies in a sweep: parameters of the mechanism and initial values, by name, with their units and SI values.

    crank               a parameter;  left/arm  one of a part used again
    A.angle, crank.omega, i    initial values of a coordinate, a speed or a state

Values are numbers in SI units or texts with units.  `80 mm .. 200 mm in 25` and `80 mm:200 mm:25` are 25 equally spaced
values.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from snodo.errors import MechanismError, Problem, SnodoError, suggestion, user_line
from snodo.math.calculated import calculated, knowing
from snodo.math.units import SI_UNIT, quantity
from snodo.mechanism.mechanism import Mechanism
from snodo.mechanism.parameters import Parameter, changed, resolve, scope_of

Array = np.ndarray
PARAMETER, INITIAL = "parameter", "initial"
_DOTS = re.compile(r"\s*(.+?)\s*\.\.\s*(.+?)(?:\s+in\s+(\d+))?\s*")
_COLONS = re.compile(r"\s*([^:]+):([^:]+)(?::\s*(\d+))?\s*")
_NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
_BARE, _WITH_UNIT = re.compile(_NUMBER), re.compile(_NUMBER + r"\s*([^\W\d_].*|°.*|%)")
MOST_VALUES = 10_000_000


@dataclass(frozen=True)
class Varied:
    """A quantity that varies."""

    name: str
    kind: str
    """parameter or initial"""
    unit: str
    """SI unit of its values; empty for plain numbers."""
    parameter: Parameter | None = None
    quantity: str = ""
    """Kind of quantity of an initial value."""

    @property
    def limits(self) -> tuple[float | None, float | None]:
        """The range of a parameter."""
        return (None, None) if self.parameter is None else self.parameter.bounds

    def value(self, given: Any) -> float:
        """The SI value of a number or text."""
        if isinstance(given, str) and self.parameter is not None:
            return self._of_text(self.parameter, given)
        if isinstance(given, str) and not self.quantity:
            return float(calculated(given))
        return quantity(given, self.quantity or "number")

    def _of_text(self, parameter: Parameter, given: str) -> float:
        """The value of a text; whether it is in the range of the parameter is asked when the member runs."""
        free = replace(parameter, low=None, high=None)
        found, problems = resolve(changed({self.name: free}, {self.name: given}, ""))
        if problems:
            raise MechanismError(problems)
        return float(found[self.name].value)


def varied(m: Mechanism, name: str) -> Varied:
    """What a name means; raises MechanismError with the nearest names if it means nothing."""
    found = parameters_of(m)
    if name in found:
        return Varied(name, PARAMETER, found[name].unit, found[name])
    if name in m.states:
        return Varied(name, INITIAL, "")
    if "." in name:
        kind = m.coordinate(name)[2]
        return Varied(name, INITIAL, SI_UNIT[kind].replace("*", " ").removeprefix("1"), None, kind)
    known = [*found, *m.states]
    remedy = suggestion(name, known) if known else "name it in parameters: {crank: 120 mm}, and use it in the file"
    raise MechanismError(Problem(f"{name!r} is no parameter and no initial value", remedy))


def parameters_of(m: Mechanism) -> dict[str, Parameter]:
    """All parameters by path."""
    found = dict(m.parameters)
    for prefix, attachment in m.attachments.items():
        part = attachment.part.with_parameters(**attachment.set) if not _formulas(attachment.set) else attachment.part
        found |= {f"{prefix}/{name}": parameter for name, parameter in parameters_of(part).items()}
    return found


def _formulas(given: Mapping[str, Any]) -> bool:
    """Whether some of the values of a part are texts, which may name parameters of the whole."""
    return any(isinstance(value, str) for value in given.values())


def together(*asked: Callable[[], Any]) -> list[Any]:
    """The answers to all questions; if several fail, one error with all their problems."""
    found, errors = [], list[SnodoError]()
    for ask in asked:
        try:
            found.append(ask())
        except SnodoError as error:
            errors.append(error)
    if len(errors) == 1:
        raise errors[0]
    if errors:
        raise MechanismError([problem for error in errors for problem in error.problems])
    return found


def axis_of(m: Mechanism, name: str, given: Any) -> tuple[Varied, Array]:
    """What a name means, and all its values."""
    what = varied(m, name)
    return what, values_of(m, what, given)


def values_of(m: Mechanism, what: Varied, given: Any) -> Array:
    """All values of one quantity in SI units, of a sequence, or of text that gives a range."""
    try:
        with knowing(scope_of(m.parameters)):
            return _values(what, given)
    except SnodoError as error:
        raise MechanismError([Problem(f"{what.name}: {p.what}", p.remedy, p.where) for p in error.problems]) from None


def _values(what: Varied, given: Any) -> Array:
    if isinstance(given, str):
        ends = ends_of(given)
        if ends is None:
            texts = [text.strip() for text in given.split(",")]
            _must_have_units_alike(texts, what.unit)
            return np.array([what.value(text) for text in texts])
        low, high, count = ends
        _must_have_units_alike([low, high], what.unit)
        if count is None:
            remedy = f"write {low} .. {high} in 25"
            raise MechanismError(Problem(f"{given!r} does not say how many values", remedy))
        return np.linspace(what.value(low), what.value(high), _count(count))
    if np.ndim(given) == 0:
        return np.array([what.value(given)])
    if np.ndim(given) != 1:
        raise MechanismError(Problem("its values have more than one dimension", "give a flat list"))
    found = np.array([what.value(one) for one in given], float)
    if not found.size:
        raise MechanismError(Problem("it has no values", "give at least one"))
    return found


def _must_have_units_alike(texts: Sequence[str], unit: str) -> None:
    """Refuse `10, 60 rpm`: is it 10 rpm or 10 rad/s?  Zero needs no unit, and unit is the SI unit."""
    bare = next((text for text in texts if _BARE.fullmatch(text) and float(text) != 0.0), None)
    other = next((match for match in map(_WITH_UNIT.fullmatch, texts) if match and match[1].strip() != unit), None)
    if bare is not None and other is not None:
        what = f"{bare!r} has no unit, and {other[0]!r} has one"
        remedy = f"write {bare} {other[1]}, or all of them as numbers{f' in {unit}' if unit else ''}"
        raise MechanismError(Problem(what, remedy))


def ends_of(text: str) -> tuple[str, str, str | None] | None:
    """Both ends of a range as text and its number of values, if that is given; None if it is no range."""
    found = _DOTS.fullmatch(text) or _COLONS.fullmatch(text)
    return None if found is None else (found[1].strip(), found[2].strip(), found[3])


def _count(text: str) -> int:
    count = int(text)
    if not 1 <= count <= MOST_VALUES:
        raise MechanismError(Problem(f"{count} values", f"give between 1 and {MOST_VALUES}"))
    return count


def range_of(m: Mechanism, what: Varied, given: Any) -> tuple[float, float]:
    """The ends of the range of a sampled quantity: a pair, text, or None for the range of the parameter."""
    if given is None:
        low, high = what.limits
        if low is None or high is None:
            remedy = f'give its range: {{"{what.name}": (low, high)}}, or from: and to: in the file'
            raise MechanismError(Problem(f"{what.name} has no range", remedy, user_line()))
        return low, high
    ends = given
    if isinstance(given, str) and (found := ends_of(given)):
        ends = found[:2]
        _must_have_units_alike(ends, what.unit)
    if isinstance(ends, str) or not isinstance(ends, Sequence | np.ndarray) or len(ends) != 2:
        raise MechanismError(Problem(f"{what.name}: {given!r} is no range", "give (low, high), or '80 mm .. 200 mm'"))
    low, high = values_of(m, what, list(ends))
    if not low < high:
        remedy = "give the smaller value first" if low > high else "give two values, or leave it out of what varies"
        raise MechanismError(Problem(f"{what.name}: the range {given!r} is empty", remedy))
    return float(low), float(high)
