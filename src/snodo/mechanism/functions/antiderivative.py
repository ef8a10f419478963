"""From a speed to a position: F(t) = start + ∫₀ᵗ f(τ) dτ, in closed form for every f that has one.

A rise goes from f₀ to f₀ + Δf while s = (t − begin)/duration goes from 0 to 1.  With s₊ = max(s, 0), c = min(s₊, 1)
and the area G(c) under its shape,

    ∫ f dt = f₀ t + Δf · duration · (s₊ − c + G(c)) + constant                                          (1)

which holds before, during and after the rise, as G(1) = 1/2 and G′(1) = 1.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from snodo.errors import MechanismError, Problem
from snodo.math.curve import Curve
from snodo.math.expression import TABLE, apply, constant, tabulated, variable
from snodo.math.linear_part import slope_and_rest
from snodo.mechanism.functions.formula_function import Formula
from snodo.mechanism.functions.functions import Constant, Cycloid, Harmonic, Polynomial, Ramp, Rise, SmoothStep, Table
from snodo.mechanism.functions.time_function import Function


def antiderivative(function: Function, start: float) -> Function:
    """The function with the value `start` at t = 0 whose derivative is `function`; raises an error if none is known."""
    if isinstance(function, Formula):
        found = _of_table_formula(function, float(start))
        if found is not None:
            return found
    if type(function) not in _RULES:
        what = f"a {function.kind} function cannot be integrated in closed form"
        remedy = "give the angle (or displacement) itself as a function of time; or use, for the speed, "
        known = "a number, ramp, polynomial, harmonic, smooth_step, cycloid or table"
        raise MechanismError(Problem(what, f"{remedy}{known}; of formulas only a*table(name, t) + b"))
    return _RULES[type(function)](function, float(start))


def second_antiderivative(function: Function, start: float, speed: float) -> Function:
    """The function with the value `start` and slope `speed` at t = 0 whose second derivative is `function`."""
    if not isinstance(function, Constant | Ramp | Polynomial):
        what = f"a {function.kind} function cannot be integrated twice in closed form"
        remedy = "use a number, ramp or polynomial, or give the speed, angle or displacement as a function of time"
        raise MechanismError(Problem(what, remedy))
    return antiderivative(antiderivative(function, speed), start)


def _constant(f: Constant, start: float) -> Function:
    return Ramp(start, f.value)


def _ramp(f: Ramp, start: float) -> Function:
    return Polynomial([start, f.start, f.rate / 2.0])


def _polynomial(f: Polynomial, start: float) -> Function:
    return Polynomial([start, *(c / (k + 1) for k, c in enumerate(f.coefficients))])


def _harmonic(f: Harmonic, start: float) -> Function:
    """∫₀ᵗ sin(ωτ + φ) dτ = (2/ω) sin(ωt/2) sin(ωt/2 + φ)."""
    if f.frequency == 0.0:
        return Ramp(start, f(0.0))
    half = math.pi * f.frequency
    wave = f"({f.amplitude / half!r})*sin(({half!r})*t)*sin(({half!r})*t + ({f.phase!r}))"
    return Formula(f"({start!r}) + ({f.mean!r})*t + {wave}")


def _rise(f: Rise, start: float) -> Function:
    """Equation (1)."""
    begun = f"max((t - ({f.begin!r}))/({f.duration!r}), 0)"
    inside = f"min({begun}, 1)"
    factor = (f.end - f.start) * f.duration
    risen = f"({factor!r})*({begun} - {inside} + {_AREA[type(f)].format(c=inside)})"
    return Formula(f"({start - Formula(risen)(0.0)!r}) + ({f.start!r})*t + {risen}")


def _table(f: Table, start: float) -> Function:
    return _integrated(f.curve, 1.0, 0.0, start)


def _of_table_formula(f: Formula, start: float) -> Function | None:
    """The integral of a · table(name, t) + b; None if the formula is not of this form."""
    tables = f.expression.tables()
    if (
        len(tables) != 1
        or tables[0].curve is None
        or str(tables[0].arguments[0]) != "t"
        or len(tables[0].arguments) > 1
    ):
        return None
    mark = variable("its_table")
    found = slope_and_rest(f.expression.replaced(lambda node: mark if node.operation == TABLE else node), mark.name)
    if found is None or found[1].number is None:
        return None
    return _integrated(tables[0].curve, found[0], found[1].number, start)


def _integrated(curve: Curve, factor: float, rest: float, start: float) -> Function:
    """F(t) = start + ∫₀ᵗ (factor · f + rest) dτ: a spline of one degree more."""
    integral, slope = curve.integral()
    t = variable("t")
    area = apply("*", constant(factor), tabulated(integral, t))
    line = apply("*", constant(factor * slope + rest), t)
    shift = constant(start - factor * float(integral(0.0)))
    return Formula(apply("+", apply("+", shift, line), area))


_AREA: dict[type[Rise], str] = {
    SmoothStep: "{c}**4*(2.5 - {c}*(3 - {c}))",
    Cycloid: "({c}**2/2 - sin(pi*{c})**2/(2*pi**2))",
}
"""G(c) = ∫₀ᶜ g(s) ds of the shapes g in `functions.py`."""

_RULES: dict[type[Function], Callable[[Any, float], Function]] = {
    Constant: _constant,
    Ramp: _ramp,
    Polynomial: _polynomial,
    Harmonic: _harmonic,
    SmoothStep: _rise,
    Cycloid: _rise,
    Table: _table,
}
