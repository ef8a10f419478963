"""A mechanism with other values of its parameters: samples of them, and what bindings have there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from typing import Any

import numpy as np

from snodo.errors import SnodoError
from snodo.formulations.rewriting.inputs import Formulas, inputs_of
from snodo.formulations.rewriting.snapshot import Snapshot

Array = np.ndarray
SPREAD = 0.03
"""Relative change of the parameters in samples near their values."""
NORMAL = 1e-290
"""Numbers that are smaller are whole numbers or addresses."""


class Samples:
    """The parameters of a formulation, by path, and bindings of its mechanism with other values of them."""

    def __init__(self, F: Any) -> None:
        self.kind: Any = type(F)
        self.mechanism = F.mechanism
        self.inputs = {one.name: one for one in inputs_of(F.mechanism)}
        """All parameters, also those of parts used again, by path."""
        self.names = list(self.inputs)
        self.values = np.array([one.parameter.value for one in self.inputs.values()], float)
        self.pattern = self.bound({})
        """A formulation with the same numbers that nothing else uses: its arrays are those of a fresh binding."""
        self.base = Snapshot(self.pattern)
        self.slow: dict[str, str] = {}
        """Parameters that need a new binding, with the reason: samples leave them as they are."""

    # ---------------------------------------------------------------- values
    @cached_property
    def place(self) -> dict[str, int]:
        """The places of the parameters."""
        return {name: k for k, name in enumerate(self.names)}

    @cached_property
    def _bounds(self) -> tuple[Array, Array]:
        known = [one.parameter.bounds for one in self.inputs.values()]
        low = [-np.inf if bounds[0] is None else bounds[0] for bounds in known]
        return np.array(low), np.array([np.inf if bounds[1] is None else bounds[1] for bounds in known])

    @cached_property
    def _formulas(self) -> Formulas:
        """The parameters that are formulas of others."""
        return Formulas(self.inputs.values())

    def resolved(self, given: Mapping[str, float]) -> Array:
        """The values of all parameters, of which some are given: formulas are calculated, unless they are given."""
        values = self.values.copy()
        for name, value in given.items():
            values[self.place[name]] = value
        if self._formulas.ordered:
            self._formulas.fill(values, given)
        return values

    def followers(self, names: Sequence[str]) -> list[str]:
        """These parameters, and those whose formulas depend on them."""
        return self._formulas.following(names)

    def other_values(self, names: Sequence[str], count: int) -> Iterator[dict[str, float]]:
        """Other values of these parameters, first near their own, then within their ranges."""
        random = np.random.default_rng(23)
        for k in range(count):
            yield {name: self._one(random, name, None if k else SPREAD) for name in names}

    def _sample(self, random: Any, spread: float | None) -> Array:
        """Values of all parameters near their own, or within their ranges."""
        own = [self._one(random, name, spread) for name in self.names]
        return np.where([name in self.slow for name in self.names], self.values, own)

    def _one(self, random: Any, name: str, spread: float | None) -> float:
        parameter = self.inputs[name].parameter
        low, high = parameter.bounds
        reach = 10 * SPREAD if spread is None else spread
        width = reach * (abs(parameter.value) or 0.1)
        if not parameter.value and low is None:
            low = 0.0  # what is zero is seldom negative
        first = parameter.value - width if low is None else low if spread is None else max(low, parameter.value - width)
        last = (
            parameter.value + width if high is None else high if spread is None else min(high, parameter.value + width)
        )
        return float(random.uniform(first, last))

    # ---------------------------------------------------------------- bindings
    def bound(self, values: Mapping[str, float]) -> Any:
        """A binding of the mechanism with other values."""
        changed = self.mechanism.with_parameters(**values)
        return self.kind(changed)

    def _bound_at(self, values: Array) -> Any:
        return self.bound(dict(zip(self.names, values.tolist())))

    def _bound_once_more(self) -> Any:
        """Another formulation with the values of this one, whose addresses are others."""
        return self.bound({})

    def _numbers_at(self, values: Array) -> Array | None:
        """All numbers of a binding; None if there is none of this structure."""
        with suppress(SnodoError):
            shot = Snapshot(self._bound_at(values))
            return shot.numbers if self._alike(shot) else None
        return None

    @cached_property
    def _own(self) -> Array:
        """Which numbers are no addresses: those change with every binding."""
        again = Snapshot(self._bound_once_more()).numbers
        own: Array = again.view(np.int64) == self.base.numbers.view(np.int64)
        return own

    def _alike(self, shot: Snapshot) -> bool:
        """Whether a binding has the same structure: arrays of the same sizes, with the same whole numbers."""
        if not self.base.like(shot):
            return False
        x, first = shot.numbers, self.base.numbers
        small = ((np.abs(x) < NORMAL) & (x != 0.0)) | ((np.abs(first) < NORMAL) & (first != 0.0))
        return not (small & self._own & (x.view(np.int64) != first.view(np.int64))).any()
