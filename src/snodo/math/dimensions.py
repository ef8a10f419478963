"""Dimensions of formulas of parameters: a length plus a mass becomes a sentence.

A dimension has exponents of metre, kilogram and second, and a range of exponents of the radian: `pi` may be a number or
an angle, so that 2*pi*f is a speed of rotation while f alone is a frequency.  Where metres or kilograms are involved
the radian is of no account (an arc is a length).  A number written without any unit is `bare`: it stands for a value in
SI units of whatever is expected, but it is not added to a quantity with a unit.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from snodo.errors import Problem
from snodo.math import units
from snodo.math.expression import TABLE, Expression
from snodo.math.units import SI_UNIT, UnitError


class Dimension(NamedTuple):
    """Exponents of (m, kg, s), the least and the largest exponent of rad, and whether it was written without units."""

    powers: tuple[Fraction, ...]
    least: Fraction = Fraction(0)
    most: Fraction = Fraction(0)
    bare: bool = False

    @property
    def pure(self) -> bool:
        """Whether it is a number or an angle."""
        return not any(self.powers)

    @property
    def counts_turns(self) -> bool:
        """Whether the radian matters: a frequency is not a speed of rotation, but an arc is a length."""
        return not any(self.powers[:2])


_NONE = (Fraction(0), Fraction(0), Fraction(0))
BARE = Dimension(_NONE, bare=True)
_ANGLE = Dimension(_NONE, Fraction(0), Fraction(1))
_PI = Dimension(_NONE, Fraction(0), Fraction(1), True)
_TURNED = ("sin", "cos", "tan")
_TO_ANGLE = ("asin", "acos", "atan")
_ALIKE = ("+", "-", "min", "max", "atan2")
_WORDS = {"+": "adds", "-": "subtracts", "min": "compares", "max": "compares", "atan2": "divides"}


def of_unit(text: str) -> Dimension:
    """The dimension of a unit, such as "N/mm"."""
    *powers, turns = (Fraction(n) for n in units.unit(text).dimension)
    return Dimension(tuple(powers), turns, turns)


def dimension_of(expression: Expression, known: Mapping[str, Dimension | None], text: str) -> Dimension | None:
    """The dimension of a formula whose names have these dimensions; None where one of them is not known.

    Raises `UnitError` where unlike quantities are added or compared, or a function is taken of a length.
    """
    stack: list[tuple[Expression, Dimension | None]] = []
    for node in expression.nodes():
        count = len(node.arguments)
        inside = stack[len(stack) - count :]
        del stack[len(stack) - count :]
        stack.append((node, _combined(node, inside, known, text)))
    return stack.pop()[1]


def _combined(
    node: Expression,
    inside: list[tuple[Expression, Dimension | None]],
    known: Mapping[str, Dimension | None],
    text: str,
) -> Dimension | None:
    if node.operation == "constant":
        return of_unit(node.name) if node.name else _PI if abs(node.value) == math.pi else BARE
    if node.operation == "variable":
        return known[node.name]
    if node.operation == TABLE:
        raise UnitError(Problem(f"{text!r} uses a table, which has no place in a number", "use it in a formula"))
    found = [d for _, d in inside if d is not None]
    if len(found) < len(inside):
        return None
    if node.operation in _ALIKE:
        alike = _alike(node, inside, text)
        return _ANGLE if node.operation == "atan2" else alike
    if node.operation in ("*", "/"):
        return _product(found[0], found[1], 1 if node.operation == "*" else -1)
    if node.operation == "**":
        return _power(found[0], found[1], node.arguments[1].number, text)
    return _function(node.operation, found[0], text)


def _alike(node: Expression, inside: list[tuple[Expression, Dimension | None]], text: str) -> Dimension:
    """The common dimension of two terms; zero goes with everything."""
    terms = [d for e, d in inside if d is not None and not (d.bare and e.number == 0.0)]
    if len(terms) < 2:
        return terms[0] if terms else BARE
    a, b = terms
    if a.pure and b.pure:
        return Dimension(_NONE, max(a.least, b.least), max(a.most, b.most), a.bare and b.bare)
    turns = not a.counts_turns or (a.least <= b.most and b.least <= a.most)
    if a.powers != b.powers or not turns:
        bare = next((e for e, d in inside if d is not None and d.bare), None)
        what = f"{text!r} {_WORDS[node.operation]} {named(a)} and {named(b)}"
        remedy = "both must be of one kind"
        if bare is not None:
            unit = next(SI_UNIT[k] for k in [*_kinds(b if a.bare else a), "number"])
            remedy = f"write {bare} {unit}, or another unit of this kind" if bare.number is not None else remedy
            remedy = f"give {bare} a unit, such as {unit}" if bare.operation == "variable" else remedy
        raise UnitError(Problem(what, remedy))
    return Dimension(a.powers, max(a.least, b.least), max(a.most, b.most))


def _product(a: Dimension, b: Dimension, sign: int) -> Dimension:
    powers = tuple(x + sign * y for x, y in zip(a.powers, b.powers))
    ends = (b.least, b.most) if sign > 0 else (-b.most, -b.least)
    return Dimension(powers, a.least + ends[0], a.most + ends[1], a.bare and b.bare)


def _power(a: Dimension, exponent: Dimension, number: float | None, text: str) -> Dimension:
    if not exponent.pure:
        raise UnitError(Problem(f"{text!r} has {named(exponent)} as exponent", "an exponent is a number"))
    if a.pure and (number is None or not a.most):
        return Dimension(_NONE, bare=a.bare)
    if number is None:
        what = f"{text!r} raises {named(a)} to a power that is not a plain number"
        raise UnitError(Problem(what, "write the exponent as a number, such as 2"))
    n = Fraction(number).limit_denominator(24)
    ends = sorted((a.least * n, a.most * n))
    return Dimension(tuple(x * n for x in a.powers), ends[0], ends[1], a.bare)


def _function(operation: str, a: Dimension, text: str) -> Dimension:
    if operation in ("neg", "abs"):
        return a
    if operation == "sign":
        return BARE
    if operation == "sqrt":
        half = Fraction(1, 2)
        return Dimension(tuple(x * half for x in a.powers), a.least * half, a.most * half, a.bare)
    if not a.pure or (operation not in _TURNED and a.least > 0):
        wanted = "an angle or a number" if operation in _TURNED else "a plain number"
        what = f"{text!r} takes {operation} of {named(a)}, but it takes that of {wanted}"
        raise UnitError(Problem(what, "divide it by a quantity of the same kind"))
    return _ANGLE if operation in _TO_ANGLE else BARE


def suits(found: Dimension, kind: str) -> bool:
    """Whether a value of this dimension may be given where a quantity of this kind is expected."""
    if found.bare and found.pure:
        return True
    *powers, turns = units.unit(SI_UNIT[kind]).dimension
    if found.powers != tuple(powers):
        return False
    if not found.counts_turns or kind == "angle":
        return True
    return found.least <= turns <= found.most


def named(found: Dimension) -> str:
    """A dimension in words: a length, a plain number, a quantity in m*kg^2."""
    if found.bare and found.pure:
        return "a plain number"
    kinds = [units.phrase(kind) for kind in _kinds(found) if kind != "number"]
    if kinds:
        return " or ".join(kinds)
    return f"a quantity in {text_of_unit(found)}" if not found.pure else "a plain number"


def _kinds(found: Dimension) -> list[str]:
    plain = found._replace(bare=False)
    kinds = [kind for kind in SI_UNIT if suits(plain, kind) and (kind != "angle" or found.most > 0)]
    exact = [kind for kind in kinds if found.least <= units.unit(SI_UNIT[kind]).dimension[3] <= found.most]
    return exact or kinds


def text_of_unit(found: Dimension) -> str:
    """Its SI unit as text that is read back; empty for a plain number, or if its exponents are not whole."""
    exponents = [*found.powers, found.most]
    usual = next((si for si in SI_UNIT.values() if [*units.unit(si).dimension] == exponents), "1")
    if usual != "1":
        return usual
    if any(n.denominator != 1 or abs(n) > 9 for n in exponents):
        return ""
    return "*".join(b if n == 1 else f"{b}^{n}" for b, n in zip(("m", "kg", "s", "rad"), exponents) if n)
