"""Spreads of parameters: tolerances and distributions about the values that a mechanism has."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.design.variables import Variables
from snodo.errors import MechanismError, Problem, UnsupportedError, suggestion
from snodo.math.dimensions import of_unit
from snodo.math.units import UnitError, any_quantity
from snodo.mechanism.attaching.paths import parameters_by_path

if TYPE_CHECKING:
    from snodo.mechanism.mechanism import Mechanism
    from snodo.mechanism.parameters import Parameter

Array = np.ndarray
SHAPES = ("normal", "uniform")


@dataclass(frozen=True)
class Spreads:
    """Parameters with their deviations, or their distributions."""

    variables: Variables
    below: Array
    """Largest deviations to smaller values, not negative [SI units]."""
    above: Array
    """Largest deviations to larger values."""
    given: tuple[Any, ...]
    """A scipy distribution of the values, or None."""

    def sampled(self, unit: Array, shape: str, sigmas: float) -> Array:
        """Values (n, p) from numbers between 0 and 1: normal with tolerances of so many standard deviations, or
        uniform."""
        from scipy.stats import norm

        x, columns = self.variables.values, []
        for k, distribution in enumerate(self.given):
            u = unit[:, k]
            if distribution is not None:
                columns.append(np.asarray(distribution.ppf(u), float))
            elif shape == "uniform":
                columns.append(x[k] - self.below[k] + u * (self.below[k] + self.above[k]))
            else:
                middle, half = x[k] + 0.5 * (self.above[k] - self.below[k]), 0.5 * (self.below[k] + self.above[k])
                columns.append(middle + norm.ppf(u) * half / sigmas)
        return np.stack(columns, 1)


def read_spreads(mechanism: Mechanism, given: Mapping[str, Any], distributions: bool) -> Spreads:
    """Deviations such as "±0.1 mm", ("-0.05 mm", "0.1 mm") or 1e-4, or scipy distributions of the values."""
    if not isinstance(given, Mapping) or not given:
        raise MechanismError(Problem("no tolerances are given", 'give a table: {"crank": "±0.1 mm"}'))
    known, problems = parameters_by_path(mechanism), []
    below, above, shapes = [], [], []
    for name, one in given.items():
        if name not in known:
            problems.append(Problem(f"there is no parameter {name!r}", suggestion(name, known)))
            continue
        try:
            low, high, shape = _deviations(known[name], one, distributions)
        except (UnitError, ValueError, TypeError) as error:
            remedy = 'give "±0.1 mm", ("-0.05 mm", "0.1 mm"), or a number in SI units'
            problems.append(Problem(f"{name}: {one!r}: {_reason(error)}", remedy))
            continue
        below.append(low)
        above.append(high)
        shapes.append(shape)
    if problems:
        raise MechanismError(problems)
    parameters = [known[name] for name in given]
    values = np.array([p.value for p in parameters])
    open_ends = np.full(values.size, np.inf)
    variables = Variables(tuple(given), values, -open_ends, open_ends, tuple(p.unit for p in parameters))
    return Spreads(variables, np.array(below), np.array(above), tuple(shapes))


def _reason(error: Exception) -> str:
    return error.problems[0].what if isinstance(error, UnitError) else str(error)


def _deviations(parameter: Parameter, one: Any, distributions: bool) -> tuple[float, float, Any]:
    if hasattr(one, "ppf"):
        if not distributions:
            raise ValueError("a distribution has no tolerance")
        return 0.0, 0.0, one
    if isinstance(one, tuple | list):
        low, high = (_number(parameter, end) for end in one)
        if low > high or low > 0.0 or high < 0.0:
            raise ValueError("the deviations do not enclose zero")
        return -low, high, None
    size = _number(parameter, one)
    if not size >= 0.0:
        raise ValueError("a tolerance is not negative")
    return size, size, None


def _number(parameter: Parameter, given: Any) -> float:
    """A deviation in SI units, of the kind of the parameter."""
    if not isinstance(given, str):
        return float(given)
    text = given.strip().removeprefix("±").removeprefix("+-").removeprefix("+/-").strip().replace("−", "-")
    value = any_quantity(text)
    unit = text.lstrip("+-0123456789.eE ").strip()
    own = parameter.dimension
    if unit and own is not None and not own.bare and of_unit(unit).powers != own.powers:
        raise ValueError(f"its unit is not that of the parameter ({parameter.unit or 'none'})")
    return value


Output = Callable[[Any], Any]


def read_outputs(outputs: Any) -> dict[str, Output]:
    """What is read of each run, by name: names of series, or functions of the run."""
    if isinstance(outputs, str) or callable(outputs):
        outputs = [outputs]
    if isinstance(outputs, Mapping):
        return {str(name): _reader(one) for name, one in outputs.items()}
    if not isinstance(outputs, Sequence) or not outputs:
        raise UnsupportedError(Problem("outputs names nothing", 'give names of series or functions: ["tip.x"]'))
    return {_label(one, k): _reader(one) for k, one in enumerate(outputs, 1)}


def _label(one: Any, number: int) -> str:
    name = one if isinstance(one, str) else getattr(one, "__name__", "<lambda>")
    return f"output {number}" if name == "<lambda>" else name


def _reader(one: Any) -> Output:
    return one if callable(one) else lambda run: run[one]
