"""Checks of parameters: values, ranges, and names that mean something else in formulas."""

from __future__ import annotations

from typing import TYPE_CHECKING

from snodo.errors import Problem
from snodo.math.calculated import recording
from snodo.math.units import UnitError
from snodo.mechanism.parameters import resolve
from snodo.mechanism.part import coordinates
from snodo.mechanism.written import Written

if TYPE_CHECKING:
    from snodo.mechanism.mechanism import Mechanism

_OTHERS = {"points": "a point", "frames": "a frame", "states": "a state", "signals": "a signal", "tables": "a table"}
"""Sections whose names stand in formulas and lists without a dot, as parameters do."""


def parameter_problems(m: Mechanism) -> list[Problem]:
    """What is wrong with the parameters of a mechanism; their values are brought up to date."""
    if not m.parameters:
        return []
    m.parameters, problems = resolve(m.parameters)
    for name, parameter in m.parameters.items():
        other = next((what for section, what in _OTHERS.items() if name in getattr(m, section)), "")
        other = other or ("an output of a controller" if _is_output(m, name) else "")
        if other:
            what = f"{parameter.title} has the name of {other}"
            problems.append(Problem(what, "call one of them differently", parameter.declared))
    return problems


def gravity_problems(m: Mechanism) -> list[Problem]:
    """Calculate gravity, if it was set to formulas of parameters; return what is wrong with it."""
    if not any(isinstance(x, str) for x in m.gravity):
        return []
    try:
        with recording() as record:
            gravity = coordinates(m.gravity, "acceleration")
    except UnitError as error:
        return [Problem(f"gravity: {p.what}", p.remedy, m.where) for p in error.problems]
    text = list(m.gravity)
    m.expressions = {
        **m.expressions,
        ("gravity", ""): Written(text, gravity, frozenset(record.parameters), "vector:acceleration"),
    }
    m.gravity = gravity
    return []


def _is_output(m: Mechanism, name: str) -> bool:
    return any(name in (controller.gives or {}) for controller in m.controllers.values())
