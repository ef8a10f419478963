"""How the numbers of a bound formulation follow from some of its parameters near their values, from few bindings.

Derivatives need less than `Rewriting` knows: not that numbers which agree nearby agree in the whole ranges.  Four
bindings are enough, of which three have other values of these parameters, all at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from snodo.errors import SnodoError
from snodo.formulations.rewriting.program import Program, whole
from snodo.formulations.rewriting.rewriting import RESTRUCTURED, UNBOUND, Rewriting, sources_of
from snodo.formulations.rewriting.samples import SPREAD
from snodo.formulations.rewriting.snapshot import Snapshot

Array = np.ndarray
SAMPLES = 3
"""Bindings with other values, by which numbers are recognised."""


class Nearby(Rewriting):
    """The numbers of a formulation as functions of the parameters `names`, near their values."""

    def __init__(self, F: Any, names: Sequence[str]) -> None:
        self.asked, self._again = list(names), F
        super().__init__(F)
        del self._again

    def knows(self, names: Sequence[str]) -> bool:
        """Whether it was made for all of these parameters."""
        return set(names) <= set(self.asked)

    def _find(self) -> None:
        """From a few samples; a parameter behind a number that is not found is said to be slow."""
        reason = self._refused()
        if reason:
            self.slow = dict.fromkeys(self.names, reason)
            return
        random = np.random.default_rng(17)
        moved = self.followers(self.asked)
        try:
            samples = [self.values, *(self._moved(random, moved) for _ in range(SAMPLES))]
            bound = [self.pattern, *(self._bound_at(values) for values in samples[1:])]
            shots = [self.base, *(Snapshot(B) for B in bound[1:])]
        except SnodoError as error:
            self.slow = dict.fromkeys(self.names, f"{UNBOUND}: {error.problems[0].what}")
            return
        if not all(self._alike(shot) for shot in shots):
            self.slow = dict.fromkeys(self.names, RESTRUCTURED)
            return
        tape = self._tape_used = self._tape(bound)
        x = np.array([shot.numbers for shot in shots])
        r = np.array([whole(tape, values) for values in samples])
        several, missing = self._matched(x, r)
        self.matches = [own[0] for own in several]
        self._reasons = sources_of(tape, self.names)
        if missing:
            self._blame(random, moved, np.array(sorted(missing)))
        self._program = Program(tape, [(m.place, m.number, m.alpha, m.beta) for m in self.matches])

    def _moved(self, random: Any, names: Sequence[str]) -> Array:
        """Other values of these parameters."""
        values = self.values.copy()
        for name in names:
            values[self.place[name]] = self._one(random, name, SPREAD)
        return values

    def _bound_once_more(self) -> Any:
        """The formulation that was given has the same values."""
        return self._again
