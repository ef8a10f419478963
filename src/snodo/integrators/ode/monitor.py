"""Who watches over a run: a compiled function that the loop asks at every step, and Python when it says LOOK.

The integrator knows a rate and one monitor.  What it asks, and when, is declared in `kernels/monitor.py`; here is the
side in Python.  Singular positions are passed by such a monitor (`singular/passage.py`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from snodo.errors import Problem
from snodo.integrators.ode.outcome import Outcome
from snodo.integrators.ode.prepare import Work

Array = NDArray[np.float64]
Go = Callable[[int], Outcome]
"""go(budget): steps towards `work.plan.t_end`, as many as take so many evaluations."""


class Monitor(ABC):
    """Watches over one run after the other; between two calls of `go` it may change anything in the work."""

    problem: Problem | None = None
    """Why it answered STOPPED: what happened, without the time, and what to do."""

    @property
    @abstractmethod
    def address(self) -> int:
        """Of the compiled function."""

    @abstractmethod
    def notes(self, work: Work) -> Array:
        """What that function remembers, as it is before the first step."""

    def start(self, work: Work) -> None:
        """Before the first evaluation."""
        work.notes = self.notes(work)
        work.plan = work.plan._replace(monitor=self.address)

    def begin(self, work: Work, go: Go) -> Outcome:
        """Before the first step, with the rate known; PAUSED: the run can go on."""
        return Outcome.PAUSED

    @abstractmethod
    def look(self, work: Work, go: Go) -> Outcome:
        """When the loop has answered LOOK; PAUSED: the run can go on."""
