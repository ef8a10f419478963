"""A constraint method bound to a formulation, ready to run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.constraint_methods.in_time import evaluate
from snodo.errors import Problem

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

Array = np.ndarray


class Bound:
    """Right-hand side, correction and results of a method that solves the formulation's own equations.

    rate, correct     compiled: rate(t, y, ydot, model) → status; correct(t, y, model, tolerance), or None
    """

    extra_works: tuple[str, ...] = ()
    """Work integrals that the method adds after those of the formulation."""
    events: Any = None
    """What happens along a run (`switching/events.py`), if anything can."""

    def __init__(self, method: Any, formulation: Formulation, rate: Any, correct: Any) -> None:
        self.method, self.formulation = method, formulation
        self.rate, self.correct = rate, correct

    @property
    def model(self) -> Array:
        """The flat array that both read: that of the formulation; what switches along a run, does so in its `model`."""
        F = self.formulation
        return F.stepped_model if self.events is None else F.model

    def state(self, q: Array, v: Array) -> Array:
        """y = (q, v, works, numbers, works of the method) with the works at zero."""
        state: Array = self.formulation.state(q, v)
        return np.concatenate([state, np.zeros(len(self.extra_works))])

    def arrays(self) -> dict[str, Array]:
        """All arrays that a run changes, by name, for checkpoints; others must not change."""
        return {"model": self.model}

    # ---------------------------------------------------------------- the state that is integrated
    @property
    def controlled(self) -> int:
        """Number of components of the integrated state with a tolerance: coordinates and velocities.

        States have one too; the works before them have a free one (`simulation/numbers.py`).
        """
        F = self.formulation
        return F.nq + F.nv + (len(F.work_names) + len(F.number_names) if F.number_names else 0)

    def integrated_state(self, y: Array) -> Array:
        """The state that is integrated for y = (q, v, works): the same, or a reduced one."""
        return y

    def whole_states(self, times: Array, states: Array) -> Array:
        """(q, v, works) of integrated states, row by row."""
        return states

    def integrated_tolerances(self, absolute: Array, relative: Array) -> tuple[Array, Array]:
        """Tolerances of the integrated coordinates and velocities, from those of (q, v)."""
        return absolute, relative

    def choose_again(self, status: int, y: Array, t: float) -> bool:
        """After a failure with this status: choose new pivots in the state y; returns whether to continue."""
        return False

    def failure(self, status: int, t: float) -> Problem:
        """The message for a status other than zero."""
        return self.formulation.failure(status, t)

    def remarks(self, integrator: Any, run: Any) -> list[str]:
        """Warnings for the user after a run."""
        found: list[str] = self.method.remarks(self.formulation, integrator, run)
        return found

    def recover(self, times: Array, states: Array) -> dict[str, Array]:
        """Accelerations, multipliers, violations, energies and powers in given states, without stabilisation."""
        self.formulation.set_gains(0.0, 0.0)
        return evaluate(self.formulation, times, states)
