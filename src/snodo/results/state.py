"""One row of a result, from which another run can start."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import NameNotFound, Problem
from snodo.math.units import quantity
from snodo.notebook import letter

if TYPE_CHECKING:
    from snodo.results.result import Result

Array = np.ndarray
SAME = 1e-9
"""Part of the time between two rows within which a row counts as being at the time asked for."""


@dataclass(frozen=True, repr=False)
class State:
    """Positions and velocities of a mechanism in one row of a result: `sn.simulate(m, 2.0, start=result.state())`."""

    result: Result
    row: int
    time: float
    """At which a run that starts here begins [s]; that of the row, unless another is given."""

    @property
    def q(self) -> Array:
        """Coordinates, in the formulation of the result."""
        return np.array(self.result.q[self.row])

    @property
    def v(self) -> Array:
        """Velocities, in the formulation of the result."""
        return np.array(self.result.v[self.row])

    def __str__(self) -> str:
        name, at = self.result.mechanism.name, float(self.result.time[self.row])
        begins = "" if self.time == at else f", used as t = {self.time:g} s"
        return f"state of mechanism {name!r} ({self.result.formulation.name}) at t = {at:g} s{begins}"

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return letter(str(self))


def state_of(result: Result, at: Any = None, time: Any = None) -> State:
    """The state in the row at a time [s], or in the last row."""
    times = result.time
    if not times.size:
        raise NameNotFound(Problem("the result has no rows", "run it again"))
    row = times.size - 1 if at is None else row_at(times, quantity(at, "time"))
    return State(result, row, float(times[row]) if time is None else quantity(time, "time"))


def row_at(times: Array, at: float) -> int:
    """The row at a time [s]; NameNotFound, with the nearest times, if there is none."""
    row = int(np.argmin(np.abs(times - at)))
    gap = float(np.diff(times).max()) if times.size > 1 else 1.0
    if abs(times[row] - at) <= SAME * gap:
        return row
    if not times[0] <= at <= times[-1]:
        what = f"the result has rows from {times[0]:.9g} to {times[-1]:.9g} s, but none at {at:.9g} s"
        raise NameNotFound(Problem(what, "choose a time within it"))
    after = int(np.searchsorted(times, at))
    what = f"the result has no row at {at:.9g} s: the nearest are at {times[after - 1]:.9g} and {times[after]:.9g} s"
    raise NameNotFound(Problem(what, "choose one of them, or run with output= so that there is a row"))
