"""The guide of a run through singular positions, from its start on."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

from snodo.constraint_methods.redundancy import better_rows
from snodo.errors import AssemblyError
from snodo.singular.passage import Passages
from snodo.singular.start import Beside, Integrated, entry_of, keep_rows_at_start

if TYPE_CHECKING:
    import numpy as np

    from snodo.constraint_methods import ConstraintMethod
    from snodo.formulations.base import Formulation
    from snodo.integrators.base import Integrator


class Start(Protocol):
    """Positions and velocities."""

    q: np.ndarray
    v: np.ndarray


class Choices(Protocol):
    """The choices for a run that are used here."""

    @property
    def method(self) -> ConstraintMethod:
        """The constraint method."""

    @property
    def integrator(self) -> Integrator:
        """The integrator."""

    @property
    def begin(self) -> float:
        """Start time [s]."""


class Guide(Passages):
    """Leads a run, which may start in a singular position, through singular positions."""

    def __init__(self, F: Formulation, beside: Beside | None = None) -> None:
        super().__init__(F, choose=better_rows)
        self._beside = beside

    @property
    def inside(self) -> bool:
        """Whether the run starts inside a gap."""
        return self._beside is not None

    def enter(self, integrated: Integrated, choices: Choices) -> None:
        """If the run starts inside a gap, find the accelerations there from runs out of it."""
        if self._beside is not None:
            rtol = getattr(choices.integrator, "rtol", 1e-8)
            self.entry = entry_of(self.F, self._beside, integrated, rtol, choices.begin)


def guide(F: Formulation, start: Start, choices: Choices) -> Guide | None:
    """Keep independent rows at the start, and return the guide of the run; None if method or steps cannot use one.

    Call it before the method is bound to the formulation, because the method uses the rows that are kept.
    """
    leads, beside = can_lead(F, choices), None
    with suppress(*(() if choices.method.needs_rank else (AssemblyError,))):
        beside = keep_rows_at_start(F, start.q, start.v, leads, choices.begin)
    return Guide(F, beside) if leads else None


def guide_onward(F: Formulation, choices: Choices) -> Guide | None:
    """The guide of a run that continues from an intermediate state, with the rows that are kept."""
    return Guide(F) if can_lead(F, choices) else None


def can_lead(F: Formulation, choices: Choices) -> bool:
    """Whether method and integrator can pass singular positions, and whether there can be any."""
    return choices.integrator.adaptive and choices.method.passes_singular and F.nc > 0
