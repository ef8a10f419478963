"""Distance of the constraints from a singular position, from the pivots of the current factorisation.

    s = √(min_i D_i / S_ii),     S = J M⁻¹ Jᵀ = L D Lᵀ,     z = zone · (the highest s so far)                    (1)

s is proportional to the distance from the singular position.  Its decrease −ṡ at the end of a step comes from the stage
just before the end.  On approach, a step that would end close to the zone may go half of the way to where s would
vanish, but not beyond s = z; a step that enters the zone from outside, or crosses it, or ends in it from far away, is
halved.  This costs nothing where s does not decrease, and leaves a trail of states at decreasing distances:
accelerations extrapolated from states far apart would be poor.  In the zone the answer is LOOK.

Rounding errors ε of the coordinates rotate the free directions by ε/s²: velocities are not more accurate, and a tighter
tolerance makes steps follow noise.  In a near miss the error is compared with noise/s², with a noise of some ε, if the
tolerance is smaller (2); and wherever s is small, rows are closed to a tolerance times s² (3).
"""

from math import sqrt
from typing import NamedTuple

from snodo._jit import array_at, inline, monitor
from snodo.integrators.ode.kernels.monitor import ACCEPTED, AGAIN, BEGIN, END, STAGE
from snodo.integrators.ode.kernels.state import CLOSE_TO, ERROR_SCALE, GO_ON, LOOK, REJECT, H
from snodo.math.kernels.record_layout import size
from snodo.math.kernels.records import table

FAR = 50.0  # times z: below, steps are limited by the distance
ENTRANCE = 1.5  # times z: where the zone begins for steps
CLOSE = 5.0  # times z: steps that would end closer go half of the way
LEAP = 3.0  # times the entrance: steps from farther away do not end in the zone
INSIDE = 0.7  # times z: no stage of a step from outside may be closer
DIP = 0.8  # fraction of s at both ends of a step to which it may fall in between, below half of the highest s
FEWEST = 3  # smallest number of points on the trail
NEARBY = 0.2  # times the highest s: below, rows are closed more tightly
TIGHTEST = 1e-15


class Notes(NamedTuple):
    """Values set by Python, then values found by the monitor; the trail follows, rows of time and state."""

    pivot_at: int  # where the model has the smallest relative pivot of its constraints
    last: int  # number of the last stage of a step
    rest: float  # fraction of a step after its last stage but one
    numbers: int  # in a state
    rtol: float  # of velocities
    closed: float  # tolerance of the rows far from singular positions
    zone: float  # fraction of the highest s at which to return LOOK; 0: never
    clear: float  # s above which to return LOOK
    noise: float  # error that a step may have at s = 1 for any tolerance
    near: float  # s in the state
    fall: float  # −ṡ at the end of the last step [1/s]
    highest: float  # s so far
    lowest: float  # pivot in the stages of the current step
    beside: float  # pivot in its last stage but one
    there: float  # pivot at its end
    points: int  # on the trail since its start


TRAIL = size(Notes)
POINTS = 5  # largest number of points on the trail


@inline
def nearest(now):
    """Smallest s² in the current step."""
    return max(min(now.near * now.near, now.lowest), 1e-14)


@inline
def error_scale(now):
    """Factor of the error of a step: the tolerance, over the larger of tolerance and noise (2)."""
    return min(1.0, now.rtol * nearest(now) / now.noise) if now.noise != 0.0 else 1.0


@inline
def closed_to(now):
    """Tolerance of the rows after the current step (3)."""
    near = nearest(now) / max(NEARBY * now.highest, 1e-300) ** 2
    return max(now.closed * near, TIGHTEST) if near < 1.0 else now.closed


@inline
def runs_into_zone(now, pivot):
    """After all stages, the last one at the end: whether a stage is in the zone, or the ends are on both sides of it.

    Also whether the step ends in the zone from far away.
    """
    z, s = now.zone * now.highest, now.near
    if s <= ENTRANCE * z:
        return False
    if s > LEAP * ENTRANCE * z and pivot < (ENTRANCE * z) ** 2:
        return True
    dip = min(DIP * DIP * min(s * s, pivot), 0.25 * now.highest * now.highest)
    return now.lowest < max((INSIDE * z) ** 2, dip)


@inline
def approaching(now, h):
    """The next step: h, or less if the distance requires it."""
    z, s, fall = now.zone * now.highest, now.near, now.fall
    if fall <= 0.0 or s > FAR * z or s <= z or s - h * fall >= CLOSE * z:
        return h
    return min(h, min(0.5 * s, s - z) / fall)


@inline
def remember(now, notes, t, y):
    """Add the state to the trail, replacing the oldest one."""
    row = TRAIL + now.points % POINTS * (now.numbers + 1)
    notes[row] = t
    for i in range(now.numbers):
        notes[row + 1 + i] = y[i]
    now.points += 1


@inline
def to_be_looked_at(now):
    """Whether the zone has been entered or left."""
    entered = now.near <= ENTRANCE * now.zone * now.highest and now.fall > 0.0 and now.points >= FEWEST
    return entered or now.near >= now.clear


@inline
def after_stage(now, k, h, model, clock):
    """Record pivots; after the last stage, decide whether the step may continue."""
    pivot = model[now.pivot_at]
    now.lowest = min(now.lowest, pivot)
    if k == now.last - 1:
        now.beside = pivot
    if k < now.last:
        return GO_ON
    clock[ERROR_SCALE], clock[CLOSE_TO] = error_scale(now), closed_to(now)
    if k == now.last and runs_into_zone(now, pivot):
        clock[H] = 0.5 * h
        return REJECT
    return GO_ON


@inline
def after_step(now, t, h, y, clock, notes):
    """s and its decrease at the end of a step h, the next step, and the trail."""
    s, before = sqrt(max(now.there, 0.0)), sqrt(max(now.beside, 0.0))
    now.near, now.fall = s, (before - s) / (h * now.rest)
    clock[H] = approaching(now, clock[H])
    now.highest = max(now.highest, s)
    remember(now, notes, t, y)
    clock[CLOSE_TO] = closed_to(now)
    return LOOK if to_be_looked_at(now) else GO_ON


@inline
def begin_anew(now, t, model, y, notes):
    """Distances are those of other rows: a new trail, unless Python has changed what it watches for."""
    if now.noise != 0.0:
        return LOOK
    s = sqrt(max(model[now.pivot_at], 0.0))
    now.near, now.fall, now.highest, now.points = s, 0.0, s, 0
    remember(now, notes, t, y)
    return GO_ON


@monitor
def nearness(event, k, t, h, model, y, ydot, clock, notes):
    """The monitor of a run with rows (`integrators/ode/kernels/monitor.py`)."""
    model, y, clock, notes = array_at(model), array_at(y), array_at(clock), array_at(notes)
    now = table(Notes, notes, 0, 0.0)[0]
    if event == STAGE:
        return after_stage(now, k, h, model, clock)
    if event == ACCEPTED:
        return after_step(now, t, h, y, clock, notes)
    if event == BEGIN:
        now.lowest = 1e300
        clock[ERROR_SCALE], clock[CLOSE_TO] = error_scale(now), closed_to(now)
    elif event == END:
        now.there = model[now.pivot_at]
    elif event == AGAIN:
        return begin_anew(now, t, model, y, notes)
    return GO_ON
