"""Formulas in t as functions of time, differentiated by jets."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from snodo.errors import MechanismError, Problem, user_line
from snodo.math.expression import Expression, ExpressionError, program
from snodo.math.formula_reader import dotted_names, parse
from snodo.math.jet import second_order
from snodo.mechanism.functions.time_function import Derivatives, Function, about, tag


@dataclass(frozen=True)
class Formula(Function):
    """A formula in t, such as "30 deg * sin(2*pi*t)".

    Parameters
    ----------
    text : str
        The formula, in the variable t (time in s).

    Raises
    ------
    MechanismError
        If it cannot be read, or uses another variable.

    Examples
    --------
    >>> sn.Formula("2 * t + 1")(3.0)
    7.0
    """

    kind: ClassVar[str] = "formula"
    text: str | Expression = field(metadata=about("the formula, in the variable t (time in s)", "text"))
    expression: Expression = field(init=False, repr=False, compare=False)
    curves: tuple[Any, ...] = field(init=False, repr=False, default=())
    """Keys of the tables whose numbers are known (`tabulated.py`): formulas with other numbers are others."""

    def __post_init__(self) -> None:
        """Read the text, or use the expression as it is."""
        try:
            expression = self.text if isinstance(self.text, Expression) else parse(self.text, ["t"])
        except ExpressionError as error:
            dotted = [] if isinstance(self.text, Expression) else list(dotted_names(str(self.text)))
            if dotted:
                what = f"formula {self.text} names {', '.join(dotted)}, but a function of time has only the variable t"
                raise MechanismError(
                    Problem(what, "give the text itself as the force or torque", user_line())
                ) from None
            raise MechanismError([Problem(p.what, p.remedy, user_line()) for p in error.problems]) from None
        others = sorted(expression.variables() - {"t"})
        if others:
            what = f"formula {expression} uses {', '.join(others)}"
            raise MechanismError(Problem(what, "a function of time has only the variable t", user_line()))
        object.__setattr__(self, "expression", expression)
        object.__setattr__(self, "text", str(self.text))

    def _value(self, t: float) -> float:
        """f(t); raises an error if the formula has no finite value."""
        return finite(f"formula {self.text}", t, float(self.expression.evaluate({"t": t})))[0]

    def derivatives(self, t: float) -> Derivatives:
        """f, f′, f″ by jets; raises an error if one of them is not finite."""
        f, f1, f2 = finite(f"formula {self.text}", t, *second_order(lambda x: self.expression.evaluate({"t": x}), t))
        return f, f1, f2

    def pack(self, address: int = 0) -> list[float]:
        """Kind, the address of what runs programs (bitwise), program."""
        from snodo.math.kernels.formula import time_formula

        return [*called(time_formula.address), *program([self.expression], ["t"]).tolist()]

    @property
    def scratch(self) -> int:
        """Input and output jets, and the stack."""
        return 6 + 3 * int(program([self.expression], ["t"])[2])


def called(address: int) -> list[float]:
    """The pack of a function behind an address (bitwise)."""
    return [tag("called"), float(np.array([address], dtype=np.int64).view(np.float64)[0])]


def finite(who: str, t: float, *numbers: float) -> tuple[float, ...]:
    """The numbers (f, f′, f″), unchanged; raises an error if one of them is not finite."""
    if not all(math.isfinite(x) for x in numbers):
        found = ", ".join(f"{name} = {x:g}" for name, x in zip(("f", "f′", "f″"), numbers))
        remedy = "change the function so that it is smooth there, or avoid that time"
        raise MechanismError(Problem(f"{who} has no finite value at t = {t:g} s: {found}", remedy))
    return numbers
