"""Laws of forces that jump where something that is measured passes zero: -3*sign(A.speed), but not sign(v)*v^2.

A law f jumps at u = 0, the argument of one of its `sign`, if f with 1 in place of this sign differs from f with −1
there.  The places where u = 0 are found along one variable after the other, with others at random.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from snodo.math.expression import TABLE, Expression

Array = np.ndarray
TRIES = 8
REACH = np.sinh(np.linspace(-8.0, 8.0, 401))
"""Values of a variable between which u may pass zero."""
JUMPS = 1e-6
"""Difference of both sides, relative to the law elsewhere."""
BISECTIONS = 80


def jump_of(law: Expression) -> str:
    """What passes zero where a law of measures jumps; empty if it does not."""
    for node in law.nodes():
        if node.operation == "sign" and node.variables() - {"t"} and _differs(law, node):
            return str(node.arguments[0])
    return ""


def called_in(law: Expression) -> bool:
    """Whether a law calls a Python function, which may jump anywhere."""
    return any(node.operation == TABLE and getattr(node.curve, "code", "") == "CALLED" for node in law.nodes())


def _differs(law: Expression, sign: Expression) -> bool:
    sides = [_with(law, str(sign), side) for side in (1.0, -1.0)]
    names = sorted(law.variables())
    random = np.random.default_rng(5)
    for _ in range(TRIES):
        values = {name: float(x) for name, x in zip(names, random.normal(size=len(names)))}
        size = max(abs(_value(side, values)) for side in sides)
        for at in _zeros(sign.arguments[0], values):
            ahead, behind = (_value(side, at) for side in sides)
            if abs(ahead - behind) > JUMPS * max(size, 1e-300):
                return True
    return False


def _with(law: Expression, sign: str, side: float) -> Expression:
    """With a number in place of a sign."""
    return law.replaced(lambda node: Expression("constant", (), side) if str(node) == sign else node)


def _zeros(u: Expression, values: dict[str, float]) -> Iterator[dict[str, float]]:
    """Values at which u = 0."""
    for name in sorted(u.variables() - {"t"}):
        y = np.broadcast_to(np.asarray(u.evaluate({**values, name: REACH}), float), REACH.shape)
        for k in np.flatnonzero(np.sign(y[1:]) * np.sign(y[:-1]) <= 0.0)[:4]:
            yield {**values, name: _root(u, values, name, float(REACH[k]), float(REACH[k + 1]))}


def _root(u: Expression, values: dict[str, float], name: str, low: float, high: float) -> float:
    """By bisection."""
    below = np.sign(_value(u, {**values, name: low}))
    for _ in range(BISECTIONS):
        middle = 0.5 * (low + high)
        if np.sign(_value(u, {**values, name: middle})) == below and below:
            low = middle
        else:
            high = middle
    return high


def _value(expression: Expression, values: dict[str, float]) -> float:
    found = float(np.asarray(expression.evaluate(values), float))
    return found if np.isfinite(found) else 0.0
