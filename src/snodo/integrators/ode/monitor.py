"""The monitor of a run: a compiled function called at every step, and Python code called when it returns LOOK.

The integrator knows a rate and one monitor.  The calls of the compiled function are declared in `kernels/monitor.py`;
this file has the Python side.  Singular positions are passed by such a monitor (`singular/passage.py`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from snodo.errors import Problem
from snodo.integrators.ode.outcome import Outcome
from snodo.integrators.ode.prepare import Work

Array = NDArray[np.float64]
Go = Callable[[int], Outcome]
"""go(budget): steps towards `work.plan.t_end`, for about this many evaluations."""


class Monitor(ABC):
    """Monitors successive runs; between two calls of `go` it may change anything in the work."""

    problem: Problem | None = None
    """Why it returned STOPPED: what happened, without the time, and what to do."""

    @property
    @abstractmethod
    def address(self) -> int:
        """Address of the compiled function."""

    @abstractmethod
    def notes(self, work: Work) -> Array:
        """The array in which that function keeps data, as it is before the first step."""

    def start(self, work: Work) -> None:
        """Called before the first evaluation."""
        work.notes = self.notes(work)
        work.plan = work.plan._replace(monitor=self.address)

    def begin(self, work: Work, go: Go) -> Outcome:
        """Called before the first step, with the rate known; PAUSED: the run can continue."""
        return Outcome.PAUSED

    @abstractmethod
    def look(self, work: Work, go: Go) -> Outcome:
        """Called when the loop has returned LOOK; PAUSED: the run can continue."""

    def begin_anew(self, work: Work) -> None:
        """Called after an event: velocities have jumped, or other rows are in force."""
        work.notes[:] = self.notes(work)

    def kept(self) -> dict[str, Any]:
        """What it knows besides its notes, between two calls: numbers, words and arrays by name, for a checkpoint."""
        return {}

    def put_back(self, kept: dict[str, Any]) -> None:
        """Continue with what another monitor of the same run knew; called before `start`, and instead of `begin`."""
        assert not kept
