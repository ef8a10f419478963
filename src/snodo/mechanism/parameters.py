"""Parameters of a mechanism: named numbers with units, ranges and arithmetic, from which its other numbers follow.

    parameters:
      crank:   {value: 120 mm, from: 80 mm, to: 200 mm}
      coupler: 2*crank + 5 mm

Their order is free.  A parameter is a number with a unit or a formula of other parameters; the formula is kept, so that
`with_parameters(crank=0.1)` changes all that follows from it.
"""

from __future__ import annotations

import numbers
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from snodo.errors import MechanismError, Problem, suggestion
from snodo.math.calculated import Scope, calculated, knowing, read_formula
from snodo.math.dimensions import BARE, Dimension, dimension_of, named, text_of_unit
from snodo.math.expression import CONSTANTS, FUNCTIONS, TABLE
from snodo.math.units import UNITS, UnitError

Given = float | str
"""A number in SI units, or text: a number with a unit, or a formula of parameters."""


@dataclass(frozen=True)
class Parameter:
    """A named number of a mechanism."""

    name: str
    given: Given
    """As it was written: a number in SI units, a number with a unit, or a formula of other parameters."""
    low: Given | None = None
    """Its smallest value, as it was written."""
    high: Given | None = None
    """Its largest value, as it was written."""
    description: str = ""
    where: str = field(default="", compare=False, repr=False)
    """The user's line that gave its value."""
    declared: str = field(default="", compare=False, repr=False)
    """The user's line that declared it, with its range."""
    value: float = field(default=float("nan"), compare=False)
    """Its value in SI units."""
    dimension: Dimension | None = field(default=None, compare=False, repr=False)
    like: Dimension | None = field(default=None, compare=False, repr=False)
    """The dimension that a new value must have."""
    depends_on: frozenset[str] = field(default=frozenset(), compare=False)
    """The parameters in its formula."""
    bounds: tuple[float | None, float | None] = field(default=(None, None), compare=False)
    """Its smallest and its largest value in SI units."""

    @property
    def unit(self) -> str:
        """Its SI unit; empty for a plain number."""
        return "" if self.dimension is None else text_of_unit(self.dimension)

    @property
    def title(self) -> str:
        """Its name in messages."""
        return f"parameter {self.name!r}"


def name_problem(name: object) -> tuple[str, str] | None:
    """Why a parameter cannot have this name, and the remedy."""
    if not isinstance(name, str) or not name.isidentifier():
        return f"{name!r} cannot be the name of a parameter", "use letters, digits and '_'"
    if name in UNITS:
        return f"parameter {name!r} has the name of a unit", f"call it for instance {name}_0 or {name}_rod"
    if name in FUNCTIONS or name in CONSTANTS or name in (TABLE, "t", "distance"):
        what = "time" if name == "t" else "a constant" if name in CONSTANTS else "a function"
        return f"parameter {name!r} has the name of {what}", f"call it for instance {name}_0"
    return None


def given_text(value: Any, unit: str = "") -> Given:
    """A parameter's value as it is kept: with its unit, if that is given separately."""
    if isinstance(value, str):
        return " ".join(value.split())
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise UnitError(Problem(f"{value!r} is not a number", "give a number, or text such as 120 mm or 2*crank"))
    return f"{repr(float(value)).removesuffix('.0')} {unit}" if unit else float(value)


def changed(known: Mapping[str, Parameter], values: Mapping[str, Any], line: str) -> dict[str, Parameter]:
    """The parameters with other values; raises an error for a name that is not known."""
    found, problems = dict(known), []
    for name, value in values.items():
        if name not in known:
            problems.append(Problem(f"there is no parameter {name!r}", unknown(name, known), line))
            continue
        try:
            old = known[name]
            found[name] = replace(old, given=_alike(old, given_text(value)), where=line, like=old.dimension)
        except UnitError as error:
            problems += [Problem(f"{known[name].title}: {p.what}", p.remedy, line) for p in error.problems]
    if problems:
        raise MechanismError(problems)
    return found


def unknown(name: str, known: Iterable[str]) -> str:
    """A remedy that names the nearest parameter, or all of them."""
    names = list(known)
    if not names:
        return "the mechanism has no parameters"
    near = suggestion(name, names)
    return near if near.startswith("did you mean") else f"it has {', '.join(names)}"


def _alike(parameter: Parameter, given: Given) -> Given:
    """A number is in the SI unit that the parameter has; text must be of the same kind."""
    dimension = parameter.dimension
    if dimension is None or (dimension.bare and dimension.pure):
        return given
    unit = text_of_unit(dimension)
    try:
        number = float(given)
    except ValueError:
        return given
    return given_text(number, unit)


# ---------------------------------------------------------------- values
def resolve(parameters: Mapping[str, Parameter]) -> tuple[dict[str, Parameter], list[Problem]]:
    """The parameters with their values, in an order in which each follows from those before it, and all problems.

    One that has no value because of a mistake gets 1 and no dimension, so that nothing that uses it is blamed.
    """
    return _Resolution(parameters).run()


def scope_of(parameters: Mapping[str, Parameter]) -> Scope:
    """What formulas may name; the parameters must be resolved."""
    return Scope(
        {name: p.value for name, p in parameters.items()}, {name: p.dimension for name, p in parameters.items()}
    )


class _Resolution:
    """Evaluates parameters, each after those that it depends on."""

    def __init__(self, parameters: Mapping[str, Parameter]) -> None:
        self.parameters = parameters
        self.found: dict[str, Parameter] = {}
        self.path: list[str] = []
        self.problems: list[Problem] = []

    def run(self) -> tuple[dict[str, Parameter], list[Problem]]:
        for name in self.parameters:
            self.visit(name)
        for parameter in list(self.found.values()):
            if parameter.dimension is not None:
                self.found[parameter.name] = self.ranged(parameter)
        return {name: self.found[name] for name in self.parameters}, self.problems

    def visit(self, name: str) -> None:
        if name in self.found:
            return
        parameter = self.parameters[name]
        if name in self.path:
            circle = " → ".join([*self.path[self.path.index(name) :], name])
            what = f"parameters depend on one another in a circle: {circle}"
            self.problems.append(Problem(what, "give one of them a number", parameter.where))
            self.found[name] = replace(parameter, value=1.0, dimension=None)
            return
        self.path.append(name)
        try:
            value = self.evaluated(parameter)
        except UnitError as error:
            title, where = parameter.title, parameter.where
            self.problems += [Problem(f"{title}: {p.what}", p.remedy, where) for p in error.problems]
            value = replace(parameter, value=1.0, dimension=None)
        self.path.pop()
        self.found.setdefault(name, value)

    def evaluated(self, parameter: Parameter) -> Parameter:
        if not isinstance(parameter.given, str):
            return replace(parameter, value=float(parameter.given), dimension=BARE, depends_on=frozenset())
        expression = read_formula(parameter.given, self.parameters)
        depends_on = frozenset(expression.variables())
        for other in sorted(depends_on):
            self.visit(other)
        scope = scope_of({other: self.found[other] for other in depends_on if other in self.found})
        if scope.values.keys() < depends_on or None in scope.dimensions.values():
            return replace(parameter, value=1.0, dimension=None, depends_on=depends_on)
        with knowing(scope):
            value = calculated(parameter.given)
        dimension, like = dimension_of(expression, scope.dimensions, parameter.given), parameter.like
        if like is not None and dimension is not None and not _comparable(dimension, like):
            what = f"{parameter.given!r} is {named(dimension)}, but the parameter is {named(like)}"
            raise UnitError(Problem(what, "give a value of the same kind"))
        return replace(parameter, value=value, dimension=dimension, depends_on=depends_on)

    def ranged(self, parameter: Parameter) -> Parameter:
        """The parameter with its bounds, after a look at whether it keeps them."""
        ends: list[float | None] = []
        for word, end in (("from", parameter.low), ("to", parameter.high)):
            try:
                ends.append(None if end is None else self.bound(parameter, end))
            except UnitError as error:
                what = f"{parameter.title}: {word}: {error.problems[0].what}"
                self.problems.append(Problem(what, error.problems[0].remedy, parameter.where))
                ends.append(None)
        low, high = ends
        if low is not None and high is not None and low > high:
            what = f"{parameter.title}: its range {parameter.low} .. {parameter.high} is empty"
            self.problems.append(Problem(what, "give the smaller value first", parameter.where))
        elif (low is not None and parameter.value < low) or (high is not None and parameter.value > high):
            ends_of = f"{'' if low is None else parameter.low} .. {'' if high is None else parameter.high}".strip()
            value = f"{parameter.value:g} {parameter.unit}".rstrip()
            what = f"{parameter.name} = {value} is outside its range {ends_of}"
            self.problems.append(Problem(what, self.other_value(parameter), parameter.where))
        return replace(parameter, bounds=(low, high))

    def other_value(self, parameter: Parameter) -> str:
        elsewhere = parameter.declared not in ("", parameter.where)
        return "give it another value, or change its range" + (f" ({parameter.declared})" if elsewhere else "")

    def bound(self, parameter: Parameter, end: Given) -> float:
        if not isinstance(end, str):
            return float(end)
        expression = read_formula(end, self.found)
        scope = scope_of(self.found)
        dimension, own = dimension_of(expression, scope.dimensions, end), parameter.dimension
        if dimension is not None and own is not None and not _comparable(dimension, own):
            raise UnitError(Problem(f"{end!r} is {named(dimension)}, but the value is {named(own)}", "use one kind"))
        with knowing(scope):
            return calculated(end)


def _comparable(a: Dimension, b: Dimension) -> bool:
    return (a.bare and a.pure) or (b.bare and b.pure) or a.powers == b.powers
