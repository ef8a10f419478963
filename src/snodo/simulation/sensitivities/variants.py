"""The mechanism with other values of a parameter: the points of differences of what is an explicit function of it.

    f′(p) ≈ Σ w_k f(p + c_k h)         of order four: central, or one-sided at the end of a range

Binding a mechanism is a smooth, explicit function of its parameters: the numbers of the equations are products,
quotients and roots of them, whose differences keep about eleven digits.  Nothing that is solved by iteration is
differenced.  Each number says how long its steps should be (`quotients.py`); where they are too long or too short for
it, the mechanism is taken at further points.

Where it is known how the numbers follow from the parameters (`formulations/rewriting`), the points are members with
rewritten numbers, made in microseconds; otherwise the mechanism is bound at each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from snodo.errors import MechanismError, Problem, SnodoError, UnsupportedError
from snodo.formulations.bind import bind
from snodo.formulations.rewriting.member import member
from snodo.formulations.rewriting.nearby import Nearby
from snodo.formulations.rewriting.rewriting import Rewriting
from snodo.mechanism.parameters import Parameter
from snodo.simulation.sensitivities.quotients import AHEAD, CENTRAL, Axis, Quotient

Array = np.ndarray
STEP = 1e-3
"""Relative to the value of the parameter."""
FAR = 3e-2
"""The longest step, relative to the value of the parameter,"""
FAR_OFF = 1e-2
"""and, of small ones, relative to the size of the mechanism or to one."""
NEAR = 1e-6
"""The shortest step, relative to the first."""
SMALL = 1e-6
"""Lengths and angles that are smaller, relative to the mechanism, count as so large."""
TRIES, HELPED = 4, 0.3
"""Other steps that are tried, and the part of an error that must go with one of them."""
WORTH = 3
"""Parameters from which on it is quicker to find out how numbers follow from them than to bind at all points."""


@dataclass(frozen=True, eq=False)
class Point:
    """The mechanism with one other value of a parameter."""

    offset: float
    """Change of the parameter [its SI unit]."""
    bound: Any
    """The formulation."""
    fresh: Array
    """Its model as bound: evaluations write into it."""
    numbers: Array | None = None
    """All its numbers, as in a `Snapshot`; None if the mechanism was bound."""


@dataclass(frozen=True, eq=False)
class Variants:
    """Bound formulations at the points of a difference, and their weights."""

    F: Any
    parameter: Parameter
    h: float
    """The step."""
    points: list[Point]
    weights: tuple[Array, Array]
    """For a step of one, and those of the formula of lower order."""
    rewriting: Rewriting | None = None
    """How they were found."""
    others: dict[float, Variants | None] = field(default_factory=dict)
    """The same with other steps; None where the mechanism cannot be bound."""

    @property
    def name(self) -> str:
        """Of the parameter."""
        return self.parameter.name

    def derivative(
        self, f: Callable[[Point], Array], base: Array | None = None, *, axis: Axis = (), size: Any = 0.0
    ) -> Array:
        """f′, each number from the step that suits it.

        base: f(0), by which what does not change at all is found.  axis, size: along which numbers are of one kind, and
        how large what they are made of is (`Quotient`).
        """
        last = np.asarray(f(self.points[-1]))
        if base is not None and np.array_equal(last, base):
            return np.zeros_like(base)
        tries = self._tried(f, axis, size, last)
        _, best, _ = next(tries)
        for _, found, poor in tries:
            best = best.bettered(found, poor)
        return best.value

    def settled(self, f: Callable[[Point], Array]) -> Variants:
        """Those with the step that suits all of f (times, numbers) best."""
        return min(self._tried(f, 0, 0.0), key=lambda tried: tried[1].worst)[0]

    def _tried(
        self, f: Callable[[Point], Array], axis: Axis, size: Any, last: Array | None = None
    ) -> Iterator[tuple[Variants, Quotient, Array]]:
        """Quotients at these points, and at shorter and longer steps as long as that helps the numbers that need it."""
        first = self._quotient(f, axis, size, last)
        yield self, first, np.ones(first.value.shape, bool)
        for needed in (Quotient.shorter, Quotient.longer):
            found, own = first, self
            for _ in range(TRIES):
                poor, by = needed(found)
                other = self.at_step(own.h * by) if poor.any() else None
                if other is None or other.h == own.h:
                    break
                before, found, own = found, other._quotient(f, axis, size), other
                yield other, found, poor
                if not (found.error[poor] < HELPED * before.error[poor]).any():
                    break

    def _quotient(self, f: Callable[[Point], Array], axis: Axis, size: Any, last: Array | None = None) -> Quotient:
        values = [f(point) for point in self.points[:-1]]
        values.append(f(self.points[-1]) if last is None else last)
        return Quotient.of(np.array(values), self.weights, self.h, axis, size)

    def at_step(self, h: float) -> Variants | None:
        """The same with another step; None where there is none, because the mechanism cannot be bound."""
        small = FAR_OFF * (self.F.size if self.parameter.unit == "m" else 1.0)
        longest = max(FAR * abs(self.parameter.value), small, self.h)
        h = min(max(h, NEAR * self.h), longest)
        if h == self.h:
            return self
        if h not in self.others:
            try:
                other = _at_step(self.F, self.parameter, self.rewriting, h)
            except SnodoError:
                other = None
            self.others[h] = other if other is not None and other.rewriting is self.rewriting else None
        return self.others[h]


def rewriting_for(F: Any, names: Sequence[str]) -> Rewriting | None:
    """How the numbers of F follow from these parameters, if that is known or worth finding out."""
    with F.lock:
        known: Rewriting | None = F.kept.get("rewriting")
        if known is not None or F.__dict__.get("_later") is not None:
            return known
        near: Nearby | None = F.kept.get("nearby")
        if near is not None and near.knows(names):
            return near
        if len(names) < WORTH:
            return None
        found = F.kept["nearby"] = Nearby(F, names)
        return found


def variants(F: Any, parameter: Parameter, rewriting: Rewriting | None = None) -> Variants:
    """The points for one parameter; an error names it where the structure changes or values are refused."""
    return _at_step(F, parameter, rewriting, STEP * _natural_size(F, parameter))


def _at_step(F: Any, parameter: Parameter, rewriting: Rewriting | None, step: float) -> Variants:
    refused: SnodoError | None = None
    for sign, points in ((1.0, CENTRAL), (1.0, AHEAD), (-1.0, AHEAD)):
        h = sign * step
        offsets = h * np.array([c for c, _, _ in points])
        weights = sign * np.array([w for _, w, _ in points]), sign * np.array([w for *_, w in points])
        found = None if rewriting is None else _rewritten(rewriting, F, parameter, offsets)
        if found is not None:
            return Variants(F, parameter, step, found, weights, rewriting)
        try:
            bound = [_bound(F, parameter, x) for x in offsets]
        except MechanismError as error:
            refused = refused or error
            continue
        _must_be_alike(F, parameter, bound)
        made = [Point(x, other, other.model.copy()) for x, other in zip(offsets, bound)]
        return Variants(F, parameter, step, made, weights)
    assert refused is not None
    what = f"{parameter.name} cannot be changed around {parameter.value:g}: {refused.problems[0].what}"
    raise UnsupportedError(Problem(what, refused.problems[0].remedy, parameter.where))


def _rewritten(rewriting: Rewriting, F: Any, parameter: Parameter, offsets: Array) -> list[Point] | None:
    """Members with rewritten numbers; None if they are not known at one of the points."""
    later = F.__dict__.get("_later")
    given = {} if later is None else later.given
    points = []
    for x in offsets:
        own = {**given, parameter.name: parameter.value + float(x)}
        found = rewriting.at(own)
        if found is None:
            return None
        numbers = found.copy()
        fresh = numbers[rewriting.base.places["model"]]
        points.append(Point(float(x), member(rewriting, own, found), fresh, numbers))
    return points


def _natural_size(F: Any, parameter: Parameter) -> float:
    """How large its changes are: its value; of one that is zero its range, or the size of the mechanism, or one."""
    low, high = parameter.bounds
    span = 0.5 * (high - low) if low is not None and high is not None else 0.0
    whole = F.size if parameter.unit == "m" else 1.0
    small = SMALL * whole if parameter.unit in ("m", "rad") else 0.0
    return max(abs(parameter.value), small) if parameter.value else span or whole


def _bound(F: Any, parameter: Parameter, offset: float) -> Any:
    changed = F.mechanism.with_parameters(**{parameter.name: parameter.value + float(offset)})
    return bind(changed, type(F))


def _must_be_alike(F: Any, parameter: Parameter, bound: list[Any]) -> None:
    """The same coordinates, rows and works at every point."""
    for other in bound:
        alike = (
            other.coordinate_names == F.coordinate_names
            and other.velocity_names == F.velocity_names
            and other.row_names == F.row_names
            and list(other.work_names) == list(F.work_names)
        )
        if not alike:
            what = f"the structure of the mechanism changes with {parameter.name} at {parameter.value:g}"
            raise UnsupportedError(Problem(what, "give it another value, or leave it out of over", parameter.where))
