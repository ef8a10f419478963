"""What is asked for: parameters and initial values, by their names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from snodo.analyses.assembly.targets import initial_values
from snodo.errors import NameNotFound, Problem, SnodoError, UnsupportedError, suggestion
from snodo.math.units import SI_UNIT
from snodo.mechanism.attaching.paths import parameters_by_path
from snodo.mechanism.parameters import Parameter


@dataclass(frozen=True)
class Asked:
    """A parameter, or an initial value."""

    name: str
    unit: str
    parameter: Parameter | None = None
    given: bool = True
    """Whether the initial value is given; otherwise it is the one that the start happens to have."""
    value: float = float("nan")


def asked(F: Any, over: Sequence[str], initial: Mapping[str, Any] | None) -> list[Asked]:
    """Understand the names, all mistakes at once."""
    if isinstance(over, str) or not over:
        raise SnodoError(Problem(f"over = {over!r}", 'give a list of names: over=["crank", "A.speed"]'))
    problems, found = [], []
    values, parameters = initial_values(F.mechanism, initial), parameters_by_path(F.mechanism)
    for name in over:
        try:
            found.append(_one(F.mechanism, str(name), parameters, values))
        except SnodoError as error:
            problems += error.problems
    if len(set(over)) < len(over):
        problems.append(Problem("a name is given twice in over", "give each of them once"))
    if problems:
        raise SnodoError(problems) if len(problems) > 1 else NameNotFound(problems)
    return found


def _one(m: Any, name: str, parameters: Mapping[str, Parameter], values: Mapping[str, float]) -> Asked:
    if name in parameters:
        parameter = replace(parameters[name], name=name)
        return Asked(name, parameter.unit, parameter, value=parameter.value)
    if "." not in name or not _is_coordinate(m, name):
        known = [*parameters, *values]
        remedy = suggestion(name, known) if known else "declare it: m.parameter(…)"
        what = f"{name!r} is neither a parameter nor an initial value"
        raise NameNotFound(Problem(what, remedy))
    if name.rpartition(".")[2] in ("e0", "e1", "e2", "e3"):
        what = f"{name}: there are no derivatives by single Euler parameters, whose length is one"
        raise UnsupportedError(Problem(what, "take the angles or speeds of joints"))
    kind = m.coordinate(name)[2]
    return Asked(name, SI_UNIT[kind].replace("*", " "), given=name in values, value=values.get(name, float("nan")))


def _is_coordinate(m: Any, name: str) -> bool:
    try:
        m.coordinate(name)
    except SnodoError:
        return False
    return True
