"""The mechanism with other values of a parameter: the points of differences of what is an explicit function of it.

    f′(p) ≈ Σ w_k f(p + c_k h)         of order four: central, or one-sided at the end of a range

Binding a mechanism is a smooth, explicit function of its parameters: the numbers of the equations are products,
quotients and roots of them, whose differences keep about eleven digits.  Nothing that is solved by iteration is
differenced.

Where it is known how the numbers follow from the parameters (`formulations/rewriting`), the points are members with
rewritten numbers, made in microseconds; otherwise the mechanism is bound at each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from snodo.errors import MechanismError, Problem, SnodoError, UnsupportedError
from snodo.formulations.bind import bind
from snodo.formulations.rewriting.member import member
from snodo.formulations.rewriting.nearby import Nearby
from snodo.formulations.rewriting.rewriting import Rewriting
from snodo.mechanism.parameters import Parameter

Array = np.ndarray
STEP = 1e-3
"""Relative to the value of the parameter."""
CENTRAL = ((-2, 1 / 12), (-1, -2 / 3), (1, 2 / 3), (2, -1 / 12))
AHEAD = ((0, -25 / 12), (1, 4.0), (2, -3.0), (3, 4 / 3), (4, -1 / 4))
"""(c, w h) of the points."""
WORTH = 3
"""Parameters from which on it is quicker to find out how numbers follow from them than to bind at all points."""


@dataclass(frozen=True, eq=False)
class Variants:
    """Bound formulations at the points of a difference, and their weights."""

    name: str
    offsets: Array
    """Changes of the parameter [its SI unit]."""
    weights: Array
    bound: list[Any]
    fresh: list[Array]
    """Their models as bound: evaluations write into them."""
    numbers: list[Array] | None = None
    """All their numbers, as in a `Snapshot`; None if the mechanism was bound."""
    rewriting: Rewriting | None = None
    """How they were found."""

    def derivative(self, f: Callable[[int], Array], base: Array | None = None) -> Array:
        """Σ w f(k) over the points k; base: the value as it is, by which what does not change at all is found."""
        last = f(len(self.bound) - 1)
        if base is not None and np.array_equal(last, base):
            return np.zeros_like(base)
        values = [*(f(k) for k in range(len(self.bound) - 1)), last]
        return np.einsum("k,k...->...", self.weights, np.array(values))


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
    refused: SnodoError | None = None
    for sign, points in ((1.0, CENTRAL), (1.0, AHEAD), (-1.0, AHEAD)):
        h = sign * STEP * _natural_size(F, parameter)
        offsets = h * np.array([c for c, _ in points])
        weights = np.array([w for _, w in points]) / h
        found = None if rewriting is None else _rewritten(F, rewriting, parameter, offsets, weights)
        if found is not None:
            return found
        try:
            bound = [_bound(F, parameter, x) for x in offsets]
        except MechanismError as error:
            refused = refused or error
            continue
        _must_be_alike(F, parameter, bound)
        return Variants(parameter.name, offsets, weights, bound, [other.model.copy() for other in bound])
    assert refused is not None
    what = f"{parameter.name} cannot be changed around {parameter.value:g}: {refused.problems[0].what}"
    raise UnsupportedError(Problem(what, refused.problems[0].remedy, parameter.where))


def _rewritten(F: Any, rewriting: Rewriting, parameter: Parameter, offsets: Array, weights: Array) -> Variants | None:
    """Members with rewritten numbers; None if they are not known at one of the points."""
    later = F.__dict__.get("_later")
    given = {} if later is None else later.given
    bound, numbers = [], []
    for x in offsets:
        own = {**given, parameter.name: parameter.value + float(x)}
        found = rewriting.at(own)
        if found is None:
            return None
        numbers.append(found.copy())
        bound.append(member(rewriting, own, found))
    fresh = [own[rewriting.base.places["model"]] for own in numbers]
    return Variants(parameter.name, offsets, weights, bound, fresh, numbers, rewriting)


def _natural_size(F: Any, parameter: Parameter) -> float:
    """How large its changes are: its value; of one that is zero its range, or the size of the mechanism, or one."""
    low, high = parameter.bounds
    span = 0.5 * (high - low) if low is not None and high is not None else 0.0
    return abs(parameter.value) or span or (F.size if parameter.unit == "m" else 1.0)


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
