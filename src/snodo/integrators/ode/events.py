"""The events of a run: guards that the compiled loop evaluates, and Python code that is called where one is zero.

The loop locates the zeros (`kernels/guards.py`); what happens there is the business of `switching/`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from snodo.errors import Problem
from snodo.integrators.ode.outcome import Outcome
from snodo.integrators.ode.prepare import Work

Array = NDArray[np.float64]


class Events(ABC):
    """What happens in a run; between two calls of the loop it may change modes, velocities and guards."""

    outputs: Array
    """Times of the outputs [s], and"""
    rows: Array
    """the states there: those at the time of a sample are written again."""
    problem: Problem | None = None
    """Why it returned STOPPED: what happened, without the time, and what to do."""

    @abstractmethod
    def enter(self, work: Work) -> Any:
        """Called before compiled steps are taken; returns other equations for them, `rate` and `project`, or None."""

    @abstractmethod
    def leave(self, work: Work) -> None:
        """Called after them."""

    @abstractmethod
    def begin(self, work: Work) -> Outcome:
        """Called before the first step, with the rate known: put the guards into the work; PAUSED: go on."""

    @abstractmethod
    def act(self, work: Work) -> Outcome:
        """Called when the loop has returned EVENT; PAUSED: the run goes on, FINISHED: it ends here."""

    def stuck(self, work: Work) -> Outcome:
        """Called when steps have become too small; STOPPED: `problem` says why."""
        return Outcome.STEP_TOO_SMALL
