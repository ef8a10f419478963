"""Members of a family that run by themselves, without a binding for each: one formulation, run again and again.

Where only initial values vary, nothing of it changes.  Where parameters vary, its numbers are rewritten, if nothing but
its arrays has numbers that follow from them (`formulations/rewriting/reused.py`): so it is with masses, as a rule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from snodo.formulations.rewriting.reused import Reused
from snodo.formulations.rewriting.rewriting import Rewriting
from snodo.switching.switching import Switching


class Reruns:
    """One formulation for all members; `reason` says why it cannot serve, in words."""

    def __init__(self, kind: Any, rewriting: Rewriting, parameters: Sequence[str]) -> None:
        """kind: class of the formulation; parameters: those that vary."""
        self.F = kind(rewriting.mechanism)
        self.own: list[Reused] = []
        slow = [name for name in rewriting.followers(parameters) if name in rewriting.slow]
        self.reason = f"{slow[0]} is {rewriting.slow[slow[0]]}" if slow else ""
        if not parameters or slow:
            return
        self._add(self.F, rewriting, parameters)
        switching = Switching(rewriting.mechanism)
        if switching and not self.reason:
            F = switching.bind(kind.name)
            self._add(F, _OfSwitched(F), parameters)
            self.own[0].keep("switched", F)

    def _add(self, F: Any, rewriting: Rewriting, parameters: Sequence[str]) -> None:
        self.own.append(Reused(F, rewriting, parameters))
        self.reason = self.reason or self.own[-1].reason

    def of(self, mechanism: Any, given: Mapping[str, float]) -> Any | None:
        """The formulation with the numbers of a member, whose mechanism this is; None if it must be bound."""
        if self.reason:
            return None
        found = []
        for one in self.own:
            numbers = one.rewriting.at(given)
            if numbers is None:
                return None
            found.append(numbers)
        for one, numbers in zip(self.own, found):
            one.set(mechanism, numbers)
        return self.F


class _OfSwitched(Rewriting):
    """How the numbers follow of a formulation that has the rows of what switches."""

    def bound(self, values: Mapping[str, float]) -> Any:
        """A binding of the mechanism with other values."""
        return Switching(self.mechanism.with_parameters(**values)).bind(self.kind.name)
