"""Numbers that carry their first and second derivative along one parameter: exact derivatives of Python functions.

A jet is (x, ẋ, ẍ).  For a function g of one jet the chain rule gives

    g(x)˙ = g′ ẋ,      g(x)¨ = g″ ẋ² + g′ ẍ                                       (1)

and products, quotients and powers follow from Leibniz' rule.  Comparisons look at the value only, so a function may
branch.  `abs`, `sign`, `min`, `max`, `floor` are differentiated piece by piece.
Source: A. Griewank, A. Walther, Evaluating Derivatives, 2nd ed., SIAM 2008, chapter 13.
"""

from __future__ import annotations

import math
import numbers
import operator
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from snodo.errors import MechanismError, Problem
from snodo.math.squared_angle import cosc_root, sinc_root


class NotDifferentiable(MechanismError, TypeError):
    """A function does something with its argument that has no derivative here."""


# numpy's name of a function → the name of the operation
UFUNCS: dict[str, str] = {
    **{"add": "+", "subtract": "-", "multiply": "*", "divide": "/", "power": "**", "float_power": "**"},
    **{"negative": "neg", "absolute": "abs", "fabs": "abs", "sign": "sign", "minimum": "min", "maximum": "max"},
    **{name: name for name in ("sin", "cos", "tan", "sinh", "cosh", "tanh", "exp", "log", "sqrt", "floor", "ceil")},
    **{"arcsin": "asin", "arccos": "acos", "arctan": "atan", "arctan2": "atan2", "remainder": "%"},
    **{"less": "<", "less_equal": "<=", "greater": ">", "greater_equal": ">=", "equal": "==", "not_equal": "!="},
}
# numpy functions that are written with others
_COMPOSED: dict[str, Callable[..., Any]] = {
    "positive": lambda x: x,
    "square": lambda x: x * x,
    "reciprocal": lambda x: 1.0 / x,
    "log10": lambda x: np.log(x) / math.log(10.0),
    "log2": lambda x: np.log(x) / math.log(2.0),
    "hypot": lambda x, y: np.sqrt(x * x + y * y),
    **dict.fromkeys(("deg2rad", "radians"), lambda x: x * (math.pi / 180.0)),
    **dict.fromkeys(("rad2deg", "degrees"), lambda x: x * (180.0 / math.pi)),
}


def _pair(operation: str) -> tuple[Callable[[Any, Any], Any], Callable[[Any, Any], Any]]:
    """The methods for `x operation other` and `other operation x`."""
    return (
        lambda self, other: self.spread(operation, self, other),
        lambda self, other: self.spread(operation, other, self),
    )


class Operators(ABC):
    """Python's operators and numpy's functions, all led to one method: `apply(operation, *arguments)`."""

    __slots__ = ()

    @classmethod
    @abstractmethod
    def apply(cls, operation: str, *arguments: Any) -> Any:
        """The result of one operation; arguments are of this class or numbers."""

    @classmethod
    def spread(cls, operation: str, *arguments: Any) -> Any:
        """`apply`, element by element where an argument is an array."""
        if not any(isinstance(a, np.ndarray) for a in arguments):
            return cls.apply(operation, *arguments)
        arrays = [np.asarray(a, dtype=object) for a in arguments]
        return np.frompyfunc(partial(cls.apply, operation), len(arrays), 1)(*arrays)

    @classmethod
    def tabulated(cls, curve: Any, *arguments: Any) -> Any:
        """The value of a table (`curve.py`)."""
        raise NotDifferentiable(Problem(f"table {curve.name} cannot be evaluated here", _REMEDY))

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **options: Any) -> Any:
        """numpy's functions, such as np.sin(x)."""
        if method != "__call__" or options:
            return NotImplemented
        if ufunc.__name__ in _COMPOSED:
            return _COMPOSED[ufunc.__name__](*inputs)
        return self.spread(UFUNCS.get(ufunc.__name__, ufunc.__name__), *inputs)

    def __getattr__(self, name: str) -> Any:
        """numpy asks the elements of an object array for methods called `sin`, `arctan2` …"""
        if name.startswith("_") or not (name in UFUNCS or name in _COMPOSED):
            raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")
        return partial(getattr(np, name), self)

    __add__, __radd__ = _pair("+")
    __sub__, __rsub__ = _pair("-")
    __mul__, __rmul__ = _pair("*")
    __truediv__, __rtruediv__ = _pair("/")
    __pow__, __rpow__ = _pair("**")
    __mod__, __rmod__ = _pair("%")
    __lt__, __gt__ = _pair("<")[0], _pair(">")[0]
    __le__, __ge__ = _pair("<=")[0], _pair(">=")[0]
    __eq__, __ne__ = _pair("==")[0], _pair("!=")[0]

    def __neg__(self) -> Any:
        """−x."""
        return self.apply("neg", self)

    def __pos__(self) -> Any:
        """+x."""
        return self

    def __abs__(self) -> Any:
        """|x|."""
        return self.apply("abs", self)

    __hash__ = None  # type: ignore[assignment]


class Jet(Operators):
    """A value with its first and second derivative along one parameter."""

    __slots__ = ("first", "second", "value")

    def __init__(self, value: float, first: float = 0.0, second: float = 0.0) -> None:
        """A value that moves with the given derivatives; a constant by default."""
        self.value, self.first, self.second = np.float64(value), np.float64(first), np.float64(second)

    @classmethod
    def apply(cls, operation: str, *arguments: Any) -> Any:
        """One operation on jets and numbers."""
        jets = [cls.of(a) for a in arguments]
        if operation in _COMPARED:
            return bool(_COMPARED[operation](jets[0].value, jets[1].value))
        if operation in _OF_ONE:
            return jets[0].chained(*_OF_ONE[operation](jets[0].value))
        if operation in _OF_TWO:
            return _OF_TWO[operation](*jets)
        raise NotDifferentiable(Problem(f"numpy's {operation} cannot be differentiated here", _REMEDY))

    @classmethod
    def tabulated(cls, curve: Any, *arguments: Any) -> Any:
        """The value of a table with its derivatives."""
        return curve.jet(*map(cls.of, arguments))

    @classmethod
    def of(cls, value: Any) -> Jet:
        """A jet as it is, a number as a constant."""
        if isinstance(value, Jet):
            return value
        if isinstance(value, (numbers.Real, np.bool_)):
            return cls(float(value))
        raise NotDifferentiable(Problem(f"{value!r} ({type(value).__name__}) is not a number", _REMEDY))

    def chained(self, g: float, g1: float, g2: float) -> Jet:
        """Equation (1), with 0·∞ = 0: a constant stays constant even where g is steep."""
        first = _times(g1, self.first)
        return Jet(g, first, _times(g2, self.first * self.first) + _times(g1, self.second))

    def __float__(self) -> float:
        """Refused: the derivatives would be lost without a word."""
        what = "a value with derivatives cannot be converted to float (as math.sin, float() and np.interp do)"
        raise NotDifferentiable(Problem(what, _REMEDY))

    def __bool__(self) -> bool:
        """Whether the value is not zero."""
        return bool(self.value != 0.0)

    def __int__(self) -> int:
        """The integer part, which is constant."""
        return int(self.value)

    __trunc__ = __int__

    def __floor__(self) -> int:
        """The integer below, which is constant."""
        return math.floor(self.value)

    def __ceil__(self) -> int:
        """The integer above, which is constant."""
        return math.ceil(self.value)

    def __repr__(self) -> str:
        """Jet(value, first, second)."""
        return f"Jet({float(self.value)!r}, {float(self.first)!r}, {float(self.second)!r})"


_REMEDY = (
    "use numpy's functions, which work on such values too (np.sin, np.sqrt …, not math.sin), "
    "or give the derivatives yourself"
)
_COMPARED: dict[str, Callable[[Any, Any], Any]] = {
    **{"<": operator.lt, "<=": operator.le, ">": operator.gt},
    **{">=": operator.ge, "==": operator.eq, "!=": operator.ne},
}
_OF_ONE: dict[str, Callable[[Any], tuple[Any, Any, Any]]] = {
    "neg": lambda x: (-x, -1.0, 0.0),
    "sin": lambda x: (np.sin(x), np.cos(x), -np.sin(x)),
    "cos": lambda x: (np.cos(x), -np.sin(x), -np.cos(x)),
    "tan": lambda x: (np.tan(x), 1.0 + np.tan(x) ** 2, 2.0 * np.tan(x) * (1.0 + np.tan(x) ** 2)),
    "asin": lambda x: (np.arcsin(x), 1.0 / np.sqrt(1.0 - x * x), x / np.sqrt(1.0 - x * x) ** 3),
    "acos": lambda x: (np.arccos(x), -1.0 / np.sqrt(1.0 - x * x), -x / np.sqrt(1.0 - x * x) ** 3),
    "atan": lambda x: (np.arctan(x), 1.0 / (1.0 + x * x), -2.0 * x / (1.0 + x * x) ** 2),
    "sinh": lambda x: (np.sinh(x), np.cosh(x), np.sinh(x)),
    "cosh": lambda x: (np.cosh(x), np.sinh(x), np.cosh(x)),
    "tanh": lambda x: (np.tanh(x), 1.0 / np.cosh(x) ** 2, -2.0 * np.tanh(x) / np.cosh(x) ** 2),
    "exp": lambda x: (np.exp(x), np.exp(x), np.exp(x)),
    "log": lambda x: (np.log(x), 1.0 / x, -1.0 / (x * x)),
    "sqrt": lambda x: (np.sqrt(x), 0.5 / np.sqrt(x), -0.25 / (x * np.sqrt(x))),
    "abs": lambda x: (np.abs(x), np.sign(x), 0.0),
    "sign": lambda x: (np.sign(x), 0.0, 0.0),
    "sinc_root": sinc_root,
    "cosc_root": cosc_root,
    "floor": lambda x: (np.floor(x), 0.0, 0.0),
    "ceil": lambda x: (np.ceil(x), 0.0, 0.0),
}


def _times(slope: float, rate: float) -> float:
    return slope * rate if rate != 0.0 else 0.0


def _product(a: Jet, b: Jet) -> Jet:
    second = a.second * b.value + 2.0 * a.first * b.first + a.value * b.second
    return Jet(a.value * b.value, a.first * b.value + a.value * b.first, second)


def _quotient(a: Jet, b: Jet) -> Jet:
    q = a.value / b.value
    q1 = (a.first - q * b.first) / b.value
    return Jet(q, q1, (a.second - 2.0 * q1 * b.first - q * b.second) / b.value)


def _power(a: Jet, b: Jet) -> Jet:
    """aᵇ; if b is constant by d(aᶜ) = c aᶜ⁻¹ da (any sign of a), else as exp(b log a)."""
    c = b.value
    if b.first == 0.0 and b.second == 0.0:
        return a.chained(a.value**c, _times(a.value ** (c - 1.0), c), _times(a.value ** (c - 2.0), c * (c - 1.0)))
    return Jet.apply("exp", _product(b, Jet.apply("log", a)))


def _angle(y: Jet, x: Jet) -> Jet:
    """atan2(y, x)."""
    r2 = x.value * x.value + y.value * y.value
    first = (x.value * y.first - y.value * x.first) / r2
    turning = x.value * y.second - y.value * x.second
    return Jet(
        np.arctan2(y.value, x.value), first, (turning - 2.0 * first * (x.value * x.first + y.value * y.first)) / r2
    )


def _remainder(a: Jet, b: Jet) -> Jet:
    turns = np.floor(a.value / b.value)
    return Jet(np.remainder(a.value, b.value), a.first - turns * b.first, a.second - turns * b.second)


_OF_TWO: dict[str, Callable[[Jet, Jet], Jet]] = {
    "+": lambda a, b: Jet(a.value + b.value, a.first + b.first, a.second + b.second),
    "-": lambda a, b: Jet(a.value - b.value, a.first - b.first, a.second - b.second),
    "*": _product,
    "/": _quotient,
    "**": _power,
    "%": _remainder,
    "atan2": _angle,
    "min": lambda a, b: a if a.value <= b.value or np.isnan(a.value) else b,
    "max": lambda a, b: a if a.value >= b.value or np.isnan(a.value) else b,
}


def second_order(function: Callable[[Any], Any], t: float) -> tuple[float, float, float]:
    """f(t), f′(t), f″(t) of a Python function of one number, exactly (no differences)."""
    with np.errstate(all="ignore"):
        result = function(Jet(t, 1.0))
    if isinstance(result, np.ndarray) and result.size == 1:
        result = result.item()
    jet = Jet.of(result)
    return float(jet.value), float(jet.first), float(jet.second)
