"""The part of a formula that is linear in a variable: f = slope · x + rest, where the slope is a number."""

from __future__ import annotations

from snodo.math.expression import Expression, apply, constant

ZERO = constant(0.0)


def slope_and_rest(f: Expression, name: str) -> tuple[float, Expression] | None:
    """The slope and the rest, in which the variable does not occur; None if f is not of this form."""
    if name not in f.variables():
        return 0.0, f
    if f.operation == "variable":
        return 1.0, ZERO
    if f.operation == "neg":
        return _times(slope_and_rest(f.arguments[0], name), -1.0)
    if f.operation in ("+", "-"):
        a, b = (slope_and_rest(x, name) for x in f.arguments)
        if a is None or b is None:
            return None
        return a[0] + (b[0] if f.operation == "+" else -b[0]), _joined(f.operation, a[1], b[1])
    if f.operation == "*":
        for factor, other in (f.arguments, f.arguments[::-1]):
            if factor.number is not None:
                return _times(slope_and_rest(other, name), factor.number)
    if f.operation == "/" and f.arguments[1].number:
        return _times(slope_and_rest(f.arguments[0], name), 1.0 / f.arguments[1].number)
    return None


def _times(found: tuple[float, Expression] | None, factor: float) -> tuple[float, Expression] | None:
    if found is None:
        return None
    slope, rest = found
    return slope * factor, rest if rest.number == 0.0 else apply("*", constant(factor), rest)


def _joined(operation: str, a: Expression, b: Expression) -> Expression:
    if b.number == 0.0:
        return a
    if a.number == 0.0:
        return b if operation == "+" else apply("neg", b)
    return apply(operation, a, b)
