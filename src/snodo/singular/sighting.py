"""The monitor of several runs in lanes: a group ends where one of them comes near a singular position.

The pivots are those of the worst lane.  Whoever runs the group runs its members again one after the other, each with a
guide (`guide.py`).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from snodo.errors import Problem
from snodo.integrators.ode.monitor import Go, Monitor
from snodo.integrators.ode.outcome import Outcome
from snodo.integrators.ode.prepare import Work
from snodo.math.kernels.record_layout import PythonTable
from snodo.singular.entries import KERNELS
from snodo.singular.passage import ZONE

Array = np.ndarray


class Sighting(Monitor):
    """Ends a run where its rows come near a singular position.

    Parameters
    ----------
    model : array
        What the equations read and write.
    pivot_at : int
        Where the smallest relative pivot of the last factorisation is in it.
    """

    def __init__(self, model: Array, pivot_at: int) -> None:
        self.model, self.pivot_at = model, pivot_at
        self.now: Any = None

    @property
    def address(self) -> int:
        """Address of the compiled side."""
        return int(KERNELS.nearness.address)

    def notes(self, work: Work) -> Array:
        """Space for data about pivots, and for the trail."""
        from snodo.singular.kernels.nearness import POINTS, TRAIL, Notes

        plan, n = work.plan, work.y.size
        notes = np.zeros(TRAIL + POINTS * (n + 1))
        self.now = now = PythonTable(Notes, notes, 0)[0]
        now.pivot_at, now.last, now.numbers = self.pivot_at, plan.stages - 1, n
        now.rest = 1.0 - work.table[plan.c, plan.stages - 2]
        now.rtol, now.closed, now.clear = work.tolerances[1, -1], plan.projection_tolerance, math.inf
        now.zone = ZONE
        return notes

    def begin(self, work: Work, go: Go) -> Outcome:
        """Called before the first step, with the rate known."""
        self.now.near = self.now.highest = math.sqrt(max(float(self.model[self.pivot_at]), 0.0))
        return Outcome.PAUSED

    def look(self, work: Work, go: Go) -> Outcome:
        """In the zone."""
        self.problem = Problem("a member of the group comes near a singular position", "simulate it by itself")
        return Outcome.STOPPED
