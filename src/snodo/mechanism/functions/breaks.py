"""Break points of functions of time: the times of jumps, and narrow features that steps must not miss.

* Constants, ramps, polynomials and oscillations have no breaks.
* Rises (`SmoothStep`, `Cycloid`): their beginning and end; a step covers at most a quarter of the rise.
* Tables: the ends, and every knot at which f, f′ or f″ jumps (monotone tables), as far as the table is not constant
  there.  The knots and seams of smooth splines do not end steps, but a step covers at most eight intervals.
* Formulas: kinks and jumps of `abs`, `sign`, `min`, `max` and of tables of time alone.  Over a table of t itself a step
  covers at most eight intervals.  Tables of measures have no known times: the step control sees their kinks.
* Formulas and Python functions: jumps, kinks and stretches in which they vary more quickly than elsewhere, found by a
  scan (`scan.py`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache, singledispatch

import numpy as np

from snodo.math.curve import Curve
from snodo.math.expression import Expression
from snodo.mechanism.functions.formula_function import Formula
from snodo.mechanism.functions.functions import Rise, Table
from snodo.mechanism.functions.measured_formula import MeasuredFormula
from snodo.mechanism.functions.python_function import PythonFunction
from snodo.mechanism.functions.scan import Scan, kinks, scanned
from snodo.mechanism.functions.time_function import Function

Array = np.ndarray

INTERVALS = 8
"""Intervals of a smooth table that a step may cover."""
PARTS = 4
"""Smallest number of steps in a rise."""
JUMP = 1e-9
"""Fraction of the largest f″ of a table above which a jump of f″ counts."""
MOST_KNOTS = 50_000
"""Of a periodic table, all periods together; what repeats more often cannot be stepped over."""


@dataclass(frozen=True, eq=False)
class Breaks:
    """Breaks of a function of time.

    sharp     times at which it or one of its first two derivatives jumps, or a stretch begins or ends [s]
    limits    tables with two columns: a step that begins at the first [s], or later but before that of the next row,
              ends at the second [s] at the latest
    scan      what a scan saw of the function; None if its form is known
    """

    sharp: tuple[float, ...] = ()
    limits: tuple[Array, ...] = ()
    scan: Scan | None = field(default=None, repr=False)


NONE = Breaks()
CALLED_POINTS = 4096
"""Intervals between the samples of a compiled Python function of time and measures, which is called for this."""
SIZES = (1.0, -0.731, 0.283, 0.0, 2.17)
"""Of the measures at which a formula of time and measures is scanned."""


@singledispatch
def breaks_of(function: Function, start: float, end: float) -> Breaks:
    """The breaks of a function of time from start to end [s]."""
    return NONE


@breaks_of.register
def _(function: Rise, start: float, end: float) -> Breaks:
    first, last = function.begin, function.begin + function.duration
    if function.start == function.end or last <= start or first >= end:
        return NONE
    inside = tuple(t for t in (first, last) if start <= t <= end)
    return Breaks(inside, (steps_over(np.linspace(first, last, PARTS + 1), 1),))


@breaks_of.register
def _(function: Table, start: float, end: float) -> Breaks:
    if min(function.values) == max(function.values):
        return NONE
    if function.periodic:
        return Breaks((), (_periodic(function, start, end),))
    knots = np.array(function.times)
    sharp = [t for t in knots[_jumps(function)] if start <= t <= end]
    return Breaks(tuple(sharp), (steps_over(knots, INTERVALS),))


@breaks_of.register
def _(function: Formula, start: float, end: float) -> Breaks:
    if function.expression.number is not None:
        return NONE
    return _of_formula(function, float(start), float(end))


@lru_cache(maxsize=256)
def _of_formula(function: Formula | MeasuredFormula, start: float, end: float) -> Breaks:
    """Formulas do not change: the result is cached."""
    return breaks_of_expression(function.expression, start, end)


def breaks_of_expression(expression: Expression, start: float, end: float) -> Breaks:
    """Those of a formula of time, and of other variables that stay where they are."""
    if "t" not in expression.variables():
        return NONE
    others = sorted(expression.variables() - {"t"})
    places = [
        dict(zip(others, size * (1.0 + 0.37 * np.arange(len(others))))) for size in SIZES if others or size == 1.0
    ]

    def values(t: Array) -> Array:
        found = [np.asarray(expression.evaluate({"t": t, **place}), dtype=float) for place in places]
        columns = np.column_stack([np.broadcast_to(x, t.shape) for x in found])
        return np.nan_to_num(columns, posinf=0.0, neginf=0.0) if others else columns

    if any(getattr(node.curve, "code", "") == "CALLED" for node in expression.tables()):
        scan = scanned(values, start, end, called=True, points=CALLED_POINTS)
        return Breaks(scan.sharp, scan.limits, scan)
    scan = scanned(values, start, end, kinks([expression], start, end))
    return Breaks(scan.sharp, (*scan.limits, *_over_tables(expression, start, end)), scan)


def _over_tables(expression: Expression, start: float, end: float) -> list[Array]:
    """Limits from the knots of the tables of t itself."""
    curves = {node.curve for node in expression.tables() if str(node.arguments[0]) == "t" and node.curve is not None}
    return [_over(curve, start, end) for curve in curves if isinstance(curve, Curve)]


def _over(curve: Curve, start: float, end: float) -> Array:
    return _periods(curve.knots, start, end) if curve.ends == "periodic" else steps_over(curve.knots, INTERVALS)


@breaks_of.register
def _(function: MeasuredFormula, start: float, end: float) -> Breaks:
    """Where it jumps in time, or has narrow features there, while its measures stay where they are."""
    return _of_formula(function, float(start), float(end)) if function.depends_on_time else NONE


@breaks_of.register
def _(function: PythonFunction, start: float, end: float) -> Breaks:
    if function.formula is not None:
        return function.formula.breaks(start, end)

    def values(t: Array) -> Array:
        return np.array([[_called(function, x)] for x in t.tolist()])

    scan = scanned(values, start, end, called=True)
    return Breaks(scan.sharp, scan.limits, scan)


def _called(function: PythonFunction, t: float) -> float:
    """Its value; NaN if it fails, which the run will report."""
    try:
        return float(function.function(t))
    except Exception:
        return float("nan")


# ---------------------------------------------------------------- tables
def steps_over(knots: Array, count: int) -> Array:
    """Limits: before the knots a step ends at the first one at the latest, inside it covers this many intervals."""
    ends = np.append(knots[1:], np.inf)[np.minimum(np.arange(knots.size) + count - 1, knots.size - 1)]
    ends[-1] = np.inf
    ends[:-1] = np.minimum(ends[:-1], knots[-1])
    return np.column_stack([np.append(-np.inf, knots), np.append(knots[0], ends)])


def _jumps(table: Table) -> Array:
    """Of each knot, whether f, f′ or f″ jumps there; outside a table f″ is zero."""
    second = table.curve.pieces[:, 2] * 2.0
    third = table.curve.pieces[:, 3] * 6.0
    before = np.append(0.0, second + third * np.diff(table.times))
    after = np.append(second, 0.0)
    found: Array = np.abs(after - before) > JUMP * max(np.abs(before).max(), np.abs(after).max())
    found[0] = found[-1] = True
    return found


def _periodic(table: Table, start: float, end: float) -> Array:
    """Limits over all periods; the spline is smooth at the seams."""
    return _periods(np.array(table.times), start, end)


def _periods(knots: Array, start: float, end: float) -> Array:
    period = knots[-1] - knots[0]
    first = int(np.floor((start - knots[0]) / period))
    count = int(np.ceil((end - knots[0]) / period)) - first
    if count * (knots.size - 1) > MOST_KNOTS:
        return np.zeros((0, 2))
    seams = knots[0] + period * (first + np.arange(count))
    return steps_over(np.append((seams[:, None] + (knots[:-1] - knots[0])).ravel(), seams[-1] + period), INTERVALS)
