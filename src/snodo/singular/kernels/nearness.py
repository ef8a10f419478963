"""How near the constraints come to a singular position, from the pivots of the factorisation at hand.

    s = √(min_i D_i / S_ii),     S = J M⁻¹ Jᵀ = L D Lᵀ,     z = zone · (the highest s so far)                    (1)

s goes to zero like the distance from the singular position.  Its fall −ṡ at the end of a step comes from the stage just
before the end.  On the way in, a step that would end close to the zone may go half of the way to where s would vanish,
and not beyond s = z; a step that runs into the zone from outside, or over it, or ends in it from far away, is halved.
This costs nothing where s does not fall, and it leaves a trail of states that come closer and closer: extrapolated from
states far apart, the accelerations inside would be poor.  In the zone the answer is LOOK.

Rounding ε of the coordinates turns the directions that the rows leave free by ε/s²: velocities are not known better,
and asking for more makes steps follow noise.  In a near miss the error is measured against noise/s², with the noise
some ε, where the tolerance is smaller (2); and wherever s is small, rows are closed to a tolerance times s² (3).
"""

from math import sqrt
from typing import NamedTuple

from snodo._jit import array_at, inline, monitor
from snodo.integrators.ode.kernels.monitor import ACCEPTED, BEGIN, END, STAGE
from snodo.integrators.ode.kernels.state import CLOSE_TO, ERROR_SCALE, GO_ON, LOOK, REJECT, H
from snodo.math.kernels.record_layout import size
from snodo.math.kernels.records import table

FAR = 50.0  # times z: from there on steps are measured against the distance
ENTRANCE = 1.5  # times z: where the zone is entered
CLOSE = 5.0  # times z: steps that would end nearer go half of the way
LEAP = 3.0  # times the entrance: steps from beyond do not end in the zone
INSIDE = 0.7  # times z: where no stage of a step from outside may lie
DIP = 0.8  # of s at both ends of a step: how far it may fall in between, below half of the highest s
FEWEST = 3  # points on the trail
NEARBY = 0.2  # times the highest s: from there on rows are closed more tightly
TIGHTEST = 1e-15


class Notes(NamedTuple):
    """What is told by Python, then what is found out; behind it the trail, rows of time and state."""

    pivot_at: int  # where the model has the smallest relative pivot of its constraints
    last: int  # number of the last stage of a step
    rest: float  # of a step behind the stage before the last one
    numbers: int  # in a state
    rtol: float  # of velocities
    closed: float  # how closely rows are closed far away from singular positions
    zone: float  # nearness, as a part of the highest s, at which to look; 0: never
    clear: float  # s from which on to look
    noise: float  # error that a step may have whatever the tolerance, at s = 1
    near: float  # s in the state
    fall: float  # −ṡ at the end of the last step [1/s]
    highest: float  # s so far
    lowest: float  # pivot in the stages of the step tried
    beside: float  # pivot in its last stage but one
    there: float  # pivot at its end
    points: int  # on the trail since it was begun


TRAIL = size(Notes)
POINTS = 5  # on the trail at most


@inline
def nearest(now):
    """s² in the step tried."""
    return max(min(now.near * now.near, now.lowest), 1e-14)


@inline
def error_scale(now):
    """The unit of errors of a step: what is acceptable, over what is acceptable and can be known (2)."""
    return min(1.0, now.rtol * nearest(now) / now.noise) if now.noise != 0.0 else 1.0


@inline
def closed_to(now):
    """How closely rows are to be closed after the step tried (3)."""
    near = nearest(now) / max(NEARBY * now.highest, 1e-300) ** 2
    return max(now.closed * near, TIGHTEST) if near < 1.0 else now.closed


@inline
def runs_into_zone(now, pivot):
    """After the stages, the last at the end: whether one lies in the zone, or the ends on both sides of it.

    Or whether it ends in the zone from far away.
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
    """The next step: h, or what the distance allows."""
    z, s, fall = now.zone * now.highest, now.near, now.fall
    if fall <= 0.0 or s > FAR * z or s <= z or s - h * fall >= CLOSE * z:
        return h
    return min(h, min(0.5 * s, s - z) / fall)


@inline
def remember(now, notes, t, y):
    """The state joins the trail, in the place of the oldest one."""
    row = TRAIL + now.points % POINTS * (now.numbers + 1)
    notes[row] = t
    for i in range(now.numbers):
        notes[row + 1 + i] = y[i]
    now.points += 1


@inline
def to_be_looked_at(now):
    """Whether the zone has been entered, or left behind."""
    entered = now.near <= ENTRANCE * now.zone * now.highest and now.fall > 0.0 and now.points >= FEWEST
    return entered or now.near >= now.clear


@inline
def after_stage(now, k, h, model, clock):
    """Pivots; after the last stage, whether the step may go on."""
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
    """s and its fall at the end of a step h, the next step, and the trail."""
    s, before = sqrt(max(now.there, 0.0)), sqrt(max(now.beside, 0.0))
    now.near, now.fall = s, (before - s) / (h * now.rest)
    clock[H] = approaching(now, clock[H])
    now.highest = max(now.highest, s)
    remember(now, notes, t, y)
    clock[CLOSE_TO] = closed_to(now)
    return LOOK if to_be_looked_at(now) else GO_ON


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
    return GO_ON
