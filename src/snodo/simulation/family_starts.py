"""Starts of the members of a family that run as numbers, by the quickest way that gives those of `assemble`.

by steps     where rows and initial values determine the start: compiled (`many_starts.py`)
as drawn     the drawing closes, and no joint moves but those with an initial speed
the same     the parameters do not change the drawing: the mechanism as described starts like this
by rule      `assemble`, with a binding of the member
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.analyses.assembly.assemble import Assembly, assemble
from snodo.analyses.assembly.closing import CLOSED
from snodo.analyses.assembly.many_starts import FOUND, Starts, as_drawn
from snodo.constraint_methods.redundancy import keep_independent_rows
from snodo.errors import SnodoError
from snodo.formulations.rewriting.member import member
from snodo.formulations.rewriting.rewriting import Rewriting

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

Array = np.ndarray
MOST = 1000
"""Starts of the mechanism as described that are remembered."""
SATISFIED = 1e-12
"""Largest violation of rows by speeds that satisfy them, relative to their largest term."""


class MemberStarts:
    """Finds the starts of members; F: a bound formulation whose arrays may be written."""

    def __init__(
        self,
        F: Formulation,
        rewriting: Rewriting,
        parameters: Sequence[str],
        initial: Mapping[str, float],
        guess: Mapping[str, Any] | None = None,
    ) -> None:
        """initial: initial values of one member; guess: positions near which all starts are searched for."""
        self.guess = guess
        self.F, self.rewriting, self.parameters, self.names = F, rewriting, list(parameters), list(initial)
        self.places = rewriting.base.places
        self.same = rewriting.keep_drawing(parameters)
        self._by_steps = Starts(F, initial)
        self._speeds = None if guess else as_drawn(F, self.names)
        self._in_m = np.array([unit == "m" for unit in F.row_units], bool)
        self._model = F.model.copy()
        self._kept: Array | None = None
        self._known: dict[tuple[float, ...], Array | None] = {}

    def ready(self) -> None:
        """F is connected: members have its addresses, and must leave out the rows that it leaves out now."""
        self._model = self.F.model.copy()
        self._kept = None if self.F.kept_rows.all() else self.F.kept_rows.copy()

    def find(self, numbers: Array, given: Mapping[str, float], initial: Mapping[str, float], y: Array) -> bool:
        """Fill y = (q, v, …) for a member with these numbers; returns whether a start with the same rows was found."""
        wanted = np.array([initial[name] for name in self.names], float)
        model, size = numbers[self.places["model"]], float(numbers[self.places["size"]][0])
        if not self._by_steps.reason and not self.guess:
            drawn = numbers[self.places["drawn"]]
            if self._by_steps.find(model, drawn, size, wanted, y) == FOUND:
                return self._has_rows(model, y)
        if self.same:
            return self._as_described(initial, tuple(wanted.tolist()), y)
        if self._as_drawn(model, numbers[self.places["drawn"]], size, wanted, y):
            return self._has_rows(model, y)
        return self._by_rule(numbers, given, initial, y) and self._has_rows(model, y)

    # ---------------------------------------------------------------- ways
    def _as_drawn(self, model: Array, drawn: Array, size: float, wanted: Array, y: Array) -> bool:
        """The drawing closes, and the speeds that are given satisfy the rows while all others are zero."""
        F, q, v = self.F, drawn.copy(), np.zeros(self.F.nv)
        if self._speeds is None:
            return False
        v[self._speeds] = wanted
        self._load(model)
        gap = F.constraints(q) / np.where(self._in_m, size, 1.0)
        if not np.linalg.norm(gap) <= CLOSED or F.turned_around(q):
            return False
        if F.nc:
            terms = F.jacobian(q) * v
            if not (np.abs(terms.sum(axis=1) - F.nu(q)) <= SATISFIED * np.abs(terms).max(initial=1.0)).all():
                return False
        y[: F.nq], y[F.nq : F.nq + F.nv] = q, v
        return True

    def _as_described(self, initial: Mapping[str, float], key: tuple[float, ...], y: Array) -> bool:
        """The start of the mechanism as described with these initial values."""
        if key not in self._known:
            if len(self._known) >= MOST:
                self._known.clear()
            self._load(self._model)
            self._known[key] = self._assembled(self.F, initial)
        found = self._known[key]
        if found is not None:
            y[: found.size] = found
        return found is not None

    def _by_rule(self, numbers: Array, given: Mapping[str, float], initial: Mapping[str, float], y: Array) -> bool:
        """A start that needs the rule of `assemble`."""
        try:
            start = self._assemble(member(self.rewriting, given, numbers.copy()), initial)
        except SnodoError:
            return False
        y[: self.F.nq], y[self.F.nq : self.F.nq + self.F.nv] = start.q, start.v
        return True

    def _assembled(self, F: Any, initial: Mapping[str, float]) -> Array | None:
        try:
            start = self._assemble(F, initial)
        except SnodoError:
            return None
        found = np.concatenate([start.q, start.v])
        return found if self._has_rows(self._model, found) else None

    def _assemble(self, F: Any, initial: Mapping[str, float]) -> Assembly:
        return assemble(F, initial=dict(initial), initial_guess=self.guess)

    # ---------------------------------------------------------------- rows
    def _has_rows(self, model: Array, y: Array) -> bool:
        """Whether the rows that are left out are those that the member itself would leave out."""
        F = self.F
        if self._kept is None:
            return True
        self._load(model)
        try:
            keep_independent_rows(F, y[: F.nq], 0.0, y[F.nq : F.nq + F.nv])
        except SnodoError:
            return False
        finally:
            found = F.kept_rows.copy()
            self._load(self._model)
            F.set_kept_rows(self._kept)
        return bool((found == self._kept).all())

    def _load(self, model: Array) -> None:
        self.F.model[:] = model
        self.F.forget_factors()
