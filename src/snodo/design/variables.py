"""The parameters that a design may change: their values, units and bounds, and what follows from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import MechanismError, Problem, UnsupportedError, suggestion
from snodo.math.calculated import read_formula
from snodo.math.differentiable import Differentiable, lifted
from snodo.math.dimensions import of_unit
from snodo.math.units import UnitError
from snodo.mechanism.attaching.paths import parameters_by_path
from snodo.mechanism.parameters import Parameter, given_text, resolve

if TYPE_CHECKING:
    from snodo.mechanism.mechanism import Mechanism

Array = np.ndarray
WIDE = 100.0
"""Ratio of positive bounds from which on random values are drawn evenly in the logarithm."""


@dataclass(frozen=True)
class Variables:
    """Parameters that are varied, in a fixed order; lengths and angles in SI units."""

    names: tuple[str, ...]
    values: Array
    """As they are in the mechanism."""
    low: Array
    high: Array
    units: tuple[str, ...]
    kept: tuple[str, ...] = ()
    """Parameters that stay as they are because they have no range, where none were named."""

    @property
    def scale(self) -> Array:
        """Natural size of a change: the range, or where there is none the value."""
        width = np.where(np.isfinite(self.high - self.low), self.high - self.low, np.maximum(np.abs(self.values), 1e-3))
        return np.where(width > 0.0, width, 1.0)

    def step_scale(self, x: Array) -> Array:
        """Size relative to which a parameter is changed for difference quotients."""
        size = np.maximum(np.abs(x), 1e-3 * self.scale)
        return np.minimum(size, self.scale)

    def clipped(self, x: Array) -> Array:
        """Values within the bounds."""
        return np.clip(x, self.low, self.high)

    def table(self, x: Array) -> dict[str, float]:
        """Values by name."""
        return {name: float(value) for name, value in zip(self.names, x)}

    def at_bounds(self, x: Array, close: float = 1e-8) -> dict[str, str]:
        """Parameters that are at a bound."""
        near = close * self.scale
        sides = {}
        for k, name in enumerate(self.names):
            if abs(x[k] - self.low[k]) <= near[k]:
                sides[name] = "smallest value"
            elif abs(x[k] - self.high[k]) <= near[k]:
                sides[name] = "largest value"
        return sides

    def must_be_bounded(self, why: str) -> None:
        """Refuse parameters without a range."""
        open_ended = [n for n, a, b in zip(self.names, self.low, self.high) if not np.isfinite(b - a)]
        if open_ended:
            listed, example = ", ".join(open_ended), open_ended[0]
            remedy = f"give ranges: over={{{example!r}: (low, high)}}, or m.parameter({example!r}, …, low=…, high=…)"
            raise UnsupportedError(Problem(f"{why} needs the ranges of {listed}", remedy))

    def at_random(self, unit: Array) -> Array:
        """Values in the ranges, from numbers between 0 and 1; wide positive ranges evenly in the logarithm."""
        low, high = self.low, self.high
        wide = (low > 0.0) & (high > WIDE * low)
        logarithm = np.where(wide, low, 1.0), np.where(wide, high, 1.0)
        spread = logarithm[0] * (logarithm[1] / logarithm[0]) ** unit
        found: Array = np.where(wide, spread, low + unit * (high - low))
        return found


def read_over(mechanism: Mechanism, over: str | Iterable[str] | Mapping[str, Any] | None) -> Variables:
    """The parameters named by `over`, with their bounds; all that have a range if none are named."""
    kept: tuple[str, ...] = ()
    if over is None:
        over = [name for name, p in mechanism.parameters.items() if None not in p.bounds and not p.depends_on]
        if not over:
            what = f"mechanism {mechanism.name!r} has no parameters with a range"
            raise MechanismError(Problem(what, "add some with m.parameter(…, low=…, high=…), or name them: over=[…]"))
        kept = tuple(name for name, p in mechanism.parameters.items() if name not in over and not p.depends_on)
    names = [over] if isinstance(over, str) else list(over)
    ranges = over if isinstance(over, Mapping) else {}
    twice = sorted({name for name in names if names.count(name) > 1})
    problems = [Problem(f"over names {name!r} twice", "name it once") for name in twice]
    problems += [] if names else [Problem("over names no parameter", "name at least one")]
    found: list[Parameter] = []
    known = parameters_by_path(mechanism)
    for name in names:
        if name not in known:
            problems.append(Problem(f"over: there is no parameter {name!r}", suggestion(name, known)))
            continue
        parameter, wrong = with_range(known[name], ranges.get(name))
        found.append(parameter)
        problems += wrong
    if problems:
        raise MechanismError(problems)
    ends = np.array(
        [
            [-np.inf if p.bounds[0] is None else p.bounds[0] for p in found],
            [np.inf if p.bounds[1] is None else p.bounds[1] for p in found],
        ]
    )
    values = np.array([p.value for p in found])
    return Variables(tuple(names), values, ends[0], ends[1], tuple(p.unit for p in found), kept)


def with_range(parameter: Parameter, ends: Any) -> tuple[Parameter, list[Problem]]:
    """The parameter with another range, and what is wrong with that."""
    if ends is None:
        return parameter, []
    try:
        low, high = ends
        ends = [None if end is None else given_text(end, _unit_of(parameter, end)) for end in (low, high)]
    except (TypeError, ValueError, UnitError):
        return parameter, [Problem(f"over: the range of {parameter.name!r} is {ends!r}", "give (smallest, largest)")]
    wrong = [str(end) for end in ends if isinstance(end, str) and not _suits(parameter, end)]
    if wrong:
        what = f"over: {wrong[0]!r} is no end of the range of {parameter.name!r} ({parameter.unit or 'a plain number'})"
        return parameter, [Problem(what, f"give it in {parameter.unit}" if parameter.unit else "leave out the unit")]
    inside = next((end for end in ends if end is not None), parameter.value)
    given = inside if isinstance(inside, str) else given_text(inside, parameter.unit)
    alone = replace(parameter, given=given, low=ends[0], high=ends[1], depends_on=frozenset())
    found, problems = resolve({parameter.name: alone})
    return replace(found[parameter.name], value=parameter.value), problems


def _suits(parameter: Parameter, end: str) -> bool:
    """Whether an end has the dimension of the parameter, if it is a number with a unit."""
    text = end.lstrip("+-0123456789.eE ").strip()
    try:
        given = of_unit(text) if text else None
    except UnitError:
        return True  # a formula
    return given is None or parameter.dimension is None or given.powers == parameter.dimension.powers


def _unit_of(parameter: Parameter, end: Any) -> str:
    return "" if isinstance(end, str) else parameter.unit


class ParameterValues:
    """The values of all parameters of a mechanism where some are varied, with derivatives."""

    def __init__(self, mechanism: Mechanism, variables: Variables) -> None:
        self.parameters = mechanism.parameters
        self.variables = variables

    def at(self, x: Array, derivatives: bool) -> dict[str, Differentiable]:
        """Each by its name; formulas of parameters follow."""
        count = x.size if derivatives else 0
        slopes = np.eye(x.size)[:, :count]
        found = {name: Differentiable(x[k], slopes[k]) for k, name in enumerate(self.variables.names)}
        for name in self.parameters:
            self._visit(name, found, count)
        return found

    def _visit(self, name: str, found: dict[str, Differentiable], count: int) -> None:
        if name in found:
            return
        parameter = self.parameters[name]
        for other in sorted(parameter.depends_on):
            self._visit(other, found, count)
        if not parameter.depends_on:
            found[name] = lifted(parameter.value, count)
            return
        expression = read_formula(str(parameter.given), list(self.parameters))
        found[name] = lifted(expression.evaluate(found), count)


def read_number(mechanism: Mechanism, text: str, what: str) -> Any:
    """A formula of parameters, as an expression; raises an error that names its place."""
    try:
        return read_formula(text, list(mechanism.parameters))
    except UnitError as error:
        raise MechanismError([Problem(f"{what}: {p.what}", p.remedy) for p in error.problems]) from None


def as_vector(variables: Variables, values: Mapping[str, float] | Sequence[float]) -> Array:
    """Values by name or in order as an array."""
    if isinstance(values, Mapping):
        strange = [name for name in values if name not in variables.names]
        if strange:
            what = f"starts name {strange[0]!r}, which is not varied"
            raise MechanismError(Problem(what, suggestion(strange[0], variables.names)))
        return np.array([float(values.get(n, x)) for n, x in zip(variables.names, variables.values)])
    given = np.asarray(values, float)
    if given.shape != variables.values.shape:
        what = f"a start has {given.size} numbers, but {len(variables.names)} parameters are varied"
        raise MechanismError(Problem(what, f"give one for each: {', '.join(variables.names)}"))
    return given
