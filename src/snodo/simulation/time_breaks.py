"""Everything in a mechanism that depends on time, and the times at which steps must end because of it.

Forces, drivers and couplers have functions of time (`Function.breaks`).  The user's own laws and constraints also
depend on the state: they are scanned as functions of time with the state fixed at the start, and in formulas every part
that depends on time only is scanned too.  Features that appear only in other states are left to the error control and
to the checks after the run (`simulation/missed.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import SnodoError
from snodo.formulations.parts.user_parts import parsed, variables_of, vector_of
from snodo.integrators.ode.stops import Stops
from snodo.math.byte_code import uses_time
from snodo.math.expression import Expression
from snodo.math.tracing import NotTraceable, trace
from snodo.mechanism.constraints import UserConstraint
from snodo.mechanism.forces import POSITION_WORDS, VELOCITY_WORDS
from snodo.mechanism.functions.breaks import Breaks, breaks_of_expression
from snodo.mechanism.functions.functions import Harmonic, Table
from snodo.mechanism.functions.scan import kinks, scanned
from snodo.mechanism.functions.time_function import Function
from snodo.mechanism.tables import curves_of

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

Array = np.ndarray
POLE, POLE_POINTS = 1e6, 257
"""A function that is POLE times larger next to a break than at POLE_POINTS other times has a pole there."""
LAW_POINTS = 4_096
"""Number of intervals between the samples of a Python function of (t, q, v)."""


@dataclass(frozen=True, eq=False)
class Watched:
    """Something that depends on time: its title and its breaks.

    values    values (n, components) at times [s] of a function that was not scanned, if they are cheap
    imposes   whether it is an imposed motion: a jump of it, or of its speed, is an impact
    """

    title: str
    breaks: Breaks
    values: Callable[[Array], Array] | None = None
    imposes: bool = False

    def is_finite_beside(self, t: float, last: float) -> bool:
        """Whether it jumps at t [s] between finite values; at a pole, or where it fails, the run must stop."""
        values = self.values if self.breaks.scan is None else self.breaks.scan.values
        if values is None:
            return True
        margin = Stops(np.zeros(0), (), last).margin(t)
        with np.errstate(all="ignore"):
            beside = np.abs(values(np.array([t - margin, t + margin])))
            usual = np.abs(values(np.linspace(0.0, last, POLE_POINTS)))
        finite = usual[np.isfinite(usual)]
        return bool(np.isfinite(beside).all() and beside.max() <= POLE * max(finite.max(initial=0.0), 1e-300))


@dataclass(eq=False)
class TimeBreaks:
    """Everything in a mechanism that depends on time, for runs to the same end."""

    watched: list[Watched] = field(default_factory=list)
    last: float = 0.0

    def stops(self) -> Stops | None:
        """Times at which steps end; None if there are none."""
        sharp = [t for w in self.watched for t in w.breaks.sharp if w.is_finite_beside(t, self.last)]
        limits = [rows for w in self.watched for rows in w.breaks.limits if len(rows)]
        return Stops.of(sharp, limits, self.last) if sharp or limits else None

    def joined(self, others: Sequence[TimeBreaks]) -> TimeBreaks:
        """Breaks of several mechanisms side by side."""
        return TimeBreaks([w for x in (self, *others) for w in x.watched], self.last)


def time_breaks(F: Formulation, q: Array, v: Array, end: float) -> TimeBreaks:
    """Breaks of a bound formulation from 0 to the end [s], with the start state; computed once for F and the end."""
    known: dict[float, TimeBreaks] = F.kept.setdefault("time breaks", {})
    if end not in known:
        known.clear()
        with np.errstate(all="ignore"):  # values that are not finite are reported by the run, when they occur
            known[end] = TimeBreaks(list(_watched(F, q, v, end)), end)
    return known[end]


def _watched(F: Formulation, q: Array, v: Array, end: float) -> Iterator[Watched]:
    seen: set[int] = set()
    for described in F.described():
        imposes = described.part.name in F.mechanism.drivers
        for function in described.functions:
            if id(function) not in seen:
                seen.add(id(function))
                yield Watched(described.part.title, function.breaks(0.0, end), _values(function), imposes)
        if described.written is not None and id(described.written) not in seen:
            seen.add(id(described.written))
            yield from _law(F, described, q, v, end)
    for number in F.builder.numbers:
        if number.function is not None:
            yield Watched(number.part.title, number.function.breaks(0.0, end))


def _values(function: Function) -> Callable[[Array], Array] | None:
    """Values at many times, if they are cheap."""
    if isinstance(function, Table):
        return lambda t: function.curve(t)[:, None]
    if isinstance(function, Harmonic):
        mean, height, phase = function.mean, function.amplitude, function.phase
        omega = 2.0 * np.pi * function.frequency
        return lambda t: (mean + height * np.sin(omega * t + phase))[:, None]
    return None


# ---------------------------------------------------------------- the user's own laws
def _law(F: Formulation, described: Any, q: Array, v: Array, end: float) -> Iterator[Watched]:
    """A user's law or constraint with the start state; nothing if it does not depend on time."""
    part, dimension = described.part, F.mechanism.dimension
    if described.written.expressions:
        yield from (Watched(part.title, breaks_of_expression(e, 0.0, end)) for e in described.written.expressions)
        return
    try:
        places, speeds = _frozen(F, part.bodies, q, v)
    except SnodoError:
        return
    words = [variables_of(part.bodies, table[dimension]) for table in (POSITION_WORDS, VELOCITY_WORDS)]
    speeds = np.zeros(0) if isinstance(part, UserConstraint) else speeds
    names = [*words[0], *(words[1] if speeds.size else [])]
    expressions = _expressions(F, part, described.written, names, len(words[0]))
    if expressions is not None:
        if any("t" in expression.variables() for expression in expressions):
            parts = [*expressions, *(part for expression in expressions for part in time_parts(expression))]
            values = _of_expressions(parts, dict(zip(names, [*places, *speeds])))
            scan = scanned(values, 0.0, end, kinks(expressions, 0.0, end))
            yield Watched(part.title, Breaks(scan.sharp, scan.limits, scan))
    elif part.function is not None and uses_time(part.function):
        values = _of_function(part.function, places, speeds)
        scan = scanned(values, 0.0, end, called=True, points=LAW_POINTS)
        yield Watched(part.title, Breaks(scan.sharp, scan.limits, scan))


def _frozen(F: Formulation, bodies: Sequence[str], q: Array, v: Array) -> tuple[Array, Array]:
    """Coordinates and velocities of bodies, as user's laws receive them."""
    motion, a = F.motion, np.zeros(F.nv)
    places: list[float] = []
    speeds: list[float] = []
    for body in bodies:
        places += [float(x) for x in np.ravel(motion.position(body, q))]
        speeds += [float(x) for x in np.ravel(motion.velocity(body, q, v))]
        if F.mechanism.dimension == 2:
            angle, omega, _ = motion.turn(body, q, v, a)
            places, speeds = [*places, float(np.ravel(angle)[0])], [*speeds, float(np.ravel(omega)[0])]
        else:
            places += [1.0, 0.0, 0.0, 0.0]
            speeds += [float(x) for x in np.ravel(motion.angular_velocity(body, q, v))]
    return np.array(places), np.array(speeds)


def _expressions(F: Formulation, part: Any, written: Any, names: Sequence[str], count: int) -> list[Expression] | None:
    """The formulas of a law; None if it is a Python function that cannot be written as a formula."""
    if part.formula is not None:
        return parsed(part, ["t", *names], curves_of(F.mechanism.tables))
    if written.route != "formula":
        return None

    def flat(t: Any, *x: Any) -> Any:
        given = [vector_of(x[:count])] if len(x) == count else [vector_of(x[:count]), vector_of(x[count:])]
        return part.function(t, *given)

    try:
        return list(trace(flat, "t", *names))
    except NotTraceable:
        return None


def time_parts(expression: Expression) -> list[Expression]:
    """The largest subexpressions that depend on time only, in a formula that also depends on the state."""
    found: list[Expression] = []
    stack: list[set[str]] = []
    for node in expression.nodes():
        below = [stack.pop() for _ in node.arguments][::-1]
        names = {node.name} if node.operation == "variable" else set().union(*below)
        if "t" in names and len(names) > 1:
            pairs = zip(node.arguments, below)
            found += [x for x, own in pairs if own == {"t"} and x.operation != "variable"]
        stack.append(names)
    return found


def _of_expressions(expressions: Sequence[Expression], state: dict[str, float]) -> Callable[[Array], Array]:
    def values(t: Array) -> Array:
        columns = [np.asarray(e.evaluate({"t": t, **state}), dtype=float) for e in expressions]
        return np.stack([np.broadcast_to(column, t.shape) for column in columns], axis=1)

    return values


def _of_function(function: Callable[..., Any], places: Array, speeds: Array) -> Callable[[Array], Array]:
    state = [places] if not speeds.size else [places, speeds]

    def values(t: Array) -> Array:
        rows = [_row(function, x, state) for x in t.tolist()]
        size = max(len(row) for row in rows)
        return np.array([row if len(row) == size else [np.nan] * size for row in rows])

    return values


def _row(function: Callable[..., Any], t: float, state: Sequence[Array]) -> list[float]:
    """The values of the function; NaN where it fails, which the run reports."""
    try:
        return [float(x) for x in np.ravel(function(t, *(x.copy() for x in state)))]
    except Exception:
        return [float("nan")]
