"""Formulas found in Python functions: the function is called with symbols that write down what is done to them."""

from __future__ import annotations

import numbers
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn

import numpy as np

from snodo.errors import MechanismError
from snodo.math.captured import captured
from snodo.math.expression import MEANING, Expression, apply, constant, tabulated, variable
from snodo.math.jet import Operators


class NotTraceable(Exception):
    """A Python function that is not one formula: it branches, keeps a state, or leaves numpy."""


def trace(function: Callable[..., Any], *variables: str, of: Callable[..., Any] | None = None) -> list[Expression]:
    """The formulas that a Python function computes: it is called with symbols, and then checked with numbers.

    The function takes one number per variable and returns a number or a list, tuple or array of numbers.  Raises
    `NotTraceable` if it is not proved to depend on its arguments alone, branches on a value, or leaves Python and
    numpy.  `of`: the user's function behind `function`, of which this is proved.  The formulas hold what the function
    reads in addition to its arguments as it is now (`captured.py`).
    """
    before = captured(of or function)
    if not before.pure:
        raise NotTraceable(before.doubt)
    try:
        traced, again = (_traced(function, variables) for _ in range(2))
        if traced != again:
            raise NotTraceable("it gives a different formula each time")
        _verify(function, variables, traced)
    except MechanismError as error:
        raise NotTraceable(str(error.problems[0].what)) from error
    changed = before.changed(captured(of or function))
    if changed:
        raise NotTraceable(f"it changes {', '.join(changed)}")
    return traced


def _traced(function: Callable[..., Any], variables: Sequence[str]) -> list[Expression]:
    symbols = [_Symbol(variable(name)) for name in variables]
    try:
        return [_expression_of(item) for item in _items(function(*symbols))]
    except NotTraceable:
        raise
    except Exception as error:
        raise NotTraceable(f"it raises {type(error).__name__}: {error}") from error


class _Symbol(Operators):
    """Placeholder of a number while a function is traced; every operation builds an expression."""

    __slots__ = ("expression",)

    def __init__(self, expression: Expression) -> None:
        self.expression = expression

    @classmethod
    def apply(cls, operation: str, *arguments: Any) -> Any:
        if operation not in MEANING:
            raise NotTraceable(f"it uses {operation!r} on a variable")
        return cls(apply(operation, *[_expression_of(a) for a in arguments]))

    @classmethod
    def tabulated(cls, curve: Any, *arguments: Any) -> Any:
        return cls(tabulated(curve, *[_expression_of(a) for a in arguments]))

    def _refuse(self, *_: Any) -> NoReturn:
        raise NotTraceable("it needs the value of a variable (a branch, float(), int(), a function of the math module)")

    __bool__ = __float__ = __int__ = __index__ = __complex__ = _refuse
    __round__ = __trunc__ = __floor__ = __ceil__ = _refuse


def _expression_of(value: Any) -> Expression:
    if isinstance(value, _Symbol):
        return value.expression
    if isinstance(value, (numbers.Real, np.bool_)):
        return constant(float(value))
    raise NotTraceable(f"it uses {value!r}, which is not a number")


def _items(result: Any) -> list[Any]:
    if isinstance(result, np.ndarray):
        return list(result.ravel())
    return list(result) if isinstance(result, (list, tuple)) else [result]


def _verify(function: Callable[..., Any], variables: Sequence[str], traced: Sequence[Expression]) -> None:
    """Compare at points of several sizes and both signs; at least one must lie where the function is defined."""
    random = np.random.default_rng(20)
    compared = 0
    for scale in (1.0, 1.0, -1.0, 0.1, 3.0, -30.0):
        point = dict(zip(variables, (scale * random.uniform(0.1, 1.0, len(variables))).tolist()))
        here = np.array([e.evaluate(point) for e in traced], dtype=float)
        if not np.all(np.isfinite(here)):
            continue
        compared += 1
        there = _called(function, point)
        if there.shape != here.shape or not np.allclose(here, there, rtol=1e-10, atol=1e-12):
            raise NotTraceable(f"its formula gives {here} at {point}, but the function gives {there}")
    if not compared:
        raise NotTraceable("it has no finite value at any of the points tried")


def _called(function: Callable[..., Any], point: Mapping[str, float]) -> np.ndarray:
    try:
        return np.array([float(item) for item in _items(function(*point.values()))])
    except Exception as error:
        raise NotTraceable(f"it raises {type(error).__name__} at {dict(point)}: {error}") from error
