"""Formulas with tables: the numbers of a table are those of the mechanism that the formula is used in."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

from snodo.mechanism.functions.formula_function import Formula
from snodo.mechanism.functions.measured_formula import MeasuredFormula
from snodo.mechanism.functions.python_law import PythonLaw
from snodo.mechanism.functions.time_function import Function


def resolved(function: Any, curves: Mapping[str, Any]) -> Any:
    """A formula with the numbers of its tables, a law for what its function reads now; anything else as it is."""
    if isinstance(function, PythonLaw):
        function = function.renewed()
    if not isinstance(function, Formula | MeasuredFormula) or not function.expression.tables():
        return function
    found = copy.copy(function)
    expression = function.expression.with_curves(curves)
    object.__setattr__(found, "expression", expression)
    object.__setattr__(found, "curves", tuple(node.curve.key for node in expression.tables() if node.curve is not None))
    return found


def resolved_all(functions: tuple[Function, ...], curves: Mapping[str, Any]) -> tuple[Function, ...]:
    """Each of several functions."""
    return tuple(resolved(function, curves) for function in functions)
