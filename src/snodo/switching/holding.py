"""Which contacts carry and which friction sticks in a state: the problem of `at_rest.py`, from the equations.

Limits of friction that follows reactions come from the loads while all places hold, then while those hold that were
found to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from snodo.constraint_methods import in_time
from snodo.errors import Problem
from snodo.switching.at_rest import AtRest
from snodo.switching.dynamics import Dynamics
from snodo.switching.impact import IMMOVABLE
from snodo.switching.places import Dry, Latch, Place, Rub, Stop
from snodo.switching.resting import DEPENDENT
from snodo.switching.rubbing import jams
from snodo.switching.switching import ModeWriter, Switching

if TYPE_CHECKING:
    from snodo.constraint_methods.bound import Bound

Array = np.ndarray
ROUNDS = 8
"""Rounds in which the limits of friction that follows reactions are found."""


class Holding:
    """Decides which of the places at rest hold."""

    def __init__(self, bound: Bound, switching: Switching, writer: ModeWriter) -> None:
        self.F, self.switching, self.writer = bound.formulation, switching, writer
        self._works = len(bound.extra_works)

    def decide(self, at: Dynamics, bilateral: Array, quiet: list[Stop], held: list[Dry]) -> Problem | None:
        """Set the modes of stops and friction at rest, in the state of `at` with these rows always on.

        Returns the problem of a position without a unique motion.
        """
        places: list[Place] = [*quiet, *held]
        if not places:
            return None
        problem = AtRest(at, bilateral, quiet, held, self.switching.frictions, self._coefficients())
        limits = self._limits(at, places, problem.moves)
        for _ in range(ROUNDS if any(dry.load for dry in held) else 1):
            a = self._accelerations(at, places, np.zeros(len(places), bool))
            jammed = problem.jammed(a)
            if jammed is not None:
                return jams(jammed)
            if problem.solve(a, [limits[self.switching.frictions.index(dry)] for dry in held]):
                return None
            before, limits = limits, self._limits(at, places, np.array([place.on for place in places]), acting=True)
            if np.abs(limits - before).max(initial=0.0) <= 1e-12 * np.abs(limits).max(initial=0.0):
                return None
        return None

    def _coefficients(self) -> dict[str, float]:
        """Coefficients of friction in contacts, by the names of their loads."""
        numbers = self.F.load_numbers
        return {} if numbers is None else {load.name: load.mu for load in numbers.loads if load.rows}

    def mark(self, at: Dynamics, bilateral: Array, places: list[Dry]) -> None:
        """Find out which friction sticks: by its own row, or held by places that do."""
        rows = np.array([dry.at[0] for dry in places])
        on = [row for place in self.switching.places if place.on and not isinstance(place, Latch) for row in place.at]
        before, mobility = at.compliance(rows, bilateral)
        after, _ = at.compliance(rows, np.concatenate([bilateral, on]).astype(int))
        for dry, free, left, alone in zip(places, np.diag(before), np.diag(after), mobility):
            imposed = free <= IMMOVABLE * alone
            dry.still = dry.on or (not dry.direction if imposed else bool(left <= DEPENDENT * free))
            if dry.still and not isinstance(dry, Rub):
                dry.direction *= self.writer.static_share(dry)

    def _limits(self, at: Dynamics, places: list[Place], holds: Array, acting: bool = False) -> Array:
        """Static limits of all friction while some of the places hold, and others act with their largest force."""
        if any(isinstance(place, Dry) and place.load for place in places):
            self._accelerations(at, places, holds, acting)
        return self.writer.static_limits()

    def _accelerations(self, at: Dynamics, places: list[Place], holds: Array, acting: bool = False) -> Array:
        """v̇ by the compiled equations while some of the places hold; the other frictions at rest act, or do not."""
        F = self.F
        before = [(place.on, getattr(place, "direction", 0.0)) for place in places]
        for place, hold in zip(places, holds):
            place.on = bool(hold)
            if isinstance(place, Dry) and not (acting and isinstance(place, Rub)):
                place.direction *= self.writer.static_share(place) if acting else 0.0
        self.writer.switch(at.q, at.v, at.t)
        y = np.concatenate([F.state(at.q, at.v), np.zeros(self._works)])
        ydot = np.zeros(y.size)
        if in_time.rate(F)(at.t, y, ydot, F.model) != 0:
            ydot[F.nq : F.nq + F.nv] = at.accelerations(np.flatnonzero(F.kept_rows))
        for place, (on, direction) in zip(places, before):
            place.on = on
            if isinstance(place, Dry):
                place.direction = direction
        return ydot[F.nq : F.nq + F.nv]
