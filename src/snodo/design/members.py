"""Members of a family: the mechanism with other values of its parameters, bound to a formulation.

The first member is bound; the others have its numbers rewritten (`formulations/rewriting`), where that can be done.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import MechanismError
from snodo.formulations.bind import bind
from snodo.math.formula_reader import bare_names

if TYPE_CHECKING:
    from snodo.design.variables import Variables
    from snodo.formulations.base import Formulation
    from snodo.formulations.rewriting.rewriting import Rewriting
    from snodo.mechanism.mechanism import Mechanism

Array = np.ndarray
CENTRAL = ((-1, -0.5), (1, 0.5))
"""Offsets and weights of the central difference quotient, for explicit functions, which have only rounding errors."""
STEP = 1e-5
"""Its step relative to the natural size of a parameter: truncation and rounding leave some 1e-10."""
FOURTH = ((-2, 1.0 / 12.0), (-1, -2.0 / 3.0), (1, 2.0 / 3.0), (2, -1.0 / 12.0))
"""The quotient of fourth order, for results with the errors of an integration or a search."""
LONG_STEP = 3e-3
"""Its step: long, because the errors of the runs are divided by it."""


class Members:
    """Makes mechanisms and formulations for values of the varied parameters.

    Difference quotients step over the ends of ranges, so members have no ranges.
    """

    def __init__(self, mechanism: Mechanism, variables: Variables, formulation: Any = None) -> None:
        self.mechanism, self.variables, self.formulation = mechanism, variables, formulation
        self._free = _without_ranges(mechanism)
        self.moving = np.array([_matters(mechanism, name) for name in variables.names])
        """Which parameters change the mechanism itself."""
        self.count = 0
        """Number of formulations made."""
        self.first: Formulation | None = None
        """The first one."""
        self.size: float | None = None
        """Size of the first member [m], by which lengths of all members are measured: sizes that changed along would be
        differentiated too."""

    def described(self, x: Array) -> Mechanism:
        """The mechanism with these values."""
        changed: Mechanism = self._free.with_parameters(**self.variables.table(x))
        return changed

    def bound(self, x: Array) -> Formulation:
        """The same, bound to a formulation."""
        self.count += 1
        if self.first is None:
            self.first = bind(self.described(x), self.formulation)
            self.size = self.first.size
            return self.first
        found: Formulation = self.first.with_parameters(**self.variables.table(x))
        return found

    def numbers_of(self, F: Formulation) -> tuple[Rewriting, Array] | None:
        """All numbers of a member, and how they were found; None if it was bound."""
        later = F.__dict__.get("_later")
        if later is not None:
            return later.rewriting, later.numbers
        rewriting = F.kept.get("rewriting") if F is self.first else None
        return None if rewriting is None else (rewriting, rewriting.base.numbers)

    def final(self, x: Array) -> Mechanism:
        """The mechanism with these values and its own ranges."""
        table: Mapping[str, float] = self.variables.table(x)
        try:
            changed: Mechanism = self.mechanism.with_parameters(**table)
        except MechanismError:  # the ranges of `over` may be wider than those of the mechanism
            changed = self.described(x)
        return changed


def _without_ranges(mechanism: Mechanism) -> Mechanism:
    free = mechanism.copy()
    free.parameters = {
        name: replace(p, low=None, high=None, bounds=(None, None)) for name, p in mechanism.parameters.items()
    }
    return free


def _matters(mechanism: Mechanism, name: str) -> bool:
    """Whether something of the mechanism follows from a parameter."""
    if mechanism.attachments or "/" in name:
        return True
    names = {name}
    for _ in mechanism.parameters:
        names |= {p.name for p in mechanism.parameters.values() if p.depends_on & names}
    written = [*mechanism.expressions.values(), *(w for part in mechanism.parts() for w in part.expressions.values())]
    written += list(mechanism.run.expressions.values())
    texts = [t for t in (*mechanism.initial.values(), *mechanism.initial_guess.values()) if isinstance(t, str)]
    return any(w.parameters & names for w in written) or any(names & set(bare_names(t)) for t in texts)
