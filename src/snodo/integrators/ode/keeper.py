"""Who keeps a run outside the process, so that another process can continue it with the same bits.

Everything that must survive is in the arrays of `Work`, in the outputs written so far and in what the equations and the
monitor know (`kernels/state.py`).  Loops call a keeper between two pieces; what it does there is its own business
(`simulation/checkpoints`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from snodo.integrators.ode.outcome import Outcome
from snodo.integrators.ode.prepare import Work

if TYPE_CHECKING:
    from snodo.integrators.ode.run import Run

Array = NDArray[np.float64]


class Keeper(ABC):
    """Keeps successive runs."""

    @abstractmethod
    def space(self, count: int, width: int, whole: Callable[[Array], Array] | None = None) -> Array:
        """Where the loop writes the outputs of a run: one row for each, of which it reads none.

        whole: the rows that are kept, from those of the loop; None: the same.
        """

    @abstractmethod
    def put_back(self, work: Work, history: Array) -> bool:
        """Before the first evaluation: whether a run that was kept continues here; if so, all of it is put back."""

    @abstractmethod
    def pause(self, work: Work, history: Array) -> None:
        """Between two pieces; raises KeyboardInterrupt to end the run here."""

    @abstractmethod
    def end(self, outcome: Outcome, work: Work, history: Array) -> None:
        """After the last piece."""

    @abstractmethod
    def completed(self, run: Run) -> Run:
        """The run with its outputs, and with the time that was spent on it before."""
