"""Runs that start in or next to a singular position, where accelerations are lost in rounding noise.

If the mechanism moves, closed states a little before and after, along its velocities, show which branch it is on.
Their accelerations are a first guess for those in the gap.  Leaving the gap with this guess gives states after it,
whose accelerations, extrapolated backward, are the next guess, until the path out of the gap does not change.  At rest,
or with velocities that are not along a branch, the motion is not defined, and an error is raised.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from snodo.constraint_methods import in_time
from snodo.constraint_methods.redundancy import better_rows, keep_independent_rows
from snodo.errors import AssemblyError, Problem
from snodo.formulations.pivots import relative_pivots
from snodo.formulations.rank import LARGEST, scaled_jacobian
from snodo.integrators.ode.run import Run
from snodo.math.labelled_rows import independent_rows
from snodo.singular.passage import BEYOND, TIGHT, WIDTHS, ZONE, Entry, Passages
from snodo.singular.soft_rows import Gap, accelerations

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

Array = np.ndarray
Integrated = Callable[[Array, Passages], Run]
"""Integrates from a start state over the times [s], with these passages as monitor."""

SUSPECT = 0.03
"""s below which the neighbourhood of a start is examined."""
FIRST, LAST, GROWTH = 1e-3, 0.3, 1.3
"""Displacements along the motion, relative to the size of the mechanism: first, last, and ratio of successive ones."""
ALONG = 0.3
"""Largest relative change of the velocities from the start to its neighbours."""
ROUNDS = 8
POINTS = 5


class Side(NamedTuple):
    """A closed state near the start: its time [s], s there, and the accelerations."""

    time: float
    s: float
    accelerations: Array


class Beside(NamedTuple):
    """The neighbourhood of a start inside a gap."""

    before: Side
    after: Side
    highest: float
    soft: Array


def keep_rows_at_start(F: Formulation, q: Array, v: Array, leads: bool, t: float = 0.0) -> Beside | None:
    """Omit redundant rows; describe a start inside a gap, if the run can be led out of it.

    Raises AssemblyError if it cannot, or if no branch is defined.
    """
    try:
        keep_independent_rows(F, q, t, v)
    except AssemblyError:
        if not leads or F.nc > LARGEST or not _moves(F, v):
            raise
        return _beside_singular(F, q, v, t)
    if not leads or F.nc > LARGEST or not _moves(F, v) or _nearness(F, F.state(q, v), t) > SUSPECT:
        return None
    return _beside(F, q, v, t)


def _moves(F: Formulation, v: Array) -> bool:
    return bool(np.abs(v / F.velocity_scale).max(initial=0.0) > 1e-9)


def _beside_singular(F: Formulation, q: Array, v: Array, t: float) -> Beside:
    """The neighbourhood of a singular start; rows are chosen a little ahead, where they are independent."""
    ahead = F.moved(q, FIRST * v / np.abs(v / F.velocity_scale).max())
    F.set_kept_rows(independent_rows(scaled_jacobian(F, ahead, t, v)))
    found = _beside(F, q, v, t)
    if found is None:
        what = f"mechanism {F.mechanism.name!r} starts in a singular position, where several branches meet, but its"
        remedy = "give the speeds of more joints, so that the motion is along a branch, or start a little away from it"
        raise AssemblyError(Problem(f"{what} velocities are along none of them", remedy, F.mechanism.where))
    return found


def _beside(F: Formulation, q: Array, v: Array, t: float) -> Beside | None:
    """The neighbours on both sides, at the ends of the gap; None if there is no gap, or no branch."""
    paths = [_path(F, q, v, t, sign) for sign in (-1.0, 1.0)]
    if not all(paths):
        return None
    highest = max(side.s for path in paths for side in path)
    z, y = ZONE * highest, F.state(q, v)
    if _nearness(F, y, t) > z:
        return None
    soft = relative_pivots(F) < (WIDTHS[0] * z) ** 2
    ends = [next((side for side in path if side.s > BEYOND * z), None) for path in paths]
    if ends[0] is None or ends[1] is None or not soft.any():
        return None
    return Beside(ends[0], ends[1], highest, soft)


def _path(F: Formulation, q: Array, v: Array, t: float, sign: float) -> list[Side]:
    """Closed states at increasing distances along the motion, while its direction does not change too much."""
    speed, found, step = np.abs(v / F.velocity_scale).max(), [], FIRST
    while step < LAST:
        tau = sign * step / speed
        y = F.state(F.moved(q, tau * v), v)
        F.forget_factors()
        if in_time.project(F)(t + tau, y, F.model, TIGHT) < 0:
            break
        turned = np.abs((y[F.nq : F.nq + F.nv] - v) / F.velocity_scale).max() / speed
        s, y_dot = _nearness(F, y, t), np.empty(y.size)
        if turned > ALONG or in_time.rate(F)(t + tau, y, y_dot, F.model) != 0:
            break
        found.append(Side(t + tau, s, accelerations(F, y_dot)))
        step *= GROWTH
    return found


def _nearness(F: Formulation, y: Array, t: float) -> float:
    in_time.rate(F)(t, y, np.empty(y.size), F.model)
    return math.sqrt(max(F.smallest_pivot, 0.0))


def entry_of(F: Formulation, beside: Beside, integrated: Integrated, rtol: float, begin: float = 0.0) -> Entry:
    """The accelerations in the gap, from the path out of it, which is integrated a few times."""
    sides, kept = (beside.before, beside.after), F.kept_rows
    gap = Gap(kept, beside.soft, tuple(x.time for x in sides), tuple(x.accelerations for x in sides))
    end, out = beside.after.time, np.array([])
    times = begin + (end - begin) * np.arange(1, POINTS + 1)
    for _ in range(ROUNDS):
        entry = Entry(gap, end, beside.highest)
        F.set_kept_rows(kept)
        run = integrated(times, Passages(F, entry, better_rows))
        if run.states.shape[0] < POINTS:
            break
        change = np.abs(run.states[0] - out).max() if out.size else math.inf
        if change <= 0.01 * rtol:
            break
        out = run.states[0]
        gap = Gap(kept, beside.soft, tuple(times), tuple(_accelerations(F, t, y) for t, y in zip(times, run.states)))
    F.set_kept_rows(kept)
    return entry


def _accelerations(F: Formulation, t: float, y: Array) -> Array:
    y, y_dot = y.copy(), np.empty(y.size)
    F.forget_factors()
    in_time.project(F)(float(t), y, F.model, TIGHT)
    in_time.rate(F)(float(t), y, y_dot, F.model)
    return accelerations(F, y_dot)
