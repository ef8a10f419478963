"""The problem of `resting.py` for the places of a mechanism: which contacts carry, and which friction sticks.

The force of a contact that slides brings its friction with it: a unit of it acts along W − µ T, with T the direction of
the slip, and the problem is not symmetric then.  A place whose motion the rows impose, such as the turn between two
bars in its extreme position, cannot be held: there friction takes the direction of the motion that begins.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from snodo.switching.dynamics import Dynamics
from snodo.switching.impact import IMMOVABLE
from snodo.switching.places import Dry, Place, Rub, Stop
from snodo.switching.resting import SLACK, at_rest

Array = np.ndarray


class AtRest:
    """Contacts that touch and friction that may hold, with the accelerations that unit forces along them cause."""

    def __init__(
        self,
        at: Dynamics,
        on: Array,
        quiet: Sequence[Stop],
        held: Sequence[Dry],
        frictions: Sequence[Dry],
        coefficients: Mapping[str, float],
    ) -> None:
        self.at, self.places = at, [*quiet, *held]
        self.quiet, self.held = quiet, held
        self.rows = np.array([row for place in self.places for row in place.at])
        self.first = np.concatenate([[0], np.cumsum([len(place.at) for place in self.places])]).astype(int)
        self.D, mobility = at.compliance(self.rows, on)
        self.plain = np.diag(self.D)
        self.free = self.plain > IMMOVABLE * mobility
        """Rows whose motion is not imposed."""
        rubbing = [x for x in frictions if isinstance(x, Rub) and x.direction and x.stop in quiet]
        if rubbing:
            self.D = at.J[self.rows] @ at.caused(self._forces(rubbing, coefficients), on)[0]
        self.gamma = at.F.gamma(at.q, at.v, at.t)[self.rows]

    @property
    def moves(self) -> Array:
        """For each place, whether its motion is not imposed."""
        return np.array([bool(self.free[k : k + len(p.at)].all()) for p, k in zip(self.places, self.first)])

    def _forces(self, rubbing: Sequence[Rub], coefficients: Mapping[str, float]) -> Array:
        """The directions of unit forces, in columns."""
        columns = self.at.J[self.rows].T.copy()
        for rub in rubbing:
            way = np.array(rub.aim[:2] if len(rub.at) == 2 else [rub.direction])
            k = self.first[[place is rub.stop for place in self.places].index(True)]
            columns[:, k] -= coefficients[rub.load] * self.at.J[rub.at].T @ way
        return columns

    def jammed(self, accelerations: Array) -> Stop | None:
        """A contact that presses, and whose friction pulls it in by as much as its force pushes it out (Painlevé)."""
        w = self.at.J[self.rows] @ accelerations - self.gamma
        for stop, k in zip(self.quiet, self.first):
            if w[k] < 0.0 and self.free[k] and self.D[k, k] <= 0.0:
                return stop
        return None

    def solve(self, accelerations: Array, static: Sequence[float]) -> bool:
        """Switch the places, given v̇ without any of their forces and the limits of friction; whether all hold."""
        w = self.at.J[self.rows] @ accelerations - self.gamma
        low, high, discs = np.zeros(w.size), np.full(w.size, np.inf), []
        own = np.repeat(self.moves, [len(place.at) for place in self.places])
        for dry, limit, k in zip(self.held, static, self.first[len(self.quiet) :]):
            low[k : k + len(dry.at)], high[k : k + len(dry.at)] = -limit, limit
            if len(dry.at) == 2 and own[k]:
                discs.append(int(own[:k].sum()))
        holds, force = np.zeros(w.size, bool), np.zeros(w.size)
        rest = at_rest(self.D[np.ix_(own, own)], w[own], low[own], high[own], discs)
        # friction of contacts that share a direction sticks together, see `Rub.group`
        together = np.array([isinstance(place, Rub) for place in self.places for _ in place.at], bool)
        holds[own], force[own] = np.where(together[own], rest.within, rest.holds), rest.force
        free = 0.0 if own.all() else np.abs(self.at.accelerations(np.zeros(0, int)))
        noise = SLACK * (np.abs(self.at.J[self.rows]) @ (np.abs(accelerations) + free) + np.abs(self.gamma))
        force[~own] = np.where(np.abs(w) <= noise, 0.0, -np.sign(w))[~own]
        for place, k in zip(self.places, self.first):
            if isinstance(place, Stop):
                place.pressed = -float(w[k])
            _switch(place, bool(holds[k]), force[k : k + len(place.at)])
        return bool(holds.all())


def _switch(place: Place, holds: bool, force: Array) -> None:
    place.on = holds
    if not isinstance(place, Dry):
        return
    if len(force) == 1:
        place.direction = 0.0 if holds else float(-np.sign(force[0]))
        return
    size = float(np.hypot(*force))
    place.direction = 0.0 if holds or size == 0.0 else 1.0
    if isinstance(place, Rub) and not holds and size > 0.0:
        place.aim = (float(-force[0] / size), float(-force[1] / size), place.aim[2])
